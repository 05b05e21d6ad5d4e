"""What comes from outside costs in proportion to its length, and never more than two seconds or 100 MB."""

from __future__ import annotations

import io
import json
import struct
from collections.abc import Callable
from contextlib import suppress
from itertools import pairwise
from typing import Any

import msgspec
import pytest
from django.utils import timezone
from PIL import Image

from referee.crew.exchange import bgstats_file, csv_columns, csv_file, documents, importing, matching
from referee.crew.exchange.documents import CannotImport
from referee.crew.exchange.results import Results
from referee.rules.engine import Fold
from referee.rules.score_sheet import GAME, formulas
from referee.rules.score_sheet.definition import LARGEST
from referee.rules.score_sheet.formulas import BadFormula
from referee.rules.score_sheet.reading import BadSheet, read
from scoring.pictures.decoding import picture_of
from scoring.pictures.picture import NotAPhoto
from tests.costs import memory_of, seconds_of, steps_of
from tests.crew.hostile import zipped
from tests.hostile import photo, png

KB, MB = 1_000, 1_000_000
SIZES = (1 * KB, 2 * KB, 4 * KB, 8 * KB)
MOST_SECONDS, MOST_MEMORY = 2.0, 100 * MB
#: What any input costs, however short: lines of Python, and bytes.
STEPS, MEMORY = 1_500, 300 * KB
#: Twice as much may cost twice as much, and a fifth more. A round of a sheet is written below all before it;
#: a game has five hundred at most.
SLOPE, SLOPE_OF_ROUNDS = 2.4, 4.2
REFUSALS = (BadSheet, BadFormula, CannotImport, NotAPhoto)

Make = Callable[[int], bytes]
Read = Callable[[bytes], object]


def grows_in_proportion(make: Make, read: Read, slope: float = SLOPE) -> None:
    """Steps and memory."""
    read(make(SIZES[0]))  # what is made at its first use, and stays
    costs = [(steps_of(read, data), memory_of(read, data)) for data in map(make, SIZES)]
    for (steps, memory), (more_steps, more_memory) in pairwise(costs):
        assert more_steps <= slope * steps + STEPS, costs
        assert more_memory <= slope * memory + MEMORY, costs


# --- Files ------------------------------------------------------------------------------------------


def refusing(read: Read) -> Read:
    """It may be refused in words."""

    def reads(data: bytes) -> None:
        with suppress(*REFUSALS):
            read(data)

    return reads


