"""`manage.py serve`, which `make run` calls."""

from __future__ import annotations

import io
import resource
import socket
import sqlite3
from contextlib import suppress
from typing import TYPE_CHECKING

import segno
import uvicorn
from django.conf import settings
from django.core.management import BaseCommand, CommandError, call_command
from django.db import DatabaseError, connections
from uvicorn.config import STARTUP_FAILURE
from uvicorn.supervisors import Multiprocess

from referee.crew.secure import fingerprint
from referee.server.database import DatabaseUnusable, lock_data_dir
from referee.server.network import listen, url_of
from referee.server.protocol import BACKLOG, MAX_CONNECTIONS, RESERVED, Protocol
from referee.web.errors import in_words

if TYPE_CHECKING:
    from referee.server.https import HttpsListener

DESCRIPTORS = MAX_CONNECTIONS + RESERVED


class Server(uvicorn.Server):
    """Says where it is once it can be told to stop, and answers by https too where it is given a socket."""

    def __init__(self, config: uvicorn.Config, banner: str, https: HttpsListener | None) -> None:
        super().__init__(config)
        self._banner, self._https = banner, https

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self._https:
            self._renewing = await self._https.open(self)
        print_banner(self._banner)


class Command(BaseCommand):
    """Readies the data folder, says where the phones find the app, and serves it until Ctrl-C."""

    help = "Brings database and static files up to date, and serves the app at HOST and PORT."
    requires_system_checks = ()  # `migrate` runs them, and those of the database first

    def handle(self, *_args: object, **_options: object) -> None:
        """Serves until it is told to stop. Raises CommandError where it cannot."""
        try:
            listener = listen(settings.HOST, settings.PORT, "PORT")
            prepare()
            https = https_listener() if settings.HTTPS_LOCAL else None
        except (DatabaseUnusable, DatabaseError, sqlite3.Error, OSError) as error:
            raise CommandError(f"The referee cannot start: {in_words(error)}", returncode=2) from error
        raise_limit()
        config = uvicorn.Config(
            "referee.asgi:application",
            http=Protocol,
            ws="none",
            lifespan="on",
            workers=settings.WORKERS,
            timeout_worker_healthcheck=30,
            h11_max_incomplete_event_size=32 * 1024,
            backlog=BACKLOG,
            timeout_keep_alive=60,
            timeout_graceful_shutdown=5,
            log_config=None,
            log_level="error",  # whoever connects makes it warn
            access_log=False,
            proxy_headers=False,  # Django reads them itself, and only with HTTPS=1
            server_header=False,
        )
        banner = banner_of(url_of(settings.HOST, listener.getsockname()[1]))
        # When uvicorn passes the signal on, it has stopped cleanly.
        with suppress(KeyboardInterrupt):
            if settings.WORKERS == 1:
                Server(config, banner, https).run(sockets=[listener])
            else:
                print_banner(banner)
                workers = Multiprocess(config, [listener])
                workers.run()
                if any(each.process.exitcode == STARTUP_FAILURE for each in workers.processes):
                    raise CommandError("The workers could not start.", returncode=2)


def prepare() -> None:
    """Brings database and static files up to date; does nothing where they are."""
    lock_data_dir()
    call_command("migrate", interactive=False, verbosity=0, skip_checks=False)
    call_command("collectstatic", interactive=False, verbosity=0)
    connections.close_all()


def raise_limit() -> None:
    """Lets this process have the descriptors that it may need, as far as it may."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != resource.RLIM_INFINITY and soft < DESCRIPTORS:
        most = DESCRIPTORS if hard == resource.RLIM_INFINITY else min(DESCRIPTORS, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))


def https_listener() -> HttpsListener:
    """The port of https, with a certificate that was made or renewed."""
    from referee.server.https import HttpsListener  # noqa: PLC0415  # needs cryptography

    return HttpsListener(listen(settings.HOST, settings.HTTPS_PORT, "HTTPS_PORT"))


def banner_of(url: str) -> str:
    """What is shown to whoever started it: the address, its QR code, and the way to https."""
    code = io.StringIO()
    segno.make(url, error="l").terminal(code, compact=True)
    https = ""
    if settings.HTTPS_LOCAL:
        # It comes to phones by http, so they compare what it looks like.
        mark = fingerprint(settings.AUTHORITY_FILE.read_bytes())
        https = f"For https, open {url}https/ on each phone, once. "
        https += f"The file's fingerprint (SHA-256) is\n{mark}\n\n"
    return f"\nOpen on the phone: {url}\n\n{code.getvalue()}\n{https}Ctrl-C stops the referee.\n"


def print_banner(banner: str) -> None:
    """Prints it, without the QR code where the terminal has no letters for that."""
    try:
        print(banner, flush=True)  # noqa: T201
    except UnicodeEncodeError:
        print(banner.splitlines()[1], flush=True)  # noqa: T201
