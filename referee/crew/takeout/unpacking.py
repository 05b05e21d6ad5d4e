"""A whole crew from its zip, in steps: looked through, each game told again, and at last handed over.

Nobody sees anything of it before the last step (`scoring.arrivals`), and whoever leaves in the middle leaves
nothing behind.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import IO, Annotated, Literal

import msgspec
from django.core.exceptions import ValidationError
from django.utils import timezone
from msgspec import Meta

from referee.crew.takeout import documents, packing
from referee.crew.takeout.documents import Document, Id, NotTaken, Time
from scoring import webp
from scoring.arrivals import Dock, NotEmpty, clear, dock, free_id, land, unload
from scoring.arriving import Arrival, Taken
from scoring.faces import face_path
from scoring.models import Colour, Crew, Photo, Player, Role
from scoring.models.evidence import PHOTO_SIDE
from scoring.models.people import NAME_LENGTH, clean_name, fold_name, new_public_id
from scoring.parcels import BadParcel, Parcel
from scoring.photos import path_of, write_file

MOST_PLAYERS = 2_000
MOST_PHONES = 20_000
#: Names of files that belong into the zip, and the most bytes of each.
KINDS: Mapping[str, int] = {
    r"crew\.json": 32 * 1024 * 1024,
    r"games/[\w-]{22}\.json": documents.MOST_BYTES,
    r"(photos|faces)/[\w-]{22}\.webp": webp.MOST_BYTES,
}
#: Not empty: said before anything is read and once more at the end.
HAS_GAMES = (
    "The crew has games already. A whole crew is taken into one that has none; single games go into any."
)


class PhoneFile(msgspec.Struct, frozen=True):
    """A phone in crew.json; moves name it by its number."""

    number: Annotated[int, Meta(ge=1, le=2**31 - 1)]
    role: Role
    label: Annotated[str, Meta(max_length=NAME_LENGTH)] = ""


class PlayerFile(msgspec.Struct, frozen=True):
    """A player in crew.json; `avatar` is the name of the face's file in the zip."""

    id: Id
    name: str
    colour: str = ""
    created_at: Time | None = None
    archived_at: Time | None = None
    avatar: str | None = None


class CrewFile(msgspec.Struct, frozen=True):
    """crew.json, as `referee.crew.takeout.packing` writes it."""

    format: Literal["referee-crew/1"]
    phones: list[PhoneFile]
    players: list[PlayerFile]
    games: list[Id]
    name: Annotated[str, Meta(max_length=NAME_LENGTH)] = ""


@dataclass(frozen=True)
class Luggage:
    """A zip that was looked through: what it is of, and nothing in it is a surprise by its name or size."""

    parcel: Parcel
    crew: CrewFile

    @property
    def games(self) -> int:
        return len(self.crew.games)


def look_through(file: IO[bytes]) -> Luggage:
    """What the zip holds, by its list of files and its crew.json. Raises NotTaken."""
    try:
        parcel = Parcel(file, KINDS)
        data = parcel.read(packing.CREW)
    except BadParcel as error:
        raise NotTaken(str(error)) from None
    crew: CrewFile = documents.decoded(data, CrewFile, packing.CREW)
    _check_crew(crew)
    _check_files(parcel, crew)
    return Luggage(parcel, crew)


def _check_crew(crew: CrewFile) -> None:
    """Whether its people can be. Raises NotTaken."""
    for what, found, most in (("players", crew.players, MOST_PLAYERS), ("phones", crew.phones, MOST_PHONES)):
        if len(found) > most:
            raise NotTaken(f"crew.json: more than {most:,} {what}.")
    _no_two("crew.json, `games`", crew.games)
    _no_two("crew.json, `phones`", [phone.number for phone in crew.phones])
    _no_two("crew.json, `players`", [player.id for player in crew.players])
    _no_two("crew.json, `players`", [fold_name(player.name) for player in crew.players])
    for place, player in enumerate(crew.players):
        _check_name(f"crew.json, `players[{place}]`", player.name)
        if player.colour not in ("", *Colour.values):
            raise NotTaken(f"crew.json, `players[{place}]`: known colours are {', '.join(Colour.values)}.")
        for time in filter(None, (player.created_at, player.archived_at)):
            documents.sound(time, f"crew.json, `players[{place}]`")
    for place, phone in enumerate(crew.phones):
        if phone.label:
            _check_name(f"crew.json, `phones[{place}]`", phone.label)
    if crew.name:
        _check_name("crew.json, `name`", crew.name)


def _check_name(place: str, name: str) -> None:
    try:
        tidy = clean_name(name)
    except ValidationError as error:
        raise NotTaken(f"{place}: {error.messages[0]}") from None
    if tidy != name:
        raise NotTaken(f"{place}: the name has spaces too many.")


def _no_two(place: str, found: list[str] | list[int]) -> None:
    seen = set()
    for each in found:
        if each in seen:
            raise NotTaken(f"{place}: {str(each)[:40]!r} is there twice.")
        seen.add(each)


def _check_files(parcel: Parcel, crew: CrewFile) -> None:
    """Whether crew.json and the list of files name the same games and faces. Raises NotTaken."""
    games = {packing.GAME.format(game) for game in crew.games}
    faces = {packing.FACE.format(player.id) for player in crew.players if player.avatar}
    for player in crew.players:
        if player.avatar and player.avatar != packing.FACE.format(player.id):
            raise NotTaken(f"crew.json: the face of {player.name} is called by another name than it has.")
    there = {name for name in parcel.sizes if name.startswith(("games/", "faces/"))}
    for name in sorted((games | faces) ^ there):
        says = "crew.json does not know it" if name in there else "it is missing"
        raise NotTaken(f"{name}: {says}.")


