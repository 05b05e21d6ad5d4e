"""The security log: who did what to whom, and from where. The logger is `referee.security`.

A line an event, as `name from=address phone=7 crew=2 account="ann"` and what belongs to the event. No secret
stands in it: no token, code or password, nor a name that was typed and is nobody's: it may be a password.
"""

from __future__ import annotations

import json
import logging
from typing import Any

from django.contrib.admin.models import ADDITION, CHANGE, DELETION, LogEntry
from django.contrib.auth.models import User
from django.contrib.auth.signals import user_logged_in, user_logged_out, user_login_failed
from django.db.models.signals import post_save
from django.dispatch import receiver
from django.http import HttpRequest

log = logging.getLogger("referee.security")

_BY_OWNER = {ADDITION: "added", CHANGE: "changed", DELETION: "deleted"}


def note(request: HttpRequest, event: str, /, **facts: object) -> None:
    """Writes an event down, of whoever sent the request."""
    facts = {"from": request.META.get("REMOTE_ADDR", ""), **_who(request), **facts}
    log.info("%s %s", event, " ".join(f"{name}={_value(value)}" for name, value in facts.items()))


def _who(request: HttpRequest) -> dict[str, object]:
    who: dict[str, object] = {}
    if visitor := getattr(request, "visitor", None):
        # A page that found its game knows the phone by it, and need not ask once more.
        place = vars(visitor).get("membership") if visitor.phone else visitor.membership
        who |= {"phone": visitor.phone} if visitor.phone else {}
        who |= {"crew": place.crew_id} if place else {}
    user = getattr(request, "user", None)
    if user is not None and user.is_authenticated:
        who["account"] = user.get_username()
    return who


def _value(value: object) -> str:
    return str(value) if isinstance(value, int) else json.dumps(str(value), ensure_ascii=False)


# --- Django's signals


@receiver(user_logged_in)
def _signed_in(request: HttpRequest, user: User, **_: object) -> None:
    note(request, "signed_in", account=user.get_username())


@receiver(user_logged_out)
def _signed_out(request: HttpRequest, user: User | None, **_: object) -> None:
    if user is not None:
        note(request, "signed_out", account=user.get_username())


@receiver(user_login_failed)
def _sign_in_failed(credentials: dict[str, Any], request: HttpRequest | None = None, **_: object) -> None:
    if request is not None:
        name = str(credentials.get("username", ""))
        known = "\0" not in name and User.objects.filter(username=name).exists()
        note(request, "sign_in_failed", tried=name if known else "nobody's name")


@receiver(post_save, sender=LogEntry)
def _owner_did(instance: LogEntry, *, created: bool, **_: object) -> None:
    """The owner changed a row by hand; what, the admin's own history tells."""
    if created:
        what = _BY_OWNER.get(instance.action_flag, "touched")
        model = instance.content_type.model if instance.content_type else ""
        log.info("owner_%s account=%s model=%s row=%s", what, instance.user_id, model, instance.object_id)
