"""Out and in: a game as its record, a crew as one zip, sheets for spreadsheets, plays for BG Stats; and back.

Everything that goes out is written while it is read, and everything that comes in is taken whole or not
at all.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import closing
from typing import IO, cast

from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.core.files.uploadedfile import UploadedFile
from django.http import Http404, HttpResponse, HttpResponseRedirect, StreamingHttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.text import slugify
from django.views.decorators.http import require_GET, require_http_methods

from referee.crew.takeout import bgstats, documents, packing, records, unpacking
from referee.crew.takeout.context import ExportLinks, TakenInView, TakeoutPage, TakingInPage
from referee.crew.takeout.documents import NotTaken
from referee.table.context import Link
from referee.table.requests import NotHere, TableRequest, see, status_of
from referee.table.wording import many
from scoring.arrivals import HereAlready, take_in
from scoring.crew import get_game_or_404, join_own_crew, must_write
from scoring.models import Crew, Game, Membership
from scoring.spreadsheets import SHEETS

ZIP = b"PK"
#: Steps that are told while a crew is taken in.
TOLD = 40
STEPS = "<!-- steps -->"


def export_links(game: Game) -> ExportLinks:
    """Ways out for a game's page. No query."""
    address = [game.public_id]
    over = game.finished_at is not None
    return ExportLinks(
        record=reverse("record", args=address),
        play=reverse("play_file", args=address) if over else "",
        post=reverse("post_play", args=address) if over else "",
    )


# --- a game


@require_GET
def record(request: TableRequest, public_id: str) -> StreamingHttpResponse:
    """A game as its record."""
    game = get_game_or_404(request, public_id)
    return _file(records.record(game), f"{_named(game)}.json", "application/json")


@require_GET
def play_file(request: TableRequest, public_id: str) -> StreamingHttpResponse:
    """A finished game as a file for BG Stats."""
    game = _over(request, public_id)
    text = bgstats.play_file(game.crew, [bgstats.played(game)])
    return _file(text, f"{_named(game)}.bgsplay", "application/octet-stream")


@require_GET
def post_play(request: TableRequest, public_id: str) -> HttpResponse:
    """The way to BG Stats with a finished game: the app reads it from the address."""
    return HttpResponseRedirect(bgstats.link(bgstats.played(_over(request, public_id))))


def _over(request: TableRequest, public_id: str) -> Game:
    game = get_game_or_404(request, public_id)
    if game.finished_at is None:
        raise NotHere("This game is not over yet: BG Stats takes finished ones.")
    return game


def _named(game: Game) -> str:
    day = timezone.localtime(game.created_at).date().isoformat()
    return f"{slugify(game.title) or game.game.replace('_', '-')}-{day}"


# --- a crew


@require_GET
def crew_zip(request: TableRequest) -> StreamingHttpResponse:
    """Everything of the crew as one zip."""
    crew = _kept_crew(request)
    response = StreamingHttpResponse(packing.pack(crew), content_type="application/zip")
    # It is packed already.
    response["Content-Encoding"] = "identity"
    return _attached(response, f"{slugify(crew.name) or 'crew'}-{timezone.localdate().isoformat()}.zip")


@require_GET
def crew_plays(request: TableRequest) -> StreamingHttpResponse:
    """All finished games as a file for BG Stats."""
    crew = _kept_crew(request)
    text = bgstats.play_file(crew, bgstats.finished(crew))
    return _file(text, f"{slugify(crew.name) or 'crew'}.bgsplay", "application/octet-stream")


@require_GET
def sheet(request: TableRequest, sheet: str) -> StreamingHttpResponse:
    """The crew's games, hands or scores for a spreadsheet."""
    crew = _kept_crew(request)
    if sheet not in SHEETS:
        raise Http404(sheet)
    return _file(SHEETS[sheet](crew), f"{sheet}.csv", "text/csv; charset=utf-8")


def _kept_crew(request: TableRequest) -> Crew:
    """The visitor's crew, for its keeper alone."""
    member = request.visitor.membership
    if member is None:
        raise NotHere("There is no crew on this phone yet, so there is nothing to take out.")
    if not member.is_keeper:
        raise PermissionDenied("Only the keeper takes a whole crew out.")
    return member.crew


