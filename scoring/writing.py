"""Writes take turns.

SQLite has one writer at a time, and those who wait for it sleep and try again: eight at once answer in 70
to 900 ms where a queue takes 13. So the threads of one process queue here; other processes wait in SQLite
itself (IMMEDIATE transactions), and PostgreSQL locks rows.
"""

import time
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from threading import RLock

from django.db import connection, transaction

from scoring.models import Crew

_turn = RLock()


@contextmanager
def one_writer() -> Iterator[None]:
    """A transaction that no other thread of this process writes beside on SQLite. Saved when it ends well."""
    with _turn if connection.vendor == "sqlite" else nullcontext(), transaction.atomic():
        yield


def yield_to_writers() -> None:
    """Between two of many writes: lets a waiting writer go first. Does nothing within a transaction."""
    if not connection.in_atomic_block:
        # The lock alone would be taken again before the waiting thread wakes.
        time.sleep(0.0005)


@contextmanager
def queue(crew: int, *, no_key: bool = False) -> Iterator[Crew]:
    """A write that comes behind all others of its kind: the crew's row is the queue. `crew` is a primary key.

    With `no_key` PostgreSQL lets those pass who only add a row that names the crew.
    """
    with one_writer():
        yield Crew.objects.select_for_update(of=("self",), no_key=no_key).get(pk=crew)
