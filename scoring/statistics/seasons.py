"""A crew's seasons: made, changed and deleted by whoever may write; seen by the crew alone."""

from __future__ import annotations

from datetime import date

from scoring.crew.visitor import Visitor, must_write
from scoring.models import Membership, Season
from scoring.models.people import fold_name
from scoring.statistics.spans import Span
from scoring.writing import queue

#: Of one crew: four a year for a quarter of a century.
MOST_SEASONS = 100


class NameTaken(Exception):
    """Another season of the crew has this name."""


class TooMany(Exception):
    """The crew has as many seasons as there may be."""


def seasons(visitor: Visitor) -> list[Season]:
    """The seasons of the visitor's crew, what began last first. One query."""
    return list(Season.objects.visible_to(visitor).order_by("-since", "folded"))


def span_of(season: Season) -> Span:
    """The days of a season, and what it is over."""
    return Span(season.played, season.since, season.until)


def is_over(season: Season, today: date) -> bool:
    """Whether its last day has passed."""
    return season.until is not None and season.until < today


def make(actor: Membership, name: str, span: Span) -> Season:
    """A new season; the same one again where it was sent twice.

    `span` has a beginning, and ends no earlier. Raises NameTaken, TooMany, and PermissionDenied.
    """
    must_write(actor.role)
    with queue(actor.crew_id) as crew:
        there = Season.objects.filter(crew=crew, folded=fold_name(name)).first()
        if there and span_of(there) == span:
            return there
        if there:
            raise NameTaken
        if Season.objects.filter(crew=crew).count() >= MOST_SEASONS:
            raise TooMany
        return Season.objects.create(crew=crew, **_fields(name, span))


def change(actor: Membership, season: Season, name: str, span: Span) -> None:
    """Gives a season another name and other days. Raises NameTaken and PermissionDenied."""
    must_write(actor.role)
    with queue(actor.crew_id):
        others = Season.objects.filter(crew=actor.crew_id).exclude(pk=season.pk)
        if others.filter(folded=fold_name(name)).exists():
            raise NameTaken
        Season.objects.filter(pk=season.pk, crew=actor.crew_id).update(**_fields(name, span))


def delete(actor: Membership, season: Season) -> None:
    """Deletes a season: its games stay, and it can be made again. Raises PermissionDenied."""
    must_write(actor.role)
    with queue(actor.crew_id):
        Season.objects.filter(pk=season.pk, crew=actor.crew_id).delete()


def _fields(name: str, span: Span) -> dict[str, object]:
    return {
        "name": name,
        "folded": fold_name(name),
        "since": span.since,
        "until": span.until,
        "played": span.played,
    }
