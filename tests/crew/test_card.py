"""The result card: whatever is on it is legible, nothing covers anything else, and it is always the same."""

from __future__ import annotations

import io
import itertools
import random
from dataclasses import replace
from pathlib import Path

import pymupdf_fonts
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageChops, ImageDraw, ImageStat

from referee.crew.sharing.card import (
    LAYOUTS,
    WIDTH,
    Person,
    Result,
    Shape,
    Side,
    draw,
    lettering,
    picture,
    plan,
)
from referee.crew.sharing.card.faces import FACES
from referee.crew.sharing.card.sheet import Card
from referee.web.charts.layout import format_number, separate_labels
from referee.web.charts.lines import dashes, mark
from referee.web.components import TileView
from tests.conftest import NewPhone
from tests.crew.boxes import meet
from tests.table.art import on_pictures, white_on_black

pytestmark = [pytest.mark.slow, pytest.mark.any_database]

NAMES = ("Ann", "Bob", "Cat", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida", "Jo", "Kim", "Lea", "Moe", "Nan")
LONG = "Александра Константиновна-Иванова Петрова"


def result(
    *names: str,
    steps: int = 3,
    title: str = "",
    over: bool = True,
    winners: int = 1,
    scale: float = 10,
    left: int = 0,
) -> Result:
    """A game played by chance, the same each time."""
    chance = random.Random(steps)
    players = []
    for place, name in enumerate(names):
        totals = tuple(itertools.accumulate(round(chance.uniform(-scale, scale), 6) for _ in range(steps)))
        score = totals[-1] if totals else 0
        players.append(Side((Person(name, "blue"),), score, over and place < winners, place >= left, totals))
    return Result("ZAR", title, "21 Nov 2026", over, tuple(players), "hand")


def texts(card: Card) -> list[str]:
    return [text.text for text in card.texts]


def check_room(shown: Result) -> None:
    """Everything lies on the sheet, and no text or crown on another; lines stay off the texts beside them."""
    for shape in LAYOUTS:
        check_sheet(plan(shown, shape), shape)


def check_sheet(card: Card, shape: Shape) -> None:
    boxes = [text.box for text in card.texts] + [crown.box for crown in card.crowns]
    for left, top, right, bottom in boxes:
        assert left >= 0
        assert top >= shape.top
        assert right <= WIDTH
        assert bottom <= shape.bottom
    for one, other in itertools.combinations(boxes, 2):
        assert not meet(one, other), (one, other)
    for sign in card.signs:
        assert not any(meet(sign.box, box) for box in boxes), sign
    for trace in card.traces:
        for x, y in trace.points:
            assert not any(meet((x, y, x + 1, y + 1), box) for box in boxes), trace


@pytest.mark.parametrize("players", range(1, 15))
@pytest.mark.parametrize("steps", [0, 1, 2, 40, 450])
def test_any_number_of_players_and_hands_has_room(players: int, steps: int) -> None:
    shown = result(*NAMES[:players], steps=steps, winners=min(players, 2))
    check_room(shown)
    said = texts(plan(shown))
    for side in shown.sides:
        assert set(side.names) <= set(said)
        assert format_number(side.score) in said


def test_numbers_are_written_as_people_write_them() -> None:
    written = {7: "7", -2.5: "−2.5", 0.000001: "0.000001", 1e10: "10000000000", -1e15: "−1e+15", 100: "100"}
    assert {number: format_number(number) for number in written} == written
    assert format_number(0.1 + 0.2) == "0.3"
    assert format_number(0.1 + 0.2 - 0.3 - 1e-16) == "0"


def test_partners_whose_names_are_long_have_a_line_each() -> None:
    ann, bob = result("Ann", "Bob").sides
    people = tuple(Person(name, "teal") for name in ("Bartholomäus", "Maximiliane"))
    shown = replace(result("Ann"), sides=(replace(ann, people=people), bob))
    check_room(shown)
    card = plan(shown, Shape.WIDE)
    sizes = [one.size for one in card.texts if one.text in {"Bartholomäus", "& Maximiliane", "Bob"}]
    assert (len(sizes), len(set(sizes))) == (3, 1), texts(card)


@pytest.mark.parametrize("names", [("Ann", "Cat"), ("Ann", LONG, LONG)])
def test_partners_stand_in_one_line_with_their_faces(names: tuple[str, ...]) -> None:
    ann, bob = result("Ann", "Bob").sides
    shown = replace(
        result("Ann"), sides=(replace(ann, people=tuple(Person(name, "teal") for name in names)), bob)
    )
    check_room(shown)
    card = plan(shown)
    assert len(card.crowns) == len(names) + 1, "one over each face, one in the line"
    if names == ("Ann", "Cat"):
        said = texts(card)
        assert "Ann & Cat" in said
        assert "Ann and Cat won" in " ".join(said)
        assert said.count("C") == 2, "at the top and in the line"


@pytest.mark.parametrize("scale", [1e-4, 0.5, 1e6, 1e11, 1e15, 1e300])
def test_huge_negative_and_broken_scores_have_room(scale: float) -> None:
    check_room(result("Ann", LONG, "Cat", scale=scale))
    check_room(result(*NAMES, scale=scale, steps=40))


def test_long_names_and_titles_shrink_and_end_in_an_ellipsis() -> None:
    shown = result(LONG, *NAMES[1:], title="The longest night of all " * 4, winners=3, left=1)
    check_room(shown)
    said = texts(plan(shown))
    assert any(text.startswith("The longest night") and text.endswith("…") for text in said)
    assert any(text.startswith("Александра К") and text.endswith("…") for text in said)
    people = "Aleksandra-Maria", "Li", *NAMES[:6]
    card = plan(result(*people, steps=0, winners=0), Shape.WIDE)
    sizes = [one.size for one in card.texts if one.text in people]
    assert (len(sizes), len(set(sizes))) == (len(people), 1), "all have one size"
    short = plan(result("Ann", "Bob", title="Christmas"))
    assert next(text.size for text in short.texts if text.text == "Christmas") == 46


def test_twelve_with_long_names_stand_below_each_other_where_it_is_high_enough() -> None:
    names = [f"{letter}nneliese-Theodora Müller" for letter in "ABCDEFGHIJKL"]
    card = plan(result(*names, steps=1), Shape.STORY)
    rows = [text for text in card.texts if text.text[1:] == "nneliese-Theodora Müller"]
    assert (len(rows), len({text.x for text in rows if text.text != names[0]})) == (12, 1)
    assert min(text.size for text in rows) >= 28


def test_more_players_than_the_card_has_lines_for_are_counted() -> None:
    shown = result(*(f"Player no. {number}" for number in range(30)))
    check_room(shown)
    assert "and 7 more" in texts(plan(shown))


NAME = st.text(st.characters(exclude_categories=["C"]), min_size=1, max_size=40)
SCORES = st.lists(st.none() | st.integers(-(10**6), 10**6) | st.floats(-1e9, 1e9), max_size=40)


@settings(max_examples=40)
@given(st.lists(st.tuples(NAME, st.booleans(), st.booleans()), min_size=1, max_size=20), SCORES, NAME)
def test_whatever_is_typed_has_room(
    people: list[tuple[str, bool, bool]], totals: list[float | None], title: str
) -> None:
    last = next((total for total in reversed(totals) if total is not None), 0)
    players = tuple(
        Side((Person(name, "blue"),), last, won, here, tuple(totals)) for name, won, here in people
    )
    check_room(Result("ZAR", title, "1 May 2026", any(won for _, won, _ in people), players, "round"))


def test_the_card_says_what_was_played_when_and_how_it_ended() -> None:
    said = texts(plan(result("Ann", "Bob", title="Christmas")))
    assert {"ZAR · 21 Nov 2026", "Christmas", "Ann won", "3 hands"} <= set(said)
    assert {"21 Nov 2026", "ZAR"} <= set(texts(plan(result("Ann", "Bob"))))
    assert "Ann and Bob won" in " ".join(texts(plan(result("Ann", "Bob", winners=2))))
    assert "5 players share the win" in " ".join(texts(plan(result(*NAMES, winners=5))))
    assert "Nobody won" in texts(plan(result("Ann", "Bob", winners=0)))
    assert "The final score" in texts(plan(result("Ann", winners=0)))
    assert "Bob (left)" not in texts(plan(result("Ann", "Bob", left=1)))
    assert "Ann (left)" in texts(plan(result("Ann", "Bob", left=1, winners=0)))
    far = texts(plan(result("Ann", "Bob", over=False, steps=1)))
    assert {"So far", "1 hand so far"} <= set(far)


@pytest.mark.parametrize("shape", [*LAYOUTS])
def test_the_card_shows_the_winner_in_their_colour_the_best_moment_and_the_game_s_art(shape: Shape) -> None:
    shown = result("Ann", "Bob", "Cat")
    ann, *others = shown.sides
    won = replace(
        shown,
        sides=(replace(ann, people=(Person("Ann", "teal", Path("x.webp")),)), *others),
        tile=TileView(look="t-red", sign="crab"),
        symbols=("wasp", "7"),
        best=("Came from behind", "Ann trailed by 20 points after hand 2"),
    )
    card = plan(won, shape)
    ground, face = card.blocks[0], card.portraits[0]
    assert (ground.colour, ground.box) == (FACES["teal"][0], LAYOUTS[shape].hero)
    assert face.across > card.height / 8
    assert {"crab", "wasp", "7"} == {sign.name for sign in card.signs}
    plain = plan(replace(won, tile=TileView(), symbols=()), shape)
    assert [sign.name for sign in plain.signs] == ["Z"], "the game’s first letter where its tile shows none"
    assert {"Came from behind", "Ann trailed by 20 points after hand 2"} <= set(texts(card))
    assert len(plan(shown, shape).blocks) == len(card.blocks) - 1, "no moment has no panel"
    shared = replace(won, sides=tuple(replace(side, won=True) for side in won.sides))
    assert plan(shared, shape).blocks[0].colour == FACES["red"][0], "the game's"
    check_room(shared)
    check_room(replace(won, best=("A swing of 12 points", f"{LONG} took the lead from {LONG} and {LONG}")))


def test_every_sign_of_a_game_can_stand_on_its_picture() -> None:
    """bin/pictures draws them anew."""
    assert {path.stem for path in picture.SIGNS.iterdir()} == set(on_pictures())


@pytest.mark.browser
def test_signs_on_pictures_are_those_of_pages(new_phone: NewPhone) -> None:
    page = new_phone()
    for name, symbol in on_pictures().items():
        with Image.open(picture.SIGNS / f"{name}.png") as kept:
            apart = ImageChops.difference(kept, white_on_black(page, symbol))
        assert ImageStat.Stat(apart).mean[0] < 2, name


def test_who_won_is_crowned_and_nobody_else() -> None:
    assert len(plan(result("Ann", "Bob", winners=1)).crowns) == 2
    assert len(plan(result(*NAMES, winners=3)).crowns) == 6, "one over each face, one in each row"
    assert len(plan(result(*NAMES, winners=5)).crowns) == 5, "so many have no face at the top"
    assert not plan(result("Ann", "Bob", winners=0)).crowns
    assert not plan(result("Ann", "Bob", over=False)).crowns


def test_lines_are_told_apart_without_colour() -> None:
    kinds = range(24)
    looks = {(dashes(kind), mark(kind)) for kind in kinds}
    assert len(looks) == len(kinds)


def test_each_line_ends_at_its_name() -> None:
    card = plan(result("Ann", "Bob", "Cat", steps=5))
    lines = [trace for trace in card.traces if trace.tie]
    assert [trace.kind for trace in lines] == [0, 1, 2]
    for trace, name in zip(lines, ("Ann", "Bob", "Cat"), strict=True):
        assert trace.tie[0] == trace.points[-1]
        beside = next(text for text in reversed(card.texts) if text.text == name)
        left, top, _, bottom = beside.box
        assert 0 < left - trace.tie[1][0] < 20
        assert top < trace.tie[1][1] < bottom


def test_who_came_later_begins_where_he_came_in() -> None:
    early = Side((Person("Ann", "teal"),), 3, won=False, here=True, totals=(1, 2, 3))
    late = Side((Person("Bob", "pink"),), 5, won=True, here=True, totals=(None, 4, 5))
    card = plan(Result("ZAR", "", "1 May 2026", True, (early, late), "hand"))
    first, second = (trace for trace in card.traces if trace.tie)
    assert len(first.points) == 4
    assert [point[0] for point in second.points] == [point[0] for point in first.points[2:]]


def test_a_chart_is_true_to_scale() -> None:
    level = Side((Person("Ann", "blue"),), 0, won=False, here=True, totals=(10, -10, 0))
    points = next(
        trace for trace in plan(Result("ZAR", "", "", True, (level,), "hand")).traces if trace.tie
    ).points
    (x0, y0), (x1, y1), (x2, y2), (x3, y3) = points
    assert x1 - x0 == pytest.approx(x2 - x1, abs=0.2)
    assert x2 - x1 == pytest.approx(x3 - x2, abs=0.2)
    assert y0 - y1 == pytest.approx(y2 - y0, abs=0.2)
    assert y0 == y3
    assert y1 < y0 < y2


@given(st.lists(st.floats(0, 400), min_size=1, max_size=12))
def test_names_keep_their_distance_and_their_order(wanted: list[float]) -> None:
    placed = separate_labels(wanted, 30, 0, 400)
    for one, other in itertools.combinations(range(len(wanted)), 2):
        assert abs(placed[one] - placed[other]) >= 30 - 1e-6
        if wanted[one] < wanted[other]:
            assert placed[one] < placed[other]
    assert min(placed) >= 0
    assert max(placed) <= 400 + 1e-6
    if all(abs(one - other) >= 30 for one, other in itertools.combinations(wanted, 2)):
        assert placed == pytest.approx(wanted)


def test_a_dashed_line_is_as_long_as_its_strokes_and_gaps() -> None:
    points = [(0.0, 0.0), (30.0, 0.0), (30.0, 25.0)]
    found = list(picture.strokes(points, (10, 5)))
    ends = [tuple(round(each, 6) for point in (stroke[0], stroke[-1]) for each in point) for stroke in found]
    assert ends == [(0, 0, 10, 0), (15, 0, 25, 0), (30, 0, 30, 10), (30, 15, 30, 25)]
    assert list(picture.strokes(points, ())) == [points]


# --- the picture


def test_the_same_result_gives_the_same_bytes_of_a_png_of_that_size() -> None:
    shown = result(*NAMES[:4], steps=9, title="Christmas")
    first = draw(shown)
    draw.cache_clear()
    assert draw(shown) == first
    assert draw(result(*NAMES[:4], steps=9, title="Easter")) != first
    with Image.open(io.BytesIO(first)) as sheet:
        assert (sheet.format, sheet.size) == ("PNG", (1080, 1350))
        assert len(sheet.convert("L").getcolors() or []) > 20
    assert len(first) < 600_000, "some messengers show no preview of more"


@pytest.mark.parametrize(
    "name",
    ["Élodie Łukasz Ğ", "Жанна Ђорђе Ї", "Ωμέγα", "ნინო", "שלמה", "محمد", "สมชาย", "नमस्ते", "Nguyễn", "Ann ♥"],
)
def test_names_in_many_scripts_are_written_as_they_are(name: str) -> None:
    assert lettering.legible(name) == name
    missing = _ink("\U0010fffe")
    for each in name.replace(" ", ""):
        assert _ink(each) != missing, each


def _ink(text: str) -> bytes:
    sheet = Image.new("L", (200, 100))
    lettering.write(ImageDraw.Draw(sheet), (50, 60), text, size=32, colour="#fff", bold=False)
    box = sheet.getbbox()
    return sheet.crop(box).tobytes() if box else b""


def test_letters_stay_in_the_box_that_the_plan_gives_them() -> None:
    for name in ("Ågjpq|", "Ďįß()", "Жщцф", "नमस्ते", "محمد", "กู่"):
        sheet = Image.new("L", (600, 200))
        lettering.write(ImageDraw.Draw(sheet), (100, 100), name, size=50, colour="#fff", bold=True)
        left, top, right, bottom = sheet.getbbox() or (0, 0, 0, 0)
        assert top >= 100 - 50 * lettering.ASCENT - 8, name
        assert bottom <= 100 + 50 * lettering.DESCENT + 8, name
        assert left >= 94, name
        assert right <= 106 + lettering.width(name, 50, bold=True), name


@pytest.fixture
def _bare(monkeypatch: pytest.MonkeyPatch) -> None:
    """A server that has no fonts of its own."""
    _without(monkeypatch, ())


def _without(monkeypatch: pytest.MonkeyPatch, fonts: tuple[str, ...]) -> None:
    for cached in (lettering._on_this_server, lettering._font_of, lettering._font, lettering._file):
        cached.cache_clear()
    monkeypatch.setattr(lettering, "SYSTEM", fonts)


@pytest.mark.usefixtures("_bare")
def test_what_no_font_has_is_told_in_another_way_and_never_a_box() -> None:
    told = {
        "田中": "",
        "한글": "",
        "🐙🐙": "",
        "Ann 🐙": "Ann",
        "👩‍🚀 Bo": "Bo",
        "Ann田中": "Ann…",
        "\U0001d4d0\U0001d4f7\U0001d4f7": "Ann",
        "Ａｎｎ": "Ann",
    }
    assert {name: lettering.legible(name) for name in told} == told
    assert lettering.names(["田中", "Ann", "Ann 🐙", "한글"]) == ["Player 1", "Ann", "Ann (3)", "Player 4"]
    said = texts(plan(result("田中", "Ann 🐙", title="🐙")))
    assert {"Player 1 won", "Ann", "ZAR"} <= set(said)


def test_a_font_of_the_server_is_used_for_what_is_missing(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    note = "\U0001d11e"
    _without(monkeypatch, ())
    assert lettering.legible(f"Ann {note}") == "Ann"
    file = tmp_path / "music.ttf"
    file.write_bytes(pymupdf_fonts.myfont("music"))
    _without(monkeypatch, (str(tmp_path / "none.ttf"), str(file)))
    assert lettering.legible(f"Ann {note}") == f"Ann {note}"
    assert _ink(note)
