"""Sessions that their person can list and end, one by one; Django's engine for them (SESSION_ENGINE)."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

from django.contrib.auth import SESSION_KEY
from django.contrib.auth.models import User
from django.contrib.sessions.backends.base import SessionBase
from django.contrib.sessions.backends.db import SessionStore as DatabaseStore
from django.utils import timezone

from scoring.crew.visitor import digest
from scoring.models import SignIn

#: In the session: the phone that is signed in, by its primary key. Shut out, it has to sign in anew.
PHONE = "phone"
_SINCE, _USED = "since", "used"
#: A session in use is noted this often.
NOTED_EVERY = timedelta(hours=1)
#: However much it is used, the password is asked for again after this.
LONGEST = timedelta(days=90)
SHOWN = 50


class SessionStore(DatabaseStore):
    """Django's sessions in the database, each with its person, its phone and when it was used."""

    @classmethod
    def get_model_class(cls) -> type[SignIn]:
        """The rows."""
        return SignIn

    def load(self) -> dict[str, Any]:
        """What is kept of the session; nothing of one that is too old to go on."""
        data = super().load()
        if timezone.now() - _moment(data, _SINCE) <= LONGEST:
            return data
        self._session_key: str | None = None
        return {}

    def create_model_instance(self, data: dict[str, Any]) -> SignIn:
        """The row of a session that is saved: it was used just now."""
        now = timezone.now()
        data.setdefault(_SINCE, now.timestamp())
        data[_USED] = now.timestamp()
        row: SignIn = super().create_model_instance(data)  # type: ignore[assignment]  # of get_model_class
        row.user_id = int(data[SESSION_KEY]) if SESSION_KEY in data else None
        row.phone_id = data.get(PHONE)
        row.created_at, row.used_at = _moment(data, _SINCE), now
        return row


def note_use(session: SessionBase) -> None:
    """Keeps a session in use alive: it is saved once an hour."""
    if timezone.now() - _moment(session, _USED) > NOTED_EVERY:
        session.modified = True


def public_id(row: SignIn) -> str:
    """What a page calls a session by: nobody gets in by it."""
    return digest(row.session_key)[:22]


def sign_ins(user: User) -> list[SignIn]:
    """Where somebody is signed in, the last used first. One query."""
    now = timezone.now()
    found = SignIn.objects.filter(user=user, expire_date__gt=now, created_at__gte=now - LONGEST)
    found = found.select_related("phone")
    return list(found.order_by("-used_at")[:SHOWN])


def end(user: User, wanted: str) -> bool:
    """Ends one of the person's sessions by its public id. Returns whether there was one."""
    keys = [row.session_key for row in sign_ins(user) if public_id(row) == wanted]
    return bool(SignIn.objects.filter(user=user, session_key__in=keys).delete()[0])


def end_others(user: User, session: SessionBase) -> int:
    """Ends all of the person's sessions but this one. Returns how many."""
    return SignIn.objects.filter(user=user).exclude(session_key=session.session_key).delete()[0]


def _moment(data: Mapping[str, Any] | SessionBase, key: str) -> datetime:
    return datetime.fromtimestamp(data.get(key, 0), UTC)
