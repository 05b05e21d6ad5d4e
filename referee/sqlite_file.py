"""The file of the SQLite database: looked at before anything opens it to write, and left whole at the end.

A WAL does not say whose it is: SQLite puts the pages of one that a crash left into whatever database lies
beside it, also into a backup that was just put back. So every run writes a number of its own into the
database's header (`user_version`), and the same number into a file beside it, while the WAL is empty. Where
the two differ, the WAL is another database's.
"""

from __future__ import annotations

import secrets
import sqlite3
from contextlib import closing
from pathlib import Path
from time import monotonic

MAGIC = b"SQLite format 3\0"
#: Seconds that a start looks for damage; a backup looks to the end.
QUICK = 2.0
#: Seconds to wait for another process at the end of a run.
PATIENCE = 2.0
#: Steps of SQLite's machine between two looks at the clock, some milliseconds.
STEPS = 20_000

_USER_VERSION = slice(60, 64)
_BEFORE = "Restore a backup (make restore FILE=...)"


class Unfit(Exception):
    """The database cannot be used; the message says why, and what to do, in a sentence."""


def check(path: Path, *, seconds: float | None = QUICK) -> None:
    """Looks at a database that may be there, and writes nothing. Raises Unfit.

    Damage is looked for as long as `seconds`, or to the end where that is None. For use before this process
    opens the file: closing it here would give up the locks of open connections.
    """
    wal = beside(path, "wal")
    left = wal.exists() and wal.stat().st_size > 0
    if not path.exists():
        if left:
            raise Unfit(
                f"{wal} lies there without its database. Put {path.name} back beside it, or move it away."
            )
        return
    number = _number_in_head(path)
    if left and _number_beside(path) not in {None, number}:
        raise Unfit(
            f"{wal} belongs to another database than {path.name} beside it. Put that one back, or move the"
            " -wal file away to go on without its last moves."
        )
    _check_inside(path, seconds)


def begin_run(path: Path) -> None:
    """Gives the database, and the WAL that it will have, a number of this run.

    For use while nobody writes.
    """
    run = beside(path, "run")
    run.unlink(missing_ok=True)
    number = 1 + secrets.randbelow(2**31 - 1)
    with closing(_open(path, "rw")) as database:
        database.execute(f"PRAGMA user_version = {number}")
        if not _checkpoint(database):
            return  # another process reads; without a number the WAL is taken as it is
    part = run.with_name(f"{run.name}.part")
    part.write_text(f"{number}\n")
    part.replace(run)


def end_run(path: Path) -> bool:
    """Brings everything from the WAL into the database and empties it, so that the file is whole by itself.

    Returns False where another process still reads, or the disk cannot be written; then nothing is lost, but
    the WAL is still needed.
    """
    try:
        with closing(_open(path, "rw")) as database:
            return _checkpoint(database)
    except sqlite3.OperationalError:
        return False


def beside(path: Path, kind: str) -> Path:
    """A file that belongs to the database: its "wal", its "shm", or the number of its "run"."""
    return path.with_name(f"{path.name}-{kind}")


def _open(path: Path, mode: str) -> sqlite3.Connection:
    """The database, to read or to write; none is made where there is none."""
    return sqlite3.connect(f"{path.as_uri()}?mode={mode}", uri=True, timeout=PATIENCE, isolation_level=None)


def _checkpoint(database: sqlite3.Connection) -> bool:
    busy: int = database.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]
    return not busy


def _number_in_head(path: Path) -> int:
    """The number in the file's header. Raises Unfit for a file that is no database."""
    with path.open("rb") as file:
        head = file.read(100)
    if not head:
        raise Unfit(f"{path} is empty. {_BEFORE}, or remove it to begin with an empty record.")
    if not head.startswith(MAGIC):
        raise Unfit(f"{path} is no SQLite database. {_BEFORE}, or move it away.")
    return int.from_bytes(head[_USER_VERSION], "big")


def _number_beside(path: Path) -> int | None:
    """The number of the run that wrote the WAL; None where nothing readable says it."""
    try:
        return int(beside(path, "run").read_text())
    except (FileNotFoundError, ValueError):
        return None


def _check_inside(path: Path, seconds: float | None) -> None:
    try:
        with closing(_open(path, "ro")) as database:
            tables = {
                name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
            }
            damage = _damage(database, seconds)
    except sqlite3.OperationalError:
        raise  # it could not be read now, which says nothing of what is in it
    except sqlite3.DatabaseError as error:
        damage, tables = str(error), {"django_migrations"}
    if damage:
        raise Unfit(f"{path} is damaged ({damage}). {_BEFORE}.")
    if not tables:
        raise Unfit(
            f"{path} has nothing in it, perhaps because it was copied without its -wal file. {_BEFORE}, or"
            " remove it to begin with an empty record."
        )
    if "django_migrations" not in tables:
        raise Unfit(f"{path} is the database of another program. {_BEFORE}, or move it away.")


def _damage(database: sqlite3.Connection, seconds: float | None) -> str:
    """The first damage found, in SQLite's words; "" for none, or none in so many seconds."""
    ends = None if seconds is None else monotonic() + seconds
    if ends is not None:
        database.set_progress_handler(lambda: monotonic() > ends, STEPS)
    try:
        said: str = database.execute("PRAGMA quick_check(1)").fetchone()[0]
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode == sqlite3.SQLITE_INTERRUPT:
            return ""
        raise
    finally:
        database.set_progress_handler(None, 0)
    return "" if said == "ok" else " ".join(said.split())
