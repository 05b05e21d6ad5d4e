"""Results of a file held against the crew: who is who, what is what, and what would come of each.

Nothing is written here. The same plan is shown as a dry run and then carried out (`importing_results`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import Enum

import msgspec
from django.core.exceptions import ValidationError

from referee.crew.exchange.bgstats import play_uuid, player_uuid
from referee.crew.exchange.results import Result, Results
from referee.crew.exchange.sheets import Sat, Sheet, sheet_of
from referee.rules.score_sheet.shelf import shelf
from scoring.crew.visitor import Visitor
from scoring.exchange.imported import BGSTATS
from scoring.history.notes import NOTES_LENGTH
from scoring.history.titles import titles
from scoring.models import Game, Player
from scoring.models.people import JOINERS, NAME_LENGTH, clean_name, fold_name
from scoring.played import clean_title, fold_title

#: People, and titles, that are asked about; the others come by their names. A form has 500 fields at most.
MOST_ASKED = 200
#: What the results are kept as; another game of this app needs its moves to be refereed.
GAME = "score_sheet"


class Choices(msgspec.Struct, frozen=True):
    """What was said on the page: names by the number of a person, titles by that of a title, "" to leave out.

    `doubtful` says that what does not count in the file comes as well.
    """

    people: dict[int, str] = {}
    titles: dict[int, str] = {}
    doubtful: bool = False


class Fate(Enum):
    """What would come of a line of the file."""

    COMES = "comes"
    HERE = "here"
    DISCARDED = "discarded"
    OUT = "out"


@dataclass(frozen=True)
class Planned:
    """A line of the file: what it is, and what comes of it. `game` is the one that is here already.

    A game that comes has its `result`, `sheet` and `notes`.
    """

    number: int
    where: str
    fate: Fate
    title: str
    began: datetime | None = None
    says: str = ""
    why: str = ""
    game: str = ""
    result: Result | None = None
    sheet: Sheet | None = None
    notes: str = ""


@dataclass(frozen=True)
class Plan:
    """What would come of a file. `new` are the names of players whom the crew gets, `guests` those of them
    who stay nobody, `players` all by name.
    """

    lines: Sequence[Planned]
    new: Sequence[str]
    players: Mapping[str, int]
    reasons: Mapping[str, int] = field(default_factory=dict)
    guests: frozenset[str] = frozenset()

    @property
    def coming(self) -> list[Planned]:
        """The lines of which games come."""
        return [line for line in self.lines if line.fate is Fate.COMES]

    def count(self, fate: Fate) -> int:
        """How many lines have it."""
        return sum(line.fate is fate for line in self.lines)


class KnownGame(msgspec.Struct, frozen=True):
    """A game that the crew has."""

    public_id: str
    discarded: bool


@dataclass(frozen=True)
class Known:
    """What a crew has that a file may name: players and titles by their folds, games by their keys."""

    players: Mapping[str, Player] = field(default_factory=dict)
    titles: Mapping[str, str] = field(default_factory=dict)
    games: Mapping[str, KnownGame] = field(default_factory=dict)
    uuids: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, visitor: Visitor) -> Known:
        """What is known of the visitor's crew. Three queries."""
        players = list(Player.objects.visible_to(visitor).order_by("pk"))
        games: dict[str, KnownGame] = {}
        crew = visitor.membership.crew_id if visitor.membership else None
        rows = Game.objects.filter(crew=crew).order_by("pk").values_list("public_id", "key", "discarded_at")
        for public_id, key, discarded_at in rows:
            known = KnownGame(public_id, discarded_at is not None)
            games[key] = games[f"{BGSTATS}{play_uuid(key, public_id)}"] = known
        return cls(
            {player.folded: player for player in players},
            {fold_title(title): title for title in titles(visitor).values()},
            games,
            {player_uuid(player): player.name for player in players},
        )


def offered(results: Results, known: Known) -> Choices:
    """What the page says at first: everybody and everything by their names, who is known as they are here."""
    people: dict[int, str] = {}
    taken: set[str] = set()
    last: Counter[str] = Counter()
    for number, person in enumerate(results.people):
        name = known.uuids.get(person.known) or _tidy(person.name)
        here = known.players.get(fold_name(name))
        name = here.name if here else name
        if here and person.anonymous and not here.guest:
            # Whoever is called so in the crew was not meant.
            taken.add(here.folded)
        # Two of one name are two people until somebody says that they are one.
        people[number] = _free(name, taken, last)
        taken.add(fold_name(people[number]))
    called = {
        number: known.titles.get(fold_title(title.name), clean_title(title.name))
        for number, title in enumerate(results.titles)
    }
    return Choices(people, called)


def checked(typed: Choices, results: Results, known: Known) -> tuple[Choices, list[str]]:
    """The choices with every name tidied, and what is wrong with some of them."""
    errors = []
    people, called = {}, {}
    for number, text in typed.people.items():
        person = results.people[number]
        try:
            name = clean_name(text) if text.strip() else ""
        except ValidationError as error:
            errors.append(f"{person.name}: {error.messages[0]}")
            continue
        here = known.players.get(fold_name(name))
        people[number] = here.name if here else name
    for number, text in typed.titles.items():
        title = clean_title(text)
        called[number] = known.titles.get(fold_title(title), title)
    # One spelling for those who are made one.
    spelled: dict[str, str] = {}
    people = {number: spelled.setdefault(fold_name(name), name) for number, name in people.items()}
    return Choices(people, called, typed.doubtful), errors


