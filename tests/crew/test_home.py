"""The way in: what can be begun, what goes on, how the evening stands, and what is new."""

from __future__ import annotations

from datetime import datetime, time, timedelta
from typing import Any

import msgspec
import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from referee.rules.score_sheet.shelf import shelf
from scoring import regular
from scoring.crew.visitor import AWAY, COOKIE, Visitor, join_own_crew
from scoring.models import Game, Membership, Move, Seat
from scoring.statistics.counting import count_ended
from tests.crew.games import tap
from tests.table.inline import check_nothing_inline
from tests.table.page import Phone, Shown, client_of, new_game, words

pytestmark = pytest.mark.slow

HERE = timezone.get_default_timezone()
#: A Friday, late enough to be called tonight.
NOW = datetime(2031, 11, 21, 21, 30, tzinfo=HERE)


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> list[datetime]:
    """The time of day, which a test sets."""
    told = [NOW]
    monkeypatch.setattr(timezone, "now", lambda: told[0])
    return told


def home(visitor: Visitor | None) -> Shown:
    shown = Shown(client_of(visitor).get("/"))
    check_nothing_inline(shown)
    return shown


def ended(visitor: Visitor, winner: str, *, names: str = "Ann Bob", points: int = 30, **more: Any) -> Game:
    """A round on a score sheet, which somebody won with so many points, 40 minutes ago."""
    game = new_game(visitor, names, "score_sheet", end={"rounds": 1}, **more)
    scores = {name: points if name == winner else 1 for name in names.split()}
    tap(visitor, game, {"do": "round", "scores": scores})
    began = timezone.now() - timedelta(minutes=40)
    Game.objects.filter(pk=game.pk).update(created_at=began, finished_at=timezone.now())
    Seat.objects.filter(game=game).update(began_at=began)
    count_ended(Game.objects.get(pk=game.pk))
    return Game.objects.get(pk=game.pk)


def links(shown: Shown, within: str = "main") -> dict[str, str]:
    return {words(link): str(link["href"]) for link in shown.soup.select(f"{within} a")}


def test_a_first_visit_says_what_this_is_and_offers_one_thing_first(dan: Visitor) -> None:
    for visitor in (None, dan):
        shown = home(visitor)
        assert shown.one("h1") == "You play the cards. The phone keeps the rules."
        assert len(shown.soup.select(".steps-in li")) == 3
        assert [words(main) for main in shown.soup.select("main .go")] == ["Start your first game"]
        assert links(shown)["Start your first game"] == "/new/"
        assert links(shown)["Only keep score"] == "/new/score_sheet/"
        assert links(shown)["Join a crew"] == "/join/"


def test_a_night_that_is_planned_stands_there_before_the_first_game(ann: Visitor) -> None:
    me = join_own_crew(ann)
    assert "Next night" not in home(ann).text
    first = timezone.localdate() + timedelta(days=2)
    regular.keep(me, regular.Wanted("", "Hill Street", "once", first, time(19, 30), 3))
    shown = home(ann)
    assert len(shown.soup.select(".steps-in li")) == 3
    assert "19:30 " in shown.one(".coming")
    assert "Hill Street" in shown.one(".coming")


def test_one_who_only_looks_is_not_told_to_start(cat: Visitor) -> None:
    shown = home(cat)
    assert "No games yet" in shown.text
    assert not shown.soup.select("main .go, main form")


def test_an_open_game_says_whose_turn_it_is_and_how_old_it_is(
    ann: Visitor, cat: Visitor, clock: list[datetime]
) -> None:
    phone = Phone(ann, new_game(ann, "Ann Bob"))
    phone.tap("Ann deals")
    phone.tap("blue sun")
    moved = timezone.localtime(Move.objects.latest("pk").created_at)
    clock[0] = moved + timedelta(minutes=4, seconds=1)
    card = home(ann).soup.select_one(".open")
    assert card
    assert words(card.select_one("b")) == "ZAR · hand 1"
    assert words(card.select_one("small")) == "Bob’s turn, 4 min ago"
    assert words(card.select_one(".up")) == "B Bob 0"
    assert card.select_one(".bin")
    clock[0] = moved + timedelta(days=2)
    assert f"Bob’s turn, left on {moved:%A, %H:%M}" in home(ann).text
    clock[0] = moved + timedelta(days=20)
    assert f"left on {moved.day} {moved:%b %Y, %H:%M}" in home(ann).text
    game = new_game(ann, "Ann Bob", "zarathustra")
    for length, at in ((0, "new"), (6, "move 6")):
        Game.objects.filter(pk=game.pk).update(length=length, version=length)
        assert f"Zarathustra · {at}" in home(ann).text
    shown = home(cat)
    assert not shown.soup.select(".bin"), "a watcher discards nothing"
    assert not shown.soup.select("main .go")


