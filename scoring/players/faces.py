"""The faces of players: one file for each in a folder beside the photos, called by `Player.avatar`.

As with photos the file is written before the row names it, and a file that no row names is never served.
"""

from __future__ import annotations

from pathlib import Path

from scoring.models import Player
from scoring.models.people import new_public_id
from scoring.pictures.photos import folder, sweep_folder, write_file
from scoring.pictures.picture import Picture
from scoring.writing import one_writer


def face_path(player: Player) -> Path:
    """The file of a player who has a face."""
    return avatar_path(player.avatar)


def avatar_path(avatar: str) -> Path:
    """The file of a face by what a player's row calls it."""
    return folder() / "faces" / f"{avatar}.webp"


def keep_face(player: Player, picture: Picture) -> None:
    """Gives a player a face in place of the one there was.

    For one whose right to write has been checked. Raises Player.DoesNotExist for a player who was merged
    into another meanwhile.
    """
    avatar = new_public_id()
    path = avatar_path(avatar)
    path.parent.mkdir(mode=0o700, exist_ok=True)
    try:
        write_file(path, picture.data)
        _name(player, avatar)
    except BaseException:
        path.unlink(missing_ok=True)
        raise


def remove_face(player: Player) -> None:
    """Takes a player's face away; one without stays so. Raises Player.DoesNotExist."""
    _name(player, "")


def _name(player: Player, avatar: str) -> None:
    """Writes the file's name into the row, and takes the file away that the row named before."""
    with one_writer():
        before = Player.objects.select_for_update(of=("self",)).get(pk=player.pk)
        Player.objects.filter(pk=player.pk).update(avatar=avatar)
    if before.avatar:
        face_path(before).unlink(missing_ok=True)
    player.avatar = avatar


def sweep(*, now: float | None = None) -> int:
    """Removes the files, older than an hour, that are nobody's face; returns how many there were."""
    faces = Player.objects.exclude(avatar="")
    return sweep_folder(folder() / "faces", lambda: faces.values_list("avatar", flat=True), now)
