"""What is guessed at may be tried so often and then not for a while.

Counted in the cache, by the address that asks and by the name that is tried. Only what was wrong counts.
"""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256
from http import HTTPStatus

from django.conf import settings
from django.core.cache import cache
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse

MINUTES = 15


@dataclass(frozen=True)
class Limit:
    """So many wrong tries within 15 minutes of the first."""

    what: str
    most: int

    def is_spent(self, who: str) -> bool:
        """Whether no more may be tried for now."""
        return int(cache.get(self._key(who), 0)) >= self.most

    def note(self, who: str) -> None:
        """Counts one more."""
        key = self._key(who)
        if not cache.add(key, 1, MINUTES * 60):
            try:
                cache.incr(key)
            except ValueError:  # it ran out between the two
                cache.set(key, 1, MINUTES * 60)

    def _key(self, who: str) -> str:
        return f"limit.{self.what}.{sha256(who.encode()).hexdigest()}"


CODES = Limit("code", 20)
ADDRESSES = Limit("sign-in-from", 30)
NAMES = Limit("sign-in-as", 15)
ACCOUNTS = Limit("account", 10)


def address(request: HttpRequest) -> str:
    """Where a request comes from: behind our proxy, what that one says."""
    told = request.META.get("HTTP_X_FORWARDED_FOR", "") if settings.HTTPS else ""
    return told.rpartition(",")[2].strip() or str(request.META.get("REMOTE_ADDR", ""))


def may_sign_in(request: HttpRequest, name: str) -> bool:
    """Whether a password may be tried for this name from there."""
    return not (ADDRESSES.is_spent(address(request)) or NAMES.is_spent(name.casefold()))


def wait(response: HttpResponse) -> HttpResponse:
    """A page for who has tried too often: 429, and when it is worth another try."""
    response.status_code = HTTPStatus.TOO_MANY_REQUESTS
    response["Retry-After"] = str(MINUTES * 60)
    return response


class LoginThrottle:
    """The first of the ways to sign in: it lets nobody in, and stops who has tried too often.

    So a password is not even looked at, on the admin's page as well as on ours.
    """

    def authenticate(self, request: HttpRequest | None, username: str | None = None, **_: object) -> None:
        """Raises PermissionDenied, which ends the asking of the others."""
        if request is not None and not may_sign_in(request, username or ""):
            raise PermissionDenied


def note_failure(*, credentials: dict[str, object], request: HttpRequest | None = None, **_: object) -> None:
    """Counts a sign-in that failed; for the signal of Django's own."""
    if request is not None:
        ADDRESSES.note(address(request))
        NAMES.note(str(credentials.get("username", "")).casefold())
