"""A tap on an open game: judged on its state, appended to its log, or refused in words.

The game is locked meanwhile (`open_table`), and stored when the block ends well; then `saved` is called, and
the page rendered. Nothing here knows a game, and nothing but this and `correction` writes to the log.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import NamedTuple

import msgspec
from django.core.exceptions import PermissionDenied, ValidationError
from django.http import QueryDict

from referee.games.look import NO_REPLY, Reply
from referee.games.presenter import AnyPresenter, body_of
from referee.games.registry import GAMES, PRESENTERS
from referee.rules.engine import AnyFold, AnyGame, Fold, Move, Refused, Ruling, State
from referee.rules.record import Outcome, Said, read_outcome
from referee.rules.sentences import counted, plural
from referee.stream.hub import HUB
from referee.table import seats
from referee.web.wording import instead_of
from scoring import models
from scoring.crew.visitor import Visitor
from scoring.log import reader, writer
from scoring.log.effective import effective_moves, written_by
from scoring.log.refusals import refuse
from scoring.log.seats import check_seats
from scoring.log.values import Entry, JsonObject, Line, Past, Step, Table
from scoring.statistics.counting import count_ended

Kind = models.Move.Kind

# A hand at a table has some hundred moves. What ends a hand or a game is accepted at any length, so whoever
# comes to a limit can leave the table as one should.

#: Moves in force of one game, and of one of its hands.
MOST_MOVES = 5_000
MOST_OF_A_HAND = 500
#: Of a game. Each keeps the state before it, and that of a score sheet grows with its rounds.
MOST_HANDS = 500
#: Of the states that are kept, as if each were as large as the last.
MOST_BYTES = 32 * 1024 * 1024
#: Rows of a log from which on nothing is undone, redone or corrected: of a game, and since a hand began.
MOST_ROWS = 15_000
MOST_ROWS_OF_A_HAND = 1_000
LOG_TOO_LONG = "This log is too long to undo or correct more. Play on, or end this game and start a rematch."

#: Phases in which a hand is brought to its end; these and those in which it has ended.
_ENDING = frozenset({"out", "count"})
_LAST = _ENDING | {"deal", "over"}


class Standing(NamedTuple):
    """How a game stands: its state, what was ruled last, and the move undone just now, if one was."""

    state: State
    outcome: Outcome
    undone: Entry | None


def standing_of(game: models.Game) -> Standing:
    """How a game stands by its row and its log. Two queries at most."""
    state = GAMES[game.game].load(game.state)
    return Standing(state, read_outcome(reader.last_outcome(game)), reader.just_undone(game))


@dataclass(frozen=True)
class Result:
    """What came of a tap: the game, how it stands now, and what its page is to say of it."""

    game: models.Game
    standing: Standing
    reply: Reply


class Judged(NamedTuple):
    """A move that the rules accept: the state after it, and what the log keeps of the move and the table."""

    state: State
    step: Step
    table: Table


@dataclass(frozen=True)
class OpenTable:
    """A game under lock, its presenter, and its state."""

    log: writer.OpenGame
    presenter: AnyPresenter
    state: State

    @property
    def game(self) -> models.Game:
        return self.log.game

    def judge(self, move: Move) -> Judged | Refused:
        """The move on the table as it is; nothing is written. Who sits down needs a name that can be one."""
        rules = self.presenter.rules
        ruling = rules.judge(self.state, move, lambda: fold_of(rules, reader.past(self.game)).steps)
        if isinstance(ruling, Refused):
            return ruling
        after = table_of(rules, ruling.state)
        step = step_of(rules, self.state, move, ruling, body_of(move))
        return misnamed(self.game, after) or Judged(ruling.state, step, after)

    def result(
        self,
        reply: Reply = NO_REPLY,
        state: State | None = None,
        outcome: Outcome | None = None,
        undone: Entry | None = None,
    ) -> Result:
        """What came of the tap; the state is the one before unless given, the outcome the log's last."""
        said = outcome or read_outcome(reader.last_outcome(self.game))
        now = self.state if state is None else state
        return Result(self.game, Standing(now, said, undone or reader.just_undone(self.game)), reply)

    @property
    def missed(self) -> list[models.Move]:
        """What others tapped since the page was made, oldest first."""
        this_phone = self.log.phone if self.log.is_blind else None
        return reader.missed(self.game, self.log.key, but_by=this_phone) if self.log.is_stale else []

    def told(self, rows: list[models.Move]) -> list[str]:
        """Rows in sentences that say who did what."""
        tell = self.presenter.teller(self.game.state)
        return [f"{tell(row.body)}." if row.kind == Kind.MOVE else sentence_of(row) for row in rows]

    def barred(self, *moves: Move | JsonObject) -> Result | None:
        """For a write that another phone has to do: nothing; None where this one may.

        What a ruling on a close call favours is the table's to record, whoever did it.
        """
        if seats.may_log_all(self.game):
            return None
        read = self.presenter.rules.logged
        whose = [(move if isinstance(move, Move) else read(move)).by for move in moves]
        why = seats.why_not(self.game, whose)
        if not why:
            return None
        favoured = read_outcome(reader.last_outcome(self.game)).favours
        return None if favoured and favoured in whose else self.result(Reply(barred=why))

    def unchanged(self, reply: Reply = NO_REPLY) -> Result | None:
        """For a write that takes moves back or puts them back: nothing, if others have tapped since its page
        was made, or the log is too long.
        """
        if self.log.repeated:
            return self.result()
        if self.log.is_stale:
            return self.result(Reply(late=True, changed=self.told(self.missed)))
        rows = of_hand = self.game.version
        # A hand has no more rows than its game: few taps have to ask for it.
        if rows >= MOST_ROWS_OF_A_HAND:
            of_hand = self.log.rows_of_hand
        if rows < MOST_ROWS and of_hand < MOST_ROWS_OF_A_HAND:
            return None
        return self.result(replace(reply, refused=Refused("phase", None, LOG_TOO_LONG)))


