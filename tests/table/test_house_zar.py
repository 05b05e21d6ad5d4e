"""The Game of Zar at the table: swap equals reload for its own taps and sheets, its names, its options."""

from __future__ import annotations

import random
from types import SimpleNamespace
from typing import Any

import pytest
from django.http import QueryDict
from django.test import Client

from referee.games.house_zar import presenter
from referee.games.house_zar.faces import STYLES
from referee.games.registry import PRESENTERS
from referee.rules.house_zar import cards
from scoring.crew.visitor import COOKIE, Visitor
from scoring.log import reader, tap_keys
from scoring.models import Game
from tests.table.art import DRAWN
from tests.table.monkey import liking, offered, typed_into
from tests.table.page import Phone, Shown, Twins, new_game
from tests.table.zar import type_points

pytestmark = [pytest.mark.slow, pytest.mark.any_database]

ASKS = "form:has([name=do][value=gotcha])"
PENALTY = "form:has([name=why])"


@pytest.fixture
def twins(ann: Visitor) -> Twins:
    """Ann's two phones, one without scripts, at two new games of Ann, Bob and Cat."""
    return Twins(ann, game="house_zar")


def opened(twins: Twins, card: str = "blue 3", **holding: int) -> Twins:
    """Ann deals and flips; then hands are recounted to the sizes that the test is about. Bob begins."""
    twins.tap("Ann deals")
    twins.tap(card)
    for name, number in holding.items():
        on(twins, name).tap("Set", cards=number)
    return twins


def on(twins: Twins, player: str) -> Twins:
    """Opens the sheet of a player."""
    twins.tap(player, within=".seats")
    return twins


def keys(shown: Shown, mark: str = "") -> set[str]:
    """The keys of the pad that are lawful, or that carry a mark."""
    found = shown.table.select(f".pad button.{mark}" if mark else ".pad button:not(.no):not([disabled])")
    return {str(key["aria-label"]) for key in found}


# --- what is played -------------------------------------------------------------------------------------


def test_the_pad_has_the_cards_of_an_uno_deck_and_dims_what_does_not_go(twins: Twins) -> None:
    opened(twins)
    blue = {f"blue {symbol}" for symbol in cards.NUMBERS + cards.COMMANDS}
    powers = {"wild", "wild +4", "dragon (red 8)", "dragon (red 9)"}
    assert keys(twins.shown) == blue | {"yellow 3", "green 3"} | powers
    assert twins.shown.one(".follow") == "Any 3, anything blue, a wild or a dragon"
    refused = twins.refused("green 4")
    assert "neither by colour nor by type" in refused.one(".why")
    assert "Rule 5" in refused.one(".because summary")


def test_a_wild_asks_for_a_colour_and_a_dragon_for_a_number(twins: Twins) -> None:
    opened(twins).tap("wild +4")
    assert "Bob: wild +4. Which colour?" in twins.shown.one(".sheet")
    twins.tap("Green", within=".sheet")
    assert twins.state["top"] == {"cards": ["wild 2"], "by": "Bob", "color": "green", "symbol": None}
    assert twins.shown.one(".say b") == "“GREEN”"
    twins.refused("dragon (red 8)")
    twins.tap("Back to the table")
    twins.tap("green 1")
    twins.tap("dragon (red 8)")
    heading = twins.shown.table.select_one(".s-declare h2")
    assert heading
    assert "(red\u00a08)" in heading.get_text(), "no line ends within it"
    twins.tap("Any 4", within=".sheet")
    assert twins.state["top"]["symbol"] == "4"
    assert keys(twins.shown) == {f"{color} 4" for color in cards.COLORS} | {
        "dragon (red 8)",
        "dragon (red 9)",
    }


def test_draw_twos_add_up_and_their_victim_draws_and_plays_on(twins: Twins) -> None:
    opened(twins).tap("blue draw two")
    assert twins.shown.one(".now .demand, .action.do .tiles") == "Draw 2, or add a draw two"
    twins.tap("green draw two")
    assert twins.shown.one(".now .demand, .action.do .tiles") == "Draw 4, or add a draw two"
    twins.tap("Take 4")
    assert (twins.state["turn"], twins.state["hands"]["Ann"]) == ("Ann", 11)
    twins.tap("Draw 1, pass")
    assert (twins.state["turn"], twins.state["hands"]["Ann"]) == ("Bob", 12)


