"""A year of the crew and a night, as pages and as pictures to share."""

from __future__ import annotations

import io
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path

import pytest
from django.conf import settings
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from PIL import Image

from referee.crew.sharing import evening as night_pictures
from referee.crew.sharing.card import Shape
from referee.crew.sharing.card.picture import png
from referee.crew.sharing.card.sheet import WIDTH
from referee.crew.sharing.pictures import POSTERS
from referee.crew.sharing.year import posters
from referee.crew.sharing.year.context import YearTold
from referee.crew.sharing.year.telling import tell
from scoring import discarding
from scoring.crew.visitor import Visitor, join_own_crew
from scoring.models import Crew, Game, Night, Player
from scoring.pictures.decoding import face_of
from scoring.players import faces
from scoring.statistics import counting, nights, periods
from scoring.statistics.year import year_of
from tests.crew.boxes import check_room
from tests.crew.browser import Browser
from tests.crew.played import sheet, zar
from tests.hostile import photo
from tests.table.page import client_of, words

pytestmark = pytest.mark.slow

LONG = "Wolfeschlegelsteinhausenbergerdorff Maximilian Zoë 李雷"


def took(game: Game, minutes: int) -> Game:
    Game.objects.filter(pk=game.pk).update(finished_at=game.created_at + timedelta(minutes=minutes), due=True)
    counting.catch_up(game.crew_id)
    return game


@pytest.fixture
def year(ann: Visitor) -> Visitor:
    """Six games on three nights of 2025, and one of another year."""
    Crew.objects.filter(pk=join_own_crew(ann).crew_id).update(name="The Friday crew")
    took(sheet(ann, {"Ann": 40, "Bob": 3}, day="2025-03-07", title="Hearts"), 30)
    for _ in range(3):
        took(sheet(ann, {"Ann": 7, "Bob": 3}, day="2025-03-14", title="Hearts"), 20)
    took(sheet(ann, {"Ann": 1, "Bob": 33}, day="2025-06-06", title="Hearts"), 190)
    took(zar(ann, day="2025-06-06", names="Ann Bob Cat"), 40)
    took(sheet(ann, {"Ann": 99, "Bob": 3}, day="2024-06-06", title="Hearts"), 20)
    return ann


def told(visitor: Visitor, number: int = 2025) -> YearTold:
    found = year_of(visitor, number)
    assert found is not None
    return tell(visitor, found)


def test_a_year_is_told_from_its_sums(year: Visitor) -> None:
    found = told(year)
    assert [(each.value, each.label) for each in found.figures] == [
        ("6", "games"),
        ("5", "hours"),
        ("3", "nights"),
        ("3", "players"),
    ]
    assert found.counts == (0, 0, 4, 0, 0, 2, 0, 0, 0, 0, 0, 0)
    assert [(each.rank, each.name, each.line) for each in found.winners] == [
        (1, "Ann", "won 5 of 6"),
        (2, "Bob", "won 1 of 6"),
    ]
    (rivals,) = found.rivals
    assert (rivals.one, rivals.won, rivals.lost, rivals.other) == ("Ann", 5, 1, "Bob")
    assert [(each.name, each.games) for each in found.kinds] == [("Hearts", "5 games"), ("ZAR", "1 game")]
    moments = {each.label: (each.value, each.line) for each in found.moments}
    assert moments["Longest game"] == ("3 h 10 min", "Friday 6 Jun 2025")
    assert moments["Busiest night"] == ("3 games", "Friday 14 Mar 2025")
    assert moments["Longest streak"] == ("4 wins", "Ann, Hearts")
    # Not the 99 of the year before.
    assert moments["Highest score in Hearts"] == ("40", "Ann, 7 Mar 2025")


