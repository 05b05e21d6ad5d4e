"""A broken, foreign, huge or hostile file is refused whole, with place and reason; nothing is kept."""

from __future__ import annotations

import io
import json
import tracemalloc
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from time import thread_time
from typing import Any
from unittest import mock

import pytest
from PIL import Image

from referee.crew.exchange import (
    bgstats_file,
    csv_columns,
    csv_file,
    documents,
    importing,
    matching,
    replay,
    results,
)
from referee.crew.exchange.documents import CannotImport
from scoring import models
from scoring.crew.visitor import Visitor, join_own_crew
from scoring.models import Crew
from tests.crew import hostile
from tests.crew.exchange import body, send, whole, with_face, with_photos
from tests.crew.tables import chance_game

pytestmark = pytest.mark.slow

MODELS = ("Crew", "Game", "Hand", "Membership", "Move", "Photo", "Player", "Refusal", "Score", "Seat")
GOOD: dict[str, Any] = {
    "format": "referee-record/1",
    "game": "score_sheet",
    "options": {"end": {"rounds": 5}},
    "players": ["Ann", "Bob"],
    "moves": [{"do": "round", "scores": {"Ann": n, "Bob": 2}} for n in range(5)],
}


@pytest.fixture(autouse=True)
def files(settings: Any, tmp_path: Path) -> Path:
    settings.MEDIA_ROOT = tmp_path / "photos"
    return tmp_path / "photos"


@pytest.fixture
def good(ann: Visitor) -> bytes:
    """The zip of a crew, with a photo and a face."""
    game = chance_game(ann, "zar", 3)
    with_photos(game, ann)
    with_face(join_own_crew(ann).crew)
    return body(ann, "/crew/export/crew.zip")


def counted() -> dict[str, int]:
    return {name: getattr(models, name)._default_manager.count() for name in MODELS}


def refused(dan: Visitor, data: bytes) -> str:
    """What is said of a file, told at once or after some steps."""
    response = send(dan, data)
    shown = whole(response.streaming_content) if response.streaming else whole([response.content])
    assert response.streaming or response.status_code == 422
    assert "Nothing was imported." in shown.one("[role=alert]"), shown.text
    return shown.one("[role=alert]")


def test_no_hostile_zip_leaves_anything(good: bytes, dan: Visitor, files: Path) -> None:
    before, kept = counted(), set(files.rglob("*.webp"))
    for name, (data, word) in hostile.parcels(good).items():
        said = refused(dan, data)
        assert word in said, (name, said)
        assert counted() == before, name
        assert set(files.rglob("*.webp")) == kept, name
        assert "Traceback" not in said
    assert whole(send(dan, good).streaming_content).one("[role=status]"), "the good one is taken in"


def test_no_hostile_record_leaves_anything(dan: Visitor) -> None:
    join_own_crew(dan)
    before = counted()
    for name, (data, word) in hostile.records(GOOD).items():
        said = refused(dan, data)
        assert word in said, (name, said)
        assert counted() == before, name
    assert send(dan, json.dumps(GOOD).encode()).status_code == 303, "the good one is taken in"


