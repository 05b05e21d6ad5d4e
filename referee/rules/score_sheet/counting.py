"""What a sheet's entries are worth: a definition's expressions over what was entered."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from referee.rules.score_sheet import formulas
from referee.rules.score_sheet.definition import PLAIN, Amount, Definition, Field
from referee.rules.score_sheet.definition import Row as Category
from referee.rules.score_sheet.formulas import spoken
from referee.rules.score_sheet.moves import Entered, Entries
from referee.rules.score_sheet.state import Options, Row, Sheet, Tallies, exact
from referee.rules.sentences import joined, side_name

#: Who counts as one: a player, or the players of a side.
Unit = tuple[str, ...]
Names = dict[str, object]


class Counted(Struct, frozen=True):
    """What a round comes to: the points of everybody in it, all tallies after it, and what is said of it."""

    points: dict[str, int | float]
    tallies: Tallies
    said: tuple[str, ...]


def agreed(options: Options) -> Names:
    """The names that hold for the whole game: its options as agreed, and the definition's lists."""
    sheet = options.sheet or PLAIN
    chosen: Names = {option.key: options.agreed.get(option.key, option.usual) for option in sheet.options}
    return {**sheet.lists, **chosen}


def fixed(state: Sheet) -> Names:
    """The names that hold for the whole game, and how many are in it."""
    return {**agreed(state.options), "seats": len(state.inside)}


def amount(found: Amount, names: formulas.Names) -> int | float:
    """A number, or what an expression comes to. Raises BadFormula."""
    return formulas.number(found, names) if isinstance(found, str) else found


def starting(options: Options, seats: int) -> int | float:
    """What everybody's total starts at. Raises BadFormula."""
    sheet = options.sheet
    return amount(sheet.start, {**agreed(options), "seats": seats}) if sheet else 0


