"""The code that brings a lost keeper back: 140 bits on a piece of paper, its digest in the database."""

from __future__ import annotations

import base64
import secrets

from scoring.crew.phones import kept_by, settle
from scoring.crew.visitor import Visitor, digest
from scoring.models import Crew, Membership, Role

#: Characters of base32, 5 bits each, shown by fours.
LENGTH = 28
GROUP = 4
#: What is read as another sign: base32 has no 0, 1 and 8.
_MISREAD = str.maketrans("018", "OIB")


class WrongCode(Exception):
    """No crew has this code."""


def make_code(*, actor: Membership) -> str:
    """A new code in groups of four; any older one is void. Raises PermissionDenied for all but the keeper."""
    signs = base64.b32encode(secrets.token_bytes(LENGTH)).decode()[:LENGTH]
    with kept_by(actor) as crew:
        crew.recovery_digest = digest(signs)
        crew.save(update_fields=["recovery_digest"])
    return "-".join(signs[start : start + GROUP] for start in range(0, LENGTH, GROUP))


def crew_of(typed: str) -> Crew:
    """The crew whose code it is, however it was typed. Raises WrongCode."""
    signs = "".join(typed.split()).replace("-", "").upper().translate(_MISREAD)
    crews = Crew.objects.filter(recovery_digest=digest(signs), discarded_at=None)
    found = crews.first() if len(signs) == LENGTH else None
    if found is None or not secrets.compare_digest(found.recovery_digest, digest(signs)):
        raise WrongCode
    return found


def recover(visitor: Visitor, crew: Crew, *, key: str) -> Membership:
    """Makes the phone a keeper of the crew whose code it knows. The code stays good until another is made."""
    return settle(visitor, crew=crew, role=Role.KEEPER, key=key)
