"""The count of a hand: cards are tapped or points typed on the app's own keys; what is odd is asked about."""

from __future__ import annotations

import pytest

from referee.rules.crazy_eights.game import Options as EightsOptions
from referee.rules.house_zar.game import Options as HouseOptions
from referee.rules.shedding.hands import worth
from referee.rules.zar.game import Options as ZarOptions
from scoring.crew.visitor import Visitor
from tests.table.page import NotThere, Phone, Request, Twins, new_game
from tests.table.zar import opened, type_points

pytestmark = [pytest.mark.slow, pytest.mark.any_database]


def won(twins: Twins, cat: int = 2) -> Twins:
    """Bob has won with a blue moon; Ann holds three cards, and Cat so many."""
    opened(twins, Ann=3, Bob=1, Cat=cat)
    twins.tap("blue moon")
    twins.tap("Nobody matched: out!")
    return twins


def save(twins: Twins) -> str:
    """What the key that saves says."""
    return twins.shown.one("#save :is(button, a)")


def typed(twins: Twins) -> str:
    """What stands in the field for the points."""
    field = twins.shown.table.select_one("#points")
    return str(field["value"]) if field else ""


def test_points_are_typed_digit_by_digit_and_card_by_card_and_the_address_keeps_them(twins: Twins) -> None:
    won(twins)
    twins.tap("Type points")
    assert save(twins) == "Save , type the points"
    for key in ("1", "+ next card", "3", "0", "Delete the last digit", "+ next card", "5"):
        twins.tap(key, within=".keypad")
    assert typed(twins) == "1+3+5"
    assert twins.shown.one(".tally [role=status]") == "9 Ann : 3 cards"
    assert save(twins) == "Save 9 , Ann: 0 → 9"
    twins.open("?" + twins.shown.here.partition("?")[2])
    assert typed(twins) == "1+3+5"
    twins.tap("Take the last one away")
    assert typed(twins) == "1+3+"
    twins.tap("Save")
    assert twins.state["scores"] == {"Ann": 4, "Bob": 0, "Cat": 0}


def test_a_digit_after_cards_that_were_tapped_is_another_card(twins: Twins) -> None:
    won(twins)
    twins.tap("blue moon", within=".pad")
    twins.tap("Type points")
    worth = typed(twins)
    twins.tap("7", within=".keypad")
    twins.tap("5", within=".keypad")
    assert typed(twins) == f"{worth}75"
    assert worth.endswith("+")


def test_who_types_points_goes_on_typing_them(twins: Twins) -> None:
    won(twins)
    type_points(twins, "9")
    assert twins.shown.table.select(".keypad")
    assert twins.shown.one(".tally [role=status]") == "0 Cat : 2 cards"


def test_what_was_tapped_is_there_when_points_are_typed_and_again_when_cards_are_tapped(twins: Twins) -> None:
    won(twins)
    twins.tap("red wasp")
    twins.tap("winged dragon")
    twins.tap("Type points")
    assert typed(twins) == "3+5+"
    twins.tap("Tap cards")
    assert twins.shown.one(".tally [role=status]") == "8 Ann : 2 of 3 cards"


def test_the_last_card_tapped_comes_first_and_any_can_be_taken_away(twins: Twins) -> None:
    won(twins)
    for card in ("red wasp", "winged dragon", "blue cloud"):
        twins.tap(card)
    names = [str(chip["aria-label"]) for chip in twins.shown.table.select(".chip")]
    assert names == ["Take blue cloud away, 1", "Take winged dragon away, 5", "Take red wasp away, 3"]
    twins.tap("Take winged dragon away")
    assert save(twins) == "Save 4 , 1 not tapped yet"
    twins.tap("Take the last one away")
    assert save(twins) == "Save 3 , 2 not tapped yet"


def test_a_hand_with_cards_to_tap_cannot_be_saved_yet(twins: Twins) -> None:
    won(twins)
    twins.tap("red wasp")
    assert twins.shown.table.select("#save button[disabled]")
    with pytest.raises(NotThere):
        twins.shown.find("Save")


def test_no_more_cards_can_be_tapped_than_a_hand_holds(twins: Twins) -> None:
    won(twins)
    for card in ("red wasp", "winged dragon", "blue cloud"):
        assert twins.shown.table.select(".pad button:not([disabled])")
        twins.tap(card)
    assert save(twins) == "Save 9 , Ann: 0 → 9"
    assert twins.shown.table.select(".pad button")
    assert not twins.shown.table.select(".pad button:not([disabled])")
    twins.open("?player=Ann" + "".join(f"&cards={card}+wasp" for card in ("red", "blue", "green", "yellow")))
    assert twins.shown.one(".tally [role=status]") == "9 Ann : 3 of 3 cards"
    twins.tap("Take the last one away")
    assert twins.shown.table.select(".pad button:not([disabled])")


