"""What is read from the environment."""

import os
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from referee import env


def test_a_time_zone_that_is_none_stops_the_start(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TZ", "Kitchen/Table")
    with pytest.raises(ImproperlyConfigured, match="Kitchen/Table"):
        env.time_zone()


def test_the_time_zone_is_the_one_that_was_set(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TZ", "Europe/Berlin")
    assert env.time_zone() == "Europe/Berlin"


@pytest.mark.parametrize(
    ("link", "zone"),
    [("/usr/share/zoneinfo/America/New_York", "America/New_York"), ("/etc/localtime", "UTC")],
)
def test_without_one_the_machine_s_own_zone_counts(
    monkeypatch: pytest.MonkeyPatch, link: str, zone: str
) -> None:
    monkeypatch.delenv("TZ", raising=False)
    monkeypatch.setattr(os.path, "realpath", lambda _: link)
    assert env.time_zone() == zone


def test_a_folder_of_everybodys_is_no_data_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    tmp_path.chmod(0o1777)
    monkeypatch.setenv("DATA_DIR", str(tmp_path))
    with pytest.raises(ImproperlyConfigured, match="everybody's"):
        env.make_data_dir_private()
    assert tmp_path.stat().st_mode & 0o777 == 0o777


def test_a_folder_that_cannot_be_shut_says_whose_it_should_be(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def refuse(self: Path, _mode: int) -> None:
        raise PermissionError(1, "Operation not permitted", str(self))

    tmp_path.chmod(0o755)
    monkeypatch.setenv("DATA_DIR", str(tmp_path))
    monkeypatch.setattr(Path, "chmod", refuse)
    with pytest.raises(ImproperlyConfigured, match=r"belongs to another user.*chown"):
        env.make_data_dir_private()


def test_a_database_that_everybody_could_read_is_shut_at_the_next_start(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    database = tmp_path / "referee.sqlite3"
    database.touch(0o644)
    tmp_path.chmod(0o755)
    monkeypatch.setenv("DATA_DIR", str(tmp_path))
    env.make_data_dir_private()
    assert (tmp_path.stat().st_mode & 0o777, database.stat().st_mode & 0o777) == (0o700, 0o600)
