"""Games of every kind, played by chance from a seed, for tests that look back at them."""

from __future__ import annotations

import random
from typing import Any

import msgspec

from referee.games.registry import GAMES
from referee.table.taps import Result
from scoring.crew.visitor import Visitor
from scoring.log import tap_keys
from scoring.models import Game
from tests import taps
from tests.table.page import Shown, client_of, new_game

EVERY = tuple(GAMES)
#: What would end a game before its time, and what is chosen only once in a while.
_ENDS = ("end", "void", "quit")
_RARE = ("join", "gotcha", "zar", "penalty", "illegal", "recount", "close_call")


def tap(visitor: Visitor, game: Game, raw: dict[str, Any]) -> Result:
    """Makes a move, which has to be accepted."""
    game = Game.objects.get(pk=game.pk)
    answer = taps.make(visitor, game.public_id, tap_keys.new_key(game), raw)
    assert answer.reply.refused is None, (raw, answer.reply.refused)
    return answer


def page(visitor: Visitor, game: Game, query: str = "") -> Shown:
    """The game's page."""
    return Shown(client_of(visitor).get(f"/games/{game.public_id}/{query}"))


def played(
    visitor: Visitor, key: str, *, names: str = "Ann Bob Cat", most: int = 40, seed: int = 1, **options: Any
) -> Game:
    """A game of so many moves at most, or until it is over."""
    game = new_game(visitor, names, key, **options)
    rules, chance = GAMES[key], random.Random(seed)
    state = rules.load(game.state)
    for _ in range(most):
        if state.phase == "over":
            break
        state = tap(visitor, game, _chosen(rules, state, chance)).standing.state
    return Game.objects.get(pk=game.pk)


def _chosen(rules: Any, state: Any, chance: random.Random) -> dict[str, Any]:
    if rules.key == "score_sheet":
        return {"do": "round", "scores": {name: chance.randint(-5, 20) for name in state.players}}
    offers = [(msgspec.to_builtins(move), move) for move in rules.offers(state)]
    chance.shuffle(offers)
    rare = chance.random() < 0.05
    # What ends a game is left for when nothing else can be done.
    offers.sort(key=lambda offer: (offer[0]["do"] in _ENDS, not rare and offer[0]["do"] in _RARE))
    return next(raw for raw, move in offers if rules.refusal(state, move) is None)


def hands(visitor: Visitor, number: int, names: str, *, seed: int = 1, end: bool = True) -> Game:
    """A game of ZAR of so many hands, each won by somebody at once, with points that were typed."""
    decks = 2 if len(names.split()) < 10 else 3
    game = new_game(visitor, names, half_decks=decks, end={"hands": number if end else number + 1})
    chance = random.Random(seed)
    players = names.split()
    for hand in range(number):
        tap(visitor, game, {"do": "deal", "dealer": players[hand % len(players)]})
        tap(visitor, game, {"do": "flip", "card": "blue sun"})
        turn = GAMES["zar"].load(Game.objects.get(pk=game.pk).state).turn
        tap(visitor, game, {"do": "recount", "player": turn, "cards": 1})
        tap(visitor, game, {"do": "play", "player": turn, "cards": ["blue moon"]})
        tap(visitor, game, {"do": "out", "player": turn})
        for name in players:
            if name != turn:
                tap(visitor, game, {"do": "count", "player": name, "points": chance.randint(0, 30)})
    return Game.objects.get(pk=game.pk)
