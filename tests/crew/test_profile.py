"""A player's page tells what the games came to, and says which game was the best of them."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scoring.crew.visitor import Visitor, join_own_crew
from scoring.models import Player
from scoring.statistics import counting, tallies
from tests.crew.browser import Browser
from tests.crew.figures import page, told
from tests.crew.played import address, sheet, tell, zar
from tests.table.page import new_game, words


def test_a_page_without_games_says_what_to_do(ann: Visitor) -> None:
    new_game(ann, "Ann Bob")
    shown = page(ann)
    assert "No finished games yet" in shown.text
    assert not shown.soup.select("table")
    assert "Still open" in shown.one(".cards"), "the one that is open stands among the last games"


def test_games_wins_and_the_favourite_are_added_up_over_all_rules(ann: Visitor) -> None:
    zar(ann)
    zar(ann)
    sheet(ann, {"Ann": 1, "Bob": 2})
    assert told(page(ann)) == {"Games": "3", "Won": "2 67 %", "Favourite game": "ZAR 2 of 3"}


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
    link = next(iter(page(ann, "Cat").soup.select(f"a[href='/games/{game.public_id}/']")))
    assert day["Matches made"].startswith("1 most 1 ")
    assert day["Longest wasp stack"].startswith("2 ")
    assert words(link) in day["Longest wasp stack"]
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


def test_who_always_played_alone_has_no_rating(ann: Visitor) -> None:
    sheet(ann, {"Ann": 3})
    shown = page(ann)
    assert "Rating" not in told(shown, "Score sheet")
    assert "What a rating says" not in shown.text


def test_against_whom_is_told_over_all_rules(ann: Visitor) -> None:
    zar(ann)
    sheet(ann, {"Ann": 1, "Bob": 2})
    sheet(ann, {"Ann": 1, "Bob": 1})
    shown = page(ann)
    rows = [words(row) for row in shown.soup.select("table.crewed tbody tr")]
    assert rows == ["B Bob 3 1 1", "C Cat 1 1 0"]
    assert shown.soup.select(f"table.crewed a[href='{address('Bob')}']")


def test_the_last_games_lead_to_the_history_of_the_player(ann: Visitor) -> None:
    for day in range(1, 14):
        sheet(ann, {"Ann": day, "Bob": 7}, day=f"2026-01-{day:02}")
    shown = page(ann)
    cards = [words(card) for card in shown.soup.select("ul.cards li")]
    assert len(cards) == 10
    assert cards[0] == "Score sheet Won with 13 13 Jan 2026"
    assert cards[-1] == "Score sheet Ended with 4 4 Jan 2026"
    links = {words(link): str(link["href"]) for link in shown.soup.select("a[href*='?player=']")}
    public_id = Player.objects.get(name="Ann").public_id
    assert links == {
        "All games of Ann": f"/games/?player={public_id}",
        "Score sheet": f"/games/?player={public_id}&game=score_sheet",
    }


def test_what_a_crash_left_uncounted_is_said_and_counted(
    ann: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(counting, "MOST", 2)
    for _ in range(5):
        sheet(ann, {"Ann": 1, "Bob": 2})
    counting.rebuild(join_own_crew(ann).crew_id)
    browser = Browser(ann)
    assert "No finished games yet" in browser.go(address("Ann")).text
    for left, games in ((3, "2"), (1, "4")):
        shown = browser.tap("Count now")
        assert shown.one(".notice").startswith(f"{left} game")
        assert told(shown)["Games"] == games
    assert not browser.tap("Count now").soup.select(".notice")
    assert told(browser.shown)["Games"] == "5"


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
    assert asked() == few <= 11
    assert "more opponents with fewer games are not listed" in page(ann).text


def test_a_watcher_sees_what_was_counted(ann: Visitor, cat: Visitor) -> None:
    sheet(ann, {"Ann": 3, "Bob": 2})
    assert told(page(cat))["Won"] == "1 100 %"
