"""Samples: a game to try the app with, which counts nowhere.

Each is the game of a crew of its own, in which there is nobody but the browser that tries, and that only at
the sample's table. So it stands in no statistics, rating, history or export of anybody. Such a crew counts as
deleted from its beginning (`scoring.crew_bin`): it is erased with a tap, or after 30 days by itself.
"""

from __future__ import annotations

import secrets

from django.utils import timezone

from scoring.crew.visitor import Visitor, join_own_crew
from scoring.log.start import start_game
from scoring.log.values import JsonObject, Table
from scoring.models import Crew, Game
from scoring.players.erasing import erase_crew
from scoring.writing import one_writer

NAME = "Sample"
#: Shorter than the public id of any other game: that is how the two are told apart.
RANDOM_BYTES = 10


def game_of(sample: Visitor) -> Game | None:
    """The sample's game that is not over; None where there is none. `sample` is a `Visitor.for_sample`."""
    return Game.objects.visible_to(sample).unfinished().first()


def begin(sample: Visitor, prefix: str, *, game: str, options: JsonObject, table: Table) -> Game:
    """A new sample, by these rules; one that was there before is erased. Its public id begins with `prefix`.

    Raises TooManyCrews.
    """
    erase(sample)
    with one_writer():
        actor = join_own_crew(sample)
        Crew.objects.filter(pk=actor.crew_id).update(name=NAME, discarded_at=timezone.now())
        begun = start_game(actor=actor, key="sample", game=game, options=options, table=table)
        begun.public_id = f"{prefix}{secrets.token_urlsafe(RANDOM_BYTES)}"
        begun.save(update_fields=["public_id"])
    return begun


def erase(sample: Visitor) -> None:
    """Erases the sample with everything in it, if there is one."""
    if sample.membership:
        erase_crew(sample.membership.crew)
        del sample.membership
