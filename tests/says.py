"""What the games of getting rid of cards say, which stands in the `says.toml` of each."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from referee.rules import rulebook
from referee.rules.shedding.definition import Says, read

RULES = Path(rulebook.__file__).parent


@cache
def tables() -> tuple[tuple[str, Says], ...]:
    """Where each table is, and what it says by event."""
    found = [path for path in sorted(RULES.glob("*/says.toml")) if path.parent.name != "shedding"]
    return tuple((str(path.relative_to(RULES)), Says(path.parent.name, read(path))) for path in found)


def sentences() -> tuple[tuple[str, str], ...]:
    """Every sentence, with its table."""
    return tuple((where, text) for where, says in tables() for _, text in says.texts.values() if text)
