"""What the templates of the way in are given; the same manners as in `referee.web.components`."""

from __future__ import annotations

from referee.web.components import FaceView, View


class NewsRow(View, frozen=True):
    """A record or a run that is new since the last visit: who, and what, in words."""

    href: str
    face: FaceView
    title: str
    text: str


class NextNight(View, frozen=True):
    """When the crew means to play next, in words; `where` says what that night is called, and its place.

    `off` says which dates of it were called off.
    """

    href: str
    text: str
    where: str = ""
    off: str = ""
