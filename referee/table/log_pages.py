"""The pages of the log: the whole of it, one ruling, and the photos that are evidence for it."""

from __future__ import annotations

from urllib.parse import urlencode

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from referee.games.cited import clause_view
from referee.games.registry import GAMES
from referee.table.disputes import RULED
from referee.table.logbook import Event, Logbook, LogPage, PartLink, RulingPage, event_url, photo_url
from referee.table.requests import TableRequest
from referee.web.audit import note
from referee.web.numbers import whole_number
from referee.web.requests import see, status_of
from referee.web.responses import serve_picture
from referee.web.views import uploads
from scoring.crew.visitor import get_game_or_404, must_write
from scoring.models import Game, Move, Photo, Refusal
from scoring.pictures.photos import TooManyPhotos, add_photo, path_of, remove_photo
from scoring.pictures.picture import NotAPhoto, Picture

LOG_ROWS = 150
DISPUTES = "disputes"


@require_safe
def log(request: TableRequest, public_id: str) -> HttpResponse:
    """Every row of the log, or those that people argued about, latest first.

    What was undone or corrected stays, struck through.
    """
    book = Logbook(get_game_or_404(request, public_id))
    disputes = request.GET.get("only") == DISPUTES
    events = [event for event in book.events if not disputes or book.is_dispute(event)]
    parts = range(0, max(len(events), 1), LOG_ROWS)
    part = whole_number(request.GET.get("part", "")) or len(parts)
    start = parts[min(part, len(parts)) - 1]
    links = [
        PartLink(
            href=_log_url(public_id, part=number, disputes=disputes),
            text=f"Part {number}",
            current=number == start // LOG_ROWS + 1,
        )
        for number in range(len(parts), 0, -1)
    ]
    page = LogPage(
        title=book.title,
        game=reverse("game", args=[public_id]),
        table=reverse("table", args=[public_id]),
        unit=GAMES[book.game.game].unit,
        rows=tuple(map(book.row, reversed(events[start : start + LOG_ROWS]))),
        disputes=disputes,
        other=_log_url(public_id, disputes=not disputes),
        writes=book.game.viewer_may_write,
        pages=tuple(links) if len(links) > 1 else (),
    )
    return render(request, "pages/log.html", {"page": page})


def _log_url(public_id: str, *, part: int = 0, disputes: bool = False) -> str:
    query = ({"only": DISPUTES} if disputes else {}) | ({"part": str(part)} if part else {})
    url = reverse("log", args=[public_id])
    return f"{url}?{urlencode(query)}" if query else url


@require_safe
def ruling(request: TableRequest, public_id: str, seq: int) -> HttpResponse:
    """One row of the log, whole: its clauses, its photos, and what replaced it."""
    book = Logbook(get_game_or_404(request, public_id))
    return _ruling(request, book, book.find(seq=seq))


@require_safe
def refusal(request: TableRequest, public_id: str, number: int) -> HttpResponse:
    """One refusal, whole."""
    book = Logbook(get_game_or_404(request, public_id))
    return _ruling(request, book, book.find(refusal=number))


def _ruling(request: TableRequest, book: Logbook, event: Event | None, *, error: str = "") -> HttpResponse:
    if event is None:
        raise Http404("The log has no such row.")
    public_id = book.game.public_id
    row = book.row(event)
    part = book.events.index(event) // LOG_ROWS + 1
    table = reverse("table", args=[public_id])
    # What the newest row ruled may have yet to be saved; any other leads to the table alone.
    newest = isinstance(event, Move) and event.seq == book.game.version
    waits = newest and isinstance(event.body, dict) and event.body.get("do") == "close_call"
    page = RulingPage(
        title=book.title,
        game=reverse("game", args=[public_id]),
        table=f"{table}?sheet={RULED}" if waits else table,
        inside=f"{_log_url(public_id, part=part)}#{row.anchor}",
        row=row,
        clauses=tuple(
            clause_view(rule) for rule in dict.fromkeys(cite.rule for cite in row.cites if cite.rule)
        ),
        photo=photo_url(public_id, event) if book.game.viewer_may_write else "",
        error=error,
    )
    return render(request, "pages/ruling.html", {"page": page}, status=status_of(error))


@uploads("PHOTO_UPLOAD_MAX_SIZE")
@require_POST
def add(request: TableRequest, public_id: str, *, seq: int = 0, number: int = 0) -> HttpResponse:
    """Keeps a photo for a row of the log or a refusal, or says in words why it cannot."""
    game = get_game_or_404(request, public_id)
    must_write(game.viewer_role)
    event = (
        get_object_or_404(Refusal, game=game, number=number)
        if number
        else get_object_or_404(Move, game=game, seq=seq)
    )
    try:
        add_photo(
            actor_id=game.viewer_id,
            event=event,
            picture=_sent(request),
            caption=request.POST.get("caption", ""),
        )
    except (NotAPhoto, TooManyPhotos) as error:
        return _ruling(request, Logbook(game), event, error=str(error))
    if "sheet" in request.POST:
        # A close call that waits to be saved is saved after its photo.
        ruled = RULED if request.POST["sheet"] == RULED else f"photo&row={seq}"
        which = f"refused&refusal={number}" if number else ruled
        return see(f"{reverse('table', args=[public_id])}?sheet={which}")
    if "game" in request.POST:
        return see(f"{reverse('game', args=[public_id])}#photos")
    return see(event_url(public_id, event))


def _sent(request: TableRequest) -> Picture:
    file = request.FILES.get("photo")
    if file is None or not file.size:
        raise NotAPhoto("No photo was chosen.")
    from scoring.pictures.decoding import picture_of  # noqa: PLC0415  # needs Pillow

    return picture_of(file, file.name or "")


@require_safe
def photo(request: TableRequest, public_id: str, photo: str) -> HttpResponse:
    """A photo, to those who may see its game and to nobody else; never as anything but a picture."""
    found = _found(get_game_or_404(request, public_id), photo)
    return serve_picture(request, path_of(found), digest=found.digest, name="photo.webp")


@require_POST
def remove(request: TableRequest, public_id: str, photo: str) -> HttpResponse:
    """Takes a photo away. Only the keeper may; the log says that it was there."""
    game = get_game_or_404(request, public_id)
    if not game.viewer_is_keeper:
        raise PermissionDenied("Only a keeper of the crew can remove a photo.")
    found = get_object_or_404(Photo.objects.of(game).select_related("move", "refusal"), public_id=photo)
    remove_photo(actor_id=game.viewer_id, photo=found)
    note(request, "photo_removed", game=public_id, photo=photo)
    return see(event_url(public_id, found.event))


def _found(game: Game, public_id: str) -> Photo:
    return get_object_or_404(Photo.objects.of(game).kept(), public_id=public_id)
