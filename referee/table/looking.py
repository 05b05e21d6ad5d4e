"""From a game of the log to what its presenter is given."""

from __future__ import annotations

import dataclasses
from typing import NamedTuple

from django.http import QueryDict
from django.urls import reverse
from django.utils import timezone
from msgspec import structs

from referee.games.context import TableView
from referee.games.look import About, AnyLook, Best, Look, Reply
from referee.games.registry import GAMES, PRESENTERS
from referee.rules.engine import State
from referee.rules.outcome import Outcome
from referee.rules.outcome import read as read_outcome
from referee.stream.endpoint import stream_url
from referee.table.judging import fold_of
from referee.table.turns import turn
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


class Now(NamedTuple):
    """How a game stands: its state, what was ruled last, and what was undone just now, if anything was."""

    state: State
    outcome: Outcome
    undone: Entry | None


def now_of(game: Game) -> Now:
    """How it stands by its row and its log."""
    state = GAMES[game.game].load(game.state)
    return Now(state, read_outcome(reader.last_outcome(game)), reader.just_undone(game))


def look_at(game: Game, now: Now, *, asked: QueryDict, reply: Reply | None = None, mode: str = "") -> AnyLook:
    """A look at the table as it is now; see Look."""
    return Look(
        about=about(game),
        state=now.state,
        key=tap_keys.new_key(game),
        url=reverse("table", args=[game.public_id]),
        stream=stream_url(game.public_id, game.viewer_id, game.crew_id),
        now=timezone.localtime(),
        outcome=now.outcome,
        hand=lambda: fold_of(GAMES[game.game], reader.past(game)),
        best=lambda: best_alone(game),
        asked=asked,
        reply=reply,
        mode=mode,
        undone=read_outcome(now.undone.outcome) if now.undone else None,
    )


#: Looks that were made, and at most so many: some dozens of tables, each for who keeps the crew, who plays
#: and who only looks.
MOST = 256
_KEPT: dict[tuple[object, ...], tuple[AnyLook, TableView]] = {}
#: How tables stood, by their game and its version: the tap that made it knows; looks need not ask the log.
_STOOD: dict[tuple[str, int], Now] = {}


def plain_look(game: Game, mode: str, now: Now | None = None) -> tuple[AnyLook, TableView]:
    """A look at the table alone, and what it shows: made once for all phones that may do the same.

    `now` is how the game stands, if that is known. Beside the game's row the look depends on the minute at
    most: some games end by the clock.
    """
    minute = timezone.localtime().replace(second=0, microsecond=0)
    same = (game.game, about(game), bytes(game.state), mode, minute)
    with turn(game.public_id):
        found = _KEPT.get(same)
        if found is None:
            look = look_at(game, _stood(game, now), asked=QueryDict(), mode=mode)
            if len(_KEPT) >= MOST:
                _KEPT.clear()
            # The phone for which it is made has its own key and stream in it.
            found = _KEPT[same] = look, PRESENTERS[game.game].view(look)
            return found
    look, view = found
    own = tap_keys.new_key(game), stream_url(game.public_id, game.viewer_id, game.crew_id)
    look = dataclasses.replace(look, key=own[0], stream=own[1])
    return look, structs.replace(view, key=own[0], stream=own[1])


def _stood(game: Game, now: Now | None) -> Now:
    at = game.public_id, game.version
    found = now or _STOOD.get(at) or now_of(game)
    if len(_STOOD) >= MOST:
        _STOOD.clear()
    _STOOD[at] = found
    return found


def forget() -> None:
    """Every look is made anew."""
    _KEPT.clear()
    _STOOD.clear()


def best_alone(game: Game) -> Best | None:
    """The score that a player alone has to beat; None where there is none."""
    best = scores.best_alone(game)
    return Best(best.points, best.name) if best else None
