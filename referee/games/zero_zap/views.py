"""How Zero Zap's cards look, and what the templates of its table are given."""

from __future__ import annotations

from functools import lru_cache
from typing import ClassVar

from referee.games.cited import Cited
from referee.games.parts import Choice, Face, Key, Mark, Pad
from referee.games.table_views import Stage, Standings
from referee.rules.zero_zap import cards
from referee.web.components import View

#: What stands on a card, and its symbol in static/art/.
_NAMES = {
    cards.WILD: ("Wild", "star"),
    "reshuffle": ("Reshuffle", "reshuffle"),
    "steal": ("Steal", "steal"),
    "give": ("Give", "give"),
    "bonus": ("Bonus 2", "bonus"),
    "pass hands": ("Hands", "pass-right"),
    "pass color": ("Colour", "pass-left"),
    cards.ZERO_ZAP: ("Zero Zap", "zap"),
}
_LABELS = {"pass color": "pass colour", cards.ZERO_ZAP: "Zero Zap"}


def label(card: str) -> str:
    """A card in the middle of a sentence: `red 4`, `double red`, `wild`, `pass colour`."""
    return _LABELS.get(card, card)


@lru_cache(512)
def face(card: str) -> Face:
    """A card as it is drawn. Any card of the game."""
    match cards.kind(card):
        case "number":
            color, number = cards.color_of(card), str(cards.number_of(card))
            return Face(card=card, name=number, label=card, look=color)
        case "double":
            color = card.removeprefix("double ")
            return Face(card=card, name="×2", label=card, look=color)
    name, art = _NAMES[card]
    return Face(card=card, name=name, label=label(card), art=art)


class GroupView(View, frozen=True):
    """A set or run that lies: what it is, its cards, its points. `place` is its number among its owner's.

    `becomes` is what the chosen cards make of it, `mark` whether they may.
    """

    place: int
    text: str
    cards: tuple[Face, ...]
    points: int
    becomes: str = ""
    mark: Mark = ""


class LaidView(View, frozen=True):
    """All that a player has laid. `doubles` are their cards."""

    name: str
    points: int
    groups: tuple[GroupView, ...]
    doubles: tuple[Face, ...]


class LaidStage(Stage, frozen=True, kw_only=True):
    """A stage over what everybody has laid, and over the lineup where it can still be asked for."""

    middle: ClassVar[str] = "games/zero_zap/lying.html"

    laid: tuple[LaidView, ...]
    lineup: tuple[Face, ...] = ()


class TurnStage(LaidStage, frozen=True, kw_only=True):
    """A step of a turn, drawn by the template `step`."""

    template: ClassVar[str] = "games/zero_zap/turn.html"
    bar: ClassVar[str] = "games/zero_zap/bar.html"
    step: ClassVar[str]
    do: ClassVar[str]

    player: str


class DrawStage(TurnStage, frozen=True, kw_only=True):
    """The draw step. A card of the lineup is a key; its note says how many cards one also takes."""

    step: ClassVar[str] = "games/zero_zap/draw.html"
    do: ClassVar[str] = "draw"

    pad: Pad


class DiscardStage(TurnStage, frozen=True, kw_only=True):
    """The end of a turn: every card as a key; the player has `held` so many."""

    step: ClassVar[str] = "games/zero_zap/discard.html"
    do: ClassVar[str] = "discard"

    keeps_query: bool = True
    held: int
    numbers: Pad
    others: Pad


class BuildStage(TurnStage, frozen=True, kw_only=True):
    """A set or run being put together: what was tapped, what it is so far, where it can go.

    A chosen card leads to where it is taken away again, but for the one from the lineup, which stays.
    """

    step: ClassVar[str] = "games/zero_zap/build.html"
    do: ClassVar[str] = "meld"

    keeps_query: bool = True
    chosen: tuple[Key, ...]
    reads: Cited
    points: int
    held: int
    lay: Mark
    numbers: Pad
    others: Pad
    adds: tuple[GroupView, ...]


class LinesView(View, frozen=True):
    """One player's round and what it adds up to; each line has an address that takes it away, "" for none."""

    name: str
    total: str
    lines: tuple[tuple[Cited, str, str], ...]


class CountedView(Choice, frozen=True, kw_only=True):
    """A player to count, or counted: what they made and hold. `zap` says if Zero Zap can be among it."""

    cards: int
    made: int
    plain: str = ""
    zapped: str = ""
    zap: bool = True


class CountStage(LaidStage, frozen=True, kw_only=True):
    """The count of a round; `out` went out."""

    template: ClassVar[str] = "games/zero_zap/count.html"
    still: ClassVar[str] = "table/still_counted.html"
    counted: ClassVar[str] = "Hands counted"

    out: str
    who: tuple[CountedView, ...]


class CalculatorStage(Stage, frozen=True, kw_only=True):
    """A round put together from what everybody has, one player at a time.

    `taps` stand in the address until the round is saved; `missing` is why it cannot be saved yet, and `blank`
    who has nothing.
    """

    template: ClassVar[str] = "games/zero_zap/calculator.html"

    keeps_query: bool = True
    heading: str
    of: int
    taps: tuple[str, ...]
    names: tuple[str, ...]
    tabs: tuple[Choice, ...]
    now: LinesView
    groups: Pad
    marks: Pad
    held: Pad
    following: str
    missing: Cited | None
    blank: str


class BetweenStage(Standings, frozen=True, kw_only=True):
    """Between rounds: `dealers` with the proposed one first, and the two ways to keep the next round. `news`
    say that one was given up.
    """

    template: ClassVar[str] = "games/zero_zap/between.html"

    dealer: str
    dealers: tuple[str, ...]
    round: int
    started: bool
    news: tuple[Cited, ...]
