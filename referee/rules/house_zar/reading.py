"""What a play turns out to be: a plain play, or a match on another (10, 11, 13)."""

from __future__ import annotations

from typing import Literal

from referee.rules.house_zar import cards
from referee.rules.house_zar.state import Live, Playing, Waiting
from referee.rules.shedding.entries import agrees

Kind = Literal["play", "match"]


def in_turn(state: Live, player: str) -> bool:
    """Whether it is this player's turn, and not the time to wait for a match on a last card."""
    return isinstance(state, Playing) and player == state.turn


def read(state: Playing | Waiting, player: str, card: str) -> Kind:
    """Whether a play is a match (10, 13, settled 4 and 5); nobody matches themselves (11)."""
    if state.top.by == player:
        return "play"
    if in_turn(state, player):
        disputed = repeats(state, card) and state.matchable
        return "match" if disputed and state.options.in_turn_match else "play"
    return "match" if isinstance(state, Waiting) or agrees(state.options, state.top, card) else "play"


def repeats(state: Live, card: str) -> bool:
    """Whether a card is known to be the same as the top one; a kind alone never is."""
    return card == state.top.identity and card not in cards.KINDS
