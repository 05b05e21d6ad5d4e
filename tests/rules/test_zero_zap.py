"""Zero Zap: what the page asks of the rules, points that are easy to miss, and what holds in any play."""

from __future__ import annotations

import itertools
import json
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from random import Random
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from referee.games.registry import GAMES
from referee.rules.engine import AnyFold, Fold, Json, NotARecord, Refused, Ruling, State
from referee.rules.record import FORMAT
from referee.rules.zero_zap import cards, moves, scoring
from referee.rules.zero_zap.game import GROUPS
from referee.rules.zero_zap.state import Counting, Playing, States, Turn
from referee.rules.zero_zap.turn import place, targets
from tests import records

GAME = GAMES["zero_zap"]
PLAYERS = ("Ann", "Bob", "Cat", "Dan")
LAID = st.sampled_from([*cards.NUMBER_CARDS[:14], cards.WILD, cards.WILD, cards.WILD])


def table(*raw: Json, players: int = 2, **options: object) -> AnyFold:
    """A table after raw moves, all of which have to be accepted."""
    fold = Fold(GAME, GAME.start(options, PLAYERS[:players]))
    for move in raw:
        answer = fold.play_json(move)
        assert isinstance(answer, Ruling), (move, answer.text)
    return fold


def opened(*raw: Json, players: int = 2) -> AnyFold:
    """The same after Ann has drawn two cards in the first turn: she holds nine."""
    deal = {"do": "deal", "dealer": PLAYERS[players - 1]}
    return table(deal, {"do": "draw", "player": "Ann", "cards": 2}, *raw, players=players)


def refusal(fold: AnyFold, move: Json) -> tuple[str, str | None]:
    before = GAME.dump(fold.state)
    answer = fold.play_json(move)
    assert isinstance(answer, Refused), move
    assert GAME.dump(fold.state) == before
    return answer.code, answer.rule


def does(do: str, player: str = "Ann", **fields: object) -> Json:
    return {"do": do, "player": player, **fields}


# What the page asks: is this a set or a run?


def readings(given: Sequence[str]) -> set[str]:
    """By trying every number and colour for every wild: which of set and run the cards could be."""
    choices = [cards.NUMBER_CARDS if card == cards.WILD else (card,) for card in given]
    found = set()
    for chosen in itertools.product(*choices):
        colors = {cards.color_of(card) for card in chosen}
        numbers = sorted(cards.number_of(card) for card in chosen)
        if len(colors) != 1:
            continue
        if len(chosen) in (3, 4) and len(set(numbers)) == 1:
            found.add("set")
        if 3 <= len(chosen) <= 7 and numbers == list(range(numbers[0], numbers[0] + len(numbers))):
            found.add("run")
    return found


def holds_a_number(given: Sequence[str]) -> bool:
    return any(card != cards.WILD for card in given)


@pytest.mark.clause("zero_zap 4", "zero_zap 5", "zero_zap 7", "zero_zap settled 3")
@given(st.lists(LAID, min_size=1, max_size=8).filter(lambda given: given.count(cards.WILD) <= 3))
@settings(max_examples=150)
def test_cards_are_read_as_trying_every_wild_would_read_them(given: list[str]) -> None:
    read = cards.read(given)
    possible = readings(given) if holds_a_number(given) else set()
    if isinstance(read, cards.Group):
        assert read.kind == ("set" if "set" in possible else "run")
        assert read.either == (possible == {"set", "run"})
        assert (read.cards, read.points) == (len(given), len(given) * (2 if read.kind == "set" else 1))
        assert all(cards.color_of(card) == read.color for card in given if card != cards.WILD)
    else:
        assert not possible
        assert read.code == "illegal"
        assert read.text.endswith(".")


@pytest.mark.parametrize("size", range(3, 8))
def test_every_run_of_numbers_reads_whichever_cards_are_wild(size: int) -> None:
    for low in range(1, 9 - size):
        run = [f"blue {number}" for number in range(low, low + size)]
        for wild in itertools.product((False, True), repeat=size):
            given = [cards.WILD if hidden else card for hidden, card in zip(wild, run, strict=True)]
            read = cards.read(given)
            if not holds_a_number(given):
                assert isinstance(read, Refused)
                continue
            assert isinstance(read, cards.Group)
            alone = given.count(cards.WILD) == size - 1
            assert read.kind == ("set" if alone and size <= 4 else "run")


