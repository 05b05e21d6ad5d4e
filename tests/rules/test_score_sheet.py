"""The score sheet: whatever is written down adds up; and each sentence of the record about it."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.rules.engine import Json, Move, NotARecord, Refused, Ruling
from referee.rules.score_sheet import GAME, moves
from referee.rules.score_sheet.state import Over, show
from tests.rules import everygame
from tests.rules.everygame import NAMES, refused, shown, table

FIELDS = {"phase", "players", "rounds", "scores", "winners"}
TAPES = everygame.tapes(40)
SEATS = st.integers(1, 5).map(lambda number: NAMES[:number])
OPTIONS = st.fixed_dictionaries(
    {},
    optional={
        "wins": st.sampled_from(["high", "low"]),
        "end": st.fixed_dictionaries(
            {}, optional={"score": st.sampled_from([5, 40, 12.5]), "rounds": st.integers(1, 12)}
        ),
    },
)


def odd_move(state: Any, number: int) -> Move:
    """Rounds with numbers, whole, broken and below 0, for the right players and others; newcomers."""
    name, other = NAMES[number % len(NAMES)], NAMES[number // 7 % len(NAMES)]
    points = [number * step % 23 / divisor - 4 for step, divisor in ((1, 1), (3, 2), (5, 10), (7, 100))]
    scored = {player: points[place % 4] for place, player in enumerate(state.players)}
    odd: tuple[Move, ...] = (
        moves.Round(scores=scored),
        moves.Round(scores={player: int(value) for player, value in scored.items()}, name=f"Deal {number}"),
        moves.Round(scores={**scored, name: 3}),
        moves.Join(player=name, after=other if number % 2 else None),
        moves.Quit(player=name),
    )
    return odd[number // 13 % len(odd)]


def played(players: tuple[str, ...], options: Json, tape: list[int]) -> list[everygame.Told]:
    """More odd moves than prompted ones, for prompted rounds have only zeros."""
    mixed = [number if number % 3 else number // 8 * 8 for number in tape]
    return list(everygame.played(GAME, players, options, mixed, odd_move))


def check_sheet(state: Any) -> None:
    view = show(state)
    assert view.keys() >= FIELDS
    assert view["hand"] == len(view["rounds"])
    for name, score in view["scores"].items():
        column = [row["scores"][name] for row in view["rounds"] if name in row["scores"]]
        assert score == float(sum(Decimal(str(points)) for points in column))
        assert isinstance(score, int) == float(score).is_integer()
    if isinstance(state, Over):
        best = (max if state.options.wins == "high" else min)(
            [view["scores"][name] for name in state.players], default=None
        )
        assert view["winners"] == [name for name in state.players if view["scores"][name] == best]


def reached(state: Any) -> bool:
    end = state.options.end
    return (end.rounds is not None and len(state.rounds) >= end.rounds) or (
        end.score is not None and any(state.scores[name] >= end.score for name in state.players)
    )


@given(SEATS, OPTIONS, TAPES)
def test_random_rounds_add_up_and_end_when_they_should(
    players: tuple[str, ...], options: Json, tape: list[int]
) -> None:
    steps = played(players, options, tape)
    everygame.check_answers(GAME, steps)
    for before, move, answer, after in steps:
        check_sheet(after)
        if isinstance(move, moves.Round) and isinstance(answer, Ruling):
            assert set(move.scores) == set(before.players)
            assert isinstance(after, Over) == reached(after)
        elif isinstance(answer, Ruling):
            assert isinstance(after, Over) == isinstance(move, moves.End)


@given(SEATS, OPTIONS, TAPES, st.integers(1, 40))
def test_what_is_prompted_is_what_is_accepted(
    players: tuple[str, ...], options: Json, tape: list[int], most: int
) -> None:
    state = everygame.last_state(played(players, options, tape), most)
    universe: list[Move] = [moves.End()]
    universe += [moves.Quit(player=name) for name in NAMES]
    universe += [moves.Join(player=name) for name in NAMES if name in state.scores]
    everygame.check_prompts(GAME, state, universe, (moves.Round,))
    rounds = [move for move, _ in GAME.prompts(state) if isinstance(move, moves.Round)]
    assert bool(rounds) == (state.phase == "play" and bool(state.players))


@given(SEATS, OPTIONS, TAPES)
def test_a_game_told_again_in_json_comes_to_the_same_states(
    players: tuple[str, ...], options: Json, tape: list[int]
) -> None:
    everygame.check_retold(GAME, players, options, played(players, options, tape))


JUNK = everygame.junk(GAME, "Cat", "Dan")


@given(TAPES, st.integers(1, 40), st.lists(JUNK, max_size=12))
def test_junk_is_answered_and_never_raises(tape: list[int], most: int, junk: list[object]) -> None:
    everygame.check_junk(GAME, everygame.last_state(played(NAMES[:2], {}, tape), most), junk)


@given(everygame.wrong_records(GAME, JUNK))
def test_a_wrong_record_is_answered_in_one_sentence(record: Json) -> None:
    everygame.check_record(record)


@pytest.mark.parametrize(
    ("players", "options"),
    [
        (0, {}),
        (21, {}),
        (2, {"wins": "most"}),
        (2, {"end": {"rounds": 0}}),
        (2, {"end": {"rounds": 1.5}}),
        (2, {"end": {"rounds": True}}),
        (2, {"end": {"score": 0}}),
        (2, {"end": {"score": "30"}}),
        (2, {"end": {"time": "22:30"}}),
        (2, {"end": 30}),
        (2, {"score": 30}),
    ],
)
def test_a_table_that_cannot_be_is_no_record(players: int, options: Json) -> None:
    with pytest.raises(NotARecord):
        GAME.start(options, [f"Player {seat}" for seat in range(players)])


def test_one_and_twenty_players_can_be() -> None:
    for number in (1, 20):
        names = [f"Player {seat}" for seat in range(number)]
        assert show(GAME.start({}, names))["players"] == names


def written(**scores: object) -> Json:
    return {"do": "round", "scores": scores}


@pytest.mark.parametrize("number", [10**30, -(10**30), 1e300, "1", None, True, [1], 10_000_000_001])
def test_what_is_no_number_is_refused(number: object) -> None:
    fold = table("score_sheet", "Ann Bob")
    assert refused(fold, written(Ann=1, Bob=number)) == ("invalid", None)
    assert shown(fold)["rounds"] == []


def test_sums_are_those_of_paper() -> None:
    fold = table("score_sheet", "Ann Bob", *[written(Ann=0.1, Bob=1_000_000_000)] * 10)
    assert shown(fold)["scores"] == {"Ann": 1, "Bob": 10_000_000_000}
    answer = fold.play_json(written(Ann=1234567, Bob=-2.25))
    assert isinstance(answer, Ruling)
    assert answer.cites[0].text == "Round 11: Ann +1234567 and Bob −2.25."


def test_a_sum_that_is_whole_but_for_the_last_binary_digit_is_whole() -> None:
    fold = table("score_sheet", "Ann", written(Ann=-2.0700000000000003), written(Ann=-45.93))
    score = shown(fold)["scores"]["Ann"]
    assert (score, type(score)) == (-48, int)


def test_a_round_without_a_name_is_called_by_its_number_and_a_long_name_is_cut_in_the_lines() -> None:
    fold = table("score_sheet", "Ann")
    answer = fold.play_json({**written(Ann=1), "name": "x" * 1000})
    assert isinstance(answer, Ruling)
    assert answer.lines[0].reason == "x" * 80
    assert shown(fold)["rounds"][0]["name"] == "x" * 1000
    answer = fold.play_json(written(Ann=1))
    assert isinstance(answer, Ruling)
    assert answer.lines[0].reason == "round 2"


def test_coming_back_above_the_target_ends_nothing_until_a_round_is_played() -> None:
    """Quitters trigger nothing: only a round ends the game, and only by those at the table."""
    options = {"end": {"score": 10}}
    fold = table("score_sheet", "Ann Bob", written(Ann=9, Bob=0), {"do": "quit", "player": "Ann"}, **options)
    assert shown(fold, written(Bob=5), {"do": "join", "player": "Ann"})["phase"] == "play"
    state = shown(fold, written(Ann=1, Bob=0))
    assert (state["phase"], state["winners"]) == ("over", ["Ann"])


def test_what_is_missing_or_too_much_in_a_round_is_named() -> None:
    state = GAME.start({}, ("Ann", "Bob"))
    missing = GAME.judge(state, moves.Round(scores={"Bob": 1}))
    strange = GAME.judge(state, moves.Round(scores={"Ann": 1, "Bob": 1, "Zoe": 1}))
    assert isinstance(missing, Refused)
    assert isinstance(strange, Refused)
    assert "Ann" in missing.text
    assert "Zoe" in strange.text


def test_a_round_is_told_by_the_seats_in_whatever_order_it_was_sent() -> None:
    """A database may keep the names in an order of its own; the game folded again is the same one."""
    state = GAME.start({}, ("Bob", "Ann"))
    one = GAME.judge(state, moves.Round(scores={"Ann": 1, "Bob": 2}))
    other = GAME.judge(state, moves.Round(scores={"Bob": 2, "Ann": 1}))
    assert isinstance(one, Ruling)
    assert isinstance(other, Ruling)
    assert one.cites[0].text == other.cites[0].text == "Round 1: Bob +2 and Ann +1."
    assert GAME.dump(one.state) == GAME.dump(other.state)
    assert one.lines == other.lines
