"""Phones of people who play along: each seat of a game has one at most, and each phone has one seat.

What a seat may do is asked of its phone's role; the seat itself only says whose phone it is.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from scoring.models import Game, Membership
from scoring.writing import one_writer


class SeatTaken(Exception):
    """Another phone has the seat."""


class NoSeat(LookupError):
    """Nobody of that name is at the table."""


def seat_of(game: Game, phone: int) -> str:
    """The name of whose phone it is, "" for a phone without a seat."""
    return next((name for name, held_by in game.seated.items() if held_by == phone), "")


def take(game: Game, name: str, phone: int) -> None:
    """Gives a phone the seat, and none beside it. Raises SeatTaken, NoSeat.

    A seat whose phone has left the crew is free.
    """
    with _seated(game) as seated:
        if name not in game.standing["players"]:
            raise NoSeat(name)
        sits = seated.get(name, phone)
        if sits != phone and Membership.objects.filter(pk=sits, shut_out_at=None).exists():
            raise SeatTaken(name)
        _give_up(seated, phone)
        seated[name] = phone


def give_up(game: Game, phone: int) -> None:
    """Leaves the seat of a phone without one; it may have none."""
    with _seated(game) as seated:
        _give_up(seated, phone)


def free(game: Game, name: str) -> None:
    """Takes the phone off a seat; it may have none."""
    with _seated(game) as seated:
        seated.pop(name, None)


@contextmanager
def _seated(game: Game) -> Iterator[dict[str, int]]:
    """The phones by their seats, under lock; saved when the block ends well."""
    with one_writer():
        game.seated = Game.objects.select_for_update().get(pk=game.pk).seated
        yield game.seated
        Game.objects.filter(pk=game.pk).update(seated=game.seated)


def _give_up(seated: dict[str, int], phone: int) -> None:
    for name in [name for name, held_by in seated.items() if held_by == phone]:
        del seated[name]
