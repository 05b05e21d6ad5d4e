"""The crew's statistics: who leads, on which nights it played, and its records."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from scoring.crew.visitor import Visitor, join_own_crew
from scoring.models import Game, Player, Rating, Unrated
from scoring.statistics import counting
from tests.crew.browser import Browser
from tests.crew.figures import numbers, ranking
from tests.crew.played import address, sheet, tell, zar
from tests.table.page import Shown, client_of, new_game, words

PAGES = ("leaders", "nights", "records")


def open_page(visitor: Visitor | None, page: str, **query: str) -> Shown:
    return Shown(Browser(visitor).client.get(f"/crew/{page}/", query))


def marks(shown: Shown) -> dict[str, str]:
    """The records: the label, and what stands beside it."""
    found = {words(row.select_one("dt")): row for row in shown.soup.select(".records > div")}
    return {
        label: " ".join(
            words(part) for part in row.select("dd.reached, .holder span:not(.face), .where, .hint")
        )
        for label, row in found.items()
    }


@pytest.mark.parametrize("page", PAGES)
def test_without_games_every_page_says_what_to_do(ann: Visitor, page: str) -> None:
    new_game(ann)
    for visitor in (ann, None):
        shown = open_page(visitor, page)
        assert (shown.status, "No game has ended yet" in shown.text) == (200, True)
        assert shown.soup.select("main a[href='/new/']")


@pytest.mark.parametrize("page", PAGES)
def test_nothing_is_told_of_another_crew(ann: Visitor, dan: Visitor, page: str) -> None:
    zar(ann)
    shown = open_page(dan, page, **({"game": "zar"} if page != "nights" else {}))
    assert "Bob" not in shown.text
    assert "21" not in shown.one(".month")


@pytest.mark.parametrize("page", PAGES)
def test_what_a_crash_left_uncounted_is_said_and_counted_without_scripts(
    ann: Visitor, cat: Visitor, monkeypatch: pytest.MonkeyPatch, page: str
) -> None:
    monkeypatch.setattr(counting, "MOST", 2)
    for _ in range(3):
        zar(ann)
    crew = join_own_crew(ann).crew_id
    counting.rebuild(crew)
    query = "?game=zar" if page != "nights" else "?year=2026"
    browser = Browser(cat)
    for _ in range(2):
        shown = browser.go(f"/crew/{page}/{query}")
        assert shown.one(".notice") == "3 games are not counted here yet. Count now", "a look counts nothing"
    shown = browser.tap("Count now")
    assert shown.response.request["QUERY_STRING"] == query.removeprefix("?")
    assert shown.one(".notice").startswith("1 game is not counted here yet.")
    assert not browser.tap("Count now").soup.select(".notice")
    assert counting.uncounted(crew) is None


def test_ratings_that_have_to_be_made_anew_are_said_and_made(ann: Visitor) -> None:
    zar(ann)
    crew = join_own_crew(ann).crew
    Rating.objects.all().delete()
    Unrated.objects.create(crew=crew, game="zar")
    browser = Browser(ann)
    assert browser.go("/crew/leaders/").one(".notice").startswith("The ratings are not up to date yet.")
    assert not browser.tap("Count now").soup.select(".notice")
    assert Rating.objects.filter(game="zar").count() == 3


@pytest.mark.parametrize("back", ["https://elsewhere.example/", "//elsewhere.example/", "javascript:1", ""])
def test_counting_leads_to_no_page_but_ours(ann: Visitor, back: str) -> None:
    response = Browser(ann).client.post("/crew/count/", {"back": back})
    assert response.status_code == 403, "without the token of the page"
    client = client_of(ann)
    assert client.post("/crew/count/", {"back": back})["Location"] == "/crew/leaders/"
    assert client.post("/crew/count/", {"back": "/crew/nights/"})["Location"] == "/crew/nights/"


def test_of_all_time_the_highest_rating_leads(ann: Visitor) -> None:
    zar(ann, day="2026-01-01", names="Cat Bob Ann")
    for day in range(2, 9):
        zar(ann, day=f"2026-01-{day:02}", names="Ann Bob Cat", Bob=day, Cat=30)
    shown = open_page(ann, "leaders", game="zar")
    assert ranking(shown) == [("1", "Ann"), ("2", "Bob"), ("3", "Cat")]
    assert shown.one("h1") == "ZAR, all time"
    games, won, rate, percent, mean, value, *uncertainty = numbers(shown, "Ann").split()
    assert (games, won, rate, percent, mean) == ("8", "7", "88", "%", "0.9")
    assert int(value) > 1000
    assert uncertainty[0] == "±", "after eight games it has settled"


def test_of_a_period_who_won_most_leads_and_equal_ones_share_a_rank(ann: Visitor) -> None:
    sheet(ann, {"Ann": 9, "Bob": 2}, day="2025-11-01")
    sheet(ann, {"Ann": 1, "Bob": 2}, day="2026-03-01")
    sheet(ann, {"Ann": 1, "Bob": 2, "Cat": 0}, day="2026-11-01")
    sheet(ann, {"Ann": 3, "Bob": 2, "Cat": 0}, day="2026-11-02")
    expected = {
        "2025": [("1", "Ann"), ("2", "Bob")],
        "2026": [("1", "Bob"), ("2", "Ann"), ("3", "Cat")],
        "2026-03": [("1", "Bob"), ("2", "Ann")],
        "2026-11": [("1", "Ann"), ("1", "Bob"), ("3", "Cat")],
    }
    for period, places in expected.items():
        assert ranking(open_page(ann, "leaders", game="score_sheet", period=period)) == places, period
    shown = open_page(ann, "leaders", game="score_sheet", period="2026-11")
    assert shown.one("h1") == "Score sheet, November 2026"
    assert numbers(shown, "Bob").startswith("2 1 50 % 2 ")
    assert shown.soup.select(f".leading a[href='{address('Bob')}']")


def test_the_periods_offered_are_those_there_are_and_lead_on_without_scripts(ann: Visitor) -> None:
    sheet(ann, {"Ann": 9, "Bob": 2}, day="2024-05-01")
    sheet(ann, {"Ann": 9, "Bob": 2}, day="2026-03-01")
    browser = Browser(ann)
    browser.go("/crew/leaders/")
    offered = {str(option["value"]) for option in browser.shown.soup.select("select[name=period] option")}
    assert offered == {"", "2024", "2025", "2026", str(timezone.localdate().year)}
    shown = browser.tap("Show", period="2024")
    assert [words(link) for link in shown.soup.select("nav[aria-label=Months] a")] == ["All of 2024", "May"]
    assert browser.tap("May").one("h1") == "Score sheet, May 2024"
    assert browser.shown.one("nav[aria-label=Months] [aria-current=page]") == "May"
    assert browser.shown.soup.select("select[name=period] option[value='2024'][selected]")
    assert browser.go("/crew/leaders/?period=2019").soup.select("option[value='2019'][selected]")
    shown = browser.tap("Show", period="2025")
    assert "No game ended in this period." in shown.text
    assert browser.tap("All time").one("h1") == "Score sheet, all time"


@pytest.mark.parametrize(
    "query", ["game=chess", "period=1", "period=2026-13", "period=26-1", "period=x", "period=٢٠٢٦"]
)
def test_a_leaderboard_of_nothing_is_not_found(ann: Visitor, query: str) -> None:
    assert Browser(ann).go(f"/crew/leaders/?{query}").status == 404


def test_the_calendar_has_the_nights_of_a_year_and_leads_to_their_games(ann: Visitor) -> None:
    for day in ("2026-03-04", "2026-03-04", "2026-03-31", "2026-11-21", "2025-12-31"):
        zar(ann, day=day)
    shown = open_page(ann, "nights")
    assert shown.one("h1") == "Game nights in 2026"
    assert "3 nights, 4 games" in shown.one(".meta")
    months = [words(caption) for caption in shown.soup.select(".month caption")]
    assert months == ["March 2026 2 nights, 3 games", "November 2026 1 night, 1 game"]
    days = {str(link["aria-label"]): str(link["href"]) for link in shown.soup.select(".month a")}
    assert days == {
        "Wednesday 4 March, 2 games": "/games/?since=2026-03-04&until=2026-03-04",
        "Tuesday 31 March, 1 game": "/games/?since=2026-03-31&until=2026-03-31",
        "Saturday 21 November, 1 game": "/games/?since=2026-11-21&until=2026-11-21",
    }
    first = [words(cell) for cell in shown.soup.select(".month")[0].select("tbody tr")[0].select("td")]
    assert first == ["", "", "", "", "", "", "1"], "the first of March was a Sunday"
    browser = Browser(ann)
    browser.shown = shown
    assert "2024" not in shown.one("nav[aria-label=Years]")
    assert browser.tap("2025").one(".month caption") == "December 2025 1 night, 1 game"
    assert browser.tap("2026").one("h1") == "Game nights in 2026"


def test_a_year_without_nights_leads_to_those_with(ann: Visitor) -> None:
    zar(ann, day="2023-03-04")
    zar(ann, day="2026-03-04")
    browser = Browser(ann)
    shown = browser.go("/crew/nights/?year=2024")
    assert "No game ended in 2024." in shown.text
    assert browser.tap("2023").one(".month caption").startswith("March 2023")


@pytest.mark.parametrize("year", ["0", "x", "99999", "0099", "٢٠٢٦", "-202"])
def test_a_year_that_is_none_is_not_found(ann: Visitor, year: str) -> None:
    assert open_page(ann, "nights", year=year).status == 404


def test_records_say_what_who_and_in_which_game(ann: Visitor) -> None:
    for number in range(3):
        zar(ann, day=f"2026-01-0{number + 1}", Bob=10 + number, Cat=40 - number)
    shown = open_page(ann, "records", game="zar")
    told = marks(shown)
    assert shown.one("h1") == "Records in ZAR"
    assert told["Highest final score"] == "40 Cat 1 Jan 2026"
    assert told["Lowest final score"] == "0 Ann 1 Jan 2026"
    assert told["Best hand"] == "0 Ann 1 Jan 2026"
    assert told["Worst hand"] == "40 Cat 1 Jan 2026"
    assert told["Most games won in a row"] == "3 Ann"
    assert told["Most games won"] == "3 Ann"
    first = Game.objects.order_by("created_at")[0]
    assert shown.soup.select(f".where[href='/games/{first.public_id}/']")
    assert shown.soup.select(f".holder a[href='{address('Cat')}']")


def test_records_of_a_sheet_do_not_say_what_is_good(ann: Visitor) -> None:
    sheet(ann, {"Ann": 9, "Bob": -2}, {"Ann": -20, "Bob": 4})
    told = marks(open_page(ann, "records", game="score_sheet"))
    assert told["Highest round"] == "9 Ann 21 Nov 2026"
    assert told["Lowest round"] == "−20 Ann 21 Nov 2026"
    assert not any(label.startswith(("Best", "Worst")) for label in told)


def test_nothing_is_a_score_but_nobody_holds_a_record_of_nothing(ann: Visitor) -> None:
    sheet(ann, {"Ann": 0, "Bob": -5})
    game = new_game(ann, "Ann Bob", "zarathustra")
    tell(ann, game, {"do": "end"})
    assert marks(open_page(ann, "records", game="score_sheet"))["Highest final score"].startswith("0 Ann")
    Player.objects.get(name="Ann").tallies.filter(game="zarathustra").update(
        facts={"games": 1, "most": {"lost": {"amount": 0, "game": game.public_id}}}
    )
    Player.objects.get(name="Bob").tallies.filter(game="zarathustra").delete()
    assert marks(open_page(ann, "records", game="zarathustra")) == {
        "No game of this kind has ended yet.": ""
    }, "no line without a holder"


def test_of_many_equal_holders_three_are_named(ann: Visitor) -> None:
    sheet(ann, dict.fromkeys(("Eve", "Ann", "Dan", "Bob", "Cat"), 5))
    told = marks(open_page(ann, "records", game="score_sheet"))
    assert told["Highest final score"].startswith("5 Ann 21 Nov 2026 Bob 21 Nov 2026 Cat")
    assert told["Highest final score"].endswith("and 2 more")


def test_feats_are_records_too(ann: Visitor) -> None:
    game = zar(ann)
    Player.objects.get(name="Bob").tallies.all().delete()
    stored = {"feats": {"match": 3}, "most": {"stack": {"amount": 4, "game": game.public_id}}, "games": 1}
    stored["most"] |= {"match": {"amount": 3, "game": game.public_id}}  # type: ignore[operator]
    Player.objects.get(name="Bob").tallies.create(game="zar", facts=stored)
    told = marks(open_page(ann, "records", game="zar"))
    assert told["Longest wasp stack"] == "4 Bob 21 Nov 2026"
    assert told["Matches made, in one game"] == "3 Bob 21 Nov 2026"


def test_records_of_a_game_never_played_say_so(ann: Visitor) -> None:
    zar(ann)
    assert "No game of this kind has ended yet." in open_page(ann, "records", game="zarathustra").text
    assert open_page(ann, "records", game="chess").status == 404


@pytest.mark.parametrize("page", PAGES)
def test_every_page_asks_as_much_for_years_of_play_as_for_a_night(ann: Visitor, page: str) -> None:
    query = {"game": "score_sheet", "period": "2026"} if page == "leaders" else {}
    asked: Callable[[], Shown] = lambda: open_page(ann, page, **query)  # noqa: E731

    def count() -> int:
        asked()
        with CaptureQueriesContext(connection) as captured:
            asked()
        return len(captured)

    sheet(ann, {"Ann": 9, "Bob": 2}, day="2026-01-01")
    few = count()
    for number in range(14):
        names = {f"P{number}": 3, f"Q{number}": number, "Ann": 1}
        sheet(ann, names, day=f"20{12 + number}-0{number % 9 + 1}-03")
    assert count() == few <= 9
