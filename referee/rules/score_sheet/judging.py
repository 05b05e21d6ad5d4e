"""What is wrong with an entry: by what is asked for, by each field, and by the checks of the sheet (4)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial

from referee.rules.engine import Cite, Refused, invalid
from referee.rules.score_sheet import asking, counting, formulas
from referee.rules.score_sheet.counting import Names, Unit
from referee.rules.score_sheet.definition import Check, Definition, Field
from referee.rules.score_sheet.definition import Row as Category
from referee.rules.score_sheet.formulas import BadFormula, spoken
from referee.rules.score_sheet.moves import Bids, Entered, Entries, Entry, Result
from referee.rules.score_sheet.state import Playing, Sheet
from referee.rules.score_sheet.telling import told_value
from referee.rules.sentences import Facts, joined, joined_short, side_name, signed

RULE = "score_sheet 4"


def wrong_entry(
    state: Playing, sheet: Definition, asked: list[Field], players: Entries, table: Mapping[str, Entered]
) -> Refused | None:
    """What is wrong with an entry by the fields alone. Raises BadFormula."""
    at_table = asking.whose(state, sheet)
    if not at_table:
        message = "Nobody is at the table: let somebody join first, or end the game."
        return Refused("illegal", RULE, message)
    whole = {one.key: one for one in asked if one.of == "round"}
    whose = next((name for name in players if sheet.by != "round" and name in state.inside), "")
    if wrong := _wrong_whole(state, whole, table, whose) or _wrong_players(state, sheet, players):
        return wrong
    own = {one.key: one for one in asked if one.of != "round"}
    names = at_table if sheet.by == "round" else tuple(players)
    known = {**{key: one.empty for key, one in whole.items()}, **asking.known_table(state), **table}
    given = {name: players.get(name, {}) for name in names}
    return (
        _wrong_values(state, sheet, own, given, known)
        or _lacking(state, sheet, own, given, known)
        or _places(own, players)
    )


def _wrong_whole(
    state: Playing, whole: Mapping[str, Field], table: Mapping[str, Entered], whose: str
) -> Refused | None:
    """What is wrong with the fields of the round, or, by turns, of somebody's. Raises BadFormula."""
    if wrong := _unknown(table, whole, ""):
        return wrong
    limits = _limits(state, whole, table, whose)
    known = {**asking.known_table(state), **table}
    for key, one in whole.items():
        if key in table and (wrong := _not_of_kind(state, one, table[key], limits, "")):
            return wrong
        if key not in table and not asking.may_lack(one) and asking.is_asked(state, one, known, whose):
            return _missing(state, one, [])
    return None


def _limits(state: Playing, whole: Mapping[str, Field], table: Mapping[str, Entered], whose: str) -> Names:
    """What the limits of a field of the round, and its choices, may ask for."""
    blank = {key: one.empty for key, one in whole.items()}
    return {**asking.about(state, whose), **blank, **asking.known_table(state), **table}


def cannot_be(
    state: Playing, sheet: Definition, asked: list[Field], players: Entries, table: Mapping[str, Entered]
) -> tuple[str, ...]:
    """Whose entry cannot be, whatever is missing: by a field of the round everybody's. Raises BadFormula."""
    whole = {one.key: one for one in asked if one.of == "round"}
    own = {one.key: one for one in asked if one.of != "round"}
    limits = _limits(state, whole, table, next(iter(players), "") if sheet.by != "round" else "")
    given = [(whole[key], value) for key, value in table.items() if key in whole]
    if any(_not_of_kind(state, one, value, limits, "") for one, value in given):
        return state.inside
    known = {key: one.empty for key, one in whole.items()} | asking.known_table(state) | dict(table)
    return tuple(
        name for name, entry in players.items() if _wrong_values(state, sheet, own, {name: entry}, known)
    )


