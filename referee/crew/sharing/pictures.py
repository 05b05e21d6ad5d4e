"""Pictures as pages show them and as they are sent: in their forms, each at the widths that screens want."""

from __future__ import annotations

from collections.abc import Collection
from urllib.parse import urlencode

from django.http import Http404, HttpRequest

from referee.crew.sharing.card import WIDTH, Shape
from referee.web.components import Option, View

#: A page shows a picture at most 22rem wide; phones have two or three pixels to one of the page.
WIDTHS = (360, 720, WIDTH)
#: The forms that nights and years come in.
POSTERS = (Shape.POST, Shape.SQUARE, Shape.STORY)
NAMES = {Shape.POST: "Post", Shape.SQUARE: "Square", Shape.STORY: "Story", Shape.WIDE: "Wide"}


class PictureView(View, frozen=True):
    """A picture at the size that a screen shows it (the macro `picture`): `wide` by `high` say its form.

    `whole` is the address of all its pixels, to be saved and sent.
    """

    src: str
    srcset: str
    whole: str
    wide: int
    high: int
    alt: str


def shape_asked(request: HttpRequest, shapes: Collection[Shape], usual: Shape) -> Shape:
    """The form that the address names, one of these. Raises Http404 for any other."""
    asked = request.GET.get("shape", usual)
    if asked not in shapes:
        raise Http404("There is no such form.")
    return Shape(asked)


def width_asked(request: HttpRequest) -> int:
    """The width that the address names, or the whole one. Raises Http404 for one that nobody draws."""
    asked = request.GET.get("wide", str(WIDTH))
    if asked not in map(str, WIDTHS):
        raise Http404("There is no such width.")
    return int(asked)


def shown(url: str, shape: Shape, alt: str) -> PictureView:
    """A picture at an address, as a page shows it and as it is saved."""

    def at(width: int) -> str:
        asked = {"shape": str(shape)} | ({"wide": str(width)} if width != WIDTH else {})
        return f"{url}?{urlencode(asked)}"

    return PictureView(
        src=at(720),
        srcset=", ".join(f"{at(width)} {width}w" for width in WIDTHS),
        whole=at(WIDTH),
        wide=WIDTH,
        high=shape.height,
        alt=alt,
    )


def choices(shapes: Collection[Shape], chosen: Shape) -> tuple[Option, ...]:
    """The forms to choose from."""
    return tuple(Option(value=shape, text=NAMES[shape], chosen=shape == chosen) for shape in shapes)
