"""What a view says of itself beyond Django's own `require_safe` and `require_POST`.

    @form_view                          a page with a form: GET, HEAD and POST
    @slow                               may take long: hashes a password, draws, reads or writes a whole crew
    @uploads("PHOTO_UPLOAD_MAX_SIZE")   the same, and takes a large body

An ASGI server chooses the threads by it before Django is asked (docs/decisions/0001): slow views stand in
front of no tap. A look writes nothing: where mistakes should show, `middleware.reads_only` sees to that.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import Any, NamedTuple, TypeVar

from django.conf import settings
from django.http.response import HttpResponseBase
from django.urls import Resolver404, resolve
from django.views.decorators.http import require_http_methods

View = TypeVar("View", bound=Callable[..., HttpResponseBase])

LOOKS = ("GET", "HEAD")


def form_view(view: View) -> View:
    """A page with a form, which GET shows and POST sends; where it is slow, only the sending is."""
    limited: View = require_http_methods([*LOOKS, "POST"])(view)
    limited.__dict__["form"] = True
    return limited


class Pool(Enum):
    """The threads of an ASGI server (referee.server.pools)."""

    WRITE = "write"
    READ = "read"
    SLOW = "slow"


class Needs(NamedTuple):
    """What a request needs: threads, and so many bytes for its body. `uploads` where these are many."""

    pool: Pool
    body: int
    uploads: bool


def slow(view: View) -> View:
    """Marks a view that may take long."""
    # In its dictionary, which functools.wraps hands on: other decorators may stand above or below.
    view.__dict__["slow"] = True
    return view


def uploads(most: str) -> Callable[[View], View]:
    """Marks a slow view that takes so large a body; `most` names the setting that says how many bytes."""

    def mark(view: View) -> View:
        view.__dict__["uploads"] = most
        return slow(view)

    return mark


def body_limit(view: Callable[..., Any]) -> int:
    """How many bytes the body of a request to a view may have."""
    return int(getattr(settings, getattr(view, "uploads", "DATA_UPLOAD_MAX_MEMORY_SIZE")))


def needs(method: str, path: str) -> Needs:
    """What a request needs, also where there is no view. It costs some 40 microseconds."""
    try:
        match = resolve(path)
    except Resolver404:
        return Needs(Pool.READ, settings.DATA_UPLOAD_MAX_MEMORY_SIZE, uploads=False)
    view, looks = match.func, method in LOOKS
    uploads = not looks and hasattr(view, "uploads")
    takes_long = getattr(view, "slow", False) and not (looks and getattr(view, "form", False))
    # The admin hashes passwords, and has long lists.
    takes_long = takes_long or "admin" in match.app_names
    pool = Pool.SLOW if takes_long else Pool.READ if looks else Pool.WRITE
    return Needs(pool, body_limit(view) if uploads else settings.DATA_UPLOAD_MAX_MEMORY_SIZE, uploads)
