"""Between the rules and the log: what the log keeps of a state, of a ruling, of a refusal."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec
from django.core.exceptions import ValidationError

from referee.rules.engine import AnyFold, AnyGame, Fold, Move, Refused, Ruling, State, Step
from referee.rules.outcome import Outcome, Said
from scoring import models
from scoring.log import reader
from scoring.log.seats import check_seats
from scoring.log.values import Line, Past, Table


def fold_of(rules: AnyGame, past: Past) -> AnyFold:
    """The moves in force of a hand, judged again from its first state."""
    fold = Fold(rules, rules.load(past.state), max(past.first, 1) - 1)
    for entry in past.entries:
        fold.tell(entry.body)
    return fold


def steps_of(game: models.Game, rules: AnyGame) -> Callable[[], Sequence[Step[State, Move]]]:
    """For a move that looks back: the steps of the running hand, folded only if it asks."""
    return lambda: fold_of(rules, reader.past(game)).steps


def table_of(rules: AnyGame, state: State) -> Table:
    """What the log keeps of a state."""
    shown = rules.show(state)
    return Table(
        snapshot=rules.dump(state),
        phase=shown["phase"],
        players=state.players,
        scores=rules.standing(state),
        winners=shown["winners"],
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
        rulings=tuple(Said(cite.rule, cite.message, cite.facts, cite.text) for cite in ruling.cites),
        gained=gained,
        feats=stats[False],
        most=stats[True],
        undoes=ruling.undoes,
        **ruling.entry,
    )


def lines_of(ruling: Ruling[State]) -> list[Line]:
    """The score lines of a ruling, as the log keeps them."""
    return [Line(line.player, line.points, line.rule, line.reason) for line in ruling.lines]


def hand_begun(rules: AnyGame, move: object, after: State) -> int | None:
    """The number of the hand that a move begins; None for a move that begins none."""
    return rules.hand_number(after) if isinstance(move, rules.openers) else None


def noted(no: Refused, instead: int = 0) -> dict[str, object]:
    """A refusal as it is noted: its code, clause, message, facts and text, and `instead` unless it is 0."""
    said: dict[str, object] = msgspec.to_builtins(no) | {"text": no.text}
    return said | {"instead": instead} if instead else said
