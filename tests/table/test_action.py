"""The action line: all that hands must do after a move, in the order of the log, and what is spoken of it."""

import pytest

from scoring.crew.visitor import Visitor
from tests.crew.games import tap
from tests.table.page import Phone, Shown, Twins, new_game
from tests.table.zar import on, opened

pytestmark = pytest.mark.django_db


def tiles(shown: Shown) -> list[str]:
    return [
        tile.get_text().replace("must\xa0say\xa0", "must say ")
        for tile in shown.table.select(".action .tiles > span")
    ]


def voice(shown: Shown) -> str:
    return str(shown.table.get("data-voice", ""))


def moment(shown: Shown) -> str:
    return str(shown.table.get("data-moment", ""))


def test_a_match_a_word_owed_and_a_gotcha_are_told_large(twins: Twins) -> None:
    opened(twins, Bob=2)
    twins.tap("blue moon")
    assert tiles(twins.shown) == ["Bob must say ZAR"]
    assert "must\xa0say\xa0ZAR" in twins.shown.table.select(".action .tiles")[0].get_text(), "one line"
    assert voice(twins.shown) == "Bob must say ZAR. Cat’s turn."
    assert twins.shown.one(".action .told small") == "Once ZAR is said, tap “ZAR?”"
    on(twins, "Bob").tap("Ann", within="form:has([value=gotcha])")
    assert tiles(twins.shown) == ["Bob draws 1"]
    assert twins.shown.one(".action .told small") == "Caught by Ann"
    assert moment(twins.shown) == "gotcha"
    assert twins.shown.table.select_one(".action.do"), "what is no penalty is not red"
    badge = twins.shown.table.select_one(".seat .badge")
    assert badge is not None
    assert badge.get_text() == "+1"
    twins.tap("Undo")
    assert tiles(twins.shown) == ["Bob puts 1 back", "Bob must say ZAR"], "it is put back"
    assert twins.shown.one(".seat .badge") == "−1"
    assert moment(twins.shown) == ""


def test_what_is_tapped_once_the_word_is_said_stands_as_long_as_it_is_owed(twins: Twins) -> None:
    opened(twins, Bob=2)
    twins.tap("blue crab")
    assert tiles(twins.shown) == ["Bob must say ZAR", "Direction turns: Ann"]
    assert twins.shown.one(".action .told small") == "Once ZAR is said, tap “ZAR?”"
    twins.tap("blue star")
    assert tiles(twins.shown) == ["Ann plays a blue star"]
    assert twins.shown.one(".action .told small") == "Once ZAR is said, tap “ZAR?”"
    on(twins, "Bob").tap("Said “ZAR”", within=".sheet")
    assert "Once ZAR" not in twins.shown.one(".action .told")


def test_no_wasp_is_asked_for_when_all_are_played(twins: Twins) -> None:
    opened(twins)
    for color in ("blue", "red", "yellow"):
        assert "Draw 12" not in tiles(twins.shown)
        twins.tap(f"{color} wasp", count="2")
    assert tiles(twins.shown) == ["Draw 12"]


def test_what_is_faced_is_said_to_whom_and_only_penalties_are_red(twins: Twins) -> None:
    opened(twins).tap("blue wasp")
    assert tiles(twins.shown) == ["Draw 2, or play a wasp"]
    assert voice(twins.shown) == "Cat, draw 2, or play a wasp."
    assert not twins.shown.table.select(".now .demand"), "said once"
    twins.tap("Take")
    assert tiles(twins.shown) == ["Cat draws 2"]
    assert not twins.shown.table.select(".action.stop")
    on(twins, "Ann").tap("Penalty card")
    assert tiles(twins.shown) == ["Ann draws 1"]
    assert twins.shown.table.select(".action.stop")
    on(twins, "Ann").tap("Penalty card")
    twins.tap("Undo")
    assert tiles(twins.shown) == ["Ann puts 1 back"], "she drew the other one before"
    twins.tap("Redo")
    assert tiles(twins.shown) == ["Ann draws 1"]


def test_a_draw_is_told_once_and_nobody_draws_again_after_an_undo(twins: Twins) -> None:
    opened(twins).tap("Draw")
    assert twins.shown.one(".action .told small") == "Too late to match the last play"
    twins.tap("Pass")
    twins.tap("Draw")
    assert tiles(twins.shown) == ["Cat draws 1"]
    assert not twins.shown.table.select(".action .told small"), "said once"
    twins.tap("Pass")
    on(twins, "Bob").tap("Penalty card")
    twins.tap("blue moon")
    twins.tap("Undo")
    assert tiles(twins.shown) == ["Bob drew 1"]
    assert not twins.shown.table.select(".action.do, .action.stop"), "hands have nothing to do"


