"""What the templates of a table of ZAR or of the Game of Zar are given, beside what every table is given."""

from __future__ import annotations

from typing import Literal

from referee.games.cited import Cited
from referee.games.context import (
    CardSeat,
    Key,
    Mark,
    OverView,
    PauseView,
    SeatedView,
    Sheet,
    WhoseTurn,
)
from referee.web.components import Field, Option, View

Color = Literal["", "blue", "green", "red", "yellow"]


class Words(View, frozen=True):
    """What the two games call what they do alike."""

    flip: str
    waiting: str
    draws: str
    passes: str
    owes: str
    owing: str
    said: str
    ask: str
    penalty: str
    illegal: str
    undo: str
    owed: str
    close: str
    fine: str
    fine_why: str
    cry: str
    gotcha: str


class CardView(View, frozen=True):
    """A card to look at: `art` is a symbol of the sprite, `name` the short word, `label` the full.

    Where there is no `art` the name is what is seen, as on a card with a number.
    """

    card: str
    name: str
    label: str
    art: str
    color: Color = ""


class KeyView(CardView, Key, frozen=True):
    """A key of the pad: a card, or a kind of card."""

    state: Mark = ""

    @property
    def sent(self) -> str:
        return self.card

    @property
    def look(self) -> str:
        return f"{self.color} {self.state}" if self.state else self.color


class ManyView(View, frozen=True):
    """The numbers of identical cards to choose from, 1 first (sent as `count`; `chosen` was so before, 0 for
    none).

    Only up to `most` of them can be in a hand now; the others keep their places.
    `mixes` say how many Chameleons go with them, on top or below (sent as `mixed`), the first that none does;
    `listed` says that there are too many numbers for a row of keys, `single` that two is all
    there can be: one box to tick.
    """

    numbers: tuple[int, ...]
    most: int
    mixes: tuple[Option, ...] = ()
    listed: bool = False
    single: bool = False
    chosen: int = 0


class PadView(View, frozen=True):
    """The 27 colour keys row by row and the Powers; or, in quick tracking, only the `kinds`.

    `field` names what a key sends. `many` is how many of a card may be played at once.
    """

    field: str = "card"
    keys: tuple[KeyView, ...] = ()
    powers: tuple[KeyView, ...] = ()
    kinds: tuple[KeyView, ...] = ()
    many: ManyView | None = None


class SeatView(CardSeat, frozen=True, kw_only=True):
    """A player at the table; `change` is the last change of their score, as `+7`."""

    owes: bool = False
    out: bool = False
    badge: str = ""


class TopView(View, frozen=True):
    """The last play as it lies. `mask` names the card that lies on top and only stands for this one.

    `asks` is what a Power card asks for: `moons` with its `asks_art`, or `red` with its `asks_color`.
    """

    card: CardView
    count: int
    by: str
    mask: str = ""
    asks: str = ""
    asks_art: str = ""
    asks_color: Color = ""

    @property
    def label(self) -> str:
        """All of it aloud."""
        card = f"{self.mask} as {self.card.label}" if self.mask else self.card.label
        many = f", {self.count} of them" if self.count > 1 else ""
        asks = f", asks for {self.asks}" if self.asks else ""
        return f"On top: {card}{many}, by {self.by}{asks}"


class NowView(WhoseTurn, frozen=True):
    """What the table has to know now, and what lies on top."""

    top: TopView | None = None

    @property
    def say_size(self) -> str:
        """How large what is said can be: three sizes, by its letters."""
        return f"y{sum(len(self.say) > most for most in (14, 20))}"


class ActionsView(View, frozen=True):
    """The bar below the pad. `take` is the number of cards that `player` is made to draw, 0 for none.

    `draw` and `passes` are the words of keys, "" where a game has none; they are off unless somebody `plays`.
    `no_draw` and `no_pass` say that they are against the rules now (they can be tapped all the same);
    `match` and `dispute` are addresses, and `no_match` why nothing can be matched; `out` names the player
    whose last card lies, `hint` what can still stop them.
    """

    player: str = ""
    match: str = ""
    no_match: str = ""
    plays: bool = False
    take: int = 0
    draw: str = ""
    no_draw: bool = False
    passes: str = ""
    no_pass: bool = False
    dispute: str = ""
    out: str = ""
    hint: str = ""

    @property
    def look(self) -> str:
        """The classes of the bar: a game without a key to draw has five."""
        return "acts bar-keys" if self.draw else "acts bar-keys five"


