"""A broken, foreign, huge or hostile file is refused whole, with place and reason; nothing is kept."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any
from unittest import mock

import pytest
from PIL import Image

from referee.crew.exchange import documents, importing, replay
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
