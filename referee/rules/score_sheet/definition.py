"""A sheet's definition: what is entered, what it is worth, who wins and when it ends (docs/sheets.md).

It is data, and a game keeps the whole of it in its options: a later version changes no game.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct, field

from referee.rules.score_sheet import formulas
from referee.rules.score_sheet.formulas import BadFormula
from referee.rules.sentences import number_text

#: So many parts have all expressions together at most: no tap takes long, whoever wrote the sheet.
MOST_PARTS = 2_000
#: So much is a whole definition at most, as TOML or JSON.
LARGEST = 40_000

Key = Annotated[str, Meta(pattern=r"\A[a-z][a-z0-9_]{0,23}\Z")]
Label = Annotated[str, Meta(min_length=1, max_length=40)]
Formula = Annotated[str, Meta(min_length=1, max_length=formulas.LONGEST)]
#: A number, or an expression that comes to one.
Amount = int | float | Formula


class _Part(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A table of the definition: a word it does not know is refused."""


class _Keyed(_Part, frozen=True, kw_only=True):
    """What expressions call by its key."""

    key: Key


class Choice(_Part, frozen=True, kw_only=True):
    """One of a few: `value` is what expressions compare with."""

    value: Annotated[str, Meta(min_length=1, max_length=24)]
    name: Label


class Field(_Keyed, frozen=True, kw_only=True):
    """One thing that is entered: by each player, once for each side, or once for the whole round.

    `bid` fields are entered before the round is played, and stand beside what comes of it. `asked` is an
    expression over the round's own fields; where it is false the field is not asked for.
    """

    name: Label
    kind: Literal["number", "tick", "choice", "place", "player"] = "number"
    of: Literal["player", "side", "round"] = "player"
    bid: bool = False
    least: Amount | None = 0
    most: Amount | None = None
    fractions: bool = False
    choices: Annotated[tuple[Choice, ...], Meta(max_length=24)] = field(name="choice", default=())
    asked: Formula | None = None
    #: Left blank, it is 0, unticked, or the first choice without being asked about.
    blank: bool = False

    @property
    def empty(self) -> int | bool | str:
        """What stands for nothing."""
        if self.kind == "tick":
            return False
        if self.kind == "choice":
            return self.choices[0].value
        return "" if self.kind == "player" else 0


class Let(_Keyed, frozen=True, kw_only=True):
    """A name for an expression, so that others can be short."""

    is_: Formula = field(name="is")


class Tally(_Keyed, frozen=True, kw_only=True):
    """A number that goes along from round to round beside the points, such as overtricks or games won.

    `then` is what it is after a round. One with a `name` is shown beside the total.
    """

    then: Formula
    name: Label | None = None
    start: int | float = 0


class Row(_Keyed, frozen=True, kw_only=True):
    """A category: everybody enters it once. One that `is` an expression is counted, not entered.

    `points` is what it is worth, if not what the sheet says; `values` are the only ones there are. Without
    one that is `blank` the sheet is full too.
    """

    name: Label
    points: Formula | None = None
    is_: Formula | None = field(name="is", default=None)
    values: Annotated[tuple[int | float, ...], Meta(max_length=40)] = ()
    least: Amount | None = 0
    most: Amount | None = None
    fractions: bool = False
    blank: bool = False


class Check(_Part, frozen=True, kw_only=True):
    """What has to be true of a round; `say` tells what is not, with expressions in braces.

    `adds` and `to` are a sum that can be watched while it is entered. A check that is `firm` cannot be
    overruled. `bids` ones are asked when the bids stand.
    """

    is_: Formula | None = field(name="is", default=None)
    adds: Key | None = None
    to: Amount | None = None
    say: Annotated[str, Meta(min_length=1, max_length=160)]
    firm: bool = False
    bids: bool = False


