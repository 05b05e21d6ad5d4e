"""Standings are ranked 1, 2, 3, with a step of the podium for each: equal ones share both."""

from __future__ import annotations

from referee.web.components import StandingView, StepView, podium, ranked


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


# --- the podium -----------------------------------------------------------------------------------------


def steps(*rows: StandingView) -> list[tuple[int, str]]:
    """The steps of these players, of whom the highest score wins: each rank, and who stands there."""
    found = podium(ranked(rows, highest=True), ("point", "points"))
    return [(step.rank, " ".join(row.name for row in step.rows)) for step in found.steps]


def rest(*rows: StandingView) -> list[tuple[int, str]]:
    """Who stands on no step."""
    found = podium(ranked(rows, highest=True), ("point", "points"))
    return [(row.rank, row.name) for row in found.rest]


def test_the_first_three_stand_on_steps_in_the_order_of_their_ranks() -> None:
    rows = line("Ann", 3), line("Bob", 9), line("Cat", 1), line("Dan", 5)
    assert steps(*rows) == [(1, "Bob"), (2, "Dan"), (3, "Ann")]
    assert rest(*rows) == [(4, "Cat")]


def test_equal_ones_share_a_step_and_the_step_of_the_rank_left_out_is_missing() -> None:
    assert steps(line("Ann", 9), line("Bob", 9), line("Cat", 1)) == [(1, "Ann Bob"), (3, "Cat")]
    shared = line("Ann", 9), line("Bob", 5), line("Cat", 5), line("Dan", 4)
    assert steps(*shared) == [(1, "Ann"), (2, "Bob Cat")]
    assert rest(*shared) == [(4, "Dan")]


def test_there_are_no_more_steps_than_players_at_the_table() -> None:
    assert steps() == []
    assert steps(line("Ann", 9)) == [(1, "Ann")]
    assert steps(line("Ann", 9), line("Bob", 5)) == [(1, "Ann"), (2, "Bob")]
    left = line("Ann", 9, here=False), line("Bob", 5)
    assert steps(*left) == [(1, "Bob")]
    assert rest(*left) == [(0, "Ann")]


def test_of_fourteen_players_eleven_stand_below_the_podium_unless_they_are_equal() -> None:
    names = [f"P{number}" for number in range(14)]
    rows = [line(name, -place) for place, name in enumerate(names)]
    assert steps(*rows) == [(1, "P0"), (2, "P1"), (3, "P2")]
    assert rest(*rows) == list(zip(range(4, 15), names[3:], strict=True))
    assert steps(*(line(name, 0) for name in names)) == [(1, " ".join(names))]


def test_a_step_says_what_is_counted_one_or_many_and_is_crowned_for_a_winner() -> None:
    rows = ranked([line("Ann", 1, leader=True), line("Bob", -2)], highest=True)
    first, second = podium(rows, ("token", "tokens")).steps
    assert first == StepView(rank=1, rows=rows[:1], points="1", unit="token", won=True)
    assert second == StepView(rank=2, rows=rows[1:], points="−2", unit="tokens")
    assert [first.place, second.place] == ["1st", "2nd"]
