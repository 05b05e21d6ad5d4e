"""Disputes at a table of ZAR and of the Game of Zar, tapped: every answer, and what is noted of it."""

from typing import Any
from urllib.parse import urlencode

import pytest

from scoring.crew.visitor import Visitor
from tests.table.page import Phone, Twins, new_game, words
from tests.table.zar import opened, type_points

pytestmark = [pytest.mark.slow, pytest.mark.any_database]

FOUR = "Ann Bob Cat Dan"
NOBODY = "No, nothing of the kind"
UNKNOWN = "Nobody can tell"


def table(ann: Visitor, *taps: str, game: str = "zar", names: str = FOUR, **options: Any) -> Phone:
    """A hand that Ann dealt, with a blue sun on top; it is Bob's turn."""
    phone = Phone(ann, new_game(ann, names, game, **options))
    flipped = "blue sun" if game == "zar" else "blue 3"
    for name in ("Ann deals", flipped, *taps):
        phone.tap(name)
    return phone


def holding(phone: Phone, **cards: int) -> Phone:
    """The same table after hands were counted."""
    for name, number in cards.items():
        phone.tap(name, within=".seats")
        phone.tap("Set", cards=number)
    return phone


def race(phone: Phone, events: tuple[str, str], players: tuple[str, str]) -> None:
    """Opens the questions about one race."""
    pairs = [("events", event) for event in events] + [("players", name) for name in players]
    phone.open(f"?sheet=close&{urlencode(pairs)}")


def races(phone: Phone) -> dict[str, list[str]]:
    """What the door offers: each label, and the names to tap."""
    groups = phone.open("?sheet=dispute").soup.select(".race")
    return {str(group["aria-label"]): [link.get_text() for link in group.select("a")] for group in groups}


def ruling(phone: Phone) -> str:
    return phone.shown.one(".s-ruled h2")


# --- who was first? -------------------------------------------------------------------------------------

#: Table 1: the events, by Bob and by Cat, whether one card lies on the other, and who is first where nothing
#: was seen. It is Bob's turn, so that he is next in the direction of play.
TABLE_1 = [
    (("zar", "gotcha"), False, "Bob"),
    (("gotcha", "zar"), False, "Cat"),
    (("play", "match"), True, "Bob"),
    (("match", "play"), True, "Cat"),
    (("draw", "match"), False, "Bob"),
    (("match", "draw"), False, "Cat"),
    (("draw", "gotcha"), False, "Bob"),
    (("gotcha", "draw"), False, "Cat"),
    (("gotcha", "last_card"), False, "Bob"),
    (("last_card", "gotcha"), False, "Cat"),
    (("match", "match"), True, "Bob"),
]


@pytest.mark.parametrize(("events", "underneath", "otherwise"), TABLE_1)
def test_every_row_of_table_1_is_ruled_by_every_evidence(
    ann: Visitor, events: tuple[str, str], underneath: bool, otherwise: str
) -> None:
    phone = table(ann, half_decks=3)
    before = phone.state
    answers = {
        "Bob did: knocked cards off": "Cat",
        "Cat did: knocked cards off": "Bob",
        UNKNOWN if underneath else NOBODY: otherwise,
    }
    if underneath:
        answers |= {"Bob’s card lies underneath": "Bob", "Cat’s card lies underneath": "Cat"}
    for answer, favoured in answers.items():
        race(phone, events, ("Bob", "Cat"))
        assert len(phone.shown.soup.select(".evidence button")) == len(answers)
        phone.tap(answer)
        assert ruling(phone).startswith(f"{favoured} was first"), answer
        assert ruling(phone).endswith("Rule 10")
        assert phone.state == before
        phone.open()
        phone.tap("Undo")


