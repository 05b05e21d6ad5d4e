"""A tap on an open game: judged on its state, appended to its log, or refused in words.

The game is locked meanwhile (`open_table`), and saved when the block ends well; the view then rings the
doorbell and renders. Nothing here knows a game, and nothing but this and `correction` writes to the log.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace

from django.core.exceptions import PermissionDenied
from django.http import QueryDict
from msgspec import to_builtins

from referee.games.look import Reply
from referee.games.presenter import AnyPresenter, body_of
from referee.games.registry import PRESENTERS
from referee.rules.engine import Move, Refused, State
from referee.rules.outcome import Outcome
from referee.rules.outcome import read as read_outcome
from referee.table import length, loggers, told
from referee.table.judging import (
    fold_of,
    hand_begun,
    lines_of,
    misnamed,
    noted,
    outcome_of,
    steps_of,
    table_of,
)
from scoring import models
from scoring.crew.visitor import Visitor
from scoring.log import reader, writer
from scoring.log.refusals import refuse
from scoring.log.values import Entry, JsonObject


@dataclass(frozen=True)
class Result:
    """What came of a tap: the game and its state now, what was ruled last, and what the page is told.

    `undone` is the move that was undone last, if nothing has happened since.
    """

    game: models.Game
    state: State
    outcome: Outcome
    reply: Reply
    undone: Entry | None = None


@dataclass(frozen=True)
class OpenTable:
    """A game under lock, its presenter, and its state."""

    log: writer.OpenGame
    presenter: AnyPresenter
    state: State

    @property
    def game(self) -> models.Game:
        return self.log.game

    def too_long(self, move: Move, after: State) -> Refused | None:
        """Why a move is one too many; None where it is not."""
        moves = of_hand = self.game.length
        # A hand has no more moves than its game: few taps have to ask for it.
        if moves >= length.MOST_OF_A_HAND:
            of_hand = self.log.length_of_hand
        rules = self.presenter.rules
        return length.too_long(rules, self.state, move, after, moves=moves, of_hand=of_hand)

    def turned_too_often(self) -> Refused | None:
        """Why nothing more is undone, redone or corrected; None where it is."""
        rows = of_hand = self.game.version
        if rows >= length.MOST_ROWS_OF_A_HAND:
            of_hand = self.log.rows_of_hand
        return length.turned_too_often(rows=rows, of_hand=of_hand)

    def result(
        self,
        reply: Reply | None = None,
        state: State | None = None,
        outcome: Outcome | None = None,
        undone: Entry | None = None,
    ) -> Result:
        """What came of the tap; the state is the one before unless given, the outcome the log's last."""
        said = outcome or read_outcome(reader.last_outcome(self.game))
        now = self.state if state is None else state
        return Result(self.game, now, said, reply or Reply(), undone or reader.just_undone(self.game))

    def barred(self, *moves: Move | JsonObject) -> Result | None:
        """For a write that another phone has to do: nothing; None where this one may.

        What a ruling on a close call favours is the table's to record, whoever did it.
        """
        if loggers.anyone(self.game):
            return None
        read = self.presenter.rules.logged
        whose = [(move if isinstance(move, Move) else read(move)).by for move in moves]
        why = loggers.why_not(self.game, whose)
        if not why:
            return None
        favoured = read_outcome(reader.last_outcome(self.game)).favours
        return None if favoured and favoured in whose else self.result(Reply(barred=why))

    def held_back(self) -> Result | None:
        """For a write that means the table as its page showed it: nothing, if others have tapped since."""
        if self.log.repeated:
            return self.result()
        if not self.log.is_stale:
            return None
        changed = [happened(row) for row in reader.missed(self.game, self.log.key)]
        return self.result(Reply(late=True, changed=changed))


@contextmanager
def open_table(visitor: Visitor, public_id: str, key: str) -> Iterator[OpenTable]:
    """A game for one tap, as `writer.open_game` opens it, with what judges it. Raises what that raises."""
    with writer.open_game(visitor, public_id, key=key) as game:
        presenter = PRESENTERS[game.game.game]
        yield OpenTable(game, presenter, presenter.rules.load(game.game.state))


def make(table: OpenTable, move: Move | Refused, sent: QueryDict) -> Result:
    """Makes the move that a form asked for.

    A refused move is noted beside the log, unless it only lacked something that a sheet can ask for; one that
    the presenter doubts is asked about first. On a
    page that is not the newest the move is judged on the table as it is now; what another phone has noted
    meanwhile is not counted again. A key sent again changes nothing. Raises PermissionDenied.
    """
    if table.log.repeated:
        return table.result()
    since = reader.missed(table.game, table.log.key) if table.log.is_stale else []
    changed = [happened(row) for row in since]
    if isinstance(move, Refused):
        return table.result(Reply(sent=sent, refused=move, changed=changed))
    if barred := table.barred(move):
        return barred
    check_overruling(table, move)
    body = body_of(move)
    if any(row.kind == models.Move.Kind.MOVE and row.body == body for row in since):
        return table.result(Reply(move, sent, changed=changed, late=True))
    rules = table.presenter.rules
    ruling = rules.judge(table.state, move, steps_of(table.game, rules))
    if isinstance(ruling, Refused):
        return refused(table, Reply(move, sent, refused=ruling, changed=changed))
    if full := table.too_long(move, ruling.state):
        return table.result(Reply(move, sent, refused=full, changed=changed))
    doubt = table.presenter.doubts(table.state, move, sent)
    if isinstance(doubt, Refused):
        return table.result(Reply(move, sent, refused=doubt, changed=changed))
    if doubt:
        return table.result(Reply(move, sent, changed=changed, asks=doubt))
    after = table_of(rules, ruling.state)
    if wrong := misnamed(table.game, after):
        return table.result(Reply(move, sent, refused=wrong, changed=changed))
    outcome = outcome_of(rules, table.state, move, ruling)
    table.log.move(
        body=body,
        outcome=to_builtins(outcome),
        table=after,
        lines=lines_of(ruling),
        hand=hand_begun(rules, move, ruling.state),
    )
    return table.result(Reply(move, sent, changed=changed), ruling.state, outcome)


