"""The security log: who did what to whom, and from where. The logger is `referee.security`.

A line an event, as `name from=address phone=7 crew=2 account="ann"` and what belongs to the event. No secret
stands in it: no token, code or password, nor a name that was typed and is nobody's: it may be a password.
"""

from __future__ import annotations

import json
import logging

from django.contrib.admin.models import ADDITION, CHANGE, DELETION, LogEntry
from django.contrib.auth.models import User
from django.http import HttpRequest

from scoring.crew.visitor import Visitor

log = logging.getLogger("referee.security")

_BY_OWNER = {ADDITION: "added", CHANGE: "changed", DELETION: "deleted"}


def note(request: HttpRequest, event: str, /, **facts: object) -> None:
    """Writes an event down, of whoever sent the request."""
    said = {"from": request.META.get("REMOTE_ADDR", ""), **_who(request), **facts}
    log.info("%s %s", event, " ".join(f"{name}={_value(value)}" for name, value in said.items()))


def _who(request: HttpRequest) -> dict[str, object]:
    visitor = getattr(request, "visitor", None)
    user = getattr(request, "user", None)
    who: dict[str, object] = {}
    if isinstance(visitor, Visitor):
        # A page that found its game knows the phone by it, and need not ask once more.
        place = vars(visitor).get("membership") if visitor.phone else visitor.membership
        who |= {"phone": visitor.phone} if visitor.phone else {}
        who |= {"crew": place.crew_id} if place else {}
    if user is not None and user.is_authenticated:
        who["account"] = user.get_username()
    return who


def _value(value: object) -> str:
    return str(value) if isinstance(value, int) else json.dumps(str(value), ensure_ascii=False)


# --- Django's signals


def signed_in(*, request: HttpRequest, user: User, **_: object) -> None:
    """Somebody signed in, on our page or on the owner's."""
    note(request, "signed_in", account=user.get_username())


def signed_out(*, request: HttpRequest, user: User | None, **_: object) -> None:
    """Somebody signed out."""
    if user is not None:
        note(request, "signed_out", account=user.get_username())


def sign_in_failed(
    *, credentials: dict[str, object], request: HttpRequest | None = None, **_: object
) -> None:
    """A password was wrong, or came too late to be looked at."""
    if request is not None:
        tried = str(credentials.get("username", ""))
        known = User.objects.filter(username=tried).exists() if "\0" not in tried else False
        note(request, "sign_in_failed", tried=tried if known else "nobody's name")


def owner_did(*, instance: LogEntry, created: bool, **_: object) -> None:
    """The owner changed a row by hand; what, the admin's own history tells."""
    if created:
        what = _BY_OWNER.get(instance.action_flag, "touched")
        model = instance.content_type.model if instance.content_type else ""
        log.info("owner_%s account=%s model=%s row=%s", what, instance.user_id, model, instance.object_id)
