"""What a play turns out to be: a plain play, a match, or a match on oneself (5.2, 5.3, FAQ 3)."""

from __future__ import annotations

from msgspec import Struct

from referee.rules.shedding.entries import agrees
from referee.rules.shedding.moves import Play
from referee.rules.zar import cards
from referee.rules.zar.cards import CHAMELEON
from referee.rules.zar.say import Kind
from referee.rules.zar.state import Live, Playing, Waiting


class Reading(Struct, frozen=True):
    """The card that a play stands for, and its kind.

    `in_turn` says whose turn it is, `repeats` that it is the top card again, too late for a match.
    """

    identity: str
    kind: Kind
    in_turn: bool
    repeats: bool = False


def read(state: Playing | Waiting, move: Play, identity: str) -> Reading:
    """Whether a play is a match, on another or on oneself, or a plain play (5.2, 5.3, FAQ 3, settled 3)."""
    match: Kind = "self_match" if state.top.by == move.player else "match"
    if isinstance(state, Playing) and move.player == state.turn:
        if not _identical(state, move, identity):
            return Reading(identity, "play", in_turn=True)
        if not state.matchable:
            return Reading(identity, "play", in_turn=True, repeats=True)
        return Reading(identity, match, in_turn=True)
    same = isinstance(state, Waiting) or agrees(state.options, state.top, identity)
    return Reading(identity, match if same else "play", in_turn=False)


def _identical(state: Live, move: Play, identity: str) -> bool:
    """Whether a play in turn is known to repeat the top card; of kinds alone only a chameleon is."""
    named = identity not in cards.KINDS or set(move.cards) == {CHAMELEON}
    return named and identity == state.top.identity


def real(move: Play) -> list[str]:
    """The cards of a play that are no chameleons."""
    return [card for card in move.cards if card != CHAMELEON]
