"""What a tap on a score sheet means: from a form to the move of docs/record.md, and to words."""

from __future__ import annotations

import re
import secrets
from collections.abc import Iterator, Mapping

from django.http import QueryDict
from django.utils import timezone

from referee.rules.score_sheet import counting, moves
from referee.rules.score_sheet.definition import PLAIN, Definition, Field
from referee.rules.score_sheet.moves import Entered
from referee.rules.score_sheet.signs import sign_of
from referee.rules.score_sheet.state import States, exact
from referee.rules.score_sheet.telling import told_value
from referee.rules.sentences import side_name, with_article
from referee.web.wording import written

#: A player's number is sent as `score Ann`; `minus` names those that have a minus before them.
SCORE = "score "
#: A field of a sheet is sent as `n taken Ann`, that of the whole round as `n level`: `n` is a number, `t` a
#: tick, `c` a choice. `ticks` names the ticks that a form shows: one that is not set is not sent.
_FIELD = re.compile(r"([ntc]) ([a-z][a-z0-9_]{0,23})(?: (.+))?", re.ASCII | re.DOTALL)
#: As long as a field takes; how large a number may be is the referee's to say.
_NUMBER = re.compile(r"([+-]?)(\d{0,24})(?:[.,](\d{1,6}))?", re.ASCII)
#: What the keypad adds up: 12+8-3.
_SUM = re.compile(r"[+-]?[0-9.,]+(?:[+-][0-9.,]+)*", re.ASCII)
_SPACE = "\N{NO-BREAK SPACE}"
_TEXTS = {"join": ("player", "after"), "quit": ("player",), "timer": ("player",)}
_ENTRIES = ("entry", "bids", "result")


def form(sent: QueryDict) -> dict[str, object]:
    """The move that a form asks for, as JSON; what makes no sense is left for the referee to refuse."""
    do = sent.get("do") or "round"
    if do == "round":
        return _round(sent, [name.removeprefix(SCORE) for name in sent if name.startswith(SCORE)])
    if do in _ENTRIES:
        return _entry(do, sent)
    if do == "throw":
        return _throw(sent)
    raw: dict[str, object] = {"do": do}
    if do == "timer":
        # By the server's clock, whatever a phone may think.
        raw["at"] = int(timezone.now().timestamp() * 1_000)
        if sent.get("seconds"):
            raw["seconds"] = number(str(sent["seconds"]))
    raw |= {name: " ".join(str(sent[name]).split()) for name in _TEXTS.get(do, ()) if sent.get(name)}
    return raw


def field_name(kind: str, key: str, player: str = "") -> str:
    """The name by which a form sends a field."""
    letter = {"tick": "t", "choice": "c", "player": "c"}.get(kind, "n")
    return f"{letter} {key} {player}".strip()


def is_filled_in(name: str) -> bool:
    """Whether a form sends by this name what somebody fills in, or whose it is."""
    return name in ("called", "minus", "row", "who") or name.startswith(SCORE) or bool(_FIELD.fullmatch(name))


def _entry(do: str, sent: QueryDict) -> dict[str, object]:
    """Blank numbers are left out, and the referee misses them, unless the table said that they are 0."""
    minus = sent.getlist("minus")
    players: dict[str, dict[str, object]] = {}
    table: dict[str, object] = {}
    for name in dict.fromkeys([*sent, *sent.getlist("ticks")]):
        found = _FIELD.fullmatch(name)
        if not found:
            continue
        letter, key, player = found.groups()
        typed = str(sent.get(name, ""))
        if player:
            players.setdefault(player, {})
        if letter == "n" and not typed.strip() and not sent.get("blank"):
            continue
        if letter == "c" and not typed:
            continue
        value: object = typed
        if letter == "t":
            value = bool(sent.get(name))
        elif letter == "n":
            value = number(typed.strip() or "0", negative=name in minus)
        (players.setdefault(player, {}) if player else table)[key] = value
    raw: dict[str, object] = {"do": do, "players": players}
    if table:
        raw["table"] = table
    if do == "entry" and sent.get("row"):
        raw["row"] = sent["row"]
    called = " ".join(sent.get("called", "").split())
    if called and do != "bids":
        raw["name"] = called
    if sent.get("anyway"):
        raw["anyway"] = True
    return raw


