"""Who is asking: the browser's crew, by a cookie.

The first visit gives the browser a token; the first thing that it starts makes a crew of it
(`join_own_crew`). So a robot that reads pages leaves no rows, and two taps on "Start" make one crew. The
token is 256 random bits and lies in the cookie alone: the database keeps its digest. Another browser
finds nothing of the crew::

    game = get_game_or_404(request, public_id)          # two queries: who asks, and the game
    Player.objects.visible_to(request.visitor)

`scoring.crew.visitor.crew_cookie` is the middleware that brings `request.visitor`.
"""

from __future__ import annotations

import base64
import re
import secrets
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime, timedelta
from functools import cached_property
from hashlib import sha256
from typing import cast

from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.db import DatabaseError
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.utils.crypto import salted_hmac

from scoring.models import Crew, Game, Membership, Role
from scoring.writing import one_writer

COOKIE = "crew"
#: Over https: no neighbour below the same domain can plant it, and it goes to no other path or host.
HOST_COOKIE = "__Host-crew"
COOKIE_AGE = 400 * 24 * 3600  # seconds; browsers keep no cookie longer than 400 days
#: By this header an answer says whose it is, and a tap that waited on a phone who made it.
MARK_HEADER = "Referee-Phone"
#: The mark of a browser that has no place in a crew.
NOBODY = "-"
#: A phone in use is noted this often.
SEEN_EVERY = timedelta(hours=1)
#: After so long without a page, the next one begins another visit.
AWAY = timedelta(hours=6)
_TOKEN = re.compile(r"[\w-]{43}", re.ASCII)


class TooManyCrews(Exception):
    """No more crews are made for now, there or anywhere."""


class CrewRequest(HttpRequest):
    """A request after the middleware: it has a visitor."""

    visitor: Visitor


class Visitor:
    """The browser that asks. Known by its token; whether it has a crew costs a query, once."""

    def __init__(self, token: str = "") -> None:
        """`token` is what the cookie says; anything that is no token of ours is replaced by a new one."""
        self.token = token if _TOKEN.fullmatch(token) else new_token()
        self.was_asked = False
        self._seen: tuple[int, datetime | None] | None = None
        #: Asked before a crew is made; the site says how many there may be (`referee.crew.newcomers`).
        self.may_found: Callable[[], bool] = lambda: True
        #: Asked before a game is begun: a phone has a pace.
        self.may_begin: Callable[[], bool] = lambda: True

    @property
    def digest(self) -> str:
        """What the database knows the token by."""
        self.was_asked = True
        return digest(self.token)

    @cached_property
    def membership(self) -> Membership | None:
        """The phone's place in its crew, with the crew; None for a stranger and one who was shut out."""
        known = Membership.objects.select_related("crew")
        found = known.filter(token_digest=self.digest, shut_out_at__isnull=True).first()
        if found:
            self.saw(found.pk, found.seen_at)
        return found

    @property
    def phone(self) -> int | None:
        """Which phone it is, by its primary key, as far as that was asked for."""
        return self._seen[0] if self._seen else None

    @property
    def mark(self) -> str:
        """What the browser's stores know the phone by; NOBODY for a stranger, "" where nobody was asked."""
        if self.phone is not None:
            return mark_of(self.phone)
        # The membership was looked for, and there is none.
        return NOBODY if "membership" in self.__dict__ else ""

    def look_up(self) -> None:
        """Finds out who it is, for an answer that says whose it is and asks nothing else of them."""
        _ = self.membership

    def saw(self, phone: int, last: datetime | None) -> None:
        """Tells which phone it is, by its primary key, and when it was last seen to be used."""
        self._seen = phone, last

    def note_use(self) -> None:
        """Notes that the phone is used, if it is known which it is: a query, and none within the hour."""
        now = timezone.now()
        if self._seen and (self._seen[1] is None or self._seen[1] < now - SEEN_EVERY):
            seen: dict[str, datetime | None] = {"seen_at": now}
            if self._seen[1] is None or self._seen[1] < now - AWAY:
                seen["visited_at"] = self._seen[1]
            # A look is answered also where nothing can be written for now.
            with suppress(DatabaseError), one_writer():
                Membership.objects.filter(pk=self._seen[0]).update(**seen)

    @property
    def visited_at(self) -> datetime | None:
        """When the phone was used last before this visit; None on its first one, and where it has no crew."""
        if self.membership is None:
            return None
        seen = self.membership.seen_at
        # On the first page of a visit that is not written down yet.
        return seen if seen and seen < timezone.now() - AWAY else self.membership.visited_at

    def for_sample(self) -> Visitor:
        """Whom the browser is taken for at its sample (`scoring.samples`): nobody else, and in no crew of its
        own. It has to keep its token for that.
        """
        self.was_asked = True
        mac = salted_hmac(f"{__name__}.sample", self.token, algorithm="sha256").digest()
        sample = Visitor(base64.urlsafe_b64encode(mac).decode().rstrip("="))
        sample.may_found = self.may_found
        return sample

    def renewed(self, key: str) -> str:
        """The token that takes the place of this one where the phone gets more than it had.

        Whoever knows the old one, or planted it, does not know the `key` of the form that was sent, and gets
        nothing by it; the same form sent twice gets the same token.
        """
        if not key:
            return new_token()
        mac = salted_hmac(__name__, f"{self.token} {key}", algorithm="sha256").digest()
        return base64.urlsafe_b64encode(mac).decode().rstrip("=")

    @property
    def is_keeper(self) -> bool:
        """Whether the browser keeps its crew."""
        return self.membership is not None and self.membership.is_keeper

    @property
    def may_write(self) -> bool:
        """Whether it may change something; a stranger may, and gets a crew of their own by it."""
        return self.membership is None or self.membership.may_write

    @property
    def watches(self) -> bool:
        """Whether it may only look, on a page that asks who looks; one for everybody asks nobody."""
        return self.was_asked and not self.may_write


