"""Swap equals reload, for every action in every phase, with and without JavaScript.

`Twins` holds it after each tap; the tests here walk through the whole table and look at what they get.
"""

import pytest
from bs4 import Tag

from scoring.crew.visitor import Visitor
from tests.table.page import Twins
from tests.table.zar import on, on_top, opened, type_points

pytestmark = [pytest.mark.slow, pytest.mark.any_database]

GOTCHA = "form:has([name=do][value=gotcha])"
LEAVES = "form:has([name=do][value=quit])"
COMES_BACK = "form.who:has([name=do][value=join])"


def lawful(twins: Twins) -> list[str]:
    """The keys of the pad that may be tapped, Power cards aside."""
    keys = twins.shown.table.select(".pad button:not(.no, .pw):not([disabled])")
    return [str(key["aria-label"]) for key in keys]


def play_to_the_end(twins: Twins) -> None:
    """Everybody lays what is lawful, says ZAR when it is due, and draws what has to be drawn."""
    while twins.state["phase"] == "play":
        owing = twins.state["owes_zar"]
        if owing:
            on(twins, owing[0]).tap("Said “ZAR”")
        elif cards := lawful(twins):
            twins.tap(cards[len(twins.looks) * 7 % len(cards)])
        elif twins.state["draw_count"]:
            twins.tap("Take")
        elif twins.shown.table.select_one("[value=draw].no"):
            twins.tap("Pass")
        else:
            twins.tap("Draw")


def count_by_cards(twins: Twins) -> None:
    """Taps cards for the hand that is asked for, as many as it holds."""
    while twins.shown.table.select("#save [disabled]"):
        twins.tap(lawful(twins)[0])
    twins.tap("Save")


def score_of(twins: Twins, name: str) -> str:
    """This player's line of the standings."""
    rows = [row for row in twins.shown.table.select(".standings tbody tr") if name in row.get_text()]
    return " ".join(rows[0].get_text(" ").split())


# --- the ordinary course of a game ----------------------------------------------------------------------


def test_a_deal_a_flip_and_a_play_are_a_tap_each(twins: Twins) -> None:
    opened(twins)
    assert twins.shown.one(".now h1 span") == "Bob"
    twins.tap("blue moon")
    assert twins.state["turn"] == "Cat"
    assert twins.state["top"]["cards"] == ["blue moon"]
    assert len(twins.script.bodies) == 3


@pytest.mark.long
def test_a_whole_game_is_tapped_from_the_deal_to_the_winner_and_back_again_one_by_one(ann: Visitor) -> None:
    twins = Twins(ann, "Ann Bob", end={"hands": 2})
    for dealer in ("Ann", "Bob"):
        twins.tap(f"{dealer} deals")
        twins.tap("yellow star")
        for name in ("Ann", "Bob"):
            on(twins, name).tap("Set", cards=4)
        play_to_the_end(twins)
        assert twins.state["phase"] == "out"
        twins.tap("Nobody matched: out!")
        count_by_cards(twins)
    assert twins.state["phase"] == "over"
    assert "wins" in twins.shown.one("h1")
    assert twins.shown.one(".why-over") == "That was hand 2 of 2. Our reading 19"
    assert twins.shown.find("Share the result")["href"] == f"/games/{twins.script.game.public_id}/share/"
    seen = list(twins.looks)
    for look in reversed(seen[:-1]):
        twins.tap("Undo")
        assert twins.looks[-1] == look
    assert twins.state["phase"] == "deal"
    for look in seen[1:]:
        twins.tap("Redo")
        assert twins.looks[-1] == look
    assert twins.state["phase"] == "over"


def test_a_hand_is_counted_by_cards_or_by_points_and_the_next_one_follows(twins: Twins) -> None:
    opened(twins, Bob=1, Cat=2)
    twins.tap("blue moon")
    twins.tap("Nobody matched: out!")
    assert twins.state["phase"] == "count"
    twins.tap("red wasp")
    twins.tap("Take red wasp away")
    twins.tap("Cat", within=".losers")
    twins.tap("winged dragon")
    twins.tap("red sun")
    assert twins.shown.one("#save button") == "Save 6 , Cat: 0 → 6"
    twins.tap("Save 6")
    assert "✓ Cat 6 points" in twins.shown.one(".losers")
    type_points(twins, "11")
    assert score_of(twins, "Ann") == "3 A Ann +11 11"
    assert score_of(twins, "Bob") == "1 B Bob 0"
    twins.tap("Bob deals the next hand")
    assert twins.state["hand"] == 2


