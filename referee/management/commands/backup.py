"""`manage.py backup`: the record, whole, in a folder of its own; `make backup`, and `make run` by itself."""

from pathlib import Path

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from referee.backups import FAILURES, folders
from referee.backups.taking import take
from referee.web.trouble import in_words


class Command(BaseCommand):
    help = (
        "Takes a backup of the database and the photos, also while the app runs, looks through it, and keeps"
        f" the newest one of {folders.DAYS} days and of {folders.WEEKS} weeks."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--to", type=Path, metavar="FOLDER", help="where to; as a rule BACKUPS")
        parser.add_argument("--if-older", type=int, metavar="HOURS", help="only if the newest is older")

    def handle(self, *_: object, to: Path | None, if_older: int | None, verbosity: int, **__: object) -> None:
        """Prints where the backup is. Raises CommandError."""
        folder = to or settings.BACKUPS
        if if_older is not None and not folders.is_due(folder, if_older):
            return
        try:
            taken = take(folder)
        except FAILURES as error:
            raise CommandError(f"No backup was taken. {in_words(error)}", returncode=2) from None
        if verbosity:
            self.stdout.write(f"{taken.path}: {taken.said}.")
            for old in taken.removed:
                self.stdout.write(f"Removed: {old}")
