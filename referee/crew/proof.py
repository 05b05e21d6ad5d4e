"""What cannot be undone is done by whoever proves that it is their phone: by the password, or the code.

A phone that an account keeps asks for its password; else the crew's recovery code, once there is one. Who has
neither is asked nothing, as there is nothing to ask for.
"""

from __future__ import annotations

from django.contrib.auth import authenticate

from referee.crew import limits
from referee.table.requests import TableRequest
from referee.web.addresses import place
from referee.web.audit import note
from referee.web.components import View
from scoring.crew import recovery
from scoring.models import Membership

WAIT = f"Too many tries. Wait {limits.MINUTES} minutes, then try again."


class Proof(View, frozen=True):
    """The field in which it is typed (crew/proof.html)."""

    label: str
    kind: str
    complete: str


def asked(me: Membership) -> Proof | None:
    """What the phone is asked for; None for nothing."""
    if me.user:
        return Proof(label=f"The password of {me.user}", kind="password", complete="current-password")
    if me.crew.recovery_digest:
        return Proof(label="The crew’s recovery code", kind="text", complete="off")
    return None


def missing(request: TableRequest, me: Membership) -> str:
    """Why what was typed proves nothing, in a sentence; "" where it does, and where nothing is asked."""
    typed = request.POST.get("proof", "")
    wrong = ""
    if me.user:
        wrong = _wrong_password(request, me.user.get_username(), typed)
    elif me.crew.recovery_digest:
        wrong = _wrong_code(request, me, typed)
    if wrong:
        note(request, "proof_failed", path=request.path)
    return wrong


def _wrong_password(request: TableRequest, name: str, typed: str) -> str:
    if authenticate(request, username=name, password=typed) is not None:
        return ""
    return WAIT if limits.must_wait(request, name) else f"Type the password of {name}. Nothing was changed."


def _wrong_code(request: TableRequest, me: Membership, typed: str) -> str:
    if not limits.CODES.spend(place(request)):
        return WAIT
    try:
        right = recovery.crew_of(typed) == me.crew
    except recovery.WrongCode:
        right = False
    return "" if right else "Type the crew’s recovery code. Nothing was changed."
