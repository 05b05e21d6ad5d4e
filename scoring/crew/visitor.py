"""Who is asking: the browser's crew, by a cookie.

The first visit gives the browser a token; the first thing that it starts makes a crew of it
(`join_own_crew`). So a robot that reads pages leaves no rows, and two taps on "Start" make one crew. The
token is 256 random bits and lies in the cookie alone: the database keeps its digest. Another browser
finds nothing of the crew::

    game = get_game_or_404(request, public_id)          # one query: the game, and that it may be seen
    Player.objects.visible_to(request.visitor)

`scoring.crew.visitor.crew_cookie` is the middleware that brings `request.visitor`.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable
from functools import cached_property
from hashlib import sha256
from typing import cast

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.cache import patch_cache_control, patch_vary_headers

from scoring.models import Crew, Game, Membership, Role
from scoring.writing import one_writer

COOKIE = "crew"
COOKIE_AGE = 400 * 24 * 3600  # seconds; browsers keep no cookie longer than 400 days
_TOKEN = re.compile(r"[\w-]{43}", re.ASCII)


class CrewRequest(HttpRequest):
    """A request after the middleware: it has a visitor."""

    visitor: Visitor


class Visitor:
    """The browser that asks. Known by its token; whether it has a crew costs a query, once."""

    def __init__(self, token: str = "") -> None:
        """`token` is what the cookie says; anything that is no token of ours is replaced by a new one."""
        self.token = token if _TOKEN.fullmatch(token) else new_token()
        self.was_asked = False

    @property
    def digest(self) -> str:
        """What the database knows the token by."""
        self.was_asked = True
        return digest(self.token)

    @cached_property
    def membership(self) -> Membership | None:
        """The phone's place in its crew, with the crew; None for a stranger and one who was shut out."""
        known = Membership.objects.select_related("crew")
        return known.filter(token_digest=self.digest, shut_out_at__isnull=True).first()

    @property
    def is_keeper(self) -> bool:
        """Whether the browser keeps its crew."""
        return self.membership is not None and self.membership.is_keeper

    @property
    def may_write(self) -> bool:
        """Whether it may change something; a stranger may, and gets a crew of their own by it."""
        return self.membership is None or self.membership.may_write


def new_token() -> str:
    """256 random bits, as 43 characters."""
    return secrets.token_urlsafe(32)


def digest(token: str) -> str:
    """A token's digest, 64 hexadecimal digits. The token is random, so no salt is needed."""
    return sha256(token.encode()).hexdigest()


def crew_cookie(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware: sets `request.visitor`, and hands the cookie to every page that asked who it is.

    A cookie lives about 400 days from the last page; the polls and swaps of a page leave it alone.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        sent = request.COOKIES.get(COOKIE, "")
        visitor = cast("CrewRequest", request).visitor = Visitor(sent)
        response = get_response(request)
        if not visitor.was_asked:
            return response
        # What was made for one phone, its cookie in it, is no other one's: not even a careless proxy's.
        patch_vary_headers(response, ["Cookie"])
        patch_cache_control(response, private=True)
        if visitor.token != sent or "HX-Request" not in request.headers:
            response.set_cookie(
                COOKIE,
                visitor.token,
                max_age=COOKIE_AGE,
                secure=request.is_secure(),
                httponly=True,
                samesite="Lax",
            )
        return response

    return middleware


class Discarded(Http404):
    """The game is the crew's, but was discarded; `why` says so to the person who asked."""

    why = "This game was discarded. For 30 days it can be restored: look under “Discarded games”."


def get_game_or_404(request: CrewRequest, public_id: str) -> Game:
    """The game, if the visitor's crew plays it; raises Http404 otherwise. It knows its `viewer_role`."""
    if "\0" in public_id:  # PostgreSQL is not even asked for such a text
        raise Http404(public_id)
    found = Game.objects.visible_to(request.visitor).filter(public_id=public_id).first()
    if found is None:
        if Game.objects.discarded_by_crew_of(request.visitor).filter(public_id=public_id).exists():
            raise Discarded(public_id)
        raise Http404(public_id)
    return found


def must_write(role: str) -> None:
    """Raises PermissionDenied for a role that may only look."""
    if role == Role.WATCHER:
        raise PermissionDenied("A watcher looks on: you can read this, but not change it.")


def join_own_crew(visitor: Visitor) -> Membership:
    """The visitor's membership; a browser without one becomes the keeper of a new crew.

    A phone that was shut out starts afresh with a new token, as its old row stays.
    """
    if visitor.membership:
        return visitor.membership
    with one_writer():
        membership = _by_token(visitor)
        if membership.shut_out_at:
            visitor.token = new_token()
            membership = _by_token(visitor)
    visitor.membership = membership
    return membership


def _by_token(visitor: Visitor) -> Membership:
    """The digest is unique: the loser of two first taps finds the winner's crew."""
    # The crew is made inside get_or_create's savepoint, so that a lost race leaves none behind.
    crew_and_role = {"role": Role.KEEPER, "crew": Crew.objects.create}
    membership, _ = Membership.objects.select_related("crew").get_or_create(
        token_digest=visitor.digest, defaults=crew_and_role
    )
    return membership
