"""The crew's history: its games, newest first, by months, found by what is looked for."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from datetime import date
from itertools import groupby
from urllib.parse import urlencode

from django.core.exceptions import BadRequest
from django.http import HttpResponse
from django.template.defaultfilters import date as written
from django.urls import reverse
from django.views.decorators.http import require_safe

from referee.crew.cards import cards_of, in_its_month
from referee.crew.history.search import Known, SearchForm
from referee.table.requests import TableRequest
from referee.web.requests import page_or_part, status_of
from referee.web.wording import many
from scoring import discarding
from scoring.crew.visitor import Visitor
from scoring.history import cards
from scoring.history.search import BadPlace, Page, Wanted, days
from scoring.history.search import games as search
from scoring.history.titles import kinds
from scoring.models import Game
from scoring.models.nights import night_begins, night_of
from scoring.players import roster
from scoring.statistics.periods import years


@require_safe
def games(request: TableRequest) -> HttpResponse:
    """The crew's games, newest first, those that are looked for, a page at a time.

    For the script that searches as somebody types, the part of the page that changes.
    """
    visitor = request.visitor
    known = Known(
        players=roster.known_players(visitor),
        kinds=kinds(visitor),
        places=cards.places(visitor),
        years=years(visitor),
        lately=cards.who_played_lately(visitor),
    )
    form = SearchForm(request.GET, known)
    valid = form.is_valid()
    after, before = request.GET.get("after", ""), request.GET.get("before", "")
    wanted, near, found = form.wanted if valid else None, "", Page((), "", "")
    try:
        if wanted:
            found = search(visitor, wanted, after=after, before=before)
        if wanted and not found.games and (meant := form.meant):
            near, wanted = meant
            found = search(visitor, wanted, after=after, before=before)
    except BadPlace:
        raise BadRequest("There is no such page of the history.") from None
    url = reverse("games")
    page = {
        "search": form.view(url),
        "meant": near if found.games else "",
        "months": tuple(_months(visitor, wanted, found.games)) if wanted and found.games else (),
        "discarded": discarding.discarded(visitor).count(),
        "empty": not (found.games or form.asked or found.older or found.newer),
        "older": f"{url}?{urlencode(form.asked | {'after': found.older})}" if found.older else "",
        "newer": f"{url}?{urlencode(form.asked | {'before': found.newer})}" if found.newer else "",
    }
    return page_or_part(
        request, "crew/games.html", "crew/games_found.html", {"page": page}, status=status_of(not valid)
    )


def _months(visitor: Visitor, wanted: Wanted, found: Sequence[Game]) -> Iterator[dict[str, object]]:
    """The games by the months in which they began, each with how many of how many nights were found, and how
    many are still open: the calendar of nights has those that are over.
    """
    shown = cards_of(found, in_its_month)
    first, last = (_month(night_of(game.created_at)) for game in (found[-1], found[0]))
    after = date(last.year + last.month // 12, last.month % 12 + 1, 1)
    played, running = defaultdict[date, Counter[date]](Counter), Counter[date]()
    for day, over, still in days(visitor, wanted, night_begins(first), night_begins(after)):
        played[_month(day)][day] += over
        running[_month(day)] += still
    for month, some in groupby(shown, key=lambda card: _month(night_of(card.when))):
        nights, still = +played[month], running[month]
        line = f"{many(nights.total(), 'game')} on {many(len(nights), 'night')}"
        if still:
            line = f"{line}, {still} still open" if nights else f"{many(still, 'game')} still open"
        yield {"name": written(month, "F Y"), "line": line, "games": tuple(some)}


def _month(day: date) -> date:
    """The first day of the month that a night is in."""
    return day.replace(day=1)
