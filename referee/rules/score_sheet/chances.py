"""Who can no longer win: what the sheet says can still come, for each who is in the game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from msgspec.structs import replace

from referee.rules.score_sheet import counting, formulas
from referee.rules.score_sheet.definition import Definition
from referee.rules.score_sheet.state import Row, Sheet

#: One of a few numbers, `min` or `max` by what it is worth.
_Choose = Callable[..., int | float]


def beaten(state: Sheet) -> tuple[str, ...]:
    """Who can no longer win, as far as the sheet says how much can still come. Raises BadFormula."""
    sheet = state.options.sheet
    if sheet is None or sheet.wins == "all" or sheet.rank or not state.rounds:
        return ()
    ranges = _cells_left(state, sheet) if sheet.by == "row" else _rounds_left(state, sheet)
    if not ranges:
        return ()
    low = sheet.wins == "low"
    best = {name: ranges[name][0 if low else 1] for name in ranges}
    worst = {name: ranges[name][1 if low else 0] for name in ranges}
    mates = {name: unit for unit in counting.units(sheet, tuple(ranges)) for name in unit}
    out = []
    for name in ranges:
        others = [worst[other] for other in ranges if other not in mates[name]]
        if others and (best[name] > min(others) if low else best[name] < max(others)):
            out.append(name)
    return tuple(out)


#: The least and the most that each can end with.
Ranges = dict[str, tuple[int | float, int | float]]


def _rounds_left(state: Sheet, sheet: Definition) -> Ranges:
    """By the rounds that are left, where a sheet says what one is worth."""
    end = state.options.end.rounds or sheet.end.rounds
    if sheet.each is None or end is None or sheet.by != "round":
        return {}
    always = counting.fixed(state)
    last = int(counting.amount(end, always))
    left = [{**always, "round": n} for n in range(len(state.rounds) + 1, last + 1)]
    if len(left) > _MOST_LEFT:
        return {}
    least, most = (sum(counting.amount(found, names) for names in left) for found in sheet.each)
    return {name: (state.scores[name] + least, state.scores[name] + most) for name in state.inside}


#: What is farther away than so many rounds nobody asks.
_MOST_LEFT = 60


def _cells_left(state: Sheet, sheet: Definition) -> Ranges:
    """By the categories that are left, where all of them say what they can be."""
    choices = _choices(state, sheet)
    if not choices:
        return {}
    # What others have may count for a player: then each is looked at with the others as they are.
    asks_others = any(
        name.startswith(("all_", "other_"))
        for row in sheet.rows
        if row.is_
        for name in formulas.names_in(row.is_)
    )
    together = [(name,) for name in state.inside] if asks_others else [state.inside]
    least, most = (
        {name: total for names in together for name, total in _ended(state, sheet, names, choices, choose)}
        for choose in (min, max)
    )
    return {name: (least[name], most[name]) for name in state.inside}


def _choices(state: Sheet, sheet: Definition) -> dict[str, list[int | float]]:
    """What each category can be, {} where one does not say."""
    always = counting.fixed(state)
    found: dict[str, list[int | float]] = {}
    for category in sheet.rows:
        if category.is_ is not None:
            continue
        if sheet.fields or (not category.values and category.most is None) or category.least is None:
            return {}
        limits = (category.least, category.most if category.most is not None else 0)
        found[category.key] = list(category.values) or [0, *(counting.amount(one, always) for one in limits)]
    return found


def _ended(
    state: Sheet,
    sheet: Definition,
    names: tuple[str, ...],
    choices: Mapping[str, list[int | float]],
    choose: _Choose,
) -> Iterable[tuple[str, int | float]]:
    """What these would end with, had they the least or the most in every category that is left."""
    given = {row.key: row for row in state.rounds}
    always = counting.fixed(state)
    rows = []
    for category in sheet.rows:
        if category.is_ is not None:
            continue
        row = given.get(category.key, Row(name=category.name, scores={}, key=category.key))
        entries = dict(row.entries)
        text = counting.worth_of(sheet, category)
        for name in names:
            if name not in entries:
                worth = {
                    one: formulas.number(text, {**always, "me": name, "later": [], "value": one})
                    for one in choices[category.key]
                }
                entries[name] = {"value": choose(worth, key=worth.__getitem__)}
        rows.append(replace(row, entries=entries))
    counted = counting.filled(replace(state, rounds=tuple(rows)))
    start = counting.starting(state.options, len(state.players))
    for name in names:
        yield name, start + sum(row.scores.get(name, 0) for row in counted)
