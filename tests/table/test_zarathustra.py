"""Zarathustra at the table: swap equals reload for every step and sheet; what the pages show and refuse."""

from __future__ import annotations

import random
from typing import Any
from urllib.parse import urlencode

import pytest
from bs4 import Tag
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from referee.games.zarathustra.table import edges, face
from referee.rules.engine import Refused
from referee.rules.zarathustra import tiles
from referee.rules.zarathustra.game import GAME
from referee.rules.zarathustra.state import Place
from scoring.crew.visitor import COOKIE, Visitor
from scoring.log import tap_keys
from scoring.models import Game, Player
from tests import taps
from tests.table.art import DRAWN
from tests.table.page import Phone, Shown, Twins, key_of, look, new_game, words

pytestmark = [pytest.mark.slow, pytest.mark.any_database]


def table(ann: Visitor, names: str = "Ann Bob", *puts: str) -> Twins:
    """A table of Ann's on which these tiles lie, each as `c3 sbhb`, put down in turn."""
    twins = Twins(ann, names, game="zarathustra")
    for number, put in enumerate(puts):
        at, tile = put.split()
        player = names.split()[number % len(names.split())]
        for phone in twins.phones:
            move(ann, phone, {"do": "place", "player": player, "tile": tile, "at": at})
    twins.open()
    twins.check()
    return twins


def move(ann: Visitor, phone: Phone, raw: dict[str, Any]) -> None:
    """A move from another phone of Ann's."""
    game = phone.game
    answer = taps.make(ann, game.public_id, tap_keys.new_key(game), raw)
    assert answer.reply.refused is None, answer.reply.refused.text


def choose(phone: Twins | Phone, at: str, tile: str) -> None:
    """Taps the space and the tile, and turns it."""
    phone.tap(f"{at},", within=".board")
    phone.tap(edges(tiles.same(tile)), within=".tray")
    if tile != tiles.same(tile):
        phone.tap(edges(tile), within=".ways")


def test_tiles_have_their_players_colours_unless_two_have_the_same(ann: Visitor) -> None:
    twins = table(ann, "Ann Bob", "c3 sbbb")
    for colour in ("teal", "orange"):
        Player.objects.filter(name="Ann").update(colour=colour)
        twins.open()
        looks = [str(part["class"]) for part in twins.shown.table.select(".board .o1, .seat .o1")]
        assert [f"in-{colour}" in look for look in looks] == [True, True]
    Player.objects.filter(name="Bob").update(colour="orange")
    twins.open()
    assert not twins.shown.table.select(".o1.in-orange, .o2.in-orange")


def put_down(phone: Twins | Phone, put: str) -> None:
    """The whole way of a tile, from the hand to the board."""
    at, tile = put.split()
    choose(phone, at, tile)
    phone.tap(f"Place on {at}")


def space(twins: Twins, at: str) -> Tag:
    """A space of the board."""
    spaces = twins.shown.table.select(".board .space")
    return next(node for node in spaces if str(node["aria-label"]).startswith(f"{at},"))


def seats(twins: Twins) -> list[str]:
    """Every seat in words."""
    return [words(node) for node in twins.shown.table.select(".seat")]


def ended(twins: Twins) -> Twins:
    """The table ends the game as it stands."""
    twins.open("?sheet=menu")
    twins.tap("End the game")
    assert twins.shown.one(".s-end .why").startswith("Most blank edges, ")
    twins.tap("End the game", within=".s-end")
    return twins


# --- from a space to a tile on it -------------------------------------------------------------------------


@pytest.mark.parametrize(("names", "size"), [("Ann Bob", 5), ("Ann Bob Cat", 6), ("Ann Bob Cat Dan", 7)])
def test_the_board_is_as_large_as_the_players_are_many(ann: Visitor, names: str, size: int) -> None:
    twins = table(ann, names)
    assert len(twins.shown.table.select(".board a.space")) == size**2
    assert twins.shown.one(".bar h2") == f"Zarathustra · {size} × {size}"
    assert len(seats(twins)) == len(names.split())


