"""A round of a sheet that is tried out: judged as at a table, and not written down."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec
from django.http import QueryDict
from msgspec.structs import replace

from referee.games.score_sheet.entry import field_name, form, number_text
from referee.rules.engine import NotARecord, Refused
from referee.rules.score_sheet import asking, entering, formulas, moves
from referee.rules.score_sheet.definition import Definition, Field
from referee.rules.score_sheet.game import GAME
from referee.rules.score_sheet.state import Over, Playing, States
from referee.rules.sentences import joined
from referee.web.components import Option, View
from referee.web.wording import signed

NAMES = ("Ann", "Bob", "Cat", "Dan", "Eve", "Finn", "Gus", "Hana", "Ivo", "Jo")
#: Who tries it, where the sheet does not need more or fewer.
USUAL = 3


class TryCell(View, frozen=True):
    """Something to type or choose to try the sheet out; without a `name` there is nothing."""

    name: str = ""
    label: str = ""
    kind: str = ""
    value: str = ""
    options: tuple[Option, ...] = ()


class TryLine(View, frozen=True):
    """What is entered, by each player, or once for the `whole` round."""

    label: str
    cells: tuple[TryCell, ...]
    whole: bool = False


class TryView(View, frozen=True):
    """A round that is tried out: what each would get, then have; `problem` is why it could not be saved."""

    names: tuple[str, ...]
    lines: tuple[TryLine, ...]
    results: tuple[tuple[str, str], ...] = ()
    said: tuple[str, ...] = ()
    problem: str = ""


def preview(sheet: Definition, sent: QueryDict, *, tried: bool) -> TryView:
    """What may be typed to try a sheet out, and, if it was `tried`, what each player would have."""
    try:
        state = begin(sheet)
    except NotARecord as error:
        return TryView(names=(), lines=(), problem=str(error))
    names = state.players[:1] if sheet.by == "row" else state.players
    view = TryView(names=names, lines=tuple(_lines(sheet, state, names, sent)))
    if not tried:
        return view
    # A category each is a move: all that is tried has no more steps than one at a table.
    with formulas.limited():
        played = _played(sheet, state, sent, view)
    return replace(played, problem=played.problem.removesuffix(entering.ADVICE).rstrip())


def uncountable(sheet: Definition) -> str:
    """Why a sheet can be counted with no plain numbers at all; "" where it can with some."""
    problem = ""
    for number in ("1", "2", "0"):
        sent = QueryDict(mutable=True)
        for line in preview(sheet, sent, tried=False).lines:
            for cell in line.cells:
                sent[cell.name] = next((one.value for one in cell.options if one.value), number)
        problem = preview(sheet, sent, tried=True).problem
        if "cannot be counted" not in problem:
            return ""
    return problem


def begin(sheet: Definition) -> Playing:
    """An empty sheet with three players, or as many as it takes. Raises NotARecord."""
    options = {"wins": "low" if sheet.wins == "low" else "high", "sheet": msgspec.to_builtins(sheet)}
    fewest, most = sheet.players
    problem = NotARecord(f"At most {len(NAMES)} can try a sheet out here.")
    for number in sorted(range(fewest, min(most, len(NAMES)) + 1), key=lambda one: abs(one - USUAL)):
        try:
            return GAME.start(options, NAMES[:number])
        except NotARecord as error:
            problem = error
    raise problem


def _lines(sheet: Definition, state: Playing, names: Sequence[str], sent: QueryDict) -> Iterator[TryLine]:
    if sheet.by == "row":
        fields = sheet.fields or (Field(key="value", name=""),)
        for row in sheet.rows:
            for one in fields if row.is_ is None else ():
                label = f"{row.name}: {one.name}" if one.name else row.name
                yield TryLine(label=label, cells=(_cell(one, row.key, label, state, sent),))
        return
    for one in sheet.fields:
        if one.of == "round":
            yield TryLine(label=one.name, cells=(_cell(one, "", one.name, state, sent),), whole=True)
            continue
        yield TryLine(
            label=one.name,
            cells=tuple(
                _cell(one, name, f"{one.name}, {name}", state, sent)
                if asking.has_field(state, sheet, one, name)
                else TryCell()
                for name in names
            ),
        )


def _cell(one: Field, player: str, label: str, state: Playing, sent: QueryDict) -> TryCell:
    name = field_name(one.kind, one.key, player)
    value = str(sent.get(name, ""))
    choices: list[tuple[str, str]] = []
    if one.kind == "choice":
        choices = [(each.value, each.name) for each in one.choices if asking.may_be_asked(state, each, {})]
    elif one.kind == "player":
        choices = [(each, each or "Nobody") for each in ("", *state.players)]
    options = tuple(Option(value=each, text=text, chosen=each == value) for each, text in choices)
    return TryCell(name=name, label=label, kind=one.kind, value=value[:40], options=options)


def _played(sheet: Definition, start: Playing, sent: QueryDict, view: TryView) -> TryView:
    state: States = start
    said: list[str] = []
    for raw in _moves(sheet, start, sent):
        move = GAME.read(raw)
        if isinstance(move, Refused):
            return replace(view, problem=move.text)
        ruling = GAME.judge(state, move)
        if isinstance(ruling, Refused) and isinstance(move, moves.Filled):
            sure = GAME.judge(state, replace(move, anyway=True))
            if isinstance(sure, Refused):
                return replace(view, problem=ruling.text)
            # What a check doubts can be written down all the same.
            said.append(ruling.text)
            ruling = sure
        if isinstance(ruling, Refused):
            return replace(view, problem=ruling.text)
        state = ruling.state
        if isinstance(state, Over):
            said.append(f"The game is over: {joined(state.winners) or 'nobody'} wins.")
            break
    results = tuple(
        (signed(state.scores[name] - start.scores[name]), number_text(state.scores[name]))
        for name in view.names
    )
    return replace(view, results=results, said=tuple(said))


def _moves(sheet: Definition, state: Playing, sent: QueryDict) -> Iterator[dict[str, object]]:
    """What was typed as moves; what was left blank is 0."""
    if sheet.by == "row":
        player = state.players[0]
        for row in sheet.rows:
            names = [name for name in sent if name.split(" ")[2:] == [row.key]]
            if row.is_ is None and any(str(sent[name]).strip() for name in names):
                typed = {f"{name.rsplit(' ', 1)[0]} {player}": str(sent[name]) for name in names}
                raw = _move("entry", typed)
                yield raw | {"row": row.key}
        return
    bids = [one for one in sheet.fields if one.bid]
    rest = [one for one in sheet.fields if not one.bid]
    if sheet.by == "round":
        if bids:
            yield _move("bids", _typed(sheet, state, bids, state.players, sent))
        yield _move("result" if bids else "entry", _typed(sheet, state, rest, state.players, sent))
        return
    for name in state.players:
        yield _move("entry", _typed(sheet, state, rest, (name,), sent))


def _typed(
    sheet: Definition, state: Playing, fields: Sequence[Field], players: Sequence[str], sent: QueryDict
) -> dict[str, str]:
    """What a form sends of these fields: blank where the page had none of it; nobody is left out."""
    typed: dict[str, str] = {}
    for one in fields:
        enters = (name for name in players if asking.has_field(state, sheet, one, name))
        for player in [""] if one.of == "round" else enters:
            name = field_name(one.kind, one.key, player)
            value = str(sent.get(name, one.empty if one.kind == "choice" else ""))
            if value or one.kind != "player":
                typed[name] = value
    return typed


def _move(do: str, typed: dict[str, str]) -> dict[str, object]:
    made = QueryDict(mutable=True)
    made.update({"do": do, "blank": "1", **{name: text for name, text in typed.items() if name[:2] != "t "}})
    ticks = [name for name in typed if name.startswith("t ")]
    made.setlist("ticks", ticks)
    for name in ticks:
        made[name] = typed[name]
    return form(made)
