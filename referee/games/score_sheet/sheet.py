"""The score sheet as it lies: columns with totals, its rows, the end."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from urllib.parse import urlencode

from django.urls import reverse
from msgspec.structs import replace

from referee.games.cited import Cited, cite_of
from referee.games.frame import cites_of, why_over
from referee.games.look import AnyLook
from referee.games.score_sheet.context import (
    CellView,
    ColumnView,
    FillView,
    GridView,
    Lead,
    RowView,
    ScoreSheetOver,
)
from referee.games.score_sheet.entry import SCORE, field_name, number_text, signed_text
from referee.games.score_sheet.typed import Typed
from referee.games.table_views import won_by
from referee.rules.engine import Cite
from referee.rules.record import Said
from referee.rules.score_sheet import GAME, asking, cannot_win, closing, counting, formulas
from referee.rules.score_sheet.counting import Unit
from referee.rules.score_sheet.definition import Definition, Field, Tally
from referee.rules.score_sheet.formulas import BadFormula
from referee.rules.score_sheet.moves import Entered
from referee.rules.score_sheet.signs import sign_of
from referee.rules.score_sheet.state import Over, Playing, Row, States, exact
from referee.rules.score_sheet.telling import played, told_value
from referee.rules.sentences import counted, joined, plural, side_name, signed
from referee.web.components import StandingView, ranked

#: Cells on the live table, so that a tap's answer stays small; the whole sheet is one tap away.
MOST_CELLS = 120
FEWEST_ROWS = 5
#: So many tallies stand below a total; more have rows of their own.
MOST_BESIDE = 2
#: Of so many numbers it is known which is which, though blank ones are left out.
MOST_UNNAMED = 3
#: So many columns have room for a tally and its number in one line.
MOST_WIDE = 4


def columns(state: States) -> list[Unit]:
    """The columns: those at the table as they sit, partners in one, then those who left."""
    sheet = state.options.sheet
    here = counting.units(sheet, state.players) if sheet else [(name,) for name in state.players]
    return [*here, *((name,) for name in state.scores if name not in state.players)]


def leaders(state: States) -> tuple[str, ...]:
    """Who is ahead: nobody while all are level, or by having entered nothing."""
    if not state.rounds or len({state.scores[name] for name in state.inside}) < 2:
        return ()
    if state.options.sheet and state.options.sheet.wins == "all":
        return ()
    try:
        ahead = closing.won(state)[0]
    except BadFormula:
        return ()
    entered = any(name in row.scores for row in state.rounds for name in ahead)
    return ahead if entered and len(ahead) < len(state.inside) else ()


def grid(
    look: AnyLook, state: States, ahead: tuple[str, ...], now: Typed, *, whole: bool = False
) -> GridView:
    """The sheet, with what is typed `now` in its totals.

    Unless it is asked for whole, it has only as many of its newest rounds as a phone shows at once.
    """
    heads = columns(state)
    behind = cannot_win.beaten(state) if isinstance(state, Playing) else ()
    sheet = state.options.sheet
    by = sheet.by if sheet else "round"
    last = state.rounds[-1].scores if state.rounds and by != "row" else {}
    names = tuple(unit[0] for unit in heads)
    # Below marks the turns have no room: they stand on the whole sheet.
    marks = [one.marks for one in sheet.tallies] if sheet else []
    marked = isinstance(state, Playing) and not whole and any(marks)
    rounds = [] if marked else _rows(look, state, heads, names, cell_of(look, state, now))
    lines = [*rounds, *_tallied(state, names)]
    shown = len(lines) if whole or by == "row" else max(MOST_CELLS // max(len(heads), 1), FEWEST_ROWS)
    first = max(len(lines) - shown, 0)
    return GridView(
        columns=tuple(
            ColumnView(
                names=unit,
                total=now.total(state, name),
                change=now.change(name) or (signed_text(last[name]) if name in last else ""),
                so_far=name in now.worth,
                leader=name in ahead,
                here=name in state.players,
                dealer=state.dealer if state.dealer in unit else "",
                turn=isinstance(state, Playing) and name == state.turn,
                out=name in state.out,
                beaten=name in behind,
                beside=beside(state, name),
            )
            for unit in heads
            for name in unit[:1]
        ),
        rows=tuple(lines[first:]),
        earlier=first,
        all=f"{look.url}?sheet=rounds",
        by=by,
        unit=unit(state),
        marked=marked,
        dealing=sheet.dealing if sheet else "",
    )


def beside(state: States, name: str) -> str:
    """The tallies that are shown, such as bags, where they are few."""
    shown = _tallies(state, name)
    few = shown if len(shown) <= MOST_BESIDE else ()
    free = state.options.sheet and state.options.sheet.by == "free"
    return ", ".join(
        f"{tally.name}{_space(state)}{number_text(number)}"
        for tally, number in few
        # What nobody has yet is not worth a line, unless all below it would move under the thumb.
        if any(kept.get(tally.key) for kept in state.tallies.values()) or tally.start or free
    )


def _space(state: States) -> str:
    """What stands between a name and its number: a narrow column has the number below."""
    return "\n" if len(columns(state)) > MOST_WIDE else "\N{NO-BREAK SPACE}"


def _tallied(state: States, names: tuple[str, ...]) -> Iterator[RowView]:
    """A row for each tally, where they are many, such as the marks at cricket."""
    rows = list(zip(*(_tallies(state, name) for name in names), strict=True))
    for row in rows if len(rows) > MOST_BESIDE else ():
        cells = tuple(CellView(text=number_text(each), drawn=_drawn(tally, each)) for tally, each in row)
        yield RowView(label=row[0][0].name or "", href="", cells=cells, counted=True)


def _drawn(tally: Tally, number: float) -> str | None:
    """The sign for a number, where the sheet has some; for more than it has signs for it is the last."""
    if not tally.marks:
        return None
    return tally.marks[min(int(number), len(tally.marks)) - 1] if number >= 1 else ""


def _tallies(state: States, name: str) -> list[tuple[Tally, int | float]]:
    """What goes along with a player's total, and the number."""
    sheet = state.options.sheet
    kept = state.tallies.get(name, {})
    shown = sheet.tallies if sheet else ()
    over = isinstance(state, Over)
    return [(one, kept.get(one.key, one.start)) for one in shown if one.name and not (over and one.ahead)]


