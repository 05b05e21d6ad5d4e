"""The app with a clock that can be set: CLOCK names a file with so many seconds that it is ahead."""

from __future__ import annotations

import os
import runpy
import sys
import time
from datetime import datetime, timedelta
from pathlib import Path

from django.utils import timezone

_FILE = Path(os.environ["CLOCK"])
_time, _now = time.time, timezone.now


def ahead() -> float:
    """Seconds."""
    try:
        return float(_FILE.read_text())
    except (OSError, ValueError):
        return 0.0


def now() -> datetime:
    """As Django's own, set."""
    return _now() + timedelta(seconds=ahead())


if __name__ == "__main__":
    time.time = lambda: _time() + ahead()
    timezone.now = now
    # As Python's own command line reads it: a file, or a module behind -m.
    del sys.argv[0]
    if sys.argv[0] == "-m":
        del sys.argv[0]
        runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)
    else:
        runpy.run_path(sys.argv[0], run_name="__main__")
