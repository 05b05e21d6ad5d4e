"""The sheets of every table that settle what is argued about: why the last move did what it did, back to any
move, "may I?", clauses, refusals, and photos as evidence.

They only look. Every answer is the referee's own, asked on the table as it is and recorded nowhere; nothing
is locked meanwhile, and what is then tapped is judged again under the lock.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from functools import partial

import msgspec
from django.core.paginator import Paginator
from django.urls import reverse
from msgspec.structs import replace

from referee.games.cited import Cited, cite_of, cited_clause
from referee.games.frame import cites_of
from referee.games.look import AnyLook, Reply
from referee.games.parts import EditField, RefusedSheet, Sheet
from referee.games.presenter import AnyAnswers, AnyPresenter, Check, do_of, refilled
from referee.games.registry import PRESENTERS
from referee.rules.engine import AnyGame, Refused, Ruling, State
from referee.rules.record import Outcome, read_outcome
from referee.rules.sentences import counted, side_name
from referee.table import correction
from referee.table.logbook import Logbook, LogRow, photo_url
from referee.web.components import Field, Link
from referee.web.wording import signed, whole_number
from scoring.log import reader
from scoring.log.refusals import refusals
from scoring.models import Game, Refusal

#: Moves on a page of the sheet that lists them all.
ROWS = 8
#: So many of the moves that would go are listed; the rest is a number.
MOST_LISTED = 6
#: The sheet of a close call on which what was ruled is saved.
RULED = "ruled"
#: The short answer, by why the referee refuses.
NO = {"illegal": "No", "impossible": "Not possible", "phase": "Not now", "invalid": "Not understood"}


def sheet_of(game: Game, look: AnyLook) -> Sheet | None:
    """The sheet of a dispute that the address asks for; None where that makes no sense."""
    presenter = PRESENTERS[game.game]
    match look.asked.get("sheet"):
        case "dispute":
            return _last_move(game, look, presenter)
        case "moves":
            return _moves(game, look, presenter)
        case "back":
            return _back(game, look, presenter)
        case "how":
            return Sheet.of("how", "table/sheets/how.html")
        case "clause":
            return _clause(look, presenter)
        case "photo":
            return evidence(game, row=_number(look, "row"), refusal=_number(look, "refusal"))
        case "refused":
            return _refused(game, look, presenter)
        case "may" if presenter.answers:
            return _may(look, presenter, presenter.answers)
    return None


def _number(look: AnyLook, name: str) -> int:
    """A number in the address; 0 for none."""
    return whole_number(look.asked.get(name, "")) or 0


def _clause(look: AnyLook, presenter: AnyPresenter) -> Sheet | None:
    """The clause of that number; None where the game's rulebook has none."""
    try:
        cite = cited_clause(f"{presenter.rules.key} {look.asked.get('clause', '')}")
    except (KeyError, FileNotFoundError):
        return None
    return Sheet.of("clause", "table/sheets/clause.html", cite=cite)


# --- the last move


def _last_move(game: Game, look: AnyLook, presenter: AnyPresenter) -> Sheet:
    """What the last move did and why, the points it made, what the game checked for it, and the ways on."""
    n, answers = look.about.length, presenter.answers
    sheet = partial(Sheet.of, "dispute", "table/sheets/dispute.html", n=n)
    questions = _questions(look, answers) if answers else ()
    if not n:
        return sheet(questions=questions, moves="")
    entry, fold = correction.move_at(game, n)
    before = fold.state
    ruling = fold.play_json(entry.body)
    checks: list[Check] = []
    if isinstance(ruling, Ruling):
        if answers:
            checks += answers.checks(before, presenter.rules.logged(entry.body), ruling.state)
        last = fold.steps[-1].move
        # A hand is counted player by player: the points of those before are in it too.
        counts = [step for step in fold.steps[:-1] if do_of(step.move) == do_of(last) == "count"]
        rulings = [*(presenter.rules.judge(step.before, step.move) for step in counts), ruling]
        scored = tuple(
            Cited(text=f"{side_name(of)} {signed(line.points)}: {line.reason}.", rule=line.rule)
            for counted in rulings
            if isinstance(counted, Ruling)
            for line in counted.lines
            # Of a round the ruling says all that its lines do.
            if not any(cite.text.lower().startswith(f"{line.reason.lower()}: ") for cite in counted.cites)
            if (of := game.side_of(line.player)) == (line.player,) or (line.points and line.player == of[0])
        )
        if scored:
            checks.append(Check(heading=f"The {presenter.rules.counts[1]}, line by line", lines=scored))
    outcome = presenter.disclosed(look.state, read_outcome(entry.outcome))
    text, entered = presenter.logged(look.state, entry.body, outcome, game.partners.values())
    return sheet(
        move=presenter.described(look.state, entry.body),
        # What it came to is in the ruling.
        entered=entered or text,
        cites=cites_of(outcome),
        checks=tuple(checks),
        questions=questions,
        moves=look.moves_url,
    )


