"""What carries bells to other processes ends when it is told to, whatever the client of Redis makes of it."""

from __future__ import annotations

import asyncio
from typing import Self

import pytest

from referee.stream.hub import Hub
from referee.stream.relay import Relay
from tests.house.loops import run_apart

redis = pytest.importorskip("redis.asyncio")


class Deaf:
    """Answers instead of ending when it is cancelled first, as `asyncio.wait_for` may before Python 3.12."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.both = asyncio.Event()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        pass

    def pubsub(self) -> Self:
        return self

    async def aclose(self) -> None:
        pass

    async def subscribe(self, *_: object) -> None:
        await self._answer("subscribe")

    async def publish(self, *_: object) -> None:
        await self._answer("publish")

    async def get_message(self, **_: object) -> None:
        await self._answer("get_message")

    async def _answer(self, asked: str) -> None:
        self.asked.append(asked)
        if len(self.asked) == 2:
            self.both.set()
        try:
            await asyncio.get_running_loop().create_future()
        except asyncio.CancelledError:
            if len(self.asked) > 2:
                raise


def test_it_ends_also_where_a_cancel_was_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        deaf = Deaf()
        monkeypatch.setattr(redis.Redis, "from_url", lambda *_, **__: deaf)
        relay = Relay(Hub(), "redis://127.0.0.1/0", "channel", missed=lambda: None)
        task = asyncio.create_task(relay.run())
        relay.notify("game", 1)
        await deaf.both.wait()
        task.cancel()
        _, unended = await asyncio.wait([task], timeout=20)
        assert not unended
        assert deaf.asked == ["subscribe", "publish"]

    run_apart(run())
