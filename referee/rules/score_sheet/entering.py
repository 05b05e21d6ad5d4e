"""Writing on a sheet with a definition: what may be entered, what it comes to, what follows from it (4)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from referee.rules.engine import Cite, Refused, Ruling, invalid
from referee.rules.score_sheet import closing, counting, formulas, moves
from referee.rules.score_sheet.counting import Names
from referee.rules.score_sheet.definition import Check, Definition, Field, spoken
from referee.rules.score_sheet.definition import Row as Category
from referee.rules.score_sheet.formulas import BadFormula
from referee.rules.score_sheet.moves import Entered, Entries
from referee.rules.score_sheet.state import Playing, Row, States, exact, total, written
from referee.rules.score_sheet.telling import lines_of, signed, uncounted
from referee.rules.sentences import joined

Answer = Ruling[States] | Refused
RULE = "score_sheet 4"


def enter(state: Playing, move: moves.Entry) -> Answer:
    """A round, a turn or a category."""
    sheet = state.options.sheet
    if sheet is None:
        return _refused("This sheet takes a number for everybody: send a round.")
    if sheet.bids:
        return _refused("The bids come first: enter them before the round is played.")
    try:
        if sheet.by == "row":
            return _row(state, sheet, move)
        return _written(state, sheet, move)
    except BadFormula as error:
        return _uncounted(error)


def bid(state: Playing, move: moves.Bids) -> Answer:
    """What is entered before the round is played; it stands until the result comes."""
    sheet = state.options.sheet
    if sheet is None or not sheet.bids:
        return _refused("This sheet has no bids: enter the round when it is played.")
    if state.bid:
        return _refused("The bids of this round stand: enter what came of them, or undo.")
    asked = [one for one in sheet.fields if one.bid]
    try:
        if wrong := _not_to_be_entered(state, sheet, asked, move.players, move.table):
            return wrong
        entries, table = _complete(state, sheet, asked, move.players, move.table)
        cites, doubt = _checked(state, sheet, entries, table, anyway=move.anyway, bids=True)
    except BadFormula as error:
        return _uncounted(error)
    if doubt:
        return doubt
    told = list(_told(asked, entries, table))
    after = replace(state, bid=Row(name=None, scores={}, entries=entries, table=table))
    cite = Cite(RULE, "{unit:cap} {n}, before it is played: {told}.", _numbered(state, sheet, told))
    return Ruling(after, (cite, *cites))


def result(state: Playing, move: moves.Result) -> Answer:
    """What came of the bids: the round is counted."""
    sheet = state.options.sheet
    if sheet is None or not sheet.bids or state.bid is None:
        return _refused("There are no bids yet: enter them first.")
    try:
        return _written(state, sheet, move)
    except BadFormula as error:
        return _uncounted(error)


def _written(state: Playing, sheet: Definition, move: moves.Entry | moves.Result) -> Answer:
    """A round or a turn, counted; then what follows."""
    asked = [one for one in sheet.fields if not one.bid]
    if isinstance(move, moves.Entry) and move.row is not None:
        return _refused("This sheet has no categories.")
    if wrong := _not_to_be_entered(state, sheet, asked, move.players, move.table):
        return wrong
    entries, table = _complete(state, sheet, asked, move.players, move.table)
    cites, doubt = _checked(state, sheet, entries, table, anyway=move.anyway, bids=False)
    if doubt:
        return doubt
    counted = counting.count(state, entries, table)
    called = move.name or _called(state, sheet, entries)
    row = Row(name=move.name, scores=counted.points, entries=entries, table=table)
    rounds = (*state.rounds, row)
    start = counting.starting(state.options, len(state.players))
    scores = {**state.scores, **{name: total(rounds, name, start) for name in counted.points}}
    after = replace(state, rounds=rounds, scores=scores, tallies=counted.tallies, bid=None)
    told = [f"{name} {signed(points)}" for name, points in counted.points.items()]
    cite = Cite(RULE, "{called:cap}: {told}.", {"called": called, "told": told})
    lines = lines_of(RULE, counted.points, called)
    return closing.follow(after, (cite, *cites), lines)


def _row(state: Playing, sheet: Definition, move: moves.Entry) -> Answer:
    """A category, for one player or several; the whole sheet is counted anew."""
    category = next((row for row in sheet.rows if row.key == move.row and row.is_ is None), None)
    if category is None:
        return invalid(
            "There is no category {row} to fill in: choose one of the sheet’s.", row=move.row or ""
        )
    if move.table:
        return invalid("A category has nothing for the whole round: leave that out.")
    if not move.players:
        return invalid("Nothing is entered: fill in a number, 0 is fine.")
    before = next((row for row in state.rounds if row.key == category.key), None)
    given = before.entries if before else {}
    for name, entry in move.players.items():
        if name not in state.players:
            return invalid("{name} cannot score, not being at the table now: leave that out.", name=name)
        if name in given:
            facts: dict[str, str] = {"name": name, "row": category.name}
            return Refused("illegal", RULE, "{name} has {row} already: correct it instead.", facts)
        if wrong := _no_value(state, sheet, category, name, entry):
            return wrong
    complete = {name: _cell_of(state, sheet, category, name, entry) for name, entry in move.players.items()}
    entries = {
        name: {**given, **complete}[name] for name in state.scores if name in given or name in move.players
    }
    n = written(state) + 1
    at = {**(before.at if before else {}), **dict.fromkeys(move.players, n)}
    row = Row(name=category.name, scores={}, entries=entries, key=category.key, at=at)
    rounds = (*(one for one in state.rounds if one.key != category.key), row)
    rows = counting.filled(replace(state, rounds=rounds))
    doubts: list[Cite] = []
    for name, entry in complete.items():
        known = {**_about_cell(state, sheet, category, name, entry), **counting.of_rows(sheet, rows, name)}
        cites, doubt = _judged([(one, known) for one in sheet.checks], anyway=move.anyway)
        if doubt:
            return doubt
        doubts += cites
    start = counting.starting(state.options, len(state.players))
    scores = {**state.scores, **{name: total(rows, name, start) for name in _in_rows(rows)}}
    after = replace(state, rounds=rows, scores=scores)
    told = [f"{name} {signed(_cell(rows, category.key, name))}" for name in move.players]
    cite = Cite(RULE, "{called:cap}: {told}.", {"called": category.name, "told": told})
    changed = {
        name: exact([scores[name], -state.scores[name]])
        for name in scores
        if name in move.players or scores[name] != state.scores[name]
    }
    return closing.follow(after, (cite, *doubts), lines_of(RULE, changed, category.name))


def _in_rows(rows: tuple[Row, ...]) -> list[str]:
    return list(dict.fromkeys(name for row in rows for name in row.scores))


def _cell(rows: tuple[Row, ...], key: str, name: str) -> int | float:
    return next(row.scores[name] for row in rows if row.key == key)


def _no_value(
    state: Playing, sheet: Definition, category: Category, name: str, entry: Mapping[str, Entered]
) -> Refused | None:
    """What is wrong with a cell of a category. Raises BadFormula."""
    fields = {one.key: one for one in fields_of(sheet, category)}
    if wrong := _unknown(entry, fields, name):
        return wrong
    known = counting.fixed(state)
    about = _about_cell(state, sheet, category, name, entry)
    for key, one in fields.items():
        is_in = one.asked is None or bool(formulas.value(one.asked, about))
        if key not in entry:
            if _may_lack(one) or not is_in:
                continue
            return _missing(one, [name])
        if not is_in:
            if entry[key] == one.empty:
                continue
            facts = {"row": category.name, "field": one.name, "name": name}
            return Refused("illegal", RULE, "{row} of {name} has no {field}: leave it out.", facts)
        if wrong := _not_of_kind(state, one, entry[key], known, name):
            return wrong
    value = entry.get("value")
    if value is not None and category.values and value not in category.values:
        values = [signed(one).lstrip("+") for one in category.values]
        message = "{row} is one of {values}: choose one of these."
        return Refused("illegal", RULE, message, {"row": category.name, "values": values})
    if isinstance(value, int | float) and category.most is not None:
        most = counting.amount(category.most, known)
        if value > most:
            return Refused("illegal", RULE, "{row} is {most} at most.", {"row": category.name, "most": most})
    return None


def fields_of(sheet: Definition, category: Category) -> tuple[Field, ...]:
    """What a cell of a category asks for: the sheet's fields, or one number."""
    number = Field(key="value", name=category.name, least=category.least, fractions=category.fractions)
    return sheet.fields or (number,)


