"""`manage.py tally`: works off all games that the statistics do not know yet, or counts everything anew."""

from __future__ import annotations

from django.core.management.base import BaseCommand, CommandParser

from scoring.models import Crew
from scoring.statistics.counting import catch_up, rebuild

#: Games between two words of progress.
STEP = 100


class Command(BaseCommand):
    help = "Brings the statistics up to date. Cut off, it goes on where it was when it is called again."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--anew", action="store_true", help="forget all statistics and count every game")

    def handle(self, *_: object, anew: bool, **__: object) -> None:
        """Prints how many games are left, and at the end how many crews were looked at."""
        # A crew that is being imported is counted when all of it is there.
        here = Crew.objects.filter(arriving_at__isnull=True)
        crews = list(here.order_by("pk").values_list("pk", flat=True))
        for number, crew in enumerate(crews, 1):
            if anew:
                rebuild(crew)
            while left := catch_up(crew, most=STEP):
                self.stdout.write(f"crew {number} of {len(crews)}: {left} games to go")
        self.stdout.write(f"{len(crews)} crews are up to date.")
