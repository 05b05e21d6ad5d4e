"""The records of the crew in a game: who did most, and in which game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import timedelta

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe
from msgspec.structs import replace

from referee.crew.links import player_url
from referee.crew.statistics.choosing import game_chosen
from referee.crew.statistics.context import Holder, RecordRow
from referee.crew.statistics.counting import uncounted
from referee.crew.statistics.figures import figure
from referee.crew.statistics.marks import Mark, Record, holders, records_in
from referee.crew.titles import day_of
from referee.games.registry import PRESENTERS
from referee.table.requests import TableRequest
from referee.web.components import Link, TileView, face
from scoring.models import Game, Player
from scoring.played import BY_TITLE, rules_of
from scoring.statistics import tallies

#: Of equal ones so many are named.
NAMED = 3
#: A record is new for so long after its game.
NEW = timedelta(days=14)
#: How scores are told where the lowest wins by agreement.
_LOWEST_FIRST = {
    what: place for place, what in enumerate(("lowest", "highest", "lowest_hand", "highest_hand"))
}
#: The cards of what is counted of every game.
_EVERY_GAME: Mapping[str, TileView] = {
    "highest": TileView(look="t-green", sign="up"),
    "lowest": TileView(look="t-blue", sign="down"),
    "highest_hand": TileView(look="t-green", sign="plus"),
    "lowest_hand": TileView(look="t-blue", sign="cards"),
    "run": TileView(look="t-yellow", sign="lightning"),
    "wins": TileView(look="t-yellow", sign="crown"),
    "hand_won": TileView(look="t-green", sign="star"),
}


@require_safe
def records(request: TableRequest) -> HttpResponse:
    """The crew's records in a game: scores, hands, streaks, and everything else that is counted."""
    game = game_chosen(request)
    leaders = tallies.leaders(request.visitor, game.key) if game.key else []
    found = [(leader.player, leader.facts) for leader in leaders]
    best = [(record, marks) for record in records_in(game.key, found) if (marks := holders(record))]
    rules = rules_of(game.key)
    named = {played for _, marks in best for _, _, played in marks[:NAMED] if played}
    reached = Game.objects.named(request.visitor, named).with_wins().only("public_id", "created_at")
    games = {each.public_id: each for each in reached}
    if rules in BY_TITLE and games and all(each.agreed_wins == "low" for each in games.values()):
        best.sort(key=lambda each: _LOWEST_FIRST.get(each[0].what, len(_LOWEST_FIRST)))
    page = {
        "heading": f"Records in {game.name}" if game.key else "Records",
        "games": game.ways(reverse("records")),
        "played": bool(game.key),
        "rows": tuple(
            _marked([_row(rules, record, marks, games) for record, marks in _said_once(rules, best)])
        ),
        "uncounted": uncounted(request),
    }
    return render(request, "crew/records.html", {"page": page})


def _said_once(
    rules: str, best: Sequence[tuple[Record, Sequence[Mark]]]
) -> Iterator[tuple[Record, Sequence[Mark]]]:
    """Of a single score one end says all; of sheets with one round so does the record of the games."""
    said: list[Sequence[Mark]] = []
    for record, marks in best:
        ends = record.what in (_LOWEST_FIRST if rules in BY_TITLE else ("lowest", "highest"))
        if not ends or marks not in said:
            yield record, marks
        said.append(marks)


def _card(rules: str, what: str) -> TileView:
    """The card of what is counted; a star where it has none of its own."""
    presenter = PRESENTERS[rules]
    return {**_EVERY_GAME, **presenter.mishaps, **presenter.badges}.get(what) or TileView(sign="star")


def _row(rules: str, record: Record, marks: Sequence[Mark], games: Mapping[str, Game]) -> RecordRow:
    amount, since = marks[0][1], timezone.now() - NEW
    named = marks[:NAMED]
    return RecordRow(
        label=record.label,
        card=_card(rules, record.what),
        value=figure(amount),
        counts=record.counts[amount != 1],
        holders=tuple(_holder(player, games.get(played)) for player, _, played in named),
        new=any(games[played].created_at > since for _, _, played in named if played in games),
        more=max(len(marks) - NAMED, 0),
    )


def _marked(rows: Sequence[RecordRow]) -> Iterator[RecordRow]:
    """The records with the new ones marked; where all are new, none is worth the mark."""
    all_new = all(row.new for row in rows if row.holders[0].game)
    for row in rows:
        yield replace(row, new=False) if all_new else row


def _holder(player: Player, game: Game | None) -> Holder:
    link = Link(href=reverse("game", args=[game.public_id]), text=day_of(game)) if game else None
    return Holder(href=player_url(player), name=player.name, face=face(player), game=link)
