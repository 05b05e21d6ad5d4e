"""What a presenter is given to draw a table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from http import HTTPStatus
from typing import Any, Generic, Protocol, TypeAlias

from django.http import QueryDict

from referee.rules.engine import Fold, Move, MoveT, Refused, StateT
from referee.rules.record import Outcome, Said
from referee.web.wording import whole_number


class About(Protocol):
    """What the row of a game says beside the state; `finished_at` is None while it is open."""

    public_id: str
    title: str
    version: int
    length: int
    redoable: int
    created_at: datetime
    finished_at: datetime | None

    @property
    def viewer_may_write(self) -> bool: ...

    @property
    def viewer_is_keeper(self) -> bool: ...


@dataclass(frozen=True)
class Reply:
    """What came of a tap.

    `move` is what the form `sent` made, None where it made none; `refused` is the no of the referee,
    `refusal_number` the number under which that was noted, 0 where it was not; `asks` is the query of the
    sheet that asks for what the move lacks; `changed` says in sentences what happened after the page was
    made; `late` says that the tap was held back for it and changed nothing; `barred` says why another phone
    has to make it; `instead` is the number of the move whose place the refused one was to take, 0 for none;
    `notice` says what the tap did where the table alone does not show it, until the next one.
    """

    move: Move | None = None
    sent: QueryDict = field(default_factory=QueryDict)
    refused: Refused | None = None
    refusal_number: int = 0
    asks: str = ""
    changed: Sequence[str] = ()
    late: bool = False
    barred: str = ""
    instead: int = 0
    notice: str = ""

    @property
    def status(self) -> HTTPStatus:
        """What HTTP calls it: 200, 403 for another phone's, 409 for a late tap, 422 for a refused one."""
        if self.barred:
            return HTTPStatus.FORBIDDEN
        if self.late:
            return HTTPStatus.CONFLICT
        return HTTPStatus.UNPROCESSABLE_ENTITY if self.refused else HTTPStatus.OK


#: Of a tap that has nothing to say.
NO_REPLY = Reply()


class Best(Protocol):
    """The highest score of somebody who played alone."""

    @property
    def points(self) -> int | float: ...

    @property
    def name(self) -> str: ...


@dataclass(frozen=True)
class Look(Generic[StateT, MoveT]):
    """One look at a table. `asked` is the query that opens a sheet, `reply` what came of a tap.

    `outcome` is what the referee said of the last move in force, `undone` what was said of the one behind it,
    if that was undone just now, and `taken_off` its body; `hand` folds the running hand, for sheets that list
    its moves; `best` finds what a player alone has to beat; `now` is the local time of the table.
    `mode` is the way of showing the game that this phone has chosen, "" for the usual one; what the words
    mean is the presenter's. `seat` is the player whose phone it is, "" for none.
    """

    about: About
    state: StateT
    url: str
    now: datetime
    outcome: Outcome
    hand: Callable[[], Fold[StateT, MoveT]]
    best: Callable[[], Best | None] = lambda: None
    asked: QueryDict = field(default_factory=QueryDict)
    reply: Reply | None = None
    mode: str = ""
    undone: Outcome | None = None
    taken_off: Any = None
    seat: str = ""

    @property
    def orders(self) -> tuple[Said, ...]:
        """The sentences that hands have yet to follow: none after an undo, for they did before."""
        return () if self.undone else self.outcome.rulings

    @property
    def refusal(self) -> Reply | None:
        """The tap that changed nothing, if this look answers one."""
        return self.reply if self.reply and self.reply.status != HTTPStatus.OK else None

    @property
    def notice(self) -> str:
        """Taps of others that came in between; else what this one did where the table does not show it."""
        if self.reply is None or self.refusal:
            return ""
        meanwhile = "Meanwhile: " + " ".join(self.reply.changed[-2:])
        return meanwhile if self.reply.changed else self.reply.notice

    @property
    def player(self) -> str:
        """Whoever sits at the place that the address has, "" for nobody."""
        place = whole_number(self.asked.get("player", ""))
        players = self.state.players
        return players[place] if place is not None and place < len(players) else ""

    @property
    def moves_url(self) -> str:
        """Where the moves are listed backwards."""
        return f"{self.url}?sheet=moves"

    @property
    def here(self) -> str:
        """The address that shows it again, with its sheet."""
        return f"{self.url}?{self.asked.urlencode()}" if self.asked else self.url

    def ends_at(self, clock: str) -> datetime:
        """When the clock next shows `HH:MM` after the game began."""
        began = self.about.created_at.astimezone(self.now.tzinfo)
        hour, minute = map(int, clock.split(":"))
        end = began.replace(hour=hour, minute=minute, second=0, microsecond=0)
        return end if end > began else end + timedelta(days=1)


#: For what every table has, whatever its game: the state is looked at by the game's own presenter alone.
AnyLook: TypeAlias = Look[Any, Any]
