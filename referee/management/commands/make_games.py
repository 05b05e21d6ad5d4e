"""`manage.py make_games`: years of random play, to see how the app does with them."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection

from referee.crew.making.copying import MARK, Original
from referee.crew.making.games import Plan, long_game, made, make, new_crew, small_game
from referee.crew.making.shelf import Shelf
from scoring.crew import digest, new_token
from scoring.models import Crew, Membership, Role
from scoring.tallies import catch_up
from scoring.writing import one_writer

#: Games of the large crew written at once, and small ones of a crew; so much is lost to who cuts it off.
BATCH = 50
#: Games of each other crew, how many such crews are played, and how many copies are written at once.
SMALL = 100
ORIGINALS = 4
COPIES = 20


class Command(BaseCommand):
    help = (
        "Makes a large crew by random play, and other crews beside it. The same numbers make the same games. "
        "Cut off, it goes on where it was when it is called again."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--games", type=int, default=100, help="games of the large crew (100)")
        parser.add_argument("--hands", type=int, default=40, help="hands of each of those (40)")
        parser.add_argument("--others", type=int, default=0, help="small games of other crews (0)")
        parser.add_argument("--seed", type=int, default=1, help="whatever comes by chance comes from it (1)")

    def handle(self, *_: Any, games: int, hands: int, others: int, seed: int, **__: Any) -> None:
        """Prints progress, and at the end the cookie of a new phone of the large crew.

        Raises CommandError where a number is too small.
        """
        if games < 1 or hands < 1 or others < 0:
            raise CommandError("At least one game of one hand is made, and no fewer than 0 others.")
        if connection.vendor == "sqlite":
            with connection.cursor() as cursor:
                cursor.execute("PRAGMA cache_size = -200000")
        self._began = time.monotonic()
        try:
            crew = self._fill(f"Large crew {seed}", games, partial(long_game, seed, hands), seed)
            self._others(others, seed)
        except KeyboardInterrupt:
            raise CommandError(
                "Cut off. Call it again the same way, and it goes on.", returncode=130
            ) from None
        token = new_token()
        Membership.objects.create(crew=crew, role=Role.KEEPER, token_digest=digest(token))
        self._say(f"done. A phone of {crew}: cookie crew={token}")

    def _fill(self, name: str, games: int, plan: Callable[[int], Plan], seed: int, prefix: str = "") -> Crew:
        """The crew of a name, with so many games, tallied."""
        crew = Crew.objects.filter(name=name).first()
        if crew is None:
            with one_writer():
                crew = new_crew(name)
        for begin in range(made(crew), games, BATCH):
            numbers = range(begin, min(begin + BATCH, games))
            make(crew, ((n, plan(n)) for n in numbers), of=games, seed=seed, prefix=prefix)
            self._say(f"{name}: {numbers.stop} of {games} games")
        while left := catch_up(crew.pk, most=500, at_once=BATCH):
            self._say(f"{name}: {left} games to tally")
        return crew

    def _others(self, others: int, seed: int) -> None:
        crews = -(-others // SMALL)
        originals = []
        for number in range(min(crews, ORIGINALS)):
            games = min(SMALL, others - number * SMALL)
            drawn = seed * ORIGINALS + number
            name = f"Small crew {seed}-{number}"
            crew = self._fill(name, games, partial(small_game, drawn), drawn, MARK)
            originals.append(crew)
        there = Crew.objects.filter(name__startswith=f"Small crew {seed}-").count()
        if there >= crews:
            return
        models = [Original(crew) for crew in originals]
        for begin in range(there, crews, COPIES):
            numbers = range(begin, min(begin + COPIES, crews))
            with one_writer():
                shelf = Shelf()
                for number in numbers:
                    name = f"Small crew {seed}-{number}"
                    models[number % ORIGINALS].copy(shelf, name, seed * 100_000 + number)
                    shelf.write()
            self._say(f"other crews: {numbers.stop} of {crews}, {numbers.stop * SMALL} games")

    def _say(self, text: str) -> None:
        self.stdout.write(f"{time.monotonic() - self._began:6.1f} s  {text}")
        self.stdout.flush()
