"""A whole crew from its zip, in steps: looked through, each game replayed, and at last handed over.

Nobody sees anything of it before the last step (`exchange.crew_import`), and whoever leaves in the middle
leaves nothing behind.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, time
from pathlib import Path
from typing import IO, Annotated, Literal

import msgspec
from django.core.exceptions import ValidationError
from django.utils import timezone
from msgspec import Meta

from referee.crew.exchange import documents, export
from referee.crew.exchange.documents import CannotImport, GameDocument, Id, Time
from referee.games.registry import GAMES
from referee.rules.score_sheet.definition import Definition
from referee.rules.score_sheet.reading import BadSheet, fits
from referee.web.errors import NO_PILLOW
from scoring.exchange import crew_import
from scoring.exchange.game_rows import free_id
from scoring.exchange.imported import ImportedGame, ImportedPhoto
from scoring.exchange.zip_archive import Archive, BadArchive
from scoring.models import Colour, Crew, Photo, Player, RegularNight, Role, Season, Sheet, nights
from scoring.models.evidence import PHOTO_SIDE
from scoring.models.games import PLAYED_LENGTH
from scoring.models.limits import MOST_GAMES, MOST_PHONES, MOST_PLAYERS, TooMany
from scoring.models.people import NAME_LENGTH, clean_name, fold_name, new_public_id, next_colours
from scoring.models.sheets import SHEET_NAME_LENGTH
from scoring.pictures import webp
from scoring.pictures.photos import path_of, write_file
from scoring.pictures.picture import Picture
from scoring.played import clean_title, rules_of
from scoring.players.erasing import erase_crew
from scoring.players.faces import face_path
from scoring.regular import MOST_NIGHTS
from scoring.sheets import MOST_SHEETS, MOST_VERSIONS
from scoring.statistics.seasons import MOST_SEASONS

#: Bytes of a score sheet with all its versions.
SHEET_BYTES = 6 * 1024 * 1024
#: Names of files that belong into the zip, and the most bytes of each.
KINDS: Mapping[str, int] = {
    r"crew\.json": 32 * 1024 * 1024,
    r"games/[\w-]{22}\.json": documents.MOST_BYTES,
    r"sheets/[\w-]{22}\.json": SHEET_BYTES,
    r"(photos|faces)/[\w-]{22}\.webp": webp.MOST_BYTES,
}
#: Not empty: said before anything is read and once more at the end.
HAS_GAMES = (
    "Your crew already has games, or discarded ones. A whole crew can only be imported into a crew without "
    "games. Single games can be imported into any crew."
)


class ZippedPhone(msgspec.Struct, frozen=True):
    """A phone in crew.json; moves name it by its number."""

    number: Annotated[int, Meta(ge=1, le=2**31 - 1)]
    role: Role
    label: Annotated[str, Meta(max_length=NAME_LENGTH)] = ""


class ZippedPlayer(msgspec.Struct, frozen=True):
    """A player in crew.json; `avatar` is the name of the face's file in the zip."""

    id: Id
    name: str
    colour: str = ""
    created_at: Time | None = None
    archived_at: Time | None = None
    avatar: str | None = None
    guest: bool = False


class ZippedVersion(msgspec.Struct, frozen=True):
    """What a score sheet said since a time."""

    definition: Definition
    made_at: Time
    phone: Annotated[int, Meta(ge=1, le=2**31 - 1)]


class ZippedSheet(msgspec.Struct, frozen=True):
    """A file of sheets/: a score sheet of the crew's own, its oldest version first."""

    id: Id
    name: Annotated[str, Meta(min_length=1, max_length=SHEET_NAME_LENGTH)]
    versions: Annotated[list[ZippedVersion], Meta(min_length=1, max_length=MOST_VERSIONS)]
    removed_at: Time | None = None


class ZippedSeason(msgspec.Struct, frozen=True):
    """A season in crew.json; `played` is what it is over, "" for everything (`scoring.played`)."""

    name: str
    since: date
    until: date | None = None
    played: Annotated[str, Meta(max_length=PLAYED_LENGTH)] = ""


class ZippedNight(msgspec.Struct, frozen=True):
    """A regular night in crew.json."""

    id: Id
    repeats: Literal["week", "fortnight", "month", "once"]
    first: date
    at: time
    hours: Annotated[int, Meta(ge=1, le=nights.MOST_HOURS)] = 3
    name: Annotated[str, Meta(max_length=NAME_LENGTH)] = ""
    place: Annotated[str, Meta(max_length=nights.PLACE_LENGTH)] = ""
    until: date | None = None
    off: Annotated[list[date], Meta(max_length=nights.MOST_OFF)] = []
    changes: Annotated[int, Meta(ge=0, le=2**31 - 1)] = 0