@pytest.mark.parametrize(
    ("number", "why"),
    [
        ("16", "3 cards are worth 15 points at most at this table."),
        ("2", "3 cards are worth at least 3 points at this table."),
    ],
)
def test_points_that_the_cards_can_hardly_make_are_asked_about_once(
    twins: Twins, number: str, why: str
) -> None:
    won(twins)
    twins.tap("red wasp")
    type_points(twins, number)
    assert twins.shown.one(".doubt h2") == f"{number} points for 3 cards?"
    assert twins.shown.one(".doubt p") == why
    assert twins.state["scores"]["Ann"] == 0
    twins.tap("Change it")
    assert typed(twins) == number
    twins.tap("Save")
    twins.tap(f"Save {number} anyway")
    assert twins.state["scores"]["Ann"] == int(number)
    assert twins.shown.table.select(".keypad")


def test_points_that_the_cards_can_make_are_not_asked_about(twins: Twins) -> None:
    won(twins)
    type_points(twins, "15")
    type_points(twins, "2")
    assert twins.state["scores"] == {"Ann": 15, "Bob": 0, "Cat": 2}


def test_points_from_elsewhere_are_taken_as_the_rules_take_them(ann: Visitor) -> None:
    phone = won(Twins(ann)).script
    phone.tap("Type points")
    sent = phone.request_of(phone.shown.find("Save"), points="99")
    phone.send(Request("post", sent.address, tuple(pair for pair in sent.fields if pair[0] != "ask")))
    assert phone.state["scores"]["Ann"] == 99


def test_a_keyboard_types_into_the_field_what_the_keys_would(twins: Twins) -> None:
    won(twins)
    twins.tap("Type points")
    twins.tap("Save", points="5 + 3 + 1")
    assert twins.state["scores"]["Ann"] == 9
    twins.refused("Save", points="5++1")
    assert "points" in twins.shown.one(".s-refused")


@pytest.mark.parametrize(
    "query",
    [
        "?player=Ann&points=abc",
        "?player=Ann&points=1&digit=x",
        "?player=Dan&points=5&ask=1",
        "?points=%00&digit=+",
    ],
)
def test_junk_in_the_address_is_passed_over(ann: Visitor, query: str) -> None:
    phone = won(Twins(ann)).script
    assert phone.open(query).status == 200
    assert phone.shown.one(".tally [role=status]") in ("0 Ann : 3 cards", "1 Ann : 3 cards")
    assert not phone.shown.table.select(".doubt")


def test_crazy_eights_counts_alike(ann: Visitor) -> None:
    twins = Twins(ann, "Ann Bob", game="crazy_eights")
    twins.tap("Ann deals")
    twins.tap("Hearts", within=".suits")
    twins.tap("queen of hearts")
    for name, cards in (("Ann", 2), ("Bob", 1)):
        twins.tap(name, within=".seats")
        twins.tap("Set", cards=str(cards))
    twins.tap("king of hearts")
    # All suits are there: a tap a card.
    for card in ("8 of spades", "3 of spades"):
        twins.tap(card)
    twins.tap("Take the 3 of spades away")
    twins.tap("2 of spades")
    assert save(twins) == "Save 52 , Ann"
    twins.tap("Type points")
    assert typed(twins) == "50+2+"
    type_points(twins, "101")
    assert twins.shown.one(".doubt p") == "2 cards are worth 100 points at most at this table."
    twins.tap("Save 101 anyway")
    assert twins.state["scores"] == {"Ann": 0, "Bob": 101}


def test_a_draw_before_the_count_is_told_until_that_hand_is_counted(ann: Visitor) -> None:
    phone = Phone(ann, new_game(ann))
    phone.tap("Ann deals")
    phone.tap("blue sun")
    for name, number in (("Bob", 1), ("Cat", 2)):
        phone.tap(name, within=".seats")
        phone.tap("Set", cards=number)
    phone.tap("blue wasp")
    phone.tap("Nobody matched: out!")
    assert phone.shown.one(".action b") == "Cat draws 2 first"
    type_points(phone, "9")
    assert phone.shown.one(".action b") == "Cat draws 2 first"
    assert "They count in the hand" in phone.shown.one(".action .told")


def test_what_so_many_cards_can_be_worth_is_read_off_the_deck() -> None:
    assert worth(ZarOptions(), 6) == (6, 28)
    assert worth(ZarOptions(), 0) == (0, 0)
    assert worth(EightsOptions(), 5) == (6, 210)
    least, most = worth(HouseOptions(), 3)
    assert 0 <= least < most
