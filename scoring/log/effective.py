"""Which moves are in force, derived from the rows of a log. Pure: no query is made here.

Fold the rows in their order over a list of moves. `move` puts one at the end and forgets what was undone;
`undo` takes the last one off and remembers it; `redo` puts it back; `correct` at position n replaces all
from n on by the list in its body, and forgets what was undone. `effective_moves` does that for a whole log.

A tap must not read a whole log. Two numbers on the game's row are enough: `length` moves are in force and
`redoable` more lie undone behind them. For the move at a position p of `length + redoable` is the one
that was *last written* there: a move is only ever put behind those in force (and makes `redoable` 0),
undo and redo shift the border between the two numbers, and a correction writes every position from its
own on. So later positions were written by later rows, and to know the moves of a hand it is enough to
read the rows from the one that wrote the hand's first move (`Hand.since`). `last_written` does that for
part of a log.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from scoring.log.values import Entry
from scoring.models import Move


@dataclass
class EffectiveMoves:
    """The moves in force and those undone, as rows are added one after the other."""

    moves: list[Entry] = field(default_factory=list)
    undone: list[Entry] = field(default_factory=list)

    def add(self, row: Move) -> None:
        """Takes in the next row of the log."""
        match row.kind:
            case Move.Kind.UNDO:
                self.undone.append(self.moves.pop())
            case Move.Kind.REDO:
                self.moves.append(self.undone.pop())
            case _:
                self.moves[row.position - 1 :] = written_by(row)
                self.undone.clear()


def effective_moves(rows: Iterable[Move]) -> list[Entry]:
    """The moves in force after a whole log, in their order; `rows` from the first on, oldest first."""
    found = EffectiveMoves()
    for row in rows:
        found.add(row)
    return found.moves


def written_by(row: Move) -> list[Entry]:
    """What a row writes, from its position on; nothing for undo and redo."""
    match row.kind:
        case Move.Kind.MOVE:
            return [Entry(row.position, row.seq, row.seq, row.body, row.outcome)]
        case Move.Kind.CORRECT:
            return [
                Entry(position, item["seq"] or row.seq, row.seq, item["move"], item["outcome"])
                for position, item in enumerate(row.body or (), row.position)
            ]
    return []


def last_written(rows: Iterable[Move], positions: range) -> list[Entry]:
    """The moves at the positions, by the rows that wrote there last; `rows` oldest first, see the module."""
    found = {entry.position: entry for row in rows for entry in written_by(row)}
    return [found[position] for position in positions]


@dataclass
class Trace:
    """What became of every move of a log, by the row that it happened in.

    `standing` are those in force. `ended` names the row that took a move out of force (one that puts it back
    takes it off again), `last` how it stood then. `touched` is what an undo took off, a redo put back, or a
    correction had in front of it, from its position on.
    """

    standing: dict[int, Entry] = field(default_factory=dict)
    ended: dict[int, Move] = field(default_factory=dict)
    last: dict[int, Entry] = field(default_factory=dict)
    touched: dict[int, list[Entry]] = field(default_factory=dict)


def trace(rows: Iterable[Move]) -> Trace:
    """The trace of a whole log; `rows` from the first on, oldest first."""
    moves, traced = EffectiveMoves(), Trace()
    for row in rows:
        match row.kind:
            case Move.Kind.UNDO:
                touched = moves.moves[-1:]
            case Move.Kind.REDO:
                touched = moves.undone[-1:]
            case _:
                # What was undone and cannot come back has its end already.
                touched = moves.moves[row.position - 1 :]
        traced.touched[row.seq] = touched
        moves.add(row)
        traced.last |= {entry.seq: entry for entry in touched}
        traced.ended |= dict.fromkeys((entry.seq for entry in touched), row)
        for entry in moves.moves[row.position - 1 :]:
            traced.ended.pop(entry.seq, None)
    traced.standing = {entry.seq: entry for entry in moves.moves}
    return traced
