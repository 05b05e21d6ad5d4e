"""Backups: taken while somebody plays, looked through, rotated, and put back."""

from __future__ import annotations

import os
import re
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from io import StringIO
from pathlib import Path
from types import SimpleNamespace

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from pytest_django.fixtures import Settings

from referee import sqlite_file, start_checks
from referee.backups import replaying, taking
from referee.backups.folders import DAYS, SQLITE, WEEKS, Backup, backups_in, put_in_place, surplus
from scoring.crew.visitor import Visitor, join_own_crew
from scoring.models import Game, Player
from tests.conftest import ROOT
from tests.crew.tables import chance_game, picture

pytestmark = pytest.mark.slow

KINDS = ("zar", "score_sheet")


@pytest.fixture
def own_database(transactional_db: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """A file of the test's own, which a restore may replace.

    Under the one of all tests, a connection that another thread left open would take the new WAL along with
    the old database when it closes.
    """
    if connection.vendor != "sqlite":
        yield
        return
    copied = tmp_path_factory.mktemp("record") / "referee.sqlite3"
    with (
        closing(sqlite3.connect(connection.settings_dict["NAME"])) as live,
        closing(sqlite3.connect(copied)) as own,
    ):
        live.backup(own)
        own.execute("PRAGMA journal_mode = WAL")
    with replaying.looking_at(str(copied)):
        yield


@pytest.fixture
def house(own_database: None, settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder with photos; backups go to a folder in it."""
    monkeypatch.setenv("DATA_DIR", str(tmp_path))
    monkeypatch.setenv("SECRET_KEY", "known")
    settings.DATA_DIR, settings.BACKUPS = tmp_path, tmp_path / "backups"
    settings.MEDIA_ROOT = tmp_path / "photos"
    (tmp_path / "photos" / "faces").mkdir(parents=True)
    (tmp_path / "photos" / "one.webp").write_bytes(b"one")
    (tmp_path / "photos" / "faces" / "two.webp").write_bytes(b"two")
    return tmp_path


@pytest.fixture
def games(house: Path) -> list[Game]:
    visitor = Visitor()
    join_own_crew(visitor)
    return [chance_game(visitor, kind, seed, taps=30) for kind in KINDS for seed in range(2)]


def backup(*arguments: str) -> str:
    said = StringIO()
    call_command("backup", *arguments, stdout=said)
    return said.getvalue()


def restore(path: Path | str) -> str:
    said = StringIO()
    call_command("restore", str(path), stdout=said)
    return said.getvalue()


def photos(folder: Path) -> dict[str, bytes]:
    return {str(file.relative_to(folder)): file.read_bytes() for file in folder.rglob("*.webp")}


# --- taken and put back


def test_what_was_played_since_is_gone_after_a_restore_and_all_else_is_as_it_was(
    games: list[Game], house: Path
) -> None:
    before, there = [picture(game) for game in games], photos(house / "photos")
    said = backup()
    assert "opened, and 4 games replayed" in said
    (kept,) = backups_in(house / "backups")
    assert stat.S_IMODE(kept.path.stat().st_mode) == 0o700
    assert stat.S_IMODE(kept.path.parent.stat().st_mode) == 0o700, "nobody else looks into it"
    assert photos(kept.path / "photos") == there

    Player.objects.update(name="Nobody", colour="red")
    Visitor()
    (house / "photos" / "one.webp").unlink()
    (house / "photos" / "new.webp").write_bytes(b"new")
    said = restore(kept.path)

    assert "4 games replayed" in said
    assert [picture(Game.objects.get(pk=game.pk)) for game in games] == before
    assert photos(house / "photos") == there
    assert photos(kept.path / "photos") == there, "the backup stays"
    (replaced,) = house.glob("replaced-*")
    assert str(replaced) in said
    assert set(photos(replaced / "photos")) == {"faces/two.webp", "new.webp"}
    assert not list(house.glob(".part-*"))


def test_what_was_replaced_can_be_put_back_too(games: list[Game], house: Path) -> None:
    backup()
    Player.objects.update(colour="red")
    restore(backups_in(house / "backups")[0].path.name)  # the name alone will do
    assert not Player.objects.filter(colour="red").exists()
    (replaced,) = house.glob("replaced-*")
    restore(replaced)
    assert not Player.objects.exclude(colour="red").exists()


def test_two_backups_in_one_second_are_two(tmp_path: Path) -> None:
    now = datetime(2026, 11, 22, 15, tzinfo=UTC)
    for _ in range(2):
        (tmp_path / "part").mkdir()
        (tmp_path / "part" / SQLITE).touch()
        put_in_place(tmp_path / "part", tmp_path, now)
    names = [kept.path.name for kept in backups_in(tmp_path)]
    assert names == ["referee-2026-11-22T150000Z-2", "referee-2026-11-22T150000Z"]


def test_it_is_taken_again_only_when_it_is_due(games: list[Game], house: Path) -> None:
    assert backup("--if-older", "24")
    assert not backup("--if-older", "24")
    assert backup("--if-older", "0")


def test_a_copy_that_is_not_like_the_original_is_no_backup(
    games: list[Game], house: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wrong = [game._replace(same=False, log="another") for game in replaying.replay_some()]
    monkeypatch.setattr(replaying, "_replayed", lambda game: wrong[0]._replace(game=game.public_id))
    with pytest.raises(CommandError, match="not like the original"):
        backup()
    assert not list((house / "backups").iterdir()), "nothing half done is left"


def test_a_game_by_rules_that_have_changed_since_is_no_damage(
    games: list[Game], house: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Game.objects.filter(pk=games[0].pk).update(snapshot=games[1].state)
    assert "4 games replayed, 1 of them by rules that have changed since" in backup()


# --- SQLite


@pytest.fixture
def file(house: Path) -> Path:
    path = start_checks.database_file()
    if path is None:
        pytest.skip("a file of SQLite")
    return path


def test_a_copy_is_taken_while_somebody_writes_and_has_what_was_saved(
    games: list[Game], house: Path, file: Path
) -> None:
    with closing(sqlite3.connect(file, isolation_level=None)) as writer:
        writer.execute("BEGIN IMMEDIATE")
        writer.execute("UPDATE scoring_player SET colour = 'red'")
        backup()
    with closing(sqlite3.connect(backups_in(house / "backups")[0].path / SQLITE)) as kept:
        assert kept.execute("SELECT count(*) FROM scoring_player WHERE colour = 'red'").fetchone() == (0,)
        assert kept.execute("SELECT count(*) FROM scoring_game").fetchone() == (len(games),)


def test_a_damaged_backup_changes_nothing(games: list[Game], house: Path, file: Path) -> None:
    backup()
    kept = backups_in(house / "backups")[0].path
    raw = bytearray((kept / SQLITE).read_bytes())
    raw[len(raw) // 2 : len(raw) // 2 + 20_000] = b"\x55" * 20_000
    (kept / SQLITE).write_bytes(raw)
    Player.objects.update(colour="red")
    with pytest.raises(CommandError, match=r"Nothing was restored.*damaged"):
        restore(kept)
    assert not Player.objects.exclude(colour="red").exists()
    assert sorted(path.name for path in house.iterdir()) == ["backups", "photos"]


def test_the_wal_of_what_was_there_before_does_not_get_into_what_was_restored(
    games: list[Game], house: Path, file: Path
) -> None:
    backup()
    connection.close()
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("UPDATE scoring_player SET colour = 'red'")
        assert sqlite_file.beside(file, "wal").stat().st_size
        restore(backups_in(house / "backups")[0].path)
    assert not Player.objects.filter(colour="red").exists()


def test_on_a_disk_without_room_it_says_so_and_leaves_nothing(
    games: list[Game], house: Path, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("shutil.disk_usage", lambda _: SimpleNamespace(free=5 << 20))
    with pytest.raises(CommandError, match="has room for 5 MB"):
        backup()
    assert not list((house / "backups").iterdir())


def test_a_disk_that_fills_up_meanwhile_is_said_in_words(
    games: list[Game], house: Path, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object, **__: object) -> None:
        error = sqlite3.OperationalError("database or disk is full")
        error.sqlite_errorcode = sqlite3.SQLITE_FULL
        raise error

    monkeypatch.setattr(sqlite_file, "check", full)
    with pytest.raises(CommandError, match=r"No backup was taken\. The server’s disk is full"):
        backup()
    assert not list((house / "backups").iterdir())


# --- in vain


@pytest.mark.parametrize(
    ("name", "said"), [("nowhere", "There is no backup nowhere"), ("photos", "is no backup")]
)
def test_what_is_no_backup_is_not_restored(house: Path, name: str, said: str) -> None:
    with pytest.raises(CommandError, match=re.escape(said)):
        restore(house / name if name == "photos" else name)
    assert sorted(path.name for path in house.iterdir()) == ["photos"]


def test_nothing_is_restored_under_a_server_that_runs(house: Path) -> None:
    held = start_checks.hold_folder()
    with pytest.raises(CommandError, match="is running on"):
        restore("any")
    os.close(held)


def test_as_a_command_it_ends_in_a_sentence_and_status_2(tmp_path: Path) -> None:
    environ = {key: value for key, value in os.environ.items() if key != "DATABASE_URL"}
    done = subprocess.run(
        [sys.executable, "manage.py", "backup"],
        cwd=ROOT,
        env=environ | {"DATA_DIR": str(tmp_path / "data"), "DJANGO_SETTINGS_MODULE": "referee.settings"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert done.stderr.strip().startswith("CommandError: No backup was taken. There is no database at")
    assert "Traceback" not in done.stderr


# --- rotated


def made(*hours: float) -> list[Backup]:
    """Backups taken so many hours ago, the newest first."""
    now = datetime(2026, 11, 22, 12, tzinfo=UTC)
    return [Backup(now - timedelta(hours=ago), 1, Path(str(ago))) for ago in hours]


def test_the_newest_of_seven_days_and_four_weeks_is_kept() -> None:
    backups = made(*range(0, 24 * 60, 12))
    gone = {backup.taken for backup in surplus(backups)}
    kept = [backup.taken for backup in backups if backup.taken not in gone]
    assert kept[:DAYS] == [backups[0].taken - timedelta(days=ago) for ago in range(DAYS)]
    assert len({moment.isocalendar()[:2] for moment in kept}) == WEEKS
    assert len(kept) == DAYS + WEEKS - 1  # the newest of this week is the newest of a day as well
    assert all(moment.hour == 12 for moment in kept)


def test_days_without_a_backup_push_none_out() -> None:
    assert surplus(made(0, 24 * 40, 24 * 80, 24 * 400)) == []


def test_what_has_another_name_is_never_removed(games: list[Game], house: Path) -> None:
    folder = house / "backups"
    for name in ("referee-2020-01-01T000000Z", "referee-2020-01-01T000001Z", "before the party"):
        (folder / name).mkdir(parents=True)
    backup()
    names = {path.name for path in folder.iterdir()}
    assert "before the party" in names
    assert "referee-2020-01-01T000000Z" not in names, "two of one day: the newer one stays"
    assert len(names) == 3


def test_leftovers_of_a_crash_are_taken_away_after_a_day(games: list[Game], house: Path) -> None:
    old, young = house / "backups" / ".part-old", house / "backups" / ".part-young"
    for part in (old, young):
        part.mkdir(parents=True)
    long_ago = datetime.now(UTC).timestamp() - taking.GIVEN_UP - 60
    os.utime(old, (long_ago, long_ago))
    backup()
    assert (old.exists(), young.exists()) == (False, True)
