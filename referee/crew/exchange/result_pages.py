"""Results of another app, page by page: which column is what, who is who, a dry run, and then they come.

The file lies beside the photos meanwhile (`scoring.exchange.drafts`), one for each phone. Only a keeper does
this: it changes the statistics of everybody.
"""

from __future__ import annotations

import secrets
from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import closing

import msgspec
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse, HttpResponseRedirect, QueryDict, StreamingHttpResponse
from django.shortcuts import render
from django.urls import reverse

from referee.crew.exchange import bgstats_file, csv_columns, csv_file, matching, streaming
from referee.crew.exchange.csv_columns import Columns
from referee.crew.exchange.documents import CannotImport
from referee.crew.exchange.importing import ImportProgress
from referee.crew.exchange.importing_results import import_results, in_its_night
from referee.crew.exchange.matching import MOST_ASKED, Choices, Fate, Known, Plan, Planned
from referee.crew.exchange.results import Results, one_line
from referee.crew.titles import time_of
from referee.table.requests import TableRequest
from referee.web.audit import note
from referee.web.components import Link, options
from referee.web.requests import NotHere, check_form_fields, see_other, status_of
from referee.web.views import form_view, slow
from referee.web.wording import day, day_and_time, many, whole_number
from scoring.exchange import drafts
from scoring.models import Membership
from scoring.models.people import fold_name
from scoring.played import clean_title

#: Lines of the dry run on one page.
LINES = 100
GONE = "The file is no longer here. Choose it once more."
KEEPERS = "Only a keeper of the crew may import the results of another app."


class Draft(msgspec.Struct, frozen=True):
    """A file on its way in, and what was said of it so far. `mark` tells it from the one before.

    A `table` has no results before its columns are known.
    """

    mark: str
    file: str
    results: Results | None = None
    choices: Choices | None = None
    table: str = ""
    columns: Columns | None = None


def begin(actor: Membership, name: str, data: bytes) -> HttpResponseRedirect:
    """Keeps a file of BG Stats, and leads to the page that asks who is who. Raises CannotImport."""
    _check_keeper(actor)
    results = bgstats_file.read(data)
    if not results.results and not results.unread:
        raise CannotImport("The file has no plays.")
    _keep(actor, Draft(secrets.token_urlsafe(6), one_line(name, 80), results))
    return see_other(reverse("import_names"))


def begin_table(actor: Membership, name: str, data: bytes) -> HttpResponseRedirect:
    """Keeps a table, and leads to the page that asks for its columns. Raises CannotImport."""
    _check_keeper(actor)
    text = csv_columns.text_of(data)
    columns = csv_columns.guessed(text)
    _keep(actor, Draft(secrets.token_urlsafe(6), one_line(name, 80), table=text, columns=columns))
    return see_other(reverse("import_columns"))


def _check_keeper(actor: Membership) -> None:
    if not actor.is_keeper:
        raise PermissionDenied(KEEPERS)


def _keep(actor: Membership, draft: Draft) -> None:
    drafts.keep(actor.pk, msgspec.msgpack.encode(draft))


def _draft(request: TableRequest) -> tuple[Membership, Draft]:
    """The phone's file. Raises NotHere, and PermissionDenied for whoever keeps no crew."""
    member = request.visitor.membership
    if member is None:
        raise NotHere(GONE)
    _check_keeper(member)
    data = drafts.kept(member.pk)
    if data is None:
        raise NotHere(GONE)
    try:
        draft = msgspec.msgpack.decode(data, type=Draft)
    except msgspec.DecodeError:
        # A version before this one left it.
        raise NotHere(GONE) from None
    if request.method == "POST" and request.POST.get("draft") != draft.mark:
        raise NotHere("This page is of another file. Choose the file once more.")
    return member, draft


# --- which column is what


