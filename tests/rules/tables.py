"""Tables for the tests of the rules: a few moves in, told as RECORD.md writes them."""

from __future__ import annotations

from functools import cache
from itertools import permutations
from typing import Any

from referee.rules import engine
from referee.rules.engine import Fold, Line, Refused, Ruling
from referee.rules.record import FORMAT
from referee.rules.shedding import moves
from referee.rules.shedding.game import deck
from referee.rules.shedding.state import Agreed

ZAR = engine.games()["zar"]
Raw = dict[str, Any]


def play(player: str, *cards: str, **more: str) -> Raw:
    """A play as its JSON value."""
    return {"do": "play", "player": player, "cards": list(cards), **more}


def opening(card: str = "blue sun", dealer: str = "Ann") -> list[Raw]:
    """The deal and the first card."""
    return [{"do": "deal", "dealer": dealer}, {"do": "flip", "card": card}]


def holding(**cards: int) -> list[Raw]:
    """Recounts that bring hands to the sizes a test is about."""
    return [{"do": "recount", "player": player, "cards": number} for player, number in cards.items()]


@cache
def universe(
    players: tuple[str, ...], options: Agreed, words: tuple[str | None, ...]
) -> tuple[engine.Move, ...]:
    """Every move that `offers` could know of: each player, card, multiple, declared word, draw and call."""
    every: list[engine.Move] = [moves.Void(), moves.End()]
    every += [moves.Flip(card=card) for card in deck(options)]
    every += [moves.Gotcha(caller=one, target=other) for one, other in permutations(players, 2)]
    every += [moves.Deal(dealer=name) for name in players]
    for name in players:
        kinds = (moves.Draw, moves.Take, moves.Pass, moves.SayZar, moves.Penalty, moves.Out, moves.Quit)
        every += [kind(player=name) for kind in kinds]
        every += [
            moves.Play(player=name, cards=(card,) * number, declare=word)
            for card in deck(options)
            for number in range(1, options.alike + 2)
            for word in words
        ]
    return tuple(every)


class Table:
    """Folds raw moves and keeps every answer."""

    def __init__(self, players: str = "Ann Bob Cat", **options: Any) -> None:
        self.fold: Fold[Any, Any] = Fold(ZAR, ZAR.start(options, players.split()))
        self.lines: list[Line] = []

    def tell(self, *moves: Raw) -> Ruling[Any] | Refused:
        """The answer to the last of the moves; all before it have to be accepted."""
        for move in moves[:-1]:
            answer = self.one(move)
            assert isinstance(answer, Ruling), (move, answer.text)
        return self.one(moves[-1])

    def one(self, move: Raw) -> Ruling[Any] | Refused:
        answer = self.fold.tell(move)
        if isinstance(answer, Ruling):
            self.lines.extend(answer.lines)
        return answer

    def accepts(self, *moves: Raw) -> dict[str, Any]:
        """The state shown after the moves, all of which have to be accepted."""
        answer = self.tell(*moves)
        assert isinstance(answer, Ruling), (moves[-1], answer.text)
        return self.shown

    def refuses(self, *moves: Raw) -> tuple[str, str | None]:
        """The code and the clause with which the last move is refused."""
        answer = self.tell(*moves)
        assert isinstance(answer, Refused), moves[-1]
        return answer.code, answer.rule

    @property
    def shown(self) -> dict[str, Any]:
        shown: dict[str, Any] = ZAR.show(self.fold.state)
        return shown


def document(moves: list[Raw], players: str = "Ann Bob Cat", **options: Any) -> dict[str, Any]:
    """A record as its JSON value."""
    names = players.split()
    return {"format": FORMAT, "game": "zar", "options": options, "players": names, "moves": moves}
