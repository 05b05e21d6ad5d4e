"""What games count of their players besides points, move by move, worked out by hand."""

from typing import Any

import pytest

from referee.games.registry import GAMES
from referee.rules.engine import HAND_WON, AnyFold, Fold, Json, Ruling
from referee.rules.numzumzero.state import Playing
from scoring.history import deeds
from tests.random_play import play
from tests.rules.everygame import NAMES

Told = dict[str, dict[str, int]]


def told(fold: AnyFold, *moves: Json) -> Told:
    """What the last of these moves adds to the feats; all have to be accepted."""
    feats: Any = {}
    for raw in moves:
        before, answer = fold.state, fold.play_json(raw)
        assert isinstance(answer, Ruling), (raw, answer.text)
        feats = fold.game.feats_of(before, fold.steps[-1].move, answer)
    return {player: dict(done) for player, done in feats.items()}


def begun(key: str, players: str = "Ann Bob Cat", **options: object) -> AnyFold:
    return Fold(GAMES[key], GAMES[key].start(options, players.split()))


def hand(key: str, first: str = "blue 5", **options: object) -> AnyFold:
    """A hand that Ann has dealt: Bob is next."""
    fold = begun(key, "Ann Bob Cat", **options)
    assert told(fold, {"do": "deal", "dealer": "Ann"}, {"do": "flip", "card": first}) == {}
    return fold


def laid(player: str, card: str) -> Json:
    return {"do": "play", "player": player, "cards": [card]}


def test_a_match_is_made_by_one_and_suffered_by_the_other() -> None:
    fold = hand("zar", "blue sun")
    assert told(fold, laid("Cat", "blue sun")) == {"Cat": {"match": 1}, "Ann": {"matched": 1}}
    assert told(fold, laid("Ann", "blue moon")) == {}


def test_a_match_on_oneself_is_no_match_suffered() -> None:
    fold = hand("zar", "blue sun")
    assert told(fold, laid("Ann", "blue sun")) == {}


@pytest.mark.parametrize(
    ("key", "two", "more"),
    [("zar", "blue wasp", "red wasp"), ("house_zar", "blue draw two", "green draw two")],
)
def test_wasps_stack_up_and_are_drawn_by_who_faces_them(key: str, two: str, more: str) -> None:
    fold = hand(key, {"zar": "blue sun", "house_zar": "blue 5"}[key])
    assert told(fold, laid("Bob", two)) == {"Bob": {"stack": 1}}
    assert told(fold, laid("Cat", more)) == {"Cat": {"stack": 2}}
    assert told(fold, {"do": "take", "player": "Ann"}) == {"Ann": {"stung": 4}}


@pytest.mark.parametrize(
    ("key", "first", "card"), [("zar", "blue sun", "blue moon"), ("house_zar", "blue 5", "blue 6")]
)
def test_a_gotcha_counts_where_it_catches(key: str, first: str, card: str) -> None:
    fold = hand(key, first)
    gotcha = {"do": "gotcha", "caller": "Cat", "target": "Bob"}
    assert told(fold, gotcha) == {}
    told(fold, {"do": "recount", "player": "Bob", "cards": 2}, laid("Bob", card))
    assert told(fold, gotcha) == {"Cat": {"gotcha": 1}, "Bob": {"caught": 1}}


@pytest.mark.parametrize(
    ("key", "first", "card"), [("zar", "blue sun", "blue moon"), ("house_zar", "blue 5", "blue 6")]
)
def test_a_play_found_illegal_and_a_penalty_count_against_their_player(
    key: str, first: str, card: str
) -> None:
    fold = hand(key, first)
    told(fold, laid("Bob", card))
    assert told(fold, {"do": "illegal", "move": 3}) == {"Bob": {"illegal": 1}}
    assert told(fold, {"do": "penalty", "player": "Cat"}) == {"Cat": {"illegal": 1}}
    assert told(fold, {"do": "penalty", "player": "Cat", "why": "false call"}) == {}


def test_what_was_called_after_a_play_found_illegal_still_counts() -> None:
    """The move that undoes a play tells the standing calls once more: those told before it are dropped."""
    fold = hand("zar", "blue sun")
    told(
        fold,
        {"do": "recount", "player": "Bob", "cards": 2},
        laid("Bob", "blue moon"),
        laid("Cat", "blue star"),
    )
    told(fold, {"do": "gotcha", "caller": "Ann", "target": "Bob"}, {"do": "penalty", "player": "Cat"})
    undone = told(fold, {"do": "illegal", "move": 5})
    assert undone == {"Cat": {"illegal": 2}, "Ann": {"gotcha": 1}, "Bob": {"caught": 1}}
    undone = told(fold, {"do": "illegal", "move": 4})
    assert undone == {"Bob": {"illegal": 1}, "Cat": {"illegal": 1}}, "Bob owed nothing before that play"


@pytest.mark.parametrize(
    ("key", "first", "card"), [("zar", "blue sun", "blue wasp"), ("house_zar", "blue 5", "blue draw two")]
)
def test_a_hand_is_won_when_its_last_loser_is_counted(key: str, first: str, card: str) -> None:
    fold = hand(key, first)
    told(fold, {"do": "recount", "player": "Bob", "cards": 1}, laid("Bob", card))
    assert told(fold, {"do": "out", "player": "Bob"}) == {"Cat": {"stung": 2}}
    assert told(fold, {"do": "count", "player": "Ann", "points": 7}) == {}
    assert told(fold, {"do": "count", "player": "Cat", "points": 7}) == {"Bob": {HAND_WON: 1}}


