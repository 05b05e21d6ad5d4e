"""A table (CSV) as rows of cells, and what its columns are: guessed from heads and cells, or said."""

from __future__ import annotations

import codecs
import csv
import io
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Literal, NamedTuple

import msgspec

from referee.crew.exchange.documents import CannotImport
from referee.crew.exchange.results import Wins, points_of

MOST_ROWS = 20_000
MOST_COLUMNS = 60
#: Lines, with those that are empty, and bytes: rows of 200 letters each.
MOST_LINES = 100_000
MOST_BYTES = 4 * 1024 * 1024
#: So much of a table is looked at to tell what parts its cells.
_HEAD = 64 * 1024
#: Letters of a date with its time; "September 30, 2024 11:59:59 PM" has 30.
_LONGEST_DATE = 80
#: Rows that are looked at to guess what the columns are.
_LOOKED = 50
HEAD_ONLY = "The file has no rows but the names of its columns."
#: How the names of tables end.
ENDINGS = (".csv", ".tsv", ".tab", ".txt")

Delimiter = Literal[",", ";", "\t", "|"]
#: "" where the dates do not say it.
Days = Literal["", "ymd", "dmy", "mdy"]
Is = Literal[
    "",
    "date",
    "time",
    "title",
    "place",
    "notes",
    "minutes",
    "points_of",
    "players",
    "winners",
    "game",
    "player",
    "score",
    "won",
    "rank",
    "started",
    "team",
    "role",
]
#: What only a table with a row a player has, or one with a row a game.
_OF_PLAYER: tuple[Is, ...] = ("game", "score", "won", "rank", "started", "team", "role")
OF_GAME: tuple[Is, ...] = ("points_of", "players", "winners")

_HEADS: Mapping[Is, str] = {
    "date": "date day played began start datum tag playdate",
    "time": "time clock uhrzeit zeit",
    "title": "title game boardgame spiel name",
    "place": "place location where ort",
    "notes": "notes note comment comments remarks bemerkung",
    "minutes": "minutes duration length min durationmin dauer minuten",
    "players": "players spielende",
    "winners": "winner winners sieger gewinner",
    "game": "id gameid match matchid playid number nr no #",
    "player": "player spieler person who",
    "score": "score points punkte result total",
    "won": "won win winner sieg gewonnen",
    "rank": "rank position placing rang platz",
    "started": "started startplayer starter first",
    "team": "team",
    "role": "role colour color faction rolle",
}


class Columns(msgspec.Struct, frozen=True):
    """How a table is read, and what each column is. `title` is the game of rows that name none."""

    delimiter: Delimiter
    days: Days
    mark: Literal[".", ","]
    wins: Wins
    headed: bool
    title: str
    kinds: tuple[Is, ...]


class Row(NamedTuple):
    """A row with the line of the file on which it ends."""

    line: int
    cells: list[str]


_MARKS = {codecs.BOM_UTF8: "utf-8-sig", codecs.BOM_UTF16_LE: "utf-16", codecs.BOM_UTF16_BE: "utf-16"}


def text_of(data: bytes) -> str:
    """The text in a file, whatever it was saved as. Raises CannotImport."""
    if len(data) > MOST_BYTES:
        raise CannotImport(f"The table is larger than {MOST_BYTES // 1024 // 1024} MB. Split it by years.")
    coding = next((coding for mark, coding in _MARKS.items() if data.startswith(mark)), "utf-8")
    try:
        text = data.decode(coding)
    except UnicodeDecodeError:
        # What a spreadsheet in Europe or America saves as "CSV".
        text = data.decode("cp1252", errors="replace")
    if "\0" in text or text.count("\ufffd") > len(text) // 100:
        raise CannotImport("The file is no table: there are bytes in it that are no text.")
    return text


def rows(text: str, delimiter: str) -> list[Row]:
    """The rows that have something in them. Raises CannotImport with the line."""
    # Counted before anything is built of them.
    if max(text.count("\n"), text.count("\r")) > MOST_LINES:
        raise CannotImport(f"A table may have {MOST_LINES:,} lines. Delete the empty rows at its end.")
    if text.count(delimiter) > MOST_ROWS * MOST_COLUMNS:
        raise CannotImport(f"A table may have {MOST_ROWS:,} rows of {MOST_COLUMNS} columns.")
    if re.match(r"sep=.\r?\n", text):
        text = text.partition("\n")[2]
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    found: list[Row] = []
    try:
        for cells in reader:
            if any(map(str.strip, cells)):
                found.append(Row(reader.line_num, [_cell(cell) for cell in cells]))
            if len(found) > MOST_ROWS or len(cells) > MOST_COLUMNS:
                raise CannotImport(f"A table may have {MOST_ROWS:,} rows of {MOST_COLUMNS} columns.")
    except csv.Error as error:
        # The module says little more than this of what is strict about it.
        why = "a quotation mark is opened and never closed" if "end of data" in str(error) else str(error)
        raise CannotImport(f"The file, line {reader.line_num}: {why}.") from None
    if not found:
        raise CannotImport("The file has no rows.")
    return found


def _cell(text: str) -> str:
    """A cell without what spreadsheets need: an apostrophe says that "=1+1" is text."""
    tidy = text.strip()
    return tidy[1:] if re.match(r"'[=+\-@]", tidy) else tidy


