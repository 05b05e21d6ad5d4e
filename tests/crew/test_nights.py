"""Nights: the heat map and the calendar, and the page of one night."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from django.db import connection
from django.db.models import F
from django.test.utils import CaptureQueriesContext

from referee.crew.sharing.card import Shape
from referee.crew.sharing.evening import GuestTold, NightTold, plan, tell
from referee.crew.statistics.night import guests
from referee.web.components import FaceView
from scoring.crew.visitor import Visitor, join_own_crew
from scoring.models import Game
from scoring.models.nights import tonight
from scoring.statistics import counting
from scoring.statistics.nights import evening
from tests.crew.boxes import check_room
from tests.crew.browser import Browser
from tests.crew.played import sheet, zar
from tests.table.page import Shown, new_game, words

pytestmark = pytest.mark.slow

DAY = "/crew/nights/2026-11-20/"


def came(shown: Shown) -> list[str]:
    return [words(row) for row in shown.soup.select(".came li")]


def test_a_night_says_who_came_who_won_most_and_what_was_played(ann: Visitor) -> None:
    sheet(ann, {"Ann": 9, "Bob": 2, "Cat": 1}, day="2026-11-20", title="Hearts")
    sheet(ann, {"Ann": 1, "Cat": 2}, day="2026-11-20")
    zar(ann, day="2026-11-20", names="Ann Bob")
    zar(ann, day="2026-11-21", names="Bob Ann")
    Game.objects.filter(title="Hearts").update(place="The kitchen")
    shown = Browser(ann).go(DAY)
    assert shown.one("h1") == "Friday 20 Nov 2026"
    assert shown.one(".night-line") == "3 games, 20:00 to 21:00, The kitchen"
    assert shown.one(".best > b") == "Ann won 2 of 3"
    assert came(shown) == ["1 A Ann 2 of 3 won", "2 C Cat 1 of 2 won", "3 B Bob 0 of 2 won"]
    medals = [row["class"] for row in shown.soup.select(".came .rank")]
    assert medals == [["rank", "r1"], ["rank", "r2"], ["rank"]], "nobody has one for nothing"
    played = [words(row) for row in shown.soup.select(".evening li")]
    assert played == [
        "H Hearts Score sheet, 20:00, 1 h A Ann won",
        "S Score sheet 20:00, 1 h C Cat won",
        "ZAR 20:00, 1 h A Ann won",
    ]


def test_a_night_that_began_and_ended_in_the_same_minute_says_one_time(ann: Visitor) -> None:
    zar(ann, day="2026-11-20")
    Game.objects.update(finished_at=F("created_at") + timedelta(seconds=5))
    assert Browser(ann).go(DAY).one(".night-line") == "1 game, 20:00"


def test_nights_lead_to_the_ones_before_and_after(ann: Visitor) -> None:
    for day in ("2025-12-31", "2026-11-20", "2026-11-21"):
        zar(ann, day=day)
    browser = Browser(ann)
    browser.go(DAY)
    assert browser.tap("← 31 Dec 2025").one("h1") == "Wednesday 31 Dec 2025"
    assert not browser.shown.soup.select("a[rel=prev]")
    browser.tap("20 Nov 2026")
    assert browser.tap("21 Nov 2026").one("h1") == "Saturday 21 Nov 2026"


def test_a_night_that_is_not_counted_yet_is_not_passed_over(ann: Visitor) -> None:
    for day in ("2026-11-18", "2026-11-19", "2026-11-20", "2026-11-21"):
        zar(ann, day=day)
    counting.rebuild(join_own_crew(ann).crew_id)
    new_game(ann)
    browser = Browser(ann)
    browser.go(DAY)
    assert browser.tap("← 19 Nov 2026").one("h1") == "Thursday 19 Nov 2026"
    browser.go(DAY)
    assert browser.tap("21 Nov 2026").one("h1") == "Saturday 21 Nov 2026"
    assert not browser.shown.soup.select("a[rel=next]"), "what is open is no night yet"


def test_the_best_of_a_night_may_be_several_or_nobody(ann: Visitor) -> None:
    zar(ann, day="2026-11-20", names="Ann Bob")
    zar(ann, day="2026-11-20", names="Bob Ann")
    browser = Browser(ann)
    assert browser.go(DAY).one(".best > b") == "Ann and Bob won 1 each"
    assert [row[0] for row in came(browser.shown)] == ["1", "1"]
    sheet(ann, {"Eve": 5}, day="2026-11-19")
    shown = browser.go("/crew/nights/2026-11-19/")
    assert not shown.soup.select(".best"), "alone nobody wins"
    assert came(shown) == ["E Eve 1 game"]


def test_a_game_played_alone_is_none_that_was_not_won(ann: Visitor) -> None:
    sheet(ann, {"Ann": 9, "Bert": 2}, day="2026-11-20")
    sheet(ann, {"Ann": 2, "Bert": 9}, day="2026-11-20")
    for name in ("Ann", "Eve"):
        sheet(ann, {name: 5}, day="2026-11-20")
    browser = Browser(ann)
    shown = browser.go(DAY)
    assert came(shown) == ["1 A Ann 1 of 2 won", "1 B Bert 1 of 2 won", "E Eve 1 game"]
    found = evening(ann, date(2026, 11, 20))
    assert found
    picture = [(guest.name, guest.won) for guest in tell(found, "").guests]
    assert picture == [("Ann", "1 of 2"), ("Bert", "1 of 2"), ("Eve", "1 game")]
    crowns = [len(guest.crowns) for guest in guests(found)]
    assert crowns == [2, 2, 0], "no empty crown for a game alone"
    shown = browser.go("/crew/leaders/?game=all&period=2026")
    assert [words(row) for row in shown.soup.select(".dais .riser .tiny")] == ["of 2 games won"] * 2
    assert words(shown.soup.select(".ranking tbody tr")[0]) == "E Eve 1 0 –"
    assert [words(row) for row in browser.go("/crew/years/2026/").soup.select(".won small")] == [
        "Won 1 of 2"
    ] * 2


def test_what_is_still_open_or_was_discarded_is_no_part_of_a_night(ann: Visitor) -> None:
    game = zar(ann, day="2026-11-20")
    still = new_game(ann, "Ann Bob", "zarathustra")
    Game.objects.filter(pk=still.pk).update(created_at=game.created_at)
    shown = Browser(ann).go(DAY)
    assert shown.one(".night-line").startswith("1 game,")
    assert "Begun and still open: Zarathustra" in shown.text
    Game.objects.filter(pk=game.pk).update(discarded_at=game.created_at)
    assert Browser(ann).go(DAY).status == 404


@pytest.mark.parametrize("day", ["2026-11-19", "2026-02-30", "x", "0001-01-01", "9999-12-31", "20261120"])
def test_a_day_without_games_is_not_found(ann: Visitor, day: str) -> None:
    zar(ann, day="2026-11-20")
    assert Browser(ann).go(f"/crew/nights/{day}/").status == 404


def test_a_year_is_shown_by_its_months_and_a_month_by_its_days(ann: Visitor) -> None:
    days = ("2026-03-04", "2026-03-04", "2026-03-31", "2026-11-19", "2025-12-31")
    for day in (*days, *["2026-11-21"] * 5):
        zar(ann, day=day)
    shown = Browser(ann).go("/crew/nights/")
    assert shown.one(".headline h2") == "2026: 4 nights, 9 games"
    months = [words(month) for month in shown.soup.select(".year > *")]
    assert months[2:4] == ["Mar 2 2 nights", "Apr"]
    assert (len(months), shown.one(".year [aria-current]")) == (12, "Nov 2 2 nights")
    assert shown.one(".cal caption") == "November 2026"
    assert "A game begun before five in the morning counts for the night before." in shown.text
    found = {str(link["aria-label"]): link for link in shown.soup.select(".cal a")}
    assert {label: (link["href"], link["class"]) for label, link in found.items()} == {
        "Thursday 19 November, 1 game": ("/crew/nights/2026-11-19/", ["h1"]),
        "Saturday 21 November, 5 games": ("/crew/nights/2026-11-21/", ["h4"]),
    }
    assert [len(link.select(".pips i")) for link in found.values()] == [1, 0], "more than fit are a number"
    listed = [words(row) for row in shown.soup.select(".listed li")]
    assert listed == ["5 Saturday 21 November 5 games", "1 Thursday 19 November 1 game"]
    assert came(shown)[0] == "1 A Ann 5 of 5 won"
    browser = Browser(ann)
    assert browser.go("/crew/nights/?month=2026-03").one(".cal caption") == "March 2026"
    first = [words(cell) for cell in browser.shown.soup.select(".cal tbody tr")[0].select("td")]
    assert first == ["", "", "", "", "", "", "1"], "the first of March was a Sunday"
    assert browser.tap("Wednesday 4 March, 2 games").one("h1") == "Wednesday 4 Mar 2026"
    assert browser.tap("March 2026").one(".cal caption") == "March 2026", "back to where it was"
    assert browser.tap("2025").one(".cal caption") == "December 2025"
    assert browser.tap("2026").one(".cal caption") == "November 2026"


def test_today_is_marked_whether_or_not_there_was_a_game(ann: Visitor) -> None:
    today = tonight()
    zar(ann, day=f"{today:%Y-%m}-{1 if today.day > 1 else 2:02}")
    browser = Browser(ann)
    assert browser.go("/crew/nights/").one(".cal .today") == str(today.day)
    zar(ann, day=today.isoformat())
    assert browser.go("/crew/nights/").soup.select(".cal a.today")


def test_months_without_nights_are_empty_and_lead_on(ann: Visitor) -> None:
    for day in ("2023-03-04", "2026-03-04"):
        zar(ann, day=day)
    browser = Browser(ann)
    assert "No game ended in 2024." in browser.go("/crew/nights/?year=2024").text
    assert browser.tap("2023").one(".cal caption") == "March 2023"
    shown = browser.go("/crew/nights/?month=2026-04")
    assert (shown.one(".cal caption"), shown.one(".year .here")) == ("April 2026", "Apr")
    assert not shown.soup.select(".cal a, .listed, .came")


@pytest.mark.parametrize(
    "query", ["year=0", "year=x", "year=99999", "year=0099", "year=٢٠٢٦", "year=-202", "month=2026",
              "month=2026-13", "month=x", "month=0026-01"]
)  # fmt: skip
def test_a_year_or_month_that_is_none_is_not_found(ann: Visitor, query: str) -> None:
    assert Browser(ann).go(f"/crew/nights/?{query}").status == 404


def test_nobody_sees_the_night_of_another_crew(ann: Visitor, dan: Visitor) -> None:
    zar(ann, day="2026-11-20")
    zar(dan, day="2026-11-19")
    assert Browser(dan).go(DAY).status == 404
    assert Browser().go(DAY).status == 404


def test_a_night_asks_as_much_for_many_games_as_for_one(ann: Visitor) -> None:
    def count() -> int:
        with CaptureQueriesContext(connection) as captured:
            assert Browser(ann).go(DAY).status == 200
        return len(captured)

    zar(ann, day="2026-11-20")
    count()
    few = count()
    for number in range(12):
        sheet(ann, {f"P{number}": 3, "Ann": 1}, day="2026-11-20")
        sheet(ann, {f"P{number}": 3, "Ann": 1}, day=f"2026-10-{number + 1:02}")
    assert count() == few <= 8


@pytest.mark.parametrize("shape", [Shape.SQUARE, Shape.STORY])
def test_the_picture_of_a_long_night_tells_every_game_so_that_it_can_be_read(shape: Shape) -> None:
    faces = [
        GuestTold(name=n, face=FaceView(initials=n, colour="blue"), won="2 of 7", first=n < "F")
        for n in "ABCDEF"
    ]
    games = tuple((f"Game {place}", "Fay and Anna won") for place in range(9))
    card = plan(
        NightTold(crew="Us", day="Today", line="9 games", won="A won", guests=tuple(faces), games=games),
        shape,
    )
    sizes = {text.text: text.size for text in card.texts}
    assert all(sizes.get(name, 0) >= 28 for name, _ in games)


@pytest.mark.parametrize("shape", [Shape.SQUARE, Shape.POST, Shape.STORY])
def test_partners_with_long_names_who_won_are_whole_on_the_picture_of_a_night(shape: Shape) -> None:
    face = FaceView(initials="A", colour="blue")
    guests = tuple(GuestTold(name=n, face=face, won="2 of 7", first=n < "F") for n in "ABCDEF")
    games = tuple((f"Doppelkopf {n}", "Maximiliane-Charlotte and Bartholomäus won") for n in range(9))
    told = NightTold(crew="Us", day="Today", line="9 games", won="A won", guests=guests, games=games)
    said = " ".join(text.text for text in plan(told, shape).texts)
    assert "…" not in said
    assert said.count("Bartholomäus won") == said.count("Doppelkopf")


LONG = ["Maximiliane-Charlotte", "Konstantin-Alexander"]


@pytest.mark.parametrize("shape", [Shape.SQUARE, Shape.POST, Shape.STORY])
@pytest.mark.parametrize("guests", [0, 1, 3, 5, 8, 12])
@pytest.mark.parametrize("games", [2, 9])
def test_the_names_of_a_night_have_one_size_and_few_fill_its_picture(
    shape: Shape, guests: int, games: int
) -> None:
    names = ["Anna", *LONG, *[f"Guest {n}" for n in range(9)]][:guests]
    people = [
        GuestTold(name=n, face=FaceView(initials="A", colour="blue"), won="1 of 2", first=n < "B")
        for n in names
    ]
    told = NightTold(
        crew="Us",
        day="Today",
        line="",
        won="A won",
        guests=tuple(people),
        games=(("Skat", "Anna won"),) * games,
    )
    card = plan(told, shape)
    check_room(card, shape)
    parts = {part for name in names[:10] for part in (name, *name.replace("-", "- ").split(" "))}
    sizes = {text.text: text.size for text in card.texts if text.text in parts}
    assert len(set(sizes.values())) == bool(guests), sizes
    if guests == 5 and games == 2:
        assert set(names) <= set(sizes), "each in one line"
        assert min(sizes.values()) >= 36
        assert shape.bottom - max(block.box[3] for block in card.blocks) < 240