@pytest.mark.parametrize(
    ("given", "text"),
    [
        (["red 1", "red 2"], "A set or run takes at least 3 cards, not 2."),
        (["red 4", "blue 4", "green 4"], "not blue, green and red"),
        (["red 1", "red 3", "red 5"], "red 2 and red 4 would have to be there"),
        (["red 2"] * 4 + ["wild"], "A set has at most 4 cards, and here are 5"),
        (["red 2", "red 2", "red 3"], "Red 2 is here more than once"),
        (["wild", "wild", "wild"], "add at least one number card"),
        (["red 2", "red 3", "double red"], "Double red goes into no set or run"),
        ([f"red {number}" for number in range(1, 8)] + ["wild"], "A run has at most 7 cards, and here are 8"),
    ],
)
def test_why_cards_make_nothing_is_said_in_plain_words(given: list[str], text: str) -> None:
    read = cards.read(given)
    assert isinstance(read, Refused)
    assert text in read.text


# What one takes along, whom a special touches


@pytest.mark.clause("zero_zap 3")
def test_a_card_of_the_lineup_brings_all_that_follow_it() -> None:
    lying = ("red 4", "wild", "red 4", "double blue", "blue 1")
    assert place(lying, "red 4") == 2
    assert place(lying, "red 4", 0) == 0
    assert place(lying, "red 4", 1) is None
    assert place(lying, "red 4", 9) is None
    assert place(lying, "red 5") is None
    state = replace(opened(does("discard", card="red 1"), players=3).state, lineup=lying)
    answers = [
        GAME.judge(state, moves.Take(player="Bob", card=card, index=at)) for at, card in enumerate(lying)
    ]
    taken = [isinstance(answer, Ruling) and answer.state.hands["Bob"] - 7 for answer in answers]
    assert taken == [5, 4, 3, False, 1]


@pytest.mark.clause("zero_zap 10", "zero_zap 11")
def test_whom_a_special_touches() -> None:
    set_of_bob = does("meld", "Bob", cards=["green 1"] * 3)
    state = opened(
        does("discard", card="red 1"), does("draw", "Bob", cards=2), set_of_bob,
        does("discard", "Bob", card="red 2"), does("draw", "Cat", cards=2), players=3,
    ).state  # fmt: skip
    assert targets(state, "Cat", "steal") == ("Bob",)
    assert targets(state, "Bob", "steal") == ()
    assert targets(state, "Cat", "give") == ("Ann", "Bob")
    assert targets(state, "Cat", "bonus") == ("Cat", "Ann", "Bob")
    assert targets(state, "Cat", "pass hands") == ()
    last = table({"do": "deal", "dealer": "Bob"}, does("recount", cards=1)).state
    assert not any(targets(last, "Ann", card) for card in cards.SPECIALS)


# Points that are easy to miss


def test_the_deck_is_made_of_the_cards_that_clause_1_lists() -> None:
    kinds = Counter(cards.kind(card) for card in cards.CARDS)
    assert kinds == {"number": 21, "wild": 1, "double": 3, "special": 6, "zero zap": 1}
    assert cards.DECK == 21 * 4 + 6 + 3 * 1 + 14 + 1


@pytest.mark.clause("zero_zap 1")
def test_there_are_fourteen_specials_whatever_their_kinds() -> None:
    fold = table({"do": "deal", "dealer": "Bob"})
    for turn in range(14):
        player = PLAYERS[turn % 2]
        fold.play_json(does("draw", player, cards=1))
        card = ("bonus", "give", "steal")[turn % 3]
        target = {"target": PLAYERS[(turn + 1) % 2]} if card == "give" else {}
        assert isinstance(fold.play_json(does("discard", player, card=card, **target)), Ruling)
    assert isinstance(fold.play_json(does("draw", cards=1)), Ruling)
    assert refusal(fold, does("discard", card="pass hands")) == ("impossible", "zero_zap 1")
    assert isinstance(fold.play_json(does("discard", card="red 1")), Ruling)