def new_token() -> str:
    """256 random bits, as 43 characters."""
    return secrets.token_urlsafe(32)


def digest(token: str) -> str:
    """A token's digest, 64 hexadecimal digits. The token is random, so no salt is needed."""
    return sha256(token.encode()).hexdigest()


def mark_of(phone: int) -> str:
    """What a phone is called in its browser's stores: as long as its place in a crew, and telling nothing."""
    mac = salted_hmac(f"{__name__}.mark", str(phone), algorithm="sha256").digest()
    return base64.urlsafe_b64encode(mac[:12]).decode()


def crew_cookie(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware: sets `request.visitor`, and hands the cookie to every page that asked who it is.

    A cookie lives about 400 days from the last page; what scripts fetch leaves it alone: what a service
    worker reads ahead may come when the browser is somebody else's already, and would bring the old one back.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        name = HOST_COOKIE if request.is_secure() else COOKIE
        # A phone that was here before https was is known by its old cookie once more.
        sent = request.COOKIES.get(name) or request.COOKIES.get(COOKIE, "")
        visitor = cast("CrewRequest", request).visitor = Visitor(sent)
        response = get_response(request)
        if not visitor.was_asked:
            return response
        visitor.note_use()
        # What was made for one phone, its cookie in it, is no other one's: not even a careless proxy's.
        patch_vary_headers(response, ["Cookie"])
        if "Cache-Control" not in response:  # pictures say themselves that they are asked for anew
            patch_cache_control(response, private=True, no_store=True)
        if mark := visitor.mark:
            response[MARK_HEADER] = mark
        if visitor.token != sent or _is_page(request):
            if name != COOKIE and COOKIE in request.COOKIES:
                _old_cookie(response, visitor)
            response.set_cookie(
                name,
                visitor.token,
                max_age=COOKIE_AGE,
                secure=request.is_secure(),
                httponly=True,
                samesite="Lax",
            )
        return response

    return middleware


def _is_page(request: HttpRequest) -> bool:
    """Whether a person opened it. A browser says so where it runs a service worker, elsewhere swaps do."""
    mode = request.headers.get("Sec-Fetch-Mode", "navigate")
    return mode == "navigate" and "HX-Request" not in request.headers


def _old_cookie(response: HttpResponse, visitor: Visitor) -> None:
    """What becomes of the cookie from before https was: it goes, or where http is still there, it is the same
    phone's as ever.
    """
    if settings.HTTPS_LOCAL:
        response.set_cookie(COOKIE, visitor.token, max_age=COOKIE_AGE, httponly=True, samesite="Lax")
    else:
        response.delete_cookie(COOKIE, samesite="Lax")


class Discarded(Http404):
    """The game is the crew's, but was discarded; `why` says so to the person who asked."""

    why = "This game was discarded. For 30 days it can be restored: look under “Discarded games”."


#: Those in a crew, with what a game has to know of them.
_PHONES = Membership.objects.filter(shut_out_at=None).only("crew", "role", "tapped_at", "seen_at")


def find_game(visitor: Visitor, public_id: str, *, lock: bool = False) -> tuple[Game, Membership]:
    """The game of the visitor's crew, be it discarded, and the phone that asks. Raises Game.DoesNotExist.

    Two queries, each by a unique column: as one with a join it takes longer to build.
    """
    try:
        phone = _PHONES.get(token_digest=visitor.digest)
    except Membership.DoesNotExist:
        raise Game.DoesNotExist(public_id) from None
    games = Game.objects.select_for_update() if lock else Game.objects
    game = games.get(public_id=public_id, crew=phone.crew_id)
    game.viewer_id, game.viewer_role = phone.pk, phone.role
    return game, phone


def get_game_or_404(request: CrewRequest, public_id: str) -> Game:
    """The game, if the visitor's crew plays it. It knows its `viewer_role`.

    Raises Http404 otherwise, and PermissionDenied for a change that another phone made.
    """
    if "\0" in public_id:  # PostgreSQL is not even asked for such a text
        raise Http404(public_id)
    try:
        game, phone = find_game(request.visitor, public_id)
    except Game.DoesNotExist:
        request.visitor.look_up()
        raise Http404(public_id) from None
    if game.discarded_at:
        raise Discarded(public_id)
    request.visitor.saw(phone.pk, phone.seen_at)
    check_mark(request, phone.pk)
    return game


def check_mark(request: HttpRequest, phone: int) -> None:
    """Raises PermissionDenied for a change that another phone made: it waited in this browser."""
    made_by = request.headers.get(MARK_HEADER, "") if request.method == "POST" else ""
    if made_by and made_by != mark_of(phone):
        raise PermissionDenied("This tap was made before this phone changed its place. Open the table again.")


def must_write(role: str) -> None:
    """Raises PermissionDenied for a role that may only look."""
    if role == Role.WATCHER:
        raise PermissionDenied("A watcher looks on: you can read this, but not change it.")


def join_own_crew(visitor: Visitor) -> Membership:
    """The visitor's membership; a browser without one becomes the keeper of a new crew.

    A phone that was shut out starts afresh with a new token, as its old row stays. Raises TooManyCrews.
    """
    if visitor.membership:
        return visitor.membership
    if not visitor.may_found():
        raise TooManyCrews
    with one_writer():
        membership = _by_token(visitor)
        if membership.shut_out_at:
            visitor.token = new_token()
            membership = _by_token(visitor)
    visitor.membership = membership
    visitor.saw(membership.pk, membership.seen_at)
    return membership


def _by_token(visitor: Visitor) -> Membership:
    """The digest is unique: the loser of two first taps finds the winner's crew."""
    # The crew is made inside get_or_create's savepoint, so that a lost race leaves none behind.
    crew_and_role = {"role": Role.KEEPER, "crew": Crew.objects.create}
    membership, _ = Membership.objects.select_related("crew").get_or_create(
        token_digest=visitor.digest, defaults=crew_and_role
    )
    return membership