# --- back to a move


def _moves(game: Game, look: AnyLook, presenter: AnyPresenter) -> Sheet:
    """The moves in force, latest first, each with its ruling in one line, and where it is taken back."""
    # From the latest move to the first.
    pages = Paginator(range(look.about.length, 0, -1), ROWS)
    page = pages.get_page(look.asked.get("page"))
    past = reader.past(game, page[-1]).entries if page else ()
    return Sheet.of(
        "moves",
        "table/sheets/moves.html",
        rows=tuple(
            {
                "n": entry.position,
                "text": presenter.described(look.state, entry.body),
                "cite": _in_short(
                    presenter.answers, presenter.disclosed(look.state, read_outcome(entry.outcome))
                ),
                "back": f"{look.url}?sheet=back&n={entry.position}",
            }
            for entry in reversed(past)
            if entry.position in page
        ),
        older=_moves_page(look, page.next_page_number()) if page.has_next() else "",
        newer=_moves_page(look, page.previous_page_number()) if page.has_previous() else "",
    )


def _moves_page(look: AnyLook, number: int) -> str:
    return f"{look.moves_url}&page={number}"


def _in_short(answers: AnyAnswers | None, outcome: Outcome) -> Cited:
    """The ruling that says most: the first of note, or else what follows the one that tells the move."""
    cites = cites_of(outcome)
    routine = answers.routine if answers else ()
    telling = [cite for cite in cites if cite.rule.partition(" ")[2] not in routine]
    return next(iter((*telling, *cites[1:], *cites)), Cited(text=""))