def _about_cell(
    state: Playing, sheet: Definition, category: Category, name: str, entry: Mapping[str, Entered]
) -> Names:
    """What an expression about a cell knows, with blanks for what is not entered."""
    always = {**counting.fixed(state), "me": name, "row": category.key}
    return {**always, **{one.key: one.empty for one in sheet.fields}, **entry}


def _cell_of(
    state: Playing, sheet: Definition, category: Category, name: str, entry: Mapping[str, Entered]
) -> dict[str, Entered]:
    """A cell with all that is asked for in it, and no more. Raises BadFormula."""
    about = _about_cell(state, sheet, category, name, entry)
    asked = [one for one in sheet.fields if one.asked is None or formulas.value(one.asked, about)]
    return {one.key: entry.get(one.key, one.empty) for one in asked} if sheet.fields else dict(entry)


# --- What may be entered -----------------------------------------------------------------------------


def entering(state: Playing, sheet: Definition) -> tuple[str, ...]:
    """Whose entries a round or turn has: everybody inside, or by turns the one whose turn it is."""
    if sheet.by == "turn":
        return (state.turn,) if state.turn else ()
    return state.inside


def first_of_side(state: Playing, sheet: Definition) -> frozenset[str]:
    """The players at whom what a side enters stands."""
    return frozenset(unit[0] for unit in counting.units(sheet, state.inside))


