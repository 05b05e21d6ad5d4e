"""A score sheet's title says which game it was, however it is written; a keeper turns one into another."""

from __future__ import annotations

import random
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from hypothesis import given
from hypothesis import strategies as st

from scoring import discarding, titles
from scoring.crew.visitor import Visitor, join_own_crew
from scoring.history import titles as history
from scoring.models import Game, Rating, Seat, Tally, Unrated
from scoring.models.games import PLAYED_LENGTH
from scoring.played import clean_title, fold_title, rules_of, what_was_played
from scoring.statistics import counting
from tests.crew.browser import Browser
from tests.crew.figures import ranking
from tests.crew.played import address, sheet, zar
from tests.crew.tallied import normal, statistics
from tests.plans import plan_of
from tests.scoring.counted import kept
from tests.table.page import client_of, new_game, words

pytestmark = pytest.mark.slow

HEARTS = "score_sheet.hearts"


def change(visitor: Visitor, old: str, title: str) -> int:
    return titles.change_title(actor=join_own_crew(visitor), old=old, title=title)


def counted_anew(visitor: Visitor) -> list[Any]:
    """All that is counted, forgotten and counted once more."""
    crew = join_own_crew(visitor).crew_id
    counting.rebuild(crew)
    while counting.catch_up(crew):
        pass
    return kept()


# --- what is one title


@given(st.text(max_size=100))
def test_a_title_is_folded_once_and_for_all_and_its_key_fits(text: str) -> None:
    title = clean_title(text)
    assert clean_title(title) == title
    assert fold_title(fold_title(title)) == fold_title(title)
    key = what_was_played("score_sheet", title)
    assert key == what_was_played("score_sheet", f"  {title.upper().lower()} ") or title.upper() != title
    assert (len(key) <= PLAYED_LENGTH, rules_of(key), "  " in key) == (True, "score_sheet", False)
    assert what_was_played("zar", title) == "zar"


@pytest.mark.parametrize("title", ["Hearts", "hearts", " HEARTS ", "Hear\N{LATIN SMALL LETTER T}s\n"])
def test_neither_case_nor_spaces_make_two(title: str) -> None:
    assert what_was_played("score_sheet", clean_title(title)) == HEARTS
    assert what_was_played("score_sheet", "7 Wonders") == "score_sheet.7 wonders"


def test_games_and_their_seats_know_what_was_played(ann: Visitor) -> None:
    sheet(ann, {"Ann": 1, "Bob": 2}, title="Hearts")
    sheet(ann, {"Ann": 1, "Bob": 2})
    zar(ann)
    assert sorted(Game.objects.values_list("played", flat=True)) == ["score_sheet", HEARTS, "zar"]
    for seat in Seat.objects.select_related("game").order_by("pk"):
        assert seat.played == seat.game.played


# --- the pages, by title


def evening(ann: Visitor) -> None:
    sheet(ann, {"Ann": 3, "Bob": 1}, title="7 Wonders", day="2026-11-01")
    sheet(ann, {"Ann": 1, "Bob": 9}, title="hearts", day="2026-11-02")
    sheet(ann, {"Ann": 2, "Bob": 8}, title="Hearts", day="2026-11-03")
    sheet(ann, {"Ann": 6, "Bob": 5}, day="2026-11-04")


def test_leaders_and_records_are_of_one_title_and_named_as_it_was_written_last(ann: Visitor) -> None:
    evening(ann)
    browser = Browser(ann)
    shown = browser.go("/crew/leaders/?game=score_sheet.hearts")
    assert shown.one("h2") == "Hearts, all time"
    assert ranking(shown) == [("1", "Bob"), ("2", "Ann")]
    chips = [words(chip) for chip in shown.soup.select("nav[aria-label=Game] a")]
    assert sorted(chips) == ["7 Wonders", "Every game", "Hearts", "Score sheet"]
    assert ranking(browser.go("/crew/leaders/?game=score_sheet.7+wonders&period=2026")) == [
        ("1", "Ann"),
        ("2", "Bob"),
    ]
    assert "9" in browser.go("/crew/records/?game=score_sheet.hearts").one(".reached")
    assert "9" not in browser.go("/crew/records/?game=score_sheet").one(".grids")
    assert browser.go("/crew/leaders/").one("h2") == f"{chips[0]}, all time", "what is played most"


