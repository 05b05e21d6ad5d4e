"""Makes the database that `test_upgrade` starts from: games of every kind, as this checkout keeps them.

    python -m tests.upgrade.make tests/upgrade/before-0006.sqlite3.xz

It is made once, with the version that an upgrade starts from, and stays as it is: later ones are made beside
it. What its pages say is written beside it too (`before-0006.words.json.xz`).
"""

from __future__ import annotations

import lzma
import os
import sqlite3
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import django
import msgspec

from tests.upgrade.clock import stopped_clock

#: What Ann's phone has in its cookie.
TOKEN = "before-the-upgrade-Ann-kept-this-crew-000000"[:43]
#: How long each of a kind's games goes on: the first is in play, and the last is discarded.
TAPS = (12, 50, 90, 8)
#: So many games stand in each phase that a game has, after so many moves at least where that is possible.
IN_A_PHASE, MOVES = 2, 20


def main(to: Path) -> None:
    """Writes the files, compressed."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ |= {"DATA_DIR": folder, "DJANGO_SETTINGS_MODULE": "referee.settings"}
        for name in ("DATABASE_URL", "DEBUG"):
            os.environ.pop(name, None)
        django.setup()
        with stopped_clock():
            said = _fill()
        path = Path(folder) / "referee.sqlite3"
        with closing(sqlite3.connect(path, isolation_level=None)) as database:
            database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            database.execute("PRAGMA journal_mode = DELETE")
            database.execute("VACUUM")
        to.write_bytes(lzma.compress(path.read_bytes(), preset=9))
    words = to.with_name(to.name.replace(".sqlite3.xz", ".words.json.xz"))
    words.write_bytes(lzma.compress(msgspec.json.encode(said), preset=9))


def _fill() -> dict[str, str]:
    """Fills the database; returns what its pages say."""
    from django.core.management import call_command  # noqa: PLC0415  # all of it waits for django.setup
    from django.db import connections  # noqa: PLC0415

    from scoring import discarding  # noqa: PLC0415
    from scoring.crew.phones import name_crew  # noqa: PLC0415
    from scoring.crew.visitor import Visitor, join_own_crew  # noqa: PLC0415
    from scoring.log import tap_keys  # noqa: PLC0415
    from scoring.sharing.links import share  # noqa: PLC0415
    from scoring.statistics.counting import count_ended  # noqa: PLC0415
    from tests import taps  # noqa: PLC0415
    from tests.crew.tables import KINDS, chance_game  # noqa: PLC0415
    from tests.table.page import new_game  # noqa: PLC0415
    from tests.upgrade.pages import said_of  # noqa: PLC0415

    call_command("migrate", verbosity=0)
    ann = Visitor(TOKEN)
    name_crew(actor=join_own_crew(ann), name="Friday table")
    for kind in KINDS:
        games = [chance_game(ann, kind, seed, taps=number) for seed, number in enumerate(TAPS)]
        for game in games:
            count_ended(game)
        share(games[1])
        discarding.discard(ann, games[-1].public_id)
    for record in _in_every_phase():
        game = new_game(ann, " ".join(record["players"]), record["game"], **record["options"])
        for move in record["moves"]:
            taps.make(ann, game.public_id, tap_keys.new_key(game), move)
            game.refresh_from_db()
    said = said_of(ann)
    connections.close_all()
    return said


def _in_every_phase() -> Iterator[dict[str, Any]]:
    """Records that end in the middle of a hand: so many in each phase of each game that is refereed."""
    from referee.games.registry import GAMES  # noqa: PLC0415
    from referee.rules.engine import AnyFold, Fold  # noqa: PLC0415
    from tests.golden.golden import KEYS, read  # noqa: PLC0415

    for key in KEYS:
        game = GAMES[key]
        ends: dict[str, dict[str, dict[str, Any]]] = {}
        for golden in read("chance", key):
            record = golden.record
            fold: AnyFold = Fold(game, game.start(record["options"], record["players"]))
            for n, raw in enumerate(record["moves"], 1):
                fold.play_json(raw)
                cut = record | {"moves": record["moves"][:n]}
                of_phase = ends.setdefault(fold.state.phase, {})
                new = golden.name not in of_phase
                if len(of_phase) < IN_A_PHASE if new else n <= MOVES:
                    of_phase[golden.name] = cut
        for of_phase in ends.values():
            yield from of_phase.values()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
