"""A game's page: the result, the scores as a table and a chart, what was counted, and where it leads."""

from __future__ import annotations

import io
from datetime import timedelta
from typing import Any

import msgspec
import pytest
from bs4 import Tag
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from PIL import Image

from referee.games.registry import GAMES
from referee.rules.score_sheet.shelf import shelf
from scoring.crew.visitor import COOKIE, Visitor
from scoring.models import Game
from tests.crew.games import EVERY, hands, page, played, tap
from tests.table.inline import check_nothing_inline
from tests.table.page import Shown, name_of, new_game, words

pytestmark = pytest.mark.slow

DEAL = {"do": "deal", "dealer": "Ann"}
PARTNERS = ("Ann", "Bob", "Cat", "Dan")


def browser(visitor: Visitor) -> Client:
    client = Client()
    client.cookies[COOKIE] = visitor.token
    return client


def hand(visitor: Visitor, game: Game, **left: Any) -> None:
    """A hand of ZAR that the player on turn wins at once; what the others hold is counted."""
    answer = tap(visitor, game, DEAL)
    answer = tap(visitor, game, {"do": "flip", "card": "blue sun"})
    turn = GAMES["zar"].show(answer.standing.state)["turn"]
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
    """The table of hands: names, then what each got with the total after it."""
    cells = "th a, th span:not(.face, .faces, .vh), td b, td small"
    return [" ".join(filter(None, map(words, row.select(cells)))) for row in shown.soup.select(".hands tr")]


def ranks(shown: Shown) -> list[str]:
    return [words(row) for row in shown.soup.select(".ranked li")]


def test_the_scores_stand_hand_by_hand_with_their_sums(ann: Visitor, game: Game) -> None:
    shown = page(ann, game)
    assert shown.one("h1") == "Bob won"
    dragon = game.standing["scores"]["Cat"] - 7
    ann_first = game.standing["scores"]["Ann"] - 5
    found = rows(shown)
    assert found[0] == "Ann Bob Cat"
    assert found[1] == f"Hand 1 +{ann_first} {ann_first} 0 won it 0 +7 7"
    assert found[2] == f"Hand 2 +5 {ann_first + 5} 0 won it 0 +{dragon} {7 + dragon}"
    assert words(shown.soup.select_one(".hands tfoot tr")) == f"Total {ann_first + 5} 0 {7 + dragon}"
    assert [words(node) for node in shown.soup.select(".hands tbody th .vh")[1::2]] == ["Ann dealt"] * 2
    box = shown.soup.select_one(".panel.scroll")
    assert isinstance(box, Tag)
    assert (box["tabindex"], box["role"], box["aria-label"]) == ("0", "region", "Points of every hand")


def test_the_result_is_ranked_with_faces_and_leads_to_the_players(ann: Visitor, game: Game) -> None:
    shown = page(ann, game)
    scores = game.standing["scores"]
    last = max(("Ann", "Cat"), key=lambda name: scores[name])
    middle = min(("Ann", "Cat"), key=lambda name: scores[name])
    assert ranks(shown) == [
        "Rank 1 B Bob won 2 of 2 hands 0",
        f"Rank 2 {middle[0]} {middle} won 0 of 2 hands {scores[middle]}",
        f"Rank 3 {last[0]} {last} won 0 of 2 hands {scores[last]}",
    ]
    assert [row["class"] for row in shown.soup.select(".ranked li[class]")] == [["won"]]
    assert len(shown.soup.select(".crowned .face")) == 1
    href = str(shown.soup.select(".ranked a")[0]["href"])
    assert Shown(browser(ann).get(href)).one("h1") == "Bob"


