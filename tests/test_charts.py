"""A chart is readable: nothing lies outside, texts keep apart, lines differ, numbers are true."""

from __future__ import annotations

import random
from collections.abc import Iterable
from itertools import combinations, pairwise, product

import jinja2
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from referee.web.charts.bars import Column, columns, histogram, ring, share, split
from referee.web.charts.layout import (
    NAME,
    SMALL,
    WIDTH,
    Label,
    cut,
    format_number,
    separate_labels,
    text_width,
    ticks,
)
from referee.web.charts.lines import (
    APART,
    BOTTOM,
    TOP,
    Limit,
    LineChart,
    RatingChart,
    Reading,
    Series,
    line_chart,
    rating_chart,
    spark,
    sums,
)
from referee.web.wording import Number

NAMES = [
    "Ann",
    "Bob",
    "Maximiliane von Hohenfels",
    "W" * 24,
    "Élodie",
    *(f"Player {n}" for n in range(5, 15)),
]


def a_chart(
    players: int, steps: int, *, most: int = 30, least: int = 0, limit: Limit | None = None
) -> LineChart:
    chance = random.Random(players * 100 + steps)
    series = [
        Series(NAMES[place], sums([chance.randint(least, most) for _ in range(steps)], joins=True))
        for place in range(players)
    ]
    return line_chart(series, [str(step + 1) for step in range(steps)], "hand", limit)


def box(label: Label) -> tuple[float, float, float, float]:
    """Left, top, right and bottom, rather too large than too small."""
    size = NAME if label.kind == "end" else SMALL
    width = text_width(label.text, size)
    left = label.x - {"start": 0.0, "middle": width / 2, "end": width}[label.anchor]
    return left, label.y - 0.75 * size, left + width, label.y + 0.25 * size


def meet(one: Label, other: Label) -> bool:
    left, top, right, bottom = box(one)
    begins, above, ends, below = box(other)
    return left < ends and begins < right and top < below and above < bottom


def check_texts(labels: Iterable[Label], height: float) -> None:
    """Every text lies inside of the picture and covers no other."""
    found = list(labels)
    for label in found:
        left, top, right, bottom = box(label)
        assert left >= -0.3, label
        assert top >= -0.3, label
        assert right <= WIDTH + 0.3, label
        assert bottom <= height + 0.3, label
    for one, other in combinations(found, 2):
        assert not meet(one, other), (one, other)


def check_lines(drawn: LineChart) -> None:
    """Everything of a line chart is where it belongs."""
    ends = [label for line in drawn.lines for label in line.labels]
    check_texts([*drawn.labels, *ends], drawn.height)
    heights = sorted(line.labels[-1].y for line in drawn.lines)
    assert all(below - above >= APART - 0.11 for above, below in pairwise(heights))
    assert drawn.right - drawn.left >= 24, "a field to draw in"
    for line in drawn.lines:
        for point in line.points.split():
            x, y = map(float, point.split(","))
            assert drawn.left <= x <= drawn.right
            assert TOP - 0.1 <= y <= drawn.height - BOTTOM + 0.1
        for x, y in line.spots:
            assert drawn.left <= x < line.labels[-1].x
            assert 0 < y < drawn.height
    for y in (*drawn.grid, drawn.base, *([] if drawn.goal is None else [drawn.goal])):
        assert TOP - 0.1 <= y <= drawn.height - BOTTOM + 0.1


@pytest.mark.parametrize("players", [1, 2, 9, 14])
@pytest.mark.parametrize("steps", [1, 7, 60, 300])
@pytest.mark.parametrize(
    "limit", [None, Limit(at=50, text="ends at 50"), Limit(at=-100, text="ends at −100")]
)
def test_everything_is_drawn_inside_and_no_text_over_another(
    players: int, steps: int, limit: Limit | None
) -> None:
    drawn = a_chart(players, steps, limit=limit, least=-5)
    check_lines(drawn)
    assert str(steps) in [label.text for label in drawn.labels]


SCORE = st.integers(-(10**6), 10**6) | st.floats(-1e9, 1e9) | st.sampled_from([0, 1e15, -1e15])
NAMED = st.text(st.characters(exclude_categories=["C"]), min_size=1, max_size=40)


@settings(max_examples=60)
@given(
    people=st.lists(
        st.tuples(NAMED, st.lists(st.none() | SCORE, min_size=3, max_size=3), st.booleans()),
        min_size=1,
        max_size=16,
    ),
    limit=st.none() | st.integers(-(10**6), 10**6).filter(bool),
)
# The longest numbers there are, at the axis and beside every name.
@example(
    people=[("Annika", [None, None, score], False) for score in (*[0] * 6, -747144854.25, 285970257)],
    limit=None,
)
@example(people=[*[("0", [None] * 3, False)] * 6, ("0000", [None, -1, -999999999.25], False)], limit=None)
def test_whatever_was_scored_has_room(
    people: list[tuple[str, list[Number | None], bool]], limit: int | None
) -> None:
    series = [Series(name, sums(points, joins=True), won) for name, points, won in people]
    check_lines(
        line_chart(
            series, ["1", "2", "3"], "round", None if limit is None else Limit(limit, f"ends at {limit}")
        )
    )