class Option(_Keyed, frozen=True, kw_only=True):
    """What a table may agree on before the game; its key is a name in expressions."""

    name: Label
    kind: Literal["number", "tick", "choice"] = "number"
    usual: int | float | bool | str = 0
    least: int | float = 0
    most: int | float = formulas.LIMIT
    choices: Annotated[tuple[Choice, ...], Meta(max_length=24)] = field(name="choice", default=())


class Sides(_Part, frozen=True, kw_only=True):
    """Fixed partners: `size` players a side, who sit alternately; their points are the side's.

    Fewer players than `from` play each for themselves.
    """

    size: Annotated[int, Meta(ge=1, le=10)] = 2
    from_: Annotated[int, Meta(ge=0, le=20)] = field(name="from", default=0)


class End(_Part, frozen=True, kw_only=True):
    """When it ends, whichever comes first; the table can always end it by hand.

    `score` is what somebody's total reaches (or passes), `lead` by how much they must lead then, `rounds`
    how many are played, `when` an expression that is true of somebody, `out` one that is true of whoever
    is out: then the game goes on until `left` are in. `finish`: by turns, the round is played out first.
    """

    score: Amount | None = None
    lead: Amount = 0
    rounds: Amount | None = None
    when: Formula | None = None
    out: Formula | None = None
    left: Annotated[int, Meta(ge=0, le=19)] = 1
    finish: bool = False


class Definition(_Part, frozen=True, kw_only=True):
    """A sheet. See docs/sheets.md for every word."""

    format: Literal["referee-sheet/1"] = "referee-sheet/1"
    key: Key
    version: Annotated[int, Meta(ge=1, le=100_000)] = 1
    name: Annotated[str, Meta(min_length=1, max_length=80)]
    names: Annotated[tuple[Label, ...], Meta(max_length=10)] = ()
    players: tuple[Annotated[int, Meta(ge=1, le=20)], Annotated[int, Meta(ge=1, le=20)]] = (2, 10)
    sides: Sides | None = None
    by: Literal["round", "turn", "free", "row"] = "round"
    unit: Annotated[str, Meta(min_length=1, max_length=12)] = "round"
    wins: Literal["high", "low", "all"] = "high"
    start: Amount = 0
    points: Formula | None = None
    each: tuple[Amount, Amount] | None = None
    #: By turns or free: what an entry is worth to each of the others.
    others: Formula | None = None
    rank: Formula | None = None
    tie: Formula | None = None
    dealer: Literal["none", "left", "winner", "loser"] = "none"
    dealing: Label = "Dealer"
    rounds: Annotated[tuple[Label, ...], Meta(max_length=60)] = ()
    lists: dict[Key, Annotated[tuple[int | float | str, ...], Meta(min_length=1, max_length=60)]] = {}
    fields: Annotated[tuple[Field, ...], Meta(max_length=16)] = field(name="field", default=())
    lets: Annotated[tuple[Let, ...], Meta(max_length=60)] = field(name="let", default=())
    tallies: Annotated[tuple[Tally, ...], Meta(max_length=24)] = field(name="tally", default=())
    rows: Annotated[tuple[Row, ...], Meta(max_length=60)] = field(name="row", default=())
    checks: Annotated[tuple[Check, ...], Meta(max_length=16)] = field(name="check", default=())
    options: Annotated[tuple[Option, ...], Meta(max_length=16)] = field(name="option", default=())
    end: End = End()
    how: Annotated[str, Meta(max_length=2_000)] = ""

    @property
    def bids(self) -> bool:
        """Whether something is entered before a round is played."""
        return any(one.bid for one in self.fields)

    def worth(self) -> str:
        """The expression of a round's points: what it says, else its first number."""
        return self.points or next((one.key for one in self.fields if one.kind != "choice"), "0")


#: What a sheet without a definition is, to those who ask one: it has nothing but its numbers.
PLAIN = Definition(key="plain", name="Score sheet")