def undo(table: OpenTable) -> Result:
    """Takes the last move off. A page that is not the newest takes nothing off: it would be another move."""
    if held_back := table.held_back():
        return held_back
    if refused := table.turned_too_often():
        return table.result(Reply(refused=refused))
    found = table.log.before_last()
    if found is None:
        return table.result(Reply(refused=_nothing_to("undo")))
    before, undone = found
    rules = table.presenter.rules
    if barred := table.barred(undone.body):
        return barred
    fold = fold_of(rules, before)
    table.log.undo(outcome={}, table=table_of(rules, fold.state))
    # Where a hand's first move was taken off, the last one in force belongs to the hand before.
    earlier = reader.last_outcome(table.game) if table.game.length and not before.entries else {}
    last = before.entries[-1].outcome if before.entries else earlier
    reply = Reply(told=told.undone(table.game, undone.body))
    return table.result(reply, fold.state, read_outcome(last), undone)


def redo(table: OpenTable) -> Result:
    """Puts back the move undone last."""
    if held_back := table.held_back():
        return held_back
    if refused := table.turned_too_often():
        return table.result(Reply(refused=refused))
    entry = table.log.next_redo()
    if entry is None:
        return table.result(Reply(refused=_nothing_to("redo")))
    rules = table.presenter.rules
    move = rules.logged(entry.body)
    if barred := table.barred(move):
        return barred
    ruling = rules.judge(table.state, move, steps_of(table.game, rules))
    if isinstance(ruling, Refused):
        return table.result(Reply(refused=ruling))
    after = table_of(rules, ruling.state)
    if wrong := misnamed(table.game, after):
        return table.result(Reply(refused=wrong))
    table.log.redo(
        outcome=entry.outcome,
        table=after,
        lines=lines_of(ruling),
        hand=hand_begun(rules, move, ruling.state),
    )
    reply = Reply(told=told.redone(table.game, entry.body))
    return table.result(reply, ruling.state, read_outcome(entry.outcome))


def refused(table: OpenTable, reply: Reply, state: State | None = None) -> Result:
    """The answer to a refused move: the sheet that asks for what it lacks, or the no, noted beside the log.

    `state` is the one that it was judged on, if that is not the table's: an older move was to be corrected.
    """
    move, no = reply.move, reply.refused
    if move is None or no is None:
        return table.result(reply)
    lacks = table.presenter.asks(table.state if state is None else state, move)
    if state is not None and lacks in table.presenter.passing:
        lacks = ""
    if isinstance(lacks, str) and lacks:
        place = f"&instead={reply.instead}" if reply.instead else ""
        return table.result(replace(reply, refused=None, asks=f"{lacks}{place}"))
    no = lacks if isinstance(lacks, Refused) else no
    return table.result(replace(reply, refused=no, kept=_note(table, move, no, reply.instead)))


def check_overruling(table: OpenTable, move: Move) -> None:
    """Raises PermissionDenied if somebody other than a keeper overrules the referee."""
    if overruled(move) and not table.game.viewer_is_keeper:
        raise PermissionDenied("Only a keeper of the crew can overrule the referee.")


def overruled(move: Move) -> str | None:
    """The table's reason for overruling the referee; None where it did not."""
    reason: str | None = getattr(move, "overruled", None)
    return reason


def _note(table: OpenTable, move: Move, no: Refused, instead: int) -> int:
    """Notes a refusal, and returns its number; 0 for what could not even be read: it is nobody's move."""
    if no.code == "invalid":
        return 0
    kept = refuse(table.log, body=body_of(move), outcome=noted(no, instead))
    return kept.number if kept else 0


def _nothing_to(what: str) -> Refused:
    return Refused("phase", None, "There is nothing to {what}.", {"what": what})


def happened(row: models.Move) -> str:
    """A row of the log as one sentence."""
    match row.kind:
        case models.Move.Kind.UNDO:
            return f"Move {row.position} was undone."
        case models.Move.Kind.REDO:
            return f"Move {row.position} was redone."
        case models.Move.Kind.CORRECT if "back" in row.outcome:
            return f"Move {row.position} and all after it were undone."
        case models.Move.Kind.CORRECT:
            return f"Move {row.position} was corrected."
    rulings = row.outcome.get("rulings") or [{"text": f"Move {row.position}."}]
    return str(rulings[0]["text"])
