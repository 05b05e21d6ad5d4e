"""Links by which anybody may read one game's result: made, found, and taken back."""

from __future__ import annotations

from django.core.exceptions import PermissionDenied
from django.utils import timezone

from scoring.crew.visitor import must_write
from scoring.models import Game, Share
from scoring.writing import one_writer


def share(game: Game) -> Share:
    """The game's open link; made if there is none, so that two taps make one.

    `game` is one that `visible_to` found. Raises PermissionDenied for one who may only look.
    """
    must_write(game.viewer_role)
    with one_writer():
        found, _ = Share.objects.get_or_create(
            game=game, revoked_at=None, defaults={"actor_id": game.viewer_id}
        )
    return found


def open_share(game: Game) -> Share | None:
    """The game's link that works now. One query."""
    return Share.objects.filter(game=game, revoked_at=None).first()


def may_revoke(game: Game, found: Share) -> bool:
    """Whether the phone that looks may take a link back: the keeper's may, and the one that made it."""
    return game.viewer_is_keeper or (game.viewer_may_write and found.actor_id == game.viewer_id)


def revoke(game: Game) -> None:
    """Takes the game's link back, if it has one: from now on it leads nowhere.

    Raises PermissionDenied for one who neither keeps the crew nor made it.
    """
    with one_writer():
        found = Share.objects.select_for_update(of=("self",)).filter(game=game, revoked_at=None).first()
        if found is None:
            must_write(game.viewer_role)
            return
        if not may_revoke(game, found):
            raise PermissionDenied("The keeper takes a link back, or who made it.")
        found.revoked_at = timezone.now()
        found.save(update_fields=["revoked_at"])


def shared(public_id: str) -> Game | None:
    """The game that a link leads to; None for one that was taken back or never was, and for a discarded game
    or crew.

    One query.
    """
    links = Share.objects.filter(
        public_id=public_id, revoked_at=None, game__discarded_at=None, game__crew__discarded_at=None
    )
    found = links.select_related("game").first()
    return found.game if found else None
