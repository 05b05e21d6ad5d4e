"""Standings in the order of their ranks."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from referee.web.context import StandingView


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
