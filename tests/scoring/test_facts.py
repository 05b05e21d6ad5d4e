"""Facts are sums: in whatever pieces a spell of play is added up, it comes to the same."""

from collections import Counter
from functools import reduce
from itertools import groupby
from math import floor
from operator import add
from statistics import mean, median, median_low

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.statistics.facts import STEPS, Facts, Most, Run, Spread, spread_of, total

WON = st.lists(st.booleans(), max_size=30)


def game(number: int, *, won: bool) -> Facts:
    score = Most(number % 7, f"game {number}")
    run = Run(1, int(won), int(won), int(won))
    return Facts(
        games=1,
        wins=int(won),
        hands={str(number % 3): 2},
        lowest=score,
        highest=score,
        run=run,
        finals=spread_of(number % 7),
        first=f"game {number}",
    )


@given(won=WON, cut=st.integers(0, 30))
def test_the_facts_of_two_spells_add_up_to_those_of_both(won: list[bool], cut: int) -> None:
    games = [game(number, won=each) for number, each in enumerate(won)]
    assert total([total(games[:cut]), total(games[cut:])]) == total(games)
    assert reduce(add, games, Facts()) == total(games)


@given(won=WON)
def test_the_longest_run_is_the_one_that_counting_finds(won: list[bool]) -> None:
    run = total(game(number, won=each) for number, each in enumerate(won)).run
    runs = [len(list(group)) if each else 0 for each, group in groupby(won)]
    assert run.longest == max(runs, default=0)
    assert run.last == (runs[-1] if runs else 0)
    assert run.games == len(won)


SCORES = st.lists(st.integers(-2000, 2000) | st.floats(-50, 50), max_size=200)


@given(scores=SCORES, cut=st.integers(0, 200))
def test_a_spread_stays_short_and_is_the_same_however_it_is_added_up(scores: list[float], cut: int) -> None:
    spreads = [spread_of(score) for score in scores]
    early, late = reduce(add, spreads[:cut], Spread()), reduce(add, spreads[cut:], Spread())
    both = early + late
    assert both == reduce(add, reversed(spreads), Spread())
    assert len(both.counts) <= STEPS
    assert both.counts == Counter(str(floor(score) // both.width) for score in scores)
    finer = {floor(score) // (both.width // 10) for score in scores} if both.width > 1 else range(STEPS + 1)
    assert len(finer) > STEPS, "no wider than it has to be"


@given(scores=st.lists(st.integers(-20, 20), min_size=1))
def test_half_of_a_spread_is_up_to_its_middle(scores: list[int]) -> None:
    assert reduce(add, map(spread_of, scores)).middle == median_low(scores)


@given(points=st.lists(st.integers(-30, 30) | st.sampled_from([0.5, -2.25]), min_size=1, max_size=20))
def test_mean_and_median_are_those_of_the_hands(points: list[float]) -> None:
    facts = total(Facts(hands={str(each): 1}) for each in points)
    assert facts.hands_played == len(points)
    assert facts.mean == pytest.approx(mean(points))
    assert facts.median == median(points)


def test_without_hands_there_is_no_mean() -> None:
    assert Facts().mean is Facts().median is None
    assert Facts().win_rate == 0


def test_of_equal_records_the_earlier_stands() -> None:
    early, late = (Facts(highest=Most(7, name), lowest=Most(7, name)) for name in ("early", "late"))
    both = early + late
    assert both.highest == both.lowest == Most(7, "early")
