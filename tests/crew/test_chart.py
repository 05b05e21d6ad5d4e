"""A chart is readable: lines that differ without colour, names that keep apart, every number in its place."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest

from referee.crew.history.chart import APART, COLOURS, WIDTH, Chart, Series, chart, cut, sums, width
from referee.crew.plotting import spread, ticks
from scoring.log.values import Number

NAMES = [
    "Ann",
    "Bob",
    "Maximiliane von Hohenfels",
    "W" * 24,
    "Élodie",
    *(f"Player {n}" for n in range(5, 15)),
]


def a_chart(players: int, steps: int, *, most: int = 30, least: int = 0) -> Chart:
    chance = random.Random(players * 100 + steps)
    series = [
        sums(NAMES[place], [chance.randint(least, most) for _ in range(steps)], joins=True)
        for place in range(players)
    ]
    return chart(series, [str(step + 1) for step in range(steps)], "hand")


@pytest.mark.parametrize("players", [1, 2, 9, 14])
@pytest.mark.parametrize("steps", [1, 7, 40, 300])
def test_everything_is_drawn_inside_and_nothing_over_another_name(players: int, steps: int) -> None:
    drawn = a_chart(players, steps)
    for line in drawn.lines:
        *spots, beside = line.spots
        assert (drawn.right < beside.x < line.label.x, beside.y) == (True, line.label.y)
        for spot in spots:
            assert drawn.left <= spot.x <= drawn.right
            assert drawn.top <= spot.y <= drawn.bottom
        assert drawn.right < line.label.x
        assert line.label.x + width(f"{line.name} {line.score}") <= WIDTH
        assert 0 < line.label.y < drawn.height
    heights = sorted(line.label.y for line in drawn.lines)
    assert all(below - above >= APART - 0.11 for above, below in pairwise(heights))
    places = [tick.at for tick in drawn.along]
    assert all(after - before >= width("300") for before, after in pairwise(places))
    assert drawn.along[-1].text == str(steps)
    assert drawn.along[-1].at == drawn.right


def test_fourteen_lines_differ_without_their_colours() -> None:
    drawn = a_chart(14, 7)
    assert len({(line.dash, line.mark) for line in drawn.lines}) == 14
    assert {line.colour for line in drawn.lines} == set(range(COLOURS))


def test_names_stand_in_the_order_of_the_scores() -> None:
    drawn = a_chart(14, 40)
    from_the_top = sorted(drawn.lines, key=lambda line: line.label.y)
    scores = [int(line.score) for line in from_the_top]
    assert scores == sorted(scores, reverse=True)


@pytest.mark.parametrize(
    ("scores", "expected"),
    [
        ([0, 50], ["0", "10", "20", "30", "40", "50"]),
        ([0], ["0", "1"]),
        ([3], ["0", "1", "2", "3"]),
        ([-7, 15], ["−10", "−5", "0", "5", "10", "15"]),
        ([0.5, 0.9], ["0", "0.2", "0.4", "0.6", "0.8", "1"]),
        ([-3], ["−3", "−2", "−1", "0"]),
        ([1_000_000], ["0", "200000", "400000", "600000", "800000", "1000000"]),
    ],
)
def test_the_numbers_on_the_left_are_round_and_hold_every_score(
    scores: list[Number], expected: list[str]
) -> None:
    series = [Series(f"Player {place}", [0, score]) for place, score in enumerate(scores)]
    drawn = chart(series, ["1"], "hand")
    assert [tick.text for tick in drawn.up] == expected
    assert [tick.at for tick in drawn.up] == sorted((tick.at for tick in drawn.up), reverse=True)
    assert drawn.zero == next(tick.at for tick in drawn.up if tick.text == "0")


def test_a_line_begins_where_its_player_came() -> None:
    assert sums("Ann", [4, None, 2], joins=True).scores == [0, 4, 4, 6]
    assert sums("Bob", [None, 7, 0.5], joins=True).scores == [None, 0, 7, 7.5]
    assert sums("Cat", [None, None, None], joins=True).end == 0
    assert sums("Dan", [0, 0, 1], joins=False).scores == [0, 0, 0, 1]
    series = [sums("Ann", [4, 4], joins=True), sums("Bob", [None, 7], joins=True)]
    ann, bob = chart(series, ["1", "2"], "hand").lines
    assert len(ann.spots) == 3 + 1
    assert len(bob.spots) == 2 + 1
    assert bob.spots[0].x == ann.spots[1].x


def test_the_chart_says_in_words_how_the_game_stands() -> None:
    drawn = chart([Series("Ann", [0, -2]), Series("Bob", [0, 1.5])], ["1"], "round")
    assert drawn.text == (
        "A line for each player. After round 1: Ann −2, Bob 1.5. Every number stands in the table below."
    )


@pytest.mark.parametrize("name", ["A", "Ann", "Élodie", "Player 14", "Friedrich"])
def test_a_name_that_has_room_stays_whole(name: str) -> None:
    for score in (0, 7, -12, 365, 0.5):
        series = [Series(other, [0, score]) for other in (name, name[:2])]
        assert [line.name for line in chart(series, ["1"], "hand").lines] == [name, name[:2]]


def test_labels_are_spread_no_further_than_they_have_to_be() -> None:
    assert spread([10, 100], APART, 0, 200) == [10, 100]
    assert spread([100, 10], APART, 0, 200) == [100, 10]
    assert spread([50, 50, 50], APART, 0, 200) == [50 - APART, 50, 50 + APART]
    assert spread([200, 199], APART, 0, 200) == [200, 200 - APART]


@pytest.mark.parametrize(
    ("low", "high", "found"),
    [
        (0, 0, [0, 1]),
        (0, 3, [0, 1, 2, 3]),
        (0, 43, [0, 10, 20, 30, 40, 50]),
        (-7, 12, [-10, -5, 0, 5, 10, 15]),
        (0, 0.5, [0, 0.1, 0.2, 0.3, 0.4, 0.5]),
        (0, 1e-9, [0, 0.2]),
    ],
)
def test_ticks_are_round_numbers_around_the_scores(low: float, high: float, found: list[float]) -> None:
    assert ticks(low, high) == found


def test_a_long_name_ends_in_an_ellipsis_and_a_short_one_stays() -> None:
    assert cut("Ann", 40) == "Ann"
    shorter = cut("Maximiliane", 60)
    assert shorter.endswith("…")
    assert "Maximiliane".startswith(shorter[:-1])
    assert width(shorter) <= 60
    assert len(cut("W" * 24, 60)) < len(cut("i" * 24, 60))
    assert width("日本") > width("ab")
    assert width("e\u0301") == width("e")