def test_a_turn_goes_on_after_a_refusal_for_what_was_taken() -> None:
    fold = opened(does("discard", card="red 4"))
    assert isinstance(fold.play_json(does("take", "Bob", card="red 4")), Ruling)
    assert isinstance(fold.play_json(does("recount", "Bob", cards=5)), Ruling)
    assert refusal(fold, does("meld", "Bob", cards=["red 4", "red 6", "red 7"])) == ("illegal", "zero_zap 5")
    assert refusal(fold, does("discard", "Bob", card="red 4")) == ("illegal", "zero_zap 3")
    assert isinstance(fold.play_json(does("meld", "Bob", cards=["red 4", "red 5", "wild"])), Ruling)
    assert isinstance(fold.play_json(does("discard", "Bob", card="red 4")), Ruling)


def test_a_taken_wild_may_be_laid_as_any_wild() -> None:
    fold = opened(does("discard", card="wild"))
    fold.play_json(does("take", "Bob", card="wild", index=0))
    assert refusal(fold, does("meld", "Bob", cards=["red 1", "red 2", "red 3"])) == ("illegal", "zero_zap 3")
    assert isinstance(fold.play_json(does("meld", "Bob", cards=["red 1", "wild", "red 3"])), Ruling)


@pytest.mark.parametrize(
    ("move", "code"),
    [
        # wrong in several ways: the first of docs/record.md's codes
        (does("draw", "Bob", cards=3), "invalid"),
        (does("draw", "Bob", cards=1), "phase"),
        (does("draw", cards=1), "phase"),
        (does("draw", "Eve", cards=1), "invalid"),
        (does("meld", "Bob", cards=["red 8"]), "invalid"),
        (does("meld", "Bob", cards=["red 1"]), "phase"),
        (does("meld", cards=["red 1"] * 5), "impossible"),
        (does("meld", cards=["red 1"] * 10), "impossible"),
        (does("meld", cards=["red 1", "red 2"]), "illegal"),
        (does("add", meld=0, cards=["red 1"]), "impossible"),
        (does("add", meld=10**30, cards=["red 1"]), "impossible"),
        (does("add", meld=0.0, cards=["red 1"]), "invalid"),
        (does("add", meld=True, cards=["red 1"]), "invalid"),
        (does("double", "Bob", color="yellow"), "invalid"),
        (does("double", "Bob", color="red"), "phase"),
        (does("discard", "Bob", card="give", color="red"), "invalid"),
        (does("discard", "Bob", card="give"), "phase"),
        (does("discard", card="give"), "invalid"),
        (does("discard", card="pass color"), "invalid"),
        (does("discard", card="pass color", passed={"Ann": 9, "Bob": 0}), "impossible"),
        (does("discard", card="steal", target="Ann", meld=0), "impossible"),
        (does("discard", card="zero zap"), "illegal"),
        (does("discard", card="red 1", overruled=""), "invalid"),
        (does("zap", "Bob", target="Ann"), "phase"),
        (does("zap", target="Bob"), "illegal"),
        (does("pass", "Bob"), "phase"),
        (does("pass"), "illegal"),
        (does("count", "Bob", cards=7), "phase"),
        (does("count", "Bob", cards=-7), "invalid"),
        (does("recount", "Bob", cards=10**30), "impossible"),
        ({"do": "round", "scores": {"Ann": {"out": True}}}, "invalid"),
        ({"do": "round", "scores": {"Ann": {"out": True}, "Bob": {}}}, "phase"),
        ({"do": "deal", "dealer": "Ann"}, "phase"),
        ({"do": "deal", "dealer": "Eve"}, "invalid"),
        ({"do": "end"}, "phase"),
        ({"do": "void", "player": "Ann"}, "invalid"),
        ({"do": "dance"}, "invalid"),
    ],
)
def test_a_move_is_refused_with_the_first_code_that_fits(move: Json, code: str) -> None:
    assert refusal(opened(), move)[0] == code


def test_a_double_laid_beside_an_overruled_group_of_two_colours_doubles_nothing_of_it() -> None:
    fold = opened(
        does("meld", cards=["red 1", "red 2", "blue 3"], overruled="so"), does("double", color="red"),
        does("recount", cards=1), does("discard", card="green 1"), does("count", "Bob", cards=7),
    )  # fmt: skip
    assert GAME.show(fold.state)["scores"] == {"Ann": 3 + 5, "Bob": -7}