def _file(text: Iterable[str], name: str, kind: str) -> StreamingHttpResponse:
    return _attached(StreamingHttpResponse(text, content_type=kind), name)


def _attached(response: StreamingHttpResponse, name: str) -> StreamingHttpResponse:
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    response["Cache-Control"] = "private, no-store"
    return response


# --- and back


@require_http_methods(["GET", "POST"])
def takeout(request: TableRequest) -> HttpResponse | StreamingHttpResponse:
    """What can be taken out, and the form that takes a game or a crew in."""
    member = request.visitor.membership
    if request.method == "GET":
        return _page(request, member)
    if member:
        must_write(member.role)
    try:
        file = _sent(request)
        whole = file.read(len(ZIP)) == ZIP
        file.seek(0)
        if not whole:
            return _take_record(request, file)
        if member and not member.is_keeper:
            raise PermissionDenied("Only the keeper takes a whole crew in.")
        luggage = unpacking.look_through(file)
    except NotTaken as error:
        return _page(request, member, error=str(error))
    except HereAlready as here:
        known = reverse("game", args=[here.game.public_id])
        return _page(request, member, error="This game is here already.", known=known)
    crew = join_own_crew(request.visitor).crew
    if Game.objects.filter(crew=crew).exists():
        return _page(request, member, error=unpacking.HAS_GAMES)
    response = StreamingHttpResponse(_taking_in(luggage, crew), content_type="text/html; charset=utf-8")
    # Packed by the server it would wait until there is enough to pack.
    response["Content-Encoding"] = "identity"
    response["Cache-Control"] = "private, no-store"
    return response


def _sent(request: TableRequest) -> IO[bytes]:
    file = request.FILES.get("file")
    if not isinstance(file, UploadedFile) or not file.size:
        raise NotTaken("No file was chosen.")
    return cast("IO[bytes]", file)


def _take_record(request: TableRequest, file: IO[bytes]) -> HttpResponse:
    data = file.read(documents.MOST_BYTES + 1)
    arrival = documents.read(data, called="The file", now=timezone.now()).arrival
    game = take_in(actor=join_own_crew(request.visitor), arrival=arrival)
    return see(reverse("game", args=[game.public_id]))


def _taking_in(luggage: unpacking.Luggage, crew: Crew) -> Iterator[str]:
    """The page, told while the crew is taken in; whoever leaves it stops that, and nothing is kept."""
    page = TakingInPage(games=luggage.games, back=reverse("takeout"))
    head, _, foot = render_to_string("crew/taking_in.html", {"page": page}).partition(STEPS)
    yield head
    every = max(luggage.games // TOLD, 1)
    ended = TakenInView(href=reverse("games"), games=luggage.games)
    try:
        with closing(unpacking.unpack(luggage, crew)) as steps:
            for step in steps:
                if step.done % every == 0 or step.done == step.all:
                    yield f"<li>{step.done} of {step.all} games</li>\n"
    except NotTaken as error:
        ended = TakenInView(href=page.back, error=str(error))
    yield render_to_string("crew/taken_in.html", {"view": ended})
    yield foot


def _page(
    request: TableRequest, member: Membership | None, *, error: str = "", known: str = ""
) -> HttpResponse:
    keeps = request.visitor.is_keeper
    games = Game.objects.filter(crew=member.crew_id).count() if member else 0
    page = TakeoutPage(
        kept=many(games, "game") if games else "",
        zip=reverse("crew_zip") if keeps and games else "",
        sheets=tuple(_sheets()) if keeps and games else (),
        plays=reverse("crew_plays") if keeps and games else "",
        url=reverse("takeout") if request.visitor.may_write else "",
        whole=(keeps or member is None) and not games,
        limit=f"{settings.TAKEOUT_UPLOAD_MAX_SIZE // 1024 // 1024} MB",
        error=error,
        known=known,
    )
    return render(request, "crew/takeout.html", {"page": page}, status=status_of(error))


def _sheets() -> Iterator[Link]:
    for name in SHEETS:
        yield Link(href=reverse("crew_sheet", args=[name]), text=name.capitalize())
