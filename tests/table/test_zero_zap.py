"""Zero Zap at the table: swap equals reload for every action and sheet, refusals in words, corrections."""

from __future__ import annotations

import random
from typing import Any

import pytest

from referee.games.registry import GAMES, PRESENTERS
from referee.games.zero_zap import build as tally
from referee.rules.zero_zap import cards
from referee.rules.zero_zap.moves import Sheet
from scoring.crew.visitor import Visitor
from scoring.log import tap_keys
from tests import taps
from tests.table.monkey import TAPS, liking, offered, typed_into
from tests.table.page import Phone, Shown, Twins, new_game, words

pytestmark = [pytest.mark.slow, pytest.mark.any_database]

GAME = GAMES["zero_zap"]
PRESENTER = PRESENTERS["zero_zap"]


@pytest.fixture
def twins(ann: Visitor) -> Twins:
    """Ann's two phones, one without scripts, at two new games of Ann, Bob and Cat."""
    return Twins(ann, game="zero_zap")


@pytest.fixture
def phone(ann: Visitor) -> Phone:
    return Phone(ann, new_game(ann, game="zero_zap"))


def dealt(twins: Twins, **holding: int) -> Twins:
    """Cat deals, so that Ann begins; hands are recounted to the sizes that the test is about."""
    twins.tap("Cat", within="details")
    for name, number in holding.items():
        twins.tap(name, within=".seats")
        twins.tap("Set", cards=number)
    return twins


def lay(twins: Twins, *given: str) -> None:
    """Taps cards, and lays them."""
    if not twins.shown.table.select_one("[name=lay]"):
        twins.tap("Play a set or run")
    for card in given:
        twins.tap(card, within=".card-pad")
    twins.tap("Play it")


def state_of(shown: Shown, label: str) -> str:
    """How a key looks: "", `no` or `off`."""
    key = shown.table.select_one(f'.k[aria-label="{label}"]')
    assert key is not None, label
    return next((name for name in ("no", "off") if name in key.get_attribute_list("class")), "")


def lines(shown: Shown) -> list[str]:
    return [words(line) for line in shown.table.select(".score-lines li")]


# --- turn by turn ---------------------------------------------------------------------------------------


def test_both_ways_to_keep_a_round_are_offered_before_the_first(twins: Twins) -> None:
    assert "Turn by turn" in twins.shown.text
    assert "Score a whole round" in twins.shown.text
    twins.tap("Score a whole round")
    twins.tap("Not now")
    twins.tap("Ann deals")
    assert twins.state["turn"] == "Bob"


def test_an_ordinary_turn_is_two_taps(twins: Twins) -> None:
    dealt(twins)
    twins.tap("Draw 2")
    twins.tap("Discard red 4")
    assert (twins.state["lineup"], twins.state["turn"], twins.state["phase"]) == (["red 4"], "Bob", "draw")
    twins.tap("Draw 1")
    assert twins.state["hands"]["Bob"] == 8
    for _ in range(4):
        twins.tap("Undo")
    assert twins.state["phase"] == "deal"
    for _ in range(4):
        twins.tap("Redo")
    assert twins.state["hands"]["Bob"] == 8


def test_a_set_or_run_says_at_each_tap_what_it_is(twins: Twins) -> None:
    dealt(twins).tap("Draw 2")
    twins.tap("Play a set or run")
    twins.tap("red 3", within=".card-pad")
    assert "Not yet. A set or run takes at least 3 cards, not 1." in twins.shown.one(".action .ruled")
    assert state_of(twins.shown, "blue 3") == "no"
    assert state_of(twins.shown, "red 7") == ""
    twins.tap("red 7", within=".card-pad")
    twins.tap("red 4", within=".card-pad")
    assert "red 5 and red 6 would have to be there" in twins.shown.one(".action .ruled")
    twins.tap("Take red 7 away")
    twins.tap("wild", within=".card-pad")
    assert twins.shown.one(".action .tiles") == "+3 ; Run of 3 in red"
    twins.tap("Play it")
    assert twins.state["melds"]["Ann"] == [["red 3", "red 4", "wild"]]
    assert "+3" in twins.shown.one(".seat.turn .score")