def test_a_match_is_two_taps_and_nobody_matches_themselves(twins: Twins) -> None:
    assert "legal match" not in on(opened(twins), "Ann").shown.text
    twins.tap("Back to the table")
    twins.tap("MATCH")
    twins.refused("Ann", within=".sheet")
    assert "Rule 11" in twins.shown.one(".because summary")
    twins.tap("Back to the table")
    twins.tap("MATCH")
    assert twins.shown.one(".s-match .act.no") == "Ann , not allowed", "as refused as everywhere"
    twins.tap("Cat", within=".sheet")
    assert (twins.state["turn"], twins.state["hands"]["Ann"]) == ("Ann", 8)


def test_in_turn_the_identical_card_is_a_match_or_none_as_the_table_agreed(ann: Visitor) -> None:
    for agreed, drawn in ((True, 8), (False, 7)):
        twins = opened(Twins(ann, game="house_zar", in_turn_match=agreed))
        twins.tap("blue 3")
        assert twins.state["hands"]["Ann"] == drawn


def test_triple_zar_counts_to_three_and_a_chain_of_matches_costs_everybody_before(ann: Visitor) -> None:
    twins = opened(Twins(ann, game="house_zar", copies=3))
    twins.tap("yellow 3", count="2")
    assert twins.state["top"]["cards"] == ["yellow 3"] * 2
    twins.tap("green 3")
    for name in ("Ann", "Bob"):
        twins.tap("MATCH")
        twins.tap(name, within=".sheet")
    assert twins.state["hands"] == {"Ann": 7, "Bob": 4, "Cat": 8}
    assert "house_zar 22" in {cite["rule"] for cite in reader.last_outcome(twins.script.game)["rulings"]}


def test_one_is_said_or_asked_for(twins: Twins) -> None:
    opened(twins, Bob=2).tap("blue 4")
    assert twins.shown.one(".say b") == "“ONE”"
    assert "““" not in twins.shown.text, "one pair of quotes is enough"
    assert twins.shown.one(".seat.owes .tag") == "“one”?"
    assert twins.shown.one(".action .told small") == "Once “one” is said, tap “one?”"
    on(twins, "Bob").tap("Cat", within=ASKS)
    assert twins.state["hands"]["Bob"] == 2
    twins.tap("Undo")
    on(twins, "Bob").tap("Said “one”")
    assert twins.state["owes_zar"] == []


def test_who_goes_out_waits_for_a_match(twins: Twins) -> None:
    opened(twins, Bob=1).tap("blue 4")
    assert twins.shown.one(".outing .hint") == "A match can still stop it: tap the player."
    # What can still stop it comes first, and is filled.
    assert on(twins, "Cat").shown.one(".sheet .act:first-of-type.match") == "Matched"
    twins.open()
    twins.tap("Nobody matched: out!")
    twins.tap("wild", within=".counter")
    twins.tap("blue skip", within=".counter")
    assert twins.shown.one(".tally [role=status]") == "6 Ann : 2 of 7 cards"
    type_points(twins, "12")
    type_points(twins, "9")
    twins.tap("Bob deals the next hand")
    assert twins.state["scores"] == {"Ann": 12, "Bob": 0, "Cat": 9}


def test_a_quick_table_logs_the_kinds(ann: Visitor) -> None:
    twins = opened(Twins(ann, game="house_zar", track="quick"), "number")
    assert keys(twins.shown) == {"number", "reverse", "skip", "draw two", "wild", "dragon"}
    for kind in ("skip", "draw two", "draw two"):
        twins.tap(kind, within=".pad")
    twins.tap("Take 4")
    twins.tap("wild", within=".pad")
    assert twins.state["top"]["cards"] == ["wild"]


# --- disputes -------------------------------------------------------------------------------------------


def test_a_penalty_card_and_an_unwound_play(twins: Twins) -> None:
    opened(twins).tap("blue 5")
    twins.tap("Dispute")
    twins.tap("“One”?")
    twins.tap("Cat", within=PENALTY)
    assert twins.state["hands"]["Cat"] == 8
    assert "too tangled to undo" in twins.shown.one(".action .ruled")
    twins.tap("Dispute")
    twins.tap("Illegal!")
    twins.tap("Bob blue 5")
    twins.tap("It was illegal: undo it")
    assert twins.state["hands"] == {"Ann": 7, "Bob": 7, "Cat": 7}