def test_an_overruled_steal_that_names_nothing_takes_nothing() -> None:
    fold = opened(does("meld", cards=["red 1"] * 3), does("discard", card="red 2"))
    fold.play_json(does("draw", "Bob", cards=1))
    assert refusal(fold, does("discard", "Bob", card="steal")) == ("illegal", "zero_zap 10")
    answer = fold.play_json(does("discard", "Bob", card="steal", overruled="we forgot"))
    assert isinstance(answer, Ruling)
    assert "we forgot" in answer.cites[0].text
    assert GAME.show(fold.state)["melds"] == {"Ann": [["red 1"] * 3], "Bob": []}


def test_a_round_is_itemised_and_zero_zap_wipes_the_doubled_points_only() -> None:
    sheet = moves.Sheet(
        sets=(moves.Scored("red", 4),), runs=(moves.Scored("red", 7), moves.Scored("blue", 3)),
        doubles=("red",), held=2, zero_zap=True,
    )  # fmt: skip
    found = [(line.points, line.rule, line.kind) for line in scoring.lines("Bob", scoring.entered(sheet))]
    assert found == [
        (8, "zero_zap 4", "set"),
        (8, "zero_zap 8", "double"),
        (7, "zero_zap 5", "run"),
        (7, "zero_zap 8", "double"),
        (3, "zero_zap 5", "run"),
        (-33, "zero_zap 13", "zero zap"),
        (-2, "zero_zap 12", "held"),
    ]


@pytest.mark.clause("zero_zap 2", "zero_zap 15")
@pytest.mark.parametrize(
    ("players", "options"),
    [
        (1, {}),
        (5, {}),
        (2, {"end": {"score": 0}}),
        (2, {"end": {"score": True}}),
        (2, {"end": {"score": 2.0}}),
        (2, {"end": {"hands": 3}}),
        (2, {"end": 50}),
        (2, {"rounds": 3}),
    ],
)
def test_a_table_that_cannot_be_is_no_record(players: int, options: Json) -> None:
    names = [f"Player {seat}" for seat in range(players)]
    with pytest.raises(NotARecord):
        GAME.start(options, names)


def test_a_round_given_up_gives_its_number_back() -> None:
    fold = table(
        {"do": "round", "scores": {"Ann": {"out": True}, "Bob": {}}}, {"do": "deal", "dealer": "Ann"}
    )
    assert fold.state.rounds == 2
    assert isinstance(fold.play_json({"do": "void"}), Ruling)
    assert fold.state.rounds == 1
    assert isinstance(fold.play_json({"do": "deal", "dealer": "Bob"}), Ruling)
    assert (fold.state.rounds, fold.state.dealer) == (2, "Bob")


def test_the_game_ends_at_fifty_unless_something_else_was_agreed() -> None:
    agreed: list[Json] = [{}, {"end": {}}, {"end": {"score": 50}}]
    for options in agreed:
        assert GAME.start(options, ["Ann", "Bob"]).options.end.score == 50


def test_no_reason_to_refuse_is_told_with_a_brace_left_open() -> None:
    """Names are told as they are, braces included."""
    game = GAME.start({}, ["{Ann}", "{0}"])
    fold = Fold(GAME, game)
    for move in ({"do": "deal", "dealer": "{Ann}"}, does("draw", "{0}", cards=1), does("pass", "{0}")):
        answer = fold.play_json(move)
        texts = [cite.text for cite in answer.cites] if isinstance(answer, Ruling) else [answer.text]
        assert all(texts)


# What holds in any play

JUNK = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 120) | st.floats(allow_nan=False)
    | st.sampled_from(["Ann", "Bob", "Eve", "red", "", *cards.CARDS]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(["Ann", "Bob", "sets", "runs",
        "color", "cards", "doubles", "out", "held", "zero_zap", "zapped"]), inner, max_size=4),
    max_leaves=8,
)  # fmt: skip
FIELDS = (
    "player",
    "cards",
    "card",
    "index",
    "meld",
    "color",
    "target",
    "passed",
    "dealer",
    "scores",
    "zero_zap",
)
DOES = ("deal", "draw", "take", "meld", "add", "double", "discard", "zap", "pass", "count", "round",
        "recount", "void", "end", "dance")  # fmt: skip
MOVE = st.builds(
    lambda do, fields: {"do": do, **fields},
    st.sampled_from(DOES),
    st.dictionaries(st.sampled_from((*FIELDS, "overruled")), JUNK, max_size=4),
)


