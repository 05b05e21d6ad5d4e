"""A migration that has landed is never edited: databases have run it as it was."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
#: As sha256sum writes it. A new migration adds its line when it lands; no line is ever changed.
LANDED = Path(__file__).with_name("migrations.sha256")


def test_no_migration_was_edited_after_it_landed() -> None:
    lines = [line.split() for line in LANDED.read_text().splitlines()]
    landed = {name: digest for digest, name in lines}
    there = {
        str(path.relative_to(ROOT)): sha256(path.read_bytes()).hexdigest()
        for app in ("scoring", "referee")
        for path in (ROOT / app).rglob("migrations/[0-9]*.py")
    }
    edited = [name for name, digest in landed.items() if there.get(name) != digest]
    assert not edited, f"changed or gone; undo that, and add a new migration instead: {edited}"
    new = [f"{digest}  {name}" for name, digest in sorted(there.items()) if name not in landed]
    assert not new, "add to " + LANDED.name + ":\n" + "\n".join(new)
