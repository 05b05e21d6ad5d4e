"""What is agreed on before a game: the questions, the options of the record, and what is said afterwards."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from django.http import QueryDict

from referee.games.registry import GAMES, PRESENTERS
from referee.rules.engine import NotARecord
from referee.rules.score_sheet.shelf import shelf

SETUPS: list[tuple[str, dict[str, Any], str]] = [
    ("zar", {}, "to 50, full tracking, 1 deck, no house rules"),
    (
        "zar",
        {"end": {"score": 30}, "track": "quick", "half_decks": 3, "chameleons": 1, "next_dealer": "winner"},
        "to 30, quick tracking, 1½ decks, 1 chameleon, own rule for the next dealer",
    ),
    ("zar", {"end": {}, "points": {"crab": 7}}, "full tracking, 1 deck, own points for cards"),
    ("house_zar", {}, "to 50, full tracking, two of each card, no house rules"),
    (
        "house_zar",
        {"copies": 3, "next_dealer": "rotate"},
        "to 50, full tracking, Triple Zar, own rule for the next dealer",
    ),
    ("numzumzero", {}, ""),
    ("numzumzero", {"boxes": 2, "advanced": True}, "Advanced game"),
    ("zarathustra", {}, ""),
    ("zero_zap", {}, "to 50"),
    ("zero_zap", {"end": {"score": 200}}, "to 200"),
    ("crazy_eights", {}, "to 100, 1 pack, draw one"),
    ("crazy_eights", {"end": {"hands": 3}, "packs": 2, "draw": "until"}, "2 packs, draw until one fits"),
]


def form(**fields: object) -> QueryDict:
    sent = QueryDict(mutable=True)
    sent.update({name: str(value) for name, value in fields.items()})
    return sent


@pytest.mark.parametrize(("key", "options", "said"), SETUPS)
def test_who_looks_back_reads_what_was_agreed(key: str, options: dict[str, Any], said: str) -> None:
    assert ", ".join(PRESENTERS[key].agreement(options).words) == said


def test_who_looks_back_reads_how_far_a_sheet_went() -> None:
    options = {"sheet": msgspec.to_builtins(shelf()["tichu"])}
    assert PRESENTERS["score_sheet"].agreement(options).words == ["to 1000", "highest wins"]


@pytest.mark.parametrize(("key", "options", "said"), SETUPS)
def test_the_page_of_an_earlier_game_agrees_on_the_same(key: str, options: dict[str, Any], said: str) -> None:
    presenter = PRESENTERS[key]
    view = presenter.agreed(QueryDict(), options)
    sent = form(track=next((one.value for one in getattr(view, "tracked", ()) if one.chosen), ""))
    for group in (*view.groups, *view.rarer):
        for field in (*group.answers, *group.fields):
            sent[field.name] = field.value
    again, wrong = presenter.options(sent)
    assert not wrong
    assert ", ".join(presenter.agreement(again).words) == said
    assert presenter.agreed(QueryDict(), again) == view


LIMITED = [
    *(("zar", {"half_decks": number}) for number in range(2, 9)),
    *(("house_zar", {"copies": number}) for number in (2, 3)),
    *(("crazy_eights", {"packs": number}) for number in (1, 2)),
    ("zero_zap", {}),
    ("zarathustra", {}),
]


@pytest.mark.parametrize(("key", "options"), LIMITED)
def test_the_setup_says_how_many_the_rules_let_play(key: str, options: dict[str, int]) -> None:
    players = [number for number in range(20) if _may_play(key, options, number)]
    said = f"{players[0]} to {players[-1]} players"
    presenter = PRESENTERS[key]
    agreed = presenter.agreed(QueryDict(), options)
    assert (agreed.limits or presenter.limits).startswith(said)
    assert (agreed.most or presenter.most) == players[-1]
    # What else is wrong with the form changes nothing of that.
    for typed in ({}, {"score": "many"}, {"chameleons": "8"}):
        view = presenter.agreed(form(**options, **typed))
        assert (view.limits or presenter.limits).startswith(said), typed


def _may_play(key: str, options: dict[str, int], number: int) -> bool:
    try:
        GAMES[key].start(options, [f"player {place}" for place in range(number)])
    except NotARecord:
        return False
    return True


def test_a_number_is_refused_beyond_what_its_field_and_its_message_say() -> None:
    presenter = PRESENTERS["zar"]
    assert presenter.options(form(hands="9999", points_crab=" 0 "))[1] == []
    _, wrong = presenter.options(form(hands="10000", points_crab="x", score="0"))
    assert wrong == [
        "The score has to be a whole number from 1 to 9999.",
        "The number of hands has to be a whole number from 1 to 9999.",
        "Points for crab has to be a whole number from 0 to 9999.",
    ]