class Who(View, frozen=True):
    """A player to choose."""

    name: str
    note: str = ""


class MatchSheet(Sheet, frozen=True):
    """Who put down the identical card? Sends `do=match`, `player`, one of the `cards`, none of which is
    chosen by itself, and how `many`.

    `then` is what comes of it for most.
    """

    kind = "match"
    template = "games/shedding/sheets/match.html"
    cards: tuple[CardView, ...]
    then: str
    who: tuple[Who, ...]
    many: ManyView | None = None


class DeclareSheet(Sheet, frozen=True):
    """What a Power card asks for: sends the fields and `declare`.

    `skip` offers to leave it open (quick tracking).
    """

    kind = "declare"
    template = "games/shedding/sheets/declare.html"
    given: str
    player: str
    fields: tuple[Field, ...]
    choices: tuple[CardView, ...]
    skip: bool = False


class SeatSheet(Sheet, frozen=True):
    """What can be done with one player."""

    kind = "seat"
    template = "games/shedding/sheets/seat.html"
    tall = True
    name: str
    cards: int
    owes: bool
    callers: tuple[str, ...]
    card: str = ""
    match: Who | None = None
    recount: bool = True


class LoserView(View, frozen=True):
    """A hand to count, or counted: `points` is None until then. `cards` is the number the app has tracked."""

    name: str
    cards: int
    href: str
    points: int | None = None
    current: bool = False


class ChosenView(View, frozen=True):
    """A card tapped so far; `look` is its class, `href` takes it away again."""

    look: str
    name: str
    label: str
    points: int
    href: str
    art: str = ""


class DoubtView(View, frozen=True):
    """What is asked once before `points` are saved; `href` goes back to what was typed or tapped."""

    title: str
    why: str
    points: int
    href: str


class CountView(View, frozen=True):
    """The count: `player` is whose hand is tapped or typed; the last card of `chosen` comes first.

    `typed` is what was typed, None while cards are tapped; `back` takes the last one away, `switch` goes from
    one way to the other, `beyond` asks about more cards than were tracked. `after` says what saving does.
    The `pad` is drawn by `template`, and sends its key along with the `fields`.
    """

    url: str
    losers: tuple[LoserView, ...]
    player: str
    expected: int
    tapped: int
    total: int
    after: str
    fields: tuple[Field, ...]
    cards: tuple[str, ...]
    chosen: tuple[ChosenView, ...]
    typed: str | None
    back: str
    switch: str
    beyond: str
    pad: View | None
    template: str
    doubt: DoubtView | None

    @property
    def typing(self) -> bool:
        return self.typed is not None

    @property
    def left(self) -> int:
        """How many cards are still to tap, below 0 for more than were tracked."""
        return self.expected - self.tapped

    @property
    def digits(self) -> tuple[int, ...]:
        """The keys, but for the last row."""
        return tuple(range(1, 10))


class BetweenView(PauseView, frozen=True, kw_only=True):
    """Between hands.

    `dealer` is proposed, `dealers` are the others who may; `due` says that the agreed end came, `news` why a
    hand ended that does not count.
    """

    dealer: str
    dealers: tuple[str, ...]
    seats: tuple[str, ...]
    quitters: tuple[str, ...]
    room: bool
    lone: bool
    started: bool
    due: str = ""
    news: tuple[Cited, ...] = ()

    @property
    def said(self) -> tuple[str, ...]:
        """That the end has come, too."""
        return self.heading, self.due


class SheddingView(SeatedView, frozen=True, kw_only=True):
    """The body of the table; what a phase does not have is None."""

    words: Words
    seats: tuple[SeatView, ...] = ()
    now: NowView | None = None
    pad: PadView | None = None
    actions: ActionsView | None = None
    count: CountView | None = None
    between: BetweenView | None = None
    over: OverView | None = None