def test_a_count_that_is_half_tapped_stands_in_the_address(twins: Twins) -> None:
    opened(twins, Bob=1, Cat=2)
    twins.tap("blue moon")
    twins.tap("Nobody matched: out!")
    twins.tap("Cat", within=".losers")
    twins.tap("winged dragon")
    assert "cards=winged+dragon" in twins.shown.here
    assert twins.shown.one(".tally [role=status]") == "5 Cat : 1 of 2 cards"
    assert twins.shown.one("#save button") == "Save 5 , 1 not tapped yet"


def test_players_join_leave_and_come_back_between_hands(twins: Twins) -> None:
    twins.tap("Add", player="Eve", after="Ann")
    assert twins.state["players"] == ["Ann", "Eve", "Bob", "Cat"]
    twins.tap("Bob", within=LEAVES)
    assert twins.state["players"] == ["Ann", "Eve", "Cat"]
    twins.tap("Bob", within=COMES_BACK)
    assert twins.state["players"] == ["Ann", "Eve", "Cat", "Bob"]
    for name in ("Ann", "Eve", "Cat"):
        twins.tap(name, within=LEAVES)
    assert "A hand needs two players" in twins.shown.text


def test_another_may_deal(twins: Twins) -> None:
    twins.tap("Cat", within=".between > form")
    assert twins.state["dealer"] == "Cat"
    assert twins.state["phase"] == "flip"


def test_from_a_running_hand_the_game_is_ended(twins: Twins) -> None:
    opened(twins, Bob=1).tap("blue moon")
    twins.tap("Nobody matched: out!")
    for _ in range(2):
        type_points(twins, "7")
    twins.tap("Bob deals")
    twins.tap("blue sun")
    twins.tap("Menu")
    twins.tap("End the hand or the game")
    twins.tap("Give it up and end the game")
    assert "wins" in twins.shown.one(".s-end .wins")
    twins.tap("End the game", within=".s-end")
    assert twins.state["phase"] == "over"


def test_a_hand_is_given_up_and_a_game_ended_before_its_time(twins: Twins) -> None:
    opened(twins)
    twins.tap("Menu")
    twins.tap("End the hand or the game")
    assert len(twins.shown.soup.select(".s-void .act.hot")) == 2
    twins.tap("Give up this hand")
    assert twins.state["phase"] == "deal"
    assert "Hand 1 is given up and does not count" in twins.shown.one(".news")
    # Once, and nothing of it again below.
    assert "Undo takes it back." in twins.shown.one(".news")
    assert len(twins.shown.soup.select(".between header > *")) == 2
    # No standings tell yet who comes and goes.
    for do, said in (("quit", "Cat leaves"), ("join", "Cat sits down")):
        twins.tap("Cat", within=f"form:has([value={do}])")
        assert twins.shown.one(".news").startswith(said)
    opened(twins, Bob=1)
    twins.tap("blue moon")
    twins.tap("Nobody matched: out!")
    type_points(twins, "7")
    type_points(twins, "8")
    twins.tap("End the game now")
    assert twins.state["winners"] == ["Bob"]
    twins.tap("Undo")
    assert twins.state["winners"] == []


def test_a_power_card_that_is_flipped_is_buried(twins: Twins) -> None:
    opened(twins, "side peacock")
    assert twins.state["phase"] == "flip"
    twins.tap("red frog")
    assert twins.state["turn"] == "Cat"


# --- what a player can do -------------------------------------------------------------------------------


def test_draw_then_pass(twins: Twins) -> None:
    opened(twins).tap("Draw")
    assert twins.shown.one(".now .demand, .action.do .tiles") == "Play a card, or pass"
    twins.tap("Pass")
    assert twins.state["hands"]["Bob"] == 8
    assert twins.state["turn"] == "Cat"


def test_wasps_are_taken(twins: Twins) -> None:
    opened(twins).tap("blue wasp")
    assert twins.shown.one(".now .demand, .action.do .tiles") == "Draw 2, or play a wasp"
    twins.tap("Take 2")
    assert twins.state["hands"]["Cat"] == 9


def test_a_double_is_a_toggle_and_a_card(twins: Twins) -> None:
    opened(twins).tap("blue moon", count="2")
    assert twins.state["top"]["cards"] == ["blue moon", "blue moon"]


def test_a_match_is_two_taps(twins: Twins) -> None:
    opened(twins).tap("MATCH")
    twins.tap("Cat", within=".sheet")
    assert twins.state["top"]["by"] == "Cat"
    assert twins.state["turn"] == "Ann"


