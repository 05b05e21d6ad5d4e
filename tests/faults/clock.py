"""The app with a clock that can be set: CLOCK names a file with so many seconds that it is ahead."""

from __future__ import annotations

import os
import sys
import time
from datetime import datetime, timedelta
from pathlib import Path

from django.utils import timezone

from referee import serve

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
    sys.exit(serve.main())
