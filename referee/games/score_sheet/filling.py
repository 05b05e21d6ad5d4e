"""What is filled in next: a blank for everybody, the fields of a round or turn, or a category."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from urllib.parse import urlencode

from django.http import QueryDict
from msgspec.structs import replace

from referee.games.look import AnyLook
from referee.games.score_sheet.context import AskView, FillView, LineView
from referee.games.score_sheet.entry import SCORE, field_name, number, number_text
from referee.games.score_sheet.sheet import beside, cell_of
from referee.games.score_sheet.typed import Typed
from referee.rules.score_sheet import asking, counting, judging, signs
from referee.rules.score_sheet.definition import Amount, Choice, Definition, Field
from referee.rules.score_sheet.definition import Row as Category
from referee.rules.score_sheet.formulas import BadFormula
from referee.rules.score_sheet.moves import Entered
from referee.rules.score_sheet.state import Over, Playing, States
from referee.rules.score_sheet.telling import played, told_value
from referee.web.components import Option, options, to_choose

#: So many find room side by side in the row of the grid; more stand below it, two in a line.
MOST_IN_A_ROW = 6
#: The name of a field that has none of its own: its player's is enough.
_ALONE = "Points"


def filling(look: AnyLook, state: States, leaders: tuple[str, ...], now: Typed) -> FillView | None:
    """What is asked for now; None where nobody is there to answer, or a category has to be chosen first."""
    sheet = state.options.sheet
    if sheet and sheet.by == "row":
        return _category(look, state, sheet, now)
    if isinstance(state, Over):
        return None
    if sheet is None:
        return _plain(state, leaders, now) if state.players else None
    return _round(look, state, sheet, leaders, now) if state.inside else None


def _plain(state: Playing, leaders: tuple[str, ...], now: Typed) -> FillView:
    points = Field(key="score", name=_ALONE, least=None, fractions=True)
    lines = tuple(
        LineView(
            names=(name,),
            total=now.total(state, name),
            change=now.change(name),
            leader=name in leaders,
            cells=(_cell(state, now, points, name),),
        )
        for name in state.players
    )
    return FillView(
        do="round",
        number=len(state.rounds) + 1,
        called=f"Round {len(state.rounds) + 1}",
        shape="row" if len(lines) <= MOST_IN_A_ROW else "many",
        lines=lines,
        name=" ".join(now.sent.get("called", "").split()),
        nameable=True,
    )


def _round(
    look: AnyLook, state: Playing, sheet: Definition, leaders: tuple[str, ...], now: Typed
) -> FillView:
    asked = [one for one in sheet.fields if not sheet.bids or one.bid == (state.bid is None)]
    before = [one for one in sheet.fields if state.bid is not None and one.bid]
    table = asking.known_table(state)
    names = asking.whose(state, sheet)
    if free := sheet.by == "free":
        chosen = look.asked.get("who", "") or now.sent.get("who", "")
        # Without an order of turns nobody is next, so that nobody is given another's points.
        names = tuple(name for name in state.inside if name == chosen or len(state.inside) == 1)
    asked, before = (
        [one for one in some if any(asking.may_be_asked(state, one, table, name) for name in names)]
        for some in (asked, before)
    )
    own = [one for one in asked if one.of != "round"]
    first = asked.index(own[0]) if own else len(asked)
    firsts = asking.first_of_side(state, sheet)
    # Whoever has all in common has one line.
    apart = not own or any(one.of == "player" for one in (*before, *own))
    sides = counting.units(sheet, names)
    units = [(name,) for name in names] if apart else sides
    # What partners have in common stands above their lines.
    common = units != sides
    lines = tuple(
        LineView(
            names=unit,
            total="" if common else now.total(state, name),
            change=now.change(name),
            leader=name in leaders and not common,
            dealer=state.dealer or "",
            beside=beside(state, name),
            before=tuple(_shown(one, state, name) for one in before if one.of != "round"),
            cells=tuple(
                _cell(state, now, one, name)
                if (one.of == "player" or name in firsts) and asking.may_be_asked(state, one, table, name)
                else None
                for one in own
            ),
        )
        for unit in units
        for name in unit[:1]
    )
    alone = len(own) == 1
    simple = sheet.by in ("round", "turn") and alone and own[0].kind in ("number", "tick") and not sheet.sides
    row = "row" if len(lines) <= MOST_IN_A_ROW else "many"
    # What everybody chooses stands among the fields of the round, with their names.
    choices = [
        each
        for line in lines
        for each in line.cells
        if each and alone and not before and each.kind == "choice"
    ]
    do = "entry" if not sheet.bids else "bids" if state.bid is None else "result"
    return FillView(
        do=do,
        number=len(state.rounds) + 1,
        called=" ".join(names) or "Choose a player" if free else _called(state, sheet, names, do),
        shape="" if not names else row if simple else "cell" if len(lines) == 1 and len(own) > 1 else "table",
        whole=(*(_cell(state, now, one) for one in asked[:first]), *choices),
        after=tuple(_cell(state, now, one) for one in asked[first:] if one.of == "round"),
        heads=() if choices else tuple(one.name for one in (*before, *own) if one.of != "round"),
        lines=() if choices else lines,
        note=" · ".join(_notes(state, sheet, before, table)),
        who=tuple(
            Option(value=f"{look.url}?{urlencode({'who': name})}", text=name, chosen=name in names)
            for name in state.inside
        )
        if sheet.by == "free"
        else (),
        watched=judging.watched(state, now.entry.table if now.entry else {}, bids=do == "bids"),
        name=" ".join(now.sent.get("called", "").split()),
        nameable=False,
        first=_left_of_dealer(state) if do == "bids" else "",
        signs=_signs(asked),
    )


def _left_of_dealer(state: Playing) -> str:
    """Who bids first, where it is known who deals."""
    if state.dealer not in state.players:
        return ""
    at = state.players.index(state.dealer) + 1
    return next(name for name in (*state.players[at:], *state.players[:at]) if name in state.inside)


def _notes(
    state: Playing, sheet: Definition, before: list[Field], table: Mapping[str, Entered]
) -> Iterator[str]:
    """What holds in this round, and what was agreed on before it is played."""
    try:
        if sheet.by == "round" and (holds := counting.condition(state)):
            yield holds
    except BadFormula:
        pass
    yield from played(state, {one.key: table[one.key] for one in before if one.key in table})


def _called(state: Playing, sheet: Definition, names: tuple[str, ...], do: str) -> str:
    if sheet.by == "turn":
        return f"{names[0]}, turn {counting.turns(state, names[0]) + 1}" if names else ""
    called = f"{sheet.unit[:1].upper()}{sheet.unit[1:]} {len(state.rounds) + 1}"
    return f"{called}: bids" if do == "bids" else called


def _signs(fields: Iterable[Field]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(sign.text for one in fields for sign in one.signs))


def _category(look: AnyLook, state: States, sheet: Definition, now: Typed) -> FillView | None:
    """The cell that was tapped: a category of a player."""
    key, name = cell_of(look, state, now)
    row = next((row for row, whose in asking.open_cells(state) if (row.key, whose) == (key, name)), None)
    if row is None:
        return None
    here = {"row": row.key}
    fields = [one for one in asking.fields_of(sheet, row) if asking.may_be_asked(state, one, here)]
    cells = tuple(_cell(state, now, one, name, row) for one in fields)
    valued = field_name("number", "value", name)
    return FillView(
        do="entry",
        number=len(state.rounds) + 1,
        called=f"{name}: {row.name}",
        shape="cell",
        row=row.key,
        person=name,
        ordered=sheet.ordered,
        heads=tuple(one.name for one in fields) if len(fields) > 1 else (),
        lines=(LineView(names=(name,), total=now.total(state, name), change=now.change(name), cells=cells),),
        values=tuple(
            Option(str(value), number_text(value or 0), chosen=str(value) == now.sent.get(valued))
            for value in row.values
        ),
        valued=valued,
        signs=_signs(fields),
    )


def _shown(one: Field, state: Playing, name: str) -> str:
    """What a player entered before the round, as it is read."""
    entry = state.bid.entries.get(name, {}) if state.bid else {}
    return told_value(one, entry[one.key]) if one.key in entry else ""


def _cell(state: States, now: Typed, one: Field, player: str = "", row: Category | None = None) -> AskView:
    """A field to fill in, of a player or of the round, with what was typed in it before."""
    place = state.players.index(player) if player else ""
    if state.options.sheet is None:
        name, at = f"{SCORE}{player}", f"b{place}"
    else:
        name, at = field_name(one.kind, one.key, player), f"c-{one.key}-{place}"
    who = asking.called(state, one, player)
    label = f"{who}: {one.name}" if who and one.name != _ALONE else who or one.name
    kind = {"place": "number", "player": "choice"}.get(one.kind, one.kind)
    sent = str(_typed(now.sent, name)) if kind == "number" else now.sent.get(name, "")
    choices = [each for each in one.choices if asking.may_follow(state, each, now.entry, player, row)]
    answers = _options(state, one, choices, sent) if kind == "choice" else ()
    empty = sent in ("", answers[0].value if answers else "")
    unasked = not asking.may_follow(state, one, now.entry, player, row)
    entry = now.entry.players.get(player, {}) if now.entry else {}
    written = dict(signs.values(state, one, entry, row.key if row else None))
    return AskView(
        name=name,
        id=at,
        label=label,
        who=who,
        short=one.name,
        kind=kind,
        value=sent,
        minus=_below(one),
        fractions=one.fractions,
        needed=_needed(one),
        least=_bound(state, one.least, player),
        # The largest number is written by its sign.
        most=max(written.values()) if written else _bound(state, one.most, player),
        signs=tuple(written or (sign.text for sign in one.signs)),
        wrong=now.is_wrong(one, player),
        off=empty and unasked,
        void=unasked and not empty,
        closed="" if asking.may_be_asked(state, replace(one, asked=one.open), {}, player) else one.closed,
        options=answers,
        fills={field_name("number", key): str(n) for key, n in one.fills.items()},
    )


def _options(state: States, one: Field, choices: list[Choice], sent: str) -> tuple[Option, ...]:
    """What can be chosen. What may be left blank begins with its first answer, all else with none."""
    texts = {each.value: each.name for each in choices} or {name: name for name in state.inside}
    if not one.blank:
        return to_choose(texts, sent)
    texts = texts if one.choices else {"": "Nobody", **texts}
    return options(texts, sent if sent in texts else next(iter(texts)))


def _typed(sent: QueryDict, name: str) -> int | float | str:
    """What was typed; a sum stays one, so that it can be seen what of."""
    text, negative = str(sent.get(name, "")), name in sent.getlist("minus")
    if not text or re.search(r"[0-9][+−–-]", "".join(text.split())):
        return f"-{text}" if negative and text else text
    return number(text, negative=negative)


def _needed(one: Field) -> bool:
    """Whether it has to be filled in, or comes with what was: such as what the last round adds. What may be
    left blank besides is filled in by whoever taps it.
    """
    return not asking.may_lack(one) or (one.asked is not None and one.of != "round" and one.kind == "number")


def _below(one: Field) -> bool:
    """Whether a number below 0 makes sense."""
    return one.least is None or (isinstance(one.least, int | float) and one.least < 0)


def _bound(state: States, amount: Amount | None, name: str) -> float | None:
    """The least or the most that may stand there, as far as it is known; it is the referee who refuses."""
    if amount is None:
        return None
    try:
        return counting.amount(amount, {**asking.about(state, name), **asking.known_table(state)})
    except BadFormula:
        return None