def test_fourteen_lines_differ_without_their_colours() -> None:
    drawn = a_chart(14, 7)
    assert len({(line.dash, line.mark) for line in drawn.lines}) == 14


def test_a_line_has_its_players_colour_and_who_won_is_above_the_others() -> None:
    series = [Series("Ann", [0, 3], True, "blue"), Series("Bob", [0, 4]), Series("Cat", [0, 5], False, "red")]
    drawn = line_chart(series, ["1"], "hand")
    assert [line.labels[-1].text for line in drawn.lines] == ["Bob 4", "Cat 5", "Ann 3"]
    assert [line.tint for line in drawn.lines] == ["in-none", "in-red", "in-blue"]
    assert [line.won for line in drawn.lines] == [False, False, True]
    assert len({line.dash for line in drawn.lines}) == 3, "by the seat, not by the order of drawing"


def test_names_stand_in_the_order_of_the_scores() -> None:
    drawn = a_chart(14, 40)
    from_the_top = sorted(drawn.lines, key=lambda line: line.labels[-1].y)
    scores = [int(line.labels[-1].text.rsplit(" ", 1)[1]) for line in from_the_top]
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
    drawn = line_chart(series, ["1"], "hand")
    left = [label for label in drawn.labels if label.anchor == "end"]
    assert [label.text for label in left] == expected
    assert [label.y for label in left] == sorted((label.y for label in left), reverse=True)
    assert drawn.base + 4 == next(label.y for label in left if label.text == "0")


def test_the_limit_is_a_named_line_once_somebody_comes_near() -> None:
    series = [Series("Ann", [0, 29, 43]), Series("Bob", [0, 10, 54])]
    drawn = line_chart(series, ["1", "2"], "hand", Limit(50, "ends at 50"))
    texts = {label.text: label for label in drawn.labels}
    assert texts["50"].kind == "strong"
    assert drawn.goal == texts["50"].y - 4
    assert texts["ends at 50"].y == drawn.goal - 4
    far = line_chart(series, ["1", "2"], "hand", Limit(500, "ends at 500"))
    assert far.goal is None
    assert "ends at 500" not in [label.text for label in far.labels]
    below = line_chart([Series("Ann", [0, -90])], ["1"], "hand", Limit(-100, "ends at −100"))
    assert below.goal is not None


def test_a_line_begins_where_its_player_came() -> None:
    assert sums([4, None, 2], joins=True) == [0, 4, 4, 6]
    assert sums([None, 7, 0.5], joins=True) == [None, 0, 7, 7.5]
    assert Series("Cat", sums([None, None, None], joins=True)).end == 0
    assert sums([0, 0, 1], joins=False) == [0, 0, 0, 1]
    series = [Series("Ann", sums([4, 4], joins=True)), Series("Bob", sums([None, 7], joins=True))]
    drawn = line_chart(series, ["1", "2"], "hand")
    ann, bob = drawn.lines
    assert len(ann.points.split()) == 3
    assert len(bob.points.split()) == 2
    assert bob.points.split()[0].split(",")[0] == ann.points.split()[1].split(",")[0]
    assert drawn.table.rows == (("1", "4", "0"), ("2", "8", "7"))


def test_the_chart_says_in_words_and_in_a_table_how_the_game_stands() -> None:
    drawn = line_chart([Series("Ann", [0, -2]), Series("Bob", [0, 1.5])], ["1"], "round")
    assert drawn.text == "Running scores. After round 1: Ann −2, Bob 1.5."
    assert drawn.table.heads == ("Round", "Ann", "Bob")
    assert drawn.table.rows == (("1", "−2", "1.5"),)


@pytest.mark.parametrize("name", ["A", "Ann", "Élodie", "Player 14", "Friedrich"])
def test_a_name_that_has_room_stays_whole(name: str) -> None:
    for score in (0, 7, -12, 365, 0.5):
        series = [Series(other, [0, score]) for other in (name, name[:2])]
        ends = [line.labels[-1].text.rsplit(" ", 1)[0] for line in line_chart(series, ["1"], "hand").lines]
        assert ends == [name, name[:2]]