def test_a_last_card_stays_where_the_call_that_came_first_was_on_somebody_else(ann: Visitor) -> None:
    phone = holding(table(ann), Bob=2, Cat=1)
    phone.tap("blue moon")
    phone.tap("blue star")
    asked = races(phone)
    label = next(each for each in asked if each.startswith("Cat’s last card (move"))
    assert label.endswith("or a GOTCHA on Bob by:")
    phone.tap("Ann", within=f'.race[aria-label="{label}"]')
    phone.tap(NOBODY)
    assert ruling(phone).startswith("Ann was first")
    assert "Cat’s card stays: the call was on somebody else." in phone.shown.one(".s-ruled [role=status]")
    phone.tap("Ann calls GOTCHA on Bob")
    assert phone.state["phase"] == "out"
    assert (phone.state["hands"]["Bob"], phone.state["hands"]["Cat"]) == (2, 0)


def test_two_matches_meet_only_where_a_third_copy_exists(ann: Visitor) -> None:
    assert "Two matches by:" not in races(table(ann))
    offered = races(table(ann, half_decks=3))["Two matches by:"]
    assert "Cat & Dan" in offered
    phone = table(ann)
    race(phone, ("match", "match"), ("Bob", "Cat"))
    assert phone.shown.one(".s-dispute")
    assert not phone.shown.one(".evidence")


def asked_first(phone: Phone) -> list[str]:
    """What the door asks for before any names."""
    return [words(node) for node in phone.open("?sheet=dispute").soup.select("details:has(.race) > summary")]


@pytest.mark.parametrize(
    ("names", "half_decks", "folded"),
    [(FOUR, 2, 0), ("Ann Bob Cat", 3, 0), (FOUR, 4, 0), ("Ann Bob Cat Dan Eve Fay Gus", 2, 2)],
)
def test_names_come_behind_what_happened_only_where_they_are_more_than_fit(
    ann: Visitor, names: str, half_decks: int, folded: int
) -> None:
    phone = table(ann, "blue moon", names=names, half_decks=half_decks)
    asked = asked_first(phone)
    assert len(asked) == folded
    if folded:
        # What people argue about most likely lies open.
        assert next(iter(races(phone))) == "Bob’s play (move 3) or a match by:"
        assert asked[0] == "Cat’s play or a match by:"
        # Of those that are folded up only one is open.
        assert {str(node["name"]) for node in phone.shown.soup.select("details:has(.race)")} == {"race"}


def test_two_matches_among_many_players_stand_behind_their_question(ann: Visitor) -> None:
    phone = table(ann, names="Ann Bob Cat Dan Eve Fay Gus Hal Ida", half_decks=3, game="zar")
    assert "Two matches by:" in asked_first(phone)
    phone.tap("Cat & Dan")
    phone.tap(UNKNOWN)
    assert ruling(phone).startswith("Cat was first")


def behind_the_door(phone: Phone) -> str:
    """What the table's one button for disputes opens."""
    phone.tap("Dispute")
    assert phone.shown.find("Undo back to a move")
    found = phone.shown.one(".sheet :is(h3, .tabs .on)")
    phone.open()
    return found


@pytest.mark.parametrize(("game", "cards"), [("zar", "blue sun/blue moon"), ("house_zar", "blue 3/blue 4")])
def test_every_phase_of_a_hand_has_the_door(ann: Visitor, game: str, cards: str) -> None:
    phone = Phone(ann, new_game(ann, FOUR, game, end={"hands": 1}))
    first, last = cards.split("/")
    phone.tap("Ann deals")
    assert behind_the_door(phone) == "Move 1: Ann deals"
    phone.tap(first)
    assert behind_the_door(phone) == "First?"
    holding(phone, Bob=1).tap(last)
    assert phone.state["phase"] == "out"
    assert behind_the_door(phone) == "First?"
    phone.tap("Nobody matched: out!")
    assert behind_the_door(phone) == "Illegal!"
    for _ in range(3):
        type_points(phone, "14")
    assert phone.state["phase"] == "over"
    assert behind_the_door(phone) == "Move 8: Dan’s hand: 14 points"


