"""Export and import: a game as its record, a crew as one zip, spreadsheets, plays for BG Stats; and back.

Everything that goes out is written while it is read, and everything that comes in is taken whole or not
at all.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import IO, cast

from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.core.files.uploadedfile import UploadedFile
from django.http import Http404, HttpResponse, HttpResponseRedirect, StreamingHttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.text import slugify
from django.views.decorators.http import require_safe

from referee.crew.exchange import (
    bgstats,
    bgstats_file,
    csv_columns,
    documents,
    export,
    importing,
    records,
    result_pages,
    streaming,
)
from referee.crew.exchange.documents import CannotImport
from referee.crew.limits import IMPORTS, MINUTES
from referee.table.requests import TableRequest
from referee.web.addresses import is_this_machine, place
from referee.web.audit import note
from referee.web.requests import NotHere, see_other, status_of
from referee.web.views import form_view, slow, uploads
from referee.web.wording import many
from scoring.crew.visitor import get_game_or_404, join_own_crew, must_write
from scoring.exchange.crew_import import AlreadyImported, import_game
from scoring.exchange.spreadsheets import SHEETS
from scoring.models import Crew, Game, Membership
from scoring.models.limits import TooMany, TooOften
from scoring.models.nights import night_of
from scoring.statistics import counting

ZIP = b"PK"


def export_links(game: Game) -> dict[str, str]:
    """The ways to export a game, for its page. No query.

    `play` is a file for BG Stats and `post` the way to its app; both are "" while the game is open.
    """
    address = [game.public_id]
    over = game.finished_at is not None
    return {
        "record": reverse("record", args=address),
        "play": reverse("play_file", args=address) if over else "",
        "post": reverse("post_play", args=address) if over else "",
    }


# --- a game


@require_safe
def record(request: TableRequest, public_id: str) -> StreamingHttpResponse:
    """A game as its record."""
    game = get_game_or_404(request, public_id)
    note(request, "exported", game=public_id)
    return _file(records.record(game), f"{_named(game)}.json", "application/json")


@require_safe
def play_file(request: TableRequest, public_id: str) -> StreamingHttpResponse:
    """A finished game as a file for BG Stats."""
    game = _over(request, public_id)
    note(request, "exported", game=public_id)
    text = bgstats.play_file(game.crew, [bgstats.played(game)])
    return _file(text, f"{_named(game)}.bgsplay", "application/octet-stream")


@require_safe
def post_play(request: TableRequest, public_id: str) -> HttpResponse:
    """The way to BG Stats with a finished game: the app reads it from the address."""
    return HttpResponseRedirect(bgstats.link(bgstats.played(_over(request, public_id))))


def _over(request: TableRequest, public_id: str) -> Game:
    game = get_game_or_404(request, public_id)
    if game.finished_at is None:
        raise NotHere("This game is still open. BG Stats takes finished games only.")
    return game


def _named(game: Game) -> str:
    day = night_of(game.created_at).isoformat()
    return f"{slugify(game.title) or game.game.replace('_', '-')}-{day}"


# --- a crew


@slow
@require_safe
def crew_zip(request: TableRequest) -> StreamingHttpResponse:
    """Everything of the crew as one zip."""
    crew = _keepers_crew(request)
    response = StreamingHttpResponse(export.crew_zip(crew), content_type="application/zip")
    # It is packed already.
    response["Content-Encoding"] = "identity"
    return _attached(response, f"{slugify(crew.name) or 'crew'}-{timezone.localdate().isoformat()}.zip")


@slow
@require_safe
def crew_plays(request: TableRequest) -> StreamingHttpResponse:
    """All finished games as a file for BG Stats."""
    crew = _keepers_crew(request)
    text = bgstats.play_file(crew, bgstats.finished(crew))
    return _file(text, f"{slugify(crew.name) or 'crew'}.bgsplay", "application/octet-stream")


@slow
@require_safe
def sheet(request: TableRequest, sheet: str) -> StreamingHttpResponse:
    """The crew's games, hands or scores for a spreadsheet."""
    crew = _keepers_crew(request)
    if sheet not in SHEETS:
        raise Http404(sheet)
    return _file(SHEETS[sheet](crew), f"{sheet}.csv", "text/csv; charset=utf-8")


