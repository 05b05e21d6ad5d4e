"""The words every game speaks: Game, Move, State, Ruling, Refused.

Rules are pure: no clock, no chance, no input or output. A state is a frozen value, a move a frozen value,
and `Game.judge` answers for both: what is offered, what is accepted and "may I?" all come from it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache
from types import UnionType
from typing import Annotated, Any, ClassVar, Generic, Literal, TypeAlias, TypeVar, get_args

import msgspec

from referee.rules.sentences import Fact, Facts, words

#: Why the table lets stand what is against the rules.
Reason = Annotated[str, msgspec.Meta(min_length=1)]
Code = Literal["invalid", "phase", "impossible", "illegal"]
#: A JSON object of docs/record.md. Any: its fields differ from game to game, and only the game knows them.
Json: TypeAlias = dict[str, Any]


class NotARecord(ValueError):
    """The document is no record at all; the message says where and why, in one sentence."""


class Move(
    msgspec.Struct, frozen=True, kw_only=True, tag_field="do", forbid_unknown_fields=True, omit_defaults=True
):
    """One thing that happened at the table; its JSON is the move of docs/record.md."""

    #: The fields that name players now at the table.
    names: ClassVar[tuple[str, ...]] = ()
    #: The field that names whose own deed it is; "" for what is done by the table.
    doer: ClassVar[str] = ""
    #: The fields that no form may send: what was measured, or means nothing in this move.
    never_sent: ClassVar[tuple[str, ...]] = ()

    @property
    def by(self) -> str:
        """Whose own deed it is; "" for what is done by the table: a deal, a count, a ruling."""
        return str(getattr(self, self.doer)) if self.doer else ""


class Doing(Move, frozen=True, kw_only=True):
    """What `player` does themselves."""

    names: ClassVar[tuple[str, ...]] = ("player",)
    doer = "player"
    player: str


class State(msgspec.Struct, frozen=True, kw_only=True, tag_field="phase"):
    """All that is known of a table between two moves; a subclass for each phase."""

    #: Who sits at the table now, in the order of the seats.
    players: tuple[str, ...]

    @property
    def phase(self) -> str:
        """The phase's name, a word of docs/record.md."""
        return str(self.__struct_config__.tag)

    @property
    def on_turn(self) -> str:
        """Whose turn it is, "" while it is nobody's."""
        return getattr(self, "turn", None) or ""

    @property
    def following(self) -> str:
        """Whose turn comes next, "" for nobody's: whoever sits to the left."""
        return self.after(self.on_turn) if self.on_turn and len(self.players) > 1 else ""

    def after(self, player: str, steps: int = 1) -> str:
        """Who sits so many seats to the left of a player, or to the right where it is negative."""
        return self.players[(self.players.index(player) + steps) % len(self.players)]

    def in_phase(self, kind: type[StateT], **fields: Any) -> StateT:
        """The same table in another phase, with the fields that change or that only that phase has.

        Any: keyword arguments of whatever phase it is; msgspec has no type for those of a struct.
        """
        return kind(**{name: getattr(self, name) for name in _shared(kind, type(self))} | fields)


@cache
def _shared(kind: type[State], other: type[State]) -> tuple[str, ...]:
    """The fields that two phases have both."""
    return tuple(name for name in kind.__struct_fields__ if name in other.__struct_fields__)


class Cite(msgspec.Struct, frozen=True):
    """One sentence of a ruling and the clause it rests on; `rule` is a number such as `zar 5.2`.

    `event` names what happened to a program, where the game has a name for it.
    """

    rule: str
    message: str
    facts: Facts = {}
    event: str = ""

    @property
    def text(self) -> str:
        return words(self.message, self.facts)


class Line(msgspec.Struct, frozen=True):
    """One line of a score: lines add up to the scores. `rule` is the clause, `reason` says what for.

    `kind` and `facts` say the same to a program, where a game has something to draw or to link there.
    """

    player: str
    points: int | float
    rule: str
    reason: str
    kind: str = ""
    facts: Facts = {}


StateT = TypeVar("StateT", bound=State)
MoveT = TypeVar("MoveT", bound=Move)
#: What is only given: a ruling of one game is a `Ruling[State]` to those who do not ask which.
StateT_co = TypeVar("StateT_co", bound=State, covariant=True)
MoveT_co = TypeVar("MoveT_co", bound=Move, covariant=True)


