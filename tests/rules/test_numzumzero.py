"""NumZumZero: whatever is played, cards and tokens are kept; and each sentence of the record about it."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from referee.rules.engine import Json, Move, NotARecord, Ruling
from referee.rules.numzumzero import cards, moves
from referee.rules.numzumzero.game import GAME, some_cards
from referee.rules.numzumzero.play import why_over
from referee.rules.numzumzero.state import Counting, Dealing, Over, Playing, Refilling, columns
from tests.rules import everygame
from tests.rules.everygame import NAMES, document, refused, shown, table

FIELDS = {
    "phase", "turn", "columns", "totals", "tokens", "collected", "drawpile", "winners",
}  # fmt: skip
TAPES = everygame.tapes(90)
SEATS = st.sampled_from([1, 1, 2, 2, 3, 4, 5, 6]).map(lambda number: NAMES[:number])
OPTIONS = st.fixed_dictionaries(
    {"advanced": st.booleans(), "boxes": st.integers(2, 3)}
) | st.fixed_dictionaries({}, optional={"advanced": st.booleans()})


def odd_move(state: Any, number: int) -> Move:
    """Other cards than those prompted, moves out of turn and of phase, and plays that are overruled."""
    name, card = NAMES[number % len(NAMES)], cards.CARDS[number // 7 % 14]
    column = number // 11 % 7
    fullest = 1 + max(range(len(state.columns)), key=lambda place: len(state.columns[place]))
    turned = some_cards(state, number % 6)[::-1]
    odd: tuple[Move, ...] = (
        moves.Play(player=name, card=card, column=column),
        moves.Play(player=getattr(state, "turn", name), card=card, column=column, overruled="we like it"),
        moves.Play(player=getattr(state, "turn", name), card=card, column=fullest),
        moves.Refill(columns=turned),
        moves.Refill(columns=(card,) * (number % 6)),
        moves.Deal(lead=name, columns=turned),
        moves.Bonus(player=name, tokens=number % 40),
    )
    return odd[number // 13 % len(odd)]


def keen(state: Any, move: Move) -> bool:
    """Whether a play collects, so that fields are emptied and games are won; else columns would only fill."""
    if not isinstance(move, moves.Play):
        return True
    column = (*state.columns[move.column - 1], move.card)
    return cards.total("blue", column) == cards.total("orange", column)


def played(players: tuple[str, ...], options: Json, tape: list[int]) -> list[everygame.Told]:
    return list(everygame.played(GAME, players, options, tape, odd_move, keen))


def check_table(state: Any, *, overruled: bool) -> None:
    """What holds of every table; columns grow past seven only where the table overruled."""
    seen = Counter(state.visible_cards)
    assert all(number <= 4 * state.options.boxes for number in seen.values())
    in_hands = 56 * state.options.boxes - state.drawpile - seen.total()
    full_hands = len(state.players) * (1 if len(state.players) == 1 else 2)
    match state:
        case Dealing():
            assert in_hands == 0
        case Playing():
            assert in_hands == full_hands
            assert min(map(len, state.columns)) < 7
        case Refilling():
            assert in_hands == full_hands - 1
            assert not any(state.columns)
            assert state.drawpile
        case _:
            assert in_hands in {full_hands, full_hands - 1}
    assert state.drawpile >= 0
    assert overruled or max(map(len, state.columns)) <= 7
    assert len(state.columns) == (3 if len(state.players) <= 2 else 5)
    assert min(state.tokens.values()) >= 0
    if isinstance(state, Playing | Refilling) and len(state.players) > 1:
        assert max(state.tokens.values()) < 7
    for column in state.columns:
        value = Counter[str]()
        for card in column:
            color, number = card.split()
            value[color] += int(number)
        assert not column or value["blue"] != value["orange"]
    if isinstance(state, Over):
        check_winners(state)


def check_winners(state: Over) -> None:
    """The whole order at once: tokens, cards, total, and in the Advanced game tokens before the bonus."""
    if len(state.players) == 1:
        assert state.winners == ()
        assert GAME.show(state)["score"] == GAME.show(state)["tokens"][state.players[0]]
        return
    rank = {
        name: (
            state.tokens[name] + state.bonus.get(name, 0),
            len(state.piles[name]),
            sum(int(card.split()[1]) for card in state.piles[name]),
            state.tokens[name] if state.options.advanced else 0,
        )
        for name in state.players
    }
    best = [name for name in state.players if rank[name] == max(rank.values())]
    assert list(state.winners) == (best if len(best) == 1 else [])


def check_reason(move: Move, ruling: Ruling[Any], after: Any) -> None:
    """What the last state says of the end, after bonus marks too, is what the move that ended it was told."""
    why = why_over(after.in_phase(Over, bonus={}, winners=()))
    assert (why is None) == isinstance(move, moves.End)
    assert why is None or why.rule in {cite.rule for cite in ruling.cites}


@given(SEATS, OPTIONS, TAPES)
def test_random_play_keeps_cards_tokens_and_answers_sound(
    players: tuple[str, ...], options: Json, tape: list[int]
) -> None:
    steps = played(players, options, tape)
    everygame.check_answers(GAME, steps)
    overruled = False
    for before, move, answer, after in steps:
        if isinstance(after, Counting | Over) and isinstance(before, Playing | Refilling):
            assert isinstance(answer, Ruling)
            check_reason(move, answer, after)
        overruled |= isinstance(answer, Ruling) and bool(getattr(move, "overruled", None))
        check_table(after, overruled=overruled)
        assert GAME.show(after).keys() >= FIELDS
        assert GAME.show(after)["scores"] == GAME.show(after)["tokens"]
        assert ("score" in GAME.show(after)) == (len(players) == 1)


@given(SEATS, OPTIONS, TAPES, st.integers(1, 90))
def test_what_is_prompted_is_what_is_accepted(
    players: tuple[str, ...], options: Json, tape: list[int], most: int
) -> None:
    state = everygame.last_state(played(players, options, tape), most)
    universe: list[Move] = [moves.End()]
    universe += [moves.Bonus(player=name, tokens=number) for name in NAMES for number in range(7)]
    universe += [
        moves.Play(player=name, card=card, column=column)
        for name in NAMES
        for card in (*cards.CARDS, "blue 8")
        for column in range(7)
    ]
    everygame.check_prompts(GAME, state, universe, (moves.Deal, moves.Refill))
    turned = [move for move, _ in GAME.prompts(state) if isinstance(move, moves.Deal | moves.Refill)]
    assert bool(turned) == isinstance(state, Dealing | Refilling)


@given(SEATS, OPTIONS, TAPES)
def test_a_game_told_again_in_json_comes_to_the_same_states(
    players: tuple[str, ...], options: Json, tape: list[int]
) -> None:
    everygame.check_retold(GAME, players, options, played(players, options, tape))


@given(SEATS, TAPES, st.integers(1, 90))
def test_the_card_that_would_collect_a_column_does_and_no_other_card(
    players: tuple[str, ...], tape: list[int], most: int
) -> None:
    state = everygame.last_state(played(players, {}, tape), most)
    for column in columns(state):
        assert {"blue": column.blue, "orange": column.orange} == GAME.show(state)["totals"][column.number - 1]
        assert column.difference == column.blue - column.orange
        if not isinstance(state, Playing):
            continue
        collecting = []
        for card in cards.CARDS:
            answer = GAME.judge(state, moves.Play(player=state.turn, card=card, column=column.number))
            if isinstance(answer, Ruling) and len(answer.state.piles[state.turn]) > len(
                state.piles[state.turn]
            ):
                collecting.append(card)
        assert collecting == ([column.collects] if column.collects else [])


PLAUSIBLE = ("blue 1", "orange 1", "blue 2", "orange 7")
JUNK = everygame.junk(GAME, *PLAUSIBLE)


@given(TAPES, st.integers(1, 90), st.lists(JUNK, max_size=12))
def test_junk_is_answered_and_never_raises(tape: list[int], most: int, junk: list[object]) -> None:
    everygame.check_junk(GAME, everygame.last_state(played(NAMES[:2], {"advanced": True}, tape), most), junk)


@given(everygame.wrong_records(GAME, JUNK))
def test_a_wrong_record_is_answered_in_one_sentence(record: Json) -> None:
    everygame.check_record(record)


@pytest.mark.parametrize(
    ("players", "options"),
    [
        (0, {}),
        (13, {}),
        (5, {"boxes": 1}),
        (2, {"boxes": 0}),
        (2, {"boxes": 1.0}),
        (2, {"boxes": True}),
        (2, {"boxes": None}),
        (2, {"boxes": 10**30}),
        (2, {"advanced": 1}),
        (2, {"tricks": True}),
    ],
)
def test_a_table_that_cannot_be_is_no_record(players: int, options: Json) -> None:
    with pytest.raises(NotARecord):
        GAME.start(options, [f"Player {seat}" for seat in range(players)])


@pytest.mark.parametrize(("players", "boxes"), [(1, 1), (4, 1), (5, 2), (8, 2), (9, 3), (12, 3)])
def test_a_box_for_every_four_players(players: int, boxes: int) -> None:
    names = [f"Player {seat}" for seat in range(players)]
    assert GAME.show(GAME.start({}, names))["drawpile"] == 56 * boxes
    assert GAME.show(GAME.start({"boxes": boxes + 1}, names))["drawpile"] == 56 * (boxes + 1)


def test_before_the_deal_columns_are_empty_and_the_pile_is_full() -> None:
    state = shown(table("numzumzero", "Ann Bob Cat"))
    assert state["columns"] == [[], [], [], [], []]
    assert state["totals"] == [{"blue": 0, "orange": 0}] * 5
    assert (state["phase"], state["turn"], state["drawpile"]) == ("deal", None, 56)
    assert "score" not in state


DEAL = {"do": "deal", "lead": "Ann", "columns": ["blue 1", "blue 2", "blue 3"]}


def dealt(players: str = "Ann Bob", **options: object) -> Any:
    return table("numzumzero", players, DEAL, **options)


def play(player: str, card: str, column: int, **more: str) -> Json:
    return {"do": "play", "player": player, "card": card, "column": column, **more}


def test_who_has_to_draw_and_cannot_ends_the_game_though_others_hold_cards() -> None:
    """10 with more than one player: the last card drawn does not end it, the next draw does."""
    fold = dealt()
    fold.state = replace(fold.state, drawpile=1)
    state = shown(fold, play("Ann", "blue 4", 1))
    assert (state["phase"], state["turn"], state["drawpile"]) == ("play", "Bob", 0)
    state = shown(fold, play("Bob", "orange 5", 1))
    assert (state["phase"], state["tokens"]) == ("over", {"Ann": 0, "Bob": 1})
    assert state["winners"] == ["Bob"]


def test_full_columns_are_looked_at_after_the_draw() -> None:
    """Column 3 gets its seventh card and the pile is empty: the game ends by 10, not by 11."""
    for left, clause in ((0, "numzumzero 10"), (1, "numzumzero 11")):
        fold = dealt()
        full = (
            ("blue 4",) * 4 + ("blue 5",) * 3,
            ("blue 6",) * 4 + ("blue 7",) * 3,
            ("orange 4",) * 4 + ("orange 5",) * 2,
        )
        fold.state = replace(fold.state, columns=full, drawpile=left)
        answer = fold.play_json(play("Ann", "orange 6", 3))
        assert isinstance(answer, Ruling)
        ended = [cite.rule for cite in answer.cites if "the game ends" in cite.text]
        assert ended == [clause]
        assert fold.state.phase == "over"


def test_an_eighth_card_by_the_tables_own_wish_costs_nothing() -> None:
    """6 is about the seventh card."""
    fold = dealt()
    full = ("blue 2",) * 3 + ("blue 4",) * 4
    fold.state = replace(fold.state, columns=(full, (), ("blue 1",)), tokens={"Ann": 2, "Bob": 0})
    assert shown(fold, play("Ann", "orange 1", 1, overruled="we like it"))["tokens"] == {"Ann": 2, "Bob": 0}


def test_a_seventh_card_that_collects_costs_nothing() -> None:
    fold = dealt()
    fold.state = replace(fold.state, columns=(("blue 1",) * 4 + ("orange 1", "orange 2"), (), ("blue 2",)))
    assert shown(fold, play("Ann", "orange 1", 1))["tokens"] == {"Ann": 1, "Bob": 0}


@pytest.mark.parametrize(
    ("move", "code"),
    [
        (play("Zoe", "blue 1", 9), "invalid"),
        (play("Bob", "blue 1", 9), "invalid"),
        (play("Bob", "blue 1", 2, overruled="x"), "phase"),
        (play("Ann", "blue 1", 1), "impossible"),
        (play("Ann", "orange 7", 1), "illegal"),
    ],
)
def test_a_play_wrong_in_several_ways_gets_the_first_code(move: Json, code: str) -> None:
    """Column 1 is full, four of blue 1 lie in it, and it is Ann's turn."""
    fold = dealt()
    fold.state = replace(fold.state, columns=(("blue 1",) * 4 + ("blue 2",) * 3, ("blue 3",), ()))
    assert refused(fold, move)[0] == code