class BadSheet(ValueError):
    """The definition is none: `line` says where in the text (0 where there is none), the message why.

    `path` are the keys that lead there, as far as they are known.
    """

    def __init__(self, reason: str, line: int = 0, path: tuple[str | int, ...] = ()) -> None:
        super().__init__(f"Line {line}: {reason}." if line else f"{reason[:1].upper()}{reason[1:]}.")
        self.reason = reason
        self.line = line
        self.path = path


class _Wrong(Exception):
    """What `_faults` found: where, as the keys that lead there, and why."""

    def __init__(self, reason: str, *path: str | int) -> None:
        super().__init__(reason)
        self.reason = reason
        self.path = path


def read(text: str) -> Definition:
    """The definition in a TOML text. Raises BadSheet with line and reason."""
    if len(text.encode()) > LARGEST:
        raise BadSheet(f"a definition has at most {LARGEST:,} bytes")
    try:
        raw = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        reason, line = _toml_fault(str(error), text)
        raise BadSheet(reason, line) from None
    except RecursionError:
        raise BadSheet("this is nested too deeply") from None
    try:
        found = msgspec.convert(raw, Definition, strict=True)
        _check(found)
    except msgspec.ValidationError as error:
        reason, path = _fault(str(error))
        raise BadSheet(reason, _line(text, path)) from None
    except _Wrong as wrong:
        raise BadSheet(wrong.reason, _line(text, wrong.path)) from None
    return found


def made(raw: object) -> Definition:
    """The definition in a value of dicts and lists, as JSON has it. Raises BadSheet with the path."""
    try:
        found = msgspec.convert(raw, Definition)
        if len(msgspec.json.encode(found)) > LARGEST:
            raise BadSheet(f"a definition has at most {LARGEST:,} bytes")
        _check(found)
    except msgspec.ValidationError as error:
        reason, path = _fault(str(error))
        raise BadSheet(reason, path=path) from None
    except _Wrong as wrong:
        raise BadSheet(wrong.reason, path=wrong.path) from None
    return found


def fits(definition: Definition) -> None:
    """Raises BadSheet for a definition whose parts do not fit together; those read by `read` do."""
    try:
        _check(definition)
    except _Wrong as wrong:
        where = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in wrong.path)
        raise BadSheet(f"`sheet{where}`: {wrong.reason}") from None


# --- What belongs together ---------------------------------------------------------------------------

#: What every expression knows, of a round and of the one whose points are counted (docs/sheets.md).
COMMON = frozenset({"round", "seats", "dealer"})
UNIT = frozenset({"me", "mine", "total", "all_total", "other_total"})
#: No key may be one of these.
TAKEN = (
    COMMON | UNIT | {"value", "later", "row", *formulas.FUNCTIONS} | {"and", "or", "not", "if", "else", "in"}
)


@lru_cache(64)
def _checked(data: bytes) -> tuple[str, tuple[str | int, ...]] | None:
    try:
        for reason, path in _faults(msgspec.json.decode(data, type=Definition)):
            return reason, path
    except BadFormula as error:
        return str(error), ()
    return None


def _check(definition: Definition) -> None:
    if wrong := _checked(msgspec.json.encode(definition)):
        raise _Wrong(wrong[0], *wrong[1])


_Fault = tuple[str, tuple[str | int, ...]]


def _faults(sheet: Definition) -> Iterator[_Fault]:
    """What does not fit together, and where."""
    for part in (_words, _ways, _fields, _options, _checks, _formulas):
        yield from part(sheet)


