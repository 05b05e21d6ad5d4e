"""Photos are kept as a file and a row, both or none; refusals beside the log."""

import io
import os
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import call_command
from django.db import DatabaseError, connection, transaction

from scoring.log import tap_keys, writer
from scoring.log.effective import effective_moves, trace
from scoring.log.refusals import refusals, refuse
from scoring.models import AppendOnlyError, Move, Photo, Refusal
from scoring.models.evidence import MOST_REFUSALS
from scoring.pictures import photos
from scoring.pictures.decoding import picture_of
from scoring.pictures.picture import Picture
from tests.hostile import photo
from tests.scoring.toy import DEAL, PLAY, Body, Phone, score


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(settings, "MEDIA_ROOT", tmp_path / "photos")
    return tmp_path / "photos"


def picture(color: str = "red") -> Picture:
    return picture_of(io.BytesIO(photo(color=color)), "a.jpg")


def take(phone: Phone, color: str = "red", seq: int = 1) -> Photo:
    move = Move.objects.get(seq=seq)
    return photos.add_photo(actor_id=phone.game.viewer_id, event=move, picture=picture(color))


def test_a_photo_is_a_file_for_this_user_alone_and_a_row(phone: Phone, folder: Path) -> None:
    phone.tap(DEAL)
    found = take(phone)
    assert [path.name for path in folder.iterdir()] == [f"{found.public_id}.webp"]
    assert photos.path_of(found).stat().st_mode & 0o777 == 0o600
    assert folder.stat().st_mode & 0o777 == 0o700
    assert photos.path_of(found).read_bytes() == picture().data
    assert photos.photos(phone.game) == [found]


def test_the_same_photo_of_a_ruling_counts_once(phone: Phone, folder: Path) -> None:
    phone.tap(DEAL)
    phone.tap(PLAY)
    assert take(phone) == take(phone) != take(phone, "blue")
    assert take(phone, seq=2).event == Move.objects.get(seq=2)
    assert len(list(folder.iterdir())) == Photo.objects.count() == 3


def test_a_photo_that_was_removed_is_remembered_and_may_be_taken_again(phone: Phone, folder: Path) -> None:
    phone.tap(DEAL)
    found = take(phone)
    for _ in range(2):
        photos.remove_photo(actor_id=phone.game.viewer_id, photo=found)
    assert not list(folder.iterdir())
    found.refresh_from_db()
    assert found.removed_by_id == phone.game.viewer_id
    assert take(phone) != found
    assert len(photos.photos(phone.game)) == 2


def test_a_row_that_cannot_be_written_leaves_no_file(
    phone: Phone, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    phone.tap(DEAL)

    def fail(*_: object, **__: object) -> None:
        raise DatabaseError("The disk is full.")

    monkeypatch.setattr(Photo, "save", fail)
    with pytest.raises(DatabaseError):
        take(phone)
    assert not list(folder.iterdir())
    assert not Photo.objects.exists()


def test_a_game_keeps_so_many_photos_and_no_more(
    phone: Phone, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(photos, "MOST_PHOTOS", 1)
    phone.tap(DEAL)
    first = take(phone)
    with pytest.raises(photos.TooManyPhotos, match="1 photos"):
        take(phone, "blue")
    assert len(list(folder.iterdir())) == 1
    photos.remove_photo(actor_id=phone.game.viewer_id, photo=first)
    take(phone, "blue")


def test_what_a_crash_left_is_swept_away_and_nothing_else(phone: Phone, folder: Path) -> None:
    phone.tap(DEAL)
    kept, removed = take(phone), take(phone, "blue")
    photos.remove_photo(actor_id=phone.game.viewer_id, photo=removed)
    for name in ("orphan.webp", "fresh.webp", f"{removed.public_id}.webp", "notes.txt"):
        (folder / name).write_bytes(b"")
    for path in folder.iterdir():
        if path.name != "fresh.webp":
            os.utime(path, (0, 0))
    call_command("sweep", verbosity=0)
    assert {path.name for path in folder.iterdir()} == {
        f"{kept.public_id}.webp",
        "fresh.webp",
        "notes.txt",
    }


def tell_no(phone: Phone, body: Body, key: str | None = None) -> Refusal | None:
    with writer.open_game(phone.visitor, phone.public_id, key=key or tap_keys.new_key(phone.game)) as table:
        return refuse(table, body=body, outcome={"code": "illegal"})


def test_a_refusal_raises_no_version_and_a_tap_sent_twice_is_refused_once(phone: Phone) -> None:
    phone.tap(DEAL)
    key = tap_keys.new_key(phone.game)
    first = tell_no(phone, PLAY, key)
    assert first == tell_no(phone, PLAY, key)
    assert first != tell_no(phone, DEAL, key)
    assert [(no.number, no.after, no.body) for no in refusals(phone.game)] == [(1, 1, PLAY), (2, 1, DEAL)]
    assert phone.game.version == 1


def test_a_refusal_keeps_photos_of_its_own(phone: Phone, folder: Path) -> None:
    phone.tap(DEAL)
    no = tell_no(phone, PLAY)
    assert no
    mine, other = (
        photos.add_photo(actor_id=phone.game.viewer_id, event=event, picture=picture())
        for event in (no, Move.objects.get())
    )
    again = photos.add_photo(actor_id=phone.game.viewer_id, event=no, picture=picture())
    assert (mine.event, other.event, again) == (no, Move.objects.get(), mine)
    assert photos.photos(phone.game) == [mine, other]
    assert {path.stem for path in folder.iterdir()} == {mine.public_id, other.public_id}


def test_junk_does_not_fill_the_disk(phone: Phone) -> None:
    assert tell_no(phone, {"do": "x" * 3000}) is None
    first = tell_no(phone, PLAY)
    assert first
    last = {"number": MOST_REFUSALS, "after": 0, "key": "another", "body": PLAY, "outcome": {}}
    Refusal.objects.create(game=phone.game, actor_id=first.actor_id, **last)
    assert tell_no(phone, DEAL) is None
    assert Refusal.objects.count() == 2


def test_a_refusal_stays_as_it_was(phone: Phone) -> None:
    no = tell_no(phone, PLAY)
    assert no
    for change in (no.save, no.delete, Refusal.objects.all().delete):
        with pytest.raises(AppendOnlyError):
            change()
    with (
        pytest.raises(DatabaseError, match="append-only"),
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute("UPDATE scoring_refusal SET number = 2")


def test_the_story_of_a_log_says_what_became_of_every_move(phone: Phone) -> None:
    for body in (DEAL, PLAY, score("Bob", 1), score("Ann", 2)):
        phone.tap(body)
    phone.correct(2, [score("Bob", 9)], dropped=[3])  # 5
    phone.undo()  # 6, takes Ann's points off
    phone.redo()  # 7
    phone.undo()  # 8
    phone.tap(PLAY)  # 9, after which they cannot come back
    phone.correct(2, [])  # 10
    rows = list(Move.objects.order_by("seq"))
    told = trace(rows)
    assert {seq: row.seq for seq, row in told.ended.items()} == {2: 5, 3: 5, 4: 8, 5: 10}
    assert list(told.standing.values()) == effective_moves(rows)
    assert [entry.seq for entry in told.touched[5]] == [2, 3, 4]
    assert [entry.seq for entry in told.touched[8]] == [4]
    assert told.last[4].position == 3
