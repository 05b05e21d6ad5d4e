"""`manage.py sweep_photos`: takes away what a crash left behind; `make run` does it too.

That is files that belong to no photo and to nobody's face, and what is left of imports that were given up.
"""

from django.core.management.base import BaseCommand

from scoring.exchange import crew_import, drafts
from scoring.pictures import photos
from scoring.players import faces


class Command(BaseCommand):
    help = "Removes files of no photo and nobody's face, and what was left of imports that were given up."

    def handle(self, *_: object, verbosity: int, **__: object) -> None:
        crew_import.sweep()
        removed = photos.sweep() + faces.sweep() + drafts.sweep()
        if verbosity:
            self.stdout.write(f"Removed {removed}.")