class ZippedCrew(msgspec.Struct, frozen=True):
    """crew.json, as `referee.crew.exchange.export` writes it."""

    format: Literal["referee-crew/1"]
    phones: list[ZippedPhone]
    players: list[ZippedPlayer]
    games: list[Id]
    name: Annotated[str, Meta(max_length=NAME_LENGTH)] = ""
    sheets: Annotated[list[Id], Meta(max_length=MOST_SHEETS)] = []
    seasons: Annotated[list[ZippedSeason], Meta(max_length=MOST_SEASONS)] = []
    nights: Annotated[list[ZippedNight], Meta(max_length=MOST_NIGHTS)] = []


@dataclass(frozen=True)
class CrewZip:
    """A zip that was looked through: what it is of, and nothing in it is a surprise by its name or size."""

    parcel: Archive
    crew: ZippedCrew

    @property
    def games(self) -> int:
        return len(self.crew.games)


def open_zip(file: IO[bytes]) -> CrewZip:
    """What the zip holds, by its list of files and its crew.json. Raises CannotImport."""
    try:
        parcel = Archive(file, KINDS)
        data = parcel.read(export.CREW)
    except BadArchive as error:
        raise CannotImport(str(error)) from None
    crew = documents.decoded(data, ZippedCrew, export.CREW)
    _check_crew(crew)
    _check_files(parcel, crew)
    return CrewZip(parcel, crew)


def _check_crew(crew: ZippedCrew) -> None:
    """Whether its people can be. Raises CannotImport."""
    lists = (
        ("players", len(crew.players), MOST_PLAYERS),
        ("phones", len(crew.phones), MOST_PHONES),
        ("games", len(crew.games), MOST_GAMES),
    )
    for what, found, most in lists:
        if found > most:
            raise CannotImport(f"crew.json: more than {most:,} {what}.")
    _no_two("crew.json, `games`", crew.games)
    _no_two("crew.json, `sheets`", crew.sheets)
    _no_two("crew.json, `phones`", [phone.number for phone in crew.phones])
    _no_two("crew.json, `players`", [player.id for player in crew.players])
    _no_two("crew.json, `players`", [fold_name(player.name) for player in crew.players])
    for place, player in enumerate(crew.players):
        _check_name(f"crew.json, `players[{place}]`", player.name)
        if player.colour not in ("", *Colour.values):
            raise CannotImport(f"crew.json, `players[{place}]`: the colours are {', '.join(Colour.values)}.")
        for moment in filter(None, (player.created_at, player.archived_at)):
            documents.sound(moment, f"crew.json, `players[{place}]`")
    for place, phone in enumerate(crew.phones):
        if phone.label:
            _check_name(f"crew.json, `phones[{place}]`", phone.label)
    _check_seasons(crew.seasons)
    if crew.name:
        _check_name("crew.json, `name`", crew.name)
    _no_two("crew.json, `nights`", [night.id for night in crew.nights])
    for place, night in enumerate(crew.nights):
        _check_night(f"crew.json, `nights[{place}]`", night)


def _check_seasons(seasons: Sequence[ZippedSeason]) -> None:
    """Whether they can be. Raises CannotImport."""
    _no_two("crew.json, `seasons`", [fold_name(season.name) for season in seasons])
    for n, season in enumerate(seasons):
        place = f"crew.json, `seasons[{n}]`"
        _check_name(place, season.name)
        for day in filter(None, (season.since, season.until)):
            if not nights.FIRST_DAY <= day <= nights.LAST_DAY:
                raise CannotImport(f"{place}: {day.year} cannot be the year of a game.")
        if season.until and season.until < season.since:
            raise CannotImport(f"{place}: it ends before it begins.")
        if season.played and rules_of(season.played) not in GAMES:
            raise CannotImport(f"{place}: there is no game {season.played[:40]!r}.")


def _check_name(place: str, name: str) -> None:
    try:
        tidy = clean_name(name)
    except ValidationError as error:
        raise CannotImport(f"{place}: {error.messages[0]}") from None
    if tidy != name:
        raise CannotImport(f"{place}: the name has too many spaces.")


