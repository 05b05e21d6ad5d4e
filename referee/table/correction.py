"""Correcting an older move: it is replaced or removed, and everything from its hand on is judged again.

The plan is made without saving, so that the page can show what no longer holds; saving makes the same plan
again under the lock. So it is with taking back a move and everything after it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from django.http import QueryDict

from referee.games.cited import Cited
from referee.games.look import Reply
from referee.games.presenter import body_of
from referee.games.registry import GAMES, PRESENTERS
from referee.games.table_views import won_by
from referee.rules.engine import AnyFold, AnyGame, Move, Refused, State
from referee.rules.score_sheet import formulas
from referee.rules.sentences import by_side, counted, joined, number_text
from referee.table import taps
from referee.table.taps import OpenTable, Result, fold_of, step_of, table_of
from scoring import models
from scoring.log import reader, writer
from scoring.log.effective import trace
from scoring.log.values import Entry, Past, Step

#: Steps that the expressions of a sheet may take in one correction, which taps of others wait for.
MOST_STEPS = 2_000_000


@dataclass(frozen=True)
class Dropped:
    """A later move that no longer holds, and why not; `after_end` says that the game is over before it."""

    entry: Entry
    refused: Refused
    after_end: bool


@dataclass(frozen=True)
class Plan:
    """What a correction does: the steps from its position on, and the moves that fall away.

    `refused` is why the new move itself cannot stand; then nothing else is said. `doubt` is why it is not
    taken from a form all the same (Presenter.doubts). `restored` says that it takes an earlier one back.
    """

    steps: Sequence[Step]
    dropped: Sequence[Dropped]
    fold: AnyFold
    refused: Refused | None = None
    doubt: Refused | None = None
    restored: bool = False

    def outcome(self, was: State) -> dict[str, object]:
        """The outcome of its row of the log; `was` is the table before it."""
        dropped = [{"move": item.entry.body, "why": item.refused.text} for item in self.dropped]
        said = {"dropped": dropped, "hands": taps.changed_hands(self.fold.game, was, self.fold.state)}
        return said | ({"restored": True} if self.restored else {})


@dataclass(frozen=True)
class Back:
    """What taking back from a position on does: the moves that go, oldest first; the state before them."""

    taken: Sequence[Entry]
    fold: AnyFold
    steps: Sequence[Step] = ()

    def outcome(self, was: State) -> dict[str, object]:
        """The outcome of its row of the log; `was` is the table before it."""
        bodies = [entry.body for entry in self.taken]
        return {"back": bodies, "hands": taps.changed_hands(self.fold.game, was, self.fold.state)}


def move_at(game: models.Game, position: int) -> tuple[Entry, AnyFold]:
    """The move at a position, and its hand folded up to it.

    Raises writer.NothingThere if no move is in force at the position.
    """
    past, fold = before(game, position)
    return past.entries[position - max(past.first, 1)], fold


def plan_back(game: models.Game, position: int) -> Back:
    """What the game becomes when the move at a position and all after it are taken back.

    Raises writer.NothingThere if no move is in force at the position.
    """
    past, fold = before(game, position)
    return Back([entry for entry in past.entries if entry.position >= position], fold)


def before(game: models.Game, position: int) -> tuple[Past, AnyFold]:
    """Everything from the hand of a position on, and that hand folded up to it."""
    if not 1 <= position <= game.length:
        raise writer.NothingThere(f"There is no move {position}.")
    return _folded(game, position)


def _folded(game: models.Game, position: int) -> tuple[Past, AnyFold]:
    past = reader.past(game, position)
    earlier = [entry for entry in past.entries if entry.position < position]
    return past, fold_of(GAMES[game.game], replace(past, entries=earlier))


def plan(game: models.Game, position: int, move: Move | None) -> Plan:
    """What the game becomes with another move at a position, or, for None, without the one there.

    Raises writer.NothingThere if no move is in force at the position.
    """
    past, fold = before(game, position)
    was = fold.state
    made = replan(game, fold, past, position, move)
    if move is None or made.refused:
        return made
    doubt = PRESENTERS[game.game].confirmation(was, move, QueryDict())
    return replace(made, doubt=doubt) if isinstance(doubt, Refused) else made


def replan(game: models.Game, fold: AnyFold, past: Past, position: int, move: Move | None) -> Plan:
    """The plan from what is known already: everything from the hand of a position on, and that hand folded
    up to it. Asks the database nothing; of the game only its standing counts.
    """
    begun = formulas.steps()
    with formulas.limited(MOST_STEPS):
        made = _judged_again(game, fold, past, position, move)
    if formulas.steps() - begun < MOST_STEPS:
        return made
    message = "This sheet takes too long to count for a correction so far back. Correct a later move instead."
    return Plan((), (), fold, refused=Refused("phase", None, message))


def plan_restored(game: models.Game, fold: AnyFold, past: Past, entries: Sequence[Entry]) -> Plan:
    """What the game becomes when the entries that a correction replaced or took out of force are put back."""
    first = fold.game.logged(entries[0].body)
    made = replan(game, fold, replace(past, entries=entries), entries[0].position, first)
    return replace(made, restored=True)


def _judged_again(game: models.Game, fold: AnyFold, past: Past, position: int, move: Move | None) -> Plan:
    rules = fold.game
    steps: list[Step] = []
    dropped: list[Dropped] = []
    places = {number: number for number in range(1, position)}
    for entry in past.entries:
        if entry.position < position:
            continue
        if entry.position == position:
            if move is None:
                continue
            made = step(rules, fold, body_of(move), None)
            if isinstance(made, Refused):
                return Plan((), (), fold, refused=made)
        else:
            made = step(rules, fold, rules.renumbered(entry.body, places), entry.seq)
        if isinstance(made, Step):
            places[entry.position] = fold.n
            steps.append(made)
        else:
            dropped.append(
                Dropped(entry, PRESENTERS[rules.key].worded(made), rules.show(fold.state)["phase"] == "over")
            )
    return Plan(steps, dropped, fold, refused=taps.misnamed(game, table_of(rules, fold.state)))


def step(rules: AnyGame, fold: AnyFold, body: dict[str, object], seq: int | None) -> Step | Refused:
    """Judges one more move; a refused one leaves no number behind, for it will not be in the record."""
    state: State = fold.state
    answer = fold.play_json(body)
    if isinstance(answer, Refused):
        fold.n -= 1
        return answer
    return step_of(rules, state, fold.steps[-1].move, answer, body, seq=seq)


def correct(table: OpenTable, position: int, move: Move | Refused | None, sent: QueryDict) -> Result:
    """Saves the correction, and with it what the plan showed; None as the move removes it.

    A page that is not the newest saves nothing. Where the move only lacks something that a sheet can ask for,
    that is the answer, as in `taps.make`. Raises writer.NothingThere, PermissionDenied.
    """
    if unchanged := table.unchanged(Reply(sent=sent, instead=position)):
        return unchanged
    if isinstance(move, Refused):
        return table.result(Reply(sent=sent, refused=move, instead=position))
    old = move_at(table.game, position)[0].body
    if barred := table.barred(old, *([move] if move else ())):
        return barred
    # What was overruled already stays so, whoever corrects the rest of it.
    if move and taps.overruled(move) not in (None, old.get("overruled")):
        taps.check_overruling(table, move)
    made = plan(table.game, position, move)
    if made.refused:
        reply = Reply(move, sent, refused=made.refused, instead=position)
        return taps.refused(table, reply, made.fold.state)
    if made.doubt:
        return table.result(Reply(move, sent, refused=made.doubt, instead=position))
    return _save(table, position, made, Reply(move, sent))


def _save(table: OpenTable, position: int, made: Plan | Back, reply: Reply) -> Result:
    """The plan as a row of the log, and what it did as the reply's notice."""
    row = table.log.correct(
        position=position,
        steps=made.steps,
        outcome=made.outcome(table.state),
        table=table_of(table.presenter.rules, made.fold.state),
    )
    return table.result(replace(reply, notice=taps.notice_of_correction(table.game, row)), made.fold.state)


