"""A crew taken out of the database for good, with all that is in it.

It is one that nobody is in: its import was given up, or it was deleted long ago (docs/decisions/0023).
"""

from __future__ import annotations

from collections.abc import Iterator

from django.db import connection

from scoring.models import Crew, CrewShare, FormerPlace, Game, Membership, Player, Season, Sheet, SignIn
from scoring.pictures.erasing import clear_games, erase
from scoring.players.faces import face_path
from scoring.writing import one_writer

#: Games that are erased in one transaction: others can tap in between.
AT_ONCE = 20


def erase_crew(crew: Crew) -> None:
    """Erases games, photos, players, all else of the crew, and at last the crew. Cut off, it can go on."""
    players = Player.objects.filter(crew=crew)
    # What points to what goes first, so there is nothing to check; SQLite would read all scores of all crews
    # for each row of a log, and all logs for each phone, for neither is indexed by them.
    with connection.constraint_checks_disabled():
        for games in _parts(crew):
            clear_games(games)
        with one_writer():
            faces = [face_path(player) for player in players.exclude(avatar="").order_by("pk")]
            players.delete()
            FormerPlace.objects.filter(membership__crew=crew).delete()
            Sheet.objects.filter(crew=crew).delete()
            Season.objects.filter(crew=crew).delete()
            CrewShare.objects.filter(crew=crew).delete()
            SignIn.objects.filter(phone__crew=crew).update(phone=None)
            erase(Membership, "crew_id", [crew.pk])
            Crew.objects.filter(pk=crew.pk).delete()
    for face in faces:
        face.unlink(missing_ok=True)


def _parts(crew: Crew) -> Iterator[list[int]]:
    games = Game.objects.filter(crew=crew).order_by("pk").values_list("pk", flat=True)
    while found := list(games[:AT_ONCE]):
        yield found
