"""Any result that a file may tell becomes a game that the rules accept, with the winners that it tells."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any

import pytest
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from referee.crew.exchange import bgstats_file, matching
from referee.crew.exchange.csv_columns import guessed, text_of
from referee.crew.exchange.csv_file import read
from referee.crew.exchange.documents import CannotImport
from referee.crew.exchange.importing_results import game_of
from referee.crew.exchange.matching import Fate, Planned
from referee.crew.exchange.results import Part, Result, moment, points_of
from referee.crew.exchange.sheets import Sat, Sheet, sheet_of
from scoring.models.people import clean_name
from scoring.played import clean_title
from tests.crew.plays import Backup

pytestmark = pytest.mark.slow

POINTS = (
    st.none() | st.integers(-(10**9), 10**9) | st.floats(-1000, 1000).map(lambda number: round(number, 2))
)
PARTS = st.builds(
    Part,
    person=st.just(0),
    points=POINTS,
    won=st.sampled_from([None, True, False]),
    rank=st.integers(0, 4),
)
RESULTS = st.builds(
    Result,
    key=st.just("k"),
    number=st.just(1),
    where=st.just("Play 1"),
    title=st.just(0),
    began=st.just(datetime(2024, 2, 3, tzinfo=UTC)),
    parts=st.lists(PARTS, min_size=1, max_size=6).map(tuple),
    minutes=st.integers(0, 600),
    wins=st.sampled_from(["", "high", "low"]),
    together=st.booleans(),
    pointless=st.booleans(),
)


@given(RESULTS, st.booleans())
def test_any_result_is_a_game_with_its_winners(result: Result, complete: bool) -> None:
    seats = [Sat(f"P{n}", part) for n, part in enumerate(result.parts)]
    sheet = sheet_of(result, seats, title="Catan", low=False, complete=complete)
    assert isinstance(sheet, Sheet)
    line = Planned(1, "Play 1", Fate.COMES, "Catan", result=result, sheet=sheet)
    game = game_of(line)
    assert game.table.over
    said = [name for name, part in seats if part.won]
    winners = [*game.table.winners]
    if said or not complete or result.together or any(part.won is not None for part in result.parts):
        assert winners == said
    undecided = sheet.options.get("sheet", {"key": ""})["key"] == "undecided"  # type: ignore[index]
    assert not (undecided and winners)
    for name, part in seats:
        if part.points is not None and not undecided:
            assert game.table.scores[name] == part.points


@given(st.text(alphabet="0123456789+-−,. '’x", max_size=30), st.sampled_from(["", ".", ","]))
def test_any_text_is_a_number_or_none(text: str, mark: Any) -> None:
    found = points_of(text, mark)
    assert found is None or abs(found) <= 10**9


@given(st.binary(max_size=300) | st.text(alphabet="Dat,;\t\n\"'1234.-/: Gmew", max_size=300).map(str.encode))
def test_any_table_is_read_or_refused_in_words(data: bytes) -> None:
    try:
        text = text_of(data)
        columns = guessed(text)
        results = read(text, columns)
    except CannotImport:
        return
    assert results.results or results.unread


VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=60),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)


@given(st.integers(0, 50), st.lists(st.tuples(st.integers(0), VALUES), max_size=8))
def test_any_backup_is_planned_or_refused_in_words(seed: int, spoilt: list[tuple[int, Any]]) -> None:
    """Some values of a file are others: it is refused whole, or every play comes or says why not."""
    document = Backup(seed, 40).document
    for place, value in spoilt:
        _spoil(document, place, value)
    data = json.dumps(document).encode()
    try:
        results = bgstats_file.read(data)
    except CannotImport:
        return
    known = matching.Known()
    plan = matching.plan(results, matching.offered(results, known), known)
    assert len(plan.lines) == len(results.results) + len(results.unread)
    for line in plan.lines:
        assert line.why or line.sheet
        if line.fate is Fate.COMES:
            game = game_of(line)
            assert game.table.over
            assert game.title == clean_title(game.title) != ""
            assert len(game.place) <= 80
            for name in game.places:
                assert clean_name(name) == name


def _spoil(part: Any, place: int, value: Any) -> None:
    """Puts a value at some place of a document."""
    while isinstance(part, dict | list) and part:
        keys: list[Any] = [*part] if isinstance(part, dict) else [*range(len(part))]
        key = keys[place % len(keys)]
        place //= len(keys)
        if place % 5 == 0 or not isinstance(part[key], dict | list):
            part[key] = value
            return
        part = part[key]


@pytest.mark.parametrize(
    ("local", "utc"),
    [
        ("2024-07-01T20:00", "2024-07-01T18:00"),
        ("2024-12-01T20:00", "2024-12-01T19:00"),
        # In the hour that the clocks leave out in spring somebody wrote it down all the same.
        ("2024-03-31T02:30", "2024-03-31T01:30"),
    ],
)
def test_a_files_times_are_by_the_clock_of_the_house(local: str, utc: str) -> None:
    with timezone.override("Europe/Berlin"):
        found = moment(datetime.fromisoformat(local))
    assert found is not None
    assert found.astimezone(UTC).isoformat().startswith(utc)
