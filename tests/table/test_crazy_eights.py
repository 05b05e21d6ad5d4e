"""Crazy Eights at the table: swap equals reload for every tap and sheet; what pages show and refuse."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from scoring.crew.visitor import COOKIE, Visitor
from scoring.models import Game
from tests.table.page import NotThere, Phone, Shown, Twins, key_of, look, new_game, words
from tests.table.zar import type_points

pytestmark = [pytest.mark.slow, pytest.mark.any_database]


def table(ann: Visitor, names: str = "Ann Bob Cat", first: str = "queen of hearts", **options: Any) -> Twins:
    """A table of Ann's with a hand that she has dealt: the second player is next."""
    twins = Twins(ann, names, game="crazy_eights", **options)
    twins.tap("Ann deals")
    turn_over(twins, first)
    return twins


def turn_over(twins: Twins, card: str) -> None:
    """The first card of a hand: its suit, then its rank."""
    twins.tap(card.rsplit(maxsplit=1)[-1].capitalize(), within=".suits")
    twins.tap(card)


def another(twins: Twins, card: str) -> None:
    """The sheet with every card, open at the suit of this one."""
    twins.tap("Doesn’t fit")
    twins.tap(card.rsplit(maxsplit=1)[-1].capitalize(), within=".suits")


def holds(twins: Twins, name: str, cards: int) -> None:
    """The table counted a hand."""
    twins.tap(name, within=".seats")
    twins.tap("Set", cards=str(cards))


def keys(shown: Shown) -> list[str]:
    """The cards that may be played as far as the pad knows."""
    return [str(key["value"]) for key in shown.table.select(".pad button:not(.spent)")]


def won(ann: Visitor, **options: Any) -> Twins:
    """A hand that Bob has won with his last card; Ann and Cat hold two cards each."""
    twins = table(ann, **options)
    for name, cards in (("Ann", 2), ("Cat", 2), ("Bob", 1)):
        holds(twins, name, cards)
    twins.tap("king of hearts")
    return twins


def counted(twins: Twins, name: str, *cards: str) -> None:
    """Somebody's hand, tapped card by card."""
    twins.tap(name, within=".losers")
    for card in cards:
        twins.tap(card)
    twins.tap("Save")


# --- the ordinary course of a hand ----------------------------------------------------------------------


def test_the_first_card_is_two_taps_and_an_eight_goes_back(ann: Visitor) -> None:
    twins = Twins(ann, game="crazy_eights")
    twins.tap("Bob", within=".between > form")
    assert twins.shown.one("h1") == "Bob turns over a card"
    turn_over(twins, "8 of spades")
    assert twins.state["phase"] == "flip"
    assert "put it back into the stock" in twins.shown.one(".action .ruled")
    assert twins.shown.one(".action.do .tiles") == "Put the eight back ; Turn over another"
    turn_over(twins, "queen of hearts")
    assert twins.shown.one("h1 span") == "Cat"
    assert twins.shown.one(".top b") == "Q♥\ufe0e"


def test_the_pad_has_exactly_what_may_be_played_now(ann: Visitor) -> None:
    twins = table(ann)
    assert twins.shown.one(".follow") == "Any heart, another queen or an eight"
    ranks = ["ace", "2", "3", "4", "5", "6", "7", "9", "10", "jack", "king"]
    queens = [f"queen of {suit}" for suit in ("clubs", "diamonds", "spades")]
    eights = [f"8 of {suit}" for suit in ("clubs", "diamonds", "hearts", "spades")]
    assert keys(twins.shown) == [*(f"{rank} of hearts" for rank in ranks), *queens, *eights]


def test_an_ordinary_play_is_one_tap(ann: Visitor) -> None:
    twins = table(ann)
    twins.tap("queen of spades")
    assert twins.script.bodies[-1] == {"do": "play", "player": "Bob", "card": "queen of spades"}
    assert twins.shown.one("h1 span") == "Cat"
    assert "Bob plays the queen of spades: the same rank. Rule 4" in twins.shown.one(".action .ruled")


def test_an_eight_asks_for_its_suit_and_the_table_says_which_was_named(ann: Visitor) -> None:
    twins = table(ann)
    twins.tap("8 of clubs")
    assert twins.shown.one(".s-suit h2") == "Bob plays the 8 of clubs. Which suit follows?"
    assert twins.state["turn"] == "Bob"
    twins.tap("Spades", within=".s-suit")
    assert twins.shown.one(".follow") == "Any spade or an eight"
    top = twins.shown.table.select_one(".top")
    assert top is not None
    assert top["aria-label"] == "On top: 8 of clubs, by Bob, asks for spades"
    assert "ace of spades" in keys(twins.shown)
    assert "8 of clubs" not in keys(twins.shown)


