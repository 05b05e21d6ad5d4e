"""Agreeing on a score sheet: which, who wins, when it ends, and what a sheet of the shelf lets one choose."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress

import msgspec
from django.http import QueryDict
from msgspec.structs import replace

from referee.games.score_sheet.context import AskView, ScoreSheetAgreed
from referee.games.score_sheet.entry import number
from referee.games.setup import Agreement
from referee.rules.score_sheet import counting
from referee.rules.score_sheet.definition import Definition
from referee.rules.score_sheet.definition import Option as SheetOption
from referee.rules.score_sheet.formulas import LIMIT, BadFormula
from referee.rules.score_sheet.shelf import shelf
from referee.rules.score_sheet.state import Options
from referee.rules.sentences import counted, number_text
from referee.web import components

WINS = {"high": "The highest score", "low": "The lowest score"}
_ENDS = {"score": "The score that ends the game", "rounds": "The number of rounds"}
#: The fields of a sheet's options are sent as `o target`.
_OPTION = "o "


def sheet_of(sent: QueryDict, earlier: Options) -> tuple[str, Definition | None]:
    """The sheet that is asked for, by the word that a form sends for it; else that of the earlier game.

    Where the shelf has that sheet, it is the shelf's of today. For one that is not on the shelf what it says
    comes beside the word, as JSON: not from the browser, but from `referee.table.score_sheets`.
    """
    word = sent.get("sheet")
    if word is None and earlier.sheet and (newer := shelf().get(earlier.sheet.key)):
        return newer.key, newer
    if word is None:
        return "", earlier.sheet
    if text := sent.get("definition"):
        try:
            return word, msgspec.json.decode(text, type=Definition)
        except msgspec.DecodeError:
            return "", None
    return word, shelf().get(word)


def agreed(sent: QueryDict, options: Mapping[str, object] | None = None) -> ScoreSheetAgreed:
    """What the form shows: as it was sent, else from the options of an earlier game, else the usual."""
    earlier = msgspec.convert(options or {}, Options)
    word, sheet = sheet_of(sent, earlier)
    usual = {
        "wins": earlier.wins,
        "score": "" if earlier.end.score is None else str(earlier.end.score),
        "rounds": str(earlier.end.rounds or ""),
    }
    values = {name: sent.get(name, value) for name, value in usual.items()}
    wins = components.options(WINS, values["wins"])
    if sheet is None:
        return ScoreSheetAgreed(
            titled="What is played?", wins=wins, score=values["score"], rounds=values["rounds"]
        )
    kept = earlier.agreed if earlier.sheet and earlier.sheet.key == sheet.key else {}
    return ScoreSheetAgreed(
        wins=wins,
        score="",
        rounds="",
        sheet=word,
        by_sheet=sheet.key,
        called=sheet.name,
        how=sheet.how,
        limits=_fits(sheet),
        fewest=sheet.players[0],
        most=sheet.players[1],
        first=_leads(sheet),
        options=tuple(_ask(one, sent, kept.get(one.key, one.usual)) for one in sheet.options),
    )


def _fits(sheet: Definition) -> str:
    fewest, most = sheet.players
    number = f"{counted(fewest, 'player')}." if fewest == most else f"{fewest} to {most} players."
    return f"{number} Partners sit across from each other." if sheet.sides else number


def _leads(sheet: Definition) -> str:
    if sheet.by == "turn":
        return "Starts"
    if sheet.dealing != "Dealer":
        return f"Who {sheet.dealing.lower()}?"
    return f"Dealer of the first {sheet.unit}" if sheet.dealer != "none" else ""


def _ask(one: SheetOption, sent: QueryDict, usual: object) -> AskView:
    name = f"{_OPTION}{one.key}"
    field = AskView(name=name, id=f"o-{one.key}", label=one.name, kind=one.kind)
    if one.kind == "tick":
        ticked = sent.get(name) if name in sent.getlist("ticks") else usual
        return replace(field, value="yes" if ticked else "")
    value = sent.get(name, str(usual))
    options = components.options({each.value: each.name for each in one.choices}, value)
    return replace(field, value=value, options=options, most=one.most)


def options(sent: QueryDict) -> tuple[dict[str, object], list[str]]:
    """The options of the record, without what is usual; and what is wrong with the form, in words."""
    _, sheet = sheet_of(sent, Options())
    if sheet is not None:
        return _of_sheet(sheet, sent)
    if sent.get("sheet"):
        return {}, ["This sheet is no longer there: choose another."]
    end = {name: number(str(sent[name])) for name in _ENDS if sent.get(name, "").strip()}
    wrong = [
        f"{_ENDS[name]} has to be a number above 0."
        for name, value in end.items()
        if isinstance(value, str) or value <= 0
    ]
    wrong += [
        f"{_ENDS[name]} is {LIMIT:,} at most."
        for name, value in end.items()
        if not isinstance(value, str) and value > LIMIT
    ]
    if "rounds" in end and isinstance(end["rounds"], float):
        wrong.append(f"{_ENDS['rounds']} has to be a whole number.")
    raw: dict[str, object] = {"end": end} | ({"wins": sent["wins"]} if sent.get("wins") else {})
    try:
        msgspec.convert(raw, Options)
    except msgspec.ValidationError as error:
        wrong = wrong or [f"That cannot be agreed on: {error}."]
    return raw, wrong


def _of_sheet(sheet: Definition, sent: QueryDict) -> tuple[dict[str, object], list[str]]:
    chosen: dict[str, object] = {}
    wrong = []
    for one in sheet.options:
        name = f"{_OPTION}{one.key}"
        value: object = bool(sent.get(name)) if one.kind == "tick" else sent.get(name, "").strip()
        if one.kind == "number":
            value = number(str(value)) if value else one.usual
            if isinstance(value, str) or not one.least <= value <= one.most:
                wrong.append(f"{one.name} has to be a number from {one.least} to {one.most}.")
                continue
        elif one.kind == "choice" and value not in [each.value for each in one.choices]:
            value = one.usual
        if one.kind == "tick" and name not in sent.getlist("ticks"):
            value = one.usual
        if value != one.usual:
            chosen[one.key] = value
    raw: dict[str, object] = {
        "wins": "low" if sheet.wins == "low" else "high",
        "sheet": msgspec.to_builtins(sheet),
    }
    return raw | ({"agreed": chosen} if chosen else {}), wrong


def agreement(options: Mapping[str, object]) -> Agreement:
    """What a table agreed on, for whoever looks back."""
    agreed = msgspec.convert(options, Options)
    end = agreed.end
    score = end.score or (agreed.sheet.end.score if agreed.sheet else None)
    words = []
    # What hangs on how many play is said at the table.
    with suppress(BadFormula):
        if score is not None:
            words.append(f"to {number_text(counting.amount(score, counting.agreed(agreed)))}")
    words += [counted(end.rounds, "round")] if end.rounds else []
    return Agreement(end.score, [*words, "lowest wins" if agreed.wins == "low" else "highest wins"])


def begins(options: dict[str, object], first: str) -> dict[str, object]:
    """The options with who deals or starts, where the sheet asks for it."""
    agreed = msgspec.convert(options, Options)
    asked = first and agreed.sheet is not None and _leads(agreed.sheet)
    return {**options, "first": first} if asked else options


def titled(options: Mapping[str, object]) -> str:
    """The sheet's name, "" without one."""
    found = msgspec.convert(options, Options).sheet
    return found.name if found else ""
