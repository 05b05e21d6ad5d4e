"""Files that leave a crew and come in again, and what is put into a crew for them to carry."""

from __future__ import annotations

import io
from collections.abc import Iterable
from typing import Any

from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponse

from scoring.crew.visitor import Visitor, join_own_crew
from scoring.models import Crew, Game, Move, Player
from scoring.pictures import decoding
from scoring.pictures.photos import add_photo, remove_photo
from scoring.players.faces import face_path
from tests.crew.games import tap
from tests.hostile import photo
from tests.table.page import Shown, client_of, new_game

URL = "/crew/export/"


def get(visitor: Visitor | None, url: str) -> Any:
    return client_of(visitor).get(url)


def body(visitor: Visitor, url: str) -> bytes:
    return b"".join(get(visitor, url).streaming_content)


def send(visitor: Visitor | None, data: bytes, name: str = "file") -> Any:
    return client_of(visitor).post(URL, {"file": SimpleUploadedFile(name, data)})


def whole(parts: Iterable[bytes]) -> Shown:
    """The page that came part by part."""
    return Shown(HttpResponse(b"".join(parts)))


def sheet(visitor: Visitor, *rounds: dict[str, float], **options: Any) -> Game:
    """A finished score sheet."""
    game = new_game(visitor, " ".join(rounds[0]), "score_sheet", **options)
    for scores in rounds:
        tap(visitor, game, {"do": "round", "scores": scores})
    tap(visitor, game, {"do": "end"})
    return Game.objects.get(pk=game.pk)


def with_photos(game: Game, ann: Visitor) -> None:
    """One photo that stays and one that was removed."""
    member = join_own_crew(ann)
    move = Move.objects.filter(game=game).order_by("seq")[0]
    add_photo(actor_id=member.pk, event=move, picture=decoding.picture_of(io.BytesIO(photo())))
    gone = add_photo(
        actor_id=member.pk, event=move, picture=decoding.picture_of(io.BytesIO(photo(color="blue")))
    )
    remove_photo(actor_id=member.pk, photo=gone)


def with_face(crew: Crew) -> Player:
    player = Player.objects.filter(crew=crew).order_by("pk")[0]
    player.avatar = "a-face-of-somebody-001"
    player.colour = "teal"
    player.save()
    path = face_path(player)
    path.parent.mkdir(parents=True)
    path.write_bytes(decoding.picture_of(io.BytesIO(photo(size=(90, 90)))).data)
    return player
