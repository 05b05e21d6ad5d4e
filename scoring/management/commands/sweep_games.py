"""`manage.py sweep_games`: erases what was discarded or deleted 30 days ago or earlier: games and crews.

`make run` does it too, every day; and so does whoever starts, discards or restores a game, for the games of
their own crew.
"""

from django.core.management.base import BaseCommand

from scoring import crew_bin, discarding


class Command(BaseCommand):
    help = "Erases games that were discarded, and crews that were deleted, 30 days ago or earlier."

    def handle(self, *_: object, verbosity: int, **__: object) -> None:
        """Prints how many there were."""
        crews, erased = crew_bin.sweep(), discarding.sweep()
        if verbosity:
            self.stdout.write(f"Erased {erased}." + (f" Crews: {crews}." if crews else ""))