def test_a_space_then_a_tile_then_the_way_it_lies(ann: Visitor) -> None:
    twins = table(ann)
    assert twins.shown.one(".action.do .tiles") == "Tap the space for the first tile"
    twins.tap("c3, free")
    assert "On c3: which tile?" in twins.shown.one(".now")
    assert len(twins.shown.table.select(".tray a")) == 17
    twins.tap("blank, blank, sword, shield", within=".tray")
    ways = [str(way["aria-label"]) for way in twins.shown.table.select(".ways a")]
    assert ways == [
        "blank, blank, sword, shield",
        "shield, blank, blank, sword",
        "sword, shield, blank, blank",
        "blank, sword, shield, blank",
    ]
    twins.tap("c3, your tile: blank, blank, sword, shield, tap to turn it")
    assert twins.shown.one(".ways .on") == twins.shown.one(f".ways [aria-label='{ways[1]}']")
    twins.tap("c3, your tile: shield, blank, blank, sword, tap to turn it")
    twins.tap("Place on c3")
    assert twins.state["board"] == {"c3": {"player": "Ann", "tile": "shbb"}}
    assert twins.shown.one(".now h1 span") == "Bob"
    assert seats(twins)[0].endswith("2 blank edges +2 , 16 tiles")


def test_a_tile_that_lies_the_same_after_a_half_turn_has_two_ways(ann: Visitor) -> None:
    twins = table(ann)
    choose(twins, "c3", "sbsb")
    assert len(twins.shown.table.select(".ways a")) == 2


def test_every_choice_can_be_taken_back_or_changed(ann: Visitor) -> None:
    twins = table(ann)
    choose(twins, "c3", "sbbb")
    twins.tap("d4,")
    assert "d4, your tile: sword, blank, blank, blank, tap to turn it" in str(space(twins, "d4"))
    twins.tap("Other tile")
    assert twins.shown.table.select(".tray")
    twins.tap("Other space")
    assert not twins.shown.table.select(".tray")
    twins.tap("b2,")
    twins.tap("b2, free, chosen")
    assert not twins.shown.table.select(".tray")
    assert twins.script.game.version == 0


def test_a_tile_that_was_played_cannot_be_chosen_again(ann: Visitor) -> None:
    twins = table(ann, "Ann Bob", "a1 bbbs", "e5 bbbs")
    twins.tap("c3,")
    assert len(twins.shown.table.select(".tray a")) == 16
    assert (
        str(twins.shown.table.select(".tray .gone")[0]["aria-label"]) == "blank, blank, blank, sword, played"
    )
    twins.open("?at=c3&tile=bsbb")
    assert twins.shown.table.select(".tray")


# --- what would fall, and what fell -----------------------------------------------------------------------


#: Bob is on turn, and `c3 sbsb` of his strikes two tiles, one of them with the help of a shield.
BEFORE = ("c2 bbbs", "c4 sbbb", "a1 bbhb", "d3 bbbh", "e1 hhbb")


def test_what_would_fall_is_said_edge_by_edge_before_it_does(ann: Visitor) -> None:
    twins = table(ann, "Ann Bob", *BEFORE)
    choose(twins, "c3", "sbsb")
    assert twins.shown.one(".action .tiles") == "On c3: c2 and c4 fall"
    assert [words(line) for line in twins.shown.table.select(".action .ruled li")] == [
        "Top: sword against blank of c2, c2 falls. Rule 5",
        "Right: blank against shield of d3, no effect. Rule 7",
        "Bottom: swords cross, c3 has 1 shield, c4 has 0: c4 falls. Rule 6",
    ]
    # Red is for penalties and errors: what would fall is neither.
    assert not twins.shown.table.select(".action.stop")
    marked = [str(node["aria-label"]) for node in twins.shown.table.select(".board .falls")]
    assert [label.partition(",")[0] for label in marked] == ["c2", "c4"]
    assert all(label.endswith("would fall") for label in marked)
    clause = twins.shown.table.select_one(".action .ruled cite a")
    assert isinstance(clause, Tag)
    assert words(clause) == "Rule 5"
    assert str(clause["href"]).endswith("?sheet=clause&clause=5")


def test_what_fell_is_said_and_counted(ann: Visitor) -> None:
    twins = table(ann, "Ann Bob", *BEFORE, "c3 sbsb")
    assert twins.state["removed"] == ["c2", "c4"]
    assert twins.shown.one(".action.do .tiles") == "On c3: c2 and c4 fall ; Ann −3 ; Bob −1"
    assert "Ann\u00a0−3" in str(twins.shown.soup), "no line ends between a name and its points"
    assert len(twins.shown.table.select(".action .drawn.o2 .tile")) == 1
    assert "c4 has 0: c4 falls. Rule 6" in twins.shown.one(".action .ruled")
    assert seats(twins) == ["A Ann , 5 blank edges −3 , 14 tiles", "B Bob , 5 blank edges −1 , 14 tiles"]
    assert len(twins.shown.table.select(".seat [aria-label=leads]")) == 2
    assert str(space(twins, "c2")["aria-label"]) == "c2, skull, a tile fell here"
    assert str(space(twins, "c3")["aria-label"]).endswith("the last tile")


