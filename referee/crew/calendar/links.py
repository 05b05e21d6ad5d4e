"""The secret links of a crew: its calendar to follow, and its results as a feed (RFC 4287)."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from referee.crew.calendar.feed import feed_of
from referee.crew.calendar.pages import CALENDAR, calendar_of
from referee.crew.limits import LINKS, wait
from referee.crew.people.who import member
from referee.table.requests import TableRequest
from referee.web import addresses
from referee.web.audit import note
from referee.web.requests import NotHere, for_anybody, see_other
from scoring.models import CrewShare
from scoring.sharing import crew_links

Kind = CrewShare.Kind
ATOM = "application/atom+xml; charset=utf-8"


@require_POST
def share(request: TableRequest, kind: str) -> HttpResponse:
    """Makes the crew's link of this kind, if there is none."""
    crew_links.share(member(request), _kind(kind))
    note(request, "crew linked", kind=kind)
    return see_other(f"{reverse('regular_nights')}#{kind}")


@require_POST
def unshare(request: TableRequest, kind: str) -> HttpResponse:
    """Takes the link back; a second tap finds none and changes nothing."""
    if crew_links.revoke(member(request), _kind(kind)):
        note(request, "crew unlinked", kind=kind)
    return see_other(f"{reverse('regular_nights')}#{kind}")


@require_safe
def calendar(request: HttpRequest, share_id: str) -> HttpResponse:
    """The crew's calendar for whoever has the link. Nobody is asked who they are, and no cookie is set."""
    if not LINKS.spend(addresses.place(request)):
        return wait(for_anybody(HttpResponse("Too many requests.", content_type="text/plain")))
    crew = crew_links.shared(share_id, Kind.CALENDAR)
    if crew is None:
        raise NotHere("This link shows no calendar. It was cancelled, or it is incomplete.")
    response = HttpResponse(calendar_of(crew), content_type=CALENDAR)
    response["Content-Disposition"] = 'inline; filename="game-nights.ics"'
    return for_anybody(response)


@require_safe
def feed(request: HttpRequest, share_id: str) -> HttpResponse:
    """The crew's results for whoever has the link: names, scores and games, as a shared result shows them."""
    if not LINKS.spend(addresses.place(request)):
        return wait(for_anybody(HttpResponse("Too many requests.", content_type="text/plain")))
    crew = crew_links.shared(share_id, Kind.FEED)
    if crew is None:
        raise NotHere("This link shows no results. It was cancelled, or it is incomplete.")
    text = feed_of(
        crew, link=share_id, here=request.build_absolute_uri(), absolute=request.build_absolute_uri
    )
    return for_anybody(HttpResponse(text, content_type=ATOM))


def _kind(kind: str) -> CrewShare.Kind:
    if kind not in Kind.values:
        raise Http404(kind)
    return Kind(kind)