def take_back(table: OpenTable, position: int) -> Result:
    """Takes back the move at a position and everything after it: one row of the log, which says what went.

    A page that is not the newest takes nothing back. Raises writer.NothingThere.
    """
    if unchanged := table.unchanged():
        return unchanged
    made = plan_back(table.game, position)
    if barred := table.barred(*(entry.body for entry in made.taken)):
        return barred
    return _save(table, position, made, Reply())


def undo(table: OpenTable) -> Result:
    """Takes the last move off; where a correction was the last thing done, puts back what stood before it.

    A page that is not the newest takes nothing back.
    """
    last, game = table.log.last_correction(), table.game
    if last is None:
        return taps.undo(table)
    if unchanged := table.unchanged():
        return unchanged
    entries = trace(reader.whole_log(game)).touched[last.seq]
    if barred := table.barred(*(entry.body for entry in entries)):
        return barred
    past, fold = _folded(game, last.position)
    made = plan_restored(game, fold, past, entries)
    if made.refused:
        return table.result(Reply(refused=made.refused))
    return _save(table, last.position, made, Reply())


#: What a phase means to the players; where it is somebody's turn, that says enough.
_PHASES = {
    "deal": "The next {unit} can be dealt.",
    "flip": "The first card has to be flipped.",
    "refill": "The field has to be filled again.",
    "out": "The last card can still be matched.",
    "count": "The cards left in hand are counted.",
    "bonus": "The bonus marks are counted.",
}


def differences(rules: AnyGame, was: State, becomes: State) -> Iterator[Cited]:
    """Who wins, scores, hands, turn and what comes next, where they are not the same; states of one game."""
    before, after = rules.show(was), rules.show(becomes)
    sides = rules.sides(becomes)
    won, former = ([*shown["winners"]] if shown["phase"] == "over" else None for shown in (after, before))
    if won is not None and won != former:
        wins = won_by(won, together=any({*won} <= {*side} for side in sides))
        instead = former is not None and f"{wins} instead of {joined(former) or 'nobody'}."
        over = "The game is over." if rules.alone(becomes) else f"The game is over: {wins}."
        yield Cited(text=instead or over)
    elif won != former:
        yield Cited(text="The game is not over.")
    # Who all play together have each their own.
    partners = sides if len(sides) > 1 else ()
    for field, (noun, _) in (("scores", rules.counts), ("hands", ("card", "cards"))):
        was_by_side = by_side(before.get(field, {}), partners)
        for name, number in by_side(after.get(field, {}), partners).items():
            old = was_by_side.get(name)
            if number != old:
                instead = "" if old is None else f" instead of {number_text(old)}"
                yield Cited(text=f"{name}: {counted(number, noun)}{instead}.")
    if after.get("turn") and after["turn"] != before["turn"]:
        yield Cited(text=f"It is {after['turn']}’s turn.")
    if after["phase"] != before["phase"] and (text := _PHASES.get(after["phase"])):
        yield Cited(text=text.format(unit=rules.unit))
