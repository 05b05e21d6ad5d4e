"""The pages of the log: the whole of it, one ruling, and the photos that are evidence for it."""

from __future__ import annotations

from urllib.parse import urlencode

from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from referee.games.cited import cited_clause
from referee.games.registry import GAMES
from referee.table.disputes import RULED
from referee.table.logbook import Event, Logbook, event_url, photo_url
from referee.table.requests import TableRequest, at_table
from referee.web.audit import note
from referee.web.components import Option
from referee.web.pictures import serve_picture
from referee.web.requests import see_other, status_of
from referee.web.views import uploads
from scoring.history import scores
from scoring.models import Game, Move, Photo, Refusal
from scoring.pictures.photos import TooManyPhotos, add_photo, path_of, remove_photo
from scoring.pictures.picture import NotAPhoto, Picture

LOG_ROWS = 150
DISPUTES = "disputes"


@require_safe
@at_table()
def log(request: TableRequest, game: Game) -> HttpResponse:
    """Every row of the log, or those that people argued about, latest first.

    What was undone or corrected stays, struck through. Parts are numbered from the beginning of the game, so
    that a row stays in its part.
    """
    book = Logbook(game)
    disputes = request.GET.get("only") == DISPUTES
    events = [event for event in book.events if not disputes or book.is_dispute(event)]
    parts = Paginator(events, LOG_ROWS)
    shown = parts.get_page(request.GET.get("part", parts.num_pages))
    links = [
        Option(value=_log_url(game, part=n, disputes=disputes), text=f"Part {n}", chosen=n == shown.number)
        for n in reversed(parts.page_range)
    ]
    page = {
        "title": book.title,
        "game": reverse("game", args=[game.public_id]),
        "table": reverse("table", args=[game.public_id]),
        "unit": GAMES[game.game].unit_of(game.options) if scores.by_rounds(game) else "",
        "rows": list(map(book.row, reversed(shown))),
        "disputes": disputes,
        "other": _log_url(game, disputes=not disputes),
        "writes": game.viewer_may_write,
        "pages": links if len(links) > 1 else [],
    }
    return render(request, "pages/log.html", {"page": page})


def _log_url(game: Game, *, part: int = 0, disputes: bool = False) -> str:
    query = ({"only": DISPUTES} if disputes else {}) | ({"part": str(part)} if part else {})
    url = reverse("log", args=[game.public_id])
    return f"{url}?{urlencode(query)}" if query else url


@require_safe
@at_table()
def row(request: TableRequest, game: Game, *, seq: int = 0, number: int = 0) -> HttpResponse:
    """One row of the log, or one refusal, whole: its clauses, its photos, and what replaced it."""
    book = Logbook(game)
    event = book.find(seq=seq, refusal=number)
    if event is None:
        raise Http404("The log has no such row.")
    return _row(request, book, event)


def _row(request: TableRequest, book: Logbook, event: Event, *, error: str = "") -> HttpResponse:
    game, row = book.game, book.row(event)
    part = book.events.index(event) // LOG_ROWS + 1
    table = reverse("table", args=[game.public_id])
    # What the newest row ruled may have yet to be saved; any other leads to the table alone.
    newest = isinstance(event, Move) and event.seq == game.version
    waits = newest and isinstance(event.body, dict) and event.body.get("do") == "close_call"
    page = {
        "title": book.title,
        "game": reverse("game", args=[game.public_id]),
        "table": f"{table}?sheet={RULED}" if waits else table,
        "inside": f"{_log_url(game, part=part)}#{row.anchor}",
        "row": row,
        "clauses": tuple(
            cited_clause(rule) for rule in dict.fromkeys(cite.rule for cite in row.cites if cite.rule)
        ),
        "photo": photo_url(game.public_id, event) if game.viewer_may_write else "",
        "error": error,
    }
    return render(request, "pages/ruling.html", {"page": page}, status=status_of(error))


@uploads("PHOTO_UPLOAD_MAX_SIZE")
@require_POST
@at_table(writes=True)
def add(request: TableRequest, game: Game, *, seq: int = 0, number: int = 0) -> HttpResponse:
    """Keeps a photo for a row of the log or a refusal, or says in words why it cannot."""
    event = (
        get_object_or_404(Refusal, game=game, number=number)
        if number
        else get_object_or_404(Move, game=game, seq=seq)
    )
    try:
        add_photo(
            actor_id=game.viewer_id,
            event=event,
            picture=_uploaded_picture(request),
            caption=request.POST.get("caption", ""),
        )
    except (NotAPhoto, TooManyPhotos) as error:
        return _row(request, Logbook(game), event, error=str(error))
    if "sheet" in request.POST:
        # A close call that waits to be saved is saved after its photo.
        ruled = RULED if request.POST["sheet"] == RULED else f"photo&row={seq}"
        which = f"photo&refusal={number}" if number else ruled
        return see_other(f"{reverse('table', args=[game.public_id])}?sheet={which}")
    if "game" in request.POST:
        return see_other(f"{reverse('game', args=[game.public_id])}#photos")
    return see_other(event_url(game.public_id, event))


def _uploaded_picture(request: TableRequest) -> Picture:
    file = request.FILES.get("photo")
    if file is None or not file.size:
        raise NotAPhoto("No photo was chosen.")
    from scoring.pictures.decoding import picture_of  # noqa: PLC0415  # needs Pillow

    return picture_of(file, file.name or "")


@require_safe
@at_table()
def photo(request: TableRequest, game: Game, *, photo: str) -> HttpResponse:
    """A photo, to those who may see its game and to nobody else; never as anything but a picture."""
    shown = get_object_or_404(Photo.objects.of(game).kept(), public_id=photo)
    return serve_picture(request, path_of(shown), digest=shown.digest, name="photo.webp")


@require_POST
@at_table()
def remove(request: TableRequest, game: Game, *, photo: str) -> HttpResponse:
    """Takes a photo away. Only the keeper may; the log says that it was there."""
    if not game.viewer_is_keeper:
        raise PermissionDenied("Only a keeper of the crew can remove a photo.")
    removed = get_object_or_404(Photo.objects.of(game).select_related("move", "refusal"), public_id=photo)
    remove_photo(actor_id=game.viewer_id, photo=removed)
    note(request, "photo_removed", game=game.public_id, photo=photo)
    return see_other(event_url(game.public_id, removed.event))
