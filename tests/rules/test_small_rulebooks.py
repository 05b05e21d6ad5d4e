"""The rulebooks of the small games: every clause is there, and cited by what the referee says."""

from __future__ import annotations

import pytest

from referee.rules import rulebook
from tests.scenario_files import OURS, in_folder

#: How many numbered clauses docs/rules-we-settled.md has for a game, and how many settled points.
CLAUSES = {"numzumzero": (16, 5), "zarathustra": (10, 6), "zero_zap": (15, 9), "score_sheet": (5, 0)}


@pytest.mark.parametrize("key", CLAUSES)
def test_the_rulebook_has_every_clause_once_and_its_references_exist(key: str) -> None:
    book = rulebook.load(key)
    numbered, settled = CLAUSES[key]
    expected = [*(f"{n + 1}" for n in range(numbered)), *(f"settled {n + 1}" for n in range(settled))]
    assert [clause.number for clause in book.clauses] == expected
    assert book.game == key
    assert book.how.strip()
    assert book.source
    for clause in book.clauses:
        assert set(clause.see) <= set(expected) - {clause.number}, clause.number


def test_what_the_numzumzero_rulebook_leaves_out_is_said() -> None:
    assert "Tricks" in rulebook.load("numzumzero").source


@pytest.mark.parametrize("key", CLAUSES)
def test_every_clause_is_cited_by_what_the_referee_says_in_a_scenario(key: str) -> None:
    cited = {rule for scenario in in_folder(OURS) if scenario.game == key for rule in scenario.cited}
    assert cited == {f"{key} {clause.number}" for clause in rulebook.load(key).clauses}
