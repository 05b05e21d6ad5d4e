"""Photos as evidence: a file in MEDIA_ROOT and a row that says where it belongs.

The file is written first and the row last, so that a row always has its file. A crash between the two
leaves a file that no row names: nobody is ever served it, and `sweep` takes it away.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable
from pathlib import Path

from django.conf import settings
from django.utils import timezone

from scoring.history.notes import clean
from scoring.models import Game, Move, Photo, Refusal
from scoring.models.evidence import CAPTION_LENGTH
from scoring.models.limits import TooMany, room_for_photo
from scoring.models.people import new_public_id
from scoring.pictures.picture import Picture
from scoring.writing import one_writer

MOST_PHOTOS = 100
#: Seconds; a file without a row may be about to get one.
SWEPT_AFTER = 3600.0


class TooManyPhotos(Exception):
    """The game has as many photos as can be kept; the message says so."""


def folder() -> Path:
    """Where the files lie, for this user's eyes only."""
    path = Path(settings.MEDIA_ROOT)
    path.mkdir(mode=0o700, parents=True, exist_ok=True)
    return path


def path_of(photo: Photo) -> Path:
    """The file of a photo."""
    return folder() / f"{photo.public_id}.webp"


def photos(game: Game) -> list[Photo]:
    """All photos of a game, those removed too, in the order they were taken. One query."""
    return list(Photo.objects.of(game).order_by("pk"))


def photos_of(game: Game) -> list[Photo]:
    """The photos of a game that can still be seen, as they were taken, each with its ruling. One query."""
    return list(Photo.objects.of(game).kept().select_related("move", "refusal").order_by("pk"))


def add_photo(*, actor_id: int, event: Move | Refusal, picture: Picture, caption: str = "") -> Photo:
    """Keeps a picture for a row of the log or a refusal; the same picture again is the same photo.

    Raises TooManyPhotos. For one whose right to write has been checked.
    """
    photo = Photo(
        move=event if isinstance(event, Move) else None,
        refusal=event if isinstance(event, Refusal) else None,
        public_id=new_public_id(),
        digest=picture.digest,
        width=picture.width,
        height=picture.height,
        caption=tidied(caption),
        actor_id=actor_id,
    )
    path = path_of(photo)
    try:
        write_file(path, picture.data)
        with one_writer():
            same = _add(photo)
    except BaseException:
        path.unlink(missing_ok=True)
        raise
    if same:
        path.unlink(missing_ok=True)
    return same or photo


def _add(photo: Photo) -> Photo | None:
    """Adds the row, or returns the one that has this picture already."""
    # The game's row is the queue: two phones cannot both bring the hundredth photo.
    game = Game.objects.select_for_update(of=("self",)).get(pk=photo.event.game_id)
    kept = Photo.objects.of(game).kept()
    same = kept.filter(move=photo.move_id, refusal=photo.refusal_id, digest=photo.digest).first()
    if same is None:
        if kept.count() >= MOST_PHOTOS:
            raise TooManyPhotos(f"A game keeps {MOST_PHOTOS} photos, and they are all there.")
        try:
            room_for_photo(game.crew_id, game)
        except TooMany as error:
            raise TooManyPhotos(str(error)) from None
        photo.save(force_insert=True)
    return same


def set_caption(photo: Photo, caption: str) -> None:
    """Says what is to be seen. For one whose right to write has been checked."""
    with one_writer():
        Photo.objects.kept().filter(pk=photo.pk).update(caption=tidied(caption))


def tidied(caption: str) -> str:
    """A caption in one line, as much of it as has room."""
    return " ".join(clean(caption).split())[:CAPTION_LENGTH].rstrip()


def remove_photo(*, actor_id: int, photo: Photo) -> None:
    """Takes a photo away; its row stays and says who did it. One that is gone already stays as it is."""
    with one_writer():
        Photo.objects.kept().filter(pk=photo.pk).update(removed_at=timezone.now(), removed_by_id=actor_id)
    path_of(photo).unlink(missing_ok=True)


def sweep(*, now: float | None = None) -> int:
    """Removes the files, older than an hour, that belong to no photo; returns how many there were."""
    return sweep_folder(folder(), lambda: Photo.objects.kept().values_list("public_id", flat=True), now)


def sweep_folder(place: Path, known: Callable[[], Iterable[str]], now: float | None) -> int:
    """Removes the pictures of a folder, older than an hour, that nothing known is called by.

    `known` is asked only after the folder was read, so that what came meanwhile is not taken away.
    """
    old = (time.time() if now is None else now) - SWEPT_AFTER
    found = [path for path in place.glob("*.webp") if path.stat().st_mtime < old]
    named = set(known()) if found else set()
    lost = [path for path in found if path.stem not in named]
    for path in lost:
        path.unlink(missing_ok=True)
    return len(lost)


def write_file(path: Path, data: bytes) -> None:
    """Writes a new file that survives a power cut, as the row does that will name it."""
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    parent = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(parent)
    finally:
        os.close(parent)
