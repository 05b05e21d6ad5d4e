"""Every clause is explained, cited and carried by a test: checked from all three sides.

A scenario carries the clauses in its `clauses`: its replay cites them, or its `asserts` has them. A test
carries those of `@pytest.mark.clause("zar 9.2.2")`.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import get_args

import pytest

from referee.games.registry import GAMES
from referee.rules import rulebook
from referee.rules.engine import NotARecord
from tests import says
from tests.records import replay
from tests.scenario_files import OURS, Scenario, in_folder, rules_of

TESTS = Path(__file__).parent
RULES = Path(rulebook.__file__).parent
CITED = re.compile(r"(?:{}) (?:\d+(?:\.\d+)*|FAQ \d+|settled \d+)".format("|".join(GAMES)))


def constants(path: Path) -> Iterator[str]:
    """Every text in a module, docstrings and comments aside (a docstring is prose, it cites in passing)."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


@cache
def cited_in_code() -> set[str]:
    """The clauses that the rules cite: texts that are a clause number alone, and those of events."""
    in_code = {text for path in RULES.rglob("*.py") for text in constants(path) if CITED.fullmatch(text)}
    return in_code.union(rule for _, table in says.tables() for rule, _ in table.texts.values())


@cache
def named_in_code() -> str:
    """Every text in the code of the games of getting rid of cards, each on a line of its own."""
    folders = {RULES / "shedding", *((RULES / where).parent for where, _ in says.tables())}
    found = (text for folder in folders for path in folder.glob("*.py") for text in constants(path))
    return "\n".join(["", *found, ""])


@cache
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


@cache
def of_game(key: str) -> tuple[Scenario, ...]:
    """The scenarios of a game that are ours."""
    return tuple(scenario for scenario in in_folder(OURS) if scenario.game == key)


@cache
def known(key: str) -> set[str]:
    """Every clause of a game's rulebook, as it is cited."""
    return {f"{key} {clause.number}" for clause in rulebook.load(key).clauses}


def of(key: str, clauses: Iterable[str]) -> set[str]:
    """Those clauses that belong to a game."""
    return {clause for clause in clauses if clause.startswith(f"{key} ")}


@pytest.mark.parametrize("key", GAMES)
def test_the_rules_cite_every_clause_of_a_rulebook_and_no_other(key: str) -> None:
    cited, clauses = of(key, cited_in_code()), known(key)
    assert sorted(cited - clauses) == [], "cited, but in no rulebook"
    assert sorted(clauses - cited) == [], "in the rulebook, but cited by no ruling"


def test_what_a_game_speaks_of_happens_in_the_code() -> None:
    kinds = {kind for game in GAMES.values() for kind in get_args(game.move_types)}
    cases = {f"when {kind.__struct_config__.tag}" for kind in kinds}
    for where, table in says.tables():
        for event, (_, text) in table.texts.items():
            name = event.partition(", ")[0]
            assert event in cases or f"\n{name}\n" in named_in_code(), f"{where}: {event}"
            assert event in cases or text or event == "reached", f"{where}: {event} has no sentence"


@pytest.mark.parametrize("key", GAMES)
def test_every_ruling_and_refusal_of_every_scenario_cites_a_known_clause(key: str) -> None:
    for scenario in of_game(key):
        for entry in scenario.replay["moves"]:
            at = f"{scenario.name}, move {entry['n']}"
            invalid = not entry["ok"] and entry["error"]["code"] == "invalid"
            assert bool(rules_of(entry)) != invalid, at
            assert set(rules_of(entry)) <= known(key), at


@pytest.mark.parametrize("key", GAMES)
def test_a_scenario_cites_the_clauses_it_names_or_says_that_it_asserts_them(key: str) -> None:
    wrong = {
        scenario.name: (sorted(silent - scenario.asserts), sorted(scenario.asserts - silent))
        for scenario in of_game(key)
        if (silent := scenario.clauses - scenario.cited) != scenario.asserts
    }
    assert wrong == {}, "clauses that no ruling cites, and those asserted for nothing"


@pytest.mark.parametrize("key", GAMES)
def test_every_clause_is_carried_by_a_scenario_or_a_test(key: str) -> None:
    carried = of(key, carried_by_tests()).union(*(scenario.clauses for scenario in of_game(key)))
    assert sorted(carried - known(key)) == [], "named, but in no rulebook"
    assert sorted(known(key) - carried) == [], "in the rulebook, but carried by no test"


def test_the_zar_rulebook_has_every_clause_once_and_its_references_exist() -> None:
    book = rulebook.load("zar")
    numbers = [clause.number for clause in book.clauses]
    card_effects = ["9", "9.1", "9.2", "9.2.1", "9.2.2", "9.2.3", "9.3", "9.3.1", "9.3.2"]
    sections = ["1", "2", "3", "4", "5", "5.1", "5.2", "5.3", "6", "7", "8", *card_effects, "10"]
    miscellaneous = [f"11.{bullet}" for bullet in range(1, 10)]
    questions = [f"FAQ {question}" for question in range(1, 7)]
    extended = ["13", *(f"13.{part}" for part in range(1, 6)), "14", "14.1", "14.2"]
    settled = [f"settled {point}" for point in range(1, 23)]
    assert numbers == [*sections, *miscellaneous, *questions, *extended, *settled]
    for clause in book.clauses:
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
        replay(json.dumps(document))
