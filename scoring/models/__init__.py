"""The record's models; the database holds what must never be as constraints."""

from scoring.models.evidence import Photo, Refusal
from scoring.models.games import Game, Hand, Seat
from scoring.models.moves import AppendOnlyError, Move, Score
from scoring.models.people import Crew, Invite, Membership, Player, Role

__all__ = [
    "AppendOnlyError",
    "Crew",
    "Game",
    "Hand",
    "Invite",
    "Membership",
    "Move",
    "Photo",
    "Player",
    "Refusal",
    "Role",
    "Score",
    "Seat",
]
