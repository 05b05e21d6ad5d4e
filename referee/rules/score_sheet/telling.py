"""How the score sheet tells points, entries and reasons, and says that a rule cannot be counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from referee.rules.engine import Line, Refused
from referee.rules.score_sheet import asking, counting, formulas
from referee.rules.score_sheet.definition import Definition, Field
from referee.rules.score_sheet.fitting import place_of
from referee.rules.score_sheet.formulas import BadFormula
from referee.rules.score_sheet.moves import Entered, Entries
from referee.rules.score_sheet.state import Sheet
from referee.rules.sentences import joined, number_text

#: The reason of a score line is kept short.
_REASON = 80


def lines_of(rule: str, points: Mapping[str, int | float], reason: str) -> tuple[Line, ...]:
    """A score line for each, all for one reason."""
    return tuple(Line(name, each, rule, reason[:_REASON]) for name, each in points.items())


def uncounted(rule: str, sheet: Definition | None, error: BadFormula, advice: str = "") -> Refused:
    """The refusal where a sheet's own expression comes to nothing, with where in the sheet it stands."""
    place = place_of(sheet, error.text) if sheet else ""
    where = ", at {place}" if place else ""
    message = f"The sheet’s own rule cannot be counted{where}: {{why}}. {advice}".rstrip()
    return Refused(
        "impossible", rule, message, {"why": str(error).replace(" cannot be counted", "", 1), "place": place}
    )


def told_entries(asked: list[Field], entries: Entries, table: Mapping[str, Entered]) -> Iterator[str]:
    """Each field with what was entered in it, in words."""
    for one in asked:
        if one.of == "round":
            yield f"{one.name} {told_value(one, table[one.key])}"
        else:
            found = [
                f"{name} {told_value(one, entry[one.key])}"
                for name, entry in entries.items()
                if one.key in entry
            ]
            yield f"{one.name}: {joined(found)}" if len(asked) > 1 else joined(found)


def told_value(one: Field, value: Entered) -> str:
    """A field's value in words."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if one.kind == "choice":
        return next((choice.name for choice in one.choices if choice.value == value), str(value))
    return value or "nobody" if isinstance(value, str) else number_text(value)


def played(state: Sheet, table: Mapping[str, Entered]) -> Iterator[str]:
    """What was entered for a whole round: in its sheet's words, and by its fields what those leave out."""
    sheet = state.options.sheet
    if sheet is None:
        return
    said: set[str] = set()
    for told in sheet.tells:
        names = {name for text in formulas.said(told) for name in formulas.names_in(text)}
        keys = {one.key for one in sheet.fields if one.key in names}
        if keys <= table.keys():
            try:
                text = formulas.spoken(told, {**counting.agreed(state.options), **table})
            except BadFormula:
                continue
            said |= keys
            if text.strip():
                yield text.strip()
    choices = Counter(choice.name for one in sheet.fields for choice in one.choices)
    for one in sheet.fields:
        if one.key in table and one.key not in said and not _goes_without_saying(state, one, table):
            text = told_value(one, table[one.key])
            alone = one.kind == "choice" and choices[text] == 1
            yield one.name if one.kind == "tick" else text if alone else f"{one.name}\N{NO-BREAK SPACE}{text}"


def _goes_without_saying(state: Sheet, one: Field, table: Mapping[str, Entered]) -> bool:
    """Whether a field is empty that may be, or that nobody was asked for."""
    if table[one.key] != one.empty:
        return False
    try:
        return asking.may_lack(one) or not asking.is_asked(state, one, table)
    except BadFormula:
        return True