def test_a_player_has_a_part_for_each_title_and_a_rating_in_it(ann: Visitor) -> None:
    evening(ann)
    shown = Browser(ann).go(address("Bob"))
    parts = [words(part) for part in shown.soup.select(".bygame")]
    assert parts == ["H 100% Hearts 2 of 2 won", "S 0% Score sheet 0 of 1 won", "7 0% 7 Wonders 0 of 1 won"]
    assert shown.soup.select("main a[href*='game=score_sheet.hearts']")
    rated = Rating.objects.filter(player__name="Bob").values_list("game", "games")
    assert dict(rated) == {HEARTS: 2, "score_sheet.7 wonders": 1, "score_sheet": 1}


def test_of_a_long_shelf_what_is_played_most_comes_first(ann: Visitor) -> None:
    for number in range(7):
        sheet(ann, {"Ann": number, "Bob": 2}, title=f"Game {number}")
    sheet(ann, {"Ann": 3, "Bob": 2}, title="Game 6")
    shown = Browser(ann).go(address("Ann"))
    chips = [words(chip) for chip in shown.soup.select("nav[aria-label=Game] a")]
    assert chips[:2] == ["Every game", "Game 6"]
    assert sorted(chips[2:]) == [f"Game {number}" for number in range(6)]


def test_the_history_is_filtered_by_title_in_an_address_that_can_be_read(ann: Visitor) -> None:
    evening(ann)
    browser = Browser(ann)
    browser.go("/games/")
    shown = browser.tap("Show these games", game=HEARTS)
    assert "game=score_sheet.hearts" in shown.response.request["QUERY_STRING"]
    titles = [words(title).partition(" won ")[2] for title in shown.soup.select(".lists b")]
    assert titles == ["Hearts", "hearts"]
    assert "Remove the filter Hearts" in shown.text
    assert len(browser.go(f"/games/?game={HEARTS}&player={bob_id()}").soup.select(".lists > li")) == 2


def bob_id() -> str:
    return str(Seat.objects.filter(name="Bob").values_list("player__public_id", flat=True)[0])


def test_a_title_that_is_not_there_is_said_and_nothing_is_told_of_another_crew(
    ann: Visitor, dan: Visitor
) -> None:
    evening(ann)
    for page in ("leaders", "records"):
        assert client_of(dan).get(f"/crew/{page}/?game={HEARTS}").status_code == 404
        assert client_of(ann).get(f"/crew/{page}/?game=score_sheet.nothing").status_code == 404
    assert client_of(dan).get(f"/games/?game={HEARTS}").status_code == 422
    assert history.titles(dan) == {}
    assert "Hearts" not in Browser(dan).go("/games/").text


def test_titles_come_newest_first_without_those_that_were_discarded_in_one_query(ann: Visitor) -> None:
    evening(ann)
    last = sheet(ann, {"Ann": 6, "Bob": 5}, title="Oh Hell", day="2026-11-05")
    new_game(ann, "Ann Bob", "score_sheet", title="Wizard")
    assert [*history.titles(ann).values()] == ["Wizard", "Oh Hell", "Hearts", "7 Wonders"]
    discarding.discard(ann, last.public_id)
    member = ann.membership
    assert member
    with CaptureQueriesContext(connection) as captured:
        assert [*history.titles(ann).values()] == ["Wizard", "Hearts", "7 Wonders"]
    assert len(captured) == 1


def test_what_titles_there_are_is_read_from_the_index_kind_by_kind(ann: Visitor) -> None:
    evening(ann)
    with CaptureQueriesContext(connection) as captured:
        history.titles(ann)
    plan = plan_of(captured)
    asked = [line for line in plan if "scoring_game" in line]
    assert len(asked) == 3
    assert all(line.startswith("SEARCH") and "INDEX game_by_" in line for line in asked), plan
    assert "SEARCH scoring_game USING INDEX game_by_played (crew_id=? AND played=?)" in asked
    assert len([line for line in plan if "TEMP B-TREE" in line]) == 1, "the few kinds are put in order"


