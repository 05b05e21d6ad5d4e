"""What is not counted yet: the write that ends a game counts it, and a crash between the two leaves it.

A look never counts, it only says so; a small form does it.
"""

from __future__ import annotations

from django.http import HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_POST

from referee.table.requests import TableRequest
from referee.web.components import Link
from referee.web.requests import check_form_fields, see_other
from referee.web.views import slow
from referee.web.wording import many, whole_number
from scoring.statistics import counting

#: Requests that one tap leads through; browsers follow no more than twenty.
MOST_TIMES = 18


def uncounted(request: TableRequest) -> Link | None:
    """What is still to be counted of the visitor's crew, with the page to come back to; None for nothing."""
    membership = request.visitor.membership
    left = counting.uncounted(membership.crew_id) if membership else None
    if left is None:
        return None
    games = f"{many(left.games, 'game')} {'is' if left.games == 1 else 'are'} not counted here yet."
    text = games if left.games else "The ratings are not up to date yet."
    return Link(href=request.get_full_path(), text=text)


@slow
@require_POST
def count(request: TableRequest) -> HttpResponse:
    """Counts what is left of the crew, some games with each request, and leads back to the page that said so.

    What is written is only derived, so that whoever may look may ask for it.
    """
    check_form_fields(request)
    membership = request.visitor.membership
    left = counting.catch_up(membership.crew_id, most=counting.MOST) if membership else 0
    times = whole_number(request.GET.get("times", ""), digits=2) or 0
    if left and times < MOST_TIMES:
        return HttpResponseRedirect(f"{request.path}?times={times + 1}", preserve_request=True)
    back = request.POST.get("back", "")
    ours = back if url_has_allowed_host_and_scheme(back, None) else reverse("leaders")
    return see_other(f"{ours}#counted")
