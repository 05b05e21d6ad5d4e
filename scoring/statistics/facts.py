"""What games came to for a player, as a sum: the facts of two spells of play add up to those of both.

So a month is the sum of its games, a year that of its months, and all time that of the years; nothing is
ever counted over the whole of a crew's history (`scoring.statistics.tallies`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeVar

import msgspec

from scoring.log.values import Number


class Run(msgspec.Struct, frozen=True, omit_defaults=True):
    """Games won in a row: at the beginning of a spell, at its end, and the most; `games` is its length."""

    games: int = 0
    first: int = 0
    last: int = 0
    longest: int = 0

    def __add__(self, later: Run) -> Run:
        return Run(
            games=self.games + later.games,
            first=self.games + later.first if self.first == self.games else self.first,
            last=later.games + self.last if later.last == later.games else later.last,
            longest=max(self.longest, later.longest, self.last + later.first),
        )


class Against(msgspec.Struct, frozen=True, omit_defaults=True):
    """Games with somebody: all, those that only the player won, those that only the other one won."""

    games: int = 0
    won: int = 0
    lost: int = 0

    def __add__(self, other: Against) -> Against:
        return Against(self.games + other.games, self.won + other.won, self.lost + other.lost)


class Most(msgspec.Struct, frozen=True):
    """The most of something, and the game (its public id) that had it first."""

    amount: Number
    game: str


class Facts(msgspec.Struct, frozen=True, omit_defaults=True):
    """A spell of play.

    Whoever plays alone neither wins nor loses: `alone` counts those of the `games`, and none ends a run.
    `hands` counts by points how often a hand came to them (the keys are numbers as text); `stats` how often
    something was done, by its name (stored as "feats"); `most` the most of something in one game; `lowest`
    and `highest` are final scores, with `_hand` the points of one hand; `against` is by the other player's
    primary key, as text.
    """

    games: int = 0
    alone: int = 0
    wins: int = 0
    hands_won: int = 0
    hands: dict[str, int] = {}
    stats: dict[str, Number] = msgspec.field(name="feats", default_factory=dict)
    most: dict[str, Most] = {}
    lowest: Most | None = None
    highest: Most | None = None
    lowest_hand: Most | None = None
    highest_hand: Most | None = None
    run: Run = Run()
    against: dict[str, Against] = {}

    def __add__(self, later: Facts) -> Facts:
        return Facts(
            games=self.games + later.games,
            alone=self.alone + later.alone,
            wins=self.wins + later.wins,
            hands_won=self.hands_won + later.hands_won,
            hands=_added(self.hands, later.hands),
            stats=_added(self.stats, later.stats),
            most={key: _most(self.most.get(key), later.most.get(key)) for key in self.most | later.most},
            lowest=_least(self.lowest, later.lowest),
            highest=_greatest(self.highest, later.highest),
            lowest_hand=_least(self.lowest_hand, later.lowest_hand),
            highest_hand=_greatest(self.highest_hand, later.highest_hand),
            run=self.run + later.run,
            against=_added(self.against, later.against),
        )

    @property
    def win_rate(self) -> float:
        """The share of the games against others that were won, from 0 to 1; 0 without any."""
        against = self.games - self.alone
        return self.wins / against if against else 0.0

    @property
    def hands_played(self) -> int:
        """How many hands came to an end."""
        return sum(self.hands.values())

    @property
    def mean(self) -> float | None:
        """Points a hand, None where no hand was played."""
        played = self.hands_played
        return sum(points * times for points, times in self._points) / played if played else None

    @property
    def median(self) -> float | None:
        """The middle of the points of all hands, the mean of the two middle ones for an even number."""
        played = self.hands_played
        return (self._nth((played - 1) // 2) + self._nth(played // 2)) / 2 if played else None

    @property
    def _points(self) -> list[tuple[Number, int]]:
        """The points of hands, the fewest first, and how often they came."""
        return sorted((_number(points), times) for points, times in self.hands.items())

    def _nth(self, place: int) -> Number:
        for points, times in self._points:
            place -= times
            if place < 0:
                return points
        raise IndexError(place)


#: What adds up by its names.
Sum = TypeVar("Sum", int, Number, Against)


def _added(some: Mapping[str, Sum], more: Mapping[str, Sum]) -> dict[str, Sum]:
    return {**some, **{key: some[key] + value if key in some else value for key, value in more.items()}}


def _most(early: Most | None, late: Most | None) -> Most:
    """Of equal ones the earlier stands; one of them has to be there."""
    found = [most for most in (early, late) if most]
    return max(found, key=lambda most: most.amount)


def _greatest(early: Most | None, late: Most | None) -> Most | None:
    return _most(early, late) if early or late else None


def _least(early: Most | None, late: Most | None) -> Most | None:
    found = [most for most in (early, late) if most]
    return min(found, key=lambda most: most.amount) if found else None


def _number(text: str) -> Number:
    return float(text) if "." in text or "e" in text else int(text)


def favourite(games: Mapping[str, Facts]) -> str:
    """What was played most, "" for none; of equal ones the first."""
    return max(games, key=lambda key: games[key].games, default="")


def total(facts: Iterable[Facts]) -> Facts:
    """The sum, in the order of time.

    >>> won, lost = Facts(games=1, wins=1, hands={"7": 1}), Facts(games=1, hands={"0": 2})
    >>> total([won, lost]).win_rate, total([won, lost]).hands_played, total([won, lost]).median
    (0.5, 3, 0.0)
    """
    return sum(facts, start=Facts())


def read(facts: object) -> Facts:
    """Facts from the JSON value in which a tally or a seat keeps them; raises msgspec.ValidationError."""
    return msgspec.convert(facts, Facts)
