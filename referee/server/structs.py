"""Structs that are read before there are threads."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec


def read_annotations() -> None:
    """Lets msgspec read the annotations of every struct that was imported.

    It does so where a struct is first read or written, and a second thread that comes to the same one
    meanwhile ends the process (msgspec 0.22).
    """
    for kind in _below(msgspec.Struct):
        msgspec.json.Decoder(kind)


def _below(kind: type[msgspec.Struct]) -> Iterator[type[msgspec.Struct]]:
    for each in kind.__subclasses__():
        yield each
        yield from _below(each)