def test_a_long_name_is_in_two_lines_and_never_cut() -> None:
    names = ("Konstantin-Alexander", "Wilhelmine Henriette", "Wolfeschlegelsteinhausen", "Jo")
    pair = Series(" & ".join(names[:2]), [0, 3], partners=names[:2])
    chart = line_chart([*(Series(name, [0, 1045]) for name in names), pair], ["1"], "hand")
    told = sorted([label.text for label in line.labels] for line in chart.lines)
    assert told == [
        ["Jo 1045"],
        ["Konstantin-", "Alexander &", "Wilhelmine", "Henriette 3"],
        ["Konstantin-", "Alexander 1045"],
        ["Wilhelmine", "Henriette 1045"],
        ["Wolfeschlegels-", "teinhausen 1045"],
    ]


def test_partners_who_have_no_room_beside_each_other_stand_below() -> None:
    names = ("Özgür & Bartholomäus", "Ann & Bob", "Maximiliane & Cat")
    for scores in product((-108, 0, 204), repeat=3):
        series = [
            Series(name, [0, got], partners=name.split(" & "))
            for name, got in zip(names, scores, strict=True)
        ]
        drawn = line_chart(series, ["1"], "hand")
        check_lines(drawn)
        texts = [[label.text for label in line.labels] for line in drawn.lines]
        assert [len(each) for each in texts] == [2, 1, 2]
        assert texts[0] == ["Özgür &", f"Bartholomäus {format_number(scores[0])}"]
    alone = line_chart([Series("Özgür & Bartholomäus", [0, 1])], ["1"], "hand").lines[0]
    assert [label.text for label in alone.labels] == ["Özgür &", "Bartholomäus 1"], "one who calls himself so"


def test_labels_are_spread_no_further_than_they_have_to_be() -> None:
    assert separate_labels([10, 100], APART, 0, 200) == [10, 100]
    assert separate_labels([100, 10], APART, 0, 200) == [100, 10]
    assert separate_labels([50, 50, 50], APART, 0, 200) == [50 - APART, 50, 50 + APART]
    assert separate_labels([200, 199], APART, 0, 200) == [200, 200 - APART]


@pytest.mark.parametrize(
    ("low", "high", "found"),
    [
        (0, 0, [0, 1]),
        (0, 3, [0, 1, 2, 3]),
        (0, 43, [0, 10, 20, 30, 40, 50]),
        (-7, 12, [-10, -5, 0, 5, 10, 15]),
        (0, 0.5, [0, 0.1, 0.2, 0.3, 0.4, 0.5]),
        (0, 1e-9, [0, 0.2]),
        (900, 1180, [900, 1000, 1100, 1200]),
    ],
)
def test_ticks_are_round_numbers_around_the_scores(low: float, high: float, found: list[float]) -> None:
    assert ticks(low, high) == found


@given(low=st.floats(-1e12, 1e12), span=st.floats(0, 1e12), most=st.integers(2, 9))
def test_ticks_hold_what_they_are_for_and_are_few(low: float, span: float, most: int) -> None:
    found = ticks(low, low + span, most)
    slack = 1e-5 + 1e-6 * span + 1e-9 * abs(low)
    assert found[0] <= low + slack
    assert found[-1] >= low + span - slack
    assert 2 <= len(found) <= most + 2


def test_a_long_name_ends_in_an_ellipsis_and_a_short_one_stays() -> None:
    assert cut("Ann", 40) == "Ann"
    shorter = cut("Maximiliane", 60)
    assert shorter.endswith("…")
    assert "Maximiliane".startswith(shorter[:-1])
    assert text_width(shorter) <= 60
    assert len(cut("W" * 24, 60)) < len(cut("i" * 24, 60))
    assert text_width("日本") > text_width("ab")
    assert text_width("e\u0301") == text_width("e")
    assert text_width("Ann", NAME) > text_width("Ann")


# --- over time


def check_rating(drawn: RatingChart) -> None:
    check_texts(drawn.labels, drawn.height)
    for point in [*drawn.points.split(), *drawn.band.split()]:
        x, y = map(float, point.split(","))
        assert drawn.left <= x <= drawn.right
        assert 0 <= y <= drawn.height


@given(st.lists(st.tuples(st.integers(0, 4000), st.integers(-200, 3000), st.integers(0, 400)), min_size=1))
def test_a_rating_is_drawn_inside_with_its_band(found: list[tuple[int, int, int]]) -> None:
    readings = [Reading(at, value, doubt, f"day {at}") for at, value, doubt in sorted(found)]
    along = [(float(reading.at), f"day {reading.at}") for reading in readings]
    drawn = rating_chart(readings, along, text="Rating", heads=("Day", "Rating"), base=1000)
    check_rating(drawn)
    assert len(drawn.table.rows) == len(readings)
    assert len(drawn.points.split()) == len(readings)
    assert along[-1][1] in [label.text for label in drawn.labels]