def units(sheet: Definition, players: Sequence[str]) -> list[Unit]:
    """The sides, whose players sit alternately; without sides everybody alone."""
    if not sheet.sides or len(players) < sheet.sides.from_:
        return [(name,) for name in players]
    many = max(len(players) // sheet.sides.size, 1)
    return [tuple(players[first::many]) for first in range(min(many, len(players)))]


def common(state: Sheet, name: str = "") -> Names:
    """What every expression knows of a round to come, or of the turn to come of the one at turn or named."""
    return {**fixed(state), "round": played(state, name) + 1, "dealer": state.dealer or ""}


def played(state: Sheet, name: str = "") -> int:
    """How many rounds were played, or, by turns, how many turns the one at turn or named had."""
    sheet = state.options.sheet
    if sheet and sheet.by in ("turn", "free"):
        return turns(state, name or state.turn or "")
    return len(state.rounds)


def condition(state: Sheet) -> str:
    """What holds in the round to come; "" where nothing is said. Raises BadFormula."""
    sheet = state.options.sheet
    if sheet is None or not sheet.rounds:
        return ""
    names = common(state)
    if sheet.sides and state.dealer:
        every = units(sheet, state.inside)
        dealing = next((unit for unit in every if state.dealer in unit), ())
        names["dealer_side"] = side_name(dealing)
        names["other_side"] = joined([side_name(unit) for unit in every if unit != dealing])
    return spoken(sheet.rounds[len(state.rounds) % len(sheet.rounds)], names)


def of_unit(state: Sheet, unit: Unit, every: list[Unit]) -> Names:
    """What an expression knows of the one it is counted for: names, totals and tallies."""
    names: Names = {"me": unit[0], "mine": list(unit), **_each("total", unit, every, state.scores)}
    for tally in state.options.sheet.tallies if state.options.sheet else ():
        kept = {player: state.tallies.get(player, {}).get(tally.key, tally.start) for player in state.inside}
        names |= _each(tally.key, unit, every, kept)
    return names


def _each(key: str, unit: Unit, every: list[Unit], kept: Mapping[str, object]) -> Names:
    return {
        key: kept[unit[0]],
        f"all_{key}": [kept[one[0]] for one in every],
        f"other_{key}": [kept[one[0]] for one in every if one != unit],
    }


def shared(state: Sheet, players: Entries, table: Mapping[str, Entered], *, lets: bool = False) -> Names:
    """What an expression about the whole round knows: fields of the round, and everybody's as lists.

    With `lets` those too, once all is entered that they ask for. Raises BadFormula.
    """
    sheet = state.options.sheet
    if sheet is None:
        return {}
    every = units(sheet, state.inside)
    whose = next(iter(players), "")
    names: Names = {**common(state, whose), **table, "all_total": [state.scores[unit[0]] for unit in every]}
    for tally in sheet.tallies:
        names[f"all_{tally.key}"] = [
            state.tallies.get(unit[0], {}).get(tally.key, tally.start) for unit in every
        ]
    for one in sheet.fields:
        if one.of != "round":
            names[f"all_{one.key}"] = _of(one, players, players)
    if lets and sheet.lets:
        found = known(state, players, table).values()
        for let in sheet.lets:
            names[f"all_{let.key}"] = [own[let.key] for own in found]
    return names


def _of(one: Field, players: Entries, names: Iterable[str]) -> list[Entered]:
    """A field of these players; one of a side stands at one player only."""
    found = [players[name][one.key] for name in names if one.key in players.get(name, {})]
    return found or [one.empty]


def known(state: Sheet, players: Entries, table: Mapping[str, Entered]) -> dict[Unit, Names]:
    """What the expressions of a round or a turn know of each who entered something. Raises BadFormula."""
    sheet = state.options.sheet or PLAIN
    every = units(sheet, state.inside)
    playing = [unit for unit in every if any(name in players for name in unit)]
    around = common(state, next(iter(players), "")) | dict(table)
    found: dict[Unit, Names] = {}
    for unit in playing:
        found[unit] = {**around, **of_unit(state, unit, every)}
        for one in sheet.fields:
            if one.of != "round":
                found[unit] |= _entered(one, unit, players)
    for let in sheet.lets:
        _add(let.key, let.is_, found)
    return found


def count(state: Sheet, players: Entries, table: Mapping[str, Entered]) -> Counted:
    """The points and tallies of a round or a turn. Raises BadFormula."""
    sheet = state.options.sheet or PLAIN
    found = known(state, players, table)
    points = {unit: formulas.number(sheet.worth(), names) for unit, names in found.items()}
    tallies: Tallies = {name: dict(kept) for name, kept in state.tallies.items()}
    others = _for_others(state, sheet, found, shared(state, players, table, lets=True))
    for unit, names in found.items():
        names["points"] = points[unit]
    for tally in sheet.tallies:
        then = {unit: formulas.number(tally.then, names) for unit, names in found.items()}
        for unit in found:
            for name in unit:
                tallies.setdefault(name, {})[tally.key] = then[unit]
    said = dict.fromkeys(
        spoken(let.say, names) for let in sheet.lets for names in found.values() if let.say and names[let.key]
    )
    return Counted({**{name: points[unit] for unit in found for name in unit}, **others}, tallies, (*said,))


def _for_others(
    state: Sheet, sheet: Definition, found: Mapping[Unit, Names], whole: Names
) -> dict[str, int | float]:
    """What a turn is worth to those whose turn it is not, if anything. Raises BadFormula."""
    if sheet.others is None:
        return {}
    every = units(sheet, state.inside)
    known = {unit: {**whole, **of_unit(state, unit, every)} for unit in every if unit not in found}
    worth = {unit: formulas.number(sheet.others, names) for unit, names in known.items()}
    return {name: points for unit, points in worth.items() if points for name in unit}


def _entered(one: Field, unit: Unit, players: Entries) -> Names:
    """A field's names: the unit's own, summed up if numbers, its players', everybody's, and the others'."""
    mine = _of(one, players, unit)
    value = exact([int(v) if isinstance(v, bool) else v for v in mine if not isinstance(v, str)])
    others = [name for name in players if name not in unit]
    return {
        one.key: mine[0] if one.kind == "choice" else value,
        f"my_{one.key}": mine,
        f"all_{one.key}": _of(one, players, players),
        f"other_{one.key}": _of(one, players, others) if others else [],
    }


def bids_of(sheet: Definition, unit: Unit, players: Entries) -> Names:
    """What a unit bid, by field."""
    entered = (_entered(one, unit, players) for one in sheet.fields if one.bid and one.of != "round")
    return {key: value for names in entered for key, value in names.items()}


def _add(key: str, text: str, known: dict[Unit, Names]) -> None:
    """A name for an expression, counted for everybody before the next one is."""
    found = {unit: formulas.value(text, names) for unit, names in known.items()}
    for unit, names in known.items():
        names[key] = found[unit]
        names[f"all_{key}"] = list(found.values())
        names[f"other_{key}"] = [value for other, value in found.items() if other != unit]


def turns(state: Sheet, name: str) -> int:
    """How many turns a player had."""
    return sum(1 for row in state.rounds if name in row.entries)


def begun(state: Sheet) -> int:
    """How many rows of the sheet somebody has filled in: rounds, or turns or categories that all share.

    Free entries have nothing to share: there it is how many were made.
    """
    sheet = state.options.sheet
    if sheet and sheet.by == "turn":
        return max((turns(state, name) for name in state.scores), default=0)
    return sum(1 for row in state.rounds if row.entries or sheet is None)


def filled(state: Sheet) -> tuple[Row, ...]:
    """The categories with what they are worth now: a later one may change what an earlier one is worth.

    In the order of the definition, the counted ones among them. Raises BadFormula.
    """
    sheet, always = state.options.sheet or PLAIN, fixed(state)
    given = {row.key: row for row in state.rounds if row.entries}
    worth: dict[str, dict[str, int | float]] = {}
    for row in sheet.rows:
        if row.is_ is None and row.key in given:
            known = {name: of_cell(state, row.key, name) for name in given[row.key].entries}
            worth[row.key] = {name: formulas.number(worth_of(sheet, row), known[name]) for name in known}
    everybody = [name for name in state.scores if any(name in row.entries for row in given.values())]
    for n, row in enumerate(sheet.rows):
        if row.is_ is not None and given:
            names = {name: {**always, "me": name} for name in everybody}
            for one in sheet.rows[:n] + tuple(r for r in sheet.rows if r.is_ is None):
                _row_names(one.key, worth, names)
            for name in names:
                names[name] |= _values(sheet, given, name)
            worth[row.key] = {name: formulas.number(row.is_, known) for name, known in names.items()}
    rows = []
    for row in sheet.rows:
        if row.key in worth:
            before = given.get(row.key, Row(name=row.name, scores={}, key=row.key))
            rows.append(replace(before, scores=worth[row.key]))
    return tuple(rows)


def of_cell(state: Sheet, key: str | None, name: str) -> Names:
    """What is known of somebody's category: what was entered in it, and `later` in those after it."""
    sheet = state.options.sheet or PLAIN
    entered = {row.key: row.entries.get(name, {}) for row in state.rounds}
    keys = [row.key for row in sheet.rows]
    later = [each for one in keys[keys.index(key or "") + 1 :] for each in entered.get(one, {}).values()]
    blank = {one.key: one.empty for one in sheet.fields}
    return {**fixed(state), **blank, **entered[key], "me": name, "row": key, "later": later}


def _row_names(key: str, worth: Mapping[str, Mapping[str, int | float]], names: Mapping[str, Names]) -> None:
    points = {name: worth.get(key, {}).get(name, 0) for name in names}
    for name, known in names.items():
        known[key] = points[name]
        known[f"all_{key}"] = list(points.values())
        known[f"other_{key}"] = [points[other] for other in points if other != name]


def of_rows(sheet: Definition, rows: Iterable[Row], name: str) -> Names:
    """What somebody's categories are worth, and what was entered in them; 0 where nothing is.

    The lists have those who entered the category.
    """
    given = {row.key: row for row in rows if row.key is not None}
    scores = {row.key: given[row.key].scores if row.key in given else {} for row in sheet.rows}
    worth = {key: points.get(name, 0) for key, points in scores.items()}
    every = {f"all_{key}": list(points.values()) for key, points in scores.items()}
    return {**worth, **every, **_values(sheet, given, name)}


def _values(sheet: Definition, given: Mapping[str, Row] | Mapping[str | None, Row], name: str) -> Names:
    """What somebody entered in categories of a number."""
    found = {row.key: row.entries.get(name, {}).get("value", 0) for row in given.values()}
    rows = [row.key for row in sheet.rows if row.is_ is None and not sheet.fields]
    return {f"value_{key}": found.get(key, 0) for key in rows}


def worth_of(sheet: Definition, category: Category) -> str:
    """The expression of what a category is worth."""
    return category.points or sheet.points or (sheet.fields[0].key if sheet.fields else "value")