def test_cards_are_added_to_ones_own_and_doubled(twins: Twins) -> None:
    dealt(twins).tap("Draw 2")
    lay(twins, "green 5", "green 5", "green 5")
    lay(twins, "blue 1", "blue 2", "blue 3")
    twins.tap("Play a set or run")
    twins.tap("Play double blue")
    twins.tap("Play a set or run")
    twins.tap("blue 4", within=".card-pad")
    assert "Add to the run of 3 blue: run of 4 blue, 8 points" in [
        str(node.get("aria-label")) for node in twins.shown.table.select(".adding button")
    ]
    refused = twins.refused("Add to the set of 3 green")
    assert "one colour" in refused.one(".why")
    twins.tap("Back to the table")
    assert "cards=blue+4" in twins.shown.here
    twins.tap("Add to the run of 3 blue")
    assert twins.state["melds"]["Ann"][1] == ["blue 1", "blue 2", "blue 3", "blue 4"]
    assert twins.state["doubles"]["Ann"] == ["blue"]
    assert "+14" in twins.shown.one(".seat.turn .score")


def test_a_card_of_the_lineup_says_what_comes_along_and_is_laid_first(twins: Twins) -> None:
    dealt(twins)
    for card in ("red 4", "double blue", "green 2", "wild"):
        twins.tap("Draw 2")
        twins.tap(f"Discard {card}", within=".card-pad")
    assert state_of(twins.shown, "Take double blue, and with it green 2, wild") == "no"
    refused = twins.refused("Take double blue")
    assert "cannot be chosen" in refused.one(".why")
    twins.tap("Back to the table")
    twins.tap("Take red 4, and with it double blue, green 2, wild")
    assert twins.state["hands"]["Bob"] == 12
    assert "Play the red 4" in twins.shown.one(".demand")
    assert "from the lineup" in twins.shown.one(".chosen")
    twins.tap("Discard one")
    refused = twins.refused("Discard red 1")
    assert "comes first" in refused.one(".why")
    twins.tap("Back to the table")
    twins.tap("red 5", within=".card-pad")
    twins.tap("red 6", within=".card-pad")
    twins.tap("Play it")
    assert twins.state["melds"]["Bob"] == [["red 4", "red 5", "red 6"]]


def test_what_is_against_the_rules_can_be_overruled(twins: Twins) -> None:
    dealt(twins, Ann=7).tap("Draw 2")
    twins.tap("Play a set or run")
    for card in ("red 1", "red 2", "blue 3"):
        twins.tap(card, within=".card-pad")
    refused = twins.refused("Play it")
    assert "one colour" in refused.one(".why")
    assert "Rule 4" in refused.one(".because summary")
    twins.tap("Allow it", overruled="Cat is six")
    assert twins.state["melds"]["Ann"] == [["red 1", "red 2", "blue 3"]]
    assert twins.script.bodies[-1]["overruled"] == "Cat is six"


def test_a_card_is_kept_for_the_discard(twins: Twins) -> None:
    dealt(twins, Ann=1).tap("Draw 2")
    twins.tap("Play a set or run")
    for card in ("red 1", "red 2", "red 3"):
        twins.tap(card, within=".card-pad")
    assert "keep one back" in twins.shown.one(".action .ruled")
    assert "Our reading 1" in twins.refused("Play it").one(".because summary")


# --- the special cards ----------------------------------------------------------------------------------


def test_reshuffle_and_pass_hands_are_a_tap_each(twins: Twins) -> None:
    dealt(twins, Ann=2).tap("Draw 2")
    twins.tap("Discard Reshuffle")
    assert twins.state["lineup"] == []
    twins.tap("Draw 2")
    twins.tap("Discard Pass hands")
    assert twins.state["hands"] == {"Ann": 8, "Bob": 7, "Cat": 3}


def test_give_and_bonus_ask_whom(twins: Twins) -> None:
    dealt(twins).tap("Draw 2")
    twins.tap("Discard Give")
    assert [words(node) for node in twins.shown.table.select(".sheet button")] == ["Bob", "Cat"]
    twins.tap("Back to the table")
    twins.tap("Discard Give")
    twins.tap("Cat", within=".sheet")
    assert twins.state["hands"] == {"Ann": 7, "Bob": 7, "Cat": 8}
    twins.tap("Draw 2")
    twins.tap("Discard Bonus")
    twins.tap("Bob", within=".sheet")
    assert twins.state["hands"]["Bob"] == 10