def _keepers_crew(request: TableRequest) -> Crew:
    """The visitor's crew, for its keeper alone."""
    member = request.visitor.membership
    if member is None:
        raise NotHere("This phone has no crew yet, so there is nothing to export.")
    if not member.is_keeper:
        raise PermissionDenied("Only a keeper may export a whole crew.")
    note(request, "exported", what=request.path)
    return member.crew


def _file(text: Iterable[str], name: str, kind: str) -> StreamingHttpResponse:
    return _attached(StreamingHttpResponse(text, content_type=kind), name)


def _attached(response: StreamingHttpResponse, name: str) -> StreamingHttpResponse:
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    response["Cache-Control"] = "private, no-store"
    return response


# --- and back


@uploads("IMPORT_MAX_SIZE")
@form_view
def export_page(request: TableRequest) -> HttpResponse | StreamingHttpResponse:
    """What can be exported, and the form that imports a game or a crew."""
    member = request.visitor.membership
    if request.method != "POST":
        return _page(request, member)
    if member:
        must_write(member.role)
    try:
        file = _sent(request)
        if not (is_this_machine(request) or IMPORTS.spend(place(request))):
            raise TooOften(f"Many files came from here just now. Wait {MINUTES} minutes, then go on.")
        whole = file.read(len(ZIP)) == ZIP
        file.seek(0)
        if not whole:
            return _import_other(request, file)
        if member and not member.is_keeper:
            raise PermissionDenied("Only a keeper may import a whole crew.")
        crew_zip = importing.open_zip(file)
    except (CannotImport, TooMany) as error:
        return _page(request, member, error=str(error))
    except AlreadyImported as here:
        if here.game.discarded_at:
            why = "Your crew has this game already, among the discarded ones. Restore it there."
            return _page(request, member, error=why, known=reverse("discarded"))
        known = reverse("game", args=[here.game.public_id])
        return _page(request, member, error="Your crew already has this game.", known=known)
    crew = join_own_crew(request.visitor).crew
    if Game.objects.filter(crew=crew).exists():
        return _page(request, member, error=importing.HAS_GAMES)
    note(request, "imports_crew")
    page = streaming.ImportingPage(games=crew_zip.games, back=reverse("export"))
    return streaming.imported(request, page, importing.import_crew(crew_zip, crew), crew=crew.pk)


def _sent(request: TableRequest) -> IO[bytes]:
    file = request.FILES.get("file")
    if not isinstance(file, UploadedFile) or not file.size:
        raise CannotImport("Choose a file first." if file is None else "The file is empty.")
    return cast("IO[bytes]", file)


def _import_other(request: TableRequest, file: IO[bytes]) -> HttpResponse:
    """A game by its record, or results of another app, which are asked about first."""
    data = file.read(documents.MOST_BYTES + 1)
    if str(file.name).casefold().endswith(csv_columns.ENDINGS):
        return result_pages.begin_table(join_own_crew(request.visitor), str(file.name), data)
    if len(data) <= documents.MOST_BYTES and bgstats_file.is_one(data):
        return result_pages.begin(join_own_crew(request.visitor), str(file.name), data)
    if b"{" not in data[:9]:
        raise CannotImport("The file is neither a game (.json) nor a table (.csv).")
    arrival = documents.read(data, called="The file", now=timezone.now()).arrival
    game = import_game(actor=join_own_crew(request.visitor), imported=arrival)
    counting.count_ended(game)
    return see_other(reverse("game", args=[game.public_id]))


def _page(
    request: TableRequest, member: Membership | None, *, error: str = "", known: str = ""
) -> HttpResponse:
    keeps = request.visitor.is_keeper
    games = Game.objects.kept().filter(crew=member.crew_id).count() if member else 0
    page = {
        "kept": many(games, "game") if games else "",
        "zip": reverse("crew_zip") if keeps and games else "",
        "sheets": tuple(SHEETS),
        "plays": reverse("crew_plays") if keeps and games else "",
        "url": reverse("export") if request.visitor.may_write else "",
        "whole": (keeps or member is None) and not games,
        "results": keeps or member is None,
        "limit": f"{settings.IMPORT_MAX_SIZE // 1024 // 1024} MB",
        "error": error,
        "known": known,
    }
    return render(request, "crew/export.html", {"page": page}, status=status_of(error))
