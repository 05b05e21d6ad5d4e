"""HTTPS=local: a port that speaks https beside the one that speaks http, with this house's certificate."""

from __future__ import annotations

import asyncio
import logging
import socket

import uvicorn

from referee.server import authority
from referee.server.protocol import Protocol

#: Seconds: a laptop that moves to another room gets another address.
RENEW_EVERY = 60.0
#: Seconds for a phone to agree on a key; until then nobody counts it.
HANDSHAKE = 5.0

log = logging.getLogger(__name__)


class HttpsListener:
    """A second port of a server of uvicorn."""

    def __init__(self, listener: socket.socket) -> None:
        """Makes or renews the certificate."""
        self._listener = listener
        self._context = authority.context()

    async def open(self, server: uvicorn.Server) -> asyncio.Task[None]:
        """Answers from now on, until the server stops. Returns what renews the certificate."""
        config, state = server.config, server.lifespan.state
        beside = await asyncio.get_running_loop().create_server(
            lambda: Protocol(config, server.server_state, state),
            sock=self._listener,
            ssl=self._context,
            ssl_handshake_timeout=HANDSHAKE,
            ssl_shutdown_timeout=1,
            backlog=config.backlog,
        )
        server.servers.append(beside)
        return asyncio.create_task(self._renew_forever())

    async def _renew_forever(self) -> None:
        """Renews the certificate when its time comes, or this machine has another name or address."""
        while True:
            await asyncio.sleep(RENEW_EVERY)
            try:
                await asyncio.to_thread(authority.refresh, self._context)
            except OSError as error:
                log.warning("The certificate could not be renewed: %s", error)
