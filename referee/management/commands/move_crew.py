"""`manage.py move_crew`: for the owner of two servers, moves a crew from one to the other by a file."""

from __future__ import annotations

import json
import os
import zipfile
from contextlib import closing
from pathlib import Path
from time import sleep
from typing import Any
from urllib.parse import urlsplit

from django.core.management.base import BaseCommand, CommandError, CommandParser

from referee.crew.exchange import export, importing
from referee.crew.exchange.documents import CannotImport
from scoring import crew_move
from scoring.models import Crew
from scoring.players.erasing import erase_crew
from scoring.statistics.counting import catch_up

FORMAT = "referee-move/1"
CREW, PLACES = "crew.zip", "places.json"
#: Seconds until whatever was on its way when the crew was closed is saved or refused.
SETTLES = 5.0


class Command(BaseCommand):
    help = (
        "Moves a crew to another server: `out` closes it here and writes it to a file, `in` opens it there; "
        "its phones are told where it went. `back` opens it here again, where `in` did not come about."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        ways = parser.add_subparsers(dest="way", required=True, metavar="out | in | back")
        out = ways.add_parser("out", help="closes a crew here and writes it to a file")
        out.add_argument("crew", type=int, metavar="NUMBER", help="`manage.py export_crew` lists them")
        out.add_argument("file", metavar="FILE")
        out.add_argument("--to", required=True, metavar="URL", help="where its phones will find it")
        ways.add_parser("in", help="opens the crew of a file here").add_argument("file", metavar="FILE")
        ways.add_parser("back", help="opens a crew here again").add_argument(
            "crew", type=int, metavar="NUMBER"
        )

    def handle(self, *_args: object, way: str, **options: Any) -> None:
        """Raises CommandError with the reason; then the crew is where it was."""
        try:
            match way:
                case "out":
                    self._out(options["crew"], Path(options["file"]), options["to"])
                case "in":
                    self._in(Path(options["file"]))
                case _:
                    crew_move.reopen(options["crew"])
                    self.stdout.write(f"Crew {options['crew']} is open here again.")
        except OSError as error:
            raise CommandError(f"{error.filename}: {error.strerror}") from None
        except crew_move.NotHere as error:
            raise CommandError(str(error)) from None

    def _out(self, number: int, path: Path, to: str) -> None:
        if urlsplit(to).scheme not in {"http", "https"} or not urlsplit(to).netloc:
            raise CommandError("--to names a server, as https://referee.example.")
        crew_move.close(number, to=to)
        try:
            self._write_settled(Crew.objects.get(pk=number), path)
        except BaseException:
            crew_move.reopen(number)
            raise
        self.stdout.write(f"Crew {number} is closed here. There: manage.py move_crew in {path.name}")

    def _write_settled(self, crew: Crew, path: Path) -> None:
        sleep(SETTLES)
        rows = crew_move.rows(crew.pk)
        self._write(crew, path)
        if crew_move.rows(crew.pk) != rows:
            path.unlink()
            raise CommandError("Somebody was still writing. Nothing has moved: try again.")

    def _write(self, crew: Crew, path: Path) -> None:
        """Nobody else may read who the phones are, though a digest lets nobody in."""
        told = {"format": FORMAT, "recovery": crew.recovery_digest, "places": crew_move.places(crew.pk)}
        opened = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        try:
            with os.fdopen(opened, "wb") as file, zipfile.ZipFile(file, "w") as parcel:
                with parcel.open(CREW, "w", force_zip64=True) as inner:
                    for part in export.crew_zip(crew):
                        inner.write(part)
                parcel.writestr(PLACES, json.dumps(told))
        except BaseException:
            path.unlink()
            raise

    def _in(self, path: Path) -> None:
        try:
            with zipfile.ZipFile(path) as parcel:
                told = _told(parcel)
                with parcel.open(CREW) as inner:
                    crew = self._import(importing.open_zip(inner))
        except (zipfile.BadZipFile, KeyError, ValueError) as error:
            raise CommandError(f"{path} is no crew that moves ({error}).") from None
        except CannotImport as error:
            raise CommandError(f"{path}: {error} Nothing was imported.") from None
        phones = crew_move.admit(crew.pk, told["places"], recovery=told["recovery"])
        while catch_up(crew.pk, most=100):
            pass
        self.stdout.write(f"Crew {crew.pk} is here, with {phones} phones.")

    def _import(self, file: importing.CrewZip) -> Crew:
        crew = Crew.objects.create()
        try:
            with closing(importing.import_crew(file, crew)) as steps:
                for _ in steps:
                    pass
        except BaseException:
            erase_crew(crew)
            raise
        return crew


def _told(parcel: zipfile.ZipFile) -> dict[str, Any]:
    """What the file says beside the export. Raises KeyError, ValueError."""
    told: dict[str, Any] = json.loads(parcel.read(PLACES))
    if told["format"] != FORMAT:
        raise ValueError(told["format"])
    return told