def guessed(text: str, delimiter: Delimiter | None = None) -> Columns:
    """How a table seems to be read, where the delimiter may be known. Raises CannotImport."""
    delimiter = delimiter or _delimiter(text)
    found = rows(text, delimiter)[:_LOOKED]
    body = [row.cells for row in found[1:]]
    wide = max(len(row.cells) for row in found)
    columns = [[cells[n] for cells in body if n < len(cells) and cells[n]] for n in range(wide)]
    headed = not any(points_of(cell) is not None or date_of(cell, "ymd") for cell in found[0].cells)
    if wide == 1:
        raise CannotImport("A game needs players too, and this file has only one column.")
    if headed and not body:
        raise CannotImport(HEAD_ONLY)
    heads = found[0].cells + [""] * (wide - len(found[0].cells))
    every = [cell for column in columns for cell in column]
    commas = sum(bool(re.fullmatch(r"-?\d+,\d{1,2}", cell)) for cell in every)
    return Columns(
        delimiter=delimiter,
        days=_days([cell for row in found for cell in row.cells]),
        mark="," if commas else ".",
        wins="",
        headed=headed,
        title="",
        kinds=tuple(_kinds(heads if headed else [""] * wide, columns)),
    )


def _delimiter(text: str) -> Delimiter:
    """What parts the cells: by it the first rows have most columns, and as many each."""
    if found := re.match(r"sep=([,;\t|])\r?\n", text):
        return _DELIMITERS[found[1]]
    best: tuple[int, Delimiter] = (1, ",")
    head = "\n".join(text[:_HEAD].splitlines()[:_LOOKED]) + "\n"
    for delimiter in _DELIMITERS.values():
        try:
            widths = Counter(
                len(cells) for cells in csv.reader(io.StringIO(head), delimiter=delimiter) if cells[1:]
            )
        except csv.Error:
            continue
        if widths:
            width, times = widths.most_common(1)[0]
            best = max(best, (width * times, delimiter), key=lambda each: each[0])
    return best[1]


_DELIMITERS: Mapping[str, Delimiter] = {";": ";", "\t": "\t", ",": ",", "|": "|"}


def _days(every: Sequence[str]) -> Days:
    """In which order dates have day, month and year: the order in which most of them are dates, if it is one.

    With stops between them the day comes before the month.
    """
    orders: tuple[Days, ...] = ("ymd", "dmy", "mdy")
    cells = [cell for cell in every if re.search(r"\d[-./ ]\d", cell)]
    read = {order: [date_of(cell, order) for cell in cells] for order in orders}
    best = max(orders, key=lambda order: len(cells) - read[order].count(None))
    as_good = [order for order in orders if read[order].count(None) == read[best].count(None)]
    two = any(
        one != other and not ("." in cell and {best, order} == {"dmy", "mdy"})
        for order in as_good
        for cell, one, other in zip(cells, read[best], read[order], strict=True)
    )
    return "" if two else best


def _kinds(heads: Sequence[str], columns: Sequence[Sequence[str]]) -> list[Is]:
    """What the columns are by their heads; where a row is a game, one of numbers has somebody's points."""
    words = [re.sub(r"[\s_.-]", "", head.casefold()) for head in heads]
    by_player = any(word in _HEADS["player"].split() for word in words)
    found: list[Is] = [""] * len(words)
    for kind, known in _HEADS.items():
        if kind in (OF_GAME if by_player else (*_OF_PLAYER, "player")):
            continue
        fitting = [
            n for head in known.split() for n, word in enumerate(words) if word == head and not found[n]
        ]
        if fitting:
            found[fitting[0]] = kind
    for n, cells in enumerate(columns):
        if found[n] or not cells:
            continue
        if "date" not in found and all(date_of(cell, "ymd") or date_of(cell, "dmy") for cell in cells):
            found[n] = "date"
        elif not by_player and all(points_of(cell) is not None for cell in cells):
            found[n] = "points_of"
    return found


_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_DATE = re.compile(
    r"""(?: (?P<a>\d{1,4}) [-./ ]+ (?P<b>\d{1,2}|[A-Za-z]{3,9}) [-./, ]+ (?P<c>\d{1,4})
          | (?P<m>[A-Za-z]{3,9}) [ .]+ (?P<d>\d{1,2}) ,?[ ]+ (?P<y>\d{4}) )
        (?: [T, ]+ (?P<hour>\d{1,2}) : (?P<minute>\d{2}) (?: : (?P<second>\d{2}) (?:\.\d+)? )?
            \s* (?P<half>[AaPp][Mm])? )? Z?""",
    re.ASCII | re.VERBOSE,
)


def date_of(text: str, order: Days) -> datetime | None:
    """A date by the clock of the house, with a time or at midnight; None for what is none."""
    found = _DATE.fullmatch(text.strip()) if len(text) <= _LONGEST_DATE else None
    if not found:
        return None
    if found["m"]:
        year, month, day = found["y"], found["m"], found["d"]
    elif len(found["a"]) == 4 or (order == "ymd" and found["b"].isdigit()):
        year, month, day = found["a"], found["b"], found["c"]
    elif order == "mdy" and found["b"].isdigit():
        month, day, year = found["a"], found["b"], found["c"]
    else:
        day, month, year = found["a"], found["b"], found["c"]
    hour = int(found["hour"] or 0)
    if found["half"]:
        hour = hour % 12 + (12 if found["half"].casefold() == "pm" else 0)
    try:
        number = int(month) if month.isdigit() else _MONTHS.index(month[:3].casefold()) + 1
        whole = int(year) + (0 if len(year) > 2 else 1900 if int(year) > 70 else 2000)
        return datetime(  # noqa: DTZ001 - the clock of the house is put to it by `moment`
            whole, number, int(day), hour, int(found["minute"] or 0), int(found["second"] or 0)
        )
    except ValueError:
        return None