def test_what_ends_a_game_is_a_line_in_its_chart(ann: Visitor) -> None:
    game = new_game(ann, "Ann Bob Cat", end={"score": 20})
    hand(ann, game, Ann=11, Cat=12)
    texts = [words(node) for node in page(ann, game).soup.select(".chart text")]
    assert "ends at 20" in texts
    assert "lowest wins" in page(ann, game).text


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
    assert not shown.soup.select("#count"), "only what was asked for"
    links = [str(node["href"]) for node in shown.soup.select(".hands tbody th a")]
    first = Shown(browser(ann).get(links[0]))
    assert first.one("#count h2") == "Hand 1: points"
    assert first.one("#count h2 + p") == "After it: Ann 4, Bob 0, Cat 7"
    told = [words(row) for row in first.soup.select("#count .costs > li")]
    assert "Ann’s hand Correct red moon: 1 blue wasp: 3 Ann +4 Rule 6" in told[0]
    assert "Rule 6" in told[0]
    assert f"Ann +{game.standing['scores']['Ann'] - 5}" in told[0]
    assert "Cat’s hand: 7 points" in told[1]
    assert all(row.startswith("Move ") for row in told), "no number stands without words"
    assert "Cat +7 points as counted Rule 6" in told[1]
    assert "Bob 0 went out Rule 6" in told[1]
    following = next(node for node in first.soup.select("#count .act") if "Hand 2" in name_of(node))
    again = Shown(browser(ann).get(str(following["href"])))
    assert again.one("#count h2") == "Hand 2: points"
    assert again.one("#count h2 + p") == f"After it: Ann 9, Bob 0, Cat {game.standing['scores']['Cat']}"
    assert words(again.soup.select_one(".hands .here th a")) == "Hand 2"


def test_the_points_of_a_plain_round_are_said_once(ann: Visitor) -> None:
    game = new_game(ann, "Ann Bob Cat", "score_sheet", end={"rounds": 2})
    for name in (None, "Bonus"):
        tap(ann, game, {"do": "round", "scores": {"Cat": 0, "Ann": 57, "Bob": -5}, "name": name})
    for row in (1, 2):
        shown = Shown(browser(ann).get(f"/games/{game.public_id}/?hand={row}"))
        told = words(shown.soup.select_one("#count .costs"))
        assert told == f"Move {row} Correct Ann +57 Bob −5 Cat 0"


def test_partners_are_one_in_the_ranks_the_chart_and_the_table_of_hands(ann: Visitor) -> None:
    belote = msgspec.to_builtins(shelf()["belote"])
    game = new_game(ann, "Ann Bob Cat Dan", "score_sheet", title="Belote", sheet=belote)
    for taken in (100, 71):
        tap(ann, game, {"do": "entry", "players": {}, "table": {"taker": "Bob", "taken": taken}})
    tap(ann, game, {"do": "end"})
    shown = page(ann, game)
    sides = ["1 A C Ann & Cat won 1 of 2 deals 224", "2 B D Bob & Dan won 1 of 2 deals 100"]
    assert ranks(shown) == [f"Rank {each}" for each in sides]
    assert rows(shown)[:2] == ["Ann & Cat Bob & Dan", "Deal 1 +62 62 +100 won it 100"]
    chart = str(shown.soup.select(".chart")[0]["aria-label"])
    assert chart.endswith("After deal 2: Ann & Cat 224, Bob & Dan 100.")


def test_a_deal_in_which_all_passed_counts_and_is_won_by_nobody(ann: Visitor) -> None:
    skat = msgspec.to_builtins(shelf()["skat"])
    game = new_game(ann, "Ann Bob Cat", "score_sheet", title="Skat", sheet=skat)
    grand = {"game": "grand", "declarer": "Bob", "matadors": 1, "came": "won"}
    for deal in ({"game": "passed"}, grand):
        tap(ann, game, {"do": "entry", "players": {}, "table": deal})
    tap(ann, game, {"do": "end"})
    shown = page(ann, game)
    notes = [words(note) for note in shown.soup.select(".ranked small")]
    assert notes == ["won 1 of 2 deals", "won 0 of 2 deals", "won 0 of 2 deals"]
    assert rows(shown)[1:3] == ["Deal 1 0 0 0 0 0 0", "Deal 2 0 0 +48 won it 48 0 0"]
    assert words(shown.soup.select_one("header.won p:last-child")).endswith(" 2 deals")


def test_the_count_of_crazy_eights_shows_every_hand_that_was_counted(ann: Visitor) -> None:
    game = new_game(ann, "Ann Bob Cat", "crazy_eights")
    tap(ann, game, DEAL)
    tap(ann, game, {"do": "flip", "card": "10 of hearts"})
    for name in ("Ann", "Bob", "Cat"):
        tap(ann, game, {"do": "recount", "player": name, "cards": 1})
    tap(ann, game, {"do": "play", "player": "Bob", "card": "3 of hearts"})
    tap(ann, game, {"do": "count", "player": "Ann", "cards": ["8 of clubs"]})
    tap(ann, game, {"do": "count", "player": "Cat", "cards": ["ace of hearts"]})
    shown = Shown(browser(ann).get(f"/games/{game.public_id}/?hand=1"))
    told = [words(row) for row in shown.soup.select("#count .costs > li")]
    assert "Ann’s hand" in told[0]
    assert "8 of clubs: 50" in told[0]
    assert "Cat’s hand" in told[1]
    assert "Bob" not in told[1], "what all came to is no part of a hand"
    assert "Bob Ann’s hand 50 Cat’s hand 1 Total +51" in told[2]


