"""What programs ask a site for without having read a page of it: /robots.txt and /favicon.ico."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import redirect
from django.templatetags.static import static
from django.urls import reverse
from django.views.decorators.http import require_safe

from referee.table.requests import TableRequest

#: Pages on which a robot has nothing to look for. Those with a link of their own say noindex instead, which
#: a robot could not read if it were kept away.
_NOT_HERE = ("account", "admin:index", "recover", "settings")


@require_safe
def robots(_request: TableRequest) -> HttpResponse:
    """Which pages robots leave alone (RFC 9309)."""
    lines = ["User-agent: *", *(f"Disallow: {reverse(name)}" for name in _NOT_HERE)]
    return HttpResponse("\n".join([*lines, ""]), content_type="text/plain; charset=utf-8")


@require_safe
def favicon(_request: TableRequest) -> HttpResponse:
    """The way to the icon, for who guesses where it is."""
    return redirect(static("favicon.ico"))