def is_asked(state: Playing, one: Field, table: Mapping[str, Entered]) -> bool:
    """Whether a field is asked for, with what is entered of the round. Raises BadFormula."""
    if one.asked is None:
        return True
    sheet = state.options.sheet
    fields = sheet.fields if sheet else ()
    blank: Names = {field.key: field.empty for field in fields if field.of == "round"}
    return bool(formulas.value(one.asked, {**_about(state), **blank, **table}))


def _about(state: Playing) -> Names:
    """What an expression of a field may ask for that is about nobody."""
    sheet = state.options.sheet
    names = counting.common(state)
    if sheet:
        every = counting.units(sheet, state.inside)
        if every:
            names |= counting.of_unit(state, every[0], every)
    return names


def _not_to_be_entered(
    state: Playing,
    sheet: Definition,
    asked: list[Field],
    players: Entries,
    table: Mapping[str, Entered],
) -> Refused | None:
    """What is wrong with an entry by the fields alone. Raises BadFormula."""
    at_table = entering(state, sheet)
    if not at_table:
        return _refused("Nobody is at the table: let somebody join first, or end the game.")
    whole = {one.key: one for one in asked if one.of == "round"}
    if wrong := _wrong_whole(state, whole, table) or _wrong_players(state, sheet, players):
        return wrong
    own = {one.key: one for one in asked if one.of != "round"}
    names = at_table if sheet.by == "round" else tuple(players)
    known = {**{key: one.empty for key, one in whole.items()}, **known_table(state), **table}
    given = {name: players.get(name, {}) for name in names}
    return (
        _wrong_values(state, sheet, own, given, known)
        or _lacking(state, sheet, own, given, known)
        or _places(own, players)
    )


def _wrong_whole(state: Playing, whole: Mapping[str, Field], table: Mapping[str, Entered]) -> Refused | None:
    """What is wrong with the fields of the round. Raises BadFormula."""
    if wrong := _unknown(table, whole, ""):
        return wrong
    known = {**_about(state), **{key: one.empty for key, one in whole.items()}, **known_table(state)}
    for key, one in whole.items():
        if key in table and (wrong := _not_of_kind(state, one, table[key], known, "")):
            return wrong
        if key not in table and not _may_lack(one) and is_asked(state, one, {**known_table(state), **table}):
            return _missing(one, [])
    return None


