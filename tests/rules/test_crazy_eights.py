"""Crazy Eights: points that are easy to miss, and what holds whatever is played."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.games.registry import GAMES
from referee.rules import rulebook
from referee.rules.crazy_eights import cards, moves
from referee.rules.crazy_eights.game import GAME, Options
from referee.rules.engine import HAND_WON, Fold, Json, Move, NotARecord, Refused, Ruling
from referee.rules.shedding.state import Between, Counting, Dealt, Flipping, Laid, Over, Playing
from tests.rules import everygame
from tests.rules.everygame import NAMES, refused, shown, table

#: The fields of docs/record.md.
FIELDS = {
    "phase", "players", "dealer", "turn", "drawn", "top", "hands", "drawpile", "discards", "out", "hand",
    "scores", "winners",
}  # fmt: skip
RANKS = ["ace", *map(str, range(2, 11)), "jack", "queen", "king"]
SUITS = ["clubs", "diamonds", "hearts", "spades"]
TABLES = st.fixed_dictionaries(
    {
        "packs": st.integers(1, 2),
        "draw": st.sampled_from(["one", "until"]),
        "next_dealer": st.sampled_from(["rotate", "winner"]),
        "end": st.sampled_from([{"score": 100}, {}, {"hands": 2}]),
    }
)
SEATS = st.integers(2, 5).map(lambda number: NAMES[:number])
TAPES = everygame.tapes(90)


def does(do: str, player: str, **fields: Any) -> Json:
    return {"do": do, "player": player, **fields}


def play(player: str, card: str, **fields: Any) -> Json:
    return does("play", player, card=card, **fields)


def begun(*raw: Json, players: str = "Ann Bob Cat", first: str = "queen of hearts", **options: Any) -> Any:
    """A hand that the first player has dealt, after more moves: the second is next."""
    deal = [{"do": "deal", "dealer": players.split(maxsplit=1)[0]}, {"do": "flip", "card": first}]
    return table("crazy_eights", players, *deal, *raw, **options)


def texts(fold: Fold[Any, Any], move: Json) -> list[str]:
    """What is said of a move, accepted or refused."""
    answer = fold.play_json(move)
    return [answer.text] if isinstance(answer, Refused) else [cite.text for cite in answer.cites]


# --- whatever is played -------------------------------------------------------------------------------


def odd_move(state: Any, number: int) -> Move:
    """What no page offers unasked: recounts, newcomers, counts by card, plays out of turn or overruled."""
    players = state.players or NAMES[:1]
    name, card = players[number % len(players)], cards.CARDS[number // 7 % 52]
    turn = getattr(state, "turn", name)
    held = state.hands[name] if isinstance(state, Dealt) else 1
    hand = tuple(cards.CARDS[(number // 7 + 5 * step) % 52] for step in range(held))
    odd: tuple[Move, ...] = (
        moves.Play(
            player=turn, card=card, suit="hearts" if cards.is_eight(card) else None, overruled="why not"
        ),
        moves.Play(player=name, card=card),
        moves.Play(player=turn, card=card, suit="clubs"),
        moves.Recount(player=name, cards=1),
        moves.Recount(player=name, cards=1 + number % 60),
        moves.Count(player=name, cards=hand),
        moves.Count(player=name, points=number % 90),
        moves.Join(player=NAMES[number % len(NAMES)], after=name if number % 2 else None),
        moves.Draw(player=name),
    )
    return odd[number // 11 % len(odd)]


def keen(_state: Any, move: Move) -> bool:
    """Hands are played and counted rather than given up."""
    return isinstance(move, moves.Deal | moves.Flip | moves.Play | moves.Count)


def played(players: tuple[str, ...], options: Json, tape: list[int]) -> list[everygame.Told]:
    return list(everygame.played(GAME, players, options, tape, odd_move, keen))


def check_table(state: Any) -> None:
    """No card is lost, none lies there too often, and somebody can go on."""
    view = GAME.show(state)
    assert view.keys() == FIELDS
    assert list(view["hands"]) == view["players"]
    dealt = isinstance(state, Dealt)
    total = sum(view["hands"].values()) + view["drawpile"] + view["discards"]
    assert total == (52 * state.options.packs if dealt else 0)
    assert min([view["drawpile"], view["discards"], view["drawn"], *view["hands"].values()]) >= 0
    assert (view["top"] is None) == (not isinstance(state, Laid))
    assert (view["turn"] is None) == (not isinstance(state, Playing))
    if isinstance(state, Laid):
        assert 0 < max(state.laid.values()) <= state.options.packs
        assert state.laid[state.top.identity] > 0
    if isinstance(state, Playing):
        assert min(state.hands.values()) > 0
        assert state.top.color in SUITS
        assert 0 <= state.since.stuck < len(state.players)
        assert state.since.drawn <= 1 or state.options.draw == "until"
    if isinstance(state, Counting):
        assert max(state.laid.values()) <= state.options.packs
        assert [name for name, held in state.hands.items() if not held] == ([state.out] if state.out else [])


def goes_on(card: str, top: dict[str, Any]) -> bool:
    """Clauses 4 and 5 again, by the words of the cards and of the record."""
    rank, _, suit = card.split()
    return rank == "8" or rank == top["card"].split()[0] or suit == top["suit"]


def check_turn(before: Playing[Options], move: Any, answer: Any, after: Any) -> None:
    """What a turn may be and does, worked out again from what the record shows of the table before."""
    view, then = GAME.show(before), GAME.show(after)
    legal = isinstance(answer, Ruling)
    left = view["drawpile"] + view["discards"] - 1
    following = view["players"][(view["players"].index(view["turn"]) + 1) % len(view["players"])]
    if move.player != view["turn"]:
        assert (answer.code, legal) == ("phase", False)
        return
    match move:
        case moves.Play() if legal:
            assert goes_on(move.card, view["top"]) or move.overruled
            assert then["top"]["suit"] == (
                move.suit or (move.card.split()[2] if "8" not in move.card else None)
            )
            assert then["hands"][move.player] == view["hands"][move.player] - 1
            assert then["turn"] == (following if then["hands"][move.player] else None)
        case moves.Play() if answer.code == "illegal":
            assert not goes_on(move.card, view["top"])
        case moves.Draw():
            assert legal == (left > 0 and (not view["drawn"] or before.options.draw == "until"))
            assert not legal or then["turn"] == view["turn"]
            assert not legal or then["hands"][move.player] == view["hands"][move.player] + 1
            assert not legal or then["discards"] == (view["discards"] if view["drawpile"] else 1)
        case moves.Pass():
            assert legal == (not left or (view["drawn"] > 0 and before.options.draw == "one"))
            assert not legal or then["turn"] in (following, None)


@given(SEATS, TABLES, TAPES)
def test_random_play_keeps_every_table_sound(
    players: tuple[str, ...], options: Json, tape: list[int]
) -> None:
    steps = played(players, options, tape)
    everygame.check_answers(GAME, steps)
    for before, move, answer, after in steps:
        check_table(after)
        if isinstance(before, Playing) and isinstance(move, moves.Play | moves.Draw | moves.Pass):
            unknown = isinstance(answer, Refused) and answer.code == "invalid"
            if not unknown:
                check_turn(before, move, answer, after)
        if (
            isinstance(before, Counting)
            and isinstance(after, Between | Over)
            and isinstance(move, moves.Count)
        ):
            check_score(before, move, answer, after)


def check_score(before: Counting[Options], move: moves.Count, answer: Any, after: Any) -> None:
    """Clauses 9 and 10 again, from what was counted."""
    points = move.points
    if move.cards is not None:
        worth = dict(zip(RANKS, [1, *range(2, 11), 10, 10, 10], strict=True)) | {"8": 50}
        points = sum(worth[card.split()[0]] for card in move.cards)
    held = dict.fromkeys(before.players, 0) | before.counted | {move.player: points or 0}
    if before.out:
        won = {before.out: sum(held.values())}
    else:
        least = min(held.values())
        differences = sum(number - least for number in held.values())
        won = {name: differences for name, number in held.items() if number == least}
    assert {line.player: line.points for line in answer.lines} == {name: won.get(name, 0) for name in held}
    assert after.gained == won
    assert {name for name, done in GAME.feats_of(before, move, answer).items() if HAND_WON in done} == set(
        won
    )


def universe(players: tuple[str, ...]) -> list[Move]:
    """Every move that `offers` could know of: each card with each suit, each draw, deal and leave."""
    every: list[Move] = [moves.Void(), moves.End(), *(moves.Flip(card=card) for card in cards.CARDS)]
    for name in players:
        every += [moves.Deal(dealer=name), moves.Quit(player=name)]
        every += [moves.Draw(player=name), moves.Pass(player=name)]
        every += [
            moves.Play(player=name, card=card, suit=suit)
            for card in cards.CARDS
            for suit in (None, *cards.SUITS)
        ]
    return every


@given(SEATS, TABLES, TAPES)
@settings(max_examples=60)
def test_what_is_prompted_is_what_is_accepted(
    players: tuple[str, ...], options: Json, tape: list[int]
) -> None:
    state = played(players, options, tape)[-1][-1]
    everygame.check_prompts(GAME, state, universe(state.players), (moves.Count,))


@given(SEATS, TABLES, TAPES)
@settings(max_examples=60)
def test_a_game_told_again_in_json_comes_to_the_same_states(
    players: tuple[str, ...], options: Json, tape: list[int]
) -> None:
    everygame.check_retold(GAME, players, options, played(players, options, tape))


STARTS: list[list[Json]] = [
    [],
    [{"do": "deal", "dealer": "Ann"}],
    [{"do": "deal", "dealer": "Ann"}, {"do": "flip", "card": "5 of clubs"}],
]
STARTS.append([*STARTS[-1], does("recount", "Bob", cards=1), play("Bob", "8 of clubs")])
STARTS.append([{"do": "end"}])
JUNK = everygame.junk(GAME, "5 of clubs", "8 of hearts", "hearts", "clubs", "one")


@given(st.sampled_from(STARTS), st.lists(JUNK, max_size=12))
def test_junk_is_answered_and_never_raises(start: list[Json], raw: list[Any]) -> None:
    everygame.check_junk(GAME, table("crazy_eights", "Ann Bob", *start).state, raw)


@given(everygame.wrong_records(GAME, JUNK))
def test_what_is_no_record_is_said_to_be_none(record: Json) -> None:
    everygame.check_record(record)


# --- points that are easy to miss ---------------------------------------------------------------------


def test_the_game_is_one_of_the_registry() -> None:
    assert GAMES["crazy_eights"] is GAME
    assert GAME.highest_wins


@pytest.mark.clause("crazy_eights 1", "crazy_eights 9")
def test_the_pack_has_every_rank_of_every_suit_and_340_points() -> None:
    """Four times 50, 30, 1 and the numbers from 2 to 10 without the 8."""
    assert Counter(cards.CARDS) == Counter(f"{rank} of {suit}" for rank in RANKS for suit in SUITS)
    assert sum(map(cards.cost, cards.CARDS)) == 4 * (50 + 30 + 1 + 46)


@pytest.mark.clause("crazy_eights 1")
@pytest.mark.parametrize(("players", "packs"), [(1, 1), (6, 1), (1, 2), (8, 2), (2, 0), (2, 3)])
def test_a_table_that_does_not_fit_the_packs_is_no_record(players: int, packs: int) -> None:
    names = [f"Player {seat}" for seat in range(players)]
    with pytest.raises(NotARecord):
        GAME.start({"packs": packs}, names)


@pytest.mark.clause("crazy_eights 2", "crazy_eights 11")
def test_without_options_one_pack_draws_one_to_100_points() -> None:
    options = GAME.start({}, NAMES[:2]).options
    assert (options.packs, options.draw, options.next_dealer, options.end.score) == (1, "one", "rotate", 100)


@pytest.mark.parametrize(
    "options", [{"draw": "two"}, {"track": "quick"}, {"specials": True}, {"end": {"score": 0}}]
)
def test_what_the_game_does_not_have_cannot_be_agreed_on(options: Json) -> None:
    with pytest.raises(NotARecord):
        GAME.start(options, NAMES[:2])


@pytest.mark.clause("crazy_eights 4", "crazy_eights 5", "crazy_eights 6")
def test_a_refused_card_is_told_what_goes_instead() -> None:
    fold = begun()
    (no,) = texts(fold, play("Bob", "3 of clubs"))
    assert no.startswith(
        "The 3 of clubs does not go on the queen of hearts: play a heart, another queen or an"
    )
    assert no.endswith("eight, or draw a card.")
    texts(fold, does("draw", "Bob"))
    assert texts(fold, play("Bob", "3 of clubs"))[0].endswith("or an eight, or pass.")
    texts(fold, play("Bob", "8 of clubs", suit="spades"))
    (no,) = texts(fold, play("Cat", "3 of clubs"))
    assert "on the 8 of clubs: spades are asked for. Play one or an eight" in no


@pytest.mark.clause("crazy_eights 5")
def test_an_eight_hides_the_suit_it_has() -> None:
    fold = begun(play("Bob", "8 of hearts", suit="clubs"))
    assert refused(fold, play("Cat", "2 of hearts")) == ("illegal", "crazy_eights 5")
    assert shown(fold, play("Cat", "2 of clubs"))["turn"] == "Ann"


@pytest.mark.clause("crazy_eights 4")
def test_what_the_table_lets_stand_says_which_rule_it_breaks() -> None:
    fold = begun()
    first, second = texts(fold, play("Bob", "3 of clubs", overruled="Bob is four years old"))
    assert first.startswith(
        "Overruled by the table (Bob is four years old), though: The 3 of clubs does not go"
    )
    assert second == "Bob plays the 3 of clubs."


@pytest.mark.clause("crazy_eights 1")
def test_overruling_lifts_no_entry_error() -> None:
    fold = begun()
    assert refused(fold, play("Bob", "queen of hearts", overruled="so what")) == (
        "impossible",
        "crazy_eights 1",
    )


@pytest.mark.clause("crazy_eights 1", "crazy_eights 7")
def test_a_card_may_come_again_once_the_pile_was_shuffled() -> None:
    fold = begun(does("recount", "Ann", cards=43), play("Bob", "king of hearts"), players="Ann Bob")
    again = play("Ann", "queen of hearts")
    assert refused(fold, again) == ("impossible", "crazy_eights 1")
    shown(fold, does("draw", "Ann"), does("pass", "Ann"))
    assert shown(fold, does("draw", "Bob"))["discards"] == 1
    shown(fold, does("pass", "Bob"))
    assert shown(fold, again)["top"]["card"] == "queen of hearts"


@pytest.mark.clause("crazy_eights 1", "crazy_eights 9")
def test_a_card_counted_in_one_hand_is_not_in_another() -> None:
    one = [does("recount", name, cards=1) for name in ("Ann", "Bob", "Cat")]
    fold = begun(*one, play("Bob", "2 of hearts"), does("count", "Ann", cards=["8 of clubs"]))
    assert refused(fold, does("count", "Cat", cards=["8 of clubs"])) == ("impossible", "crazy_eights 1")
    assert shown(fold, does("count", "Cat", cards=["8 of spades"]))["scores"]["Bob"] == 100


@pytest.mark.clause("crazy_eights 10", "crazy_eights settled 4")
@pytest.mark.parametrize("draw", ["one", "until"])
def test_a_play_or_a_card_put_back_unblocks_the_hand(draw: str) -> None:
    passes = [does("pass", name) for name in ("Bob", "Cat")]
    fold = begun(does("recount", "Ann", cards=41), *passes, draw=draw)
    assert fold.state.since.stuck == 2
    assert shown(fold, play("Ann", "king of hearts"))["turn"] == "Bob"
    assert fold.state.since.stuck == 0
    fold = begun(does("recount", "Ann", cards=41), *passes, does("recount", "Ann", cards=40), draw=draw)
    assert refused(fold, does("pass", "Ann"))[0] == "illegal"
    shown(fold, does("draw", "Ann"), does("pass", "Ann"), *passes[:1])
    assert shown(fold, *passes[1:])["phase"] == "count"


@pytest.mark.clause("crazy_eights settled 9")
def test_a_hand_given_up_in_its_count_leaves_the_scores_alone() -> None:
    fold = begun(does("recount", "Bob", cards=1), play("Bob", "2 of hearts"), does("count", "Ann", points=40))
    view = shown(fold, {"do": "void"})
    assert (view["phase"], view["scores"], view["hand"]) == ("deal", {"Ann": 0, "Bob": 0, "Cat": 0}, 0)


@pytest.mark.clause("crazy_eights settled 6")
@pytest.mark.parametrize(("option", "dealer"), [("rotate", "Bob"), ("winner", "Cat")])
def test_a_rematch_is_dealt_by_whom_the_table_agreed_on(option: str, dealer: str) -> None:
    fold = begun(next_dealer=option)
    shown(fold, does("draw", "Bob"), does("pass", "Bob"), does("recount", "Cat", cards=1))
    shown(fold, play("Cat", "2 of hearts"), does("count", "Ann", points=60))
    before = fold.state
    assert shown(fold, does("count", "Bob", points=60))["phase"] == "over"
    assert GAME.next_dealer(before) == dealer


def test_eights_and_draws_are_counted_for_the_record() -> None:
    fold = begun()
    for raw, feats in (
        (does("draw", "Bob"), {"Bob": {"drawn": 1}}),
        (play("Bob", "8 of clubs", suit="clubs"), {"Bob": {"eights": 1}}),
        (does("recount", "Cat", cards=1), {}),
        (play("Cat", "2 of clubs"), {}),
        (does("count", "Ann", points=7), {}),
        (does("count", "Bob", points=12), {"Cat": {HAND_WON: 1, "haul": 19}}),
    ):
        before, answer = fold.state, fold.play_json(raw)
        assert isinstance(answer, Ruling), raw
        assert GAME.feats_of(before, fold.steps[-1].move, answer) == feats


def test_the_rulebook_has_every_clause_once_and_says_which_are_our_reading() -> None:
    book = rulebook.load("crazy_eights")
    numbers = [*map(str, range(1, 12)), *(f"settled {point}" for point in range(1, 11))]
    assert [clause.number for clause in book.clauses] == numbers
    for clause in book.clauses:
        assert clause.title, clause.number
        assert clause.text.endswith("."), clause.number
        assert clause.reading == clause.number.startswith("settled"), clause.number
        assert set(clause.see) <= set(numbers) - {clause.number}, clause.number


def test_a_first_card_that_is_an_eight_changes_nothing() -> None:
    fold = table("crazy_eights", "Ann Bob", {"do": "deal", "dealer": "Ann"})
    before = fold.state
    assert isinstance(before, Flipping)
    shown(fold, {"do": "flip", "card": "8 of clubs"})
    assert fold.state == before
