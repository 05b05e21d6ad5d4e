"""The engines' speed: moves applied each second; ZAR's beside the UNO steps of RLCard, in one process.

What is timed, and nothing else:

* A game: `read` of a decoded JSON move (vocabulary and types), `judge`, and taking the state after it. The
  moves are recorded beforehand, every one accepted; choosing them is not timed.
* UNO, whole step: `env.step` of an action number, which applies it and extracts the next player's state.
* UNO, bare step: `game.step` of an action's name, without the numpy planes that only learners need. Agents
  choose at random among the legal actions they were given; choosing, dealing and resetting are not timed.

Rounds alternate, so that a slow moment of the machine meets all; medians are compared. The ratio that counts
is to the whole step, which is what RLCard offers as a step; the bare one is there for comparison.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import defaultdict
from collections.abc import Callable
from statistics import median
from time import perf_counter
from typing import Any

import msgspec
import rlcard

from bench.wanted import Findings
from referee.games.registry import GAMES
from referee.rules.engine import Fold

#: How a game is begun, where that is not as usual: its options, and who plays.
TABLES: dict[str, tuple[dict[str, Any], tuple[str, ...]]] = {
    "zar": ({"end": {}}, ("Ann", "Bob", "Cat", "Dan")),
    "house_zar": ({"end": {}}, ("Ann", "Bob", "Cat", "Dan")),
    "numzumzero": ({}, ("Ann", "Bob", "Cat")),
    "zero_zap": ({"end": {"score": 1000}}, ("Ann", "Bob", "Cat")),
    "score_sheet": ({"end": {"rounds": 20}}, ("Ann", "Bob", "Cat", "Dan")),
}
USUAL: tuple[dict[str, Any], tuple[str, ...]] = ({}, ("Ann", "Bob", "Cat", "Dan"))
#: Out of so many moves each is chosen about once: what happens at a table between the plays.
RARE = {"penalty": 60, "gotcha": 25, "zar": 6, "draw": 4, "pass": 4}
#: What would end a recorded game before it has anything to tell.
ENDS = ("end", "quit", "void")
Told = list[dict[str, Any]]


def recorded(key: str, number: int, chance: random.Random) -> Told:
    """So many accepted moves, of one game after another if need be; each begins with the marker {}."""
    game = GAMES[key]
    told: Told = []
    fold = begun(key)
    while len(told) < number:
        move = _chosen([move for move, _ in game.prompts(fold.state)], chance)
        if move is None:
            told.append({})
            fold = begun(key)
            continue
        fold.make(move)
        told.append(msgspec.json.decode(msgspec.json.encode(move)))
    return told


def begun(key: str) -> Fold[Any, Any]:
    """A new table of a game."""
    options, players = TABLES.get(key, USUAL)
    return Fold(GAMES[key], GAMES[key].start(options, players))


def _chosen(prompts: list[Any], chance: random.Random) -> Any:
    likely = [move for move in prompts if _name(move) not in ENDS]
    return chance.choices(likely, [1 / RARE.get(_name(move), 1) for move in likely])[0] if likely else None


def _name(move: Any) -> str:
    return str(move.__struct_config__.tag)


def spent(key: str, told: Told) -> dict[str, list[float]]:
    """Seconds of each move, by its kind."""
    game = GAMES[key]
    state = start = begun(key).state
    seconds: dict[str, list[float]] = defaultdict(list)
    for raw in told:
        if not raw:
            state = start
            continue
        before = perf_counter()
        answer: Any = game.judge(state, game.read(raw))
        seconds[raw["do"]].append(perf_counter() - before)
        state = answer.state
    return seconds


def rate(key: str, told: Told) -> float:
    """Moves a second."""
    every = [each for seconds in spent(key, told).values() for each in seconds]
    return len(every) / sum(every)


def uno_round(number: int, chance: random.Random, *, bare: bool) -> float:
    """Steps a second of RLCard's UNO under random play."""
    env = rlcard.make("uno", config={"seed": chance.randrange(2**31)})
    step: Callable[[Any], Any] = env.game.step if bare else env.step
    applied, seconds = 0, 0.0
    while applied < number:
        state, _ = env.game.init_game() if bare else env.reset()
        while not env.is_over():
            action = chance.choice(list(state["legal_actions"]))
            begun = perf_counter()
            state, _ = step(action)
            seconds += perf_counter() - begun
            applied += 1
    return applied / seconds


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--moves", type=int, default=4000, help="moves of ZAR and of UNO in a round")
    options = parser.parse_args()
    chance = random.Random(2006_11_10_00)
    told = {key: recorded(key, options.moves if key == "zar" else 600, chance) for key in GAMES}
    rates: dict[str, list[float]] = defaultdict(list)
    for _ in range(options.rounds):
        for key in GAMES:
            rates[key].append(rate(key, told[key]))
        rates["whole"].append(uno_round(options.moves, chance, bare=False))
        rates["bare"].append(uno_round(options.moves, chance, bare=True))
    zar, whole, bare = (median(rates[name]) for name in ("zar", "whole", "bare"))
    found = Findings()
    ratio = found.at_least("ZAR / RLCard's whole step", zar / whole, 1)
    print(f"engine: {options.rounds} alternating rounds, medians")
    print(f"  ZAR, read and judged:        {zar:>9,.0f} moves/s")
    print(f"  RLCard UNO, whole env.step:  {whole:>9,.0f} steps/s   ours/theirs {ratio}")
    print(f"  RLCard UNO, bare game.step:  {bare:>9,.0f} steps/s   ours/theirs {zar / bare:5.2f}")
    for key in GAMES:
        costs = {do: 1e6 * median(each) for do, each in spent(key, told[key]).items()}
        slowest = max(costs, key=costs.__getitem__)
        text = f"slowest move: {slowest}, {costs[slowest]:.0f} µs"
        print(f"  {GAMES[key].name + ':':<22} {median(rates[key]):>9,.0f} moves/s   {text}")
    return found.status()


if __name__ == "__main__":
    sys.exit(main())