def test_every_draw_of_a_move_is_on_the_line_in_its_order(ann: Visitor) -> None:
    phone = Phone(ann, new_game(ann, "Ann Bob Cat Dan", game="house_zar", copies=3))
    for name in ("Ann deals", "blue 3"):
        phone.tap(name)
    for player in ("Cat", "Dan"):
        phone.tap("MATCH")
        phone.tap(player, within=".sheet")
    assert tiles(phone.shown) == ["Ann draws 1", "Cat draws 1"]
    draws = [cite.get_text() for cite in phone.shown.table.select(".action .ruled li")]
    assert len(draws) > 2, "the whole ruling opens below"


def test_out_and_a_hand_won_are_occasions(twins: Twins) -> None:
    opened(twins, Bob=1).tap("blue moon")
    assert moment(twins.shown) == "out"
    assert tiles(twins.shown) == ["Does anybody match?"]
    assert voice(twins.shown) == "Bob is out. Does anybody match?"
    twins.tap("Nobody matched")
    assert moment(twins.shown) == "hand"


def test_a_wrong_dealer_is_undone_at_once(twins: Twins) -> None:
    twins.tap("Ann deals")
    twins.tap("Undo")
    twins.tap("Ann deals")


def test_where_no_race_can_be_the_dispute_says_so(twins: Twins) -> None:
    opened(twins).tap("MATCH")
    twins.tap("Cat", within=".sheet")
    twins.tap("Draw")
    twins.tap("Pass")
    twins.tap("Dispute")
    assert twins.shown.one(".tabs [aria-current]") == "Illegal!", "what there is to dispute"
    twins.tap("First?")
    assert not twins.shown.table.select(".race")
    assert "No close call is possible right now." in twins.shown.one(".sheet")
    assert twins.shown.one("h3") == "Who was first?"
    assert twins.shown.one("details[open] summary") == "Two things at once…"


def judged_again(ann: Visitor, called: dict[str, str], **more: str) -> Phone:
    """Bob plays down to one card, something is called, and then his play is found illegal."""
    game = new_game(ann, "Ann Bob Cat")
    for move in (
        {"do": "deal", "dealer": "Ann"},
        {"do": "flip", "card": "blue sun"},
        {"do": "recount", "player": "Cat", "cards": 1},
        {"do": "recount", "player": "Bob", "cards": 2},
        {"do": "play", "player": "Bob", "cards": ["blue moon"]},
        called,
        {"do": "illegal", "move": 5},
    ):
        tap(ann, game, move)
    return Phone(ann, game)


def test_a_gotcha_that_an_undone_play_took_its_ground_from_is_told_no_more(ann: Visitor) -> None:
    phone = judged_again(ann, {"do": "gotcha", "caller": "Ann", "target": "Bob"})
    assert "Bob owes no “ZAR”: nothing changes" in phone.shown.text
    assert tiles(phone.shown) == ["Bob draws 1"], "for the illegal play"
    assert moment(phone.shown) == ""
    assert voice(phone.shown) == "Bob draws 1. Bob’s turn."


def test_a_word_that_is_judged_again_is_no_occasion_and_owed_no_more(ann: Visitor) -> None:
    game = new_game(ann, "Ann Bob Cat")
    for move in (
        {"do": "deal", "dealer": "Ann"},
        {"do": "flip", "card": "blue sun"},
        {"do": "recount", "player": "Cat", "cards": 2},
        {"do": "play", "player": "Bob", "cards": ["blue moon"]},
        {"do": "play", "player": "Cat", "cards": ["blue star"]},
        {"do": "play", "player": "Ann", "cards": ["blue cloud"]},
        {"do": "zar", "player": "Cat"},
    ):
        tap(ann, game, move)
    assert moment(Phone(ann, game).shown) == "zar", "as it was said"
    tap(ann, game, {"do": "illegal", "move": 6})
    phone = Phone(ann, game)
    assert "Cat said “ZAR” in time" in phone.shown.text
    assert tiles(phone.shown) == ["Ann draws 1"]
    assert moment(phone.shown) == ""


def test_match_is_dim_with_its_reason_and_opens_no_empty_list(ann: Visitor) -> None:
    twins = opened(Twins(ann))
    twins.tap("Draw")
    match = twins.shown.find("MATCH")
    assert "too late" in match.get_text()
    assert "no" in match.get_attribute_list("class")


