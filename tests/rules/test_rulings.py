"""Points of the ZAR texts that are easy to get wrong, each as the smallest table that shows it."""

from __future__ import annotations

import json

import pytest

from referee.rules.engine import NotARecord, Ruling
from tests.records import replay
from tests.rules.tables import Table, document, holding, opening, play

FROG_THEN_PASS = [
    *opening(dealer="Cat"),
    *holding(Ann=2),
    play("Ann", "blue frog"),
    {"do": "zar", "player": "Ann"},
    {"do": "pass", "player": "Cat"},
]


def test_going_out_is_free_when_somebody_had_a_turn_since_the_own_frog() -> None:
    """Settled 5: only the turn that follows directly on the Frog is skipped to."""
    assert Table().accepts(*FROG_THEN_PASS, play("Ann", "blue moon"))["phase"] == "out"


def test_going_out_is_free_in_the_own_next_turn_but_one_after_a_frog() -> None:
    passed = [*opening(dealer="Bob"), *holding(Ann=2), play("Ann", "blue frog")]
    table = Table("Ann Bob")
    assert table.refuses(*passed, play("Ann", "blue moon")) == ("illegal", "zar 9.2.2")
    table.accepts({"do": "pass", "player": "Ann"}, {"do": "pass", "player": "Bob"}, *holding(Ann=1))
    assert table.accepts(play("Ann", "blue moon"))["out"] == "Ann"


def test_the_draw_of_option_b_alone_lifts_the_ban_on_skipping_out() -> None:
    table = Table("Ann Bob")
    table.accepts(*opening(dealer="Bob"), *holding(Ann=2), play("Ann", "blue frog"))
    table.accepts({"do": "gotcha", "caller": "Bob", "target": "Ann"}, *holding(Ann=1))
    assert table.refuses(play("Ann", "blue moon")) == ("illegal", "zar 9.2.2")
    table.accepts({"do": "draw", "player": "Ann"}, *holding(Ann=1))
    assert table.accepts(play("Ann", "blue moon"))["out"] == "Ann"


def test_drawing_for_wasps_does_not_lift_the_ban_on_skipping_out() -> None:
    """Settled 5: `draw` alone does. Only an overruled Frog can bring Wasps along."""
    table = Table("Ann Bob")
    table.accepts(*opening("blue wasp", dealer="Bob"), *holding(Ann=2))
    table.accepts(play("Ann", "blue frog", overruled="we like it"), {"do": "take", "player": "Ann"})
    table.accepts(*holding(Ann=1))
    assert table.refuses(play("Ann", "blue moon")) == ("illegal", "zar 9.2.2")


def test_three_different_cards_are_against_the_rules_and_no_entry_error() -> None:
    assert Table().refuses(*opening(), play("Bob", "blue moon", "red sun", "blue star")) == (
        "illegal",
        "zar 5.1",
    )


def test_three_different_cards_of_a_kind_are_no_entry_error_in_quick_tracking_either() -> None:
    assert Table(track="quick").refuses(*opening(), play("Bob", "blue moon", "red sun", "blue star")) == (
        "illegal",
        "zar 5.1",
    )


@pytest.mark.parametrize("order", [("blue crab", "crab"), ("crab", "blue crab")])
def test_a_kind_beside_a_card_named_in_full_is_that_card(order: tuple[str, str]) -> None:
    """Quick tracking takes the cards of one kind in a play as identical."""
    top = Table(track="quick").accepts(*opening("plain"), play("Bob", *order))["top"]
    assert (top["color"], top["symbol"]) == ("blue", "crab")


def test_a_penalty_that_lapses_is_none_of_the_three_cards() -> None:
    """11.9 counts cards drawn; settled 11: what neither pile holds lapses."""
    table = Table("Ann Bob")
    everything = [*opening(), *holding(Ann=53)]
    assert table.accepts(*everything)["drawpile"] == 0
    for _ in range(3):
        table.accepts({"do": "penalty", "player": "Bob"})
    table.accepts(*holding(Ann=50), {"do": "penalty", "player": "Bob"})
    assert table.shown["hands"]["Bob"] == 9


def test_the_fourth_penalty_in_one_turn_costs_nothing_until_the_next_play() -> None:
    table = Table("Ann Bob")
    penalty = {"do": "penalty", "player": "Ann"}
    assert table.accepts(*opening(), *[penalty] * 4)["hands"]["Ann"] == 11
    assert table.accepts({"do": "pass", "player": "Bob"}, penalty)["hands"]["Ann"] == 12


def won() -> Table:
    table = Table("Ann Bob Cat")
    table.accepts(
        *opening(), *holding(Bob=1, Ann=1), play("Bob", "blue moon"), {"do": "out", "player": "Bob"}
    )
    return table


