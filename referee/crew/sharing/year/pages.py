"""The page of a year, and its pictures: for the phones of the crew, and by no link."""

from __future__ import annotations

from hashlib import sha256

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.dates import MONTHS, MONTHS_3
from django.utils.text import slugify
from django.views.decorators.http import require_safe

from referee.crew.sharing.card import Shape
from referee.crew.sharing.pictures import POSTERS, choices, shape_asked, shown, width_asked
from referee.crew.sharing.year import posters
from referee.crew.sharing.year.context import YearTold
from referee.crew.sharing.year.telling import tell, year_url
from referee.crew.statistics.counting import uncounted
from referee.table.requests import TableRequest
from referee.web.charts.bars import Column, columns
from referee.web.components import Link
from referee.web.pictures import serve
from referee.web.requests import NotHere
from referee.web.views import slow
from referee.web.wording import many
from scoring.models.nights import FIRST_DAY, tonight
from scoring.statistics.periods import is_year, nearest_year, years
from scoring.statistics.year import Year, year_of


@require_safe
def year(request: TableRequest, number: int) -> HttpResponse:
    """A year of the crew; of one in between without games, where the nearest are that has some.

    Raises NotHere for one before the crew's first game, or to come.
    """
    found = _found(request, number)
    if found is None:
        return _empty(request, number)
    told = tell(request.visitor, found)
    shape = shape_asked(request, POSTERS, Shape.SQUARE)
    known = years(request.visitor)
    months = [Column(str(MONTHS_3[place]).capitalize(), games) for place, games in enumerate(told.counts, 1)]
    best = max(range(12), key=lambda place: told.counts[place])
    page = {
        "told": told,
        "months": columns(
            months,
            text=f"Games by month, most in {MONTHS[best + 1]}: {many(told.counts[best], 'game')}",
            heads=("Month", "Games"),
        ),
        "pictures": tuple(
            {
                "name": heading,
                "picture": shown(reverse("year_picture", args=[number, name]), shape, _alt(told, heading)),
                "file": _file(told, name),
            }
            for name, heading in posters.names(told).items()
        ),
        "shapes": choices(POSTERS, shape),
        "before": _link(number - 1) if number - 1 in known else None,
        "behind": _link(number + 1) if number + 1 in known else None,
        "uncounted": uncounted(request),
    }
    return render(request, "crew/year.html", {"page": page})


@slow
@require_safe
def picture(request: TableRequest, number: int, name: str) -> HttpResponse:
    """One of the year's pictures; drawn when it is asked for, and not anew for one who has it already."""
    told = _told(request, number)
    shape, wide = shape_asked(request, POSTERS, Shape.SQUARE), width_asked(request)
    if name not in posters.names(told):
        raise Http404(name)
    digest = sha256(repr((told, name, shape, wide)).encode()).hexdigest()[:32]
    return serve(
        request,
        lambda: posters.draw(told, name, shape, wide),
        kind="image/png",
        digest=digest,
        name=_file(told, name),
    )


def _told(request: TableRequest, number: int) -> YearTold:
    found = _found(request, number)
    if found is None:
        raise NotHere(_none(number))
    return tell(request.visitor, found)


def _found(request: TableRequest, number: int) -> Year | None:
    return year_of(request.visitor, number) if is_year(number) else None


def _empty(request: TableRequest, number: int) -> HttpResponse:
    """The page of a year without games. Raises NotHere where the crew's time does not reach."""
    near, left = nearest_year(request.visitor, number), uncounted(request)
    first = FIRST_DAY.year if left else years(request.visitor).start
    if not (near or left) or not first <= number <= tonight().year:
        raise NotHere(_none(number))
    page = {"year": number, "text": _none(number), "near": near and _link(near), "uncounted": left}
    return render(request, "crew/year_empty.html", {"page": page})


def _none(number: int) -> str:
    return f"Your crew finished no game in {number}."


def _link(number: int) -> Link:
    return Link(href=year_url(number), text=str(number))


def _alt(told: YearTold, heading: str) -> str:
    return f"{told.heading} as a picture: {heading.lower()}. Its numbers stand on this page."


def _file(told: YearTold, name: str) -> str:
    return f"{slugify(told.crew)[:40] or 'our-year'}-{told.year}-{name}.png"
