"""A game's page: the result, the scores as a table and a chart, what was counted, and where it leads."""

from __future__ import annotations

import io
from typing import Any

import pytest
from bs4 import Tag
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from PIL import Image

from referee.games.registry import GAMES
from scoring.crew.visitor import COOKIE, Visitor
from scoring.models import Game
from tests.crew.games import EVERY, hands, played, tap
from tests.table.inline import check_nothing_inline
from tests.table.page import Shown, name_of, new_game, words

DEAL = {"do": "deal", "dealer": "Ann"}


def browser(visitor: Visitor) -> Client:
    client = Client()
    client.cookies[COOKIE] = visitor.token
    return client


def page(visitor: Visitor, game: Game, query: str = "") -> Shown:
    return Shown(browser(visitor).get(f"/games/{game.public_id}/{query}"))


def hand(visitor: Visitor, game: Game, **left: Any) -> None:
    """A hand of ZAR that the player on turn wins at once; what the others hold is counted."""
    answer = tap(visitor, game, DEAL)
    answer = tap(visitor, game, {"do": "flip", "card": "blue sun"})
    turn = GAMES["zar"].show(answer.state)["turn"]
    for name, held in (left | {turn: ["blue moon"]}).items():
        if isinstance(held, list):
            tap(visitor, game, {"do": "recount", "player": name, "cards": len(held)})
    tap(visitor, game, {"do": "play", "player": turn, "cards": ["blue moon"]})
    tap(visitor, game, {"do": "out", "player": turn})
    for name, held in left.items():
        how = {"cards": held} if isinstance(held, list) else {"points": held}
        tap(visitor, game, {"do": "count", "player": name, **how})


@pytest.fixture
def game(ann: Visitor) -> Game:
    """Two hands of ZAR, both won by Bob, and the game ended."""
    game = new_game(ann, "Ann Bob Cat")
    hand(ann, game, Ann=["red moon", "blue wasp"], Cat=7)
    hand(ann, game, Ann=5, Cat=["winged dragon"])
    tap(ann, game, {"do": "end"})
    return Game.objects.get(pk=game.pk)


def rows(shown: Shown) -> list[str]:
    return [words(row) for row in shown.soup.select(".sheetlike tr")]


def test_the_scores_stand_hand_by_hand_with_their_sums(ann: Visitor, game: Game) -> None:
    shown = page(ann, game)
    assert shown.one("h1") == "Bob won"
    dragon = game.standing["scores"]["Cat"] - 7
    ann_first = game.standing["scores"]["Ann"] - 5
    assert rows(shown) == [
        "Hand Ann Bob Cat",
        f"Hand 1 +{ann_first} 0 +7",
        f"Hand 2 +5 0 +{dragon}",
        f"Total {ann_first + 5} 0 {7 + dragon}",
    ]
    box = shown.soup.select_one(".pinned")
    assert isinstance(box, Tag)
    assert (box["tabindex"], box["role"], box["aria-label"]) == ("0", "region", "Points of every hand")


def test_the_chart_has_a_line_a_mark_a_name_and_a_number_for_everybody(ann: Visitor, game: Game) -> None:
    chart = page(ann, game).soup.select_one("svg.chart")
    assert isinstance(chart, Tag)
    assert chart["role"] == "img"
    scores = game.standing["scores"]
    assert chart["aria-label"] == (
        f"Running scores. After hand 2: Ann {scores['Ann']}, Bob 0, Cat {scores['Cat']}."
    )
    lines = chart.select("g")
    ends = [words(line.select_one(".end")) for line in lines]
    assert ends == [f"Ann {scores['Ann']}", f"Cat {scores['Cat']}", "Bob 0"], "who won is drawn last"
    assert len({line.select_one(".run").get("stroke-dasharray", "") for line in lines}) == 3  # type: ignore[union-attr]
    assert len({line.select_one(".dot")["d"] for line in lines}) == 3  # type: ignore[index]
    assert [words(node) for node in chart.select(".won-by .end")] == ["Bob 0"]


def test_every_hand_says_who_held_what_the_points_and_the_clause(ann: Visitor, game: Game) -> None:
    shown = page(ann, game)
    assert shown.one("#count h2") == "Hand 2: points", "the last one first"
    links = [str(node["href"]) for node in shown.soup.select(".sheetlike tbody th a")]
    first = Shown(browser(ann).get(links[0]))
    assert first.one("#count h2") == "Hand 1: points"
    told = [words(row) for row in first.soup.select("#count .log > li")]
    assert "Ann is counted: red moon and blue wasp" in told[0]
    assert "Rule 6" in told[0]
    assert f"Ann +{game.standing['scores']['Ann'] - 5}" in told[0]
    assert "Cat is counted: 7 points" in told[1]
    assert "Cat +7 points as counted Rule 6" in told[1]
    assert "Bob 0 went out Rule 6" in told[1]
    following = next(node for node in first.soup.select("#count .act") if "Hand 2" in name_of(node))
    again = Shown(browser(ann).get(str(following["href"])))
    assert words(again.soup.select_one("#count")) == words(shown.soup.select_one("#count"))