def test_the_count_of_a_sheet_adds_up_what_its_formula_adds(ann: Visitor) -> None:
    tichu = msgspec.to_builtins(shelf()["tichu"])
    game = new_game(ann, "Ann Bob Cat Dan", "score_sheet", title="Tichu", sheet=tichu)
    calls = {"Bob": {"call": "grand"}, "Ann": {"call": "tichu"}}
    tap(ann, game, {"do": "entry", "players": calls, "table": {"out": "Bob", "double": True}})
    counted = Shown(browser(ann).get(f"/games/{game.public_id}/?hand=1"))
    lines = [words(line) for line in counted.soup.select("#count .scored li")]
    assert lines == ["Ann & Cat Calls −100 Total −100", "Bob & Dan Cards 200 Calls 200 Total +400"]
    replayed = Shown(browser(ann).get(f"/games/{game.public_id}/replay/1/"))
    assert [words(line) for line in replayed.soup.select(".scored li")] == lines


@pytest.mark.parametrize(
    ("key", "moves", "last"),
    [
        (
            "hearts",
            [{"do": "entry", "players": {name: {"taken": 26 * (name == "Ann")} for name in PARTNERS}}],
            "Dan For the moon 26 Total +26",
        ),
        (
            "hearts",
            [{"do": "entry", "players": {name: {"taken": 26 * (name == "Dan")} for name in PARTNERS}}],
            "Dan Shot the moon, so 26 for everybody else Total 0",
        ),
        (
            "wizard",
            [
                {"do": "bids", "players": {name: {"bid": 0} for name in PARTNERS}},
                {"do": "result", "players": {name: {"tricks": int(name == "Dan")} for name in PARTNERS}},
            ],
            "Dan Bid 0, took 1: 1 off −10 Total −10",
        ),
        (
            "dominoes",
            [
                {
                    "do": "entry",
                    "players": {
                        "Ann": {"pips": 9},
                        "Bob": {"pips": 7},
                        "Cat": {"pips": 5},
                        "Dan": {"pips": 3},
                    },
                }
            ],
            "Dan Fewest, so the pips of the others 21 Less the pips left −3 Total +18",
        ),
        (
            "tarot",
            [
                {
                    "do": "entry",
                    "players": {},
                    "table": {
                        "taker": "Dan",
                        "contract": "guard",
                        "bouts": 2,
                        "taken": 49,
                        "little": "taker",
                        "handful": "single",
                        "second": "no",
                        "slam": "no",
                    },
                }
            ],
            (
                "Dan Made by 8, with 25 33 Petit au bout 10 Garde × 2 86 Handful 20 "
                "From each, so times 3 Total +318"
            ),
        ),
        (
            "doppelkopf",
            [
                {
                    "do": "entry",
                    "players": {name: {"re": name in ("Cat", "Dan")} for name in PARTNERS},
                    "table": {
                        "eyes": 130,
                        "re_said": "nothing",
                        "kontra_said": "nothing",
                        "re_extra": 1,
                        "kontra_extra": 1,
                    },
                }
            ],
            "Dan Re won 1 Extra, Re 1, Kontra 1 0 Total +1",
        ),
        (
            "five_hundred",
            [
                {"do": "bids", "table": {"bidder": "Dan", "suit": "none", "level": 8}},
                {"do": "result", "players": {"Ann": {"tricks": 3}, "Bob": {"tricks": 7}}},
            ],
            "Bob & Dan Bid missed −320 Total −320",
        ),
        (
            "belote",
            [
                {"do": "entry", "table": {"taker": "Bob", "taken": 81}},
                {"do": "entry", "table": {"taker": "Bob", "taken": 100}},
            ],
            "Bob & Dan Tricks 100 Held over 81 Total +181",
        ),
    ],
)
def test_the_count_says_what_each_number_of_a_sheet_is_for(
    ann: Visitor, key: str, moves: list[dict[str, object]], last: str
) -> None:
    sheet = shelf()[key]
    game = new_game(ann, " ".join(PARTNERS), "score_sheet", wins=sheet.wins, sheet=msgspec.to_builtins(sheet))
    for move in moves:
        tap(ann, game, {"players": {}} | move)
    replayed = Shown(browser(ann).get(f"/games/{game.public_id}/replay/{len(moves)}/"))
    assert words(replayed.soup.select(".scored li")[-1]) == last


