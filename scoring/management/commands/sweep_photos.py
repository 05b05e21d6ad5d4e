"""`manage.py sweep_photos`: takes away what a crash left behind; `make run` does it too.

That is files that belong to no photo and to nobody's face, and crews that were on their way in from a file.
"""

from typing import Any

from django.core.management.base import BaseCommand

from scoring import arrivals, faces, photos


class Command(BaseCommand):
    help = "Removes files of no photo and nobody's face, and what was left of crews that did not arrive."

    def handle(self, *_: Any, **options: Any) -> None:
        arrivals.sweep()
        removed = photos.sweep() + faces.sweep()
        if options["verbosity"]:
            self.stdout.write(f"Removed {removed}.")