@pytest.mark.parametrize("phase", ["refill", "bonus"])
def test_copies_in_collection_piles_count_too(phase: str) -> None:
    fold = dealt(advanced=True)
    piles = {"Ann": ("blue 1",) * 3, "Bob": ()}
    if phase == "refill":
        fold.state = Refilling(**{**_fields(fold.state), "columns": ((), (), ()), "piles": piles}, turn="Ann")
        assert refused(fold, {"do": "refill", "columns": ["blue 1", "blue 1", "blue 2"]}) == (
            "impossible",
            "numzumzero settled 5",
        )
    else:
        fold.state = Counting(**{**_fields(fold.state), "piles": piles}, bonus={})
        assert refused(fold, {"do": "bonus", "player": "Bob", "tokens": 1}) == ("impossible", "numzumzero 14")
        assert refused(fold, play("Ann", "blue 1", 1)) == ("phase", "numzumzero 5")


def _fields(state: Any) -> Json:
    names = ("options", "players", "columns", "tokens", "piles", "drawpile")
    return {name: getattr(state, name) for name in names}


def test_score_lines_name_the_column_the_field_the_seventh_card_and_the_marks() -> None:
    fold = table(
        "numzumzero", "Ann", DEAL, play("Ann", "orange 1", 1), play("Ann", "orange 2", 2), advanced=True
    )
    answer = fold.play_json(play("Ann", "orange 3", 3))
    assert isinstance(answer, Ruling)
    assert [(line.points, line.rule) for line in answer.lines] == [(1, "numzumzero 7"), (1, "numzumzero 9")]
    fold.play_json({"do": "end"})
    answer = fold.play_json({"do": "bonus", "player": "Ann", "tokens": 5})
    assert isinstance(answer, Ruling)
    assert [(line.points, line.rule) for line in answer.lines] == [(5, "numzumzero 14")]
    assert shown(fold)["score"] == 9


def test_a_replay_of_junk_options_is_no_record() -> None:
    everygame.check_record(document(GAME, NAMES[:2], [], boxes="two"))
