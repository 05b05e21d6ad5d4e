"""The parts that pages are made of, each in every state, on one page; in development only."""

from __future__ import annotations

from django.conf import settings
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.views.decorators.http import require_safe

from referee.crew.sharing.pictures import PictureView
from referee.games.registry import GAMES, tile
from referee.table.requests import TableRequest
from referee.web.components import FaceView, Option, StandingView, ranked
from scoring.models import Colour

#: The colours of app.css and dark.css, as they stand there.
COLOURS = (
    "bg", "panel", "sunk", "line", "edge", "ink", "soft", "alert", "say", "gold", "go", "pale", "hot",
    "focus", "h1", "h2", "h3", "h4", "blue", "green", "red", "yellow", "power",
    "bluish", "greenish", "reddish", "yellowish", "orangish", "tealish", "pinkish", "tinted",
)  # fmt: skip
#: Titles on score sheets: each has a tile by its letters.
SHAPES = ("Post", "Square", "Story")
TITLES = ("Hearts", "Yacht", "Wizard", "Oh Hell", "Skat")


@require_safe
def styleguide(request: TableRequest) -> HttpResponse:
    """Every part in every state. Raises Http404 where the app is in use."""
    if not settings.DEBUG:
        raise Http404("The style guide is shown in development only.")
    faces = [(text, FaceView(initials=text[0], colour=value)) for value, text in Colour.choices]
    people = zip(faces, (9, 20, 35, 35, 120), strict=False)
    standings = ranked(
        [
            StandingView(name=name, points=points, leader=points == 9, face=face, here=points < 100)
            for (name, face), points in people
        ],
        highest=False,
    )
    end = static("screens/end.webp")
    page = {
        "colours": COLOURS,
        "faces": faces,
        "crowd": faces[:5],
        "tiles": [
            *((rules.name, tile(key, rules.name)) for key, rules in GAMES.items()),
            *((title, tile("score_sheet", title)) for title in TITLES),
        ],
        "standings": standings,
        "picture": PictureView(end, f"{end} 540w", end, wide=540, high=960, alt="The end of a game"),
        "photo": {"src": static("screens/table-wide.webp"), "width": 1920, "height": 1080},
        "shapes": [Option(value=name.lower(), text=name, chosen=name == "Post") for name in SHAPES],
    }
    return render(request, "crew/styleguide.html", {"page": page})
