"""Whether the parts of a definition fit together: keys, ways, and the names that each expression may use."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

import msgspec

from referee.rules.score_sheet import formulas
from referee.rules.score_sheet.definition import MOST_PARTS, Definition, Field, Keyed
from referee.rules.score_sheet.formulas import BadFormula, said

#: What every expression knows, of a round and of the one whose points are counted (docs/sheets.md).
COMMON = frozenset({"round", "seats", "dealer"})
UNIT = frozenset({"me", "mine", "total", "all_total", "other_total"})
#: No key may be one of these.
TAKEN = (
    COMMON | UNIT | {"value", "later", "row", *formulas.FUNCTIONS} | {"and", "or", "not", "if", "else", "in"}
)

_Fault = tuple[str, tuple[str | int, ...]]


def faults(sheet: Definition) -> Iterator[_Fault]:
    """What does not fit together, and where."""
    for part in (_numbers, _words, _ways, _fields, _options, _checks, _formulas):
        yield from part(sheet)


def _numbers(sheet: Definition) -> Iterator[_Fault]:
    """Numbers beyond those that are counted with."""

    def beyond(part: object, *path: str | int) -> Iterator[tuple[str | int, ...]]:
        if isinstance(part, dict):
            for key, value in part.items():
                yield from beyond(value, *path, key)
        elif isinstance(part, list | tuple):
            for n, value in enumerate(part):
                yield from beyond(value, *path, n)
        elif isinstance(part, int | float) and not abs(part) <= formulas.LARGEST_NUMBER:
            yield path

    for path in beyond(msgspec.to_builtins(sheet)):
        yield f"a number is at most {formulas.LARGEST_NUMBER:,}", path


def _words(sheet: Definition) -> Iterator[_Fault]:
    """Keys that are there twice, or that mean something already."""
    seen: set[str] = set()
    kinds: Mapping[str, Sequence[Keyed]] = {
        "field": sheet.fields,
        "let": sheet.lets,
        "tally": sheet.tallies,
        "row": sheet.rows,
        "option": sheet.options,
    }
    for kind, parts in kinds.items():
        for n, part in enumerate(parts):
            if part.key in seen:
                yield f"the key “{part.key}” is there twice", (kind, n, "key")
            if part.key in TAKEN or part.key.startswith(("all_", "my_", "other_", "value_")):
                yield f"“{part.key}” means something already: choose another key", (kind, n, "key")
            seen.add(part.key)
    for key in sheet.lists:
        if key in seen or key in TAKEN:
            yield f"the key “{key}” is taken", ("lists", key)


def _ways(sheet: Definition) -> Iterator[_Fault]:
    """What needs another way of filling it in."""
    least, most = sheet.players
    if least > most:
        yield f"at least {least} is more than at most {most}", ("players",)
    if sheet.others and sheet.by not in ("turn", "free"):
        yield 'what is for others goes with by = "turn" or "free"', ("others",)
    if sheet.won_by is not None and sheet.won_by not in [tally.key for tally in sheet.tallies]:
        yield f"there is no tally “{sheet.won_by}”", ("won_by",)
    if (sheet.why and sheet.by == "free") or (sheet.tells and sheet.by not in ("round", "free")):
        key = "why" if sheet.by == "free" else "tells"
        yield "what was played, and why it counted, is not told of sheets filled this way", (key,)
    if sheet.by != "round" and sheet.end.broken:
        yield "what a game broken off is worth is for sheets filled by round", ("end", "broken")
    if sheet.by == "row" and not any(row.is_ is None for row in sheet.rows):
        yield "a sheet that is filled by row needs a row to fill in", ("by",)
    if sheet.by != "row" and sheet.rows:
        yield 'rows are for sheets that are filled by row: add by = "row"', ("row", 0, "key")
    if sheet.by != "row" and not sheet.fields:
        yield "nothing is entered: add a field", ("by",)
    if sheet.bids and (sheet.by != "round" or all(one.bid for one in sheet.fields)):
        yield "bids are for sheets filled by round, which also enter what came of them", ("by",)
    if sheet.sides and (sheet.by != "round" or sheet.dealer in ("winner", "loser")):
        yield 'sides are for sheets filled by round, with dealer "none" or "left"', ("sides",)


def _fields(sheet: Definition) -> Iterator[_Fault]:
    """Fields that nobody could fill in."""
    numbers = {one.key for one in sheet.fields if (one.kind, one.of) == ("number", "round")}
    for n, one in enumerate(sheet.fields):
        if (one.kind == "choice") != bool(one.choices):
            yield "a choice has something to choose from, and nothing else has", ("field", n, "kind")
        if one.choices and one.choices[0].asked:
            yield "what comes first can always be chosen", ("field", n, "choice")
        if one.signs and (one.kind != "number" or one.of == "round"):
            yield "signs are for numbers that players enter", ("field", n, "sign")
        if one.fills and ((one.kind, one.of) != ("tick", "round") or not one.fills.keys() <= numbers):
            yield "a tick of the round fills in numbers of the round", ("field", n, "fills")
        if one.of == "side" and not sheet.sides:
            yield "there are no sides here", ("field", n, "of")
        if one.kind == "player" and one.of != "round":
            yield 'a player is chosen for the round: add of = "round"', ("field", n, "kind")
        if one.kind == "place" and one.of != "player":
            yield "each player has a place of their own", ("field", n, "kind")
        if one.of == "round" and sheet.by == "row":
            yield "rows have no fields of the round", ("field", n, "of")
        if one.of == "round" and sheet.by in ("turn", "free") and one.kind == "player":
            yield "whose turn it is, is known", ("field", n, "kind")


def _options(sheet: Definition) -> Iterator[_Fault]:
    """Options that cannot be agreed on."""
    for n, option in enumerate(sheet.options):
        if (option.kind == "choice") != bool(option.choices):
            yield "a choice has something to choose from, and nothing else has", ("option", n, "kind")
        kinds = {"number": int | float, "tick": bool, "choice": str}
        if not isinstance(option.usual, kinds[option.kind]) or (
            option.kind == "number" and isinstance(option.usual, bool)
        ):
            yield f"what is usual has to be a {option.kind}", ("option", n, "usual")
        elif option.choices and option.usual not in [choice.value for choice in option.choices]:
            yield "what is usual is none of the choices", ("option", n, "usual")


def _checks(sheet: Definition) -> Iterator[_Fault]:
    """Checks that ask for nothing, or for what nobody enters."""
    numbers = {one.key for one in sheet.fields if one.kind in ("number", "tick") and one.of != "round"}
    for n, check in enumerate(sheet.checks):
        if (check.is_ is None) == (check.adds is None) or (check.adds is None) != (check.to is None):
            yield "a check has either `is`, or `adds` and `to`", ("check", n, "say")
        if check.adds is not None and check.adds not in numbers:
            yield f"“{check.adds}” is no number that players enter", ("check", n, "adds")
        if sheet.by == "row" and (check.is_ is None or check.bids):
            yield "rows are checked one at a time, by `is`", ("check", n, "say")


def _formulas(sheet: Definition) -> Iterator[_Fault]:
    """Expressions that cannot be read, ask for what is not known where they stand, or are too many."""
    parts = 0
    for text, known, path in _expressions(sheet):
        try:
            formulas.check(text, known)
            parts += formulas.parts(text)
        except BadFormula as error:
            yield str(error), path
        if parts > MOST_PARTS:
            yield f"all expressions together have more than {MOST_PARTS:,} parts", path
            return


def place_of(sheet: Definition, text: str) -> str:
    """Where in a sheet an expression stands, such as `let twice`; "" where it does not."""
    path = next((path for found, _, path in _expressions(sheet) if found == text), ())
    match path:
        case (kind, int(n), *_):
            part = {"field": sheet.fields, "let": sheet.lets, "tally": sheet.tallies, "row": sheet.rows}
            return f"{kind} {part[kind][n].key if kind in part else n + 1}"
    return " ".join(map(str, path))


#: Its text, the names it may use, and where it stands.
_Expression = tuple[str, frozenset[str], tuple[str | int, ...]]


def _expressions(sheet: Definition) -> Iterator[_Expression]:
    """Each expression, with the names it may use and where it stands."""
    agreed = frozenset({*(option.key for option in sheet.options), *sheet.lists})
    yield from _row_expressions(sheet, agreed) if sheet.by == "row" else _round_expressions(sheet, agreed)
    fixed = frozenset({"seats"}) | agreed
    after = fixed | {"round"} | UNIT | _names(sheet.tallies)
    yield from _amount(sheet.start, fixed, "start")
    bids = frozenset(one.key for one in sheet.fields if one.bid)
    for found in sheet.each or ():
        yield from _amount(found, fixed | {"round", "bids"} | bids, "each")
    for label in sheet.rounds:
        for text in said(label):
            sides = {"dealer_side", "other_side"} if sheet.sides else set()
            yield text, COMMON | agreed | sides, ("rounds",)
    of_round = agreed | {one.key for one in sheet.fields if one.of == "round"}
    for told in sheet.tells:
        for text in said(told):
            yield text, after if sheet.by == "free" else of_round, ("tells",)
    for name in ("rank", "tie"):
        yield from _amount(getattr(sheet, name), after | _of_rows(sheet), name)
    for name in ("score", "rounds", "lead"):
        yield from _amount(getattr(sheet.end, name), fixed, "end", name)
    for name in ("when", "out", "broken"):
        yield from _amount(getattr(sheet.end, name), after, "end", name)
    yield from ((text, after | {"who"}, ("end", "say")) for text in said(sheet.end.say))


def _amount(found: object, known: frozenset[str], *path: str | int) -> Iterator[_Expression]:
    """What may be a number as well as an expression."""
    if isinstance(found, str):
        yield found, known, path


def _round_expressions(sheet: Definition, agreed: frozenset[str]) -> Iterator[_Expression]:
    """The expressions of rounds and turns: their fields, lets, points, tallies and checks."""
    early = COMMON | agreed | _names(sheet.tallies) | {"all_total"}
    own = tuple(one for one in sheet.fields if one.of != "round")
    of_round = frozenset(one.key for one in sheet.fields if one.of == "round")
    shared = _lists(own)
    for n, one in enumerate(sheet.fields):
        known = early | of_round | (UNIT if one.of != "round" else frozenset())
        for name in ("least", "most", "open"):
            yield from _amount(getattr(one, name), known, "field", n, name)
        yield from _amount(one.asked, known | shared if one.blank else known, "field", n, "asked")
        yield from _choices(one, known, n)
        yield from _signs(one, agreed | {"seats"} | frozenset(each.key for each in own), n)
    known = early | UNIT | of_round | _names(own, mine=True)
    for n, let in enumerate(sheet.lets):
        yield let.is_, known, ("let", n, "is")
        known |= _names((let,))
        for text in said(let.say or ""):
            yield text, known, ("let", n, "say")
    yield from _amount(sheet.points, known, "points")
    yield from ((text, known, ("why",)) for text in said("".join(sheet.why)))
    yield from _amount(sheet.others, early | UNIT | of_round | shared | _lists(sheet.lets), "others")
    for n, tally in enumerate(sheet.tallies):
        yield tally.then, known | {"points"}, ("tally", n, "then")
    for n, check in enumerate(sheet.checks):
        asked = COMMON | agreed | of_round | shared | _lists(sheet.tallies) | {"all_total"}
        asked |= frozenset() if check.bids else _lists(sheet.lets)
        yield from _amount(check.is_, asked, "check", n, "is")
        yield from _amount(check.to, asked, "check", n, "to")
        # Of whom a let is true, what they entered is known.
        lets = [let for let in sheet.lets if f"all_{let.key}" in (check.is_ or "")]
        for text in said(check.say):
            yield text, asked | {"who", *(each.key for each in (*own, *lets) if lets)}, ("check", n, "say")


def _row_expressions(sheet: Definition, agreed: frozenset[str]) -> Iterator[_Expression]:
    """The expressions of categories: a row's value, and the points and values of all rows."""
    fields = frozenset(one.key for one in sheet.fields)
    cell = agreed | {"seats", "me"} | (fields or {"value"})
    yield from _cell_expressions(sheet, agreed | {"seats"}, cell | {"row"})
    known = cell | {"later"}
    rows = _names(tuple(row for row in sheet.rows if row.is_ is None)) | _values(sheet)
    declared = agreed | _of_rows(sheet) | {"seats", "me", "points", "entered"}
    yield from _amount(sheet.points, known, "points")
    yield from ((text, known | {"row", "points"}, ("why",)) for text in said("".join(sheet.why)))
    for n, row in enumerate(sheet.rows):
        if row.points:
            yield row.points, known, ("row", n, "points")
        if row.is_:
            yield row.is_, agreed | {"seats", "me"} | rows, ("row", n, "is")
            rows |= _names((row,))
        for found in row.each or ():
            yield from _amount(found, declared, "row", n, "each")
        for name in ("least", "most"):
            if isinstance(limit := getattr(row, name), str):
                yield limit, agreed | {"seats"}, ("row", n, name)


