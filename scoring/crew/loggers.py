"""Who logs a game: one phone, the phone of each seat its own moves, or any phone that may write.

The keeper's phone always may, so that no game ever waits for a phone (docs/decisions/0032).
"""

from __future__ import annotations

from collections.abc import Collection

from scoring.models import Game, Logger
from scoring.writing import one_writer


def logger(game: Game) -> Logger:
    """What was chosen; where nobody chose, each seat for itself once one is taken."""
    return Logger(game.logged_by or (Logger.SEATS if game.seated else Logger.ANYONE))


def choose(game: Game, logger: Logger, scorer: int | None = None) -> None:
    """Has the game logged so; `scorer` is the phone that does where it is one."""
    game.logged_by, game.scorer_id = logger, scorer if logger == Logger.ONE else None
    with one_writer():
        Game.objects.filter(pk=game.pk).update(logged_by=game.logged_by, scorer=game.scorer_id)


def may_log(game: Game, by: str, gone: Collection[str] = ()) -> bool:
    """Whether the phone that looks may log a deed of the player `by`, or, for "", of the table.

    `gone` are seats whose phones are not there: anyone logs for them, as for seats without a phone.
    """
    if not game.viewer_may_write:
        return False
    if game.viewer_is_keeper:
        return True
    match logger(game):
        case Logger.ONE:
            return game.scorer_id == game.viewer_id
        case Logger.SEATS:
            return by in gone or game.seated.get(by, game.viewer_id) == game.viewer_id
    return True
