"""Files that are written whole or not at all, and locks on files."""

import os
from collections.abc import Iterable
from pathlib import Path
from typing import IO

try:
    import fcntl
except ImportError:  # a browser's Python
    fcntl = None  # type: ignore[assignment]


def lock(file: IO[str] | int, *, shared: bool = False, wait: bool = False) -> bool:
    """Locks an open file or folder until it is closed, or the process ends; whether it could.

    Where there are no locks, as on some network disks, nobody is kept out.
    """
    if fcntl is not None:
        how = fcntl.LOCK_SH if shared else fcntl.LOCK_EX
        try:
            fcntl.flock(file, how if wait else how | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        except OSError:
            pass
    return True


def write_file(path: Path, parts: Iterable[bytes]) -> None:
    """Writes beside the file and puts it in its place when all is on the disk; stopped, it leaves nothing.

    It is for this user's eyes alone from its first byte. Raises OSError.
    """
    unfinished = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with os.fdopen(os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
            file.writelines(parts)
            file.flush()
            os.fsync(file.fileno())
        unfinished.replace(path)
    finally:
        unfinished.unlink(missing_ok=True)