def test_an_open_sheet_says_by_its_own_word_what_is_filled_in(ann: Visitor) -> None:
    for key, entry, now in (
        ("hearts", {"players": {"Ann": {"taken": 13}, "Bob": {"taken": 13}, "Cat": {"taken": 0}}}, "hand 2"),
        ("yahtzee", {"players": {"Ann": {"value": 3}}, "row": "ones"}, "38 to fill in"),
        ("bowling", {"players": {"Ann": {"ball": 3, "second": 4}}, "row": "frame1"}, "1 frame"),
    ):
        sheet = shelf()[key]
        options = {"wins": "low" if sheet.wins == "low" else "high", "sheet": msgspec.to_builtins(sheet)}
        game = new_game(ann, "Ann Bob Cat", "score_sheet", **options)
        assert "new" in words(home(ann).soup.select_one(".open b"))
        tap(ann, game, {"do": "entry", **entry})
        assert words(home(ann).soup.select_one(".open b")).endswith(now)


def test_of_many_open_games_those_that_went_on_last_stand_there(ann: Visitor) -> None:
    first, *others = [new_game(ann) for _ in range(7)]
    tap(ann, first, {"do": "deal", "dealer": first.standing["players"][0]})
    shown = home(ann)
    tables = [f"/t/{game.public_id}/" for game in (first, *others[:1:-1])]
    assert [str(node["href"]) for node in shown.soup.select(".stack a[href^='/t/']")] == tables
    assert client_of(ann).get("/last/")["Location"] == tables[0]
    assert len(shown.soup.select(".open")) == 5
    assert links(shown)["All open games"] == "/games/?state=open"
    assert "Last result" not in shown.text
    assert "Same again" not in shown.text


def test_how_tonight_stands_lasts_until_the_morning(ann: Visitor, clock: list[datetime]) -> None:
    for winner in ("Ann", "Bob", "Ann"):
        ended(ann, winner, title="Hearts")
    rows = home(ann).soup.select(".tonight li")
    assert [words(row) for row in rows] == ["1 A Ann 2 of 3 won", "2 B Bob 1 of 3 won"]
    assert len(rows[0].select(".crowns svg:not(.no)")) == 2
    assert links(home(ann))["3 games"] == "/crew/nights/2031-11-21/"
    clock[0] = NOW + timedelta(hours=4)
    assert home(ann).soup.select(".tonight"), "at half past one it is still the same evening"
    clock[0] = NOW + timedelta(hours=9)
    shown = home(ann)
    assert not shown.soup.select(".tonight")
    assert "Last result" in shown.text


def test_an_evening_past_midnight_is_one(ann: Visitor, clock: list[datetime]) -> None:
    ended(ann, "Bob", title="Hearts")
    clock[0] = NOW + timedelta(hours=4)
    ended(ann, "Ann", title="Hearts")
    shown = home(ann)
    assert shown.one("#tonight") == "Tonight"
    assert links(shown)["2 games"] == "/crew/nights/2031-11-21/"
    rows = shown.soup.select(".tonight li")
    assert [words(row) for row in rows] == ["1 A Ann 1 of 2 won", "1 B Bob 1 of 2 won"]
    night = Shown(client_of(ann).get("/crew/nights/2031-11-21/"))
    assert night.one(".night-line").startswith("2 games, 20:50 to 01:30")
    assert "2 games on 1 night" in Shown(client_of(ann).get("/games/")).text
    assert client_of(ann).get("/crew/nights/2031-11-22/").status_code == 404


