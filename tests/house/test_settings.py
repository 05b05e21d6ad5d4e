"""What is read from the environment, what of it is refused, and the folder that it names."""

import os
import re
import runpy
import stat
import subprocess
import sys
from ipaddress import ip_network
from pathlib import Path
from typing import Any

import pytest
from django.core.checks import run_checks
from django.core.exceptions import ImproperlyConfigured

from referee.server import checks, data_folder
from referee.settings import variables
from tests.conftest import ROOT


@pytest.fixture(autouse=True)
def _nothing_is_set(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in variables:
        monkeypatch.delenv(name, raising=False)


def read(monkeypatch: pytest.MonkeyPatch, **environ: str) -> dict[str, Any]:
    """The settings where these variables are set."""
    for name, value in environ.items():
        monkeypatch.setenv(name, value)
    return runpy.run_path(str(ROOT / "referee/settings.py"))


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        ("PORT", "70000", "PORT must be a whole number from 0 to 65535, not '70000'."),
        ("HTTPS", "maybe", "HTTPS must be 0, 1 or local, not 'maybe'."),
        ("DEBUG", "2", "DEBUG must be 1 or 0, not '2'."),
        ("LOG", "xml", "LOG must be line or json, not 'xml'."),
        ("TZ", "Kitchen/Table", "TZ must be a time zone such as Europe/Berlin, not 'Kitchen/Table'."),
        ("ALLOWED_HOSTS", "a,,b", "ALLOWED_HOSTS must be names, with commas between, not 'a,,b'."),
        ("TRUSTED_PROXIES", "10.0.0.1/8", "TRUSTED_PROXIES must be networks such as 172.16.0.0/12"),
        ("DATABASE_URL", "mysql://u:p@localhost/x", "must be an address, postgresql://user:password@host"),
        ("DATA_DIR", __file__, "DATA_DIR must be a folder, not "),
    ],
)
def test_a_value_that_cannot_be_is_refused_in_a_sentence(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str, sentence: str
) -> None:
    with pytest.raises(ImproperlyConfigured, match=re.escape(sentence)) as refused:
        read(monkeypatch, **{name: value})
    assert "u:p" not in str(refused.value), "a password stays where it is"


def test_a_command_says_it_in_one_line_and_exits_with_2() -> None:
    command = [sys.executable, "manage.py", "check"]
    environ = os.environ | {"DJANGO_SETTINGS_MODULE": "referee.settings", "PORT": "x"}
    done = subprocess.run(command, cwd=ROOT, env=environ, capture_output=True, text=True, check=False)
    expected = "PORT must be a whole number from 0 to 65535, not 'x'.\n"
    assert (done.returncode, done.stderr) == (2, expected)


def test_a_blank_value_counts_as_unset(monkeypatch: pytest.MonkeyPatch) -> None:
    unset = read(monkeypatch)
    blank = read(monkeypatch, **dict.fromkeys(variables, " "))
    names = [name for name in unset if name.isupper() and name[0] != "_" and name != "SECRET_KEY"]
    assert {name: blank[name] for name in names} == {name: unset[name] for name in names}


def test_lists_are_split_at_commas(monkeypatch: pytest.MonkeyPatch) -> None:
    found = read(monkeypatch, ALLOWED_HOSTS="a.example, b.example", TRUSTED_PROXIES="172.16.0.0/12, ::1")
    assert found["ALLOWED_HOSTS"] == ["a.example", "b.example"]
    assert found["PROXIES"] == [ip_network("172.16.0.0/12"), ip_network("::1")]


@pytest.mark.parametrize(
    ("https", "proxy", "local", "believed"),
    [("0", False, False, 0), ("1", True, False, 2), ("local", False, True, 0)],
)
def test_behind_a_proxy_it_listens_to_this_machine_and_believes_it(
    monkeypatch: pytest.MonkeyPatch, https: str, proxy: bool, local: bool, believed: int
) -> None:
    found = read(monkeypatch, HTTPS=https)
    assert (found["HTTPS"], found["HTTPS_LOCAL"]) == (proxy, local)
    assert (len(found["PROXIES"]), found["HOST"] == "127.0.0.1") == (believed, proxy)


@pytest.mark.parametrize(
    ("link", "zone"),
    [("/usr/share/zoneinfo/America/New_York", "America/New_York"), ("/etc/localtime", "UTC")],
)
def test_without_a_zone_the_machine_s_own_counts(
    monkeypatch: pytest.MonkeyPatch, link: str, zone: str
) -> None:
    monkeypatch.setattr(os.path, "realpath", lambda _: link)
    assert read(monkeypatch)["TIME_ZONE"] == zone
    assert read(monkeypatch, TZ="Europe/Berlin")["TIME_ZONE"] == "Europe/Berlin"


def test_the_table_of_settings_is_up_to_date() -> None:
    table = subprocess.run(
        [sys.executable, "bin/settings-table"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert (ROOT / "docs/settings.md").read_text() == table.stdout, "bin/settings-table > docs/settings.md"


def test_no_other_module_reads_the_environment() -> None:
    modules = [path for room in ("referee", "scoring") for path in (ROOT / room).rglob("*.py")]
    reads = re.compile(r"\bos\.environ(\.get\b|\[)|\bgetenv\b|\bimport environs|from environs")
    assert [path.name for path in modules if reads.search(path.read_text())] == ["settings.py"]


# --- what cannot work, and the data folder


def test_what_cannot_work_is_a_check_with_an_id_and_a_hint(
    settings: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(checks, "_on_postgresql", lambda: False)
    settings.DATA_DIR, settings.WORKERS, settings.REDIS_URL = tmp_path / "nothing", 2, "http://x"
    found = [error for error in run_checks() if str(error.id).startswith("referee.")]
    assert sorted(str(error.id) for error in found) == ["referee.E001", "referee.E005", "referee.E006"]
    assert all(error.hint for error in found)
    settings.HTTPS_LOCAL, settings.REDIS_URL = True, ""
    assert len(checks.check_workers()) == 3
    monkeypatch.setattr(checks, "find_spec", lambda _: None)
    assert [error.hint for error in checks.check_packages()] == ["Install referee[https]."]
    for mode, wrong in ((0o700, []), (0o755, ["referee.W003"]), (0o1777, ["referee.E002"])):
        tmp_path.chmod(mode)
        settings.DATA_DIR = tmp_path
        assert [error.id for error in checks.check_data_folder()] == wrong


@pytest.mark.parametrize(("before", "after"), [(0o755, (0o700, 0o600)), (0o1777, (0o1777, 0o644))])
def test_a_folder_that_others_could_read_is_shut_unless_it_is_everybodys(
    tmp_path: Path, before: int, after: tuple[int, int]
) -> None:
    database = tmp_path / "referee.sqlite3"
    database.touch()
    database.chmod(0o644)
    tmp_path.chmod(before)
    data_folder.make_private(tmp_path)
    assert tuple(stat.S_IMODE(path.stat().st_mode) for path in (tmp_path, database)) == after