def _check_night(place: str, night: ZippedNight) -> None:
    """Whether a regular night can be. Raises CannotImport."""
    if clean_title(night.name) != night.name or clean_title(night.place) != night.place:
        raise CannotImport(f"{place}: a name has too many spaces.")
    days = [night.first, night.until or night.first]
    if days[1] < days[0] or not all(
        nights.FIRST_REGULAR <= day <= nights.LAST_REGULAR for day in (*days, *night.off)
    ):
        raise CannotImport(f"{place}: there are no such days.")
    if night.at.tzinfo:
        raise CannotImport(f"{place}: its time is by the clock of the house.")


def _no_two(place: str, found: list[str] | list[int]) -> None:
    seen = set()
    for each in found:
        if each in seen:
            raise CannotImport(f"{place}: {str(each)[:40]!r} is there twice.")
        seen.add(each)


def _check_files(parcel: Archive, crew: ZippedCrew) -> None:
    """Whether crew.json and the list of files name the same games and faces. Raises CannotImport."""
    games = {export.GAME.format(game) for game in crew.games}
    faces = {export.FACE.format(player.id) for player in crew.players if player.avatar}
    for player in crew.players:
        if player.avatar and player.avatar != export.FACE.format(player.id):
            raise CannotImport(f"crew.json: the face of {player.name} has another file name than expected.")
    sheets = {export.SHEET.format(sheet) for sheet in crew.sheets}
    there = {name for name in parcel.sizes if name.startswith(("games/", "faces/", "sheets/"))}
    for name in sorted((games | faces | sheets) ^ there):
        says = "crew.json does not name it" if name in there else "the file is missing"
        raise CannotImport(f"{name}: {says}.")


@dataclass(frozen=True)
class ImportProgress:
    """How far it is: games imported, of how many."""

    done: int
    all: int


def import_crew(crew_zip: CrewZip, crew: Crew) -> Generator[ImportProgress]:
    """Imports the crew, a game with every step; the last step hands it over. Raises CannotImport.

    Left before its end it clears away what it did.
    """
    files: list[Path] = []
    there: crew_import.PendingCrew | None = None
    landed = False
    try:
        there = _new_people(crew_zip, crew, files)
        yield ImportProgress(0, crew_zip.games)
        unused = {name for name in crew_zip.parcel.sizes if name.startswith("photos/")}
        people = {player.id for player in crew_zip.crew.players}
        for done, game in enumerate(crew_zip.crew.games, 1):
            name = export.GAME.format(game)
            document = documents.read(_contents(crew_zip, name), called=name, now=timezone.now())
            players = _seated(document, name, there, people)
            arrival = _with_photos(document.arrival, name, crew_zip, unused, files)
            _check_phones(arrival, name, there)
            if document.extras.id != game:
                raise CannotImport(f"{name}: its `id` differs from the file's name.")
            crew_import.add_game(there, arrival, players)
            yield ImportProgress(done, crew_zip.games)
        for sheet in crew_zip.crew.sheets:
            _add_sheet(crew_zip, sheet, there)
        crew_import.add_seasons(
            there, [Season(**msgspec.structs.asdict(told)) for told in crew_zip.crew.seasons]
        )
        crew_import.add_nights(there, [RegularNight(**_night(night)) for night in crew_zip.crew.nights])
        for name in sorted(unused):
            raise CannotImport(f"{name}: no game names it.")
        crew_import.finish_import(there, target=crew.pk, name=crew_zip.crew.name)
        landed = True
    except crew_import.CrewNotEmpty:
        raise CannotImport(HAS_GAMES) from None
    except TooMany as error:
        raise CannotImport(str(error)) from None
    except MemoryError:
        raise CannotImport("The server has too little memory left. Try again later.") from None
    finally:
        if not landed:
            if there is not None:
                erase_crew(there.crew)
            for path in files:
                path.unlink(missing_ok=True)


def _new_people(crew_zip: CrewZip, crew: Crew, files: list[Path]) -> crew_import.PendingCrew:
    """The people, with their faces."""
    players = []
    # Older files have players without one.
    colours = next_colours(told.colour for told in crew_zip.crew.players if not told.guest)
    for told in crew_zip.crew.players:
        player = Player(
            name=told.name,
            folded=fold_name(told.name),
            colour=told.colour or next(colours),
            created_at=told.created_at or timezone.now(),
            archived_at=told.archived_at,
            guest=told.guest,
        )
        if told.avatar:
            picture = _picture(crew_zip, told.avatar)
            if picture is None or picture.width != picture.height:
                raise CannotImport(f"{told.avatar} is not a face in this app's format.")
            player.avatar = new_public_id()
            path = face_path(player)
            path.parent.mkdir(mode=0o700, exist_ok=True)
            files.append(path)
            write_file(path, picture.data)
        players.append((told.id, player))
    phones = [(phone.number, phone.label, phone.role) for phone in crew_zip.crew.phones]
    return crew_import.begin_import(target=crew.pk, phones=phones, players=players)


