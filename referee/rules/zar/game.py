"""ZAR, Clay's rules: which moves are possible when, and who answers for each."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, ClassVar

import msgspec

from referee.rules import engine
from referee.rules.engine import NotARecord, Past, Refused, Ruling, nothing_before
from referee.rules.record import players_allowed
from referee.rules.zar import between, cards, close_call, moves, play, scoring, turn
from referee.rules.zar.state import (
    Between,
    Counting,
    Dealt,
    Flipping,
    Options,
    Playing,
    States,
    Table,
    Waiting,
    show,
)

#: For each move: the states it belongs to, the clause that says so, and who judges it.
_TABLE: dict[
    type[moves.Move], tuple[tuple[type[Table], ...], str, Callable[..., Ruling[States] | Refused]]
] = {
    moves.Deal: ((Between,), "zar 3", between.deal),
    moves.Flip: ((Flipping,), "zar 3", between.flip),
    moves.Play: ((Playing, Waiting), "zar 4", play.judge),
    moves.Draw: ((Playing,), "zar 4", turn.draw_card),
    moves.Take: ((Playing,), "zar 4", turn.take),
    moves.Pass: ((Playing,), "zar 4", turn.pass_turn),
    moves.SayZar: ((Playing, Waiting), "zar 6", turn.say_zar),
    moves.Gotcha: ((Playing, Waiting), "zar 6", turn.gotcha),
    moves.Penalty: ((Playing, Waiting), "zar 8", turn.penalty),
    moves.Illegal: ((Playing, Waiting, Counting), "zar 8", turn.illegal),
    moves.CloseCall: ((Playing, Waiting), "zar 10", close_call.close_call),
    moves.Out: ((Waiting,), "zar 6", turn.out),
    moves.Count: ((Counting,), "zar 6", scoring.count),
    moves.Join: ((Between,), "zar 11.6", between.join),
    moves.Quit: ((Between,), "zar 11.6", between.quit_table),
    moves.Recount: ((Playing,), "zar 11.7", turn.recount),
    moves.Void: ((Dealt,), "zar settled 13", between.void),
    moves.End: ((Between,), "zar settled 19", between.end),
}
_NOW = {
    "deal": "no hand is running, deal one first",
    "flip": "the first card has to be turned over first",
    "play": "a hand is being played",
    "out": "{out} has played the last card: match it, or say that nobody matched",
    "count": "the hand is won: count the cards first",
    "over": "the game is over",
}


class Zar(engine.Game[Any, Any]):
    key = "zar"
    name = "ZAR"
    state_types: ClassVar[Any] = States
    move_types: ClassVar[Any] = moves.Moves
    openers = (moves.Deal,)

    def start(self, options: object, players: Sequence[str]) -> Between:
        """The table before the first deal. Raises NotARecord."""
        try:
            chosen = msgspec.convert(options, Options)
        except msgspec.ValidationError as error:
            raise NotARecord(f"`options`: {error}.") from None
        if chosen.chameleons > chosen.half_decks:
            raise NotARecord("`options.chameleons` may be one for each half deck at most.")
        players_allowed(self.name, range(2, chosen.most_players + 1), len(players))
        scores = dict.fromkeys(players, 0)
        return Between(options=chosen, players=tuple(players), scores=scores, hand=0, dealer=None)

    def judge(
        self, state: States, move: moves.Move, past: Past[Any, Any] = nothing_before
    ) -> Ruling[States] | Refused:
        """What the referee says of a move; one wrong in several ways gets the first of RECORD.md's codes."""
        if refused := _unknown_words(state, move):
            return refused
        phases, rule, answer = _TABLE[type(move)]
        if not isinstance(state, phases):
            facts: engine.Facts = {"out": state.out} if isinstance(state, Waiting) else {}
            return Refused("phase", rule, f"Not now: {_NOW[state.phase]}.", facts)
        if isinstance(move, moves.Draw | moves.Take | moves.Pass) and move.player != state.turn:  # type: ignore[union-attr]
            facts = {"turn": state.turn, "player": move.player}  # type: ignore[union-attr]
            return Refused("phase", rule, "It is {turn}’s turn, not {player}’s.", facts)
        return answer(state, move, past) if isinstance(move, moves.Illegal) else answer(state, move)

    def offers(self, state: States) -> Iterator[moves.Move]:
        """The moves a table may want to tap now, some of which `judge` refuses."""
        match state:
            case Between():
                yield from (moves.Deal(dealer=name) for name in state.players)
                yield from (moves.Quit(player=name) for name in state.players)
                yield moves.End()
            case Flipping():
                yield from (moves.Flip(card=card) for card in deck(state.options))
            case Playing() | Waiting():
                yield from _plays(state)
                yield from _calls(state)
            case Counting():
                yield from (moves.Count(player=name, points=0) for name in scoring.to_count(state))
        if isinstance(state, Dealt):
            yield moves.Void()

    def renumbered(self, raw: dict[str, Any], places: Mapping[int, int]) -> dict[str, Any]:
        """An illegal play is named by its number; see Game.renumbered."""
        return raw | {"move": places.get(raw["move"], 0)} if raw["do"] == "illegal" else raw

    def show(self, state: States) -> dict[str, Any]:
        """The state as RECORD.md words it."""
        return show(state)


