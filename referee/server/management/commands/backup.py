"""`manage.py backup`, also `make backup`. The app takes one by itself, once a day."""

from pathlib import Path

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from referee.server.backup import FAILURES
from referee.server.backup.rotate import DAYS, WEEKS, is_due
from referee.server.backup.take import take
from referee.web.errors import in_words


class Command(BaseCommand):
    help = (
        "Takes a backup of the database and the photos, also while the app runs, checks it, and keeps"
        f" the newest one of {DAYS} days and of {WEEKS} weeks."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--to", type=Path, metavar="FOLDER", help="where to; as a rule BACKUPS")
        parser.add_argument("--if-older", type=int, metavar="HOURS", help="only if the newest is older")

    def handle(self, *_: object, to: Path | None, if_older: int | None, verbosity: int, **__: object) -> None:
        """Prints where the backup is. Raises CommandError."""
        folder = to or settings.BACKUPS
        if if_older is not None and not is_due(folder, if_older):
            return
        try:
            taken = take(folder)
        except FAILURES as error:
            raise CommandError(f"No backup was taken. {in_words(error)}", returncode=2) from None
        if verbosity:
            self.stdout.write(f"{taken.path}: {taken.summary}.")
            for old in taken.removed:
                self.stdout.write(f"Removed: {old}")
