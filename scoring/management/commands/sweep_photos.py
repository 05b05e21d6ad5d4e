"""`manage.py sweep_photos`: takes away files that a crash left without a photo; `make run` does it too."""

from typing import Any

from django.core.management.base import BaseCommand

from scoring.photos import sweep


class Command(BaseCommand):
    help = "Removes files from the folder of photos that belong to no photo."

    def handle(self, *_: Any, **options: Any) -> None:
        removed = sweep()
        if options["verbosity"]:
            self.stdout.write(f"Removed {removed}.")
