"""A whole hand of ZAR in the engines of the other half of the phones, tapped at 360x640."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.browser.engines import ENGINES, HEIGHT, PATIENCE, WIDTH, Engine, Json, Stale, missing
from tests.conftest import House

pytestmark = pytest.mark.browser

#: The button or link of a name (or else how it begins), once a finger on its middle would hit it.
_FIND = """const [name, within] = arguments;
const words = (part) => part.getAttribute("aria-label") ?? part.innerText;
const called = (part) => words(part).replace(/\\s+/g, " ").trim().toLowerCase();
const every = [...document.querySelectorAll(`${within} :is(button, a)`)];
const parts = every.filter((part) => part.checkVisibility());
const found =
  parts.find((part) => called(part) === name) ?? parts.find((part) => called(part).startsWith(name));
if (!found) return null;
found.scrollIntoView({ block: "nearest", behavior: "instant" });
const { left, top, width, height } = found.getBoundingClientRect();
return found.contains(document.elementFromPoint(left + width / 2, top + height / 2)) ? found : null;"""
#: Marks the page as asked, until it has dealt with the answer; one that was loaded anew bears no mark.
_ASK = """const root = document.documentElement;
const answered = () => setTimeout(() => delete root.dataset.asked);
root.dataset.asked = document.querySelector("#table")?.dataset.version ?? "";
document.addEventListener("table:answered", answered, { once: true })"""
#: Between two pages there is for a moment nothing. A table that moved on has answered.
_ANSWERED = """const { asked } = document.documentElement?.dataset ?? { asked: "" };
return asked === undefined || (document.querySelector("#table")?.dataset.version ?? asked) !== asked"""
#: What a page that does not answer is in the middle of.
_STATE = """const busy = document.querySelector("#table")?.getAttribute("aria-busy");
return JSON.stringify({ ...document.documentElement.dataset, busy, waiting: window.outbox?.taps })"""
_TEXT = "return document.querySelector(arguments[0])?.innerText.replace(/\\s+/g, ' ') ?? ''"
_FIELD = "return document.querySelector(`input[aria-label='${arguments[0]}']`)"
_UNCOVERED = "return !document.querySelector('.moment.shown')"
_VERSION = "return document.querySelector('#table').dataset.version"
_OVERFLOW = """const root = document.documentElement;
return [innerWidth, innerHeight, root.scrollWidth - innerWidth, root.scrollHeight - innerHeight]"""


class Hand:
    """A finger on a page, and an eye: each tap waits for its target, each look for what it wants to see."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine

    def tap(self, name: str, within: str = "body") -> None:
        """Taps the button or link of this name where no splash covers it, and waits until it was answered."""
        self._wait(lambda: self.engine.run(_UNCOVERED), "the table under a splash")
        self._wait(lambda: self._tapped(name.lower(), within), name)
        self._wait(lambda: self.engine.run(_ANSWERED), f"the answer to {name}")

    def type(self, label: str, text: str) -> None:
        """Types into a field."""
        field = self._wait(lambda: self.engine.run(_FIELD, label), label)
        self.engine.ask("ElementSendKeys", id=next(iter(field.values())), text=text)

    def sees(self, text: str, within: str = "body") -> None:
        """Waits until the text stands there."""
        self._wait(lambda: text.lower() in str(self.engine.run(_TEXT, within)).lower(), text)

    def turn(self, name: str) -> None:
        """Waits until the table shows whose turn it is."""
        self._wait(lambda: self._title().startswith(name), name)

    def _title(self) -> str:
        return " ".join(str(self.engine.run(_TEXT, ".now h1")).split())

    def play(self, card: str, turn: str, *then: str) -> None:
        """Taps a card and what its sheet asks, and waits for whose turn it is then."""
        version = self.engine.run(_VERSION)
        self.tap(card, ".pad")
        for name in then:
            self.tap(name, ".sheet")
        self._wait(lambda: self.engine.run(_VERSION) != version, card)
        self.turn(turn)

    def _tapped(self, name: str, within: str) -> bool:
        """Whether it was there to be tapped; one that was swapped away meanwhile was not tapped."""
        try:
            if target := self.engine.run(_FIND, name, within):
                self.engine.run(_ASK)
                self.engine.tap(target)
        except Stale:
            return False
        return bool(target)

    def _wait(self, look: Callable[[], Json], what: str) -> Json:
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            if found := look():
                return found
            time.sleep(0.05)
        page = f"{self.engine.run(_TEXT, 'body')}\n{self.engine.run(_STATE)}"
        raise AssertionError(f"{what!r} is not on the page: {page}")