def test_a_last_eight_names_nothing_and_wins_the_hand_at_once(ann: Visitor) -> None:
    twins = table(ann)
    holds(twins, "Bob", 1)
    twins.tap("8 of clubs")
    assert twins.state["phase"] == "count"
    assert twins.shown.one("h1") == "Bob is out!"


def test_who_does_not_play_draws_a_card_and_then_passes(ann: Visitor) -> None:
    twins = table(ann)
    twins.refused("Pass")
    assert "Bob has not drawn yet" in twins.shown.one(".s-refused .why")
    twins.tap("Back to the table")
    twins.tap("Draw")
    assert twins.state["hands"]["Bob"] == 6
    assert twins.shown.one(".action.do .tiles") == "Bob draws a card"
    twins.refused("Draw")
    twins.tap("Back to the table")
    twins.tap("Pass")
    assert twins.shown.one("h1 span") == "Cat"


def test_a_card_that_does_not_follow_is_refused_with_its_clause_and_can_be_overruled(ann: Visitor) -> None:
    twins = table(ann)
    with pytest.raises(NotThere):
        twins.shown.find("3 of clubs")
    another(twins, "3 of clubs")
    key = twins.shown.find("3 of clubs")
    assert key["aria-description"] == "against the rules"
    twins.refused("3 of clubs")
    why = twins.shown.one(".s-refused .why")
    assert "play a heart, another queen or an eight, or draw a card." in why
    assert "Rule 4" in twins.shown.one(".s-refused .because summary")
    assert twins.shown.one(".slip").startswith("Wrong key")
    twins.tap("Allow it", overruled="Bob is new to it")
    assert twins.state["top"] == {"card": "3 of clubs", "by": "Bob", "suit": "clubs"}


def test_a_card_all_laid_is_refused_and_says_which_move_played_it(ann: Visitor) -> None:
    twins = table(ann)
    twins.tap("8 of clubs")
    twins.tap("Spades", within=".s-suit")
    assert twins.shown.find("8 of clubs")["aria-description"] == "no copy left"
    another(twins, "8 of clubs")
    twins.refused("8 of clubs")
    assert twins.shown.one(".s-refused h2") == "Not possible"
    assert twins.shown.one(".s-refused .move") == "Cat plays the 8 of clubs"
    assert twins.shown.one(".s-refused .why").endswith("check the entry. Already played: move 3.")
    assert twins.shown.find("Correct an earlier move")
    twins.tap("Wrong key")
    assert twins.shown.one("h1 span") == "Cat"


def test_a_hand_that_is_blocked_is_counted_by_everybody(ann: Visitor) -> None:
    twins = table(ann)
    holds(twins, "Ann", 41)
    for _ in range(3):
        twins.tap("Pass")
    assert twins.shown.one("h1") == "The hand is blocked"
    assert [words(node) for node in twins.shown.table.select(".losers .name")] == ["Ann", "Bob", "Cat"]
    for name, points in (("Ann", 300), ("Bob", 7), ("Cat", 12)):
        twins.tap(name, within=".losers")
        type_points(twins, str(points))
    assert twins.state["scores"] == {"Ann": 0, "Bob": 298, "Cat": 0}


# --- count, between hands, the end ----------------------------------------------------------------------


def test_a_hand_is_counted_card_by_card_or_by_its_points(ann: Visitor) -> None:
    twins = won(ann)
    assert "Tap what is left" in twins.shown.one(".chosen")
    with pytest.raises(NotThere):
        twins.shown.find("king of hearts")
    twins.tap("ace of hearts")
    assert twins.shown.one(".tally [role=status]") == "1 Ann : 1 of 2 cards"
    twins.tap("Take the ace of hearts away")
    assert twins.shown.one(".sum") == "0"
    counted(twins, "Ann", "8 of clubs", "7 of spades")
    assert twins.shown.one(".losers .done") == "✓ Ann 57 points"
    type_points(twins, "20")
    assert twins.state["scores"] == {"Ann": 0, "Bob": 77, "Cat": 0}
    assert twins.shown.one("h1") == "After hand 1"
    rows = [words(row) for row in twins.shown.table.select(".standings tbody tr")]
    assert rows == ["1 B Bob +77 77", "2 A Ann held 57 tied 0", "2 C Cat held 20 tied 0"]
    assert twins.shown.table.select(".standings tr:nth-child(1) [aria-label=leads]")
    # The sum is a tap away.
    assert str(twins.shown.find("How it adds up", ".between header")["href"]).startswith("/games/")


