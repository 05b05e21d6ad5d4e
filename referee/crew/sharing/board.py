"""The board: a table on a screen that stands in the room, for the crew, and for whoever has its link.

It shows what everybody at the table may see, and no move can be made on it. A link is made and cancelled on
a page of its own; from then on neither the board nor its stream answers to it (docs/decisions/0034).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from time import time

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe
from msgspec.structs import replace

from referee.crew.titles import title_of
from referee.games.board import BoardView
from referee.games.parts import Seat
from referee.games.registry import GAMES, PRESENTERS
from referee.rules.engine import HAND_WON
from referee.rules.sentences import joined
from referee.stream.endpoint import stream_url
from referee.stream.hub import HUB
from referee.table import moments, races, taps
from referee.table.last_time import next_game, played_instead
from referee.table.page import look_at
from referee.table.requests import TableRequest
from referee.table.seats import phones_of
from referee.web.audit import note
from referee.web.components import FaceView, face
from referee.web.pictures import qr, serve_picture
from referee.web.requests import NotHere, for_anybody, page_or_part, see_other
from referee.web.views import form_view
from referee.web.wording import day, whole_number
from scoring.crew import invites
from scoring.crew.phones import phone_names
from scoring.crew.visitor import get_game_or_404
from scoring.history import scores
from scoring.log import reader
from scoring.models import Game, Membership, Move, Player, Share
from scoring.models.nights import night_of
from scoring.players.faces import face_path
from scoring.sharing import links as sharing

BOARD = Share.Kind.BOARD
#: More players than this sit four abreast.
_NARROW = 14


@require_safe
def board(request: TableRequest, public_id: str) -> HttpResponse:
    """The board for a phone or screen of the crew."""
    game = get_game_or_404(request, public_id)
    since = whole_number(request.GET.get("since", ""), digits=10) or 0
    if following := next_game(request.visitor, game) or played_instead(request.visitor, game, since):
        return redirect("board", following.public_id)
    return _page(request, game, inviter=request.visitor.membership)


@require_safe
def wall(request: TableRequest, share_id: str) -> HttpResponse:
    """The board for a screen that has the link. Nobody is asked who they are, and no cookie is set."""
    found = _shared(share_id)
    return for_anybody(_page(request, sharing.for_board(found), inviter=found.actor, share=found))


@require_safe
def wall_face(request: TableRequest, share_id: str, player_id: str) -> HttpResponse:
    """The picture of one who plays there, for a screen that has the link. Raises Http404 for all others."""
    found = _shared(share_id)
    player = Player.objects.filter(public_id=player_id, seats__game=found.game).first()
    if player is None or not player.avatar:
        raise Http404(player_id)
    return serve_picture(request, face_path(player), digest=player.avatar, name="face.webp")


@form_view
def link(request: TableRequest, public_id: str) -> HttpResponse:
    """The page of the board's link; a tap on its button makes one."""
    game = get_game_or_404(request, public_id)
    here = reverse("board_link", args=[public_id])
    if request.method == "POST":
        sharing.share(game, BOARD)
        note(request, "board linked", game=public_id)
        return see_other(f"{here}#link")
    found = sharing.open_share(game, BOARD)
    address = request.build_absolute_uri(reverse("wall", args=[found.public_id])) if found else ""
    revokes = found and sharing.may_revoke(game, found)
    page = {
        "title": title_of(game),
        "table": reverse("table", args=[public_id]),
        "board": f"{reverse('board', args=[public_id])}?since={int(time())}",
        "link": address,
        "qr": qr(address) if address else "",
        "made": f"Made by {phone_names(game)[found.actor_id]}, {day(night_of(found.created_at))}."
        if found
        else "",
        "make": here if not found and game.viewer_may_write else "",
        "revoke": reverse("board_unlink", args=[public_id]) if revokes else "",
        "invites": found.actor.is_keeper if found else game.viewer_is_keeper,
    }
    return render(request, "crew/board_link.html", {"page": page})


@require_POST
def unlink(request: TableRequest, public_id: str) -> HttpResponse:
    """Cancels the link, and ends the streams of the screens that have it; a second tap changes nothing."""
    game = get_game_or_404(request, public_id)
    found = sharing.revoke(game, BOARD)
    if found:
        HUB.disconnect(sharing.listener(found))
        note(request, "board unlinked", game=public_id)
    return see_other(f"{reverse('board_link', args=[public_id])}#link")


