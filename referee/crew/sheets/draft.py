"""A sheet as it is put together by choosing: from a definition to the editor's form, and back.

The form says only what most sheets need. What else a definition has (`base`) stays as it is.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import TypeVar

import msgspec
from django.http import QueryDict

from referee.games.score_sheet.entry import number as as_number
from referee.rules.score_sheet import definition, fitting, reading
from referee.rules.score_sheet.definition import Definition
from referee.rules.score_sheet.reading import BadSheet
from referee.rules.score_sheet.state import Options
from referee.rules.score_sheet.text import NO_LEAST
from referee.web.wording import whole_number
from scoring.played import clean_title

MOST_FIELDS, MOST_ROWS = 16, 60
#: Letters of one thing typed, one more than of how it is counted: nothing longer is looked at or shown again.
LONGEST_TYPED = 2_001
BLANK = Definition(
    key="sheet", name="", fields=(definition.Field(key="points", name="Points", least=NO_LEAST),)
)
_KEY = re.compile(r"[a-z][a-z0-9_]{0,23}", re.ASCII)
_N = r"(-?\d+(?:\.\d+)?)"
_BID = re.compile(rf"{_N} \+ {_N} \* (\w+) if \3 == (\w+) else {_N} \* abs\(\3 - \4\)", re.ASCII)
_PLACES = re.compile(r"at\(\[([-\d., ]+)\], (?:\w+|place\((\w+), all_\2\))\)", re.ASCII)
_TERM = re.compile(rf"(?:{_N} \* )?(\w+)", re.ASCII)
_OUT = re.compile(rf"total >= {_N}", re.ASCII)

#: The kinds of fields that add up.
_COUNTED = ("number", "decimal", "tick", "place")

RowT = TypeVar("RowT", bound="Entered | Category")


@dataclass
class Entered:
    """A field of the sheet as the form has it; all are texts as typed."""

    key: str = ""
    name: str = ""
    kind: str = "number"
    of: str = "player"
    when: str = "after"
    least: str = "0"
    most: str = ""
    choices: str = ""
    weight: str = "1"


@dataclass
class Category:
    """A category as the form has it."""

    key: str = ""
    name: str = ""
    values: str = ""


@dataclass
class Draft:
    """The editor's form."""

    base: Definition
    name: str = ""
    names: str = ""
    fewest: str = "2"
    most: str = "10"
    sides: str = ""
    by: str = "round"
    unit: str = "round"
    worth: str = "sum"
    bonus: str = "10"
    each: str = "1"
    missed: str = "0"
    places: str = "3, 2, 1, 0"
    formula: str = ""
    wins: str = "high"
    start: str = ""
    score: str = ""
    rounds: str = ""
    out: str = ""
    dealer: str = "none"
    adds: str = ""
    how: str = ""
    fields: list[Entered] = field(default_factory=list)
    rows: list[Category] = field(default_factory=list)
    #: The row that is typed next, such as "f 2", where a button asked for one.
    next: str = ""

    @classmethod
    def of(cls, base: Definition) -> Draft:
        """What the form shows of a definition."""
        check = next((one for one in base.checks if one.adds is not None), None)
        draft = cls(
            base=base,
            name=base.name,
            names=_listed(base.names),
            fewest=str(base.players[0]),
            most=str(base.players[1]),
            sides=str(base.sides.size) if base.sides else "",
            by=base.by,
            unit=base.unit,
            wins=base.wins,
            start=_text(base.start) if base.start != 0 else "",
            score=_text(base.end.score),
            rounds=_text(base.end.rounds),
            dealer=base.dealer,
            adds=_text(check.to) if check else "",
            how=base.how.strip(),
            fields=[_entered(one) for one in base.fields],
            rows=[
                Category(row.key, row.name, ", ".join(map(_text, row.values)))
                for row in base.rows
                if row.is_ is None
            ],
        )
        out = _OUT.fullmatch(base.end.out or "")
        draft.out = out[1] if out else base.end.out or ""
        draft._weigh(base)
        return draft

    @classmethod
    def sent(cls, form: QueryDict, base: Definition) -> Draft:
        """The form as it was sent."""
        draft = cls(base=base)
        for one in fields(cls):
            if isinstance(getattr(draft, one.name), str) and one.name in form:
                setattr(draft, one.name, str(form[one.name])[:LONGEST_TYPED].strip())
        draft.next = ""
        draft.how = draft.how.replace("\r\n", "\n")
        draft.fields = _rows(Entered, form, "f", MOST_FIELDS)
        draft.rows = _rows(Category, form, "r", MOST_ROWS)
        return draft

    def change(self, form: QueryDict) -> None:
        """What a row's button asks for: up, down, remove, or add; `f 2` is the third field."""
        lists: Mapping[str, list[Entered] | list[Category]] = {"f": self.fields, "r": self.rows}
        for button, step in (("up", -1), ("down", 1), ("remove", 0)):
            letter, _, text = str(form.get(button, "")).partition(" ")
            place, rows = whole_number(text, digits=2), lists.get(letter)
            if rows is None or place is None or not 0 <= place < len(rows):
                continue
            row = rows.pop(place)
            if step:
                rows.insert(max(place + step, 0), row)  # type: ignore[arg-type]  # it came from there
        match form.get("add"):
            case "f" if len(self.fields) < MOST_FIELDS:
                self.fields.append(Entered())
                self.next = f"f {len(self.fields) - 1}"
            case "r" if len(self.rows) < MOST_ROWS:
                self.rows.append(Category())
                self.next = f"r {len(self.rows) - 1}"

    def definition(self) -> Definition:
        """The definition that the form comes to. Raises BadSheet, with the path of what is wrong."""
        base = self.base
        if (self.by == "row") != (base.by == "row"):
            base = msgspec.structs.replace(
                base, points=None, others=None, rank=None, tie=None, lets=(), tallies=(), checks=(), rows=()
            )
        raw: dict[str, object] = msgspec.to_builtins(base)
        raw |= {
            "name": clean_title(self.name),
            "names": _parts(self.names),
            "players": [_whole(self.fewest, "players", 0), _whole(self.most, "players", 1)],
            "by": self.by,
            "unit": self.unit or "round",
            "wins": self.wins,
            "start": _amount(self.start) or 0,
            "dealer": self.dealer,
            "how": self.how,
        }
        raw["sides"] = self._sides(raw.get("sides"))
        raw["end"] = self._end(raw.get("end"))
        if self.by == "row":
            raw["row"] = self._rows(base)
            raw["field"] = raw.get("field", []) if base is self.base else []
        else:
            raw["row"] = []
            raw["field"] = self._fields(base)
            raw["points"] = self._points()
            raw["check"] = self._checks(raw.get("check"))
        made = reading.made({key: value for key, value in raw.items() if value is not None})
        # What can be entered is another thing now: what it can be worth was said of the old one.
        if _counted(made) == _counted(self.base):
            return made
        rows = tuple(msgspec.structs.replace(row, each=None) for row in made.rows)
        return msgspec.structs.replace(made, each=None, rows=rows)

    # --- parts

    def _sides(self, before: object) -> object:
        size = whole_number(self.sides, digits=2)
        return {**(before if isinstance(before, dict) else {}), "size": size} if size else None

    def _end(self, before: object) -> dict[str, object]:
        out = _amount(self.out)
        end = {
            **(before if isinstance(before, dict) else {}),
            "score": _amount(self.score),
            "rounds": _amount(self.rounds),
            "out": f"total >= {_text(out)}" if isinstance(out, int | float) else out,
        }
        return {key: value for key, value in end.items() if value is not None}

    def _fields(self, base: Definition) -> list[dict[str, object]]:
        known = {one.key: msgspec.to_builtins(one) for one in base.fields}
        _give_keys(self.fields, _others(base))
        made: list[dict[str, object]] = []
        for one in self.fields:
            decimal = one.kind == "decimal"
            kind = "number" if decimal else one.kind
            least = _amount(one.least) if kind == "number" else 0
            choices = _choices(one.choices, known.get(one.key, {}).get("choice"))
            told: dict[str, object] = {
                **known.get(one.key, {}),
                "key": one.key,
                "name": " ".join(one.name.split()),
                "kind": kind,
                "of": "round" if kind == "player" else one.of,
                "bid": one.when == "bid",
                "fractions": decimal,
                "least": NO_LEAST if least is None else least,
                "most": _amount(one.most) if kind == "number" else None,
                "choice": choices if kind == "choice" else [],
            }
            made.append(told)
        return made

    def _rows(self, base: Definition) -> list[dict[str, object]]:
        known = {row.key: msgspec.to_builtins(row) for row in base.rows}
        counted = _counted_after(base)
        _give_keys(self.rows, _others(base) | {row.key for rows in counted.values() for row in rows})
        made: list[dict[str, object]] = [msgspec.to_builtins(row) for row in counted.pop("", ())]
        for n, row in enumerate(self.rows):
            values = _numbers(re.split(r"[;,\s]+", row.values), "row", n, "values")
            before = known.get(row.key, {"least": NO_LEAST})
            made.append({**before, "key": row.key, "name": " ".join(row.name.split()), "values": values})
            made += [msgspec.to_builtins(each) for each in counted.pop(row.key, ())]
        return [*made, *(msgspec.to_builtins(each) for rows in counted.values() for each in rows)]

    def _key(self, *kinds: str, bid: bool | None = None) -> str:
        """The key of the first field of these kinds, "" for none; for `bid` only before or after the play."""
        wanted = (one for one in self.fields if one.kind in kinds and bid in (None, one.when == "bid"))
        return next((one.key for one in wanted), "")

    def _points(self) -> str | None:
        first = self._key(*_COUNTED)
        match self.worth:
            case "others":
                return f"sum(all_{first}) if {first} == 0 else 0"
            case "bid":
                return self._bid()
            case "places":
                table = _numbers(re.split(r"[;,\s]+", self.places), "points")
                if not table:
                    raise BadSheet("say the points of each place, such as 3, 2, 1, 0", path=("points",))
                at = self._key("place") or f"place({first}, all_{first})"
                return f"at([{', '.join(map(_text, table))}], {at})"
            case "sum":
                terms = []
                for n, one in enumerate(self.fields):
                    (weight,) = _numbers([one.weight or "1"], "field", n, "weight")
                    if one.kind in _COUNTED and weight:
                        terms.append(one.key if weight == 1 else f"{_text(weight)} * {one.key}")
                if terms == [first] and self.base.points is None:
                    # One number is what it is, and needs no expression.
                    return None
                return " + ".join(terms) or "0"
            case "formula":
                if not self.formula:
                    raise BadSheet("type the expression, or choose another answer", path=("points",))
                return self._by_keys(self.formula)
        return None

    def _bid(self) -> str:
        bid, came = self._key("number", bid=True), self._key("number", bid=False)
        if not bid or not came:
            reason = "this needs a number bid before the round, and one that came of it after"
            raise BadSheet(reason, path=("points",))
        typed = [each or "0" for each in (self.bonus, self.each, self.missed)]
        bonus, each, missed = map(_text, _numbers(typed, "points"))
        return f"{bonus} + {each} * {came} if {came} == {bid} else {missed} * abs({came} - {bid})"

    def _checks(self, before: object) -> list[object]:
        checks = [dict(each) for each in before] if isinstance(before, list | tuple) else []
        at = next((n for n, each in enumerate(checks) if "adds" in each), None)
        wanted = _amount(self.adds)
        if wanted is None:
            return [each for n, each in enumerate(checks) if n != at]
        if at is not None:
            checks[at]["to"] = wanted
            return [*checks]
        after = [one for one in self.fields if one.when != "bid" and one.of != "round"]
        adds = next((one.key for one in after if one.kind in ("number", "decimal")), "")
        say = f"{{sum(all_{adds})}} of {{{_text(wanted)}}} are given"
        return [*checks, {"adds": adds, "to": wanted, "say": say}]

    def _weigh(self, base: Definition) -> None:
        """Which of the answers to "what is it worth" the points are. A number alone is its own sum, so that
        another field counts too as soon as it is added.
        """
        points = base.points
        first = self._key(*_COUNTED)
        if points is None:
            counted = [one for one in self.fields if one.kind in _COUNTED]
            self.worth = "first" if len(counted) > 1 else "sum"
        elif points == f"sum(all_{first}) if {first} == 0 else 0":
            self.worth = "others"
        elif found := _BID.fullmatch(points):
            self.worth, (self.bonus, self.each, _, _, self.missed) = "bid", found.groups()
        elif found := _PLACES.fullmatch(points):
            self.worth, self.places = "places", found[1]
        else:
            terms = [_TERM.fullmatch(term) for term in points.split(" + ")]
            weights = {term[2]: term[1] or "1" for term in terms if term}
            if None not in terms and weights.keys() <= {one.key for one in self.fields}:
                self.worth = "sum"
                for one in self.fields:
                    one.weight = weights.get(one.key, "0")
            else:
                shown = _renamed(points, {one.key: one.name for one in self.fields})
                self.worth, self.formula = "formula", shown if self._by_keys(shown) == points else points

    def _by_keys(self, text: str) -> str:
        """An expression as it was typed, with the names of fields, also before a change, as it is counted."""
        text = re.sub(r"\b(\d+)\s*x\s*(?=[^\W_])|(?<!\s)\s+x\s+(?=\d)", r"\1 * ", text, flags=re.IGNORECASE)
        named = [one for one in (*map(_entered, self.base.fields), *self.fields) if one.name[:1].isalpha()]
        names = {" ".join(one.name.lower().split()): one.key for one in named}
        return _renamed(text.translate(str.maketrans("×·÷−", "**/-")), names, _others(self.base))


