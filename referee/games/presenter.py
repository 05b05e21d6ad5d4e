"""What a presenter is, one for each game, listed in `registry`; and what it answers in a dispute."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import partial
from typing import Any, ClassVar, Generic, NamedTuple, TypeAlias, cast

import msgspec
from django.http import QueryDict
from msgspec import Struct
from msgspec.structs import replace

from referee.games.board import BoardView, board_of
from referee.games.cited import Cited
from referee.games.forms import Wording, move_of
from referee.games.frame import end_sheet, refused, stylesheet
from referee.games.look import Look
from referee.games.parts import EditField, Face, RefusedSheet, Seat, Sheet, Terms
from referee.games.setup import AgreedView, Agreement, Setup
from referee.games.table_views import (
    ActionLine,
    CallView,
    GameView,
    Headline,
    Moment,
    Stage,
    TableView,
    WhoseTurn,
)
from referee.rules.engine import Game, Move, MoveT, Refused, StateT
from referee.rules.races import Order, Press, order
from referee.rules.record import Outcome
from referee.rules.sentences import joined
from referee.web.components import TileView, View, options


class MomentText(Struct, frozen=True):
    """A feat as a moment: `title` may name {n}, `text` the {player} and the {other} with the feat `paired`.

    `then` is a feat that comes of it: the words name {after} and {m} for whoever had it next, and how much.
    `least` is how much it takes, `top` says that only the most of a game is told, `weight` how much it is
    worth among others. `sign` and `look` are those of a tile.
    """

    title: str
    text: str
    sign: str
    look: str = ""
    paired: str = ""
    then: str = ""
    least: int = 1
    top: bool = False
    weight: int = 50


class Check(View, frozen=True):
    """One thing looked at closely: sentences under a heading, each with its clause."""

    heading: str
    lines: tuple[Cited, ...]


class Question(NamedTuple):
    """Something that can be asked about the table as it is now: its words, and a move to begin with."""

    text: str
    move: Move


class Answers(ABC, Generic[StateT, MoveT]):
    """What a game answers when something is disputed, beside what its referee says of every move."""

    #: The clauses whose sentences only tell the move again: of a move in one line another one is shown.
    routine: ClassVar[Collection[str]] = ()

    @abstractmethod
    def checks(self, before: StateT, move: MoveT, after: StateT) -> Iterable[Check]:
        """What was added up or compared for a move that was made."""

    @abstractmethod
    def questions(self, state: StateT) -> Iterable[Question]:
        """What can be asked now: "may this be played?"."""

    def beside(self, state: StateT, move: MoveT) -> Iterable[Check]:  # noqa: ARG002
        """What helps to see why, beside the answer to a question about a move."""
        return ()


#: For what asks the games one and all.
AnyAnswers: TypeAlias = Answers[Any, Any]


class Buzzed(NamedTuple):
    """Who called what (a word of `close_call`), and on whom, "" for nobody."""

    player: str
    event: str
    target: str = ""


class Race(NamedTuple):
    """Two buzzes, the earlier one first, as far as that is known.

    `number` is the later one's in the game. `presses` are what the phones measured; None where one of them
    has no time that can be true, or none at all: then `untimed` names whose.
    """

    number: int
    one: Buzzed
    two: Buzzed
    presses: tuple[Press, Press] | None = None
    untimed: tuple[str, ...] = ()

    @property
    def order(self) -> Order | None:
        return order(*self.presses) if self.presses else None

    @property
    def text(self) -> str:
        order = self.order
        if order is None:
            names = joined([f"{name}’s" for name in self.untimed])
            phones = "phones" if len(self.untimed) > 1 else "phone"
            return f"Pressed at once, but the clock of {names} {phones} is not known well enough."
        if order.sure:
            return (
                f"{self.one.player} {order.gap} ms before {self.two.player}, sure to within {order.doubt} ms."
            )
        return f"Too close to call: {order.gap} ms apart, sure to within {order.doubt} ms."


class Presenter(ABC, Generic[StateT, MoveT]):
    """How a game looks: from its forms to moves, and from a state to what its templates show."""

    rules: Game[StateT, MoveT]
    #: What is called out with a move that is no play, by the event that tells it.
    called: ClassVar[Mapping[str, str]] = {}
    #: What else people call it who look for it.
    names: ClassVar[Sequence[str]] = ()
    #: One sentence for those who choose a game, and how many may play.
    blurb: str
    limits: str
    #: Its card in a list of games; None where its title says which card.
    tile: TileView | None = None
    #: The cards of the feats that players are proud of, in their order, and of those that nobody is.
    badges: ClassVar[Mapping[str, TileView]] = {}
    mishaps: ClassVar[Mapping[str, TileView]] = {}
    #: The feats that are worth telling afterwards.
    moments: ClassVar[Mapping[str, MomentText]] = {}
    #: What a table agrees on before the game.
    setup: Setup
    #: How each move is told, and asked about.
    wordings: ClassVar[Mapping[type[Move], Wording]]
    #: How a card looks; None where none is drawn by its name.
    face: Callable[[str], Face] | None = None
    #: What flies at the end: symbols of static/art/, or single characters.
    symbols: ClassVar[Sequence[str]] = ("star", "crown", "token", "sun")
    #: How few may play, and how many.
    fewest: int = 2
    most: int = 20
    #: What the player chosen at the setup does; "" where nobody is chosen.
    first: str = ""
    #: Whether its table has the rows that the hints of a first game point at.
    has_hints: bool = False
    #: What the game answers when something is disputed; None where it has sheets of its own for that.
    answers: Answers[StateT, MoveT] | None = None
    #: The moves that put something down: what is against the rules in them a keeper may overrule.
    overrulable: tuple[type[Move], ...] = ()
    #: The queries of sheets that are drawn from the tap they answer, and so from nothing else.
    transient_sheets: frozenset[str] = frozenset()
    #: What a player's own phone shows while it is not its turn, or while they have something to call.
    seat_template: str = "table/seat_part.html"

    def move(self, sent: QueryDict) -> MoveT | Refused:
        """The move that a form asks for; Refused (`invalid`) where the form makes none."""
        return self.rules.read(self.form(sent))

    def form(self, sent: QueryDict) -> dict[str, object]:
        """A form's fields as a move of docs/record.md; what makes no sense, `rules.read` refuses."""
        return move_of(self.rules.move_types, sent)

    def fields(self, move: MoveT) -> Mapping[str, object]:
        """The fields by which a form sends a move again; the inverse of `form`."""
        return body_of(move)

    def entered(self, state: StateT, move: MoveT) -> str:  # noqa: ARG002
        """The query by which the table before a move shows the keys that it was entered by, as they were."""
        return ""

    def missing_sheet(self, state: StateT, move: MoveT) -> str | Refused:  # noqa: ARG002
        """The query of the sheet to open before a refused move can be made; "" when nothing is missing.

        Refused when it could not be made with what is missing either: then nothing has to be asked.
        """
        return ""

    def confirmation(self, state: StateT, move: MoveT, sent: QueryDict) -> str | Refused:  # noqa: ARG002
        """The query of what to ask once before a move is made that the rules accept; "" for nothing.

        Refused where a form sent what would count nothing.
        """
        return ""

    def late(self, _state: StateT, _sent: QueryDict, /) -> Refused | None:
        """Why a form comes too late that was meant for another moment, whatever it would be now."""
        return None

    def faces(self, body: object) -> tuple[Face, ...]:
        """The cards of a move, as they look; none where the game has no `face` for them."""
        move = self.rules.read(body)
        cards = getattr(move, "cards", getattr(move, "card", ()))
        cards = (cards,) if isinstance(cards, str) else cards
        return tuple(map(self.face, cards)) if self.face and isinstance(cards, tuple) else ()

    def counted_hand(self, _state: StateT, _body: object, /) -> tuple[str, tuple[tuple[Face, int], ...]]:
        """Whose hand a move counted, and its cards with their points; "" and none where it names no cards."""
        return "", ()

    def describe(self, _state: StateT, move: MoveT, /) -> str:
        """A move in a short sentence, without its full stop. The state is any of its game."""
        return self.wordings[type(move)].describe(move)

    def logged(
        self, state: StateT, body: object, _outcome: Outcome, _sides: Iterable[Sequence[str]], /
    ) -> tuple[str, str]:
        """A move in the log, and what stands below it where people look for what it came to."""
        return self.described(state, body), ""

    def derived(self, _before: StateT, _move: MoveT, _after: StateT, /) -> Mapping[str, Terms]:
        """What the points of a move were added up from, by player, where no lines tell it."""
        return {}

    def teller(self, state: bytes) -> Callable[[object], str]:
        """What says the moves of a game, from its state as it is kept."""
        return partial(self.described, self.rules.load(state))

    def called_out(self, say: str) -> str:
        """What was said with a play, of all that had to be said with it."""
        return say

    def disclosed(self, _state: StateT, outcome: Outcome) -> Outcome:
        """What the table is told of a move: all of its ruling, unless it has agreed on less."""
        return outcome

    def worded(self, no: Refused) -> Refused:
        """A refusal as the log has it, cards called as on the pad."""
        return no

    def described(self, state: StateT, body: object) -> str:
        move = self.rules.read(body)
        unread = "A move that can no longer be read"
        return unread if isinstance(move, Refused) else self.describe(state, move)

    def edit(self, state: StateT, move: MoveT) -> tuple[EditField, ...]:
        """The fields by which a move is asked about; `state` is the table that it would be made at."""
        return tuple(self.wordings[type(move)].fields(state, move))

    def edited(self, sent: QueryDict, move: MoveT) -> MoveT | Refused:
        """The move that the fields ask about."""
        changed = sent.copy()
        changed["do"] = do_of(move)
        return self.rules.read(self.unchanged_fields(move) | self.form(changed))

    def unchanged_fields(self, move: MoveT) -> dict[str, object]:
        """What stays of a move whatever is asked about it: all that no field asks for."""
        asked = {name for edit in self.wordings[type(move)].edits for name in edit.names}
        return {name: value for name, value in body_of(move).items() if name not in asked}

    def agreed(self, sent: QueryDict, options: Mapping[str, object] | None = None) -> AgreedView:
        """What the setup page asks beside the names: as sent, or from the options of an earlier game."""
        return self.setup.view(sent, options or {})

    def options(self, sent: QueryDict) -> tuple[dict[str, object], list[str]]:
        """What the setup page agreed on, as the record has it, and what is wrong with it in words."""
        return self.setup.options(sent)

    def agreement(self, options: Mapping[str, object]) -> Agreement:
        """What a table agreed on, for whoever looks back."""
        return self.setup.agreement(options)

    def begins(self, options: dict[str, object], first: str) -> dict[str, object]:  # noqa: ARG002
        """The options with who was chosen to be first, where they have a place for it."""
        return options

    def titled(self, options: Mapping[str, object]) -> str:  # noqa: ARG002
        """What a game is called by what was agreed; "" where people call it something, or nothing."""
        return ""

    def opening(self, dealer: str) -> MoveT | None:  # noqa: ARG002
        """The move that a new game begins with by itself, None where the table has to say more."""
        return None

    @abstractmethod
    def view(self, look: Look[StateT, MoveT]) -> GameView:
        """Everything that the table shows."""

    def calls(self, look: Look[StateT, MoveT], name: str) -> tuple[CallView, ...]:  # noqa: ARG002
        """What a player may call out at any time now, on their own phone."""
        return ()

    def call_of(self, move: MoveT, sent: QueryDict) -> Buzzed | None:  # noqa: ARG002
        """What somebody called by a form, where it matters who was first; None for any other move."""
        return None

    def can_race(self, state: StateT, one: Buzzed, two: Buzzed) -> bool:  # noqa: ARG002
        """Whether the rules ask which of two calls was first."""
        return False

    def call_text(self, call: Buzzed) -> str:
        """A call in a sentence."""
        return f"{call.player} buzzed."

    def with_measurement(self, move: MoveT, race: Race) -> MoveT:  # noqa: ARG002
        """The move with what was measured, where it asks for the ruling on that race."""
        return move

    def board(self, view: GameView) -> BoardView:
        """The table on a board, put together from its view."""
        return board_of(view)

    def refused(self, look: Look[StateT, MoveT]) -> RefusedSheet | None:
        """Why the tap that this look answers changed nothing; None where it did, or there was none."""
        reply = look.refusal
        if reply is None:
            return None
        if reply.refused and reply.refused.code == "illegal" and isinstance(reply.move, self.overrulable):
            move = cast("MoveT", reply.move)
            return refused(look, reply, move=self.describe(look.state, move), fields=self.fields(move))
        return refused(look, reply)


