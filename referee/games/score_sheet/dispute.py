"""What a score sheet answers in a dispute: how each total adds up, what a round would do."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import TypeVar

from referee.games.cited import Cited
from referee.games.presenter import Answers, Check, Question
from referee.games.score_sheet.entry import number_text, signed_text
from referee.rules.score_sheet import counting, formulas, moves, terms
from referee.rules.score_sheet.definition import PLAIN
from referee.rules.score_sheet.formulas import BadFormula, Names
from referee.rules.score_sheet.state import Playing, States, exact
from referee.rules.sentences import joined

#: So many of the newest rounds are written out in a sum; those before them are one number.
_MOST = 8
_RULE = "score_sheet 1"
_Text = TypeVar("_Text")


class ScoreSheetAnswers(Answers[States, moves.Move]):
    """See Answers."""

    def checks(self, before: States, move: moves.Move, after: States) -> Iterator[Check]:
        """How the last round was counted, and everybody's total as a sum."""
        with formulas.limited():
            if isinstance(move, moves.Entry | moves.Result) and (counted := tuple(_counted(before, after))):
                yield Check(heading="How it was counted", lines=counted)
        if sums := tuple(_sums(after)):
            yield Check(heading="How the totals add up", lines=sums)

    def questions(self, state: States) -> Iterator[Question]:
        """What a round of plain points would do; fields say it themselves before they are saved."""
        if isinstance(state, Playing) and state.players and not state.options.sheet:
            nothing = moves.Round(scores=dict.fromkeys(state.players, 0))
            yield Question("What would this round do?", nothing)


def added_up(
    before: States, after: States, row: str | None = None
) -> dict[counting.Unit, tuple[terms.Term, ...]]:
    """What each got in the last round, or in `row`, line by line; nothing where a bare number says all."""
    sheet = after.options.sheet or PLAIN
    if sheet.by == "row":
        rows = _changed(before, after, sheet.why, row)
        return {unit: lines for unit, lines in rows.items() if sheet.why or len(lines) > 1}
    found = _written(before, after, terms.added_up)
    named = {let.name for let in sheet.lets}
    return {
        unit: tuple(lines)
        for unit, lines in found.items()
        if len(lines) > 1 or any(" = " in text or label in named for label, text in lines)
    } | _said(before, after)


def _changed(
    before: States, after: States, why: Sequence[str], asked: str | None
) -> dict[counting.Unit, tuple[terms.Term, ...]]:
    """By how much each category changed, or why it is worth that: one may change what others are worth."""
    was = {row.key: row.scores for row in before.rounds}
    found: dict[counting.Unit, tuple[terms.Term, ...]] = {}
    with suppress(BadFormula):
        for row in after.rounds:
            for name, points in row.scores.items():
                more = exact([points, -was.get(row.key, {}).get(name, 0)])
                if more or row.key == asked:
                    known = {**counting.of_cell(after, row.key, name), "points": points}
                    told = formulas.spoken("".join(why), known) or signed_text(more)
                    found[name,] = (*found.get((name,), ()), (row.name or "", told))
    return found


def _said(before: States, after: States) -> dict[counting.Unit, tuple[terms.Term, ...]]:
    """Why each got what they got, where their sheet has words for it; behind " = " stands the number."""
    why = (after.options.sheet or PLAIN).why
    found = _written(before, after, lambda _, names, *__: [formulas.spoken(each, names) for each in why])
    lines = {unit: [each.partition(" = ") for each in said if each.strip()] for unit, said in found.items()}
    return {unit: tuple((text, n) for text, _, n in parts) for unit, parts in lines.items() if parts}


def _counted(before: States, after: States) -> Iterator[Cited]:
    for unit, lines in added_up(before, after).items():
        # A number that would stand behind another has a colon.
        parts = [(f"{of}: {n}" if of[-1:].isdigit() else f"{of} {n}").strip(": ") for of, n in lines]
        if len(lines) > 1 and not (after.options.sheet or PLAIN).ordered:
            points = exact([after.scores[unit[0]], -before.scores[unit[0]]])
            parts.append(f"Total {number_text(points)}")
        yield Cited(text=f"{joined(unit)}: {'. '.join(parts)}.", rule=_RULE)


def _written(
    before: States, after: States, write: Callable[[str, Names, Mapping[str, str], Mapping[str, str]], _Text]
) -> dict[counting.Unit, _Text]:
    """How the points of the last round came about; not of a category, which hangs on others."""
    sheet, row = after.options.sheet, after.rounds[-1]
    found: dict[counting.Unit, _Text] = {}
    if sheet is None or sheet.by == "row":
        return found
    lets = {let.key: let.is_ for let in sheet.lets}
    labels = {one.key: one.name for one in sheet.fields}
    labels |= {let.key: let.name for let in sheet.lets if let.name}
    labels |= {tally.key: tally.name for tally in sheet.tallies if tally.name}
    with suppress(BadFormula):
        for unit, names in counting.known(before, row.entries, row.table).items():
            found[unit] = write(sheet.worth(), names, lets, labels)
    return found


def _sums(state: States) -> Iterator[Cited]:
    """Of whom there is more than one number."""
    for unit in counting.units(state.options.sheet or PLAIN, state.players):
        points = [row.scores[unit[0]] for row in state.rounds if unit[0] in row.scores]
        shown = points[-_MOST:]
        earlier = exact([state.scores[unit[0]], *(-each for each in shown)])
        parts = [f"{number_text(earlier)} {'earlier' if len(points) > _MOST else 'at the start'}"]
        parts = [*(parts if earlier else ()), *map(number_text, shown)]
        if len(parts) > 1:
            text = " + ".join(parts).replace("+ −", "− ")
            yield Cited(text=f"{joined(unit)}: {text} = {number_text(state.scores[unit[0]])}.", rule=_RULE)