def _rows(
    look: AnyLook, state: States, heads: list[Unit], names: tuple[str, ...], at: tuple[str, str]
) -> Iterator[RowView]:
    """Round by round with what was played in it, turn by turn, or category by category."""
    sheet = state.options.sheet
    if sheet and sheet.by == "row":
        yield from _categories(look, state, sheet, names, at)
    elif sheet and sheet.by in ("turn", "free"):
        yield from _turns(look, state, names)
    else:
        for number, row in enumerate(state.rounds, 1):
            # What is given where a game is broken off was entered by nobody.
            entered = sheet is None or bool(row.entries)
            # The tricks are corrected more often than the bids, which are one tap from there.
            ask = "?do=result" if sheet and sheet.bids else ""
            href = f"{reverse('hand', args=[look.about.public_id, number])}{ask}" if entered else ""
            cells = tuple(_cell(state, row, unit, href) for unit in heads)
            words = "\N{NO-BREAK SPACE}· ".join(played(state, row.table))
            yield RowView(label=row.name or str(number), href=href, cells=cells, played=words)


def _turns(look: AnyLook, state: States, names: tuple[str, ...]) -> Iterator[RowView]:
    """A row for everybody's first turn, one for the second, and so on.

    Who counts down to zero sees what was taken off, and what it left.
    """
    had: dict[str, list[CellView]] = {name: [] for name in names}
    sheet = state.options.sheet
    down = sheet is not None and _to_zero(sheet)
    left = {name: state.scores[name] - sum(row.scores.get(name, 0) for row in state.rounds) for name in names}
    for number, row in enumerate(state.rounds, 1):
        href = reverse("hand", args=[look.about.public_id, number])
        for name in row.entries:
            cell = _cell(state, row, (name,), href)
            if down and name in row.scores:
                left[name] += row.scores[name]
                cell = replace(cell, text=number_text(-row.scores[name]), note=number_text(left[name]))
            had[name].append(cell)
    for turn in range(max(map(len, had.values()), default=0)):
        cells = tuple(had[name][turn] if turn < len(had[name]) else CellView() for name in names)
        yield RowView(label="" if sheet and sheet.by == "free" else str(turn + 1), href="", cells=cells)


