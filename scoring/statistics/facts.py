"""What games came to for a player, as a sum: the facts of two spells of play add up to those of both.

So a month is the sum of its games, a year that of its months, and all time that of the years; nothing is
ever counted over the whole of a crew's history (`scoring.statistics.tallies`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from enum import StrEnum
from math import floor
from operator import add
from statistics import median
from typing import Self, TypeVar

import msgspec
from msgspec.structs import astuple

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


class Counts(msgspec.Struct, frozen=True, omit_defaults=True):
    """Numbers that add up, each with its like."""

    def __add__(self, other: Self) -> Self:
        return type(self)(*map(add, astuple(self), astuple(other)))


class Against(Counts, frozen=True, omit_defaults=True):
    """Games with somebody: all, those that only the player won, those that only the other one won; and those
    in which the player came in ahead, and behind.
    """

    games: int = 0
    won: int = 0
    lost: int = 0
    ahead: int = 0
    behind: int = 0


class Beside(Counts, frozen=True, omit_defaults=True):
    """Games on one side with somebody: all, and those that the side won."""

    games: int = 0
    won: int = 0


class Spread(msgspec.Struct, frozen=True, omit_defaults=True):
    """How often amounts came, in at most `STEPS` steps of one width, a power of ten that is as small as can
    be: by the number of the step, as text. Step 0 begins at 0.
    """

    width: int = 1
    counts: dict[str, int] = {}

    def __add__(self, other: Spread) -> Spread:
        width = max(self.width, other.width)
        counts = _added(self.within(width), other.within(width))
        while len(counts) > STEPS:
            width, counts = width * 10, _coarser(counts, 10)
        return Spread(width, counts)

    def within(self, width: int) -> dict[str, int]:
        """The counts in steps of another width, which is this one or several times as much."""
        return _coarser(self.counts, width // self.width)

    @property
    def total(self) -> int:
        """How many amounts there were."""
        return sum(self.counts.values())

    @property
    def amounts(self) -> dict[Number, int]:
        """The counts by where their steps begin."""
        return {int(step) * self.width: times for step, times in self.counts.items()}

    @property
    def middle(self) -> int | None:
        """The whole amount up to which half of them lie, at the end of a step; None without any."""
        half = -(-self.total // 2)
        for step, times in sorted((int(step), times) for step, times in self.counts.items()):
            half -= times
            if half <= 0:
                return (step + 1) * self.width - 1
        return None


class Came(StrEnum):
    """How a game came out for a player. Who shared the win tied, and everybody where nobody won."""

    WON = "w"
    TIED = "t"
    LOST = "l"
    ALONE = "a"


#: So many games are one's form.
FORM = 10
#: A spread has no more steps, so that a sum of any number of games is no longer than this.
STEPS = 100


def spread_of(amount: Number) -> Spread:
    """The spread of one amount.

    >>> (spread_of(-0.5) + spread_of(7) + spread_of(7)).counts
    {'-1': 1, '7': 2}
    """
    return Spread(counts={str(floor(amount)): 1})


class Most(msgspec.Struct, frozen=True):
    """The most of something, and the game (its public id) that had it first."""

    amount: Number
    game: str


class Facts(msgspec.Struct, frozen=True, omit_defaults=True):
    """A spell of play.

    Whoever plays alone neither wins nor loses, nor does anybody where nobody knows who won: `alone` counts
    those of the `games`, and none ends a run.
    `hands` counts by points how often a hand came to them (the keys are numbers as text); `stats` how often
    something was done, by its name (stored as "feats"); `most` the most of something in one game; `lowest`
    and `highest` are final scores, with `_hand` the points of one hand, and `finals` how they are spread.
    `against` and `beside` are by the other player's primary key, as text: those on the player's own side are
    beside, all others against. `ties` are games that nobody won, or somebody else as well; some are among the
    `wins`. `done` says in how many games something of `stats` and `most` was done, `first` which game was the
    first (its public id), `form` how the last ten came out, the newest behind: a letter of `Came` each.
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
    beside: dict[str, Beside] = {}
    ties: int = 0
    finals: Spread = Spread()
    done: dict[str, int] = {}
    first: str = ""
    form: str = ""

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
            beside=_added(self.beside, later.beside),
            ties=self.ties + later.ties,
            finals=self.finals + later.finals,
            done=_added(self.done, later.done),
            first=self.first or later.first,
            form=(self.form + later.form)[-FORM:],
        )

    def most_of(self, what: str) -> Most | None:
        """The most of something in one game; None where it was never done."""
        most = self.most.get(what)
        return most if most and most.amount else None

    def of_any_game(self) -> Facts:
        """What of it adds up over different games: points of Hearts and of ZAR do not."""
        return Facts(
            games=self.games,
            alone=self.alone,
            wins=self.wins,
            run=self.run,
            against=self.against,
            beside=self.beside,
            ties=self.ties,
            first=self.first,
            form=self.form,
        )

    @property
    def contested(self) -> int:
        """How many of the games were against others."""
        return self.games - self.alone

    @property
    def win_rate(self) -> float:
        """The share of the games against others that were won, from 0 to 1; 0 without any."""
        return self.wins / self.contested if self.contested else 0.0

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
        every = [points for points, times in self._points for _ in range(times)]
        return float(median(every)) if every else None

    @property
    def _points(self) -> list[tuple[Number, int]]:
        """The points of hands, the fewest first, and how often they came."""
        return sorted((_number(points), times) for points, times in self.hands.items())


#: What adds up by its names.
Sum = TypeVar("Sum", int, Number, Against, Beside)


def _added(some: Mapping[str, Sum], more: Mapping[str, Sum]) -> dict[str, Sum]:
    return {**some, **{key: some[key] + value if key in some else value for key, value in more.items()}}


def _coarser(counts: Mapping[str, int], times: int) -> dict[str, int]:
    """Counts of steps so many times as wide."""
    if times == 1:
        return dict(counts)
    found: Counter[str] = Counter()
    for step, amount in counts.items():
        found[str(int(step) // times)] += amount
    return dict(found)


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
