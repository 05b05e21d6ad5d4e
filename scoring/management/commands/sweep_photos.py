"""`manage.py sweep_photos`: takes away what a crash left behind; `make run` does it too.

That is files without a photo, and crews that were on their way in from a file.
"""

from typing import Any

from django.core.management.base import BaseCommand

from scoring import arrivals
from scoring.photos import sweep


class Command(BaseCommand):
    help = "Removes files that belong to no photo, and what was left of crews that did not arrive."

    def handle(self, *_: Any, **options: Any) -> None:
        arrivals.sweep()
        removed = sweep()
        if options["verbosity"]:
            self.stdout.write(f"Removed {removed}.")
