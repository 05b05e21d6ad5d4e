"""The folders of backups: one for each, named by its moment (UTC), and which of them are kept."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import UTC, date, datetime
from pathlib import Path
from typing import NamedTuple

#: The newest backup of so many days, and of so many weeks, is kept.
DAYS, WEEKS = 7, 4
SQLITE, POSTGRESQL, PHOTOS = "referee.sqlite3", "referee.dump", "photos"

_NAME = re.compile(r"referee-(\d{4}-\d\d-\d\dT\d{6})Z(?:-(\d+))?", re.ASCII)
_MOMENT = "%Y-%m-%dT%H%M%S"


class Backup(NamedTuple):
    """A backup and when it was taken; the second one of a second has number 2."""

    taken: datetime
    number: int
    path: Path


def backups_in(folder: Path) -> list[Backup]:
    """The backups in a folder, the newest first. What has another name is nobody's business."""
    found = []
    for path in folder.iterdir() if folder.is_dir() else ():
        if match := _NAME.fullmatch(path.name):
            taken = datetime.strptime(match[1], _MOMENT).replace(tzinfo=UTC)
            found.append(Backup(taken, int(match[2] or 1), path))
    return sorted(found, reverse=True)


def is_due(folder: Path, hours: int) -> bool:
    """Whether the newest backup is older than so many hours, or there is none."""
    newest = next(iter(backups_in(folder)), None)
    return newest is None or (datetime.now(UTC) - newest.taken).total_seconds() >= hours * 3600


def surplus(backups: Iterable[Backup]) -> list[Backup]:
    """Those of the backups, the newest first, that are not kept."""
    days: set[date] = set()
    weeks: set[tuple[int, int]] = set()
    gone = []
    for backup in backups:
        day, week = backup.taken.date(), backup.taken.isocalendar()[:2]
        of_a_day = day not in days and len(days) < DAYS
        of_a_week = week not in weeks and len(weeks) < WEEKS
        days.add(day)
        weeks.add(week)
        if not (of_a_day or of_a_week):
            gone.append(backup)
    return gone


def put_in_place(part: Path, folder: Path, now: datetime) -> Path:
    """Gives a finished backup its name, the next free one of this second, and returns where it is."""
    name = f"referee-{now.astimezone(UTC):{_MOMENT}}Z"
    for number in range(1, 1000):
        path = folder / (name if number == 1 else f"{name}-{number}")
        try:
            return part.rename(path)
        except OSError:
            if not path.exists():
                raise
    raise FileExistsError(name)
