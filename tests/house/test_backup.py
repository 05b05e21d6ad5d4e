"""Backups: taken while somebody plays, checked, rotated, and put back."""

from __future__ import annotations

import os
import sqlite3
import stat
from collections.abc import Iterator
from contextlib import closing, nullcontext
from datetime import UTC, datetime, timedelta
from io import StringIO
from pathlib import Path
from types import SimpleNamespace
from unittest.mock import Mock

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from pytest_django.fixtures import Settings

from referee.server import database
from referee.server.backup import take
from referee.server.backup.rotate import DAYS, WEEKS, Backup, backups_in, name, surplus
from scoring.crew.visitor import Visitor, join_own_crew
from scoring.models import Game, Player
from tests.crew.tables import chance_game, picture
from tests.databases import use_database

pytestmark = pytest.mark.slow

KINDS = ("zar", "score_sheet")


@pytest.fixture
def house(transactional_db: None, settings: Settings, tmp_path: Path) -> Iterator[Path]:
    """A data folder with photos, and with SQLite a database of its own; backups go to a folder in it."""
    folder, file = tmp_path / "data", tmp_path / take.SQLITE
    settings.DATA_DIR, settings.BACKUPS, settings.MEDIA_ROOT = folder, folder / "backups", folder / "photos"
    (folder / "photos" / "faces").mkdir(parents=True)
    (folder / "photos" / "one.webp").write_bytes(b"one")
    (folder / "photos" / "faces" / "two.webp").write_bytes(b"two")
    own = connection.vendor == "sqlite"
    if own:
        copy = closing(sqlite3.connect(file))
        with closing(sqlite3.connect(connection.settings_dict["NAME"])) as live, copy as target:
            live.backup(target)
            target.execute("PRAGMA journal_mode = WAL")
    with use_database(file) if own else nullcontext():
        yield folder


@pytest.fixture
def games(house: Path) -> list[Game]:
    visitor = Visitor()
    join_own_crew(visitor)
    return [chance_game(visitor, kind, seed, taps=30) for kind in KINDS for seed in range(2)]


def run(*words: object) -> str:
    said = StringIO()
    call_command(*map(str, words), stdout=said)
    return said.getvalue()


def newest(house: Path) -> Path:
    return backups_in(house / "backups")[0].path


def photos(folder: Path) -> dict[str, bytes]:
    return {str(file.relative_to(folder)): file.read_bytes() for file in folder.rglob("*.webp")}


def test_what_was_played_since_is_gone_after_a_restore_and_all_else_is_as_it_was(
    games: list[Game], house: Path
) -> None:
    before, there = [picture(game) for game in games], photos(house / "photos")
    said = run("backup")
    assert ("no damage, 4 games replayed" if connection.vendor == "sqlite" else "read to its end") in said
    backup = newest(house)
    assert stat.S_IMODE(backup.stat().st_mode) == 0o700
    assert stat.S_IMODE(backup.parent.stat().st_mode) == 0o700, "nobody else looks into it"
    assert photos(backup / "photos") == there
    assert (backup / "photos" / "one.webp").samefile(house / "photos" / "one.webp"), "it takes no room"

    Player.objects.update(name="Nobody", colour="red")
    Visitor()
    (house / "photos" / "one.webp").unlink()
    (house / "photos" / "new.webp").write_bytes(b"new")
    said = run("restore", backup)

    assert [picture(Game.objects.get(pk=game.pk)) for game in games] == before
    assert photos(house / "photos") == there
    assert photos(backup / "photos") == there, "the backup stays"
    (replaced,) = house.glob("replaced-*")
    assert str(replaced) in said
    assert set(photos(replaced / "photos")) == {"faces/two.webp", "new.webp"}
    assert not list(house.glob(".part-*"))

    run("restore", replaced)
    assert not Player.objects.exclude(colour="red").exists(), "what was replaced can be put back too"


def test_it_is_taken_when_it_is_due_and_replaces_what_is_surplus_or_a_crash_left(
    games: list[Game], house: Path
) -> None:
    folder = house / "backups"
    old, young = folder / ".part-old", folder / ".part-young"
    names = ("referee-2020-01-01T000000Z", "referee-2020-01-01T000001Z", "before the party")
    for path in (old, young, *(folder / word for word in names)):
        path.mkdir(parents=True)
    long_ago = datetime.now(UTC).timestamp() - take.ABANDONED - 60
    os.utime(old, (long_ago, long_ago))
    assert run("backup", "--if-older", "24")
    assert not run("backup", "--if-older", "24")
    left = {path.name for path in folder.iterdir()} - {newest(house).name}
    assert left == {".part-young", "referee-2020-01-01T000001Z", "before the party"}


@pytest.mark.parametrize(
    "spoil", ["DELETE FROM scoring_move", "UPDATE scoring_move SET kind = 'undo', body = NULL"]
)
def test_a_copy_whose_log_cannot_be_replayed_is_no_backup(
    games: list[Game], house: Path, file: Path, spoil: str
) -> None:
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        for (trigger,) in other.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            other.execute(f"DROP TRIGGER {trigger}")
        other.execute(f"{spoil} WHERE seq = 1 AND game_id = {games[1].pk}")
    with pytest.raises(CommandError, match=f"No backup.* {games[1].public_id} .* cannot be replayed"):
        run("backup")
    assert not list((house / "backups").iterdir()), "nothing half done is left"


