"""What no page may say: checked in the visible text and the spoken names of every page that a test fetches.

Each rule is exact: it finds words of ours, never a name that somebody typed.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from functools import lru_cache
from itertools import zip_longest

from bs4 import BeautifulSoup, Tag
from bs4.element import NavigableString, PreformattedString, Script, Stylesheet, TemplateString

from referee.games.registry import GAMES
from referee.rules.zar.cards import CHAMELEON, COMMANDS, SYMBOLS

#: Text that nobody sees or hears; comments and a document's type are among the first.
_UNSEEN = (PreformattedString, Script, Stylesheet, TemplateString)
#: What a screen reader says, and a browser shows beside the text.
_SPOKEN = ("aria-label", "title", "alt", "placeholder")
_STOPS = frozenset(".,;:!?")
_KEYS = "|".join(sorted(GAMES))
_CARDS = "|".join([*SYMBOLS, *COMMANDS, "dragon", "peacock", CHAMELEON, "reverse", "skip", "wild"])

RULES = {
    "a rule's key": re.compile(rf"\b(?:{_KEYS}) (?:\d+(?:\.\d+)*|FAQ \d+|settled \d+)\b|\bsettled \d+\b"),
    "a game's key": re.compile(rf"\b(?:{'|'.join(key for key in sorted(GAMES) if '_' in key)})\b"),
    "a tile's key": re.compile(r"\b[bhs]{4}\b"),
    "two stops": re.compile(r"(?<![./\\])\.\.(?![./\\])|[!?…:;,]\.(?!\w)|\.[!?;,:]|[.!]”\."),
    "a player who is a he or a she": re.compile(
        r"\b(?:his|her|hers|he|she|him|himself|herself)\b", re.IGNORECASE
    ),
    # "Sun 29" is a day.
    "a card's name in capitals inside a sentence": re.compile(
        rf"(?:[a-z0-9,;] |[a-z]-)(?:{'|'.join(card.capitalize() for card in _CARDS.split('|'))})(?:e?s)?\b"
        r"(?! \d)"
    ),
    "a signed nothing": re.compile(r"(?<!\w)[+−-]0(?![\w.,:])"),
    "a minus that is a hyphen": re.compile(r"(?<![\w.,)-])-\d"),
}


def wrong_words(page: BeautifulSoup | Tag, typed: Collection[str] = ()) -> list[str]:
    """What a page says that it should not: the rule that it breaks, and the text around.

    What somebody typed and the page only repeats is no word of ours.
    """
    theirs = [_line(text) for text in typed if any(rule.search(text) for rule in RULES.values())]
    return [wrong for text in _without(_texts(page), theirs) for wrong in _wrong(text)]


@lru_cache(maxsize=50_000)  # pages say the same again and again
def _wrong(text: str) -> tuple[str, ...]:
    return tuple(
        f"{what}: …{text[max(found.start() - 40, 0) : found.end() + 40]}…"
        for what, rule in RULES.items()
        for found in rule.finditer(text)
    )


def check_words(page: BeautifulSoup | Tag, typed: Collection[str] = ()) -> None:
    """Fails for a page that says what it should not."""
    wrong = wrong_words(page, typed)
    assert not wrong, "\n".join(dict.fromkeys(wrong))


def _without(texts: Iterator[str], theirs: Collection[str]) -> Iterator[str]:
    for text in texts:
        for repeated in sorted(theirs, key=len, reverse=True):
            text = text.replace(repeated, "typed")  # noqa: PLW2901  # each goes from what the last one left
        yield text


def _texts(page: BeautifulSoup | Tag) -> Iterator[str]:
    """Each piece of text by itself: words without a tag in between, and the stop that follows them."""
    pieces = []
    for node in page.descendants:
        if isinstance(node, Tag):
            yield from (str(spoken) for name in _SPOKEN if (spoken := node.attrs.get(name)))
        elif isinstance(node, NavigableString) and not isinstance(node, _UNSEEN) and not node.isspace():
            if any(parent.name == "textarea" for parent in node.parents):
                continue  # typed, or to be typed on
            pieces.append(str(node))
    for piece, after in zip_longest(pieces, pieces[1:], fillvalue=""):
        # A stop right behind a link or a name belongs to the words before it.
        stop = after[:1] if after[:1] in _STOPS and not piece[-1:].isspace() else ""
        yield _line(piece) + stop


def _line(text: str) -> str:
    """A text as a page shows it, whatever white space and control characters it was typed with."""
    return " ".join(text.split())
