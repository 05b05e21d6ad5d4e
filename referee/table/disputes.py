"""The dispute answers of every table: why the last move did what it did, back to any move, and "may I?".

It only looks. Every answer is the referee's own, asked on the table as it is and recorded nowhere; nothing
is locked meanwhile, and what is then tapped is judged again under the lock.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from urllib.parse import urlencode

import msgspec
from django.urls import reverse
from msgspec.structs import replace

from referee.games.cited import Cited, ClauseView, clause_view
from referee.games.context import Consequence, EditField, RefusedSheet, Sheet, TableView
from referee.games.dispute import AnyAnswers, Check, Question, moves_url
from referee.games.frame import cites_of
from referee.games.look import AnyLook, Reply
from referee.games.presenter import AnyPresenter, do_of, refilled
from referee.games.registry import PRESENTERS
from referee.rules.engine import AnyGame, Refused, Ruling, State
from referee.rules.outcome import Outcome
from referee.rules.outcome import read as read_outcome
from referee.rules.sentences import counted
from referee.table import correction
from referee.table.correction import differences
from referee.table.logbook import Logbook, LogRow, photo_url
from referee.web.context import Field, Link, View
from referee.web.numbers import signed, whole_number
from scoring.log import reader
from scoring.log.refusals import refusals
from scoring.models import Game, Refusal

ROWS = 8
#: So many of the moves that would go are listed; the rest is a number.
MOST_LISTED = 6
#: The short answer, by why the referee refuses.
NO = {"illegal": "No", "impossible": "Not possible", "phase": "Not now", "invalid": "Not understood"}


def with_sheet(view: TableView, game: Game, look: AnyLook) -> TableView:
    """The table with the sheet of a dispute that the address asks for; as it is where that makes no sense."""
    sheet = _sheet(game, look)
    if sheet is None:
        return view
    # What was ruled and not yet saved is seen again, whichever way one leaves its photo.
    back = sheet.ruled if isinstance(sheet, PhotoSheet) and sheet.then == RULED else view.back
    return replace(view, sheet=sheet, here=f"{look.url}?{look.asked.urlencode()}", back=back)


def _sheet(game: Game, look: AnyLook) -> Sheet | None:
    presenter = PRESENTERS[game.game]
    match look.asked.get("sheet"):
        case "dispute":
            return _last(game, look, presenter)
        case "moves":
            return _moves(game, look, presenter)
        case "back":
            return _back(game, look, presenter)
        case "how":
            return HowSheet()
        case "clause":
            return _clause(look, presenter)
        case "photo":
            return photo_sheet(game, look)
        case "refused":
            return refused_sheet(game, look)
        case "may" if presenter.answers:
            return _may(look, presenter, presenter.answers)
    return None


def _clause(look: AnyLook, presenter: AnyPresenter) -> ClauseSheet | None:
    """The clause of that number; None where the game's rulebook has none."""
    try:
        return ClauseSheet(clause=clause_view(f"{presenter.rules.key} {look.asked.get('clause', '')}"))
    except (KeyError, FileNotFoundError):
        return None


def _place(look: AnyLook, name: str) -> int:
    """A number in the address; 0 for none, or one beyond the moves in force."""
    number = whole_number(look.asked.get(name, "")) or 0
    return number if number <= look.about.length else 0


# --- the last move --------------------------------------------------------------------------------------


def _last(game: Game, look: AnyLook, presenter: AnyPresenter) -> DisputeSheet:
    """Everything that was said of the last move, the points it made, and what the game checked for it."""
    n = look.about.length
    entry, fold = correction.found(game, n) if n else (None, None)
    checks: list[Check] = []
    if entry and fold:
        before = fold.state
        answer = fold.tell(entry.body)
        if isinstance(answer, Ruling):
            checks += (
                presenter.answers.checks(before, presenter.rules.logged(entry.body), answer.state)
                if presenter.answers
                else ()
            )
            checks += _lines(answer, presenter.rules)
    return DisputeSheet(
        n=n,
        move=presenter.described(entry.body) if entry else "",
        cites=cites_of(read_outcome(entry.outcome)) if entry else (),
        checks=tuple(checks),
        questions=_questions(look, presenter.answers) if presenter.answers else (),
        moves=moves_url(look) if n else "",
        log=reverse("log", args=[game.public_id]),
    )