def _wrong_players(state: Playing, sheet: Definition, players: Entries) -> Refused | None:
    """Entries of others than those whose they are now."""
    if sheet.by != "round" and len(players) != 1:
        return invalid("A turn is one player’s: enter it for one." if players else "Choose a player first.")
    for name in players:
        if name not in state.inside:
            return invalid("{name} cannot score, not being in the game now: leave that out.", name=name)
    if sheet.by == "turn" and state.turn not in players:
        facts = {"turn": state.turn or "", "player": next(iter(players))}
        return Refused("phase", RULE, "It is {turn}’s turn, not {player}’s.", facts)
    return None


def _wrong_values(
    state: Playing,
    sheet: Definition,
    own: Mapping[str, Field],
    players: Entries,
    table: Mapping[str, Entered],
) -> Refused | None:
    """What is wrong with what players entered. Raises BadFormula."""
    for name, entry in players.items():
        mine = {key: one for key, one in own.items() if asking.has_field(state, sheet, one, name)}
        if wrong := _unknown(entry, mine, name):
            return wrong
        known = {**asking.about(state, name), **table}
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
    """What players have left out. Where a sum is reached already, what is left blank of it is 0. Raises
    BadFormula.
    """
    given = counting.shared(state, players, table)
    full = {check.adds for check in sheet.checks if check.adds in own and holds(check, given)}
    for key, one in own.items():
        if key in full and one.least == 0:
            continue
        without = [
            name
            for name in players
            if asking.has_field(state, sheet, one, name)
            and key not in players[name]
            and not asking.may_lack(one)
            and asking.is_asked(state, one, table, name)
        ]
        if without:
            return _missing(state, one, without)
    return None


def _places(own: Mapping[str, Field], players: Entries) -> Refused | None:
    """Places start at 1, and after two who share one the next is left out."""
    for one in own.values():
        if one.kind != "place":
            continue
        places = sorted(int(entry[one.key]) for entry in players.values() if one.key in entry)
        if any(place != 1 + sum(1 for other in places if other < place) for place in places):
            message = "Each place is given once, from 1; players who share one leave the next out."
            return Refused("illegal", RULE, message, {"rests_on": [one.key]})
    return None


def wrong_cell(
    state: Playing, sheet: Definition, category: Category, name: str, entry: Mapping[str, Entered]
) -> Refused | None:
    """What is wrong with a cell of a category. Raises BadFormula."""
    fields = {one.key: one for one in asking.fields_of(sheet, category)}
    if wrong := _unknown(entry, fields, name):
        return wrong
    known = counting.fixed(state)
    about = asking.about_cell(state, sheet, category, name, entry)
    for key, one in fields.items():
        is_in = one.asked is None or bool(formulas.value(one.asked, about))
        if key not in entry:
            if asking.may_lack(one) or not is_in:
                continue
            return _missing(state, one, [name])
        if not is_in:
            if entry[key] == one.empty:
                continue
            facts: Facts = {"row": category.name, "field": one.name, "names": [name]}
            message = "“{field}” is not asked for in {row} of {names}: clear it."
            return Refused("illegal", RULE, message, facts)
        if wrong := _not_of_kind(state, one, entry[key], about, name):
            return wrong
    value = entry.get("value")
    if value is not None and category.values and value not in category.values:
        values = [signed(one).lstrip("+") for one in category.values]
        message = "{row} is one of {values}: choose one of these."
        facts = {"row": category.name, "values": values, "rests_on": ["value"]}
        return Refused("illegal", RULE, message, facts)
    if isinstance(value, int | float) and category.most is not None:
        most = counting.amount(category.most, known)
        if value > most:
            message = "{name}: “{row}” is {most} at most, not {value}."
            facts = {"name": name, "row": category.name, "most": most, "value": value, "rests_on": ["value"]}
            return Refused("illegal", RULE, message, facts)
    return None


def _unknown(entry: Mapping[str, Entered], fields: Mapping[str, Field], name: str) -> Refused | None:
    for key in entry:
        if key not in fields:
            message = "There is no field {key} to enter" + (" for {name}." if name else " for the round.")
            return invalid(message, key=key, name=name)
    return None


