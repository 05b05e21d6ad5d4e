"""`make run`: readies the data folder, says where the phones find the app, and serves it until Ctrl-C."""

from __future__ import annotations

import asyncio
import io
import logging
import os
import signal
import socket
import sqlite3
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING

import django
import segno
import uvicorn
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.core.management import CommandError, call_command
from django.db import DatabaseError, connections
from django.utils import timezone
from django.utils.crypto import salted_hmac

from referee import env, sqlite_file, start_checks, workers
from referee.connections import DOORS, FEWEST, MOST, Connection
from referee.housekeeping import keep_house
from referee.listener import BACKLOG, RESERVED, Listener, raise_limit
from referee.operation import measures
from referee.stream import token
from referee.stream.hub import HUB
from referee.web.trouble import in_words

if TYPE_CHECKING:
    from referee.stream.relay import Relay

log = logging.getLogger(__name__)

_CANNOT_START = (ImproperlyConfigured, CommandError, DatabaseError, sqlite3.Error, OSError, sqlite_file.Unfit)


class Https:
    """The port that speaks https beside the one that speaks http, with a certificate of this house."""

    #: Seconds: a laptop that moves to another room gets another address.
    LOOK = 60.0
    #: Seconds for a phone to agree on a key; until then nobody counts it.
    HANDSHAKE = 5.0

    def __init__(self, listener: Listener) -> None:
        """Makes or renews the certificate."""
        from referee import authority  # noqa: PLC0415  # needs cryptography

        self._listener = listener
        self._refresh = authority.refresh
        self._context = authority.context()

    async def open(self, connection: Callable[[], asyncio.Protocol]) -> asyncio.Server:
        """Begins to answer."""
        return await asyncio.get_running_loop().create_server(
            connection,
            sock=self._listener,
            ssl=self._context,
            ssl_handshake_timeout=self.HANDSHAKE,
            ssl_shutdown_timeout=1,
            backlog=BACKLOG,
        )

    async def keep(self) -> None:
        """Renews the certificate when its time comes, or this machine has another name or address."""
        while True:
            await asyncio.sleep(self.LOOK)
            try:
                await asyncio.to_thread(self._refresh, self._context)
            except OSError as error:
                log.warning("The certificate could not be renewed: %s", error)


class Server(uvicorn.Server):
    """Says where it is once it can be told to stop; then ends the live streams, which uvicorn waits for.

    A `database` of SQLite is whole by itself after a clean stop. One of several workers, by its number, says
    nothing; the first of them keeps the house.
    """

    def __init__(
        self,
        config: uvicorn.Config,
        address: str,
        database: Path | None = None,
        worker: int | None = None,
        https: Https | None = None,
    ) -> None:
        super().__init__(config)
        self._https = https
        self._address = address
        self._database = database
        self._worker = worker
        self._tasks: list[asyncio.Task[None]] = []

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        relay = _relay()
        HUB.open(relay)
        await super().startup(sockets)
        if self._https:
            self.servers.append(await self._https.open(self._connection))
            self._tasks.append(asyncio.create_task(self._https.keep()))
        if relay:
            self._tasks.append(asyncio.create_task(relay.run()))
        if not self._worker:
            self._tasks.append(asyncio.create_task(keep_house()))
        if self._worker is None:
            _announce(self._address)

    def _connection(self) -> Connection:
        """As uvicorn makes one."""
        return Connection(config=self.config, server_state=self.server_state, app_state=self.lifespan.state)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        for task in self._tasks:
            task.cancel()
        await super().shutdown(sockets)
        await asyncio.gather(*self._tasks, return_exceptions=True)
        # Here, not at the end of main: a SIGTERM is passed on as soon as this is over.
        if self._database:
            sqlite_file.end_run(self._database)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        HUB.close()
        super().handle_exit(sig, frame)


