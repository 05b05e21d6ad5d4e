"""Who can no longer win: what can still come, by what the sheet's own expressions can come to at all.

Nobody is called out who could still win, whatever is entered. Where it does not follow from the sheet, such
as by rounds that nobody counts, nothing is said. That somebody leaves the table is not reckoned with.
"""

from __future__ import annotations

import math
from collections.abc import Mapping

from referee.rules.score_sheet import bounds, counting, formulas
from referee.rules.score_sheet.bounds import ANYTHING, Bounds, Known, Several, either
from referee.rules.score_sheet.counting import Unit
from referee.rules.score_sheet.definition import Amount, Definition, Field
from referee.rules.score_sheet.definition import Row as Category
from referee.rules.score_sheet.moves import Entered
from referee.rules.score_sheet.state import Sheet

#: What is farther away than so many rounds nobody asks.
_MOST_LEFT = 60
#: So many values of a category are tried one by one.
_FEW = 60

#: What each in the game can end with: the least and the most.
Ends = dict[str, Bounds]
_Names = dict[str, Known]


def beaten(state: Sheet) -> tuple[str, ...]:
    """Who can no longer win, as far as the sheet says how much can still come. Raises BadFormula."""
    sheet = state.options.sheet
    # Who leads may yet be out, where somebody can be.
    if sheet is None or sheet.wins == "all" or sheet.end.out or not state.rounds:
        return ()
    possible = [_cells(state, sheet)] if sheet.by == "row" else _rounds(state, sheet)
    mates = {name: unit for unit in counting.units(sheet, state.inside) for name in unit}
    behind = [_behind(ends, mates, low=sheet.wins == "low") for ends in possible]
    return tuple(name for name in state.inside if behind and all(name in some for some in behind))


def _behind(ends: Ends, mates: Mapping[str, Unit], *, low: bool) -> set[str]:
    """Whose best is less than the least that one of the others will have."""
    best = {name: -one.low if low else one.high for name, one in ends.items()}
    worst = {name: -one.high if low else one.low for name, one in ends.items()}
    return {
        name
        for name in ends
        if best[name] < max((worst[other] for other in ends if other not in mates[name]), default=best[name])
    }


def _amount(found: Amount, names: Mapping[str, Known]) -> Bounds:
    return bounds.number(found, names) if isinstance(found, str) else Bounds(found, found)


def _within(least: Amount | None, most: Amount | None, names: Mapping[str, Known]) -> Bounds:
    """A number that is so much at least and at most."""
    low = ANYTHING.low if least is None else _amount(least, names).low
    return Bounds(low, ANYTHING.high if most is None else max(_amount(most, names).high, low))


def _plus(one: Bounds, other: Bounds) -> Bounds:
    return Bounds(one.low + other.low, one.high + other.high)


def _fixed(state: Sheet) -> _Names:
    return {key: bounds.known(value) for key, value in counting.fixed(state).items()}


def _ranked(state: Sheet, sheet: Definition, ends: Ends, more: Mapping[str, _Names]) -> Ends:
    """By what the sheet ranks by: the totals, or an expression over them."""
    if not sheet.rank:
        return ends
    found: Ends = {}
    for name in ends:
        others = tuple(one for other, one in ends.items() if other != name)
        known: _Names = {
            **_fixed(state),
            **more.get(name, {}),
            "me": name,
            "total": ends[name],
            "all_total": Several(either(*ends.values()), 1, len(ends)),
            "other_total": Several(either(*others), 0, len(others)) if others else (),
        }
        found[name] = bounds.number(sheet.rank, known)
    return found


# --- Rounds and turns -------------------------------------------------------------------------------


def _rounds(state: Sheet, sheet: Definition) -> list[Ends]:
    """What each can have now and after each round to come; nothing where that is open."""
    left = _left(state, sheet)
    if not left or max(left.values()) > _MOST_LEFT:
        return []
    ends: Ends = {name: _exactly(state.scores[name]) for name in left}
    found = [dict(ends)]
    worth = _Worth(state, sheet)
    for ahead in range(max(left.values())):
        for name in [name for name in left if ahead < left[name]]:
            added = worth.of(name, ahead)
            if added.low == ANYTHING.low or added.high == ANYTHING.high:
                return []
            # By turns an end in between leaves some without theirs.
            ends[name] = _plus(ends[name], added if sheet.by == "round" else _around(added, _exactly(0)))
        found.append(dict(ends))
    kept = found if sheet.by == "round" else [found[0], found[-1]]
    return [_ranked(state, sheet, one, {}) for one in kept]


