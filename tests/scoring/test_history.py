"""A game is looked back at in as few queries as ever, however long it was."""

from typing import Any

from scoring.crew.visitor import Visitor
from scoring.history import scores, search
from scoring.log import reader
from scoring.log.values import number
from scoring.players import roster
from tests.scoring.toy import DEAL, END, Phone, join, score


def test_only_games_that_go_on_are_open(phone: Phone, ann: Visitor, dan: Visitor) -> None:
    assert [game.public_id for game in search.open_tables(ann, 50)] == [phone.public_id]
    assert search.open_tables(dan, 50) == []
    phone.tap(END)
    assert search.open_tables(ann, 50) == []
    phone.undo()
    assert len(search.open_tables(ann, 50)) == 1


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
        matrix = scores.by_hand(game)
    assert [seat.name for seat in matrix.seats] == ["Ann", "Bob", "Cat"]
    assert [(row.number, row.points) for row in matrix.rows] == [(1, [None, 7, None]), (3, [0, None, 3])]
    assert matrix.totals == [0, 7, 3]
    assert phone.game.standing["scores"] == {"Ann": 0, "Bob": 7, "Cat": 3}


def test_every_line_names_its_hand_its_seat_and_its_clause(phone: Phone) -> None:
    phone.tap(DEAL)
    row = phone.tap(score("Bob", 5))
    [line] = scores.lines(phone.game)
    assert (line.hand.number, line.seat.name, line.points, line.clause) == (1, "Bob", 5, "toy 1")
    assert line.move == row
    assert [hand.number for hand in reader.hands(phone.game)] == [0, 1]
    assert [move.seq for move in reader.whole_log(phone.game)] == [1, 2]


def test_players_are_known_to_their_crew_alone(
    phone: Phone, ann: Visitor, bob: Visitor, dan: Visitor
) -> None:
    phone.tap(join("cat"))
    for visitor in (ann, bob):
        assert [player.name for player in roster.known_players(visitor)] == ["Ann", "Bob", "cat"]
    assert roster.known_players(dan) == []


def test_points_are_written_as_people_write_them() -> None:
    assert [str(number(points)) for points in (7.0, -2.0, 0.5)] == ["7", "-2", "0.5"]
