"""The crew's statistics: who leads, on which nights it played, and its records."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import msgspec
import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from referee.crew.statistics import counting as crew_counting
from referee.rules.score_sheet.shelf import shelf
from scoring.crew.visitor import Visitor, join_own_crew
from scoring.models import Game, Player, Rating, Unrated
from scoring.models.nights import tonight
from scoring.statistics import counting
from tests.crew.browser import Browser
from tests.crew.figures import numbers, ranking
from tests.crew.played import address, sheet, tell, zar
from tests.table.page import Shown, client_of, new_game, words

pytestmark = pytest.mark.slow

PAGES = ("leaders", "nights", "records")


def open_page(visitor: Visitor | None, page: str, **query: str) -> Shown:
    return Shown(Browser(visitor).client.get(f"/crew/{page}/", query))


def marks(shown: Shown) -> dict[str, str]:
    """The records: the label, and what stands beside it."""
    found = {words(row.select_one("dt")): row for row in shown.soup.select(".record")}
    return {
        label: " ".join(
            words(part) for part in row.select("dd.reached, .holder > a span:not(.face), .where, dd.small")
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
    assert not shown.soup.select(".cal, .dais, .grids")


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
        assert "ended yet" not in shown.soup.text
    shown = browser.tap("Count now")
    assert shown.response.request["QUERY_STRING"] == query.removeprefix("?")
    assert shown.response.redirect_chain[-1][0].endswith(f"{query}#counted")
    assert shown.one(".notice#counted") == "All games are counted now."
    assert not shown.soup.select("form.notice")
    assert counting.uncounted(crew) is None


def test_one_tap_counts_so_much_that_a_browser_follows(ann: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    for _ in range(3):
        zar(ann)
    crew = join_own_crew(ann).crew_id
    counting.rebuild(crew)
    monkeypatch.setattr(counting, "MOST", 1)
    monkeypatch.setattr(crew_counting, "MOST_TIMES", 1)
    browser = Browser(ann)
    browser.go("/crew/leaders/")
    assert browser.tap("Count now").one(".notice").startswith("1 game is not counted here yet.")
    assert not browser.tap("Count now").soup.select("form.notice")


def test_ratings_that_have_to_be_made_anew_are_said_and_made(ann: Visitor) -> None:
    zar(ann)
    crew = join_own_crew(ann).crew
    Rating.objects.all().delete()
    Unrated.objects.create(crew=crew, game="zar")
    browser = Browser(ann)
    assert browser.go("/crew/leaders/").one(".notice").startswith("The ratings are not up to date yet.")
    assert not browser.tap("Count now").soup.select("form.notice")
    assert Rating.objects.filter(game="zar").count() == 3


@pytest.mark.parametrize("back", ["https://elsewhere.example/", "//elsewhere.example/", "javascript:1", ""])
def test_counting_leads_to_no_page_but_ours(ann: Visitor, back: str) -> None:
    response = Browser(ann).client.post("/crew/count/", {"back": back})
    assert response.status_code == 403, "without the token of the page"
    client = client_of(ann)
    assert client.post("/crew/count/", {"back": back})["Location"] == "/crew/leaders/#counted"
    assert client.post("/crew/count/", {"back": "/crew/nights/"})["Location"] == "/crew/nights/#counted"


def test_of_all_time_the_settled_ratings_come_first(ann: Visitor) -> None:
    """Eve and Fay met once, and Eve's rating is above Bob's; but one game says little."""
    for day in range(1, 9):
        zar(ann, day=f"2026-01-{day:02}", names="Ann Bob Cat", Bob=day, Cat=30)
    zar(ann, day="2026-01-09", names="Eve Fay")
    shown = open_page(ann, "leaders", game="zar")
    assert ranking(shown) == [("1", "Ann"), ("2", "Bob"), ("3", "Cat"), ("4", "Eve"), ("5", "Fay")]
    assert shown.one("h2") == "ZAR, all time"
    value, *line = numbers(shown, "Ann").split()
    assert (" ".join(line), int(value) > 1000) == ("8 of 8 won", True)
    games, rate, value = numbers(shown, "Eve").split()
    assert (games, rate, int(value) > int(numbers(shown, "Bob").split()[0])) == ("1", "100%", True)
    assert [words(row.select_one("th")) for row in shown.soup.select(".ranking tr:has(.mark)")] == [
        "E Eve provisional",
        "F Fay provisional",
    ]
    assert "Provisional: fewer than 8 games against others" in shown.text, "the reason is on the page itself"
    assert not shown.soup.select(".dais .mark")
    assert len(shown.soup.select(".dais .crowned svg")) == 1


def test_whose_rating_has_not_settled_is_marked_on_the_steps_too_unless_none_has(ann: Visitor) -> None:
    zar(ann, names="Ann Bob")
    shown = open_page(ann, "leaders", game="zar")
    assert not shown.soup.select(".mark, .dais"), "nobody stands above who won more by what is still unsure"
    assert "Provisional: fewer than 8 games against others" in shown.text, "once for all"
    for day in range(2, 9):
        zar(ann, day=f"2026-01-{day:02}", names="Ann Bob")
    zar(ann, day="2026-01-09", names="Ann Cat")
    marked = open_page(ann, "leaders", game="zar").soup.select(".dais li:has(.mark) .fitted")
    assert [words(name) for name in marked] == ["Cat"]


def test_of_a_period_who_won_most_leads_and_equal_ones_share_a_rank(ann: Visitor) -> None:
    sheet(ann, {"Ann": 9, "Bob": 2}, day="2025-11-01")
    sheet(ann, {"Ann": 1, "Bob": 2}, day="2026-03-01")
    sheet(ann, {"Ann": 1, "Bob": 2, "Cat": 0}, day="2026-11-01")
    sheet(ann, {"Ann": 3, "Bob": 2, "Cat": 0, "Dan": 0}, day="2026-11-02")
    expected = {
        "2025": [("1", "Ann"), ("2", "Bob")],
        "2026": [("1", "Bob"), ("2", "Ann"), ("3", "Cat"), ("3", "Dan")],
        "2026-03": [("1", "Bob"), ("2", "Ann")],
        "2026-11": [("1", "Ann"), ("1", "Bob"), ("3", "Cat"), ("3", "Dan")],
    }
    for period, places in expected.items():
        assert ranking(open_page(ann, "leaders", game="score_sheet", period=period)) == places, period
    shown = open_page(ann, "leaders", game="score_sheet", period="2026-11")
    assert shown.one("h2") == "Score sheet, November 2026"
    assert numbers(shown, "Bob") == "1 of 2 games won"
    assert numbers(shown, "Dan") == "1 0 0%"
    assert shown.soup.select(f".dais a[href='{address('Bob')}']")


def test_the_last_ninety_days_end_today(ann: Visitor) -> None:
    today = tonight()
    for days, winner in ((0, "Ann"), (89, "Bob"), (90, "Cat")):
        day = (today - timedelta(days=days)).isoformat()
        sheet(ann, {"Ann": 1, "Bob": 1, "Cat": 1} | {winner: 5}, day=day)
    shown = open_page(ann, "leaders", game="score_sheet", period="90-days")
    assert shown.one("h2") == "Score sheet, the last 90 days"
    assert [numbers(shown, name) for name in ("Ann", "Bob", "Cat")] == [
        "1 of 2 games won",
        "1 of 2 games won",
        "0 of 2 games won",
    ]


def test_the_game_played_most_comes_first_and_all_can_be_looked_at_together(ann: Visitor) -> None:
    zar(ann, names="Ann Bob Cat Dan Eve")
    for _ in range(2):
        sheet(ann, {"Ann": 1, "Bob": 2}, title="Hearts")
    browser = Browser(ann)
    shown = browser.go("/crew/leaders/?period=2026")
    chips = [words(chip) for chip in shown.soup.select("nav[aria-label=Game] a")]
    assert chips == ["Hearts", "ZAR", "Every game"]
    assert shown.one("h2") == "Hearts, 2026"
    shown = browser.tap("Every game")
    assert (shown.one("h2"), ranking(shown)[:2]) == ("Every game, 2026", [("1", "Bob"), ("2", "Ann")])
    shown = browser.tap("All time")
    assert (shown.one("h2"), ranking(shown)[:2]) == ("Every game, all time", [("1", "Bob"), ("2", "Ann")])
    shown = browser.go("/crew/records/")
    assert [words(chip) for chip in shown.soup.select("nav[aria-label=Game] a")] == ["Hearts", "ZAR"]
    assert shown.one("h2") == "Records in Hearts"


def test_the_periods_offered_are_those_there_are_and_lead_on_without_scripts(ann: Visitor) -> None:
    sheet(ann, {"Ann": 9, "Bob": 2}, day="2024-05-01")
    sheet(ann, {"Ann": 9, "Bob": 2}, day="2026-03-01")
    browser = Browser(ann)
    shown = browser.go("/crew/leaders/")
    offered = [words(link) for link in shown.soup.select("nav[aria-label=Period] a")]
    assert offered == ["All time", "90 days", "2026", "2025", "2024"]
    assert not shown.soup.select("nav[aria-label=Game]"), "one game is no choice"
    shown = browser.tap("2024")
    assert [words(link) for link in shown.soup.select("nav[aria-label=Months] a")] == ["All of 2024", "May"]
    assert browser.tap("May").one("h2") == "Score sheet, May 2024"
    assert browser.shown.one("nav[aria-label=Months] [aria-current=page]") == "May"
    assert browser.shown.one("nav[aria-label=Period] [aria-current=page]") == "2024"
    assert browser.go("/crew/leaders/?period=2019").one("nav[aria-label=Period] [aria-current]") == "2019"
    shown = browser.tap("2025")
    assert "No game ended in this period." in shown.text
    assert browser.tap("All time").one("h2") == "Score sheet, all time"


@pytest.mark.parametrize(
    "query", ["game=chess", "period=1", "period=2026-13", "period=26-1", "period=x", "period=٢٠٢٦"]
)
def test_a_leaderboard_of_nothing_is_not_found(ann: Visitor, query: str) -> None:
    assert Browser(ann).go(f"/crew/leaders/?{query}").status == 404


#: Of which nobody has a game: no clock of a house shows them, or Python counts no further.
NO_YEARS = ("0001", "1000", "1968", "2201", "9998", "9999")


@pytest.mark.parametrize("year", NO_YEARS)
def test_a_year_in_which_nobody_can_play_is_not_found_wherever_an_address_names_it(
    ann: Visitor, year: str
) -> None:
    sheet(ann, {"Ann": 1, "Bob": 2})
    browser = Browser(ann)
    for where in (
        *(f"/crew/leaders/?period={year}{month}" for month in ("", "-01", "-12")),
        address("Ann", f"?period={year}"),
        f"/crew/nights/?year={year}",
        *(f"/crew/nights/?month={year}-{month}" for month in ("01", "12")),
        *(f"/crew/nights/{year}-{day}/{more}" for day in ("01-01", "12-31") for more in ("", "night.png")),
        f"/crew/years/{year}/",
        f"/crew/years/{year}/cover.png",
    ):
        assert browser.go(where).status == 404, where
    for where in (f"/games/?since={year}-12-31", f"/games/?until={year}-12-31"):
        assert browser.go(where).status == 422, where


@pytest.mark.parametrize("year", ["1969", "1970", "2199", "2200"])
def test_the_first_and_the_last_year_are_years_like_others(ann: Visitor, year: str) -> None:
    browser = Browser(ann)
    for month in ("", "-01", "-12"):
        assert browser.go(f"/crew/leaders/?period={year}{month}").status == 200
    assert browser.go(f"/crew/nights/?month={year}-12").status == 200


def test_records_say_what_who_and_in_which_game(ann: Visitor) -> None:
    for number in range(3):
        zar(ann, day=f"2026-01-0{number + 1}", Bob=10 + number, Cat=40 - number)
    shown = open_page(ann, "records", game="zar")
    told = marks(shown)
    assert shown.one("h2") == "Records in ZAR"
    assert told["Highest final score"] == "40 points Cat 1 Jan 2026"
    assert told["Lowest final score"] == "0 points Ann 1 Jan 2026"
    assert told["Best hand"] == "0 points Ann 1 Jan 2026"
    assert told["Worst hand"] == "40 points Cat 1 Jan 2026"
    assert told["Most games won in a row"] == "3 games Ann"
    assert told["Most games won"] == "3 games Ann"
    assert next(iter(told)) == "Lowest final score", "what is good comes first"
    first = Game.objects.order_by("created_at")[0]
    assert shown.soup.select(f".where a[href='/games/{first.public_id}/']")
    assert shown.soup.select(f".holder a[href='{address('Cat')}']")


def test_records_of_a_sheet_do_not_say_what_is_good(ann: Visitor) -> None:
    sheet(ann, {"Ann": 9, "Bob": -2}, {"Ann": -20, "Bob": 4})
    told = marks(open_page(ann, "records", game="score_sheet"))
    assert told["Highest round"] == "9 points Ann 21 Nov 2026"
    assert told["Lowest round"] == "−20 points Ann 21 Nov 2026"
    assert not any(label.startswith(("Best", "Worst")) for label in told)


@pytest.mark.parametrize("key", ["winner", "places"])
def test_a_sheet_that_has_no_points_has_no_records_of_points(ann: Visitor, key: str) -> None:
    own = msgspec.to_builtins(shelf()[key])
    wins = "low" if key == "places" else "high"
    game = new_game(ann, "Ann Bob", "score_sheet", title="Chess", sheet=own, wins=wins)
    said = {"winner": ({"won": True}, {"won": False}), "places": ({"came": 1}, {"came": 2})}[key]
    tell(ann, game, {"do": "entry", "players": dict(zip(("Ann", "Bob"), said, strict=True))})
    told = marks(open_page(ann, "records", game="score_sheet.chess"))
    assert told == {"Most games won": "1 game Ann"}
    year = Shown(Browser(ann).client.get("/crew/years/2026/"))
    assert "score in Chess" not in year.text


def test_who_plays_alone_has_a_score_and_no_rank_and_one_record_is_said_once(ann: Visitor) -> None:
    sheet(ann, {"Ann": 3})
    for asked in ({"game": "score_sheet"}, {"game": "all"}):
        shown = open_page(ann, "leaders", **asked)
        assert not shown.soup.select(".dais, .rank")
        assert ranking(shown) == [("", "Ann")]
    assert list(marks(open_page(ann, "records", game="score_sheet"))) == ["Highest final score"]


def test_where_the_lowest_score_wins_by_agreement_it_stands_first(ann: Visitor) -> None:
    game = new_game(ann, "Ann Bob", "score_sheet", wins="low")
    tell(ann, game, {"do": "round", "scores": {"Ann": 3, "Bob": 7}})
    tell(ann, game, {"do": "end"})
    assert next(iter(marks(open_page(ann, "records", game="score_sheet")))) == "Lowest final score"


def test_nothing_is_a_score_but_nobody_holds_a_record_of_nothing(ann: Visitor) -> None:
    sheet(ann, {"Ann": 0, "Bob": -5})
    game = new_game(ann, "Ann Bob", "zarathustra")
    tell(ann, game, {"do": "end"})
    assert marks(open_page(ann, "records", game="score_sheet"))["Highest final score"].startswith(
        "0 points Ann"
    )
    Player.objects.get(name="Ann").tallies.filter(game="zarathustra").update(
        facts={"games": 1, "most": {"lost": {"amount": 0, "game": game.public_id}}}
    )
    Player.objects.get(name="Bob").tallies.filter(game="zarathustra").delete()
    shown = open_page(ann, "records", game="zarathustra")
    assert "No game of this kind has ended yet." in shown.text
    assert marks(shown) == {}, "no line without a holder"


def test_of_many_equal_holders_three_are_named(ann: Visitor) -> None:
    sheet(ann, dict.fromkeys(("Eve", "Ann", "Dan", "Bob", "Cat"), 5))
    told = marks(open_page(ann, "records", game="score_sheet"))
    assert told["Highest final score"].startswith("5 points Ann 21 Nov 2026 Bob 21 Nov 2026 Cat")
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


def test_a_record_is_new_for_two_weeks_after_its_game(ann: Visitor) -> None:
    today = tonight()
    sheet(ann, {"Ann": 9, "Bob": 2}, day=(today - timedelta(days=20)).isoformat())
    sheet(ann, {"Ann": 8, "Bob": 1}, day=(today - timedelta(days=3)).isoformat())
    shown = open_page(ann, "records", game="score_sheet")
    new = [words(row.select_one("dt")) for row in shown.soup.select(".record.new:has(.mark)")]
    assert new == ["Lowest final score"]
    zar(ann, day=today.isoformat())
    assert not open_page(ann, "records", game="zar").soup.select(".mark"), "where all are, none is marked"


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
    assert count() == few <= (12 if page == "leaders" else 9)