def _left(state: Sheet, sheet: Definition) -> dict[str, int]:
    """How many rounds or turns each still has at most; {} where it is open."""
    end = state.options.end.rounds if state.options.end.rounds is not None else sheet.end.rounds
    if end is None or sheet.others or sheet.by not in ("round", "turn"):
        return {}
    last = int(counting.amount(end, counting.fixed(state)))
    if last <= 0 or last - len(state.rounds) > _MOST_LEFT * len(state.inside):
        return {}
    if sheet.by == "round":
        return dict.fromkeys(state.inside, max(last - len(state.rounds), 0))
    had = {name: counting.turns(state, name) for name in state.inside}
    left, turn = dict.fromkeys(had, 0), state.inside.index(state.turn) if state.turn in had else 0
    while min(had[name] + left[name] for name in had) < last:
        left[state.inside[turn % len(had)]] += 1
        turn += 1
    return left


class _Worth:
    """What a round to come can be worth."""

    def __init__(self, state: Sheet, sheet: Definition) -> None:
        self._state = state
        self._sheet = sheet
        self._units = counting.units(sheet, state.inside)
        texts = [sheet.worth(), *(let.is_ for let in sheet.lets)]
        texts += [
            text for one in sheet.fields for text in (one.least, one.most, one.asked) if isinstance(text, str)
        ]
        texts += [text for text in sheet.each or () if isinstance(text, str)]
        self._changes = sheet.by == "turn" or any("round" in formulas.names_in(text) for text in texts)
        self._anybodys: dict[int, Bounds] = {}
        self._each = sheet.each if sheet.each and self._held(sheet.each) else None

    def _held(self, each: tuple[Amount, Amount]) -> bool:
        """Whether all rounds so far were worth what the sheet says that they are."""
        had: dict[str, int] = {}
        for n, row in enumerate(self._state.rounds, 1):
            for name, points in row.scores.items():
                had[name] = had.get(name, 0) + 1 if self._sheet.by == "turn" else n
                around: _Names = {**_fixed(self._state), "round": _exactly(had[name])}
                if not _amount(each[0], around).low <= points <= _amount(each[1], around).high:
                    return False
        return True

    def of(self, name: str, ahead: int) -> Bounds:
        """Of the round after so many others. Raises BadFormula."""
        state = self._state
        if ahead == 0 and state.bid:
            return self._counted(len(state.rounds) + 1, next(unit for unit in self._units if name in unit))
        had = counting.turns(state, name) if self._sheet.by == "turn" else len(state.rounds)
        number = had + ahead + 1 if self._changes else 0
        if number not in self._anybodys:
            self._anybodys[number] = self._counted(had + ahead + 1, None)
        return self._anybodys[number]

    def _counted(self, number: int, unit: Unit | None) -> Bounds:
        """Of a round, to anybody, or to somebody whose bids stand."""
        sheet = self._sheet
        around: _Names = {
            **_fixed(self._state),
            "round": _exactly(number),
            "seats": _exactly(len(self._state.inside)),
        }
        bids = dict(self._state.bid.table) if self._state.bid and unit else {}
        for one in sheet.fields:
            if one.of == "round":
                around[one.key] = bounds.known(bids[one.key]) if one.key in bids else self._field(one, around)
        names = dict(around)
        for one in sheet.fields:
            if one.of != "round":
                names |= self._entered(one, around, None)
        lets: _Names = {}
        units = 1 if sheet.by == "turn" else len(self._units)
        for let in sheet.lets:
            found = bounds.of(let.is_, {**names, **lets})
            lets[let.key] = found
            lets[f"all_{let.key}"] = Several(found, units, units)
            lets[f"other_{let.key}"] = Several(found, units - 1, units - 1)
        if unit:
            for one in sheet.fields:
                if one.of != "round":
                    names |= self._entered(one, around, unit)
            for let in sheet.lets:
                lets[let.key] = bounds.of(let.is_, {**names, **lets})
        worth = bounds.number(sheet.worth(), {**names, **lets})
        # What the sheet says of a round is taken where it does not follow from what is entered.
        least, most = (_amount(said, around) for said in self._each or (worth.low, worth.high))
        return Bounds(
            least.low if worth.low == ANYTHING.low else worth.low,
            most.high if worth.high == ANYTHING.high else worth.high,
        )

    def _entered(self, one: Field, around: _Names, unit: Unit | None) -> _Names:
        """A field's names, as far as they are known of anybody, or of somebody whose bids stand."""
        field = self._field(one, around)
        size = 1 if one.of == "side" else len(self._units[0])
        seats = len(self._units) * size if self._sheet.by == "round" else size
        mine: Known = (field,) * size
        if unit and one.bid and self._state.bid:
            given = [self._state.bid.entries.get(name, {}) for name in unit]
            mine = tuple(bounds.known(entry[one.key]) for entry in given if one.key in entry) or mine
        return {
            one.key: bounds.of("at(mine, 1)" if one.kind == "choice" else "sum(mine)", {"mine": mine}),
            f"my_{one.key}": mine,
            f"all_{one.key}": Several(field, seats, seats),
            f"other_{one.key}": Several(field, seats - size, seats - size),
        }

    def _field(self, one: Field, around: _Names) -> Known:
        """What can stand in a field."""
        found = _content(one, around, len(self._state.inside))
        if one.blank or one.asked is not None:
            found = either(found, bounds.known(one.empty))
        return found


