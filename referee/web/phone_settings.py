"""How one phone likes the app: a cookie of its own, no account, and no part of the record.

The cookie reads "theme:dark.text:large": what is as usual does not stand in it. Pages get the settings as
`this_phone` and write them on <html> as data attributes, for the stylesheets and for scripts.
"""

from __future__ import annotations

from typing import Literal, get_args, get_type_hints

from django.http import HttpRequest, HttpResponse
from msgspec import Struct, structs

COOKIE = "phone"
COOKIE_AGE = 400 * 24 * 3600  # seconds; browsers keep no cookie longer than 400 days

OnOff = Literal["on", "off"]


class PhoneSettings(Struct, frozen=True):
    """What can be set. What is heard, spoken or felt is off until somebody wants it."""

    theme: Literal["auto", "light", "dark"] = "auto"
    hand: Literal["right", "left"] = "right"
    text: Literal["usual", "large"] = "usual"
    sound: OnOff = "off"
    voice: OnOff = "off"
    vibration: OnOff = "off"
    awake: OnOff = "on"


#: What each setting may be.
CHOICES: dict[str, tuple[str, ...]] = {
    name: get_args(kind) for name, kind in get_type_hints(PhoneSettings).items()
}
USUAL = PhoneSettings()


def read(request: HttpRequest) -> PhoneSettings:
    """The settings of the phone that asks; what is unknown or no longer there is as usual."""
    settings = USUAL
    for word in request.COOKIES.get(COOKIE, "").split("."):
        settings = changed(settings, word)
    return settings


def changed(settings: PhoneSettings, word: str) -> PhoneSettings:
    """The settings with one of them as a word says, "theme:dark"; as they are where it says nothing known.

    >>> changed(USUAL, "theme:dark").theme, changed(USUAL, "theme:mauve") == USUAL
    ('dark', True)
    """
    name, _, value = word.partition(":")
    return structs.replace(settings, **{name: value}) if value in CHOICES.get(name, ()) else settings


def keep(request: HttpRequest, response: HttpResponse, settings: PhoneSettings) -> None:
    """Sets the cookie. Scripts may read it; they read the page's attributes, though."""
    unusual = {
        name: value for name, value in structs.asdict(settings).items() if value != getattr(USUAL, name)
    }
    if not unusual:
        response.delete_cookie(COOKIE, samesite="Lax")
        return
    response.set_cookie(
        COOKIE,
        ".".join(f"{name}:{value}" for name, value in unusual.items()),
        max_age=COOKIE_AGE,
        secure=request.is_secure(),
        httponly=False,
        samesite="Lax",
    )


def on_page(request: HttpRequest) -> dict[str, PhoneSettings]:
    """A context processor: every page knows its phone."""
    return {"this_phone": read(request)}
