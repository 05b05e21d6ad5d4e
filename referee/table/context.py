"""What the templates of a live table are given: frozen values, every sentence and address already made.

A presenter fills these from a game's state; templates only loop and ask "is it there". Texts are plain
(they are escaped when rendered), addresses are complete (`/t/...`), an empty text means "nothing to show".
"""

from __future__ import annotations

from typing import ClassVar, Literal

from msgspec import Struct

Color = Literal["", "blue", "red", "yellow"]


class View(Struct, frozen=True, kw_only=True):
    """A template asks for `view["field"]` first: answering spares an exception for every field it prints."""

    __getitem__ = object.__getattribute__


class Field(View, frozen=True):
    """A hidden field of a form."""

    name: str
    value: str | int


class Link(View, frozen=True):
    """A link by its words."""

    href: str
    text: str


class Cited(View, frozen=True):
    """A sentence of the referee and the clause it rests on, such as `zar 5.2` ("" for none)."""

    text: str
    rule: str = ""


class CardView(View, frozen=True):
    """A card to look at: `art` is a symbol of static/art/zar.svg, `name` the short word, `label` the full."""

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


# Sheets: one opens in the place of the pad. `kind` is the value of `?sheet=`.


class Who(View, frozen=True):
    """A player to choose: a button that sends `name`, or, where more has to be asked, a link."""

    name: str
    note: str = ""
    href: str = ""


class MatchSheet(View, frozen=True):
    """Who put down the identical card? Sends `do=match`, `player`."""

    kind: ClassVar[str] = "match"
    card: CardView
    who: tuple[Who, ...]


class DeclareSheet(View, frozen=True):
    """What a Power card asks for: sends the fields and `declare`.

    `skip` offers to leave it open (quick tracking).
    """

    kind: ClassVar[str] = "declare"
    card: CardView
    count: int
    player: str
    fields: tuple[Field, ...]
    choices: tuple[CardView, ...]
    skip: bool = False


class SeatSheet(View, frozen=True):
    """What can be done with one player."""

    kind: ClassVar[str] = "seat"
    name: str
    cards: int
    owes: bool
    callers: tuple[str, ...]
    card: str = ""
    match: Who | None = None
    recount: bool = True


class RefusedSheet(View, frozen=True):
    """Why a move was not accepted. `fields` send it again; `offender` is who draws the penalty card.

    `changed` is what happened since the page that was tapped, if it was not the newest.
    """

    kind: ClassVar[str] = "refused"
    title: str
    cite: Cited
    move: str = ""
    offender: str = ""
    why: str = ""
    fields: tuple[Field, ...] = ()
    overrule: bool = False
    changed: tuple[str, ...] = ()


class PlayView(View, frozen=True):
    """A play of this hand, by its number in the record."""

    n: int
    player: str
    text: str


class DisputeSheet(View, frozen=True):
    """What is rarer: an illegal play found later, a close call, a false call."""

    kind: ClassVar[str] = "dispute"
    plays: tuple[PlayView, ...]
    callers: tuple[str, ...]
    rows: tuple[Link, ...]


class CloseSheet(View, frozen=True):
    """One row of Table 1: who did what, and the evidence.

    Sends two `events`, two `players`, what was seen.
    """

    kind: ClassVar[str] = "close"
    title: str
    events: tuple[Field, ...]
    first: str
    second: str
    players: tuple[str, ...]
    underneath: bool


class MenuSheet(View, frozen=True):
    """Rare things, and ways out of the table."""

    kind: ClassVar[str] = "menu"
    links: tuple[Link, ...]
    void: bool
    end: bool


Sheet = MatchSheet | DeclareSheet | SeatSheet | RefusedSheet | DisputeSheet | CloseSheet | MenuSheet


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


class StandingView(View, frozen=True):
    """A line of the standings; `change` is this hand's points. `here` is false for those who quit."""

    name: str
    points: int | float
    change: str = ""
    leader: bool = False
    here: bool = True


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


class TableView(View, frozen=True):
    """Everything of the region `#table`, and nothing else changes on the page.

    `url` is the table's own address, `here` the address that shows this very region again (with its sheet),
    `version` the number of logged moves, `key` what makes a resent form count once.
    """

    game: str
    url: str
    here: str
    live: str
    version: int
    key: str
    phase: str
    hand: int
    goal: str
    seats: tuple[SeatView, ...]
    undo: bool
    redo: bool
    now: NowView | None = None
    pad: PadView | None = None
    actions: ActionsView | None = None
    sheet: Sheet | None = None
    count: CountView | None = None
    between: BetweenView | None = None
    over: OverView | None = None
    notice: str = ""