def test_what_is_possible_right_now_is_offered_first(ann: Visitor) -> None:
    phone = table(ann)
    assert races(phone) == {
        "Bob’s play or a match by:": ["Ann", "Cat", "Dan"],
        "Bob’s draw or a match by:": ["Ann", "Cat", "Dan"],
    }
    phone.open()
    holding(phone, Bob=2, Cat=1)
    phone.tap("blue moon")
    assert races(phone) == {
        "Bob’s play (move 5) or a match by:": ["Ann", "Cat", "Dan"],
        "Bob’s “ZAR” or a GOTCHA by:": ["Ann", "Cat", "Dan"],
        # Bob has one card left and may not go out by matching himself.
        "Cat’s play or a match by:": ["Ann", "Dan"],
        "Cat’s draw or a match by:": ["Ann", "Dan"],
        "Cat’s last card or a GOTCHA on Bob by:": ["Ann", "Dan"],
    }


def test_after_a_double_no_race_is_asked_for_twice(ann: Visitor) -> None:
    phone = table(ann, "MATCH", names="Ann Bob Cat Dan Eve Fay", half_decks=4)
    phone.tap("Ann", within=".s-match")
    asked = races(phone)
    assert asked.pop("Ann’s match (move 3) or Bob’s:") == ["play", "draw"]
    others = ["Cat", "Dan", "Eve", "Fay"]
    assert asked.pop("Ann’s match (move 3) or a match by:") == others
    assert [names for label, names in asked.items() if label.startswith("Bob")] == [others, others]
    links = [link["href"] for link in phone.shown.soup.select(".race a")]
    assert len(set(links)) == len(links)


def test_the_match_that_was_first_is_noted_with_one_tap_and_nobody_is_punished(ann: Visitor) -> None:
    twins = Twins(ann)
    for name in ("Ann deals", "blue sun", "Dispute"):
        twins.tap(name)
    twins.tap("Cat", within=".race")
    assert twins.shown.one(".sheet h2") == "Bob plays in turn, or Cat matches Ann’s blue sun?"
    twins.tap("Cat’s card lies underneath")
    ruled = twins.shown.one(".sheet")
    assert "Bob’s card goes back to the hand. A lost close call costs no card. Rule 8" in ruled
    assert "Ann draws 1 card. Rule 5.2" in ruled, "before it is saved"
    twins.tap("Cat matches with a blue sun")
    assert twins.state["hands"] == {"Ann": 8, "Bob": 7, "Cat": 6}
    assert [body["do"] for body in twins.script.bodies] == ["deal", "flip", "close_call", "play"]


def test_the_play_that_was_first_is_one_tap_on_its_card(ann: Visitor) -> None:
    phone = table(ann, "Dispute")
    phone.tap("Cat", within=".race")
    phone.tap(UNKNOWN)
    phone.tap("blue moon")
    assert phone.state["top"]["by"] == "Bob"
    assert phone.state["hands"] == {"Ann": 6, "Bob": 5, "Cat": 6, "Dan": 6}


def test_a_match_that_was_first_takes_the_place_of_a_play_noted_already(ann: Visitor) -> None:
    phone = table(ann, "blue moon", "Dispute")
    phone.tap("Dan", within=".race")
    assert phone.shown.one(".sheet h2") == "Bob plays in turn, or Dan matches Ann’s blue sun?"
    phone.tap("Bob did: knocked cards off")
    phone.tap("Dan matches with a blue sun")
    assert phone.state["top"]["by"] == "Dan"
    assert phone.state["turn"] == "Ann"
    assert phone.state["hands"] == {"Ann": 7, "Bob": 6, "Cat": 6, "Dan": 5}
    assert phone.game.length == 4
    assert phone.shown.one(".tiles") == "Ann draws 1"


def test_what_is_noted_already_and_stands_needs_no_tap(ann: Visitor) -> None:
    phone = table(ann, "blue moon", "Dispute")
    phone.tap("Dan", within=".race")
    phone.tap(UNKNOWN)
    assert "It is recorded already" in phone.shown.one(".sheet")
    assert not phone.shown.soup.select(".sheet form:not(.snap)")


