"""The score sheet, for any game: which moves are possible when, and who answers for each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar

from referee.rules import engine
from referee.rules.engine import HAND_WON, Answers, Feat, Json, Refused, Ruling, invalid
from referee.rules.record import agreed, players_allowed
from referee.rules.score_sheet import moves, sheet
from referee.rules.score_sheet.state import MOST_PLAYERS, Options, Over, Playing, States, show


class ScoreSheet(engine.Game[States, moves.Move]):
    key = "score_sheet"
    name = "Score sheet"
    state_types = States
    move_types = moves.Move
    answers: ClassVar[Answers] = {
        moves.Round: ((Playing,), "score_sheet 1", sheet.write),
        moves.Join: ((Playing,), "score_sheet 2", sheet.join),
        moves.Quit: ((Playing,), "score_sheet 2", sheet.quit_table),
        moves.End: ((Playing,), "score_sheet 3", sheet.end),
    }
    now: ClassVar[Mapping[str, str]] = {"over": "the game is over, start a new one"}
    openers = (moves.Round,)
    unit = "round"
    feats: ClassVar[Mapping[str, Feat]] = {HAND_WON: Feat("Rounds won")}

    def start(self, options: object, players: Sequence[str]) -> Playing:
        """The empty sheet. Raises NotARecord."""
        chosen = agreed(Options, options)
        players_allowed(self.name, range(1, MOST_PLAYERS + 1), len(players))
        return Playing(options=chosen, players=tuple(players), rounds=(), scores=dict.fromkeys(players, 0))

    def wrong_words(self, state: States, move: moves.Move) -> Refused | None:
        """Numbers for others than those at the table, or somebody who sits there already."""
        if isinstance(move, moves.Join) and move.player in state.players:
            return invalid("{name} is at the table already: choose another name.", name=move.player)
        return _not_the_players(state, move) if isinstance(move, moves.Round) else None

    def offers(self, state: States) -> Iterator[moves.Move]:
        """A round in which nobody scores, for a page to put the numbers in; who may leave; the end."""
        if isinstance(state, Over):
            return
        yield moves.Round(scores=dict.fromkeys(state.players, 0))
        yield from (moves.Quit(player=name) for name in state.players)
        yield from (moves.Join(player=name) for name in state.scores if name not in state.players)
        yield moves.End()

    def feats_of(self, before: States, move: moves.Move, ruling: Ruling[States]) -> engine.Feats:  # noqa: ARG002
        """A round is won by its best number, equal ones share it."""
        if not isinstance(move, moves.Round):
            return {}
        best = (max if before.options.wins == "high" else min)(move.scores.values())
        return {name: {HAND_WON: 1} for name, points in move.scores.items() if points == best}

    def hand_number(self, state: States) -> int:
        """How many rounds stand on the sheet."""
        return len(state.rounds)

    def show(self, state: States) -> Json:
        """The state as docs/record.md words it."""
        return show(state)


def _not_the_players(state: States, move: moves.Round) -> Refused | None:
    """A round has a number for exactly those at the table."""
    missing = [name for name in state.players if name not in move.scores]
    if missing:
        return invalid("A number is missing for {names}: enter one, 0 is fine.", names=missing)
    strangers = [name for name in move.scores if name not in state.players]
    if strangers:
        message = "{names} cannot score, not being at the table now: leave that out."
        return invalid(message, names=strangers)
    return None


GAME = ScoreSheet()