class Ruling(msgspec.Struct, Generic[StateT_co], frozen=True):
    """An accepted move: the state after it, why it may be, and what it scored.

    `entry` holds what the replay shows beside the rulings (`say`, `kind`, `favours`). `undoes` is the number
    of the move that was undone with all after it, 0 for none.
    """

    state: StateT_co
    cites: tuple[Cite, ...]
    entry: dict[str, str] = {}
    lines: tuple[Line, ...] = ()
    undoes: int = 0


class Feat(msgspec.Struct, frozen=True):
    """Something that the record counts of every player; of some only the `most` at once is worth telling."""

    label: str
    most: bool = False


#: The feat of whoever won a hand or round: every game that has those tells it when one was played out.
HAND_WON = "hand_won"
#: By player and feat: how often it was done, or how much at once.
Feats = Mapping[str, Mapping[str, int | float]]


class Refused(msgspec.Struct, frozen=True):
    """A move that is not accepted. A value, not an exception; the state stays as it was."""

    code: Code
    rule: str | None
    message: str
    facts: Facts = {}

    @property
    def text(self) -> str:
        return words(self.message, self.facts)


class Step(msgspec.Struct, Generic[StateT_co, MoveT_co], frozen=True):
    """An accepted move, its number in the record from 1, and the state it was judged on."""

    n: int
    move: MoveT_co
    before: StateT_co


#: Gives the accepted steps since the running hand began; only a move that looks back asks for them.
Past = Callable[[], Sequence[Step[StateT, MoveT]]]


def nothing_before() -> tuple[()]:
    """The past of a table on which nothing happened yet."""
    return ()


#: For each kind of move: the phases it belongs to, the clause that says so, and who judges it.
#: Any: each function takes the states and the move of its own line, which no type of a table can say.
Answers: TypeAlias = Mapping[
    type[Move], tuple[tuple[type[State], ...], str, Callable[..., Ruling[Any] | Refused]]
]
#: For some kinds of moves, who says no more than why they are refused.
Objections: TypeAlias = Mapping[type[Move], Callable[..., Refused | None]]


def invalid(message: str, **facts: Fact) -> Refused:
    """Refuses a move that names something that does not exist in this game."""
    return Refused("invalid", None, message, facts)


def unless_overruled(
    why: str | None, objections: Iterable[Refused | None], ruling: Callable[[], Ruling[StateT]]
) -> Ruling[StateT] | Refused:
    """The ruling, or the first objection to it where the table gives no reason to overrule them.

    Those overruled stand first in the ruling, each by its clause.
    """
    against = [objection for objection in objections if objection]
    if against and not why:
        return against[0]
    message = "Overruled by the table ({why}), though: {was}"
    overruled = [Cite(each.rule or "", message, {"why": why or "", "was": each.text}) for each in against]
    answer = ruling()
    return msgspec.structs.replace(answer, cites=(*overruled, *answer.cites)) if overruled else answer


def reached(rule: str, scores: Mapping[str, int | float], limit: float | None) -> Cite | None:
    """That the score played to is reached, and by whom: those with the most; None while nobody has it."""
    most = max(scores.values(), default=0)
    if limit is None or most < limit:
        return None
    names = [name for name, score in scores.items() if score == most]
    facts: Facts = {"names": names, "n": most, "limit": limit}
    return Cite(rule, "{names} reached {n}: the game ends at {limit}.", facts)


def played(rule: str, message: str, number: int, limit: int | None) -> Cite | None:
    """That as many hands or rounds are played as were agreed on; None while they are not."""
    if limit is None or number < limit:
        return None
    return Cite(rule, message, {"n": number, "limit": limit})


