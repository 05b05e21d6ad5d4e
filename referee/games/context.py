"""What the templates of a live table are given by its game; the same manners as in `web.components`."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import ClassVar, Literal, Self

from msgspec.structs import replace

from referee.games.cited import Cited, ClauseView
from referee.rules.sentences import joined
from referee.web.components import (
    FaceView,
    Field,
    Link,
    Option,
    PodiumView,
    StandingView,
    View,
    podium,
    with_faces,
)
from referee.web.wording import written

#: So many winners are named in a heading.
_MOST_NAMES = 3
#: So many seats find room beside one another.
_ONE_LANE = 5


class Sheet(View, frozen=True):
    """A sheet opens in the place of the pad; a `tall` one takes the room of all rows below Now.

    `kind` is the value of `?sheet=`.
    """

    kind: ClassVar[str]
    template: ClassVar[str]
    tall: ClassVar[bool] = False

    @property
    def back(self) -> str:
        """Where it leads back to, "" for where the game says."""
        return ""


class RefusedSheet(Sheet, frozen=True):
    """Why a move was not accepted, and the clause where it stands; `fields` send it again.

    `offender` is who draws the penalty card. `changed` is what happened since the page that was tapped, if it
    was not the newest. `mends` are ways to put right what the app has wrong, where no overruling helps.
    `photo` is the sheet that takes a photo of it, "" where it was not noted.
    """

    kind = "refused"
    template = "table/sheets/refused.html"
    title: str
    cite: Cited
    clause: ClauseView | None = None
    move: str = ""
    offender: str = ""
    why: str = ""
    fields: tuple[Field, ...] = ()
    overrule: bool = False
    changed: tuple[str, ...] = ()
    mends: tuple[Link, ...] = ()
    photo: str = ""


class MenuSheet(Sheet, frozen=True):
    """Rare things, and ways out of the table, of which the `ends` stand side by side.

    `moves` are buttons: what they do, and their words. `invites` says that this phone may let others in,
    `along` that it may take a seat, `loggers` that it may ask whose phones log the game.
    """

    kind = "menu"
    template = "table/sheets/menu.html"
    tall = True
    links: tuple[Link, ...]
    ends: tuple[Link, ...] = ()
    moves: tuple[Field, ...] = ()
    invites: bool = False
    along: bool = False
    loggers: bool = False


#: How a key looks: legal, against the rules (it can be tapped all the same), or off.
Mark = Literal["", "no", "off"]


class Key(View, frozen=True):
    """What `components/keys.html` asks of a key of a pad: it sends `sent` and is called `label` aloud.

    `look` is its classes; `name` stands below the `art` (a symbol of the sprite), or alone if there is none.
    """

    @property
    @abstractmethod
    def sent(self) -> str: ...

    @property
    @abstractmethod
    def label(self) -> str: ...

    @property
    @abstractmethod
    def name(self) -> str: ...

    @property
    @abstractmethod
    def look(self) -> str: ...

    @property
    def state(self) -> Mark:
        return ""

    @property
    def art(self) -> str:
        return ""


class Seat(View, frozen=True):
    """What `components/seats.html` asks of a player at the table, always in seat order.

    `held` is the large number and `unit` what it counts one by one, with a `symbol` of the sprite before it;
    `score` the small one and `scored` what that counts; `change` is what was added lately. Where the large
    number is what wins (`wins_by_held`), crown and change stand there. `letter` and `owner` mark their tiles
    on a board. The `face` is given by who knows the players. `phone` says where the phone is that plays along
    at this seat ("here", "away", "gone"), "" for none; `mine` that it is the one that looks.
    """

    name: str
    change: str = ""
    turn: bool = False
    leader: bool = False
    phone: str = ""
    mine: bool = False
    face: FaceView | None = None

    @property
    @abstractmethod
    def held(self) -> int: ...

    @property
    @abstractmethod
    def unit(self) -> str: ...

    @property
    def href(self) -> str:
        return ""

    @property
    def score(self) -> str:
        return ""

    @property
    def scored(self) -> str:
        return ""

    @property
    def symbol(self) -> str:
        return ""

    @property
    def wins_by_held(self) -> bool:
        return False

    @property
    def dealer(self) -> bool:
        return False

    @property
    def owes(self) -> bool:
        return False

    @property
    def badge(self) -> str:
        """What stands in the place of the score until the next tap, such as `+2`."""
        return ""

    @property
    def next(self) -> bool:
        """Whether they come next."""
        return False

    @property
    def letter(self) -> str:
        return ""

    @property
    def owner(self) -> int:
        return 0

    @property
    def look(self) -> str:
        """Its classes."""
        marks = {"turn": self.turn, "next": self.next, "owes": self.owes}
        return " ".join(["seat", *(mark for mark, on in marks.items() if on)])


class CardSeat(Seat, frozen=True, kw_only=True):
    """A player who holds so many cards and has so many points."""

    href: str
    cards: int
    points: int
    dealer: bool = False
    next: bool = False
    unit = "card"
    scored = "point"

    @property
    def held(self) -> int:
        return self.cards

    @property
    def score(self) -> str:
        return written(self.points)


class WhoseTurn(View, frozen=True):
    """Whose turn it is, in letters to be read from a metre away (`components/whose.html`).

    `next` comes after them in that `direction`; where nobody is on turn, `does` says what else the name is
    there for ("is out!"). `demand` is what they face, unless the action line says it, `follow` what may be
    done now; `say` is what `say_by` has to say for the last play, in full.
    """

    title: str
    does: str = ""
    direction: Literal["", "clockwise", "counterclockwise"] = ""
    next: str = ""
    demand: str = ""
    follow: str = ""
    say: str = ""
    say_by: str = ""

    @property
    def size(self) -> str:
        """How large the name can be: four sizes, by its letters."""
        return f"l{sum(len(self.title) > most for most in (8, 12, 17))}"

    @property
    def text(self) -> str:
        """All of it, as the page is called."""
        return f"{self.title} {self.does}".rstrip()

    @property
    def turn(self) -> str:
        """Whose turn it is and whose next, in words."""
        return f"{self.title}, {self.direction}, then {self.next}" if self.next else self.text

    @property
    def said(self) -> tuple[str, ...]:
        """What is read aloud of it, from top to bottom."""
        return self.turn, self.demand, self.follow, f"{self.say_by}: {self.say}" if self.say else ""


class ActionLine(View, frozen=True):
    """What hands must do now, large, until the next tap; where there is nothing, what was ruled last.

    `tiles` are told in the order of the log, `tone` is "do" for what hands must do, "stop" for a penalty, ""
    for the rest. `art` is a symbol of the sprite; a game that draws more has a template, the `drawing`. `why`
    says in one sentence why; `cites` are the whole ruling, which opens below. `faced` says that it is for
    whose turn it is.
    """

    drawing: ClassVar[str] = ""

    tiles: tuple[str, ...]
    tone: Literal["", "do", "stop"] = ""
    art: str = ""
    why: str = ""
    cites: tuple[Cited, ...] = ()
    faced: bool = False

    @property
    def size(self) -> str:
        """How large all of it can be so that nothing is cut: six sizes, by the number of letters."""
        letters = sum(map(len, self.tiles)) + 2 * len(self.tiles) - 2
        return f"s{sum(letters > most for most in (14, 21, 46, 66, 92))}"

    @property
    def under(self) -> str:
        """What stands below in small letters, where the line leaves room for it."""
        return self.why if self.why not in self.tiles and self.size in ("s0", "s1") else ""

    @property
    def said(self) -> tuple[str, ...]:
        """What is read aloud of it."""
        return ("; ".join(filter(None, (*self.tiles, self.under))),)


class PauseView(View, frozen=True, kw_only=True):
    """Between hands or rounds: what is next, and how the players stand."""

    heading: str
    standings: tuple[StandingView, ...]

    @property
    def said(self) -> tuple[str, ...]:
        """What is read aloud of it."""
        return (self.heading,)


class GameTable(View, frozen=True):
    """What the body of a game's table is given."""

    @abstractmethod
    def with_people(self, faces: Mapping[str, FaceView], phones: Mapping[str, str], mine: str) -> Self:
        """The same with everybody's face and, at a seat that has one, where its phone is; by their names at
        the table. `mine` is the seat of the phone that looks, "" for none.
        """

    @property
    @abstractmethod
    def said(self) -> tuple[str, ...]:
        """What is read aloud of it, a phrase each, from top to bottom; "" for nothing."""


