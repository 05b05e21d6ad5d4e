"""What the app does by itself while it runs."""

from __future__ import annotations

import asyncio
import logging
import signal
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import uvicorn
from pytest_django.fixtures import Settings

from referee import housekeeping, serve
from referee.housekeeping import EVERY, FIRST, SWEEP_EVERY
from tests.house.loops import run_apart


class Enough(Exception):
    """The test has seen enough."""


@pytest.fixture
def done(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The commands that were run."""
    commands: list[str] = []

    async def run(*command: str) -> None:
        commands.append(" ".join(command))

    monkeypatch.setattr(housekeeping, "run", run)
    return commands


def live(monkeypatch: pytest.MonkeyPatch, seconds: float) -> list[float]:
    """Keeps house for so long, by a clock that only its sleep moves; returns how long it slept each time."""
    slept: list[float] = []
    monkeypatch.setattr(housekeeping, "monotonic", lambda: sum(slept))

    async def sleep(pause: float) -> None:
        slept.append(pause)
        if sum(slept) > seconds:
            raise Enough

    with pytest.raises(Enough):
        run_apart(housekeeping.keep_house(sleep))
    return slept


def test_a_backup_is_taken_soon_after_the_start_and_then_when_it_is_due(
    monkeypatch: pytest.MonkeyPatch, settings: Settings, tmp_path: Path, done: list[str]
) -> None:
    settings.BACKUPS, settings.BACKUP_HOURS = tmp_path, 24
    assert live(monkeypatch, 2 * EVERY)[:2] == [FIRST, EVERY]
    assert done == ["backup --if-older 24"] * 2, "as long as there is none, it tries again"
    done.clear()
    monkeypatch.setattr(housekeeping, "is_due", lambda _folder, _hours: False)
    live(monkeypatch, 2 * EVERY)
    assert not done


def test_without_hours_there_are_no_backups_but_sweeps_every_day(
    monkeypatch: pytest.MonkeyPatch, settings: Settings, done: list[str]
) -> None:
    settings.BACKUP_HOURS = 0
    live(monkeypatch, 2.5 * SWEEP_EVERY)
    assert done == ["sweep_crews", "sweep_games", "sweep_photos"] * 2


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


def test_the_server_begins_it_and_ends_it(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[str] = []

    async def keep_house() -> None:
        told.append("begun")
        try:
            await asyncio.Event().wait()
        finally:
            told.append("ended")

    async def nothing(*_: Any) -> None:
        await asyncio.sleep(0)

    monkeypatch.setattr(serve, "keep_house", keep_house)
    monkeypatch.setattr(uvicorn.Server, "startup", nothing)
    monkeypatch.setattr(uvicorn.Server, "shutdown", nothing)

    async def serving() -> None:
        server = serve.Server(uvicorn.Config("referee.asgi:application"), "http://here/")
        await server.startup()
        await asyncio.sleep(0)
        assert told == ["begun"]
        await server.shutdown()

    run_apart(serving())
    assert told == ["begun", "ended"]


def test_a_command_on_its_way_is_stopped_with_the_app(monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[int] = []
    stopped = asyncio.Event()

    async def process(*_: object, **__: object) -> Any:
        def send_signal(how: int) -> None:
            sent.append(how)
            stopped.set()

        return SimpleNamespace(communicate=asyncio.Event().wait, send_signal=send_signal, wait=stopped.wait)

    monkeypatch.setattr(asyncio, "create_subprocess_exec", process)

    async def told_to_stop() -> None:
        task = asyncio.create_task(housekeeping.run("backup"))
        await asyncio.sleep(0)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)

    run_apart(told_to_stop())
    assert sent == [signal.SIGINT]