class Game(ABC, Generic[StateT, MoveT]):
    """One game: how it starts, and what each move does. Instances hold nothing."""

    key: ClassVar[str]
    name: ClassVar[str]
    #: The unions of the game's states and moves, for reading JSON.
    state_types: ClassVar[UnionType]
    move_types: ClassVar[UnionType]
    #: Who answers for each kind of move.
    answers: ClassVar[Answers]
    #: What each phase waits for, said after "Not now: "; may name `{turn}` and `{out}`.
    now: ClassVar[Mapping[str, str]]
    #: The moves of the player whose turn it is; `turn_rule` is the clause, if not the one in `answers`.
    in_turn: ClassVar[tuple[type[Move], ...]] = ()
    turn_rule: ClassVar[str] = ""
    #: Of moves that are long to judge, what their judge asks first: `refusal` asks no more.
    objections: ClassVar[Objections] = {}
    #: The moves whose judge is also given the past.
    looks_back: ClassVar[tuple[type[Move], ...]] = ()
    #: The moves that begin a hand or round: the store keeps a snapshot before each.
    openers: ClassVar[tuple[type[Move], ...]]
    #: What players call that.
    unit: ClassVar[str] = "hand"
    #: One of what `scores` counts, and many of them.
    counts: ClassVar[tuple[str, str]] = ("point", "points")
    #: The moves (their `do`) by which a quarrel is settled or a table set right.
    disputes: ClassVar[frozenset[str]] = frozenset()
    #: What the record counts of this game besides scores, in the order in which a page tells it.
    feats: ClassVar[Mapping[str, Feat]] = {}
    #: Whether many points are good.
    highest_wins: ClassVar[bool] = True

    @abstractmethod
    def start(self, options: object, players: Sequence[str]) -> StateT:
        """The state before the first move. Raises NotARecord for bad options or a wrong number of players."""

    def judge(
        self, state: StateT, move: MoveT, past: Past[StateT, MoveT] = nothing_before
    ) -> Ruling[StateT] | Refused:
        """What the referee says of a move: the ruling with the state after it, or why it is refused.

        One that is wrong in several ways gets the first of docs/record.md's codes.
        """
        if refused := self._refused_by_phase(state, move):
            return refused
        answer = self.answers[type(move)][2]
        return answer(state, move, past) if type(move) in self.looks_back else answer(state, move)

    def refusal(
        self, state: StateT, move: MoveT, past: Past[StateT, MoveT] = nothing_before
    ) -> Refused | None:
        """Why `judge` refuses a move, None where it does not: for who need not know what comes of it."""
        if objection := self.objections.get(type(move)):
            return self._refused_by_phase(state, move) or objection(state, move)
        answer = self.judge(state, move, past)
        return answer if isinstance(answer, Refused) else None

    def _refused_by_phase(self, state: StateT, move: MoveT) -> Refused | None:
        """Refused for a move of no sense, in the wrong phase or out of turn, before its judge is asked."""
        for field in move.names:
            named = getattr(move, field)
            if named not in state.players and (refused := _not_at_table(state, named)):
                return refused
        if refused := self.invalid_entry(state, move):
            return refused
        kind = type(move)
        phases, rule, _ = self.answers[kind]
        if not isinstance(state, phases):
            return Refused("phase", rule, f"Not now: {self.now[state.phase]}.", _who(state))
        if kind in self.in_turn:
            player = getattr(move, "player", "")
            if player != state.on_turn:
                message = "It is {turn}’s turn, not {player}’s."
                facts = {**_who(state), "player": player}
                return Refused("phase", self.turn_rule or rule, message, facts)
        return None

    def invalid_entry(self, state: StateT, move: MoveT) -> Refused | None:  # noqa: ARG002
        """What is wrong by the vocabulary and the options alone, whoever `names` names aside."""
        return None

    @abstractmethod
    def offers(self, state: StateT) -> Iterator[MoveT]:
        """Moves a table may want to tap now; `prompts` keeps those that `judge` accepts."""

    @abstractmethod
    def show(self, state: StateT) -> Json:
        """The state as docs/record.md words it, ready for JSON."""

    def standing(self, state: StateT) -> dict[str, int | float]:
        """Everybody's score as the history keeps it, of those who left too; the score lines add up to it."""
        scores: dict[str, int | float] = self.show(state)["scores"]
        return scores

    def alone(self, state: StateT) -> bool:  # noqa: ARG002
        """Whether the only player plays for a score: the history has no winner then."""
        return False

    def sides(self, state: StateT) -> Sequence[Sequence[str]]:  # noqa: ARG002
        """Who plays together, as far as anybody does: the sides of more than one player."""
        return ()

    def feats_of(self, before: StateT, move: MoveT, ruling: Ruling[StateT]) -> Feats:  # noqa: ARG002
        """What an accepted move, judged on the state before, adds to the `feats` of whom; {} for nothing."""
        return {}

    def hand_number(self, state: StateT) -> int:
        """What players call the running hand or round, counted from 1; 0 before the first."""
        return int(getattr(state, "hand", 0))

    def now_played(self, state: StateT) -> str:
        """What is played now, as the table calls it, such as "hand 3"; "" before the first."""
        number = self.hand_number(state)
        return f"{self.unit} {number}" if number else ""

    def unit_of(self, _options: object, /) -> str:
        """What players call a hand or round of a game that was agreed on like this."""
        return self.unit

    def next_dealer(self, before: StateT) -> str | None:  # noqa: ARG002
        """Who would deal the next hand; `before` is the state before the move that ended the game.

        None where the rules leave it to the table, or nobody deals.
        """
        return None

    def prompts(
        self, state: StateT, past: Past[StateT, MoveT] = nothing_before
    ) -> Iterator[tuple[MoveT, Ruling[StateT]]]:
        """Every offered move that would be accepted now, with its ruling."""
        for move in self.offers(state):
            answer = self.judge(state, move, past)
            if isinstance(answer, Ruling):
                yield move, answer

    def disputed(self, raw: Mapping[str, object]) -> bool:
        """Whether a move of the record belongs to a quarrel: one of `disputes`, or what was overruled."""
        return raw.get("do") in self.disputes or "overruled" in raw

    def voids(self, raw: Json, earlier: Mapping[int, Json]) -> Collection[int]:
        """The numbers of the `earlier` moves of its hand that a move makes void: all, if that is given up."""
        return earlier if raw["do"] == "void" else ()

    def read(self, raw: object) -> MoveT | Refused:
        """A move from its JSON value; Refused (`invalid`) when the words or types are wrong."""
        if isinstance(raw, dict) and "time" in raw:
            raw = {name: value for name, value in raw.items() if name != "time"}
        do = raw.get("do") if isinstance(raw, dict) else None
        # The move's own type is ten times as fast to convert to as the union; that one says what is wrong.
        kind = _by_tag(self.move_types).get(do) if isinstance(do, str) else None
        try:
            move: MoveT = msgspec.convert(raw, kind or self.move_types)
        except msgspec.ValidationError as error:
            return Refused("invalid", None, "{problem}.", {"problem": str(error)})
        return move

    def logged(self, body: object) -> MoveT:
        """A move from the log, which was read when it was made. Raises NotARecord for what never was one."""
        move = self.read(body)
        if isinstance(move, Refused):
            raise NotARecord(f"The log has a move that cannot be read: {move.text}")
        return move

    def renumbered(self, raw: Json, places: Mapping[int, int]) -> Json:  # noqa: ARG002
        """A move that names others by their numbers, after a correction moved those.

        `places` has the new number for each old one that still stands; for others 0 will do.
        """
        return raw

    def dump(self, state: StateT) -> bytes:
        """The state as bytes that `load` reads back to an equal state."""
        return msgspec.json.encode(state)

    def load(self, data: bytes) -> StateT:
        """The state that `dump` wrote."""
        state: StateT = _decoder(self.state_types).decode(data)
        return state


