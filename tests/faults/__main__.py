"""`make faults`: every fault as often as it is due, and a table of what became of the taps.

    python -m tests.faults                  # all of it, some half an hour
    python -m tests.faults kill fuzz        # only these
    FAULTS=0.1 python -m tests.faults       # a tenth of the times

The exit status is 1 if a tap was lost or doubled, or an answer was a 500.
"""

from __future__ import annotations

import os
import sys
import time

import django


def main() -> int:
    """Prints a line as each fault is over. Returns the exit status."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
    django.setup()
    from tests.faults.faults import HEAD, Row, every  # noqa: PLC0415  # models wait for django.setup

    well, began = True, time.monotonic()
    print(HEAD, flush=True)
    for row in every(set(sys.argv[1:]), float(os.environ.get("FAULTS", "1"))):
        well = well and isinstance(row, Row) and row.well
        print(row, f"({time.monotonic() - began:.0f} s)", flush=True)
    return 0 if well else 1


if __name__ == "__main__":
    sys.exit(main())
