"""Zero Zap: which moves are possible when, and who answers for each."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import ClassVar

from referee.rules import engine
from referee.rules.engine import Answers, Json, Refused, Ruling, invalid
from referee.rules.record import agreed, players_allowed
from referee.rules.sentences import NOT_CHOSEN_FOR
from referee.rules.zero_zap import cards, discard, moves, offers, rounds, scoring, specials, turn
from referee.rules.zero_zap.feats import FEATS, feats_of
from referee.rules.zero_zap.state import (
    Between,
    Counting,
    Drawing,
    Options,
    Playing,
    States,
    cleared,
    show,
)


class ZeroZap(engine.Game[States, moves.Move]):
    key = "zero_zap"
    name = "Zero Zap"
    state_types = States
    move_types = moves.Move
    answers: ClassVar[Answers] = {
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
    now: ClassVar[Mapping[str, str]] = {
        "deal": "no round is running, deal one or score one first",
        "draw": "{turn} has to draw or to take from the lineup first",
        "play": "{turn} is playing, and ends the turn with a discard",
        "count": "{out} went out, count what the others hold first",
        "over": "the game is over",
    }
    in_turn = (
        moves.Draw,
        moves.Take,
        moves.Meld,
        moves.Add,
        moves.Double,
        moves.Discard,
        moves.Zap,
        moves.Pass,
    )
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

    def wrong_words(self, state: States, move: moves.Move) -> Refused | None:
        """A card that there is not, a field that the card never has, or a round that leaves somebody out."""
        match move:
            case moves.Take():
                return _unknown_cards(move.card)
            case moves.Discard():
                return _unknown_cards(move.card) or _misfits(state, move)
            case moves.Meld() | moves.Add():
                return _unknown_cards(*move.cards)
            case moves.Round():
                return _not_everybody(state, move.scores)
        return None

    def offers(self, state: States) -> Iterator[moves.Move]:
        """The moves a table may want to tap now, some of which `judge` refuses."""
        return offers.offers(state)

    def hand_number(self, state: States) -> int:
        """The round that runs, or ran last."""
        return state.rounds

    def feats_of(self, before: States, move: moves.Move, ruling: Ruling[States]) -> engine.Feats:
        """What a move adds to the feats of whom; see Game.feats_of."""
        return feats_of(before, move, ruling)

    def show(self, state: States) -> Json:
        """The state as docs/record.md words it."""
        return show(state)


def _unknown_cards(*given: str) -> Refused | None:
    for card in given:
        if card not in cards.CARDS:
            return invalid("There is no card “{card}”: choose one of the deck.", card=card)
    return None


def _misfits(state: States, move: moves.Discard) -> Refused | None:
    """Fields that the card never has, and a steal told by halves."""
    has = specials.FIELDS.get(move.card, ())
    for field in ("target", "meld", "color", "passed"):
        if getattr(move, field) is not None and field not in has:
            return invalid("{card:cap} takes no `{field}`: leave it out.", field=field, card=move.card)
    if move.card == "steal":
        given = [field for field in has if getattr(move, field) is not None]
        if given and (len(given) != 2 or move.target is None):
            return invalid("Steal takes a `target`, and either a `meld` or a `color`: name both.")
    if move.passed is None:
        return None
    message = NOT_CHOSEN_FOR.replace("{field}", "The number handed on")
    return _not_everybody(state, move.passed, message)


def _not_everybody(
    state: States,
    named: Collection[str],
    message: str = "{names} is missing: say it for everybody at the table.",
) -> Refused | None:
    for name in named:
        if name not in state.players:
            return invalid("{name} is not at the table: leave that out.", name=name)
    missing = [name for name in state.players if name not in named]
    if missing:
        return invalid(message, names=missing)
    return None


GAME = ZeroZap()