def cell_of(look: AnyLook, state: States, now: Typed) -> tuple[str, str]:
    """The category and the player of the cell that was tapped (none by Back), or of the one that is next."""
    row, who = (look.asked.get(name, "") or now.sent.get(name, "") for name in ("row", "who"))
    sheet = state.options.sheet
    goes_on = sheet and sheet.family == "board" and look.asked.get("row") != "" and isinstance(state, Playing)
    if sheet and (sheet.ordered or (goes_on and state.rounds and look.about.viewer_may_write)):
        still = [(each.key, name) for each, name in asking.open_cells(state) if not (goes_on and each.blank)]
        rows, seats = [each.key for each in sheet.rows], state.players
        given = [(n, r.key or "", name) for r in state.rounds for name, n in r.at.items() if name in seats]
        if goes_on and given:
            # On from the cell filled in last: along its row, round the table, then in the next row.
            at, to = rows.index(max(given)[1]), seats.index(max(given)[2]) + 1
            still = [one for one in product(rows[at:] + rows[:at], seats[to:] + seats[:to]) if one in still]
        return (row, who) if (row, who) in still else next(iter(still), ("", ""))
    return row, who


def _categories(
    look: AnyLook, state: States, sheet: Definition, names: tuple[str, ...], at: tuple[str, str]
) -> Iterator[RowView]:
    """Every category, filled in or not; what is counted stands among them."""
    given = {row.key: row for row in state.rounds}
    still = (
        {(row.key, name) for row, name in asking.open_cells(state)} if look.about.viewer_may_write else set()
    )
    for category in sheet.rows:
        row = given.get(category.key, Row(name=None, scores={}))
        cells = []
        for name in names:
            if category.is_ is not None or name in row.entries:
                cells.append(_filled(look, state, row, name))
            else:
                asked = urlencode({"row": category.key, "who": name})
                href = f"{look.url}?{asked}" if (category.key, name) in still else ""
                here = (category.key, name) == at
                cells.append(CellView(href=href, empty=name in state.players, here=here))
        yield RowView(label=category.name, href="", cells=tuple(cells), counted=category.is_ is not None)


def _filled(look: AnyLook, state: States, row: Row, name: str) -> CellView:
    """A cell of a category, in an order the total up to it, and where it is corrected if it was entered."""
    if name not in row.scores:
        return CellView()
    href = reverse("hand", args=[look.about.public_id, row.at[name]]) if name in row.at else ""
    asked = f"?{urlencode({'field': _field(state, row, name)})}" if href else ""
    later = state.rounds[state.rounds.index(row) + 1 :]
    up_to = exact([state.scores[name], *(-each.scores.get(name, 0) for each in later)])
    points = up_to if state.options.sheet and state.options.sheet.ordered else row.scores[name]
    return CellView(text=number_text(points), href=f"{href}{asked}", note=_note(state, row, name))


def _cell(state: States, row: Row, unit: Unit, href: str) -> CellView:
    """What a round was worth to a player or a side, and what either entered for it."""
    name = next((name for name in unit if row.entries.get(name)), unit[0])
    if name not in row.scores:
        return CellView()
    best = (min if state.options.wins == "low" else max)(row.scores.values())
    asked = {"field": _field(state, row, name)}
    return CellView(
        text=number_text(row.scores[name]),
        href=f"{href}{'&' if '?' in href else '?'}{urlencode(asked)}" if href else "",
        note=_notes(state, row, unit),
        # Where most points win, nothing is no gain.
        best=row.scores[name] == best
        and len(set(row.scores.values())) > 1
        and (best > 0 or state.options.wins == "low"),
    )