def test_a_game_too_large_is_not_even_read(dan: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(documents, "MOST_BYTES", 2 * 1024 * 1024)
    assert "larger than 2 MB" in refused(dan, b"{" + b" " * 3 * 1024 * 1024)


def test_taking_back_without_end_comes_to_an_end(dan: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each undo in a long game without hands judges all of it again."""
    monkeypatch.setattr(replay, "MOST_JUDGED", 50)
    time = {"time": "2026-11-21T20:15:00Z"}
    log: list[Any] = [{"kind": "move", "move": move, **time} for move in GOOD["moves"]]
    log += [{"kind": "correct", "position": 1, "move": GOOD["moves"][0], **time}] * 20
    assert "too many undone and corrected" in refused(dan, json.dumps(GOOD | {"log": log}).encode())


def test_states_without_end_come_to_an_end(dan: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    """A sheet is kept whole before every round: a thousand rounds are half a million lines."""
    monkeypatch.setattr(replay, "MOST_KEPT", 900)
    assert "too many hands" in refused(dan, json.dumps(GOOD).encode())


def test_the_second_game_of_a_crew_is_broken_and_the_first_is_not_kept(
    ann: Visitor, dan: Visitor, files: Path
) -> None:
    for seed in range(3):
        chance_game(ann, "zarathustra", seed, taps=12)
    files_of = hostile.unzipped(body(ann, "/crew/export/crew.zip"))
    second = [name for name in files_of if name.startswith("games/")][1]
    data = hostile.changed(files_of, second, lambda game: game["moves"][2].update(tile="none"))
    before = counted()
    crew_zip = importing.open_zip(io.BytesIO(data))
    steps = importing.import_crew(crew_zip, join_own_crew(dan).crew)
    assert [next(steps).done, next(steps).done] == [0, 1]
    with pytest.raises(CannotImport, match=rf"{second}, move 3: the log has another move here"):
        next(steps)
    assert counted() == before
    assert not Crew.objects.filter(arriving_at__isnull=False).exists()


def test_a_file_that_there_is_no_memory_for_is_refused_for_that(
    good: bytes, dan: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Image, "open", mock.Mock(side_effect=MemoryError))
    before = counted()
    assert "too little memory left. Try again later" in refused(dan, good)
    assert counted() == before


# --- readers, each with what it is slowest at

#: Seconds and bytes that no reader takes for any file, on a slow machine either.
PATIENCE, MEMORY = 2.0, 100 * 1024 * 1024


def took(read: Callable[[], object]) -> float:
    """Seconds of this thread alone; a refusal is an answer."""
    began = thread_time()
    with suppress(CannotImport):
        read()
    return thread_time() - began


@pytest.mark.parametrize(
    "text", ["1 " * 20 + "x", "1" * 79 + "x", "1,1" * 26 + "x", "+1 " * 26 + "x", ".1" * 40]
)
def test_no_score_is_read_over_and_over(text: str) -> None:
    assert took(lambda: results.points_of(text)) < PATIENCE


def test_scores_are_still_numbers() -> None:
    said = {
        "1 234,5": 1234.5,
        "12 + 3 - 4": 11,
        "1’000": 1000,
        "12+3 ": 15,
        ".5": 0.5,
        "1  000": 1000,
        "+ 4": 4,
    }
    assert {text: results.points_of(text) for text in said} == said


def table(text: str) -> results.Results:
    return csv_file.read(text, csv_columns.guessed(text))


def test_many_rows_of_one_game_take_as_long_as_they_are_many() -> None:
    text = "Date,Game,Player,Points\n" + "".join(f"2024-02-03,Catan,P{n},1\n" for n in range(15_000))
    assert took(lambda: table(text)) < PATIENCE


def test_many_people_of_one_name_are_numbered_in_one_go() -> None:
    people = tuple(results.Person("Tom", 1) for _ in range(15_000))
    found = results.Results("any", people)
    assert took(lambda: matching.offered(found, matching.Known())) < PATIENCE
    names = matching.offered(found, matching.Known()).people
    assert len({*names.values()}) == len(people)
    assert [names[0], names[1], names[14_999]] == ["Tom", "Tom (2)", "Tom (15000)"]


def test_names_that_are_numbered_already_stay_apart() -> None:
    people = tuple(results.Person(name, 1) for name in ("Tom (2)", "Tom", "tom", "Tom", "x" * 50, "x" * 50))
    assert [*matching.offered(results.Results("any", people), matching.Known()).people.values()] == [
        "Tom (2)",
        "Tom",
        "tom (3)",
        "Tom (4)",
        "x" * 40,
        f"{'x' * 36} (2)",
    ]


FULL_OF_NOTHING: dict[str, Callable[[], object]] = {
    "a record of empty moves": lambda: documents.read(
        b'{"undone": [' + b"{}," * 5_000_000 + b"{}]}", called="The file", now=mock.Mock()
    ),
    "a record of empty lists": lambda: documents.read(
        b'{"moves": [' + b"[]," * 5_000_000 + b"[]]}", called="The file", now=mock.Mock()
    ),
    "a backup of empty plays": lambda: bgstats_file.read(b'{"plays": [' + b"0," * 7_000_000 + b"0]}"),
    "a backup of empty players": lambda: bgstats_file.read(
        b'{"plays": [], "players": [' + b"{}," * 5_000_000 + b"{}]}"
    ),
    "a table of empty rows": lambda: table(csv_columns.text_of(b"a,b\n" + b"\n" * 4_000_000)),
    "a table of empty cells": lambda: table(csv_columns.text_of(b"a,b\n" + b"," * 4_000_000)),
    "a table of one cell": lambda: table(csv_columns.text_of(b"a,b\n" + b"x" * 4_000_000)),
    "a table that is too large": lambda: table(csv_columns.text_of(b"\xf0\x9f\x98\x80" * 4_000_000)),
}


@pytest.mark.parametrize("name", FULL_OF_NOTHING)
def test_a_large_file_full_of_nothing_is_refused_before_it_is_built(name: str) -> None:
    tracemalloc.start()
    try:
        with pytest.raises(CannotImport):
            FULL_OF_NOTHING[name]()
        assert tracemalloc.get_traced_memory()[1] < MEMORY
    finally:
        tracemalloc.stop()
    assert took(FULL_OF_NOTHING[name]) < PATIENCE


def test_a_file_of_too_many_people_says_so() -> None:
    players = [{"id": n, "name": f"P{n}"} for n in range(20_001)]
    with pytest.raises(CannotImport, match=r"20,001 people. At most 20,000"):
        bgstats_file.read(json.dumps({"plays": [], "players": players}).encode())
    rows = "".join(f"2024-02-03,Catan,{','.join(f'{n}-{k}' for k in range(50))}\n" for n in range(401))
    text = csv_columns.guessed("Date,Game,Players\n2024-02-03,Catan,x\n")
    with pytest.raises(CannotImport, match="more than 20,000 people"):
        csv_file.read("Date,Game,Players\n" + rows.replace("Catan,", 'Catan,"').replace("\n", '"\n'), text)


def test_a_game_of_hundreds_of_players_is_left_out_with_its_reason() -> None:
    names = ",".join(f"P{n}" for n in range(500))
    found = table(f'Date,Game,Players\n2024-02-03,Catan,"{names}"\n')
    assert [each.why for each in found.unread] == ["500 played. A score sheet has room for 20."]


@pytest.mark.parametrize("rank", [1e30, -1e30, 10**30, "9" * 400, "1e400"])
def test_a_rank_beyond_all_numbers_is_none(ann: Visitor, rank: object) -> None:
    play = {
        "gameRefId": 1,
        "playDate": "2024-02-03 19:30:00",
        "playerScores": [{"playerRefId": 1, "score": "3", "rank": rank, "seatOrder": rank}],
        "durationMin": rank,
        "scoringSetting": 0,
    }
    data = {"games": [{"id": 1, "name": "Catan"}], "players": [{"id": 1, "name": "Ann"}], "plays": [play]}
    assert send(ann, json.dumps(data).encode(), "plays.bgsplay").status_code == 303


def test_what_a_refusal_says_of_a_file_is_one_short_line(dan: Visitor) -> None:
    join_own_crew(dan)
    long = "\n\u202e".join(["An option that nobody knows"] * 2_000)
    said = refused(dan, json.dumps(GOOD | {"options": {"wins": long}}).encode())
    assert len(said) < 400
    assert "\u202e" not in said
    said = refused(dan, json.dumps(GOOD | {"options": {"sheet": {long: 1}}}).encode())
    assert len(said) < 400
    assert "\u202e" not in said
    crew = {"format": "referee-crew/1", "phones": [{"number": 1, "role": long}], "players": [], "games": []}
    said = refused(dan, hostile.zipped({"crew.json": json.dumps(crew).encode()}))
    assert len(said) < 400
    assert "phones[0].role" in said


def test_a_name_as_long_as_a_book_is_refused_before_it_is_looked_at(dan: Visitor) -> None:
    marks = "a" + "\u0301\u0316" * 60_000
    crew: dict[str, Any] = {"format": "referee-crew/1", "phones": [], "games": []}
    players = [{"id": "x" * 22, "name": marks}]
    data = hostile.zipped({"crew.json": json.dumps(crew | {"players": players}).encode()})
    assert len(data) < 2_000
    began = thread_time()
    assert "at most 40 characters" in refused(dan, data)
    assert thread_time() - began < PATIENCE
    blanks = json.dumps(crew | {"phones": [{"number": 1, "role": " " * 100_000}], "players": []})
    assert took(lambda: documents.decoded(blanks.encode(), importing.ZippedCrew, "crew.json")) < PATIENCE
