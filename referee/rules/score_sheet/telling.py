"""How the score sheet tells points and reasons, and what it says of a rule that cannot be counted."""

from __future__ import annotations

from collections.abc import Mapping

from referee.rules.engine import Line, Refused
from referee.rules.score_sheet.formulas import BadFormula

#: The reason of a score line is kept short.
_REASON = 80


def signed(points: float) -> str:
    """Points as what is added or taken off; 0 has no sign."""
    return f"{points:+}".replace("-", "−") if points else "0"


def lines_of(rule: str, points: Mapping[str, int | float], reason: str) -> tuple[Line, ...]:
    """A score line for each, all for one reason."""
    return tuple(Line(name, each, rule, reason[:_REASON]) for name, each in points.items())


def uncounted(rule: str, error: BadFormula, advice: str = "") -> Refused:
    """The refusal where a sheet's own expression comes to nothing."""
    message = f"The sheet’s own rule cannot be counted: {{why}}. {advice}".rstrip()
    return Refused("impossible", rule, message, {"why": str(error)})