def _field(state: States, row: Row, name: str) -> str:
    """The field of a player that is corrected first."""
    sheet = state.options.sheet
    if sheet is None:
        return f"{SCORE}{name}"
    own = [one for one in sheet.fields if one.key in row.entries.get(name, {})]
    return field_name(own[-1].kind, own[-1].key, name) if own else field_name("number", "value", name)


def _notes(state: States, row: Row, unit: Unit) -> str:
    """What was entered for a player or a side; what partners enter each for themselves has their names."""
    notes = [(name, note) for name in unit if (note := _note(state, row, name))]
    fields = state.options.sheet.fields if state.options.sheet else ()
    if len(unit) == 1 or not any(one.of == "player" for one in fields):
        return ", ".join(note for _, note in notes)
    return ", ".join(f"{name} {note}" for name, note in notes)


def _note(state: States, row: Row, name: str) -> str:
    """What was entered, where that is not the points themselves: bid and tricks, such as 3/4."""
    sheet = state.options.sheet
    entry = row.entries.get(name, {})
    signed = sheet is not None and (sheet.ordered or any(one.signs for one in sheet.fields))
    if sheet is None or not entry or (_is_worth(sheet, entry, row.scores.get(name)) and not signed):
        return ""
    numbers = [one for one in sheet.fields if one.kind == "number"]
    named = sum(one.of != "round" for one in numbers) > MOST_UNNAMED
    points = row.scores.get(name, 0)
    said = [
        (one, sign_of(state, one, entry, row.key) or (one.name if value is True else told_value(one, value)))
        for one, value in _said(sheet, entry)
        # The only number says nothing more, where it is the points but for their sign.
        if not (numbers == [one] and value in (points, -points))
    ]
    if [text for _, text in said] == [number_text(points)] and not signed:
        return ""
    if named:
        told = (text if text == one.name else f"{one.name}{_space(state)}{text}" for one, text in said)
        return ", ".join(told)
    # One of the signs is itself a stroke; what a number is stands before it.
    apart = " " if signed or "choice" in [one.kind for one in sheet.fields[:1]] else "/"
    return apart.join(text for _, text in said if text)


def _is_worth(sheet: Definition, entry: Mapping[str, Entered], points: float | None) -> bool:
    """Whether all that was entered is the points. A tick among other fields is not, though it equals 1."""
    values = list(entry.values())
    return values == [points] and (len(sheet.fields) < 2 or not isinstance(values[0], bool))


def _said(sheet: Definition, entry: Mapping[str, Entered]) -> Iterator[tuple[Field, Entered]]:
    """The fields of an entry that say something: one that may be left out does not where it is empty."""
    for one in sheet.fields:
        value = entry.get(one.key, one.empty)
        if one.key in entry and not ((one.asked or one.blank or one.kind == "tick") and value == one.empty):
            yield one, value


def cites(look: AnyLook, state: States) -> tuple[Cited, ...]:
    """What the referee said of the last move; partners score once."""
    sheet, found = state.options.sheet, cites_of(look.outcome)
    if sheet is None or not sheet.sides or not state.rounds:
        return found
    last = state.rounds[-1].scores
    told = [f"{side_name(unit)} {signed(last[unit[0]])}" for unit in columns(state) if unit[0] in last]
    return tuple(
        cite_of(Cite(said.rule, said.message, {**said.facts, "told": told})) if _scored(said) else cite
        for said, cite in zip(look.outcome.rulings, found, strict=True)
    )


def remarks(look: AnyLook) -> tuple[Cited, ...]:
    """What the referee said of the last move beside everybody's points, which stand on the sheet."""
    found = zip(look.outcome.rulings, cites_of(look.outcome), strict=True)
    return tuple(cite for said, cite in found if not _scored(said))


