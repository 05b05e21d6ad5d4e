"""The history is searched by a form without scripts, paged both ways, and helps where it is empty."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from bs4 import Tag
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from scoring.crew.visitor import COOKIE, Visitor
from scoring.history.search import PAGE
from scoring.models import Game, Player, Seat
from tests.crew.games import tap
from tests.table.inline import check_nothing_inline
from tests.table.page import Shown, name_of, new_game, words

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
    ids = [str(card["href"]).split("/")[2] for card in shown.soup.select(".lists a:not(.bin)")]
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


def test_the_first_day_and_the_last_are_those_of_the_table(ann: Visitor) -> None:
    midnight = datetime(2026, 3, 7, tzinfo=HERE)
    titled(ann, "Late", midnight - timedelta(minutes=1))
    titled(ann, "Early", midnight)
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
        ({"player": "nobody"}, "Your crew has no such player."),
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
