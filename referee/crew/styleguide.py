"""The parts that pages are made of, each in every state, on one page; in development only."""

from __future__ import annotations

from django.conf import settings
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.views.decorators.http import require_safe

from referee.games.registry import GAMES, tile
from referee.table.requests import TableRequest
from referee.web.components import FaceView, Option, StandingView, TileView, View, ranked
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


class NamedFace(View, frozen=True):
    """A face beside its name."""

    name: str
    face: FaceView


class NamedTile(View, frozen=True):
    """A game's tile beside its name."""

    name: str
    tile: TileView


class Shown(View, frozen=True):
    """A picture as the macros `picture` and `photo` want one."""

    src: str
    width: int
    height: int
    alt: str = ""

    @property
    def srcset(self) -> str:
        """The one size there is of it."""
        return f"{self.src} {self.width}w"

    @property
    def wide(self) -> int:
        """Its width."""
        return self.width

    @property
    def high(self) -> int:
        """Its height."""
        return self.height


@require_safe
def styleguide(request: TableRequest) -> HttpResponse:
    """Every part in every state. Raises Http404 where the app is in use."""
    if not settings.DEBUG:
        raise Http404("The style guide is shown in development only.")
    faces = tuple(
        NamedFace(name=text, face=FaceView(initials=text[0], colour=value)) for value, text in Colour.choices
    )
    people = zip(faces, (9, 20, 35, 35, 120), strict=False)
    standings = ranked(
        [
            StandingView(name=each.name, points=points, leader=points == 9, face=each.face, here=points < 100)
            for each, points in people
        ],
        highest=False,
    )
    page = {
        "colours": COLOURS,
        "faces": faces,
        "crowd": faces[:5],
        "tiles": [
            *(NamedTile(name=rules.name, tile=tile(key, rules.name)) for key, rules in GAMES.items()),
            *(NamedTile(name=title, tile=tile("score_sheet", title)) for title in TITLES),
        ],
        "standings": standings,
        "picture": Shown(src=static("screens/end.webp"), width=540, height=960, alt="The end of a game"),
        "photo": Shown(src=static("screens/table-wide.webp"), width=1920, height=1080),
        "shapes": [Option(value=name.lower(), text=name, chosen=name == "Post") for name in SHAPES],
    }
    return render(request, "crew/styleguide.html", {"page": page})
