"""The part of a table's page that a tap changes: rendered once for all phones that are shown the same."""

from __future__ import annotations

import re
from functools import lru_cache
from http import HTTPStatus

from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import CSRF_TOKEN_LENGTH, get_token
from django.template.loader import render_to_string
from django.utils.html import format_html
from msgspec.structs import replace

from referee.games.context import TableView
from referee.table.turns import turn

#: Some dozens of tables, each as its phones see it: who keeps the crew, who plays, who only looks.
MOST = 256
#: What is each phone's own stands in for itself meanwhile; no name that a person types has such a character.
_KEY, _TOKEN = "\ue000key\ue000", "\ue000token\ue000"
_IS_TOKEN = re.compile(rf"[A-Za-z0-9]{{{CSRF_TOKEN_LENGTH}}}")
_INPUT = format_html('<input type="hidden" name="csrfmiddlewaretoken" value="{}">', _TOKEN)


def region(request: HttpRequest, view: TableView, *, status: HTTPStatus) -> HttpResponse:
    """The region, with this page's key and this phone's token in its forms."""
    # The stream is named around the region, not in it.
    with turn(view.url):
        text = rendered(replace(view, key=_KEY, stream="")).replace(_KEY, view.key)
    if _TOKEN in text:
        text = text.replace(_TOKEN, _token(request))
    return HttpResponse(text, status=status)


def _token(request: HttpRequest) -> str:
    # A tap came with one that was found good. Only who has it can ask for the same again: a page that is
    # merely looked at has another one each time.
    sent = request.POST.get("csrfmiddlewaretoken", "")
    return sent if _IS_TOKEN.fullmatch(sent) else get_token(request)


@lru_cache(MOST)
def rendered(view: TableView) -> str:
    # Without the request: what is shown is made of the view alone.
    return render_to_string("table/region.html", {"t": view, "csrf_input": _INPUT})
