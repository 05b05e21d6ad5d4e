"""From a game of the log to what its presenter is given."""

from __future__ import annotations

from django.http import QueryDict
from django.urls import reverse
from django.utils import timezone

from referee import stream
from referee.games.look import About, AnyLook, Best, Look, Reply
from referee.games.registry import GAMES
from referee.rules.engine import State
from referee.rules.outcome import Outcome
from referee.rules.outcome import read as read_outcome
from referee.table.judging import fold_of
from scoring.history import scores
from scoring.log import reader, tap_keys
from scoring.log.values import Entry
from scoring.models import Game


def about(game: Game) -> About:
    """What a table says of its game beside the state."""
    return About(
        public_id=game.public_id,
        title=game.title,
        version=game.version,
        length=game.length,
        redoable=game.redoable,
        created_at=game.created_at,
        finished_at=game.finished_at,
        may_write=game.viewer_may_write,
        is_keeper=game.viewer_is_keeper,
    )


def look_at(
    game: Game,
    state: State,
    outcome: Outcome,
    *,
    asked: QueryDict,
    reply: Reply | None = None,
    mode: str = "",
    undone: Entry | None = None,
) -> AnyLook:
    """A look at the table as it is now; see Look."""
    return Look(
        about=about(game),
        state=state,
        key=tap_keys.new_key(game),
        url=reverse("table", args=[game.public_id]),
        stream=stream.url(game.public_id, game.viewer_id, game.crew_id),
        now=timezone.localtime(),
        outcome=outcome,
        hand=lambda: fold_of(GAMES[game.game], reader.past(game)),
        best=lambda: best_alone(game),
        asked=asked,
        reply=reply,
        mode=mode,
        undone=read_outcome(undone.outcome) if undone else None,
    )


def best_alone(game: Game) -> Best | None:
    """The score that a player alone has to beat; None where there is none."""
    best = scores.best_alone(game)
    return Best(best.points, best.name) if best else None
