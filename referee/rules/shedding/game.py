"""A game in which everybody wants to be rid of his cards: who answers for each move, and what is offered."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, ClassVar

from referee.rules import engine
from referee.rules.engine import Past, Refused, Ruling, nothing_before
from referee.rules.record import agreed, players_allowed
from referee.rules.shedding import moves, scoring
from referee.rules.shedding.entries import agrees, may_declare
from referee.rules.shedding.state import Agreed, Between, Counting, Dealt, Flipping, Live, Table, Top, show

#: For each move: the states it belongs to, the clause that says so, and who judges it.
Answers = dict[
    type[moves.Move], tuple[tuple[type[Table[Any]], ...], str, Callable[..., Ruling[Any] | Refused]]
]

_NOW = {
    "deal": "no hand is running, deal one first",
    "flip": "the first card has to be turned over first",
    "play": "a hand is being played",
    "out": "{out} has played the last card: match it, or say that nobody matched",
    "count": "the hand is won: count the cards first",
    "over": "the game is over",
}


class Shedding(engine.Game[Any, Any]):
    """What ZAR and the Game of Zar answer alike; each brings its deck, its clauses and its judges."""

    move_types: ClassVar[Any] = moves.Moves
    openers = (moves.Deal,)
    disputes = frozenset({"gotcha", "penalty", "illegal", "close_call", "recount"})
    highest_wins = False
    agreed: ClassVar[type[Agreed]]
    answers: ClassVar[Answers]

    @abstractmethod
    def stands_for(self, card: str, top: Top) -> str:
        """The card that a card stands for when it is laid alone on the top one."""

    def start(self, options: object, players: Sequence[str]) -> Between[Any]:
        """The table before the first deal. Raises NotARecord."""
        chosen = agreed(self.agreed, options)
        players_allowed(self.name, range(2, chosen.most_players + 1), len(players))
        scores = dict.fromkeys(players, 0)
        return Between(options=chosen, players=tuple(players), scores=scores, hand=0, dealer=None)

    def judge(
        self, state: Table[Any], move: moves.Move, past: Past[Any, Any] = nothing_before
    ) -> Ruling[Any] | Refused:
        """What the referee says of a move; one wrong in several ways gets the first of RECORD.md's codes."""
        if refused := self._unknown_words(state, move):
            return refused
        phases, rule, answer = self.answers[type(move)]
        if not isinstance(state, phases):
            facts: engine.Facts = {"out": getattr(state, "out", None) or ""}
            return Refused("phase", rule, f"Not now: {_NOW[state.phase]}.", facts)
        turn = state.turn if isinstance(state, Live) else None
        if isinstance(move, moves.Draw | moves.Take | moves.Pass) and move.player != turn:
            facts = {"turn": turn or "", "player": move.player}
            return Refused("phase", rule, "It is {turn}’s turn, not {player}’s.", facts)
        return answer(state, move, past) if isinstance(move, moves.Illegal) else answer(state, move)

    def offers(self, state: Table[Any]) -> Iterator[moves.Move]:
        """The moves a table may want to tap now, some of which `judge` refuses."""
        match state:
            case Between():
                yield from (moves.Deal(dealer=name) for name in state.players)
                yield from (moves.Quit(player=name) for name in state.players)
                yield moves.End()
            case Flipping():
                yield from (moves.Flip(card=card) for card in deck(state.options))
            case Live():
                yield from self._plays(state)
                yield from _calls(state)
            case Counting():
                yield from (moves.Count(player=name, points=0) for name in scoring.to_count(state))
        if isinstance(state, Dealt):
            yield moves.Void()

    def show(self, state: Table[Any]) -> dict[str, Any]:
        """The state as RECORD.md words it."""
        return show(state)

    def renumbered(self, raw: dict[str, Any], places: Mapping[int, int]) -> dict[str, Any]:
        """An illegal play is named by its number; see Game.renumbered."""
        return raw | {"move": places.get(raw["move"], 0)} if raw["do"] == "illegal" else raw

    def _plays(self, state: Live[Any]) -> Iterator[moves.Move]:
        """In turn any card, out of turn those that match; doubled and more; each declaration."""
        options, top = state.options, state.top
        names = deck(options)
        matching = [card for card in names if agrees(options, top, self.stands_for(card, top))]
        for player in state.players:
            in_turn = state.phase == "play" and player == state.turn
            for card in names if in_turn else matching:
                words = may_declare(options, self.stands_for(card, top))
                for number in range(1, min(options.alike, state.hands[player]) + 1):
                    for word in words:
                        yield moves.Play(player=player, cards=(card,) * number, declare=word)

    def _unknown_words(self, state: Table[Any], move: moves.Move) -> Refused | None:
        """What is wrong by the vocabulary, the players and the options alone."""
        for field in move.names:
            named = getattr(move, field)
            for name in named if isinstance(named, tuple) else (named,):
                if name is not None and name not in state.players:
                    return invalid("`{field}`: {name} is not at the table.", field=field, name=name)
        match move:
            case moves.Join() if move.player in state.players:
                return invalid("`player`: {name} is at the table already.", name=move.player)
            case moves.Gotcha() if move.caller == move.target:
                return invalid("`target`: nobody calls GOTCHA on himself.")
            case moves.Count() if (move.cards is None) == (move.points is None):
                return invalid("A count has either `cards` or `points`.")
            case moves.CloseCall() if len(set(move.players)) == 1:
                return invalid("`players`: a close call is between two players.")
            case moves.Play() | moves.Count() | moves.Flip() | moves.CloseCall():
                return self.unknown_words(move) or _unknown_cards(state.options, move)
        return None

    @abstractmethod
    def unknown_words(self, move: moves.Move) -> Refused | None:
        """What is wrong by this game's own vocabulary, cards aside."""


def deck(options: Agreed) -> tuple[str, ...]:
    """The names that a card can have at this table, kinds first when it tracks quickly."""
    return (options.kinds if options.track == "quick" else ()) + options.cards


def _calls(state: Live[Any]) -> Iterator[moves.Move]:
    if state.phase == "out":
        yield from (moves.Out(player=name) for name in state.players if not state.hands[name])
    else:
        yield from (move(player=state.turn) for move in (moves.Draw, moves.Take, moves.Pass))
    for name in state.players:
        yield moves.SayZar(player=name)
        yield moves.Penalty(player=name)
        yield from (moves.Gotcha(caller=other, target=name) for other in state.players if other != name)


def _unknown_cards(options: Agreed, move: moves.Move) -> Refused | None:
    match move:
        case moves.Flip():
            given: Sequence[str] = (move.card,)
        case moves.Play() | moves.Count():
            given = move.cards or ()
        case _:
            given = ()
    for card in given:
        if card not in options.names and not (options.track == "quick" and card in options.kinds):
            return invalid("There is no card {card}.", card=card)
    return None


def invalid(message: str, **facts: str | list[str]) -> Refused:
    """A refusal by the words of a move alone."""
    return Refused("invalid", None, message, dict(facts))
