"""Putting down a tile, and the end of the game (3 to 10)."""

from __future__ import annotations

from typing import Literal

from msgspec.structs import replace

from referee.rules.engine import Cite, Line, Refused, Ruling
from referee.rules.sentences import Facts
from referee.rules.zarathustra import moves, tiles
from referee.rules.zarathustra.clash import Edge, clashes, fallen
from referee.rules.zarathustra.state import Board, Over, Placed, Playing, States, blanks

#: What was done, and what hands have to take off the board, so that a page finds it in a ruling.
PUTS = "{player} puts the tile with {edges} on {at}, {n:tile|tiles} left."
GONE = "Out of the game: {gone}."


def place(state: Playing, move: moves.Place) -> Ruling[States] | Refused:
    """A tile is put on the board; it and its neighbours fall or stand, all at the same moment."""
    if tiles.same(move.tile) not in state.hands[move.player]:
        facts: Facts = {"player": move.player, "tile": move.tile, "edges": [*tiles.described(move.tile)]}
        message = "{player} has played the tile with {edges} already: choose another tile."
        return Refused("impossible", "zarathustra 2", message, facts)
    against = objection(state, move.at)
    if against and not move.overruled:
        return against
    edges = clashes(state, move.tile, move.at)
    after, lines = _put(state, move, fallen(edges))
    cites = [*_opening(state, move), *_told(move, edges, after)]
    if against and against.rule:
        over: Facts = {"why": move.overruled or "", "was": against.text}
        cites.insert(0, Cite(against.rule, "Overruled by the table ({why}), though: {was}", over))
    ended = why_over(after)
    if ended:
        return _over(after, (*cites, ended), lines)
    following: Facts = {"next": after.turn, "n": len(after.hands[after.turn])}
    cites.append(
        Cite("zarathustra 4", "Not beside this tile: {next} is next, with {n:tile|tiles}.", following)
    )
    return Ruling(after, tuple(cites), lines=lines)


def objection(state: Playing, at: str) -> Refused | None:
    """The rule against putting a tile on a space of the board, whichever tile and whoever's (3, 4)."""
    facts = {"at": at}
    if at in state.board:
        message = "A tile lies on {at} already: choose an empty space."
        return Refused("illegal", "zarathustra 3", message, facts)
    if at in state.skulls:
        facts["last"] = state.last or ""
        message = "{at} touches {last}, the last tile: choose a space without a skull."
        return Refused("illegal", "zarathustra 4", message, facts)
    return None


def _put(state: Playing, move: moves.Place, removed: tuple[str, ...]) -> tuple[Playing, tuple[Line, ...]]:
    """The board after the tile was put down and all that fall are gone, and the blank edges that changed."""
    placed = Placed(move.player, move.tile)
    covered = [(move.at, state.board[move.at])] if move.at in state.board else []
    board = {**state.board, move.at: placed}
    gone = [*covered, *((space, board[space]) for space in removed)]
    lines = [_line(placed, move.at, "placed")]
    lines += [_line(tile, space, "removed") for space, tile in gone]
    kind = tiles.same(move.tile)
    hand = tuple(tile for tile in state.hands[move.player] if tile != kind)
    following = state.players[(state.players.index(move.player) + 1) % len(state.players)]
    after = replace(
        state,
        board={space: tile for space, tile in board.items() if space not in removed},
        hands={**state.hands, move.player: hand},
        last=move.at,
        removed=removed,
        turn=following,
    )
    return after, tuple(lines)


def _line(placed: Placed, space: str, kind: Literal["placed", "removed"]) -> Line:
    blank, facts = placed.tile.count(tiles.BLANK), {"tile": placed.tile, "at": space}
    if kind == "placed":
        return Line(placed.player, blank, "zarathustra 10", f"tile put on {space}", kind, facts)
    return Line(placed.player, -blank, "zarathustra settled 2", f"tile gone from {space}", kind, facts)


def _opening(state: Playing, move: moves.Place) -> list[Cite]:
    """Said once, with the first tile."""
    if state.last is not None:
        return []
    facts: Facts = {"player": move.player, "size": state.size, "n": len(tiles.TILES)}
    return [
        Cite("zarathustra settled 1", "{player} begins.", facts),
        Cite("zarathustra 1", "The board has {size} by {size} spaces.", facts),
        Cite("zarathustra 2", "Everybody has {n:tile|tiles}.", facts),
    ]


def _told(move: moves.Place, edges: tuple[Edge, ...], after: Playing) -> list[Cite]:
    """What the ruling says of each side where tiles met, and of what went."""
    left = len(after.hands[move.player])
    facts: Facts = {
        "player": move.player,
        "tile": move.tile,
        "edges": [*tiles.described(move.tile)],
        "at": move.at,
        "n": left,
    }
    cites = [Cite("zarathustra 3", PUTS, facts)]
    met = [edge.cite for edge in edges if edge.theirs is not None]
    cites += met or [Cite("zarathustra 7", "It touches no tile: nothing happens.")]
    if not after.removed:
        return cites
    gone: Facts = {"gone": list(after.removed), "at": move.at}
    cites.append(Cite("zarathustra settled 2", GONE, gone))
    if move.at in after.removed:
        cites.append(Cite("zarathustra settled 4", "{at} itself gets no skull.", gone))
    if move.at in after.removed and len(after.removed) > 1:
        cites.append(
            Cite("zarathustra 8", "All at the same moment: the tile that falls still strikes.", gone)
        )
    if any(edge.support and any(edge.support) and {*after.removed} > {*edge.falls} for edge in edges):
        cites.append(Cite("zarathustra settled 3", "Shields count as they lay before anything fell."))
    return cites


def why_over(state: Board) -> Cite | None:
    """What ends the game after a tile, None where only the table does (9)."""
    if not any(state.hands.values()):
        return Cite("zarathustra 9", "All tiles are played: the game is over.")
    if not state.free:
        return Cite("zarathustra 9", "No space is free of tiles and skulls: the game is over.")
    return None


def end(state: Playing, _move: moves.End) -> Ruling[States]:
    """Ends the game as it stands."""
    ended = Cite("zarathustra 9", "The table ends the game here.")
    return _over(replace(state, removed=()), (ended,), ())


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
    fields = {name: getattr(state, name) for name in Board.__struct_fields__}
    return Ruling(Over(**fields, winners=winners), (*cites, *won), lines=lines)
