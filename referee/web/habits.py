"""How the phone that asks writes days and times, by the language that it says it has.

The words stay English, as all of the app is; what changes is the order of a date and how an hour is counted.
The facts are those of Unicode's CLDR: its medium dates and short times.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import lru_cache

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.translation.trans_real import parse_accept_lang_header


@dataclass(frozen=True)
class Habits:
    """Formats of Django's `date` filter: of a day, of one with its weekday, of that written out, of that
    without its year, and of a day as short as there is; and of a time.
    """

    day: str
    weekday: str
    long: str
    in_year: str
    short: str
    clock: str


_DAY_FIRST = ("j M Y", "l j M Y", "l j F Y", "l j F", "j M")
_MONTH_FIRST = ("M j, Y", "l, M j, Y", "l, F j, Y", "l, F j", "M j")
_YEAR_FIRST = ("Y-m-d", "l Y-m-d", "l, Y F j", "l, F j", "M j")
_24, _12 = "H:i", "g:i a"

#: Where nothing is known of the phone.
USUAL = Habits(*_DAY_FIRST, _24)

_YEAR_FIRST_IN = frozenset({"eu", "hu", "ja", "ko", "lt", "mn", "zh"})
#: English of these countries begins with the month; so does English that names none.
_MONTH_FIRST_IN = frozenset({"", "as", "ca", "gu", "mp", "ph", "pr", "um", "us", "vi"})
#: Languages whose clocks have twelve hours, wherever they are spoken.
_TWELVE_IN = frozenset("am ar bn el fil gu hi kn ko ml mr ms pa so sq ta te ti ur".split())  # noqa: SIM905
#: And those of which only some countries do so.
_TWELVE_BY_COUNTRY = {
    "es": frozenset({"co", "do", "pa", "pr", "us", "ve"}),
    "zh": frozenset({"hant", "hk", "mo", "tw"}),
}
#: Countries whose English counts to 24.
_ENGLISH_24 = frozenset(
    "150 at be ch cz de dk ee es fi fr gb hu ie il it lt lv nl no pl pt ro se si sk za".split()  # noqa: SIM905
)

_now: ContextVar[Habits] = ContextVar("habits", default=USUAL)


def habits() -> Habits:
    """Those of the phone that is answered now."""
    return _now.get()


@lru_cache(maxsize=256)
def habits_of(accept_language: str) -> Habits:
    """The habits that go with an Accept-Language header: its first language counts.

    >>> habits_of("en-US,en;q=0.9").day, habits_of("de-DE,en;q=0.8").clock
    ('M j, Y', 'H:i')
    """
    known = [tag for tag, _ in parse_accept_lang_header(accept_language) if tag != "*"]
    if not known:
        return USUAL
    language, *parts = known[0].split("-")
    country = parts[-1] if parts else ""
    order = _DAY_FIRST
    if language in _YEAR_FIRST_IN:
        order = _YEAR_FIRST
    elif language == "fil" or (language == "en" and country in _MONTH_FIRST_IN):
        order = _MONTH_FIRST
    twelve = language in _TWELVE_IN or not _TWELVE_BY_COUNTRY.get(language, frozenset()).isdisjoint(parts)
    twelve = twelve or (language == "en" and country not in _ENGLISH_24)
    return Habits(*order, _12 if twelve else _24)


@contextmanager
def of_phone(accept_language: str) -> Iterator[None]:
    """Days and times are written as that phone does, as long as this lasts."""
    token = _now.set(habits_of(accept_language))
    try:
        yield
    finally:
        _now.reset(token)


def phone_habits(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Middleware: pages are written as the phone that asks for them does."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        with of_phone(request.headers.get("Accept-Language", "")):
            return get_response(request)

    return middleware
