"""Every clause is explained, cited and carried by a test: checked from all three sides.

A scenario carries the clauses in its `clauses`, a test those of `@pytest.mark.clause("zar 9.2.2")`.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from referee.rules import engine, record, rulebook
from referee.rules.engine import NotARecord

TESTS = Path(__file__).parent
RULES = Path(rulebook.__file__).parent
CITED = re.compile(r"(?:{}) (?:\d+(?:\.\d+)*|FAQ \d+|settled \d+)".format("|".join(engine.games())))


def constants(path: Path) -> Iterator[str]:
    """Every text in a module, docstrings and comments aside (a docstring is prose, it cites in passing)."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


def cited_in_code() -> set[str]:
    """The clauses that the rules cite: the texts in their code that are a clause number and nothing else."""
    return {text for path in RULES.rglob("*.py") for text in constants(path) if CITED.fullmatch(text)}


def carried_by_tests() -> set[str]:
    """The clauses named by `pytest.mark.clause` in any test module."""
    return {
        argument.value
        for path in TESTS.rglob("test_*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.mark.clause"
        for argument in node.args
        if isinstance(argument, ast.Constant) and isinstance(argument.value, str)
    }


def carried_by_scenarios() -> set[str]:
    """The clauses named by the scenarios of ours."""
    return {
        clause
        for path in (TESTS / "scenarios").glob("*.json")
        if not path.name.endswith(".expect.json")
        for clause in json.loads(path.read_text(encoding="utf-8"))["clauses"]
    }


def known() -> set[str]:
    """Every clause of every rulebook, as it is cited."""
    return {f"{key} {clause.number}" for key in engine.games() for clause in rulebook.load(key).clauses}


def test_every_clause_that_the_rules_cite_is_in_a_rulebook() -> None:
    assert cited_in_code(), "no citation found: the search is broken"
    assert sorted(cited_in_code() - known()) == []


def test_every_ruling_and_refusal_of_every_scenario_cites_a_known_clause() -> None:
    for path in (TESTS / "scenarios").glob("*.json"):
        if path.name.endswith(".expect.json"):
            continue
        for entry in record.replay(path.read_bytes())["moves"]:
            at = f"{path.name}, move {entry['n']}"
            cited = [ruling["rule"] for ruling in entry.get("rulings", [])]
            assert bool(cited) == entry["ok"], at
            if not entry["ok"] and entry["error"]["code"] == "invalid":
                assert entry["error"]["rule"] is None, at
            elif not entry["ok"]:
                cited = [entry["error"]["rule"]]
            assert set(cited) <= known(), at


def test_every_clause_that_a_test_names_is_in_a_rulebook() -> None:
    assert sorted((carried_by_scenarios() | carried_by_tests()) - known()) == []


def test_every_clause_is_carried_by_a_scenario_or_a_test() -> None:
    carried = carried_by_scenarios() | carried_by_tests()
    bare = [
        f"{key} {clause.number} ({clause.title})"
        for key in engine.games()
        for clause in rulebook.load(key).clauses
        if f"{key} {clause.number}" not in carried
    ]
    print("Clauses that no test carries:", ", ".join(bare) or "none")  # noqa: T201 - issue 2 asks for it
    assert bare == []


def test_the_zar_rulebook_has_every_clause_once_and_its_references_exist() -> None:
    book = rulebook.load("zar")
    numbers = [clause.number for clause in book.clauses]
    card_effects = ["9", "9.1", "9.2", "9.2.1", "9.2.2", "9.2.3", "9.3", "9.3.1", "9.3.2"]
    sections = ["1", "2", "3", "4", "5", "5.1", "5.2", "5.3", "6", "7", "8", *card_effects, "10", "11"]
    miscellaneous = [f"11.{bullet}" for bullet in range(1, 10)]
    questions = ["12", *(f"FAQ {question}" for question in range(1, 7))]
    extended = ["13", *(f"13.{part}" for part in range(1, 6)), "14", "14.1", "14.2"]
    settled = [f"settled {point}" for point in range(1, 21)]
    assert numbers == [*sections, *miscellaneous, *questions, *extended, *settled]
    for clause in book.clauses:
        assert clause.title, clause.number
        assert clause.text.endswith("."), clause.number
        assert clause.reading == clause.number.startswith("settled"), clause.number
        assert set(clause.see) <= set(numbers) - {clause.number}, clause.number


def test_a_clause_is_found_by_its_citation() -> None:
    book = rulebook.load("zar")
    assert book.cited("zar 5.2").title == "Match"
    assert book.cited("zar settled 4").reading
    for unknown in ("zar 99", "house_zar 5", "5.2"):
        with pytest.raises(KeyError):
            book.cited(unknown)


@pytest.mark.clause("zar 3", "zar 13.1", "zar settled 12")
@pytest.mark.parametrize(("players", "half_decks"), [(1, 2), (10, 2), (1, 3), (15, 3), (2, 1), (2, 9)])
def test_a_table_that_cannot_be_dealt_is_no_record(players: int, half_decks: int) -> None:
    document = {
        "format": "referee-record/1",
        "game": "zar",
        "options": {"half_decks": half_decks},
        "players": [f"Player {seat}" for seat in range(players)],
        "moves": [],
    }
    with pytest.raises(NotARecord):
        record.replay(json.dumps(document))