def test_a_tile_that_touches_none_does_nothing(ann: Visitor) -> None:
    twins = table(ann)
    choose(twins, "a1", "sbbb")
    assert twins.shown.one(".action .ruled") == "It touches no tile: nothing happens. Rule 7"
    assert twins.shown.one(".action .tiles") == "On a1: nothing falls"


def test_what_the_page_foretells_comes_true(ann: Visitor) -> None:
    chance = random.Random(7)
    phone = Phone(ann, new_game(ann, "Ann Bob Cat", "zarathustra"))
    seen = set()
    for _ in range(30):
        offered = [offer for offer in GAME.offers(GAME.load(phone.game.state)) if isinstance(offer, Place)]
        offer = chance.choice(offered)
        phone.open(f"?{urlencode({'at': offer.at, 'tile': offer.tile})}")
        marked = [str(node["aria-label"])[:2] for node in phone.shown.table.select(".board .falls")]
        phone.tap("Place on")
        assert phone.state["removed"] == sorted(marked)
        seen.add(len(marked))
    assert {0, 1, 2} <= seen


# --- against the rules ------------------------------------------------------------------------------------


def test_a_skull_is_dimmed_and_refused_with_its_clause_and_can_be_overruled(ann: Visitor) -> None:
    twins = table(ann, "Ann Bob", "c3 bbbh")
    skulls = [node for node in twins.shown.table.select(".board .no") if "skull" in str(node["aria-label"])]
    assert len(skulls) == 8
    twins.tap("c4, skull")
    assert "choose a space without a skull. Rule 4" in twins.shown.one(".now .against")
    assert not twins.shown.table.select(".bar-keys .warn"), "no tile is chosen yet"
    twins.tap("blank, blank, blank, shield", within=".tray")
    assert twins.shown.one(".action b") == "On c4: against the rules"
    assert twins.shown.one(".bar-keys .warn") == "Place on c4 , anyway"
    assert "warn" in twins.shown.find("Place on c4").get_attribute_list("class")
    twins.refused("Place on c4")
    assert "Rule 4" in twins.shown.one(".s-refused .because summary")
    twins.tap("Allow it", overruled="Bob is new to it")
    assert twins.state["board"]["c4"] == {"player": "Bob", "tile": "bbbh"}
    assert twins.script.bodies[-1]["overruled"] == "Bob is new to it"
    assert (
        "Overruled by the table (Bob is new to it)"
        in Shown(twins.script.client.get(f"{twins.script.url}log/")).text
    )


def test_what_swords_and_shields_do_stands_beside_the_tiles(ann: Visitor) -> None:
    twins = table(ann, "Ann Bob", "c3 bbbh")
    assert not twins.shown.table.select(".legend")
    twins.tap("a1, free")
    assert twins.shown.one(".now .legend") == "fells blanks stops swords"
    signs = twins.shown.table.select(".legend svg")
    assert [str(sign["aria-label"]) for sign in signs] == ["Sword", "Shield"]


def test_the_spaces_that_are_dimmed_are_those_that_the_referee_refuses(ann: Visitor) -> None:
    twins = table(ann, "Ann Bob", *BEFORE)
    state = GAME.load(twins.script.game.state)
    for node in twins.shown.table.select(".board a.space"):
        at = str(node["aria-label"]).partition(",")[0]
        answer = GAME.judge(state, Place(player="Bob", tile="bbhh", at=at))
        assert ("no" in node.get_attribute_list("class")) == isinstance(answer, Refused)


def test_a_space_that_is_taken_is_refused_with_its_clause(ann: Visitor) -> None:
    twins = table(ann, "Ann Bob", "c3 bbbh")
    twins.tap("c3, Ann: blank, blank, blank, shield")
    assert "A tile lies on c3 already" in twins.shown.one(".now .against")
    # Nobody means to put a tile there: it is offered no tiles.
    assert twins.shown.one(".putting :disabled") == "Place , tap a space"
    choose(twins, "a1", "bbbh")
    twins.tap("c3, Ann: blank, blank, blank, shield")
    twins.refused("Place on c3")
    assert "Rule 3" in twins.shown.one(".s-refused .because summary")
    twins.tap("Back to the table")
    assert twins.state["left"] == {"Ann": 16, "Bob": 17}


