"""The page of one game: who won, how it went, its moments, every hand, and what is noted of that evening."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from urllib.parse import urlencode

from django.core.exceptions import BadRequest
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from referee.crew import outcome
from referee.crew.exchange.pages import export_links
from referee.crew.history.counts import count_view, line_of, line_rows
from referee.crew.links import player_url
from referee.crew.outcome import HandLine, Person, RankedRow, SeatView
from referee.crew.titles import by_night, name_of, result_of, time_of, title_of
from referee.games.registry import GAMES, PRESENTERS, tile
from referee.games.setup import Agreement
from referee.rules.sentences import with_article
from referee.table.logbook import Event, event_url
from referee.table.moments import hand_url, moments_of, replay_url
from referee.table.requests import TableRequest
from referee.web.components import FaceView
from referee.web.requests import see_other
from referee.web.wording import clock, day_and_time, lasted, many, weekday_and_day
from scoring.crew.visitor import get_game_or_404, must_write
from scoring.history import notes as noted
from scoring.history import scores
from scoring.history.deeds import Deeds, deeds
from scoring.log import reader
from scoring.models import Game, Photo, Refusal, Seat
from scoring.models.nights import night_of
from scoring.pictures.photos import photos_of, set_caption


@require_safe
def game(request: TableRequest, public_id: str) -> HttpResponse:
    """A game's page; `hand` asks for the count of one, by its first move."""
    found = get_game_or_404(request, public_id)
    return render(request, "crew/game.html", {"page": _page(found, request.GET.get("hand", ""))})


@require_POST
def notes(request: TableRequest, public_id: str) -> HttpResponse:
    """Keeps where the game was played and what was noted of it."""
    found = get_game_or_404(request, public_id)
    must_write(found.viewer_role)
    try:
        noted.set_notes(found, place=request.POST.get("place", ""), notes=request.POST.get("notes", ""))
    except noted.TooLong as error:
        raise BadRequest(f"{error} Nothing was saved: go back and shorten it.") from None
    return see_other(f"{reverse('game', args=[public_id])}#evening")


@require_POST
def caption(request: TableRequest, public_id: str, photo: str) -> HttpResponse:
    """Says what is to be seen on a photo."""
    found = get_game_or_404(request, public_id)
    must_write(found.viewer_role)
    shown = get_object_or_404(Photo.objects.of(found).kept(), public_id=photo)
    set_caption(shown, request.POST.get("caption", ""))
    return see_other(f"{reverse('game', args=[public_id])}#photos")


def _page(game: Game, asked: str) -> dict[str, object]:
    address = [game.public_id]
    unit = GAMES[game.game].unit_of(game.options)
    matrix = scores.by_hand(game)
    in_hands = scores.in_hands(matrix)
    lines = [] if in_hands else scores.lines(game)
    moves = scores.by_move(game, lines)
    firsts = [hand.first for hand in reader.hands(game)] if game.length else []
    told = deeds(game, firsts)
    people = {seat.name: seat for seat in matrix.seats}
    faces = outcome.faces_of(matrix)
    by_side = scores.by_side(game, matrix)
    here = next((row for row in matrix.rows if in_hands and asked in map(str, row.firsts)), None)
    known = PRESENTERS[game.game].agreement(game.options)
    # One without a winner was given up, but for a sheet's: there nobody scored in it.
    rounds = sum(
        row.number > 0 and (row.first in told.winners or game.game == "score_sheet") for row in matrix.rows
    )
    over = game.finished_at is not None
    seats = outcome.heads(game, by_side, faces)
    hands = tuple(_rows(game, by_side, told, faces, here)) if in_hands else ()
    # Nobody had anything after a category that each comes to at another time.
    after = _after(seats, hands) if here in matrix.in_time else ""
    return {
        "public_id": game.public_id,
        "title": title_of(game),
        "heading": result_of(game) if over else name_of(game),
        "game": outcome.called(game),
        "tile": tile(game.game, game.title),
        "crowned": outcome.crowned(game, faces),
        "when": by_night(game.created_at, weekday_and_day(night_of(game.created_at))),
        "length": ", ".join(_length(game, unit, rounds)),
        "ranks": tuple(_ranks(game, many(rounds, unit), faces, people, told)),
        "seats": seats,
        "unit": unit,
        "one": with_article(unit),
        "wins": outcome.who_wins(game),
        "hands": hands,
        "lines": tuple(
            row
            for line in lines
            if line.points
            for row in line_rows(game, line.position, [line_of(line)], {})
        ),
        "chart": outcome.chart(game, by_side, moves),
        "moments": moments_of(game, matrix, moves, told, firsts),
        "count": count_view(game, matrix, here, after) if here else None,
        "notes": game.notes,
        "place": game.place,
        "facts": tuple(_facts(game, known)),
        "photos": tuple(_photos(game)),
        "add": reverse("add_photo", args=[game.public_id, game.version])
        if game.version and game.viewer_may_write
        else "",
        "log": reverse("log", args=address),
        "take": export_links(game),
        "replay": replay_url(game, 1) if game.length else "",
        "resume": "" if over else reverse("table", args=address),
        "over": over,
        "sheet": f"{reverse('sheet_new')}?{urlencode({'from': f'game-{game.public_id}'})}"
        if game.game == "score_sheet" and game.viewer_may_write
        else "",
        "rematch": f"{reverse('setup', args=[game.game])}?{urlencode({'rematch': game.public_id})}"
        if over
        else "",
        "writes": game.viewer_may_write,
    }


