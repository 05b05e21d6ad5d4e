"""Made games are as good as played ones: they replay, add up, are corrected, and are made only once."""

import re
import sys
from contextlib import suppress
from typing import Any

import pytest
from django.db import transaction

from bench import make_games, random_games
from bench.bulk_insert import BulkInsert
from referee.games.registry import GAMES
from referee.rules.engine import Fold, Refused
from referee.table import correction
from scoring.crew.visitor import Visitor
from scoring.history import scores
from scoring.log import reader, tap_keys
from scoring.log.effective import effective_moves
from scoring.models import Crew, Game, Hand, Night, Rating, Score, Seat, Tally
from scoring.statistics import counting
from tests import taps

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


@pytest.fixture(autouse=True)
def _small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Crews of six games, of which one is played and the others are copied; every third game is ZAR."""
    for name, number in {"SMALL": 6, "ORIGINALS": 1, "COPIES": 2, "BATCH": 2}.items():
        monkeypatch.setattr(make_games, name, number)
    monkeypatch.setattr(random_games, "ZAR_EVERY", 3)
    monkeypatch.setattr(random_games, "OPEN_EVERY", 4)
    small = [plan for _, plan in sorted(random_games._SMALL.items())]
    monkeypatch.setattr(random_games, "_SMALL", dict(enumerate(small)))


def made(**numbers: int) -> None:
    make_games.make_games(**{"games": 5, "hands": 3, "others": 0, "seed": 1} | numbers, say=print)


def kept(crew: Crew) -> list[Any]:
    """What is derived from a crew's games, by names that its copies have too."""
    return [
        list(
            Tally.objects.filter(player__crew=crew)
            .order_by("player__name", "game", "period")
            .values_list("player__name", "game", "period", "facts__games", "facts__wins", "facts__hands")
        ),
        list(
            Rating.objects.filter(player__crew=crew)
            .order_by("player__name", "game")
            .values_list("player__name", "game", "mu", "sigma", "games")
        ),
        list(Night.objects.filter(crew=crew).order_by("day").values_list("day", "games")),
        [
            [sorted(row.facts.get("against", ())), row.facts.get("highest")]
            for row in Seat.objects.filter(game__crew=crew).order_by("game", "place")
        ],
    ]


@pytest.mark.long
def test_every_made_game_replays_to_its_table_and_its_lines_add_up() -> None:
    made(others=18)
    assert Game.objects.count() == 5 + 18
    assert {*Game.objects.values_list("game", flat=True)} == {*GAMES}
    for game in Game.objects.order_by("pk"):
        rules = GAMES[game.game]
        hands = list(Hand.objects.filter(game=game).order_by("first"))
        fold = Fold(rules, rules.load(hands[0].state_in(game)))
        befores = {hand.first: hand for hand in hands}
        for entry in effective_moves(reader.whole_log(game)):
            if entry.position in befores:
                assert fold.state == rules.load(befores[entry.position].state_in(game))
            assert not isinstance(fold.tell(entry.body), Refused)
        assert fold.state == rules.load(game.state)
        assert scores.standings(game) == game.standing["scores"] == rules.standing(fold.state)
        assert (game.finished_at is not None) == (game.phase == "over")
        assert game.hand == hands[-1]
        assert not game.due


@pytest.mark.long
def test_a_copied_crew_has_its_own_players_games_and_statistics() -> None:
    made(others=18)
    original, *copies = Crew.objects.filter(name__startswith="Small").order_by("pk")
    for copy in copies:
        assert kept(copy)[:3] == kept(original)[:3]
        for seat in Seat.objects.filter(game__crew=copy).select_related("player", "game"):
            assert seat.player.crew == copy
            assert seat.name == seat.player.name
            others = Seat.objects.filter(game=seat.game).exclude(pk=seat.pk)
            if seat.facts:
                assert {int(pk) for pk in seat.facts["against"]} == {*others.values_list("player", flat=True)}
                assert seat.facts["highest"]["game"] == seat.game.public_id
    for line in Score.objects.select_related("seat", "hand", "move"):
        assert line.seat.game_id == line.hand.game_id == line.move.game_id == line.game_id


def test_the_statistics_of_made_games_are_those_that_counting_anew_finds() -> None:
    made(others=12)
    for crew in Crew.objects.order_by("pk"):
        before = kept(crew)
        assert before[0]
        counting.rebuild(crew.pk)
        assert counting.catch_up(crew.pk) == 0
        assert kept(crew) == before


def test_who_cuts_it_off_loses_nothing_and_calls_it_again(monkeypatch: pytest.MonkeyPatch) -> None:
    whole: list[Any] = []
    with suppress(ZeroDivisionError), transaction.atomic():
        made(others=12)
        whole = [*Game.objects.order_by("public_id").values_list("public_id", "standing")]
        raise ZeroDivisionError  # all of it is taken back
    assert not Game.objects.exists()
    write, calls = BulkInsert.write, []

    def cut_off(insert: BulkInsert) -> int:
        calls.append(1)
        if len(calls) in (2, 5):
            raise KeyboardInterrupt
        return write(insert)

    monkeypatch.setattr(BulkInsert, "write", cut_off)
    for _ in range(2):
        with pytest.raises(KeyboardInterrupt):
            made(others=12)
    made(others=12)
    assert [*Game.objects.order_by("public_id").values_list("public_id", "standing")] == whole
    made(others=12)
    assert Game.objects.count() == len(whole)


def test_the_cookie_that_it_prints_opens_the_crew_and_its_games_go_on(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "argv", ["make_games", "--games", "5", "--hands", "3"])
    assert make_games.main() == 0
    printed = capsys.readouterr().out
    assert "5 of 5 games" in printed
    found = re.search(r"crew=(\S+)", printed)
    assert found
    visitor = Visitor(found[1])
    game = Game.objects.visible_to(visitor).filter(game="zar", finished_at__isnull=False).order_by("pk")[0]
    assert taps.undo(visitor, game.public_id, tap_keys.new_key(game)).state.phase == "count"
    game.refresh_from_db()
    assert game.due
    assert taps.redo(visitor, game.public_id, tap_keys.new_key(game)).state.phase == "over"
    game.refresh_from_db()
    plan = correction.plan(game, game.length, None)
    assert plan.fold.state.phase == "count"


@pytest.mark.parametrize("numbers", [{"games": 0}, {"hands": 0}, {"others": -1}])
def test_numbers_too_small_are_refused(numbers: dict[str, int]) -> None:
    with pytest.raises(ValueError, match="At least"):
        made(**numbers)
    assert not Crew.objects.exists()
