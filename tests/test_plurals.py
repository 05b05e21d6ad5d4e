"""Numbers and what they count: 1 point, 2 points, 0 points; in every message, sentence and page."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import pytest

from referee.rules.sentences import counted, plural, words
from referee.web.wording import many
from tests import says
from tests.marks import long_except

ROOT = Path(__file__).resolve().parents[1]
#: What is counted somewhere. Verbs that look like it ("plays", "matches") are left to those who read.
NOUNS = (
    "blanks|blank edges|boxes|cards|categories|chameleons|copies|edges|entries|games|half decks|hands|hours"
    "|minutes|moves|nights|packs|people|phones|photos|players|points|rounds|rows|tiles|times|tokens|years"
)
#: "2 to 5 players", "30 days": such numbers are never 1.
_NEVER_ONE = re.compile(r"(?:\bto|page\.days) *$")
_LIMIT = re.compile(r"(?:\w+\.)*[A-Z_]+")
_BARE = re.compile(rf"^(?: | more | identical | of )?({NOUNS})\b(?! at| share)")


def sources() -> Iterator[tuple[str, ast.AST]]:
    for app in ("referee/rules", "referee/games", "referee/table", "referee/crew", "referee/rulebooks"):
        for path in sorted((ROOT / app).rglob("*.py")):
            yield str(path.relative_to(ROOT)), ast.parse(path.read_text(encoding="utf-8"))


def messages() -> Iterator[tuple[str, str]]:
    """Every text in the code with a fact in braces, and what the games say by event."""
    for where, tree in sources():
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and "{" in node.value:
                yield f"{where}:{node.lineno}", node.value
    yield from says.sentences()


def parts(text: str) -> list[tuple[str, str | None, str | None, str | None]]:
    try:
        return list(Formatter().parse(text))
    except ValueError:
        return []


def bare(pieces: list[str | None]) -> Iterator[str]:
    """The nouns that stand behind a number as they are; a number is None."""
    for before, number, after in zip(["", *pieces], pieces, [*pieces[1:], ""], strict=False):
        if number is None and after and not _NEVER_ONE.search(before or ""):
            found = _BARE.match(after)
            if found:
                yield found[1]


def piece_of(part: ast.expr) -> str | None:
    """A part of an f-string as text, None for a number; the limits of the house are none of them 1."""
    value = part.value if isinstance(part, ast.FormattedValue) else part
    if isinstance(value, ast.Constant):
        return str(value.value)
    return (
        ast.unparse(value) if isinstance(value, ast.IfExp) or _LIMIT.fullmatch(ast.unparse(value)) else None
    )


@pytest.mark.parametrize("number", long_except([0, 1, 2, 5], 1, 2))
def test_every_message_counts(number: int) -> None:
    forms = {
        (spec, name)
        for _, text in messages()
        for _, name, spec, _ in parts(text)
        if name and spec and "|" in spec
    }
    assert len(forms) > 20, "the search for messages is broken"
    for spec, name in sorted(forms):
        one, several = spec.split("|")
        assert several in (plural(one), "were", "are", "have", "owe"), spec
        told = words(f"{{{name}:{spec}}}", {name: number})
        assert told == f"{number} {one if number == 1 else several}"


@pytest.mark.parametrize(
    ("one", "several"),
    [
        ("card", "cards"), ("play", "plays"), ("box", "boxes"), ("category", "categories"),
        ("match", "matches"), ("entry", "entries"), ("loss", "losses"), ("dash", "dashes"),
    ],
)  # fmt: skip
def test_a_word_is_counted_as_it_is_written(one: str, several: str) -> None:
    for number in (0, 1, 2, 5):
        told = f"{number} {one if number == 1 else several}"
        assert counted(number, one) == many(number, one) == told
    assert many(2000, one) == f"2,000 {several}"
    assert counted(-1, one) == f"−1 {several}"


def test_no_sentence_counts_with_one_form_alone() -> None:
    faults = []
    for where, text in messages():
        pieces: list[str | None] = []
        for literal, name, spec, _ in parts(text):
            pieces.append(literal)
            if name is not None:
                pieces.append(f"{{{name}:{spec}}}" if spec else None)
        faults += [f"{where}: {text}" for _ in bare(pieces)]
    for where, tree in sources():
        for node in ast.walk(tree):
            if isinstance(node, ast.JoinedStr):
                pieces = [*map(piece_of, node.values)]
                faults += [f"{where}:{node.lineno}: {noun}" for noun in bare(pieces)]
    assert faults == []


def test_no_page_counts_with_one_form_alone() -> None:
    faults = []
    for path in sorted((ROOT / "templates").rglob("*.html")):
        text = re.sub(r"</?(?:b|span|small|i)\b[^>]*>", "", path.read_text(encoding="utf-8"))
        faults += [
            f"{path.relative_to(ROOT)}: {found[0]}"
            for found in re.finditer(rf"\{{\{{ ?([\w.|]+) ?\}}\}} ?({NOUNS})\b", text)
            if "days" not in found[1]
        ]
    assert faults == []
