"""Results of another app become games of the crew, a few with every step; at last all are handed over.

Nobody sees anything of them before the last step (`exchange.crew_import`).
"""

from __future__ import annotations

from collections.abc import Generator
from datetime import datetime, time, timedelta

from django.utils import timezone

from referee.crew.exchange.documents import CannotImport
from referee.crew.exchange.importing import ImportProgress
from referee.crew.exchange.matching import GAME, Plan, Planned
from referee.crew.exchange.replay import Replay, TapStamp
from referee.games.registry import GAMES
from scoring.exchange.crew_import import AlreadyImported, PendingCrew, add_games, begin_games, finish_games
from scoring.exchange.imported import ImportedGame
from scoring.models import Membership
from scoring.models.limits import TooMany
from scoring.models.nights import night_begins
from scoring.players.erasing import erase_crew

#: Games that are written in one transaction: short ones, and the disk is waited for once.
AT_ONCE = 5


def import_results(plan: Plan, actor: Membership) -> Generator[ImportProgress]:
    """Imports what comes by the plan, as if tapped on the actor's phone. Raises CannotImport.

    Left before its end it clears away what it did.
    """
    there: PendingCrew | None = None
    landed = False
    lines = plan.coming
    try:
        there = begin_games(actor=actor, names=plan.new, guests=plan.guests)
        players = {**plan.players, **there.players}
        yield ImportProgress(0, len(lines))
        for start in range(0, len(lines), AT_ONCE):
            arrivals = [game_of(line) for line in lines[start : start + AT_ONCE]]
            add_games(there, [(one, {name: players[name] for name in one.places}) for one in arrivals])
            yield ImportProgress(start + len(arrivals), len(lines))
        finish_games(there, target=actor.crew_id)
        landed = True
    except AlreadyImported:
        says = "Some of these games came by another way meanwhile. Look at the preview again."
        raise CannotImport(says) from None
    except TooMany as error:
        raise CannotImport(str(error)) from None
    finally:
        if there is not None and not landed:
            erase_crew(there.crew)


def game_of(line: Planned) -> ImportedGame:
    """The game of a line that comes, judged as if it were tapped. Raises CannotImport."""
    result, sheet = line.result, line.sheet
    if result is None or sheet is None:
        raise CannotImport(f"{line.where}: there is no game in it.")
    began = in_its_night(result.began)
    ended = began + timedelta(minutes=result.minutes)
    try:
        replay = Replay(GAMES[GAME], sheet.options, sheet.names)
        for move in sheet.moves:
            replay.move(move, TapStamp(0, ended))
    except ValueError as error:
        raise CannotImport(f"{line.where}: {error}") from None
    return ImportedGame(
        id="",
        key=result.key,
        game=GAME,
        options=sheet.options,
        title=line.title,
        began=began,
        finished=replay.finished,
        opening=replay.opening,
        table=replay.table,
        places=replay.places,
        rows=replay.rows,
        moves=replay.moves,
        redoable=0,
        place=result.place,
        notes=line.notes,
    )


def in_its_night(began: datetime) -> datetime:
    """A day without a time comes as its midnight, which is the night before: it begins with its own."""
    local = timezone.localtime(began)
    return began if local.time() != time() else night_begins(local.date())
