"""Zarathustra: which moves are possible when, and who answers for each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, ClassVar

from referee.rules import engine
from referee.rules.engine import Past, Refused, Ruling, nothing_before
from referee.rules.record import agreed, players_allowed
from referee.rules.zarathustra import moves, tiles
from referee.rules.zarathustra.feats import FEATS, feats_of
from referee.rules.zarathustra.place import end, place
from referee.rules.zarathustra.state import Options, Over, Playing, States, show


class Zarathustra(engine.Game[Any, Any]):
    key = "zarathustra"
    name = "Zarathustra"
    state_types: ClassVar[Any] = States
    move_types: ClassVar[Any] = moves.Moves
    feats = FEATS
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

    def judge(
        self,
        state: States,
        move: moves.Moves,
        past: Past[Any, Any] = nothing_before,  # noqa: ARG002 - no move looks back
    ) -> Ruling[States] | Refused:
        """What the referee says of a move; one wrong in several ways gets the first of RECORD.md's codes."""
        if isinstance(move, moves.Place) and (refused := _unknown_words(state, move)):
            return refused
        if isinstance(state, Over):
            message = "Not now: the game is over, start a new one."
            return Refused("phase", "zarathustra 9", message)
        if isinstance(move, moves.End):
            return end(state, move)
        if move.player != state.turn:
            facts = {"turn": state.turn, "player": move.player}
            message = "It is {turn}’s turn, not {player}’s: wait for it."
            return Refused("phase", "zarathustra 3", message, facts)
        return place(state, move)

    def offers(self, state: States) -> Iterator[moves.Moves]:
        """Each tile left, in each way it can lie, on each free space; and the end."""
        if isinstance(state, Over):
            return
        for space in state.free:
            for tile in state.hands[state.turn]:
                for way in tiles.ways(tile):
                    yield moves.Place(player=state.turn, tile=way, at=space)
        yield moves.End()

    def feats_of(self, before: States, move: moves.Moves, ruling: Ruling[States]) -> engine.Feats:
        """What a move adds to the feats of whom; see Game.feats_of."""
        return feats_of(before, move, ruling)

    def show(self, state: States) -> dict[str, Any]:
        """The state as RECORD.md words it."""
        return show(state)


def _unknown_words(state: States, move: moves.Place) -> Refused | None:
    """What is wrong by the vocabulary, the players and the size of the board alone."""
    if move.player not in state.players:
        return Refused("invalid", None, "{name} does not play here: choose a player.", {"name": move.player})
    if not tiles.exists(move.tile):
        message = (
            "{tile} is no tile: write its four edges clockwise from the top, s, h or b, with one b at least."
        )
        return Refused("invalid", None, message, {"tile": move.tile})
    if move.at not in tiles.spaces(state.size):
        facts: engine.Facts = {"at": move.at, "last": tiles.spaces(state.size)[-1]}
        return Refused("invalid", None, "{at} is not on this board: choose a space from a1 to {last}.", facts)
    return None


GAME = Zarathustra()
