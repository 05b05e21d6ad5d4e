"""Zarathustra: which moves are possible when, and who answers for each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar

from referee.rules import engine
from referee.rules.engine import Answers, Json, Refused, Ruling, invalid
from referee.rules.record import agreed, players_allowed
from referee.rules.zarathustra import moves, tiles
from referee.rules.zarathustra.feats import FEATS, feats_of
from referee.rules.zarathustra.place import end, place
from referee.rules.zarathustra.state import Options, Over, Playing, States, show


class Zarathustra(engine.Game[States, moves.Move]):
    key = "zarathustra"
    name = "Zarathustra"
    state_types = States
    move_types = moves.Move
    answers: ClassVar[Answers] = {
        moves.Place: ((Playing,), "zarathustra 9", place),
        moves.End: ((Playing,), "zarathustra 9", end),
    }
    now: ClassVar[Mapping[str, str]] = {"over": "the game is over, start a new one"}
    in_turn = (moves.Place,)
    turn_rule = "zarathustra 3"
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

    def wrong_words(self, state: States, move: moves.Move) -> Refused | None:
        """A tile or a space that there is not."""
        if isinstance(move, moves.End):
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

    def offers(self, state: States) -> Iterator[moves.Move]:
        """Each tile left, in each way it can lie, on each free space; and the end."""
        if isinstance(state, Over):
            return
        for space in state.free:
            for tile in state.hands[state.turn]:
                for way in tiles.ways(tile):
                    yield moves.Place(player=state.turn, tile=way, at=space)
        yield moves.End()

    def feats_of(self, before: States, move: moves.Move, ruling: Ruling[States]) -> engine.Feats:
        """What a move adds to the feats of whom; see Game.feats_of."""
        return feats_of(before, move, ruling)

    def show(self, state: States) -> Json:
        """The state as docs/record.md words it."""
        return show(state)


GAME = Zarathustra()