def test_with_two_cards_giving_one_away_goes_out(twins: Twins) -> None:
    dealt(twins, Ann=1).tap("Draw 1")
    twins.tap("Discard Give")
    assert "Ann goes out" in twins.shown.one(".sheet .hint")
    twins.tap("Bob", within=".sheet")
    assert twins.state["phase"] == "count"


def test_pass_colour_asks_how_many_each_hands_on(twins: Twins) -> None:
    dealt(twins).tap("Draw 2")
    twins.tap("Discard Pass colour")
    assert twins.shown.one(".sheet h2") == "How many does Ann hand to Bob?"
    for number in "31":
        twins.tap(number, within=".handing")
    assert twins.shown.one(".sheet h2") == "How many does Cat hand to Ann?"
    twins.tap("Bob 1: change it")
    assert twins.shown.one(".sheet h2") == "How many does Bob hand to Cat?"
    for number in "02":
        twins.tap(number, within=".handing")
    assert twins.state["hands"] == {"Ann": 7, "Bob": 10, "Cat": 5}


def test_steal_offers_what_lies_and_nothing_where_nothing_does(twins: Twins) -> None:
    dealt(twins).tap("Draw 2")
    twins.tap("Discard Steal")
    assert twins.state["turn"] == "Bob"
    twins.tap("Draw 2")
    lay(twins, "red 2", "red 2", "red 2")
    twins.tap("Play a set or run")
    twins.tap("Play double red")
    twins.tap("Discard red 1")
    twins.tap("Draw 2")
    twins.tap("Discard Steal")
    twins.tap("set of 3 red of Bob")
    assert twins.state["melds"] == {"Ann": [], "Bob": [], "Cat": [["red 2", "red 2", "red 2"]]}
    twins.tap("Draw 2")
    twins.tap("Discard Steal")
    twins.tap("double red of Bob")
    assert twins.state["doubles"]["Ann"] == ["red"]


def test_a_player_without_cards_passes(twins: Twins) -> None:
    dealt(twins).tap("Draw 1")
    twins.tap("Ann", within=".seats")
    twins.tap("Set", cards=0)
    assert twins.shown.one(".demand") == "No card to discard: pass"
    twins.tap("Pass")
    assert twins.state["turn"] == "Bob"
    assert "is not out" in twins.shown.one(".action .ruled")


# --- the end of a round ---------------------------------------------------------------------------------


def test_zero_zap_is_said_with_the_last_card_only(twins: Twins) -> None:
    dealt(twins).tap("Draw 2")
    assert state_of(twins.shown, "Zero Zap") == "no"
    assert "not discarded while other cards are held" in twins.refused("Zero Zap").one(".why")
    twins.tap("Back to the table")
    twins.tap("Ann", within=".seats")
    twins.tap("Set", cards=1)
    twins.tap("Zero Zap", within=".card-pad")
    twins.tap("Bob", within=".sheet")
    assert twins.state["phase"] == "count"
    assert "Bob loses the round’s points. What do the others hold?" in twins.shown.one(".follow")
    assert twins.shown.one(".action.stop .tiles") == "Zero Zap hits Bob"
    assert twins.shown.table.select(".held-or-zap .hot:not([disabled])") == []


def test_a_round_is_counted_with_a_tap_for_each_and_adds_up_line_by_line(twins: Twins) -> None:
    dealt(twins, Ann=5, Cat=3).tap("Draw 2")
    lay(twins, "blue 1", "blue 2", "blue 3")
    twins.tap("Ann", within=".seats")
    twins.tap("Set", cards=1)
    twins.tap("Discard blue 7")
    assert "3 played, +5 out +8" in twins.shown.text
    twins.tap("Bob: 7 held, −7")
    twins.tap("Cat: 3 held, Zero Zap among them, −3")
    assert twins.state["scores"] == {"Ann": 8, "Bob": -7, "Cat": -3}
    twins.tap("How it adds up")
    assert "run of 3 blue Rule 5 +3 went out Rule 11 +5 Total +8" in twins.shown.one(".sheet")
    twins.tap("Back to the table")
    assert twins.shown.one(".between form .match") == "Ann deals"


