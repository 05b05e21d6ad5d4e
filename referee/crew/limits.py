"""What is guessed at may be tried so often and then not for a while (docs/decisions/0019).

Counted is who tries, never whom it is tried on: nobody is shut out by what others do. Right tries count like
wrong ones, so an account of one's own buys no more of them.
"""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256
from http import HTTPStatus

from django.core.cache import caches
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse

from referee.web import addresses

MINUTES = 15


@dataclass(frozen=True)
class Limit:
    """So many tries within 15 minutes of the first."""

    what: str
    most: int

    def spend(self, who: str) -> bool:
        """Counts one more try. Returns whether it may be made; of many at once no more than may."""
        counters, key = caches["limits"], self._key(who)
        counters.add(key, 0, MINUTES * 60)
        try:
            return counters.incr(key) <= self.most
        except ValueError:  # it ran out between the two
            return bool(counters.add(key, 1, MINUTES * 60))

    def was_refused(self, who: str) -> bool:
        """Whether the last try was one too many."""
        return int(caches["limits"].get(self._key(who), 0)) > self.most

    def _key(self, who: str) -> str:
        return f"limit.{self.what}.{sha256(who.encode()).hexdigest()}"


CODES = Limit("code", 20)
SIGN_INS = Limit("sign-in", 20)
ACCOUNTS = Limit("account", 10)
#: Files that are imported, from a place: each may be large, and long to read.
IMPORTS = Limit("import", 60)
#: Looks of calendars and feed readers: a house may have many, and each asks a few times an hour.
LINKS = Limit("link", 300)


def who_signs_in(request: HttpRequest, name: str) -> str:
    """By what a sign-in is counted: the place that it comes from; a phone that the account knows, by itself.

    So a neighbour behind the same address cannot keep anybody from signing in on their own phone.
    """
    visitor = getattr(request, "visitor", None)  # a request that passed no middleware has none
    phone = visitor and visitor.membership
    if phone and phone.user and phone.user.get_username().casefold() == name.casefold():
        return f"phone {phone.pk}"
    return addresses.place(request)


def wait(response: HttpResponse) -> HttpResponse:
    """A page for who has tried too often: 429, and when it is worth another try."""
    response.status_code = HTTPStatus.TOO_MANY_REQUESTS
    response["Retry-After"] = str(MINUTES * 60)
    return response


class LoginThrottle:
    """The first of the ways to sign in: it lets nobody in, and stops who tries too often.

    So a password is not even looked at, on the admin's page as well as on ours.
    """

    def authenticate(self, request: HttpRequest | None, username: str | None = None, **_: object) -> None:
        """Raises PermissionDenied, which ends the asking of the others."""
        if request is not None and not SIGN_INS.spend(who_signs_in(request, username or "")):
            raise PermissionDenied


def must_wait(request: HttpRequest, name: str) -> bool:
    """Whether a sign-in that failed was not even looked at."""
    return SIGN_INS.was_refused(who_signs_in(request, name))