def _lines(answer: Ruling[State], rules: AnyGame) -> Iterator[Check]:
    """What the move scored."""
    lines = tuple(
        Cited(text=f"{line.player} {signed(line.points)}: {line.reason}.", rule=line.rule)
        for line in answer.lines
    )
    if lines:
        yield Check(heading=f"The {rules.counts[1]}, line by line", lines=lines)


# --- back to a move -------------------------------------------------------------------------------------


def _moves(game: Game, look: AnyLook, presenter: AnyPresenter) -> MovesSheet:
    last = _place(look, "from") or look.about.length
    first = max(last - ROWS + 1, 1)
    entries = reader.past(game, first).entries if look.about.length else ()
    here = moves_url(look)
    rows = [
        MoveRow(
            n=entry.position,
            text=presenter.described(entry.body),
            cite=_in_short(presenter.answers, read_outcome(entry.outcome)),
            back=f"{look.url}?sheet=back&n={entry.position}",
        )
        for entry in entries
        if first <= entry.position <= last
    ]
    later = min(last + ROWS, look.about.length)
    return MovesSheet(
        rows=tuple(reversed(rows)),
        older=f"{here}&from={first - 1}" if first > 1 else "",
        newer="" if last == look.about.length else f"{here}&from={later}",
    )


def _in_short(answers: AnyAnswers | None, outcome: Outcome) -> Cited:
    """The ruling that says most: the first of note, or else what follows the one that tells the move."""
    cites = cites_of(outcome)
    routine = answers.routine if answers else ()
    telling = [cite for cite in cites if cite.rule.partition(" ")[2] not in routine]
    return next(iter((*telling, *cites[1:], *cites)), Cited(text=""))


def _back(game: Game, look: AnyLook, presenter: AnyPresenter) -> BackSheet | None:
    n = _place(look, "n")
    if not n:
        return None
    made = correction.back(game, n)
    taken = [presenter.described(entry.body) for entry in reversed(made.taken)]
    number = len(taken)
    return BackSheet(
        n=n,
        first=taken[-1],
        length=look.about.length,
        last=taken[0],
        taken=tuple(taken[:MOST_LISTED]),
        more=max(number - MOST_LISTED, 0),
        effects=tuple(_follows(presenter.rules, look.state, made.state)),
        button=f"Undo {counted(number, 'move')}" if number > 1 else "Undo this move",
        moves=f"{moves_url(look)}&from={min(n + ROWS // 2, look.about.length)}",
    )


def _follows(rules: AnyGame, was: State, becomes: State) -> Iterator[Consequence]:
    """What is different then; whose turn it is is said even when it stays."""
    found = list(differences(rules, was, becomes))
    turn = rules.show(becomes).get("turn")
    text = f"It is {turn}’s turn."
    if turn and not any(each.text == text for each in found):
        yield Consequence(text=f"It stays {turn}’s turn.")
    yield from found


# --- may I? ---------------------------------------------------------------------------------------------


def _questions(look: AnyLook, answers: AnyAnswers) -> tuple[Link, ...]:
    return tuple(
        Link(
            href=f"{look.url}?{urlencode({'sheet': 'may', 'ask': do_of(question.move)})}", text=question.text
        )
        for question in answers.questions(look.state)
    )


def _may(look: AnyLook, presenter: AnyPresenter, answers: AnyAnswers) -> MaySheet | None:
    """The fields of a move; once they are sent, what the referee would say of it."""
    questions = list(answers.questions(look.state))
    if not questions:
        return None
    ask = look.asked.get("ask", "")
    question = next((each for each in questions if do_of(each.move) == ask), questions[0])
    sheet = MaySheet(
        title=question.text,
        others=tuple(link for link in _questions(look, answers) if link.text != question.text),
        hidden=(
            Field(name="sheet", value="may"),
            Field(name="ask", value=do_of(question.move)),
            Field(name="sent", value="1"),
        ),
        fields=presenter.edit(look.state, question.move),
        checks=tuple(answers.beside(look.state, question.move)),
    )
    return _answered(look, presenter, answers, question, sheet) if "sent" in look.asked else sheet


def _answered(
    look: AnyLook, presenter: AnyPresenter, answers: AnyAnswers, question: Question, sheet: MaySheet
) -> MaySheet:
    """The sheet with the referee's answer to what was sent."""
    rules, move = presenter.rules, presenter.edited(look.asked, question.move)
    if isinstance(move, Refused):
        fields = refilled(sheet.fields, look.asked)
        return replace(sheet, fields=fields, verdict=NO[move.code], cites=(_no(move),))
    answer = rules.judge(look.state, move)
    sheet = replace(
        sheet,
        fields=presenter.edit(look.state, move),
        move=presenter.describe(move),
        checks=tuple(answers.beside(look.state, move)),
    )
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