def unasked(state: Playing, move: Entry | Bids | Result) -> Refused | None:
    """What is entered although it is not asked for, which would count nothing; None for nothing.

    This is asked of a new entry alone: games of before have such ones in their logs. Raises BadFormula.
    """
    sheet = state.options.sheet
    if sheet is None or sheet.by == "row":
        return None
    whose = "" if sheet.by == "round" else next(iter(move.players), "")
    known = {**asking.known_table(state), **move.table}
    for one in sheet.fields:
        if one.bid != isinstance(move, Bids):
            continue
        chosen = one.kind == "choice" and not one.blank
        entries = {whose: move.table} if one.of == "round" else move.players
        if not any(
            one.key in entry
            and (chosen or entry[one.key] != one.empty)
            and not asking.is_asked(state, one, known, name)
            for name, entry in entries.items()
        ):
            continue
        why = [
            f"{other.name} “{told_value(other, known.get(other.key, other.empty))}”"
            for other in sheet.fields
            if other.of == "round" and other.key in formulas.names_in(one.asked or "")
        ]
        if not why:
            return Refused("illegal", RULE, "“{field}” is not asked for now: clear it.", {"field": one.name})
        message = "“{field}” does not go with {why}: clear it, or change that."
        return Refused("illegal", RULE, message, {"field": one.name, "why": why})
    return None


def _missing(state: Sheet, one: Field, names: list[str]) -> Refused:
    if one.kind in ("choice", "player"):
        advice = "choose one"
    else:
        # What is entered whenever something happens is never nothing.
        free = state.options.sheet and state.options.sheet.by == "free"
        advice = "enter it, 0 is fine" if names and not free else "enter it"
    message = f"“{{field}}” is missing{' for {of}' if names else ''}: {advice}."
    of = joined_short([asking.called(state, one, name) for name in names])
    return invalid(message, field=one.name, names=names, of=of)


def _not_of_kind(state: Playing, one: Field, value: Entered, known: Names, name: str) -> Refused | None:
    """What is wrong with a field's value: not of its kind, or beyond what it may be. Raises BadFormula."""
    facts = {
        "field": one.name,
        "names": [name] if name else [],
        "of": f"{asking.called(state, one, name)}: " if name else "",
        "value": value if not isinstance(value, bool) else str(value),
    }
    match one.kind:
        case "tick":
            return None if isinstance(value, bool) else invalid("{of}“{field}” has to be yes or no.", **facts)
        case "choice":
            if value in [each.value for each in one.choices if asking.may_be_asked(state, each, known)]:
                return None
            facts["value"] = told_value(one, value)
            return invalid("{of}“{field}” cannot be “{value}”: choose another.", **facts)
        case "player":
            if value in state.inside or (value == "" and one.blank):
                return None
            return invalid("“{field}” cannot be {value}, who is not in the game now.", **facts)
    if isinstance(value, bool) or not isinstance(value, int | float):
        return invalid("{of}“{field}” has to be a number, not {value}.", **facts)
    if not one.fractions and not isinstance(value, int):
        return invalid("{of}“{field}” has to be a whole number, not {value}.", **facts)
    least = 1 if one.kind == "place" else one.least
    most = len(state.inside) if one.kind == "place" else one.most
    if least is not None and value < (limit := counting.amount(least, known)):
        message = "{of}“{field}” is {limit} at least, not {value}."
        return Refused("illegal", RULE, message, {**facts, "limit": limit})
    if most is not None and value > (limit := counting.amount(most, known)):
        message = "{of}“{field}” is {limit} at most, not {value}."
        return Refused("illegal", RULE, message, {**facts, "limit": limit})
    return None


def checked(
    state: Playing,
    sheet: Definition,
    entries: Entries,
    table: Mapping[str, Entered],
    *,
    anyway: bool,
    bids: bool,
    so_far: bool = False,
) -> tuple[tuple[Cite, ...], Refused | None]:
    """What the checks say: sentences of those that the table overruled, or a refusal. Raises BadFormula."""
    checks = [one for one in sheet.checks if one.bids == bids]
    names = counting.shared(state, entries, table, lets=not bids) if checks else {}
    found = dict if bids else partial(counting.known, state, entries, table)
    return judged(sheet, checks, names, anyway=anyway, so_far=so_far, found=found)


