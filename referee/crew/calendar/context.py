"""What the templates of the crew's calendar are given; the same manners as in `referee.games.parts`."""

from __future__ import annotations

from referee.web.components import Option, View


class NightCard(View, frozen=True):
    """A regular night in the list: what it is called, when it comes, where, and when next.

    `href` is where it is changed, "" where this phone may not; `over` says that it comes no more, `off` which
    dates were called off.
    """

    name: str
    when: str
    where: str
    line: str
    href: str = ""
    over: bool = False
    off: str = ""


class DateRow(View, frozen=True):
    """One of the next dates: `day` as it is sent, in words, and whether it was called off."""

    day: str
    text: str
    off: bool


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


class RegularPage(View, frozen=True):
    """The crew's regular nights. `next` says when the next one is, "" where none comes."""

    next: str
    where: str
    nights: tuple[NightCard, ...]
    add: str
    download: str
    calendar: LinkPart
    feed: LinkPart


class NightForm(View, frozen=True):
    """A regular night to write: `url` takes it, `remove` is "" for a new one. The others are its fields.

    `dates` are the next of one that comes again, and `call` takes it that one is off, or on again.
    """

    heading: str
    url: str
    remove: str
    name: str
    place: str
    first: str
    at: str
    hours: str
    until: str
    repeats: tuple[Option, ...]
    most_hours: int
    longest_name: int
    longest_place: int
    call: str = ""
    dates: tuple[DateRow, ...] = ()
    errors: tuple[str, ...] = ()