def of_game(options: Mapping[str, object], title: str, players: int) -> Definition:
    """The sheet that a game was played with; of a plain one, what was agreed becomes one."""
    agreed = msgspec.convert(options, Options)
    if agreed.sheet:
        return agreed.sheet
    points = definition.Field(key="points", name="Points", least=NO_LEAST, fractions=True)
    return Definition(
        key="sheet",
        name=title,
        players=(min(players, 2), max(players, 10)),
        wins=agreed.wins,
        fields=(points,),
        end=definition.End(score=agreed.end.score, rounds=agreed.end.rounds),
    )


def _entered(one: definition.Field) -> Entered:
    unlimited = one.least is None or (isinstance(one.least, int | float) and one.least <= NO_LEAST)
    return Entered(
        key=one.key,
        name=one.name,
        kind="decimal" if one.fractions else one.kind,
        of=one.of,
        when="bid" if one.bid else "after",
        least="" if unlimited else _text(one.least),
        most=_text(one.most),
        choices=_listed([each.name for each in one.choices]),
    )


def _rows(kind: type[RowT], form: QueryDict, letter: str, most: int) -> list[RowT]:
    """Rows by the columns of the form: `f name` is there once for each field."""
    columns = {
        one.name: [str(each)[:LONGEST_TYPED].strip() for each in form.getlist(f"{letter} {one.name}")[:most]]
        for one in fields(kind)
    }
    return [
        kind(**{name: column[n] for name, column in columns.items() if n < len(column)})
        for n in range(len(columns["name"]))
    ]