def test_a_game_by_rules_that_have_changed_since_is_no_damage(games: list[Game]) -> None:
    assert run("check_record") == "4 games replayed\n"
    Game.objects.filter(pk=games[0].pk).update(snapshot=games[1].snapshot)
    assert "4 games replayed, 1 of them with another outcome" in run("check_record")
    assert run("check_record", "--games", "3").startswith("3 games")


@pytest.fixture
def file(house: Path) -> Path:
    path = database.database_file()
    if path is None:
        pytest.skip("a file of SQLite")
    return path


def test_a_copy_is_taken_while_somebody_writes_and_has_what_was_saved(
    games: list[Game], house: Path, file: Path
) -> None:
    with closing(sqlite3.connect(file, isolation_level=None)) as writer:
        writer.execute("BEGIN IMMEDIATE")
        writer.execute("UPDATE scoring_player SET colour = 'red'")
        run("backup")
    with closing(sqlite3.connect(newest(house) / take.SQLITE)) as copy:
        assert copy.execute("SELECT count(*) FROM scoring_player WHERE colour = 'red'").fetchone() == (0,)
        assert copy.execute("SELECT count(*) FROM scoring_game").fetchone() == (len(games),)


def damage(path: Path) -> None:
    raw = bytearray(path.read_bytes())
    raw[len(raw) // 2 : len(raw) // 2 + 20_000] = b"\x55" * 20_000
    path.write_bytes(raw)


def test_a_backup_that_cannot_be_used_changes_nothing(games: list[Game], house: Path, file: Path) -> None:
    run("backup")
    with closing(sqlite3.connect(newest(house) / take.SQLITE, isolation_level=None)) as copy:
        copy.execute("INSERT INTO django_migrations (app, name, applied) VALUES ('scoring', '9999_later', 0)")
    with pytest.raises(CommandError, match=r"Nothing was restored.*by a newer version"):
        run("restore", newest(house).name)  # the name alone will do
    damage(newest(house) / take.SQLITE)
    with pytest.raises(CommandError, match=r"Nothing was restored.*is damaged"):
        run("restore", newest(house))
    assert sorted(path.name for path in house.iterdir()) == ["backups", "photos"]


@pytest.mark.long
def test_the_wal_of_what_was_there_before_does_not_get_into_what_was_restored(
    games: list[Game], house: Path, file: Path
) -> None:
    run("backup")
    connection.close()
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("UPDATE scoring_player SET colour = 'red'")
        assert file.with_name(f"{file.name}-wal").stat().st_size
        run("restore", newest(house))
    assert not Player.objects.filter(colour="red").exists()


def test_on_a_full_disk_it_says_so_and_leaves_nothing(
    house: Path, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    error = sqlite3.OperationalError("database or disk is full")
    error.sqlite_errorcode = sqlite3.SQLITE_FULL
    monkeypatch.setattr(take, "check_copy", Mock(side_effect=error))
    with pytest.raises(CommandError, match=r"No backup was taken\. The server’s disk is full"):
        run("backup")
    monkeypatch.setattr("shutil.disk_usage", lambda _: SimpleNamespace(free=5 << 20))
    with pytest.raises(CommandError, match="has room for 5 MB"):
        run("backup")
    assert not list((house / "backups").iterdir())


def test_what_is_no_backup_is_not_restored_and_nothing_under_a_server_that_runs(house: Path) -> None:
    for words, said in (("nowhere", "There is no backup nowhere"), (house / "photos", "is no backup")):
        with pytest.raises(CommandError, match=said):
            run("restore", words)
    lock = database.lock_data_dir()
    with pytest.raises(CommandError, match="is running on"):
        run("restore", "any")
    os.close(lock)
    assert [path.name for path in house.iterdir()] == ["photos"]


def made(*hours: float) -> list[Backup]:
    """Backups taken so many hours ago, the newest first."""
    now = datetime(2026, 11, 22, 12, tzinfo=UTC)
    return [Backup(now - timedelta(hours=ago), Path(str(ago))) for ago in hours]


def test_the_newest_of_seven_days_and_four_weeks_stay() -> None:
    backups = made(*range(0, 24 * 60, 12))
    removed = {backup.taken for backup in surplus(backups)}
    left = [backup.taken for backup in backups if backup.taken not in removed]
    assert left[:DAYS] == [backups[0].taken - timedelta(days=ago) for ago in range(DAYS)]
    assert len({moment.isocalendar()[:2] for moment in left}) == WEEKS
    assert len(left) == DAYS + WEEKS - 1  # the newest of this week is the newest of a day as well
    assert all(moment.hour == 12 for moment in left)
    assert surplus(made(0, 24 * 40, 24 * 80, 24 * 400)) == [], "days without a backup push none out"


def test_two_backups_in_one_second_are_two(tmp_path: Path) -> None:
    for _ in range(2):
        (tmp_path / "part").mkdir()
        name(tmp_path / "part", tmp_path, datetime(2026, 11, 22, 15, tzinfo=UTC))
    names = [backup.path.name for backup in backups_in(tmp_path)]
    assert names == ["referee-2026-11-22T150001Z", "referee-2026-11-22T150000Z"]
