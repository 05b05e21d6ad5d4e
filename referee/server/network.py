"""Where this machine is found on its own network."""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Iterator
from contextlib import suppress

from django.conf import settings

from referee.server.protocol import BACKLOG

Address = ipaddress.IPv4Address | ipaddress.IPv6Address


def listen(host: str, port: int, name: str) -> socket.socket:
    """A socket that listens there. Raises OSError, which names the setting of the port."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        listener = socket.create_server((host, port), family=family, backlog=BACKLOG)
    except OSError as error:
        reason = f"{host} port {port}: {error.strerror}. Another port can be set: make run {name}={port + 1}"
        raise OSError(reason) from error
    # asyncio does this only for sockets that name their protocol. Without it the body of an answer waits for
    # the phone to acknowledge its head: 40 ms on every tap.
    listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return listener


def url_of(host: str, port: int) -> str:
    """Where phones find the app; where it listens everywhere, by the address by which this machine speaks to
    others. Sends nothing.
    """
    if host in {"0.0.0.0", "::"}:  # noqa: S104
        host = next((each for each in outward_addresses() if ":" not in each), "127.0.0.1")
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


def local_hostnames() -> tuple[str, ...]:
    """What this machine is called on its own network."""
    host = socket.gethostname().lower().removesuffix(".")
    first = host.partition(".")[0]
    return tuple(dict.fromkeys(["localhost", host, first, f"{first}.local", *settings.HTTPS_NAMES]))


def local_addresses() -> tuple[Address, ...]:
    """The addresses of this machine, as far as they can be found out. Sends nothing."""
    texts = {"127.0.0.1", "::1", *outward_addresses()}
    with suppress(OSError):
        texts |= {str(info[4][0]) for info in socket.getaddrinfo(socket.gethostname(), None)}
    # Without the interface that follows an address of the link.
    addresses = {ipaddress.ip_address(text.partition("%")[0]) for text in texts}
    return tuple(sorted(addresses, key=lambda address: (address.version, int(address))))


def outward_addresses() -> Iterator[str]:
    """By which addresses this machine speaks to others: only the routes to documentation's are asked for."""
    for family, other in ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1")):
        with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((other, 9))
            yield str(probe.getsockname()[0])