def _content(one: Field, around: _Names, seats: int) -> Known:
    """What can be entered in a field."""
    match one.kind:
        case "tick":
            return Bounds(0, 1)
        case "choice":
            return either(*(choice.value for choice in one.choices))
        case "player":
            return ANYTHING
        case "place":
            return Bounds(1, seats)
    return _within(one.least, one.most, around)


# --- Categories -------------------------------------------------------------------------------------


def _cells(state: Sheet, sheet: Definition) -> Ends:
    """What each can have when the sheet is full, or when the table stops before that."""
    cells = _Cells(state, sheet)
    start = counting.starting(state.options, len(state.players))
    ends: Ends = {}
    for name in state.inside:
        ends[name] = _exactly(start)
        for row in sheet.rows:
            ends[name] = _plus(ends[name], cells.worth[name][row.key])
    return _ranked(state, sheet, ends, {name: cells.known(name) for name in state.inside})


class _Cells:
    """What each category is worth to each, or can be: 0 as long as it is not filled in."""

    def __init__(self, state: Sheet, sheet: Definition) -> None:
        self._sheet = sheet
        self._fixed = _fixed(state)
        self._given = {row.key: row.entries for row in state.rounds if row.entries and row.key}
        self._begun = {name for entries in self._given.values() for name in entries}
        self._firm = [one.is_ for one in sheet.checks if one.firm and one.is_]
        self._values = {name: self._values_of(name) for name in state.inside}
        self.worth = self._counted_anew()
        if self._firm and not sheet.fields:
            self._values = {name: self._allowed(name) for name in state.inside}
            self.worth = self._counted_anew()

    def _counted_anew(self) -> dict[str, dict[str, Bounds]]:
        """What each category is worth to each, by the values that there can be."""
        self.worth = {name: {} for name in self._values}
        for n, row in enumerate(self._sheet.rows):
            if row.is_ is None:
                for name in self._values:
                    self.worth[name][row.key] = self._cell(n, row, name)
        for row in self._sheet.rows:
            if row.is_ is not None:
                found = {name: self._counted(row.is_, name) for name in self._values}
                for name, one in found.items():
                    self.worth[name][row.key] = one
        return self.worth

    def _allowed(self, name: str) -> _Names:
        """Somebody's values without those that a firm check never lets pass."""
        found = dict(self._values[name])
        about: _Names = {**self._fixed, **self.known(name), "me": name}
        for row in self._sheet.rows:
            if row.is_ is not None or self._entry(row.key, name) is not None:
                continue
            about["row"] = row.key
            ends: list[Bounds] = []
            asked = [text for text in self._firm if not _holds(text, about, found[row.key]).low]
            values = (sorted(row.values) or _whole(found[row.key], row)) if asked else []
            for way in (values, values[::-1]):
                may = (one for one in way if all(_holds(text, about, _exactly(one)).high for text in asked))
                ends.append(_exactly(next(may, 0)))
            if values:
                found[row.key] = either(_exactly(0), *ends)
        return found

    def known(self, name: str) -> _Names:
        """What an expression about somebody's rows knows."""
        return {**self.worth[name], **{f"value_{key}": one for key, one in self._values[name].items()}}

    def _entry(self, key: str, name: str) -> Mapping[str, Entered] | None:
        return self._given.get(key, {}).get(name)

    def _values_of(self, name: str) -> _Names:
        """What somebody entered in each category of a number, or still can."""
        found: _Names = {}
        for row in self._sheet.rows if not self._sheet.fields else ():
            entry = self._entry(row.key, name)
            if row.is_ is not None:
                continue
            if entry is not None:
                found[row.key] = bounds.known(entry.get("value", 0))
            elif row.values:
                found[row.key] = either(*(_exactly(one) for one in (0, *row.values)))
            else:
                found[row.key] = _around(_within(row.least, row.most, self._fixed), _exactly(0))
        return found

    def _cell(self, n: int, row: Category, name: str) -> Bounds:
        """What is entered, or can be."""
        entry = self._entry(row.key, name)
        around: _Names = {**self._fixed, "me": name}
        own: _Names = {one.key: bounds.known(one.empty) for one in self._sheet.fields}
        if entry is not None:
            own |= {key: bounds.known(value) for key, value in entry.items()}
        elif self._sheet.fields:
            own |= {one.key: _own(one, {**around, "row": row.key}) for one in self._sheet.fields}
        else:
            own["value"] = self._values[name][row.key]
        text = counting.worth_of(self._sheet, row)
        if "later" in formulas.names_in(text):
            own["later"] = self._later(n, name)
        found = bounds.number(text, {**around, **own})
        return found if entry is not None else _around(found, _exactly(0))

    def _later(self, n: int, name: str) -> Known:
        """What somebody entered in the categories after one, known as far as there is no gap."""
        entries = [self._entry(row.key, name) for row in self._sheet.rows[n + 1 :] if row.is_ is None]
        found: list[Known] = []
        for entry in entries:
            if entry is None:
                break
            found += [bounds.known(value) for value in entry.values()]
        else:
            return tuple(found)
        fields = [_content(one, self._fixed, 0) for one in self._sheet.fields]
        each = (
            either(*fields, *(bounds.known(one.empty) for one in self._sheet.fields)) if fields else ANYTHING
        )
        most = sum(max(len(fields), 1) if entry is None else len(entry) for entry in entries)
        names: _Names = {"found": tuple(found), "several": Several(each, 0, most)}
        return bounds.of("found + several", names)

    def _counted(self, text: str, name: str) -> Bounds:
        """A category that is counted from others."""
        names: _Names = {**self._fixed, "me": name, **self.known(name)}
        for asked in formulas.names_in(text):
            whose, _, key = asked.partition("_")
            if whose in ("all", "other") and key in self.worth[name]:
                names[asked] = self._column(key, without=name if whose == "other" else "")
        found = bounds.number(text, names)
        return found if name in self._begun else _around(found, _exactly(0))

    def _column(self, key: str, without: str) -> Known:
        """A category of all: who has entered nothing yet may not be in it."""
        names = [name for name in self.worth if name != without]
        gone = self._begun - set(self.worth)
        found = [self.worth[name][key] for name in names]
        if not gone and self._begun >= set(names):
            return tuple(found)
        fewest = sum(1 for name in names if name in self._begun)
        return Several(ANYTHING if gone or not found else either(*found), fewest, len(names) + len(gone))


def _holds(text: str, about: _Names, value: Known) -> Bounds:
    """Whether a check can be true, and has to be, with a value in a cell."""
    can, cannot = bounds.truth(bounds.of(text, {**about, "value": value}))
    return Bounds(int(not cannot), int(can))


def _whole(found: Known, row: Category) -> list[int]:
    """The whole numbers within bounds, if they are few and there are no others."""
    if not isinstance(found, Bounds) or row.fractions or not found.high - found.low <= _FEW:
        return []
    return list(range(math.ceil(found.low), math.floor(found.high) + 1))


def _own(one: Field, around: _Names) -> Known:
    """What can stand in a field of a category."""
    asked = one.asked is None or bounds.of(one.asked, around) != _exactly(0)
    empty = bounds.known(one.empty)
    return either(_content(one, around, 0), empty) if asked else empty


def _exactly(number: float) -> Bounds:
    return Bounds(number, number)


def _around(one: Bounds, other: Bounds) -> Bounds:
    return Bounds(min(one.low, other.low), max(one.high, other.high))
