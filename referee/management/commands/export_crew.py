"""`manage.py export_crew`: for the server's owner, what a keeper exports on "Export and import"."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from pathlib import Path
from typing import TypeVar

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db.models import Model, QuerySet

from referee.crew.exchange import bgstats, export, records
from scoring.exchange.spreadsheets import SHEETS
from scoring.models import Crew, Game

ModelT = TypeVar("ModelT", bound=Model)

#: Games between two lines that say how far it is.
PROGRESS_EVERY = 100


class Command(BaseCommand):
    help = (
        "Exports a crew or a game: a crew as one zip (FILE.zip), as plays for BG Stats (FILE.bgsplay) or as "
        "spreadsheets (an existing folder); a game as its record (FILE.json) or as a play (FILE.bgsplay). "
        "Without arguments it lists the crews."
    )

    def run_from_argv(self, argv: list[str]) -> None:
        """Runs what was typed."""
        super().run_from_argv(with_games(argv))

    def add_arguments(self, parser: CommandParser) -> None:
        what = parser.add_mutually_exclusive_group()
        what.add_argument("--crew", type=int, metavar="NUMBER", help="the crew, by its number in the list")
        what.add_argument("--game", metavar="ID", help="the game, by the last part of its address")
        parser.add_argument("to", nargs="?", metavar="FILE", help="the file or folder to write")

    def handle(
        self, *_args: object, crew: int | None, game: str | None, to: str | None, **_options: object
    ) -> None:
        """Raises CommandError for what is not there. A file appears when it is whole."""
        if game is None and crew is None:
            self._list()
        elif to is None:
            raise CommandError("Name a file to write, or a folder for a crew's spreadsheets.")
        elif game is not None:
            self._game(_found(Game.objects.filter(public_id=game), f"There is no game {game}."), Path(to))
        elif crew is not None:
            self._crew(_found(Crew.objects.filter(pk=crew), f"There is no crew {crew}."), Path(to))

    def _list(self) -> None:
        for crew in Crew.objects.filter(arriving_at__isnull=True).order_by("pk"):
            games, players = crew.games.count(), crew.players.count()
            gone = f", deleted on {crew.discarded_at:%Y-%m-%d}" if crew.discarded_at else ""
            self.stdout.write(f"{crew.pk}  {crew.name or 'no name'}: {games} games, {players} players{gone}")

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
        if path.is_dir():
            for name, sheet in SHEETS.items():
                self._write(path / f"{name}.csv", map(str.encode, sheet(crew)))
            return
        match path.suffix:
            case ".zip":
                self._write(path, export.crew_zip(crew, self._progress))
            case ".bgsplay":
                self._write(path, map(str.encode, bgstats.play_file(crew, bgstats.finished(crew))))
            case _:
                raise CommandError(
                    "The file for a crew ends in .zip or .bgsplay; a folder gets its spreadsheets."
                )

    def _progress(self, done: int, every: int) -> None:
        if done % PROGRESS_EVERY == 0 or done == every:
            self.stderr.write(f"{done} of {every} games")

    def _write(self, path: Path, parts: Iterable[bytes]) -> None:
        """Writes beside the file and puts it in its place when all is there; stopped, it leaves nothing."""
        beside = path.with_name(f".{path.name}.part")
        try:
            with os.fdopen(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
                for part in parts:
                    file.write(part)
            beside.replace(path)
        except OSError as error:
            raise CommandError(f"{path}: {error.strerror}") from None
        finally:
            beside.unlink(missing_ok=True)
        self.stdout.write(f"Written: {path}")


def with_games(typed: list[str]) -> list[str]:
    """What was typed, with each game's id at its option: an older one may begin like an option itself.

    >>> with_games(["--game", "-5RfK3ZC0V_yPB2kbXwsnA", "game.json"])
    ['--game=-5RfK3ZC0V_yPB2kbXwsnA', 'game.json']
    """
    found: list[str] = []
    for word in typed:
        if found[-1:] == ["--game"] and _LIKE_AN_OPTION.fullmatch(word):
            found[-1] = f"--game={word}"
        else:
            found.append(word)
    return found


_LIKE_AN_OPTION = re.compile(r"-[\w-]{21}", re.ASCII)


def _found(rows: QuerySet[ModelT], why: str) -> ModelT:
    found = rows.first()
    if found is None:
        raise CommandError(why)
    return found
