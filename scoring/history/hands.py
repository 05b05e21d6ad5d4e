"""One hand of a game as it was played, to be looked at again: read without the rest of the game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.log.effective import last_written
from scoring.log.values import Past
from scoring.models import Game, Hand, Move, Score


@dataclass(frozen=True)
class Played:
    """A hand from its first move in force to its last: `first` is 1 for the opening too, `last` may be before
    it where nothing happened.
    """

    number: int
    first: int
    last: int
    past: Past


def hand_at(game: Game, position: int) -> Played:
    """The hand that a position belongs to; 0 is the table before the first move. Three queries."""
    hand = Hand.objects.filter(game=game, first__lte=position).latest("first")
    following = Hand.objects.filter(game=game, first__gt=position).defer("snapshot").order_by("first").first()
    first = max(hand.first, 1)
    last = min(following.first - 1, game.length) if following else game.length
    rows = Move.objects.filter(game=game, seq__gte=hand.since, seq__lte=game.version).order_by("seq")
    if following:
        # Later positions were written by later rows (log.effective): what began the next hand came after all.
        rows = rows.filter(seq__lte=following.since)
    entries = last_written(rows, range(first, last + 1))
    return Played(hand.number, first, last, Past(hand.state_in(game), hand.first, entries))


def lines_of_hands(game: Game, firsts: Sequence[int]) -> list[Score]:
    """The lines of the hands that began at these positions, with their seats, in order. One query."""
    found = Score.objects.filter(game=game, hand__first__in=firsts).select_related("seat")
    return list(found.order_by("position", "pk"))