def _words(sheet: Definition) -> Iterator[_Fault]:
    """Keys that are there twice, or that mean something already."""
    seen: set[str] = set()
    kinds: Mapping[str, Sequence[_Keyed]] = {
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
    if sheet.players[0] > sheet.players[1]:
        yield "players has the fewest first, then the most", ("players",)
    if sheet.others and sheet.by not in ("turn", "free"):
        yield 'what is for others goes with by = "turn" or "free"', ("others",)
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
    for n, one in enumerate(sheet.fields):
        if (one.kind == "choice") != bool(one.choices):
            yield "a choice has something to choose from, and nothing else has", ("field", n, "kind")
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


#: Its text, the names it may use, and where it stands.
_Expression = tuple[str, frozenset[str], tuple[str | int, ...]]


def _expressions(sheet: Definition) -> Iterator[_Expression]:
    """Each expression, with the names it may use and where it stands."""
    agreed = frozenset({*(option.key for option in sheet.options), *sheet.lists})
    yield from _row_expressions(sheet, agreed) if sheet.by == "row" else _round_expressions(sheet, agreed)
    fixed = frozenset({"seats"}) | agreed
    after = fixed | {"round"} | UNIT | _names(sheet.tallies)
    yield from _amount(sheet.start, fixed, "start")
    for found in sheet.each or ():
        yield from _amount(found, fixed | {"round"}, "each")
    for label in sheet.rounds:
        for text in said(label):
            yield text, COMMON | agreed, ("rounds",)
    for name in ("rank", "tie"):
        yield from _amount(getattr(sheet, name), after | _of_rows(sheet), name)
    for name in ("score", "rounds", "lead"):
        yield from _amount(getattr(sheet.end, name), fixed, "end", name)
    for name in ("when", "out"):
        yield from _amount(getattr(sheet.end, name), after, "end", name)


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
        for name in ("least", "most", "asked"):
            yield from _amount(getattr(one, name), known, "field", n, name)
    known = early | UNIT | of_round | _names(own, mine=True)
    for n, let in enumerate(sheet.lets):
        yield let.is_, known, ("let", n, "is")
        known |= _names((let,))
    yield from _amount(sheet.points, known, "points")
    yield from _amount(sheet.others, early | UNIT | of_round | shared | _lists(sheet.lets), "others")
    for n, tally in enumerate(sheet.tallies):
        yield tally.then, known | {"points"}, ("tally", n, "then")
    for n, check in enumerate(sheet.checks):
        asked = COMMON | agreed | of_round | shared | _lists(sheet.tallies) | {"all_total"}
        asked |= frozenset() if check.bids else _lists(sheet.lets)
        yield from _amount(check.is_, asked, "check", n, "is")
        yield from _amount(check.to, asked, "check", n, "to")
        for text in said(check.say):
            yield text, asked, ("check", n, "say")


def _row_expressions(sheet: Definition, agreed: frozenset[str]) -> Iterator[_Expression]:
    """The expressions of categories: a row's value, and the points and values of all rows."""
    fields = frozenset(one.key for one in sheet.fields)
    cell = agreed | {"seats", "me"} | (fields or {"value"})
    yield from _cell_expressions(sheet, agreed | {"seats"}, cell | {"row"})
    known = cell | {"later"}
    rows = _names(tuple(row for row in sheet.rows if row.is_ is None)) | _values(sheet)
    if sheet.points:
        yield sheet.points, known, ("points",)
    for n, row in enumerate(sheet.rows):
        if row.points:
            yield row.points, known, ("row", n, "points")
        if row.is_:
            yield row.is_, agreed | {"seats", "me"} | rows, ("row", n, "is")
            rows |= _names((row,))
        for name in ("least", "most"):
            if isinstance(limit := getattr(row, name), str):
                yield limit, agreed | {"seats"}, ("row", n, name)


def _cell_expressions(
    sheet: Definition, fixed: frozenset[str], cell: frozenset[str]
) -> Iterator[_Expression]:
    """The expressions about what is entered in one category by one player."""
    for n, one in enumerate(sheet.fields):
        for name in ("least", "most"):
            if isinstance(limit := getattr(one, name), str):
                yield limit, fixed, ("field", n, name)
        if one.asked:
            yield one.asked, cell, ("field", n, "asked")
    for n, check in enumerate(sheet.checks):
        for text in (check.is_ or "0", *said(check.say)):
            yield text, cell | _of_rows(sheet), ("check", n, "say")


def _of_rows(sheet: Definition) -> frozenset[str]:
    """The points of categories, and what was entered in them."""
    return frozenset(row.key for row in sheet.rows) | _values(sheet)


def _values(sheet: Definition) -> frozenset[str]:
    """What was entered in categories, where that is a number."""
    return frozenset(f"value_{row.key}" for row in sheet.rows if row.is_ is None and not sheet.fields)


def _names(parts: Iterable[_Keyed], *, mine: bool = False) -> frozenset[str]:
    """A key for one's own, and the lists of everybody's and of the others'."""
    plain = frozenset(part.key for part in parts)
    own = frozenset(f"my_{key}" for key in plain) if mine else frozenset()
    return plain | own | frozenset(f"all_{key}" for key in plain) | frozenset(f"other_{key}" for key in plain)


def _lists(parts: Iterable[_Keyed]) -> frozenset[str]:
    return frozenset(f"all_{part.key}" for part in parts)


_SAID = re.compile(r"\{([^{}]+)\}")


def said(message: str) -> list[str]:
    """The expressions in a message's braces."""
    return _SAID.findall(message)


def spoken(message: str, names: formulas.Names) -> str:
    """A message with its expressions counted, as it is said. Raises BadFormula."""

    def told(found: re.Match[str]) -> str:
        came_to = formulas.value(found[1], names)
        if isinstance(came_to, float) and came_to.is_integer():
            came_to = int(came_to)
        return number_text(came_to) if isinstance(came_to, int | float) else str(came_to)

    return _SAID.sub(told, message)


# --- Where in the text -------------------------------------------------------------------------------

_AT_LINE = re.compile(r" \(at line (\d+), column \d+\)$")
_PATH = re.compile(r"\.([a-z_]+)|\[(\d+|\.\.\.)\]")


def _toml_fault(message: str, text: str) -> tuple[str, int]:
    found = _AT_LINE.search(message)
    line = int(found[1]) if found else text.count("\n") + 1
    reason = _AT_LINE.sub("", message).replace(" (at end of document)", "")
    return f"this is no TOML: {reason[:1].lower()}{reason[1:]}", line


def _fault(message: str) -> tuple[str, tuple[str | int, ...]]:
    """msgspec's words and its path: `Expected int, got str - at $.field[1].most`."""
    reason, _, path = message.partition(" - at `$")
    parts = tuple(name or (int(n) if n.isdigit() else 0) for name, n in _PATH.findall(path))
    unknown = re.search(r"unknown field `([^`]+)`", reason)
    return f"{reason[:1].lower()}{reason[1:]}", (*parts, *([unknown[1]] if unknown else []))


def _line(text: str, path: tuple[str | int, ...]) -> int:
    """The line in which the part at a path stands, as near as can be told; 1 for the whole."""
    lines = text.splitlines()
    at, table, n = 0, "", 0
    parts = list(path)
    if len(parts) > 1 and isinstance(parts[1], int):
        table, n = str(parts[0]), parts[1]
        parts = parts[2:]
        heads = [i for i, line in enumerate(lines) if re.match(rf"\s*\[\[\s*{re.escape(table)}\s*\]\]", line)]
        at = heads[n] if n < len(heads) else 0
        parts = parts if heads else [table]
    elif len(parts) > 1:
        head = rf"\s*\[\s*{re.escape(str(parts[0]))}\s*\]"
        at = next((i for i, line in enumerate(lines) if re.match(head, line)), 0)
        parts = parts[1:] if at else parts
    for key in [part for part in parts if isinstance(part, str)][:1]:
        for i, line in enumerate(lines[at:], at):
            if i > at and line.lstrip().startswith("[") and "=" not in line:
                break
            if re.match(rf"\s*[\"']?{re.escape(key)}[\"']?\s*=", line):
                return i + 1
    return at + 1