class SeatedView(GameTable, frozen=True, kw_only=True):
    """The rows that bodies of games with turns have alike; what a phase does not have is None or empty."""

    seats: Sequence[Seat] = ()
    now: WhoseTurn | None = None
    action: ActionLine | None = None
    between: PauseView | None = None
    over: OverView | None = None

    def with_people(self, faces: Mapping[str, FaceView], phones: Mapping[str, str], mine: str) -> Self:
        """At a seat, where there is little room, only a face that was chosen."""
        chosen = {name: face for name, face in faces.items() if face.chosen}
        pause, over = self.between, self.over
        return replace(
            self,
            seats=tuple(
                replace(
                    seat,
                    face=chosen.get(seat.name),
                    phone=phones.get(seat.name, ""),
                    mine=seat.name == mine,
                )
                for seat in self.seats
            ),
            between=pause and replace(pause, standings=with_faces(pause.standings, faces)),
            over=over and replace(over, standings=with_faces(over.standings, faces)),
        )

    @property
    def said(self) -> tuple[str, ...]:
        """Whose turn it is or what has ended, what may be done, and what hands must do."""
        rows = (self.now, self.action, self.between, self.over)
        return tuple(phrase for row in rows if row for phrase in row.said)

    @property
    def way(self) -> str:
        """The way of play: the class of an arrow through the seats, "" where there is none."""
        return self.now.direction if self.now else ""

    @property
    def lane(self) -> int:
        """The place from which on the seats go back along the table's other side; 0 if one side is enough."""
        return (len(self.seats) + 1) // 2 if len(self.seats) > _ONE_LANE else 0


