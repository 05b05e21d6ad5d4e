"""The page of an import, written while it goes on; whoever leaves it stops that, and nothing is kept."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from contextlib import closing

from django.http import StreamingHttpResponse
from django.template.loader import render_to_string

from referee.crew.exchange.documents import CannotImport
from referee.crew.exchange.importing import ImportProgress
from referee.table.requests import TableRequest
from referee.web.components import View
from referee.web.wording import many
from scoring.statistics import counting

#: Lines of progress while a crew is imported.
PROGRESS_LINES = 40
STEPS = "<!-- steps -->"


class ImportingPage(View, frozen=True):
    """A crew or results being imported; the steps are written between the parts of this page."""

    games: int
    back: str
    what: str = "a crew"
    new: str = ""


def imported(
    request: TableRequest, page: ImportingPage, steps: Generator[ImportProgress], *, crew: int
) -> StreamingHttpResponse:
    """The page, with a line for some of the steps; `crew` is the primary key of the one that is counted."""
    response = StreamingHttpResponse(
        _text(request, page, steps, crew), content_type="text/html; charset=utf-8"
    )
    # Packed by the server it would wait until there is enough to pack.
    response["Content-Encoding"] = "identity"
    response["Cache-Control"] = "private, no-store"
    return response


def _text(
    request: TableRequest, page: ImportingPage, steps: Generator[ImportProgress], crew: int
) -> Iterator[str]:
    written = render_to_string("crew/importing.html", {"page": page}, request)
    head, counts, ends, foot = written.split(STEPS)
    yield head
    every = max(page.games // PROGRESS_LINES, 1)
    error = ""
    try:
        with closing(steps):
            due = 0
            for step in steps:
                if step.done >= due or step.done == step.all:
                    due = step.done + every
                    yield f"<li>{step.done} of {many(step.all, 'game')}</li>\n"
        yield counts
        # Left here nothing is lost: the pages of statistics say what is still to be counted.
        while left := counting.catch_up(crew, most=max(every, counting.AT_ONCE)):
            yield f"<li>{many(left, 'game')} left to count</li>\n"
    except CannotImport as refused:
        error = str(refused)
    yield ends + render_to_string("crew/imported.html", {"page": page, "error": error}) + foot