# --- one title into another


@pytest.mark.parametrize("more", ["old", "new"])
def test_after_a_merger_all_is_as_if_there_had_been_one_title(ann: Visitor, dan: Visitor, more: str) -> None:
    """Whichever of the two has more games: the other one is counted again."""

    def played(visitor: Visitor, *names: str) -> object:
        for number, place in enumerate([0, 1, 0, 0, 1]):
            day = ["2025-12-30", "2026-01-02", "2026-01-03", "2026-02-01", "2026-02-02"][number]
            title = names[place if more == "old" else 1 - place]
            sheet(visitor, {"Ann": number, "Bob": 2, f"P{number}": 3 * place}, day=day, title=title)
        zar(visitor)
        return normal(statistics())

    as_one = played(ann, "Hearts", "hearts")
    for model in (Tally, Rating):
        model._default_manager.all().delete()
    Seat.objects.all().delete()
    assert played(dan, "Herz", "Hearts") != as_one
    assert change(dan, "score_sheet.herz", "Hearts") == (3 if more == "old" else 2)
    assert normal(statistics()) == as_one
    crew = join_own_crew(dan).crew_id
    assert counting.uncounted(crew) is None
    assert kept() == counted_anew(dan), "counted anew it is the same"
    found = Game.objects.filter(crew=crew, game="score_sheet")
    assert {*found.values_list("played", "title")} == {(HEARTS, "Hearts")}


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_any_mergers_leave_what_a_fresh_count_would(ann: Visitor, seed: int) -> None:
    chance = random.Random(seed)
    names = ["", "Hearts", "Herz", "HERZ", "7 Wonders"]
    for _ in range(12):
        who = chance.sample(["Ann", "Bob", "Cat", "Dee"], chance.randint(1, 4))
        day = f"2026-{chance.randint(1, 3):02}-{chance.randint(1, 28):02}"
        game = sheet(ann, {name: chance.randint(-5, 9) for name in who}, day=day, title=chance.choice(names))
        if chance.random() < 0.2:
            discarding.discard(ann, game.public_id)
    new_game(ann, "Ann Bob", "score_sheet", title="Herz")
    for _ in range(4):
        known = sorted({*Game.objects.values_list("played", flat=True)})
        change(ann, chance.choice(known), chance.choice(names[1:]))
        for seat in Seat.objects.select_related("game").order_by("pk"):
            assert seat.played == seat.game.played
        now = kept()
        assert now == counted_anew(ann)
    for game in Game.objects.filter(discarded_at__isnull=False):
        discarding.restore(ann, game.public_id)
    now = kept()
    assert now == counted_anew(ann)


