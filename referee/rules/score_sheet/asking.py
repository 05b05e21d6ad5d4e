"""What a sheet asks for now and of whom, and what it offers to be filled in (4)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from referee.rules.score_sheet import counting, formulas, moves
from referee.rules.score_sheet.counting import Names
from referee.rules.score_sheet.definition import Choice, Definition, Field
from referee.rules.score_sheet.definition import Row as Category
from referee.rules.score_sheet.formulas import BadFormula
from referee.rules.score_sheet.moves import Entered
from referee.rules.score_sheet.state import Over, Playing, Sheet, States
from referee.rules.sentences import side_name


def whose(state: Playing, sheet: Definition) -> tuple[str, ...]:
    """Whose entries a round or turn has: everybody inside, or by turns the one whose turn it is."""
    if sheet.by == "turn":
        return (state.turn,) if state.turn else ()
    return state.inside


def first_of_side(state: Sheet, sheet: Definition) -> frozenset[str]:
    """The players at whom what a side enters stands."""
    return frozenset(unit[0] for unit in counting.units(sheet, state.inside))


def has_field(state: Sheet, sheet: Definition, one: Field, name: str) -> bool:
    """Whether a field is a player's to enter: what a side has stands at its first player."""
    return one.of == "player" or name in first_of_side(state, sheet)


def called(state: Sheet, one: Field, name: str) -> str:
    """Whose a player's field is: what a side has, both partners'."""
    sheet = state.options.sheet
    every = counting.units(sheet, state.inside) if sheet and one.of == "side" else []
    return side_name(next((unit for unit in every if name in unit), (name,)))


def is_asked(state: Sheet, one: Field | Choice, table: Mapping[str, Entered], name: str = "") -> bool:
    """Whether a field is asked for, or a choice offered, with what is entered of the round; one of a player,
    of whom by `name`.

    Raises BadFormula.
    """
    sheet = state.options.sheet
    fields = sheet.fields if sheet else ()
    # What hangs on everybody's entries may be left blank: it is only not shown.
    if one.asked is None or formulas.names_in(one.asked) & {f"all_{field.key}" for field in fields}:
        return True
    blank: Names = {field.key: field.empty for field in fields if field.of == "round"}
    return bool(formulas.value(one.asked, {**about(state, name), **blank, **table}))


def may_be_asked(state: Sheet, one: Field | Choice, table: Mapping[str, object], name: str = "") -> bool:
    """Whether what only some rounds or players have is shown: unless what is known says no."""
    try:
        return one.asked is None or bool(formulas.value(one.asked, {**about(state, name), **table}))
    except BadFormula:
        return True


def may_follow(
    state: Sheet, one: Field | Choice, move: moves.Filled | None, name: str, row: Category | None
) -> bool:
    """Whether what is asked, or a choice, may follow what is entered so far; it waits for an open choice."""
    sheet = state.options.sheet
    if sheet is None or one.asked is None:
        return True
    players, table = (move.players, move.table) if move else ({}, {})
    blank = {each.key: each.empty for each in sheet.fields if each.of == "round" and may_lack(each)}
    if row:
        return may_be_asked(state, one, about_cell(state, sheet, row, name, players.get(name, {})), name)
    entries = {
        f"all_{key}": [entry[key] for entry in players.values() if key in entry]
        for key in (each.key for each in sheet.fields if each.of != "round")
    }
    known = {**blank, **entries, **known_table(state), **table}
    still = {each.key for each in sheet.fields if (each.kind, each.of) == ("choice", "round")} - known.keys()
    if isinstance(one, Field) and formulas.names_in(one.asked) & still:
        return False
    return may_be_asked(state, one, known, name)


def about(state: Sheet, name: str = "") -> Names:
    """What an expression of a field may ask for: of a player's by `name`, else of one of the round."""
    sheet = state.options.sheet
    names = counting.common(state, name)
    every = counting.units(sheet, state.inside) if sheet else []
    unit = next((unit for unit in every if name in unit), None)
    if unit or every:
        names |= counting.of_unit(state, unit or every[0], every)
    return names | ({"me": name} if unit else {})


def known_table(state: Sheet) -> dict[str, Entered]:
    """What was entered of the round before it was played."""
    return dict(state.bid.table) if state.bid else {}


def may_lack(one: Field) -> bool:
    """What is not ticked is not sent, and some fields may be left blank."""
    return one.blank or one.kind == "tick"


def fields_of(sheet: Definition, category: Category) -> tuple[Field, ...]:
    """What a cell of a category asks for: the sheet's fields, or one number."""
    number = Field(key="value", name=category.name, least=category.least, fractions=category.fractions)
    return sheet.fields or (number,)


