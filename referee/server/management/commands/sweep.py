"""`manage.py sweep`: removes what is past its time. The app does it too, once a day."""

from django.core.management import call_command
from django.core.management.base import BaseCommand

from scoring import crew_bin, discarding, empty_crews
from scoring.exchange import crew_import, drafts
from scoring.pictures import photos
from scoring.players import faces


class Command(BaseCommand):
    help = (
        "Erases games that were discarded, and crews that were deleted, 30 days ago or earlier; removes crews"
        " in which there was nothing for 30 days, files and imports that a crash left, and old sessions."
    )

    def handle(self, *_: object, verbosity: int, **__: object) -> None:
        """Prints how many there were."""
        games, crews, empty = discarding.sweep(), crew_bin.sweep(), empty_crews.sweep()
        crew_import.sweep()
        files = photos.sweep() + faces.sweep() + drafts.sweep()
        call_command("clearsessions")
        if verbosity:
            self.stdout.write(
                f"Erased {games} discarded games and {crews} deleted crews."
                f" Removed {empty} empty crews and {files} stray files."
            )
