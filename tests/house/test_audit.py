"""`bin/audit` says what it knows: weak packages fail, an audit that did not happen is loud."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import ROOT

NOWHERE = "NOT AUDITED: no advisory database was reached"
WEAK = {"id": "PYSEC-2026-1", "fix_versions": ["2.0"]}


def audit(folder: Path, says: str, status: int = 0) -> tuple[int, str, str]:
    """The audit with a pip-audit that says this: exit status, output, complaints."""
    tool = folder / "pip-audit"
    tool.write_text(f"#!{sys.executable}\nprint({says!r})\nraise SystemExit({status})\n")
    tool.chmod(0o755)
    made = subprocess.run(
        [sys.executable, str(ROOT / "bin" / "audit")],
        env=os.environ | {"PATH": str(folder)},
        capture_output=True,
        text=True,
        check=False,
    )
    return made.returncode, made.stdout, made.stderr


def report(*packages: dict[str, Any]) -> str:
    return json.dumps({"dependencies": packages})


FINE: dict[str, Any] = {"name": "django", "version": "5.2", "vulns": []}
BAD: dict[str, Any] = {"name": "x", "version": "1.0", "vulns": [WEAK]}
UNKNOWN: dict[str, Any] = {"name": "y", "skip_reason": "not found"}


@pytest.mark.parametrize(
    ("says", "expected", "said"),
    [
        (report(FINE), 0, "1 packages, none with a known weakness."),
        (
            report(FINE, {"name": "x", "version": "1.0", "vulns": [WEAK]}),
            1,
            "x 1.0: PYSEC-2026-1, mended in 2.0",
        ),
        (
            report(FINE, {"name": "y", "skip_reason": "not found"}),
            0,
            "NOT AUDITED: the advisory database knows",
        ),
        ("Connection refused", 0, NOWHERE),
        ("", 0, NOWHERE),
    ],
)
def test_the_audit_says_what_it_knows(tmp_path: Path, says: str, expected: int, said: str) -> None:
    status, output, complaints = audit(tmp_path, says, status=expected)
    assert status == expected
    assert said in output + complaints
    assert len((output + complaints).splitlines()) == 1


def test_a_package_that_is_weak_fails_also_where_others_are_unknown(tmp_path: Path) -> None:
    status, output, complaints = audit(tmp_path, report(BAD, UNKNOWN), status=1)
    assert status == 1
    assert "PYSEC-2026-1" in output
    assert "NOT AUDITED" in complaints


def test_every_lock_is_audited_by_the_check() -> None:
    assert 'check "audit" bin/audit' in (ROOT / "bin" / "check").read_text()
