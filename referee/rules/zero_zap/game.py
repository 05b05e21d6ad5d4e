"""Zero Zap: which moves are possible when, and who answers for each."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, ClassVar

from referee.rules import engine
from referee.rules.engine import Past, Refused, Ruling, nothing_before
from referee.rules.record import agreed, players_allowed
from referee.rules.zero_zap import cards, discard, moves, offers, rounds, scoring, specials, turn
from referee.rules.zero_zap.feats import FEATS, feats_of
from referee.rules.zero_zap.state import (
    Between,
    Counting,
    Drawing,
    Options,
    Playing,
    States,
    Table,
    Turn,
    cleared,
    show,
)

#: For each move: the states it belongs to, the clause that says so, and who judges it.
_TABLE: dict[type[moves.Move], tuple[tuple[type[Table], ...], str, Callable[..., Ruling[Any] | Refused]]] = {
    moves.Deal: ((Between,), "zero_zap 2", rounds.deal),
    moves.Draw: ((Drawing,), "zero_zap 3", turn.draw_cards),
    moves.Take: ((Drawing,), "zero_zap 3", turn.take),
    moves.Meld: ((Playing,), "zero_zap 3", turn.meld),
    moves.Add: ((Playing,), "zero_zap 6", turn.add),
    moves.Double: ((Playing,), "zero_zap 8", turn.double),
    moves.Discard: ((Playing,), "zero_zap 9", discard.discard),
    moves.Zap: ((Playing,), "zero_zap 14", discard.zap),
    moves.Pass: ((Playing,), "zero_zap 9", turn.pass_turn),
    moves.Count: ((Counting,), "zero_zap 12", scoring.count),
    moves.Round: ((Between,), "zero_zap 12", scoring.score_round),
    moves.Recount: ((Drawing, Playing), "zero_zap 1", turn.recount),
    moves.Void: ((Drawing, Playing, Counting), "zero_zap 2", rounds.void),
    moves.End: ((Between,), "zero_zap 15", rounds.end),
}
_OF_THE_TURN = (
    moves.Draw,
    moves.Take,
    moves.Meld,
    moves.Add,
    moves.Double,
    moves.Discard,
    moves.Zap,
    moves.Pass,
)
_NOW = {
    "deal": "no round is running, deal one or score one first",
    "draw": "{turn} has to draw or to take from the lineup first",
    "play": "{turn} is playing, and ends the turn with a discard",
    "count": "{out} went out, count what the others hold first",
    "over": "the game is over",
}


class ZeroZap(engine.Game[Any, Any]):
    key = "zero_zap"
    name = "Zero Zap"
    state_types: ClassVar[Any] = States
    move_types: ClassVar[Any] = moves.Moves
    feats = FEATS
    openers = (moves.Deal, moves.Round)
    unit = "round"
    disputes = frozenset({"recount"})

    def start(self, options: object, players: Sequence[str]) -> Between:
        """The table before the first deal. Raises NotARecord."""
        chosen = agreed(Options, options)
        players_allowed(self.name, range(2, 5), len(players))
        seats = tuple(players)
        nothing = dict.fromkeys(seats, 0)
        return Between(options=chosen, players=seats, scores=nothing, gained=nothing, **cleared(seats))

    def judge(
        self,
        state: States,
        move: moves.Move,
        past: Past[Any, Any] = nothing_before,  # noqa: ARG002 - no move looks back
    ) -> Ruling[States] | Refused:
        """What the referee says of a move; one wrong in several ways gets the first of RECORD.md's codes."""
        if refused := _unknown_words(state, move):
            return refused
        phases, rule, answer = _TABLE[type(move)]
        if not isinstance(state, phases):
            facts: engine.Facts = {}
            if isinstance(state, Turn):
                facts = {"turn": state.turn}
            elif isinstance(state, Counting):
                facts = {"out": state.out}
            return Refused("phase", rule, f"Not now: {_NOW[state.phase]}.", facts)
        if isinstance(state, Turn) and isinstance(move, _OF_THE_TURN) and move.player != state.turn:
            facts = {"turn": state.turn, "player": move.player}
            return Refused("phase", rule, "It is {turn}’s turn, not {player}’s.", facts)
        return answer(state, move)

    def offers(self, state: States) -> Iterator[moves.Move]:
        """The moves a table may want to tap now, some of which `judge` refuses."""
        return offers.offers(state)

    def hand_number(self, state: States) -> int:
        """The round that runs, or ran last."""
        return state.rounds

    def feats_of(self, before: States, move: moves.Move, ruling: Ruling[States]) -> engine.Feats:
        """What a move adds to the feats of whom; see Game.feats_of."""
        return feats_of(before, move, ruling)

    def show(self, state: States) -> dict[str, Any]:
        """The state as RECORD.md words it."""
        return show(state)


def _unknown_words(state: States, move: moves.Move) -> Refused | None:
    """What is wrong by the vocabulary, the players and the options alone."""
    for field in move.names:
        name = getattr(move, field)
        if name is not None and name not in state.players:
            return _invalid("`{field}`: {name} is not at the table.", field=field, name=name)
    match move:
        case moves.Take():
            return _unknown_cards(move.card)
        case moves.Discard():
            return _unknown_cards(move.card) or _misfits(state, move)
        case moves.Meld() | moves.Add():
            return _unknown_cards(*move.cards)
        case moves.Round():
            return _not_everybody("scores", state, move.scores)
    return None


def _unknown_cards(*given: str) -> Refused | None:
    for card in given:
        if card not in cards.CARDS:
            return _invalid("There is no card {card}.", card=card)
    return None


def _misfits(state: States, move: moves.Discard) -> Refused | None:
    """Fields that the card never has, and a steal told by halves."""
    has = specials.FIELDS.get(move.card, ())
    for field in ("target", "meld", "color", "passed"):
        if getattr(move, field) is not None and field not in has:
            return _invalid("`{field}`: {card} has none, leave it out.", field=field, card=move.card)
    if move.card == "steal":
        given = [field for field in has if getattr(move, field) is not None]
        if given and (len(given) != 2 or move.target is None):
            return _invalid("Steal names a `target` and either a `meld` or a `color`.")
    return None if move.passed is None else _not_everybody("passed", state, move.passed)


def _not_everybody(field: str, state: States, named: dict[str, Any]) -> Refused | None:
    for name in named:
        if name not in state.players:
            return _invalid("`{field}`: {name} is not at the table.", field=field, name=name)
    missing = [name for name in state.players if name not in named]
    if missing:
        return _invalid("`{field}`: {missing} is missing.", field=field, missing=missing)
    return None


def _invalid(message: str, **facts: str | list[str]) -> Refused:
    return Refused("invalid", None, message, dict(facts))


GAME = ZeroZap()