def _back(game: Game, look: AnyLook, presenter: AnyPresenter) -> Sheet | None:
    """What would be taken back, from a move to the last one."""
    n, length = _number(look, "n"), look.about.length
    if not 1 <= n <= length:
        return None
    planned = correction.plan_back(game, n)
    taken = [presenter.described(look.state, entry.body) for entry in reversed(planned.taken)]
    return Sheet.of(
        "back",
        "table/sheets/back.html",
        n=n,
        first=taken[-1],
        taken=tuple(taken[:MOST_LISTED]),
        more=max(len(taken) - MOST_LISTED, 0),
        effects=tuple(_effects(presenter.rules, look.state, planned.fold.state)),
        button=f"Undo {counted(len(taken), 'move')}" if len(taken) > 1 else "Undo this move",
        moves=_moves_page(look, (length - n) // ROWS + 1),
    )


def _effects(rules: AnyGame, was: State, becomes: State) -> Iterator[Cited]:
    """What is different then; whose turn it is is said even when it stays."""
    changes = list(correction.differences(rules, was, becomes))
    turn = rules.show(becomes).get("turn")
    if turn and not any(change.text == f"It is {turn}’s turn." for change in changes):
        yield Cited(text=f"It stays {turn}’s turn.")
    yield from changes


# --- may I?


class MaySheet(Sheet, frozen=True, kw_only=True):
    """A question to the referee, of which nothing is recorded. `verdict` is "" until it is asked."""

    kind: str = "may"
    template: str = "table/sheets/may.html"
    title: str
    others: tuple[Link, ...]
    hidden: tuple[Field, ...]
    fields: tuple[EditField, ...]
    verdict: str = ""
    yes: bool = False
    move: str = ""
    cites: tuple[Cited, ...] = ()
    effects: tuple[Cited, ...] = ()
    checks: tuple[Check, ...] = ()


def _questions(look: AnyLook, answers: AnyAnswers) -> tuple[Link, ...]:
    url = f"{look.url}?sheet=may&ask="
    return tuple(
        Link(href=url + do_of(question.move), text=question.text)
        for question in answers.questions(look.state)
    )


def _may(look: AnyLook, presenter: AnyPresenter, answers: AnyAnswers) -> MaySheet | None:
    """The fields of a move; once they are sent, what the referee would say of it."""
    questions = list(answers.questions(look.state))
    if not questions:
        return None
    ask, sent = look.asked.get("ask", ""), "sent" in look.asked
    question = next((each for each in questions if do_of(each.move) == ask), questions[0])
    move = presenter.edited(look.asked, question.move) if sent else question.move
    shown = question.move if isinstance(move, Refused) else move
    fields = presenter.edit(look.state, shown)
    sheet = MaySheet(
        title=question.text,
        others=tuple(link for link in _questions(look, answers) if link.text != question.text),
        hidden=(
            Field(name="sheet", value="may"),
            Field(name="ask", value=do_of(question.move)),
            Field(name="sent", value="1"),
        ),
        fields=refilled(fields, look.asked) if isinstance(move, Refused) else fields,
        checks=tuple(answers.beside(look.state, shown)),
    )
    if not sent:
        return sheet
    if isinstance(move, Refused):
        return replace(sheet, verdict=NO[move.code], cites=(cite_of(move),))
    sheet = replace(sheet, move=presenter.describe(look.state, move))
    answer = presenter.rules.judge(look.state, move)
    if isinstance(answer, Refused):
        return replace(sheet, verdict=NO[answer.code], cites=(cite_of(answer),))
    return replace(
        sheet,
        verdict="Yes",
        yes=True,
        cites=tuple(Cited(text=cite.text, rule=cite.rule) for cite in answer.cites),
        effects=tuple(correction.differences(presenter.rules, look.state, answer.state)),
    )


# --- evidence


class PhotoSheet(Sheet, frozen=True, kw_only=True):
    """A ruling, its photos, and the form that sends one more to `save`; `refusal` leads back to one."""

    kind: str = "photo"
    template: str = "table/sheets/photo.html"
    row: LogRow
    save: str
    refusal: str = ""


def evidence(game: Game, *, row: int = 0, refusal: int = 0) -> PhotoSheet | None:
    """The sheet for the row or the refusal of that number; None where there is none, or one may only look."""
    book = Logbook(game)
    event = book.find(seq=row, refusal=refusal) if game.viewer_may_write else None
    if event is None:
        return None
    table = reverse("table", args=[game.public_id])
    return PhotoSheet(
        row=book.row(event),
        save=photo_url(game.public_id, event),
        refusal=f"{table}?sheet=refused&refusal={refusal}" if isinstance(event, Refusal) else "",
    )


def _refused(game: Game, look: AnyLook, presenter: AnyPresenter) -> RefusedSheet | None:
    """A refusal as it was shown, by its number; None once the table has moved on."""
    number = _number(look, "refusal")
    refusal = next((each for each in refusals(game) if each.number == number), None)
    if refusal is None or refusal.after != look.about.version:
        return None
    move = presenter.rules.read(refusal.body)
    if isinstance(move, Refused):
        return None
    # Whatever else is noted beside a refusal is left out.
    no, instead = msgspec.convert(refusal.outcome, Refused), refusal.outcome.get("instead", 0)
    reply = Reply(move, refused=no, refusal_number=number, instead=instead)
    return presenter.refused(dataclasses.replace(look, reply=reply))