class DisputeSheet(Sheet, frozen=True):
    """What the last move did and why, and the ways on. `n` is its number, 0 before the first move."""

    kind = "dispute"
    template = "table/sheets/dispute.html"
    tall = True
    n: int
    move: str
    cites: tuple[Cited, ...]
    checks: tuple[Check, ...]
    questions: tuple[Link, ...]
    moves: str
    log: str


class MoveRow(View, frozen=True):
    """A move of the game: its number, its ruling in one line, and where taking it back is looked at."""

    n: int
    text: str
    cite: Cited
    back: str


class MovesSheet(Sheet, frozen=True):
    """The moves in force, latest first; `older` and `newer` are addresses, "" where there is nothing."""

    kind = "moves"
    template = "table/sheets/moves.html"
    tall = True
    rows: tuple[MoveRow, ...]
    older: str = ""
    newer: str = ""


class BackSheet(Sheet, frozen=True):
    """What would be taken back: the `first` move, number `n`, to the `last`, number `length`.

    `taken` are all of them, latest first, of which `more` are not listed; `effects` say what follows.
    """

    kind = "back"
    template = "table/sheets/back.html"
    tall = True
    n: int
    first: str
    length: int
    last: str
    taken: tuple[str, ...]
    more: int
    effects: tuple[Consequence, ...]
    button: str
    moves: str


class HowSheet(Sheet, frozen=True):
    """How the screen works, for those who see it for the first time."""

    kind = "how"
    template = "table/sheets/how.html"
    tall = True


class PhotoSheet(Sheet, frozen=True):
    """A ruling, its photos, and the form that sends one more to `save`.

    `ruled` leads back to the sheet that it was asked for on: a refusal, or a ruling that has yet to be saved,
    and `then` is its word.
    """

    kind = "photo"
    template = "table/sheets/photo.html"
    tall = True
    row: LogRow
    save: str
    ruled: str = ""
    then: str = "1"


class ClauseSheet(Sheet, frozen=True):
    """A clause over the table that rests on it."""

    kind = "clause"
    template = "table/sheets/clause.html"
    tall = True
    clause: ClauseView


class MaySheet(Sheet, frozen=True):
    """A question to the referee, of which nothing is recorded. `verdict` is "" until it is asked."""

    kind = "may"
    template = "table/sheets/may.html"
    tall = True
    title: str
    others: tuple[Link, ...]
    hidden: tuple[Field, ...]
    fields: tuple[EditField, ...]
    verdict: str = ""
    yes: bool = False
    move: str = ""
    cites: tuple[Cited, ...] = ()
    effects: tuple[Consequence, ...] = ()
    checks: tuple[Check, ...] = ()


#: The sheet of a close call on which what was ruled is saved.
RULED = "ruled"


def photo_sheet(game: Game, look: AnyLook) -> PhotoSheet | None:
    """The sheet for the row or the refusal of that number; None where there is none, or one may only look."""
    if not look.about.may_write:
        return None
    book = Logbook(game)
    event = book.find(seq=_number(look, "row"), refusal=_number(look, "refusal"))
    if event is None:
        return None
    row, save = book.row(event), photo_url(game.public_id, event)
    if isinstance(event, Refusal):
        return PhotoSheet(row=row, save=save, ruled=f"{look.url}?sheet=refused&refusal={event.number}")
    if look.asked.get("then") == RULED:
        return PhotoSheet(row=row, save=save, ruled=f"{look.url}?sheet={RULED}", then=RULED)
    return PhotoSheet(row=row, save=save)


def refused_sheet(game: Game, look: AnyLook) -> RefusedSheet | None:
    """A refusal as it was shown, by its number; None once the table has moved on."""
    number = _number(look, "refusal")
    found = next((each for each in refusals(game) if each.number == number), None)
    if found is None or found.after != look.about.version:
        return None
    presenter = PRESENTERS[game.game]
    move = presenter.rules.read(found.body)
    if isinstance(move, Refused):
        return None
    said = {name: value for name, value in found.outcome.items() if name not in ("text", "instead")}
    reply = Reply(
        move, refused=msgspec.convert(said, Refused), kept=number, instead=found.outcome.get("instead", 0)
    )
    return presenter.refused(dataclasses.replace(look, reply=reply))


def _number(look: AnyLook, name: str) -> int:
    return whole_number(look.asked.get(name, "")) or 0
