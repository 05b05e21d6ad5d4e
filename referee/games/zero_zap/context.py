"""What the templates of a Zero Zap table are given, beside what every table is given."""

from __future__ import annotations

from referee.games.cited import Cited
from referee.games.context import (
    CardSeat,
    Mark,
    OverView,
    PauseView,
    SeatedView,
    Sheet,
    WhoseTurn,
)
from referee.web.components import Field, Option, View


class CardView(View, frozen=True):
    """A card to look at: `name` is what stands large on it, or `art` a symbol of the sprite.

    `short` is what it is called among others in a row ("R4"), `label` in a sentence.
    """

    card: str
    name: str
    short: str
    label: str
    art: str = ""
    color: str = ""


class KeyView(View, frozen=True):
    """A card as a key of a pad. `state` is "" (legal), `no` (against the rules, can be tapped) or `off`.

    `href` opens a sheet that asks for more, "" where the key itself is the answer; `note` stands small on it;
    `form` is the id of the form that it belongs to, if it stands outside of that.
    """

    card: CardView
    value: str
    label: str
    state: Mark = ""
    href: str = ""
    note: str = ""
    form: str = ""


class GroupView(View, frozen=True):
    """A set or run that lies: what it is, its cards, its points, doubled or not.

    `place` is its number among its owner's.
    """

    place: int
    text: str
    color: str
    cards: tuple[CardView, ...]
    points: int
    doubled: bool


class LaidView(View, frozen=True):
    """All that a player has laid. `doubles` are their cards."""

    name: str
    points: int
    groups: tuple[GroupView, ...]
    doubles: tuple[CardView, ...]


class SeatView(CardSeat, frozen=True, kw_only=True):
    """A player at the table; `change` are the points that lie in this round, as `+7`."""


class NowView(WhoseTurn, frozen=True):
    """What the table has to know now: whose turn, what they have to do, what lies in the piles."""


class DrawView(View, frozen=True):
    """The draw step. A card of the lineup is a key; its note says how many cards one also takes."""

    player: str
    lineup: tuple[KeyView, ...]


class DiscardView(View, frozen=True):
    """The end of a turn: every card as a key. `lay` is the address of a turn's other half, `here` its own.

    `passes` says that there is no card to discard, `last` that the discard goes out.
    """

    player: str
    lay: str
    here: str
    numbers: tuple[KeyView, ...]
    others: tuple[KeyView, ...]
    lineup: tuple[CardView, ...]
    before: int = 0
    passes: bool = False
    last: bool = False


class ChosenView(View, frozen=True):
    """A card tapped so far; `href` takes it away again, "" for the one from the lineup, which stays."""

    card: CardView
    href: str


class AddView(View, frozen=True):
    """One's own set or run, and what it becomes with the chosen cards."""

    group: GroupView
    becomes: str
    state: Mark


class BuildView(View, frozen=True):
    """A set or run being put together: what was tapped, what it is so far, where it can go."""

    player: str
    url: str
    discard: str
    chosen: tuple[ChosenView, ...]
    reads: Cited
    points: int
    held: int
    good: bool
    lay: Mark
    numbers: tuple[KeyView, ...]
    wild: KeyView
    doubles: tuple[KeyView, ...]
    adds: tuple[AddView, ...]

    @property
    def wilds(self) -> tuple[KeyView]:
        return (self.wild,)


class LineView(View, frozen=True):
    """A line of a score; `href` takes it away again where it can be."""

    cite: Cited
    points: str
    href: str = ""


class LinesView(View, frozen=True):
    """One player's round, line by line, and what they add up to."""

    name: str
    total: str
    lines: tuple[LineView, ...]


class CountedView(View, frozen=True):
    """A player to count, or counted: what they made and hold. `zap` says if Zero Zap can be among it."""

    name: str
    cards: int
    made: int
    done: str = ""
    plain: str = ""
    zapped: str = ""
    zap: bool = True


class CountView(View, frozen=True):
    out: str
    rows: tuple[CountedView, ...]


class TabView(View, frozen=True):
    """A player of the calculator, and the points of the round so far."""

    name: str
    href: str
    total: str
    current: bool = False
    out: bool = False


class TapView(View, frozen=True):
    """A key of the calculator: `value` is the tap that it adds to the address."""

    value: str
    label: str
    name: str
    small: str = ""
    color: str = ""
    art: str = ""
    on: bool = False


class CalculatorView(View, frozen=True):
    """A round put together from what everybody has, one player at a time.

    `taps` stand in the address until the round is saved; `missing` is why it cannot be saved yet.
    """

    url: str
    heading: str
    of: int
    taps: tuple[str, ...]
    names: tuple[str, ...]
    tabs: tuple[TabView, ...]
    now: LinesView
    groups: tuple[TapView, ...]
    marks: tuple[TapView, ...]
    held: tuple[TapView, ...]
    following: str
    every: tuple[LinesView, ...]
    missing: Cited | None = None


class BetweenView(PauseView, frozen=True, kw_only=True):
    """Between rounds: `dealers` with the proposed one first, and the two ways to keep the next round."""

    dealer: str
    dealers: tuple[str, ...]
    round: int
    started: bool


class ZeroZapOver(OverView, frozen=True, kw_only=True):
    """The end, and how its last round adds up."""

    more = "games/zero_zap/last_round.html"


class SeatSheet(Sheet, frozen=True):
    """One player: what they have laid, and their cards in hand."""

    kind = "seat"
    template = "games/zero_zap/sheets/seat.html"
    name: str
    cards: int
    laid: tuple[LaidView, ...]


class Who(View, frozen=True):
    """A player to choose, and what comes of it."""

    name: str
    note: str = ""


class ChooseSheet(Sheet, frozen=True):
    """Whom a card touches: sends the fields and `target`."""

    kind = "choose"
    template = "games/zero_zap/sheets/choose.html"
    title: str
    hint: str
    fields: tuple[Field, ...]
    who: tuple[Who, ...]


class StealSheet(Sheet, frozen=True):
    """What can be stolen from whom: sends `target` and `meld` or `color`."""

    kind = "steal"
    template = "games/zero_zap/sheets/steal.html"
    title: str
    fields: tuple[Field, ...]
    laid: tuple[LaidView, ...]


class PassedView(View, frozen=True):
    """How many cards a player hands to another: 0 to all that they hold, unchosen unless there is but 0."""

    name: str
    to: str
    numbers: tuple[Option, ...]


class PassSheet(Sheet, frozen=True):
    """Everybody hands all cards of one colour to the left: how many?"""

    kind = "pass"
    tall = True
    template = "games/zero_zap/sheets/pass.html"
    title: str
    fields: tuple[Field, ...]
    who: tuple[PassedView, ...]


class LinesSheet(Sheet, frozen=True):
    """How the last round adds up, line by line."""

    kind = "lines"
    template = "games/zero_zap/sheets/lines.html"
    title: str
    players: tuple[LinesView, ...]


class ZeroZapView(SeatedView, frozen=True, kw_only=True):
    """The body of a Zero Zap table; what a phase does not have is None."""

    seats: tuple[SeatView, ...] = ()
    now: NowView | None = None
    draw: DrawView | None = None
    discard: DiscardView | None = None
    build: BuildView | None = None
    laid: tuple[LaidView, ...] = ()
    lineup: tuple[CardView, ...] = ()
    count: CountView | None = None
    calculator: CalculatorView | None = None
    between: BetweenView | None = None
    over: ZeroZapOver | None = None