@contextmanager
def open_table(visitor: Visitor, public_id: str, key: str) -> Iterator[OpenTable]:
    """A game for one tap, as `writer.open_game` opens it, with what judges it. Raises what that raises."""
    with writer.open_game(visitor, public_id, key=key) as game:
        presenter = PRESENTERS[game.game.game]
        yield OpenTable(game, presenter, presenter.rules.load(game.game.state))


def saved(game: models.Game) -> None:
    """After every write at a table: a game that ended is counted, and the other phones hear of it."""
    count_ended(game)
    HUB.notify(game.public_id, game.version)


# --- writes


def make(table: OpenTable, move: Move | Refused, sent: QueryDict) -> Result:
    """Makes the move that a form asked for.

    A refused move is noted beside the log, unless it only lacked something that a sheet can ask for; one that
    the presenter doubts is asked about first. On a page that is not the newest the move is judged on the
    table as it is now; what another phone has noted meanwhile is not counted again. A blind one is held back
    unless the table is the very one that it was meant for. A key sent again changes nothing. Raises
    PermissionDenied.
    """
    if table.log.repeated:
        return table.result()
    since = table.missed
    reply = Reply(sent=sent, changed=table.told(since))
    if table.log.is_blind and table.log.is_stale:
        return table.result(replace(reply, late=True))
    if isinstance(move, Refused):
        return table.result(replace(reply, refused=move))
    if barred := table.barred(move):
        return barred
    check_overruling(table, move)
    reply = replace(reply, move=move)
    if any(row.kind == Kind.MOVE and row.body == body_of(move) for row in since):
        return table.result(replace(reply, late=True))
    if late := table.presenter.late(table.state, sent):
        return table.result(replace(reply, refused=late))
    judged = table.judge(move)
    if isinstance(judged, Refused):
        return refused(table, replace(reply, refused=judged))
    doubt = _too_long(table, move, judged.state) or table.presenter.confirmation(table.state, move, sent)
    if isinstance(doubt, Refused):
        return table.result(replace(reply, refused=doubt))
    if doubt:
        return table.result(replace(reply, asks=doubt))
    step = judged.step
    table.log.move(step, judged.table)
    return table.result(reply, judged.state, read_outcome(step.outcome))


def undo(table: OpenTable) -> Result:
    """Takes the last move off. A page that is not the newest takes nothing off: it would be another move."""
    if unchanged := table.unchanged():
        return unchanged
    last_move = table.log.before_last()
    if last_move is None:
        return table.result(Reply(refused=_nothing_to("undo")))
    before, undone = last_move
    rules = table.presenter.rules
    if barred := table.barred(undone.body):
        return barred
    fold = fold_of(rules, before)
    table.log.undo(outcome={}, table=table_of(rules, fold.state))
    reply = Reply(notice=f"Undone: {table.presenter.described(table.state, undone.body)}")
    # Where a hand's first move was taken off, the log knows the last one of the hand before.
    last = read_outcome(before.entries[-1].outcome) if before.entries else None
    return table.result(reply, fold.state, last, undone)


def redo(table: OpenTable) -> Result:
    """Puts back the move undone last."""
    if unchanged := table.unchanged():
        return unchanged
    entry = table.log.next_redo()
    if entry is None:
        return table.result(Reply(refused=_nothing_to("redo")))
    move = table.presenter.rules.logged(entry.body)
    if barred := table.barred(move):
        return barred
    judged = table.judge(move)
    if isinstance(judged, Refused):
        return table.result(Reply(refused=judged))
    table.log.redo(msgspec.structs.replace(judged.step, outcome=entry.outcome), judged.table)
    reply = Reply(notice=f"Redone: {table.presenter.described(table.state, entry.body)}")
    return table.result(reply, judged.state, read_outcome(entry.outcome))


