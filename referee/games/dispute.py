"""What each game answers when something is disputed, and two buzzes that met."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable
from typing import Any, ClassVar, Generic, NamedTuple, TypeAlias

from referee.games.cited import Cited
from referee.games.look import AnyLook
from referee.rules.engine import Move, MoveT, StateT
from referee.rules.races import Order, Press, order
from referee.rules.sentences import joined
from referee.web.components import View


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

    @abstractmethod
    def beside(self, state: StateT, move: MoveT) -> Iterable[Check]:
        """What helps to see why, beside the answer to a question about a move."""


#: For what asks the games one and all.
AnyAnswers: TypeAlias = Answers[Any, Any]


def moves_url(look: AnyLook) -> str:
    """Where the moves are listed backwards."""
    return f"{look.url}?sheet=moves"


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
