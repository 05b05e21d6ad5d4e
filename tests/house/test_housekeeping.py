"""What the app does by itself while it runs."""

from __future__ import annotations

import asyncio
import fcntl
import logging
import signal
from pathlib import Path
from typing import Any
from unittest.mock import AsyncMock, Mock

import pytest
from pytest_django.fixtures import Settings

from referee.server import database, housekeeping, lifespan
from referee.server.housekeeping import EVERY, FIRST, SWEEP_EVERY
from tests.house.loops import run_apart

BACKUP = "backup --if-older 24"


class Enough(Exception):
    """The test has seen enough."""


@pytest.fixture(autouse=True)
def folder(settings: Settings, tmp_path: Path) -> Path:
    settings.DATA_DIR, settings.BACKUPS, settings.BACKUP_HOURS = tmp_path, tmp_path / "backups", 24
    return tmp_path


@pytest.fixture
def done(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The commands that were run."""
    commands: list[str] = []

    async def run(*command: str) -> None:
        commands.append(" ".join(command))

    monkeypatch.setattr(housekeeping, "run", run)
    return commands


def live(monkeypatch: pytest.MonkeyPatch, seconds: float) -> list[float]:
    """Runs for so long, by a clock that only its sleep moves; returns how long it slept each time."""
    slept: list[float] = []
    monkeypatch.setattr(housekeeping, "monotonic", lambda: sum(slept))

    async def sleep(pause: float) -> None:
        slept.append(pause)
        if sum(slept) > seconds:
            raise Enough

    with pytest.raises(Enough):
        run_apart(housekeeping.run_periodic_tasks(sleep))
    return slept


def test_a_backup_is_taken_when_it_is_due_and_the_sweep_once_a_day(
    monkeypatch: pytest.MonkeyPatch, settings: Settings, done: list[str]
) -> None:
    assert live(monkeypatch, 2 * EVERY)[:2] == [FIRST, EVERY]
    assert done == [BACKUP, "sweep", BACKUP], "as long as there is none, it tries again"
    settings.BACKUP_HOURS = 0
    done.clear()
    live(monkeypatch, 2.5 * SWEEP_EVERY)
    assert done == ["sweep"] * 3


def test_of_several_processes_one_does_it_and_another_when_that_one_is_gone(
    monkeypatch: pytest.MonkeyPatch, folder: Path, done: list[str]
) -> None:
    with (folder / "housekeeping.lock").open("w") as other:
        fcntl.flock(other, fcntl.LOCK_EX)
        live(monkeypatch, 2 * EVERY)
        assert not done
    live(monkeypatch, FIRST)
    assert done == [BACKUP, "sweep"]


def test_what_goes_wrong_is_one_line_in_the_log(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("DATA_DIR", str(tmp_path))
    monkeypatch.setenv("DJANGO_SETTINGS_MODULE", "referee.settings")
    monkeypatch.delenv("DATABASE_URL", raising=False)
    with caplog.at_level(logging.ERROR):
        run_apart(housekeeping.run("backup"))
    (line,) = [record.getMessage() for record in caplog.records]
    assert line.startswith("backup: CommandError: No backup was taken. There is no database at")


def test_a_command_on_its_way_is_stopped_with_the_app(monkeypatch: pytest.MonkeyPatch) -> None:
    process = Mock(communicate=asyncio.Event().wait, wait=AsyncMock())
    monkeypatch.setattr(asyncio, "create_subprocess_exec", AsyncMock(return_value=process))

    async def stop() -> None:
        task = asyncio.create_task(housekeeping.run("backup"))
        await asyncio.sleep(0)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)

    run_apart(stop())
    process.send_signal.assert_called_once_with(signal.SIGINT)
    process.wait.assert_awaited_once()


def test_any_server_begins_it_and_ends_it(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[str] = []

    async def tasks() -> None:
        seen.append("begun")
        try:
            await asyncio.Event().wait()
        finally:
            seen.append("ended")

    async def serve() -> None:
        asked = iter(["lifespan.startup", "lifespan.shutdown"])

        async def receive() -> dict[str, str]:
            await asyncio.sleep(0)
            return {"type": next(asked)}

        async def send(message: Any) -> None:
            seen.append(message["type"])

        await lifespan.lifespan(receive, send)

    monkeypatch.setattr(lifespan, "run_periodic_tasks", tasks)
    monkeypatch.setattr(
        lifespan, "disconnect_shut_out", lambda: seen.append("who was shut out is disconnected")
    )
    monkeypatch.setattr(database, "database_file", lambda: None)
    run_apart(serve())
    assert seen.index("begun") < seen.index("ended") < seen.index("lifespan.shutdown.complete")
    assert "lifespan.startup.complete" in seen
