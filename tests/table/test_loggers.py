"""Whose phones log a game: one, each seat its own, or any; a form of another's is refused in words."""

from __future__ import annotations

from typing import Any

import pytest
from django.urls import reverse

from referee.games.registry import GAMES
from referee.rules.engine import Move as AnyMove
from referee.stream.hub import HUB
from scoring.crew import loggers, seats
from scoring.crew.visitor import Visitor
from scoring.log import tap_keys
from scoring.models import Game, Logger, Move, Role
from tests.conftest import joined
from tests.crew.browser import Browser

PLAY = {"do": "play", "player": "Bob", "card": "blue moon"}
KEEPER_CAN = "The keeper’s phone can log everything"


def sit(game: Game, visitor: Visitor, name: str) -> Browser:
    """A phone at a seat, which looks at its table."""
    browser = Browser(visitor)
    seats.take(game, name, browser.member.pk)
    HUB.record_presence(game.public_id, browser.member.pk)
    return browser


def send(game: Game, browser: Browser, sent: dict[str, Any], name: str = "move", *more: int) -> int:
    """A form as somebody might make it up: its status."""
    game = Game.objects.visible_to(browser.visitor).get(pk=game.pk)
    url = reverse(name, args=[game.public_id, *more])
    browser.send(url, {"key": tap_keys.new_key(game), **sent})
    return browser.shown.status


def bodies(game: Game) -> list[str]:
    return [row.body["do"] if row.body else row.kind for row in Move.objects.filter(game=game)]


def test_with_no_seat_taken_anyone_logs(bob: Visitor, game: Game) -> None:
    assert loggers.logger(game) == Logger.ANYONE
    assert send(game, Browser(bob), PLAY) == 200


def test_once_a_seat_is_taken_its_phone_alone_logs_for_it(ann: Visitor, bob: Visitor, game: Game) -> None:
    held, other, eve = sit(game, bob, "Bob"), Browser(joined(ann, Role.SCORER)), joined(ann, Role.SCORER)
    cat = sit(game, eve, "Cat")
    for hostile in (other, cat):
        before = bodies(game)
        assert send(game, hostile, PLAY) == 403
        hostile.says(
            "Not from this phone", "Bob logs this on their own phone: let them tap it there.", KEEPER_CAN
        )
        assert hostile.shown.table, "the live table is still there"
        for calls in ({"do": "gotcha", "caller": "Bob", "target": "Ann"}, {"do": "zar", "player": "Bob"}):
            assert send(game, hostile, calls) == 403
        assert bodies(game) == before
    assert send(game, held, PLAY) == 200


def test_the_table_s_matters_and_seats_without_a_phone_are_anyone_s(
    ann: Visitor, bob: Visitor, game: Game
) -> None:
    held, other = sit(game, bob, "Bob"), Browser(joined(ann, Role.SCORER))
    assert send(game, held, PLAY) == 200
    assert send(game, other, {"do": "play", "player": "Cat", "card": "blue star"}) == 200
    assert send(game, held, {"do": "draw", "player": "Ann"}) == 200
    assert send(game, other, {"do": "recount", "player": "Bob", "cards": "3"}) == 200
    assert send(game, other, {"do": "void"}) == 200


