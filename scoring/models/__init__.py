"""The record's models; the database holds what must never be as constraints."""

from scoring.models.evidence import Buzz, Photo, Refusal
from scoring.models.games import Game, Hand, Logger, Seat
from scoring.models.moves import AppendOnlyError, Move, Score
from scoring.models.nights import RegularNight
from scoring.models.people import Colour, Crew, FormerPlace, Invite, Membership, Player, Role
from scoring.models.seasons import Season
from scoring.models.sessions import SecondFactor, SignIn
from scoring.models.sharing import CrewShare, Share
from scoring.models.sheets import Sheet, SheetVersion
from scoring.models.tallies import Night, Rating, Tally, Unrated

__all__ = [
    "AppendOnlyError",
    "Buzz",
    "Colour",
    "Crew",
    "CrewShare",
    "FormerPlace",
    "Game",
    "Hand",
    "Invite",
    "Logger",
    "Membership",
    "Move",
    "Night",
    "Photo",
    "Player",
    "Rating",
    "Refusal",
    "RegularNight",
    "Role",
    "Score",
    "Season",
    "Seat",
    "SecondFactor",
    "Share",
    "Sheet",
    "SheetVersion",
    "SignIn",
    "Tally",
    "Unrated",
]