@pytest.mark.parametrize(
    ("card", "told"),
    [
        ("blue crab", "Direction turns: Ann"),
        ("blue frog", "Cat is skipped"),
        ("blue moon", "Bob plays a blue moon"),
        ("winged dragon", "Now moons, or another dragon"),
    ],
)
def test_the_line_says_what_a_play_did_and_why_it_may_be_opens_below(
    twins: Twins, card: str, told: str
) -> None:
    opened(twins).tap(card)
    if card == "winged dragon":
        twins.tap("Moons")
    assert tiles(twins.shown) == [told]
    assert not twins.shown.table.select(".action :is(.do, .stop), .action .told small")
    why = [cite.get_text() for cite in twins.shown.table.select(".action .ruled li")]
    assert " on a" in why[0]


def test_a_match_that_turns_the_direction_says_both(twins: Twins) -> None:
    opened(twins).tap("blue crab")
    twins.tap("MATCH")
    twins.tap("Cat", within=".sheet")
    assert tiles(twins.shown) == ["Bob draws 1", "Direction turns: Ann"]


def test_nobody_is_asked_for_a_match_where_no_copy_is_left(twins: Twins) -> None:
    opened(twins, Ann=1).tap("blue moon")
    twins.tap("MATCH")
    twins.tap("Ann", within=".sheet")
    assert tiles(twins.shown) == ["Bob draws 1", "Nobody can match"]
    assert twins.shown.one(".outing .hint") == "Nothing can stop it now.", "Ann owes nothing"
    assert not twins.shown.table.select(".now .follow")


def test_a_gotcha_is_offered_against_a_last_card_whose_player_owes_the_word(twins: Twins) -> None:
    opened(twins, Bob=2)
    for key in ("blue moon", "Pass", "Pass", "blue star"):
        twins.tap(key)
    assert twins.shown.one(".outing .hint") == "A match or a GOTCHA on Bob can still stop it: tap the player."


def test_a_card_that_starts_no_hand_is_answered_large(twins: Twins) -> None:
    twins.tap("Ann deals")
    twins.tap("Winged")
    assert tiles(twins.shown) == ["Winged dragon: flip another"]
    assert "bury it" in twins.shown.one(".action .ruled")
    twins.tap("blue sun")
    assert tiles(twins.shown) == ["A blue sun: Bob begins"]


def test_a_table_without_a_reminder_hears_of_no_zar_until_somebody_is_caught(
    ann: Visitor, cat: Visitor
) -> None:
    game = new_game(ann, "Ann Bob Cat", reminds=False)
    for move in (
        {"do": "deal", "dealer": "Ann"},
        {"do": "flip", "card": "blue sun"},
        {"do": "recount", "player": "Bob", "cards": 3},
        {"do": "play", "player": "Bob", "cards": ["blue moon", "blue moon"]},
    ):
        tap(ann, game, move)
    phone, watcher = Phone(ann, game), Phone(cat, game)
    assert tiles(phone.shown) == ["Bob plays 2\u00a0× blue moon"]
    assert not phone.shown.one(".action .told small")
    assert phone.shown.one(".say b") == "“DOUBLE”"
    secrets = ("?sheet=seat&player=1", "?sheet=dispute", "?sheet=liable", "log/", "?sheet=undoing&move=4")
    for path in ("", *secrets):
        shown = phone.open(path)
        assert "must say" not in shown.text, path
        assert "owes “ZAR”" not in shown.text, path
    assert "must say" not in watcher.shown.text
    assert not phone.open().table.select(".seat.owes")
    tap(ann, game, {"do": "gotcha", "caller": "Cat", "target": "Bob"})
    phone.open("")
    assert tiles(phone.shown) == ["Bob draws 1"]
    assert phone.shown.one(".action .told small") == "Caught by Cat"
    assert "Bob must say “ZAR”" in phone.open("log/").text, "the moment has passed"


def test_a_line_that_rests_on_no_ruling_has_nothing_to_open(ann: Visitor) -> None:
    twins = Twins(ann, "Ann Bob", game="numzumzero")
    assert twins.shown.one(".deed") == "Tap them in, column 1 first"
    assert not twins.shown.table.select(".action :is(details, .opens, .ruled)")


def test_a_short_name_at_its_turn_is_as_large_beside_a_long_one(ann: Visitor) -> None:
    phone = Phone(ann, new_game(ann, "Bob Ann Wilhelmine-Henriette"))
    for name in ("Bob deals", "blue sun"):
        phone.tap(name)
    assert phone.shown.table.select_one("h1.whose.l0.by"), "the next one has two small lines"
