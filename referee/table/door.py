"""The dispute door of every table: why the last move did what it did, back to any move, and "may I?".

It only looks. Every answer is the referee's own, asked on the table as it is and recorded nowhere; nothing
is locked meanwhile, and what is then tapped is judged again under the lock.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any
from urllib.parse import urlencode

from msgspec.structs import replace

from referee.rules.engine import Game, Refused, Ruling
from referee.table import correction
from referee.table.context import Cited, Field, Link, Sheet
from referee.table.differences import differences
from referee.table.door_context import (
    Answers,
    BackSheet,
    Check,
    DoorSheet,
    MaySheet,
    MoveRow,
    MovesSheet,
    Question,
)
from referee.table.look import Look
from referee.table.page_context import Consequence
from referee.table.presenters import Presenter, presenter_of
from referee.table.requests import whole_number
from scoring import log

ROWS = 8
#: So many of the moves that would go are told; the rest is a number.
TOLD = 6
#: The short answer, by why the referee refuses.
NO = {"illegal": "No", "impossible": "That cannot be", "phase": "Not now", "invalid": "Not understood"}


def asked(look: Look) -> Sheet | None:
    """The sheet of the door that the address asks for, if it makes sense now."""
    presenter = presenter_of(look.game.game)
    match look.asked.get("sheet"):
        case "dispute":
            return _last(look, presenter)
        case "moves":
            return _moves(look, presenter)
        case "back":
            return _back(look, presenter)
        case "may" if presenter.door:
            return _may(look, presenter, presenter.door)
    return None


def moves_url(look: Look) -> str:
    """Where the moves are listed backwards."""
    return f"{look.url}?sheet=moves"


def _place(look: Look, name: str) -> int:
    """A number in the address; 0 for none, or one beyond the moves in force."""
    number = whole_number(look.asked.get(name, ""))
    return number if number <= look.game.length else 0


# --- the last move --------------------------------------------------------------------------------------


def _last(look: Look, presenter: Presenter) -> DoorSheet:
    """Everything that was said of the last move, the points it made, and what the game checked for it."""
    n = look.game.length
    entry, fold = correction.found(look.game, n) if n else (None, None)
    checks: list[Check] = []
    if entry and fold:
        before = fold.state
        answer = fold.tell(entry.body)
        if isinstance(answer, Ruling):
            checks += presenter.door.checks(before, entry.body, answer.state) if presenter.door else ()
            checks += _lines(answer, presenter.rules)
    return DoorSheet(
        n=n,
        move=presenter.tell(entry.body) if entry else "",
        cites=_cited(entry.outcome) if entry else (),
        checks=tuple(checks),
        questions=_questions(look, presenter.door) if presenter.door else (),
        moves=moves_url(look) if n else "",
        log=f"{look.url}log/",
    )


def _cited(outcome: Mapping[str, Any]) -> tuple[Cited, ...]:
    return tuple(Cited(text=cite["text"], rule=cite["rule"]) for cite in outcome.get("rulings", ()))


def _lines(answer: Ruling[Any], rules: Game[Any, Any]) -> Iterator[Check]:
    """What the move scored."""
    lines = tuple(
        Cited(text=f"{line.player} {_signed(line.points)}: {line.reason}.", rule=line.rule)
        for line in answer.lines
    )
    if lines:
        yield Check(heading=f"The {rules.counts[1]}, line by line", lines=lines)


def _signed(points: float) -> str:
    return f"{points:+}".replace("-", "−")


# --- back to a move -------------------------------------------------------------------------------------


def _moves(look: Look, presenter: Presenter) -> MovesSheet:
    last = _place(look, "from") or look.game.length
    first = max(last - ROWS + 1, 1)
    entries = log.past(look.game, first).entries if look.game.length else ()
    here = moves_url(look)
    rows = [
        MoveRow(
            n=entry.position,
            text=presenter.tell(entry.body),
            cite=_in_short(presenter.door, entry.outcome),
            back=f"{look.url}?sheet=back&n={entry.position}",
        )
        for entry in entries
        if first <= entry.position <= last
    ]
    later = min(last + ROWS, look.game.length)
    return MovesSheet(
        rows=tuple(reversed(rows)),
        older=f"{here}&from={first - 1}" if first > 1 else "",
        newer="" if last == look.game.length else f"{here}&from={later}",
    )


def _in_short(door: Answers | None, outcome: Mapping[str, Any]) -> Cited:
    """The ruling that says most: the first of note, or else what follows the one that tells the move."""
    cites = _cited(outcome)
    routine = door.routine if door else ()
    telling = [cite for cite in cites if cite.rule.partition(" ")[2] not in routine]
    return next(iter((*telling, *cites[1:], *cites)), Cited(text=""))


def _back(look: Look, presenter: Presenter) -> BackSheet | None:
    n = _place(look, "n")
    if not n:
        return None
    made = correction.back(look.game, n)
    told = [presenter.tell(entry.body) for entry in reversed(made.taken)]
    number = len(told)
    return BackSheet(
        n=n,
        move=told[-1],
        taken=tuple(told[:TOLD]),
        more=max(number - TOLD, 0),
        effects=tuple(_follows(presenter.rules, look.state, made.state)),
        button=f"Take {number} moves back" if number > 1 else "Take this move back",
        moves=f"{moves_url(look)}&from={min(n + ROWS // 2, look.game.length)}",
    )


def _follows(rules: Game[Any, Any], was: Any, becomes: Any) -> Iterator[Consequence]:
    """What is different then; whose turn it is is said even when it stays."""
    found = list(differences(rules, was, becomes))
    turn = rules.show(becomes).get("turn")
    text = f"It is {turn}’s turn."
    if turn and not any(each.text == text for each in found):
        yield Consequence(text=f"It stays {turn}’s turn.")
    yield from found


# --- may I? ---------------------------------------------------------------------------------------------


def _questions(look: Look, door: Answers) -> tuple[Link, ...]:
    return tuple(
        Link(href=f"{look.url}?{urlencode({'sheet': 'may', 'ask': question.raw['do']})}", text=question.text)
        for question in door.questions(look.state)
    )


def _may(look: Look, presenter: Presenter, door: Answers) -> MaySheet | None:
    """The fields of a move; once they are sent, what the referee would say of it."""
    questions = list(door.questions(look.state))
    if not questions:
        return None
    ask = look.asked.get("ask", "")
    question = next((each for each in questions if each.raw["do"] == ask), questions[0])
    sheet = MaySheet(
        title=question.text,
        others=tuple(link for link in _questions(look, door) if link.text != question.text),
        hidden=(
            Field(name="sheet", value="may"),
            Field(name="ask", value=question.raw["do"]),
            Field(name="sent", value="1"),
        ),
        fields=presenter.edit(look.state, question.raw),
        checks=tuple(door.beside(look.state, question.raw)),
    )
    return _answered(look, presenter, door, question, sheet) if "sent" in look.asked else sheet


def _answered(
    look: Look, presenter: Presenter, door: Answers, question: Question, sheet: MaySheet
) -> MaySheet:
    """The sheet with the referee's answer to what was sent."""
    rules, raw = presenter.rules, presenter.edited(look.asked, question.raw)
    sheet = replace(sheet, fields=presenter.edit(look.state, raw))
    move = rules.read(raw)
    if isinstance(move, Refused):
        return replace(sheet, verdict=NO[move.code], cites=(_no(move),))
    answer = rules.judge(look.state, move)
    sheet = replace(sheet, move=presenter.tell(raw), checks=tuple(door.beside(look.state, raw)))
    if isinstance(answer, Refused):
        return replace(sheet, verdict=NO[answer.code], cites=(_no(answer),))
    return replace(
        sheet,
        verdict="Yes",
        yes=True,
        cites=tuple(Cited(text=cite.text, rule=cite.rule) for cite in answer.cites),
        effects=tuple(differences(rules, look.state, answer.state)),
    )


def _no(refused: Refused) -> Cited:
    return Cited(text=refused.text, rule=refused.rule or "")
