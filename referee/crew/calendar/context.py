"""What the templates of the crew's calendar are given; the same manners as in `referee.games.parts`."""

from __future__ import annotations

from referee.web.components import View


class LinkPart(View, frozen=True):
    """A secret link of the crew, or the form that makes one.

    `link` is absolute, `subscribe` the same for the calendar of the phone, `made` says when and by which
    phone; all "" while there is no link. `make` and `revoke` are addresses, "" for a phone that may not.
    """

    link: str = ""
    subscribe: str = ""
    made: str = ""
    make: str = ""
    revoke: str = ""