class TablePresenter(Presenter[StateT, MoveT]):
    """How a game with turns looks: the parts of its table, which are put together here."""

    #: Classes of the row of its seats, and what the row is called.
    seats_look: str = ""
    seats_label: str = "Players"

    def view(self, look: Look[StateT, MoveT]) -> GameView:
        """Everything that the table shows."""
        stage = self.stage(look)
        now, line = self.now(look, stage), self.action(look, stage)
        if now and line and now.demand in line.tiles:
            # Said once, where it is largest.
            now = replace(now, demand="")
        table = TableView(
            stage=stage,
            now=now,
            action=line,
            seats=self.seats(look),
            look=self.seats_look,
            label=self.seats_label,
            owed=self.owed(look),
        )
        name = look.about.title or self.rules.name
        return GameView(
            name=name,
            title=f"{name}: {now.text}" if now else name,
            style=stylesheet(self.rules),
            phase=look.state.phase,
            table=table,
            headline=self.headline(look.state),
            sheet=self.refused(look) or end_sheet(look, self.rules) or self.sheet(look),
            keeps_query=stage.keeps_query,
            back=self.back(look),
            moment=self.moment(look),
            voice=table.voice,
        )

    @abstractmethod
    def headline(self, state: StateT) -> Headline:
        """Which hand or round it is, and when the game ends."""

    @abstractmethod
    def stage(self, look: Look[StateT, MoveT]) -> Stage:
        """What the phase shows below the seats."""

    @abstractmethod
    def now(self, look: Look[StateT, MoveT], stage: Stage, /) -> WhoseTurn | None:
        """Whose turn it is; None where nobody plays."""

    @abstractmethod
    def action(self, look: Look[StateT, MoveT], stage: Stage, /) -> ActionLine | None:
        """What hands must do, or what was ruled last; None where nobody plays."""

    @abstractmethod
    def seats(self, look: Look[StateT, MoveT]) -> tuple[Seat, ...]:
        """The players with what everybody may know of them; none where that is of no use."""

    @abstractmethod
    def sheet(self, look: Look[StateT, MoveT]) -> Sheet | None:
        """The sheet that the address asks for, if it makes sense now."""

    def owed(self, look: Look[StateT, MoveT]) -> str:  # noqa: ARG002
        """The word that a player may owe, "" where there is none."""
        return ""

    def back(self, look: Look[StateT, MoveT]) -> str:  # noqa: ARG002
        """Where a refused tap was made, if that is not the table itself."""
        return ""

    def moment(self, look: Look[StateT, MoveT]) -> Moment | None:  # noqa: ARG002
        """The occasion that the last move was, if it was one."""
        return None


#: Games of every kind side by side: what a state or a move is, only their own presenter knows.
AnyPresenter: TypeAlias = Presenter[Any, Any]


def body_of(move: Move) -> dict[str, object]:
    """A move as the log keeps it, the JSON value of docs/record.md."""
    body: dict[str, object] = msgspec.json.decode(msgspec.json.encode(move))
    return body


def do_of(move: Move) -> str:
    """What a move is called in the record."""
    return str(move.__struct_config__.tag)


def refilled(fields: Sequence[EditField], sent: QueryDict) -> tuple[EditField, ...]:
    """The fields with what was typed into them, also where no move can be made of it. Of several of one name
    the next takes the next value.
    """
    typed = {name: iter(values) for name, values in sent.lists()}
    return tuple(_refilled(field, next(typed.get(field.name, iter(())), None)) for field in fields)


def _refilled(field: EditField, value: str | None) -> EditField:
    if value is None:
        return field
    texts = {each.value: each.text for each in field.choices}
    return replace(field, value=value, choices=options(texts, value))