def test_the_last_result_and_the_same_again(ann: Visitor, cat: Visitor) -> None:
    ended(ann, "Bob", title="Hearts")
    game = ended(ann, "Ann", names="Ann Dora", title="Yacht", wins="high")
    shown = home(ann)
    last = shown.soup.select_one(".latest")
    assert last
    assert "Ann won Yacht" in words(last)
    assert "Ann 30, Dora 1" in words(last)
    assert "today, 20:50, 40 min" in words(last)
    assert last["href"] == f"/games/{game.public_id}/"
    before = game.created_at - timedelta(days=1)
    Game.objects.update(created_at=before + timedelta(hours=5, minutes=30))
    assert "Night of 20 Nov 2031" in words(home(ann).soup.select_one(".latest")), "over since"
    again = shown.soup.select_one(".same")
    assert again
    assert words(again).endswith("Same again Yacht with Ann and Dora A D")
    setup = Shown(client_of(ann).get(str(again["href"])))
    assert [node["value"] for node in setup.soup.select("[name=name]")] == ["Ann", "Dora", ""]
    assert not home(cat).soup.select(".same"), "a watcher starts nothing"
    ended(ann, "Dora", names="Ann Dora", title="Yacht", wins="high")
    again = home(ann).soup.select_one(".same")
    assert words(again).endswith("with Ann and Dora A D"), "as they sit, whoever won"


def test_a_record_and_a_run_since_the_last_visit_are_told_once(ann: Visitor, clock: list[datetime]) -> None:
    for n in range(6):
        clock[0] = NOW - timedelta(days=30 - n)
        ended(ann, "Bob", title="Yacht", points=20)
        home(ann)
    clock[0] = NOW - timedelta(days=2)
    home(ann)
    clock[0] = NOW
    for points in (30, 44, 31):
        ended(ann, "Ann", title="Yacht", points=points)
    seen = [[words(row) for row in home(ann).soup.select(".fresh")] for _ in range(2)]
    assert seen[0] == [
        "A Ann set a record: 44 Highest final score, Yacht new",
        "A Ann won 3 games in a row Yacht new",
    ]
    assert seen[1] == seen[0], "all through the visit"
    clock[0] = NOW + timedelta(days=1)
    assert not home(ann).soup.select(".fresh")
    assert "Last result" in home(ann).text


def test_a_visit_ends_when_the_phone_was_away_for_long(ann: Visitor, clock: list[datetime]) -> None:
    member = join_own_crew(ann)
    Membership.objects.update(seen_at=NOW)
    ended(ann, "Ann")

    def visited() -> datetime | None:
        return Membership.objects.get(pk=member.pk).visited_at

    home(ann)
    assert visited() is None
    for _ in range(9):
        clock[0] += AWAY / 3
        home(ann)
    assert visited() is None, "it was in use all the time"
    left, clock[0] = clock[0], clock[0] + AWAY + timedelta(minutes=1)
    home(ann)
    assert visited() == left
    clock[0] += timedelta(hours=2)
    home(ann)
    assert visited() == left


def test_the_front_costs_as_many_queries_for_one_game_as_for_thirty(
    ann: Visitor, clock: list[datetime]
) -> None:
    counts = set()
    for n in range(3):
        for _ in range(1 if n == 0 else 5):
            ended(ann, "Ann", title="Yacht")
            new_game(ann)
        Membership.objects.update(seen_at=NOW, visited_at=NOW - timedelta(days=3))
        client = Client()
        client.cookies[COOKIE] = ann.token
        with CaptureQueriesContext(connection) as captured:
            client.get("/")
        counts.add(len(captured))
    assert len(counts) == 1
    assert counts.pop() <= 13


@pytest.mark.parametrize(
    "link",
    [
        "http://table.local/join/abcdefghijklmnopqrstuv/",
        "abcdefghijklmnopqrstuv",
        " /join/abcdefghijklmnopqrstuv ",
    ],
)
def test_a_pasted_link_leads_to_the_invitation(link: str) -> None:
    response = client_of(None).get("/join/", {"link": link})
    assert (response.status_code, response["Location"]) == (302, "/join/abcdefghijklmnopqrstuv/")


def test_what_is_no_invitation_is_said_in_words() -> None:
    shown = Shown(client_of(None).get("/join/", {"link": "https://example.org/"}))
    assert shown.status == 422
    assert "This is no invitation." in shown.one("[role=alert]")
