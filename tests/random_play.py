"""Random play through what the engine offers: games for tests to look at, and to fill a database with."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from referee.rules.engine import Game, Move, Ruling
from referee.rules.score_sheet.moves import Round
from referee.rules.shedding.moves import Count

#: How likely a kind of move is beside the others that are offered, of which each has 1: about as at a table.
LIKELY: Mapping[str, float] = {"pass": 0.15, "draw": 0.3, "zar": 0.1, "gotcha": 0.03, "penalty": 0.02}
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
    chance = random.Random(seed)
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
    kinds: defaultdict[str, list[Move]] = defaultdict(list)
    for move in rules.offers(state):
        kinds[str(move.__struct_config__.tag)].append(move)
    order = {do: _later(do, chance, tired=tired) for do in kinds}
    for move in (
        move for do in sorted(kinds, key=order.__getitem__) for move in _shuffled(kinds[do], chance)
    ):
        filled = _filled(move, chance)
        answer = rules.judge(state, filled)
        if isinstance(answer, Ruling):
            return filled, answer
    raise RuntimeError(f"{rules.name} offers nothing in {state.phase}.")


def _later(do: str, chance: random.Random, *, tired: bool) -> tuple[bool, float]:
    """What kind is tried first has the lowest value; each is the first as often as it is likely."""
    if do in ENDS:
        return (not (tired and do in {"end", "void"}), 0)
    return (False, chance.expovariate(LIKELY.get(do, 1)))


def _shuffled(moves: list[Move], chance: random.Random) -> list[Move]:
    return chance.sample(moves, len(moves))


def _filled(move: Move, chance: random.Random) -> Move:
    """The move with what a page would have put in."""
    match move:
        case Round():
            return Round(scores={name: chance.choice(POINTS) for name in move.scores})
        case Count():
            return msgspec.structs.replace(move, points=chance.randrange(1, 15))
    return move