def _wrong_players(state: Playing, sheet: Definition, players: Entries) -> Refused | None:
    """Entries of others than those whose they are now."""
    if sheet.by != "round" and len(players) != 1:
        return invalid("A turn is one player’s: enter it for one.")
    for name in players:
        if name not in state.inside:
            return invalid("{name} cannot score, not being in the game now: leave that out.", name=name)
    if sheet.by == "turn" and state.turn not in players:
        facts = {"turn": state.turn or "", "player": next(iter(players))}
        return Refused("phase", RULE, "It is {turn}’s turn, not {player}’s.", facts)
    return None


def _has_field(state: Playing, sheet: Definition, one: Field, name: str) -> bool:
    """Whether a field is a player's to enter: what a side has stands at its first player."""
    return one.of == "player" or name in first_of_side(state, sheet)


def _wrong_values(
    state: Playing,
    sheet: Definition,
    own: Mapping[str, Field],
    players: Entries,
    table: Mapping[str, Entered],
) -> Refused | None:
    """What is wrong with what players entered. Raises BadFormula."""
    every = counting.units(sheet, state.inside)
    for name, entry in players.items():
        mine = {key: one for key, one in own.items() if _has_field(state, sheet, one, name)}
        if wrong := _unknown(entry, mine, name):
            return wrong
        unit = next(unit for unit in every if name in unit)
        known = {**_about(state), **table, **counting.of_unit(state, unit, every), "me": name}
        for key, one in mine.items():
            if key in entry and (wrong := _not_of_kind(state, one, entry[key], known, name)):
                return wrong
    return None


def _lacking(
    state: Playing,
    sheet: Definition,
    own: Mapping[str, Field],
    players: Entries,
    table: Mapping[str, Entered],
) -> Refused | None:
    """What players have left out. Raises BadFormula."""
    for key, one in own.items():
        without = [
            name for name in players if _has_field(state, sheet, one, name) and key not in players[name]
        ]
        if without and not _may_lack(one) and is_asked(state, one, table):
            return _missing(one, without)
    return None


def known_table(state: Playing) -> dict[str, Entered]:
    """What was entered of the round before it was played."""
    return dict(state.bid.table) if state.bid else {}


def _may_lack(one: Field) -> bool:
    """What is not ticked is not sent, and some fields may be left blank."""
    return one.blank or one.kind == "tick"


def _places(own: Mapping[str, Field], players: Entries) -> Refused | None:
    """Places start at 1, and after two who share one the next is left out."""
    for one in own.values():
        if one.kind != "place":
            continue
        places = sorted(int(entry[one.key]) for entry in players.values() if one.key in entry)
        if any(place != 1 + sum(1 for other in places if other < place) for place in places):
            message = "Each place is given once, from 1; players who share one leave the next out."
            return Refused("illegal", RULE, message)
    return None


def _unknown(entry: Mapping[str, Entered], fields: Mapping[str, Field], name: str) -> Refused | None:
    for key in entry:
        if key not in fields:
            message = "There is no field {key} to enter" + (" for {name}." if name else " for the round.")
            return invalid(message, key=key, name=name)
    return None


def _missing(one: Field, names: list[str]) -> Refused:
    if not names:
        return invalid("{field} is missing: enter it.", field=one.name)
    return invalid("{field} is missing for {names}: enter it, 0 is fine.", field=one.name, names=names)