class CallView(View, frozen=True):
    """Something that a player may call out at any time, as a buzzer on their own phone: its `word`.

    It sends the `fields`, and, where one is pointed at, one of the `faces` as `at`. `why` says in a few words
    why it would come to nothing now, "" where it may count: it can be pressed all the same.
    """

    kind: str
    word: str
    fields: tuple[Field, ...]
    why: str = ""
    at: str = ""
    faces: tuple[str, ...] = ()


class SeatPart(View, frozen=True):
    """What the phone of a seat shows of the table: its player's turn, hand, and what they can call.

    `template` takes the place of the table's body. `place` says when their turn comes, `order` who is before
    them; `plays` that their moves can be tapped now; `owes` that they have to say the word of a last card.
    """

    name: str
    template: str
    place: str
    order: str = ""
    held: int = 0
    unit: str = ""
    badge: str = ""
    owes: bool = False
    plays: bool = False
    calls: tuple[CallView, ...] = ()


class PressView(View, frozen=True):
    """A buzz on the drawing of a race: where it stands, and where its doubt begins and how wide it is."""

    name: str
    x: int
    begins: int
    wide: int


class EvidenceView(View, frozen=True):
    """What was measured of two buzzes that met: in a sentence, and drawn where both have a time."""

    text: str
    sure: bool = False
    presses: tuple[PressView, ...] = ()


class Moment(View, frozen=True):
    """An occasion, worth 1.2 seconds: its `kind`, its word in large letters, and who it is about.

    The kinds are those of static/moments.js: zar, gotcha, out, hand, won.
    """

    kind: str
    word: str
    text: str = ""


