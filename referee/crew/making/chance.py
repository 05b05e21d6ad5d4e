"""Random play through what the engine offers: games to fill a database with, and for tests to look at."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from referee.rules.engine import Game, Move, Ruling
from referee.rules.score_sheet.moves import Round
from referee.rules.shedding.moves import Count

#: Of so many chances one is taken: what happens at a table between the plays.
RARE: Mapping[str, int] = {"pass": 4, "draw": 8, "zar": 8, "gotcha": 30, "penalty": 60}
#: What ends a game or a hand before its time.
ENDS = frozenset({"end", "quit", "join", "void"})
#: The points of a round on a score sheet.
POINTS = range(-5, 31)
Told = tuple[Any, Any, Ruling[Any]]


def play(
    rules: Game[Any, Any], options: Mapping[str, Any], names: Sequence[str], seed: str, most: int = 10_000
) -> Iterator[Told]:
    """A game by chance: each state, the move made on it and its ruling; always the same for a seed.

    After so many moves it is ended as soon as it can be.
    """
    chance = random.Random(seed)  # noqa: S311 - it hides nothing
    state = rules.start(dict(options), names)
    made = 0
    while state.phase != "over":
        move, ruling = _chosen(rules, state, chance, tired=made >= most)
        yield state, move, ruling
        state = ruling.state
        made += 1


def _chosen(
    rules: Game[Any, Any], state: Any, chance: random.Random, *, tired: bool
) -> tuple[Move, Ruling[Any]]:
    offered = list(rules.offers(state))
    chance.shuffle(offered)
    offered.sort(key=lambda move: _later(move, chance, tired=tired))
    for move in offered:
        filled = _filled(move, chance)
        answer = rules.judge(state, filled)
        if isinstance(answer, Ruling):
            return filled, answer
    raise RuntimeError(f"{rules.name} offers nothing in {state.phase}.")


def _later(move: Move, chance: random.Random, *, tired: bool) -> int:
    """What is tried first has the lowest number; of equal ones the order is that of chance."""
    do = str(move.__struct_config__.tag)
    if do in ENDS:
        return 0 if tired and do in {"end", "void"} else 2
    return 0 if chance.random() * RARE.get(do, 1) < 1 else 1


def _filled(move: Move, chance: random.Random) -> Move:
    """The move with what a page would have put in."""
    match move:
        case Round():
            return Round(scores={name: chance.choice(POINTS) for name in move.scores})
        case Count():
            return msgspec.structs.replace(move, points=chance.randrange(1, 15))
    return move
