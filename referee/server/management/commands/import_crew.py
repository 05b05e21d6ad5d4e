"""`manage.py import_crew FILE --crew NUMBER`: for the server's owner, imports a record or a crew's zip."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import IO

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from referee.crew.exchange import documents, importing
from referee.crew.exchange.documents import CannotImport
from referee.server.management.commands.export_crew import PROGRESS_EVERY
from scoring.exchange.crew_import import AlreadyImported, import_game
from scoring.models import Crew, Membership, Role
from scoring.statistics.counting import catch_up


class Command(BaseCommand):
    help = (
        "Imports a game's record into a crew, or the zip of a crew into one without games: whole or not at "
        "all. Then the statistics are brought up to date."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, metavar="FILE", help="a record, or the zip of a crew")
        known = "the crew; `manage.py export_crew` lists them"
        parser.add_argument("--crew", type=int, required=True, metavar="NUMBER", help=known)

    def handle(self, *_: object, file: Path, crew: int, **__: object) -> None:
        """Raises CommandError with the place in the file and the reason; then nothing was imported."""
        target = Crew.objects.filter(pk=crew, arriving_at=None, discarded_at=None).first()
        if target is None:
            raise CommandError(f"There is no crew {crew}. A crew begins when its first phone starts a game.")
        try:
            with file.open("rb") as opened:
                is_zip = opened.read(2) == b"PK"
                opened.seek(0)
                self._crew(opened, target) if is_zip else self._record(opened, target)
        except OSError as error:
            raise CommandError(f"{file}: {error.strerror}") from None
        except CannotImport as error:
            raise CommandError(f"{file}: {error} Nothing was imported.") from None
        # Interrupted here nothing is lost: the pages of statistics count on.
        while left := catch_up(target.pk, most=PROGRESS_EVERY):
            self.stderr.write(f"{left} games to count")

    def _record(self, file: IO[bytes], crew: Crew) -> None:
        keepers = Membership.objects.filter(crew=crew, role=Role.KEEPER).order_by("shut_out_at", "pk")
        keeper = keepers.filter(shut_out_at__isnull=True).first() or keepers.first()
        if keeper is None:
            raise CommandError("This crew has no keeper, and a game is imported in a keeper's name.")
        data = file.read(documents.MOST_BYTES + 1)
        arrival = documents.read(data, called="The record", now=timezone.now()).arrival
        try:
            game = import_game(actor=keeper, imported=arrival)
        except AlreadyImported as error:
            raise CommandError(f"This crew already has this game: {error.game.public_id}.") from None
        self.stdout.write(f"Imported: {game.public_id}")

    def _crew(self, file: IO[bytes], crew: Crew) -> None:
        with closing(importing.import_crew(importing.open_zip(file), crew)) as steps:
            for step in steps:
                if step.done % PROGRESS_EVERY == 0 or step.done == step.all:
                    self.stderr.write(f"{step.done} of {step.all} games")
        self.stdout.write("Imported.")