JUNK = [
    {"do": "junk"},
    {"do": "place"},
    {"do": "place", "player": "Ann", "tile": "junk", "at": "c3"},
    {"do": "place", "player": "Ann", "tile": "ssss", "at": "c3"},
    {"do": "place", "player": "Ann", "tile": "bbbs", "at": "f6"},
    {"do": "place", "player": "Ann", "tile": "bbbs", "at": "³3"},
    {"do": "place", "player": "Zoe", "tile": "bbbs", "at": "c3"},
    {"do": "place", "player": "Bob", "tile": "bbbs", "at": "c3"},
    {"do": "place", "player": "Ann", "tile": "bbbs", "at": ""},
    {"do": ""},
]


@pytest.mark.parametrize("fields", JUNK, ids=lambda fields: "-".join(fields.values()))
def test_junk_is_refused_in_words_and_changes_nothing(ann: Visitor, fields: dict[str, str]) -> None:
    phone = Phone(ann, new_game(ann, "Ann Bob", "zarathustra"))
    client = Client()
    client.cookies[COOKIE] = ann.token
    answer = Shown(client.post(f"{phone.url}move/", {"key": tap_keys.new_key(phone.game), **fields}))
    assert answer.status == 422
    assert len(answer.one(".sheet .why").split()) > 2
    assert phone.game.version == 0


@pytest.mark.parametrize(
    "query",
    [
        {"at": "z9"},
        {"at": "c3 "},
        {"tile": "sbbb"},
        {"at": "\0", "tile": "\0"},
        {"sheet": "junk"},
        {"sheet": "tiles", "player": "2"},
        {"sheet": "tiles", "player": "²"},
        {"sheet": "tiles"},
    ],
    ids=urlencode,
)
def test_an_address_that_makes_no_sense_shows_the_table(ann: Visitor, query: dict[str, str]) -> None:
    twins = table(ann)
    plain = look(twins.shown)
    twins.open(f"?{urlencode(query)}")
    assert look(twins.shown) == plain


def test_a_tile_that_is_none_is_asked_for_again(ann: Visitor) -> None:
    twins = table(ann)
    for tile in ("ssss", "bbbb", "b", "bbbx", "sbhbb", "\0"):
        twins.open(f"?{urlencode({'at': 'c3', 'tile': tile})}")
        assert "On c3: which tile?" in twins.shown.one(".now")


def test_a_choice_of_somebody_whose_turn_is_over_is_refused(ann: Visitor) -> None:
    twins = table(ann)
    late = Phone(ann, twins.script.game)
    choose(late, "c3", "bbbs")
    put_down(twins.script, "a1 bbbh")
    late.tap("Place on c3")
    assert late.shown.status == 422
    assert "It is Bob’s turn, not Ann’s" in late.shown.one(".s-refused")
    assert list(late.state["board"]) == ["a1"]


# --- back and forth, sheets, the end ----------------------------------------------------------------------


def test_undo_and_redo_show_what_was_there(ann: Visitor) -> None:
    twins = table(ann)
    for put in ("c2 bbbs", "c4 sbbb", "a1 bbhb"):
        put_down(twins, put)
    looks = list(twins.looks)
    for seen in reversed(looks[:-1]):
        twins.tap("Undo")
        assert look(twins.shown) == seen
    for seen in looks[1:]:
        twins.tap("Redo")
        assert look(twins.shown) == seen


def test_a_seat_shows_the_tiles_that_are_left(ann: Visitor) -> None:
    twins = table(ann, "Ann Bob", "c3 bbbs")
    twins.tap("A Ann", within=".seats")
    assert "16 tiles left, 3 blank edges on the board." in twins.shown.one(".sheet")
    assert [words(tile) for tile in twins.shown.table.select(".tray .gone .vh")] == [
        "blank, blank, blank, sword, played"
    ]
    twins.tap("Back to the table")


def test_the_table_may_end_the_game_as_it_stands(ann: Visitor) -> None:
    twins = ended(table(ann, "Ann Bob", "c3 bbbs", "a1 bbhh"))
    assert twins.shown.one(".over h1") == "Ann wins"
    assert twins.shown.one(".over .detail") == "The most blank edges on the board win."
    assert not twins.shown.table.select(".board a")
    assert len(twins.shown.table.select(".board .space .tile")) == 2
    twins.tap("Undo")
    assert twins.state["phase"] == "play"
    twins.tap("Redo")
    twins.tap("Menu")
    assert not twins.shown.table.select("button[value=end]")


def test_equal_players_share_the_win(ann: Visitor) -> None:
    twins = ended(table(ann, "Ann Bob", "c3 bbbs", "a1 bbbs"))
    assert twins.shown.one(".over h1") == "Ann and Bob share the win"
    assert twins.shown.one(".over .steps") == "Ann and Bob share the win. Our reading 6"