def _throw(sent: QueryDict) -> dict[str, object]:
    """What the server throws for whoever asks."""
    raw: dict[str, object] = {"do": "throw"}
    match sent.get("throw", ""):
        case "coin":
            return raw | {"coin": secrets.choice(("heads", "tails"))}
        case "who" if seats := sent.getlist("seat"):
            return raw | {"starts": secrets.choice(seats)}
        case "1" | "2" | "5" as many:
            return raw | {"dice": [secrets.randbelow(6) + 1 for _ in range(int(many))]}
    return raw


def _round(sent: QueryDict, players: list[str]) -> dict[str, object]:
    """A blank is no number: it is left out, and the referee misses it."""
    minus = sent.getlist("minus")
    scores = {
        name: number(str(sent[f"{SCORE}{name}"]).strip() or "0", negative=f"{SCORE}{name}" in minus)
        for name in players
        if sent.get(f"{SCORE}{name}", "").strip() or sent.get("blank")
    }
    called = " ".join(sent.get("called", "").split())
    return {"do": "round", "scores": scores, **({"name": called} if called else {})}


def number(typed: str, *, negative: bool = False) -> int | float | str:
    """What was typed as a number, with a point or a comma, whatever minus the keyboard has; else the text.

    >>> number("2,5"), number("3"), number("12 + 8"), number("9-4", negative=True), number("two")
    (2.5, 3, 20, -5, 'two')
    """
    text = "".join(typed.split()).replace("−", "-").replace("–", "-")
    if _SUM.fullmatch(text) and len(parts := re.findall(r"[+-]?[0-9.,]+", text)) > 1:
        numbers = [number(part) for part in parts]
        if any(isinstance(one, str) for one in numbers):
            return typed
        total = exact([one for one in numbers if not isinstance(one, str)])
        return -total if negative else total
    found = _NUMBER.fullmatch(text)
    if not found or not (found[2] or found[3]):
        return typed
    sign = -1 if (found[1] == "-") != negative else 1
    if found[3] is None:
        return sign * int(found[2])
    value = sign * float(f"{found[2] or 0}.{found[3]}")
    return int(value) if value.is_integer() else value


def number_text(points: float | str) -> str:
    """A number as it is read: with a true minus, and never as a power of ten."""
    text = str(points)
    if isinstance(points, float) and "e" in text:
        text = f"{points:.6f}".rstrip("0")
    return written(text)


def signed_text(points: float) -> str:
    """A number as what is added or taken off; 0 has no sign."""
    return f"+{number_text(points)}" if points > 0 else number_text(points)


def describe(state: States, move: moves.Move) -> str:
    """A move as a short sentence, without its full stop, in the words of its sheet."""
    match move:
        case moves.Round():
            numbers = ", ".join(f"{name} {number_text(points)}" for name, points in move.scores.items())
            return f"{move.name or 'A round'}: {numbers}"
        case moves.Entry() | moves.Bids() | moves.Result():
            return _told(state, state.options.sheet or PLAIN, move)
        case moves.Throw(starts=str(starts)):
            return f"{starts} starts"
        case moves.Throw(coin=str(coin)):
            return f"A coin: {coin}"
        case moves.Throw():
            return f"Dice: {', '.join(map(str, move.dice))}"
        case moves.Timer():
            return f"A clock: {move.player or move.seconds or 'stopped'}"
        case moves.Join():
            return f"{move.player} joins"
        case moves.Quit():
            return f"{move.player} leaves"
    return "The game is ended"


