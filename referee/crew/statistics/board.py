"""A leaderboard: the first three on steps, the others in a table. Equal ones stand together."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import count

from referee.crew.links import player_url
from referee.crew.statistics.context import BoardRow, BoardView
from referee.crew.statistics.figures import is_provisional, rating, share, won_or_alone
from referee.web.components import face
from referee.web.wording import many
from scoring.statistics.facts import Facts
from scoring.statistics.spans import Standing
from scoring.statistics.strength import SETTLED
from scoring.statistics.tallies import Leader

ON_STEPS = 3
PROVISIONAL = (
    f"Provisional: fewer than {SETTLED} games against others, so the rating still moves a lot. It ranks "
    "below every rating that is settled."
)


def board_of(found: Sequence[Standing]) -> BoardView:
    """Who won most in a span; equal ones share a rank."""
    ranks = _ranks(each.facts.wins for each in found)
    rows = [
        BoardRow(
            rank=rank if each.facts.contested else 0,
            href=player_url(each.player),
            name=each.player.name,
            face=face(each.player),
            figure=f"{each.facts.wins:,}",
            line=f"of {many(each.facts.contested, 'game')} won",
            cells=(_games(each.facts), f"{each.facts.wins:,}", _rate(each.facts)),
            crowned=rank == 1 and each.facts.wins > 0,
        )
        for rank, each in zip(ranks, found, strict=True)
    ]
    return _board(rows, ("Games", "Won", "Share"))


def board_of_ratings(found: Sequence[Leader]) -> BoardView:
    """Who is strongest; a rating that has not settled is marked, and the board says why."""
    values = [rating(leader.rating)[0] if leader.rating else "–" for leader in found]
    unsure = [leader.rating is None or is_provisional(leader.rating) for leader in found]
    rows = [
        BoardRow(
            rank=rank if leader.facts.contested else 0,
            href=player_url(leader.player),
            name=leader.player.name,
            face=face(leader.player),
            figure=value,
            line=won_or_alone(leader.facts),
            cells=(_games(leader.facts), _rate(leader.facts), value),
            crowned=rank == 1 and leader.facts.wins > 0,
            provisional=leader.rating is not None and provisional,
        )
        for rank, leader, value, provisional in zip(
            _ranks(zip(values, unsure, strict=True)), found, values, unsure, strict=True
        )
    ]
    return _board(rows, ("Games", "Won", "Rating"))


def _board(rows: Sequence[BoardRow], head: tuple[str, ...]) -> BoardView:
    # Of a rank that has no room on the steps nobody stands there, and nobody at all by what is still unsure.
    # Who always played alone has no rank and comes last.
    rows = sorted(rows, key=lambda row: not row.rank)
    ranked = sum(row.rank > 0 for row in rows)
    room = 0 if all(row.provisional for row in rows[:ranked]) else min(ON_STEPS, ranked)
    below = rows[room].rank if len(rows) > room else 0
    return BoardView(
        steps=tuple(row for row in rows[:room] if row.rank != below),
        rest=tuple(row for place, row in enumerate(rows) if place >= room or row.rank == below),
        head=head,
        reason=PROVISIONAL if any(row.provisional for row in rows) else "",
    )


def _ranks(worth: Iterable[object]) -> list[int]:
    """Ranks from 1 of what is in its order; equal ones share the first of theirs."""
    found: list[int] = []
    last: object = None
    for place, each in zip(count(1), worth, strict=False):
        found.append(found[-1] if found and each == last else place)
        last = each
    return found


def _games(facts: Facts) -> str:
    """Those against others; of whoever always played alone all."""
    return f"{facts.contested or facts.games:,}"


def _rate(facts: Facts) -> str:
    return share(facts.win_rate) if facts.contested else "–"
