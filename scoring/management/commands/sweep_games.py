"""`manage.py sweep_games`: erases games that were discarded 30 days ago or earlier.

`make run` does it too, and so does whoever starts, discards or restores a game, for their own crew.
"""

from django.core.management.base import BaseCommand

from scoring import discarding


class Command(BaseCommand):
    help = "Erases the games, with their photos, that were discarded 30 days ago or earlier."

    def handle(self, *_: object, verbosity: int, **__: object) -> None:
        """Prints how many there were."""
        erased = discarding.sweep()
        if verbosity:
            self.stdout.write(f"Erased {erased}.")