def test_a_zar_that_was_first_takes_the_place_of_the_gotcha(ann: Visitor) -> None:
    phone = holding(table(ann), Bob=2)
    phone.tap("blue moon")
    phone.tap("Bob", within=".seats")
    phone.tap("Dan", within="form:has([value=gotcha])")
    assert races(phone)["Dan’s GOTCHA (move 5) or Bob’s:"] == ["“ZAR”"]
    assert phone.state["hands"]["Bob"] == 2
    phone.tap("Dispute")
    phone.tap("“ZAR”", within=".race")
    phone.tap(NOBODY)
    phone.tap("Bob says “ZAR”")
    assert phone.state["hands"]["Bob"] == 1
    assert phone.state["owes_zar"] == []


def test_a_gotcha_and_a_draw_that_were_first_are_noted(ann: Visitor) -> None:
    phone = holding(table(ann), Bob=2)
    phone.tap("blue moon")
    race(phone, ("gotcha", "zar"), ("Cat", "Bob"))
    phone.tap("Bob did: knocked cards off")
    phone.tap("Cat calls GOTCHA on Bob")
    assert phone.state["hands"]["Bob"] == 2
    race(phone, ("draw", "match"), ("Cat", "Dan"))
    phone.tap(NOBODY)
    phone.tap("Cat draws")
    assert phone.state["hands"]["Cat"] == 7
    assert not phone.state["matchable"]


def test_the_log_goes_on_in_order_and_says_who_draws_by_a_close_call(ann: Visitor) -> None:
    phone = table(ann, "blue moon")
    race(phone, ("play", "match"), ("Bob", "Dan"))
    phone.tap("Dan’s card lies underneath")
    phone.tap("Dan matches with a blue sun")
    phone.open("log/")
    rows = phone.shown.soup.select(".log > li:not(.hand)")
    # Move 3 was corrected after the call, which is move 4; what it was stands struck through.
    assert [words(row.select_one(".n")) for row in rows] == ["", "4", "3", "2", "1"]
    assert words(rows[1].select_one(".text")) == "Close call: Dan was first, Bob second"
    lost = "Bob’s card goes back to the hand. A lost close call costs no card. Rule 8"
    assert f"playing a match: that card is underneath. Rule 10 {lost} Ann draws 1 card." in words(rows[1])
    assert "It came before Bob’s play: the match counts." in phone.shown.text
    phone.open()
    phone.tap("Dispute")
    phone.tap("play", within=".race")
    phone.tap("Dan’s card lies underneath")
    assert "Ann draws 1 card. Rule 5.2" in phone.shown.one(".s-ruled")
    assert "It is recorded already" in phone.shown.one(".s-ruled")


def test_a_race_at_the_game_of_zar_is_won_by_the_card_below_or_by_a_coin_that_is_kept(ann: Visitor) -> None:
    phone = table(ann, "Dispute", game="house_zar")
    phone.tap("Cat", within=".race")
    assert "knocked" not in phone.shown.one(".evidence")
    phone.tap("Nobody can tell: toss a coin")
    toss = phone.bodies[-1]["toss"]
    assert toss in ("Bob", "Cat")
    assert f"the coin fell for {toss}" in ruling(phone)
    phone.open()
    phone.tap("Undo")
    phone.tap("Dispute")
    phone.tap("Cat", within=".race")
    phone.tap("Cat’s card lies underneath")
    assert "Rule 21" in ruling(phone)
    phone.tap("Cat matches with a blue 3")
    assert phone.state["hands"]["Ann"] == phone.state["hands"]["Bob"] + 1


def test_the_play_that_was_first_takes_the_place_of_a_match_noted_already(ann: Visitor) -> None:
    twins = Twins(ann, names=FOUR)
    for name in ("Ann deals", "blue sun", "MATCH"):
        twins.tap(name)
    twins.tap("Dan", within=".s-match")
    assert twins.state["hands"] == {"Ann": 7, "Bob": 6, "Cat": 6, "Dan": 5}
    twins.tap("Dispute")
    twins.tap("play", within=".race:first-of-type")
    twins.tap("Bob’s card lies underneath")
    assert "Tap Bob’s card" in twins.shown.one(".s-ruled .label")
    twins.tap("blue moon", within=".s-ruled")
    assert twins.state["top"]["by"] == "Bob"
    assert twins.state["turn"] == "Cat"
    assert twins.state["hands"] == {"Ann": 6, "Bob": 5, "Cat": 6, "Dan": 6}
    assert twins.script.game.length == 4


