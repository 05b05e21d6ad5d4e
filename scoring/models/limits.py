"""How much a crew may have of what it makes: far more than anybody who plays comes to.

Each is counted where a row is added, behind the others in the crew's queue; what is too much is said in words
that tell what to do. Rows that are there already stay.
"""

from __future__ import annotations

from datetime import timedelta

from django.core.exceptions import ValidationError
from django.utils import timezone

from scoring.models.evidence import Photo
from scoring.models.games import Game
from scoring.models.people import Invite, Membership, Player
from scoring.models.sharing import CrewShare, Share

MOST_PLAYERS = 2_000
#: Those that were discarded too.
MOST_GAMES = 50_000
#: Those that were removed too.
MOST_PHONES = 20_000
#: Photos that a crew keeps, and those that a game ever had.
MOST_PHOTOS, MOST_PHOTOS_EVER = 5_000, 500
#: Invitations and links, those that were taken back too: of a crew, or of a game, in a day.
MOST_A_DAY = 100
_DAY = timedelta(days=1)


class TooMany(ValidationError):
    """The crew has as many of something as there may be."""

    def __init__(self, why: str) -> None:
        super().__init__(why, code="too_many")

    def __str__(self) -> str:
        return str(self.message)


class TooOften(TooMany):
    """A phone has made so many of something that the next one has to wait."""


def room_for_players(crew: int, new: int) -> None:
    """Raises TooMany."""
    if new and Player.objects.filter(crew=crew).count() + new > MOST_PLAYERS:
        raise TooMany(
            f"A crew has at most {MOST_PLAYERS:,} players. Delete or merge some who no longer play first."
        )


def room_for_games(crew: int, new: int = 1) -> None:
    """Raises TooMany."""
    if Game.objects.filter(crew=crew).count() + new > MOST_GAMES:
        raise TooMany(
            f"A crew has at most {MOST_GAMES:,} games. Export them, leave this crew and begin another one."
        )


def room_for_phone(crew: int) -> None:
    """Raises TooMany."""
    if Membership.objects.filter(crew=crew).count() >= MOST_PHONES:
        raise TooMany(
            f"{MOST_PHONES:,} phones have been in this crew, and no more can join. Its keeper can export it,"
            " and import it into a new crew."
        )


def room_for_photo(crew: int, game: Game) -> None:
    """Raises TooMany."""
    if Photo.objects.kept().filter(actor__crew=crew).count() >= MOST_PHOTOS:
        raise TooMany(f"A crew keeps at most {MOST_PHOTOS:,} photos. Remove some of older games first.")
    if Photo.objects.of(game).count() >= MOST_PHOTOS_EVER:
        raise TooMany(f"{MOST_PHOTOS_EVER} photos were added to this game already. It takes no more.")


def room_for_invite(crew: int) -> None:
    """Raises TooMany."""
    if Invite.objects.filter(crew=crew, created_at__gt=timezone.now() - _DAY).count() >= MOST_A_DAY:
        raise TooMany(
            f"{MOST_A_DAY} invitations were made since yesterday. Use one of them, or make another tomorrow."
        )


def room_for_link(links: type[Share | CrewShare], **of: object) -> None:
    """Raises TooMany."""
    found = links._default_manager.filter(created_at__gt=timezone.now() - _DAY, **of)  # noqa: SLF001
    if found.count() >= MOST_A_DAY:
        raise TooMany(f"{MOST_A_DAY} links were made here since yesterday. Make another one tomorrow.")
