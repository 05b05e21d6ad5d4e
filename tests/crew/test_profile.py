"""A player's page tells what the games came to, and says which game was the best of them."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import msgspec
import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from referee.rules.score_sheet.shelf import shelf
from scoring.crew.visitor import Visitor, join_own_crew
from scoring.models import Player
from scoring.models.nights import tonight
from scoring.statistics import counting, tallies
from tests.crew.browser import Browser
from tests.crew.figures import page, told
from tests.crew.played import address, sheet, tell, zar
from tests.table.page import new_game, words

pytestmark = pytest.mark.slow


def test_a_page_without_games_says_what_will_come_and_when(ann: Visitor) -> None:
    new_game(ann, "Ann Bob")
    shown = page(ann)
    assert shown.one(".empty").startswith("No finished games yet. After the first game: what was won")
    assert "5th game" in shown.one(".empty")
    assert not shown.soup.select("table, .trio, .seg a[href*=period]")


def test_games_and_wins_are_added_up_over_all_rules(ann: Visitor) -> None:
    zar(ann, day="2026-03-04")
    zar(ann)
    sheet(ann, {"Ann": 1, "Bob": 2}, day="2026-11-22")
    shown = page(ann)
    assert told(shown) == {"won 2 of 3": "67%", "current streak": "0", "games since 4 Mar 2026": "3"}
    tiles = [words(tile) for tile in shown.soup.select(".bygame > span:last-child")]
    assert tiles == ["100% ZAR 2 of 2 won", "0% Score sheet 0 of 1 won"]


def test_a_game_is_chosen_and_then_everything_is_about_it(ann: Visitor) -> None:
    zar(ann, day="2026-03-04")
    sheet(ann, {"Ann": 1, "Cat": 2})
    browser = Browser(ann)
    browser.go(address("Ann"))
    shown = browser.go(f"{address('Ann')}?game=score_sheet")
    assert told(shown) == {"won 0 of 1": "0%", "current streak": "0", "game since 21 Nov 2026": "1"}
    assert [words(met) for met in shown.soup.select(".versus b")] == ["Cat"]
    assert shown.one(".chips [aria-current]") == "Score sheet"
    assert not shown.soup.select(".bygame")
    assert browser.go(f"{address('Ann')}?game=chess").status == 404


def test_of_every_game_the_page_says_which_one_its_rating_and_its_numbers_are_of(ann: Visitor) -> None:
    zar(ann, Ann=5, Bob=9)
    assert "played most" not in page(ann).text
    for _ in range(2):
        sheet(ann, {"Ann": 1, "Bob": 2})
    assert "The rating and the numbers are for Score sheet, played most." in page(ann).text
    assert "played most" not in page(ann, game="score_sheet").text


def test_a_spell_is_chosen_and_then_everything_is_about_it(ann: Visitor) -> None:
    today = tonight()
    sheet(ann, {"Ann": 1, "Bob": 2}, day="2019-03-04")
    for back in (100, 80, 3):
        sheet(ann, {"Ann": 3, "Bob": 2}, day=str(today - timedelta(days=back)))
    lately = page(ann, period="90-days")
    assert told(lately)["won 2 of 2"] == "100%"
    assert len(lately.soup.select(".form a")) == 2
    old = page(ann, period="2019")
    assert {*told(old)} == {"won 0 of 1", "longest streak", "game since 4 Mar 2019"}
    assert old.one(".seg [aria-current]") == "2019"
    assert not old.soup.select(".held, .feats"), "records and badges are of all time"
    assert "No game ended in this time." in page(ann, period="2020").text
    years = [words(year) for year in page(ann).soup.select(".years a")]
    assert years[-1] == "2019 1 game 0 of 1 won, 0%"
    for wrong in ("x", "26", "2026-13", "٢٠٢٦"):
        assert page(ann, period=wrong).status == 404


def test_points_are_told_by_their_mean_and_median_and_the_best_and_worst_with_their_games(
    ann: Visitor,
) -> None:
    low = sheet(ann, {"Ann": 1, "Bob": 2}, {"Ann": 2, "Bob": 1}, day="2026-03-04")
    high = sheet(ann, {"Ann": 30, "Bob": 1}, {"Ann": -3, "Bob": 1}, day="2026-11-20")
    shown = page(ann)
    rows = told(shown, "Score sheet")
    assert rows["Points per round"] == "7.5 median 1.5"
    assert rows["Rounds won"] == "2 of 4 rounds"
    assert rows["Highest round"] == "30 20 Nov 2026"
    assert rows["Lowest round"] == "−3 20 Nov 2026"
    assert rows["Highest final score"] == "27 20 Nov 2026"
    assert rows["Lowest final score"] == "3 4 Mar 2026"
    links = {str(link["href"]) for link in shown.soup.select("table.figures a")}
    assert links == {f"/games/{game.public_id}/" for game in (low, high)}


def test_few_points_are_good_where_the_rules_say_so(ann: Visitor) -> None:
    zar(ann, Bob=5, Cat=9, day="2026-01-01")
    zar(ann, Bob=12, Cat=9, day="2026-01-02")
    rows = told(page(ann, "Bob"), "ZAR")
    assert (rows["Best hand"], rows["Worst hand"]) == ("5 1 Jan 2026", "12 2 Jan 2026")
    assert (rows["Best final score"], rows["Worst final score"]) == ("5 1 Jan 2026", "12 2 Jan 2026")


def test_streaks_are_told_as_they_are_and_were(ann: Visitor) -> None:
    for day, winner in enumerate("AABAAAB", 1):
        sheet(ann, {"Ann": int(winner == "A"), "Bob": int(winner == "B")}, day=f"2026-01-{day:02}")
    assert told(page(ann), "Score sheet")["Won in a row"] == "3"
    assert told(page(ann, "Bob"), "Score sheet")["Won in a row"] == "1 now 1"


def test_feats_have_the_labels_of_their_game_and_the_game_that_had_most(ann: Visitor) -> None:
    game = new_game(ann, "Ann Bob Cat", end={"hands": 1})
    tell(
        ann,
        game,
        {"do": "deal", "dealer": "Cat"},
        {"do": "flip", "card": "blue sun"},
        {"do": "play", "player": "Ann", "cards": ["blue wasp"]},
        {"do": "play", "player": "Cat", "cards": ["blue wasp"]},
        {"do": "take", "player": "Ann"},
        {"do": "void"},
        {"do": "end"},
    )
    day = told(page(ann, "Cat"), "ZAR")
    links = page(ann, "Cat").soup.select(f"a[href='/games/{game.public_id}/']")
    assert day["Matches made"].startswith("1 most 1 ")
    assert day["Longest wasp stack"].startswith("2 ")
    assert any(words(link) in day["Longest wasp stack"] for link in links)
    assert told(page(ann), "ZAR")["Cards drawn for wasps"].startswith("4 ")
    assert told(page(ann), "ZAR")["Matches suffered"].startswith("1 ")


def test_a_rating_is_told_with_its_uncertainty_and_in_words(ann: Visitor) -> None:
    for _ in range(3):
        zar(ann)
    shown = page(ann)
    value, sign, uncertainty, provisional = told(shown, "ZAR")["Rating"].split()
    assert int(value) > 1000
    assert (sign, 200 < int(uncertainty.rstrip(",")) < 333, provisional) == ("±", True, "provisional")
    row = tallies.ratings(Player.objects.get(name="Ann"))["zar"]
    assert (int(value), int(uncertainty.rstrip(","))) == (round(40 * row.mu), round(40 * row.sigma))
    assert "between 1063 and 1185" in shown.text
    assert shown.one(".rating") == f"{value} provisional"
    assert f"ZAR rating, give or take {round(40 * row.sigma)}" in shown.text
    assert "The line starts with the fifth game. Two to go." in shown.text


def test_ratings_over_time_are_a_line_with_a_table(ann: Visitor) -> None:
    for day in range(1, 10):
        zar(ann, day=f"2026-01-{day:02}")
    shown = page(ann)
    assert shown.one(".rating").isdecimal(), "after eight games it is no longer provisional"
    chart = shown.soup.select_one("svg.chart[aria-label^='Rating in ZAR']")
    assert chart
    assert [words(text) for text in chart.select("text")][-1] == shown.one(".rating")
    rows = [words(row) for row in shown.soup.select(".numbers tbody tr") if "Game" in words(row)]
    assert len(rows) == 9
    assert rows[0].startswith("Game 1, 1 Jan 2026")
    assert not page(ann, period="2025").soup.select("svg.chart")


def test_who_always_played_alone_has_no_rating(ann: Visitor) -> None:
    sheet(ann, {"Ann": 3})
    shown = page(ann)
    assert "Rating" not in told(shown, "Score sheet")
    assert "What the rating means" not in shown.text
    assert told(shown) == {"game since 21 Nov 2026, always alone": "1"}


def test_who_finished_ahead_is_told_over_all_rules(ann: Visitor) -> None:
    zar(ann)
    sheet(ann, {"Ann": 1, "Bob": 2})
    sheet(ann, {"Ann": 1, "Bob": 1})
    shown = page(ann)
    rows = [words(row) for row in shown.soup.select(".versus li")]
    assert rows == ["B Bob ahead 1, behind 1, level 1", "C Cat ahead 1, behind 0"]
    assert shown.soup.select(f".versus a[href='{address('Bob')}']")


def test_partners_are_told_apart_from_opponents(ann: Visitor) -> None:
    tichu = msgspec.to_builtins(shelf()["tichu"])
    for _ in range(2):
        game = new_game(ann, "Ann Bob Cat Dan", "score_sheet", title="Tichu", sheet=tichu)
        move = {"do": "entry", "players": {}, "table": {"out": "Ann", "cards": 65}}
        tell(ann, game, move, {"do": "end"})
    shown = page(ann)
    (beside,) = shown.soup.select("[aria-labelledby=beside] li")
    assert words(beside) == "C Cat won 2 of 2 games"
    assert [words(met) for met in shown.soup.select("[aria-labelledby=against] b")] == ["Bob", "Dan"]


def test_the_last_ten_games_are_letters_and_scores_that_lead_there(ann: Visitor) -> None:
    for day in range(1, 14):
        sheet(ann, {"Ann": day, "Bob": 7}, day=f"2026-01-{day:02}")
    sheet(ann, {"Ann": 1}, day="2026-01-14")
    newest = new_game(ann, "Ann Bob")
    shown = page(ann)
    form = shown.soup.select(".form a")
    assert [words(each) for each in form] == [
        *("L 5", "L 6", "T 7", "W 8", "W 9", "W 10", "W 11", "W 12", "W 13", "– 1"),
    ]
    assert form[0]["aria-label"] == "Lost with 5, Score sheet, 5 Jan 2026"
    assert not [each for each in form if newest.public_id in str(each["href"])], "an open one came to nothing"
    assert "14 Jan 2026" in shown.one("[aria-labelledby=form] p")
    links = {words(link): str(link["href"]) for link in shown.soup.select("a[href*='?player=']")}
    public_id = Player.objects.get(name="Ann").public_id
    assert links == {"All games": f"/games/?player={public_id}"}
    few = page(ann, "Bob", period="2026").soup.select(".form .none")
    assert not few


def test_final_scores_are_spread_over_bars_with_their_numbers(ann: Visitor) -> None:
    for day, points in enumerate((3, 4, 4, 27), 1):
        sheet(ann, {"Ann": points, "Bob": 1}, day=f"2026-01-{day:02}")
    assert not page(ann).soup.select("#scores"), "four games are no distribution"
    sheet(ann, {"Ann": 9, "Bob": 1}, day="2026-01-05")
    shown = page(ann)
    assert shown.one("[aria-labelledby=scores] .headline") == "Final scores in Score sheet half are 4 or less"
    rows = [words(row) for row in shown.soup.select("[aria-labelledby=scores] tbody tr")]
    assert rows[0] == "0–4 3"
    assert rows[-1] == "25–29 1"


def test_records_are_held_by_whoever_was_best_of_several(ann: Visitor) -> None:
    zar(ann, day="2026-01-01", Bob=10, Cat=40)
    zar(ann, day="2026-01-02", Bob=12, Cat=30)
    held = [words(row) for row in page(ann).soup.select(".held li")]
    assert held == [
        "Lowest final score ZAR 0 1 Jan 2026",
        "Best hand ZAR 0 1 Jan 2026",
        "Most games won in a row ZAR 2",
        "Most games won ZAR 2",
    ]
    assert not page(ann, "Cat").soup.select(".held"), "the worst is no record to be proud of"
    sheet(ann, {"Eve": 1})
    assert not page(ann, "Eve").soup.select(".held"), "nor what nobody else ever played"
    sheet(ann, {"Eve": 3, "Dan": 9})
    held = [words(row.select_one("b")) for row in page(ann, "Eve").soup.select(".held li")]
    assert held == ["Lowest final score, for better or worse"], "what is good each table agrees"


def test_badges_say_how_often_and_how_rare(ann: Visitor) -> None:
    game = new_game(ann, "Ann Bob Cat", end={"hands": 1})
    played: list[dict[str, Any]] = [
        {"do": "deal", "dealer": "Cat"},
        {"do": "flip", "card": "blue sun"},
        {"do": "play", "player": "Ann", "cards": ["blue wasp"]},
        {"do": "play", "player": "Cat", "cards": ["blue wasp"]},
        {"do": "take", "player": "Ann"},
        {"do": "void"},
        {"do": "end"},
    ]
    tell(ann, game, *played)
    zar(ann)
    badges = [words(badge) for badge in page(ann, "Cat").soup.select(".feats li")]
    assert badges == [
        "1 Matches made in 1 of 2 games only Cat",
        "2 Longest wasp stack in 1 of 2 games 2 of 3 players",
        "GOTCHAs called Not yet",
    ]
    assert page(ann, "Cat").one("[aria-labelledby=feats] small") == "2 of 3"
    sheet(ann, {"Ann": 2, "Cat": 1})
    assert "ZAR:" not in page(ann, "Cat").one(".feats"), "on a score sheet there is no badge"
    tell(ann, new_game(ann, "Ann Cat", "crazy_eights"), {"do": "end"})
    assert "Matches made ZAR: in 1 of 2 games" in page(ann, "Cat").one(".feats"), "others may have it"


def test_what_a_crash_left_uncounted_is_said_and_counted(
    ann: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(counting, "MOST", 2)
    zar(ann)
    for _ in range(4):
        sheet(ann, {"Ann": 1, "Bob": 2})
    crew = join_own_crew(ann).crew_id
    counting.rebuild(crew)
    browser = Browser(ann)
    assert browser.go(address("Ann")).one(".empty") == "No game is counted here so far."
    assert counting.catch_up(crew) == 0
    assert "not counted yet" not in browser.go(address("Ann")).one("[aria-labelledby=form]")
    counting.forget_kind(crew, "score_sheet")
    form = browser.go(address("Ann")).one("[aria-labelledby=form]")
    assert "… 1" in form
    assert "W won, T tied, L lost, … not counted yet, with the final score." in form
    assert not browser.tap("Count now").soup.select("form.notice")
    assert [*told(browser.shown).values()][-1] == "5"


def test_a_page_asks_as_much_for_many_games_and_players_as_for_few(ann: Visitor) -> None:
    def asked() -> int:
        Browser(ann).go(address("Ann"))
        with CaptureQueriesContext(connection) as captured:
            Browser(ann).go(address("Ann"))
        return len(captured)

    zar(ann)
    sheet(ann, {"Ann": 1, "Bob": 2})
    few = asked()
    for number in range(12):
        sheet(ann, {"Ann": number, f"P{number}": 2, f"Q{number}": 1}, day=f"2026-02-{number + 1:02}")
        zar(ann)
    assert asked() == few <= 17
    assert "more players with fewer games are not listed" in page(ann).text


def test_a_watcher_sees_what_was_counted(ann: Visitor, cat: Visitor) -> None:
    sheet(ann, {"Ann": 3, "Bob": 2})
    assert told(page(cat))["won 1 of 1"] == "100%"
    assert not page(cat).soup.select("a[href$='/edit/']")
