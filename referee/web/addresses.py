"""Where a request comes from, as far as that can be known."""

from __future__ import annotations

import ipaddress
from collections.abc import Sequence

from django.conf import settings
from django.http import HttpRequest

Address = ipaddress.IPv4Address | ipaddress.IPv6Address
Network = ipaddress.IPv4Network | ipaddress.IPv6Network

#: What proxies add. A request that has one of them was passed on by somebody.
_PASSED_ON = ("X_FORWARDED_FOR", "X_FORWARDED_PROTO", "X_FORWARDED_HOST", "FORWARDED", "X_REAL_IP", "VIA")
_UNKNOWN = "referee.sender_unknown"


def resolve_client_address(request: HttpRequest) -> None:
    """Makes REMOTE_ADDR that of who asks, where a proxy of ours (settings.PROXIES) passed the request on.

    What only a proxy may say is not believed of anybody else.
    """
    meta, proxies = request.META, settings.PROXIES
    meta[_UNKNOWN] = any(f"HTTP_{name}" in meta for name in _PASSED_ON)
    if not is_of(meta.get("REMOTE_ADDR", ""), proxies):
        meta.pop("HTTP_X_FORWARDED_PROTO", None)
        return
    # Each proxy adds at the end whom it heard; what stands before the first that is not ours may be a lie.
    for hop in reversed(meta.get("HTTP_X_FORWARDED_FOR", "").split(",")):
        address = hop.strip()
        if parsed(address) is None:
            return
        meta["REMOTE_ADDR"] = address
        if not is_of(address, proxies):
            break
    meta[_UNKNOWN] = False


def is_this_machine(request: HttpRequest) -> bool:
    """Whether the request was made on the machine that serves it, and by nobody for somebody else."""
    address = parsed(request.META.get("REMOTE_ADDR", ""))
    return address is not None and address.is_loopback and not request.META.get(_UNKNOWN, False)


def place(request: HttpRequest) -> str:
    """What requests are counted by: an IPv4 address, or the /64 of an IPv6 one, which one household has.

    An IPv4 address in the clothes of IPv6 is the IPv4 one.
    """
    return place_of(str(request.META.get("REMOTE_ADDR", "")))


def site(request: HttpRequest) -> str:
    """As `place`, but the /48 of an IPv6 address: one customer may have so much, which is 65,000 places."""
    return place_of(str(request.META.get("REMOTE_ADDR", "")), prefix=48)


def place_of(text: str, *, prefix: int = 64) -> str:
    """The same for an address."""
    address = parsed(text)
    if isinstance(address, ipaddress.IPv6Address):
        return str(ipaddress.IPv6Network((address, prefix), strict=False))
    return text if address is None else str(address)


def parsed(text: str) -> Address | None:
    """The address that a text is; None for anything else.

    >>> parsed("::ffff:192.0.2.1"), parsed("fe80::1%eth0") is None, parsed("a kitchen")
    (IPv4Address('192.0.2.1'), False, None)
    """
    try:
        address = ipaddress.ip_address(text)
    except ValueError:
        return None
    return getattr(address, "ipv4_mapped", None) or address


def is_of(text: str, networks: Sequence[Network]) -> bool:
    """Whether an address belongs to one of the networks."""
    address = parsed(text) if networks else None
    return address is not None and any(address in network for network in networks)