def _not_of_kind(state: Playing, one: Field, value: Entered, known: Names, name: str) -> Refused | None:
    """What is wrong with a field's value: not of its kind, or beyond what it may be. Raises BadFormula."""
    facts = {
        "field": one.name,
        "of": f" of {name}" if name else "",
        "value": value if not isinstance(value, bool) else str(value),
    }
    match one.kind:
        case "tick":
            return None if isinstance(value, bool) else invalid("{field}{of} is yes or no.", **facts)
        case "choice":
            if value in [choice.value for choice in one.choices]:
                return None
            return invalid("{field}{of} is none of the choices: {value}.", **facts)
        case "player":
            if value in state.inside or (value == "" and one.blank):
                return None
            return invalid("{field}: {value} is not in the game now.", **facts)
    if isinstance(value, bool) or not isinstance(value, int | float):
        return invalid("{field}{of} is a number, not {value}.", **facts)
    if not one.fractions and not isinstance(value, int):
        return invalid("{field}{of} is a whole number, not {value}.", **facts)
    least = 1 if one.kind == "place" else one.least
    most = len(state.inside) if one.kind == "place" else one.most
    if least is not None and value < (limit := counting.amount(least, known)):
        message = "{field}{of} is {limit} at least, not {value}."
        return Refused("illegal", RULE, message, {**facts, "limit": limit})
    if most is not None and value > (limit := counting.amount(most, known)):
        message = "{field}{of} is {limit} at most, not {value}."
        return Refused("illegal", RULE, message, {**facts, "limit": limit})
    return None


def _complete(
    state: Playing,
    sheet: Definition,
    asked: list[Field],
    players: Entries,
    table: Mapping[str, Entered],
) -> tuple[Entries, dict[str, Entered]]:
    """The entries in the order of the seats, with what was bid, and with blanks for what was not asked.

    A page without scripts shows every field, so what is not asked for is left out even if it was sent.
    """
    bid = state.bid
    whole = {
        **(bid.table if bid else {}),
        **{one.key: table.get(one.key, one.empty) for one in asked if one.of == "round"},
    }
    for one in asked:
        if one.of == "round" and not is_asked(state, one, whole):
            whole[one.key] = one.empty
    firsts = first_of_side(state, sheet)
    names = [name for name in state.inside if sheet.by == "round" or name in players]
    entries: Entries = {}
    for name in names:
        entries[name] = dict(bid.entries.get(name, {})) if bid else {}
        for one in asked:
            if one.of == "player" or (one.of == "side" and name in firsts):
                given = players.get(name, {}) if is_asked(state, one, whole) else {}
                entries[name][one.key] = given.get(one.key, one.empty)
    return entries, whole


def _checked(
    state: Playing,
    sheet: Definition,
    entries: Entries,
    table: Mapping[str, Entered],
    *,
    anyway: bool,
    bids: bool,
) -> tuple[tuple[Cite, ...], Refused | None]:
    """What the checks say: sentences of those that the table overruled, or a refusal. Raises BadFormula."""
    checks = [one for one in sheet.checks if one.bids == bids]
    names = counting.shared(state, entries, table, lets=not bids) if checks else {}
    return _judged([(one, names) for one in checks], anyway=anyway)


def _judged(checks: list[tuple[Check, Names]], *, anyway: bool) -> tuple[tuple[Cite, ...], Refused | None]:
    """What these checks say, each with the names it knows. Raises BadFormula."""
    cites = []
    for one, names in checks:
        if holds(one, names):
            continue
        said = spoken(one.say, names)
        if one.firm or not anyway:
            return (), Refused("illegal" if one.firm else "impossible", RULE, "{said}.", {"said": said})
        cites.append(Cite(RULE, "Written down all the same: {said}.", {"said": said}))
    return tuple(cites), None


def holds(one: Check, names: Names) -> bool:
    """Whether a check is content. Raises BadFormula."""
    if one.is_ is not None:
        return bool(formulas.value(one.is_, names))
    given = formulas.number(f"sum(all_{one.adds})", names)
    return one.to is None or given == counting.amount(one.to, names)


