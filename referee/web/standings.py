"""Standings in the order of their ranks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from operator import attrgetter

from msgspec.structs import replace

from referee.web.context import FaceView, PodiumView, StandingView, StepView

#: The ranks that a podium has steps for.
_ON_STEPS = range(1, 4)


def ranked(rows: Iterable[StandingView], *, highest: bool) -> tuple[StandingView, ...]:
    """Best first, with the ranks 1, 2, 3; equal ones share theirs, and who left comes last, with none.

    Who leads is before others of as many points: they lost a tie-break.
    """

    def merit(row: StandingView) -> tuple[bool, bool, float]:
        return not row.here, not row.leader, -row.points if highest else row.points

    found: list[StandingView] = []
    for place, row in enumerate(sorted(rows, key=merit), 1):
        level = bool(found) and merit(found[-1]) == merit(row)
        rank = found[-1].rank if level else place
        found.append(replace(row, rank=rank if row.here else 0))
    return tuple(found)


def with_faces(rows: Iterable[StandingView], faces: Mapping[str, FaceView]) -> tuple[StandingView, ...]:
    """The lines, each with the face of its name, where there is one."""
    return tuple(replace(row, face=faces.get(row.name)) for row in rows)


def podium(rows: Sequence[StandingView], counts: tuple[str, str]) -> PodiumView:
    """Ranked standings as steps: equal ones share a step, and the step of a rank that is left out is missing.

    `counts` is one of what is counted, and many of them. Who left stands on no step.
    """
    up = [row for row in rows if row.rank in _ON_STEPS]
    steps = (
        StepView(
            rank=rank,
            rows=tuple(level),
            points=level[0].shown,
            unit=counts[level[0].points != 1],
            won=level[0].leader,
        )
        for rank, level in ((rank, list(found)) for rank, found in groupby(up, key=attrgetter("rank")))
    )
    # What the last hand added is told of everybody or of nobody.
    rest = (replace(row, change="") for row in rows if row not in up)
    return PodiumView(steps=tuple(steps), rest=tuple(rest))