def test_a_new_name_for_all_of_a_title_counts_nothing_again(
    ann: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening(ann)
    before = kept()
    monkeypatch.setattr(counting, "_tally", lambda *_: pytest.fail("it is only renamed"))
    assert change(ann, HEARTS, "Herz") == 2
    assert kept() == [
        [{**row, "game": row["game"].replace("hearts", "herz")} if "game" in row else row for row in part]
        for part in before
    ]


def test_what_was_to_be_rated_anew_still_is(ann: Visitor) -> None:
    evening(ann)
    Unrated.objects.create(crew=join_own_crew(ann).crew, game=HEARTS)
    Rating.objects.filter(game=HEARTS).update(mu=1)
    change(ann, HEARTS, "Herz")
    assert kept() == counted_anew(ann)


def test_a_discarded_game_of_the_old_title_comes_back_under_the_new_one(ann: Visitor) -> None:
    evening(ann)
    gone = sheet(ann, {"Ann": 2, "Cat": 7}, title="Herz")
    discarding.discard(ann, gone.public_id)
    change(ann, "score_sheet.herz", "Hearts")
    discarding.restore(ann, gone.public_id)
    assert Rating.objects.get(player__name="Cat").game == HEARTS
    assert kept() == counted_anew(ann)


def test_another_crews_games_keep_their_titles(ann: Visitor, dan: Visitor) -> None:
    evening(ann)
    theirs = sheet(dan, {"Dan": 2, "Eve": 7}, title="Hearts")
    before = [row for row in kept()[0] if row["player"] in {*theirs.seats.values_list("player", flat=True)}]
    change(ann, HEARTS, "7 Wonders")
    assert Game.objects.get(pk=theirs.pk).title == "Hearts"
    assert [row for row in kept()[0] if row in before] == before
    assert change(ann, "score_sheet.nothing", "Hearts") == 0


@pytest.mark.parametrize(("old", "title"), [(HEARTS, ""), (HEARTS, "  "), ("zar", "Hearts")])
def test_what_is_no_title_is_refused(ann: Visitor, old: str, title: str) -> None:
    evening(ann)
    with pytest.raises(ValueError, match=f"^{title}$"):
        change(ann, old, title)


# --- the keeper's page


def test_a_keeper_sees_the_effects_first_and_lands_on_the_leaders(ann: Visitor) -> None:
    evening(ann)
    sheet(ann, {"Ann": 2, "Cat": 7}, title="Herz", wins="low")
    discarding.discard(ann, sheet(ann, {"Ann": 2, "Cat": 7}, title="Herz").public_id)
    new_game(ann, "Ann Bob", "score_sheet", title="Herz")
    browser = Browser(ann)
    browser.go("/crew/")
    browser.tap("Change titles")
    assert [words(card) for card in browser.shown.soup.select(".card")] == [
        "Herz 2 games",
        "Score sheet, without a title 1 game",
        "Hearts 2 games",
        "7 Wonders 1 game",
    ]
    browser.tap("Herz")
    before = kept()
    browser.tap("Hearts")
    browser.says(
        "2 games of “Herz” (1 still open) join the 2 of “Hearts”: 4 in all.",
        "1 discarded game too, if restored.",
        "Games, wins, records and ratings of Ann and Cat are counted again, as if all had been “Hearts”.",
        "in some of these games the highest score wins, in others the lowest",
        "This cannot be undone",
    )
    assert kept() == before, "asking changes nothing"
    shown = browser.tap("Turn into “Hearts”")
    assert shown.one("h2") == "Hearts, all time"
    assert ranking(shown)[0][0] == "1"
    assert {name for _, name in ranking(shown)} == {"Ann", "Bob", "Cat"}
    shown = browser.tap("Change the title")
    assert (shown.one("h1"), "4 games" in shown.text) == ("Hearts", True)


def test_a_new_spelling_changes_no_number_and_is_shown_everywhere(ann: Visitor) -> None:
    evening(ann)
    before = kept()
    browser = Browser(ann)
    browser.go(f"/crew/titles/?title={HEARTS}")
    browser.tap("Preview", into=" HEARTS!")
    browser.says("2 games of “Hearts” are called “HEARTS!” from now on.", "You can change it back")
    browser.tap("All titles")
    browser.tap("Hearts")
    browser.tap("Preview", into="HEARTS")
    browser.says("Only the way it is written changes, and no number.")
    browser.tap("Turn into “HEARTS”")
    assert browser.shown.one("h2") == "HEARTS, all time"
    assert kept() == before
    assert "hearts" not in browser.go("/games/").one(".lists")


def test_twice_is_once_and_only_a_keeper_may(ann: Visitor, bob: Visitor, cat: Visitor, dan: Visitor) -> None:
    evening(ann)
    form = {"title": HEARTS, "into": "7 wonders"}
    for visitor, status in ((bob, 403), (cat, 403), (dan, 303)):
        assert client_of(visitor).post("/crew/titles/", form).status_code == status
    assert Game.objects.filter(played=HEARTS).count() == 2
    client = client_of(ann)
    assert client.post("/crew/titles/", form)["Location"] == "/crew/leaders/?game=score_sheet.7+wonders"
    assert client.post("/crew/titles/", form)["Location"] == "/crew/titles/"
    assert {*Game.objects.filter(played="score_sheet.7 wonders").values_list("title", flat=True)} == {
        "7 Wonders"
    }, "written as it was"
    assert client.get("/crew/titles/", {"title": HEARTS}).status_code == 404
    assert client.post("/crew/titles/", {"title": "score_sheet", "into": " "}).status_code == 422
