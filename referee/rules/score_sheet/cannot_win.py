"""Who can no longer win, by what a sheet declares: how much a round or a category can be worth (`each`).

Nobody is called out who could still win, as long as what the sheet declares is true; where it is seen to be
untrue, or says nothing, nothing is said. That somebody leaves the table is not reckoned with.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from referee.rules.score_sheet import counting, formulas
from referee.rules.score_sheet.counting import Names, Unit
from referee.rules.score_sheet.definition import Amount, Definition
from referee.rules.score_sheet.definition import Row as Category
from referee.rules.score_sheet.formulas import BadFormula
from referee.rules.score_sheet.state import Sheet, exact

#: What is farther away than so many rounds nobody asks.
_MOST_LEFT = 60

#: The least and the most of something.
Range = tuple[int | float, int | float]
#: What each in the game can end with.
Ends = dict[str, Range]


class _NotSaid(Exception):
    """The sheet does not say how much can still come."""


def beaten(state: Sheet) -> tuple[str, ...]:
    """Who can no longer win: whose best is behind another's worst, whenever the game ends."""
    sheet = state.options.sheet
    # Who leads may yet be out, where somebody can be; an expression to rank by may count anything.
    if sheet is None or sheet.wins == "all" or sheet.end.out or sheet.rank or not state.rounds:
        return ()
    try:
        with formulas.limited():
            possible = list(_by_rows(state, sheet) if sheet.by == "row" else _by_rounds(state, sheet))
    except (_NotSaid, BadFormula):
        return ()
    mates = {name: unit for unit in counting.units(sheet, state.inside) for name in unit}
    behind = [_behind(ends, mates, low=sheet.wins == "low") for ends in possible]
    return tuple(name for name in state.inside if all(name in some for some in behind))


def _behind(ends: Ends, mates: Mapping[str, Unit], *, low: bool) -> set[str]:
    """Whose best is less than the least that one of the others will have."""
    best = {name: -least if low else most for name, (least, most) in ends.items()}
    worst = {name: -most if low else least for name, (least, most) in ends.items()}
    return {
        name
        for name in ends
        if best[name] < max((worst[other] for other in ends if other not in mates[name]), default=best[name])
    }


def _range(found: tuple[Amount, Amount], names: Names) -> Range:
    least, most = (counting.amount(one, names) for one in found)
    return least, max(least, most)


def _sum(one: Range, other: Range) -> Range:
    return exact([one[0], other[0]]), exact([one[1], other[1]])


def _either(one: Range, other: Range) -> Range:
    return min(one[0], other[0]), max(one[1], other[1])


# --- Rounds and turns -------------------------------------------------------------------------------


def _by_rounds(state: Sheet, sheet: Definition) -> Iterator[Ends]:
    """What each can have now, and after each round that is still to come."""
    left = _left(state, sheet)
    worth = _Worth(state, sheet)
    had = {name: counting.turns(state, name) if sheet.by == "turn" else len(state.rounds) for name in left}
    ends: Ends = {name: (state.scores[name], state.scores[name]) for name in left}
    yield dict(ends)
    for ahead in range(1, max(left.values(), default=0) + 1):
        for name in [name for name in left if ahead <= left[name]]:
            bids = _bids(state, name) if ahead == 1 else {}
            added = worth.of(had[name] + ahead, bids)
            # By turns an end in between leaves some without theirs.
            ends[name] = _sum(ends[name], added if sheet.by == "round" else _either(added, (0, 0)))
        if sheet.by == "round":
            yield dict(ends)
    yield ends


def _left(state: Sheet, sheet: Definition) -> dict[str, int]:
    """How many rounds or turns each still has at most. Raises _NotSaid where that is open."""
    end = state.options.end.rounds if state.options.end.rounds is not None else sheet.end.rounds
    if end is None or sheet.others or sheet.by not in ("round", "turn"):
        raise _NotSaid
    last = int(counting.amount(end, counting.fixed(state)))
    if sheet.by == "round":
        left = dict.fromkeys(state.inside, max(last - len(state.rounds), 0))
    else:
        had = {name: counting.turns(state, name) for name in state.inside}
        # It ends when all have had so many, and those before the last of them may have one more.
        left = {name: max(last - min(had.values(), default=0), 0) for name in had}
    if last <= 0 or max(left.values(), default=0) > _MOST_LEFT:
        raise _NotSaid
    return left