@pytest.mark.long
def test_a_whole_game_is_tapped_to_the_winner_and_back_again_one_by_one(ann: Visitor) -> None:
    twins = won(ann)
    counted(twins, "Ann", "8 of clubs", "7 of spades")
    counted(twins, "Cat", "8 of spades", "ace of clubs")
    assert twins.state["phase"] == "over"
    assert twins.shown.one("h1") == "Bob wins"
    assert twins.shown.one(".why-over") == "Bob reached 108: the game ends at 100. Rule 11"
    assert twins.shown.one(".detail") == "1 hand played; the highest score wins."
    seen = list(twins.looks)
    for before in reversed(seen[:-1]):
        twins.tap("Undo")
        assert twins.looks[-1] == before
    assert twins.state["phase"] == "deal"
    for after in seen[1:]:
        twins.tap("Redo")
        assert twins.looks[-1] == after
    assert twins.state["phase"] == "over"


def test_players_come_and_go_between_hands_and_the_table_may_end_the_game(ann: Visitor) -> None:
    twins = won(ann)
    counted(twins, "Ann", "2 of clubs", "7 of spades")
    counted(twins, "Cat", "3 of spades", "ace of clubs")
    twins.tap("Add", player="Dan", after="Bob")
    assert twins.state["players"] == ["Ann", "Bob", "Dan", "Cat"]
    twins.tap("Bob", within="form:has([value=quit])")
    assert "Bob left 13" in " ".join(words(row) for row in twins.shown.table.select("tr"))
    twins.tap("Menu")
    assert twins.tap("End the game").one(".s-end .why").endswith("Equal scores share the win.")
    twins.tap("End the game", within=".s-end")
    assert twins.shown.one("h1") == "Ann, Dan and Cat share the win"


def test_a_hand_is_given_up_from_the_menu_and_dealt_again(ann: Visitor) -> None:
    twins = table(ann)
    twins.tap("Menu")
    twins.tap("End the hand or the game")
    twins.tap("Give up this hand")
    assert "Hand 1 is given up and does not count" in twins.shown.one(".news")
    assert twins.shown.find("Discard this game", ".acts")
    twins.tap("Menu")
    assert "No hand is counted yet" in twins.tap("End the game").one(".s-end")
    twins.tap("Back to the table")
    twins.tap("Ann deals")
    assert twins.state["hand"] == 1


# --- sheets, disputes, junk, corrections ----------------------------------------------------------------


def test_the_sheets_open_by_their_address_and_nonsense_opens_none(ann: Visitor) -> None:
    twins = table(ann)
    twins.open("?sheet=suit&player=Bob&card=8+of+clubs")
    assert twins.shown.table.select(".s-suit")
    for query in (
        "?sheet=suit&player=Bob&card=7+of+clubs",
        "?sheet=suit&player=Dan&card=8+of+clubs",
        "?sheet=suit",
        "?sheet=seat&player=7",
        "?sheet=seat&player=Bob",
        "?sheet=nothing",
    ):
        twins.open(query)
        assert not twins.shown.table.select(".sheet"), query
    twins.open("?sheet=cards&suit=stars")
    assert twins.shown.one(".s-cards h2") == "Which card does Bob play?"


def test_a_dispute_is_answered_with_what_the_top_card_asks_for(ann: Visitor) -> None:
    phone = table(ann).script
    phone.open("?sheet=dispute")
    phone.tap("May this card be played?")
    assert "On the queen of hearts go hearts, and every queen." in phone.shown.one(".sheet")
    phone.tap("Ask the referee", card="3 of clubs")
    assert phone.shown.one(".verdict b") == "No"
    phone.tap("Ask the referee", card="3 of hearts")
    assert phone.shown.one(".verdict b") == "Yes"
    assert phone.state["top"]["card"] == "queen of hearts"


def test_the_dispute_of_a_count_adds_the_hand_up(ann: Visitor) -> None:
    twins = won(ann)
    counted(twins, "Ann", "8 of clubs", "queen of spades")
    twins.tap("Dispute")
    assert "The 8 of clubs: 50." in twins.shown.one(".sheet")
    assert "50 + 10 = 60." in twins.shown.one(".sheet")


@pytest.mark.parametrize(
    "fields",
    [
        {"card": "8 of stars", "player": "Bob"},
        {"card": "3 of hearts", "player": "Cat"},
        {"card": "8 of hearts", "player": "Cat"},
        {"card": "8 of hearts", "player": "Dan"},
        {"card": "3 of hearts", "player": "Bob", "suit": "hearts"},
        {"card": "8 of hearts", "player": "Bob", "suit": "stars"},
        {"card": "", "player": "Bob"},
        {"do": "flip", "card": "3 of hearts"},
        {"do": "count", "player": "Bob", "points": "-1"},
        {"do": "count", "player": "Bob", "cards": "3 of hearts"},
        {"do": "recount", "player": "Bob", "cards": "9" * 400},
        {"do": "take", "player": "Bob"},
        {"do": "\u202e"},
    ],
)
def test_junk_is_refused_in_words_and_changes_nothing(ann: Visitor, fields: dict[str, str]) -> None:
    phone = table(ann).script
    request = phone.request_of(phone.shown.find("3 of hearts"))
    kept = tuple(pair for pair in request.fields if pair[0] in ("key", "csrfmiddlewaretoken"))
    before = phone.state
    shown = phone.send(type(request)("post", request.address, (*kept, *fields.items())))
    assert shown.status == 422
    assert len(shown.one(".s-refused .why")) > 10
    assert phone.state == before