@pytest.mark.parametrize("query", ["?hand=x", "?hand=999", "?hand=\0", "?hand=-1"])
def test_a_hand_that_is_not_there_shows_the_last(ann: Visitor, game: Game, query: str) -> None:
    assert page(ann, game, query).one("#count h2") == "Hand 2: points"


def test_a_void_hand_that_was_counted_in_part_has_a_count_of_its_own(ann: Visitor) -> None:
    game = new_game(ann, "Ann Bob Cat")
    tap(ann, game, DEAL)
    tap(ann, game, {"do": "flip", "card": "blue sun"})
    tap(ann, game, {"do": "recount", "player": "Bob", "cards": 1})
    tap(ann, game, {"do": "play", "player": "Bob", "cards": ["blue moon"]})
    tap(ann, game, {"do": "out", "player": "Bob"})
    tap(ann, game, {"do": "count", "player": "Ann", "points": 9})
    tap(ann, game, {"do": "void"})
    hand(ann, game, Ann=3, Cat=4)
    shown = page(ann, game)
    assert rows(shown)[1:3] == ["Hand 1 0 – –", "Hand 1 +3 0 +4"]
    links = [str(node["href"]) for node in shown.soup.select(".sheetlike tbody th a")]
    assert "Ann +9" in Shown(browser(ann).get(links[0])).one("#count")
    assert "Ann +9" not in Shown(browser(ann).get(links[1])).one("#count")


def test_it_leads_to_the_replay_the_log_a_rematch_and_corrections(
    ann: Visitor, bob: Visitor, cat: Visitor, game: Game
) -> None:
    for visitor, writes in ((ann, True), (bob, True), (cat, False)):
        shown = page(visitor, game)
        hrefs = [str(node["href"]) for node in shown.soup.select("main a")]
        assert f"/games/{game.public_id}/replay/" in hrefs
        assert f"/t/{game.public_id}/log/" in hrefs
        assert (f"/new/zar/?rematch={game.public_id}" in hrefs) == writes
        assert f"/t/{game.public_id}/" not in hrefs, "it is over"
        assert any("/correct/" in href for href in hrefs) == writes
        for href in filter(lambda href: not href.endswith("/bgstats/"), hrefs):
            assert browser(visitor).get(href).status_code == 200, href


def test_a_game_that_has_just_begun_says_what_will_stand_there(ann: Visitor) -> None:
    game = new_game(ann)
    shown = page(ann, game)
    assert "Nobody has scored yet" in shown.text
    assert not shown.soup.select("svg.chart, .sheetlike, #count")
    hrefs = [str(node["href"]) for node in shown.soup.select("main a")]
    assert f"/t/{game.public_id}/" in hrefs
    assert f"/games/{game.public_id}/replay/" not in hrefs


def test_photos_stand_there_and_lead_to_their_row_of_the_log(
    ann: Visitor, game: Game, settings: Any, tmp_path: Any
) -> None:
    settings.MEDIA_ROOT = tmp_path
    file = io.BytesIO()
    Image.new("RGB", (40, 30), "green").save(file, "PNG")
    sent = SimpleUploadedFile("table.png", file.getvalue(), "image/png")
    browser(ann).post(f"/t/{game.public_id}/log/5/photo/", {"photo": sent})
    shown = page(ann, game)
    image = shown.soup.select_one(".photos img")
    assert isinstance(image, Tag)
    assert image["alt"] == "Photo for log entry 5, Bob plays blue moon"
    assert browser(ann).get(str(image["src"])).status_code == 200
    assert str(image.parent["href"]) == f"/t/{game.public_id}/log/5/"  # type: ignore[index]


def test_it_takes_as_many_queries_for_seven_hands_as_for_one(ann: Visitor) -> None:
    counts = []
    for number in (1, 7):
        game = hands(ann, number, "Ann Bob Cat")
        with CaptureQueriesContext(connection) as captured:
            assert page(ann, game).status == 200
        counts.append(len(captured))
    assert counts[0] == counts[1] <= 9


@pytest.mark.parametrize("key", EVERY)
def test_every_game_has_a_page_with_nothing_inline(ann: Visitor, key: str) -> None:
    game = played(ann, key, most=40)
    shown = page(ann, game)
    assert shown.status == 200
    check_nothing_inline(shown)
    for name, score in game.standing["scores"].items():
        ends = [words(node) for node in shown.soup.select(".chart .end")]
        assert f"{name} {score:g}".replace("-", "−") in ends


def test_a_stranger_finds_no_game(dan: Visitor, game: Game) -> None:
    assert page(dan, game).status == 404


@pytest.mark.parametrize("method", ["post", "put", "delete"])
def test_it_is_only_looked_at(ann: Visitor, game: Game, method: str) -> None:
    for path in ("/games/", f"/games/{game.public_id}/", f"/games/{game.public_id}/replay/"):
        assert getattr(browser(ann), method)(path).status_code == 405
