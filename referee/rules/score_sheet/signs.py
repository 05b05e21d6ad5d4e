"""The signs that people write for a number, such as X and / at bowling (4)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from referee.rules.score_sheet import counting, moves
from referee.rules.score_sheet.definition import Field
from referee.rules.score_sheet.formulas import BadFormula
from referee.rules.score_sheet.moves import Entered
from referee.rules.score_sheet.state import Sheet


def read(state: Sheet, move: moves.Move) -> moves.Move:
    """The move with the numbers that its signs and ticks stand for; what stands for none stays a text."""
    fields = state.options.sheet.fields if state.options.sheet else ()
    if isinstance(move, moves.Filled):
        ticked = [one.fills for one in fields if move.table.get(one.key) is True]
        move = replace(move, table={key: n for fills in ticked for key, n in fills.items()} | move.table)
    signed = [one for one in fields if one.signs]
    if not signed or not isinstance(move, moves.Entry):
        return move
    players = {name: dict(entry) for name, entry in move.players.items()}
    for entry in players.values():
        # In the order of the fields: a sign may ask for what stands before it.
        for one in signed:
            if isinstance(typed := entry.get(one.key), str):
                entry[one.key] = dict(values(state, one, entry, move.row)).get(typed.strip().upper(), typed)
    return replace(move, players=players)


def values(
    state: Sheet, one: Field, entry: Mapping[str, Entered], row: str | None
) -> Iterator[tuple[str, int | float]]:
    """Each sign of a field with its number, beside what else is entered; none that would be 0."""
    fields = state.options.sheet.fields if state.options.sheet else ()
    names = {**counting.fixed(state), **{each.key: each.empty for each in fields}, **entry, "row": row or ""}
    for sign in one.signs:
        try:
            if (amount := counting.amount(sign.is_, names)) > 0:
                yield sign.text, amount
        except BadFormula:
            continue


def sign_of(state: Sheet, one: Field, entry: Mapping[str, Entered], row: str | None) -> str:
    """How what is entered in a field is written, "" where that is its number."""
    return next((text for text, amount in values(state, one, entry, row) if amount == entry[one.key]), "")