@pytest.mark.parametrize("move", [{"do": "illegal", "move": 5}, {"do": "void"}])
def test_points_given_back_are_score_lines_too(move: dict[str, str | int]) -> None:
    """A play found illegal, or a hand given up, in the middle of the count."""
    table = won()
    table.accepts({"do": "count", "player": "Ann", "points": 4})
    assert table.shown["scores"]["Ann"] == sum(line.points for line in table.lines) == 4
    table.accepts(move)
    assert table.shown["scores"]["Ann"] == sum(line.points for line in table.lines) == 0


def test_a_found_illegal_play_is_a_standing_play_of_this_hand() -> None:
    table = Table()
    table.accepts(*opening(), play("Bob", "blue moon"), play("Cat", "blue star"))
    for number in (0, 1, 2, 5, 99):
        assert table.refuses({"do": "illegal", "move": number}) == ("impossible", "zar 8")
    table = Table()
    table.accepts(*opening(), play("Bob", "blue moon"), play("Cat", "blue star"))
    shown = table.accepts({"do": "illegal", "move": 3})
    assert (shown["turn"], shown["hands"]) == ("Bob", {"Ann": 7, "Bob": 8, "Cat": 7})
    assert table.refuses({"do": "illegal", "move": 4}) == ("impossible", "zar 8")


def test_a_found_illegal_play_gives_back_the_window_and_the_own_draw() -> None:
    table = Table()
    table.accepts(*opening(), {"do": "draw", "player": "Bob"}, play("Bob", "blue moon"))
    shown = table.accepts({"do": "illegal", "move": 4})
    assert not shown["matchable"]
    assert table.refuses({"do": "draw", "player": "Bob"}) == ("illegal", "zar 4")


def test_numbers_of_moves_count_the_refused_ones() -> None:
    table = Table()
    table.accepts(*opening())
    table.refuses(play("Bob", "red moon"))
    table.accepts(play("Bob", "blue moon"))
    assert table.refuses({"do": "illegal", "move": 3}) == ("impossible", "zar 8")
    assert table.accepts({"do": "illegal", "move": 4})["turn"] == "Bob"


@pytest.mark.parametrize("time", ["24:00", "7:00", "22:30\n", "22:60", "2٣:٣0", " 22:30", 22])
def test_a_time_to_end_at_is_hours_and_minutes_only(time: object) -> None:
    with pytest.raises(NotARecord):
        replay(json.dumps(document([], end={"time": time})))


def test_numbers_too_large_to_be_points_are_refused() -> None:
    count = {"do": "count", "player": "Ann", "points": 10**30}
    assert won().refuses(count) == ("invalid", None)
    with pytest.raises(NotARecord):
        replay(json.dumps(document([], points={"wasp": 10**30})))


def test_scores_stay_small_enough_to_be_told_however_often_they_are_counted() -> None:
    """Python refuses to write a number of more than 4,300 digits."""
    huge = 10**4299
    moves = [*opening(), *holding(Bob=1), play("Bob", "blue moon"), {"do": "out", "player": "Bob"}]
    moves.append({"do": "count", "player": "Ann", "points": huge})
    moves.append({"do": "illegal", "move": huge})
    errors = [entry["error"]["code"] for entry in replay(json.dumps(document(moves)))["moves"][-2:]]
    assert errors == ["invalid", "impossible"]


def test_text_that_cannot_be_written_down_is_no_record() -> None:
    with pytest.raises(NotARecord):
        replay('{"format": "\ud800"}')


def test_the_first_card_may_carry_a_reason_that_nobody_needs() -> None:
    """A move that puts cards down may carry `overruled`; on a legal one it is ignored."""
    deal, flip = opening()
    assert Table().accepts(deal, {**flip, "overruled": "why not"})["phase"] == "play"


@pytest.mark.parametrize("upper", ["blue wasp", "blue moon"])
@pytest.mark.parametrize("power", ["winged dragon", "front peacock"])
def test_a_power_below_another_card_asks_for_nothing(power: str, upper: str) -> None:
    """Such a play is only ever overruled; what has to follow is what its uppermost card shows."""
    answer = Table().tell(*opening(), play("Bob", power, upper, overruled="we like it"))
    assert isinstance(answer, Ruling)
    assert answer.cites[0].rule == "zar 5.1"
    assert not [cite.text for cite in answer.cites if cite.text.startswith("Now")]