#: Any game: its states and moves are its own, who takes it from the registry handles them as State and Move.
AnyGame: TypeAlias = Game[Any, Any]


def _not_at_table(state: State, named: str | tuple[str, ...] | None) -> Refused | None:
    """Refused when somebody who is named is not at the table; None names nobody."""
    for name in named if isinstance(named, tuple) else (named,):
        if name is not None and name not in state.players:
            return invalid("{name} is not at the table: choose a player who is.", name=name)
    return None


def _who(state: State) -> dict[str, Fact]:
    """Whom a refusal of this phase may name: who is at turn, who is out."""
    return {field: getattr(state, field, None) or "" for field in ("turn", "out")}


@cache
def _by_tag(union: UnionType) -> dict[object, Any]:
    return {kind.__struct_config__.tag: kind for kind in get_args(union)}


@cache
def _decoder(union: UnionType) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(union)


class Fold(Generic[StateT, MoveT]):
    """A table being played: judges move after move and keeps the steps of the running hand."""

    def __init__(self, game: Game[StateT, MoveT], state: StateT, n: int = 0) -> None:
        self.game = game
        self.state = state
        self.n = n
        self.steps: list[Step[StateT, MoveT]] = []

    def play_json(self, raw: object) -> Ruling[StateT] | Refused:
        """Judges the next move from its JSON value and, if it is accepted, stands on the state after it."""
        move = self.game.read(raw)
        return self.refuse(move) if isinstance(move, Refused) else self.make(move)

    def make(self, move: MoveT) -> Ruling[StateT] | Refused:
        """Judges the next move; a refused one is counted but leaves the state as it was."""
        answer = self.game.judge(self.state, move, lambda: self.steps)
        if isinstance(answer, Refused):
            return self.refuse(answer)
        self.n += 1
        if isinstance(move, self.game.openers):
            self.steps.clear()
        self.steps.append(Step(self.n, move, self.state))
        self.state = answer.state
        return answer

    def refuse(self, answer: Refused) -> Refused:
        self.n += 1
        return answer


#: A table of any game.
AnyFold: TypeAlias = Fold[Any, Any]
