"""Buzzes, kept beside the log as they came, and which of them met (docs/decisions/0033)."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta

from scoring.log.writer import OpenGame
from scoring.models import Buzz, Game
from scoring.models.evidence import MOST_BUZZES

#: Milliseconds: nobody's tap is longer on its way, and a clock set worse than this tells nothing.
LONGEST_WAY, MOST_DOUBT = 2000, 150
#: So many of the newest are looked at for one that another may have met.
NEWEST = 8
_TIMES = re.compile(
    r"(-?\d{1,16}(?:\.\d{1,6})?) (-?\d{1,16}(?:\.\d{1,6})?) (\d{1,9}(?:\.\d{1,6})?)", re.ASCII
)

Flag = Buzz.Flag


@dataclass(frozen=True)
class Timed:
    """What a phone says of when a buzzer was pressed, and the flag; see Buzz."""

    pressed: float | None = None
    offset: float | None = None
    doubt: float | None = None
    flag: str = Flag.UNTIMED


@dataclass(frozen=True)
class Call:
    """Who called what, and on whom, "" for nobody."""

    player: str
    event: str
    target: str = ""


def timed(sent: str, came_at: datetime) -> Timed:
    """What a phone sent, three numbers in milliseconds, with a flag where that cannot be true."""
    found = _TIMES.fullmatch(sent)
    if not found:
        return Timed()
    pressed, offset, doubt = map(float, found.groups())
    way = came_at.timestamp() * 1000 - (pressed + offset)
    flag = ""
    if doubt > MOST_DOUBT:
        flag = Flag.UNSURE
    elif way < -doubt:
        flag = Flag.LATE
    elif way > LONGEST_WAY:
        flag = Flag.EARLY
    return Timed(pressed, offset, doubt, flag)


def moment(buzz: Buzz) -> float | None:
    """When it was pressed by the server's clock, in milliseconds; None where that is no evidence."""
    return None if buzz.flag or buzz.pressed is None or buzz.offset is None else buzz.pressed + buzz.offset


def keep(
    table: OpenGame,
    call: Call,
    *,
    sent: str,
    came_at: datetime,
    met: Callable[[Buzz, Buzz], bool],
    waits: bool = False,
) -> Buzz | None:
    """Notes a buzz under the game's lock, once it was dealt with: a query to look, and one to write.

    The game knows from then on if it `met` another, or `waits` for the phone that logs. None is returned for
    one that is noted already, and in a game that had 5000.
    """
    game = table.game
    newest = list(Buzz.objects.filter(game=game).order_by("-number")[:NEWEST])
    same = (table.key, call.event, call.target)
    number = newest[0].number + 1 if newest else 1
    if number > MOST_BUZZES or any((each.key, each.event, each.target) == same for each in newest):
        return None
    buzz = Buzz(
        game=game,
        number=number,
        version=game.version,
        key=table.key,
        player=call.player,
        event=call.event,
        target=call.target,
        came_at=came_at,
        actor_id=game.viewer_id,
        **asdict(timed(sent, came_at)),
    )
    # A key of long ago that is sent again is noted already.
    Buzz.objects.bulk_create([buzz], ignore_conflicts=True)
    if waits or other(buzz, newest, met):
        game.raced = game.version
        Game.objects.filter(pk=game.pk).update(raced=game.raced)
    return buzz


def other(buzz: Buzz, newest: list[Buzz], met: Callable[[Buzz, Buzz], bool]) -> Buzz | None:
    """The newest of the buzzes before that this one met, by another player on another phone."""
    for before in newest:
        apart = before.player != buzz.player and before.actor_id != buzz.actor_id
        if before.number < buzz.number and apart and met(before, buzz):
            return before
    return None


def together(one: Buzz, two: Buzz, window: timedelta) -> bool:
    """Whether two were pressed within a window; where a phone's time is no evidence, by when they came."""
    there, then = moment(one), moment(two)
    if there is None or then is None:
        return abs(two.came_at - one.came_at) <= window
    return abs(then - there) <= window / timedelta(milliseconds=1)


def newest(game: Game) -> list[Buzz]:
    """The newest buzzes of a game, the last first. One query."""
    return list(Buzz.objects.filter(game=game).order_by("-number")[:NEWEST])