@pytest.mark.parametrize("query", ["?hand=x", "?hand=999", "?hand=\0", "?hand=-1"])
def test_a_hand_that_is_not_there_has_no_count(ann: Visitor, game: Game, query: str) -> None:
    shown = page(ann, game, query)
    assert shown.status == 200
    assert not shown.soup.select("#count")


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
    assert rows(shown)[1:3] == ["Hand 1 0 0 – –", "Hand 1 +3 3 0 won it 0 +4 4"]
    links = [str(node["href"]) for node in shown.soup.select(".hands tbody th a")]
    assert "Ann +9" in Shown(browser(ann).get(links[0])).one("#count")
    assert "Ann +9" not in Shown(browser(ann).get(links[1])).one("#count")


def test_it_leads_to_the_replay_the_log_a_rematch_and_corrections(
    ann: Visitor, bob: Visitor, cat: Visitor, game: Game
) -> None:
    for visitor, writes in ((ann, True), (bob, True), (cat, False)):
        shown = page(visitor, game)
        hrefs = [str(node["href"]) for node in shown.soup.select("main a")]
        assert f"/games/{game.public_id}/replay/1/" in hrefs, "where something lies on the table"
        assert f"/t/{game.public_id}/log/" in hrefs
        assert (f"/new/zar/?rematch={game.public_id}" in hrefs) == writes
        assert f"/t/{game.public_id}/" not in hrefs, "it is over"
        asked = str(shown.soup.select(".hands tbody th a")[0]["href"])
        counted = Shown(browser(visitor).get(asked)).soup.select("#count a")
        assert any("/correct/" in str(node["href"]) for node in counted) == writes
        assert (f"/games/{game.public_id}/discard/" in hrefs) == writes
        for href in filter(lambda href: not href.endswith("/bgstats/"), hrefs):
            assert browser(visitor).get(href).status_code == 200, href


def test_a_game_that_ended_without_points_promises_none(ann: Visitor) -> None:
    game = new_game(ann, "Ann Bob", "score_sheet")
    tap(ann, game, {"do": "end"})
    shown = page(ann, game).text
    assert "Nobody scored." in shown
    assert "yet" not in shown


def test_a_game_that_has_just_begun_says_what_will_stand_there(ann: Visitor) -> None:
    game = new_game(ann)
    shown = page(ann, game)
    assert "Nobody has scored yet" in shown.text
    assert not shown.soup.select("svg.chart, .hands, .moments, #count")
    assert not shown.soup.select(".ranked .rank"), "nobody is first"
    hrefs = [str(node["href"]) for node in shown.soup.select("main a")]
    assert f"/t/{game.public_id}/" in hrefs
    assert not any("/replay/" in href for href in hrefs)


def send_photo(visitor: Visitor, game: Game, *, colour: Any = "green", more: Any = None) -> Any:
    """Sends a photo as the form on the game's page does."""
    file = io.BytesIO()
    Image.new("RGB", (40, 30), colour).save(file, "PNG")
    sent = SimpleUploadedFile("table.png", file.getvalue(), "image/png")
    return browser(visitor).post(f"/t/{game.public_id}/log/5/photo/", {"photo": sent, **(more or {})})


def test_photos_stand_there_and_lead_to_their_row_of_the_log(
    ann: Visitor, game: Game, settings: Any, tmp_path: Any
) -> None:
    settings.MEDIA_ROOT = tmp_path
    send_photo(ann, game)
    shown = page(ann, game)
    image = shown.soup.select_one(".photos img")
    assert isinstance(image, Tag)
    assert image["alt"] == "Photo for log entry 5, Bob plays a blue moon"
    assert browser(ann).get(str(image["src"])).status_code == 200
    assert str(image.parent["href"]) == f"/t/{game.public_id}/log/5/"  # type: ignore[index]


