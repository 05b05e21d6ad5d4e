"""Writing on a sheet with a definition: a round, a turn, a category, and what follows from it (4)."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from referee.rules.engine import Cite, Refused, Ruling, invalid
from referee.rules.score_sheet import asking, closing, counting, formulas, judging, moves
from referee.rules.score_sheet.definition import Definition, Field
from referee.rules.score_sheet.definition import Row as Category
from referee.rules.score_sheet.formulas import BadFormula
from referee.rules.score_sheet.judging import RULE
from referee.rules.score_sheet.moves import Entered, Entries
from referee.rules.score_sheet.state import Over, Playing, Row, States, exact, total, written
from referee.rules.score_sheet.telling import lines_of, told_entries, uncounted
from referee.rules.sentences import by_side, signed

Answer = Ruling[States] | Refused

#: What helps at a table where the sheet cannot be counted; whoever edits the sheet is there already.
ADVICE = (
    "A running game keeps the rules it began with: start a new game with the corrected sheet, or enter other "
    "numbers."
)


def enter(state: States, move: moves.Entry) -> Answer:
    """A round, a turn or a category."""
    sheet = state.options.sheet
    if isinstance(state, Over):
        return _late(state, move)
    if sheet is None:
        return _refused("This sheet takes a number for everybody: send a round.")
    if sheet.bids:
        return _refused("The bids come first: enter them before the round is played.")
    try:
        if sheet.by == "row":
            return _row(state, sheet, move)
        return _written(state, sheet, move)
    except BadFormula as error:
        return _uncounted(sheet, error)


def _late(state: Over, move: moves.Entry) -> Answer:
    """What may be left blank, entered after the end: the game stays over, and who wins is decided anew."""
    answer = enter(closing.reopened(state), move)
    if isinstance(answer, Refused) or isinstance(answer.state, Over):
        return answer
    try:
        return closing.over(answer.state, answer.cites, answer.lines)
    except BadFormula as error:
        return uncounted(RULE, state.options.sheet, error)


def bid(state: Playing, move: moves.Bids) -> Answer:
    """What is entered before the round is played; it stands until the result comes."""
    sheet = state.options.sheet
    if sheet is None or not sheet.bids:
        return _refused("This sheet has no bids: enter the round when it is played.")
    if state.bid:
        return _refused("The bids of this round stand: enter what came of them, or undo.")
    asked = [one for one in sheet.fields if one.bid]
    try:
        if wrong := judging.wrong_entry(state, sheet, asked, move.players, move.table):
            return wrong
        entries, table = _complete(state, sheet, asked, move.players, move.table)
        cites, doubt = judging.checked(state, sheet, entries, table, anyway=move.anyway, bids=True)
    except BadFormula as error:
        return _uncounted(sheet, error)
    if doubt:
        return doubt
    told = list(told_entries(asked, entries, table))
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
        return _uncounted(sheet, error)


def so_far(state: States, move: moves.Move) -> Mapping[str, int | float]:
    """What an entry comes to so far, whatever is missing or doubted; {} where it cannot be counted yet, and
    nothing for those for whom something is entered that cannot be.
    """
    sheet = state.options.sheet
    if isinstance(move, moves.Round):
        return move.scores
    if sheet is None or not isinstance(move, moves.Entry | moves.Result):
        return {}
    if sheet.by == "row" and isinstance(move, moves.Entry):
        answer = enter(state, replace(move, anyway=True))
        after = answer.state.scores if isinstance(answer, Ruling) else {}
        return {name: exact([after[name], -state.scores[name]]) for name in move.players if name in after}
    return _worth(state, sheet, move) if isinstance(state, Playing) else {}


def _worth(state: Playing, sheet: Definition, move: moves.Entry | moves.Result) -> Mapping[str, int | float]:
    asked = [one for one in sheet.fields if not one.bid]
    try:
        entries, table = _complete(state, sheet, asked, move.players, move.table)
        missing = [one for one in asked if one.of == "round" and one.key not in move.table]
        if any(asking.is_asked(state, one, table) for one in missing if not asking.may_lack(one)):
            return {}
        # Of partners half a sum says nothing yet.
        so_far = not sheet.sides
        if judging.checked(state, sheet, entries, table, anyway=True, bids=False, so_far=so_far)[1]:
            return {}
        wrong = set(judging.cannot_be(state, sheet, asked, move.players, move.table))
        if wrong and sheet.others:
            return {}
        points = counting.count(state, entries, table).points
        for unit in counting.units(sheet, state.inside):
            if not wrong.isdisjoint(unit):
                wrong |= set(unit)
        return {name: n for name, n in points.items() if name not in wrong}
    except BadFormula:
        return {}


def _written(state: Playing, sheet: Definition, move: moves.Entry | moves.Result) -> Answer:
    """A round or a turn, counted; then what follows."""
    asked = [one for one in sheet.fields if not one.bid]
    if isinstance(move, moves.Entry) and move.row is not None:
        return _refused("This sheet has no categories.")
    if wrong := judging.wrong_entry(state, sheet, asked, move.players, move.table):
        return wrong
    entries, table = _complete(state, sheet, asked, move.players, move.table)
    cites, doubt = judging.checked(state, sheet, entries, table, anyway=move.anyway, bids=False)
    if doubt:
        return doubt
    counted = counting.count(state, entries, table)
    called = move.name or _called(state, sheet, entries)
    row = Row(name=move.name, scores=counted.points, entries=entries, table=table)
    rounds = (*state.rounds, row)
    start = counting.starting(state.options, len(state.players))
    scores = {**state.scores, **{name: total(rounds, name, start) for name in counted.points}}
    after = replace(state, rounds=rounds, scores=scores, tallies=counted.tallies, bid=None)
    alike = by_side(counted.points, counting.units(sheet, state.players))
    told = [f"{name} {signed(points)}" for name, points in alike.items()]
    cite = Cite(RULE, "{called:cap}: {told}.", {"called": called, "told": told})
    said = (Cite(RULE, "{said}.", {"said": text}) for text in counted.said)
    lines = lines_of(RULE, counted.points, called)
    return closing.follow(after, (cite, *said, *cites), lines)


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
        if (first := asking.next_of(state, name)) and first != category:
            facts = {"name": name, "row": category.name, "first": first.name}
            return Refused(
                "illegal", RULE, "{first} comes before {row}: enter {first} of {name} next.", facts
            )
        if wrong := judging.wrong_cell(state, sheet, category, name, entry):
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
        known = {
            **asking.about_cell(state, sheet, category, name, entry),
            **counting.of_rows(sheet, rows, name),
        }
        cites, doubt = judging.judged(sheet, sheet.checks, known, anyway=move.anyway)
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


def _cell_of(
    state: Playing, sheet: Definition, category: Category, name: str, entry: Mapping[str, Entered]
) -> dict[str, Entered]:
    """A cell with all that is asked for in it, and no more. Raises BadFormula."""
    about = asking.about_cell(state, sheet, category, name, entry)
    asked = [one for one in sheet.fields if one.asked is None or formulas.value(one.asked, about)]
    return {one.key: entry.get(one.key, one.empty) for one in asked} if sheet.fields else dict(entry)


def _complete(
    state: Playing, sheet: Definition, asked: list[Field], players: Entries, table: Mapping[str, Entered]
) -> tuple[Entries, dict[str, Entered]]:
    """The entries in the order of the seats, with what was bid, and with blanks for what was not asked.

    A page without scripts shows every field, so what is not asked for is left out even if it was sent.
    """
    bid = state.bid
    whole = {
        **(bid.table if bid else {}),
        **{one.key: table.get(one.key, one.empty) for one in asked if one.of == "round"},
    }
    firsts = asking.first_of_side(state, sheet)
    names = [name for name in state.inside if sheet.by == "round" or name in players]
    whose = "" if sheet.by == "round" else next(iter(names), "")
    for one in asked:
        if one.of == "round" and not asking.is_asked(state, one, whole, whose):
            whole[one.key] = one.empty
    entries: Entries = {}
    for name in names:
        entries[name] = dict(bid.entries.get(name, {})) if bid else {}
        for one in asked:
            if one.of == "player" or (one.of == "side" and name in firsts):
                given = players.get(name, {}) if asking.is_asked(state, one, whole, name) else {}
                entries[name][one.key] = given.get(one.key, one.empty)
    return entries, whole


def _called(state: Playing, sheet: Definition, entries: Entries) -> str:
    number = counting.turns(state, next(iter(entries))) if sheet.by == "turn" else len(state.rounds)
    return f"{sheet.step} {number + 1}"


def _numbered(state: Playing, sheet: Definition, told: list[str]) -> dict[str, str | int]:
    return {"unit": sheet.unit, "n": len(state.rounds) + 1, "told": "; ".join(told)}


def _refused(message: str) -> Refused:
    return Refused("illegal", RULE, message)


def _uncounted(sheet: Definition, error: BadFormula) -> Refused:
    return uncounted(RULE, sheet, error, ADVICE)
