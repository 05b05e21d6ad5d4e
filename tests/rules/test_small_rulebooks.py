"""The rulebooks of NumZumZero, Zarathustra and the score sheet: every clause is there, carried and cited."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import pytest

from referee.rules import record, rulebook

SCENARIOS = Path(__file__).parents[1] / "scenarios"
#: How many numbered clauses RULES.md has for a game, and how many settled points.
CLAUSES = {"numzumzero": (16, 5), "zarathustra": (10, 6), "score_sheet": (3, 0)}


@cache
def scenarios(key: str) -> tuple[str, ...]:
    """The records of a game that are ours."""
    paths = sorted(SCENARIOS.glob(f"{key}-*.json"))
    return tuple(path.read_text(encoding="utf-8") for path in paths if not path.name.endswith(".expect.json"))


@pytest.mark.parametrize("key", CLAUSES)
def test_the_rulebook_has_every_clause_once_and_says_which_are_our_reading(key: str) -> None:
    book = rulebook.load(key)
    numbered, settled = CLAUSES[key]
    expected = [*(f"{n + 1}" for n in range(numbered)), *(f"settled {n + 1}" for n in range(settled))]
    assert [clause.number for clause in book.clauses] == expected
    assert book.game == key
    assert book.how.strip()
    assert book.source
    for clause in book.clauses:
        assert clause.title, clause.number
        assert clause.text.endswith("."), clause.number
        assert clause.reading == clause.number.startswith("settled"), clause.number
        assert set(clause.see) <= set(expected) - {clause.number}, clause.number


def test_what_the_numzumzero_rulebook_leaves_out_is_said() -> None:
    assert "Tricks" in rulebook.load("numzumzero").source


@pytest.mark.parametrize("key", CLAUSES)
def test_every_clause_is_carried_by_a_scenario(key: str) -> None:
    carried = {clause for text in scenarios(key) for clause in json.loads(text)["clauses"]}
    assert carried == {f"{key} {clause.number}" for clause in rulebook.load(key).clauses}


@pytest.mark.parametrize("key", CLAUSES)
def test_every_clause_is_cited_by_what_the_referee_says_in_a_scenario(key: str) -> None:
    cited = set()
    for text in scenarios(key):
        for entry in record.replay(text)["moves"]:
            cited |= {ruling["rule"] for ruling in entry.get("rulings", [])}
            cited.add(entry.get("error", {}).get("rule"))
    assert cited - {None} == {f"{key} {clause.number}" for clause in rulebook.load(key).clauses}
