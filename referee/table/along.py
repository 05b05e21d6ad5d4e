"""Playing along: a code that other phones scan, and whose phone sits where.

The code is an invitation of the table. Its link leads to the seats, and one tap later to the table
(`referee.crew.people.seats`).
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from urllib.parse import urlencode

from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_POST
from msgspec.structs import replace

from referee.games.context import SeatedView, Sheet, TableView
from referee.games.look import AnyLook
from referee.table import loggers, presence
from referee.table.faces import faces_of
from referee.table.presence import Presence
from referee.table.requests import TableRequest
from referee.web.audit import note
from referee.web.components import FaceView, View
from referee.web.pictures import qr
from referee.web.requests import NotHere, check_form_fields, see_other
from scoring.crew import invites, seats
from scoring.crew.visitor import get_game_or_404, must_write
from scoring.models import Game, Role

#: As many phones may come in by one code of a table.
PHONES = 20


class PlaceView(View, frozen=True):
    """A seat and its phone, for `components/chair.html`: where that is, in words too, and what can be done.

    `does` is the name of the button that sends the seat's name, "" where there is none; `words` stand on it.
    """

    name: str
    says: str
    phone: str
    does: str = ""
    words: str = ""
    face: FaceView | None = None


class AlongSheet(Sheet, frozen=True):
    """The code, where this phone may let others in, and the seats. `error` says why a seat was not given."""

    kind = "along"
    template = "table/sheets/along.html"
    tall = True
    url: str
    seats: tuple[PlaceView, ...]
    qr: str = ""
    link: str = ""
    error: str = ""


@require_POST
def invite(request: TableRequest, public_id: str) -> HttpResponse:
    """Makes the table's code, good until tomorrow ends, if none is open, and opens the sheet that shows it.

    Raises PermissionDenied for all but the keeper.
    """
    game = get_game_or_404(request, public_id)
    me = request.visitor.membership
    if me is None or not me.is_keeper:
        raise PermissionDenied("Only the keeper of the crew lets phones in.")
    check_form_fields(request)
    if not invites.of_table(me, game):
        until = invites.end_of(timezone.localdate() + timedelta(days=1))
        try:
            invites.make_for_table(actor=me, game=game, role=Role.SCORER, uses=PHONES, until=until)
        except invites.CannotInvite as error:
            if me.crew.discarded_at:
                raise PermissionDenied(str(error)) from None
            # Only for too many that are open: they are taken back there.
            return see_other(reverse("crew"))
        note(request, "invited", role=Role.SCORER, uses=PHONES)
    return _see_sheet(public_id)


@require_POST
def seat(request: TableRequest, public_id: str) -> HttpResponse:
    """Takes a seat for this phone, gives it up, or (the keeper) frees that of another phone.

    Raises PermissionDenied, NotHere.
    """
    game = get_game_or_404(request, public_id)
    must_write(game.viewer_role)
    check_form_fields(request)
    taken: dict[str, str] = {}
    if name := request.POST.get("take", ""):
        try:
            seats.take(game, name, game.viewer_id)
        except seats.SeatTaken:
            taken = {"taken": name}
        except seats.NoSeat:
            raise NotHere("Nobody of that name is at this table.") from None
    elif request.POST.get("leave"):
        seats.give_up(game, game.viewer_id)
    elif name := request.POST.get("free", ""):
        if not game.viewer_is_keeper:
            raise PermissionDenied("Only the keeper of the crew frees the seat of another phone.")
        seats.free(game, name)
    return _see_sheet(public_id, **taken)


def _see_sheet(public_id: str, **more: str) -> HttpResponse:
    query = urlencode({"sheet": AlongSheet.kind, **more})
    return see_other(f"{reverse('table', args=[public_id])}?{query}")


def with_phones(view: TableView, request: TableRequest, game: Game, look: AnyLook) -> TableView:
    """The table with a dot on each seat that has a phone, and the sheet of those who play along if asked."""
    presence.note(game)
    phones = presence.of_seats(game)
    mine = seats.seat_of(game, game.viewer_id)
    if phones and isinstance(view.table, SeatedView):
        seated = tuple(
            replace(each, phone=phones.get(each.name, ""), mine=each.name == mine)
            for each in view.table.seats
        )
        view = replace(view, table=replace(view.table, seats=seated))
    where = " ".join(phones.get(name, "-") for name in game.standing["players"]) if phones else ""
    if where or game.logged_by:
        view = replace(view, phones=f"{where}{loggers.mark(game)}")
    if view.sheet is None and (who := loggers.sheet(game, look)):
        view = replace(view, sheet=who, here=f"{view.url}?sheet={who.kind}")
    if view.sheet is None and look.asked.get("sheet") == AlongSheet.kind:
        view = replace(view, sheet=_sheet(request, game, phones, mine), here=f"{view.url}?sheet=along")
    return view


def _sheet(request: TableRequest, game: Game, phones: dict[str, Presence], mine: str) -> AlongSheet:
    me = request.visitor.membership
    token = invites.of_table(me, game) if me and me.is_keeper else ""
    link = request.build_absolute_uri(reverse("join", args=[token])) if token else ""
    taken, faces = request.GET.get("taken", ""), faces_of(game)
    may = {"free": ("take", "that’s me"), "mine": ("leave", "give up")} if game.viewer_may_write else {}
    if game.viewer_is_keeper:
        may["held"] = ("free", "free it")
    return AlongSheet(
        url=reverse("seat", args=[game.public_id]),
        seats=tuple(
            replace(place(name, phones.get(name), mine=name == mine, may=may), face=faces.get(name))
            for name in game.standing["players"]
        ),
        qr=qr(link) if link else "",
        link=link,
        error=f"Another phone has the seat of {taken}." if taken in phones else "",
    )


def place(name: str, where: Presence | None, *, mine: bool, may: Mapping[str, tuple[str, str]]) -> PlaceView:
    """A seat whose phone is there, or that has none.

    `may` has the button and its words for a seat that is "free", "mine" or "held" by another phone.
    """
    if mine:
        state, says, phone = "mine", "this phone", "here"
    elif where is None:
        state, says, phone = "free", "no phone", ""
    else:
        state, says, phone = "held", f"phone {where}", where
    does, words = may.get(state, ("", ""))
    return PlaceView(name=name, says=says, phone=phone, does=does, words=words)
