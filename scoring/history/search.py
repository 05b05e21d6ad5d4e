"""Finding games: by day, what was played, player, how far they are, and words.

Pages are found by key, never by offset: `games(visitor)` is the newest page, `after=page.older` the one
behind it and `before=page.newer` the one in front, as quick for the ten-thousandth game as for the first; a
game started meanwhile shifts nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from django.db.models import Exists, F, OuterRef, Q

from scoring.crew.visitor import Visitor
from scoring.models import Game, Player, Seat
from scoring.models.games import GameQuerySet
from scoring.models.people import fold_name

PAGE = 20
OPEN_GAMES = 50
#: More words than that are not looked for.
MOST_WORDS = 6


class BadPlace(ValueError):
    """A place in the history that no page of ours named."""


@dataclass(frozen=True)
class Wanted:
    """Which games: those that are all of it; what is left as it is does not matter.

    `since` and `until` are moments, `game` what was played (`scoring.played`), `player` a public id. Each
    of `words` has to stand in the title or in the name of somebody who played.
    """

    since: datetime | None = None
    until: datetime | None = None
    game: str = ""
    player: str = ""
    is_over: bool | None = None
    words: Sequence[str] = ()


@dataclass(frozen=True)
class Page:
    """Games newest first. `older` is the place of those behind, `newer` of those in front, "" for none."""

    games: Sequence[Game]
    older: str
    newer: str


def games(
    visitor: Visitor, wanted: Wanted | None = None, *, after: str = "", before: str = "", size: int = PAGE
) -> Page:
    """The newest page of the crew's games, the one behind a place, or the one in front of it.

    Raises BadPlace. One query, and one for the names where words are looked for.
    """
    found, moment, pk = _ordered(_found(visitor, wanted or Wanted()), wanted or Wanted())
    if before:
        began, last = _place(before)
        later = Q(**{f"{moment}__gt": began}) | Q(**{moment: began, f"{pk}__gt": last})
        page = list(found.filter(later).order_by(moment, pk)[: size + 1])
        more, page = len(page) > size, page[:size][::-1]
        return Page(page, _key(page[-1]) if page else "", _key(page[0]) if more else "")
    if after:
        began, last = _place(after)
        found = found.filter(Q(**{f"{moment}__lt": began}) | Q(**{moment: began, f"{pk}__lt": last}))
    page = list(found.order_by(f"-{moment}", f"-{pk}")[: size + 1])
    more, page = len(page) > size, page[:size]
    return Page(page, _key(page[-1]) if more else "", _key(page[0]) if after and page else "")


def open_games(visitor: Visitor) -> list[Game]:
    """The crew's newest 50 games that are not over. One query: names and scores are in `standing`."""
    found = Game.objects.visible_to(visitor).unfinished().newest_first()
    return list(found.defer("snapshot", "options")[:OPEN_GAMES])


def _found(visitor: Visitor, wanted: Wanted) -> GameQuerySet:
    found = Game.objects.visible_to(visitor).defer("snapshot", "options")
    if wanted.game:
        found = found.filter(played=wanted.game)
    if wanted.is_over is not None:
        found = found.filter(finished_at__isnull=not wanted.is_over)
    words = [word for word in wanted.words if fold_name(word)][:MOST_WORDS]
    if words:
        players = list(Player.objects.visible_to(visitor).order_by("pk").values_list("pk", "folded"))
        for word in words:
            named = [pk for pk, folded in players if fold_name(word) in folded]
            sat = Exists(Seat.objects.filter(game=OuterRef("pk"), player__in=named))
            found = found.filter(Q(title__icontains=word) | sat if named else Q(title__icontains=word))
    return found


def _ordered(found: GameQuerySet, wanted: Wanted) -> tuple[GameQuerySet, str, str]:
    """The games with the names of the two columns that they are in order of.

    A seat keeps when its game began and what was played, so a player's games are read in their order from an
    index of their own; but words are looked for in the index of the games, which has their titles.
    """
    moment, pk = "created_at", "pk"
    if wanted.player and wanted.words:
        sat_there = Seat.objects.filter(game=OuterRef("pk"), player__public_id=wanted.player)
        found = found.filter(Exists(sat_there))
    elif wanted.player:
        moment, pk = "sat_at", "sat_in"
        sat = Q(seats__player__public_id=wanted.player)
        found = found.filter(sat & Q(seats__played=wanted.game) if wanted.game else sat)
        found = found.annotate(sat_at=F("seats__began_at"), sat_in=F("seats__game_id"))
    if wanted.since:
        found = found.filter(**{f"{moment}__gte": wanted.since})
    if wanted.until:
        found = found.filter(**{f"{moment}__lt": wanted.until})
    return found, moment, pk


def _key(game: Game) -> str:
    return f"{game.created_at.isoformat()},{game.pk}"


def _place(text: str) -> tuple[datetime, int]:
    moment, _, pk = text.partition(",")
    try:
        began, last = datetime.fromisoformat(moment), int(pk)
        # On the first and the last day of all there are moments that are none elsewhere.
        place = began.astimezone(UTC), last
    except (ValueError, OverflowError):
        raise BadPlace(text) from None
    if began.tzinfo is None or not 0 <= last < 2**63:
        raise BadPlace(text)
    return place
