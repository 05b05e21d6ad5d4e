"""The tap that ends a game, goes on after its end or corrects it counts it, once it is saved."""

from __future__ import annotations

import pytest
from django.db import DatabaseError, connection

from scoring.crew.visitor import Visitor, join_own_crew
from scoring.log import tap_keys
from scoring.models import Game, Night, Player
from scoring.statistics import counting, tallies
from tests import taps
from tests.table.page import client_of, new_game


def send(visitor: Visitor, game: Game, write: str, **fields: str) -> int:
    """Sends a form of the table, as any page would; the status of the answer."""
    form = {"key": tap_keys.new_key(Game.objects.get(pk=game.pk)), **fields}
    return client_of(visitor).post(f"/t/{game.public_id}/{write}/", form).status_code


def played(visitor: Visitor, game: Game, **scores: int) -> int:
    """Writes a round down, and ends the game."""
    key = tap_keys.new_key(Game.objects.get(pk=game.pk))
    taps.make(visitor, game.public_id, key, {"do": "round", "scores": scores})
    return send(visitor, game, "move", do="end")


def won(name: str) -> int:
    """How many games somebody has won, as it is counted."""
    found = tallies.of_player(Player.objects.get(name=name)).get("score_sheet")
    return found.wins if found else 0


def test_what_was_ended_taken_back_and_ended_again_is_counted_at_once(ann: Visitor) -> None:
    game = new_game(ann, "Ann Bob", "score_sheet")
    crew = join_own_crew(ann).crew_id
    assert played(ann, game, Ann=9, Bob=2) == 303
    assert (won("Ann"), won("Bob"), Night.objects.count()) == (1, 0, 1)
    assert send(ann, game, "undo") == 303
    assert (won("Ann"), won("Bob"), Night.objects.count()) == (0, 0, 0)
    assert counting.uncounted(crew) is None
    assert send(ann, game, "undo") == 303
    assert played(ann, game, Ann=1, Bob=2) == 303
    assert (won("Ann"), won("Bob"), Night.objects.count()) == (0, 1, 1)
    assert counting.uncounted(crew) is None


@pytest.mark.django_db(transaction=True)
def test_counting_begins_when_the_tap_is_saved(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[tuple[bool, bool]] = []

    def watch(crew_id: int, **_: object) -> int:
        seen.append((connection.in_atomic_block, Game.objects.get(crew=crew_id).finished_at is not None))
        return 0

    monkeypatch.setattr(counting, "catch_up", watch)
    visitor = Visitor()
    join_own_crew(visitor)
    played(visitor, new_game(visitor, "Ann Bob", "score_sheet"), Ann=9, Bob=2)
    assert seen == [(False, True)], "after the transaction, and once"


def test_a_tap_that_is_saved_does_not_fail_for_its_statistics(
    ann: Visitor, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_: object, **__: object) -> int:
        raise DatabaseError("locked")

    with monkeypatch.context() as patch:
        patch.setattr(counting, "catch_up", fail)
        assert played(ann, new_game(ann, "Ann Bob", "score_sheet"), Ann=9, Bob=2) == 303
    assert "could not be counted yet" in caplog.text
    left = counting.uncounted(join_own_crew(ann).crew_id)
    assert left is not None
    assert left.games == 1
