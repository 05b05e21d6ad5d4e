"""What the templates of a ZAR table are given, beside what every table is given."""

from __future__ import annotations

from typing import Literal

from referee.table.context import Cited, Field, Link, Sheet, StandingView, View
from referee.table.page_context import Agreed, NumberField, Option

Color = Literal["", "blue", "red", "yellow"]


class CardView(View, frozen=True):
    """A card to look at: `art` is a symbol of the sprite, `name` the short word, `label` the full."""

    card: str
    name: str
    label: str
    art: str
    color: Color = ""


class KeyView(CardView, frozen=True):
    """A key of the pad.

    `state` is "" (lawful), `no` (against the rules, can be tapped) or `off` (cannot be).
    """

    state: Literal["", "no", "off"] = ""


class PadView(View, frozen=True):
    """The 27 colour keys row by row and the 4 Powers; or, in quick tracking, only the `kinds`.

    `field` names what a key sends. `multiples` are the numbers of identical cards that may be laid at once
    (sent as `count`), empty where only one can be.
    """

    field: str = "card"
    keys: tuple[KeyView, ...] = ()
    powers: tuple[KeyView, ...] = ()
    kinds: tuple[KeyView, ...] = ()
    multiples: tuple[int, ...] = ()


class SeatView(View, frozen=True):
    """A player at the table, always in seat order. `change` is the last change of his score, as `+7`."""

    name: str
    href: str
    cards: int
    points: int
    change: str = ""
    dealer: bool = False
    turn: bool = False
    owes: bool = False
    leader: bool = False
    out: bool = False


class TopView(View, frozen=True):
    """The last play as it lies.

    `asks` is what a Power card asks for: `moons` with its `asks_art`, or `red` with its `asks_color`.
    """

    card: CardView
    count: int
    by: str
    asks: str = ""
    asks_art: str = ""
    asks_color: Color = ""


class NowView(View, frozen=True):
    """What the table has to know now.

    `title` is whose turn it is; `demand` what he faces ("draw 4 or play a Wasp"); `follow` what may be
    laid; `say` what `say_by` has to say for the last play, in full; `cites` what the referee ruled on the
    last move.
    """

    title: str
    direction: Literal["", "clockwise", "counterclockwise"] = ""
    next: str = ""
    demand: str = ""
    follow: str = ""
    say: str = ""
    say_by: str = ""
    top: TopView | None = None
    cites: tuple[Cited, ...] = ()


class ActionsView(View, frozen=True):
    """The bar below the pad. `take` is the number of cards Wasps make `player` draw, 0 for none.

    `draw` and `passes` say whether those are lawful now (they can be tapped all the same); `match` and
    `dispute` are addresses; `out` names the player whose last card lies.
    """

    player: str = ""
    match: str = ""
    take: int = 0
    draw: bool = False
    passes: bool = False
    dispute: str = ""
    out: str = ""


class Who(View, frozen=True):
    """A player to choose: a button that sends `name`, or, where more has to be asked, a link."""

    name: str
    note: str = ""
    href: str = ""


class MatchSheet(Sheet, frozen=True):
    """Who put down the identical card? Sends `do=match`, `player`. `then` is what comes of it for most."""

    kind = "match"
    template = "table/zar/sheets/match.html"
    card: CardView
    then: str
    who: tuple[Who, ...]


class DeclareSheet(Sheet, frozen=True):
    """What a Power card asks for: sends the fields and `declare`.

    `skip` offers to leave it open (quick tracking).
    """

    kind = "declare"
    template = "table/zar/sheets/declare.html"
    card: CardView
    count: int
    player: str
    fields: tuple[Field, ...]
    choices: tuple[CardView, ...]
    skip: bool = False


class SeatSheet(Sheet, frozen=True):
    """What can be done with one player."""

    kind = "seat"
    template = "table/zar/sheets/seat.html"
    name: str
    cards: int
    owes: bool
    callers: tuple[str, ...]
    card: str = ""
    match: Who | None = None
    recount: bool = True


class PlayView(View, frozen=True):
    """A play of this hand, by its number in the record."""

    n: int
    player: str
    text: str


class DisputeSheet(Sheet, frozen=True):
    """What is rarer: an illegal play found later, a close call, a false call."""

    kind = "dispute"
    template = "table/zar/sheets/dispute.html"
    plays: tuple[PlayView, ...]
    callers: tuple[str, ...]
    rows: tuple[Link, ...]


class CloseSheet(Sheet, frozen=True):
    """One row of Table 1: who did what, and the evidence.

    Sends two `events`, two `players`, what was seen.
    """

    kind = "close"
    template = "table/zar/sheets/close.html"
    title: str
    events: tuple[Field, ...]
    first: str
    second: str
    players: tuple[str, ...]
    underneath: bool


class LoserView(View, frozen=True):
    """A hand to count, or counted: `points` is None until then. `cards` is the number the app has tracked."""

    name: str
    cards: int
    href: str
    points: int | None = None
    current: bool = False


class ChosenView(View, frozen=True):
    """A card tapped so far; `href` takes it away again."""

    card: CardView
    points: int
    href: str


class CountView(View, frozen=True):
    """The count. `first` names the draws that came first; `player` is whose hand is tapped, "" for none.

    `left` is how many cards are still to tap; `pad` adds one by a GET, with those `chosen` as hidden `cards`.
    """

    url: str
    first: tuple[str, ...]
    losers: tuple[LoserView, ...]
    player: str = ""
    expected: int = 0
    left: int = 0
    total: int = 0
    chosen: tuple[ChosenView, ...] = ()
    pad: PadView | None = None


class BetweenView(View, frozen=True):
    """Between hands.

    `dealer` is proposed, `dealers` are the others who may; `due` says that the agreed end came.
    """

    heading: str
    standings: tuple[StandingView, ...]
    dealer: str
    dealers: tuple[str, ...]
    seats: tuple[str, ...]
    quitters: tuple[str, ...]
    room: bool
    lone: bool
    started: bool
    due: str = ""


class OverView(View, frozen=True):
    """The end: who won, with how much, and where to go from here."""

    heading: str
    detail: str
    standings: tuple[StandingView, ...]
    rematch: str
    page: str


class ZarView(View, frozen=True):
    """The body of a ZAR table; what a phase does not have is None."""

    seats: tuple[SeatView, ...] = ()
    now: NowView | None = None
    pad: PadView | None = None
    actions: ActionsView | None = None
    count: CountView | None = None
    between: BetweenView | None = None
    over: OverView | None = None


class ZarAgreed(Agreed, frozen=True):
    """What ZAR asks before it begins: when it ends; rarer, what is tracked, who deals next, the points."""

    template = "table/zar/setup.html"
    more = "table/zar/setup_more.html"
    score: str
    hands: str
    time: str
    track: tuple[Option, ...]
    next_dealer: tuple[Option, ...]
    points: tuple[NumberField, ...]
