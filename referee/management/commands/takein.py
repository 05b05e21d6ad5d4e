"""`manage.py takein FILE --crew NUMBER`: for the server's owner, a record or the zip of a crew taken in."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import IO, Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from referee.crew.takeout import documents, unpacking
from referee.crew.takeout.documents import NotTaken
from referee.management.commands.takeout import TOLD
from scoring.arrivals import HereAlready, take_in
from scoring.models import Crew, Membership, Role
from scoring.tallies import catch_up


class Command(BaseCommand):
    help = (
        "Takes a record into a crew, or the zip of a crew into one without games: whole or not at all. Then "
        "the statistics are brought up to date."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", metavar="FILE", help="a record, or the zip of a crew")
        parser.add_argument(
            "--crew",
            type=int,
            required=True,
            metavar="NUMBER",
            help="the crew; `manage.py takeout` lists them",
        )

    def handle(self, *_args: Any, file: str, crew: int, **_options: Any) -> None:
        """Raises CommandError with the place in the file and the reason; then nothing was kept."""
        found = Crew.objects.filter(pk=crew, arriving_at__isnull=True).first()
        if found is None:
            raise CommandError(f"There is no crew {crew}. It begins when its first phone starts a game.")
        try:
            with Path(file).open("rb") as opened:
                whole = opened.read(2) == b"PK"
                opened.seek(0)
                self._crew(opened, found) if whole else self._record(opened, found)
        except OSError as error:
            raise CommandError(f"{file}: {error.strerror}") from None
        except NotTaken as error:
            raise CommandError(f"{file}: {error} Nothing was taken in.") from None
        # Cut off here nothing is lost: the pages of statistics count on.
        while left := catch_up(found.pk, most=TOLD):
            self.stderr.write(f"{left} games to count")

    def _record(self, file: IO[bytes], crew: Crew) -> None:
        keepers = Membership.objects.filter(crew=crew, role=Role.KEEPER).order_by("shut_out_at", "pk")
        keeper = keepers.filter(shut_out_at__isnull=True).first() or keepers.first()
        if keeper is None:
            raise CommandError("This crew has no keeper in whose name a game could be taken in.")
        data = file.read(documents.MOST_BYTES + 1)
        arrival = documents.read(data, called="The record", now=timezone.now()).arrival
        try:
            game = take_in(actor=keeper, arrival=arrival)
        except HereAlready as here:
            raise CommandError(f"This game is here already: {here.game.public_id}.") from None
        self.stdout.write(f"Taken in: {game.public_id}")

    def _crew(self, file: IO[bytes], crew: Crew) -> None:
        with closing(unpacking.unpack(unpacking.look_through(file), crew)) as steps:
            for step in steps:
                if step.done % TOLD == 0 or step.done == step.all:
                    self.stderr.write(f"{step.done} of {step.all} games")
        self.stdout.write("Taken in.")
