"""What was counted in a hand: who held what, the points, and the clause of each line."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any

from django.urls import reverse

from referee.crew.history.context import LineRow
from referee.games.cited import Cited
from referee.games.parts import Terms
from referee.games.presenter import AnyPresenter
from referee.games.registry import GAMES, PRESENTERS
from referee.rules.engine import Fold, Line
from referee.rules.sentences import side_name
from referee.table.moments import replay_url
from referee.web.components import Link
from referee.web.wording import gained
from scoring.history import scores
from scoring.history.hands import Played, hand_at, lines_of_hands
from scoring.log.values import number
from scoring.models import Game, Score


def count_view(game: Game, matrix: scores.Matrix, here: scores.HandRow, after: str) -> dict[str, object]:
    """What was counted in one of the hands, and what everybody had `after` it; `before` and `behind` are the
    hands around it. Four queries, and three more for each other hand that filled in the row.
    """
    rows = [row for row in matrix.rows if row.firsts]
    unit, place = GAMES[game.game].unit_of(game.options), rows.index(here)
    hands = [hand_at(game, first) for first in here.firsts]
    lines: dict[int, list[Line]] = defaultdict(list)
    presenter = PRESENTERS[game.game]
    state = presenter.rules.load(game.state)
    now = state if (game.options.get("sheet") or {}).get("ordered") else None
    for score in lines_of_hands(game, here.firsts):
        if now:
            score.points = here.points[score.seat.place] or 0
        lines[score.position].append(line_of(score))
    writes = game.viewer_may_write
    said = _inside(unit, here), _called(unit, here)
    terms = {position: each for hand in hands for position, each in _derived(presenter, hand, now).items()}
    scored: list[dict[str, Any]] = [
        {
            "n": entry.position,
            "text": whose or presenter.described(state, entry.body),
            "cards": cards,
            "lines": tuple(
                line_rows(
                    game,
                    entry.position,
                    lines[entry.position],
                    terms[entry.position],
                    unsaid=(*said, ", ".join(face.card for face, _ in cards)),
                )
            ),
            "replay": replay_url(game, entry.position),
            "correct": reverse("correct", args=[game.public_id, entry.position]) if writes else "",
        }
        for hand in hands
        for entry in hand.past.entries
        for whose, cards in [presenter.counted_hand(state, entry.body)]
        if whose or entry.position in lines
    ]
    for each in scored:
        points = {f"{row.name} {row.points.removeprefix('+')}" for row in each["lines"]}
        each["said"] = points == {*each["text"].partition(": ")[2].split(", ")}
    return {
        "heading": _called(unit, here),
        "after": after,
        "scored": tuple(scored),
        "replay": Link(href=replay_url(game, hands[0].first), text=f"Replay {_inside(unit, here)}"),
        "before": _link(game, unit, rows[place - 1]) if place else None,
        "behind": _link(game, unit, rows[place + 1]) if place + 1 < len(rows) else None,
    }


def _derived(presenter: AnyPresenter, hand: Played, now: object) -> dict[int, Mapping[str, Terms]]:
    """What the points of each move of a hand were added up from, by player, or are `now`."""
    rules, derived = presenter.rules, {}
    fold = Fold(rules, rules.load(hand.past.state), hand.first - 1)
    for entry in hand.past.entries:
        before = now or fold.state
        fold.play_json(entry.body)
        derived[entry.position] = presenter.derived(before, rules.logged(entry.body), now or fold.state)
    return derived


def _called(unit: str, row: scores.HandRow) -> str:
    if row.name:
        return row.name
    return f"{unit.capitalize()} {row.number}" if row.number else "Before the first " + unit


def _inside(unit: str, row: scores.HandRow) -> str:
    """The same inside of a sentence."""
    return row.name or (f"{unit} {row.number}" if row.number else "the beginning")


def _link(game: Game, unit: str, row: scores.HandRow) -> Link:
    return Link(
        href=f"{reverse('game', args=[game.public_id])}?hand={row.first}#count", text=_called(unit, row)
    )


def line_rows(
    game: Game, n: int, lines: Iterable[Line], terms: Mapping[str, Terms], *, unsaid: Collection[str] = ()
) -> Iterator[LineRow]:
    """The lines of a move, partners' as one, each with its `terms`; a reason that the page says already is
    `unsaid`.
    """
    for line in lines:
        side = game.side_of(line.player)
        if line.player == side[0] and (line.rule, line.reason) != scores.OPENING:
            yield LineRow(
                move=n,
                href=replay_url(game, n),
                name=side_name(side),
                points=gained(number(line.points)),
                cite=Cited(text="" if line.reason in unsaid else line.reason, rule=line.rule),
                terms=terms.get(line.player, ()),
            )


def line_of(score: Score) -> Line:
    """A line of the record as the referee made it."""
    return Line(score.seat.name, score.points, score.clause, score.reason)
