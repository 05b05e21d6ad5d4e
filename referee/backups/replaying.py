"""Whether a database that was copied still plays: games of it are replayed by the rules and compared."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from typing import NamedTuple

import msgspec
from django.db import connection

from referee.games.registry import GAMES
from referee.rules.engine import Fold
from scoring.log.effective import effective_moves
from scoring.log.reader import hands_up_to
from scoring.models import Game, Move

GAMES_REPLAYED = 10


class Replayed(NamedTuple):
    """A game replayed: whether its last state came out as it is kept, and a digest of its log."""

    game: str
    version: int
    same: bool
    log: str


@contextmanager
def looking_at(name: str) -> Iterator[None]:
    """All queries go to the database of another name meanwhile. For a process of its own: for all threads."""
    before = connection.settings_dict["NAME"]
    connection.close()
    connection.settings_dict["NAME"] = name
    try:
        yield
    finally:
        connection.close()
        connection.settings_dict["NAME"] = before


def replay_some() -> list[Replayed]:
    """Replays the newest games, and others from anywhere."""
    newest = Game.objects.order_by("-pk")
    found = {game.pk: game for game in newest[: GAMES_REPLAYED // 2]}
    last = newest.values_list("pk", flat=True).first() or 0
    for _ in range(4 * GAMES_REPLAYED):
        if len(found) == GAMES_REPLAYED:
            break
        game = Game.objects.filter(pk__gte=random.randint(1, max(last, 1))).order_by("pk").first()  # noqa: S311
        found |= {game.pk: game} if game else {}
    return [_replayed(game) for game in found.values()]


def same_log(before: Replayed) -> bool:
    """Whether the log of a game here begins with the very rows that were replayed elsewhere.

    It need not be there any more: it may have been erased since.
    """
    game = Game.objects.filter(public_id=before.game).first()
    return game is None or _digest(_rows(game, before.version)) == before.log


def _replayed(game: Game) -> Replayed:
    rules = GAMES[game.game]
    rows = _rows(game, game.version)
    fold = Fold(rules, rules.load(hands_up_to(game, 0).latest("first").state_in(game)))
    for entry in effective_moves(rows):
        fold.tell(entry.body)
    same = bool(fold.state == rules.load(game.state))
    return Replayed(game.public_id, game.version, same, _digest(rows))


def _rows(game: Game, version: int) -> list[Move]:
    return list(Move.objects.filter(game=game, seq__lte=version).order_by("seq"))


def _digest(rows: list[Move]) -> str:
    told = [(row.seq, row.kind, row.position, row.body) for row in rows]
    return sha256(msgspec.json.encode(told, order="sorted")).hexdigest()
