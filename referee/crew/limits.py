"""What is guessed at may be tried so often and then not for a while (docs/decisions/0019).

Counted is who tries, never whom it is tried on: nobody is shut out by what others do. Right tries count like
wrong ones, so an account of one's own buys no more of them.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass
from hashlib import sha256
from http import HTTPStatus
from time import monotonic

from django.conf import settings
from django.core.cache import caches
from django.core.cache.backends.base import BaseCache
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse

from referee.web import addresses

MINUTES = 15
#: Seconds after a question that Redis left without an answer until the next one.
RESTS = 5.0

log = logging.getLogger(__name__)

_asks_again_at = 0.0


@dataclass(frozen=True)
class Limit:
    """So many tries within 15 minutes of the first."""

    what: str
    most: int

    def spend(self, who: str) -> bool:
        """Counts one more try. Returns whether it may be made; of many at once no more than may."""
        return _count(self._key(who), 1) <= self.most

    def was_refused(self, who: str) -> bool:
        """Whether the last try was one too many."""
        return _count(self._key(who), 0) > self.most

    def _key(self, who: str) -> str:
        return f"limit.{self.what}.{sha256(who.encode()).hexdigest()}"


def _count(key: str, more: int) -> int:
    """The tries of all processes, `more` among them; of this one alone while Redis does not answer.

    So nobody is refused, or may guess without end, because Redis is gone.
    """
    global _asks_again_at  # noqa: PLW0603  # one for all threads; a second question does no harm
    if settings.REDIS_URL and monotonic() >= _asks_again_at:
        from redis.exceptions import RedisError  # noqa: PLC0415  # not everybody has it

        try:
            return _count_in(caches["shared_limits"], key, more)
        except (RedisError, OSError) as error:
            _asks_again_at = monotonic() + RESTS
            log.warning("Redis does not answer (%s): this process counts tries for itself.", error)
    return _count_in(caches["limits"], key, more)


def _count_in(cache: BaseCache, key: str, more: int) -> int:
    """`add` and `incr` alone: both are atomic, and read nothing from Redis that would be unpickled."""
    cache.add(key, 0, MINUTES * 60)
    try:
        count = cache.incr(key, more)
    except ValueError:  # it ran out between the two
        cache.set(key, more, MINUTES * 60)
        return more
    if count == more:
        # Django's `incr` looks into Redis and then counts: what ran out between begins without an end.
        cache.touch(key, MINUTES * 60)
    return count


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