def test_where_the_lowest_wins_the_lowest_is_the_record_and_one_number_is_told_once(ann: Visitor) -> None:
    sheet(ann, {"Ann": 7, "Bob": 31}, day="2025-03-07", title="Hearts", wins="low")
    marks = {each.label: each.value for each in told(ann).moments if "Hearts" in each.label}
    assert marks == {"Lowest score in Hearts": "7"}
    sheet(ann, {"Ann": 7, "Bob": 31}, day="2025-03-08", title="Points")
    marks = {each.label: each.value for each in told(ann).moments if "Points" in each.label}
    assert marks == {"Highest score in Points": "31"}, "not its best round too"


def test_a_game_that_is_discarded_is_in_no_year(year: Visitor) -> None:
    longest = Game.objects.get(public_id=Night.objects.get(longest=190).longest_game)
    counting.count_ended(discarding.discard(year, longest.public_id))
    found = told(year)
    assert [each.value for each in found.figures] == ["5", "2", "3", "3"]
    assert next(each.value for each in found.moments if each.label == "Longest game") == "40 min"


def test_the_page_tells_it_and_leads_to_its_neighbours(year: Visitor, cat: Visitor) -> None:
    page = Browser(cat)
    page.open("year", 2025)
    page.says("2025 of the Friday crew", "Won 5 of 6", "6 games together", "Highest score in Hearts")
    assert len(page.shown.soup.select("img.card-shown")) == 4
    Player.objects.filter(name="Bob").update(name="Bartholomäus")
    page.open("year", 2025)
    assert page.shown.one(".rivals > :last-child b") == "Bar\u00adtho\u00adlo\u00admäus", "no letter alone"
    page.tap("← 2024")
    page.says("2024 of the Friday crew")
    assert [words(node) for node in page.shown.soup.select(".rival")] == []


def test_a_year_without_games_leads_to_the_nearest_that_has_some(year: Visitor) -> None:
    page = Browser(year)
    last = max(night.day.year for night in Night.objects.all())
    page.open("year", last + 1)
    page.says(f"Your crew finished no game in {last + 1}.")
    page.tap(f"Look at {last}")
    page.says("Who won most")
    sheet(year, {"Ann": 3, "Bob": 1}, day=f"{last - 8}-05-01")
    assert periods.nearest_year(year, last - 6) == last - 8
    page.open("year", last - 6)
    page.tap(f"Look at {last - 8}")
    page.says("Who won most")


def test_what_is_not_counted_yet_is_said_of_a_year_and_a_night_and_nothing_false(year: Visitor) -> None:
    counting.rebuild(join_own_crew(year).crew_id)
    page = Browser(year)
    for address in ("/crew/years/2025/", "/crew/nights/2025-06-06/"):
        assert page.go(address).one(".notice") == "7 games are not counted here yet. Count now"
    for address in ("/crew/years/2025/", "/crew/nights/?year=2025"):
        assert page.go(address).one(".empty p") == "No game of 2025 is counted so far."
    page.tap("Count now")
    assert not page.go("/crew/nights/2025-06-06/").soup.select("form.notice")
    page.open("year", 2025)
    page.says("Won 5 of 6")
    counting.forget_kind(join_own_crew(year).crew_id, "zar")
    assert page.go("/crew/years/2025/").one(".notice").startswith("1 game is not counted here yet.")


def test_a_year_out_of_reach_is_not_there_and_nobody_elses_is_seen(year: Visitor, dan: Visitor) -> None:
    for visitor, number in ((year, 2023), (year, 12345), (dan, 2025)):
        assert client_of(visitor).get(reverse("year", args=[number])).status_code == 404
    picture = reverse("year_picture", args=[2025, "overview"])
    for stranger in (dan, None):
        assert client_of(stranger).get(picture).status_code == 404
    assert client_of(year).get(reverse("year_picture", args=[2025, "nothing"])).status_code == 404


