"""Tables for the tests of the rules: a few moves in, told as docs/record.md writes them."""

from __future__ import annotations

from functools import cache
from itertools import permutations

from referee.games.registry import GAMES
from referee.rules import engine
from referee.rules.engine import AnyFold, Fold, Json, Line, Refused, Ruling, State
from referee.rules.record import FORMAT
from referee.rules.shedding import moves
from referee.rules.shedding.game import deck
from referee.rules.shedding.state import Agreed

ZAR = GAMES["zar"]
Raw = Json


def play(player: str, *cards: str, **more: str) -> Json:
    """A play as its JSON value."""
    return {"do": "play", "player": player, "cards": list(cards), **more}


def opening(card: str = "blue sun", dealer: str = "Ann") -> list[Json]:
    """The deal and the first card."""
    return [{"do": "deal", "dealer": dealer}, {"do": "flip", "card": card}]


def holding(**cards: int) -> list[Json]:
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

    def __init__(self, players: str = "Ann Bob Cat", **options: object) -> None:
        self.fold: AnyFold = Fold(ZAR, ZAR.start(options, players.split()))
        self.lines: list[Line] = []

    def tell(self, *moves: Json) -> Ruling[State] | Refused:
        """The answer to the last of the moves; all before it have to be accepted."""
        for move in moves[:-1]:
            answer = self.one(move)
            assert isinstance(answer, Ruling), (move, answer.text)
        return self.one(moves[-1])

    def one(self, move: Json) -> Ruling[State] | Refused:
        answer = self.fold.play_json(move)
        if isinstance(answer, Ruling):
            self.lines.extend(answer.lines)
        return answer

    def accepts(self, *moves: Json) -> Json:
        """The state shown after the moves, all of which have to be accepted."""
        answer = self.tell(*moves)
        assert isinstance(answer, Ruling), (moves[-1], answer.text)
        return self.shown

    def refuses(self, *moves: Json) -> tuple[str, str | None]:
        """The code and the clause with which the last move is refused."""
        answer = self.tell(*moves)
        assert isinstance(answer, Refused), moves[-1]
        return answer.code, answer.rule

    @property
    def shown(self) -> Json:
        shown: Json = ZAR.show(self.fold.state)
        return shown


def document(moves: list[Json], players: str = "Ann Bob Cat", **options: object) -> Json:
    """A record as its JSON value."""
    names = players.split()
    return {"format": FORMAT, "game": "zar", "options": options, "players": names, "moves": moves}