def test_a_round_is_given_up_and_the_game_ended(twins: Twins) -> None:
    dealt(twins).tap("Menu")
    twins.tap("End the round or the game")
    twins.tap("Give up this round")
    assert twins.state["phase"] == "deal"
    assert twins.shown.one("h1") == "Round 1: no score"
    assert "Undo takes it back." in twins.shown.one(".between header")
    # Who dealt it deals it anew.
    assert twins.shown.one(".between form .match") == "Cat deals"
    # Nothing is counted that anybody could win by.
    assert twins.shown.find("Discard this game", ".acts")
    twins.tap("Menu")
    assert "No round is counted yet" in twins.tap("End the game").one(".s-end")
    assert twins.shown.find("Discard this game", ".s-end")
    assert "wins" not in twins.shown.one(".s-end")
    twins.tap("Back to the table")
    score(twins, {"Ann": ["went out"], "Bob": ["3 more"], "Cat": ["1 more"]})
    twins.tap("End the game now")
    assert twins.state["winners"] == ["Ann"]
    twins.tap("How the last round adds up")
    twins.tap("Back to the table")


# --- round by round -------------------------------------------------------------------------------------


def score(twins: Twins, taps: dict[str, list[str]]) -> None:
    """Scores a round with the calculator."""
    twins.tap("Score a whole round")
    for name, keys in taps.items():
        twins.tap(name, within=".scorers")
        for key in keys:
            twins.tap(key, within=".card-pad")
    twins.tap("Save round")


def test_the_calculator_adds_up_line_by_line_before_it_saves(twins: Twins) -> None:
    twins.tap("Score a whole round")
    assert "One player goes out, with no cards left: choose who." in twins.shown.one(".tally")
    for key in ("set of 4 red", "run of 7 red", "double red", "went out"):
        twins.tap(key)
    assert lines(twins.shown) == [
        "set of 4 red +8",
        "double red +8",
        "run of 7 red +7",
        "double red +7",
        "went out +5",
    ]
    assert twins.shown.one(".tally").startswith("+35 Ann")
    twins.tap("Take away: run of 7 red")
    assert twins.shown.one(".tally").startswith("+21 Ann")
    twins.tap("run of 7 red")
    twins.tap("Next player")
    for key in ("set of 3 blue", "7 more", "2 more", "holds Zero Zap"):
        twins.tap(key)
    assert lines(twins.shown) == ["set of 3 blue +6", "Zero Zap −6", "cards held −9"]
    assert twins.shown.one(".tally").endswith("Nothing yet: Cat")
    assert twins.shown.one(".stuck .match") == "Next player"
    twins.tap("Next player")
    twins.tap("Next player")
    assert twins.shown.one(".tally").startswith("+35 Ann")
    twins.tap("Save round")
    assert twins.state["scores"] == {"Ann": 35, "Bob": -9, "Cat": 0}
    assert "Nothing" not in twins.shown.text


def test_there_is_one_double_of_a_colour_one_who_goes_out_and_one_zero_zap(twins: Twins) -> None:
    twins.tap("Score a whole round")
    for key in ("double red", "went out"):
        twins.tap(key)
    twins.tap("Next player")
    for key in ("double red", "went out", "holds Zero Zap", "hit by Zero Zap", "4 more"):
        twins.tap(key)
    pressed = [str(node["aria-label"]) for node in twins.shown.table.select("[aria-pressed]")]
    assert pressed == ["double red", "hit by Zero Zap"]
    assert "out" not in twins.shown.one(".scorers")
    twins.tap("Ann", within=".scorers")
    assert twins.shown.table.select("[aria-pressed]") == []


def test_a_game_scored_round_by_round_ends_at_the_target(ann: Visitor) -> None:
    twins = Twins(ann, "Ann Bob", game="zero_zap", end={"score": 30})
    score(twins, {"Ann": ["set of 4 blue", "went out"], "Bob": ["5 more"]})
    assert twins.state["phase"] == "deal"
    score(twins, {"Ann": ["run of 7 blue", "double blue", "went out"], "Bob": ["3 more", "hit by Zero"]})
    assert twins.state["winners"] == ["Ann"]
    assert "Ann wins" in twins.shown.one("h1")
    twins.tap("Undo")
    assert twins.state["scores"] == {"Ann": 13, "Bob": -5}
    twins.tap("Redo")
    assert twins.shown.one(".why-over") == "Ann reached 32: the game ends at 30. Rule 15"


