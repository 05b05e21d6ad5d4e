"""The score sheet, for any game: which moves are possible when, and who answers for each."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, ClassVar

from referee.rules import engine
from referee.rules.engine import HAND_WON, Feat, Past, Refused, Ruling, nothing_before
from referee.rules.record import agreed, players_allowed
from referee.rules.score_sheet import moves, sheet
from referee.rules.score_sheet.state import MOST_PLAYERS, Options, Over, Playing, States, show

#: For each move: the clause it rests on, and who judges it.
_TABLE: dict[type[moves.Move], tuple[str, Callable[..., Ruling[States] | Refused]]] = {
    moves.Round: ("score_sheet 1", sheet.write),
    moves.Join: ("score_sheet 2", sheet.join),
    moves.Quit: ("score_sheet 2", sheet.quit_table),
    moves.End: ("score_sheet 3", sheet.end),
}


class ScoreSheet(engine.Game[Any, Any]):
    key = "score_sheet"
    name = "Score sheet"
    state_types: ClassVar[Any] = States
    move_types: ClassVar[Any] = moves.Moves
    openers = (moves.Round,)
    unit = "round"
    feats: ClassVar[Mapping[str, Feat]] = {HAND_WON: Feat("Rounds won")}

    def start(self, options: object, players: Sequence[str]) -> Playing:
        """The empty sheet. Raises NotARecord."""
        chosen = agreed(Options, options)
        players_allowed(self.name, range(1, MOST_PLAYERS + 1), len(players))
        return Playing(options=chosen, players=tuple(players), rounds=(), scores=dict.fromkeys(players, 0))

    def judge(
        self,
        state: States,
        move: moves.Moves,
        past: Past[Any, Any] = nothing_before,  # noqa: ARG002 - no move looks back
    ) -> Ruling[States] | Refused:
        """What the referee says of a move; one wrong in several ways gets the first of RECORD.md's codes."""
        if refused := _unknown_words(state, move):
            return refused
        rule, answer = _TABLE[type(move)]
        if isinstance(state, Over):
            return Refused("phase", rule, "Not now: the game is over, start a new one.")
        return answer(state, move)

    def offers(self, state: States) -> Iterator[moves.Moves]:
        """A round in which nobody scores, for a page to put the numbers in; who may leave; the end."""
        if isinstance(state, Over):
            return
        yield moves.Round(scores=dict.fromkeys(state.players, 0))
        yield from (moves.Quit(player=name) for name in state.players)
        yield from (moves.Join(player=name) for name in state.scores if name not in state.players)
        yield moves.End()

    def feats_of(self, before: States, move: moves.Moves, ruling: Ruling[States]) -> engine.Feats:  # noqa: ARG002
        """A round is won by its best number, equal ones share it."""
        if not isinstance(move, moves.Round):
            return {}
        best = (max if before.options.wins == "high" else min)(move.scores.values())
        return {name: {HAND_WON: 1} for name, points in move.scores.items() if points == best}

    def hand_number(self, state: States) -> int:
        """How many rounds stand on the sheet."""
        return len(state.rounds)

    def show(self, state: States) -> dict[str, Any]:
        """The state as RECORD.md words it."""
        return show(state)


def _unknown_words(state: States, move: moves.Moves) -> Refused | None:
    """What is wrong by the players alone."""
    match move:
        case moves.Round():
            return _not_the_players(state, move)
        case moves.Quit() if move.player not in state.players:
            return _invalid("{name} is not at the table: choose somebody who is.", name=move.player)
        case moves.Join() if move.player in state.players:
            return _invalid("{name} is at the table already: choose another name.", name=move.player)
        case moves.Join() if move.after is not None and move.after not in state.players:
            return _invalid("`after`: {name} is not at the table: choose somebody who is.", name=move.after)
    return None


def _not_the_players(state: States, move: moves.Round) -> Refused | None:
    """A round has a number for exactly those at the table."""
    missing = [name for name in state.players if name not in move.scores]
    if missing:
        return _invalid("`scores`: a number is missing for {names}; 0 is one too.", names=missing)
    strangers = [name for name in move.scores if name not in state.players]
    if strangers:
        return _invalid(
            "`scores`: {names} cannot score, not being at the table now: leave that out.", names=strangers
        )
    return None


def _invalid(message: str, **facts: str | list[str]) -> Refused:
    return Refused("invalid", None, message, dict(facts))


GAME = ScoreSheet()
