"""The folders of backups: one for each, named by its moment (UTC), and which of them stay."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import NamedTuple

#: The newest backup of so many days, and of so many weeks, stays.
DAYS, WEEKS = 7, 4

_NAME = re.compile(r"referee-(\d{4}-\d\d-\d\dT\d{6})Z", re.ASCII)
_MOMENT = "%Y-%m-%dT%H%M%S"


class Backup(NamedTuple):
    """A backup and when it was taken."""

    taken: datetime
    path: Path


def backups_in(folder: Path) -> list[Backup]:
    """The backups in a folder, the newest first. Files with other names are ignored."""
    backups = [
        Backup(datetime.strptime(match[1], _MOMENT).replace(tzinfo=UTC), path)
        for path in (folder.iterdir() if folder.is_dir() else ())
        if (match := _NAME.fullmatch(path.name))
    ]
    return sorted(backups, reverse=True)


def is_due(folder: Path, hours: int) -> bool:
    """Whether the newest backup is older than so many hours, or there is none."""
    newest = next(iter(backups_in(folder)), None)
    return newest is None or datetime.now(UTC) - newest.taken >= timedelta(hours=hours)


def surplus(backups: Iterable[Backup]) -> list[Backup]:
    """Those of the backups, the newest first, that do not stay."""
    days: set[date] = set()
    weeks: set[tuple[int, int]] = set()
    removed = []
    for backup in backups:
        day, week = backup.taken.date(), backup.taken.isocalendar()[:2]
        of_a_day = day not in days and len(days) < DAYS
        of_a_week = week not in weeks and len(weeks) < WEEKS
        days.add(day)
        weeks.add(week)
        if not (of_a_day or of_a_week):
            removed.append(backup)
    return removed


def name(part: Path, folder: Path, moment: datetime) -> Path:
    """Gives a finished backup its name, by the next free second, and returns where it is."""
    while (path := folder / f"referee-{moment:{_MOMENT}}Z").exists():
        moment += timedelta(seconds=1)
    return part.rename(path)
