"""`manage.py restore FILE`: puts a backup in the place of the record; `make restore FILE=...`."""

import os
from pathlib import Path

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from referee import env, start_checks
from referee.backups import FAILURES, BackupError, folders
from referee.backups.taking import put_back
from referee.web.trouble import in_words


class Command(BaseCommand):
    help = "Puts a backup in the place of the record, which is kept beside it. The app must not run."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("backup", type=Path, metavar="FILE", help="the backup, a folder")

    def handle(self, *_: object, backup: Path, verbosity: int, **__: object) -> None:
        """Prints what was put back, and where that is which was there before. Raises CommandError."""
        try:
            env.make_secret_key()
            held = start_checks.hold_folder(alone=True)
            try:
                done = put_back(self._found(backup))
            finally:
                os.close(held)
        except FAILURES as error:
            raise CommandError(f"Nothing was restored. {in_words(error)}", returncode=2) from None
        if verbosity:
            self.stdout.write(f"Restored {backup}: {done.said}.")
            self.stdout.write(f"What was there before is in {done.before}. Remove it when all is well.")

    def _found(self, backup: Path) -> Path:
        """The folder that is meant: itself, one of BACKUPS, or that of a file in it. Raises BackupError."""
        for path in (backup, settings.BACKUPS / backup):
            if path.is_dir():
                return path
            if path.is_file():
                return path.parent
        known = [kept.path.name for kept in folders.backups_in(settings.BACKUPS)]
        there = f"The newest is {known[0]}." if known else f"There is none in {settings.BACKUPS}."
        raise BackupError(f"There is no backup {backup}. {there}")
