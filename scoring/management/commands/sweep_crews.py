"""`manage.py sweep_crews`: removes crews in which there was nothing for 30 days. `make run` does it too."""

from django.core.management.base import BaseCommand

from scoring import empty_crews


class Command(BaseCommand):
    help = "Removes crews in which there was nothing for 30 days: no game, no player, no name, one phone."

    def handle(self, *_: object, verbosity: int, **__: object) -> None:
        """Prints how many there were."""
        removed = empty_crews.sweep()
        if verbosity:
            self.stdout.write(f"Removed {removed}.")