def test_a_rating_of_one_reading_is_a_point_at_its_right() -> None:
    heads = ("When", "Rating")
    drawn = rating_chart(
        [Reading(5, 1000)], [(5, "Nov")], text="Rating", heads=heads, colour="blue", base=1000
    )
    check_rating(drawn)
    assert (drawn.end[0], drawn.band, drawn.tint) == (drawn.right, "", "in-blue")
    assert drawn.table.rows == (("", "1000"),)


def test_a_spark_lies_in_its_words_room() -> None:
    for values in ([1], [1, 1], [5, 3, 9, -2]):
        drawn = spark(values, "up")
        for point in drawn.points.split():
            x, y = map(float, point.split(","))
            assert 3 <= x <= 77
            assert 3 <= y <= 21
    assert spark([0, 1], "").points == "3,21 77,3"


# --- bars


@given(st.lists(st.tuples(st.text("ab 19–", max_size=9), st.integers(0, 10**6)), min_size=1, max_size=80))
def test_bars_stand_inside_and_no_text_covers_another(found: list[tuple[str, int]]) -> None:
    drawn = columns([Column(name, count) for name, count in found], text="Bars", heads=("What", "How often"))
    check_texts(drawn.labels, drawn.height)
    for bar in drawn.bars:
        assert 0 <= bar.x <= bar.x + bar.width <= WIDTH
        assert 0 < bar.y <= drawn.base
        assert bar.y + bar.height == pytest.approx(drawn.base, abs=0.11)
    for one, other in pairwise(drawn.bars):
        assert one.x + one.width <= other.x
    assert [row[0] for row in drawn.table.rows] == [name for name, _ in found]


@pytest.mark.parametrize(
    ("counts", "groups"),
    [
        ({7: 3}, [("7", "3")]),
        ({0: 1, 1: 0, 2: 4}, [("0", "1"), ("1", "0"), ("2", "4")]),
        (
            {9: 3, 12: 7, 25: 9, 31: 6, 44: 4, 52: 2, 67: 1},
            [
                *(("0–9", "3"), ("10–19", "7"), ("20–29", "9"), ("30–39", "6")),
                *(("40–49", "4"), ("50–59", "2"), ("60–69", "1")),
            ],
        ),
        ({-12: 1, 3: 2}, [("−15 to −11", "1"), ("−10 to −6", "0"), ("−5 to −1", "0"), ("0–4", "2")]),
        ({0.5: 1, 0.25: 2}, [("0.25–0.3", "2"), ("0.5–0.55", "1")]),
    ],
)
def test_values_are_grouped_by_round_numbers(
    counts: dict[Number, int], groups: list[tuple[str, str]]
) -> None:
    drawn = histogram(counts, text="Final scores", heads=("Points", "Games"))
    rows = [row for row in drawn.table.rows if row[1] != "0" or row in groups]
    assert rows == groups


@given(st.dictionaries(st.integers(-500, 5000) | st.floats(-50, 50), st.integers(1, 99), min_size=1))
def test_no_value_is_lost_in_its_group(counts: dict[Number, int]) -> None:
    drawn = histogram(counts, text="Final scores", heads=("Points", "Games"))
    assert sum(int(row[1]) for row in drawn.table.rows) == sum(counts.values())
    assert len(drawn.table.rows) <= 9
    check_texts(drawn.labels, drawn.height)


def test_a_split_says_both_numbers_and_marks_the_half() -> None:
    assert (split(3, 1).part, split(3, 1).text, split(3, 1).halved) == (75, "won 3, lost 1", True)
    assert split(0, 0).part == 0
    assert share(5, 4, "5 of 4").part == 100
    assert (ring(18, 43).text, ring(18, 43).dash) == ("42%", "54.0 128.8")
    assert ring(0, 0).text == "0%"


@pytest.mark.parametrize(
    ("name", "drawn"),
    [
        ("lines", a_chart(3, 7, limit=Limit(50, "ends at 50"))),
        ("bars", columns([Column("<b>", 2), Column("c", 0)], text="Bars", heads=("a", "b"))),
        ("rating", rating_chart([Reading(1, 2, 1)], [], text="Rating", heads=("a", "b"), base=2)),
        ("split", split(3, 1)),
        ("ring", ring(3, 4)),
        ("spark", spark([1, 2], "up")),
    ],
)
def test_every_chart_has_its_macro(jinja: jinja2.Environment, name: str, drawn: object) -> None:
    charts = vars(jinja.get_template("components/charts.html").module)
    html = charts[name](drawn)
    assert "<svg" in html
    assert "style=" not in html
    assert "<b>" not in html
    table = getattr(drawn, "table", None)
    if table:
        assert "aria-label=" in html
        shown = charts["numbers"](table)
        assert shown.count("<tr>") == 1 + len(table.rows)
