"""What was counted in a hand: who held what, the points, and the clause of each line."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from django.urls import reverse
from msgspec.structs import replace

from referee.crew.history.context import CountView, LineRow, ScoredView
from referee.games.cited import Cited
from referee.games.registry import GAMES, PRESENTERS
from referee.rules.sentences import side_name
from referee.table.moments import replay_url
from referee.web.components import Link
from referee.web.wording import gained
from scoring.history import scores
from scoring.history.hands import hand_at, lines_of_hand
from scoring.log.values import number
from scoring.models import Game, Score


def count_view(game: Game, rows: Sequence[scores.HandRow], here: scores.HandRow) -> CountView:
    """What was counted in one of the hands. Four queries, however many there were."""
    unit, place = GAMES[game.game].unit_of(game.options), rows.index(here)
    hand = hand_at(game, here.first)
    lines: dict[int, list[Score]] = defaultdict(list)
    for line in lines_of_hand(game, here.first):
        lines[line.position].append(line)
    presenter = PRESENTERS[game.game]
    state = presenter.rules.load(game.state)
    writes = game.viewer_may_write
    scored = [
        ScoredView(
            text=whose or presenter.described(state, entry.body),
            cards=cards,
            lines=tuple(_rows(game, lines[entry.position], _inside(unit, here))),
            replay=replay_url(game, entry.position),
            correct=reverse("correct", args=[game.public_id, entry.position]) if writes else "",
        )
        for entry in hand.past.entries
        if entry.position in lines
        for whose, cards in [presenter.counted_hand(state, entry.body)]
    ]
    return CountView(
        heading=_called(unit, here),
        scored=tuple(scored),
        replay=Link(href=replay_url(game, hand.first), text=f"Replay {_inside(unit, here)}"),
        before=_link(game, unit, rows[place - 1]) if place else None,
        behind=_link(game, unit, rows[place + 1]) if place + 1 < len(rows) else None,
    )


def _called(unit: str, row: scores.HandRow) -> str:
    if row.name:
        return row.name
    return f"{unit.capitalize()} {row.number}" if row.number else "Before the first " + unit


def _inside(unit: str, row: scores.HandRow) -> str:
    """The same inside of a sentence."""
    return f"{unit} {row.number}" if row.number else "the beginning"


def _link(game: Game, unit: str, row: scores.HandRow) -> Link:
    return Link(
        href=f"{reverse('game', args=[game.public_id])}?hand={row.first}#count", text=_called(unit, row)
    )


def _rows(game: Game, lines: Sequence[Score], heading: str) -> Iterator[LineRow]:
    """The lines of a move, partners' as one; a reason that only says the `heading` once more is left out."""
    partners = game.partners
    alike: dict[object, list[Score]] = defaultdict(list)
    for line in lines:
        side = partners.get(line.seat.name)
        alike[(side, line.points, line.reason) if side else line.pk].append(line)
    for same in alike.values():
        row = line_row(game, same[0], same[0].position)
        cite = replace(row.cite, text="") if row.cite.text == heading else row.cite
        yield replace(row, name=side_name(line.seat.name for line in same), cite=cite)


def line_row(game: Game, line: Score, n: int) -> LineRow:
    """A line of the score, with its clause."""
    return LineRow(
        move=n,
        href=replay_url(game, n),
        name=line.seat.name,
        points=gained(number(line.points)),
        cite=Cited(text=line.reason, rule=line.clause),
    )
