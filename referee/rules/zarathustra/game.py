"""Zarathustra: which moves are possible when, putting down a tile, and the end (3 to 10)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar, Literal

from msgspec.structs import replace

from referee.rules import engine
from referee.rules.engine import (
    Answers,
    Cite,
    Feat,
    Feats,
    Json,
    Line,
    Refused,
    Ruling,
    invalid,
    unless_overruled,
)
from referee.rules.record import agreed, players_allowed
from referee.rules.sentences import Facts
from referee.rules.zarathustra import tiles
from referee.rules.zarathustra.state import (
    Board,
    Edge,
    End,
    Move,
    Options,
    Over,
    Place,
    Placed,
    Playing,
    States,
    blanks,
    clashes,
    fallen,
)
from referee.rules.zarathustra.tiles import BLANK


def place(state: Playing, move: Place) -> Ruling[States] | Refused:
    """A tile is put on the board; it and its neighbours fall or stand, all at the same moment."""
    if tiles.same(move.tile) not in state.hands[move.player]:
        facts: Facts = {"player": move.player, "tile": move.tile, "edges": [*tiles.described(move.tile)]}
        message = "{player} has played the tile with {edges} already: choose another tile."
        return Refused("impossible", "zarathustra 2", message, facts)
    return unless_overruled(move.overruled, [objection(state, move.at)], lambda: _placed(state, move))


def _placed(state: Playing, move: Place) -> Ruling[States]:
    edges = clashes(state, move.tile, move.at)
    after, lines = _put(state, move, fallen(edges))
    cites = (*_opening(state, move), *_edge_by_edge(move, edges, after))
    if ended := why_over(after):
        return _over(after, (*cites, ended), lines)
    facts: Facts = {"next": after.turn, "n": len(after.hands[after.turn])}
    following = Cite("zarathustra 4", "Not beside this tile: {next} is next, with {n:tile|tiles}.", facts)
    return Ruling(after, (*cites, following), lines=lines)


def objection(state: Playing, at: str) -> Refused | None:
    """The rule against putting a tile on a space of the board, whichever tile and whoever's (3, 4)."""
    facts = {"at": at}
    if at in state.board:
        message = "A tile lies on {at} already: choose an empty space."
        return Refused("illegal", "zarathustra 3", message, facts)
    if at in state.skulls:
        message = "{at} touches {last}, the last tile: choose a space without a skull."
        return Refused("illegal", "zarathustra 4", message, {**facts, "last": state.last or ""})
    return None


def _put(state: Playing, move: Place, removed: tuple[str, ...]) -> tuple[Playing, tuple[Line, ...]]:
    """The board after the tile was put down and all that fall are gone, and the blank edges that changed."""
    placed = Placed(move.player, move.tile)
    covered = [(move.at, state.board[move.at])] if move.at in state.board else []
    board = {**state.board, move.at: placed}
    hand = tuple(tile for tile in state.hands[move.player] if tile != tiles.same(move.tile))
    after = replace(
        state,
        board={space: tile for space, tile in board.items() if space not in removed},
        hands={**state.hands, move.player: hand},
        last=move.at,
        removed=removed,
        turn=state.after(move.player),
    )
    gone = [*covered, *((space, board[space]) for space in removed)]
    return after, (_line(placed, move.at, "placed"), *(_line(tile, space, "removed") for space, tile in gone))


def _line(placed: Placed, space: str, kind: Literal["placed", "removed"]) -> Line:
    blank, facts = placed.tile.count(BLANK), {"tile": placed.tile, "at": space}
    if kind == "placed":
        return Line(placed.player, blank, "zarathustra 10", f"tile put on {space}", kind, facts)
    return Line(placed.player, -blank, "zarathustra settled 2", f"tile gone from {space}", kind, facts)


def _opening(state: Playing, move: Place) -> list[Cite]:
    """Said once, with the first tile."""
    if state.last is not None:
        return []
    facts: Facts = {"player": move.player, "size": state.size, "n": len(tiles.TILES)}
    return [
        Cite("zarathustra settled 1", "{player} begins.", facts),
        Cite("zarathustra 1", "The board has {size} by {size} spaces.", facts),
        Cite("zarathustra 2", "Everybody has {n:tile|tiles}.", facts),
    ]


def _edge_by_edge(move: Place, edges: tuple[Edge, ...], after: Playing) -> list[Cite]:
    """What the ruling says of each side where tiles met, and of what went."""
    edged, left = [*tiles.described(move.tile)], len(after.hands[move.player])
    facts: Facts = {"player": move.player, "tile": move.tile, "edges": edged, "at": move.at, "n": left}
    message = "{player} puts the tile with {edges} on {at}, {n:tile|tiles} left."
    cites = [Cite("zarathustra 3", message, facts, "puts")]
    cites += met(edges)
    if not after.removed:
        return cites
    gone: Facts = {"gone": list(after.removed), "at": move.at}
    cites.append(Cite("zarathustra settled 2", "Out of the game: {gone}.", gone, "gone"))
    if move.at in after.removed:
        cites.append(Cite("zarathustra settled 4", "{at} itself gets no skull.", gone))
        if len(after.removed) > 1:
            still = "All at the same moment: the tile that falls still strikes."
            cites.append(Cite("zarathustra 8", still, gone))
    if any(edge.support and any(edge.support) and {*after.removed} > {*edge.falls} for edge in edges):
        cites.append(Cite("zarathustra settled 3", "Shields count as they lay before anything fell."))
    return cites


