"""The engine's speed: ZAR moves applied each second, beside the UNO steps of RLCard, in one process.

What is timed, and nothing else:

* ZAR: `read` of a decoded JSON move (vocabulary and types), `judge`, and taking the state after it. The moves
  are whole recorded games of four players, every move accepted, made beforehand; choosing them is not timed.
* UNO, whole step: `env.step` of an action number, which applies it and extracts the next player's state.
* UNO, bare step: `game.step` of an action's name, without the numpy planes that only learners need. Agents
  choose at random among the legal actions they were given; choosing, dealing and resetting are not timed.

Rounds alternate, so that a slow moment of the machine meets all three; medians are compared. The ratio that
counts is to the whole step, which is what RLCard offers as a step; the bare one is there for comparison.
"""

from __future__ import annotations

import argparse
import random
from collections import defaultdict
from collections.abc import Callable
from statistics import median
from time import perf_counter
from typing import Any

import msgspec
import rlcard

from referee.rules.engine import Fold, games
from referee.rules.zar import moves

ZAR = games()["zar"]
PLAYERS = ("Ann", "Bob", "Cat", "Dan")
#: Out of so many moves each is chosen about once: what happens at a table between the plays.
RARE: dict[type[Any], int] = {
    moves.Penalty: 60,
    moves.Gotcha: 25,
    moves.SayZar: 6,
    moves.Draw: 4,
    moves.Pass: 4,
}


def recorded(number: int, chance: random.Random) -> list[dict[str, Any]]:
    """The accepted moves of one game, in which plays are the most, as JSON values."""
    fold: Fold[Any, Any] = Fold(ZAR, ZAR.start({"end": {}}, PLAYERS))
    told: list[dict[str, Any]] = []
    while len(told) < number:
        move = _chosen([move for move, _ in ZAR.prompts(fold.state)], chance)
        fold.make(move)
        told.append(msgspec.json.decode(msgspec.json.encode(move)))
    return told


def _chosen(prompts: list[Any], chance: random.Random) -> Any:
    likely = [move for move in prompts if not isinstance(move, moves.End | moves.Quit | moves.Void)]
    return chance.choices(likely, [1 / RARE.get(type(move), 1) for move in likely])[0]


def zar_round(games_told: list[list[dict[str, Any]]]) -> float:
    """Moves a second over the recorded games."""
    applied, seconds = 0, 0.0
    for told in games_told:
        state = ZAR.start({"end": {}}, PLAYERS)
        begun = perf_counter()
        for raw in told:
            answer: Any = ZAR.judge(state, ZAR.read(raw))
            state = answer.state
        seconds += perf_counter() - begun
        applied += len(told)
    return applied / seconds


def zar_by_move(games_told: list[list[dict[str, Any]]]) -> dict[str, float]:
    """Median microseconds for each kind of move."""
    spent: dict[str, list[float]] = defaultdict(list)
    for told in games_told:
        state = ZAR.start({"end": {}}, PLAYERS)
        for raw in told:
            begun = perf_counter()
            answer: Any = ZAR.judge(state, ZAR.read(raw))
            spent[raw["do"]].append(perf_counter() - begun)
            state = answer.state
    return {do: 1e6 * median(each) for do, each in spent.items()}


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


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--moves", type=int, default=4000, help="moves of each game in a round")
    options = parser.parse_args()
    chance = random.Random(2006_11_10_00)
    told = [recorded(200, chance) for _ in range(options.moves // 200)]
    rates: dict[str, list[float]] = defaultdict(list)
    for _ in range(options.rounds):
        rates["zar"].append(zar_round(told))
        rates["whole"].append(uno_round(options.moves, chance, bare=False))
        rates["bare"].append(uno_round(options.moves, chance, bare=True))
    zar, whole, bare = (median(rates[name]) for name in ("zar", "whole", "bare"))
    slowest = sorted(zar_by_move(told).items(), key=lambda item: -item[1])
    print(f"engine: {options.rounds} alternating rounds of about {options.moves} moves, medians")
    print(f"  ZAR, read and judged:        {zar:>9,.0f} moves/s")
    print(f"  RLCard UNO, whole env.step:  {whole:>9,.0f} steps/s   ours/theirs {zar / whole:5.2f}")
    print(f"  RLCard UNO, bare game.step:  {bare:>9,.0f} steps/s   ours/theirs {zar / bare:5.2f}")
    print("  slowest ZAR moves: " + ", ".join(f"{do} {cost:.0f} µs" for do, cost in slowest[:3]))


if __name__ == "__main__":
    main()
