"""Every move of every scenario as the forms of a page send it, and as a correction asks for it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.http import QueryDict

from referee.games.presenter import AnyPresenter
from referee.games.registry import GAMES, PRESENTERS
from referee.rules import record
from referee.rules.engine import Fold, Move, Refused
from tests.scenario_files import OURS, Scenario, in_folder

SCENARIOS = in_folder(OURS)


def moves_of(scenario: Scenario) -> Iterator[tuple[Any, Move]]:
    """The moves of a scenario that the referee accepts, each with the state before it."""
    document = record.read(scenario.text, GAMES)
    fold = Fold(document.game, document.game.start(document.options, document.players))
    for raw in document.moves:
        before = fold.state
        if not isinstance(fold.tell(raw), Refused):
            yield before, fold.steps[-1].move


def as_it_stands(presenter: AnyPresenter, state: Any, move: Move) -> QueryDict:
    """What the page of a correction sends when nothing is changed on it."""
    sent = QueryDict(mutable=True)
    for field in presenter.edit(state, move):
        sent.appendlist(field.name, field.value)
    return sent


def asks_for_the_same(presenter: AnyPresenter, state: Any, move: Move) -> bool:
    """Whether that is the move again, or does the same: a take may leave out the place."""
    again = presenter.edited(as_it_stands(presenter, state, move), move)
    if again == move or isinstance(again, Refused):
        return bool(again == move)
    return bool(presenter.rules.judge(state, again) == presenter.rules.judge(state, move))


@pytest.mark.parametrize("key", [key for key in GAMES if key != "score_sheet"])
def test_a_correction_that_changes_nothing_asks_for_the_same_move(key: str) -> None:
    presenter = PRESENTERS[key]
    wrong = [
        (scenario.name, move)
        for scenario in SCENARIOS
        if scenario.game == key
        for state, move in moves_of(scenario)
        if not asks_for_the_same(presenter, state, move)
    ]
    assert wrong == []