def many(unit: str, start: str = "", end: str = "") -> Make:
    """The same again and again; `{n}` in it is counted up."""

    def make(length: int) -> bytes:
        number = max(length // len(unit), 1)
        units = (unit.replace("{n}", str(n)) for n in range(number)) if "{n}" in unit else (unit,) * number
        return (start + "".join(units) + end).encode()

    return make


def deep(before: str, after: str = "", start: str = "") -> Make:
    """One within the other."""

    def make(length: int) -> bytes:
        number = length // len(before + after)
        return (start + before * number + after * number).encode()

    return make


SHEET = 'key = "mine"\nname = "Mine"\n'
FIELD = '[[field]]\nkey = "won"\nname = "Won"\n'


def read_sheet(data: bytes) -> None:
    """Reads a sheet, and enters a round and a look at it."""
    sheet = read(data.decode())
    fold = Fold(GAME, GAME.start({"sheet": msgspec.to_builtins(sheet), "wins": "high"}, ["Ann", "Bob"]))
    entry = {field.key: 1 for field in sheet.fields}
    fold.play_json({"do": "entry", "players": {"Ann": entry, "Bob": entry}})
    list(GAME.prompts(fold.state))


def read_expression(data: bytes) -> None:
    """Counts an expression."""
    formulas.value(data.decode(), {"a": 9, "every": [9] * 1_000})


def read_table(data: bytes) -> None:
    """From the file to what would come of it."""
    text = csv_columns.text_of(data)
    _plan(csv_file.read(text, csv_columns.guessed(text)))


def read_plays(data: bytes) -> None:
    """The same with a file of BG Stats."""
    _plan(bgstats_file.read(data))


def _plan(results: Results) -> None:
    known = matching.Known()
    matching.plan(results, matching.offered(results, known), known)


def read_record(data: bytes) -> None:
    """Reads a game's document, every move judged."""
    documents.read(data, called="The file", now=timezone.now())


def read_crew(data: bytes) -> None:
    """Opens a crew's zip whose crew.json it is."""
    importing.open_zip(io.BytesIO(zipped({"crew.json": data})))


def read_photo(data: bytes) -> None:
    """Unpacks a photo."""
    picture_of(io.BytesIO(data))


def record(**more: Any) -> str:
    """A record's beginning, up to its moves."""
    head = {"format": "referee-record/1", "game": "score_sheet", "players": ["Ann", "Bob"], **more}
    return json.dumps(head)[:-1] + ', "moves": ['


ROUND = '{"do": "round", "scores": {"Ann": 1, "Bob": 2}},'
PLAYS = '{"games": [{"id": 1, "name": "Catan"}], "locations": [], '
CREW = '{"format": "referee-crew/1", "name": "Ours", "players": ['
JPEG = photo(size=(64, 48))


def _jpeg(segment: bytes) -> Make:
    return lambda length: JPEG[:2] + segment * (length // len(segment)) + JPEG[2:]


def _scans(length: int) -> bytes:
    """A picture that comes a little clearer again and again."""
    whole = photo(size=(16, 16), progressive=True)
    at = whole.rindex(b"\xff\xda")
    scan = whole[at:-2]
    return whole[:-2] + scan * (length // len(scan)) + whole[-2:]


def _png(name: bytes, data: bytes) -> Make:
    whole = photo("PNG")
    chunk = png((name, data))[8:]
    return lambda length: whole[:33] + chunk * (length // len(chunk)) + whole[33:]


def _pixels(length: int) -> bytes:
    """A photo of so many bytes, nearly."""
    side = max(int((length / 3) ** 0.5), 1)
    file = io.BytesIO()
    Image.effect_noise((side, side), 90).convert("RGB").save(file, "PNG", compress_level=0)
    return file.getvalue()


#: What is read, with the longest that is let in, and what grows in it.
READERS: dict[str, tuple[Read, int, dict[str, Make]]] = {
    "sheet": (
        read_sheet,
        LARGEST,
        {
            "dots": many(".a", SHEET + "a", " = 1"),
            "brackets": deep("[", start=SHEET + "a = "),
            "tables": deep("{a=", "}", SHEET + "a = "),
            "digits": many("9", SHEET + FIELD + "most = "),
            "text": many("a\\\\", SHEET + 'how = """', '"""'),
            "open text": many('\\"', SHEET + 'how = "'),
            "quotes": many("'\"", SHEET),
            "blanks": many(" \t", SHEET + "a"),
            "fields": many('[[field]]\nkey = "f{n}"\nname = "F{n}"\n', SHEET),
            "unknown fields": many('a{n} = "a"\n', SHEET),
            "lists that double": many(
                '[[let]]\nkey = "m{n}"\nis = "l + l"\n', f'{SHEET}{FIELD}[[let]]\nkey = "l"\nis = "[1, 2]"\n'
            ),
            "checks": many('[[check]]\nis = "sum(all_won) > {n}"\nsay = "{won}"\n', SHEET + FIELD),
        },
    ),
    "expression": (
        read_expression,
        64 * KB,
        {
            "sums": many("+a", "a"),
            "brackets": deep("(", ")"),
            "not": many("not ", "", "a"),
            "minus": many("-", "", "a"),
            "powers": many("*a", "a"),
            "comparisons": many("<a", "a"),
            "lists": many("every,", "[", "]"),
            "sums of lists": many("+sum(every)", "a"),
            "doubled": many("every+", "", "every"),
            "choices": many("a if a else ", "", "a"),
            "text": many("a", "'", "'"),
            "digits": many("9"),
        },
    ),
    "table": (
        read_table,
        csv_columns.MOST_BYTES,
        {
            "one game": many("2024-01-01,Catan,P{n},1\n", "Date,Game,Player,Score\n"),
            "games": many("2024-01-01,Catan{n},Ann,1\n", "Date,Game,Player,Score\n"),
            "sums": many("1 ", "Date,Game,Ann,Bob\n2024-01-01,Catan,", "x,1\n"),
            "dates": many(" ", "Date,Game,Ann,Bob\n2024-01-01", "x,Catan,1,2\n"),
            "columns": many("P{n},", "Date,Game,", "\n2024-01-01,Catan,1\n"),
            "names": many("A{n};", "Date,Game,Players,Winners\n2024-01-01,Catan,", ",\n"),
            "quotes": many('"', "Date,Game,Ann,Bob\n"),
            "open quote": many("a\n", 'Date,Game,Ann,Bob\n"'),
            "empty lines": many("\n", "Date,Game,Ann,Bob\n"),
            "empty rows": many(",,,\n", "Date,Game,Ann,Bob\n"),
            "one line": many("a"),
            "letters that become many": many("\ufdfa", "Date,Game,Player,Score\n2024-01-01,Catan,", ",1\n"),
        },
    ),
    "plays": (
        read_plays,
        documents.MOST_BYTES,
        {
            "people of one name": many(
                '{"id": {n}, "name": "Ann"},',
                PLAYS + '"plays": [], "players": [',
                '{"id": 0, "name": "Bob"}]}',
            ),
            "plays": many(
                '{"uuid": "{n}", "gameRefId": 1, "playDate": "2024-01-01 10:00:00", "playerScores": '
                '[{"playerRefId": 1, "score": "1+2"}]},',
                PLAYS + '"players": [{"id": 1, "name": "Ann"}], "plays": [',
                "{}]}",
            ),
            "scores": many(
                '{"playerRefId": {n}, "score": "1"},',
                PLAYS + '"players": [], "plays": [{"gameRefId": 1, "playDate": "2024-01-01 10:00:00", '
                '"playerScores": [',
                "{}]}]}",
            ),
            "digits": many("9", PLAYS + '"players": [], "plays": [{"gameRefId": ', "}]}"),
            "deep": deep("[", "]", PLAYS + '"players": '),
            "one text": many("a", PLAYS + '"players": [{"id": 1, "name": "', '"}], "plays": []}'),
        },
    ),
    "record": (
        read_record,
        documents.MOST_BYTES,
        {
            "moves": many(ROUND, record(options={"wins": "high"}), '{"do": "end"}]}'),
            "odd moves": many("{},", record(options={"wins": "high"}), "{}]}"),
            "one text": many("a", record(options={"wins": "high"}) + '{"do": "', '"}]}'),
            "digits": many(
                "9", record(options={"wins": "high"}) + '{"do": "round", "scores": {"Ann": ', "}}]}"
            ),
            "deep": deep("[", "]", record(options={"wins": "high"})),
            "NUL": many("\\\\", record(options={"wins": "high"}) + '"', '\\u0000"]}'),
            "an unknown option": many(
                "a\\n", '{"format": "referee-record/1", "game": "zar", "options": {"', '": 1}}'
            ),
        },
    ),
    "crew": (
        read_crew,
        documents.MOST_BYTES,
        {
            "players": many('{"id": {n}, "name": "P{n}"},', CREW, '{"id": 0, "name": "Ann"}]}'),
            "letters that become many": many("\ufdfa", CREW + '{"id": 0, "name": "', '"}]}'),
            "letters to compose": many("\u0f71\u0f72", CREW + '{"id": 0, "name": "', '"}]}'),
            "deep": deep("[", "]", CREW),
        },
    ),
    "photo": (
        read_photo,
        20 * MB,
        {
            "segments": _jpeg(b"\xff\xe1\x00\x08Exif\0\0"),
            "remarks": _jpeg(b"\xff\xfe\x00\x03a"),
            "filling": _jpeg(b"\xff"),
            "scans": _scans,
            "texts": _png(b"tEXt", b"a\0b"),
            "unknown chunks": _png(b"abCd", b""),
            "zeros": lambda length: JPEG[:2] + bytes(length),
            "sizes": lambda length: (
                b"RIFF" + struct.pack("<I", length) + b"WEBP" + b"VP8X\0\0\0\0" * (length // 8)
            ),
            "pixels": _pixels,
        },
    ),
}
CASES = [(kind, name) for kind, (_, _, makes) in READERS.items() for name in makes]


@pytest.mark.parametrize(("kind", "name"), CASES)
def test_what_is_read_costs_in_proportion(kind: str, name: str) -> None:
    reads, most, makes = READERS[kind]
    rounds = (kind, name) == ("record", "moves")
    grows_in_proportion(makes[name], refusing(reads), SLOPE_OF_ROUNDS if rounds else SLOPE)
    for length in (64 * KB, most):
        assert seconds_of(refusing(reads), makes[name](min(length, most))) < MOST_SECONDS, length


@pytest.mark.long
@pytest.mark.parametrize(("kind", "name"), CASES)
def test_the_longest_that_is_let_in_takes_no_more_memory_than_there_is(kind: str, name: str) -> None:
    reads, most, makes = READERS[kind]
    data = makes[name](most)
    assert memory_of(refusing(reads), data) < MOST_MEMORY
