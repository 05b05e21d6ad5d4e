"""Two phones that tap at one moment on one table: real threads, real database, the whole path of a tap."""

import random
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

import pytest
from django.db import connections

from referee.games.registry import GAMES
from referee.rules.engine import Fold
from scoring.crew.visitor import Visitor
from scoring.log import effective
from scoring.models import Game, Move
from tests.table.page import Phone, Request, Shown, new_game

ROUNDS = 50

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]


class Hands:
    """Several hands that come down on their phones at one moment."""

    def __init__(self, number: int) -> None:
        self.pool = ThreadPoolExecutor(number)
        self.shot = threading.Barrier(number)

    def together(self, *acts: Callable[[], Shown]) -> list[Shown]:
        def run(act: Callable[[], Shown]) -> Shown:
            try:
                self.shot.wait(timeout=20)
                return act()
            finally:
                connections.close_all()

        return list(self.pool.map(run, acts))


@pytest.fixture
def phones(ann: Visitor, bob: Visitor) -> list[Phone]:
    """Ann's and Bob's phones at one table; the first card lies."""
    first = Phone(ann, new_game(ann, end={}))
    first.tap("Ann deals")
    first.tap("blue sun")
    return [first, Phone(bob, first.game)]


def check_that_the_table_is_the_fold_of_its_log(game: Game) -> None:
    rows = list(Move.objects.filter(game=game).order_by("seq"))
    assert [row.seq for row in rows] == list(range(1, game.version + 1)), "no gap, no double"
    rules = GAMES[game.game]
    fold: Fold[Any, Any] = Fold(rules, rules.start(game.options, game.standing["players"]))
    entries = effective.effective_moves(rows)
    assert len(entries) == game.length
    for entry in entries:
        fold.play_json(entry.body)
    assert fold.state == rules.load(game.state)
    assert game.standing["scores"] == rules.show(fold.state)["scores"]


@pytest.mark.long
def test_different_taps_at_one_moment_land_both_or_come_back_with_a_reason(phones: list[Phone]) -> None:
    hands = Hands(2)
    chance = random.Random(7)
    for _ in range(ROUNDS):
        version = phones[0].game.version
        acts: list[Callable[[], Shown]] = []
        for phone, player in zip(phones, (0, 1), strict=True):
            request = tap_of(phone, player, chance)
            acts.append(partial(phone.send, request))
        answers = hands.together(*acts)
        landed = [answer for answer in answers if answer.status == 200]
        assert {answer.status for answer in answers} <= {200, 409, 422}
        assert phones[0].game.version == version + len(landed)
        assert landed, "one of them was the first"
        assert {answer.version for answer in landed} == set(range(version + 1, version + 1 + len(landed)))
    game = phones[0].game
    assert game.version > ROUNDS
    check_that_the_table_is_the_fold_of_its_log(game)


def tap_of(phone: Phone, player: int, chance: random.Random) -> Request:
    """A tap on a fresh page that is lawful there: what it is worth a moment later is another matter."""
    name = chance.choice(["Draw", "Pass", "Penalty card", "Penalty card", "Undo", "Redo"])
    phone.open(f"?sheet=seat&player={player}" if name == "Penalty card" else "")
    if name == "Redo" and not phone.game.redoable:
        name = "Undo" if phone.game.length > 2 else "Pass"
    if name == "Undo" and phone.game.length <= 2:
        name = "Pass"
    if name in ("Draw", "Pass") and phone.state["draw_count"]:
        name = "Take"
    if name == "Draw" and phone.shown.table.select_one("[value=draw].no"):
        name = "Pass"
    return phone.request_of(phone.shown.find(name))


def test_one_tap_noted_by_both_at_one_moment_counts_once(phones: list[Phone]) -> None:
    hands = Hands(2)
    for n in range(10):
        version = phones[0].game.version
        acts: list[Callable[[], Shown]] = []
        for phone in phones:
            phone.open()
            request = phone.request_of(phone.shown.find("Pass" if n % 2 else "Draw"))
            acts.append(partial(phone.send, request))
        assert sorted(answer.status for answer in hands.together(*acts)) == [200, 409]
        assert phones[0].game.version == version + 1
    check_that_the_table_is_the_fold_of_its_log(phones[0].game)


def test_a_form_sent_twice_at_one_moment_counts_once(phones: list[Phone]) -> None:
    hands = Hands(4)
    phone = phones[0]
    for name in ("blue moon", "Pass", "Undo", "Redo"):
        phone.open()
        version = phone.game.version
        request = phone.request_of(phone.shown.find(name))
        twins = [Phone(phone.visitor, phone.game) for _ in range(4)]
        for twin in twins:
            twin.client.cookies = phone.client.cookies
        answers = hands.together(*[partial(twin.send, request) for twin in twins])
        assert [answer.status for answer in answers] == [200] * 4
        assert phone.game.version == version + 1
    check_that_the_table_is_the_fold_of_its_log(phone.game)
