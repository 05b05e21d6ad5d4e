"""Every regular expression reads its worst text in time that grows with the text."""

from __future__ import annotations

import ast
import importlib
import re
from collections.abc import Callable, Iterator, Mapping
from time import thread_time
from typing import NamedTuple

import pytest

from tests.conftest import ROOT

METHODS = "match|fullmatch|search|sub|split|findall|finditer"
#: Letters of the texts that are tried, and seconds of the processor that one may take.
LENGTHS, MOST_SECONDS = (1_000, 2_000, 4_000, 8_000, 64_000), 2.0

Worst = Callable[[int], str]


def many(unit: str, end: str = "", start: str = "") -> Worst:
    """A text that says the same again and again."""
    return lambda length: start + unit * (length // len(unit)) + end


class Pattern(NamedTuple):
    """A regular expression in the code."""

    module: str
    #: What it is called there, or as it is written where it is used.
    name: str
    written: str
    methods: tuple[str, ...]

    @property
    def regex(self) -> re.Pattern[str] | re.Pattern[bytes]:
        names = {**vars(importlib.import_module(self.module)), **HERE.get(self.module, {})}
        found: str | re.Pattern[str] = eval(self.written, names)  # noqa: S307  # the app's own words
        return re.compile(found)


def patterns() -> Iterator[Pattern]:
    """All of the app's."""
    for path in [path for package in ("referee", "scoring") for path in (ROOT / package).rglob("*.py")]:
        module = ".".join(path.relative_to(ROOT).with_suffix("").parts)
        source = path.read_text(encoding="utf-8")
        for node in ast.walk(ast.parse(source)):
            match node:
                case ast.Assign(targets=[target], value=ast.Call() as call) if _is_re(call, "compile"):
                    name = ast.unparse(target)
                    used = set(re.findall(rf"{re.escape(name)}\.({METHODS})\(", source))
                    yield Pattern(module, name, ast.unparse(call), tuple(used))
                case ast.Call() if _is_re(node, METHODS):
                    written = ast.unparse(node.args[0])
                    assert isinstance(node.func, ast.Attribute)
                    yield Pattern(module, written, written, (node.func.attr,))


def _is_re(call: ast.Call, methods: str) -> bool:
    return re.fullmatch(rf"re\.({methods})", ast.unparse(call.func)) is not None


#: What stands for names that a function has where it puts a pattern together.
HERE: Mapping[str, Mapping[str, str]] = {
    "referee.crew.newcomers": {"table": "/t/"},
    "referee.crew.sheets.draft": {"any_name": "goals|fouls"},
    "referee.rules.score_sheet.reading": {"key": "name", "table": "field", "head": r"\s*\[\s*end\s*\]"},
}
#: They read what the app has written itself: its files, its SQL, its templates.
NOT_FOREIGN = {
    "referee.server.backup.rotate",
    "referee.web.static_files",
    "referee.web.templates",
}
#: What each reads at worst.
WORST: dict[str, dict[str, Worst]] = {
    "referee.crew.exchange.csv_columns": {
        "_DATE": many(" ", start="1.1.2024", end="x"),
        r"'sep=.\\r?\\n'": many("\r", start="sep=,"),
        r"'sep=([,;\\t|])\\r?\\n'": many("\r", start="sep=,"),
        '"\'[=+\\\\-@]"': many("=", start="'"),
        r"'[\\s_.-]'": many(" _"),
        r"'\\d[-./ ]\\d'": many("1-"),
        r"'-?\\d+,\\d{1,2}'": many("1", end=",x"),
    },
    "referee.crew.exchange.csv_file": {r"'[,;/&+|]|\\band\\b|\\bund\\b'": many(" and")},
    "referee.crew.exchange.documents": {"_BYTE": many(" ")},
    "referee.crew.exchange.results": {
        "_SUM": many("1 ", end="x"),
        "_PART": many("+ 1 "),
        '"[ \'’]"': many(" "),
        r"'[1-9]\\d{0,2}(,\\d{3})+'": many(",123", start="1", end="x"),
    },
    "referee.crew.home.join": {"_TOKEN": many("/", start="/join/" + "a" * 64, end="x")},
    "referee.crew.players.asking": {"_YEAR": many("2")},
    "referee.crew.newcomers": {"self._sample": many("a", start="/t/")},
    "referee.crew.sheets.draft": {
        "_KEY": many("a"),
        "_BID": many("1", end=" + 1 * a if a == b else 1 * abs(a - c)"),
        "_PLACES": many("1", start="at([", end="], place(a, all_b)"),
        "_TERM": many("1", end=" * "),
        "_OUT": many("1", start="total >= ", end="x"),
        "'[^a-z0-9]+'": many("_ "),
        r"'[;,\\s]+'": many("; "),
        r"'\\b(\\d+)\\s*x\\s*(?=[^\\W_])|(?<!\\s)\\s+x\\s+(?=\\d)'": many(" ", start="1"),
        "some": many("'"),
    },
    "referee.crew.statistics.night": {"_DAY": many("1-")},
    "referee.crew.statistics.nights": {"_MONTH": many("2")},
    "referee.crew.statistics.periods": {"_PERIOD": many("2")},
    "referee.games.board": {"_NUMBER": many("1", end="x")},
    "referee.games.score_sheet.entry": {
        "_FIELD": many("a", start="n "),
        "_NUMBER": many("1", end="x"),
        "_SUM": many("1+", end="x"),
        "'[+-]?[0-9.,]+'": many("1+"),
    },
    "referee.games.score_sheet.filling": {"'[0-9][+−–-]'": many("1")},
    "referee.games.shedding.common": {"_TYPED": many("1111+", end="x")},
    "referee.rules.score_sheet.formulas": {"_SAID": many("{a")},
    "referee.rules.score_sheet.reading": {
        "_QUOTED": many("'\\\"", start='"""'),
        "_AT_LINE": many(" (at line 1, column 1"),
        "_PATH": many(".a["),
        "'unknown field `([^`]+)`'": many("unknown field `"),
        """f\"\"\"\\\\s*[\\\\"']?{re.escape(key)}[\\\\"']?\\\\s*=\"\"\"""": many(" ", start="name", end="x"),
        r"f'\\s*\\[\\[\\s*{re.escape(table)}\\s*\\]\\]'": many(" ", start="[[ field"),
        "'[][{}=,]'": many("["),
        "head": many(" ", start="["),
    },
    "referee.rules.sentences": {"_TWO_STOPS": many("..")},
    "referee.server.logs": {"_SECRET": many("/join/a"), "_CONTROL": many("\x1b")},
    "referee.server.operation": {"_ID": many("a")},
    "referee.table.requests": {"_TABLE": many("a")},
    "referee.table.views": {"_MODE": many("a")},
    "referee.web.wording": {r"'^An? \\w+: '": many("a", start="A "), "_SYLLABLE": many("atha")},
    "scoring.crew.invites": {"_TOKEN": many("a")},
    "scoring.crew.passwords": {r"'[\\W\\d_]+'": many("1a")},
    "scoring.crew.visitor": {"_TOKEN": many("a")},
    "scoring.history.scores": {"_NUMBERED": many("a", end=" 1x")},
    "scoring.log.buzzes": {"_TIMES": many("1 ")},
    "scoring.log.tap_keys": {"_KEY": many("1")},
    "scoring.pictures.parts": {"_MARKER": many("\xff")},
}

FOREIGN = sorted({each for each in patterns() if each.module not in NOT_FOREIGN})


def test_each_has_its_worst_text() -> None:
    """A new one has its line in the table; what reads no foreign text stands in a module that says so."""
    met = {(each.module, each.name) for each in FOREIGN}
    assert len(met) > 50
    assert met == {(module, name) for module, those in WORST.items() for name in those}


@pytest.mark.parametrize("pattern", FOREIGN, ids=lambda each: f"{each.module}:{each.name}")
def test_each_reads_its_worst_text_soon(pattern: Pattern) -> None:
    for length in LENGTHS:
        text: str | bytes = WORST[pattern.module][pattern.name](length)
        if isinstance(pattern.regex.pattern, bytes):
            text = str(text).encode("latin-1")
        since = thread_time()
        for method in pattern.methods:
            _use(pattern.regex, method, text)
        assert thread_time() - since < MOST_SECONDS, (length, method)


def _use(regex: re.Pattern[str] | re.Pattern[bytes], method: str, text: str | bytes) -> None:
    function = getattr(regex, method)
    found = function("", text) if method == "sub" else function(text)
    if method == "finditer":
        list(found)