def met(edges: tuple[Edge, ...]) -> Sequence[Cite]:
    """What is said of the sides where tiles meet."""
    cites = [edge.cite for edge in edges if edge.theirs is not None]
    return cites or [Cite("zarathustra 7", "It touches no tile: nothing happens.")]


def why_over(state: Board) -> Cite | None:
    """What ends the game after a tile, None where only the table does (9)."""
    if not any(state.hands.values()):
        return Cite("zarathustra 9", "All tiles are played: the game is over.")
    if not state.free:
        return Cite("zarathustra 9", "No space is free of tiles and skulls: the game is over.")
    return None


def end(state: Playing, _move: End) -> Ruling[States]:
    return _over(replace(state, removed=()), (Cite("zarathustra 9", "The table ends the game here."),), ())


def _over(state: Playing, cites: tuple[Cite, ...], lines: tuple[Line, ...]) -> Ruling[States]:
    """The most blank edges on the board win, equal most share it (10, settled 5 and 6)."""
    count = blanks(state)
    most = max(count.values())
    winners = tuple(name for name in state.players if count[name] == most)
    facts: Facts = {"n": most, "winners": list(winners)}
    won = [
        Cite("zarathustra 10", "Most blank edges, {n}: {winners}.", facts),
        Cite("zarathustra settled 5", "Blank edges count wherever they face."),
    ]
    if len(winners) > 1:
        won.append(Cite("zarathustra settled 6", "{winners} share the win.", facts))
    return Ruling(state.in_phase(Over, winners=winners), (*cites, *won), lines=lines)


class Zarathustra(engine.Game[States, Move]):
    key = "zarathustra"
    name = "Zarathustra"
    state_types = States
    move_types = Move
    answers: ClassVar[Answers] = {
        Place: ((Playing,), "zarathustra 9", place),
        End: ((Playing,), "zarathustra 9", end),
    }
    now: ClassVar[Mapping[str, str]] = {"over": "the game is over, start a new one"}
    in_turn = (Place,)
    turn_rule = "zarathustra 3"
    feats: ClassVar[Mapping[str, Feat]] = {
        "placed": Feat("Tiles placed"),
        "struck": Feat("Tiles of others removed"),
        "lost": Feat("Own tiles lost"),
        "placing": Feat("Most blank edges gained by one tile", most=True),
        "sweep": Feat("Most tiles of others removed by one tile", most=True),
    }
    openers = ()
    counts = ("blank edge", "blank edges")

    def start(self, options: object, players: Sequence[str]) -> Playing:
        """The empty board; the first of the seating begins (settled 1). Raises NotARecord."""
        agreed(Options, options)
        players_allowed(self.name, range(2, 5), len(players))
        return Playing(
            players=tuple(players),
            board={},
            hands=dict.fromkeys(players, tiles.TILES),
            last=None,
            removed=(),
            turn=players[0],
        )

    def invalid_entry(self, state: States, move: Move) -> Refused | None:
        """A tile or a space that there is not."""
        if isinstance(move, End):
            return None
        if not tiles.exists(move.tile):
            message = (
                "“{tile}” is no tile: write its four edges clockwise from the top, s for sword, h for "
                "shield, b for blank, with one blank at least and not all blank."
            )
            return invalid(message, tile=move.tile)
        spaces = tiles.spaces(state.size)
        if move.at not in spaces:
            message = "“{at}” is not on this board: choose a space from a1 to {last}."
            return invalid(message, at=move.at, last=spaces[-1])
        return None

    def offers(self, state: States) -> Iterator[Move]:
        """Each tile left, in each way it can lie, on each free space; and the end."""
        if isinstance(state, Over):
            return
        for space in state.free:
            for tile in state.hands[state.turn]:
                for way in tiles.ways(tile):
                    yield Place(player=state.turn, tile=way, at=space)
        yield End()

    def feats_of(self, before: States, move: Move, ruling: Ruling[States]) -> Feats:
        """What a move adds to the feats of whom: a tile for who puts it down, and for all who lose one."""
        if not isinstance(move, Place):
            return {}
        player = move.player
        owners = {space: placed.player for space, placed in before.board.items()} | {move.at: player}
        lost = [owners[space] for space in ruling.state.removed]
        feats: defaultdict[str, dict[str, int]] = defaultdict(dict)
        feats[player]["placed"] = 1
        for name in lost:
            feats[name]["lost"] = feats[name].get("lost", 0) + 1
        if struck := sum(name != player for name in lost):
            feats[player] |= {"struck": struck, "sweep": struck}
        gained = sum(line.points for line in ruling.lines if line.player == player)
        if gained > 0:
            feats[player]["placing"] = int(gained)
        return feats

    def show(self, state: States) -> Json:
        """The state in the words of docs/record.md; the blank edges are the scores that the history keeps."""
        count = blanks(state)
        return {
            "phase": state.phase,
            "players": list(state.players),
            "turn": state.turn if isinstance(state, Playing) else None,
            "size": state.size,
            "board": {
                space: {"player": placed.player, "tile": placed.tile}
                for space, placed in sorted(state.board.items())
            },
            "removed": list(state.removed),
            "skulls": list(state.skulls),
            "left": {name: len(hand) for name, hand in state.hands.items()},
            "blanks": count,
            "scores": dict(count),
            "winners": list(state.winners) if isinstance(state, Over) else [],
        }


GAME = Zarathustra()
