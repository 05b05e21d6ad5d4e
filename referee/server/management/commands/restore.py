"""`manage.py restore FILE`, also `make restore FILE=...`."""

import os
from pathlib import Path

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from referee.server.backup import FAILURES, BackupError
from referee.server.backup.restore import restore
from referee.server.backup.rotate import backups_in
from referee.server.database import lock_data_dir
from referee.web.errors import in_words


class Command(BaseCommand):
    help = "Puts a backup in the place of the record, which is moved aside. The app must not run."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("backup", type=Path, metavar="FILE", help="the backup, a folder")

    def handle(self, *_: object, backup: Path, verbosity: int, **__: object) -> None:
        """Prints what was restored, and where that is which was there before. Raises CommandError."""
        try:
            lock = lock_data_dir(exclusive=True)
            try:
                restored = restore(_folder(backup))
            finally:
                os.close(lock)
        except FAILURES as error:
            raise CommandError(f"Nothing was restored. {in_words(error)}", returncode=2) from None
        if verbosity:
            self.stdout.write(f"Restored {backup}: {restored.summary}.")
            self.stdout.write(f"What was there before is in {restored.before}. Remove it when all is well.")


def _folder(backup: Path) -> Path:
    """The folder that is meant: itself, one of BACKUPS, or that of a file in it. Raises BackupError."""
    for path in (backup, settings.BACKUPS / backup):
        if path.is_dir():
            return path
        if path.is_file():
            return path.parent
    newest = next(iter(backups_in(settings.BACKUPS)), None)
    known = f"The newest is {newest.path.name}." if newest else f"There is none in {settings.BACKUPS}."
    raise BackupError(f"There is no backup {backup}. {known}")
