"""`manage.py rebuild_statistics`: counts what the statistics do not have yet, or everything anew."""

from django.core.management.base import BaseCommand, CommandParser

from scoring.models import Crew
from scoring.statistics.counting import catch_up, rebuild

#: Games between two lines of progress.
STEP = 100


class Command(BaseCommand):
    help = "Brings the statistics up to date. Interrupted, it goes on from there when it is called again."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--anew", action="store_true", help="forget all statistics and count every game")

    def handle(self, *_: object, anew: bool, **__: object) -> None:
        """Prints how many games are left, and at the end how many crews there are."""
        # A crew that is being imported is counted when all of it is there.
        imported = Crew.objects.filter(arriving_at__isnull=True)
        crews = list(imported.order_by("pk").values_list("pk", flat=True))
        for number, crew in enumerate(crews, 1):
            if anew:
                rebuild(crew)
            while left := catch_up(crew, most=STEP):
                self.stdout.write(f"crew {number} of {len(crews)}: {left} games to go")
        self.stdout.write(f"{len(crews)} crews are up to date.")
