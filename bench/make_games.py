"""Years of random play, to see how the app does with them: a large crew, and other crews beside it.

    .venv/bin/python -m bench.make_games --games 1000

The same numbers make the same games, in the database of `make run`. Cut off, it goes on where it was when it
is called again the same way. The last line has the cookie of a new phone of the large crew.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Callable
from datetime import date
from datetime import time as clock
from functools import partial

import django

if __name__ == "__main__":
    # Models wait for it; who imports this module has seen to it.
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "referee.settings")
    django.setup()

from django.db import connection

from bench.crew_copy import MARK, copies
from bench.random_games import Plan, long_game, made, make, new_crew, small_game
from scoring.crew.visitor import digest, new_token
from scoring.models import (
    Crew,
    CrewShare,
    Game,
    Membership,
    RegularNight,
    Role,
    Season,
    Share,
    Unrated,
)
from scoring.statistics.counting import catch_up
from scoring.writing import one_writer

#: Games of the large crew written at once, and small ones of a crew; so much is lost to who cuts it off.
BATCH = 50
#: Games of each other crew, how many such crews are played, and how many copies are written at once.
SMALL = 100
ORIGINALS = 4
COPIES = 200
#: Games of a crew tallied at once: their months are summed up so much more rarely.
TALLIED = 500
#: Told about the progress.
Say = Callable[[str], None]


def make_games(*, games: int, hands: int, others: int, seed: int, say: Say) -> str:
    """Makes what is not there yet of so many games. Returns the token of a new phone of the large crew.

    Raises ValueError where a number is too small.
    """
    if games < 1 or hands < 1 or others < 0:
        raise ValueError("At least one game of one hand is made, and no fewer than 0 others.")
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA cache_size = -200000")
    crew = _fill(f"Large crew {seed}", games, partial(long_game, seed, hands), seed, say)
    # With days at both ends that are no whole month.
    season = {"name": "Two years", "since": date(2023, 6, 15), "until": date(2025, 6, 14)}
    Season.objects.get_or_create(crew=crew, folded="two years", defaults=season)
    _others(others, seed, say)
    token = new_token()
    me = Membership.objects.create(crew=crew, role=Role.KEEPER, token_digest=digest(token))
    _links(crew, me)
    return token


def _links(crew: Crew, me: Membership) -> None:
    """A night every week, links to the calendar and the feed, and one to the newest game's result."""
    night = {"first": date(2026, 1, 2), "at": clock(20)}
    RegularNight.objects.get_or_create(crew=crew, repeats=RegularNight.Repeats.WEEK, defaults=night)
    for kind in CrewShare.Kind:
        CrewShare.objects.get_or_create(crew=crew, kind=kind, defaults={"actor": me})
    game = Game.objects.filter(crew=crew).newest_first()[0]
    Share.objects.get_or_create(game=game, kind=Share.Kind.RESULT, defaults={"actor": me})


def _fill(
    name: str, games: int, plan: Callable[[int], Plan], seed: int, say: Say, *, prefix: str = ""
) -> Crew:
    """The crew of a name, with so many games, tallied."""
    crew = Crew.objects.filter(name=name).first()
    if crew is None:
        with one_writer():
            crew = new_crew(name)
    for begin in range(made(crew), games, BATCH):
        numbers = range(begin, min(begin + BATCH, games))
        make(crew, ((n, plan(n)) for n in numbers), of=games, seed=seed, prefix=prefix)
        say(f"{name}: {numbers.stop} of {games} games")
    # Rated once they are all there, instead of one after the other.
    for played in set(Game.objects.filter(crew=crew, due=True).values_list("played", flat=True)):
        Unrated.objects.get_or_create(crew=crew, game=played)
    while left := catch_up(crew.pk, most=TALLIED, at_once=TALLIED):
        say(f"{name}: {left} games to tally")
    return crew


def _others(others: int, seed: int, say: Say) -> None:
    crews = -(-others // SMALL)
    originals = []
    for number in range(min(crews, ORIGINALS)):
        games = min(SMALL, others - number * SMALL)
        drawn = seed * ORIGINALS + number
        name = f"Small crew {seed}-{number}"
        originals.append(_fill(name, games, partial(small_game, drawn), drawn, say, prefix=MARK))
    name = f"Small crew {seed}-"
    there = Crew.objects.filter(name__startswith=name).count()
    # What is copied names only what is copied too; SQLite would look for each of it.
    with connection.constraint_checks_disabled():
        for begin in range(there, crews, COPIES):
            numbers = range(begin, min(begin + COPIES, crews))
            with one_writer():
                copies(originals, name, seed * 100_000, numbers)
            say(f"other crews: {numbers.stop} of {crews}, {numbers.stop * SMALL} games")


def main() -> int:
    """Makes the games that the arguments ask for. Returns the exit status."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=100, help="games of the large crew (100)")
    parser.add_argument("--hands", type=int, default=40, help="hands of each of those (40)")
    parser.add_argument("--others", type=int, default=0, help="small games of other crews (0)")
    parser.add_argument("--seed", type=int, default=1, help="whatever comes by chance comes from it (1)")
    began = time.monotonic()

    def say(text: str) -> None:
        print(f"{time.monotonic() - began:6.1f} s  {text}", flush=True)

    try:
        token = make_games(**vars(parser.parse_args()), say=say)
    except ValueError as reason:
        parser.error(str(reason))
    except KeyboardInterrupt:
        print("Cut off. Call it again the same way, and it goes on.", file=sys.stderr)
        return 130
    say(f"done. A phone of the large crew: cookie crew={token}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
