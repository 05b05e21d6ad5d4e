"""Links by which anybody may see one game's result, or its table on a board: made, found, and taken back."""

from __future__ import annotations

from datetime import datetime

from django.core.exceptions import PermissionDenied
from django.utils import timezone

from scoring.crew.visitor import must_write
from scoring.models import Game, Role, Share
from scoring.models.limits import room_for_link
from scoring.writing import one_writer


def share(game: Game, kind: Share.Kind = Share.Kind.RESULT) -> Share:
    """The game's open link of this kind; made if there is none, so that two taps make one.

    `game` is one that `visible_to` found. Raises PermissionDenied for one who may only look, TooMany.
    """
    must_write(game.viewer_role)
    with one_writer():
        if open_share(game, kind) is None:
            room_for_link(Share, game=game)
        found, _ = Share.objects.get_or_create(
            game=game, kind=kind, revoked_at=None, defaults={"actor_id": game.viewer_id}
        )
    return found


def open_share(game: Game, kind: Share.Kind = Share.Kind.RESULT) -> Share | None:
    """The game's link of this kind that works now. One query."""
    return Share.objects.filter(game=game, kind=kind, revoked_at=None).first()


def may_revoke(game: Game, found: Share) -> bool:
    """Whether the phone that looks may take a link back: the keeper's may, and the one that made it."""
    return game.viewer_is_keeper or (game.viewer_may_write and found.actor_id == game.viewer_id)


def revoke(game: Game, kind: Share.Kind = Share.Kind.RESULT) -> Share | None:
    """Takes the game's link back, and returns it: from now on it leads nowhere. None if there was none.

    Raises PermissionDenied for one who neither keeps the crew nor made it.
    """
    with one_writer():
        links = Share.objects.select_for_update(of=("self",))
        found = links.filter(game=game, kind=kind, revoked_at=None).first()
        if found is None:
            must_write(game.viewer_role)
            return None
        if not may_revoke(game, found):
            raise PermissionDenied("The keeper takes a link back, or who made it.")
        found.revoked_at = timezone.now()
        found.save(update_fields=["revoked_at"])
    return found


def shared(public_id: str, kind: Share.Kind = Share.Kind.RESULT) -> Share | None:
    """The link with its game, by the secret in its address; None for one that was taken back or never was,
    and for a discarded game or crew.

    One query.
    """
    links = Share.objects.filter(
        public_id=public_id,
        kind=kind,
        revoked_at=None,
        game__discarded_at=None,
        game__crew__discarded_at=None,
    )
    return links.select_related("game", "actor").first()


def for_board(found: Share) -> Game:
    """The game of a board's link, as the screen sees it that has the link: it may look, and no more.

    The streams of such a screen go by `listener`, as those of phones go by their own number.
    """
    game = found.game
    game.viewer_id, game.viewer_role = listener(found), Role.WATCHER
    return game


def carry_board(before: Game, game: Game) -> None:
    """The board's link goes on with the table: it shows its next game from now on."""
    with one_writer():
        Share.objects.filter(game=before, kind=Share.Kind.BOARD, revoked_at=None).update(game=game)


def listener(found: Share) -> int:
    """By what number a link's streams are known: below 0, where no phone has one."""
    return -found.pk


def boards_revoked_since(when: datetime) -> list[int]:
    """The numbers (`listener`) of the boards' links that were taken back from then on. One query."""
    links = Share.objects.filter(kind=Share.Kind.BOARD, revoked_at__gte=when)
    return [listener(found) for found in links.only("pk")]
