"""What a file of results says: who played what, when, and what came of it; nothing of it is a game here yet.

Whoever reads a file (`bgstats_file`, `csv_file`) leaves it as `Results`, which knows nothing of the crew;
who is who and what is what is said afterwards (`matching`).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from datetime import datetime, timedelta
from decimal import Decimal, InvalidOperation
from hashlib import sha256
from typing import Literal

import msgspec
from django.utils import timezone
from msgspec.structs import replace

from referee.crew.exchange.documents import EARLIEST, LATEST, CannotImport
from referee.rules.score_sheet.state import MOST_PLAYERS

#: Results in one file; ten years of a game every evening.
MOST_RESULTS = 5_000
#: People, games and places in one file.
MOST_NAMED = 20_000
#: Players of one game that are looked at; there is room for fewer.
MOST_PLAYED = 100
#: Minutes; what is said to have been longer was left running, as for our own games (`statistics.counting`).
LONGEST = 24 * 60 - 1
_MOST_POINTS = 1_000_000_000

Number = int | float
#: Why a result does not count where it comes from, "" for one that does.
Doubt = Literal["", "ignored", "incomplete", "no winner"]
Wins = Literal["high", "low", ""]


class Person(msgspec.Struct, frozen=True):
    """Somebody in the file; `known` is what it knows them by. Of the `anonymous` several may play at once."""

    name: str
    plays: int
    known: str = ""
    anonymous: bool = False


class Title(msgspec.Struct, frozen=True):
    """A game of the shelf that was played."""

    name: str
    plays: int


class Part(msgspec.Struct, frozen=True):
    """What a person, by their number in `Results.people`, did in it.

    `points` is the `score` where it is a number; `won` is None, and `rank` 0, where the file does not say.
    """

    person: int
    score: str = ""
    points: Number | None = None
    won: bool | None = None
    rank: int = 0
    started: bool = False
    team: str = ""
    role: str = ""


class Result(msgspec.Struct, frozen=True):
    """A game that was played. `key` is what a crew knows it by: brought twice, it is one game.

    `number` is its place in the file, as `where` words it, `title` the number of its title. `together` says
    that all play against the game, `pointless` that it has no scores, `wins` which score is best where the
    file says so. One that was scored in its `own_way` does not say it: nobody won it by their score alone.
    """

    key: str
    number: int
    where: str
    title: int
    began: datetime
    parts: tuple[Part, ...]
    minutes: int = 0
    wins: Wins = ""
    together: bool = False
    pointless: bool = False
    own_way: bool = False
    place: str = ""
    notes: tuple[str, ...] = ()
    doubt: Doubt = ""


class Unread(msgspec.Struct, frozen=True):
    """What the file has and cannot be a game: where it is, what it seems to be, and why."""

    number: int
    where: str
    what: str
    why: str


class Results(msgspec.Struct, frozen=True):
    """All that a file says. `source` is whose file it is; `pictures` and `deleted` are left out."""

    source: str
    people: tuple[Person, ...] = ()
    titles: tuple[Title, ...] = ()
    results: tuple[Result, ...] = ()
    unread: tuple[Unread, ...] = ()
    pictures: int = 0
    deleted: int = 0


class Ledger:
    """People and titles by numbers, in the order in which a file names them.

    `person` raises CannotImport for one too many.
    """

    def __init__(self) -> None:
        self._people: dict[str, int] = {}
        self._titles: dict[str, int] = {}
        self._persons: list[Person] = []
        self._names: list[str] = []

    def person(self, key: str, name: str, *, known: str = "", anonymous: bool = False) -> int:
        """The number of somebody, new or named before by this key."""
        if key not in self._people:
            if len(self._persons) >= MOST_NAMED:
                raise CannotImport(f"The file has more than {MOST_NAMED:,} people. Split it by years.")
            self._people[key] = len(self._persons)
            self._persons.append(Person(name, 0, known, anonymous))
        return self._people[key]

    def name(self, number: int) -> str:
        """What somebody is called in the file."""
        return self._persons[number].name

    def title(self, key: str, name: str) -> int:
        """The number of a title, new or named before by this key."""
        if key not in self._titles:
            self._titles[key] = len(self._names)
            self._names.append(name)
        return self._titles[key]

    def results(self, source: str, found: Sequence[Result], unread: Sequence[Unread]) -> Results:
        """All of it, with how often everybody and everything was played."""
        plays = Counter(person for result in found for person in {part.person for part in result.parts})
        titles = Counter(result.title for result in found)
        people = [replace(person, plays=plays[number]) for number, person in enumerate(self._persons)]
        shelf = [Title(name, titles[number]) for number, name in enumerate(self._names)]
        return Results(source, tuple(people), tuple(shelf), tuple(found), tuple(unread))


def too_many(played: int) -> str:
    """Why there can be no game with so many players."""
    return f"{played:,} played. A score sheet has room for {MOST_PLAYERS}."


def one_line(text: str, most: int) -> str:
    """A text on one line without what cannot be seen, cut to a length."""
    tidy = " ".join("".join(char if char.isprintable() else " " for char in text).split())
    return tidy if len(tidy) <= most else f"{tidy[: most - 1].rstrip()}…"


# A number neither begins nor ends with a blank: there is one way to read each text, and none to try again.
_NUMBER = r"(?:\d[\d,.'’]*(?: +[\d,.'’]+)*|[.,]\d+)"
_SUM = re.compile(rf"[+-]?\s*{_NUMBER}(?:\s*[+-]\s*{_NUMBER})*", re.ASCII)
_PART = re.compile(rf"([+-]?)\s*({_NUMBER})", re.ASCII)
_LONGEST_SCORE = 80


def points_of(text: str, mark: Literal[".", ",", ""] = "") -> Number | None:
    """The points that a text says, a sum such as "12+3" too; None for what is no number.

    `mark` is what stands before decimals, "" where either may: then a comma before exactly three digits, and
    no others, stands between thousands.

    >>> points_of("12+3"), points_of("-4"), points_of("3,5"), points_of("1,200"), points_of("won")
    (15, -4, 3.5, 1200, None)
    """
    if len(text) > _LONGEST_SCORE:
        return None
    tidy = text.replace("−", "-").replace("\u00a0", " ").replace("\u202f", " ").strip()
    if not _SUM.fullmatch(tidy):
        return None
    try:
        found = sum(
            ((-1 if sign == "-" else 1) * _decimal(digits, mark) for sign, digits in _PART.findall(tidy)),
            Decimal(),
        )
    except InvalidOperation:
        return None
    if abs(found) > _MOST_POINTS:
        return None
    return int(found) if found == found.to_integral_value() else float(found)


def _decimal(digits: str, mark: str) -> Decimal:
    plain = re.sub(r"[ '’]", "", digits)
    if not mark:
        thousands = re.fullmatch(r"[1-9]\d{0,2}(,\d{3})+", plain)
        mark = "." if thousands or plain.rfind(".") > plain.rfind(",") else ","
    other = "," if mark == "." else "."
    return Decimal(plain.replace(other, "").replace(mark, "."))


def moment(local: datetime) -> datetime | None:
    """A time by the clock of the house, as a moment; None for one at which nobody here can have played."""
    try:
        found = local if local.tzinfo else timezone.make_aware(local)
        sound = EARLIEST <= found <= min(LATEST, timezone.now() + timedelta(days=1))
    except (OverflowError, ValueError):
        return None
    return found if sound else None


def digest(*what: object) -> str:
    """What something is known by that has no name of its own: what is in it."""
    return sha256(msgspec.json.encode(what)).hexdigest()[:40]
