"""Invitations: a link that makes a phone a member, with a role, until a date and so many times.

The token lies in the link alone; the database keeps its digest. The phone that made an invitation can make
its token again, of the moment at which it did.
"""

from __future__ import annotations

import base64
import re
import secrets
from datetime import date, datetime, timedelta

from django.db.models import F
from django.utils import timezone
from django.utils.crypto import salted_hmac

from scoring.crew.phones import kept_by, may_more, settle
from scoring.crew.visitor import Visitor, digest
from scoring.models import Game, Invite, Membership, Role
from scoring.models.limits import room_for_invite, room_for_phone
from scoring.models.nights import night_begins
from scoring.models.people import CrewQuerySet
from scoring.writing import queue

MOST_OPEN = 40
MOST_USES = 50
LONGEST = timedelta(days=366)
_TOKEN = re.compile(r"[\w-]{43}", re.ASCII)


class CannotInvite(ValueError):
    """Why no invitation was made, in a sentence."""


class Closed(Exception):
    """Why an invitation lets nobody in any more, in a sentence."""


def new_key() -> str:
    """A key for a form: sent twice, it counts once."""
    return secrets.token_urlsafe(16)


def make_invite(
    *, actor: Membership, role: Role, uses: int, until: datetime, game: Game | None = None
) -> str:
    """The token of an invitation to the crew, or to a game's table: 256 bits as 43 characters.

    What this phone made for the same, and is open still, lets so many in from now on. Raises CannotInvite,
    TooMany, and PermissionDenied for all but the keeper.
    """
    now = timezone.now()
    if not now < until <= now + LONGEST:
        raise CannotInvite("An invitation ends within a year, and not before today.")
    if not 1 <= uses <= MOST_USES:
        raise CannotInvite(f"An invitation is good for 1 to {MOST_USES} phones.")
    with kept_by(actor) as crew:
        for invite in _open().filter(crew=crew, game=game, role=role, expires_at=until).order_by("pk"):
            if token := token_of(actor, invite):
                Invite.objects.filter(pk=invite.pk).update(uses_left=uses)
                return token
        if _open().filter(crew=crew).count() >= MOST_OPEN:
            raise CannotInvite(f"{MOST_OPEN} invitations are open. Take one back first.")
        if crew.discarded_at:
            raise CannotInvite("A sample is for this phone alone. Begin a game of your own to play along in.")
        room_for_invite(crew.pk)
        token = _token(actor, now)
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


def of_table(actor: Membership, game: Game) -> str:
    """The token of the game's invitation that is open and that this phone made; "" where there is none."""
    tokens = (token_of(actor, invite) for invite in _open().filter(game=game).order_by("pk"))
    return next(filter(None, tokens), "")


def token_of(actor: Membership, invite: Invite) -> str:
    """The token of an invitation that this phone made; "" of another's."""
    token = _token(actor, invite.created_at)
    return token if digest(token) == invite.token_digest else ""


def _token(actor: Membership, made_at: datetime) -> str:
    mac = salted_hmac(__name__, f"{actor.pk} {made_at.isoformat()}", algorithm="sha256").digest()
    return base64.urlsafe_b64encode(mac).decode().rstrip("=")


def end_of(day: date) -> datetime:
    """The end of a day, which goes on until five in the morning."""
    return night_begins(day + timedelta(days=1))


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
