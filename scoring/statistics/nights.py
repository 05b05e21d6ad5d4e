"""One night of a crew: the games that began in it (`models.nights.night_of`), and what they came to.

It is counted from that day's games alone, however many others there are.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from scoring.crew.visitor import Visitor
from scoring.models import Game, Photo, Player, Seat
from scoring.models.nights import night_begins, night_of


@dataclass(frozen=True)
class Played:
    """A game that was finished, and who sat there in the order of sitting down."""

    game: Game
    seats: Sequence[Seat]


@dataclass(frozen=True)
class Guest:
    """Who came: in how many games, how many of them were against others, and how many of those won."""

    player: Player
    games: int
    contested: int
    won: int


@dataclass(frozen=True)
class Evening:
    """A night: what was finished in its order, who came (who won most first), from when to when, and where.

    `winners` won most; nobody did where no game was won. `still_open` were begun and are not over.
    """

    day: date
    played: Sequence[Played]
    guests: Sequence[Guest]
    began: datetime
    ended: datetime
    places: Sequence[str]
    still_open: Sequence[Game]

    @property
    def winners(self) -> list[Guest]:
        """Who won most of its games."""
        most = max((guest.won for guest in self.guests), default=0)
        return [guest for guest in self.guests if guest.won == most > 0]


def evening(visitor: Visitor, day: date) -> Evening | None:
    """What the crew played on a day; None where it finished nothing. Two queries."""
    that_day = Game.objects.visible_to(visitor).filter(
        created_at__gte=night_begins(day), created_at__lt=night_begins(day + timedelta(days=1))
    )
    found = list(that_day.defer("snapshot", "options").order_by("created_at", "pk"))
    seats = _seats(game.pk for game in found if game.finished_at)
    played = [Played(game, seats[game.pk]) for game in found if game.finished_at]
    if not played:
        return None
    return Evening(
        day=day,
        played=played,
        guests=_guests(played),
        began=played[0].game.created_at,
        ended=max(each.game.finished_at or each.game.created_at for each in played),
        places=list(dict.fromkeys(each.game.place for each in played if each.game.place)),
        still_open=[game for game in found if not game.finished_at],
    )


def _seats(games: Iterable[int]) -> dict[int, list[Seat]]:
    found: dict[int, list[Seat]] = {game: [] for game in games}
    rows = Seat.objects.filter(game__in=found).select_related("player").order_by("game", "place")
    for seat in rows.defer("facts"):
        found[seat.game_id].append(seat)
    return found


def _guests(played: Iterable[Played]) -> list[Guest]:
    """Everybody who sat there and has a name. Alone nobody wins: who only played so comes last."""
    players: dict[int, Player] = {}
    games: defaultdict[int, int] = defaultdict(int)
    contested: defaultdict[int, int] = defaultdict(int)
    won: defaultdict[int, int] = defaultdict(int)
    for each in played:
        for seat in each.seats:
            if seat.player.guest:
                continue
            players[seat.player_id] = seat.player
            games[seat.player_id] += 1
            contested[seat.player_id] += len(each.seats) > 1
            won[seat.player_id] += seat.won and len(each.seats) > 1
    guests = [Guest(player, games[pk], contested[pk], won[pk]) for pk, player in players.items()]

    def worth(guest: Guest) -> tuple[int, bool, int, str]:
        return -guest.won, not guest.contested, guest.contested, guest.player.folded

    return sorted(guests, key=worth)


def neighbours(visitor: Visitor, day: date) -> tuple[date | None, date | None]:
    """The nights before and after a day, counted or not. Two queries."""
    over = Game.objects.visible_to(visitor).filter(finished_at__isnull=False)
    began = over.values_list("created_at", flat=True)
    before = began.filter(created_at__lt=night_begins(day)).order_by("-created_at").first()
    after = began.filter(created_at__gte=night_begins(day + timedelta(days=1))).order_by("created_at").first()
    return before and night_of(before), after and night_of(after)


def photos(night: Evening) -> list[Photo]:
    """The photos of a night that can still be seen, as they were taken, each with its ruling. One query."""
    games = [each.game.pk for each in night.played]
    kept = Photo.objects.of_games(games).kept()
    return list(kept.select_related("move", "refusal").order_by("created_at", "pk"))
