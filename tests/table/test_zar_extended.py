"""ZAR with more than two half decks and with Chameleons, at the table: multiples, matches, masks, seats."""

from __future__ import annotations

from typing import Any

import pytest
from django.http import QueryDict
from django.test import Client

from referee.games.registry import PRESENTERS
from referee.games.shedding.wording import given, taken_apart
from referee.games.zar.faces import STYLE
from scoring.crew.visitor import COOKIE, Visitor
from scoring.models import Game
from tests.table.page import Phone, Shown, Twins, new_game, phone_of, words
from tests.table.zar import on, on_top, opened

pytestmark = [pytest.mark.slow, pytest.mark.any_database]

FOURTEEN = [
    *["Ann", "Bob", "Cat", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida", "Jon", "Kim", "Lea", "Mia", "Ned"]
]
PRESENTER = PRESENTERS["zar"]


@pytest.fixture
def twins(ann: Visitor) -> Twins:
    """Four half decks and three Chameleons."""
    return Twins(ann, half_decks=4, chameleons=3)


# --- multiples ------------------------------------------------------------------------------------------


def _choices(twins: Twins, name: str) -> list[str]:
    """What a list beside the keys has to choose from, unless it is off."""
    found = twins.shown.table.select(f".pad [name={name}]:not([disabled]) option")
    return [str(node["value"]) for node in found]


def test_a_triple_is_a_number_and_a_card_and_the_number_is_one_again(twins: Twins) -> None:
    opened(twins).tap("blue moon", count="3")
    assert twins.state["top"]["cards"] == ["blue moon"] * 3
    assert twins.shown.one(".say b") == "“TRIPLE”"
    assert not twins.shown.table.select(".pad [name=count] [selected]")
    assert _choices(twins, "count") == ["1", "2", "3", "4"]


def test_nobody_is_offered_more_than_he_holds(twins: Twins) -> None:
    opened(twins, Bob=2)
    assert (_choices(twins, "count"), _choices(twins, "mixed")) == (["1", "2"], ["", "top 1", "under 1"])
    on(twins, "Bob").tap("Set", cards=1)
    assert (_choices(twins, "count"), _choices(twins, "mixed")) == (["1"], [])


def test_many_half_decks_choose_the_number_from_a_list(ann: Visitor) -> None:
    twins = opened(Twins(ann, half_decks=8, chameleons=0))
    assert len(twins.shown.table.select(".pad select[name=count] option")) == 8
    twins.tap("blue moon", count="5")
    assert twins.shown.one(".say b") == "“5-OF-A-KIND”"


def test_a_double_is_a_match_and_a_match_is_matched(twins: Twins) -> None:
    opened(twins).tap("MATCH")
    twins.tap("Cat", within=".sheet", count="2")
    assert twins.state["top"] == {"cards": ["blue sun"] * 2, "by": "Cat", "color": "blue", "symbol": "sun"}
    assert twins.shown.one(".say b") == "“MATCH-DOUBLE”"
    twins.tap("MATCH")
    twins.tap("Bob", within=".sheet")
    assert twins.shown.one(".say b") == "“MATCH”"
    assert twins.state["hands"] == {"Ann": 11, "Bob": 9, "Cat": 9}


def test_a_triple_match_with_a_power_card_asks_once(twins: Twins) -> None:
    opened(twins).tap("winged dragon")
    twins.tap("moon", within=".sheet")
    twins.tap("MATCH")
    twins.tap("Ann", within=".sheet", count="3")
    assert "Ann: 3 × winged dragon. Which symbol?" in twins.shown.one(".sheet")
    twins.tap("galax", within=".sheet")
    assert twins.state["top"]["cards"] == ["winged dragon"] * 3
    assert twins.shown.one(".say b") == "“MATCH-TRIPLE-GALAXIES”"


def test_matching_oneself_again_and_again(twins: Twins) -> None:
    opened(twins).tap("blue moon")
    for said in ("DOUBLE", "TRIPLE", "QUAD"):
        twins.tap("MATCH")
        twins.tap("Bob , own card", within=".sheet")
        assert twins.shown.one(".say b") == f"“{said}”"


# --- Chameleons -----------------------------------------------------------------------------------------


def test_a_chameleon_shows_what_it_stands_for(twins: Twins) -> None:
    opened(twins).tap("Chameleon")
    assert on_top(twins) == "On top: chameleon as blue sun, by Bob"
    assert twins.shown.one(".say b") == "“MATCH”"
    twins.tap("MATCH")
    twins.tap("Chameleon", within=".s-match")
    twins.tap("Ann", within=".s-match form")
    assert twins.state["top"]["cards"] == ["chameleon"]
    assert twins.state["top"]["symbol"] == "sun"
    twins.tap("MATCH")
    twins.tap("Blue sun", within=".s-match")
    twins.tap("Cat", within=".s-match form")
    assert on_top(twins) == "On top: blue sun, by Cat"


def test_a_chameleon_goes_with_other_cards_on_top_of_them_or_below(twins: Twins) -> None:
    opened(twins).tap("blue moon", count="2", mixed="top 1")
    assert twins.state["top"]["cards"] == ["blue moon", "blue moon", "chameleon"]
    assert on_top(twins) == "On top: chameleon as blue moon, 3 of them, by Bob"
    twins.tap("red moon", mixed="under 2")
    assert twins.state["top"]["cards"] == ["chameleon", "chameleon", "red moon"]
    assert on_top(twins) == "On top: red moon, 3 of them, by Cat"
    assert not twins.shown.table.select("[name=mixed]:not([disabled])"), "all three are laid"
    assert twins.shown.table.select_one("button.spent[value=chameleon]")


def test_a_mixed_power_card_asks_and_keeps_its_order(twins: Twins) -> None:
    opened(twins).tap("side peacock", mixed="top 2")
    assert "Bob: side peacock and 2 × chameleon. Which colour?" in twins.shown.one(".sheet")
    twins.tap("red", within=".sheet")
    assert twins.state["top"]["cards"] == ["side peacock", "chameleon", "chameleon"]
    assert on_top(twins) == "On top: chameleon as side peacock, 3 of them, by Bob, asks for red"
    twins.tap("Chameleon")
    assert "Cat: chameleon. Which colour?" in twins.shown.one(".sheet")
    twins.tap("blue", within=".sheet")
    assert twins.shown.one(".say b") == "“MATCH-BLUE”"


def test_out_of_turn_a_chameleon_needs_another_on_top_or_a_copy_with_it(twins: Twins) -> None:
    opened(twins).tap("MATCH")
    assert not twins.shown.table.select(".s-match .cards")
    twins.tap("Cat", within=".sheet", mixed="top 1")
    assert twins.state["top"]["cards"] == ["blue sun", "chameleon"]
    assert twins.shown.one(".say b") == "“MATCH-DOUBLE”"
    twins.tap("MATCH")
    assert [words(node) for node in twins.shown.table.select(".s-match .cards a")] == [
        "Blue sun",
        "Chameleon",
    ]


def test_where_two_cards_can_match_the_card_comes_first_and_nobody_is_asked_for_before(twins: Twins) -> None:
    opened(twins).tap("MATCH")
    twins.tap("Cat", within=".sheet", mixed="top 1")
    twins.tap("MATCH")
    assert twins.shown.one(".s-match h2") == "Which card matched?"
    assert not twins.shown.table.select(".s-match button")
    twins.tap("Chameleon", within=".s-match")
    assert not twins.shown.table.select(".s-match [name=mixed]"), "chameleons go along with another card"
    twins.tap("Blue sun", within=".s-match")
    assert twins.shown.one("[aria-current=true]") == "Blue sun"
    twins.tap("Ann", within=".s-match form", count="2", mixed="under 1")
    assert twins.state["top"]["cards"] == ["chameleon", "blue sun", "blue sun"]


@pytest.mark.parametrize(("half_decks", "card"), [(2, "blue sun"), (3, "chameleon")])
def test_where_one_card_can_match_it_is_two_taps(ann: Visitor, half_decks: int, card: str) -> None:
    twins = opened(Twins(ann, half_decks=half_decks, chameleons=half_decks - 1))
    if card == "chameleon":
        # All three suns lie, one chameleon on them, and one is left.
        twins.tap("blue sun", count="2", mixed="top 1")
    else:
        twins.tap("chameleon")
    for name in ("MATCH", "Ann"):
        twins.tap(name, within=".s-match" if name == "Ann" else "")
    assert twins.state["top"]["cards"] == [card]


def test_a_player_is_asked_which_card_too_where_two_can_match(twins: Twins) -> None:
    opened(twins).tap("chameleon")
    on(twins, "Cat").tap("Matched (chameleon)")
    assert twins.state["top"]["cards"] == ["chameleon"]
    on(twins, "Ann").tap("Matched (blue sun)")
    assert on_top(twins) == "On top: blue sun, by Ann"


def test_the_phone_of_a_seat_matches_with_the_card_that_is_left(ann: Visitor) -> None:
    twins = opened(Twins(ann, half_decks=3, chameleons=2))
    twins.tap("blue sun", count="2", mixed="top 1")
    phone = phone_of(twins.script.game, ann, "Cat")
    phone.tap("MATCH!")
    assert phone.state["top"]["cards"] == ["chameleon"]


def test_any_two_that_were_first_are_never_chosen_by_themselves(twins: Twins) -> None:
    opened(twins).tap("Dispute")
    form = "details:has([name=events])"
    assert [node.get_text() for node in twins.shown.table.select(f"{form} option:first-child")] == [
        "Choose"
    ] * 3
    assert not twins.shown.table.select(f"{form} [selected]:not([value=''])")
    twins.tap("Go on", players=["Cat", "Ann"])
    assert twins.shown.one("[role=alert]") == "What happened together is missing: choose one."
    twins.tap("Go on", events="match match", players=["Cat", ""])
    assert twins.shown.one("[role=alert]") == "The other player is missing: choose one."
    twins.tap("Go on", players=["", "Ann"])
    assert twins.shown.one("[role=alert]") == "The first player is missing: choose one."
    twins.tap("Go on", players=["Ann", "Ann"])
    assert twins.shown.one("[role=alert]") == "Two players race each other: choose another one."
    twins.tap("Go on", players=["Cat", "Ann"])
    twins.tap("Ann’s card lies underneath")
    assert twins.shown.one(".say") == "First: Ann"


def test_a_hand_is_counted_with_its_chameleons(twins: Twins) -> None:
    opened(twins, Bob=1, Cat=2).tap("blue moon")
    twins.tap("Nobody matched: out!")
    twins.tap("Cat", within=".losers")
    twins.tap("Chameleon", within=".counter")
    twins.tap("red sun", within=".counter")
    twins.tap("Save 7")
    assert twins.state["scores"]["Cat"] == 7


def test_a_quick_table_has_its_chameleon_too(ann: Visitor) -> None:
    twins = opened(Twins(ann, half_decks=3, chameleons=1, track="quick"), "plain")
    twins.tap("Chameleon")
    assert on_top(twins).startswith("On top: chameleon as ")


def test_two_matches_can_meet_where_there_is_a_third_copy(twins: Twins) -> None:
    opened(twins).tap("Dispute")
    twins.tap("Go on", events="match match", players=["Cat", "Ann"])
    twins.tap("Ann’s card lies underneath")
    assert twins.shown.one(".say") == "First: Ann"


# --- who sits down, what is agreed ----------------------------------------------------------------------


def posted(ann: Visitor, **fields: Any) -> Shown:
    client = Client()
    client.cookies[COOKIE] = ann.token
    return Shown(client.post("/new/zar/", {"dealer": "0"} | fields))


def test_with_three_half_decks_fourteen_sit_down(ann: Visitor) -> None:
    refused = posted(ann, name=FOURTEEN, half_decks="2", start="1")
    assert "14 names are too many: 2 to 9 players, or up to 14 with 1½ decks" in refused.one(".errors")
    assert refused.soup.select_one("details.more[open] [name=half_decks]"), (
        "what the refusal names is in sight"
    )
    shown = posted(ann, name=FOURTEEN, half_decks="3", add="")
    assert "2 to 14 players." in shown.text
    assert "4 (2 decks)" in shown.text
    posted(ann, name=FOURTEEN, half_decks="3", chameleons="3", start="1")
    game = Game.objects.get()
    assert game.options == {"end": {}, "half_decks": 3, "chameleons": 3}
    phone = Phone(ann, game)
    assert len(phone.shown.table.select(".seats.n14 .seat")) == 14
    assert phone.state["hands"] == dict.fromkeys(FOURTEEN, 3)


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"half_decks": "3", "chameleons": "4"}, "1½ decks take 3 chameleons at most, not 4."),
        ({"half_decks": "9"}, "cannot be agreed on"),
        ({"half_decks": "1"}, "cannot be agreed on"),
        ({"half_decks": "many"}, "cannot be agreed on"),
        ({"chameleons": "-1"}, "cannot be agreed on"),
    ],
)
def test_a_deck_that_cannot_be_is_refused_in_words(ann: Visitor, fields: dict[str, str], said: str) -> None:
    shown = posted(ann, name=["Ann", "Bob"], start="1", **fields)
    assert shown.status == 422
    assert said in shown.one(".errors")
    assert not Game.objects.exists()


