"""The words every game speaks: Game, Move, State, Ruling, Refused.

Rules are pure: no clock, no chance, no input or output. A state is a frozen value, a move a frozen value,
and `Game.judge` answers for both: what is offered, what is accepted and "may I?" all come from it.
"""

from __future__ import annotations

import importlib
import string
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, ClassVar, Generic, Literal, TypeVar, get_args

import msgspec

Code = Literal["invalid", "phase", "impossible", "illegal"]
Fact = str | int | float | list[str]
Facts = Mapping[str, Fact]

#: The folders under `referee.rules` that hold a game, in the order they are offered.
GAMES = ("zar", "house_zar", "numzumzero", "zarathustra", "zero_zap", "score_sheet")


class NotARecord(ValueError):
    """The document is no record at all; the message says where and why, in one sentence."""


class Move(
    msgspec.Struct, frozen=True, kw_only=True, tag_field="do", forbid_unknown_fields=True, omit_defaults=True
):
    """One thing that happened at the table; its JSON is the move of RECORD.md."""


class State(msgspec.Struct, frozen=True, kw_only=True, tag_field="phase"):
    """All that is known of a table between two moves; a subclass for each phase."""

    @property
    def phase(self) -> str:
        """The phase's name, a word of RECORD.md."""
        return str(self.__struct_config__.tag)


class _Words(string.Formatter):
    """Puts facts into a message: lists are joined, `{n:card}` counts, `{card:cap}` starts a sentence."""

    def format_field(self, value: Any, spec: str) -> str:
        if isinstance(value, list):
            value = joined(value)
        if spec == "cap":
            return str(value)[:1].upper() + str(value)[1:]
        if isinstance(value, int) and spec:
            return f"{value} {spec}" if value == 1 else f"{value} {_PLURALS.get(spec, spec + 's')}"
        return str(value)


_PLURALS = {"box": "boxes", "copy": "copies", "loss": "losses"}
_WORDS = _Words()


def joined(names: Sequence[str], last: str = "and") -> str:
    """`["Ann", "Bob", "Cat"]` as `Ann, Bob and Cat`; empty for none."""
    return f" {last} ".join(filter(None, [", ".join(names[:-1]), *names[-1:]]))


def words(message: str, facts: Mapping[str, Fact]) -> str:
    """The one place where a message and its facts become a sentence."""
    return _WORDS.vformat(message, (), facts)


class Cite(msgspec.Struct, frozen=True):
    """One sentence of a ruling and the clause it rests on; `rule` is a number such as `zar 5.2`."""

    rule: str
    message: str
    facts: Facts = {}

    @property
    def text(self) -> str:
        return words(self.message, self.facts)


class Line(msgspec.Struct, frozen=True):
    """One line of a score: lines add up to the scores. `rule` is the clause, `reason` says what for."""

    player: str
    points: int | float
    rule: str
    reason: str


StateT = TypeVar("StateT", bound=State)
MoveT = TypeVar("MoveT", bound=Move)


class Ruling(msgspec.Struct, Generic[StateT], frozen=True):
    """An accepted move: the state after it, why it may be, and what it scored.

    `entry` holds what the replay shows beside the rulings (`say`, `kind`, `favours`). `undoes` is the number
    of the move that was undone with all after it, 0 for none.
    """

    state: StateT
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


class Step(msgspec.Struct, Generic[StateT, MoveT], frozen=True):
    """An accepted move, its number in the record from 1, and the state it was judged on."""

    n: int
    move: MoveT
    before: StateT


#: Gives the accepted steps since the running hand began; only a move that looks back asks for them.
Past = Callable[[], Sequence[Step[StateT, MoveT]]]


def nothing_before() -> Sequence[Step[Any, Any]]:
    """The past of a table on which nothing happened yet."""
    return ()


class Game(ABC, Generic[StateT, MoveT]):
    """One game: how it starts, and what each move does. Instances hold nothing."""

    key: ClassVar[str]
    name: ClassVar[str]
    #: The unions of the game's states and moves, for reading JSON.
    state_types: ClassVar[Any]
    move_types: ClassVar[Any]
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

    @abstractmethod
    def judge(
        self, state: StateT, move: MoveT, past: Past[StateT, MoveT] = nothing_before
    ) -> Ruling[StateT] | Refused:
        """What the referee says of a move: the ruling with the state after it, or why it is refused."""

    @abstractmethod
    def offers(self, state: StateT) -> Iterator[MoveT]:
        """Moves a table may want to tap now; `prompts` keeps those that `judge` accepts."""

    @abstractmethod
    def show(self, state: StateT) -> dict[str, Any]:
        """The state as RECORD.md words it, ready for JSON."""

    def standing(self, state: StateT) -> dict[str, int | float]:
        """Everybody's score as the history keeps it, of those who left too; the score lines add up to it."""
        scores: dict[str, int | float] = self.show(state)["scores"]
        return scores

    def feats_of(self, before: StateT, move: MoveT, ruling: Ruling[StateT]) -> Feats:  # noqa: ARG002
        """What an accepted move, judged on the state before, adds to the `feats` of whom; {} for nothing."""
        return {}

    def hand_number(self, state: StateT) -> int:
        """What players call the running hand or round, counted from 1; 0 before the first."""
        return int(getattr(state, "hand", 0))

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

    def disputed(self, raw: Mapping[str, Any]) -> bool:
        """Whether a move of the record belongs to a quarrel: one of `disputes`, or what was overruled."""
        return raw.get("do") in self.disputes or "overruled" in raw

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

    def renumbered(self, raw: dict[str, Any], places: Mapping[int, int]) -> dict[str, Any]:  # noqa: ARG002
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


@cache
def _by_tag(union: Any) -> dict[str, Any]:
    return {kind.__struct_config__.tag: kind for kind in get_args(union)}


@cache
def _decoder(kind: Any) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(kind)


class Fold(Generic[StateT, MoveT]):
    """A table being played: judges move after move and keeps the steps of the running hand."""

    def __init__(self, game: Game[StateT, MoveT], state: StateT, n: int = 0) -> None:
        self.game = game
        self.state = state
        self.n = n
        self.steps: list[Step[StateT, MoveT]] = []

    def tell(self, raw: object) -> Ruling[StateT] | Refused:
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


@cache
def games() -> dict[str, Game[Any, Any]]:
    """Every game by its key, in the order they are offered."""
    found = [importlib.import_module(f"{__package__}.{key}").GAME for key in GAMES]
    return {game.key: game for game in found}
