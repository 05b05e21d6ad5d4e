"""What the templates of a shedding game's table are given, beside what every table is given."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from msgspec.structs import replace

from referee.games.cited import Cited
from referee.games.parts import Choice, Face, Key, Pad, Row
from referee.games.table_views import Stage, Standings
from referee.rules.sentences import counted
from referee.web.components import Field, Option, View


class Words(View, frozen=True):
    """What the two games call what they do alike."""

    flip: str
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


class Many(Row, frozen=True, kw_only=True):
    """The numbers of identical cards to choose from, 1 first (sent as `count`; `chosen` was so before, 0 for
    none).

    Only up to `most` of them can be in a hand now; the others keep their places.
    `mixes` say how many Chameleons go with them, on top or below (sent as `mixed`), the first that none does;
    `listed` says that there are too many numbers for a row of keys, `single` that two is all
    there can be: one box to tick.
    """

    template: ClassVar[str] = "games/shedding/many.html"

    label: str = "How many"
    numbers: tuple[int, ...]
    most: int
    mixes: tuple[Option, ...] = ()
    listed: bool = False
    single: bool = False
    chosen: int = 0

    def marked(self, sent: Sequence[str]) -> Many:
        """The same with the number of identical cards chosen that were among these."""
        return replace(self, chosen=max(map(sent.count, sent), default=0))


class Top(View, frozen=True):
    """The last play as it lies. `mask` names the card that lies on top and only stands for this one; `asks`
    is what it asks for.
    """

    card: Face
    by: str
    count: int = 1
    mask: str = ""
    asks: Face | None = None

    @property
    def label(self) -> str:
        """All of it aloud."""
        card = f"{self.mask} as {self.card.label}" if self.mask else self.card.label
        many = f", {self.count} of them" if self.count > 1 else ""
        asks = f", asks for {self.asks.label}" if self.asks else ""
        return f"On top: {card}{many}, by {self.by}{asks}"


class PlayStage(Stage, frozen=True, kw_only=True):
    """The pad, and the bar below it. `take` is the number of cards that `player` is made to draw, 0 for none.

    `draw` and `passes` are the words of keys, "" where a game has none; they are off unless somebody `plays`.
    `no_draw` and `no_pass` say that they are against the rules now (they can be tapped all the same);
    `match` and `dispute` are addresses, and `no_match` why nothing can be matched; `out` names the player
    whose last card lies, `hint` what can still stop them.
    """

    template: ClassVar[str] = "games/shedding/play.html"
    bar: ClassVar[str] = "games/shedding/bar.html"

    pad: Pad | None = None
    player: str = ""
    match: str = ""
    no_match: str = ""
    plays: bool = False
    take: int = 0
    draw: str
    no_draw: bool = False
    passes: str
    no_pass: bool = False
    dispute: str
    out: str = ""
    hint: str = ""


class DoubtView(View, frozen=True):
    """What is asked once before `points` are saved; `href` goes back to what was typed or tapped."""

    title: str
    why: str
    points: int
    href: str


class CountStage(Stage, frozen=True, kw_only=True):
    """The count: `player` is whose hand is tapped or typed; the last card of `chosen` comes first.

    `typed` is what was typed, None while cards are tapped; `back` takes the last one away, `switch` goes from
    one way to the other. `after` says what saving does. The `pad` sends its key along with the `fields`.
    """

    template: ClassVar[str] = "games/shedding/count.html"

    keeps_query: bool = True
    url: str
    losers: tuple[Choice, ...]
    player: str
    expected: int
    total: int
    after: str
    fields: tuple[Field, ...]
    chosen: tuple[Key, ...]
    typed: str | None
    back: str
    switch: str
    pad: Pad | None
    doubt: DoubtView | None

    @property
    def said(self) -> tuple[str, ...]:
        """Whose hand it is, how much of it is tapped, and the sum so far."""
        tapped = "" if self.typing else f"{len(self.chosen)} of {counted(self.expected, 'card')}, "
        return (f"{self.player}: {tapped}{counted(self.total, 'point')}",)

    @property
    def typing(self) -> bool:
        return self.typed is not None

    @property
    def cards(self) -> tuple[str, ...]:
        """What was tapped, in that order."""
        return tuple(key.face.card for key in reversed(self.chosen))

    @property
    def left(self) -> int:
        """How many cards are still to tap."""
        return self.expected - len(self.chosen)

    @property
    def digits(self) -> tuple[int, ...]:
        """The keys, but for the last row."""
        return tuple(range(1, 10))


class BetweenStage(Standings, frozen=True, kw_only=True):
    """Between hands.

    `dealer` is proposed, `dealers` are the others who may; `due` says that the agreed end came, `news` why a
    hand ended that does not count.
    """

    template: ClassVar[str] = "games/shedding/between.html"

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


class AnyRace(View, frozen=True):
    """Any two events by any two players, for what the app does not think of; `wrong` is what they lack."""

    events: tuple[Option, ...]
    first: tuple[Option, ...]
    other: tuple[Option, ...]
    wrong: str = ""


class ApplyView(View, frozen=True):
    """The move that stands, as a button, or one for each word that is declared with it (`declare`).

    `fields` are the rest of it; `many` is there where several cards of the kind may lie.
    """

    fields: tuple[Field, ...]
    taps: tuple[Option, ...]
    label: str = ""
    many: Many | None = None


class LiableView(View, frozen=True):
    """One player: owed since when, or why not. `callers` may catch them now."""

    name: str
    cite: Cited
    owes: bool = False
    draw: str = ""
    callers: tuple[str, ...] = ()


class AnswerView(View, frozen=True):
    """A play that somebody asks about, in full: why or why not, what it would do, what to say."""

    title: str
    cites: tuple[Cited, ...]
    does: tuple[str, ...] = ()
    say: str = ""