def main() -> int:
    """Serves until it is told to stop. Returns the exit status: 0, or 2 when it cannot start."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "referee.settings")
    env.make_files_private()
    try:
        host, port = env.text("HOST", _everywhere()), env.number("PORT", default=8000, low=0, high=65535)
        listener = _listen(host, port)
        # The settings wait until there is a key.
        secure = _listen(host, env.https_port(), "HTTPS_PORT") if env.https() == "local" else None
        _prepare()
        _open_doors()
    except _CANNOT_START as error:
        return _cannot_start(error)
    # Whoever computes gives way to who waits after a fifth of a millisecond: a tap waits when it comes and
    # at each of its queries, and with Python's own 5 ms it would wait as long each time.
    sys.setswitchinterval(0.0002)
    address = _address(host, listener.getsockname()[1])
    # The page that leads to https has to know where that is, also where any port would do.
    settings.HTTPS_PORT = secure.getsockname()[1] if secure else 0
    with _own_terminal():
        if settings.WORKERS == 1:
            return _serve(listener, secure, address)
        serve = partial(_serve, listener, secure, address)
        return workers.run(settings.WORKERS, serve, ready=partial(_announce, address))


def _everywhere() -> str:
    """Where it listens unless HOST says: with HTTPS=1 for the proxy on this machine alone."""
    return "127.0.0.1" if env.https() == "proxy" else "0.0.0.0"  # noqa: S104


def _serve(listener: Listener, secure: Listener | None, address: str, worker: int | None = None) -> int:
    """Serves until it is told to stop, alone or as one of several. Returns the exit status."""
    try:
        _measure(env.number("METRICS_PORT", default=0, low=0, high=65535), worker or 0)
        https = Https(secure) if secure else None
    except _CANNOT_START as error:
        return _cannot_start(error)
    config = uvicorn.Config(
        "referee.asgi:application",
        http=Connection,
        loop="asyncio",
        ws="none",
        lifespan="off",
        log_config=None,
        access_log=False,
        proxy_headers=False,  # Django reads them itself, and only with HTTPS=1
        server_header=False,
        backlog=BACKLOG,
        timeout_keep_alive=60,
        timeout_graceful_shutdown=5,
    )
    # When uvicorn passes the signal on, it has stopped cleanly.
    with suppress(KeyboardInterrupt):
        Server(config, address, start_checks.database_file(), worker, https).run(sockets=[listener])
    return 0


def _cannot_start(error: Exception) -> int:
    print(f"The referee cannot start: {in_words(error)}", file=sys.stderr)  # noqa: T201
    return workers.CANNOT_START


def _listen(host: str, port: int, name: str = "PORT") -> Listener:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        listener = socket.create_server((host, port), family=family, backlog=BACKLOG)
    except OSError as error:
        reason = f"{host} port {port}: {error.strerror}. Another port can be set: make run {name}={port + 1}"
        raise OSError(reason) from error
    # asyncio does this only for sockets that name their protocol. Without it the body of an answer waits for
    # the phone to acknowledge its head: 40 ms on every tap.
    listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return Listener(listener)


def _open_doors() -> None:
    """As many connections as there are descriptors for, and no more than anybody needs."""
    descriptors = raise_limit(MOST + RESERVED)
    DOORS.limit(max(min(MOST, descriptors - RESERVED), FEWEST), proxies=settings.PROXIES)


def _prepare() -> None:
    """Brings data folder, database and static files up to date; does nothing where they are."""
    env.make_secret_key()
    django.setup()
    start_checks.hold_folder()
    start_checks.check_files()
    start_checks.bring_up_to_date()
    call_command("collectstatic", interactive=False, verbosity=0)
    call_command("clearsessions")
    call_command("sweep_crews", verbosity=0)
    call_command("sweep_games", verbosity=0)
    call_command("sweep_photos", verbosity=0)
    _hang_up()
    connections.close_all()
    if path := start_checks.database_file():
        sqlite_file.begin_run(path)


def _measure(port: int, number: int) -> None:
    """Lets Prometheus read how it goes, if a port is named for it; each worker at a port of its own."""
    if not port:
        return
    port += number
    try:
        measures.serve(port)
    except OSError as error:
        raise OSError(f"METRICS_PORT {port} on 127.0.0.1: {error.strerror}. Choose another.") from error


def _relay() -> Relay | None:
    """What carries bells to the other processes, if there may be any."""
    if not settings.REDIS_URL:
        return None
    from referee.stream import relay  # noqa: PLC0415  # needs the client of Redis

    # By the key, which the processes of one record share: in another record phones have the same numbers.
    channel = f"referee.{salted_hmac('referee.stream', '').hexdigest()}"
    return relay.Relay(HUB, settings.REDIS_URL, channel, missed=_hang_up_apart)


def _hang_up_apart() -> None:
    """For a thread that may end at any time."""
    try:
        _hang_up()
    finally:
        connections.close_all()


def _hang_up() -> None:
    """Who was shut out, or has a board's link that was cancelled, may still hold the address of a stream."""
    from scoring.crew.phones import shut_out_since  # noqa: PLC0415  # models wait for django.setup
    from scoring.sharing.links import boards_revoked_since  # noqa: PLC0415

    since = timezone.now() - token.LIFE
    for phone in [*shut_out_since(since), *boards_revoked_since(since)]:
        HUB.hang_up(phone)


def _address(host: str, port: int) -> str:
    shown = _lan_address() if host in {"0.0.0.0", "::"} else host  # noqa: S104
    return f"http://[{shown}]:{port}/" if ":" in shown else f"http://{shown}:{port}/"


def _announce(url: str) -> None:
    code = io.StringIO()
    segno.make(url, error="l").terminal(code, compact=True)
    over = f"{_by_https(url)}\n" if settings.HTTPS_LOCAL else ""
    text = f"\nOpen on the phone: {url}\n\n{code.getvalue()}\n{over}Ctrl-C stops the referee.\n"
    try:
        print(text, flush=True)  # noqa: T201
    except UnicodeEncodeError:
        print(f"Open on the phone: {url}", flush=True)  # noqa: T201


def _by_https(url: str) -> str:
    """The way to https, and what the file looks like that phones get there: it comes to them by http."""
    from referee.crew.secure import fingerprint  # noqa: PLC0415  # views wait for django.setup

    mark = fingerprint(env.authority_file().read_bytes())
    return f"For https, open {url}https/ on each phone, once. The file's fingerprint (SHA-256) is\n{mark}\n"


def _lan_address() -> str:
    """The address by which this machine speaks to others; loopback when it has no network. Sends nothing."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # a documentation address: only the route to it is asked for
        except OSError:
            return "127.0.0.1"
        return str(probe.getsockname()[0])


@contextmanager
def _own_terminal() -> Iterator[None]:
    """Lets Ctrl-C reach the server but not the make around it, which would call a clean stop an error."""
    if not sys.stdin.isatty() or os.getpgrp() == os.getpid() or os.tcgetpgrp(0) != os.getpgrp():
        yield
        return
    before = os.getpgrp()
    # The first is sent to who takes the terminal from behind; the second is Ctrl-Z, which make would not
    # notice in its child, so that the shell would wait for ever.
    signal.signal(signal.SIGTTOU, signal.SIG_IGN)
    signal.signal(signal.SIGTSTP, signal.SIG_IGN)
    os.setpgid(0, 0)
    os.tcsetpgrp(0, os.getpgrp())
    try:
        yield
    finally:
        os.tcsetpgrp(0, before)


if __name__ == "__main__":
    sys.exit(main())