def test_an_overruled_play_is_applied_and_says_what_it_broke() -> None:
    answer = Table().tell(*opening(), play("Bob", "red moon", overruled="we like it"))
    assert "zar 4" in [cite.rule for cite in answer.cites if "we like it" in cite.text]  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("move", "code"),
    [
        (play("Bob", "blue moon", "blue moon", "blue moon", overruled="so"), "impossible"),
        (play("Bob", "blue wolf", overruled="so"), "invalid"),
        (play("Eve", "blue moon", overruled="so"), "invalid"),
        (play("Bob", "winged dragon", overruled="so"), "invalid"),
        (play("Bob", "blue moon", declare="sun", overruled="so"), "invalid"),
        (play("Bob", overruled="so"), "impossible"),
    ],
)
def test_overruling_lifts_nothing_but_illegal(move: dict[str, object], code: str) -> None:
    assert Table().refuses(*opening(), move)[0] == code


@pytest.mark.parametrize(
    ("move", "code"),
    [
        # wrong in several ways: the first of docs/record.md's codes
        ({"do": "count", "player": "Eve", "points": 1}, "invalid"),
        ({"do": "count", "player": "Ann", "points": 1}, "phase"),
        ({"do": "count", "player": "Ann", "points": -1}, "invalid"),
        ({"do": "count", "player": "Ann"}, "invalid"),
        ({"do": "count", "player": "Ann", "points": 1, "cards": []}, "invalid"),
        ({"do": "flip", "card": "chameleon"}, "phase"),
        ({"do": "flip", "card": "blue"}, "invalid"),
        ({"do": "draw", "player": "Ann"}, "phase"),
        ({"do": "take", "player": "Bob"}, "illegal"),
        ({"do": "join", "player": "Ann"}, "invalid"),
        ({"do": "join", "player": "Dan", "after": "Eve"}, "invalid"),
        ({"do": "join", "player": "Dan"}, "phase"),
        ({"do": "join", "player": ""}, "invalid"),
        ({"do": "recount", "player": "Ann", "cards": 0}, "invalid"),
        ({"do": "recount", "player": "Ann", "cards": 61}, "impossible"),
        ({"do": "gotcha", "caller": "Ann", "target": "Ann"}, "invalid"),
        ({"do": "out", "player": "Ann"}, "phase"),
        ({"do": "end"}, "phase"),
        ({"do": "illegal", "move": -1}, "invalid"),
        ({"do": "illegal", "move": 1.0}, "invalid"),
        ({"do": "illegal", "move": True}, "invalid"),
        ({"do": "dance"}, "invalid"),
        ({"do": "void", "player": "Ann"}, "invalid"),
        (play("Cat", "red moon", "red moon", "red moon"), "impossible"),
        (play("Cat", "red moon"), "illegal"),
        (play("Cat", *["red moon"] * 8), "impossible"),
        (play("Bob", "plain"), "invalid"),
        (play("Bob", "chameleon"), "impossible"),
        (play("Bob", "front peacock", declare="sun"), "invalid"),
        (play("Bob", "front peacock", declare="purple"), "invalid"),
        ({"do": "close_call", "events": ["match", "match"], "players": ["Ann", "Bob"]}, "impossible"),
        ({"do": "close_call", "events": ["zar", "zar"], "players": ["Ann", "Bob"]}, "invalid"),
        ({"do": "close_call", "events": ["zar", "gotcha"], "players": ["Ann", "Ann"]}, "invalid"),
        ({"do": "close_call", "events": ["zar", "gotcha"], "players": ["Ann", "Eve"]}, "invalid"),
    ],
)
def test_a_move_is_refused_with_the_first_code_that_fits(move: dict[str, object], code: str) -> None:
    table = Table()
    before = table.accepts(*opening())
    assert table.refuses(move)[0] == code
    assert table.shown == before


def test_cards_of_another_count_or_of_the_piles_cannot_be_counted_again() -> None:
    table = won()
    assert table.refuses({"do": "count", "player": "Ann", "cards": ["plain"]})[0] == "invalid"
    assert table.refuses({"do": "count", "player": "Ann", "cards": []})[0] == "impossible"
    table.accepts({"do": "count", "player": "Ann", "cards": ["red wasp"]})
    assert table.shown["scores"]["Ann"] == 3
    assert table.refuses({"do": "count", "player": "Cat", "cards": ["red wasp"] * 2 + ["red sun"] * 5}) == (
        "impossible",
        "zar settled 10",
    )
    assert table.refuses({"do": "count", "player": "Ann", "points": 1})[0] == "phase"
    assert table.refuses({"do": "count", "player": "Bob", "points": 1})[0] == "phase"


def test_a_void_hand_gives_its_number_back_and_proposes_its_dealer() -> None:
    table = won()
    table.accepts({"do": "count", "player": "Ann", "points": 9})
    shown = table.accepts({"do": "void"})
    assert (shown["phase"], shown["hand"], shown["dealer"]) == ("deal", 0, "Ann")
    assert shown["scores"] == {"Ann": 0, "Bob": 0, "Cat": 0}
    assert table.accepts(*opening())["hand"] == 1


