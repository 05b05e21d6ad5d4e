"""Invitations: a link that makes a phone a member, with a role, until a date and so many times.

The token lies in the link alone; the database keeps its digest, so a link that was not kept is made anew,
not shown again.
"""

from __future__ import annotations

import base64
import re
import secrets
from datetime import date, datetime, time, timedelta

from django.db.models import F
from django.utils import timezone
from django.utils.crypto import salted_hmac

from scoring.crew.phones import kept_by, may_more, settle
from scoring.crew.visitor import Visitor, digest
from scoring.models import Game, Invite, Membership, Role
from scoring.models.limits import room_for_invite, room_for_phone
from scoring.models.people import CrewQuerySet
from scoring.writing import queue

MOST_OPEN = 40
MOST_USES = 50
LONGEST = timedelta(days=366)
_TOKEN = re.compile(r"[\w-]{43}", re.ASCII)
_KEY = re.compile(r"[\w-]{16,64}", re.ASCII)


class CannotInvite(ValueError):
    """Why no invitation was made, in a sentence."""


class Closed(Exception):
    """Why an invitation lets nobody in any more, in a sentence."""


def new_key() -> str:
    """A key for a form that makes an invitation: sent twice, it makes one."""
    return secrets.token_urlsafe(16)


def make_invite(
    *, actor: Membership, key: str, role: Role, uses: int, until: datetime, game: Game | None = None
) -> str:
    """The token of a new invitation, 256 bits as 43 characters; the same key makes the same one again.

    Raises CannotInvite, TooMany, and PermissionDenied for all but the keeper.
    """
    if not _KEY.fullmatch(key):
        raise CannotInvite("The form was not made by this page. Open it again.")
    now = timezone.now()
    if not now < until <= now + LONGEST:
        raise CannotInvite("An invitation ends within a year, and not before today.")
    if not 1 <= uses <= MOST_USES:
        raise CannotInvite(f"An invitation is good for 1 to {MOST_USES} phones.")
    token = _token(actor, key)
    with kept_by(actor) as crew:
        if Invite.objects.filter(token_digest=digest(token)).exists():
            return token
        if _open().filter(crew=crew).count() >= MOST_OPEN:
            raise CannotInvite(f"{MOST_OPEN} invitations are open. Take one back first.")
        if crew.discarded_at:
            raise CannotInvite("A sample is for this phone alone. Begin a game of your own to play along in.")
        room_for_invite(crew.pk)
        Invite.objects.create(
            crew=crew,
            game=game,
            role=role,
            uses_left=uses,
            expires_at=until,
            token_digest=digest(token),
            created_at=now,
        )
    return token


def make_for_table(*, actor: Membership, game: Game, role: Role, uses: int, until: datetime) -> str:
    """The token of a new invitation to the game's table, for one that has none open (`of_table`).

    Raises as `make_invite`.
    """
    key = _table_key(game, game.invites.count())
    return make_invite(actor=actor, key=key, role=role, uses=uses, until=until, game=game)


def of_table(actor: Membership, game: Game) -> str:
    """The token of the game's invitation that is open and that this phone made; "" where there is none.

    No token is kept, but those of a table are made again from the order of its invitations. Two queries.
    """
    digests = list(game.invites.order_by("pk").values_list("token_digest", flat=True))
    still = set(_open().filter(game=game).values_list("token_digest", flat=True)) if digests else set()
    for number, known in enumerate(digests):
        token = _token(actor, _table_key(game, number))
        if known in still and digest(token) == known:
            return token
    return ""


def _table_key(game: Game, number: int) -> str:
    return f"{game.public_id}-{number}"


def _token(actor: Membership, key: str) -> str:
    """Made from the key, not thrown: so a form sent twice finds what it made, and the key says nothing."""
    mac = salted_hmac(__name__, f"{actor.pk} {key}", algorithm="sha256").digest()
    return base64.urlsafe_b64encode(mac).decode().rstrip("=")


def end_of(day: date) -> datetime:
    """The last moment of a day, in the table's time."""
    return datetime.combine(day, time.max, tzinfo=timezone.get_current_timezone())


def open_invites(visitor: Visitor) -> list[Invite]:
    """The invitations of the visitor's crew that still let somebody in, the newest first. One query."""
    return list(_open().visible_to(visitor).order_by("-pk")[:MOST_OPEN])


def _open() -> CrewQuerySet[Invite]:
    now = timezone.now()
    return Invite.objects.filter(
        revoked_at=None, uses_left__gt=0, expires_at__gt=now, crew__discarded_at=None
    )


def find_invite(token: str) -> Invite | None:
    """The invitation of a link with its crew, open or not; None for a token that was never given out."""
    if not _TOKEN.fullmatch(token):
        return None
    found = Invite.objects.select_related("crew", "game").filter(token_digest=digest(token)).first()
    # The digest was looked up, not the token, so how long that took says nothing of it.
    return found if found and secrets.compare_digest(found.token_digest, digest(token)) else None


def why_closed(invite: Invite) -> str:
    """Why an invitation lets nobody in any more, in a sentence; "" while it does."""
    if invite.crew.discarded_at:
        return "This crew was deleted."
    if invite.revoked_at:
        return "This invitation was taken back."
    if invite.expires_at <= timezone.now():
        return "This invitation has run out: its last day is over."
    if not invite.uses_left:
        return "This invitation is used up: it let in as many phones as it was made for."
    return ""


def accept(
    visitor: Visitor, invite: Invite, *, key: str, label: str = "", role: Role | None = None
) -> Membership:
    """Makes the visitor's phone a member; a use is taken only where that changes something. Raises Closed.

    A phone of the crew keeps its place, and gets the role if it is a higher one: the invitation's, or the
    `role` that it asks for instead, which is none that may do more. `key` is the form's: sent twice, it takes
    one use. Raises ValidationError for a label that cannot be.
    """
    role = Role(invite.role) if role is None or may_more(role, invite.role) else role
    with queue(invite.crew_id):
        here = Membership.objects.filter(crew=invite.crew_id, shut_out_at=None)
        renewed = visitor.renewed(key)
        done = here.filter(token_digest=digest(renewed)).first()
        if done:
            visitor.token, visitor.membership = renewed, done
            return done
        member = here.filter(token_digest=visitor.digest).first()
        if member and not may_more(role, member.role):
            return member
        # Many may hold the same link and tap at once: whoever takes the last use leaves none to the others.
        if member is None:
            room_for_phone(invite.crew_id)
        if not _open().filter(pk=invite.pk).update(uses_left=F("uses_left") - 1):
            raise Closed(why_closed(Invite.objects.get(pk=invite.pk)))
        return settle(visitor, crew=invite.crew, role=role, key=key, label=label)


def revoke(*, actor: Membership, invite: Invite) -> None:
    """Takes an invitation back; it may be back already. Raises PermissionDenied."""
    with kept_by(actor):
        Invite.objects.filter(pk=invite.pk, revoked_at=None).update(revoked_at=timezone.now())
