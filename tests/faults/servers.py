"""A PostgreSQL and a Redis of one's own on loopback, to be killed; and a network that can be cut.

`python -m tests.faults.servers COMMAND ...` runs a command with a PostgreSQL of its own in DATABASE_URL.
"""

from __future__ import annotations

import os
import pwd
import random
import secrets
import select
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

LOOPBACK = "127.0.0.1"


class Missing(Exception):
    """A program is not installed; the message names it."""


def free_port() -> int:
    """A port that nobody listens on; none of those that clients are given."""
    while True:
        port = random.randrange(10_000, 30_000)
        with suppress(OSError), socket.create_server((LOOPBACK, port)):
            return port


def answers(port: int) -> bool:
    """Whether somebody listens on a port."""
    with suppress(OSError), closing(socket.create_connection((LOOPBACK, port), timeout=1)):
        return True
    return False


class Redis:
    """Redis in memory only: when it dies it forgets all."""

    def __init__(self) -> None:
        self.port = free_port()
        self.url = f"redis://{LOOPBACK}:{self.port}/0"
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def pid(self) -> int:
        """Its process, while it runs."""
        assert self._process
        return self._process.pid

    def start(self) -> None:
        """Returns when it answers."""
        program = shutil.which("redis-server")
        if program is None:
            raise Missing("redis-server")
        command = [program, "--port", str(self.port), "--bind", LOOPBACK, "--save", "", "--appendonly", "no"]
        self._process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
        while not answers(self.port):
            assert self._process.poll() is None, "Redis did not start"
            time.sleep(0.01)

    def stop(self, how: signal.Signals = signal.SIGKILL) -> None:
        """Ends it, at once unless another signal is named; does nothing where it has ended."""
        if self._process:
            self._process.send_signal(how)
            self._process.wait(20)
            self._process = None

    @contextmanager
    def frozen(self) -> Iterator[None]:
        """For the length of the block it is there and says nothing."""
        assert self._process
        self._process.send_signal(signal.SIGSTOP)
        try:
            yield
        finally:
            self._process.send_signal(signal.SIGCONT)


class PostgreSQL:
    """A cluster of its own, with one database."""

    def __init__(self) -> None:
        programs = sorted(Path("/usr/lib/postgresql").glob("*/bin/pg_ctl"))
        if not programs:
            raise Missing("PostgreSQL")
        self._bin = programs[-1].parent
        self._folder = Path(tempfile.mkdtemp(prefix="referee-postgresql-"))
        self.port, password = free_port(), secrets.token_hex(16)
        self.url = f"postgresql://referee:{password}@{LOOPBACK}:{self.port}/postgres"
        secret = self._folder / "password"
        secret.write_text(password)
        if os.geteuid() == 0:  # as which it refuses to run
            self._folder.chmod(0o700)
            owner = pwd.getpwnam("postgres")
            for path in (self._folder, secret):
                os.chown(path, owner.pw_uid, owner.pw_gid)
        self._run(
            "initdb",
            *("--username=referee", f"--pwfile={secret}", "--auth=scram-sha-256"),
            *("--encoding=UTF8", "--locale=C.UTF-8", "--no-sync"),
        )

    @property
    def pid(self) -> int:
        """The process that all its others come from, while it runs."""
        return int((self._folder / "data/postmaster.pid").read_text().split()[0])

    def start(self) -> None:
        """Returns when it answers."""
        options = f"-c listen_addresses={LOOPBACK} -c port={self.port} -c fsync=off -c max_connections=60"
        options += f" -c shared_buffers=16MB -c unix_socket_directories={self._folder}"
        self._run("pg_ctl", "start", "--wait", f"--log={self._folder / 'log'}", f"--options={options}")

    def stop(self, mode: str = "fast") -> None:
        """Ends it: "fast" in order, "immediate" as a crash does."""
        self._run("pg_ctl", "stop", "--wait", f"--mode={mode}")

    def remove(self) -> None:
        """Ends it for good."""
        with suppress(subprocess.CalledProcessError):
            self.stop("immediate")
        shutil.rmtree(self._folder, ignore_errors=True)

    def _run(self, program: str, *words: str) -> None:
        command = [str(self._bin / program), *words, f"--pgdata={self._folder / 'data'}"]
        if os.geteuid() == 0:
            command = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups", *command]
        subprocess.run(
            command, cwd="/", check=True, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, env=_PLAIN
        )


_PLAIN = {"PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8"}


class Wire:
    """A network between phones and the app, that can be cut in the middle of whatever it carries."""

    def __init__(self, port: int) -> None:
        """`port` is where the app listens."""
        self._to = port
        self._listener = socket.create_server((LOOPBACK, 0))
        self.port = int(self._listener.getsockname()[1])
        self._open: set[socket.socket] = set()
        self._lock = threading.Lock()
        threading.Thread(target=self._accept, daemon=True).start()

    def cut(self) -> int:
        """Cuts every connection, with what is on its way. Returns how many there were."""
        with self._lock:
            ends, self._open = self._open, set()
        for end in ends:
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
        return len(ends) // 2

    def close(self) -> None:
        """Carries nothing more."""
        self._listener.close()
        self.cut()

    def _accept(self) -> None:
        while True:
            try:
                phone, _ = self._listener.accept()
            except OSError:
                return
            threading.Thread(target=self._carry, args=(phone,), daemon=True).start()

    def _carry(self, phone: socket.socket) -> None:
        with phone, suppress(OSError), socket.create_connection((LOOPBACK, self._to)) as app:
            with self._lock:
                self._open |= {phone, app}
            other = {phone: app, app: phone}
            while True:
                for end in select.select(list(other), [], [])[0]:
                    data = end.recv(65536)
                    if not data:
                        return
                    other[end].sendall(data)


@contextmanager
def postgresql() -> Iterator[PostgreSQL]:
    """One that runs for the length of the block. Raises Missing."""
    database = PostgreSQL()
    try:
        database.start()
        yield database
    finally:
        database.remove()


@contextmanager
def redis() -> Iterator[Redis]:
    """One that runs for the length of the block. Raises Missing."""
    server = Redis()
    server.start()
    try:
        yield server
    finally:
        server.stop()


if __name__ == "__main__":
    with postgresql() as own:
        sys.exit(
            subprocess.run(sys.argv[1:], env=os.environ | {"DATABASE_URL": own.url}, check=False).returncode
        )
