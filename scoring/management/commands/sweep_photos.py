"""`manage.py sweep_photos`: takes away files that a crash left behind; `make run` does it too."""

from typing import Any

from django.core.management.base import BaseCommand

from scoring import faces, photos


class Command(BaseCommand):
    help = "Removes files from the folder of photos that belong to no photo and to nobody's face."

    def handle(self, *_: Any, **options: Any) -> None:
        removed = photos.sweep() + faces.sweep()
        if options["verbosity"]:
            self.stdout.write(f"Removed {removed}.")