def refused(table: OpenTable, reply: Reply, state: State | None = None) -> Result:
    """The answer to a refused move: the sheet that asks for what it lacks, or the no, noted beside the log.

    `state` is the one that it was judged on, if that is not the table's: an older move was to be corrected.
    """
    move, no = reply.move, reply.refused
    if move is None or no is None:
        return table.result(reply)
    lacks = table.presenter.missing_sheet(table.state if state is None else state, move)
    asks = lacks if isinstance(lacks, str) else ""
    if asks and (state is None or asks not in table.presenter.transient_sheets):
        place = f"&instead={reply.instead}" if reply.instead else ""
        return table.result(replace(reply, refused=None, asks=f"{asks}{place}"))
    no = lacks if isinstance(lacks, Refused) else no
    # What could not even be read is nobody's move.
    if no.code == "invalid":
        return table.result(replace(reply, refused=no))
    noted = outcome_of_refusal(no, reply.instead, matched=reply.sent.get("do") == "match")
    row = refuse(table.log, body=body_of(move), outcome=noted)
    return table.result(replace(reply, refused=no, refusal_number=row.number if row else 0))


def check_overruling(table: OpenTable, move: Move) -> None:
    """Raises PermissionDenied if somebody other than a keeper overrules the referee."""
    if overruled(move) and not table.game.viewer_is_keeper:
        raise PermissionDenied("Only a keeper of the crew can overrule the referee.")


def overruled(move: Move) -> str | None:
    """The table's reason for overruling the referee; None where it did not."""
    reason: str | None = getattr(move, "overruled", None)
    return reason


def _nothing_to(what: str) -> Refused:
    return Refused("phase", None, "There is nothing to {what}.", {"what": what})


def _too_long(table: OpenTable, move: Move, after: State) -> Refused | None:
    moves = of_hand = table.game.length
    # A hand has no more moves than its game: few taps have to ask for it.
    if moves >= MOST_OF_A_HAND:
        of_hand = table.log.length_of_hand
    return too_long(table.presenter.rules, table.state, move, after, moves=moves, of_hand=of_hand)


def too_long(
    rules: AnyGame, before: State, move: object, after: State, *, moves: int, of_hand: int
) -> Refused | None:
    """Refused where a move is one too many, after so many in force of the game and of the running hand."""
    was, now = before.phase, after.phase
    if was in _ENDING or (now != was and now in _LAST):
        return None
    opens = isinstance(move, rules.openers)
    hand = rules.hand_number(after) if opens else 0
    most: int | str = ""
    if moves >= MOST_MOVES:
        message, most = "A game has at most {n:move|moves}. End it, then start a rematch.", f"{MOST_MOVES:,}"
    elif hand > MOST_HANDS:
        unit = f"{{n:{rules.unit}|{plural(rules.unit)}}}"
        message, most = f"A game has at most {unit}. End it, then start a rematch.", MOST_HANDS
    elif hand and hand * len(rules.dump(after)) > MOST_BYTES:
        message = f"This game has become too large for another {rules.unit}. End it, then start a rematch."
    elif of_hand >= MOST_OF_A_HAND and not opens:
        message = "A hand has at most {n:move|moves}. Finish it or void it, then deal the next one."
        most = MOST_OF_A_HAND
    else:
        return None
    return Refused("phase", None, message, {"n": most} if most else {})


# --- between the rules and the log: what the log keeps of a state, of a ruling, of a refusal


def fold_of(rules: AnyGame, past: Past) -> AnyFold:
    """The moves in force of a hand, judged again from its first state."""
    fold = Fold(rules, rules.load(past.state), max(past.first, 1) - 1)
    for entry in past.entries:
        fold.play_json(entry.body)
    return fold


def table_of(rules: AnyGame, state: State) -> Table:
    """What the log keeps of a state."""
    shown = rules.show(state)
    return Table(
        snapshot=rules.dump(state),
        phase=shown["phase"],
        players=state.players,
        scores=rules.standing(state),
        winners=() if rules.alone(state) else shown["winners"],
        over=shown["phase"] == "over",
        sides=rules.sides(state),
    )


def misnamed(game: models.Game, after: Table) -> Refused | None:
    """Refused when somebody would sit down by a name that cannot be; the rules take any text for a name."""
    if after.scores.keys() == game.standing["scores"].keys():
        return None
    try:
        check_seats(game, after.scores)
    except ValidationError as error:
        return Refused("invalid", None, "{problem}", {"problem": error.messages[0]})
    return None


