"""Made games add up and are counted, are made only once, and belong to the phone whose cookie is printed."""

import sys
from typing import Any

import pytest

from bench import make_games
from scoring.crew.visitor import Visitor
from scoring.exchange import game_rows
from scoring.history import scores
from scoring.models import Crew, Game, Tally
from scoring.statistics import counting

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


@pytest.fixture(autouse=True)
def _small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(make_games, "BATCH", 3)
    monkeypatch.setattr(make_games, "SMALL", 4)


def counted() -> list[Any]:
    return list(Tally.objects.order_by("player", "game", "period").values_list("player", "game", "facts"))


@pytest.mark.long
def test_made_games_add_up_and_the_cookie_opens_their_crew(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "argv", ["make_games", "--games", "8", "--hands", "2", "--others", "6"])
    assert make_games.main() == 0
    visitor = Visitor(capsys.readouterr().out.split("crew=")[1].strip())
    assert Game.objects.visible_to(visitor).count() == 8
    assert list(Game.objects.filter(finished_at=None).values_list("game", flat=True)) == ["score_sheet"]
    for game in Game.objects.order_by("pk"):
        matrix = scores.by_hand(game)
        names = [seat.name for seat in matrix.seats]
        assert dict(zip(names, matrix.totals, strict=True)) == game.standing["scores"]
    before = counted()
    for crew in Crew.objects.order_by("pk"):
        counting.rebuild(crew.pk)
        assert counting.catch_up(crew.pk) == 0
    assert counted() == before != []


def test_who_cuts_it_off_calls_it_again(monkeypatch: pytest.MonkeyPatch) -> None:
    write, calls = game_rows.write, []

    def cut_off(*words: Any, **more: Any) -> Game:
        calls.append(1)
        if len(calls) in {5, 11}:
            raise KeyboardInterrupt
        return write(*words, **more)

    monkeypatch.setattr(game_rows, "write", cut_off)
    for _ in range(2):
        with pytest.raises(KeyboardInterrupt):
            make_games.make_games(5, 1, 6)
    for _ in range(2):
        make_games.make_games(5, 1, 6)
        assert Game.objects.count() == 5 + 6