def filled_up(state: States, move: moves.Move) -> moves.Move:
    """The move with 0 for every number that is missing for those at the table; the same move if none is."""
    if not isinstance(state, Playing):
        return move
    sheet = state.options.sheet
    if isinstance(move, moves.Round):
        missing = [name for name in state.players if name not in move.scores]
        return replace(move, scores={**move.scores, **dict.fromkeys(missing, 0)}) if missing else move
    if sheet is None or not isinstance(move, moves.Entry | moves.Bids | moves.Result):
        return move
    asked = [
        one
        for one in sheet.fields
        if one.kind == "number" and not (sheet.bids and one.bid != (state.bid is None))
    ]
    if sheet.by == "row":
        row = next((row for row in sheet.rows if isinstance(move, moves.Entry) and row.key == move.row), None)
        asked = [one for one in fields_of(sheet, row) if one.kind == "number"] if row else []
    blank = {one.key: 0 for one in asked if one.of != "round" and not _may_lack(one)}
    sides = {one.key for one in asked if one.of == "side"}
    firsts = first_of_side(state, sheet)
    names = tuple(move.players) if sheet.by != "round" else state.inside
    players = {
        name: {
            **{key: 0 for key in blank if key not in sides or name in firsts},
            **move.players.get(name, {}),
        }
        for name in names
    }
    table = {
        **{one.key: 0 for one in asked if one.of == "round" and not _may_lack(one) and one.asked is None},
        **move.table,
    }
    full = replace(move, players=players, table=table)
    same = (
        all(len(players[name]) == len(move.players.get(name, {})) for name in players) and table == move.table
    )
    return move if same else full


def offers(state: Playing) -> Iterator[moves.Move]:
    """An empty round, the bids or the result, or each empty cell, for a page to put the numbers in."""
    sheet = state.options.sheet
    if sheet is None:
        yield moves.Round(scores=dict.fromkeys(state.players, 0))
        return
    if sheet.by == "row":
        given = {row.key: row.entries for row in state.rounds}
        for row in sheet.rows:
            for name in state.players:
                if row.is_ is None and name not in given.get(row.key, {}):
                    least = row.least if isinstance(row.least, int) else 0
                    value = row.values[0] if row.values else max(least, 0)
                    cell: dict[str, Entered] = {one.key: one.empty for one in sheet.fields}
                    cell = cell or {"value": value}
                    yield moves.Entry(players={name: cell}, row=row.key)
        return
    if not state.inside:
        return
    asked = [one for one in sheet.fields if not sheet.bids or one.bid == (state.bid is None)]
    table = {one.key: _offered(state, one, {}) for one in asked if one.of == "round"}
    firsts = first_of_side(state, sheet)
    for names in [(name,) for name in state.inside] if sheet.by == "free" else [entering(state, sheet)]:
        entries = {
            player: {
                one.key: _offered(state, one, {"me": player})
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


def _offered(state: Playing, one: Field, more: Names) -> Entered:
    """The least that may stand in a field."""
    if one.kind == "player":
        return "" if one.blank else state.inside[0]
    if one.kind == "place":
        return 1
    if one.kind != "number" or one.least is None:
        return one.empty
    try:
        least = counting.amount(one.least, {**_about(state), **more})
    except BadFormula:
        return 0
    return int(least) if least > 0 else 0


# --- How it is told ----------------------------------------------------------------------------------


def _told(asked: list[Field], entries: Entries, table: Mapping[str, Entered]) -> Iterator[str]:
    for one in asked:
        if one.of == "round":
            yield f"{one.name} {told_value(one, table[one.key])}"
        else:
            found = [
                f"{name} {told_value(one, entry[one.key])}"
                for name, entry in entries.items()
                if one.key in entry
            ]
            yield f"{one.name}: {joined(found)}" if len(asked) > 1 else joined(found)


def told_value(one: Field, value: Entered) -> str:
    """A field's value in words."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if one.kind == "choice":
        return next((choice.name for choice in one.choices if choice.value == value), str(value))
    return str(value).replace("-", "−") if not isinstance(value, str) else value or "nobody"


def _called(state: Playing, sheet: Definition, entries: Entries) -> str:
    if sheet.by in ("turn", "free"):
        return f"turn {counting.turns(state, next(iter(entries))) + 1}"
    return f"{sheet.unit} {len(state.rounds) + 1}"


def _numbered(state: Playing, sheet: Definition, told: list[str]) -> dict[str, str | int]:
    return {"unit": sheet.unit, "n": len(state.rounds) + 1, "told": "; ".join(told)}


def _refused(message: str) -> Refused:
    return Refused("illegal", RULE, message)


def _uncounted(error: BadFormula) -> Refused:
    return uncounted(RULE, error, "Correct the sheet, or enter other numbers.")