@pytest.mark.parametrize("shape", POSTERS)
def test_a_picture_is_drawn_once_for_who_has_it(
    year: Visitor, shape: Shape, monkeypatch: pytest.MonkeyPatch
) -> None:
    url, client = f"{reverse('year_picture', args=[2025, 'rivals'])}?shape={shape}", client_of(year)
    first = client.get(url)
    assert first["Cache-Control"] == "private, no-cache"
    with Image.open(io.BytesIO(first.content)) as picture:
        assert picture.size == (WIDTH, shape.height)
    monkeypatch.setattr(posters, "draw", None)
    assert client.get(url, headers={"If-None-Match": first["ETag"]}).status_code == 304
    monkeypatch.undo()
    sheet(year, {"Ann": 1, "Bob": 33}, day="2025-06-07", title="Hearts")
    assert client.get(url, headers={"If-None-Match": first["ETag"]}).status_code == 200


def test_a_face_is_drawn_on_its_pictures_and_initials_where_its_file_is_gone(
    year: Visitor, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(settings, "MEDIA_ROOT", tmp_path)
    url = reverse("night_picture", args=["2025-06-06"])
    plain = client_of(year).get(url)
    faces.keep_face(Player.objects.get(name="Ann"), face_of(io.BytesIO(photo(color="red"))))
    with_face = client_of(year).get(url)
    assert with_face["ETag"] != plain["ETag"]
    night = nights.evening(year, date(2025, 6, 6))
    assert night is not None
    cards = [
        night_pictures.plan(night_pictures.tell(night, ""), Shape.SQUARE),
        *(posters.plan(told(year), name, Shape.SQUARE) for name in ("winners", "rivals")),
    ]
    for card in cards:
        (portrait,) = card.portraits
        with Image.open(io.BytesIO(png(card))) as picture:
            seen = picture.convert("RGB").getpixel((round(portrait.x), round(portrait.y)))
        assert isinstance(seen, tuple)
        assert seen[0] - max(seen[1:]) > 150
    before = [png(replace(card, portraits=[])) for card in cards]
    faces.face_path(Player.objects.get(name="Ann")).unlink()
    assert [png(card) for card in cards] == before


@pytest.mark.long
@pytest.mark.parametrize("shape", POSTERS)
@pytest.mark.parametrize("games", [1, 9])
def test_long_names_have_room_on_every_picture(ann: Visitor, shape: Shape, games: int) -> None:
    names = [*LONG.split(), "Ann", "Bob", "Cat"]
    for number in range(games):
        scores = {name: (7 * place * (number + 1)) % 23 for place, name in enumerate(names)}
        sheet(ann, scores, day="2025-06-06", title="A game with a name that goes on and on and on and on")
    found = told(ann)
    for name in posters.names(found):
        check_room(posters.plan(found, name, shape), shape)
    evening = nights.evening(ann, Night.objects.get().day)
    assert evening is not None
    check_room(night_pictures.plan(night_pictures.tell(evening, "The Friday crew " * 3), shape), shape)


def test_a_night_has_a_page_and_a_picture_to_share(year: Visitor, dan: Visitor) -> None:
    page = Browser(year)
    page.open("night_share", "2025-06-06")
    shown = page.shown.soup.select_one("img.card-shown")
    assert shown is not None
    answer = client_of(year).get(str(shown["src"]))
    with Image.open(io.BytesIO(answer.content)) as picture:
        assert picture.size == (720, 720)
    for day in ("2025-06-05", "2025-06-31", "x"):
        assert client_of(year).get(reverse("night_share", args=[day])).status_code == 404
    assert client_of(dan).get(reverse("night_picture", args=["2025-06-06"])).status_code == 404


def test_a_year_asks_as_often_for_many_games_as_for_few(ann: Visitor) -> None:
    asked = []
    for games in (2, 12):
        for number in range(games):
            sheet(ann, {"Ann": number, "Bob": 3, f"P{number}": 2}, day=f"2025-06-{number + 1:02}")
        with CaptureQueriesContext(
            connection,
        ) as queries:
            assert client_of(ann).get(reverse("year", args=[2025])).status_code == 200
        asked.append(len(queries))
    assert asked[0] == asked[1] <= 11, asked
