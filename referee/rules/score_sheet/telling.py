"""How the score sheet tells points, entries and reasons, and says that a rule cannot be counted."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from referee.rules.engine import Line, Refused
from referee.rules.score_sheet.definition import Definition, Field
from referee.rules.score_sheet.fitting import place_of
from referee.rules.score_sheet.formulas import BadFormula
from referee.rules.score_sheet.moves import Entered, Entries
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
    return Refused("impossible", rule, message, {"why": str(error), "place": place})


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
