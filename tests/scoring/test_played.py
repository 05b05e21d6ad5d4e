"""A hand is read by itself, and is what the whole log says it was, whatever was undone and corrected."""

from __future__ import annotations

import random
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scoring.crew.visitor import Visitor
from scoring.history.hands import Played, hand_at, lines_of_hands
from scoring.log import reader
from scoring.log.effective import effective_moves
from tests.marks import long_except
from tests.scoring.toy import DEAL, PLAY, Phone, dump, join, score

pytestmark = pytest.mark.slow


def check(phone: Phone) -> None:
    """Every position's hand holds what the whole log has in force there, between it and its neighbours."""
    game = phone.game
    everything = effective_moves(reader.whole_log(game))
    starts = [hand.first for hand in reader.hands(game)]
    for position in range(game.length + 1):
        hand = hand_at(game, position)
        first = max(start for start in starts if start <= position)
        behind = [start for start in starts if start > position]
        assert hand.past.first == first
        assert hand.first == max(first, 1)
        assert hand.last == (behind[0] - 1 if behind else game.length)
        assert hand.past.entries == everything[hand.first - 1 : hand.last]
        assert hand.past.state == dump([entry.body for entry in everything[: hand.first - 1]])


def test_a_hand_is_its_own_moves_and_the_state_before_them(phone: Phone) -> None:
    for body in (join("Cat"), DEAL, score("Bob", 5), PLAY, DEAL, PLAY):
        phone.tap(body)
    check(phone)
    opening, first, second = (hand_at(phone.game, position) for position in (0, 3, 6))
    assert [(hand.number, hand.first, hand.last) for hand in (opening, first, second)] == [
        (0, 1, 1),
        (1, 2, 4),
        (2, 5, 6),
    ]
    assert [line.points for line in lines_of_hands(phone.game, [2])] == [5]
    assert lines_of_hands(phone.game, [5]) == []


def test_before_the_first_move_there_is_an_empty_hand(phone: Phone) -> None:
    hand = hand_at(phone.game, 0)
    assert (hand.number, hand.first, hand.last, hand.past.entries) == (0, 1, 0, [])
    phone.tap(DEAL)
    assert hand_at(phone.game, 0).past.entries == []


@pytest.mark.parametrize("seed", long_except(range(12), 0, 1, 2))
def test_undo_redo_and_corrections_leave_every_hand_as_the_whole_log_has_it(phone: Phone, seed: int) -> None:
    chance = random.Random(seed)
    for n in range(30):
        game = phone.game
        kind = chance.random()
        if kind < 0.2 and game.length:
            phone.undo()
        elif kind < 0.35 and game.redoable:
            phone.redo()
        elif kind < 0.5 and game.length:
            position = chance.randint(1, game.length)
            new = chance.choice([[], [DEAL], [{"do": "play", "player": f"Bob {n}"}]])
            later = range(position + 1, game.length + 1)
            phone.correct(position, new, dropped=[place for place in later if chance.random() < 0.1])
        else:
            phone.tap(DEAL if chance.random() < 0.25 else {"do": "play", "player": f"Bob {n}"})
    check(phone)


def test_only_the_rows_of_the_hand_are_read(phone: Phone, ann: Visitor) -> None:
    for _ in range(6):
        for body in (DEAL, PLAY, PLAY):
            phone.tap(body)
    game = phone.game
    for position, expected in ((0, 1), (1, 4), (8, 4), (18, 3)):
        hand, rows = read(game, position)
        assert rows == expected, "its own rows, and the one that began the next hand"
        assert len(hand.past.entries) in (0, 3)


def read(game: Any, position: int) -> tuple[Played, int]:
    """A hand in three queries, and how many rows of the log the last of them found."""
    with CaptureQueriesContext(connection) as captured:
        hand = hand_at(game, position)
    assert len(captured) == 3
    with connection.cursor() as cursor:
        cursor.execute(captured[-1]["sql"])
        return hand, len(cursor.fetchall())