def test_the_points_of_a_hand_are_those_of_everybody(ann: Visitor) -> None:
    twins = opened(Twins(ann), Bob=1)
    twins.tap("blue moon")
    twins.tap("Nobody matched")
    for points in ("14", "7"):
        type_points(twins, points)
    twins.tap("Dispute")
    lines = twins.shown.one(".sheet").partition("line by line")[2]
    assert lines.startswith(
        " Ann +14: points as counted. Rule 6 Cat +7: points as counted. Rule 6 Bob 0: went out."
    )


def test_a_power_card_that_was_first_is_asked_what_it_declares_and_a_wrong_one_is_refused(
    ann: Visitor,
) -> None:
    twins = Twins(ann, names=FOUR)
    for name in ("Ann deals", "blue sun", "MATCH"):
        twins.tap(name)
    twins.tap("Dan", within=".s-match")
    twins.tap("Dispute")
    twins.tap("play", within=".race:first-of-type")
    twins.tap("Bob’s card lies underneath")
    ruled = twins.script.shown.here
    twins.refused("red moon", within=".s-ruled")
    assert "penalty" not in twins.shown.one(".s-refused")
    twins.tap("Allow it", overruled="Bob is new")
    assert twins.state["top"]["cards"] == ["red moon"]
    assert twins.script.game.length == 4
    # What the ruling put in its place, the ruling, and the match.
    for _ in range(3):
        twins.tap("Undo")
    assert twins.state["playpile"] == 1
    for name in ("MATCH", "Dan", "Dispute"):
        twins.tap(name, within=".s-match" if name == "Dan" else "")
    twins.tap("play", within=".race:first-of-type")
    twins.tap("Bob’s card lies underneath")
    assert twins.script.shown.here == ruled
    twins.tap("side peacock", within=".s-ruled")
    twins.tap("Red", within=".s-declare")
    assert twins.state["top"]["color"] == "red"
    assert twins.state["hands"] == {"Ann": 6, "Bob": 5, "Cat": 6, "Dan": 6}


def test_two_matches_of_which_one_is_noted_are_ruled_on_as_the_turn_stood(ann: Visitor) -> None:
    for racer, first in (("Cat", "Cat"), ("Ann", "Dan")):
        phone = table(ann, "MATCH", half_decks=3)
        phone.tap("Dan", within=".s-match")
        assert races(phone)["Dan’s match (move 3) or a match by:"] == [
            "Ann",
            "Cat",
        ]
        phone.tap(racer, within=".race")
        phone.tap(UNKNOWN)
        # It was Bob's turn, so that Cat was next, then Dan, then Ann.
        assert ruling(phone).startswith(f"{first} was first, playing a match: next in the direction of play")
        phone.tap(f"{first} matches with a blue sun")
        assert phone.state["top"]["by"] == first
        assert phone.state["hands"] == {"Ann": 11, "Bob": 10, "Cat": 10, "Dan": 10} | {first: 9}


def test_two_matches_of_which_one_is_noted_are_ruled_on_by_what_was_seen(ann: Visitor) -> None:
    for below, taps in (("Dan", 0), ("Cat", 1)):
        phone = table(ann, "MATCH", half_decks=3)
        phone.tap("Dan", within=".s-match")
        phone.tap("Dispute")
        phone.tap("Cat", within=".race")
        phone.tap(f"{below}’s card lies underneath")
        assert len(phone.shown.soup.select(".s-ruled form:not(.snap)")) == taps
        for _ in range(taps):
            phone.tap("Cat matches with a blue sun")
        assert phone.state["top"]["by"] == below
        assert phone.game.length == 4


