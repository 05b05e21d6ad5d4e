"""`bin/audit` says what it knows: weak packages fail, an audit that did not happen is loud."""

import os
import subprocess
from pathlib import Path

import pytest

from tests.conftest import ROOT

FINE = "No known vulnerabilities found"
WEAK = "Found 1 known vulnerability in 1 package\nx 1.0 PYSEC-2026-1 2.0"
UNKNOWN = "y Dependency not found on PyPI and could not be audited: y (1.0)"


@pytest.mark.parametrize(
    ("says", "expected", "said", "loud"),
    [
        (FINE, 0, "No package has a known weakness.", ""),
        (WEAK, 1, "PYSEC-2026-1", ""),
        (f"{FINE}\n{UNKNOWN}", 0, "", "does not know all of them"),
        (f"{WEAK}\n{UNKNOWN}", 1, "PYSEC-2026-1", "does not know all of them"),
        ("Connection refused", 0, "", "NOT AUDITED: no advisory database was reached"),
        ("", 0, "", "NOT AUDITED: no advisory database was reached"),
    ],
)
def test_the_audit_says_what_it_knows(tmp_path: Path, says: str, expected: int, said: str, loud: str) -> None:
    tool = tmp_path / "pip-audit"
    tool.write_text(f"#!/bin/sh\ncat <<'END'\n{says}\nEND\nexit 1\n")
    tool.chmod(0o755)
    path = f"{tmp_path}:{os.environ['PATH']}"
    done = subprocess.run(
        [ROOT / "bin/audit"], env=os.environ | {"PATH": path}, capture_output=True, text=True, check=False
    )
    assert done.returncode == expected
    assert said in done.stdout
    assert loud in done.stderr
    assert bool(loud) == bool(done.stderr)


def test_the_check_audits() -> None:
    assert 'check "audit" bin/audit' in (ROOT / "bin/check").read_text()