# --- the result


def _length(game: Game, unit: str, hands: int) -> Iterator[str]:
    """How long it took and how many hands it had, or moves where there are none, with its pace."""
    took = game.finished_at - game.created_at if game.finished_at else None
    minutes = round(took.total_seconds() / 60) if took else 0
    number, unit = (hands, unit) if hands else (game.length, "move")
    if minutes:
        yield lasted(minutes)
    if number:
        yield many(number, unit)
    seconds = round(60 * minutes / number) if number > 1 else 0
    if seconds:
        pace = f"{round(seconds / 60)} min" if seconds >= 90 else f"{seconds} s"
        yield f"{pace} {with_article(unit)}"
    if not game.finished_at:
        yield "still open"


def _ranks(
    game: Game, hands: str, faces: Mapping[str, FaceView], people: Mapping[str, Seat], told: Deeds
) -> Iterator[RankedRow]:
    """Everybody by rank, with how many of the "12 hands" they won."""
    for side, row in outcome.ranks(game).items():
        note = "left" if not row.here else ""
        if row.here and told.winners and len(people) > 1:
            won = sum(row.name in winners for winners in told.winners.values())
            note = f"won {won} of {hands}"
        yield RankedRow(
            rank=row.rank,
            people=tuple(
                Person(name=name, face=faces[name], href=player_url(people[name].player)) for name in side
            ),
            points=row.shown,
            note=note,
            won=row.leader,
        )


# --- how it went


def _rows(
    game: Game, matrix: scores.Matrix, told: Deeds, faces: Mapping[str, FaceView], here: scores.HandRow | None
) -> Iterator[HandLine]:
    """Hand by hand: who dealt, who won, what everybody got and had after it."""
    for row, cells in outcome.cells(matrix, told.winners):
        dealer = told.dealers.get(row.first, "")
        yield HandLine(
            hand=row.name or str(row.number or "Start"),
            cells=cells,
            href=hand_url(game, row.first) if row.firsts else "",
            dealer=dealer,
            face=faces.get(dealer),
            here=here is not None and row.first == here.first,
        )


def _after(seats: Sequence[SeatView], hands: Iterable[HandLine]) -> str:
    """What everybody had after the hand that is shown; nobody who was not there yet."""
    cells = next(hand.cells for hand in hands if hand.here)
    had = zip(seats, cells, strict=True)
    return ", ".join(f"{seat.name} {cell.total}" for seat, cell in had if cell.total)


# --- that evening


def _facts(game: Game, known: Agreement) -> Iterator[dict[str, object]]:
    """Where, from when to when, and what was agreed on: a sign of record.svg with its name, and the words."""
    if game.place:
        yield {"sign": "pin", "name": "Place", "text": game.place}
    began, ended = time_of(game.created_at), game.finished_at
    if began and ended and (ended - game.created_at).total_seconds() >= 60:
        until = clock(ended) if night_of(ended) == night_of(game.created_at) else day_and_time(ended)
        yield {"sign": "clock", "name": "Time", "text": f"{began} to {until}"}
    read = outcome.who_wins(game)
    if text := ", ".join(word for word in known.words if read or not word.endswith(" wins")):
        yield {"sign": "cards", "name": "Agreed", "text": text[:1].upper() + text[1:]}


def _photos(game: Game) -> Iterator[dict[str, object]]:
    """The photos of the table, each with the row of the log that it belongs to; `save` is where a caption is
    sent, "" for who may only look.
    """
    for photo in photos_of(game):
        yield {
            "href": event_url(game.public_id, photo.event),
            "src": reverse("photo", args=[game.public_id, photo.public_id]),
            "width": photo.width,
            "height": photo.height,
            "caption": photo.caption,
            "alt": photo.caption or f"Photo for {_told(game, photo.event)}",
            "save": reverse("caption", args=[game.public_id, photo.public_id])
            if game.viewer_may_write
            else "",
        }


def _told(game: Game, event: Event) -> str:
    """A row of the log or a refusal in a few words."""
    tell = PRESENTERS[game.game].teller(game.state)
    if isinstance(event, Refusal):
        return f"refusal {event.number}, {tell(event.body)}"
    told = f", {tell(event.body)}" if event.kind == event.Kind.MOVE and event.body else ""
    return f"log entry {event.seq}{told}"
