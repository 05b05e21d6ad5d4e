"""Zarathustra: whatever is put down, no tile is lost or doubled; and each sentence of the record about it."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from referee.rules.engine import Json, Move, NotARecord, Ruling
from referee.rules.zarathustra import tiles
from referee.rules.zarathustra.game import GAME
from referee.rules.zarathustra.state import End, Over, Place, Placed, Playing, blanks, clashes, fallen
from tests.rules import everygame
from tests.rules.everygame import NAMES, refused, shown, table

FIELDS = {
    "phase", "turn", "size", "board", "removed", "skulls", "left", "blanks", "winners",
}  # fmt: skip
TAPES = everygame.tapes(75)
SEATS = st.integers(2, 4).map(lambda number: NAMES[:number])
EVERY_TILE = tuple("".join(edges) for edges in product("shb", repeat=4))


def odd_move(state: Any, number: int) -> Move:
    """Tiles that are none or used, spaces taken, skulls, off the board, out of turn; and overruled."""
    turn = getattr(state, "turn", "Ann")
    tile = EVERY_TILE[number % 81]
    space = tiles.spaces(state.size)[number // 81 % state.size**2]
    odd: tuple[Move, ...] = (
        Place(player=turn, tile=state.hands[turn][0] if state.hands[turn] else tile, at=space),
        Place(player=turn, tile=tile, at=space, overruled="so we play"),
        Place(player=turn, tile=tile, at=f"{space[0]}{number // 7 % 10}"),
        Place(player=NAMES[number // 17 % 5], tile=tile, at=space),
    )
    return odd[number // 3969 % len(odd)]


def played(players: tuple[str, ...], tape: list[int]) -> list[everygame.Told]:
    return list(everygame.played(GAME, players, {}, tape, odd_move))


def grid(state: Any) -> dict[tuple[int, int], Placed]:
    """The board by column and row from 0."""
    return {("abcdefg".index(space[0]), int(space[1:]) - 1): tile for space, tile in state.board.items()}


def falls(board: dict[tuple[int, int], Placed], at: tuple[int, int]) -> set[tuple[int, int]]:
    """Clauses 5 to 8 again, by coordinates: which tiles fall when the one at `at` has just been put there."""
    towards = {(0, -1): 0, (1, 0): 1, (0, 1): 2, (-1, 0): 3}

    def faces(of: tuple[int, int], step: tuple[int, int]) -> str:
        return board[of].tile[towards[step]] if of in board else ""

    def shields(of: tuple[int, int]) -> int:
        return sum(faces((of[0] + x, of[1] + y), (-x, -y)) == "h" for x, y in towards)

    gone = set()
    for x, y in towards:
        other = (at[0] + x, at[1] + y)
        meeting = faces(at, (x, y)) + faces(other, (-x, -y))
        if meeting == "sb" or (meeting == "ss" and shields(at) >= shields(other)):
            gone.add(other)
        if meeting == "bs" or (meeting == "ss" and shields(at) <= shields(other)):
            gone.add(at)
    return gone


def name(place: tuple[int, int]) -> str:
    return f"{'abcdefg'[place[0]]}{place[1] + 1}"


def check_board(state: Any) -> None:
    size = {2: 5, 3: 6, 4: 7}[len(state.players)]
    view = GAME.show(state)
    assert view.keys() >= FIELDS
    assert view["size"] == size
    assert set(state.board) <= {name((column, row)) for column in range(size) for row in range(size)}
    assert not set(view["skulls"]) & set(state.board)
    assert not set(view["removed"]) & set(state.board)
    assert view["skulls"] == sorted(view["skulls"])
    assert view["removed"] == sorted(view["removed"])
    for player in state.players:
        laid = [tiles.same(placed.tile) for placed in state.board.values() if placed.player == player]
        held = list(state.hands[player])
        assert len({*laid, *held}) == len(laid) + len(held) <= 17
        assert view["left"][player] == len(held)
        assert view["blanks"][player] == sum(
            placed.tile.count("b") for placed in state.board.values() if placed.player == player
        )
    left = [view["left"][player] for player in state.players]
    assert max(left) - min(left) <= 1
    assert left == sorted(left)
    free = size * size - len(state.board) - len(view["skulls"])
    if isinstance(state, Playing):
        assert free
        assert state.hands[state.turn]
    else:
        most = max(view["blanks"].values())
        assert view["winners"] == [player for player in state.players if view["blanks"][player] == most]


@given(SEATS, TAPES)
def test_random_play_loses_no_tile_and_fells_what_the_clauses_say(
    players: tuple[str, ...], tape: list[int]
) -> None:
    steps = played(players, tape)
    everygame.check_answers(GAME, steps)
    for before, move, answer, after in steps:
        check_board(after)
        if not isinstance(answer, Ruling):
            continue
        if isinstance(move, End):
            assert isinstance(after, Over)
            assert after.removed == ()
            assert after.skulls == before.skulls
            continue
        assert isinstance(move, Place)
        assert move.overruled or move.at in before.free
        put = {**before.board, move.at: Placed(move.player, move.tile)}
        expected = falls(grid(replace(before, board=put)), grid_place(move.at))
        assert after.removed == tuple(sorted(map(name, expected)))
        assert sum(GAME.show(after)["left"].values()) == sum(GAME.show(before)["left"].values()) - 1
        over = not any(after.hands.values()) or not (
            set(tiles.spaces(after.size)) - set(after.board) - set(after.skulls)
        )
        assert isinstance(after, Over) == over


def grid_place(space: str) -> tuple[int, int]:
    return "abcdefg".index(space[0]), int(space[1]) - 1


@pytest.mark.long
@given(SEATS, TAPES, st.integers(1, 75))
def test_the_look_ahead_tells_edge_by_edge_what_the_ruling_then_does(
    players: tuple[str, ...], tape: list[int], most: int
) -> None:
    state = everygame.last_state(played(players, tape), most)
    if isinstance(state, Over):
        return
    before = GAME.dump(state)
    for tile in state.hands[state.turn]:
        for at in state.free[::5]:
            edges = clashes(state, tile, at)
            answer = GAME.judge(state, Place(player=state.turn, tile=tile, at=at))
            assert isinstance(answer, Ruling)
            assert answer.state.removed == fallen(edges)
            assert [edge.side for edge in edges] == ["top", "right", "bottom", "left"]
            assert "".join(edge.mine for edge in edges) == tile
            for edge in edges:
                assert edge.falls == () or edge.cite.rule in {"zarathustra 5", "zarathustra 6"}
                assert (edge.theirs is None) == (edge.space not in state.board)
                assert (edge.support is None) == (edge.cite.rule != "zarathustra 6")
                assert edge.theirs is None or edge.cite in answer.cites
    assert GAME.dump(state) == before


# Thousands of moves are judged for each board: fewer boards will do.
@settings(max_examples=25)
@given(SEATS, TAPES)
def test_what_is_prompted_is_what_is_accepted(players: tuple[str, ...], tape: list[int]) -> None:
    *_, (_, _, _, state) = played(players, tape)
    universe: list[Move] = [End()]
    universe += [
        Place(player=player, tile=tile, at=at)
        for player in players
        for tile in EVERY_TILE
        for at in [*tiles.spaces(state.size), "h1", "a8"]
    ]
    everygame.check_prompts(GAME, state, universe, ())


@pytest.mark.long
@given(SEATS, TAPES)
def test_a_game_told_again_in_json_comes_to_the_same_states(
    players: tuple[str, ...], tape: list[int]
) -> None:
    everygame.check_retold(GAME, players, {}, played(players, tape))


JUNK = everygame.junk(GAME, "sbbb", "bsbb", "shsb", "c3", "a1", "e5")


@given(TAPES, st.integers(1, 75), st.lists(JUNK, max_size=12))
def test_junk_is_answered_and_never_raises(tape: list[int], most: int, junk: list[object]) -> None:
    everygame.check_junk(GAME, everygame.last_state(played(NAMES[:2], tape), most), junk)


@given(everygame.wrong_records(GAME, JUNK))
def test_a_wrong_record_is_answered_in_one_sentence(record: Json) -> None:
    everygame.check_record(record)


@pytest.mark.parametrize(("players", "options"), [(1, {}), (5, {}), (2, {"size": 5}), (2, {"end": {}})])
def test_a_table_that_cannot_be_is_no_record(players: int, options: Json) -> None:
    with pytest.raises(NotARecord):
        GAME.start(options, NAMES[:players])


def test_there_are_seventeen_tiles() -> None:
    """All 81 ways to write four edges, less those without a blank or a symbol, four turns being one tile."""
    good = {edges for edges in EVERY_TILE if "b" in edges and edges != "bbbb"}
    assert {edges for edges in EVERY_TILE if tiles.exists(edges)} == good
    assert {way for tile in tiles.TILES for way in tiles.ways(tile)} == good
    assert len(tiles.TILES) == 17
    assert not any(tiles.exists(text) for text in ("", "s", "sbbbb", "SBBB", "sbb "))


def place(player: str, tile: str, at: str, **more: str) -> Json:
    return {"do": "place", "player": player, "tile": tile, "at": at, **more}


@pytest.mark.parametrize(
    ("move", "expected"),
    [
        (place("Zoe", "sbbb", "c3"), ("invalid", None)),
        (place("Ann", "sbbb", "f1"), ("invalid", None)),
        (place("Ann", "sbbb", "c3", overruled="x"), ("phase", "zarathustra 3")),
        (place("Bob", "bhbb", "c3"), ("impossible", "zarathustra 2")),
        (place("Bob", "bhbb", "c3", overruled="x"), ("impossible", "zarathustra 2")),
        (place("Bob", "sbbb", "c3"), ("illegal", "zarathustra 3")),
        (place("Bob", "sbbb", "b2"), ("illegal", "zarathustra 4")),
    ],
)
def test_a_tile_wrong_in_several_ways_gets_the_first_code(
    move: Json, expected: tuple[str, str | None]
) -> None:
    """Ann's last tile lies on c3, Bob has used hbbb, and it is Bob's turn."""
    fold = table(
        "zarathustra",
        "Ann Bob",
        place("Ann", "hhbb", "a5"),
        place("Bob", "hbbb", "e1"),
        place("Ann", "sbbb", "c3"),
    )
    assert refused(fold, move) == expected


def test_the_last_tile_of_all_ends_the_game() -> None:
    fold = table("zarathustra", "Ann Bob", place("Ann", "hbbb", "a1"))
    fold.state = replace(fold.state, hands={"Ann": (), "Bob": (tiles.same("hbbb"),)})
    state = shown(fold, place("Bob", "hbbb", "e5"))
    assert (state["phase"], state["turn"], state["left"]) == ("over", None, {"Ann": 0, "Bob": 0})
    assert state["winners"] == ["Ann", "Bob"]
    assert state["skulls"] == ["d4", "d5", "e4"]


@pytest.mark.parametrize(("at", "phase"), [("a1", "over"), ("c3", "play")])
def test_the_game_is_over_when_what_is_empty_touches_the_last_tile(at: str, phase: str) -> None:
    """9: all but a1, b1 and c3 is taken; beside a1 only b1 is empty, and c3 is free. Then c3 is taken too."""
    empty = {"a1", "b1"} if phase == "over" else {"a1", "b1", "c3"}
    board = {space: Placed("Ann", "hhhb") for space in tiles.spaces(5) if space not in empty}
    state = replace(GAME.start({}, ("Ann", "Bob")), board=board, last="e5")
    answer = GAME.judge(state, Place(player="Ann", tile="hbhb", at=at))
    assert isinstance(answer, Ruling)
    assert answer.state.removed == ()
    assert answer.state.phase == phase


def test_what_fell_leaves_a_space_that_can_keep_the_game_going() -> None:
    """9 looks at the board after removals: the tile put on a1 falls itself, and a1 gets no skull."""
    board = {space: Placed("Bob", "hhhb") for space in tiles.spaces(5) if space not in {"a1", "b1"}}
    board["a2"] = Placed("Bob", "shhb")
    state = replace(GAME.start({}, ("Ann", "Bob")), board=board, last="e5")
    answer = GAME.judge(state, Place(player="Ann", tile="hbbb", at="a1"))
    assert isinstance(answer, Ruling)
    assert (answer.state.removed, answer.state.skulls, answer.state.free) == (("a1",), ("b1",), ("a1",))
    assert answer.state.phase == "play"


def test_an_opponents_shield_supports_as_ones_own() -> None:
    """6: Bob's shield on c4 faces Ann's tile on c3, which fells Bob's b3."""
    start = GAME.start({}, ("Ann", "Bob"))
    board = {"b3": Placed("Bob", "bsbb"), "c4": Placed("Bob", "hbbb")}
    left = clashes(replace(start, board=board), "bbbs", "c3")[3]
    assert (left.mine, left.theirs, left.support, left.falls) == ("s", "s", (("c4",), ()), ("b3",))
    equal = clashes(replace(start, board={**board, "a3": Placed("Ann", "bhbb")}), "bbbs", "c3")
    assert equal[3].support == (("c4",), ("a3",))
    assert fallen(equal) == ("b3", "c3")