class _Worth:
    """What a round can be worth to anybody, by its number. Raises _NotSaid where the sheet says nothing."""

    def __init__(self, state: Sheet, sheet: Definition) -> None:
        self._fixed = counting.fixed(state)
        self._blank: Names = {one.key: one.empty for one in sheet.fields if one.bid}
        self._each = sheet.each or _first_field(state, sheet)
        self._known: dict[int, Range] = {}
        self._constant = not any(
            "round" in formulas.names_in(one) for one in self._each if isinstance(one, str)
        )
        had: dict[str, int] = {}
        for n, row in enumerate(state.rounds, 1):
            for name, points in row.scores.items():
                had[name] = had.get(name, 0) + 1 if sheet.by == "turn" else n
                least, most = self.of(had[name])
                if not least <= points <= most:
                    raise _NotSaid

    def of(self, number: int, bids: Names | None = None) -> Range:
        """Of the round or turn of a number, and, where they stand, with somebody's bids."""
        names: Names = {**self._fixed, "round": number, "bids": bool(bids), **self._blank}
        if bids:
            return _range(self._each, {**names, **bids})
        key = 0 if self._constant else number
        if key not in self._known:
            self._known[key] = _range(self._each, names)
        return self._known[key]


def _bids(state: Sheet, name: str) -> Names:
    """What somebody, or their side, bid for the round that is being played."""
    if state.bid is None or state.options.sheet is None:
        return {}
    every = counting.units(state.options.sheet, state.inside)
    unit = next(unit for unit in every if name in unit)
    return {**state.bid.table, **counting.bids_of(state.options.sheet, unit, state.bid.entries)}


def _first_field(state: Sheet, sheet: Definition) -> tuple[Amount, Amount]:
    """Without points a round is worth its first number, which is within its limits."""
    one = sheet.first
    if sheet.points or one is None or (sheet.sides and one.of == "player"):
        raise _NotSaid
    match one.kind:
        case "tick":
            return 0, 1
        case "place" if not one.asked and not one.blank:
            return 1, len(state.inside)
    # What is not asked for is 0.
    if one.kind != "number" or one.least is None or one.most is None or one.asked or one.blank:
        raise _NotSaid
    return one.least, one.most


# --- Categories -------------------------------------------------------------------------------------


def _by_rows(state: Sheet, sheet: Definition) -> Iterator[Ends]:
    """What each can have when the sheet is full, or when the table stops before that."""
    start = counting.starting(state.options, len(state.players))
    given = {row.key: row for row in state.rounds if row.key}
    ends: Ends = {}
    for name in state.inside:
        about, entered = _about(state, sheet, name)
        ends[name] = (start, start)
        for n, row in enumerate(sheet.rows):
            now = given[row.key].scores.get(name, 0) if row.key in given else 0
            worth = (now, now)
            if row.key not in entered or _may_change(sheet, n, entered):
                # As long as it is not filled in it is worth nothing, and the table may stop there.
                worth = _either(worth, _range(_declared(sheet, row), {"points": now, **about}))
            ends[name] = _sum(ends[name], worth)
    yield ends


def _about(state: Sheet, sheet: Definition, name: str) -> tuple[Names, list[str]]:
    """What is known of a player's column, and which categories are filled in there."""
    entered = [row.key for row in state.rounds if row.key and name in row.entries]
    known = {"me": name, "entered": entered, **counting.of_rows(sheet, state.rounds, name)}
    return {**counting.fixed(state), **known}, entered


def of_use(state: Sheet, sheet: Definition, cells: Iterable[tuple[Category, str]]) -> list[str]:
    """The categories of empty cells, each once, without those that the sheet says come to nothing."""
    found: dict[str, None] = {}
    with formulas.limited():
        for row, name in cells:
            try:
                worth = _range(_declared(sheet, row), {"points": 0, **_about(state, sheet, name)[0]})
            except (_NotSaid, BadFormula):
                worth = 0, 1
            if worth != (0, 0):
                found[row.name] = None
    return list(found)


def _may_change(sheet: Definition, n: int, entered: list[str]) -> bool:
    """Whether what is entered in later categories can still change what an earlier one is worth."""
    return "later" in formulas.names_in(counting.worth_of(sheet, sheet.rows[n])) and any(
        one.is_ is None and one.key not in entered for one in sheet.rows[n + 1 :]
    )


def _declared(sheet: Definition, row: Category) -> tuple[Amount, Amount]:
    """What the sheet says that a category is worth. Raises _NotSaid."""
    if row.each:
        return row.each
    if row.is_ is not None or sheet.fields or counting.worth_of(sheet, row) != "value":
        raise _NotSaid
    if row.values:
        return min(row.values), max(row.values)
    if row.least is None or row.most is None:
        raise _NotSaid
    return row.least, row.most
