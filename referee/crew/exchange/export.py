"""Everything of a crew as one zip, written while it is read: nothing is prepared, nothing is left behind.

    games/<id>.json     each game, its record with the whole log (`referee.crew.exchange.records`)
    photos/<id>.webp    the photos of the log and of what was refused
    faces/<id>.webp     the players' faces, by the player's id
    sheets/<id>.json    the crew's own score sheets, each with all its versions
    crew.json           the crew: phones, players, seasons, the names of the games; last, when all is known

Each game is read by itself, as it is at that moment; no transaction is kept open.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import msgspec

from referee.crew.exchange import records
from referee.crew.exchange.records import stamp
from scoring.exchange.zip_archive import zip_stream
from scoring.models import Crew, Game, Membership, Player, RegularNight, Season, Sheet
from scoring.pictures.photos import path_of
from scoring.players.faces import face_path

FORMAT = "referee-crew/1"
CREW = "crew.json"
GAME, PHOTO, FACE = "games/{}.json", "photos/{}.webp", "faces/{}.webp"
SHEET = "sheets/{}.json"
#: Games whose rows are asked for together.
TOGETHER = 50

#: Is told how many games are done, and of how many.
Progress = Callable[[int, int], object]
File = tuple[str, Iterator[bytes]]


def crew_zip(crew: Crew, progress: Progress = lambda _done, _all: None) -> Iterator[bytes]:
    """The zip of a crew, in parts, one game at a time."""
    return zip_stream(_files(crew, progress))


def _files(crew: Crew, progress: Progress) -> Iterator[File]:
    phones = _Phones(crew)
    keys = list(Game.objects.kept().filter(crew=crew).order_by("pk").values_list("pk", flat=True))
    names = []
    for start in range(0, len(keys), TOGETHER):
        for game in Game.objects.filter(pk__in=keys[start : start + TOGETHER]).order_by("pk"):
            text, photos = records.whole(game, phones.number)
            names.append(game.public_id)
            yield GAME.format(game.public_id), map(str.encode, text)
            for photo in photos:
                yield PHOTO.format(photo.public_id), iter([path_of(photo).read_bytes()])
            progress(len(names), len(keys))
    players = list(Player.objects.filter(crew=crew).order_by("pk"))
    with_face = {player.public_id for player in players if player.avatar and face_path(player).exists()}
    for player in players:
        if player.public_id in with_face:
            yield FACE.format(player.public_id), iter([face_path(player).read_bytes()])
    sheets = list(Sheet.objects.filter(crew=crew).order_by("pk"))
    for sheet in sheets:
        yield SHEET.format(sheet.public_id), iter([_sheet(sheet, phones)])
    document = {
        "format": FORMAT,
        "name": crew.name,
        "phones": phones.listed(),
        "players": [_player(player, face=player.public_id in with_face) for player in players],
        "games": names,
        "sheets": [sheet.public_id for sheet in sheets],
        "seasons": [_season(season) for season in Season.objects.filter(crew=crew).order_by("pk")],
        "nights": [_night(night) for night in RegularNight.objects.filter(crew=crew).order_by("pk")],
    }
    yield CREW, iter([msgspec.json.format(msgspec.json.encode(document), indent=1)])


def _player(player: Player, *, face: bool) -> dict[str, object]:
    return {
        "id": player.public_id,
        "name": player.name,
        "colour": player.colour,
        "created_at": stamp(player.created_at),
        "archived_at": stamp(player.archived_at) if player.archived_at else None,
        "avatar": FACE.format(player.public_id) if face else None,
        **({"guest": True} if player.guest else {}),
    }


def _season(season: Season) -> dict[str, object]:
    return {
        "name": season.name,
        "since": season.since.isoformat(),
        "until": season.until.isoformat() if season.until else None,
        "played": season.played,
    }


def _night(night: RegularNight) -> dict[str, object]:
    """A regular night. Calendars know it by its id: they follow it to another server."""
    told = ("name", "place", "repeats", "first", "at", "hours", "until", "off", "changes")
    return {"id": night.public_id, **{name: getattr(night, name) for name in told}}


def _sheet(sheet: Sheet, phones: _Phones) -> bytes:
    """A sheet with all that it ever said. Its link is not in it: that leads to this server."""
    return msgspec.json.encode(
        {
            "id": sheet.public_id,
            "name": sheet.name,
            "removed_at": stamp(sheet.removed_at) if sheet.removed_at else None,
            "versions": [
                {
                    "definition": each.definition,
                    "made_at": stamp(each.made_at),
                    "phone": phones.number(each.actor_id),
                }
                for each in sheet.versions.order_by("version")
            ],
        }
    )


class _Phones:
    """The crew's phones by numbers from 1, in the order in which they came."""

    def __init__(self, crew: Crew) -> None:
        self._crew = crew
        self._numbers: dict[int, int] = {}

    def number(self, key: int) -> int:
        if key not in self._numbers:
            # One that came after the list was made.
            self.listed()
        return self._numbers[key]

    def listed(self) -> list[dict[str, object]]:
        found = list(Membership.objects.filter(crew=self._crew).order_by("pk"))
        self._numbers = {phone.pk: number for number, phone in enumerate(found, 1)}
        return [
            {"number": number, "label": phone.label, "role": phone.role}
            for number, phone in enumerate(found, 1)
        ]