def test_a_coin_between_two_matches_of_which_one_is_noted_falls_once(ann: Visitor) -> None:
    phone = table(ann, "MATCH", game="house_zar", copies=3)
    phone.tap("Dan", within=".s-match")
    phone.tap("Dispute")
    phone.tap("Cat", within=".race")
    phone.tap("Nobody can tell: toss a coin")
    toss = phone.bodies[-1]["toss"]
    if toss == "Cat":
        phone.tap("Cat matches with a blue 3")
    else:
        assert "It is recorded already" in phone.shown.one(".sheet")
    assert phone.state["top"]["by"] == toss


def test_a_match_with_several_cards_that_was_first_is_noted_with_all_of_them(ann: Visitor) -> None:
    phone = table(ann, "Dispute", half_decks=4, chameleons=2)
    phone.tap("Cat", within=".race")
    phone.tap("Cat’s card lies underneath")
    choices = [str(node["value"]) for node in phone.shown.soup.select(".s-ruled [name=count]")]
    assert choices == ["1", "2", "3"]
    phone.tap("Cat matches with a blue sun", count="2", mixed="top 1")
    assert phone.state["top"]["cards"] == ["blue sun", "blue sun", "chameleon"]
    assert phone.state["hands"]["Cat"] == phone.state["hands"]["Dan"] - 3
    # On two half decks there is but one card to match with.
    phone = table(ann, "Dispute")
    phone.tap("Cat", within=".race")
    phone.tap("Cat’s card lies underneath")
    assert not phone.shown.soup.select(".s-ruled [name=count], .s-ruled [name=mixed]")


def test_a_match_on_a_power_card_is_noted_with_what_it_declares(ann: Visitor) -> None:
    phone = table(ann, "side peacock", "Red", "Dispute")
    phone.tap("Dan", within=".race:has([href*='players=Cat&players=Dan'])")
    phone.tap("Dan’s card lies underneath")
    assert phone.shown.one(".s-ruled .who p") == "To save it: what does Dan call with a side peacock?"
    phone.tap("Yellow", within=".s-ruled")
    assert phone.state["top"] == {"cards": ["side peacock"], "by": "Dan", "color": "yellow", "symbol": None}


def test_every_question_has_a_way_back_to_an_older_move_and_to_the_photos(ann: Visitor) -> None:
    for game in ("zar", "house_zar"):
        phone = table(ann, game=game)
        for sheet in ("dispute", "illegal", "liable", "may", "faq"):
            phone.open(f"?sheet={sheet}")
            assert phone.shown.find("Last ruling: add a photo")["href"] == f"{phone.url}log/2/"
            phone.tap("Undo back to a move")
            assert "Flip:" in phone.shown.one(".moves")
        phone.tap("Undo this, move 2")
        phone.tap("Undo this move")
        assert phone.state["phase"] == "flip"


# --- that was illegal! ----------------------------------------------------------------------------------


def test_a_play_found_illegal_five_moves_later_is_shown_undone_and_put_back(ann: Visitor) -> None:
    phone = table(ann, "red moon")
    assert phone.shown.status == 422
    phone.tap("Allow it", overruled="we thought so")
    assert "we thought so" in phone.shown.one(".action .ruled")
    for name in ("red star", "Draw", "Pass", "red sun", "blue sun"):
        phone.tap(name)
    before = phone.state
    phone.tap("Undo")
    phone.tap("Redo")
    phone.tap("Dispute")
    phone.tap("Illegal!")
    assert "Overruled (we thought so)" in phone.shown.one(".claim.no")
    assert "Legal:" in phone.shown.one(".claim:not(.no)")
    phone.tap("Bob red moon")
    assert len(phone.shown.soup.select(".falling li")) == 6
    comes = phone.shown.one(".coming")
    assert "Bob draws 1 card" in comes
    assert comes.startswith("It is Bob’s turn."), "what matters comes first"
    assert "Bob has drawn 1 of at most 3 penalty cards this turn. Rule 11.9" in comes
    assert phone.state == before
    phone.tap("It was illegal: undo it")
    assert phone.state["turn"] == "Bob"
    assert phone.state["hands"] == {"Ann": 6, "Bob": 7, "Cat": 6, "Dan": 6}
    phone.tap("Undo")
    assert phone.state == before
    phone.tap("Redo")
    assert phone.state["hands"]["Bob"] == 7