@pytest.fixture(params=ENGINES)
def hand(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Hand]:
    """An engine with a finger on it. Without one the test is skipped, or fails where CI is set."""
    if lacks := missing(request.param):
        said = f"NO BROWSER: {', '.join(lacks)} for {request.param} is not installed."
        if os.environ.get("CI"):
            pytest.fail(said)
        pytest.skip(said)
    with ENGINES[request.param][0](tmp_path) as engine:
        yield Hand(engine)


@pytest.mark.long
def test_a_hand_of_zar_is_tapped_from_the_names_to_the_standings(hand: Hand, town: House) -> None:
    hand.engine.go(f"{town.url}/new/zar/")
    hand.type("Player 1", "Bob")
    hand.type("Player 2", "Ann")
    hand.tap("Start")
    hand.turn("Bob flips")
    hand.play("red moon", "Ann")
    hand.tap("No hints")
    # What a tap changes is swapped: this page stays until the hand is over.
    hand.engine.run("document.documentElement.dataset.stays = '1'")
    assert hand.engine.run(_OVERFLOW) == [WIDTH, HEIGHT, 0, 0]
    hand.play("blue moon", "Bob")
    hand.play("blue star", "Ann")
    hand.tap("red cloud", ".pad")
    hand.sees("neither the colour nor the symbol", ".sheet")
    hand.tap("Back to the table")
    hand.play("yellow star", "Bob")
    hand.play("yellow wasp", "Ann")
    hand.tap("Take 2")
    hand.sees("8 cards", ".seats")
    hand.play("yellow sun", "Bob")
    hand.play("winged dragon", "Ann", "Moons")
    hand.sees("MOONS", ".say")
    hand.play("red moon", "Bob")
    hand.play("red star", "Ann")
    hand.tap("Undo")
    hand.turn("Bob")
    hand.play("red star", "Ann")
    hand.play("red sun", "Bob")
    hand.tap("MATCH")
    hand.tap("Bob", ".s-match")
    hand.turn("Ann")
    hand.sees("MATCH", ".say")
    hand.play("red galaxy", "Bob")
    hand.play("red frog", "Bob")
    hand.play("red cloud", "Ann")
    hand.sees("ZAR", ".say")
    hand.tap("Bob", ".seats")
    time.sleep(0.4)  # it lies where the seat was: at once it would be the same tap (thumbs.js)
    hand.tap("Said", ".sheet")
    hand.play("blue cloud", "Bob")
    hand.play("blue star", "Bob is out")
    hand.tap("Nobody matched: out!")
    for tapped, card in ((1, "blue cloud"), (2, "red crab"), (3, "winged dragon")):
        hand.tap(card, ".pad")
        hand.sees(f"{tapped} of 4", ".tally")
    hand.tap("yellow sun", ".pad")
    hand.sees("4 of 4", ".tally")
    assert hand.engine.run(_OVERFLOW)[2] == 0
    assert hand.engine.run("return document.documentElement.dataset.stays") == "1"
    hand.tap("Save")
    hand.sees("After hand 1", "h1")
    hand.sees("Ann +", ".standings")


@pytest.mark.long
@pytest.mark.parametrize("hand", ["Firefox"], indirect=True)  # WebDriver's WebKit keeps no page for Back
def test_back_keeps_the_names_that_were_typed(hand: Hand, town: House) -> None:
    hand.engine.go(f"{town.url}/new/zar/")
    hand.type("Player 1", "Maximiliane")
    hand.tap("How to play", "main")
    hand.sees("Rules", "h1")
    hand.engine.ask("Back")
    hand.sees("Start", "main")
    typed = "return document.querySelector(`input[aria-label='Player 1']`).value"
    assert hand.engine.run(typed) == "Maximiliane"