def _give_keys(rows: Iterable[Entered | Category], taken: frozenset[str]) -> None:
    """A key for each, from its name where it has none yet."""
    seen = set(taken)
    for row in rows:
        key = row.key if _KEY.fullmatch(row.key) else _slug(row.name)
        if key.startswith(("all_", "my_", "other_", "value_")):
            key = f"n_{key}"[:20]
        n, wanted = 1, key[:20]
        while key in seen:
            n += 1
            key = f"{wanted}_{n}"
        row.key = key
        seen.add(key)


def _counted_after(base: Definition) -> dict[str, list[definition.Row]]:
    """The categories that are counted, by the key of the one above that is filled in; "" for none."""
    found: dict[str, list[definition.Row]] = {}
    above = ""
    for row in base.rows:
        if row.is_ is None:
            above = row.key
        else:
            found.setdefault(above, []).append(row)
    return found


def _others(base: Definition) -> frozenset[str]:
    """The keys that fields and categories may not have."""
    parts = [one.key for part in (base.lets, base.tallies, base.options) for one in part]
    return frozenset({*parts, *base.lists, *fitting.TAKEN})


def _renamed(text: str, names: Mapping[str, str], taken: frozenset[str] = frozenset()) -> str:
    """An expression with other names in place of these, in whatever case; texts and what is `taken` stay."""
    any_name = "|".join(map(re.escape, sorted(names, key=len, reverse=True)))
    some = re.compile(rf"""'[^']*'|"[^"]*"|\b(?:{any_name})(?!\w|\s*\()""", re.IGNORECASE)
    return some.sub(lambda at: at[0] if at[0] in taken else names.get(at[0].lower(), at[0]), text)