def _told(state: States, sheet: Definition, move: moves.Filled) -> str:
    """What was entered; one number for each player needs no label."""
    row = move.row if isinstance(move, moves.Entry) else None
    whole = list(_fields_told(state, sheet, move.table, row))
    players = {name: list(_fields_told(state, sheet, entry, row)) for name, entry in move.players.items()}
    # Balls stand as on the sheet, "7 /"; of two fields the answer says what the number is, "Field 3".
    signed = bool(sheet.fields) and all(one.signs for one in sheet.fields)
    if signed:
        players = {name: [("", _SPACE.join(text for _, text in told))] for name, told in players.items()}
    elif [one.kind for one in sheet.fields] == ["choice", "number"]:
        players = {name: [(told[0][1], told[1][1])] if told[1:] else told for name, told in players.items()}
    few = signed or all(len(entry) < 2 for entry in move.players.values())
    short = few and not whole and sheet.by in ("round", "row")
    parts = [f"{label}: {text}".removesuffix(": ") for label, text in whole]
    heads: dict[str, list[str]] = {}
    sides = {name: side_name(side) for side in counting.units(sheet, state.players) for name in side}
    of_side = {one.name for one in sheet.fields if one.of == "side"}
    for player, told in players.items():
        for label, text in told:
            name = sides.get(player, player) if label in of_side else player
            # A round asks everybody for the same: it is told by its fields, a turn by who had it, and
            # much that sides are asked for by side.
            by_field = sheet.by == "round" and not short and (len(of_side) < 2 or label not in of_side)
            head, words = (label, f"{name} {text}") if by_field else (name, f"{label} {text}")
            heads.setdefault(head, []).append(text or label if short else words.rstrip())
    parts += [f"{head}{' ' if short else ': '}{', '.join(each)}" for head, each in heads.items()]
    called = None if isinstance(move, moves.Bids) else move.name
    called = called or next((each.name for each in sheet.rows if each.key == row), row)
    if called is None and (short or not parts):
        # What came of bids says what it is, beside them.
        labels = (label for told in players.values() for label, _ in told if isinstance(move, moves.Result))
        came = next(labels, with_article(sheet.step).capitalize())
        called = "Bids" if isinstance(move, moves.Bids) else came
    said = (", " if short else "; ").join(parts) or "nothing"
    return f"{called}{': ' if short else ', '}{said}" if called else said


def _fields_told(
    state: States, sheet: Definition, entry: Mapping[str, Entered], row: str | None
) -> Iterator[tuple[str, str]]:
    """The label and the value of what was entered: a tick is said by its label alone, and what was left
    blank not at all. What was refused may have fields that the sheet does not know.
    """
    fields = {one.key: one for one in sheet.fields}
    places = {key: place for place, key in enumerate(fields)}
    # A database may have an order of its own.
    for key, value in sorted(entry.items(), key=lambda each: places.get(each[0], len(places))):
        one = fields.get(key) or Field(key=key, name=key)
        if value is True:
            yield one.name, ""
        elif value is not False and value != "" and not (one.blank and value == one.empty):
            yield one.name, sign_of(state, one, entry, row) or told_value(one, value)


def filled(state: States, move: moves.Filled) -> list[tuple[str, str]]:
    """What a form sent for an entry, field by field."""
    sheet = state.options.sheet
    kinds = {one.key: one.kind for one in sheet.fields} if sheet else {}
    given = [(key, "", value) for key, value in move.table.items()]
    given += [(key, name, value) for name, entry in move.players.items() for key, value in entry.items()]
    sent = [
        (field_name(kinds.get(key, "number"), key, name), "yes" if value is True else str(value))
        for key, name, value in given
        if value is not False
    ]
    if isinstance(move, moves.Entry) and len(move.players) == 1:
        sent += [("who", name) for name in move.players]
        sent += [("row", move.row)] if move.row else []
    called = None if isinstance(move, moves.Bids) else move.name
    return [*sent, *([("called", called)] if called else []), *([("anyway", "1")] if move.anyway else [])]
