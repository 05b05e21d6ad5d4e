"""One title turned into another: the games of "Herz" become Hearts, as if they had been called so.

What stands in the logs stays. What was counted of one of the two is counted again (`statistics.counting`): of
that with fewer games, so that a new name for a thousand of them takes a moment.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from django.core.exceptions import PermissionDenied
from django.db.models import Count

from scoring.crew.visitor import Visitor
from scoring.history.titles import kinds
from scoring.models import Game, Membership, Player, Season, Seat
from scoring.played import BY_TITLE, rules_of, what_was_played
from scoring.statistics import counting
from scoring.writing import queue


@dataclass(frozen=True)
class Title:
    """A title of the crew's, "" for games without one, and how many games have it; `played` is its key."""

    played: str
    title: str
    games: int


@dataclass(frozen=True)
class Prospect:
    """What a change would do: to how many `games`, how many of them are `open`, how many lie in the bin.

    `others` are the games that have the new title already, `players` who has ended one of the games.
    """

    games: int
    open: int
    discarded: int
    others: int
    players: Sequence[str]


def titles(visitor: Visitor) -> list[Title]:
    """The crew's titles, that of the newest game first. Three queries; one counts all games, by an index."""
    membership = visitor.membership
    if membership is None:
        return []
    # All of them and those in the bin: which ones are kept no index says, so that every game would be read.
    found = Game.objects.filter(crew=membership.crew_id).order_by()
    numbers = Counter(dict(found.values_list("played").annotate(Count("pk"))))
    numbers.subtract(found.filter(discarded_at__isnull=False).values_list("played", flat=True))
    # A game may be started between them.
    return [
        Title(kind.played, kind.title, max(numbers[kind.played], 0))
        for kind in kinds(visitor)
        if rules_of(kind.played) in BY_TITLE
    ]


def prospect(crew_id: int, old: str, new: str) -> Prospect:
    """What would come of it if what was played as `old` became `new` (`scoring.played`). Five queries."""
    mine = Game.objects.filter(crew=crew_id, played=old)
    kept = mine.kept()
    players = Player.objects.filter(
        crew=crew_id, seats__game__in=kept.filter(finished_at__isnull=False).values("pk")
    )
    return Prospect(
        games=kept.count(),
        open=kept.unfinished().count(),
        discarded=mine.filter(discarded_at__isnull=False).count(),
        others=Game.objects.kept().filter(crew=crew_id, played=new).count() if new != old else 0,
        players=list(players.order_by("folded").distinct().values_list("name", flat=True)),
    )


def agreed(crew_id: int, played: str) -> list[dict[str, object]]:
    """Everything that was ever agreed on before a game of a title, each once. One query, of all its games."""
    mine = Game.objects.kept().filter(crew=crew_id, played=played)
    return list(mine.order_by().values_list("options", flat=True).distinct())


def change_title(*, actor: Membership, old: str, title: str) -> int:
    """Calls everything that was played as `old` by another title; returns how many games that were.

    Of many games some are counted here, and the rest is left due. Raises PermissionDenied unless the keeper
    does it, and ValueError for a title that is none, or too long.
    """
    if not actor.is_keeper:
        raise PermissionDenied("Only the keeper of the crew changes titles.")
    rules = rules_of(old)
    new = what_was_played(rules, title)
    if rules not in BY_TITLE or new == rules:
        raise ValueError(title)
    # No game starts with either meanwhile.
    with queue(actor.crew_id):
        mine = Game.objects.filter(crew=actor.crew_id)
        if new == old:
            return mine.filter(played=old).update(title=title)
        fewer, more = sorted((old, new), key=lambda played: mine.filter(played=played).count())
        counting.forget_kind(actor.crew_id, fewer)
        counting.move_kind(actor.crew_id, more, new)
        Season.objects.filter(crew=actor.crew_id, played=old).update(played=new)
        changed = mine.filter(played=old).update(played=new, title=title)
        # The games first: whoever joins one meanwhile waits for its row, or is seen here.
        seats = Seat.objects.filter(game__in=mine.filter(played=new).values("pk")).exclude(played=new)
        seats.update(played=new)
    counting.catch_up(actor.crew_id, most_rated=counting.MOST_RATED)
    return changed


def name_game(game: Game, title: str) -> None:
    """Gives one game another title, for the owner of the server. What it was before is counted again."""
    with queue(game.crew_id):
        old = Game.objects.select_for_update(of=("self",)).get(pk=game.pk).played
        new = what_was_played(game.game, title)
        if new != old:
            counting.forget_kind(game.crew_id, old)
            Seat.objects.filter(game=game).update(played=new)
        Game.objects.filter(pk=game.pk).update(title=title, played=new)
    counting.catch_up(game.crew_id, most_rated=counting.MOST_RATED)
