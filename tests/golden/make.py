"""Makes the golden records: every scenario, and games by chance, with all that the referee says of them.

    python -m tests.golden.make [FOLDER OF MORE SCENARIOS ...]

They are made before what judges is rewritten: whoever makes them anew says which answers changed, and why.
"""

from __future__ import annotations

import random
import sys
from pathlib import Path
from typing import Any

import msgspec

from referee.games.registry import GAMES
from referee.rules.engine import AnyFold, AnyGame, Fold, Json, Move, Ruling
from referee.rules.shedding.moves import Count
from tests.golden.golden import KEYS, document, made, write
from tests.scenario_files import OURS, Scenario, in_folder

NAMES = ("Ann", "Bob", "Cat", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida")
#: Records by chance of each game, and the moves in one.
RECORDS, LENGTH = 300, (30, 110)
#: How likely a kind of move is beside the others that are offered, of which each has 1.
LIKELY = {"pass": 0.3, "draw": 0.5, "zar": 0.2, "gotcha": 0.05, "penalty": 0.05, "void": 0.02, "quit": 0.02}
LIKELY |= {"end": 0.01, "join": 0.05, "recount": 0.1}
ENDS: tuple[dict[str, object], ...] = (
    {},
    {"score": 15},
    {"score": 50},
    {"hands": 1},
    {"hands": 2},
    {"time": "22:30"},
    {"score": 25, "hands": 3},
)
#: What each game may be agreed on; of every option one is chosen.
OPTIONS: dict[str, dict[str, tuple[object, ...]]] = {
    "zar": {
        "half_decks": (2, 3, 4),
        "chameleons": (0, 0, 1, 2),
        "track": ("full", "full", "quick"),
        "next_dealer": ("rotate", "winner"),
        "end": ENDS,
        "late_gotcha": (True, False),
        "points": ({}, {"plain": 2, "dragon": 9}),
    },
    "house_zar": {
        "copies": (2, 3),
        "in_turn_match": (True, False),
        "track": ("full", "full", "quick"),
        "next_dealer": ("rotate", "winner"),
        "end": ENDS,
        "points": ({}, {"draw two": 7, "wild": 0}),
    },
    "numzumzero": {"boxes": (1, 2, 3), "advanced": (True, False)},
    "zarathustra": {},
    "zero_zap": {"end": ({"score": 10}, {"score": 20}, {"score": 40})},
    "crazy_eights": {
        "packs": (1, 2),
        "draw": ("one", "until"),
        "next_dealer": ("rotate", "winner"),
        "end": ENDS,
    },
}
FEWEST = {"numzumzero": 1}
MOST = {"zar": 6, "house_zar": 6, "numzumzero": 7, "zarathustra": 4, "zero_zap": 4, "crazy_eights": 5}


def main(folders: list[Path]) -> None:
    """Writes the files of every game."""
    scenarios = [scenario for folder in (OURS, *folders) for scenario in in_folder(folder)]
    for key in KEYS:
        of_game = [scenario for scenario in scenarios if scenario.game == key]
        write("scenarios", key, (made(_name(each), each.document) for each in of_game))
        pool = [move for scenario in of_game for move in scenario.document["moves"]]
        write(
            "chance", key, (made(f"{key} {seed}", _chance_record(key, seed, pool)) for seed in range(RECORDS))
        )


def _name(scenario: Scenario) -> str:
    return f"{scenario.path.parent.parent.name}/{scenario.name}"


def _chance_record(key: str, seed: int, pool: list[Json]) -> Json:
    """A record by chance, mostly of good moves; always the same for a seed."""
    chance = random.Random(f"{key} {seed}")
    players = NAMES[: chance.randint(FEWEST.get(key, 2), MOST[key])]
    options = {name: chance.choice(values) for name, values in OPTIONS[key].items() if chance.random() < 0.8}
    if key == "numzumzero":
        options["boxes"] = chance.choice([(len(players) + 3) // 4, 2])
    fold: AnyFold = Fold(GAMES[key], GAMES[key].start(options, players))
    moves: list[Json] = []
    late = 0
    for _ in range(chance.randint(*LENGTH)):
        raw = _move(fold, chance, pool)
        moves.append(raw)
        fold.play_json(raw)
        late += fold.state.phase == "over"
        if late > 3:
            break
    return document(key, options, players, moves)


def _move(fold: AnyFold, chance: random.Random, pool: list[Json]) -> Json:
    """The next move: usually a good one; else any that is offered, one of a scenario, or a spoilt one."""
    state, dice = fold.state, chance.random()
    offered = list(fold.game.offers(state))
    if dice < 0.76 and (good := _good(fold, chance, offered)):
        return good
    raw = _raw(chance.choice(offered), chance) if offered and dice < 0.9 else _seated(fold, chance, pool)
    if dice > 0.96:
        return _spoilt(raw, chance, pool, state.players)
    if chance.random() < 0.2 and "player" in raw and raw["do"] in ("play", "place", "meld", "add", "discard"):
        raw["overruled"] = "the table likes it"
    return raw


def _good(fold: AnyFold, chance: random.Random, offered: list[Move]) -> Json | None:
    """An offered move that is accepted, its kind the likelier the better it brings the game on."""
    game: AnyGame = fold.game
    kinds = dict.fromkeys(type(move) for move in offered)
    order = {kind: chance.expovariate(LIKELY.get(str(kind.__struct_config__.tag), 1)) for kind in kinds}
    for move in sorted(chance.sample(offered, len(offered)), key=lambda each: order[type(each)]):
        raw = _raw(move, chance)
        read = game.read(raw)
        if isinstance(read, Move) and isinstance(game.judge(fold.state, read, lambda: fold.steps), Ruling):
            return raw
    return None


def _raw(move: Move, chance: random.Random) -> Json:
    """The move as JSON, points filled in where a page would ask for them."""
    if isinstance(move, Count):
        move = msgspec.structs.replace(move, points=chance.randrange(1, 15))
    raw: Json = msgspec.to_builtins(move)
    return raw


def _seated(fold: AnyFold, chance: random.Random, pool: list[Json]) -> Json:
    """A move of some scenario, its players those of this table, and a move that it names a late one."""
    do = chance.choice(sorted({move["do"] for move in pool}))
    drawn = chance.choice([move for move in pool if move["do"] == do])
    raw: Json = _renamed(drawn, fold.state.players or NAMES[:2], chance)
    if do == "join":
        raw["player"] = chance.choice(NAMES)
    if "move" in raw:
        raw["move"] = max(0, fold.n - chance.randrange(6))
    return raw


def _renamed(value: Any, players: tuple[str, ...], chance: random.Random) -> Any:
    """The same with the names of these players; now and then of somebody who does not play."""
    if isinstance(value, dict):
        return {
            _renamed(name, players, chance): _renamed(inner, players, chance) for name, inner in value.items()
        }
    if isinstance(value, list):
        return [_renamed(inner, players, chance) for inner in value]
    if isinstance(value, str) and value in NAMES:
        return chance.choice(players if chance.random() < 0.95 else NAMES)
    return value


def _spoilt(raw: Json, chance: random.Random, pool: list[Json], players: tuple[str, ...]) -> Json:
    """The move with one field left out, doubled, of another move, or of no sense."""
    fields = [name for name in raw if name != "do"]
    others = [name for move in pool for name in move if name != "do"]
    name = chance.choice(fields or others)
    match chance.randrange(5):
        case 0:
            return {field: value for field, value in raw.items() if field != name}
        case 1:
            values = [move[name] for move in pool if name in move] or [None]
            return raw | {name: _renamed(chance.choice(values), players or NAMES[:2], chance)}
        case 2 if isinstance(raw.get(name), list):
            return raw | {name: [*raw[name], *raw[name][:1]] if chance.random() < 0.6 else raw[name][1:]}
        case 3:
            return raw | {
                chance.choice(others): chance.choice(["", "nothing", 0, -1, 2, 99, None, True, [], {}])
            }
        case _:
            return raw | {
                name: chance.choice(["", "nothing", 0, -1, 3, 99, None, False, ["Ann"], {"Ann": 1}])
            }


if __name__ == "__main__":
    main([Path(folder) for folder in sys.argv[1:]])
