"""What the templates of a Crazy Eights table are given, beside what every table is given."""

from __future__ import annotations

from referee.games.context import Key, Mark, OverView, SeatedView, Sheet, WhoseTurn
from referee.games.shedding.context import BetweenView, CountView, SeatView
from referee.web.components import Field, Link, View


class CardView(View, frozen=True):
    """A card to look at: `card` is its name in the record, which is also what it is called aloud.

    Its `sign` tells the suits apart; that two of them are red is only there for the eye.
    """

    card: str
    rank: str
    sign: str
    suit: str

    @property
    def label(self) -> str:
        return self.card

    @property
    def name(self) -> str:
        return f"{self.rank}{self.sign}"


class KeyView(CardView, Key, frozen=True):
    """A key of the pad."""

    state: Mark = ""

    @property
    def sent(self) -> str:
        return self.card

    @property
    def look(self) -> str:
        return f"{self.suit} {self.state}" if self.state else self.suit


class TabView(Link, frozen=True):
    """A suit whose cards the pad can show; `on` marks the one that it shows."""

    sign: str
    suit: str
    on: bool


class PadView(View, frozen=True):
    """The cards to tap, sent as `field`: what may be played now, or with `tabs` all cards of one suit."""

    keys: tuple[KeyView, ...]
    field: str = "card"
    tabs: tuple[TabView, ...] = ()


class SlotsView(View, frozen=True):
    """The cards to tap in places that never change: the ranks of one suit, one rank of each suit, the eights.

    In the place of the one rank stand `tabs` where any card may be tapped.
    """

    ranks: tuple[KeyView, ...]
    eights: tuple[KeyView, ...]
    alike: tuple[KeyView, ...] = ()
    tabs: tuple[TabView, ...] = ()


class TopView(View, frozen=True):
    """The top card, and the suit that an eight asks for with its sign, "" if it is none."""

    card: CardView
    by: str
    asks: str = ""
    sign: str = ""

    @property
    def label(self) -> str:
        """All of it aloud."""
        asks = f", asks for {self.asks}" if self.asks else ""
        return f"On top: {self.card.card}, by {self.by}{asks}"


class NowView(WhoseTurn, frozen=True):
    """What the table has to know now; `named` is the suit that an eight named, "" for none."""

    named: str = ""
    top: TopView | None = None

    @property
    def said(self) -> tuple[str, ...]:
        """The suit that was named, too."""
        return (*super().said, f"{self.top.by} names {self.named}" if self.top and self.named else "")


class ActionsView(View, frozen=True):
    """The bar below the pad; what is against the rules now can be tapped all the same.

    `player` is "" while the first card is turned over: then its keys are off. `another` is the address of the
    sheet with every card.
    """

    player: str = ""
    another: str = ""
    no_draw: bool = False
    no_pass: bool = False


class SuitSheet(Sheet, frozen=True):
    """Which suit an eight names. Sends `fields` and `suit`."""

    kind = "suit"
    template = "games/crazy_eights/sheets/suit.html"
    card: str
    player: str
    fields: tuple[Field, ...]
    suits: tuple[CardView, ...]


class CardsSheet(Sheet, frozen=True):
    """Every card, for one that the pad does not offer: the referee says why it cannot be played."""

    kind = "cards"
    tall = True
    template = "games/crazy_eights/sheets/cards.html"
    player: str
    pad: SlotsView


class SeatSheet(Sheet, frozen=True):
    """How many cards a player holds, to be put right."""

    kind = "seat"
    template = "games/crazy_eights/sheets/seat.html"
    name: str
    cards: int


class EightsView(SeatedView, frozen=True, kw_only=True):
    """The body of a Crazy Eights table; what a phase does not have is None or empty."""

    seats: tuple[SeatView, ...] = ()
    now: NowView | None = None
    pad: SlotsView | None = None
    actions: ActionsView | None = None
    count: CountView | None = None
    between: BetweenView | None = None
    over: OverView | None = None
