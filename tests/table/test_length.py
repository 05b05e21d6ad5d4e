"""A game does not grow without end: what is refused at its limits, and what is still accepted there."""

from __future__ import annotations

import json
from typing import Any

import pytest

from referee.table.taps import Result
from scoring.crew.visitor import Visitor, join_own_crew
from scoring.log import tap_keys
from scoring.models import Game
from tests import taps
from tests.crew.exchange import send
from tests.table.page import new_game

DRAWN = {"do": "draw", "player": "Bob"}
PASSED = {"do": "pass", "player": "Bob"}


class Table:
    """A game that is tapped on without its page."""

    def __init__(self, ann: Visitor, game: Game) -> None:
        self.ann, self.game = ann, game

    @property
    def key(self) -> str:
        self.game.refresh_from_db()
        return tap_keys.new_key(self.game)

    def make(self, **move: Any) -> Result:
        return taps.make(self.ann, self.game.public_id, self.key, move)

    def undo(self) -> Result:
        return taps.undo(self.ann, self.game.public_id, self.key)

    def redo(self) -> Result:
        return taps.redo(self.ann, self.game.public_id, self.key)


def said(result: Result) -> str:
    return result.reply.refused.text if result.reply.refused else ""


@pytest.fixture
def sheet(ann: Visitor) -> Table:
    """A score sheet with three rounds."""
    table = Table(ann, new_game(ann, "Ann Bob", "score_sheet"))
    for points in range(3):
        table.make(do="round", scores={"Ann": points, "Bob": 1})
    return table


@pytest.fixture
def hand(ann: Visitor) -> Table:
    """A hand of ZAR of three moves, the deal among them."""
    table = Table(ann, new_game(ann, "Ann Bob"))
    table.make(do="deal", dealer="Ann")
    table.make(do="flip", card="red moon")
    table.make(**DRAWN)
    return table


def test_a_game_of_so_many_moves_takes_no_more_but_its_end(
    sheet: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("referee.table.taps.MOST_MOVES", 3)
    refused = sheet.make(do="round", scores={"Ann": 1, "Bob": 1})
    assert said(refused) == "A game has at most 3 moves. End it, then start a rematch."
    sheet.game.refresh_from_db()
    assert (sheet.game.version, sheet.game.length) == (3, 3)
    sheet.undo()
    assert said(sheet.make(do="round", scores={"Ann": 9, "Bob": 1})) == ""
    assert said(sheet.make(do="end")) == ""
    sheet.game.refresh_from_db()
    assert sheet.game.finished_at


def test_a_hand_of_so_many_moves_can_only_be_brought_to_its_end(
    hand: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("referee.table.taps.MOST_OF_A_HAND", 3)
    assert said(hand.make(**PASSED)) == (
        "A hand has at most 3 moves. Finish it or void it, then deal the next one."
    )
    assert said(hand.make(do="void")) == ""
    assert said(hand.make(do="deal", dealer="Bob")) == ""
    assert said(hand.make(do="flip", card="red moon")) == ""


def test_a_game_of_so_many_rounds_takes_no_more_of_them(
    sheet: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each keeps the state before it, and a score sheet's is as long as the sheet."""
    monkeypatch.setattr("referee.table.taps.MOST_HANDS", 3)
    refused = sheet.make(do="round", scores={"Ann": 1, "Bob": 1})
    assert said(refused) == "A game has at most 3 rounds. End it, then start a rematch."
    assert said(sheet.make(do="join", player="Cat")) == ""
    assert said(sheet.make(do="end")) == ""


def test_a_log_that_went_back_and_forth_too_often_only_goes_on(
    hand: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("referee.table.taps.MOST_ROWS_OF_A_HAND", 4)
    assert [said(hand.undo()), said(hand.redo())] == ["", ""]
    for turned in (hand.undo, hand.redo):
        assert said(turned()).startswith("This log is too long to undo or correct more. Play on")
    correct = taps.correct(hand.ann, hand.game.public_id, hand.key, position=3, move=None)
    assert said(correct).startswith("This log is too long")
    back = taps.take_back(hand.ann, hand.game.public_id, hand.key, position=3)
    assert said(back).startswith("This log is too long")
    assert said(hand.make(**PASSED)) == ""


def test_a_file_is_held_to_the_same_limit(dan: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    join_own_crew(dan)
    rounds = [{"do": "round", "scores": {"Ann": n, "Bob": 1}} for n in range(4)]
    record = {"format": "referee-record/1", "game": "score_sheet", "options": {}, "players": ["Ann", "Bob"]}
    monkeypatch.setattr("referee.table.taps.MOST_MOVES", 3)
    answer = send(dan, json.dumps(record | {"moves": rounds}).encode())
    assert "move 4: A game has at most 3 moves." in answer.content.decode()
    assert not Game.objects.exists()
    ended = [*rounds[:3], {"do": "end"}]
    assert send(dan, json.dumps(record | {"moves": ended}).encode()).status_code == 303


def test_a_hand_that_is_won_at_the_limit_is_counted_and_the_game_ended(
    ann: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = Table(ann, new_game(ann, "Ann Bob Cat"))
    table.make(do="deal", dealer="Ann")
    table.make(do="flip", card="blue sun")
    table.make(do="recount", player="Bob", cards=1)
    monkeypatch.setattr("referee.table.taps.MOST_MOVES", 3)
    monkeypatch.setattr("referee.table.taps.MOST_OF_A_HAND", 3)
    ends: list[dict[str, Any]] = [
        {"do": "play", "player": "Bob", "cards": ["blue moon"]},
        {"do": "out", "player": "Bob"},
        {"do": "count", "player": "Ann", "points": 3},
        {"do": "count", "player": "Cat", "points": 4},
    ]
    assert [said(table.make(**move)) for move in ends] == [""] * 4
    assert said(table.make(do="deal", dealer="Bob")).startswith("A game has at most 3 moves")
    assert said(table.make(do="end")) == ""