@slow
@form_view
def columns(request: TableRequest) -> HttpResponse:
    """Which column of a table is what."""
    member, draft = _draft(request)
    if draft.columns is None:
        return HttpResponseRedirect(reverse("import_names"))
    chosen, errors = draft.columns, []
    if request.method == "POST":
        check_form_fields(request)
        try:
            chosen = _columns_sent(request.POST, draft.columns)
            if chosen.delimiter == draft.columns.delimiter:
                results = csv_file.read(draft.table, chosen)
                _keep(member, msgspec.structs.replace(draft, columns=chosen, results=results, choices=None))
                return see_other(reverse("import_names"))
            # Parted elsewhere there are other columns.
            guessed = csv_columns.guessed(draft.table, chosen.delimiter)
            _keep(member, msgspec.structs.replace(draft, columns=guessed, results=None, choices=None))
            return see_other(reverse("import_columns"))
        except CannotImport as error:
            errors = list(error.args)
    page = _columns_page(draft, chosen, errors)
    return render(request, "crew/import_columns.html", {"page": page}, status=status_of(errors))


def _columns_sent(form: QueryDict, before: Columns) -> Columns:
    """What was chosen. Raises CannotImport for what no page of ours offers."""
    sent = {name: form.get(name, "") for name in ("delimiter", "days", "mark", "wins")}
    kinds = [form.get(f"c{n}", kind) for n, kind in enumerate(before.kinds)]
    title = clean_title(form.get("title", ""))
    try:
        return msgspec.convert({**sent, "headed": "headed" in form, "title": title, "kinds": kinds}, Columns)
    except msgspec.ValidationError:
        raise CannotImport("Choose one of what is offered for each column.") from None


def _columns_page(draft: Draft, chosen: Columns, errors: list[str]) -> dict[str, object]:
    found = csv_columns.rows(draft.table, draft.columns.delimiter if draft.columns else chosen.delimiter)
    body = found[1:] if chosen.headed else found
    heads = found[0].cells if chosen.headed else []

    def name(n: int) -> str:
        return heads[n] if n < len(heads) and heads[n] else f"Column {n + 1}"

    def cells(n: int) -> str:
        some = [one_line(row.cells[n], 20) for row in body[:40] if n < len(row.cells) and row.cells[n]]
        return ", ".join(some[:4])

    return {
        "url": reverse("import_columns"),
        "mark": draft.mark,
        "file": draft.file,
        "found": many(len(body), "row"),
        "ways": tuple(
            {"field": field, "name": text, "choices": options(offered, getattr(chosen, field))}
            for field, text, offered in _WAYS
        ),
        "headed": chosen.headed,
        "title": chosen.title,
        "columns": tuple(
            {
                "field": f"c{n}",
                "name": one_line(name(n), 60),
                "cells": cells(n),
                "choices": options(
                    _KINDS_OF_COLUMN | {"points_of": f"Points of “{one_line(name(n), 30)}”"}, kind
                ),
            }
            for n, kind in enumerate(chosen.kinds)
        ),
        "back": reverse("export"),
        "errors": tuple(errors),
    }


_KINDS_OF_COLUMN = {
    "": "Leave out",
    "date": "Date",
    "time": "Time of day",
    "title": "Game",
    "place": "Place",
    "notes": "Notes",
    "minutes": "Minutes played",
    "points_of": "Points of “”",
    "players": "All who played",
    "winners": "Who won",
    "player": "Player (a row each)",
    "score": "Points (of the row’s player)",
    "won": "Won: yes or no",
    "rank": "Rank: 1, 2, 3",
    "started": "Started: yes or no",
    "team": "Team",
    "role": "Role or colour",
    "game": "Number of the game",
}
_WAYS: Sequence[tuple[str, str, Mapping[str, str]]] = (
    (
        "days",
        "Dates",
        {"": "Choose", "ymd": "Year, month, day", "dmy": "Day, month, year", "mdy": "Month, day, year"},
    ),
    ("mark", "Decimals", {".": "Point: 3.5", ",": "Comma: 3,5"}),
    (
        "wins",
        "Who wins",
        {"": "As the file says, otherwise as usual", "high": "The highest score", "low": "The lowest score"},
    ),
    (
        "delimiter",
        "Columns are separated by",
        {",": "Commas", ";": "Semicolons", "\t": "Tabs", "|": "Upright lines"},
    ),
)


