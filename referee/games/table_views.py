"""What the templates of a table are given by its game: whose turn it is, what hands must do, the stage."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import ClassVar, Literal, Self

from msgspec.structs import asdict, replace

from referee.games.cited import Cited
from referee.games.parts import Pad, Seat, Sheet
from referee.rules.sentences import as_sentences, counted, joined
from referee.web.components import (
    FaceView,
    Field,
    Link,
    PodiumView,
    StandingView,
    View,
    podium,
    ranked,
    with_faces,
)
from referee.web.wording import signed

#: So many winners are named in a heading.
_MOST_NAMES = 3
#: So many small letters find room in a line.
_UNDER = 38
#: So many large letters leave a line below them free.
_LINE = 26
#: So many seats find room beside one another, and so many letters of more than three, a short name as six.
_ONE_LANE, _ONE_LINE = 5, 36


class WhoseTurn(View, frozen=True):
    """Whose turn it is, in letters to be read from a metre away (`table/now.html`).

    `next` comes after them in that `direction`; where nobody is on turn, `does` says what else the name is
    there for ("is out!"), and `you` the same to them. `no` is the rule against what is chosen so far,
    `demand` what they face, unless the action line says it, `follow` what may be done now; `say` is what
    `say_by` has to say for the last play, in full, or else `first` was first in a close call. The template
    `drawing` draws what lies on `top`.
    Where nobody taps, an `arrow` shows the direction, and what is `for_hands` alone is left out.
    """

    title: str
    does: str = ""
    you: str = ""
    direction: Literal["", "clockwise", "counterclockwise"] = ""
    next: str = ""
    no: Cited | None = None
    demand: str = ""
    follow: str = ""
    say: str = ""
    say_by: str = ""
    first: str = ""
    drawing: str = ""
    top: View | None = None
    arrow: bool = False
    for_hands: Literal["", "demand", "follow"] = ""

    @property
    def size(self) -> str:
        """How large two names can be on a phone: l0 and l1 have a line together, the next one two small ones
        with `by`; l2 and l3 one each.
        """
        name, beside = len(self.title), len(self.next or self.does)
        if name <= 8 and 3 * name + 2 * beside <= 30:
            return "l0"
        if name <= 12 and (not beside or name + beside <= 13):
            return "l1"
        if name <= 4:
            return "l0 by"
        return "l2" if name <= 17 else "l3"

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
        no = self.no.text if self.no else ""
        say = f"{self.say_by}, say {self.say}" if self.say else ""
        first = f"First: {self.first}" if self.first else ""
        return self.turn, no, self.demand, self.follow, say, first


class ActionLine(View, frozen=True):
    """What hands must do now, large, until the next tap; where there is nothing, what was ruled last.

    `tiles` are told in the order of the log; the `tap` among them is for hands at the phone. `tone` is "do"
    for what hands must do, "stop" for a penalty, "" for the rest. `art` is a symbol of static/art/, or else
    the template `drawing` draws what is `drawn`. `why` says in one sentence why; `cites` are the whole
    ruling, which opens below; a `prompt` stands in the place of why. `faced`: it is for whose turn it is.
    """

    tiles: tuple[str, ...]
    tap: str = ""
    tone: Literal["", "do", "stop"] = ""
    art: str = ""
    drawing: str = ""
    drawn: View | None = None
    why: str = ""
    cites: tuple[Cited, ...] = ()
    faced: bool = False
    prompt: str = ""

    @property
    def size(self) -> str:
        """How large all of it can be so that nothing is cut: six sizes, by the number of letters."""
        letters = sum(map(len, self.tiles)) + 2 * len(self.tiles) - 2
        size = sum(letters > most for most in (14, 21, 38, 66, 92))
        return f"s{max(size, 3) if self.prompt and letters > _LINE else size}"

    @property
    def under(self) -> str:
        """What stands below in small letters, where the line leaves room for it."""
        fits = sum(map(len, self.tiles)) <= _LINE and len(self.why) <= _UNDER
        return self.prompt or (self.why if fits and self.why not in self.tiles else "")

    @property
    def said(self) -> tuple[str, ...]:
        """What is read aloud of it."""
        return ("; ".join(filter(None, (*self.tiles, self.under))),)


class Stage(View, frozen=True, kw_only=True):
    """What the phase of a table shows below the seats: a struct for each, which its `template` draws.

    `bar` is the template of the keys at the foot. `middle` is that of what lies on the table, also for a
    board and for who only watches, and `still` that of what else those see. A `whole` one has the action line
    and the seats in its own template; one that `ends` is the last. Where it shows the players itself, in
    other words, it stands `in_place_of_seats`; where it goes by the query of its address, it `keeps_query`.
    """

    template: ClassVar[str]
    bar: ClassVar[str] = ""
    middle: ClassVar[str] = ""
    still: ClassVar[str] = ""
    whole: ClassVar[bool] = False
    ends: ClassVar[bool] = False

    in_place_of_seats: bool = False
    keeps_query: bool = False

    @property
    def said(self) -> tuple[str, ...]:
        """What is read aloud of it."""
        return ()


class Standings(Stage, frozen=True, kw_only=True):
    """A table at which nobody plays: why that is, and how the players stand, best first; before the first
    cards nobody does, and all of them are `waiting` in seat order.
    """

    still: ClassVar[str] = "table/still_standings.html"

    heading: str
    standings: tuple[StandingView, ...]
    waiting: tuple[StandingView, ...] = ()

    @property
    def said(self) -> tuple[str, ...]:
        """The heading."""
        return (self.heading,)


class OverView(Standings, frozen=True, kw_only=True):
    """The end of a game (components/over.html): who won, why it is over, and the ranking.

    `counts` is one of what the `standings` count, and many; `decided` tells how ties were broken, step by
    step; `links` lead on, and `more` is the template of what a game adds below.
    """

    template: ClassVar[str] = "components/over.html"
    ends: ClassVar[bool] = True
    more: ClassVar[str] = ""

    why: Cited
    detail: str
    counts: tuple[str, str] = ("point", "points")
    decided: tuple[Cited, ...] = ()
    links: tuple[Link, ...] = ()

    @property
    def podium(self) -> PodiumView:
        return podium(self.standings, self.counts)


def standings(
    scores: Mapping[str, int | float], leaders: Collection[str], gained: Mapping[str, int | float] = {}
) -> tuple[StandingView, ...]:
    """Everybody by rank, the highest first: what they have, and what they `gained` lately."""
    rows = (
        StandingView(
            name=name,
            points=points,
            change=signed(gained[name]) if name in gained else "",
            leader=name in leaders,
        )
        for name, points in scores.items()
    )
    return ranked(rows, highest=True)


def waiting(players: Iterable[str]) -> tuple[StandingView, ...]:
    """Those who wait for the first cards."""
    return tuple(StandingView(name=name, points=0) for name in players)


def won_by(winners: Sequence[str], *, together: bool = False) -> str:
    """Who won, in a heading; where many did, the podium has their names. Partners win `together`."""
    won = "wins" if len(winners) == 1 else "win" if together else "share the win"
    if len(winners) > _MOST_NAMES:
        return f"{counted(len(winners), 'player')} {won}"
    return f"{joined(winners)} {won}" if winners else "Nobody wins"


class GameTable(View, frozen=True):
    """What a game shows of its table: `body` is the template, `still` the other one, with nothing to tap."""

    body: ClassVar[str]
    still: ClassVar[str]

    @abstractmethod
    def with_people(self, faces: Mapping[str, FaceView], phones: Mapping[str, str], mine: str) -> Self:
        """The same with everybody's face and, at a seat that has one, where its phone is; by their names at
        the table. `mine` is the seat of the phone that looks, "" for none.
        """

    def marked(self, entered: Mapping[str, object]) -> Self:  # noqa: ARG002
        """The same for a correction: with the keys chosen by which a move with these fields was entered."""
        return self

    @property
    @abstractmethod
    def said(self) -> tuple[str, ...]:
        """What is read aloud of it, a phrase each, from top to bottom; "" for nothing."""

    @property
    @abstractmethod
    def voice(self) -> str:
        """What a phone or a board that speaks says to all of the room after a move."""


class TableView(GameTable, frozen=True, kw_only=True):
    """The rows that all games with turns have alike; what a phase does not have is None or empty.

    `look` are classes of the row of seats, `label` what it is called, and `owed` the word of the last card.
    """

    body: ClassVar[str] = "table/body.html"
    still: ClassVar[str] = "table/still.html"

    stage: Stage
    now: WhoseTurn | None = None
    action: ActionLine | None = None
    seats: tuple[Seat, ...] = ()
    look: str = ""
    label: str = "Players"
    owed: str = ""

    def with_people(self, faces: Mapping[str, FaceView], phones: Mapping[str, str], mine: str) -> Self:
        """Faces at the seats, and in the standings."""
        stage = self.stage
        if isinstance(stage, Standings):
            ranking, waiting = (with_faces(rows, faces) for rows in (stage.standings, stage.waiting))
            stage = replace(stage, standings=ranking, waiting=waiting)
        seats = tuple(
            replace(seat, face=faces.get(seat.name), phone=phones.get(seat.name, ""), mine=seat.name == mine)
            for seat in self.seats
        )
        return replace(self, seats=seats, stage=stage)

    def marked(self, entered: Mapping[str, object]) -> Self:
        """Without what was ruled before: the room is for what is corrected. See GameTable."""
        values = (value if isinstance(value, list | tuple) else [value] for value in entered.values())
        sent = [str(each) for value in values for each in value if each not in (None, "")]
        pads = {name: pad.marked(sent) for name, pad in asdict(self.stage).items() if isinstance(pad, Pad)}
        action = self.action if self.stage.whole else None
        return replace(self, stage=replace(self.stage, **pads), action=action)

    @property
    def said(self) -> tuple[str, ...]:
        """Whose turn it is or what has ended, what may be done, and what hands must do."""
        rows = (self.now, self.action, self.stage)
        return tuple(phrase for row in rows if row for phrase in row.said)

    @property
    def voice(self) -> str:
        """The action line but for what is tapped, and whose turn it is or who is out; without either what has
        ended, or is asked.
        """
        now, line = self.now, self.action
        turn = now.title if now and now.next else ""
        phrases = [tile for tile in line.tiles if tile != line.tap] if line else []
        if phrases and line and line.faced and turn:
            phrases[-1] = f"{turn}, {phrases[-1][:1].lower()}{phrases[-1][1:]}"
        elif turn and not (phrases and phrases[-1].endswith((f": {turn}", f"{turn} begins"))):
            phrases.append(f"{turn}’s turn")
        elif now and not turn:
            phrases.insert(0, now.text)
        elif not phrases:
            phrases = list(self.stage.said)
        return " ".join(filter(None, as_sentences(phrases)))

    @property
    def way(self) -> str:
        """The way of play: the class of an arrow through the seats, "" where there is none."""
        return self.now.direction if self.now else ""

    @property
    def lane(self) -> int:
        """The place from which on the seats go back along the table's other side; 0 if one side is enough."""
        letters = sum(max(len(seat.short or seat.name), 6) for seat in self.seats)
        hands = [seat for seat in self.seats if seat.href and not seat.letter]
        crowded = len(hands) > 3 and letters > _ONE_LINE
        return (len(self.seats) + 1) // 2 if crowded or len(self.seats) > _ONE_LANE else 0


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
    them; `plays` that their moves can be tapped now.
    """

    seat: Seat
    template: str
    place: str
    order: str = ""
    plays: bool = False
    calls: tuple[CallView, ...] = ()


class EvidenceView(View, frozen=True):
    """What was measured of two buzzes that met: in a sentence, and drawn where both have a time.

    Of each of the `presses` it has who pressed, where it stands, where its doubt begins and how wide it is.
    """

    text: str
    sure: bool = False
    presses: tuple[tuple[str, int, int, int], ...] = ()


class Moment(View, frozen=True):
    """An occasion, worth 1.2 seconds: its `kind`, its word in large letters, and who it is about.

    The kinds are those of static/moments.js: zar, gotcha, out, hand, won.
    """

    kind: str
    word: str
    text: str = ""


class Headline(View, frozen=True):
    """Which `hand` or round it is, and the `goal`, when the game ends; `ended` is why a hand is over."""

    hand: str = ""
    goal: str = ""
    ended: str = ""

    @property
    def text(self) -> str:
        """What stands in the head of a table."""
        return self.ended or self.whole

    @property
    def whole(self) -> str:
        """Which hand it is and when the game ends."""
        return " · ".join(filter(None, (self.hand, self.goal)))


class GameView(View, frozen=True):
    """What a game shows of its table, to every phone alike.

    `name` is what the game is called, `title` the page, `headline` what hand or round it is; `style` its
    stylesheet, and `table` what its body is given. `sheet` is the one that the game itself opens, and `back`
    where that leads back to, "" for the table; `keeps_query` says that the body, too, goes by the query of
    its address. `moment` is the occasion that the last move was, `voice` what is spoken after it; `timed`
    says that a clock runs on the table. `undone` is what Undo took off, where few words do for it.
    """

    name: str
    title: str
    headline: Headline
    style: str
    phase: str
    table: GameTable
    sheet: Sheet | None = None
    back: str = ""
    keeps_query: bool = False
    moment: Moment | None = None
    voice: str = ""
    timed: bool = False
    undone: str = ""
