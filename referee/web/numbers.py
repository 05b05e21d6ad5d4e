"""Numbers as they are typed, and as they are written on every page."""

from __future__ import annotations

Number = int | float


def whole_number(text: object, *, digits: int = 9) -> int | None:
    """What a form or an address says as a number, of at most so many digits; None for anything else."""
    typed = str(text)
    return int(typed) if typed.isascii() and typed.isdigit() and len(typed) <= digits else None


def number_or_text(typed: object) -> int | str:
    """A number as it was typed, or the text that is none: the referee refuses it in words."""
    found = whole_number(typed)
    return str(typed) if found is None else found


def written(points: Number | str) -> str:
    """A number with a true minus, not a hyphen."""
    return str(points).replace("-", "−")


def signed(points: Number) -> str:
    """A number as what is added or taken off, with its sign; 0 has none."""
    return written(f"{points:+}") if points else "0"