def _cell_expressions(
    sheet: Definition, fixed: frozenset[str], cell: frozenset[str]
) -> Iterator[_Expression]:
    """The expressions about what is entered in one category by one player."""
    for n, one in enumerate(sheet.fields):
        for name in ("least", "most", "open"):
            yield from _amount(getattr(one, name), fixed, "field", n, name)
        yield from _amount(one.asked, cell, "field", n, "asked")
        yield from _choices(one, cell, n)
        yield from _signs(one, cell - {"me"}, n)
    for n, check in enumerate(sheet.checks):
        for text in (check.is_ or "0", *said(check.say)):
            yield text, cell | _of_rows(sheet), ("check", n, "say")


def _choices(one: Field, known: frozenset[str], n: int) -> Iterator[_Expression]:
    for place, choice in enumerate(one.choices):
        yield from _amount(choice.asked, known, "field", n, "choice", place)


def _signs(one: Field, known: frozenset[str], n: int) -> Iterator[_Expression]:
    for place, sign in enumerate(one.signs):
        yield from _amount(sign.is_, known, "field", n, "sign", place)


def _of_rows(sheet: Definition) -> frozenset[str]:
    """The points of categories, and what was entered in them."""
    return frozenset(row.key for row in sheet.rows) | _lists(sheet.rows) | _values(sheet)


def _values(sheet: Definition) -> frozenset[str]:
    """What was entered in categories, where that is a number."""
    return frozenset(f"value_{row.key}" for row in sheet.rows if row.is_ is None and not sheet.fields)


def _names(parts: Iterable[Keyed], *, mine: bool = False) -> frozenset[str]:
    """A key for one's own, and the lists of everybody's and of the others'."""
    plain = frozenset(part.key for part in parts)
    own = frozenset(f"my_{key}" for key in plain) if mine else frozenset()
    return plain | own | frozenset(f"all_{key}" for key in plain) | frozenset(f"other_{key}" for key in plain)


def _lists(parts: Iterable[Keyed]) -> frozenset[str]:
    return frozenset(f"all_{part.key}" for part in parts)