def deck(options: Options) -> tuple[str, ...]:
    """The names that a card can have at this table, kinds first when it tracks quickly."""
    kinds = cards.KINDS if options.track == "quick" else ()
    return kinds + cards.CARDS + ((cards.CHAMELEON,) if options.chameleons else ())


def _plays(state: Playing | Waiting) -> Iterator[moves.Move]:
    """In turn any card, out of turn those that match; doubled and more; each declaration."""
    names = deck(state.options)
    matching = [card for card in names if play.agrees(state.top, play.stands_for((card,), state.top))]
    for player in state.players:
        in_turn = isinstance(state, Playing) and player == state.turn
        for card in names if in_turn else matching:
            words = play.may_declare(play.stands_for((card,), state.top))
            for number in range(1, min(state.options.half_decks, state.hands[player]) + 1):
                for word in words:
                    yield moves.Play(player=player, cards=(card,) * number, declare=word)


def _calls(state: Playing | Waiting) -> Iterator[moves.Move]:
    if isinstance(state, Waiting):
        yield moves.Out(player=state.out)
    else:
        yield from (move(player=state.turn) for move in (moves.Draw, moves.Take, moves.Pass))
    for name in state.players:
        yield moves.SayZar(player=name)
        yield moves.Penalty(player=name)
        yield from (moves.Gotcha(caller=other, target=name) for other in state.players if other != name)


def _unknown_words(state: States, move: moves.Move) -> Refused | None:
    """What is wrong by the vocabulary, the players and the options alone."""
    for field in move.names:
        named = getattr(move, field)
        for name in named if isinstance(named, tuple) else (named,):
            if name is not None and name not in state.players:
                return _invalid("`{field}`: {name} is not at the table.", field=field, name=name)
    match move:
        case moves.Join() if move.player in state.players:
            return _invalid("`player`: {name} is at the table already.", name=move.player)
        case moves.Gotcha() if move.caller == move.target:
            return _invalid("`target`: nobody calls GOTCHA on himself.")
        case moves.Count() if (move.cards is None) == (move.points is None):
            return _invalid("A count has either `cards` or `points`.")
        case moves.CloseCall() if len(set(move.players)) == 1:
            return _invalid("`players`: a close call is between two players.")
        case moves.CloseCall() if frozenset(move.events) not in close_call.ROWS:
            return _invalid("`events`: {events} are no row of Table 1.", events=list(move.events))
        case moves.Play() if move.declare is not None and move.declare not in cards.DECLARABLE:
            return _invalid("`declare`: {word} is neither a symbol nor a colour.", word=move.declare)
        case moves.Play() | moves.Count() | moves.Flip():
            return _unknown_cards(state.options, move)
    return None


_KNOWN = frozenset((*cards.CARDS, cards.CHAMELEON))


def _unknown_cards(options: Options, move: moves.Play | moves.Count | moves.Flip) -> Refused | None:
    given = (move.card,) if isinstance(move, moves.Flip) else move.cards or ()
    for card in given:
        if card not in _KNOWN and not (options.track == "quick" and card in cards.KINDS):
            return _invalid("There is no card {card}.", card=card)
    return None


def _invalid(message: str, **facts: str | list[str]) -> Refused:
    return Refused("invalid", None, message, dict(facts))


GAME = Zar()
