"""Servers to be killed, for as long as the tests of this folder run."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from pathlib import Path
from typing import TypeVar

import pytest

from tests.conftest import House, OpenHouse, furnish
from tests.faults import servers
from tests.faults.servers import Missing, PostgreSQL, Redis

T = TypeVar("T")

KEY = "one key for all processes of one record, in these tests alone"


@contextmanager
def _or_skip(made: Callable[[], AbstractContextManager[T]]) -> Iterator[T]:
    """The server, or a skip that says what is missing; a failure where CI is set."""
    try:
        with made() as server:
            yield server
    except Missing as missing:
        if os.environ.get("CI"):
            pytest.fail(f"{missing} is not installed")
        pytest.skip(f"NO {missing}: it is not installed, so what happens when it dies is not tried.")


@pytest.fixture(scope="session")
def postgresql() -> Iterator[PostgreSQL]:
    """A cluster of its own; who stops it starts it again."""
    with _or_skip(servers.postgresql) as server:
        yield server


@pytest.fixture(scope="module")
def redis() -> Iterator[Redis]:
    """One that forgets everything when it dies; who stops it starts it again."""
    with _or_skip(servers.redis) as server:
        yield server


@pytest.fixture(scope="module")
def cell(
    postgresql: PostgreSQL, redis: Redis, first_start: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[OpenHouse]:
    """Starts processes of the app that share a record: each time one, or as many as WORKERS says."""
    shared = {"DATABASE_URL": postgresql.url, "REDIS_URL": redis.url, "SECRET_KEY": KEY}
    with ExitStack() as stack:

        def start(**environ: str) -> House:
            data = furnish(tmp_path_factory.mktemp("cell") / "data", first_start)
            house = House(data, **shared | environ)
            stack.callback(house.stop)
            return house

        yield start