def near_miss(random: Random, state: States) -> Json:
    """A move that is likely to be nearly right: the words are, the rest is as it comes."""
    player = state.turn if isinstance(state, Turn) and random.random() < 0.9 else random.choice(state.players)
    some = random.choices(GROUPS, k=1)[0] if random.random() < 0.6 else random.choices(cards.CARDS, k=3)
    target = random.choice(state.players)
    why: Json = {"overruled": "so"} if random.random() < 0.2 else {}
    number = random.randrange(3)
    passed = {name: random.randrange(held + 1) for name, held in state.hands.items()}
    return random.choice(
        [
            does("meld", player, cards=list(some), **why),
            does("add", player, meld=number, cards=list(some)[:number], **why),
            does("discard", player, card=random.choice(cards.CARDS), **why),
            does("discard", player, card="pass color", passed=passed, **why),
            does("discard", player, card="steal", target=target, meld=number, **why),
            does("discard", player, card="give", target=target, **why),
            does("zap", player, target=target, **why),
            does("pass", player),
            does("recount", player, cards=random.choice([0, 1, 2, 5, state.hands[player] + 3])),
            does("count", target, cards=state.hands[target], zero_zap=random.random() < 0.3),
            {"do": "round", "scores": {name: {"out": name == player, "held": 0 if name == player else number}
                                       for name in state.players}},
        ]
    )  # fmt: skip


def walk(seed: int, steps: int) -> Iterator[tuple[AnyFold, States, Ruling[State] | Refused]]:
    """Random play: the table after each move, the state before it, and the answer."""
    random = Random(seed)
    fold = table(players=random.choice([2, 3, 4]), end={"score": random.choice([10, 50])})
    for _ in range(steps):
        before = fold.state
        if random.random() < 0.3:
            yield fold, before, fold.play_json(near_miss(random, before))
            continue
        by_kind: defaultdict[type, list[moves.Move]] = defaultdict(list)
        for move, _ruling in GAME.prompts(before):
            by_kind[type(move)].append(move)
        kinds = [kind for kind in by_kind if kind not in (moves.Void, moves.End)] or list(by_kind)
        if not kinds:
            return
        yield fold, before, fold.make(random.choice(by_kind[random.choice(kinds)]))


def check(state: States) -> None:
    """The invariants of a table, between any two moves."""
    assert GAME.load(GAME.dump(state)) == state
    assert json.loads(json.dumps(GAME.show(state))) == GAME.show(state)
    laid = sum(len(group) for own in state.melds.values() for group in own)
    doubles = sum(map(len, state.doubles.values()))
    lying = len(state.lineup) + len(state.tray) + laid + doubles
    total = sum(state.hands.values()) + state.drawpile + lying
    assert min(*state.hands.values(), state.drawpile) >= 0
    assert total in ((cards.DECK,) if isinstance(state, Turn | Counting) else (cards.DECK, 0))
    for groups_of_a_player in state.melds.values():
        assert all(groups_of_a_player)
    assert not any(cards.kind(card) in ("special", "zero zap") for card in state.lineup)
    assert all(cards.kind(card) in ("special", "zero zap") for card in state.tray)
    if isinstance(state, Turn):
        assert state.turn in state.players
    if isinstance(state, Playing) and state.taken:
        assert cards.kind(state.taken) in ("number", "wild")


@given(st.integers(0, 10**6))
@settings(max_examples=40)
def test_random_play_keeps_every_card_every_score_and_every_turn(seed: int) -> None:
    points: Counter[str] = Counter()
    for fold, before, answer in walk(seed, 120):
        check(fold.state)
        if isinstance(answer, Refused):
            assert fold.state is before
            assert (answer.rule is None) == (answer.code == "invalid")
            assert answer.text.endswith(".")
            continue
        assert answer.cites
        assert all(cite.text.endswith((".", "!")) for cite in answer.cites)
        for line in answer.lines:
            points[line.player] += int(line.points)
        shown = GAME.show(fold.state)
        assert shown["scores"] == {name: points[name] for name in fold.state.players}
        if shown["phase"] == "over":
            best = max(shown["scores"].values())
            assert shown["winners"] == [name for name in fold.state.players if shown["scores"][name] == best]


