"""The path of a tap: lock the game, judge on its state, append and save; then the doorbell rings.

Pages render what comes back. Nothing here knows a game; nothing else writes to the log.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Any

import msgspec
from django.core.exceptions import PermissionDenied, ValidationError

from referee.live import ring
from referee.rules.engine import Fold, Game, Refused, Ruling, Step, games
from scoring import log, models
from scoring.crew import Visitor
from scoring.refusals import refuse
from scoring.seats import check_seats
from scoring.values import Line, Past, Table


@dataclass(frozen=True)
class Answer:
    """What came of a tap: the game and its state now, and why.

    `sent` is the move as it was read; `refused` is the no of the referee, `refusal` its number beside the
    log, 0 where it was not noted; `asks` is the query of the sheet that asks for what the move lacks;
    `changed` says in sentences what happened after the page was made; `late` says that the tap was held back
    for it and changed nothing; `instead` is the number of the move whose place the refused one was to take,
    0 for none.
    """

    game: models.Game
    rules: Game[Any, Any]
    state: Any
    sent: Mapping[str, Any] = field(default_factory=dict)
    refused: Refused | None = None
    refusal: int = 0
    asks: str = ""
    outcome: Mapping[str, Any] = field(default_factory=dict)
    changed: Sequence[str] = ()
    late: bool = False
    instead: int = 0

    @property
    def status(self) -> HTTPStatus:
        """What HTTP calls it: 200, 409 for a late tap, 422 for a refused one."""
        if self.late:
            return HTTPStatus.CONFLICT
        return HTTPStatus.UNPROCESSABLE_ENTITY if self.refused else HTTPStatus.OK


Write = Callable[[log.OpenGame, Game[Any, Any], Any], Answer]
#: From the game's name, its state and a refused move: what the move lacks, as in `Presenter.asks`.
Asks = Callable[[str, Any, Mapping[str, Any]], str | Refused]


def tap(
    visitor: Visitor,
    public_id: str,
    key: str,
    read: Callable[[str], dict[str, Any]],
    asks: Asks = lambda *_: "",
) -> Answer:
    """Makes a move; `read` gives its RECORD.md value for the game of that name.

    A refused move is noted beside the log, unless it only lacked something that a sheet can ask for. On a
    page that is not the newest the move is judged on the table as it is now; what another phone has noted
    meanwhile is not counted again. Raises Game.DoesNotExist, PermissionDenied, log.BadKey.
    """

    def write(table: log.OpenGame, rules: Game[Any, Any], state: Any) -> Answer:
        raw = read(table.game.game)
        check_overruling(table.game, raw)
        changed: list[str] = []
        if table.is_stale:
            since = log.missed(table.game, key)
            changed = [happened(row) for row in since]
            if any(row.kind == models.Move.Kind.MOVE and row.body == raw for row in since):
                return Answer(table.game, rules, state, raw, changed=changed, late=True)
        move = rules.read(raw)
        answer = move if isinstance(move, Refused) else rules.judge(state, move, _past_of(table.game, rules))
        if isinstance(answer, Refused):
            lacks = asks(table.game.game, state, raw)
            if isinstance(lacks, str) and lacks:
                outcome = log.last_outcome(table.game)
                return Answer(table.game, rules, state, raw, asks=lacks, outcome=outcome, changed=changed)
            no = lacks if isinstance(lacks, Refused) else answer
            kept = note(table, raw, no)
            return Answer(table.game, rules, state, raw, refused=no, refusal=kept, changed=changed)
        after = table_of(rules, answer.state)
        if wrong := misnamed(table.game, after):
            return Answer(table.game, rules, state, raw, refused=wrong, changed=changed)
        hand = _hand_begun(rules, move, answer.state)
        outcome = outcome_of(rules, state, move, answer)
        table.move(body=raw, outcome=outcome, table=after, lines=lines_of(answer), hand=hand)
        return Answer(table.game, rules, answer.state, raw, outcome=outcome, changed=changed)

    return written(visitor, public_id, key, write)


def check_overruling(game: models.Game, raw: Mapping[str, Any]) -> None:
    """Raises PermissionDenied if somebody other than a keeper overrules the referee."""
    if "overruled" in raw and not game.viewer_is_keeper:
        raise PermissionDenied("Only a keeper of the crew can overrule the referee.")


def note(table: log.OpenGame, raw: dict[str, Any], no: Refused, *, instead: int = 0) -> int:
    """Notes a refusal, and returns its number; 0 for what could not even be read: it is nobody's move.

    `instead` is the number of the move that was to be corrected.
    """
    if no.code == "invalid":
        return 0
    kept = refuse(table, body=raw, outcome=noted(no, instead))
    return kept.number if kept else 0


def noted(no: Refused, instead: int = 0) -> dict[str, Any]:
    """A refusal as it is noted: its code, clause, message, facts and text, and `instead` unless it is 0."""
    said: dict[str, Any] = msgspec.to_builtins(no) | {"text": no.text}
    return said | {"instead": instead} if instead else said


def undo(visitor: Visitor, public_id: str, key: str) -> Answer:
    """Takes the last move off. A page that is not the newest takes nothing off: it would be another move."""

    def write(table: log.OpenGame, rules: Game[Any, Any], state: Any) -> Answer:
        before = table.before_last()
        if before is None:
            return Answer(table.game, rules, state, refused=_nothing_to("undo"))
        fold = fold_of(rules, before)
        table.undo(outcome={}, table=table_of(rules, fold.state))
        # Where a hand's first move was taken off, the last one in force belongs to the hand before.
        if before.entries or not table.game.length:
            outcome = before.entries[-1].outcome if before.entries else {}
        else:
            outcome = log.last_outcome(table.game)
        return Answer(table.game, rules, fold.state, outcome=outcome)

    return written(visitor, public_id, key, unless_late(key, write))


def redo(visitor: Visitor, public_id: str, key: str) -> Answer:
    """Puts back the move undone last."""

    def write(table: log.OpenGame, rules: Game[Any, Any], state: Any) -> Answer:
        entry = table.next_redo()
        if entry is None:
            return Answer(table.game, rules, state, refused=_nothing_to("redo"))
        move = rules.read(entry.body)
        answer = move if isinstance(move, Refused) else rules.judge(state, move, _past_of(table.game, rules))
        if isinstance(answer, Refused):
            return Answer(table.game, rules, state, refused=answer)
        after = table_of(rules, answer.state)
        if wrong := misnamed(table.game, after):
            return Answer(table.game, rules, state, refused=wrong)
        hand = _hand_begun(rules, move, answer.state)
        table.redo(outcome=entry.outcome, table=after, lines=lines_of(answer), hand=hand)
        return Answer(table.game, rules, answer.state, outcome=entry.outcome)

    return written(visitor, public_id, key, unless_late(key, write))


def written(visitor: Visitor, public_id: str, key: str, write: Write) -> Answer:
    """One write under the lock; a key sent again changes nothing. Then the doorbell rings."""
    with log.locked(visitor, public_id, key=key) as table:
        rules = games()[table.game.game]
        state = rules.load(table.game.state)
        if table.repeated:
            # Others may have tapped since: it is the table as it is now that is shown.
            return Answer(table.game, rules, state, outcome=log.last_outcome(table.game))
        answer = write(table, rules, state)
    if answer.status == HTTPStatus.OK and not answer.asks:
        ring(answer.game.public_id, answer.game.version)
    return answer


def unless_late(key: str, write: Write) -> Write:
    """The write, held back when others have tapped since its page was made."""

    def checked(table: log.OpenGame, rules: Game[Any, Any], state: Any) -> Answer:
        if not table.is_stale:
            return write(table, rules, state)
        changed = [happened(row) for row in log.missed(table.game, key)]
        return Answer(table.game, rules, state, changed=changed, late=True)

    return checked


def _nothing_to(what: str) -> Refused:
    return Refused("phase", None, "There is nothing to {what}.", {"what": what})


def fold_of(rules: Game[Any, Any], past: Past) -> Fold[Any, Any]:
    """The moves in force of a hand, judged again from its first state."""
    fold = Fold(rules, rules.load(past.state), max(past.first, 1) - 1)
    for entry in past.entries:
        fold.tell(entry.body)
    return fold


def _past_of(game: models.Game, rules: Game[Any, Any]) -> Callable[[], Sequence[Step[Any, Any]]]:
    """For a move that looks back: the steps of the running hand, folded only if it asks."""
    return lambda: fold_of(rules, log.past(game)).steps


def table_of(rules: Game[Any, Any], state: Any) -> Table:
    """What the log keeps of a state."""
    shown = rules.show(state)
    return Table(
        snapshot=rules.dump(state),
        phase=shown["phase"],
        players=state.players,
        scores=rules.standing(state),
        winners=shown["winners"],
        over=shown["phase"] == "over",
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


def outcome_of(rules: Game[Any, Any], before: Any, move: Any, ruling: Ruling[Any]) -> dict[str, Any]:
    """What the referee said of a move, as the log keeps it: messages with their facts, the words, and
    `gained`, what it did to each player's score, if it did. For the statistics it has by player `feats`,
    which add up, and the `most` of something at once, and in `undoes` the number of the move from which on
    what was done is undone.
    """
    outcome: dict[str, Any] = {
        "rulings": [msgspec.to_builtins(cite) | {"text": cite.text} for cite in ruling.cites]
    }
    for line in ruling.lines:
        gained = outcome.setdefault("gained", {})
        gained[line.player] = gained.get(line.player, 0) + line.points
    for player, done in rules.feats_of(before, move, ruling).items():
        for feat, amount in done.items():
            kind = "most" if rules.feats[feat].most else "feats"
            outcome.setdefault(kind, {}).setdefault(player, {})[feat] = amount
    if ruling.undoes:
        outcome["undoes"] = ruling.undoes
    return {**outcome, **ruling.entry}


def lines_of(ruling: Ruling[Any]) -> list[Line]:
    """The score lines of a ruling, as the log keeps them."""
    return [Line(line.player, line.points, line.rule, line.reason) for line in ruling.lines]


def _hand_begun(rules: Game[Any, Any], move: object, after: Any) -> int | None:
    return rules.hand_number(after) if isinstance(move, rules.openers) else None


def happened(row: models.Move) -> str:
    """A row of the log as one sentence."""
    match row.kind:
        case models.Move.Kind.UNDO:
            return f"Move {row.position} was taken back."
        case models.Move.Kind.REDO:
            return f"Move {row.position} was put back."
        case models.Move.Kind.CORRECT if "back" in row.outcome:
            return f"Move {row.position} and all after it were taken back."
        case models.Move.Kind.CORRECT:
            return f"Move {row.position} was corrected."
    rulings = row.outcome.get("rulings") or [{"text": f"Move {row.position}."}]
    return str(rulings[0]["text"])