def test_two_attackers_are_judged_one_by_one() -> None:
    """The text's last point on conflicts: a shield against one sword, support against the other."""
    start = GAME.start({}, ("Ann", "Bob"))
    board = {"b3": Placed("Bob", "bsbb"), "d3": Placed("Bob", "bbbs"), "c2": Placed("Bob", "bbhb")}
    assert fallen(clashes(replace(start, board=board), "bhbs", "c3")) == ("b3",)


def test_a_tile_laid_over_another_by_overruling_takes_its_place() -> None:
    fold = table("zarathustra", "Ann Bob", place("Ann", "sbbb", "c3"))
    answer = fold.play_json(place("Bob", "hhhb", "c3", overruled="we like it"))
    assert isinstance(answer, Ruling)
    assert [(line.player, line.points, line.kind, line.facts) for line in answer.lines] == [
        ("Bob", 1, "placed", {"tile": "hhhb", "at": "c3"}),
        ("Ann", -3, "removed", {"tile": "sbbb", "at": "c3"}),
    ]
    assert answer.lines[0].reason == "tile put on c3"
    assert blanks(fold.state) == {"Ann": 0, "Bob": 1}
    assert answer.cites[0].rule == "zarathustra 3"
    assert "we like it" in answer.cites[0].text


def test_a_tile_laid_over_another_strikes_with_its_own_edges() -> None:
    """Bob's sword on c3 lies over Ann's blank tile, and fells what it faces."""
    board = {"c3": Placed("Ann", "hbbb"), "d3": Placed("Ann", "hhhb")}
    state = replace(GAME.start({}, ("Bob", "Ann")), board=board, last="a1")
    answer = GAME.judge(state, Place(player="Bob", tile="bsbb", at="c3", overruled="we like it"))
    assert isinstance(answer, Ruling)
    assert answer.state.board == {"c3": Placed("Bob", "bsbb")}
    assert answer.state.removed == ("d3",)
