"""Whatever is played: what holds of every ZAR table after every move, and of every junk that is sent."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from typing import Any

import msgspec
from hypothesis import example, given
from hypothesis import strategies as st

from referee.rules import rulebook
from referee.rules.engine import AnyFold, Fold, Json, Move, NotARecord, Refused, Ruling
from referee.rules.shedding import moves
from referee.rules.shedding.game import deck
from referee.rules.shedding.state import Counting, Dealt, InPlay, Laid, Waiting
from referee.rules.zar import cards
from tests.records import replay
from tests.rules.tables import ZAR, document, opening, universe

NAMES = ("Ann", "Bob", "Cat", "Dan", "Eve", "Fay", "Gus")
WORDS = (None, *cards.SYMBOLS, *cards.COLORS)
#: The fields that docs/record.md names; a state may have more.
FIELDS = {
    "phase", "players", "dealer", "turn", "direction", "top", "matchable", "draw_count", "hands", "drawpile",
    "playpile", "owes_zar", "out", "hand", "scores", "winners",
}  # fmt: skip

#: One number for each move of a game: what is done with it is `chosen`'s business.
TAPES = st.lists(st.integers(0, 2**20), min_size=20, max_size=70)
TABLES = st.fixed_dictionaries(
    {
        "half_decks": st.integers(2, 4),
        "chameleons": st.integers(0, 2),
        "track": st.sampled_from(["full", "quick"]),
        "next_dealer": st.sampled_from(["rotate", "winner"]),
        "end": st.sampled_from([{"score": 50}, {}, {"hands": 2}]),
    }
)
SEATS = st.integers(2, 5).map(lambda number: NAMES[:number])


def odd_move(state: Any, tape: int) -> Move:
    """A move that no page offers unasked: recounts, looking back, mixed plays, evidence, newcomers."""
    players = state.players or NAMES[:1]
    name, other = players[tape % len(players)], players[(tape // 7) % len(players)]
    names = deck(state.options)
    card, second = names[tape % len(names)], names[(tape // 3) % len(names)]
    top = state.top.identity if isinstance(state, Laid) else card
    held = state.hands[name] if isinstance(state, Dealt) else 1
    pile = state.drawpile if isinstance(state, Dealt) else 0
    odd: tuple[Move, ...] = (
        moves.Recount(player=name, cards=1 + tape % 3),
        moves.Recount(player=name, cards=max(1, held + pile + 1 - tape % 4)),
        moves.Illegal(move=tape % 40),
        moves.Play(player=name, cards=(card, second)),
        moves.Play(player=name, cards=(top, cards.CHAMELEON), declare=WORDS[tape % len(WORDS)]),
        moves.Play(player=name, cards=(card,), overruled="the table likes it", declare=WORDS[tape // 7 % 10]),
        moves.CloseCall(events=("play", "match"), players=(name, other), knocked_by=other),
        moves.CloseCall(events=("match", "match"), players=(name, other)),
        moves.Join(player=NAMES[tape % len(NAMES)], after=other if tape % 2 else None),
        moves.Count(player=name, cards=tuple(names[(tape + n) % len(names)] for n in range(held))),
        moves.Count(player=name, points=tape % 60),
        moves.Penalty(player=name, why="no reason"),
    )
    return odd[tape // 11 % len(odd)]


def chosen(fold: AnyFold, tape: int) -> Any:
    """The next move: usually one that is accepted, plays first, so that hands are won."""
    state, how, start = fold.state, tape % 8, tape // 8
    if how == 0:
        return odd_move(state, start)
    if how == 1:
        every = universe(state.players, state.options, WORDS)
        return every[start % len(every)]
    offered = [
        move for move in ZAR.offers(state) if how == 2 or not isinstance(move, moves.Quit | moves.Void)
    ]
    if how > 3:
        wanted = moves.Out if isinstance(state, Waiting) and how > 5 else moves.Play
        offered = [move for move in offered if isinstance(move, wanted)] or offered
    start %= len(offered) or 1
    for move in (*offered[start:], *offered[:start]):
        if isinstance(ZAR.judge(state, move, lambda: fold.steps), Ruling):
            return move
    return odd_move(state, start)


def games(players: tuple[str, ...], options: Json, tape: list[int]) -> Iterator[tuple[Any, Any, Any, Any]]:
    """Plays a tape; each step gives the state before, the move, the answer, and the state after."""
    fold = Fold(ZAR, ZAR.start(options, players))
    for number in tape:
        before, move = fold.state, chosen(fold, number)
        yield before, move, fold.make(move), fold.state


def sound(state: Any) -> None:
    """What holds of every state."""
    shown = ZAR.show(state)
    assert shown.keys() >= FIELDS
    assert msgspec.json.decode(msgspec.json.encode(shown)) == shown
    assert ZAR.load(ZAR.dump(state)) == state
    assert (shown["turn"] in state.players) == (shown["phase"] in {"play", "out"})
    assert (shown["turn"] is None) == (shown["phase"] not in {"play", "out"})
    assert list(shown["hands"]) == shown["players"]
    assert set(shown["players"]) <= set(shown["scores"])
    assert min([shown["draw_count"], shown["drawpile"], shown["playpile"], *shown["hands"].values()]) >= 0
    if isinstance(state, Dealt):
        total = sum(shown["hands"].values()) + shown["drawpile"] + shown["playpile"]
        assert total == state.options.deck
    else:
        cleared: Json = {
            "top": None,
            "matchable": False,
            "draw_count": 0,
            "direction": "clockwise",
            "owes_zar": [],
        }
        cleared |= {"drawpile": 0, "playpile": 0, "out": None, "turn": None}
        assert {name: shown[name] for name in cleared} == cleared
        assert not any(shown["hands"].values())
    if isinstance(state, Laid):
        kinds: Counter[str] = Counter()
        for card, number in state.laid.items():
            kinds[cards.SHOWN[card].kind] += number
            assert 0 < number <= state.options.copies(card)
        assert all(number <= state.options.copies(kind) for kind, number in kinds.items() if kind != "plain")
        if not isinstance(state, Counting):
            assert kinds.total() == state.playpile
    if isinstance(state, InPlay):
        empty = [name for name, number in state.hands.items() if not number]
        assert empty == ([state.out] if isinstance(state, Waiting) else [])
        assert all(state.hands[name] == 1 or name in empty for name in state.owes)
        assert len(set(state.owes)) == len(state.owes)


@given(SEATS, TABLES, TAPES)
def test_random_play_keeps_every_table_sound(
    players: tuple[str, ...], options: Json, tape: list[int]
) -> None:
    clauses = rulebook.load("zar")
    scored: Counter[str] = Counter()
    for before, move, answer, after in games(players, options, tape):
        if isinstance(move, moves.Play):
            assert ZAR.refusal(before, move) == (answer if isinstance(answer, Refused) else None), move
        if isinstance(answer, Refused):
            assert after is before, move
            assert answer.text
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
        for cite in [answer] if isinstance(answer, Refused) else answer.cites:
            assert cite.text
            assert "{" not in cite.text
            if cite.rule:
                clauses.cited(cite.rule)


@given(SEATS, TABLES, TAPES.filter(lambda tape: len(tape) < 40))
def test_what_is_prompted_is_what_is_accepted(
    players: tuple[str, ...], options: Json, tape: list[int]
) -> None:
    """Over the whole universe of moves; counts aside, which have too many hands to be offered."""
    *_, (_, _, _, state) = games(players, options, tape)
    prompts = {move: answer for move, answer in ZAR.prompts(state) if not isinstance(move, moves.Count)}
    accepted = {
        move: answer
        for move in universe(state.players, state.options, WORDS)
        if isinstance(answer := ZAR.judge(state, move), Ruling)
    }
    unrefused = {
        move for move in universe(state.players, state.options, WORDS) if not ZAR.refusal(state, move)
    }
    assert unrefused == accepted.keys()
    assert prompts.keys() == accepted.keys()
    assert prompts == accepted


@given(SEATS, TABLES, TAPES)
def test_a_game_told_again_in_json_comes_to_the_same_states(
    players: tuple[str, ...], options: Json, tape: list[int]
) -> None:
    """So undo, which folds all but the last move, comes to the state before it."""
    told = [
        (msgspec.to_builtins(move), ZAR.show(after)) for _, move, _, after in games(players, options, tape)
    ]
    raw = [move for move, _ in told]
    record = document(raw, " ".join(players), **options)
    answer = replay(json.dumps(record))
    assert [entry["state"] for entry in answer["moves"]] == [shown for _, shown in told]
    shorter = replay(json.dumps({**record, "moves": raw[:-1]}))
    assert shorter["moves"] == answer["moves"][:-1]


@given(SEATS, TABLES, TAPES)
def test_full_and_quick_tracking_of_the_same_game_agree(
    players: tuple[str, ...], options: Json, tape: list[int]
) -> None:
    """Cards are told as kinds, but for matches in turn, which quick tracking knows by full names only."""
    options = {**options, "track": "full", "chameleons": 0}
    told: list[tuple[Any, Json]] = []
    laid_by: list[tuple[Any, int]] = []
    named: set[int] = set()
    fold = Fold(ZAR, ZAR.start(options, players))
    for number in tape:
        before, move = fold.state, chosen(fold, number)
        overruled = isinstance(move, moves.Play) and move.overruled
        if overruled or isinstance(ZAR.judge(before, move, lambda: fold.steps), Refused):
            continue
        answer = fold.make(move)
        assert isinstance(answer, Ruling)
        if answer.entry.get("kind") in {"match", "self_match"} and before.turn == move.player:
            named |= {len(told), *(n for top, n in laid_by if top is before.top)}
        if isinstance(move, moves.Play | moves.Flip) and isinstance(fold.state, InPlay):
            laid_by.append((fold.state.top, len(told)))
        told.append((move, agreed(fold.state)))
    quick = Fold(ZAR, ZAR.start({**options, "track": "quick"}, players))
    for n, (move, shown) in enumerate(told):
        assert isinstance(quick.make(move if n in named else in_kinds(move)), Ruling), move
        assert agreed(quick.state) == shown, move


def agreed(state: Any) -> Json:
    """What both ways of tracking know."""
    shown = ZAR.show(state)
    return {name: value for name, value in shown.items() if name not in {"top", "counted"}}


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
        "blue sun",
        "red moon",
        "winged dragon",
        "chameleon",
        "plain",
        "sun",
        "zar",
        "match",
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
FIELD_NAMES = st.sampled_from(
    sorted({field for kind in moves.Moves.__args__ for field in kind.__struct_fields__} | {"time", "do"})
)
DO = st.sampled_from(sorted(kind.__struct_config__.tag for kind in moves.Moves.__args__))
JUNK = JSON | st.builds(
    lambda do, fields: {**fields, "do": do},
    DO,
    st.dictionaries(FIELD_NAMES, JSON | st.lists(PLAUSIBLE, max_size=3), max_size=4),
)
STARTS: list[list[Json]] = [
    [],
    opening()[:1],
    opening(),
    [
        *opening(),
        {"do": "recount", "player": "Bob", "cards": 1},
        {"do": "play", "player": "Bob", "cards": ["blue moon"]},
    ],
]
STARTS.append([*STARTS[-1], {"do": "out", "player": "Bob"}])
STARTS.append([{"do": "end"}])


@given(st.sampled_from(STARTS), st.lists(JUNK, max_size=12), st.sampled_from(["full", "quick"]))
@example(STARTS[4], [{"do": "count", "player": "Ann", "points": 10**4000}] * 2, "full")
def test_junk_is_answered_and_never_raises(start: list[Json], junk: list[object], track: str) -> None:
    fold = Fold(ZAR, ZAR.start({"track": track}, ("Ann", "Bob")))
    for move in start:
        assert isinstance(fold.play_json(move), Ruling)
    for raw in junk:
        before, answer = fold.state, fold.play_json(raw)
        if isinstance(answer, Refused):
            assert answer.text
            assert fold.state is before
        else:
            assert all(cite.text for cite in answer.cites)
            sound(fold.state)


def records(inner: st.SearchStrategy[object]) -> st.SearchStrategy[Json]:
    """Records that are right but for some of their parts."""
    right = {
        "format": "referee-record/1",
        "game": "zar",
        "options": {},
        "players": ["Ann", "Bob"],
        "moves": opening(),
    }
    return st.dictionaries(st.sampled_from(sorted(right)), inner, max_size=2).map(
        lambda wrong: {**right, **wrong}
    )


@given(
    st.binary()
    | st.text()
    | JSON.map(json.dumps)
    | records(JSON | st.lists(JUNK, max_size=3)).map(json.dumps)
    | records(JSON).map(lambda record: json.dumps(record).encode("utf-16"))
)
@example('{"format": ' + "[" * 960 + "]" * 960 + "}")
@example("[" * 100_000)
def test_what_is_no_record_is_said_to_be_none_and_nothing_else_is_raised(data: bytes | str) -> None:
    try:
        told = replay(data)
    except NotARecord as reason:
        told = {"reason": str(reason)}
        assert 0 < len(told["reason"]) < 500
    assert json.loads(msgspec.json.encode(told)) == told