def played_last(look: AnyLook, state: States) -> str:
    """What was entered for the whole of the round that was written down last, in its sheet's words."""
    written = state.rounds and any(map(_scored, look.outcome.rulings))
    told = list(played(state, state.rounds[-1].table)) if written else []
    return ", ".join(told) + "." if told else ""


def _scored(said: Said) -> bool:
    """Whether a sentence lists what a round was worth to everybody."""
    return isinstance(said.facts.get("told"), list)


def title(state: States, fill: FillView | None) -> str:
    """What the table is at."""
    if fill:
        return fill.called
    if isinstance(state, Over):
        return "The end"
    sheet = state.options.sheet
    if sheet and sheet.by == "row":
        return f"{sum(not row.blank for row, _ in asking.open_cells(state))} to fill in"
    return f"{unit(state).capitalize()} {len(state.rounds) + 1}"


def unit(state: States) -> str:
    """What is entered at once, as the game calls it."""
    return state.options.sheet.step if state.options.sheet else GAME.unit


def _to_zero(sheet: Definition) -> bool:
    """Whether everybody counts down, and the first at zero wins."""
    return sheet.wins == "low" and sheet.end.when == "total == 0"


def lead(state: States, ahead: tuple[str, ...], fill: FillView | None) -> Lead:
    """Who is ahead, and with how much; what is asked for, before that."""
    if state.bid:
        return Lead(says="The bids stand.")
    if not ahead:
        known = (state.rounds and state.players) or (fill and (fill.row or fill.who))
        return Lead() if known else _first_words(state)
    total = number_text(state.scores[ahead[0]])
    if len(ahead) > 2:
        return Lead(says=f"{len(ahead)} lead with {total}")
    says = f"{'leads' if len(ahead) == 1 else 'lead'} with {total}"
    return Lead(who=joined(ahead), says=says, total=total)


def _first_words(state: States) -> Lead:
    """What is to be done first."""
    sheet = state.options.sheet
    if not state.players:
        return Lead(says="Nobody is at the table.")
    if sheet is None or (sheet.by == "round" and [one.kind for one in sheet.fields] == ["number"]):
        return Lead(asks=f"Enter {'everybody’s' if state.players[1:] else 'the'} points.")
    fill = "Tap how many marks." if any(tally.marks for tally in sheet.tallies) else "Fill it in."
    asks = "Tap a cell." if sheet.by == "row" else fill
    return Lead(asks="Enter the bids." if sheet.bids else asks)


def _counts_wins(sheet: Definition | None) -> bool:
    """Whether who wins a round has a point for it: the points are the rounds that somebody won."""
    return sheet is not None and (sheet.points or "").startswith("1 if ")


def _defined(state: States, sheet: Definition) -> str:
    """What a sheet is played to, as agreed."""
    if _to_zero(sheet):
        return "first to zero"
    ends = formulas.names_in(sheet.end.when or "0")
    last = [tally.name for tally in sheet.tallies if tally.name and tally.key in ends]
    if last and sheet.wins == "low" and sheet.rank:
        return f"first through the last {last[0]}".lower()
    fixed = counting.fixed(state)
    points = plural(sheet.counts)
    wins = {"high": f"most {points} win", "low": f"fewest {points} win", "all": "all together"}[sheet.wins]
    parts = [] if closing.alone(state) else [wins]
    try:
        targets = (one.key for one in sheet.options if one.kind == "number" and one.key in ends)
        score = state.options.end.score or sheet.end.score or next(targets, 0)
        if number := counting.amount(score, fixed):
            if _counts_wins(sheet):
                return f"first to {counted(number, sheet.unit)}"
            parts.append(f"to {number_text(number)}")
        rounds = counting.amount(state.options.end.rounds or sheet.end.rounds or 0, fixed)
        if rounds:
            parts.append(counted(rounds, sheet.step))
    except BadFormula:
        pass
    return " · ".join(parts)


def goal(state: States) -> str:
    """Who wins, and when the game ends."""
    if state.options.sheet:
        return _defined(state, state.options.sheet)
    end = state.options.end
    wins = "most points win" if state.options.wins == "high" else "fewest points win"
    parts = [
        "" if closing.alone(state) else wins,
        f"to {number_text(end.score)}" if end.score is not None else "",
        counted(end.rounds, "round") if end.rounds is not None else "",
    ]
    return " · ".join(part for part in parts if part)


