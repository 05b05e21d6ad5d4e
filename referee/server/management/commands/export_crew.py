"""`manage.py export_crew`: for the server's owner, what a keeper exports on "Export and import"."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TypeVar

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db.models import Model, QuerySet

from referee.crew.exchange import bgstats, export, records
from referee.server.files import write_file
from scoring.exchange.spreadsheets import SHEETS
from scoring.models import Crew, Game

ModelT = TypeVar("ModelT", bound=Model)

#: Games between two lines of progress.
PROGRESS_EVERY = 100


class Command(BaseCommand):
    help = (
        "Exports a crew or a game: a crew as one zip (FILE.zip), as plays for BG Stats (FILE.bgsplay) or as "
        "spreadsheets (an existing folder); a game as its record (FILE.json) or as a play (FILE.bgsplay). "
        "Without arguments it lists the crews."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        what = parser.add_mutually_exclusive_group()
        what.add_argument("--crew", type=int, metavar="NUMBER", help="the crew, by its number in the list")
        what.add_argument(
            "--game", metavar="ID", help="the last part of its address (--game=ID if it has a -)"
        )
        parser.add_argument("to", nargs="?", type=Path, metavar="FILE", help="the file or folder to write")

    def handle(self, *_: object, crew: int | None, game: str | None, to: Path | None, **__: object) -> None:
        """Raises CommandError for what is not there. A file appears when it is whole."""
        if game is None and crew is None:
            self._list()
        elif to is None:
            raise CommandError("Name a file to write, or a folder for a crew's spreadsheets.")
        elif game is not None:
            self._game(_get(Game.objects.filter(public_id=game), f"There is no game {game}."), to)
        elif crew is not None:
            self._crew(_get(Crew.objects.filter(pk=crew), f"There is no crew {crew}."), to)

    def _list(self) -> None:
        for crew in Crew.objects.filter(arriving_at__isnull=True).order_by("pk"):
            games, players = crew.games.count(), crew.players.count()
            deleted = f", deleted on {crew.discarded_at:%Y-%m-%d}" if crew.discarded_at else ""
            self.stdout.write(
                f"{crew.pk}  {crew.name or 'no name'}: {games} games, {players} players{deleted}"
            )

    def _game(self, game: Game, path: Path) -> None:
        match path.suffix:
            case ".json":
                self._write(path, map(str.encode, records.record(game)))
            case ".bgsplay" if game.finished_at:
                self._write(path, map(str.encode, bgstats.play_file(game.crew, [bgstats.played(game)])))
            case ".bgsplay":
                raise CommandError("This game is still open. BG Stats takes finished games only.")
            case _:
                raise CommandError("The file for a game ends in .json or .bgsplay.")

    def _crew(self, crew: Crew, path: Path) -> None:
        match path.suffix:
            case _ if path.is_dir():
                for name, sheet in SHEETS.items():
                    self._write(path / f"{name}.csv", map(str.encode, sheet(crew)))
            case ".zip":
                self._write(path, export.crew_zip(crew, self._progress))
            case ".bgsplay":
                self._write(path, map(str.encode, bgstats.play_file(crew, bgstats.finished(crew))))
            case _:
                raise CommandError(
                    "The file for a crew ends in .zip or .bgsplay; a folder gets its spreadsheets."
                )

    def _progress(self, done: int, total: int) -> None:
        if done % PROGRESS_EVERY == 0 or done == total:
            self.stderr.write(f"{done} of {total} games")

    def _write(self, path: Path, parts: Iterable[bytes]) -> None:
        try:
            write_file(path, parts)
        except OSError as error:
            raise CommandError(f"{path}: {error.strerror}") from None
        self.stdout.write(f"Written: {path}")


def _get(rows: QuerySet[ModelT], why: str) -> ModelT:
    row = rows.first()
    if row is None:
        raise CommandError(why)
    return row
