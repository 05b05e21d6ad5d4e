"""`manage.py replay FILE`: what the referee says of every move in a record (docs/record.md)."""

from __future__ import annotations

import io
import sys
from pathlib import Path
from typing import Any

import msgspec
from django.core.management.base import BaseCommand, CommandParser

from referee.games.registry import GAMES
from referee.rules.engine import NotARecord
from referee.rules.record import replay
from referee.rules.sentences import joined

REFUSED, NO_RECORD = 1, 2


class Command(BaseCommand):
    help = "Replays records: each move, what the referee ruled and by which clause; then table and scores."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("files", nargs="+", metavar="FILE", help="a record; - is standard input")
        parser.add_argument("--json", action="store_true", help="print one JSON document for each file")

    def handle(self, *_args: object, files: list[str], json: bool, **_options: object) -> None:
        """Exits with 0, with 1 if a move was refused, with 2 if a file is no record."""
        status = 0
        if isinstance(sys.stdout, io.TextIOWrapper):
            sys.stdout.reconfigure(encoding="utf-8")  # JSON is UTF-8, whatever the terminal speaks
        for file in files:
            try:
                document = replay(sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes(), GAMES)
            except (NotARecord, OSError) as error:
                reason = error.strerror if isinstance(error, OSError) else error
                self.stderr.write(" ".join(f"{file}: {reason}".splitlines()))
                status = NO_RECORD
                continue
            if any(not entry["ok"] for entry in document["moves"]):
                status = max(status, REFUSED)
            self.stdout.write(msgspec.json.encode(document).decode() if json else _for_people(document))
        sys.exit(status)


def _for_people(document: dict[str, Any]) -> str:
    lines = [line for entry in document["moves"] for line in _move(entry)]
    table = [f"{name.replace('_', ' ')}: {_value(value)}" for name, value in document["state"].items()]
    return "\n".join([*lines, "", *table])


def _move(entry: dict[str, Any]) -> list[str]:
    mark = "" if entry["ok"] else "  REFUSED"
    say = f"  “{entry['say']}”" if entry.get("say") else ""
    reasons = entry["rulings"] if entry["ok"] else [entry["error"]]
    return [f"{entry['n']:>4}  {entry['do']}{mark}{say}"] + [
        f"        {reason['text']}  [{reason['rule'] or reason['code']}]" for reason in reasons
    ]


def _value(value: object) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{name} {_value(inner)}" for name, inner in value.items()) or "none"
    if isinstance(value, list):
        return joined([_value(inner) for inner in value]) or "none"
    return _WORDS.get(value, str(value)) if value is None or isinstance(value, bool) else str(value)


_WORDS = {None: "none", True: "yes", False: "no"}