def over(look: AnyLook, state: Over) -> ScoreSheetOver:
    """The end of the game."""
    sheet = state.options.sheet
    alone = closing.alone(state)
    why, ends = _why(state), "" if alone else _wins(state)
    parts = [ends]
    if not (why and "limit" in why.facts and "names" not in why.facts):
        came_to = _came_to(state)
        how = "" if came_to else " in all" if sheet and sheet.by == "free" else " played"
        # Of a full sheet nobody asks how many rows were filled in that may stay blank.
        full = why and sheet and any(row.blank for row in sheet.rows)
        number = "" if full else f"{counted(counting.begun(state), unit(state))}{how}"
        parts = [number, came_to or ends]
    said = "; ".join(filter(None, parts))
    detail = f"{said}." if said else ""
    highest = state.options.wins == "high"
    sides = counting.units(sheet, state.players) if sheet else []
    sides = [state.players] if sheet and sheet.wins == "all" else sides
    rows = (
        StandingView(
            name=name,
            points=state.scores[name],
            leader=not alone and name in state.winners,
            here=name in state.players,
        )
        for side in columns(state)
        for name in side
    )
    wins = sheet if sheet and _counts_wins(sheet) else None
    one = wins.unit if wins else sheet.counts if sheet else "point"
    shown = why_over(look, why, rule="score_sheet 3")
    if wins and state.winners and not alone:
        result = f"{_result(state, wins)}."
        shown, detail = (Cited(text=result, rule=shown.rule), goal(state)) if why else (shown, result)
    if alone:
        ((name, score),) = state.scores.items()
        heading = f"{name} finishes" if sheet and _to_zero(sheet) else f"{name} scores {number_text(score)}"
    else:
        heading = won_by(state.winners, together=any(set(state.winners) <= set(side) for side in sides))
    return ScoreSheetOver(
        heading=heading,
        why=shown,
        detail=detail[:1].upper() + detail[1:],
        counts=(one, plural(one)),
        standings=ranked(rows, highest=highest, sides=sides),
        unfilled=_unfilled(state) if look.about.viewer_may_write else "",
    )


def _came_to(state: Over) -> str:
    """What a sheet that is filled in freely tells of the whole game, such as what is still in the bank."""
    sheet = state.options.sheet
    if not sheet or sheet.by != "free" or not state.scores:
        return ""
    everybody = tuple(state.scores)
    try:
        names = closing.names_now(replace(state, players=everybody), everybody[:1])
        told = ", ".join(text for each in sheet.tells if (text := formulas.spoken(each, names)))
    except BadFormula:
        return ""
    return told


def _result(state: Over, sheet: Definition) -> str:
    """How many rounds the winner won, and what they and the others had in each of them."""
    best = state.winners[0]
    names = (best, *(unit[0] for unit in columns(state) if best not in unit))
    others = joined([number_text(state.scores[name]) for name in names[1:]])
    key = sheet.fields[0].key
    each = (
        "–".join(number_text(row.entries[name][key]) for name in names if key in row.entries.get(name, {}))
        for row in state.rounds
    )
    return f"{counted(state.scores[best], sheet.unit)} to {others}: {', '.join(each)}"


def _unfilled(state: Over) -> str:
    """What may still be entered after the end."""
    sheet = state.options.sheet
    rows = cannot_win.of_use(state, sheet, asking.open_cells(state)) if sheet else []
    return f"Can be added: {joined(rows)}. Tap an empty cell there." if rows else ""


def _wins(state: States) -> str:
    sheet = state.options.sheet
    if sheet and sheet.wins == "all":
        return "all win together, or nobody"
    return f"the {'highest' if state.options.wins == 'high' else 'lowest'} score wins"


def _why(state: Over) -> Cite | None:
    try:
        return closing.why_over(state)
    except BadFormula:
        return None