def _shared(share_id: str) -> Share:
    found = sharing.shared(share_id, BOARD)
    if found is None:
        raise NotHere("This link is no longer valid, or it is incomplete. The table can make a new one.")
    return found


def _page(
    request: TableRequest, game: Game, *, inviter: Membership | None, share: Share | None = None
) -> HttpResponse:
    """The board, or the part of it that changes. `inviter` is whose code it may show."""
    presenter = PRESENTERS[game.game]
    view = presenter.view(look_at(game, taps.standing_of(game)))
    faces, phones = _faces(game, share), phones_of(game)
    view = replace(view, table=view.table.with_people(faces, phones, ""))
    shown = presenter.board(view)
    unit = GAMES[game.game].counts[0]
    seats = shown.seats or tuple(
        # Nobody has a score yet.
        Seat(name=name, held=0, unit=unit, face=faces.get(name), phone=phones.get(name, ""))
        for name in game.standing["players"]
    )
    token = ""
    # Only a keeper lets phones in, by a board too, and nobody once the game is over.
    if inviter and inviter.is_keeper and inviter.shut_out_at is None and game.finished_at is None:
        token = invites.of_table(inviter, game)
    rows = reader.last_rows(game, 1)
    race = races.race_of(game)
    page = {
        "public_id": game.public_id,
        "title": view.title,
        "game": view.name,
        # Without what stands in large letters already.
        "headline": view.headline.goal if shown.rows or shown.over else view.headline.whole,
        "style": view.style,
        "stream": stream_url(game.public_id, game.viewer_id, game.crew_id),
        "here": request.get_full_path(),
        "version": game.version,
        "length": game.length,
        "voice": view.voice,
        "phase": view.phase,
        "board": shown,
        "table": view.table,
        "sides": tuple(_sides(seats)),
        "people": len(seats),
        "best": moments.best_moment(game, scores.by_hand(game)) if shown.over else None,
        "symbols": presenter.symbols,
        "last": _last(game, rows[0], shown) if rows else "",
        "race": race.text if race else "",
        "qr": qr(request.build_absolute_uri(reverse("join", args=[token]))) if token else "",
    }
    return page_or_part(request, "crew/board.html", "crew/board_table.html", {"page": page})


def _last(game: Game, row: Move, shown: BoardView) -> str:
    """What the last row did, unless the action line says it, or who was first stands there."""
    if shown.tone or (shown.now and shown.now.first):
        return ""
    return _won(game, row, shown) if shown.rows else taps.sentence_of(row)


def _won(game: Game, row: Move, shown: BoardView) -> str:
    """Who won the hand that a row ended; what was played, or what the row says, where nobody did."""
    best = [name for name, feats in row.outcome.get("feats", {}).items() if HAND_WON in feats]
    if not best:
        return shown.played or taps.sentence_of(row)
    return f"{joined(best)} won the {GAMES[game.game].unit_of(game.options)}."


def _faces(game: Game, share: Share | None) -> dict[str, FaceView]:
    """Everybody's face by their name at the table. One query."""
    found: dict[str, FaceView] = {}
    for seat in game.seats.select_related("player").order_by("place"):
        shown = face(seat.player)
        if shown.src and share:
            address = reverse("wall_face", args=[share.public_id, seat.player.public_id])
            shown = replace(shown, src=f"{address}?{seat.player.avatar}")
        found[seat.name] = shown
    return found


def _sides(seats: Sequence[Seat]) -> Iterator[tuple[str, Sequence[Seat]]]:
    """Who sits on which side, clockwise as seen from above: the first below, then left, above, and right.

    They come in this order, in which they are also read aloud.
    """
    number = len(seats)
    abreast = 2 if number <= _NARROW else 4
    above = min(max(number - 3, number == 2), 1) if number < 5 else abreast
    along = max(number - above - 1, 0) // 2
    below = number - above - 2 * along
    left = iter(seats)
    for where, most in (("below", below), ("left", along), ("above", above), ("right", along)):
        yield where, tuple(islice(left, most))