class GameView(View, frozen=True):
    """What a game shows of its table, to every phone alike.

    `name` is what the game is called, `title` the page, `headline` what hand or round it is; `style` is its
    stylesheet. `body` is its template, `still` the other one that only shows the table, with nothing to tap,
    and `table` what both are given. `sheet` is the one that the game itself opens, and `back` where that
    leads back to, "" for the table; `keeps_query` says that the body, too, goes by the query of its address.
    `moment` is the occasion that the last move was, `voice` what is spoken of it; `timed` says that a clock
    runs on the table.
    """

    name: str
    title: str
    headline: str
    style: str
    phase: str
    body: str
    table: GameTable
    sheet: Sheet | None = None
    back: str = ""
    keeps_query: bool = False
    moment: Moment | None = None
    voice: str = ""
    timed: bool = False

    @property
    def still(self) -> str:
        return self.body.replace("body.html", "still.html")


class OverView(View, frozen=True, kw_only=True):
    """The end of a game, as `components/over.html` shows it: who won, why it is over, and the ranking.

    `counts` is one of what the `standings` count, and many; `decided` tells how ties were broken, step by
    step; `more` is the template of what a game adds below.
    """

    more: ClassVar[str] = ""

    winners: tuple[str, ...]
    why: Cited
    detail: str
    standings: tuple[StandingView, ...]
    counts: tuple[str, str] = ("point", "points")
    decided: tuple[Cited, ...] = ()

    @property
    def heading(self) -> str:
        """Who won; where many did, the podium has their names."""
        if len(self.winners) > _MOST_NAMES:
            return f"{len(self.winners)} players share the win"
        won = "wins" if len(self.winners) == 1 else "share the win"
        return f"{joined(self.winners)} {won}" if self.winners else "Nobody wins"

    @property
    def size(self) -> str:
        """How large the heading can be: three sizes, by its letters."""
        return f"l{sum(len(self.heading) > most for most in (20, 40))}"

    @property
    def said(self) -> tuple[str, ...]:
        """What is read aloud of it."""
        return (self.heading,)

    @property
    def podium(self) -> PodiumView:
        return podium(self.standings, self.counts)


class AgreedView(View, frozen=True, kw_only=True):
    """What a game asks before it begins: `groups` of questions (games.setup), and what is `rarer`."""

    template: ClassVar[str]
    groups: tuple[View, ...] = ()
    rarer: tuple[View, ...] = ()
    note: str = ""

    @property
    def above(self) -> str:
        """The template of what is asked before the names, "" for nothing."""
        return ""

    @property
    def limits(self) -> str:
        """How many may play by what is agreed so far; "" where nothing agreed changes that."""
        return ""

    @property
    def called(self) -> str:
        """What the game is called by what is agreed; "" where people call it something, or nothing."""
        return ""

    @property
    def by_sheet(self) -> str | None:
        """The key of the score sheet, "" for the plain one; None where a game is not kept by any."""
        return None

    @property
    def titled(self) -> str:
        """The question for the title, asked first; "" where a title is a fancy and asked last."""
        return ""

    @property
    def first(self) -> str:
        """What the player chosen does, where that depends on what is agreed; "" for the presenter's own."""
        return ""


class EditField(View, frozen=True):
    """A part of a move that can be changed: from `choices`, or typed where there are none.

    Where the game has a `pad` for it, a tap on a key of that chooses, and shows the effects at once;
    `template` is the pad's.
    """

    name: str
    label: str
    value: str
    choices: tuple[Option, ...] = ()
    pad: View | None = None
    template: str = ""


def choice(
    name: str, label: str, value: object, values: Sequence[str], texts: Sequence[str] | None = None
) -> EditField:
    """A field to choose from; the values are their own words unless `texts` has others."""
    chosen = str(value)
    options = tuple(
        Option(value=each, text=text, chosen=each == chosen)
        for each, text in zip(values, texts or values, strict=True)
    )
    return EditField(name=name, label=label, value=chosen, choices=options)


class Consequence(Cited, frozen=True):
    """What a correction changes: a later move that no longer holds, a count, a score."""

    breaks: bool = False