def test_a_close_race_goes_by_the_card_underneath_or_by_a_coin_that_the_record_keeps(
    twins: Twins, monkeypatch: pytest.MonkeyPatch
) -> None:
    tossed: list[tuple[str, ...]] = []

    def toss(players: tuple[str, ...]) -> str:
        tossed.append(players)
        return players[0]

    monkeypatch.setattr(presenter, "secrets", SimpleNamespace(choice=toss))
    opened(twins).tap("Dispute")
    assert "a match, or playing a match" not in twins.shown.one(".sheet"), "there is no third copy"
    twins.tap("Go on", events="match play", players=["Cat", "Bob"])
    twins.tap("Bob’s card lies underneath")
    assert "toss" not in twins.script.bodies[-1]
    assert twins.shown.one(".say") == "First: Bob"
    assert not tossed
    twins.tap("Back to the table")
    twins.tap("Dispute")
    twins.tap("Go on", events="match play", players=["Cat", "Bob"])
    twins.tap("Nobody can tell: toss a coin")
    assert twins.script.bodies[-1]["toss"] == "Cat"
    assert tossed == [("Cat", "Bob")] * 2
    assert twins.shown.one(".say") == "First: Cat"
    assert "the coin fell for Cat" in twins.shown.one(".s-ruled")
    answer = Shown(twins.script.client.get(f"{twins.script.url}log/"))
    assert "Close call: Cat was first, Bob second" in answer.text


def test_both_sides_of_the_coin_come_up() -> None:
    sent = QueryDict("do=close_call&events=match&events=play&players=Ann&players=Bob")
    tosses = [PRESENTERS["house_zar"].move(sent) for _ in range(200)]
    assert {getattr(toss, "toss", "") for toss in tosses} == {"Ann", "Bob"}


def test_an_exhausted_deck_voids_the_hand_and_says_who_lost_it(twins: Twins) -> None:
    opened(twins, Cat=40)
    while twins.state["phase"] == "play":
        twins.tap("Draw 1, pass")
    assert twins.state["phase"] == "deal"
    said = twins.shown.one(".between")
    assert "Nothing is left to draw or to reshuffle: Cat" in said
    assert "Rule 18" in said
    assert "Our reading 10" in said
    twins.tap("Ann deals")
    assert twins.state["hand"] == 1