def test_a_power_card_asks_what_comes_next_and_so_does_its_match(twins: Twins) -> None:
    opened(twins).tap("winged dragon")
    assert twins.state["top"]["cards"] == ["blue sun"]
    assert "Which symbol?" in twins.shown.one(".sheet")
    twins.tap("moon", within=".sheet")
    assert twins.state["top"]["symbol"] == "moon"
    assert "asks for moons" in on_top(twins)
    twins.tap("MATCH")
    twins.tap("Ann", within=".sheet")
    assert "Which symbol?" in twins.shown.one(".sheet")
    twins.tap("galax", within=".sheet")
    assert twins.state["top"]["by"] == "Ann"
    assert twins.state["top"]["symbol"] == "galaxy"


def test_a_double_power_card_asks_once(twins: Twins) -> None:
    opened(twins).tap("side peacock", count="2")
    twins.tap("red", within=".sheet")
    assert twins.state["top"]["cards"] == ["side peacock"] * 2
    assert twins.state["top"]["color"] == "red"


def test_what_has_to_be_said_is_shown_large(twins: Twins) -> None:
    opened(twins).tap("MATCH")
    twins.tap("Cat", within=".sheet")
    said = twins.shown.one(".say")
    assert said == "Cat: “MATCH”"
    twins.tap("Menu")
    assert twins.shown.one(".say") == said


def test_zar_is_said_and_gotcha_called(twins: Twins) -> None:
    opened(twins, Bob=2).tap("blue moon")
    assert twins.shown.one(".seat.owes .name") == "Bob B"
    on(twins, "Bob").tap("Said “ZAR”")
    assert twins.state["owes_zar"] == []
    on(twins, "Cat").tap("Set", cards=2)
    twins.tap("red moon")
    on(twins, "Cat").tap("Ann", within=GOTCHA)
    assert twins.state["hands"]["Cat"] == 2


def test_a_gotcha_brings_back_who_is_out(twins: Twins) -> None:
    opened(twins, Bob=2).tap("blue moon")
    for _ in ("Cat", "Ann"):
        twins.tap("Pass")
    twins.tap("blue star")
    assert twins.state["phase"] == "out"
    twins.tap("Menu")
    twins.tap("Back to the table")
    on(twins, "Bob")
    assert "Cards in hand" not in twins.shown.one(".sheet")
    twins.tap("Ann", within=GOTCHA)
    assert (twins.state["phase"], twins.state["hands"]["Bob"]) == ("play", 1)


def test_a_match_on_the_last_card_keeps_the_hand_alive(twins: Twins) -> None:
    opened(twins, Bob=1).tap("blue moon")
    twins.tap("MATCH")
    twins.tap("Ann", within=".sheet")
    assert twins.state["phase"] == "play"
    assert twins.state["hands"]["Bob"] == 1


def test_a_penalty_card_is_drawn_from_the_sheet_of_a_player(twins: Twins) -> None:
    on(opened(twins), "Cat").tap("Penalty card")
    assert twins.state["hands"]["Cat"] == 8


def test_a_match_is_told_from_the_sheet_of_the_player(twins: Twins) -> None:
    on(opened(twins), "Cat").tap("Matched")
    assert twins.state["top"]["by"] == "Cat"


# --- against the rules ----------------------------------------------------------------------------------


def test_a_card_against_the_rules_is_refused_with_its_clause_and_a_tap_for_the_penalty(
    twins: Twins,
) -> None:
    opened(twins)
    assert twins.shown.soup.select_one("button[value='red moon'].no")
    twins.refused("red moon")
    assert twins.shown.one(".because cite").startswith("Rule ")
    assert twins.shown.one(".move") == "Bob: red moon"
    twins.tap("Bob draws 1 : penalty")
    assert twins.state["hands"]["Bob"] == 8
    assert twins.state["turn"] == "Bob"


def test_the_table_may_overrule_a_refusal(twins: Twins) -> None:
    opened(twins).refused("red moon")
    twins.tap("Allow it", overruled="we play it so")
    assert twins.state["top"]["cards"] == ["red moon"]
    assert "we play it so" in twins.shown.one(".action .ruled")


def test_a_power_card_against_the_rules_is_refused_at_once_and_asks_when_it_is_overruled(
    twins: Twins,
) -> None:
    opened(twins).tap("blue wasp")
    twins.refused("winged dragon")
    twins.tap("Allow it", overruled="a slip of the finger")
    twins.tap("moon", within=".sheet")
    assert twins.state["top"]["symbol"] == "moon"
    assert "a slip of the finger" in twins.shown.one(".action .ruled")