def test_a_hand_that_is_given_up_is_won_by_nobody() -> None:
    assert told(hand("zar", "blue sun"), {"do": "void"}) == {}


def test_a_hand_in_which_nothing_is_left_to_draw_is_won_by_nobody() -> None:
    """The Game of Zar 18: 62 cards, of which Ann holds all that Bob and Cat do not."""
    fold = hand("house_zar")
    told(fold, {"do": "recount", "player": "Bob", "cards": 1})
    told(fold, {"do": "recount", "player": "Ann", "cards": 62 - 1 - 1 - 7})
    told(fold, laid("Bob", "blue draw two"))
    assert told(fold, {"do": "out", "player": "Bob"}) == {}
    assert fold.state.phase == "deal"


def test_a_column_is_collected_with_its_cards() -> None:
    fold = begun("numzumzero", "Ann Bob")
    told(fold, {"do": "deal", "lead": "Ann", "columns": ["blue 3", "blue 1", "orange 7"]})
    play_three = {"do": "play", "player": "Ann", "card": "orange 3", "column": 1}
    assert told(fold, play_three) == {"Ann": {"column": 1, "cards": 2, "longest": 2}}
    assert isinstance(fold.state, Playing)
    assert told(fold, {"do": "play", "player": "Bob", "card": "blue 1", "column": 1}) == {}


def test_an_emptied_field_counts() -> None:
    fold = begun("numzumzero", "Ann Bob")
    told(fold, {"do": "deal", "lead": "Ann", "columns": ["blue 3", "blue 1", "orange 7"]})
    for player, card, column in (("Ann", "orange 3", 1), ("Bob", "orange 1", 2)):
        told(fold, {"do": "play", "player": player, "card": card, "column": column})
    last = {"do": "play", "player": "Ann", "card": "blue 7", "column": 3}
    assert told(fold, last) == {"Ann": {"column": 1, "cards": 2, "field": 1, "longest": 2}}


def tile(player: str, edges: str, at: str) -> Json:
    return {"do": "place", "player": player, "tile": edges, "at": at}


def test_a_tile_counts_for_its_player_and_against_whose_tile_it_strikes() -> None:
    fold = begun("zarathustra", "Ann Bob")
    assert told(fold, tile("Ann", "hbbb", "a1")) == {"Ann": {"placed": 1, "placing": 3}}
    told(fold, tile("Bob", "hbbb", "e5"), tile("Ann", "hhbb", "c3"))
    strike = {"placed": 1, "placing": 3, "struck": 1, "sweep": 1}
    assert told(fold, tile("Bob", "sbbb", "a2")) == {"Bob": strike, "Ann": {"lost": 1}}


def test_who_strikes_a_tile_of_his_own_has_lost_one_and_struck_none() -> None:
    fold = begun("zarathustra", "Ann Bob")
    told(fold, tile("Ann", "hbbb", "a1"), tile("Bob", "hbbb", "e5"))
    assert told(fold, tile("Ann", "sbbb", "a2")) == {"Ann": {"placed": 1, "lost": 1}}


def test_a_round_of_zero_zap_tells_its_best_who_went_out_and_whom_zero_zap_hit() -> None:
    fold = begun("zero_zap", end={"score": 500})
    sheets: Json = {
        "Ann": {"out": True},
        "Bob": {"sets": [{"color": "red", "cards": 4}], "held": 2},
        "Cat": {"held": 3, "zapped": True},
    }
    round_of_bob = told(fold, {"do": "round", "scores": sheets})
    assert round_of_bob["Ann"].items() >= {"out": 1, "zap": 1, "round": 5}.items()
    assert round_of_bob["Cat"] == {"zapped": 1}
    assert [name for name, done in round_of_bob.items() if HAND_WON in done] == ["Bob"]


@pytest.mark.parametrize(("wins", "winners"), [("high", ["Ann", "Cat"]), ("low", ["Bob"])])
def test_a_round_on_a_score_sheet_is_won_by_its_best_number(wins: str, winners: list[str]) -> None:
    fold = begun("score_sheet", wins=wins)
    row = {"do": "round", "scores": {"Ann": 7, "Bob": 2, "Cat": 7}}
    assert list(told(fold, row)) == winners


@pytest.mark.parametrize("key", GAMES)
def test_every_feat_that_random_play_tells_has_a_label(key: str) -> None:
    rules = GAMES[key]
    options: Json = {"end": {"rounds": 3}} if key == "score_sheet" else {}
    seen: set[str] = set()
    for number in range(3):
        for before, move, ruling in play(rules, options, NAMES[:3], f"{number}", most=120):
            for player, done in rules.feats_of(before, move, ruling).items():
                assert player in rules.standing(ruling.state)
                assert all(amount > 0 for amount in done.values())
                seen |= done.keys()
    assert seen <= rules.feats.keys()
    assert seen
    assert (HAND_WON in rules.feats) == bool(rules.openers)


def test_the_store_and_the_rules_have_one_word_for_a_hand_that_was_won() -> None:
    assert deeds.HAND_WON == HAND_WON


def test_only_in_zar_few_points_are_good() -> None:
    assert [key for key, rules in GAMES.items() if not rules.highest_wins] == ["zar", "house_zar"]