def test_a_phone_that_is_gone_holds_nobody_up(
    ann: Visitor, bob: Visitor, game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    sit(game, bob, "Bob")
    other = Browser(joined(ann, Role.SCORER))
    assert send(game, other, PLAY) == 403
    monkeypatch.setattr(HUB, "last_seen", lambda *_: 0.0)
    assert send(game, other, PLAY) == 200


def test_the_keeper_is_never_locked_out(ann: Visitor, bob: Visitor, game: Game) -> None:
    held, keeper = sit(game, bob, "Bob"), Browser(ann)
    assert send(game, keeper, PLAY) == 200
    keeper.send(reverse("loggers", args=[game.public_id]), {"one": "Bob"})
    assert send(game, keeper, {"do": "play", "player": "Cat", "card": "blue star"}) == 200
    assert send(game, held, {"do": "draw", "player": "Ann"}) == 200


def test_one_scorer_logs_everything_and_nobody_else_anything(ann: Visitor, bob: Visitor, game: Game) -> None:
    held, other, keeper = sit(game, bob, "Bob"), Browser(joined(ann, Role.SCORER)), Browser(ann)
    keeper.go(f"{reverse('table', args=[game.public_id])}?sheet=menu")
    keeper.tap("Who logs the moves")
    keeper.tap("One scorer: Bob’s phone")
    assert loggers.logger(Game.objects.get(pk=game.pk)) == Logger.ONE
    for deed in (PLAY, {"do": "void"}):
        assert send(game, other, deed) == 403
        other.says("In this game Bob’s phone logs the moves", KEEPER_CAN)
    assert send(game, held, PLAY) == 200
    assert send(game, held, {"do": "play", "player": "Cat", "card": "blue star"}) == 200
    assert send(game, other, {}, "undo") == 403
    keeper.tap("One scorer: this phone")
    assert send(game, held, {"do": "draw", "player": "Ann"}) == 403
    held.says("In this game one phone logs the moves")


def test_anyone_logs_for_everybody_where_that_was_chosen(ann: Visitor, bob: Visitor, game: Game) -> None:
    sit(game, bob, "Bob")
    other, keeper = Browser(joined(ann, Role.SCORER)), Browser(ann)
    keeper.go(f"{reverse('table', args=[game.public_id])}?sheet=loggers")
    keeper.tap("Anyone")
    assert send(game, other, PLAY) == 200


def test_who_may_log_a_move_may_take_it_back_and_correct_it(ann: Visitor, bob: Visitor, game: Game) -> None:
    held, other = sit(game, bob, "Bob"), Browser(joined(ann, Role.SCORER))
    assert send(game, held, PLAY) == 200
    n = Game.objects.get(pk=game.pk).length
    for name, more, sent in (
        ("undo", (), {}),
        ("back", (n,), {}),
        ("back", (1,), {}),
        ("correct", (n,), {"strike": "1", "save": "1"}),
        ("move", (), {"instead": str(n), "do": "play", "player": "Cat", "card": "blue moon"}),
    ):
        assert send(game, other, sent, name, *more) == 403, name
    assert bodies(game) == ["deal", "flip", "play"]
    assert send(game, held, {}, "undo") == 200
    assert send(game, other, {}, "redo") == 403
    assert send(game, held, {}, "redo") == 200
    assert send(game, other, {"do": "play", "player": "Cat", "card": "blue star"}) == 200
    assert send(game, held, {}, "undo") == 200, "a seat without a phone is anyone’s"


def test_what_a_ruling_favours_is_the_table_s_to_record(ann: Visitor, bob: Visitor, game: Game) -> None:
    held, other = sit(game, bob, "Bob"), Browser(joined(ann, Role.SCORER))
    assert send(game, held, PLAY | {"card": "yellow sun"}) == 200
    assert send(game, held, {"do": "recount", "player": "Bob", "cards": "1"}) == 200
    race = {"do": "close_call", "events": ["play", "match"], "players": ["Cat", "Bob"], "underneath": "Bob"}
    assert send(game, other, race) == 200
    assert send(game, other, {"do": "zar", "player": "Bob"}) == 200


def test_only_the_keeper_chooses_and_only_what_there_is(ann: Visitor, bob: Visitor, game: Game) -> None:
    held, keeper = sit(game, bob, "Bob"), Browser(ann)
    url = reverse("loggers", args=[game.public_id])
    held.go(f"{reverse('table', args=[game.public_id])}?sheet=loggers")
    held.says("Each player on their own phone", "The keeper’s phone can always log")
    assert not held.shown.soup.select(".s-loggers button:not([disabled])")
    held.send(url, {"who": "anyone"})
    assert held.shown.status == 403
    for sent, status in (({"who": "nobody"}, 400), ({"one": "Cat"}, 404), ({}, 400), ({"who": "one"}, 400)):
        keeper.send(url, sent)
        assert keeper.shown.status == status, sent
    assert Game.objects.get(pk=game.pk).logged_by == ""


def test_a_watcher_logs_nothing_whatever_is_chosen(cat: Visitor, game: Game) -> None:
    watcher = Browser(cat)
    loggers.choose(game, Logger.ANYONE)
    assert send(game, watcher, PLAY) == 403
    loggers.choose(game, Logger.ONE, watcher.member.pk)
    assert send(game, watcher, PLAY) == 403


@pytest.mark.parametrize("key", GAMES)
def test_every_turn_of_every_game_is_somebody_s_own(key: str) -> None:
    """What a player alone does on their turn names them; what the table does names nobody."""
    found = {kind.__struct_config__.tag: kind.doer for kind in _kinds(AnyMove) if key in kind.__module__}
    table = {
        "deal",
        "flip",
        "count",
        "round",
        "end",
        "void",
        "join",
        "quit",
        "close_call",
        "out",
        "refill",
        "bonus",
    }
    assert all(not doer for do, doer in found.items() if do in table), found


def _kinds(kind: type[AnyMove]) -> list[type[AnyMove]]:
    return [kind, *(below for each in kind.__subclasses__() for below in _kinds(each))]
