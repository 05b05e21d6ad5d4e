"""What holds of every game, whatever is played: asked of one game by the tests in its own module."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from decimal import Decimal
from itertools import islice
from typing import Any

import msgspec
from hypothesis import strategies as st

from referee.games.registry import GAMES
from referee.rules import rulebook
from referee.rules.engine import AnyFold, AnyGame, Fold, Json, Move, NotARecord, Refused, Ruling, State
from referee.rules.record import FORMAT
from tests.records import replay

#: A state, the move made on it, what was said of it, and the state after it.
Told = tuple[Any, Move, Ruling[State] | Refused, Any]
#: A move that is not offered unasked, good or bad, for a state and a number.
Odd = Callable[[Any, int], Move]

#: Whether a move is one that brings the game on.
Keen = Callable[[Any, Move], bool]

NAMES = ("Ann", "Bob", "Cat", "Dan", "Eve", "Fay")


def tapes(most: int) -> st.SearchStrategy[list[int]]:
    """A number for each move of a game."""
    return st.lists(st.integers(0, 2**24), min_size=most // 3, max_size=most)


def document(game: AnyGame, players: Sequence[str], moves: object, **options: object) -> Json:
    """A record as its JSON value."""
    return {"format": FORMAT, "game": game.key, "options": options, "players": list(players), "moves": moves}


def chosen(game: AnyGame, state: Any, number: int, odd: Odd, keen: Keen) -> Move:
    """Of four moves one is odd; the others are prompted, if anything is, and two of them are keen ones."""
    if number % 4 == 0:
        return odd(state, number // 4)
    offered: list[Move] = list(game.offers(state))
    # The end is offered in every phase: it is taken rarely, or no game would come to its own end.
    if number % 64 != 1:
        offered = [move for move in offered if move.__struct_config__.tag not in ("end", "quit")]
    if number % 4 > 1:
        offered = [move for move in offered if keen(state, move)] or offered
    start = number // 4 % max(len(offered), 1)
    for move in (*offered[start:], *offered[:start]):
        if isinstance(game.judge(state, move), Ruling):
            return move
    return odd(state, number // 4)


def played(
    game: AnyGame,
    players: Sequence[str],
    options: Json,
    tape: Iterable[int],
    odd: Odd,
    keen: Keen = lambda _state, _move: True,
) -> Iterator[Told]:
    """Plays a tape of numbers, and a few moves of it on when the game is over."""
    fold, late = Fold(game, game.start(options, players)), 0
    for number in tape:
        before, move = fold.state, chosen(game, fold.state, number, odd, keen)
        yield before, move, fold.make(move), fold.state
        late += fold.state.phase == "over"
        if late > 3:
            return


def check_answers(game: AnyGame, steps: Iterable[Told]) -> None:
    """Answers cite and say something, score lines add up, states survive storing, refusals change nothing."""
    book = rulebook.load(game.key)
    sums: defaultdict[str, Decimal] = defaultdict(Decimal)
    for before, move, answer, after in steps:
        for cite in answer.cites if isinstance(answer, Ruling) else [answer]:
            assert cite.text, move
            assert "{" not in cite.text, move
            if cite.rule is not None:
                book.cited(cite.rule)
        if isinstance(answer, Refused):
            assert after is before, move
            assert (answer.rule is None) == (answer.code == "invalid"), move
            continue
        assert answer.cites, move
        assert game.read(msgspec.to_builtins(move)) == move
        for line in answer.lines:
            book.cited(line.rule)
            sums[line.player] += Decimal(str(line.points))
        scores = game.show(after)["scores"]
        assert {name: float(sums[name]) for name in scores} == scores, move
        check_state(game, after)


def check_state(game: AnyGame, state: Any) -> None:
    """What a page and a store need of every state."""
    shown = game.show(state)
    assert msgspec.json.decode(msgspec.json.encode(shown)) == shown
    assert game.load(game.dump(state)) == state
    assert shown.get("turn") is None or shown["turn"] in shown["players"]
    assert set(shown["winners"]) <= set(shown["players"])
    assert set(shown["players"]) <= set(shown["scores"])
    assert shown["phase"] == "over" or not shown["winners"]


def check_prompts(game: AnyGame, state: Any, universe: Iterable[Move], aside: tuple[type[Move], ...]) -> None:
    """What is prompted is what is accepted, kinds of moves aside that are too many to offer."""
    prompts = [(move, answer) for move, answer in game.prompts(state) if not isinstance(move, aside)]
    judged = [(move, game.judge(state, move)) for move in universe]
    accepted = [(move, answer) for move, answer in judged if isinstance(answer, Ruling)]
    assert sorted(prompts, key=_as_json) == sorted(accepted, key=_as_json)


def _as_json(prompt: tuple[Move, Ruling[State]]) -> bytes:
    return msgspec.json.encode(prompt[0])


def check_retold(game: AnyGame, players: Sequence[str], options: Json, steps: Sequence[Told]) -> None:
    """A game told again in JSON comes to the same states; so does one move less, which is undo."""
    raw = [msgspec.to_builtins(move) for _, move, _, _ in steps]
    record = document(game, players, raw, **options)
    answer = replay(json.dumps(record))
    assert [entry["state"] for entry in answer["moves"]] == [game.show(after) for *_, after in steps]
    assert [entry["ok"] for entry in answer["moves"]] == [isinstance(said, Ruling) for _, _, said, _ in steps]
    shorter = replay(json.dumps({**record, "moves": raw[:-1]}))
    assert shorter["moves"] == answer["moves"][:-1]


def junk(game: AnyGame, *plausible: str) -> st.SearchStrategy[object]:
    """JSON values that are no move, hardly one, or by chance a good one."""
    words = st.sampled_from([*plausible, "Ann", "Bob", "Zoe", ""])
    numbers = st.integers() | st.integers(-1, 9) | st.floats(allow_nan=False, allow_infinity=False)
    json_values = st.recursive(
        words | numbers | st.none() | st.booleans() | st.text(),
        lambda inner: (
            st.lists(inner, max_size=5) | st.dictionaries(words | st.text(max_size=8), inner, max_size=4)
        ),
        max_leaves=8,
    )
    kinds = game.move_types.__args__
    fields = sorted({name for kind in kinds for name in kind.__struct_fields__} | {"time", "do"})
    moves = st.builds(
        lambda do, values: {**values, "do": do},
        st.sampled_from(sorted(kind.__struct_config__.tag for kind in kinds)),
        st.dictionaries(
            st.sampled_from(fields), words | json_values | st.lists(words, max_size=5), max_size=4
        ),
    )
    return moves | json_values


def check_junk(game: AnyGame, state: Any, raw_moves: Iterable[object]) -> None:
    """Junk is answered, never raises, and leaves a sound state."""
    fold = Fold(game, state)
    for raw in raw_moves:
        before, answer = fold.state, fold.play_json(raw)
        assert isinstance(answer, Ruling) or fold.state is before
        text = answer.text if isinstance(answer, Refused) else answer.cites[0].text
        assert text
        check_state(game, fold.state)


def wrong_records(game: AnyGame, values: st.SearchStrategy[object]) -> st.SearchStrategy[Json]:
    """Records of a game that are right but for some of their parts."""
    right = document(game, ("Ann", "Bob"), [])
    wrong = st.dictionaries(
        st.sampled_from(["options", "players", "moves"]), values | st.lists(values, max_size=3)
    )
    return wrong.map(lambda parts: {**right, **parts})


def check_record(record: Json) -> None:
    """A record is replayed, or said in one short sentence to be none; nothing else is raised."""
    try:
        told: Any = replay(json.dumps(record))
    except NotARecord as reason:
        told = str(reason)
        assert 0 < len(told) < 500
        assert "\n" not in told
    assert json.loads(msgspec.json.encode(told)) == told


def table(key: str, players: str, *moves: Json, **options: object) -> AnyFold:
    """A table after moves, all of which have to be accepted."""
    game = GAMES[key]
    fold = Fold(game, game.start(options, players.split()))
    for move in moves:
        answer = fold.play_json(move)
        assert isinstance(answer, Ruling), (move, answer.text)
    return fold


def shown(fold: AnyFold, *moves: Json) -> Json:
    """The state shown after more moves, all of which have to be accepted."""
    for move in moves:
        answer = fold.play_json(move)
        assert isinstance(answer, Ruling), (move, answer.text)
    state: Json = fold.game.show(fold.state)
    return state


def refused(fold: AnyFold, move: Json) -> tuple[str, str | None]:
    """The code and the clause with which a move is refused."""
    answer = fold.play_json(move)
    assert isinstance(answer, Refused), move
    return answer.code, answer.rule


def last_state(steps: Iterable[Told], most: int) -> Any:
    """The state after at most so many steps."""
    *_, (_, _, _, state) = islice(steps, most)
    return state
