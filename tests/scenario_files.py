"""Scenarios: a record `x.json`, and beside it in `x.expect.json` what its replay has to say.

`title` and `clauses` at the top of the record are ours. `asserts` lists those of the clauses that no ruling
of the replay cites, because what they say is what does not happen, or is seen in the state expected.
"""

from __future__ import annotations

import json
from functools import cached_property
from pathlib import Path

from referee.rules.engine import Json
from tests.records import replay

OURS = Path(__file__).parent / "scenarios"
EXPECT = ".expect.json"


class Scenario:
    """One scenario as it lies in its folder."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.text = path.read_text(encoding="utf-8")
        self.document: Json = json.loads(self.text)
        self.game: str = self.document["game"]
        self.clauses = frozenset[str](self.document.get("clauses", ()))
        self.asserts = frozenset[str](self.document.get("asserts", ()))

    @property
    def name(self) -> str:
        return self.path.name.removesuffix(".json")

    @cached_property
    def expectations(self) -> list[Json]:
        """What is expected: `{"n": move, "expect": {...}}` each."""
        text = self.path.with_suffix(EXPECT).read_text(encoding="utf-8")
        found: list[Json] = json.loads(text)
        return found

    @cached_property
    def replay(self) -> Json:
        return replay(self.text)

    @cached_property
    def cited(self) -> frozenset[str]:
        """The clauses that the replay's rulings and refusals cite."""
        return frozenset(rule for entry in self.replay["moves"] for rule in rules_of(entry))


def rules_of(entry: Json) -> list[str]:
    """The clauses that an entry of a replay cites, of its rulings or of its error."""
    cited = [ruling["rule"] for ruling in entry.get("rulings", [])]
    error = entry.get("error", {}).get("rule")
    return cited if error is None else [*cited, error]


def in_folder(folder: Path) -> list[Scenario]:
    """The scenarios of a folder, by name. Raises FileNotFoundError for a folder that has none."""
    paths = sorted(path for path in folder.glob("*.json") if not path.name.endswith(EXPECT))
    if not paths:
        raise FileNotFoundError(f"{folder} has no scenario")
    return [Scenario(path) for path in paths]
