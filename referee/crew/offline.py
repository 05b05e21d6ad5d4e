"""Without a network: the service worker's script, and the page for what is not kept."""

from __future__ import annotations

import json
from functools import cache
from hashlib import sha256
from pathlib import Path

from django.conf import settings
from django.http import HttpResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.views.decorators.http import require_safe

from referee.games.registry import GAMES
from referee.table.requests import TableRequest
from referee.web.static_files import MINIFY

_FOLDER = Path(settings.BASE_DIR, "static")
#: What pages load beside their styles; the clip that keeps a screen on is not asked for where a worker runs.
_SCRIPTS = (
    "again.js",
    "clock.js",
    "copy.js",
    "games.js",
    "heard.js",
    "home.js",
    "keys.js",
    "replay.js",
    "setup.js",
    "share.js",
    "sheet.js",
    "stopped.js",
    "table.js",
    "timer.js",
    "voice.js",
    "django_htmx/htmx-4.min.js",
    "django_htmx/ext/hx-sse-4.min.js",
)


@require_safe
def service_worker(_request: TableRequest) -> HttpResponse:
    """The worker for the files of now: another byte of any of them makes it a new one."""
    response = HttpResponse(_script(), content_type="text/javascript; charset=utf-8")
    response["Cache-Control"] = "no-cache"
    return response


@require_safe
def offline(request: TableRequest) -> HttpResponse:
    """What is shown without a network in the place of a page that is not kept."""
    return render(request, "pages/offline.html")


@cache
def _script() -> str:
    source: str = MINIFY[".js"]((_FOLDER / "worker.js").read_text(encoding="utf-8"))
    looks = (*_FOLDER.rglob("*.css"), *_FOLDER.glob("art/**/*.svg"), _FOLDER / "icon.svg")
    files = [static(name) for name in (*sorted(str(path.relative_to(_FOLDER)) for path in looks), *_SCRIPTS)]
    ahead = [*map(reverse, ("home", "offline", "rules")), *(reverse("rulebook", args=[key]) for key in GAMES)]
    version = sha256(json.dumps([files, ahead, source]).encode()).hexdigest()[:12]
    known = {"VERSION": version, "FILES": files, "AHEAD": ahead}
    return "".join(f"const {name}={json.dumps(value)};\n" for name, value in known.items()) + source
