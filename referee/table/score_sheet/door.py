"""What a score sheet answers at the dispute door: how each total adds up, what a round would do."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from referee.rules.score_sheet.state import Playing, States
from referee.table.context import Cited
from referee.table.door_context import Check, Question
from referee.table.score_sheet.entry import told

#: So many of the newest rounds are written out in a sum; those before them are one number.
_MOST = 8


class ScoreSheetAnswers:
    """See Answers."""

    routine: tuple[str, ...] = ()

    def checks(self, before: States, raw: Mapping[str, Any], after: States) -> Iterator[Check]:  # noqa: ARG002
        """Everybody's total as a sum."""
        if after.rounds:
            yield Check(heading="How the totals add up", lines=tuple(_sums(after)))

    def questions(self, state: States) -> Iterator[Question]:
        """What a round would do to the totals, and whether it would end the game."""
        if isinstance(state, Playing) and state.players:
            yield Question(
                "What would this round do?", {"do": "round", "scores": dict.fromkeys(state.players, 0)}
            )

    def beside(self, state: States, raw: Mapping[str, Any]) -> Iterator[Check]:  # noqa: ARG002 - see Answers
        """Nothing: the referee's answer has it all."""
        return iter(())


def _sums(state: States) -> Iterator[Cited]:
    for name in state.players:
        points = [row.scores[name] for row in state.rounds if name in row.scores]
        shown = points[-_MOST:]
        earlier = state.scores[name] - sum(shown)
        parts = [f"{told(earlier)} before"] if len(points) > _MOST else []
        text = " + ".join([*parts, *map(told, shown)]).replace("+ −", "− ") or "0"
        yield Cited(text=f"{name}: {text} = {told(state.scores[name])}.", rule="score_sheet 1")
