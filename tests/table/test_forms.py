"""Every move of every scenario as the forms of a page send it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, get_args

import pytest
from django.http import QueryDict
from msgspec import structs

from referee.games.registry import GAMES, PRESENTERS
from referee.rules import record
from referee.rules.engine import Fold, Move, Refused
from tests.scenario_files import OURS, Scenario, in_folder

SCENARIOS = in_folder(OURS)
#: A score sheet's forms are its own.
REFEREED = [key for key in GAMES if key != "score_sheet"]


def moves_of(scenario: Scenario) -> Iterator[tuple[Any, Move]]:
    """The moves of a scenario that the referee accepts, each with the state before it."""
    document = record.read(scenario.text, GAMES)
    fold = Fold(document.game, document.game.start(document.options, document.players))
    for raw in document.moves:
        before = fold.state
        if not isinstance(fold.play_json(raw), Refused):
            yield before, fold.steps[-1].move


def form_of(fields: Mapping[str, object]) -> QueryDict:
    """A form with these fields, lists as so many of them."""
    sent = QueryDict(mutable=True)
    for name, value in fields.items():
        sent.setlist(name, list(map(str, value)) if isinstance(value, list) else [str(value)])
    return sent


@pytest.mark.parametrize("key", REFEREED)
def test_a_form_of_a_moves_fields_sends_that_move(key: str) -> None:
    presenter, wrong = PRESENTERS[key], []
    for scenario in SCENARIOS:
        for _, move in moves_of(scenario) if scenario.game == key else ():
            sent = form_of(presenter.fields(move))
            expected = structs.replace(move, **dict.fromkeys(move.never_sent))
            # Who won a toss is decided anew, and a whole round is sent as the calculator's taps.
            if not {"toss", "scores"} & set(presenter.fields(move)):
                wrong += [(scenario.name, move)] if presenter.move(sent) != expected else []
    assert wrong == []


#: A value for each field that no form may send, and that would do where it may.
NEVER_SENT = {"overruled": "Everybody agreed", "buzzes": '{"pressed": 1}'}


def test_what_no_form_may_send_is_passed_over() -> None:
    marked = set()
    for key in REFEREED:
        for kind in get_args(GAMES[key].move_types):
            tag = kind.__struct_config__.tag
            for name in kind.never_sent:
                marked.add((tag, name))
                assert name not in PRESENTERS[key].form(form_of({"do": tag, name: NEVER_SENT[name]})), key
    assert marked == {
        ("close_call", "buzzes"),
        ("flip", "overruled"),
        ("deal", "overruled"),
        ("refill", "overruled"),
    }
    assert PRESENTERS["zar"].form(form_of({"do": "play", **NEVER_SENT}))["overruled"] == "Everybody agreed"
