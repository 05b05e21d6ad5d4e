"""The records of the crew in a game: who did most, and in which game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse

from referee.crew.faces import face
from referee.crew.links import links_to, player_url
from referee.crew.statistics.context import Holder, RecordRow, RecordsPage
from referee.crew.statistics.counting import uncounted
from referee.crew.statistics.figures import figure
from referee.crew.statistics.leaders import game_asked
from referee.crew.statistics.marks import Mark, holders, records_in
from referee.requests import TableRequest
from referee.web.context import Link
from referee.web.views import reads
from scoring.statistics import tallies

#: Of equal ones so many are named.
NAMED = 3


@reads
def records(request: TableRequest) -> HttpResponse:
    """The crew's records in a game: scores, hands, streaks, and everything else that is counted."""
    game, name, options = game_asked(request)
    leaders = tallies.leaders(request.visitor, game) if game else []
    found = [(leader.player, leader.facts) for leader in leaders]
    best = [(record.label, holders(record)) for record in records_in(game, found)]
    named = {played for _, found in best for _, _, played in found[:NAMED] if played}
    links = links_to(request.visitor, named)
    page = RecordsPage(
        url=reverse("records"),
        heading=f"Records in {name}" if game else "Records",
        games=options,
        rows=tuple(_row(label, found, links) for label, found in best if found),
        uncounted=uncounted(request),
    )
    return render(request, "crew/records.html", {"page": page})


def _row(label: str, marks: Sequence[Mark], links: Mapping[str, Link]) -> RecordRow:
    named = [
        Holder(href=player_url(player), name=player.name, face=face(player), game=links.get(played))
        for player, _, played in marks[:NAMED]
    ]
    return RecordRow(
        label=label, value=figure(marks[0][1]), holders=tuple(named), more=max(len(marks) - NAMED, 0)
    )
