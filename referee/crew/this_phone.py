"""The settings of one phone: a row for each, and each tap is kept at once."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.cache import patch_cache_control

from referee.table.requests import TableRequest, table_left
from referee.web import phone_settings
from referee.web.components import Option, View
from referee.web.phone_settings import PhoneSettings
from referee.web.requests import check_form_fields, see_other
from referee.web.views import form_view


class SettingRow(View, frozen=True):
    """A setting: a switch that is `on` and sends `flip`, or a button for each of more `answers`."""

    name: str
    icon: str
    text: str
    said: str = ""
    on: bool = False
    flip: str = ""
    answers: tuple[Option, ...] = ()


_SWITCHES = (
    ("sound", "sound", "Sound", "Clicks, and a gong for GOTCHA", "on"),
    ("voice", "voice", "Voice", "Reads aloud what happened, and whose turn it is", "on"),
    ("vibration", "vibration", "Vibration", "", "on"),
    ("awake", "awake", "Keep the screen on", "While a table is open", "on"),
    ("hand", "hand", "Left-handed", "Mirrors the buttons at the foot", "left"),
    ("text", "text", "Large text", "", "large"),
)
_THEMES = {"auto": "Auto", "light": "Light", "dark": "Dark"}


@form_view
def settings(request: TableRequest) -> HttpResponse:
    """This phone's settings; `set` changes one of them, "theme:dark", and the page shows it."""
    back = table_left(request)
    url = reverse("settings") + (f"?table={back}" if back else "")
    chosen = phone_settings.read(request)
    if request.method == "POST":
        check_form_fields(request)
        word = request.POST.get("set", "")
        name = word.partition(":")[0]
        response = see_other(f"{url}#{name}" if name in phone_settings.CHOICES else url)
        phone_settings.keep(request, response, phone_settings.changed(chosen, word))
        return response
    page = {"url": url, "back": reverse("table", args=[back]) if back else "", "rows": _rows(chosen)}
    shown = render(request, "crew/settings.html", {"page": page})
    # It shows one phone's settings, though it asks nobody for their crew.
    patch_cache_control(shown, private=True, no_store=True)
    return shown


def _rows(chosen: PhoneSettings) -> tuple[SettingRow, ...]:
    switches = [
        SettingRow(
            name=name, icon=icon, text=text, said=said, on=on, flip=f"{name}:{_other(name, value, on=on)}"
        )
        for name, icon, text, said, value in _SWITCHES
        for on in [getattr(chosen, name) == value]
    ]
    themes = tuple(
        Option(value=f"theme:{value}", text=text, chosen=chosen.theme == value)
        for value, text in _THEMES.items()
    )
    theme = SettingRow(name="theme", icon="theme", text="Theme", answers=themes)
    return (*switches[:4], theme, *switches[4:])


def _other(name: str, value: str, *, on: bool) -> str:
    """What a tap makes of a setting that has two values."""
    return next(each for each in phone_settings.CHOICES[name] if (each != value) == on)