# --- who is who, and what is what


@slow
@form_view
def names(request: TableRequest) -> HttpResponse:
    """Who is who and what is what."""
    member, draft = _draft(request)
    if draft.results is None:
        return HttpResponseRedirect(reverse("import_columns"))
    known = Known.of(request.visitor)
    chosen = draft.choices or matching.offered(draft.results, known)
    errors: list[str] = []
    if request.method == "POST":
        check_form_fields(request)
        typed = _typed(request.POST, chosen)
        checked, errors = matching.checked(typed, draft.results, known)
        if not errors:
            _keep(member, msgspec.structs.replace(draft, choices=checked))
            return see_other(reverse("import_preview"))
        chosen = typed
    page = _names_page(draft, draft.results, chosen, known, errors)
    return render(request, "crew/import_names.html", {"page": page}, status=status_of(errors))


def _typed(form: QueryDict, before: Choices) -> Choices:
    """What was typed; who was not asked about stays as they are."""
    people = {n: str(form.get(f"p{n}", name)) for n, name in before.people.items()}
    titles = {n: str(form.get(f"t{n}", name)) for n, name in before.titles.items()}
    return Choices(people, titles, "doubtful" in form)


def _names_page(
    draft: Draft, results: Results, chosen: Choices, known: Known, errors: list[str]
) -> dict[str, object]:
    people = sorted(
        (n for n, person in enumerate(results.people) if person.plays), key=lambda n: -results.people[n].plays
    )
    titles = sorted(
        (n for n, title in enumerate(results.titles) if title.plays), key=lambda n: -results.titles[n].plays
    )
    rest = len(people[MOST_ASKED:]) + len(titles[MOST_ASKED:])
    doubtful = sum(bool(result.doubt) for result in results.results)
    return {
        "url": reverse("import_names"),
        "mark": draft.mark,
        "file": draft.file,
        "found": f"{results.source}: {many(len(results.results), 'play')}",
        "people": tuple(
            {
                "field": f"p{n}",
                "name": results.people[n].name or "Somebody without a name",
                "detail": f"{many(results.people[n].plays, 'play')}, "
                f"{_state(chosen.people.get(n, ''), known)}",
                "value": chosen.people.get(n, ""),
            }
            for n in people[:MOST_ASKED]
        ),
        "titles": tuple(
            {
                "field": f"t{n}",
                "name": results.titles[n].name,
                "detail": many(results.titles[n].plays, "play"),
                "value": chosen.titles.get(n, ""),
            }
            for n in titles[:MOST_ASKED]
        ),
        "rest": f"{rest} more with fewer plays come by their names." if rest else "",
        "players": tuple(player.name for player in known.players.values() if not player.guest),
        "shelf": tuple(known.titles.values()),
        "doubtful": many(doubtful, "play") if doubtful else "",
        "takes_doubtful": chosen.doubtful,
        "back": reverse("export"),
        "columns": reverse("import_columns") if draft.columns else "",
        "errors": tuple(errors),
    }


def _state(name: str, known: Known) -> str:
    """Whether the crew has a player of the name."""
    if not name.strip():
        return "left out"
    return "in your crew" if fold_name(name) in known.players else "new"


# --- the dry run, and the import


@slow
@form_view
def preview(request: TableRequest) -> HttpResponse | StreamingHttpResponse:
    """What would come, line by line; and then it comes."""
    member, draft = _draft(request)
    if draft.results is None or draft.choices is None:
        return HttpResponseRedirect(reverse("import_names"))
    plan = matching.plan(draft.results, draft.choices, Known.of(request.visitor))
    if request.method == "POST":
        return _import(request, member, plan)
    return render(
        request, "crew/import_preview.html", {"page": _preview_page(request, draft, draft.results, plan)}
    )


