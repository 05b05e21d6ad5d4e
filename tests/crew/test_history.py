"""The history is searched by a form without scripts, paged both ways, and helps where it is empty."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any
from urllib.parse import parse_qs, urlsplit

import msgspec
import pytest
from bs4 import Tag
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from referee.rules.score_sheet.shelf import shelf as sheets
from scoring.crew.visitor import COOKIE, Visitor, join_own_crew
from scoring.history.search import PAGE
from scoring.models import Game, Move, Photo, Player, Seat
from tests.crew.games import tap
from tests.table.inline import check_nothing_inline
from tests.table.page import Shown, name_of, new_game, words

pytestmark = pytest.mark.slow

HERE = timezone.get_default_timezone()
NOON = datetime(2026, 3, 7, 12, tzinfo=HERE)


def browser(visitor: Visitor | None) -> Client:
    client = Client()
    if visitor:
        client.cookies[COOKIE] = visitor.token
    return client


def asked(visitor: Visitor | None, url: str = "/games/", **query: str) -> Shown:
    return Shown(browser(visitor).get(url, query))


def cards(shown: Shown) -> list[str]:
    """What the games on the page are called, in their order."""
    ids = [str(card["href"]).split("/")[2] for card in shown.soup.select(".lists li > a:not(.bin)")]
    called = {game.public_id: game.title or "ZAR" for game in Game.objects.filter(public_id__in=ids)}
    return [called[public_id] for public_id in ids]


def titled(visitor: Visitor, title: str, when: datetime = NOON, *, over: bool = False, **more: Any) -> Game:
    game = new_game(visitor, title=title, **more)
    if over:
        tap(visitor, game, {"do": "end"})
    Game.objects.filter(pk=game.pk).update(
        created_at=when, finished_at=when + timedelta(hours=1) if over else None
    )
    Seat.objects.filter(game=game).update(began_at=when)
    return Game.objects.get(pk=game.pk)


def link(shown: Shown, name: str) -> str:
    for node in shown.soup.select("main a"):
        if name_of(node).startswith(name):
            return str(node["href"])
    raise AssertionError(f"no link {name}: {shown.text}")


@pytest.fixture
def shelf(ann: Visitor) -> list[Game]:
    """Four games, a day after the other."""
    day = timedelta(days=1)
    return [
        titled(ann, "First night", NOON, over=True),
        titled(ann, "Sheet of Bob", NOON + day, game="score_sheet", names="Ann Bob"),
        titled(ann, "With Dora", NOON + 2 * day, names="Ann Dora", over=True),
        titled(ann, "", NOON + 3 * day, names="Bob Cat"),
    ]


def test_where_nothing_was_played_the_way_to_a_new_game_is_shown(dan: Visitor) -> None:
    for visitor in (dan, None):
        shown = asked(visitor)
        assert shown.status == 200
        assert "No games yet" in shown.text
        assert link(shown, "New game") == "/new/"
        assert not shown.soup.select("form")


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ({}, ["ZAR", "With Dora", "Sheet of Bob", "First night"]),
        ({"q": "night"}, ["First night"]),
        ({"q": "NIGHT ann"}, ["First night"]),
        ({"q": "dora"}, ["With Dora"]),
        ({"q": "cat"}, ["ZAR", "First night"]),
        ({"game": "score_sheet.sheet of bob"}, ["Sheet of Bob"]),
        ({"game": "score_sheet"}, []),
        ({"state": "ended"}, ["With Dora", "First night"]),
        ({"state": "open"}, ["ZAR", "Sheet of Bob"]),
        ({"player": "Cat"}, ["ZAR", "First night"]),
        ({"player": "Bob", "state": "open", "game": "zar"}, ["ZAR"]),
        ({"since": "2026-03-08"}, ["ZAR", "With Dora", "Sheet of Bob"]),
        ({"until": "2026-03-08"}, ["Sheet of Bob", "First night"]),
        ({"since": "2026-03-08", "until": "2026-03-08"}, ["Sheet of Bob"]),
        ({"since": "2026-03-08", "until": "2026-03-09", "player": "Ann", "q": "with"}, ["With Dora"]),
        ({"since": "2027-01-01"}, []),
    ],
)
def test_games_are_found_by_what_is_asked_for(
    ann: Visitor, shelf: list[Game], query: dict[str, str], expected: list[str]
) -> None:
    if "player" in query:
        query = query | {"player": Player.objects.get(name=query["player"]).public_id}
    shown = asked(ann, **query)
    assert shown.status == 200
    assert cards(shown) == expected
    spans = {"since", "until"} <= query.keys() and query["since"] == query["until"]
    assert len(shown.soup.select(".chip.on")) == len(query) - spans, "a chip each; a day is one"
    first = shown.soup.select(".chip")[0]
    assert words(first) == ("Clear all" if query else "All games")
    if not expected:
        assert "No games found" in shown.text


def test_one_mistyped_word_of_a_player_or_a_game_is_forgiven(ann: Visitor, shelf: list[Game]) -> None:
    for typed, meant, expected in (
        ("Doora", "dora", ["With Dora"]),
        ("zarr cat", "zar cat", ["ZAR", "First night"]),
        ("zarr open", "", []),
        ("Dorra catt", "", []),
        ("dora", "", ["With Dora"]),
    ):
        shown = asked(ann, q=typed)
        assert cards(shown) == expected, typed
        assert (f"No game has “{typed}”. These have “{meant}”:" in shown.text) == bool(meant), typed
        assert f"“{typed}”" in words(shown.soup.select(".chip.on")[0])


def test_words_are_looked_for_in_places_notes_and_the_names_of_games_too(ann: Visitor) -> None:
    titled(ann, "At home")
    away = titled(ann, "Away", game="score_sheet")
    Game.objects.filter(pk=away.pk).update(place="Grandma's kitchen", notes="Dan forgot the rules\nagain")
    for words_, expected in (
        ("kitchen", ["Away"]),
        ("FORGOT", ["Away"]),
        ("kitchen forgot bob", ["Away"]),
        ("zar", ["At home"]),
        ("score", ["Away"]),
        ("zar kitchen", []),
    ):
        assert cards(asked(ann, q=words_)) == expected, words_
    # And by the other names of a sheet, as the shelf of games does.
    titled(ann, "Yahtzee", game="score_sheet")
    for words_ in ("kniffel", "Kniffel bob"):
        assert cards(asked(ann, q=words_)) == ["Yahtzee"], words_
    shown = asked(ann, place="Grandma's kitchen")
    assert cards(shown) == ["Away"]
    assert words(shown.soup.select(".chip.on")[0]) == "Remove the filter Grandma's kitchen ✕"
    assert "Place: Grandma's kitchen" in shown.text
    assert "Grandma's kitchen" in [words(chip) for chip in asked(ann).soup.select(".chip")], "a tap away"
    assert asked(ann, place="Nowhere").status == 422


def test_a_place_or_note_of_another_crew_is_not_found(ann: Visitor, dan: Visitor) -> None:
    Game.objects.filter(pk=titled(ann, "Ours").pk).update(place="Attic", notes="secret")
    new_game(dan, "Dan Eve")
    assert not cards(asked(dan, q="attic"))
    assert not cards(asked(dan, q="secret"))
    assert "Attic" not in asked(dan).text
    assert asked(dan, place="Attic").status == 422
    assert "Attic" not in asked(None).text


def test_a_card_has_the_score_of_partners_once(ann: Visitor) -> None:
    sheet = msgspec.to_builtins(sheets()["belote"])
    game = new_game(ann, "Ann Bob Cat Dan", game="score_sheet", sheet=sheet)
    deal = {"do": "entry", "players": {}, "table": {"taker": "Bob", "taken": 100}}
    tap(ann, game, deal)
    (open_,) = asked(ann).soup.select(".lists > li")
    assert [words(row) for row in open_.select(".scores li")] == ["A C Ann & Cat 62", "B D Bob & Dan 100"]
    tap(ann, game, {"do": "end"})
    (shown,) = asked(ann).soup.select(".lists > li")
    assert [words(row) for row in shown.select(".scores li")] == ["Bob & Dan 100", "Ann & Cat 62"]
    # Who win or lose together are no sides.
    together = new_game(ann, "Ann Bob", game="score_sheet", sheet=msgspec.to_builtins(sheets()["together"]))
    tap(ann, together, {"do": "end"})
    assert len(asked(ann).soup.select(".lists > li:first-child .scores li")) == 2


def test_a_card_tells_who_won_what_with_what_when_and_how_long(ann: Visitor, cat: Visitor) -> None:
    game = titled(ann, "Hearts", NOON, game="score_sheet", wins="low", names="Ann Bob Cat")
    tap(ann, game, {"do": "round", "scores": {"Ann": 12, "Bob": -3, "Cat": 30}})
    tap(ann, game, {"do": "end"})
    Game.objects.filter(pk=game.pk).update(created_at=NOON, finished_at=NOON + timedelta(minutes=65))
    titled(ann, "Friday", NOON - timedelta(days=1))
    shown, open_ = asked(ann).soup.select(".lists > li")
    assert words(shown.select_one("b")) == "Bob won Hearts"
    assert words(shown.select_one("small")) == "Sat 7, 12:00, 1 h 5 min"
    late = NOON + timedelta(hours=12, minutes=27)
    Game.objects.filter(pk=game.pk).update(created_at=late, finished_at=late + timedelta(minutes=5))
    assert words(asked(ann).soup.select_one(".lists > li small")) == "Night of Sat 7, 5 min"
    page = asked(ann, f"/games/{game.public_id}/")
    assert "Night of Saturday 7 Mar 2026" in words(page.soup.select_one(".won"))
    assert "7 Mar 2026, 00:27" not in page.text, "that is not that day’s"
    assert "00:27 to 00:32" in page.text
    shared = asked(ann, f"/games/{game.public_id}/share/")
    assert words(shared.soup.select_one(".meta")) == "Hearts, 7 Mar 2026", "its night, here too"
    assert [words(row) for row in shown.select(".scores li")] == ["Bob −3", "Ann 12", "Cat 30"]
    assert words(shown.select_one(".crowned")) == "B"
    assert words(open_.select_one("b")) == "ZAR · open"
    assert words(open_.select_one("small")) == "Fri 6, 12:00", "by when it began, as the list is sorted"
    assert "Friday" in words(open_), "its title is told beside what was played"
    assert open_.select_one(".bin")
    # As the sheet of no title is called where it was exported for BG Stats.
    Game.objects.filter(pk=game.pk).update(title="Score sheet")
    assert words(asked(ann).soup.select_one(".lists > li b")) == "Bob won a game"
    assert not asked(cat).soup.select(".bin")


def test_months_say_how_many_games_and_nights_were_found_in_them(ann: Visitor) -> None:
    last = datetime(2026, 12, 1, 4, 59, tzinfo=HERE)
    for n in range(PAGE + 3):
        titled(ann, f"Game {n}", last - timedelta(hours=8 * n), over=n % 2 == 0)
    titled(ann, "Late", datetime(2026, 12, 1, 5, tzinfo=HERE), names="Ann Dora")

    def months(**query: str) -> list[str]:
        return [words(heading) for heading in asked(ann, **query).soup.select(".months")]

    november = "November 2026 12 games on 8 nights"
    assert months() == ["December 2026 1 game still open", f"{november}, 11 still open"]
    assert months(state="ended") == [november], "as the calendar of nights has them"
    assert months(q="dora") == ["December 2026 1 game still open"]
    assert months(since="2026-11-29") == [
        "December 2026 1 game still open",
        "November 2026 3 games on 2 nights, 3 still open",
    ]
    second = asked(ann, link(asked(ann), "Older games"))
    assert [words(heading) for heading in second.soup.select(".months")] == [f"{november}, 11 still open"]


def test_a_year_and_a_month_are_one_filter_and_years_are_a_tap_away(ann: Visitor) -> None:
    titled(ann, "Now", NOON)
    assert "2026" not in [words(chip) for chip in asked(ann).soup.select(".chip")], "there is but one"
    for since, until, said in (
        ("2026-01-01", "2026-12-31", "2026"),
        ("2026-03-01", "2026-03-31", "March 2026"),
        ("2026-03-07", "2026-03-07", "7 Mar 2026"),
    ):
        chips = asked(ann, since=since, until=until, q="now").soup.select(".chip.on")
        assert [words(chip) for chip in chips] == ["Remove the filter “now” ✕", f"Remove the filter {said} ✕"]
        assert chips[1]["href"] == "/games/?q=now"


def test_photos_are_told_by_a_sign(ann: Visitor) -> None:
    game = titled(ann, "With a photo", over=True)
    titled(ann, "Without", NOON + timedelta(days=1), over=True)
    member = join_own_crew(ann)
    row = Move.objects.filter(game=game).earliest("seq")
    Photo.objects.create(move=row, digest="p" * 64, width=16, height=12, actor=member)
    assert [bool(card.select(".signs")) for card in asked(ann).soup.select(".lists > li")] == [False, True]


def test_what_is_typed_gets_the_part_of_the_page_that_changes(ann: Visitor, shelf: list[Game]) -> None:
    part = browser(ann).get("/games/", {"q": "dora"}, headers={"HX-Request": "true"}).content.decode()
    assert part.strip().startswith('<div id="found"')
    assert "With Dora" in part
    assert "First night" not in part


def test_the_first_day_and_the_last_are_those_of_the_table(ann: Visitor) -> None:
    five = datetime(2026, 3, 7, 5, tzinfo=HERE)
    titled(ann, "Late", five - timedelta(minutes=1))
    titled(ann, "Early", five)
    assert cards(asked(ann, since="2026-03-07")) == ["Early"]
    assert cards(asked(ann, until="2026-03-06")) == ["Late"]


def test_a_form_sends_again_what_was_asked_for_and_a_chip_takes_it_away(
    ann: Visitor, shelf: list[Game]
) -> None:
    bob = Player.objects.get(name="Bob").public_id
    query = {
        "q": "sheet",
        "since": "2026-03-01",
        "game": "score_sheet.sheet of bob",
        "player": bob,
        "state": "open",
    }
    shown = asked(ann, **query)
    form = shown.soup.select_one("form[role=search]")
    assert isinstance(form, Tag)
    assert (form["method"], form["action"]) == ("get", "/games/")
    filled = {str(node["name"]): str(node["value"]) for node in form.select("input") if node.get("value")}
    filled |= {
        str(node["name"]): str(node.select_one("option[selected]")["value"])  # type: ignore[index]
        for node in form.select("select")
    }
    assert filled == query
    chips = shown.soup.select(".chip.on")
    assert [words(chip) for chip in chips] == [
        "Remove the filter “sheet” ✕",
        "Remove the filter From 1 Mar 2026 ✕",
        "Remove the filter Sheet of Bob ✕",
        "B Remove the filter Bob ✕",
        "Remove the filter Still open ✕",
    ]
    left = [parse_qs(urlsplit(str(chip["href"])).query).keys() for chip in chips]
    assert left == [query.keys() - {name} for name in query]


def test_pages_lead_to_older_and_newer_games_and_keep_what_is_asked_for(ann: Visitor) -> None:
    for n in range(2 * PAGE + 3):
        titled(ann, f"Game {n}", NOON + timedelta(hours=n))
    titled(ann, "A sheet", NOON + timedelta(hours=30, minutes=30), game="score_sheet")
    expected = [f"Game {n}" for n in reversed(range(2 * PAGE + 3))]
    bob = Player.objects.get(name="Bob").public_id
    shown, seen = asked(ann, game="zar", player=bob), []
    assert not shown.soup.select("[rel=prev]")
    while True:
        seen.append(cards(shown))
        if not shown.soup.select("[rel=next]"):
            break
        shown = asked(ann, link(shown, "Older"))
    assert [card for page in seen for card in page] == expected
    for page in seen[-2::-1]:
        shown = asked(ann, link(shown, "Newer"))
        assert cards(shown) == page
    assert not shown.soup.select("[rel=prev]")


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ({"since": "soon"}, "The first day is not a valid date."),
        ({"until": "2026-02-30"}, "The last day is not a valid date."),
        ({"since": "0001-01-01"}, "The first day is not a valid date."),
        ({"until": "9999-12-31"}, "The last day is not a valid date."),
        ({"since": "2026-03-02", "until": "2026-03-01"}, "The last day is before the first."),
        ({"game": "chess"}, "There is no such game."),
        ({"player": "nobody"}, "There is no such player."),
        ({"state": "lost"}, "Choose open or ended."),
        ({"q": "x" * 81}, "Search for at most 80 characters."),
        ({"q": "a\0b"}, "Null characters are not allowed."),
    ],
)
def test_what_cannot_be_looked_for_is_said_in_words(
    ann: Visitor, shelf: list[Game], query: dict[str, str], said: str
) -> None:
    shown = asked(ann, **query)
    assert shown.status == 422
    assert shown.one("[role=alert]") == said
    assert shown.soup.select_one("details[open]"), "the field is in sight"
    assert not cards(shown)
    assert link(shown, "Clear all") == "/games/"
    assert not shown.soup.select(".chip.on")


@pytest.mark.parametrize("query", [{"after": "x"}, {"before": "2026-03-07"}, {"after": "\0"}])
def test_a_place_that_no_page_named_is_refused(ann: Visitor, query: dict[str, str]) -> None:
    assert asked(ann, **query).status == 400


def test_nothing_of_another_crew_is_found_or_named(ann: Visitor, dan: Visitor, shelf: list[Game]) -> None:
    new_game(dan, "Dan Eve")
    shown = asked(dan)
    assert cards(shown) == ["ZAR"]
    assert "Bob" not in shown.text
    assert not cards(asked(dan, q="night"))
    bob = Player.objects.get(name="Bob").public_id
    assert asked(dan, player=bob).status == 422, "it is nobody of his crew"


def test_a_watcher_looks_at_the_history(cat: Visitor, shelf: list[Game]) -> None:
    assert len(cards(asked(cat))) == 4


def test_a_page_takes_as_many_queries_for_one_game_as_for_twenty(ann: Visitor) -> None:
    for query in ({}, {"q": "ann bob"}, {"game": "zar", "state": "open"}):
        counts = set()
        for _ in range(3):
            for _ in range(4):
                titled(ann, "Night")
            with CaptureQueriesContext(connection) as captured:
                assert cards(asked(ann, **query))
            counts.add(len(captured))
        assert len(counts) == 1
        assert counts.pop() <= 15


def test_what_people_type_is_text_and_nothing_stands_inline(ann: Visitor) -> None:
    nasty = "<b>&\"'x"
    titled(ann, nasty, names=f"{nasty} Bob")
    for query in ({}, {"q": nasty}, {"q": "<script>"}):
        shown = asked(ann, **query)
        assert not shown.soup.select("main script, .lists b b")
        check_nothing_inline(shown)
    assert nasty in asked(ann, q=nasty).text