def test_junk_in_the_address_of_a_count_is_passed_over(ann: Visitor) -> None:
    phone = won(ann).script
    for query in ("?player=Dan&suit=stars&cards=joker", "?" + "cards=8+of+clubs&" * 60, "?cards=%00"):
        assert phone.open(query).status == 200
        assert "Ann : 0 of 2 cards" in phone.shown.one(".tally")


def test_a_play_is_corrected_and_what_follows_from_it_is_shown_first(ann: Visitor) -> None:
    twins = table(ann)
    twins.tap("3 of hearts")
    twins.tap("4 of hearts")
    phone = twins.script
    url = f"{phone.url}correct/3/"
    shown = phone.open("correct/3/")
    assert [node["value"] for node in shown.soup.select(".pad .k.on")] == ["3 of hearts"]
    fields = key_of(shown) | {"player": "Bob", "card": "8 of clubs", "suit": "hearts"}
    seen = Shown(phone.client.post(url, fields, follow=True))
    assert seen.status == 200
    assert phone.state["discards"] == 3
    phone.client.post(url, fields | {"save": "1"})
    assert phone.state["discards"] == 3
    phone.open()
    phone.tap("Undo")
    assert phone.state["top"]["card"] == "4 of hearts", "the play is back that was there, and what followed"


# --- the pages around the table -------------------------------------------------------------------------


def client(ann: Visitor) -> Client:
    found = Client()
    found.cookies[COOKIE] = ann.token
    return found


@pytest.mark.parametrize(
    ("names", "fields", "told"),
    [
        (6, {}, "6 names are too many: 2 to 5 players, 7 with 2 packs."),
        (8, {"packs": "2"}, "8 names are too many: 2 to 7 players."),
        (2, {"score": "0"}, "The score has to be a whole number from 1 to 9999."),
        (2, {"hands": "many"}, "The number of hands has to be a whole number from 1 to 9999."),
        (2, {"packs": "3"}, "That cannot be agreed on"),
        (2, {"draw": "x"}, "That cannot be agreed on"),
        (2, {"time": "25:00"}, "That cannot be agreed on"),
    ],
)
def test_what_cannot_be_agreed_on_is_said(
    ann: Visitor, names: int, fields: dict[str, str], told: str
) -> None:
    sent = {"name": [f"Player {n}" for n in range(names)], "start": "1"} | fields
    page = Shown(client(ann).post("/new/crazy_eights/", sent))
    assert page.status == 422
    assert told in page.one(".errors")
    assert not Game.objects.exists()


def test_a_game_is_agreed_on_and_a_rematch_remembers_it(ann: Visitor) -> None:
    phone = client(ann)
    sent = {"name": ["Ann", "Bob"], "packs": "2", "draw": "until", "next_dealer": "winner", "score": "50"}
    assert phone.post("/new/crazy_eights/", sent | {"start": "1"}).status_code == 303
    game = Game.objects.get()
    assert game.options == {"packs": 2, "draw": "until", "next_dealer": "winner", "end": {"score": 50}}
    assert game.phase == "flip"
    again = Shown(phone.get(f"/new/crazy_eights/?rematch={game.public_id}"))
    for chosen in ("[name=packs][value='2']", "[name=draw][value=until]", "[name=next_dealer][value=winner]"):
        assert again.soup.select_one(f"{chosen}[checked]"), chosen
    assert again.soup.select_one("[name=score][value='50']")


def test_a_tap_asks_the_database_no_more_than_eight_times(
    ann: Visitor, django_assert_max_num_queries: Any
) -> None:
    phone = Phone(ann, new_game(ann, game="crazy_eights"))
    phone.tap("Ann deals")
    phone.tap("ace of clubs")
    request = phone.request_of(phone.shown.find("3 of clubs"))
    with django_assert_max_num_queries(8 + 2):  # two of the savepoint that the test itself lives in
        phone.send(request)
    assert phone.shown.status == 200


def test_two_looks_at_one_table_are_alike(ann: Visitor) -> None:
    twins = table(ann)
    assert look(twins.script.open()) == look(twins.plain.open())