def about_cell(
    state: Sheet, sheet: Definition, category: Category, name: str, entry: Mapping[str, Entered]
) -> Names:
    """What an expression about a cell knows, with blanks for what is not entered."""
    always = {**counting.fixed(state), "me": name, "row": category.key}
    return {**always, **{one.key: one.empty for one in sheet.fields}, **entry}


def filled_up(state: States, move: moves.Move) -> moves.Move:
    """The move with 0 for every number that is missing for those at the table; the same move if none is.

    A bid and what the whole round has are never 0 for being left blank.
    """
    sheet = state.options.sheet
    if isinstance(move, moves.Round):
        missing = [name for name in state.players if name not in move.scores]
        return replace(move, scores={**move.scores, **dict.fromkeys(missing, 0)}) if missing else move
    if sheet is None or not isinstance(move, moves.Filled) or (sheet.bids and state.bid is None):
        return move
    row = next((row for row in sheet.rows if isinstance(move, moves.Entry) and row.key == move.row), None)
    fields = fields_of(sheet, row) if row else () if sheet.by == "row" else sheet.fields
    asked = [
        one for one in fields if one.kind == "number" and not (one.bid or one.of == "round" or may_lack(one))
    ]
    names = tuple(move.players) if sheet.by != "round" else state.inside
    players = {
        name: {
            **{
                one.key: 0
                for one in asked
                if has_field(state, sheet, one, name) and may_follow(state, one, move, name, row)
            },
            **move.players.get(name, {}),
        }
        for name in names
    }
    same = all(len(players[name]) == len(move.players.get(name, {})) for name in players)
    return move if same else replace(move, players=players)


def next_of(state: States, name: str) -> Category | None:
    """The row that a player has to fill in next, where there is an order."""
    sheet = state.options.sheet
    rows = sheet.rows if sheet and sheet.ordered else ()
    given = {row.key for row in state.rounds if name in row.entries}
    return next((row for row in rows if row.is_ is None and row.key not in given), None)


def open_cells(state: States) -> Iterator[tuple[Category, str]]:
    """The categories that players can still fill in; after the end those that may be left blank."""
    sheet = state.options.sheet
    given = {row.key: row.entries for row in state.rounds}
    firsts = {name: next_of(state, name) for name in state.players}
    for row in sheet.rows if sheet else ():
        if row.is_ is not None or (isinstance(state, Over) and not row.blank):
            continue
        for name in state.players:
            if name not in given.get(row.key, {}) and firsts[name] in (None, row):
                yield row, name


def cells(state: States) -> Iterator[moves.Move]:
    """Each empty cell, to be filled in."""
    fields = state.options.sheet.fields if state.options.sheet else ()
    for row, name in open_cells(state):
        least = row.least if isinstance(row.least, int) else 0
        value = row.values[0] if row.values else max(least, 0)
        cell: dict[str, Entered] = {one.key: one.empty for one in fields}
        yield moves.Entry(players={name: cell or {"value": value}}, row=row.key)


def offers(state: Playing) -> Iterator[moves.Move]:
    """An empty round, the bids or the result, or each empty cell, for a page to put the numbers in."""
    sheet = state.options.sheet
    if sheet is None:
        yield moves.Round(scores=dict.fromkeys(state.players, 0))
        return
    if sheet.by == "row":
        yield from cells(state)
        return
    if not state.inside:
        return
    asked = [one for one in sheet.fields if not sheet.bids or one.bid == (state.bid is None)]
    table = {one.key: _offered(state, one) for one in asked if one.of == "round"}
    firsts = first_of_side(state, sheet)
    for names in [(name,) for name in state.inside] if sheet.by == "free" else [whose(state, sheet)]:
        entries = {
            player: {
                one.key: _offered(state, one, player)
                for one in asked
                if one.of == "player" or (one.of == "side" and player in firsts)
            }
            for player in names
        }
        if not sheet.bids:
            yield moves.Entry(players=entries, table=table)
        elif state.bid is None:
            yield moves.Bids(players=entries, table=table)
        else:
            yield moves.Result(players=entries, table=table)


def _offered(state: Playing, one: Field, name: str = "") -> Entered:
    """The least that may stand in a field."""
    if one.kind == "player":
        return "" if one.blank else state.inside[0]
    if one.kind == "place":
        return 1
    if one.kind != "number" or one.least is None:
        return one.empty
    try:
        least = counting.amount(one.least, about(state, name))
    except BadFormula:
        return 0
    return int(least) if least > 0 else 0
