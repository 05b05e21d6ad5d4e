"""`manage.py replay FILE`: what the referee says of every move in a record (RECORD.md)."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import msgspec
from django.core.management.base import BaseCommand, CommandParser

from referee.rules.engine import NotARecord, joined
from referee.rules.record import replay

REFUSED, NO_RECORD = 1, 2


class Command(BaseCommand):
    help = "Replays records: each move, what the referee ruled and by which clause; then the table and the scores."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("files", nargs="+", metavar="FILE", help="a record; - is standard input")
        parser.add_argument("--json", action="store_true", help="print one JSON document for each file")

    def handle(self, *args: Any, files: list[str], json: bool, **options: Any) -> None:
        """Exits with 0, with 1 if a move was refused, with 2 if a file is no record."""
        status = 0
        for file in files:
            try:
                document = replay(_contents(file))
            except (NotARecord, OSError) as error:
                reason = error.strerror if isinstance(error, OSError) else error
                print(f"{file}: {reason}".replace("\n", " "), file=sys.stderr)
                status = NO_RECORD
                continue
            if any(not entry["ok"] for entry in document["moves"]):
                status = max(status, REFUSED)
            print(msgspec.json.encode(document).decode() if json else _for_people(document))
        sys.exit(status)


def _contents(file: str) -> bytes:
    return sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()


def _for_people(document: dict[str, Any]) -> str:
    lines = []
    for entry in document["moves"]:
        mark = "" if entry["ok"] else "  REFUSED"
        say = f"  “{entry['say']}”" if entry.get("say") else ""
        lines.append(f"{entry['n']:>4}  {entry['do']}{mark}{say}")
        for ruling in entry["rulings"] if entry["ok"] else [entry["error"]]:
            lines.append(f"        {ruling['text']}  [{ruling['rule'] or ruling['code']}]")
    lines += ["", *_table(document["state"])]
    return "\n".join(lines)


def _table(state: dict[str, Any]) -> list[str]:
    lines = [f"{name.replace('_', ' ')}: {_value(value)}" for name, value in state.items() if name not in ("scores", "winners")]
    lines.append("scores: " + ", ".join(f"{name} {score}" for name, score in state["scores"].items()))
    if state["winners"]:
        lines.append(f"won by {joined(state['winners'])}")
    return lines


def _value(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{name} {_value(inner)}" for name, inner in value.items()) or "none"
    if isinstance(value, list):
        return ", ".join(_value(inner) for inner in value) or "none"
    return {None: "none", True: "yes", False: "no"}.get(value, str(value)) if not isinstance(value, int) or isinstance(value, bool) else str(value)
