"""Years of random play, to see how the app does with them: a large crew, and other crews beside it.

    .venv/bin/python -m bench.make_games --games 1000

Each game is played by chance and imported as a file is, into the database of `make run`. Cut off, it goes on
where it was when it is called again the same way. The last line has the cookie of a new phone.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
from datetime import UTC, date, datetime, timedelta
from datetime import time as clock
from typing import Any

import django
import msgspec
from django.apps import apps

if not apps.ready:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "referee.settings")
    django.setup()

from referee.crew.exchange import documents
from referee.games.registry import GAMES
from scoring.crew.visitor import digest, new_token
from scoring.exchange import game_rows
from scoring.models import Crew, CrewShare, Game, Membership, Player, RegularNight, Role, Season, Share
from scoring.models.people import fold_name, next_colours
from scoring.statistics.counting import catch_up
from scoring.writing import one_writer
from tests.random_play import play

CAST = ("Ann", "Bob", "Cat", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida", "Jon", "Kim", "Leo")
#: The last game begins then, the others in so many days before it; a move takes so many seconds.
UNTIL, DAYS, PACE = datetime(2026, 1, 1, 20, tzinfo=UTC), 1825, 5
#: Games written at once; so much is lost to who cuts it off. And games of each other crew.
BATCH, SMALL = 50, 100


def record(seed: str, number: int, hands: int, began: datetime) -> bytes:
    """A game played by chance: so many rounds on a score sheet, one in a hundred ZAR or Zarathustra."""
    chance = random.Random(f"{seed}/{number}")
    rules = {33: "zarathustra", 50: "zar"}.get(number % 100, "score_sheet")
    kinds = {"zar": {"end": {"hands": hands}}, "score_sheet": {"end": {"rounds": hands}}, "zarathustra": {}}
    options: dict[str, Any] = kinds[rules]
    # Some come every week, some now and then.
    often = [1 / (place + 1) for place in range(len(CAST))]
    names = list(dict.fromkeys(chance.choices(CAST, often, k=chance.randrange(3, 6))))
    players = ["Ann", "Leo"] if rules == "zarathustra" or len(names) < 2 else names
    # By chance nobody comes to the end of Zarathustra.
    most = 6 if rules == "zarathustra" else 5_000
    played = play(GAMES[rules], options, players, f"{seed}/{number}", most)
    moves = [
        {**msgspec.to_builtins(move), "time": began + timedelta(seconds=PACE * n)}
        for n, (_, move, _) in enumerate(played, 1)
    ]
    if number % 50 == 7:
        # Whoever goes home early leaves the last move unmade.
        moves.pop()
    head = {"format": "referee-record/1", "game": rules, "options": options, "players": players}
    return msgspec.json.encode(head | {"played_at": began, "moves": moves})


def new_crew(name: str) -> Crew:
    """A crew with the cast as its players, and a phone that nobody has."""
    crew = Crew.objects.create(name=name)
    Membership.objects.create(crew=crew, role=Role.KEEPER, token_digest=digest(new_token()))
    Player.objects.bulk_create(
        Player(crew=crew, name=name, folded=fold_name(name), colour=colour)
        for name, colour in zip(CAST, next_colours(()), strict=False)
    )
    return crew


def fill(name: str, games: int, hands: int) -> Crew:
    """The crew of a name, with so many games, counted."""
    with one_writer():
        crew = Crew.objects.filter(name=name).first() or new_crew(name)
    players = dict(Player.objects.filter(crew=crew).values_list("name", "pk"))
    phones = {0: Membership.objects.filter(crew=crew).earliest("pk").pk}
    for begin in range(Game.objects.filter(crew=crew).count(), games, BATCH):
        numbers = range(begin, min(begin + BATCH, games))
        with one_writer():
            for number in numbers:
                began = UNTIL - timedelta(days=DAYS * (games - 1 - number) / games)
                file = record(name, number, hands, began)
                game = documents.read(file, called=f"Game {number}", now=UNTIL).arrival
                game_rows.write(game, crew_id=crew.pk, players=players, phones=phones)
        print(f"{name}: {numbers.stop} of {games} games", file=sys.stderr)
    while catch_up(crew.pk, most=500, at_once=500):
        pass
    return crew


def make_games(games: int, hands: int, others: int) -> str:
    """Makes what is not there yet of so many games. Returns the token of a new phone of the large crew."""
    crew = fill("Large crew", games, hands)
    for number in range(-(-others // SMALL)):
        fill(f"Small crew {number}", min(SMALL, others - number * SMALL), 1)
    # With days at both ends that are no whole month.
    season = {"name": "Two years", "since": date(2023, 6, 15), "until": date(2025, 6, 14)}
    Season.objects.get_or_create(crew=crew, folded="two years", defaults=season)
    night = {"first": date(2026, 1, 2), "at": clock(20)}
    RegularNight.objects.get_or_create(crew=crew, repeats=RegularNight.Repeats.WEEK, defaults=night)
    token = new_token()
    me = Membership.objects.create(crew=crew, role=Role.KEEPER, token_digest=digest(token))
    for kind in CrewShare.Kind:
        CrewShare.objects.get_or_create(crew=crew, kind=kind, defaults={"actor": me})
    newest = Game.objects.filter(crew=crew).newest_first()[0]
    Share.objects.get_or_create(game=newest, kind=Share.Kind.RESULT, defaults={"actor": me})
    return token


def main() -> int:
    """Makes the games that the arguments ask for. Returns the exit status."""
    parser = argparse.ArgumentParser(description="Years of random play in the database of `make run`.")
    parser.add_argument("--games", type=int, default=100, help="games of the large crew (100)")
    parser.add_argument("--hands", type=int, default=40, help="hands of each of those (40)")
    parser.add_argument("--others", type=int, default=0, help="small games of other crews (0)")
    print(f"done. A phone of the large crew: cookie crew={make_games(**vars(parser.parse_args()))}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
