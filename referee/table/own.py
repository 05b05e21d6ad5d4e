"""The phone of a seat: its player's own part of the table (docs/decisions/0032)."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from referee.games.context import OwnView, Seat, SeatedView, TableView
from referee.games.look import AnyLook
from referee.games.registry import PRESENTERS
from referee.table import loggers
from scoring.crew import seats
from scoring.models import Game

_ORDINALS = (
    "", "next", "third", "fourth", "fifth", "sixth", "seventh", "eighth",
    "ninth", "tenth", "eleventh", "twelfth", "thirteenth", "fourteenth",
)  # fmt: skip
#: So many who come before are named.
_MOST_NAMED = 3


def with_own(view: TableView, game: Game, look: AnyLook, *, whole: str) -> TableView:
    """The table as the phone of a seat shows it; as it is for any other phone.

    `whole` is "1" where the phone wants the whole table, "0" where it wants its own part, "" if it has not
    said: the keeper's then shows the whole, as it is the one in the middle.
    """
    name = seats.seat_of(game, game.viewer_id)
    if not name or not game.viewer_may_write:
        return view
    table = view.table
    # A score sheet is one for all: nobody has a part of it.
    if not isinstance(table, SeatedView):
        return view
    view = replace(view, seat=name)
    if (whole or "01"[game.viewer_is_keeper]) == "1":
        return view
    presenter = PRESENTERS[game.game]
    me = next((seat for seat in table.seats if seat.name == name), None)
    turn = next((seat for seat in table.seats if seat.turn), None)
    calls = presenter.calls(look, name)
    if me is None or not (turn or calls):
        return view
    # Some games open a sheet by themselves, for whoever is on turn.
    opened = view.sheet is not None and ("sheet" in look.asked or look.refusal is not None)
    plays = me.turn and loggers.may_log(game, name)
    if me.turn and table.now:
        view = replace(view, table=replace(table, now=replace(table.now, title="Your turn", does="")))
    # A game without calls has its own table on their turn, and where they log for somebody without a phone.
    theirs = not calls and (
        plays or (turn is not me and turn is not None and loggers.may_log(game, turn.name))
    )
    if opened or (theirs and view.sheet):
        return view
    place, order = ("", "") if turn is None else _place(table.seats, turn, me, table.way)
    return replace(
        view,
        sheet=None,
        own=OwnView(
            name=name,
            template=view.body if theirs else presenter.own,
            place=place,
            order=order,
            held=me.held,
            unit=me.unit,
            badge=me.badge,
            owes=me.owes,
            plays=plays,
            calls=calls,
        ),
    )


def _place(players: Sequence[Seat], turn: Seat, me: Seat, way: str) -> tuple[str, str]:
    """When the player's turn comes, and who is before them."""
    if me is turn:
        return "", ""
    step = -1 if way == "counterclockwise" else 1
    begins, names = players.index(turn), [seat.name for seat in players]
    round_ = [names[(begins + step * n) % len(names)] for n in range(len(names))]
    before = round_[: round_.index(me.name)]
    order = f"{', '.join(before)}, then you" if len(before) <= _MOST_NAMED else ""
    return f"You are {_ORDINALS[len(before)]}", order
