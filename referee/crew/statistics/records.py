"""The records of the crew in a game: who did most, and in which game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse

from referee.crew.faces import face
from referee.crew.links import links_to, player_url
from referee.crew.statistics.context import Holder, RecordRow, RecordsPage
from referee.crew.statistics.counting import uncounted
from referee.crew.statistics.figures import figure, settled_by_table
from referee.crew.statistics.leaders import game_asked
from referee.games.registry import GAMES
from referee.requests import TableRequest
from referee.web.context import Link
from referee.web.views import reads
from scoring.log.values import Number
from scoring.models import Player
from scoring.played import rules_of
from scoring.statistics import tallies
from scoring.statistics.facts import Facts, Most

#: Of equal ones so many are named.
NAMED = 3

#: Somebody's mark, and the game that it was made in ("" where it took several).
Mark = tuple[Player, Number, str]


@reads
def records(request: TableRequest) -> HttpResponse:
    """The crew's records in a game: scores, hands, streaks, and everything else that is counted."""
    game, name, options = game_asked(request)
    leaders = tallies.leaders(request.visitor, game) if game else []
    found = [(leader.player, leader.facts) for leader in leaders]
    marks = _marks(game, found) if found else ()
    best = [(label, _best(some, least=least)) for label, some, least in marks]
    named = {played for _, holders in best for _, _, played in holders[:NAMED] if played}
    links = links_to(request.visitor, named)
    page = RecordsPage(
        url=reverse("records"),
        heading=f"Records in {name}" if game else "Records",
        games=options,
        rows=tuple(_row(label, holders, links) for label, holders in best if holders),
        uncounted=uncounted(request),
    )
    return render(request, "crew/records.html", {"page": page})


def _marks(game: str, found: Sequence[tuple[Player, Facts]]) -> Iterator[tuple[str, Iterable[Mark], bool]]:
    """What records there are: the label, everybody's mark, and whether the least one is it."""
    spec = GAMES[rules_of(game)]
    hand = ("Best", "Worst") if not settled_by_table(spec.key) else ("Highest", "Lowest")
    high, low = hand if spec.highest_wins else hand[::-1]
    yield "Highest final score", _most_of(found, lambda facts: facts.highest), False
    yield "Lowest final score", _most_of(found, lambda facts: facts.lowest), True
    hands = [
        (f"{high} {spec.unit}", _most_of(found, lambda facts: facts.highest_hand), False),
        (f"{low} {spec.unit}", _most_of(found, lambda facts: facts.lowest_hand), True),
    ]
    yield from hands if spec.highest_wins else hands[::-1]
    yield "Most games won in a row", _counts(found, lambda facts: facts.run.longest), False
    yield "Most games won", _counts(found, lambda facts: facts.wins), False
    for name, stat in spec.feats.items():
        label = stat.label if stat.most else f"{stat.label}, in one game"
        yield label, _most_of(found, partial(_stat, name)), False


def _counts(found: Sequence[tuple[Player, Facts]], count: Callable[[Facts], int]) -> Iterator[Mark]:
    """Nobody holds a record of nothing."""
    return ((player, amount, "") for player, facts in found if (amount := count(facts)))


def _stat(name: str, facts: Facts) -> Most | None:
    most = facts.most.get(name)
    return most if most and most.amount else None


def _most_of(found: Sequence[tuple[Player, Facts]], mark: Callable[[Facts], Most | None]) -> Iterator[Mark]:
    for player, facts in found:
        most = mark(facts)
        if most:
            yield player, most.amount, most.game


def _best(marks: Iterable[Mark], *, least: bool) -> list[Mark]:
    """All who hold the record, by name."""
    found = list(marks)
    best = (min if least else max)((amount for _, amount, _ in found), default=0)
    return sorted((mark for mark in found if mark[1] == best), key=lambda mark: mark[0].folded)


def _row(label: str, marks: Sequence[Mark], links: Mapping[str, Link]) -> RecordRow:
    holders = [
        Holder(href=player_url(player), name=player.name, face=face(player), game=links.get(played))
        for player, _, played in marks[:NAMED]
    ]
    return RecordRow(
        label=label, value=figure(marks[0][1]), holders=tuple(holders), more=max(len(marks) - NAMED, 0)
    )
