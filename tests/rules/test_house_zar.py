"""The Game of Zar: points that are easy to get wrong, and what holds whatever is played."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.games.registry import GAMES
from referee.rules import rulebook
from referee.rules.engine import Fold, NotARecord, Refused, Ruling
from referee.rules.house_zar import cards
from referee.rules.shedding import moves
from referee.rules.shedding.game import deck
from referee.rules.shedding.state import Dealt, InPlay, Laid, Playing, Waiting
from tests.records import replay
from tests.rules import tables
from tests.rules.tables import Raw, holding, opening, play, universe

HOUSE = GAMES["house_zar"]
NAMES = ("Ann", "Bob", "Cat", "Dan", "Eve", "Fay", "Gus")
FLIPPED = opening("blue 2")
#: The fields that docs/record.md names, no more: nothing of a hand but its number is told.
FIELDS = {
    "phase", "players", "dealer", "turn", "direction", "top", "matchable", "draw_count", "hands", "drawpile",
    "playpile", "owes_zar", "out", "hand", "scores", "winners",
}  # fmt: skip


class Table(tables.Table):
    """A table of this game."""

    def __init__(self, players: str = "Ann Bob Cat", **options: Any) -> None:
        self.fold: Fold[Any, Any] = Fold(HOUSE, HOUSE.start(options, players.split()))
        self.lines = []

    @property
    def shown(self) -> dict[str, Any]:
        shown: dict[str, Any] = HOUSE.show(self.fold.state)
        return shown

    def texts(self, *told: Raw) -> list[str]:
        """What is said of the last of the moves."""
        answer = self.tell(*told)
        assert isinstance(answer, Ruling)
        return [cite.text for cite in answer.cites]


def told(players: str, *raw: Raw, **options: Any) -> dict[str, Any]:
    """A record as its JSON value."""
    named = {"format": "referee-record/1", "game": "house_zar", "players": players.split()}
    return {**named, "options": options, "moves": list(raw)}


# --- points that are easy to get wrong ----------------------------------------------------------------


@pytest.mark.clause("house_zar 22", "house_zar settled 7")
def test_the_matched_draw_in_seat_order_and_the_matcher_last() -> None:
    """Cat, Dan and Bob were matched in that order; Ann matches with her last card."""
    table = Table("Ann Bob Cat Dan Eve", copies=3)
    table.accepts(*opening("green 1", dealer="Bob"), *holding(Ann=1))
    table.accepts(play("Cat", "green 5"), play("Bob", "green 5"))
    texts = table.texts(play("Ann", "green 5"))
    assert [text for text in texts if "draws 1 card" in text] == [
        "Bob draws 1 card.",
        "Cat draws 1 card.",
        "Ann draws 1 card.",
    ]


@pytest.mark.clause("house_zar 18", "house_zar settled 10")
def test_equal_holders_have_lost_a_void_hand_together() -> None:
    table = Table("Ann Bob Cat")
    table.accepts(*FLIPPED, *holding(Cat=1, Ann=30, Bob=30))
    texts = table.texts({"do": "pass", "player": "Bob"})
    assert "Nothing is left to draw or to reshuffle: Ann and Bob, with 30 cards, lost this hand." in texts
    assert table.shown["phase"] == "deal"


@pytest.mark.clause("house_zar 18", "house_zar settled 10")
def test_what_could_still_be_drawn_counts_for_who_holds_most() -> None:
    """Cat faces two cards, and one is there."""
    table = Table("Ann Bob Cat")
    table.accepts(*FLIPPED, *holding(Bob=1, Ann=30, Cat=30), play("Bob", "blue draw two"))
    texts = table.texts({"do": "out", "player": "Bob"})
    assert "Nothing is left to draw or to reshuffle: Cat, with 31 cards, lost this hand." in texts


@pytest.mark.clause("house_zar 6")
def test_the_last_play_is_still_shown_whole_after_a_reshuffle() -> None:
    table = Table("Ann Bob")
    table.accepts(*FLIPPED, play("Bob", "blue 3", "blue 3"), *holding(Bob=51))
    assert table.shown["drawpile"] == 0
    state = table.accepts({"do": "pass", "player": "Ann"})
    assert (state["playpile"], state["top"]["cards"]) == (1, ["blue 3", "blue 3"])


@pytest.mark.clause("house_zar settled 3")
def test_a_pair_in_turn_that_matches_with_the_last_cards_draws_for_both() -> None:
    table = Table(copies=3)
    state = table.accepts(*FLIPPED, *holding(Bob=2), play("Bob", "blue 2", "blue 2"))
    assert state["hands"] == {"Ann": 8, "Bob": 1, "Cat": 7}
    assert (state["phase"], state["owes_zar"], state["turn"]) == ("play", ["Bob"], "Cat")


@pytest.mark.clause("house_zar settled 4")
def test_what_the_table_lets_lie_on_a_last_card_is_a_match() -> None:
    table = Table()
    table.accepts(*FLIPPED, *holding(Bob=1), play("Bob", "blue 3"))
    assert table.refuses(play("Cat", "green 4")) == ("illegal", "house_zar settled 4")
    state = table.accepts(play("Cat", "green 4", overruled="we all thought it was a 3"))
    assert (state["phase"], state["hands"]["Bob"], state["turn"]) == ("play", 1, "Ann")


@pytest.mark.clause("house_zar settled 13")
def test_the_winner_draws_nothing_even_if_the_count_faces_him() -> None:
    """Only an overruled skip over draw twos brings them back to the player who is out."""
    table = Table("Ann Bob")
    table.accepts(
        *opening("blue draw two"), *holding(Bob=1), play("Bob", "blue skip", overruled="we like it")
    )
    assert (table.shown["turn"], table.shown["draw_count"]) == ("Bob", 2)
    assert table.accepts({"do": "out", "player": "Bob"})["hands"] == {"Ann": 8, "Bob": 0}


@pytest.mark.clause("house_zar settled 11")
def test_points_taken_for_a_hand_that_is_played_on_are_taken_back_line_by_line() -> None:
    table = Table()
    table.accepts(*FLIPPED, *holding(Bob=1), play("Bob", "blue 3"), {"do": "out", "player": "Bob"})
    table.accepts({"do": "count", "player": "Cat", "points": 9}, {"do": "illegal", "move": 4})
    assert [(line.player, line.points) for line in table.lines] == [("Cat", 9), ("Cat", -9)]


def test_a_recount_ends_a_debt_only_when_the_number_changes() -> None:
    table = Table()
    table.accepts(*FLIPPED, *holding(Bob=2), play("Bob", "blue 3"))
    assert table.accepts(*holding(Bob=1))["owes_zar"] == ["Bob"]
    table.accepts(*holding(Bob=2))
    assert table.accepts(*holding(Bob=1))["owes_zar"] == []


def test_a_recount_needs_its_cards_in_the_draw_pile_and_at_least_one() -> None:
    table = Table("Ann Bob")
    assert table.refuses(*FLIPPED, *holding(Ann=54)) == ("impossible", "house_zar 7")
    assert table.refuses(*holding(Ann=0)) == ("invalid", None)


@pytest.mark.parametrize("sent", [["blue 3", "plain"], ["plain", "blue 3"]])
def test_a_card_named_in_full_says_what_the_kind_beside_it_is(sent: list[str]) -> None:
    top = Table(track="quick").accepts(*FLIPPED, play("Bob", *sent))["top"]
    assert (top["color"], top["symbol"]) == ("blue", "3")


@pytest.mark.parametrize(
    ("move", "code"),
    [
        ({"do": "play", "player": "Eve", "cards": ["blue 4"]}, "invalid"),
        ({"do": "play", "player": "Cat", "cards": ["blue 4"], "declare": "mauve"}, "invalid"),
        ({"do": "play", "player": "Cat", "cards": ["blue 2", "blue 2"]}, "impossible"),
        ({"do": "play", "player": "Cat", "cards": ["wild 1"]}, "invalid"),
        ({"do": "play", "player": "Cat", "cards": ["wild 1"], "declare": "blue"}, "illegal"),
        ({"do": "play", "player": "Cat", "cards": ["green 4"]}, "illegal"),
        ({"do": "draw", "player": "Cat"}, "phase"),
        ({"do": "draw", "player": "Bob"}, "illegal"),
        ({"do": "take", "player": "Bob"}, "illegal"),
        ({"do": "out", "player": "Bob"}, "phase"),
        ({"do": "count", "player": "Bob", "points": 3}, "phase"),
        ({"do": "count", "player": "Bob", "cards": ["blue 9"]}, "invalid"),
        ({"do": "count", "player": "Bob"}, "invalid"),
        ({"do": "join", "player": "Eve"}, "phase"),
        ({"do": "quit", "player": "Bob"}, "phase"),
        ({"do": "end"}, "phase"),
        ({"do": "flip", "card": "blue 3"}, "phase"),
        ({"do": "deal", "dealer": "Bob"}, "phase"),
        ({"do": "illegal", "move": 1}, "impossible"),
        ({"do": "illegal", "move": -1}, "invalid"),
        ({"do": "penalty", "player": "Bob", "cards": 1}, "invalid"),
        ({"do": "recount", "player": "Bob", "cards": 2.0}, "invalid"),
        ({"do": "recount", "player": "Bob", "cards": True}, "invalid"),
        ({"do": "castle"}, "invalid"),
    ],
)
def test_a_move_that_is_wrong_in_several_ways_gets_the_first_code(move: Raw, code: str) -> None:
    assert Table().refuses(*FLIPPED, move)[0] == code


def test_a_missing_declaration_is_told_only_when_a_card_may_be_played_at_all() -> None:
    """`declare` is held against the card after `phase`."""
    table = Table()
    wild = play("Ann", "wild 1")
    assert table.refuses(wild) == ("phase", "house_zar 5")
    table.accepts(*FLIPPED, *holding(Bob=1), play("Bob", "blue 3"), {"do": "out", "player": "Bob"})
    assert table.refuses(wild) == ("phase", "house_zar 5")


@pytest.mark.parametrize(
    "options",
    [
        {"copies": 1},
        {"copies": 4},
        {"copies": 2.0},
        {"half_decks": 2},
        {"chameleons": 0},
        {"in_turn_match": "yes"},
        {"points": {"crab": 2}},
        {"points": {"draw_two": 2}},
        {"points": {"wild": -1}},
        {"end": {"score": 0}},
        {"end": {"time": "24:00"}},
        {"next_dealer": "nobody"},
        {"track": "none"},
    ],
)
def test_options_that_the_game_does_not_have_make_no_record(options: dict[str, Any]) -> None:
    with pytest.raises(NotARecord):
        replay(json.dumps(told("Ann Bob", **options)))


@pytest.mark.clause("house_zar settled 13")
@pytest.mark.parametrize("players", [1, 10])
def test_too_few_or_too_many_players_make_no_record(players: int) -> None:
    with pytest.raises(NotARecord):
        replay(json.dumps(told(" ".join(map(str, range(players))))))


def test_the_rulebook_has_every_clause_once_in_order() -> None:
    book = rulebook.load("house_zar")
    numbers = [clause.number for clause in book.clauses]
    assert numbers == [*map(str, range(1, 23)), *(f"settled {point}" for point in range(1, 15))]
    for clause in book.clauses:
        assert clause.title
        assert clause.text.endswith("."), clause.number
        assert clause.settled == (clause.reading or clause.author), clause.number
        assert set(clause.see) <= set(numbers) - {clause.number}, clause.number


# --- whatever is played -------------------------------------------------------------------------------

WORDS = (None, *cards.COLORS, *cards.NUMBERS)
#: One number for each move of a game: what is done with it is `chosen`'s business.
TAPES = st.lists(st.integers(0, 2**20), min_size=20, max_size=70)
AGREED = st.fixed_dictionaries(
    {
        "copies": st.integers(2, 3),
        "in_turn_match": st.booleans(),
        "track": st.sampled_from(["full", "quick"]),
        "next_dealer": st.sampled_from(["rotate", "winner"]),
        "end": st.sampled_from([{"score": 50}, {}, {"hands": 2}]),
    }
)
SEATS = st.integers(2, 5).map(lambda number: NAMES[:number])


def odd_move(state: Any, tape: int) -> Any:
    """A move that no page offers unasked: recounts, looking back, mixed plays, races, newcomers."""
    players = state.players or NAMES[:1]
    name, other = players[tape % len(players)], players[(tape // 7) % len(players)]
    names = deck(state.options)
    card, second = names[tape % len(names)], names[(tape // 3) % len(names)]
    held = state.hands[name] if isinstance(state, Dealt) else 1
    pile = state.drawpile if isinstance(state, Dealt) else 0
    odd = (
        moves.Recount(player=name, cards=1 + tape % 3),
        moves.Recount(player=name, cards=max(1, held + pile + 1 - tape % 4)),
        moves.Illegal(move=tape % 40),
        moves.Play(player=name, cards=(card, second)),
        moves.Play(player=name, cards=(card,), overruled="we like it", declare=WORDS[tape // 7 % len(WORDS)]),
        moves.CloseCall(events=("play", "match"), players=(name, other), toss=other),
        moves.CloseCall(events=("match", "match"), players=(name, other), underneath=name),
        moves.Join(player=NAMES[tape % len(NAMES)], after=other if tape % 2 else None),
        moves.Count(player=name, cards=tuple(names[(tape + n) % len(names)] for n in range(held))),
        moves.Count(player=name, points=tape % 60),
        moves.Penalty(player=name, why="no reason"),
    )
    return odd[tape // 11 % len(odd)]


def chosen(fold: Fold[Any, Any], tape: int) -> Any:
    """The next move: usually one that is accepted, plays first, so that hands are won."""
    state, how, start = fold.state, tape % 8, tape // 8
    if how == 0:
        return odd_move(state, start)
    if how == 1:
        every = universe(state.players, state.options, WORDS)
        return every[start % len(every)]
    rare = moves.Quit | moves.Void
    offered = [move for move in HOUSE.offers(state) if how == 2 or not isinstance(move, rare)]
    if how > 3:
        wanted = moves.Out if isinstance(state, Waiting) and how > 5 else moves.Play
        offered = [move for move in offered if isinstance(move, wanted)] or offered
    start %= len(offered) or 1
    for move in (*offered[start:], *offered[:start]):
        if isinstance(HOUSE.judge(state, move, lambda: fold.steps), Ruling):
            return move
    return odd_move(state, start)


def games(
    players: tuple[str, ...], options: dict[str, Any], tape: list[int]
) -> Iterator[tuple[Any, Any, Any, Any]]:
    """Plays a tape; each step gives the state before, the move, the answer, and the state after."""
    fold = Fold(HOUSE, HOUSE.start(options, players))
    for number in tape:
        before, move = fold.state, chosen(fold, number)
        yield before, move, fold.make(move), fold.state


def sound(state: Any) -> None:
    """What holds of every state."""
    shown = HOUSE.show(state)
    assert shown.keys() == FIELDS
    assert msgspec.json.decode(msgspec.json.encode(shown)) == shown
    assert HOUSE.load(HOUSE.dump(state)) == state
    assert (shown["turn"] in state.players) == (shown["phase"] in {"play", "out"})
    assert list(shown["hands"]) == shown["players"]
    assert set(shown["players"]) <= set(shown["scores"])
    assert min([shown["draw_count"], shown["drawpile"], shown["playpile"], *shown["hands"].values()]) >= 0
    assert shown["draw_count"] % 2 == 0
    if isinstance(state, Dealt):
        assert sum(shown["hands"].values()) + shown["drawpile"] + shown["playpile"] == state.options.deck
    else:
        cleared: dict[str, Any] = {"top": None, "turn": None, "out": None, "direction": "clockwise"}
        cleared |= {"matchable": False, "draw_count": 0, "owes_zar": [], "drawpile": 0, "playpile": 0}
        assert {name: shown[name] for name in cleared} == cleared
        assert not any(shown["hands"].values())
    if isinstance(state, Laid):
        assert all(0 < number <= state.options.copies(card) for card, number in state.laid.items())
    if isinstance(state, InPlay):
        assert sum(state.laid.values()) == state.playpile
        empty = [name for name, number in state.hands.items() if not number]
        assert empty == ([state.out] if isinstance(state, Waiting) else [])
        assert all(state.hands[name] == 1 for name in state.owes), "the last card ends the debt"
        assert len(set(state.owes)) == len(state.owes)
        assert state.chain.by[-1] == state.top.by


def lawful(before: Any, move: Any, answer: Ruling[Any]) -> None:
    """What holds of every accepted play."""
    after, matched = answer.state, answer.entry["kind"] == "match"
    if not isinstance(after, InPlay):
        return
    if matched:
        right_after = after.after(move.player, after.direction)
        assert after.turn == right_after, "a match cancels skips"
        assert before.top.by != move.player, "nobody matches himself"
        assert isinstance(after, Playing), "nobody goes out by matching"
        assert before.matchable or move.overruled
    if isinstance(after, Waiting):
        assert len(move.cards) == 1, "nobody goes out with a pair"
    drew = sum(after.hands.values()) + len(move.cards) - sum(before.hands.values())
    if not matched:
        assert drew == (before.hands[move.player] == len(move.cards) > 1), "only a pair of last cards draws"
    elif before.options.alike == 2:
        assert drew == 1 + (before.hands[move.player] == len(move.cards))


@given(SEATS, AGREED, TAPES)
def test_random_play_keeps_every_table_sound(
    players: tuple[str, ...], options: dict[str, Any], tape: list[int]
) -> None:
    clauses = rulebook.load("house_zar")
    scored: Counter[str] = Counter()
    for before, move, answer, after in games(players, options, tape):
        if isinstance(move, moves.Play):
            assert HOUSE.refusal(before, move) == (answer if isinstance(answer, Refused) else None), move
        if isinstance(answer, Refused):
            assert after is before, move
            assert (answer.rule is None) == (answer.code == "invalid"), move
        else:
            sound(after)
            for line in answer.lines:
                scored[line.player] += int(line.points)
                clauses.cited(line.rule)
            assert {name: scored[name] for name in after.scores} == after.scores, move
            assert answer.cites, move
            assert ("say" in answer.entry) == ("kind" in answer.entry) == isinstance(move, moves.Play)
            assert ("favours" in answer.entry) == isinstance(move, moves.CloseCall)
            if isinstance(move, moves.Play):
                lawful(before, move, answer)
        for cite in [answer] if isinstance(answer, Refused) else answer.cites:
            assert cite.text
            assert "{" not in cite.text
            if cite.rule:
                clauses.cited(cite.rule)


@given(SEATS, AGREED, TAPES.filter(lambda tape: len(tape) < 40))
def test_what_is_prompted_is_what_is_accepted(
    players: tuple[str, ...], options: dict[str, Any], tape: list[int]
) -> None:
    """Over the whole universe of moves; counts aside, which have too many hands to be offered."""
    *_, (_, _, _, state) = games(players, options, tape)
    prompts = {move: answer for move, answer in HOUSE.prompts(state) if not isinstance(move, moves.Count)}
    accepted = {
        move: answer
        for move in universe(state.players, state.options, WORDS)
        if isinstance(answer := HOUSE.judge(state, move), Ruling)
    }
    unrefused = {
        move for move in universe(state.players, state.options, WORDS) if not HOUSE.refusal(state, move)
    }
    assert unrefused == accepted.keys()
    assert prompts == accepted


@given(SEATS, AGREED, TAPES)
def test_a_game_told_again_in_json_comes_to_the_same_states(
    players: tuple[str, ...], options: dict[str, Any], tape: list[int]
) -> None:
    """So undo, which folds all but the last move, comes to the state before it."""
    steps = [
        (msgspec.to_builtins(move), HOUSE.show(after)) for _, move, _, after in games(players, options, tape)
    ]
    raw = [move for move, _ in steps]
    answer = replay(json.dumps(told(" ".join(players), *raw, **options)))
    assert [entry["state"] for entry in answer["moves"]] == [shown for _, shown in steps]
    shorter = replay(json.dumps(told(" ".join(players), *raw[:-1], **options)))
    assert shorter["moves"] == answer["moves"][:-1]


@given(SEATS, AGREED, TAPES)
def test_full_and_quick_tracking_of_the_same_game_agree(
    players: tuple[str, ...], options: dict[str, Any], tape: list[int]
) -> None:
    """Cards are told as kinds. Matches in turn are off: quick tracking knows those by full names only."""
    options = {**options, "track": "full", "in_turn_match": False}
    quick = Fold(HOUSE, HOUSE.start({**options, "track": "quick"}, players))
    fold = Fold(HOUSE, HOUSE.start(options, players))
    for number in tape:
        move = chosen(fold, number)
        overruled = isinstance(move, moves.Play) and move.overruled
        if overruled or isinstance(HOUSE.judge(fold.state, move, lambda: fold.steps), Refused):
            continue
        fold.make(move)
        assert isinstance(quick.make(in_kinds(move)), Ruling), move
        full, kinds = HOUSE.show(fold.state), HOUSE.show(quick.state)
        assert {**full, "top": None} == {**kinds, "top": None}, move


def in_kinds(move: Any) -> Any:
    """The move as a quick tracker tells it."""
    if isinstance(move, moves.Play):
        return msgspec.structs.replace(move, cards=tuple(cards.SHOWN[card].kind for card in move.cards))
    if isinstance(move, moves.Flip):
        return msgspec.structs.replace(move, card=cards.SHOWN[move.card].kind)
    return move


PLAUSIBLE = st.sampled_from(
    [
        "Ann",
        "Bob",
        "Eve",
        "",
        "blue 2",
        "green draw two",
        "wild 1",
        "dragon 2",
        "plain",
        "4",
        "blue",
        "match",
        "play",
    ]
)
JSON = st.recursive(
    PLAUSIBLE
    | st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=8,
)
KINDS = moves.Moves.__args__
FIELD_NAMES = st.sampled_from(
    sorted({field for kind in KINDS for field in kind.__struct_fields__} | {"time"})
)
JUNK = JSON | st.builds(
    lambda do, fields: {**fields, "do": do},
    st.sampled_from(sorted(kind.__struct_config__.tag for kind in KINDS)),
    st.dictionaries(FIELD_NAMES, JSON | st.lists(PLAUSIBLE, max_size=3), max_size=4),
)
LAST_CARD = [*FLIPPED, *holding(Bob=1), play("Bob", "blue draw two")]
STARTS: list[list[Raw]] = [
    [],
    FLIPPED[:1],
    FLIPPED,
    LAST_CARD,
    [*LAST_CARD, {"do": "out", "player": "Bob"}],
    [{"do": "end"}],
]


@given(st.sampled_from(STARTS), st.lists(JUNK, max_size=12), AGREED)
def test_junk_is_answered_and_never_raises(
    start: list[Raw], junk: list[Any], options: dict[str, Any]
) -> None:
    fold = Fold(HOUSE, HOUSE.start({**options, "end": {}}, ("Ann", "Bob")))
    for move in start:
        assert isinstance(fold.play_json(move), Ruling)
    for raw in junk:
        before, answer = fold.state, fold.play_json(raw)
        if isinstance(answer, Refused):
            assert answer.text
            assert fold.state is before
        else:
            sound(fold.state)


@given(
    st.dictionaries(st.sampled_from(sorted(told("Ann Bob"))), JSON | st.lists(JUNK, max_size=3), max_size=2)
)
def test_a_record_with_junk_in_it_is_replayed_or_said_to_be_none(wrong: dict[str, Any]) -> None:
    try:
        answer = replay(json.dumps({**told("Ann Bob", *FLIPPED), **wrong}))
    except NotARecord as reason:
        answer = {"reason": str(reason)}
        assert 0 < len(answer["reason"]) < 500
    assert json.loads(msgspec.json.encode(answer)) == answer