def _import(request: TableRequest, member: Membership, plan: Plan) -> StreamingHttpResponse:
    note(request, "imports_results", games=len(plan.coming))
    new = ", ".join(plan.new)
    page = streaming.ImportingPage(games=len(plan.coming), back=reverse("export"), what="results", new=new)
    return streaming.imported(request, page, _steps(plan, member), crew=member.crew_id)


def _steps(plan: Plan, member: Membership) -> Generator[ImportProgress]:
    with closing(import_results(plan, member)) as steps:
        yield from steps
    drafts.drop(member.pk)


def _preview_page(request: TableRequest, draft: Draft, results: Results, plan: Plan) -> dict[str, object]:
    url = reverse("import_preview")
    only = request.GET.get("only", "")
    lines = [line for line in plan.lines if only not in _KINDS or line.fate in _KINDS[only][1]]
    first = min(whole_number(request.GET.get("from", ""), digits=5) or 0, max(len(lines) - 1, 0))
    kept = f"&only={only}" if only in _KINDS else ""
    coming = plan.count(Fate.COMES)
    return {
        "url": url,
        "mark": draft.mark,
        "file": draft.file,
        "coming": f"{many(coming, 'game')} will be imported.",
        "new": ", ".join(plan.new),
        "stays": tuple(_stays(results, plan)),
        "lines": tuple(map(_line, lines[first : first + LINES])),
        "shown": f"{first + 1} to {min(first + LINES, len(lines))} of {len(lines)}"
        if len(lines) > LINES
        else "",
        "older": f"{url}?from={first + LINES}{kept}" if first + LINES < len(lines) else "",
        "newer": f"{url}?from={max(first - LINES, 0)}{kept}" if first else "",
        "button": f"Import {many(coming, 'game')}" if coming else "",
        "back": reverse("import_names"),
        "only": tuple(
            Link(href=f"{url}?only={kind}", text=text)
            for kind, (text, fates) in _KINDS.items()
            if any(plan.count(fate) for fate in fates)
        ),
    }


_KINDS: dict[str, tuple[str, tuple[Fate, ...]]] = {
    "in": ("New", (Fate.COMES,)),
    "here": ("Here already", (Fate.HERE, Fate.DISCARDED)),
    "out": ("Left out", (Fate.OUT,)),
}


#: Reasons that are counted; the others stand at their lines.
_REASONS = 8


def _stays(results: Results, plan: Plan) -> Iterator[str]:
    """What does not come, and why, by how many there are."""
    if here := plan.count(Fate.HERE):
        yield f"{many(here, 'game')} here already."
    if discarded := plan.count(Fate.DISCARDED):
        yield f"{many(discarded, 'game')} in your crew’s bin, to be restored there."
    reasons = sorted(plan.reasons.items(), key=lambda each: -each[1])
    for why, times in reasons[:_REASONS]:
        yield f"{many(times, 'play')}: {why}"
    if rest := sum(times for _, times in reasons[_REASONS:]):
        yield f"{many(rest, 'play')}: for other reasons, see below."
    if results.pictures:
        yield f"{many(results.pictures, 'picture')}: The file only names them."
    if results.deleted:
        yield f"{many(results.deleted, 'deletion')} noted by BG Stats: Nothing is deleted here."


def _line(line: Planned) -> dict[str, object]:
    """What comes of a line of the file; `why` nothing does, "" if it does. `href` leads to the game here."""
    says = {
        Fate.HERE: "It is here already.",
        Fate.DISCARDED: "It is in your crew’s bin.",
    }.get(line.fate, line.why)
    return {
        "where": line.where,
        "title": line.title,
        "when": line.began and (day_and_time if time_of(in_its_night(line.began)) else day)(line.began),
        "says": line.says,
        "why": says,
        "href": reverse("game", args=[line.game]) if line.fate is Fate.HERE else "",
    }