def test_every_tile_in_every_way_has_a_picture_of_its_own() -> None:
    state = GAME.start({}, ("Ann", "Bob", "Cat", "Dan"))
    ways = [way for tile in tiles.TILES for way in tiles.ways(tile)]
    shown = {name: [face(state, name, way) for way in ways] for name in state.players}
    assert len(set(shown["Ann"])) == len(ways)
    assert {mark for view in shown["Ann"] for mark, _ in view.marks} | {
        f"seal-{views[0].owner}" for views in shown.values()
    } <= DRAWN
    assert len({(views[0].owner, views[0].letter) for views in shown.values()}) == 4


def test_players_with_one_initial_get_letters_of_their_own(ann: Visitor) -> None:
    twins = table(ann, "Ann Abe Bob")
    assert [seat[0] for seat in seats(twins)] == ["A", "B", "C"]


def test_a_tap_asks_the_database_no_more_than_nine_times(
    ann: Visitor, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    phone = Phone(ann, new_game(ann, "Ann Bob", "zarathustra"))
    put_down(phone, "a1 bbbs")
    choose(phone, "c3", "bbbs")
    request = phone.request_of(phone.shown.find("Place on c3"))
    with django_assert_max_num_queries(9):
        phone.send(request)
    assert list(phone.state["board"]) == ["a1", "c3"]


# --- corrections and the pages around the table -----------------------------------------------------------


def test_a_tile_is_corrected_and_what_follows_from_it_is_shown_first(ann: Visitor) -> None:
    phone = table(ann, "Ann Bob", *BEFORE, "c3 sbsb").script
    url = f"{phone.url}correct/1/"
    placed = phone.bodies[0]
    shown = phone.open("correct/1/")
    assert shown.find("Place on c2")
    assert f'value="{placed["tile"]}"' in shown.html
    fields = key_of(shown) | {"do": "place", "player": "Ann", "at": "c2", "tile": "sbhb"}
    seen = Shown(phone.client.post(url, fields, follow=True))
    assert "Ann: 7 blank edges instead of 5." in seen.one(".effects")
    assert phone.state["removed"] == ["c2", "c4"]
    phone.client.post(url, fields | {"save": "1"})
    assert phone.state["board"]["c2"] == {"player": "Ann", "tile": "sbhb"}
    assert phone.state["removed"] == ["c4"]


@pytest.mark.parametrize("field", ["player", "at", "tile"])
def test_junk_in_a_correction_is_refused_in_words(ann: Visitor, field: str) -> None:
    phone = table(ann, "Ann Bob", "c3 bbbs").script
    sent = key_of(phone.open("correct/1/")) | {"do": "place", "player": "Ann", "at": "c3", "tile": "bbbs"}
    answer = Shown(phone.client.post(f"{phone.url}correct/1/", sent | {field: "junk", "save": "1"}))
    assert answer.status == 422
    assert len(answer.one("[role=alert]").split()) > 2


def test_an_end_can_be_removed(ann: Visitor) -> None:
    phone = ended(table(ann, "Ann Bob", "c3 bbbs")).script
    seen = phone.open("correct/2/")
    phone.client.post(f"{phone.url}correct/2/", key_of(seen) | {"strike": "1", "save": "1"})
    assert phone.state["phase"] == "play"


def test_the_pages_of_a_game_tell_it_in_words(ann: Visitor) -> None:
    phone = ended(table(ann, "Ann Bob", *BEFORE, "c3 sbsb")).script
    logged = Shown(phone.client.get(f"{phone.url}log/"))
    assert "Bob places sword-blank-sword-blank on c3" in logged.text
    assert "The game is ended" in logged.text
    page = Shown(phone.client.get(phone.url.replace("/t/", "/games/")))
    assert "won" in page.one("h1")
    assert words(page.soup.select(".ranked li")[0]).endswith("5")
    assert page.soup.select(f"a[href*='rematch={phone.game.public_id}']")


@pytest.mark.parametrize(("names", "status"), [(1, 422), (2, 303), (4, 303), (5, 422)])
def test_two_to_four_sit_down(ann: Visitor, names: int, status: int) -> None:
    client = Client()
    client.cookies[COOKIE] = ann.token
    sent = {"name": ["Ann", "Bob", "Cat", "Dan", "Eve"][:names], "start": "1"}
    answer = client.post("/new/zarathustra/", sent)
    assert answer.status_code == status
    assert Game.objects.count() == (status == 303)
    if status == 422:
        wrong = "Type at least 2 names." if names < 2 else "5 names are too many: 2 to 4 players."
        assert wrong in Shown(answer).one(".errors")