def test_scores_on_joining_are_the_mean_rounded_up_or_the_highest_of_all() -> None:
    table = won()
    counts = [{"do": "count", "player": name, "points": points} for name, points in (("Ann", 4), ("Cat", 9))]
    table.accepts(*counts)
    joined = table.accepts({"do": "join", "player": "Dan", "after": "Ann"})
    assert joined["scores"]["Dan"] == 5
    assert joined["players"] == ["Ann", "Dan", "Bob", "Cat"]
    table.accepts({"do": "quit", "player": "Cat"}, {"do": "quit", "player": "Bob"})
    shown = table.accepts({"do": "join", "player": "Bob"})
    assert shown["scores"] == {"Ann": 4, "Bob": 9, "Cat": 9, "Dan": 5}
    assert table.accepts({"do": "end"})["winners"] == ["Ann"]
    for name, score in shown["scores"].items():
        assert score == sum(line.points for line in table.lines if line.player == name)


def test_everybody_may_leave_and_somebody_may_come() -> None:
    table = Table("Ann Bob")
    shown = table.accepts({"do": "quit", "player": "Ann"}, {"do": "quit", "player": "Bob"})
    assert (shown["players"], shown["dealer"]) == ([], None)
    assert table.accepts({"do": "join", "player": "Cat"})["scores"]["Cat"] == 0
    assert table.refuses({"do": "deal", "dealer": "Cat"}) == ("illegal", "zar 3")


@pytest.mark.parametrize(
    ("events", "evidence", "favours"),
    [
        (("play", "match"), {}, "Bob"),
        (("play", "match"), {"underneath": "Cat"}, "Cat"),
        (("play", "match"), {"underneath": "Bob", "knocked_by": "Bob"}, "Cat"),
        (("play", "match"), {"underneath": "Cat", "knocked_by": "Ann"}, "Cat"),
        (("play", "match"), {"underneath": "Ann", "knocked_by": "Ann"}, "Bob"),
        (("match", "draw"), {"underneath": "Bob"}, "Cat"),
        (("gotcha", "zar"), {}, "Cat"),
        (("gotcha", "draw"), {}, "Cat"),
        (("last_card", "gotcha"), {}, "Cat"),
        (("zar", "gotcha"), {"knocked_by": "Bob"}, "Cat"),
    ],
)
def test_evidence_decides_before_table_1(
    events: tuple[str, str], evidence: dict[str, str], favours: str
) -> None:
    move = {"do": "close_call", "events": list(events), "players": ["Bob", "Cat"], **evidence}
    answer = Table().tell(*opening(), move)
    assert answer.entry == {"favours": favours}  # type: ignore[union-attr]


def test_of_two_matches_the_one_next_from_the_turn_stands() -> None:
    """Settled 17: counted from the player whose turn it is, himself included, in the direction of play."""
    call = {"do": "close_call", "events": ["match", "match"], "players": ["Ann", "Cat"]}
    for first, favours in (("blue sun", "Cat"), ("blue crab", "Cat"), ("blue frog", "Cat")):
        answer = Table("Ann Bob Cat", half_decks=3).tell(*opening(first), call)
        assert answer.entry == {"favours": favours}  # type: ignore[union-attr]
    call = {"do": "close_call", "events": ["match", "match"], "players": ["Ann", "Bob"]}
    answer = Table("Ann Bob Cat", half_decks=3).tell(*opening("blue crab"), call)
    assert answer.entry == {"favours": "Bob"}  # type: ignore[union-attr]
    answer = Table("Ann Bob Cat", half_decks=3).tell(*opening("blue frog"), call)
    assert answer.entry == {"favours": "Ann"}  # type: ignore[union-attr]


def test_the_chameleon_follows_the_examples_of_14_1_and_14_2() -> None:
    table = Table("Ann Bob Cat Dan", half_decks=3, chameleons=2)
    assert table.refuses(*opening(), play("Ann", "chameleon")) == ("illegal", "zar 14.2")
    answer = table.tell(play("Ann", "blue sun", "chameleon"))
    assert answer.entry == {"say": "TRIPLE", "kind": "self_match"}  # type: ignore[union-attr]
    assert table.accepts(play("Cat", "chameleon"))["turn"] == "Dan"


def test_out_of_turn_no_chameleon_is_played_on_a_real_card_above_one() -> None:
    table = Table("Ann Bob Cat", half_decks=3, chameleons=2)
    table.accepts(*opening(), play("Bob", "chameleon", "blue sun"))
    assert table.refuses(play("Ann", "chameleon")) == ("illegal", "zar 14")
    assert table.accepts(play("Ann", "blue sun"))["turn"] == "Bob"