def test_the_fourth_card_for_illegal_plays_in_one_turn_is_spared_and_that_is_said(ann: Visitor) -> None:
    phone = table(ann)
    for so_far in range(4):
        phone.tap("red moon")
        phone.tap("Allow it", overruled="so be it")
        phone.open("?sheet=illegal")
        phone.tap("Bob red moon")
        assert (f"Bob has drawn {so_far + 1} of at most 3" if so_far < 3 else "no more.") in phone.shown.one(
            ".coming"
        )
        spared = "has drawn 3 penalty cards this turn already" in phone.shown.one(".coming")
        assert spared == (so_far == 3)
        phone.tap("It was illegal: undo it")
        assert phone.state["hands"]["Bob"] == 6 + min(so_far + 1, 3)


def test_an_unwound_play_of_the_game_of_zar_costs_no_card_and_a_tangle_one(ann: Visitor) -> None:
    phone = table(ann, "blue 4", "Dispute", "Illegal!", "Bob blue 4", game="house_zar")
    assert "costs no card" in phone.shown.one(".coming")
    phone.tap("Too tangled")
    assert phone.state["hands"]["Bob"] == 6
    for name in ("Dispute", "Illegal!", "Bob blue 4", "It was illegal: undo it"):
        phone.tap(name)
    assert phone.state["hands"]["Bob"] == 6


# --- gotcha? --------------------------------------------------------------------------------------------


def liable(phone: Phone) -> dict[str, str]:
    """What is said of each player, by name."""
    found = phone.open("?sheet=liable").soup.select(".liable li > p")
    texts = [" ".join(part.get_text(" ").split()) for part in found]
    return {text.split()[0]: text.partition(" ")[2] for text in texts}


def test_gotcha_is_answered_for_everybody_in_every_state(ann: Visitor) -> None:
    phone = holding(table(ann), Bob=2, Dan=1)
    assert liable(phone)["Bob"] == "holds 2 cards and owes nothing."
    assert phone.shown.one(".sheet > .hint") == "No GOTCHA is due now."
    dan = "holds 1 card, but neither played nor drew down to it, and owes nothing. Rule 6"
    assert liable(phone)["Dan"] == dan, "of those who owe nothing the rule is cited once"
    phone.open()
    phone.tap("blue moon")
    assert liable(phone)["Bob"] == "owes “ZAR” since move 5: Bob plays a blue moon. Rule 6"
    assert not phone.shown.soup.select(".sheet > .hint")
    assert phone.shown.one(".liable .owes .label") == "Bob draws 1 if somebody calls now. GOTCHA, called by"
    phone.tap("Cat", within=".liable .owes")
    assert phone.state["hands"]["Bob"] == 2
    caught = "What was owed since move 5 ended with move 6: Cat calls GOTCHA on Bob."
    assert liable(phone)["Bob"].endswith(caught)
    phone.open()
    phone.tap("Undo")
    phone.tap("Bob", within=".seats")
    phone.tap("Said “ZAR”")
    assert liable(phone)["Bob"] == "said “ZAR” after a blue moon (move 6)."
    phone.open()
    phone.tap("Bob", within=".seats")
    phone.tap("Ann", within="form:has([value=gotcha])")
    said = liable(phone)
    assert said["Bob"] == "said “ZAR” after a blue moon (move 6)."
    assert phone.shown.one(".falling") == "Move 7: Ann calls GOTCHA on Bob, with nothing owed. Rule 11.8"
    phone.tap("Ann", within="form:has([value='false call'])")
    assert phone.state["hands"]["Ann"] == 7