@dataclass(frozen=True)
class Step:
    """How far it is: games that are in, of how many."""

    done: int
    all: int


def unpack(luggage: Luggage, crew: Crew) -> Generator[Step]:
    """Takes the crew in, a game with every step; the last step hands it over. Raises NotTaken.

    Left before its end it clears away what it did.
    """
    files: list[Path] = []
    there: Dock | None = None
    landed = False
    try:
        there = _docked(luggage, crew, files)
        yield Step(0, luggage.games)
        unused = {name for name in luggage.parcel.sizes if name.startswith("photos/")}
        people = {player.id for player in luggage.crew.players}
        for done, game in enumerate(luggage.crew.games, 1):
            name = packing.GAME.format(game)
            document = documents.read(_contents(luggage, name), called=name, now=timezone.now())
            players = _seated(document, name, there, people)
            arrival = _with_photos(document.arrival, name, luggage, unused, files)
            _check_phones(arrival, name, there)
            if document.beside.id != game:
                raise NotTaken(f"{name}: its `id` is another one than its name.")
            unload(there, arrival, players)
            yield Step(done, luggage.games)
        for name in sorted(unused):
            raise NotTaken(f"{name}: no game knows it.")
        land(there, target=crew.pk, name=luggage.crew.name)
        landed = True
    except NotEmpty:
        raise NotTaken(HAS_GAMES) from None
    finally:
        if not landed:
            if there is not None:
                clear(there.crew)
            for path in files:
                path.unlink(missing_ok=True)


def _docked(luggage: Luggage, crew: Crew, files: list[Path]) -> Dock:
    """The people, with their faces."""
    players = []
    for told in luggage.crew.players:
        player = Player(
            name=told.name,
            folded=fold_name(told.name),
            colour=told.colour,
            created_at=told.created_at or timezone.now(),
            archived_at=told.archived_at,
        )
        if told.avatar:
            picture = webp.webp_of(_contents(luggage, told.avatar), PHOTO_SIDE)
            if picture is None or picture.width != picture.height:
                raise NotTaken(f"{told.avatar} is no face as this app keeps them.")
            player.avatar = new_public_id()
            path = face_path(player)
            path.parent.mkdir(mode=0o700, exist_ok=True)
            files.append(path)
            write_file(path, picture.data)
        players.append((told.id, player))
    phones = [(phone.number, phone.label, phone.role) for phone in luggage.crew.phones]
    return dock(target=crew.pk, phones=phones, players=players)


def _contents(luggage: Luggage, name: str) -> bytes:
    try:
        return luggage.parcel.read(name)
    except BadParcel as error:
        raise NotTaken(str(error)) from None


def _seated(document: Document, name: str, there: Dock, people: set[str]) -> dict[str, int]:
    """Who sat there: primary keys of players by the name at the table."""
    seats = {seat.name: seat.player for seat in document.beside.seats}
    sat = document.arrival.places
    if seats.keys() != set(sat) or len(document.beside.seats) != len(sat):
        raise NotTaken(f"{name}, `seats`: they are not those who sat at the table.")
    _no_two(f"{name}, `seats`", list(seats.values()))
    for player in seats.values():
        if player not in people:
            raise NotTaken(f"{name}, `seats`: crew.json has no player {player[:40]!r}.")
    return {place: there.players[seats[place]] for place in sat}


def _check_phones(arrival: Arrival, name: str, there: Dock) -> None:
    for number in sorted(arrival.phones - there.phones.keys()):
        raise NotTaken(f"{name}: crew.json has no phone {number}.")


def _with_photos(
    arrival: Arrival, name: str, luggage: Luggage, unused: set[str], files: list[Path]
) -> Arrival:
    """The game with the files of its photos written, each by a name that is free."""
    _no_two(f"{name}, `photos`", [photo.id for photo in arrival.photos])
    photos = []
    for photo in arrival.photos:
        kept = replace(photo, id=_free(photo.id))
        if not photo.removed:
            data = _photo(photo, name, luggage, unused)
            path = path_of(Photo(public_id=kept.id))
            files.append(path)
            write_file(path, data)
        photos.append(kept)
    return replace(arrival, photos=photos)


def _free(wanted: str) -> str:
    """A name for a photo that neither a row nor a file has."""
    free = free_id(Photo, wanted)
    return new_public_id() if path_of(Photo(public_id=free)).exists() else free


def _photo(photo: Taken, name: str, luggage: Luggage, unused: set[str]) -> bytes:
    """The file of a photo, if it is the one that the game tells of."""
    file = packing.PHOTO.format(photo.id)
    if file not in unused:
        raise NotTaken(f"{file}: it is missing, or two games have it ({name}).")
    unused.remove(file)
    picture = webp.webp_of(_contents(luggage, file), PHOTO_SIDE)
    if picture is None:
        raise NotTaken(f"{file} is no photo as this app keeps them.")
    if (picture.digest, picture.width, picture.height) != (photo.digest, photo.width, photo.height):
        raise NotTaken(f"{file} is another photo than the one that {name} tells of.")
    return picture.data