# --- corrections, junk ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "cards",
    [
        ["blue sun"],
        ["blue sun"] * 3,
        ["chameleon"] * 2,
        ["blue sun", "blue sun", "chameleon"],
        ["chameleon", "chameleon", "blue sun"],
    ],
)
def test_the_cards_of_a_play_are_taken_apart_and_put_together_again(cards: list[str]) -> None:
    parts = taken_apart(STYLE, cards)
    assert parts
    card, count, mixed = parts
    sent = QueryDict(mutable=True)
    sent.update({"card": card, "count": str(count), "mixed": mixed})
    assert given(STYLE, sent) == cards


def test_a_correction_has_the_key_and_the_number_of_what_was_played(ann: Visitor) -> None:
    phone = Phone(ann, new_game(ann, half_decks=3, chameleons=2), htmx=False)
    phone.tap("Ann deals")
    phone.tap("blue sun")
    phone.tap("blue moon", count="2")
    shown = phone.open("correct/3/")
    assert [node["value"] for node in shown.soup.select(".pad .k.on")] == ["blue moon"]
    assert [node["value"] for node in shown.soup.select("[name=count] [selected]")] == ["2"]
    assert PRESENTER.teller(phone.game.state)(phone.bodies[2]) == "Bob plays 2\u00a0× blue moon"
