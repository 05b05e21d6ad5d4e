"""What a crew's games came to lately, for pages that show rulings of the crew's own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import F

from scoring.crew.visitor import Visitor
from scoring.log.effective import written_by
from scoring.log.values import Entry
from scoring.models import Game, Move

GAMES = 5
ROWS = 150


@dataclass(frozen=True)
class Lately:
    """A game and the last of its moves in force, newest first."""

    game: Game
    entries: Sequence[Entry]


def lately(visitor: Visitor, key: str) -> list[Lately]:
    """The crew's newest 5 games by these rules, each with what its last 150 log rows left in force.

    Two queries, whatever was played.
    """
    found = Game.objects.visible_to(visitor).filter(game=key).newest_first()
    games = list(found.defer("snapshot", "options")[:GAMES])
    if not games:
        return []
    rows = Move.objects.filter(game__in=games, seq__gt=F("game__version") - ROWS).order_by("seq")
    written: dict[int, dict[int, Entry]] = {game.pk: {} for game in games}
    for row in rows:
        # What a row wrote last at a position stands there (scoring.log.effective).
        written[row.game_id].update({entry.position: entry for entry in written_by(row)})
    return [
        Lately(
            game,
            [
                entry
                for _, entry in sorted(written[game.pk].items(), reverse=True)
                if entry.position <= game.length
            ],
        )
        for game in games
    ]
