"""What the rules say to people: sentences of the code and of the rulebooks, read for the words we keep to."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from referee.games.registry import GAMES
from referee.rules import rulebook
from referee.rules.sentences import words
from tests import says

RULES = Path(rulebook.__file__).parent
#: A player is "they"; what is against the rules is "not allowed" or "not legal".
PERSON = re.compile(r"\b(he|him|his|himself|she|her|hers|herself|lawful|unlawful)\b", re.IGNORECASE)
KEY = re.compile(rf"\b({'|'.join(GAMES)}) (settled |FAQ )?\d")
#: The sorts of cards, capital only where a sentence begins.
CAPITAL = re.compile(r"[a-z,] (Number|Wild|Double|Special) cards?\b")


def messages() -> Iterator[tuple[str, str]]:
    """Every sentence in the code of the rules, docstrings aside, and in tables, with the name of its file."""
    for path in sorted(RULES.rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        prose = {
            id(node.body[0].value)
            for node in ast.walk(tree)
            if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef)
            and node.body
            and isinstance(node.body[0], ast.Expr)
        }
        for node in ast.walk(tree):
            text = node.value if isinstance(node, ast.Constant) and id(node) not in prose else None
            if isinstance(text, str) and " " in text and text[-1] in ".:?!":
                yield f"{path.parent.name}/{path.name}", text
    yield from says.sentences()


def clauses(key: str) -> Iterator[tuple[str, str]]:
    """Every text of a rulebook, with its clause."""
    book = rulebook.load(key)
    yield f"{key} how", book.how
    for clause in book.clauses:
        for text in (clause.title, clause.text, clause.ours, clause.example):
            yield f"{key} {clause.number}", text


def faults(texts: Iterator[tuple[str, str]]) -> list[tuple[str, str, str]]:
    """Where a text is, what is wrong in it, and the text."""
    return [
        (where, found[0], text)
        for where, text in texts
        for pattern in (PERSON, KEY, CAPITAL, re.compile(r"(?<!\.)\.\.(?!\.)|  "))
        for found in pattern.finditer(text)
    ]


def test_the_rules_speak_plain_words() -> None:
    assert len(list(messages())) > 200, "the search for messages is broken"
    assert faults(messages()) == []


@pytest.mark.parametrize("key", GAMES)
def test_a_rulebook_speaks_plain_words(key: str) -> None:
    assert faults(clauses(key)) == []


def test_a_fault_is_found() -> None:
    texts = ["Ann plays his card.", "By zar 5.2.", "It stops..", "Lay a Wild card.", "Not lawful."]
    assert [fault[1] for fault in faults((text, text) for text in texts)] == [
        "his",
        "zar 5",
        "..",
        "a Wild card",
        "lawful",
    ]


def test_numbers_have_their_sign_and_their_form() -> None:
    message = "{n:point|points}, {total} in all."
    assert words(message, {"n": 1, "total": -2}) == "1 point, −2 in all."
    assert words(message, {"n": -1, "total": 0}) == "−1 points, 0 in all."


def test_a_sentence_that_was_made_is_not_told_of_another_number() -> None:
    """1 and 1.0 are equal, as is a sentence that is kept to one that is asked for."""
    for points, told in ((1, "1"), (1.0, "1.0"), (1, "1")):
        assert words("{points} for {name}.", {"points": points, "name": "Ann"}) == f"{told} for Ann."