def outcome_of(rules: AnyGame, before: State, move: Move, ruling: Ruling[State]) -> Outcome:
    """What the referee said of a move, as the log keeps it."""
    gained: dict[str, int | float] = {}
    for line in ruling.lines:
        gained[line.player] = gained.get(line.player, 0) + line.points
    stats: dict[bool, dict[str, dict[str, int | float]]] = {False: {}, True: {}}
    for player, done in rules.feats_of(before, move, ruling).items():
        for feat, amount in done.items():
            stats[rules.feats[feat].most].setdefault(player, {})[feat] = amount
    return Outcome(
        rulings=tuple(
            Said(cite.rule, cite.message, cite.facts, cite.text, cite.event) for cite in ruling.cites
        ),
        gained=gained,
        feats=stats[False],
        most=stats[True],
        undoes=ruling.undoes,
        **ruling.entry,
    )


def step_of(
    rules: AnyGame,
    before: State,
    move: Move,
    ruling: Ruling[State],
    body: JsonObject,
    *,
    seq: int | None = None,
) -> Step:
    """A move as the log keeps it, with the state before it where it begins a hand."""
    hand = rules.hand_number(ruling.state) if isinstance(move, rules.openers) else None
    return Step(
        body,
        msgspec.to_builtins(outcome_of(rules, before, move, ruling)),
        seq,
        [Line(line.player, line.points, line.rule, line.reason) for line in ruling.lines],
        hand,
        b"" if hand is None else rules.dump(before),
    )


def outcome_of_refusal(no: Refused, instead: int = 0, *, matched: bool = False) -> dict[str, object]:
    """A refusal as it is noted: its code, clause, message, facts and text, `instead`, and a MATCH called."""
    said = {"text": no.text} | ({"instead": instead} if instead else {})
    return {**msgspec.to_builtins(no), **said} | ({"say": "MATCH"} if matched else {})


# --- sentences: what a tap did to moves that were there already, which the table alone does not show


def notice_of_correction(game: models.Game, row: models.Move) -> str:
    """Who holds how many cards now, as hands have to be put right; where none changed, what it did."""
    bodies = row.outcome.get("back", ())
    number = len(bodies)
    undone = f"Undone: {counted(number, 'move')}. " if number > 1 else ""
    if "restored" in row.outcome:
        undone = "Put back as it was. "
    if hands := row.outcome.get("hands"):
        return f"{undone}Cards now: {', '.join(f'{name} {cards}' for name, cards in hands.items())}"
    if "restored" in row.outcome:
        return f"{undone}To correct it again, open the log."
    described = PRESENTERS[game.game].teller(game.state)
    if bodies:
        first = described(bodies[0])
        return f"Undone: {counted(number, 'move')}, from “{first}” on" if number > 1 else f"Undone: {first}"
    body = next((entry.body for entry in written_by(row) if entry.seq == row.seq), None)
    was = described(effective_moves(reader.whole_log(game)[:-1])[row.position - 1].body)
    if not body:
        return f"Removed: {was}"
    # Two lines of a phone hold it: of a long list what differs, else what is new.
    return f"Corrected: {min(described(body), instead_of(was, described(body)), key=len)}"


def notice_of_last_row(game: models.Game, undone: Entry | None) -> str:
    """What the newest row did, for the page that a tap without scripts leads to; nothing for a move.

    `undone` is the move that it undid, if it did (`reader.just_undone`).
    """
    described = PRESENTERS[game.game].teller(game.state)
    if undone:
        return f"Undone: {described(undone.body)}"
    row = reader.rows_since(game, game.version).first()
    if row and row.kind == Kind.REDO:
        return f"Redone: {described(reader.past(game).entries[-1].body)}"
    return notice_of_correction(game, row) if row and row.kind == Kind.CORRECT else ""


def changed_hands(rules: AnyGame, was: State, becomes: State) -> dict[str, int]:
    """The number of cards of everybody who holds another one; {} in a game that counts none."""
    before, after = (rules.show(state).get("hands", {}) for state in (was, becomes))
    return {name: number for name, number in after.items() if number != before.get(name)}


def sentence_of(row: models.Move) -> str:
    """A row of the log as one sentence."""
    match row.kind:
        case Kind.UNDO:
            return f"Move {row.position} was undone."
        case Kind.REDO:
            return f"Move {row.position} was redone."
        case Kind.CORRECT if "back" in row.outcome:
            return f"Move {row.position} and all after it were undone."
        case Kind.CORRECT if "restored" in row.outcome:
            return f"Move {row.position} was put back as it had been."
        case Kind.CORRECT:
            return f"Move {row.position} was corrected."
    rulings = row.outcome.get("rulings") or [{"text": f"Move {row.position}."}]
    return str(rulings[0]["text"])