@pytest.mark.parametrize("taps", [("0 set red 4", "1 held 2", "0 out", "0 double blue", "1 holds")])
def test_taps_make_a_round_and_a_round_its_taps(taps: tuple[str, ...]) -> None:
    sheets = tally.table_of(taps, 2)
    assert sorted(tally.texts_of(sheets)) == sorted(taps)
    assert tally.table_of(tally.texts_of(sheets), 2) == sheets


@pytest.mark.parametrize(
    "tap", ["", "set", "set red 5", "run pink 3", "run red 8", "held -1", "held x", "0 out"]
)
def test_what_is_no_tap_is_none(tap: str) -> None:
    assert tally.tapped(Sheet(), tap) is None


# --- junk -----------------------------------------------------------------------------------------------


JUNK: list[dict[str, Any]] = [
    {},
    {"do": "nonsense"},
    {"do": "draw", "player": "Ann", "cards": "9"},
    {"do": "draw", "player": "Dan", "cards": "2"},
    {"do": "take", "player": "Ann", "take": "x"},
    {"do": "take", "player": "Ann", "take": "99999999999 red 1"},
    {"do": "meld", "player": "Ann", "cards": "pink 9"},
    {"do": "meld", "player": "Ann"},
    {"do": "add", "player": "Ann", "cards": "red 1", "meld": "-1"},
    {"do": "double", "player": "Ann", "color": "pink"},
    {"do": "discard", "player": "Ann", "card": "red 1", "target": "Bob"},
    {"do": "discard", "player": "Ann", "card": "give"},
    {"do": "discard", "player": "Ann", "card": "give", "target": "Nobody"},
    {"do": "discard", "player": "Ann", "card": "pass color", "passed": "1"},
    {"do": "discard", "player": "Ann", "card": "pass color", "names": "Ann", "passed": "x"},
    {"do": "discard", "player": "Ann", "card": "steal", "target": "Bob"},
    {"do": "count", "player": "Bob", "cards": "3"},
    {"do": "round", "names": ["Ann", "Bob", "Cat"], "e": "0 nonsense"},
    {"do": "round", "names": ["Ann", "Bob", "Cat"], "e": "7 out"},
    {"do": "round", "names": "Ann"},
    {"do": "recount", "player": "Ann", "cards": "-4"},
    {"do": "recount", "player": "Ann", "cards": "400"},
    {"do": "zap", "player": "Ann", "target": ""},
]


@pytest.mark.parametrize("sent", JUNK, ids=str)
def test_junk_is_refused_in_words_and_changes_nothing(phone: Phone, sent: dict[str, Any]) -> None:
    phone.tap("Cat", within="details")
    phone.tap("Draw 2")
    _refuses(phone, sent)


@pytest.mark.parametrize("sent", [sent for sent in JUNK if sent.get("do") == "round"], ids=str)
def test_a_calculator_full_of_junk_is_refused_too(phone: Phone, sent: dict[str, Any]) -> None:
    _refuses(phone, sent)


def _refuses(phone: Phone, sent: dict[str, Any]) -> None:
    version = phone.game.version
    request = phone.request_of(phone.shown.find("Undo") if version else phone.shown.find("Ann deals"))
    kept = tuple(pair for pair in request.fields if pair[0] in ("csrfmiddlewaretoken", "key", "version"))
    pairs = [
        (name, str(v))
        for name, value in sent.items()
        for v in (value if isinstance(value, list) else [value])
    ]
    shown = phone.send(type(request)("post", f"{phone.url}move/", (*kept, *pairs)))
    assert shown.status == 422
    assert len(shown.one(".why").split()) > 3
    assert phone.game.version == version
    phone.tap("Back to the table")
    assert phone.shown.status == 200