@pytest.mark.long
@given(st.integers(0, 10**6))
@settings(max_examples=25)
def test_what_is_laid_without_overruling_reads_as_a_set_or_run(seed: int) -> None:
    for fold, _before, answer in walk(seed, 60):
        if isinstance(answer, Ruling) and any("Overruled" in cite.text for cite in answer.cites):
            return
        for own in fold.state.melds.values():
            assert all(isinstance(cards.read(group), cards.Group) for group in own)


@pytest.mark.long
def test_random_play_reaches_every_phase_and_accepts_every_move() -> None:
    """Or the properties above would prove little."""
    phases, made = set(), set()
    for seed in range(25):
        for fold, _before, answer in walk(seed, 150):
            phases.add(fold.state.phase)
            if isinstance(answer, Ruling) and fold.steps:
                made.add(type(fold.steps[-1].move))
    assert phases == {"deal", "draw", "play", "count", "over"}
    assert made | {moves.Void, moves.End} == set(get_args(moves.Move))


def universe(state: States) -> Iterator[moves.Move]:
    """Every move but sets, runs, rounds and recounts, with every field that it could have."""
    names = state.players
    yield from (moves.Deal(dealer=name) for name in names)
    yield from (moves.End(), moves.Void())
    for name in names:
        yield from (
            moves.Draw(player=name, cards=1),
            moves.Draw(player=name, cards=2),
            moves.Pass(player=name),
        )
        for card in cards.CARDS:
            for index in (None, *range(len(state.lineup) + 1)):
                yield moves.Take(player=name, card=card, index=index)
            yield moves.Discard(player=name, card=card)
        yield from (moves.Double(player=name, color=color) for color in cards.COLORS)
        for held in range(state.hands[name] + 2):
            yield from (moves.Count(player=name, cards=held, zero_zap=zap) for zap in (False, True))
        for target in names:
            yield moves.Zap(player=name, target=target)
            for card in ("give", "bonus"):
                yield moves.Discard(player=name, card=card, target=target)
            for at in range(len(state.melds[target]) + 1):
                yield moves.Discard(player=name, card="steal", target=target, meld=at)
            for color in cards.COLORS:
                yield moves.Discard(player=name, card="steal", target=target, color=color)


@given(st.integers(0, 10**6))
@settings(max_examples=12)
def test_prompts_are_what_the_judge_accepts(seed: int) -> None:
    """Moves that lead to the same table are one: a last Give needs no target, but may have one."""
    left_out = moves.Meld | moves.Add
    for fold, _before, _answer in itertools.islice(walk(seed, 40), 0, None, 4):
        state = fold.state
        prompted = {
            GAME.dump(ruling.state)
            for move, ruling in GAME.prompts(state)
            if not isinstance(move, left_out) and not (isinstance(move, moves.Discard) and move.passed)
        }
        accepted = set()
        for move in universe(state):
            answer = GAME.judge(state, move)
            if isinstance(answer, Ruling):
                accepted.add(GAME.dump(answer.state))
        assert prompted == accepted


def test_every_offered_set_or_run_is_one_and_every_plain_one_is_offered() -> None:
    assert all(isinstance(cards.read(group), cards.Group) for group in GROUPS)
    plain = [group for group in GROUPS if cards.WILD not in group]
    assert len(plain) == len(set(plain)) == 3 * 7 * 2 + 3 * (5 + 4 + 3 + 2 + 1)


@pytest.mark.long
@given(st.integers(0, 10**6), st.lists(MOVE, max_size=30))
@settings(max_examples=60)
def test_every_junk_move_is_answered_at_any_table(seed: int, junk: list[Json]) -> None:
    for fold, _before, _answer in itertools.islice(walk(seed, 30), 9, None, 10):
        for move in junk:
            before = fold.state
            answer = fold.play_json(move)
            check(fold.state)
            if isinstance(answer, Refused):
                assert fold.state is before


@given(JUNK, JUNK, st.lists(MOVE | JUNK, max_size=6))
@settings(max_examples=100)
def test_a_junk_record_is_replayed_or_is_no_record(
    options: object, players: object, junk: list[object]
) -> None:
    for seats in (players, ["Ann", "Bob"]):
        for chosen in (options, {}):
            document = {"format": FORMAT, "game": "zero_zap", "options": chosen, "players": seats}
            try:
                replay = records.replay(json.dumps(document | {"moves": junk}))
            except NotARecord:
                continue
            assert len(replay["moves"]) == len(junk)
