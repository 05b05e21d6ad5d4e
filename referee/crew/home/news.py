"""What is new since the last visit: records that fell, and games won in a row."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from django.urls import reverse

from referee.crew.cards import what_was_played
from referee.crew.links import player_url
from referee.crew.statistics.figures import figure
from referee.crew.statistics.marks import holders, records_in
from referee.web.components import face
from referee.web.wording import many
from scoring.crew.visitor import Visitor
from scoring.models import Game, Player
from scoring.statistics import tallies
from scoring.statistics.facts import Facts

#: So much is told.
ROWS = 3
#: Before so many games of a kind everything would be a record.
SETTLED = 5
#: So many games won in a row are worth telling.
RUN = 3

Standing = Sequence[tuple[Player, Facts]]


def news(visitor: Visitor, last: Game) -> Iterator[dict[str, object]]:
    """The first of what is new since the last visit, who and what in words; `last` is the game that
    ended last.

    No query where nothing ended since, and two where something did.
    """
    since = visitor.visited_at
    if since is None or last.finished_at is None or last.finished_at <= since:
        return
    ended = {game.public_id: game for game in tallies.ended_since(visitor, since)}
    kinds = {game.played: game for game in ended.values()}
    found = tallies.everybody(visitor, kinds)
    yield from islice(
        (
            row
            for kind, game in kinds.items()
            if kind in found and max(facts.games for _, facts in found[kind]) >= SETTLED
            for row in (*_records(game, found[kind], ended), *_runs(game, found[kind], ended))
        ),
        ROWS,
    )


def _records(game: Game, found: Standing, ended: dict[str, Game]) -> Iterator[dict[str, object]]:
    """The records of a kind that one alone holds, and set in a game that ended; of each game one."""
    told: set[str] = set()
    for record in records_in(game.played, found):
        held = holders(record)
        if not record.proud or len(held) != 1 or held[0][2] not in ended:
            continue
        player, amount, played = held[0]
        if played in told:
            continue
        told.add(played)
        yield {
            "href": reverse("game", args=[played]),
            "face": face(player),
            "title": f"{player.name} set a record: {figure(amount)}",
            "text": f"{record.label}, {what_was_played(game)}",
        }


def _runs(game: Game, found: Standing, ended: dict[str, Game]) -> Iterator[dict[str, object]]:
    """Who goes on winning, and won one of the games that ended."""
    won = {name for each in ended.values() if each.played == game.played for name in each.standing["winners"]}
    for player, facts in sorted(found, key=lambda each: -each[1].run.last):
        if facts.run.last >= RUN and player.name in won:
            yield {
                "href": player_url(player),
                "face": face(player),
                "title": f"{player.name} won {many(facts.run.last, 'game')} in a row",
                "text": what_was_played(game),
            }