@pytest.mark.parametrize(
    "query",
    [
        "?sheet=nonsense",
        "?sheet=seat&player=9",
        "?sheet=seat&player=²",
        "?sheet=card&card=pink",
        "?sheet=card&card=red+1",
        "?sheet=card",
        "?sheet=lines",
        "?lay=1&cards=pink&cards=zero+zap",
        "?cards=" + "&cards=".join(["wild"] * 30),
        "?score=1&of=x&e=9+out&e=0+nonsense",
    ],
)
def test_an_address_that_makes_no_sense_shows_the_table(phone: Phone, query: str) -> None:
    for move in ("", "Cat", "Draw 2"):
        if move:
            phone.tap(move, within="details" if move == "Cat" else "")
        assert phone.open(query).status == 200
        phone.open()


@pytest.mark.parametrize("score", ["0", "x", "-3", "1.5", "99999999", "²"])
def test_a_target_that_cannot_be_is_said(phone: Phone, score: str) -> None:
    page = Shown(phone.client.get("/new/zero_zap/"))
    token = page.soup.select_one("[name=csrfmiddlewaretoken]")
    assert token is not None
    sent = {"csrfmiddlewaretoken": token["value"], "name": ["Ann", "Bob"], "score": score, "start": "1"}
    answer = Shown(phone.client.post("/new/zero_zap/", sent))
    assert answer.status == 422
    assert "whole number of points" in answer.one(".errors")


@pytest.mark.long
def test_a_monkey_finds_no_page_that_does_not_hold(ann: Visitor) -> None:
    chance = random.Random(2)
    twins = Twins(ann, "Ann Bob", game="zero_zap")
    for _ in range(TAPS):
        nodes = offered(twins.script)
        place = chance.choices(range(len(nodes)), [liking(node) for node in nodes])[0]
        twins.tap_on(place, typed_into(nodes[place], chance), offered)
    assert twins.script.game.version > TAPS / 4, "it did get somewhere"


# --- corrections ----------------------------------------------------------------------------------------

#: A move of each kind on a game that has come so far, what its page is told instead, and what it then is.
MOVES: list[dict[str, Any]] = [
    {"do": "deal", "dealer": "Cat"},
    {"do": "draw", "player": "Ann", "cards": 2},
    {"do": "meld", "player": "Ann", "cards": ["red 1", "red 2", "red 3"]},
    {"do": "add", "player": "Ann", "meld": 0, "cards": ["red 4"]},
    {"do": "double", "player": "Ann", "color": "red"},
    {"do": "discard", "player": "Ann", "card": "blue 1"},
    {"do": "take", "player": "Bob", "card": "blue 1", "index": 0},
    {"do": "meld", "player": "Bob", "cards": ["blue 1", "blue 1", "wild"]},
    {"do": "recount", "player": "Bob", "cards": 5},
    {"do": "discard", "player": "Bob", "card": "give", "target": "Ann"},
    {"do": "draw", "player": "Cat", "cards": 1},
    {"do": "discard", "player": "Cat", "card": "pass color", "passed": {"Ann": 1, "Bob": 1, "Cat": 2}},
    {"do": "draw", "player": "Ann", "cards": 1},
    {"do": "discard", "player": "Ann", "card": "steal", "target": "Bob", "meld": 0},
    {"do": "draw", "player": "Bob", "cards": 2},
    {"do": "recount", "player": "Bob", "cards": 1},
    {"do": "zap", "player": "Bob", "target": "Ann"},
    {"do": "count", "player": "Ann", "cards": 5},
    {"do": "count", "player": "Cat", "cards": 6, "zero_zap": False},
    {
        "do": "round",
        "scores": {"Ann": {"out": True}, "Bob": {"held": 2}, "Cat": {"sets": [{"color": "red", "cards": 3}]}},
    },
]


def played(ann: Visitor) -> Phone:
    """A table at which all of these moves were made."""
    phone = Phone(ann, new_game(ann, game="zero_zap"))
    for move in MOVES:
        answer = taps.make(ann, phone.game.public_id, tap_keys.new_key(phone.game), move)
        assert answer.reply.refused is None, move
    return phone


def test_every_card_has_its_key(phone: Phone) -> None:
    phone.tap("Cat", within="details")
    phone.tap("Draw 2")
    keys = {str(node.get("value") or node["href"]) for node in phone.shown.table.select(".card-pad .k")}
    assert len(keys) == len(cards.CARDS)