def judged(
    sheet: Definition,
    checks: Iterable[Check],
    names: Names,
    *,
    anyway: bool,
    so_far: bool = False,
    found: Callable[[], Mapping[Unit, Names]] = dict,
) -> tuple[tuple[Cite, ...], Refused | None]:
    """What these checks say, with the names they know, and what is `found` of each. Raises BadFormula."""
    cites = []
    for one in checks:
        if holds(one, names, so_far=so_far):
            continue
        whose = _whose(sheet, one, found())
        # Of what nobody may have one at a time is put right; of what too many have, all are shown.
        whose = whose[:1] if one.firm and "any(" in (one.is_ or "") else whose
        theirs = found()[whose[0]] if whose else {}
        who = (joined if anyway else joined_short)([side_name(unit) for unit in whose])
        said = spoken(one.say, {"who": who, **names, **theirs})
        if one.firm or not anyway:
            facts: dict[str, str | list[str]] = {"said": said, "rests_on": _rests_on(sheet, one)}
            if whose:
                facts["whose"] = [name for unit in whose for name in unit]
            return (), Refused("illegal" if one.firm else "impossible", RULE, "{said}.", facts)
        cites.append(Cite(RULE, "Written down all the same: {said}.", {"said": said}))
    return tuple(cites), None


def _whose(sheet: Definition, check: Check, found: Mapping[Unit, Names]) -> list[Unit]:
    """Of whom something is true that a check wants of nobody, as in `not any(all_odd)`."""
    asked = formulas.names_in(check.is_ or "0")
    lets = [let.key for let in sheet.lets if f"all_{let.key}" in asked]
    return [unit for unit, names in found.items() if any(names[let] for let in lets)]


def _rests_on(sheet: Definition, check: Check) -> list[str]:
    """The fields that a check asks for, by itself or by what it is counted from."""
    lets = {let.key: let.is_ for let in sheet.lets}
    asked, names = [check.is_ or check.adds or ""], set[str]()
    while asked:
        found = formulas.names_in(asked.pop())
        new = {
            name.split("_", 1)[-1] if name.startswith(("all_", "my_", "other_")) else name for name in found
        } - names
        names |= new
        asked += [lets[name] for name in new & lets.keys()]
    return [one.key for one in sheet.fields if one.key in names]


def watched(state: Sheet, table: Mapping[str, Entered], *, bids: bool) -> tuple[Check, int | float] | None:
    """The sum that is watched while it is entered, and what it has to come to; None where there is none."""
    sheet = state.options.sheet
    for check in sheet.checks if sheet else ():
        if check.adds is None or check.to is None or check.bids != bids:
            continue
        try:
            blank = {one.key: one.empty for one in sheet.fields if one.of == "round"} if sheet else {}
            names = counting.shared(state, {}, {**blank, **asking.known_table(state), **table})
            return check, counting.amount(check.to, names)
        except BadFormula:
            continue
    return None


def wrong_sum(state: Sheet, move: Entry | Bids | Result) -> str:
    """What is said of a sum that does not come out, so that blanks cannot be meant as 0; "" where it does."""
    check, to = watched(state, move.table, bids=isinstance(move, Bids)) or (None, 0)
    try:
        names = counting.shared(state, move.players, {**asking.known_table(state), **move.table})
        wrong = check is not None and formulas.number(f"sum(all_{check.adds})", names) != to
        return spoken(check.say, names) if check and wrong else ""
    except BadFormula:
        return ""


def holds(one: Check, names: Names, *, so_far: bool = False) -> bool:
    """Whether a check is content; `so_far` also with a sum that may still grow. Raises BadFormula."""
    if one.is_ is not None:
        return bool(formulas.value(one.is_, names))
    left = counting.amount(one.to or 0, names) - formulas.number(f"sum(all_{one.adds})", names)
    return left == 0 or (so_far and left > 0)