def test_who_is_out_owes_still_and_when_the_hand_is_won_nobody_does(ann: Visitor) -> None:
    phone = holding(table(ann), Bob=2)
    for name in ("blue moon", "Pass", "Pass", "Pass", "blue star"):
        phone.tap(name)
    assert phone.state["phase"] == "out"
    assert liable(phone)["Bob"].startswith("owes “ZAR” since move 4: Bob plays a blue moon")
    phone.open()
    phone.tap("Nobody matched: out!")
    assert liable(phone)["Bob"] == "cannot be caught any more: the hand is won."
    assert not phone.shown.soup.select(".sheet form:not(.snap)")


# --- may I? ---------------------------------------------------------------------------------------------


def test_any_card_is_asked_about_for_everybody_and_nothing_is_noted(ann: Visitor) -> None:
    phone = holding(table(ann), Bob=2)
    version = phone.game.version
    phone.tap("Dispute")
    phone.tap("May I?")
    phone.tap("blue wasp")
    answer = phone.shown.one(".sheet")
    assert "May Bob play a blue wasp? Yes, a plain play." in answer
    assert "Cat faces 2 cards." in answer
    assert "Bob is left with 1 card." in answer
    assert phone.shown.one(".say") == "Say “ZAR”"
    phone.tap("Dan : no")
    assert "out of turn only a match" in phone.shown.one(".sheet")
    assert "Rule 5.2" in phone.shown.one(".sheet")
    phone.tap("Other cards")
    phone.tap("blue sun")
    assert "Yes, a match." in phone.shown.one(".sheet h2:not(.vh)")
    phone.tap("Ann : a match of their own card")
    assert phone.shown.one(".say b") == "“DOUBLE”"
    phone.tap("Other cards")
    phone.tap("side peacock")
    assert phone.shown.one(".say b") == "“ZAR-…”"
    assert phone.game.version == version


def test_the_questions_of_the_rulebook_are_answered_for_the_table_as_it_stands(ann: Visitor) -> None:
    phone = table(ann)
    answers = phone.open("?sheet=faq").one(".faq")
    for clause in ("FAQ 1", "FAQ 3", "FAQ 4", "FAQ 5", "FAQ 6"):
        assert clause in answers
    phone.open()
    phone.tap("blue wasp")
    answers = phone.open("?sheet=faq").one(".faq")
    assert "Must Cat draw? Cat faces 2 cards: draw them all or play a wasp first. Rule 4" in answers
    assert "FAQ 6" not in answers
    phone.open()
    phone.tap("Take 2")
    assert "Is another blue wasp a match? No:" in phone.open("?sheet=faq").one(".faq")
    phone = table(ann)
    phone.tap("blue sun", within=".pad")
    assert "Is another blue sun a match? None is left: every blue sun lies on the Playpile. Rule 5" in (
        phone.open("?sheet=faq").one(".faq")
    )
    phone = holding(table(ann), Bob=1)
    phone.tap("blue wasp")
    assert "Cat draws 2 cards, which count." in phone.open("?sheet=faq").one(".faq")


def test_the_questions_of_the_game_of_zar_are_answered_by_its_options(ann: Visitor) -> None:
    for in_turn, answer in ((True, "Yes."), (False, "No, it is a plain play")):
        phone = table(ann, game="house_zar", in_turn_match=in_turn)
        asked = "Is another blue 3, played by Bob in turn, a match?"
        assert f"{asked} {answer}" in phone.open("?sheet=faq").one(".faq")


# --- what cannot be overruled ---------------------------------------------------------------------------


def test_what_cannot_be_is_corrected_and_not_overruled(ann: Visitor) -> None:
    phone = holding(table(ann), Bob=1)
    request = phone.request_of(phone.shown.find("blue moon")).with_field("count", "2")
    phone.send(request)
    assert phone.shown.status == 422
    assert phone.shown.one(".sheet h2") == "Not possible"
    assert phone.shown.one(".sheet .move") == "Bob: 2 × blue moon"
    assert not phone.shown.soup.select("[name=overruled]")
    phone.tap("Count the hand of Bob")
    assert phone.shown.one(".sheet h2") == "Bob has one card"