def _night(night: ZippedNight) -> dict[str, object]:
    fields = msgspec.structs.asdict(night)
    off = sorted({day.isoformat() for day in night.off})
    return {"public_id": fields.pop("id"), **fields, "off": off}


def _add_sheet(crew_zip: CrewZip, wanted: str, there: crew_import.PendingCrew) -> None:
    """A score sheet of the crew's own. Raises CannotImport."""
    name = export.SHEET.format(wanted)
    told = documents.decoded(_contents(crew_zip, name), ZippedSheet, name)
    if told.id != wanted:
        raise CannotImport(f"{name}: its `id` differs from the file's name.")
    if clean_title(told.name) != told.name:
        raise CannotImport(f"{name}: the name has too many spaces.")
    for place, each in enumerate(told.versions):
        try:
            fits(each.definition)
        except BadSheet as error:
            raise CannotImport(f"{name}, `versions[{place}]`: {error}") from None
        documents.sound(each.made_at, f"{name}, `versions[{place}]`")
        if each.phone not in there.phones:
            raise CannotImport(f"{name}: crew.json has no phone {each.phone}.")
    if told.removed_at:
        documents.sound(told.removed_at, name)
    crew_import.add_sheet(
        there,
        Sheet(public_id=told.id, name=told.name, removed_at=told.removed_at),
        [(msgspec.to_builtins(each.definition), each.made_at, each.phone) for each in told.versions],
    )


def _contents(crew_zip: CrewZip, name: str) -> bytes:
    try:
        return crew_zip.parcel.read(name)
    except BadArchive as error:
        raise CannotImport(str(error)) from None


def _seated(
    document: GameDocument, name: str, there: crew_import.PendingCrew, people: set[str]
) -> dict[str, int]:
    """Who sat there: primary keys of players by the name at the table."""
    seats = {seat.name: seat.player for seat in document.extras.seats}
    sat = document.arrival.places
    if seats.keys() != set(sat) or len(document.extras.seats) != len(sat):
        raise CannotImport(f"{name}, `seats`: these are not the names at the table.")
    _no_two(f"{name}, `seats`", list(seats.values()))
    for player in seats.values():
        if player not in people:
            raise CannotImport(f"{name}, `seats`: crew.json has no player {player[:40]!r}.")
    return {place: there.players[seats[place]] for place in sat}


def _check_phones(arrival: ImportedGame, name: str, there: crew_import.PendingCrew) -> None:
    for number in sorted(arrival.phones - there.phones.keys()):
        raise CannotImport(f"{name}: crew.json has no phone {number}.")


def _with_photos(
    arrival: ImportedGame, name: str, crew_zip: CrewZip, unused: set[str], files: list[Path]
) -> ImportedGame:
    """The game with the files of its photos written, each by a name that is free."""
    _no_two(f"{name}, `photos`", [photo.id for photo in arrival.photos])
    photos = []
    for photo in arrival.photos:
        kept = replace(photo, id=_free(photo.id))
        if not photo.removed:
            data = _photo(photo, name, crew_zip, unused)
            path = path_of(Photo(public_id=kept.id))
            files.append(path)
            write_file(path, data)
        photos.append(kept)
    return replace(arrival, photos=photos)


def _free(wanted: str) -> str:
    """A name for a photo that neither a row nor a file has."""
    free = free_id(Photo, wanted)
    return new_public_id() if path_of(Photo(public_id=free)).exists() else free


def _photo(photo: ImportedPhoto, name: str, crew_zip: CrewZip, unused: set[str]) -> bytes:
    """The file of a photo, if it is the one that the game tells of."""
    file = export.PHOTO.format(photo.id)
    if file not in unused:
        raise CannotImport(f"{file}: the photo is missing, or two games name it ({name}).")
    unused.remove(file)
    picture = _picture(crew_zip, file)
    if picture is None:
        raise CannotImport(f"{file} is not a photo in this app's format.")
    if (picture.digest, picture.width, picture.height) != (photo.digest, photo.width, photo.height):
        raise CannotImport(f"{file} is not the photo that {name} describes.")
    return picture.data


def _picture(crew_zip: CrewZip, file: str) -> Picture | None:
    try:
        return webp.webp_of(_contents(crew_zip, file), PHOTO_SIDE)
    except ModuleNotFoundError:
        raise CannotImport(NO_PILLOW.text) from None
