"""Standings are ranked 1, 2, 3: equal ones share their rank, and who left has none."""

from __future__ import annotations

from referee.web.context import StandingView
from referee.web.standings import ranked


def line(name: str, points: float, *, leader: bool = False, here: bool = True) -> StandingView:
    return StandingView(name=name, points=points, leader=leader, here=here)


def ranks(*rows: StandingView, highest: bool = True) -> list[tuple[int, str]]:
    return [(row.rank, row.name) for row in ranked(rows, highest=highest)]


def test_the_best_score_comes_first_whichever_way_a_game_is_won() -> None:
    rows = line("Ann", 7), line("Bob", -2), line("Cat", 12.5)
    assert ranks(*rows) == [(1, "Cat"), (2, "Ann"), (3, "Bob")]
    assert ranks(*rows, highest=False) == [(1, "Bob"), (2, "Ann"), (3, "Cat")]


def test_equal_scores_share_a_rank_in_the_order_of_their_seats_and_the_next_rank_is_left_out() -> None:
    rows = line("Ann", 3), line("Bob", 7), line("Cat", 3), line("Dan", 1)
    assert ranks(*rows) == [(1, "Bob"), (2, "Ann"), (2, "Cat"), (4, "Dan")]


def test_who_left_comes_last_and_has_no_rank_however_good_the_score() -> None:
    rows = line("Ann", 3, here=False), line("Bob", 1), line("Cat", 9, here=False)
    assert ranks(*rows) == [(1, "Bob"), (0, "Cat"), (0, "Ann")]


def test_who_lost_a_tie_break_is_second() -> None:
    assert ranks(line("Ann", 5), line("Bob", 5, leader=True), line("Cat", 5)) == [
        (1, "Bob"),
        (2, "Ann"),
        (2, "Cat"),
    ]


def test_before_anybody_scored_all_are_first() -> None:
    assert ranks(line("Ann", 0), line("Bob", 0)) == [(1, "Ann"), (1, "Bob")]
