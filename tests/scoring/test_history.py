"""History is found again, page by page, in as many queries for one game as for many."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from scoring import history
from scoring.crew import Visitor
from scoring.models import Game
from tests.scoring.toy import DEAL, END, Phone, join, new_game, score


def test_games_come_newest_first_a_page_at_a_time(ann: Visitor, dan: Visitor) -> None:
    now = timezone.now()
    started = [new_game(ann, f"0-form-number-{n}") for n in range(7)]
    for n, game in enumerate(started):
        # Pairs of games begin in one moment, so that a page can end between the two.
        Game.objects.filter(pk=game.pk).update(created_at=now + timedelta(hours=n // 2))
    new_game(dan)
    seen: list[Game] = []
    place = ""
    for size in (3, 3, 1):
        page = history.games(ann, after=place, size=3)
        assert len(page.games) == size
        seen += page.games
        place = page.next
    assert not place
    assert seen == started[::-1]


def test_a_new_game_shifts_no_page(ann: Visitor) -> None:
    first, second, third = (new_game(ann, f"0-form-number-{n}") for n in range(3))
    page = history.games(ann, size=1)
    new_game(ann, "0-started-meanwhile")
    assert [*page.games, *history.games(ann, after=page.next).games] == [third, second, first]


@pytest.mark.parametrize(
    "place",
    [
        "x",
        "2026-01-01",
        "2026-01-01T10:00:00,5",
        "2026-01-01T10:00:00+00:00,x",
        "2026-01-01T10:00:00+00:00,-1",
        ",",
        "2026-01-01T10:00:00+00:00," + "9" * 30,
    ],
)
def test_a_place_that_no_page_named_is_refused(ann: Visitor, place: str) -> None:
    with pytest.raises(history.BadPlace):
        history.games(ann, after=place)


def test_history_takes_as_many_queries_for_one_game_as_for_ten(
    ann: Visitor, django_assert_num_queries: Any
) -> None:
    for n in range(10):
        new_game(ann, f"0-form-number-{n}")
        with django_assert_num_queries(2):
            assert [[seat.name for seat in game.seats.all()] for game in history.games(ann).games] == [
                ["Ann", "Bob"]
            ] * (n + 1)
        with django_assert_num_queries(1):
            assert [game.standing["players"] for game in history.open_games(ann)] == [["Ann", "Bob"]] * (
                n + 1
            )


def test_only_games_that_go_on_are_open(phone: Phone, ann: Visitor, dan: Visitor) -> None:
    assert [game.public_id for game in history.open_games(ann)] == [phone.public_id]
    assert history.open_games(dan) == []
    phone.tap(END)
    assert history.open_games(ann) == []
    phone.undo()
    assert len(history.open_games(ann)) == 1


def test_scores_stand_hand_by_hand_and_blank_is_not_0(phone: Phone, django_assert_num_queries: Any) -> None:
    for body in (
        DEAL,
        score("Bob", 5),
        score("Bob", 2),
        DEAL,
        DEAL,
        join("Cat"),
        score("Ann", 0),
        score("Cat", 3),
    ):
        phone.tap(body)
    game = phone.game
    with django_assert_num_queries(2):
        matrix = history.by_hand(game)
    assert [seat.name for seat in matrix.seats] == ["Ann", "Bob", "Cat"]
    assert [(row.number, row.points) for row in matrix.rows] == [(1, [None, 7, None]), (3, [0, None, 3])]
    assert matrix.totals == [0, 7, 3]
    assert history.standings(phone.game) == {"Ann": 0, "Bob": 7, "Cat": 3} == phone.game.standing["scores"]


def test_every_line_names_its_hand_its_seat_and_its_clause(phone: Phone) -> None:
    phone.tap(DEAL)
    row = phone.tap(score("Bob", 5))
    [line] = history.lines(phone.game)
    assert (line.hand.number, line.seat.name, line.points, line.clause) == (1, "Bob", 5, "toy 1")
    assert line.move == row
    assert [hand.number for hand in history.hands(phone.game)] == [0, 1]
    assert [move.seq for move in history.whole_log(phone.game)] == [1, 2]


def test_players_are_known_to_their_crew_alone(
    phone: Phone, ann: Visitor, bob: Visitor, dan: Visitor
) -> None:
    phone.tap(join("cat"))
    for visitor in (ann, bob):
        assert [player.name for player in history.known_players(visitor)] == ["Ann", "Bob", "cat"]
    assert history.known_players(dan) == []


def test_points_are_written_as_people_write_them() -> None:
    assert [str(history.number(points)) for points in (7.0, -2.0, 0.5)] == ["7", "-2", "0.5"]
