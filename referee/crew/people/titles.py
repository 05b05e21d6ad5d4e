"""The titles of the crew's games: one is turned into another, or written anew, after a preview."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from urllib.parse import urlencode

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse

from referee.crew import proof
from referee.crew.people.who import keeper
from referee.games.registry import GAMES, high_or_low
from referee.rules.sentences import joined
from referee.table.requests import TableRequest
from referee.web.audit import note
from referee.web.components import Option
from referee.web.requests import NotHere, check_form_fields, see_other, status_of
from referee.web.views import form_view, slow
from referee.web.wording import many
from scoring import titles as shelf
from scoring.models import Membership
from scoring.models.games import TITLE_LENGTH
from scoring.played import clean_title, rules_of, what_was_played

#: So many players are named, of more the rest is counted.
NAMED = 6


@slow
@form_view
def titles(request: TableRequest) -> HttpResponse:
    """All titles; of one that was chosen, what it may be turned into, and the effects. The keeper's alone."""
    check_form_fields(request)
    me = keeper(request)
    sent = request.POST if request.method == "POST" else request.GET
    known = shelf.titles(request.visitor)
    old, into = str(sent.get("title", "")), clean_title(str(sent.get("into", "")))
    here = next((each for each in known if each.played == old), None)
    new = what_was_played(rules_of(old), into)
    # A title that is there already is written as it was.
    into = next((each.title for each in known if each.played == new != old), into)
    if request.method != "POST":
        if old and here is None:
            raise NotHere("Your crew has no games of this title. It may have been changed already.")
        return _page(request, me, known, here, into)
    error = "" if into and new != rules_of(old) else "Type the title that they get."
    error = error or proof.missing(request, me)
    if here and error:
        return _page(request, me, known, here, into, error=error)
    # What is not there any more was changed by the first of two taps.
    if here:
        note(request, "retitled", games=shelf.change_title(actor=me, old=old, title=into))
    return see_other(f"{reverse('leaders')}?{urlencode({'game': new})}" if here else reverse("titles"))


def _page(
    request: TableRequest,
    me: Membership,
    known: Sequence[shelf.Title],
    here: shelf.Title | None,
    into: str,
    *,
    error: str = "",
) -> HttpResponse:
    url = reverse("titles")
    new = what_was_played(rules_of(here.played), into) if here else ""
    page = {
        "url": url,
        "rows": tuple(
            {
                "href": f"{url}?{urlencode({'title': each.played})}",
                "title": _name(each),
                "games": many(each.games, "game"),
            }
            for each in known
        ),
        "title": _name(here) if here else "",
        "games": many(here.games, "game") if here else "",
        "key": here.played if here else "",
        "others": tuple(
            Option(value=each.title, text=each.title, chosen=each.title == into)
            for each in known
            if here and each.title and each is not here
        ),
        "into": into,
        "longest": TITLE_LENGTH,
        "follows": tuple(_follows(me.crew_id, here, into, known)) if here and into else (),
        "final": any(here and each.played == new != here.played for each in known),
        "proof": proof.asked(me),
        "errors": (error,) if error else (),
    }
    return render(request, "crew/titles.html", {"page": page}, status=status_of(error))


def _name(title: shelf.Title) -> str:
    return title.title or f"{GAMES[rules_of(title.played)].name}, without a title"


def _follows(crew_id: int, here: shelf.Title, into: str, known: Sequence[shelf.Title]) -> Iterator[str]:
    """The effects, in sentences."""
    new = what_was_played(rules_of(here.played), into)
    looked = shelf.prospect(crew_id, here.played, new)
    other = next((each for each in known if each.played == new and each is not here), None)
    games = many(looked.games, "game")
    still = f" ({looked.open} still open)" if looked.open else ""
    called = f"of “{here.title}”" if here.title else "without a title"
    if other:
        joins, all_of = "joins" if looked.games == 1 else "join", looked.games + looked.others
        yield f"{games} {called}{still} {joins} the {looked.others} of “{into}”: {all_of} in all."
    else:
        yield f"{games} {called}{still} {'is' if looked.games == 1 else 'are'} called “{into}” from now on."
    if looked.discarded:
        yield f"{many(looked.discarded, 'discarded game')} too, if restored."
    if new == here.played:
        yield "Only the way it is written changes, and no number."
        return
    if not other:
        yield "Nothing else changes: leaders, records and ratings stay as they are, under the new title."
        yield "You can change it back in the same way."
        return
    if looked.players:
        more = len(looked.players) - NAMED
        named = joined([*looked.players[:NAMED], *([f"{more} more"] if more > 0 else [])])
        yield f"Games, wins, records and ratings of {named} are counted again, as if all had been “{into}”."
    yield from _differs(crew_id, here, other)
    yield "This cannot be undone: afterwards nobody can tell which games had which title."


def _differs(crew_id: int, here: shelf.Title, other: shelf.Title) -> Iterator[str]:
    """That many points were good in some of the games, and bad in others."""
    mine, theirs = (
        {high_or_low(rules_of(each.played), options) for options in shelf.agreed(crew_id, each.played)}
        for each in (here, other)
    )
    if mine | theirs == {True, False}:
        yield (
            "Look twice: in some of these games the highest score wins, in others the lowest. Who won stays, "
            "but “Highest final score” and the averages will mix them."
        )
