"""A year of a crew, from its sums: its nights, what everybody's games came to, what was played how often."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from django.db.models import Count

from scoring.crew.visitor import Visitor
from scoring.models import Game, Night, Player, Tally
from scoring.models.nights import night_begins
from scoring.statistics.facts import Against, Facts, read, total
from scoring.statistics.tallies import nights


@dataclass(frozen=True)
class Came:
    """Who played in the year, what the games of each kind came to, and all of them."""

    player: Player
    facts: Mapping[str, Facts]
    sums: Facts


@dataclass(frozen=True)
class Rivalry:
    """Two who met: in how many games, and how many of those only one of them won."""

    one: Player
    other: Player
    games: int
    won: int
    lost: int


@dataclass(frozen=True)
class Year:
    """A year: its nights, who came (who won most first), and how often each kind was played."""

    number: int
    nights: Sequence[Night]
    came: Sequence[Came]
    kinds: Mapping[str, int]

    @property
    def games(self) -> int:
        """Games that were finished."""
        return sum(night.games for night in self.nights)

    @property
    def minutes(self) -> int:
        """How long they took together."""
        return sum(night.minutes for night in self.nights)

    @property
    def months(self) -> list[int]:
        """Games of each month, from January on."""
        found = [0] * 12
        for night in self.nights:
            found[night.day.month - 1] += night.games
        return found

    def rivalries(self) -> list[Rivalry]:
        """Who met whom: those that decided most between them first, the closest before the others."""
        players = {str(came.player.pk): came.player for came in self.came}
        found = []
        for place, came in enumerate(self.came):
            for other in self.came[place + 1 :]:
                each = came.sums.against.get(str(other.player.pk), Against())
                if each.won + each.lost:
                    one = players[str(came.player.pk)]
                    found.append(Rivalry(one, other.player, each.games, each.won, each.lost))
        return sorted(found, key=lambda each: (-(each.won + each.lost), abs(each.won - each.lost)))


def year_of(visitor: Visitor, number: int) -> Year | None:
    """A year of the visitor's crew; None where nothing was finished in it.

    Five queries.
    """
    found = nights(visitor, number)
    return Year(number, found, _came(visitor, number), _kinds(visitor, number)) if found else None


def _came(visitor: Visitor, number: int) -> list[Came]:
    mine = Player.objects.visible_to(visitor).values("pk")
    # Without what is of all games together: each is told by itself.
    each = Tally.objects.filter(player__in=mine, period=str(number)).exclude(game="")
    rows = each.select_related("player")
    players: dict[int, Player] = {}
    facts: defaultdict[int, dict[str, Facts]] = defaultdict(dict)
    for row in rows.order_by("player__folded", "game"):
        players[row.player_id] = row.player
        facts[row.player_id][row.game] = read(row.facts)
    found = [
        Came(player, facts[pk], total(kind.of_any_game() for kind in facts[pk].values()))
        for pk, player in players.items()
    ]
    return sorted(found, key=lambda came: (-came.sums.wins, -came.sums.win_rate))


def _kinds(visitor: Visitor, number: int) -> dict[str, int]:
    """How many games of each kind were finished, the most played first. Counted in an index."""
    membership = visitor.membership
    if membership is None:
        return {}
    begun = Game.objects.kept().filter(
        crew=membership.crew_id,
        created_at__gte=night_begins(date(number, 1, 1)),
        created_at__lt=night_begins(date(number + 1, 1, 1)),
    )

    def by_kind(*, is_open: bool) -> dict[str, int]:
        games = begun.unfinished() if is_open else begun
        return dict(games.order_by().values_list("played").annotate(times=Count("pk")))

    still_open = by_kind(is_open=True)
    found = {kind: times - still_open.get(kind, 0) for kind, times in by_kind(is_open=False).items()}
    return {kind: found[kind] for kind in sorted(found, key=lambda kind: (-found[kind], kind)) if found[kind]}