@pytest.mark.long
def test_a_monkey_finds_no_page_that_does_not_hold(ann: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(presenter, "secrets", SimpleNamespace(choice=min))
    chance = random.Random(4)
    twins = Twins(ann, game="house_zar", copies=3, end={"score": 30})
    for _ in range(60):
        nodes = offered(twins.script)
        place = chance.choices(range(len(nodes)), [liking(node) for node in nodes])[0]
        twins.tap_on(place, typed_into(nodes[place], chance), offered)
    assert twins.script.game.version > 10, "it did get somewhere"


# --- the names of the cards -----------------------------------------------------------------------------


def test_every_card_has_its_picture_or_its_number_and_its_own_name_in_both_ways() -> None:
    for style in STYLES.values():
        faces = [style.face(card) for card in (*cards.CARDS, *cards.KINDS)]
        assert {face.art for face in faces} - {""} <= DRAWN
        assert len({face.label for face in faces[: len(cards.CARDS)]}) == len(cards.CARDS)
        bare = {face.name for face in faces if not face.art}
        assert bare <= set(cards.NUMBERS)


def test_a_phone_shows_zars_own_cards_and_the_record_stays_the_same(ann: Visitor, bob: Visitor) -> None:
    phone = Phone(ann, game := new_game(ann, game="house_zar"), htmx=False)
    phone.tap("Ann deals")
    phone.tap("green 3")
    phone.open("?mode=zar")
    assert phone.client.cookies["mode_house_zar"].value == "zar"
    phone.open()
    assert "red lightning bolt" in keys(phone.shown)
    assert phone.shown.one(".follow") == "Any lightning bolt, anything red, a wild or a dragon"
    assert "A red lightning bolt" in phone.shown.one(".action .ruled")
    phone.tap("blue lightning bolt")
    assert phone.bodies[-1]["cards"] == ["blue 3"]
    shown = phone.tap("yellow moon")
    assert "A yellow moon does not go on a blue lightning bolt" in shown.one(".why")
    assert shown.one(".move") == "Cat: yellow moon"
    phone.tap("Back to the table")
    phone.tap("winged dragon")
    phone.tap("Moons", within=".sheet")
    assert phone.shown.one(".say b") == "“MOONS”"
    assert "blue 4" in keys(Phone(bob, game).shown), "another phone keeps its way"
    phone.tap("Menu")
    phone.tap("Show Uno cards")
    phone.open()
    assert "blue 4" in keys(phone.shown)


@pytest.mark.parametrize(
    ("mode", "sent"),
    [("nonsense", "nonsense"), ("x" * 5000, "x" * 5000), ("a\x01;b", r'"a\001\073b"'), ("", "")],
)
def test_a_way_that_there_is_not_is_the_usual_one(ann: Visitor, mode: str, sent: str) -> None:
    phone = Phone(ann, new_game(ann, game="house_zar"))
    phone.open()
    # As it goes over the wire: newer Pythons make no cookie of a control character, but others may send one.
    kept = [f"{cookie.key}={cookie.value}" for cookie in phone.client.cookies.values()]
    phone.client.defaults["HTTP_COOKIE"] = "; ".join([*kept, f"mode_house_zar={sent}"])
    phone.client.get(phone.url, {"mode": mode})
    phone.tap("Ann deals")
    assert "blue 4" in keys(phone.open())


# --- setting up, correcting, junk -----------------------------------------------------------------------


def test_the_setup_asks_before_the_first_hand_what_tables_dispute(ann: Visitor) -> None:
    client = Client()
    client.cookies[COOKIE] = ann.token
    page = Shown(client.get("/new/house_zar/"))
    assert page.soup.select(".tracked [href$='#skip']"), "its own cards"
    asked = page.soup.select("fieldset:not(details *) input[checked]")
    assert {(node["name"], node["value"]) for node in asked} >= {("copies", "2"), ("in_turn_match", "yes")}
    sent = {"name": ["Ann", "Bob"], "dealer": "1", "start": "1", "copies": "3", "in_turn_match": "no"}
    client.post("/new/house_zar/", sent | {"points_draw_two": "6", "next_dealer": "winner", "score": ""})
    game = Game.objects.get()
    assert game.options == {"copies": 3, "in_turn_match": False, "end": {}, "points": {"draw two": 6}}
    again = Shown(client.get(f"/new/house_zar/?rematch={game.public_id}"))
    chosen = {
        str(node["value"]) for node in again.soup.select(":is([name=copies], [name=in_turn_match])[checked]")
    }
    assert chosen == {"3", "no"}
    junk = Shown(client.post("/new/house_zar/", sent | {"copies": "9", "in_turn_match": "maybe"}))
    assert junk.status == 422
    assert "cannot be agreed on" in junk.one(".errors")
    assert Game.objects.count() == 1


def test_a_play_is_corrected_by_the_keys_of_its_table(ann: Visitor) -> None:
    phone = Phone(ann, new_game(ann, game="house_zar"), htmx=False)
    phone.tap("Ann deals")
    phone.tap("green 3")
    phone.tap("green 5")
    shown = phone.open("correct/3/")
    assert [node["value"] for node in shown.soup.select(".pad .k.on")] == ["green 5"]


@pytest.mark.parametrize(
    ("sent", "said"),
    [
        ({"do": "draw", "player": "Bob"}, "nobody draws and plays on"),
        ({"do": "play", "player": "Bob", "card": "red moon"}, "There is no card “red moon”:"),
        ({"do": "play", "player": "Bob", "card": ""}, "The card is missing: choose one."),
        ({"do": "play", "player": "Bob", "card": "blue"}, "There is no card “blue”:"),
        ({"do": "play", "player": "Bob", "card": "wild 1", "declare": "4"}, "needs a declaration"),
        ({"do": "play", "player": "Bob", "card": "blue 1", "mixed": "top 3"}, "neither by colour"),
        ({"do": "play", "player": "Bob", "card": "blue 1", "count": "7"}, "There are only 2 of the blue 1"),
        ({"do": "close_call", "events": ["zar", "gotcha"], "players": ["Ann", "Bob"]}, "A race is between"),
        ({"do": "close_call", "events": ["match", "play"], "players": ["Ann", "Ann"]}, "between two players"),
        (
            {"do": "close_call", "events": ["match", "play"], "players": ["Ann", "Dan"]},
            "Dan is not at the table",
        ),
        ({"do": "close_call", "events": ["match", "match"], "players": ["Ann", "Bob"]}, "only once"),
        ({"do": "close_call"}, "missing"),
        ({"do": "gotcha", "caller": "Bob", "target": "Bob"}, "on themselves"),
    ],
)
def test_what_makes_no_sense_is_refused_in_words(ann: Visitor, sent: dict[str, Any], said: str) -> None:
    phone = Phone(ann, new_game(ann, game="house_zar"), htmx=False)
    phone.tap("Ann deals")
    phone.tap("green 3")
    game = phone.game
    client = Client()
    client.cookies[COOKIE] = ann.token
    shown = Shown(client.post(f"{phone.url}move/", {"key": tap_keys.new_key(game)} | sent))
    assert shown.status == 422
    assert said in shown.one(".sheet .why")
    assert phone.game.version == game.version