def plan(results: Results, choices: Choices, known: Known) -> Plan:
    """What would come of every line of the file."""
    planner = _Planner(results, choices, known)
    lines = [planner.line(result) for result in results.results]
    lines += [Planned(each.number, each.where, Fate.OUT, each.what, why=each.why) for each in results.unread]
    lines.sort(key=lambda line: line.number)
    new = {
        name: 0
        for line in lines
        if line.fate is Fate.COMES and line.sheet
        for name in line.sheet.names
        if fold_name(name) not in known.players
    }
    players = {player.name: player.pk for player in known.players.values()}
    reasons = Counter(line.why for line in lines if line.why)
    return Plan(lines, tuple(new), players, reasons, frozenset(planner.guests & new.keys()))


class _Planner:
    def __init__(self, results: Results, choices: Choices, known: Known) -> None:
        self._results = results
        self._choices = choices
        self._known = known
        self.guests: set[str] = set()
        lows = [sheet for sheet in shelf().values() if sheet.wins == "low"]
        self._low = {name.casefold() for sheet in lows for name in (sheet.name, *sheet.names)}
        self._people = {player.folded for player in known.players.values() if not player.guest} | {
            fold_name(name) for n, name in choices.people.items() if not results.people[n].anonymous
        }

    def line(self, result: Result) -> Planned:
        title = self._choices.titles.get(result.title, "")
        shown = title or self._results.titles[result.title].name
        if known := self._known.games.get(result.key):
            fate = Fate.DISCARDED if known.discarded else Fate.HERE
            return Planned(result.number, result.where, fate, shown, result.began, game=known.public_id)
        if not title:
            return self._out(result, shown, "You left this game out.")
        if result.doubt and not self._choices.doubtful:
            return self._out(result, shown, _DOUBTS[result.doubt])
        seats = list(self._seats(result))
        sat = Counter(seat.name for seat in seats)
        if not seats:
            return self._out(result, shown, "You left out everybody who played.")
        if twice := next((name for name, times in sat.items() if times > 1), ""):
            return self._out(result, shown, f"{twice} would sit there twice.")
        low, complete = title.casefold() in self._low, len(seats) == len(result.parts)
        sheet = sheet_of(result, seats, title=title, low=low, complete=complete)
        if isinstance(sheet, str):
            return self._out(result, shown, sheet)
        notes = "\n".join([*result.notes, *_said_of(seats)])[:NOTES_LENGTH]
        return Planned(
            result.number,
            result.where,
            Fate.COMES,
            title,
            result.began,
            says=sheet.says,
            result=result,
            sheet=sheet,
            notes=notes,
        )

    @staticmethod
    def _out(result: Result, title: str, why: str) -> Planned:
        return Planned(result.number, result.where, Fate.OUT, title, result.began, why=why)

    def _seats(self, result: Result) -> Iterator[Sat]:
        """Who of them sits there, by which name: of the anonymous each next one by a name of their own."""
        seen: Counter[int] = Counter()
        for part in result.parts:
            name = self._choices.people.get(part.person, "")
            seen[part.person] += 1
            person = self._results.people[part.person]
            if name and seen[part.person] > 1 and person.anonymous:
                name = _numbered(name, seen[part.person])
            # Who was given another name than the file's is somebody.
            nameless = person.anonymous and fold_name(name).startswith(fold_name(_tidy(person.name)))
            if nameless and fold_name(name) not in self._people:
                self.guests.add(name)
            if name:
                yield Sat(name, part)


_DOUBTS = {
    "ignored": "It does not count in the statistics there.",
    "incomplete": "It was not played to its end.",
    "no winner": "It was scored in another way than usual, and nobody is said to have won.",
}


def _said_of(seats: Sequence[Sat]) -> Iterator[str]:
    """What a score sheet has no place for, in words."""
    teams: dict[str, list[str]] = {}
    for name, part in seats:
        if part.team:
            teams.setdefault(part.team, []).append(name)
    if teams:
        yield "Teams: " + "; ".join(f"{team}: {', '.join(names)}" for team, names in teams.items())
    if roles := [f"{name}: {part.role}" for name, part in seats if part.role]:
        yield f"Roles: {', '.join(roles)}"
    if started := [name for name, part in seats if part.started]:
        yield f"First player: {', '.join(started)}"
    # A score may have more in it than its points: "12+3", "did not finish".
    if odd := [f"{name}: {part.score}" for name, part in seats if part.score not in ("", str(part.points))]:
        yield f"Scores as noted: {', '.join(odd)}"


def _tidy(name: str) -> str:
    """A name as players here may have one."""
    visible = "".join(char if char.isprintable() or char in JOINERS else " " for char in name)
    try:
        return clean_name(visible.strip()[:NAME_LENGTH])
    except ValidationError:
        return "Unknown"


def _free(name: str, taken: set[str], last: Counter[str]) -> str:
    """A name that nobody has; `last` is the number given last to names that begin alike."""
    found, alike = name, fold_name(name[:_BEFORE_NUMBER])
    while fold_name(found) in taken:
        last[alike] = max(last[alike], 1) + 1
        found = _numbered(name, last[alike])
    return found


#: Letters of a name that stay whatever number follows.
_BEFORE_NUMBER = NAME_LENGTH - len(" (20000)")


def _numbered(name: str, number: int) -> str:
    end = f" ({number})"
    return f"{name[: NAME_LENGTH - len(end)].rstrip()}{end}"