def test_a_card_all_laid_is_refused_and_says_which_moves_played_it(ann: Visitor) -> None:
    twins = opened(Twins(ann))
    twins.tap("blue moon")
    key = twins.shown.find("blue moon")
    assert "left1" in key.get_attribute_list("class"), "not twice"
    twins.tap("blue moon")
    key = twins.shown.find("blue moon")
    assert key["aria-description"] == "no copy left"
    twins.refused("blue moon")
    assert twins.shown.one(".s-refused h2") == "Not possible"
    assert twins.shown.one(".s-refused .move").endswith(": blue moon")
    assert twins.shown.one(".s-refused .why").endswith("check the entry. Already played: moves 3 and 4.")
    assert twins.shown.one(".s-refused .slip").startswith("Wrong key")
    assert twins.shown.find("Correct an earlier move")
    assert not twins.shown.soup.select("[name=overruled]"), "no table can allow it"


def test_undo_of_what_was_refused_takes_no_other_move_back(twins: Twins) -> None:
    opened(twins).refused("red moon")
    before = twins.state
    twins.tap("Undo")
    assert not twins.shown.one(".sheet")
    assert twins.state == before
    twins.tap("Undo")
    assert twins.state != before


def test_a_refusal_is_left_behind_by_going_back_to_the_table(twins: Twins) -> None:
    opened(twins).refused("red moon")
    twins.tap("Back to the table")
    assert not twins.shown.one(".sheet")


def test_an_illegal_play_found_later_is_undone_with_all_after_it(twins: Twins) -> None:
    opened(twins).tap("blue moon")
    twins.tap("blue star")
    twins.tap("Dispute")
    twins.tap("Illegal!")
    twins.tap("Bob blue moon")
    assert twins.state["top"]["cards"] == ["blue star"]
    twins.tap("It was illegal: undo it")
    assert twins.state["top"]["cards"] == ["blue sun"]
    assert twins.state["hands"]["Bob"] == 8


def test_an_illegal_play_is_found_during_the_count(twins: Twins) -> None:
    opened(twins, Bob=1).tap("blue moon")
    twins.tap("Nobody matched: out!")
    twins.tap("Menu")
    twins.tap("A play was illegal")
    twins.tap("Bob blue moon")
    twins.tap("It was illegal: undo it")
    assert twins.state["phase"] == "play"


def test_an_intended_false_call_costs_a_card(twins: Twins) -> None:
    opened(twins).tap("Dispute")
    twins.tap("GOTCHA?")
    twins.tap("Cat", within="form:has([value='false call'])")
    assert twins.state["hands"]["Cat"] == 8


# --- back and forth -------------------------------------------------------------------------------------


def test_a_new_move_takes_the_undone_ones_away(twins: Twins) -> None:
    opened(twins).tap("blue moon")
    twins.tap("Undo")
    assert twins.shown.soup.select_one("#redo")
    twins.tap("blue star")
    assert not twins.shown.soup.select_one("#redo")


def test_undo_and_redo_keep_their_places_under_a_sheet(twins: Twins) -> None:
    opened(twins).tap("Menu")
    twins.tap("Undo")
    assert twins.state["phase"] == "flip"
    twins.tap("Menu")
    twins.tap("Redo")
    assert twins.state["phase"] == "play"


def test_nothing_can_be_undone_at_the_beginning(twins: Twins) -> None:
    undo = twins.shown.soup.select_one("[form=undo]")
    assert isinstance(undo, Tag)
    assert undo.has_attr("disabled")
    assert not twins.shown.soup.select_one("#undo")


# --- quick tracking -------------------------------------------------------------------------------------


def test_a_quick_table_is_played_by_kinds(ann: Visitor) -> None:
    twins = Twins(ann, "Ann Bob", track="quick", end={"hands": 1})
    twins.tap("Ann deals")
    twins.tap("plain")
    for kind in ("plain", "Crab", "Wasp"):
        twins.tap(kind)
    twins.tap("Take 2")
    on(twins, "Bob").tap("Set", cards=1)
    on(twins, "Ann").tap("Set", cards=1)
    while twins.state["phase"] == "play":
        twins.tap("plain") if "plain" in lawful(twins) else twins.tap("Pass")
    twins.tap("Nobody matched: out!")
    count_by_cards(twins)
    assert twins.state["phase"] == "over"
