"""`make run`: readies the data folder, says where the phones find the app, and serves it until Ctrl-C."""

import io
import os
import signal
import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from types import FrameType

import django
import segno
import uvicorn
from django.core.exceptions import ImproperlyConfigured
from django.core.management import CommandError, call_command
from django.db import DatabaseError
from django.utils import timezone

from referee import env
from referee.stream import token
from referee.stream.hub import HUB


class Server(uvicorn.Server):
    """Says where it is once it can be told to stop; then ends the live streams, which uvicorn waits for."""

    def __init__(self, config: uvicorn.Config, address: str) -> None:
        super().__init__(config)
        self._address = address

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        HUB.open()
        await super().startup(sockets)
        _announce(self._address)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        HUB.close()
        super().handle_exit(sig, frame)


def main() -> int:
    """Serves until it is told to stop. Returns the exit status: 0, or 2 when it cannot start."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "referee.settings")
    try:
        host, port = env.text("HOST", "0.0.0.0"), env.number("PORT", default=8000, low=0, high=65535)  # noqa: S104
        listener = _listen(host, port)
        _prepare()
    except (ImproperlyConfigured, CommandError, DatabaseError, OSError) as error:
        print(f"The referee cannot start: {error}", file=sys.stderr)  # noqa: T201
        return 2
    config = uvicorn.Config(
        "referee.asgi:application",
        http="httptools",
        ws="none",
        lifespan="off",
        log_config=None,
        access_log=False,
        proxy_headers=False,  # Django reads them itself, and only with HTTPS=1
        server_header=False,
        timeout_keep_alive=60,
        timeout_graceful_shutdown=5,
    )
    # When uvicorn passes the signal on, it has stopped cleanly.
    with _own_terminal(), suppress(KeyboardInterrupt):
        Server(config, _address(host, listener.getsockname()[1])).run(sockets=[listener])
    return 0


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        listener = socket.create_server((host, port), family=family, backlog=512)
    except OSError as error:
        reason = f"{host} port {port}: {error.strerror}. Another port can be set: make run PORT=8001"
        raise OSError(reason) from error
    # asyncio does this only for sockets that name their protocol. Without it the body of an answer waits for
    # the phone to acknowledge its head: 40 ms on every tap.
    listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return listener


def _prepare() -> None:
    """Brings data folder, database and static files up to date; does nothing where they are."""
    env.make_secret_key()
    django.setup()
    call_command("migrate", interactive=False, verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)
    call_command("sweep_games", verbosity=0)
    call_command("sweep_photos", verbosity=0)
    _hang_up()


def _hang_up() -> None:
    """Phones that were shut out may still hold the address of a stream, from before the start."""
    from scoring.crew.phones import shut_out_since  # noqa: PLC0415  # models wait for django.setup

    for phone in shut_out_since(timezone.now() - token.LIFE):
        HUB.hang_up(phone)


def _address(host: str, port: int) -> str:
    shown = _lan_address() if host in {"0.0.0.0", "::"} else host  # noqa: S104
    return f"http://[{shown}]:{port}/" if ":" in shown else f"http://{shown}:{port}/"


def _announce(url: str) -> None:
    code = io.StringIO()
    segno.make(url, error="l").terminal(code, compact=True)
    text = f"\nOpen on the phone: {url}\n\n{code.getvalue()}\nCtrl-C stops the referee.\n"
    try:
        print(text, flush=True)  # noqa: T201
    except UnicodeEncodeError:
        print(f"Open on the phone: {url}", flush=True)  # noqa: T201


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
