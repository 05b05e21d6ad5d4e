"""What a request to a view may do is declared at the view, and read from there.

    @reads                              looks: GET and HEAD, beside all others
    @follows                            looks at a table, as each of its phones does when it has changed
    @renders                            looks, but is long at it: drawn, or a whole crew
    @writes                             changes something: POST, one after the other
    @counts                             the same, and counts statistics for it
    @hashes                             the same, and hashes a password for it
    @uploads("PHOTO_UPLOAD_MAX_SIZE")   the same, of something large

A view with a form says both: `@reads` and `@writes`. The decorators only note what is declared. The server
chooses the thread by it before Django is asked (`handling_at`), `middleware.Declared` holds the request to
it, and where mistakes should show, `middleware.reads_only` lets no look write.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any, TypeVar

from django.conf import settings
from django.http.response import HttpResponseBase
from django.urls import Resolver404, resolve

View = TypeVar("View", bound=Callable[..., HttpResponseBase])

LOOKS = ("GET", "HEAD")


class Pool(Enum):
    """Threads that answer requests (docs/decisions/0001)."""

    READ = "read"
    FOLLOW = "follow"
    RENDER = "render"
    WRITE = "write"
    COUNT = "count"
    HASH = "hash"
    UPLOAD = "upload"


@dataclass(frozen=True)
class Handling:
    """How a request is handled. `body` names the setting that says how many bytes it may send."""

    pool: Pool
    body: str = "DATA_UPLOAD_MAX_MEMORY_SIZE"

    @property
    def most_bytes(self) -> int:
        """How long the body may be."""
        return int(getattr(settings, self.body))


Handlings = Mapping[str, Handling]

_READ, _CHANGE = Handling(Pool.READ), Handling(Pool.WRITE)
_COUNT, _HASH = Handling(Pool.COUNT), Handling(Pool.HASH)


def reads(view: View) -> View:
    """Declares a view that answers GET and HEAD, and writes nothing for them."""
    return _declare(view, dict.fromkeys(LOOKS, _READ))


def follows(view: View) -> View:
    """As `reads`, for what all phones of a table fetch when it has changed.

    They are answered one after the other: beside each other each would take as long as all of them.
    """
    return _declare(view, dict.fromkeys(LOOKS, Handling(Pool.FOLLOW)))


def renders(view: View) -> View:
    """As `reads`, for what takes long to make: it stands in nobody's way but its own kind's."""
    return _declare(view, dict.fromkeys(LOOKS, Handling(Pool.RENDER)))


def writes(view: View) -> View:
    """Declares a view that answers POST and may write."""
    return _declare(view, {"POST": _CHANGE})


def counts(view: View) -> View:
    """As `writes`, for what counts the statistics of many games, some in each of many short writes."""
    return _declare(view, {"POST": _COUNT})


def hashes(view: View) -> View:
    """As `writes`, for what hashes a password, which is slow by design: it stands in front of no tap.

    What it then writes takes its turn (scoring.writing.one_writer).
    """
    return _declare(view, {"POST": _HASH})


def uploads(body: str) -> Callable[[View], View]:
    """As `writes`, for what is long to unpack or to read; the setting says how many bytes at most."""

    def declare(view: View) -> View:
        return _declare(view, {"POST": Handling(Pool.UPLOAD, body)})

    return declare


def declared(view: Callable[..., Any]) -> Handlings:
    """What a view has declared, by method; nothing for one that is not ours, such as the admin's."""
    found: Handlings = getattr(view, "declared", {})
    return found


def handling(view: Callable[..., Any], method: str) -> Handling:
    """How a request to a view is handled, also where the view has declared nothing."""
    return declared(view).get(method) or _undeclared(method)


def handling_at(method: str, path: str) -> Handling:
    """The same for the view at a path, also where there is none.

    It costs some 40 microseconds, a fiftieth of a tap.
    """
    try:
        return handling(resolve(path).func, method)
    except Resolver404:
        return _undeclared(method)


def name_at(path: str) -> str:
    """What the address of a path is called; nothing that is in it, such as a link's secret, is in that."""
    try:
        return resolve(path).view_name
    except Resolver404:
        return "no view"


def _undeclared(method: str) -> Handling:
    """Who does not look may write, and sign in: the admin's pages hash passwords."""
    return _READ if method in LOOKS else _HASH


def _declare(view: View, more: Handlings) -> View:
    # In its dictionary, which functools.wraps hands on: other decorators may stand above or below.
    view.__dict__["declared"] = {**declared(view), **more}
    return view