def test_a_photo_is_added_here_with_its_caption_which_can_be_changed(
    ann: Visitor, cat: Visitor, game: Game, settings: Any, tmp_path: Any
) -> None:
    settings.MEDIA_ROOT = tmp_path
    assert page(ann, game).soup.select_one("#photos form[enctype]")["action"] == (  # type: ignore[index]
        f"/t/{game.public_id}/log/{game.version}/photo/"
    )
    answer = send_photo(ann, game, more={"game": "1", "caption": "  The <b>five</b>\nWasps "})
    assert answer.headers["Location"] == f"/games/{game.public_id}/#photos"
    shown = page(ann, game)
    assert shown.one("figcaption") == "The <b>five</b> Wasps"
    assert shown.soup.select_one(".photos img")["alt"] == "The <b>five</b> Wasps"  # type: ignore[index]
    form = str(shown.soup.select_one(".photos form")["action"])  # type: ignore[index]
    assert browser(ann).post(form, {"caption": "x" * 500}).status_code == 303
    assert page(cat, game).one("figcaption") == "x" * 120
    assert not page(cat, game).soup.select(".photos form, #photos form")
    assert browser(cat).post(form, {"caption": "no"}).status_code == 403
    assert browser(ann).post(form.replace("photos/", "photos/x"), {}).status_code == 404


def test_notes_and_the_place_are_written_by_who_writes(ann: Visitor, cat: Visitor, game: Game) -> None:
    path = f"/games/{game.public_id}/notes/"
    sent = {"notes": "Dan <swears>\r\nit was so.\0", "place": " Hill  Street "}
    answer = browser(ann).post(path, sent)
    assert answer.headers["Location"] == f"/games/{game.public_id}/#evening"
    game.refresh_from_db()
    assert (game.notes, game.place) == ("Dan <swears>\nit was so.", "Hill Street")
    shown = page(cat, game)
    assert shown.one(".quote") == "Dan <swears> it was so."
    assert "Hill Street" in shown.one(".won")
    assert not shown.soup.select("#evening form")
    assert browser(cat).post(path, {"notes": ""}).status_code == 403
    assert browser(ann).post(path, {"notes": "x" * 4001}).status_code == 400
    assert browser(ann).post(path, {"place": "x" * 81}).status_code == 400
    game.refresh_from_db()
    assert game.notes.startswith("Dan")


def test_how_long_it_took_and_what_was_agreed_on_are_told(ann: Visitor) -> None:
    game = hands(ann, 7, "Ann Bob")
    Game.objects.filter(pk=game.pk).update(finished_at=game.created_at + timedelta(minutes=48, seconds=20))
    shown = page(ann, game)
    assert "48 min, 7 hands, 7 min a hand" in shown.one(".won")
    assert "Full tracking, 1 deck, no house rules" in shown.one(".facts")


@pytest.mark.parametrize(("minutes", "pace"), [(8, "15 s a move"), (48, "2 min a move")])
def test_a_game_without_hands_goes_by_moves_and_says_what_for(ann: Visitor, minutes: int, pace: str) -> None:
    game = played(ann, "zarathustra", most=32)
    ended = game.created_at + timedelta(minutes=minutes)
    Game.objects.filter(pk=game.pk).update(finished_at=ended)
    shown = page(ann, game)
    assert f"{minutes} min, 32 moves, {pace}" in shown.one(".won")
    scored = shown.soup.select(".by-move tbody tr")
    assert len(scored) > 20
    assert shown.soup.select("details:not([open]) > .by-move"), "a long list is opened by who wants it"
    players = {words(name) for name in shown.soup.select(".ranked b")}
    for row in scored:
        assert "/replay/" in str(row.select_one("th a"))
        assert words(row.select_one("td.text b")) in players
        assert row.select_one("td.text cite a"), "the rule that gave the points"


def test_it_takes_as_many_queries_for_seven_hands_as_for_one(ann: Visitor) -> None:
    counts = []
    for number in (1, 7):
        game = hands(ann, number, "Ann Bob Cat")
        with CaptureQueriesContext(connection) as captured:
            assert page(ann, game).status == 200
        counts.append(len(captured))
    assert counts[0] == counts[1] <= 11


def test_photos_and_moments_take_no_query_each(ann: Visitor, settings: Any, tmp_path: Any) -> None:
    settings.MEDIA_ROOT = tmp_path
    game = hands(ann, 3, "Ann Bob Cat")
    counts = []
    for many in (1, 3):
        for number in range(many):
            send_photo(ann, game, colour=(number, many, 0))
        with CaptureQueriesContext(connection) as captured:
            assert page(ann, game).status == 200
        counts.append(len(captured))
    assert counts[0] == counts[1]


@pytest.mark.parametrize("key", EVERY)
def test_every_game_has_a_page_with_nothing_inline(ann: Visitor, key: str) -> None:
    game = played(ann, key, most=40, seed=4)
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
