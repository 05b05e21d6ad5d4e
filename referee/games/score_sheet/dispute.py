"""What a score sheet answers in a dispute: how each total adds up, what a round would do."""

from __future__ import annotations

from collections.abc import Iterator

from referee.games.cited import Cited
from referee.games.presenter import Answers, Check, Question
from referee.games.score_sheet.entry import number_text
from referee.rules.score_sheet import moves
from referee.rules.score_sheet.state import Playing, States

#: So many of the newest rounds are written out in a sum; those before them are one number.
_MOST = 8


class ScoreSheetAnswers(Answers[States, moves.Move]):
    """See Answers."""

    def checks(self, before: States, move: moves.Move, after: States) -> Iterator[Check]:  # noqa: ARG002
        """Everybody's total as a sum."""
        if after.rounds:
            yield Check(heading="How the totals add up", lines=tuple(_sums(after)))

    def questions(self, state: States) -> Iterator[Question]:
        """What a round would do to the totals, and whether it would end the game."""
        if isinstance(state, Playing) and state.players:
            nothing = moves.Round(scores=dict.fromkeys(state.players, 0))
            yield Question("What would this round do?", nothing)

    def beside(self, state: States, move: moves.Move) -> Iterator[Check]:  # noqa: ARG002 - see Answers
        """Nothing: the referee's answer has it all."""
        return iter(())


def _sums(state: States) -> Iterator[Cited]:
    for name in state.players:
        points = [row.scores[name] for row in state.rounds if name in row.scores]
        shown = points[-_MOST:]
        earlier = state.scores[name] - sum(shown)
        parts = [f"{number_text(earlier)} earlier"] if len(points) > _MOST else []
        text = " + ".join([*parts, *map(number_text, shown)]).replace("+ −", "− ") or "0"
        yield Cited(text=f"{name}: {text} = {number_text(state.scores[name])}.", rule="score_sheet 1")