def _numbers(typed: Iterable[str], *path: str | int) -> Sequence[int | float | str]:
    """Numbers as they were typed, without empty ones. Raises BadSheet for what is none."""
    found = [as_number(each) for each in typed if each]
    if wrong := next((each for each in found if isinstance(each, str)), ""):
        raise BadSheet(f"“{wrong}” is no number", path=path)
    return found


def _slug(name: str) -> str:
    plain = unicodedata.normalize("NFKD", name[:160]).encode("ascii", "ignore").decode().lower()
    words = re.sub(r"[^a-z0-9]+", "_", plain).strip("_")
    return (words if words[:1].isalpha() else f"n_{words}".rstrip("_"))[:20]


def _counted(sheet: Definition) -> object:
    """What the points of a sheet hang on: its fields and rows but for their names."""
    fields = [msgspec.structs.replace(one, name="") for one in sheet.fields]
    rows = [msgspec.structs.replace(row, name="") for row in sheet.rows]
    return sheet.worth(), fields, rows


def _choices(text: str, before: object) -> list[dict[str, str]]:
    """Choices by their names; those that were there stay what they were, and no two have the same value."""
    known = {each["name"]: each for each in before} if isinstance(before, list | tuple) else {}
    names = _parts(text)
    taken = {known[name]["value"] for name in names if name in known}
    made: list[dict[str, str]] = []
    for name in names:
        value = known[name]["value"] if name in known else name.lower()[:24]
        n = 1
        while name not in known and value in taken:
            n += 1
            value = f"{name.lower()[: 23 - len(str(n))]} {n}"
        taken.add(value)
        made.append({**known.get(name, {}), "value": value, "name": name})
    return made


def _parts(text: str) -> list[str]:
    """A list as it is typed: between semicolons, or, where there are none, between commas; each once."""
    parts = text.split(";" if ";" in text else ",")
    return list(dict.fromkeys(" ".join(each.split()) for each in parts if each.strip()))


def _listed(names: Sequence[str]) -> str:
    """The same to be typed on; with semicolons where a comma is in a name."""
    if not any("," in name for name in names):
        return ", ".join(names)
    return f"{'; '.join(names)};"


def _whole(text: str, *path: str | int) -> int:
    found = whole_number(text, digits=2)
    if found is None:
        raise BadSheet("this has to be a number", path=path)
    return found


def _amount(text: str) -> int | float | str | None:
    """A number, or an expression as it was typed; None for nothing."""
    return as_number(text) if text else None


def _text(value: object) -> str:
    """A number or an expression as it is typed; "" for nothing."""
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return "" if value is None else str(value)
