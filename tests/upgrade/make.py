"""Makes the database that `test_upgrade` starts from: games of every kind, as this checkout keeps them.

    python -m tests.upgrade.make tests/upgrade/before-0006.sqlite3.xz

It is made once, with the version that an upgrade starts from, and stays as it is: later ones are made beside
it. The records of its games are written beside it too (`before-0006.records.json.xz`).
"""

from __future__ import annotations

import lzma
import os
import sqlite3
import sys
import tempfile
from contextlib import closing
from pathlib import Path

import django
import msgspec

from tests.upgrade.clock import stopped_clock

#: What Ann's phone has in its cookie.
TOKEN = "before-the-upgrade-Ann-kept-this-crew-000000"[:43]
#: How long each of a kind's games goes on: they end in every phase, and the last is discarded.
TAPS = (12, 50, 90, 20, 23, 26, 29, 32, 35, 38, 41, 44, 8)


def main(to: Path) -> None:
    """Writes the files, compressed."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ |= {"DATA_DIR": folder, "DJANGO_SETTINGS_MODULE": "referee.settings"}
        for name in ("DATABASE_URL", "DEBUG"):
            os.environ.pop(name, None)
        django.setup()
        with stopped_clock():
            records = _fill()
        path = Path(folder) / "referee.sqlite3"
        with closing(sqlite3.connect(path, isolation_level=None)) as database:
            database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            database.execute("PRAGMA journal_mode = DELETE")
            database.execute("VACUUM")
        to.write_bytes(lzma.compress(path.read_bytes(), preset=9))
    beside = to.with_name(to.name.replace(".sqlite3.xz", ".records.json.xz"))
    beside.write_bytes(lzma.compress(msgspec.json.encode(records), preset=9))


def _fill() -> dict[str, str]:
    """Fills the database; returns its records by their addresses."""
    from django.core.management import call_command  # noqa: PLC0415  # all of it waits for django.setup
    from django.db import connections  # noqa: PLC0415

    from scoring import discarding  # noqa: PLC0415
    from scoring.crew.phones import name_crew  # noqa: PLC0415
    from scoring.crew.visitor import Visitor, join_own_crew  # noqa: PLC0415
    from scoring.sharing.links import share  # noqa: PLC0415
    from scoring.statistics.counting import count_ended  # noqa: PLC0415
    from tests.crew.tables import KINDS, chance_game  # noqa: PLC0415
    from tests.upgrade.records import records_of  # noqa: PLC0415

    call_command("migrate", verbosity=0)
    ann = Visitor(TOKEN)
    name_crew(actor=join_own_crew(ann), name="Friday table")
    for kind in KINDS:
        games = [chance_game(ann, kind, seed, taps=number) for seed, number in enumerate(TAPS)]
        for game in games:
            count_ended(game)
        share(games[1])
        discarding.discard(ann, games[-1].public_id)
    records = records_of(ann)
    connections.close_all()
    return records


if __name__ == "__main__":
    main(Path(sys.argv[1]))
