"""The checker of words finds each thing that a page may not say, and nothing that people may type."""

from __future__ import annotations

import pytest
from bs4 import BeautifulSoup

from tests.words import RULES, wrong_words


def found(html: str) -> list[str]:
    return [each.partition(":")[0] for each in wrong_words(BeautifulSoup(html, "lxml"))]


@pytest.mark.parametrize(
    ("html", "what"),
    [
        ("<p>Ann draws 1. <cite>zar 5.2</cite></p>", "a rule's key"),
        ("<p><a aria-label='zar FAQ 3'>3</a></p>", "a rule's key"),
        ("<h2>settled 4</h2>", "a rule's key"),
        ("<p>Play house_zar.</p>", "a game's key"),
        ("<p>bsss placed on d4</p>", "a tile's key"),
        ("<p>Ann turns the first card..</p>", "two stops"),
        ("<p><b>It is over.</b>.</p>", "two stops"),
        ("<p>Ann says “ZAR!”.</p>", "two stops"),
        ("<p>May Ann match his own card?</p>", "a player who is a he or a she"),
        ("<p>Ann plays a red Wasp.</p>", "a card's name in capitals inside a sentence"),
        ("<button title='two Dragons'></button>", "a card's name in capitals inside a sentence"),
        ("<td>+0</td>", "a signed nothing"),
        ("<p>Bob -2</p>", "a minus that is a hyphen"),
    ],
)
def test_each_thing_is_found(html: str, what: str) -> None:
    assert found(html) == [what]


def test_every_rule_has_its_example() -> None:
    examples = test_each_thing_is_found.pytestmark[0].args[1]  # type: ignore[attr-defined]
    assert {what for _, what in examples} == RULES.keys()


@pytest.mark.parametrize(
    "html",
    [
        "<p>Ann draws 1. <cite><a href='/rules/zar/#5.2'>Rule 5.2</a></cite></p>",
        "<p>Our reading 4, FAQ 3. Rule 9.2.2.</p>",
        "<p>Red wasp. Wasp! Ann plays: <b>Wasp</b></p>",
        "<h1>Merge Dee with ...</h1><p>Searching…</p>",
        "<p>Bob −2, on 2026-11-21, at −0.5</p>",
        "<script>let his = 'zar 5.2..';</script><!-- settled 4 -->",
        "<p>Theirs, there, sheet, this, others</p>",
    ],
)
def test_what_is_right_is_let_through(html: str) -> None:
    assert found(html) == []


def test_what_was_typed_is_let_through_however_it_was_spaced() -> None:
    page = BeautifulSoup("<p>There is no move ‘a  .,\x1f’ here</p>", "lxml")
    assert wrong_words(page, {"a  .,\x1f"}) == []
    assert wrong_words(page) != []
