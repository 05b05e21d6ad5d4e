"""What the code of a table leads to: its seats, of which the guest takes one; then the table itself."""

from __future__ import annotations

from collections.abc import Sequence

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from msgspec.structs import replace

from referee.crew.people.crew import STAY
from referee.crew.people.signed_in import remember
from referee.crew.people.who import form_key, may_part, parting
from referee.games.registry import GAMES
from referee.table.requests import TableRequest
from referee.table.seats import faces_of, phones_of, place
from referee.web.audit import note
from referee.web.requests import see_other, status_of
from scoring.crew import invites, seats
from scoring.models import Game, Invite, Role
from scoring.models.people import NAME_LENGTH

#: Its own seat, too, leads to the table.
_MAY = {"free": ("seat", "That’s me"), "mine": ("seat", "Go on")}


def open_table(invite: Invite) -> Game | None:
    """The game to whose table an invitation leads, while it is played; None for one to the crew alone."""
    game = invite.game
    return game if game and game.finished_at is None and game.discarded_at is None else None


def look(
    request: TableRequest, invite: Invite, game: Game, token: str, *, errors: Sequence[str] = ()
) -> HttpResponse:
    """The seats, for whoever scanned the code."""
    me = request.visitor.membership
    phones, faces = phones_of(game), faces_of(game)
    mine = seats.seat_of(game, me.pk) if me else ""
    page = {
        "url": reverse("join", args=[token]),
        "key": invites.new_key(),
        "title": game.title or GAMES[game.game].name,
        "crew": invite.crew.name,
        "seats": tuple(
            # Photos are the crew's.
            place(
                name,
                phones.get(name),
                mine=name == mine,
                may=_MAY,
                face=replace(faces[name], src=""),
            )
            for name in game.standing["players"]
        ),
        "parting": parting(me, to=invite.crew),
        "errors": tuple(errors),
    }
    return render(request, "crew/seats.html", {"page": page}, status=status_of(errors))


def sit_down(request: TableRequest, invite: Invite, game: Game, token: str) -> HttpResponse:
    """Joins, takes the seat that was tapped or none, and goes to the table. Raises invites.Closed."""
    name = request.POST.get("seat", "")
    if name and name not in game.standing["players"]:
        return look(request, invite, game, token, errors=["Nobody of that name is at this table."])
    if not may_part(request, parting(request.visitor.membership, to=invite.crew)):
        return look(request, invite, game, token, errors=[STAY])
    joined = invites.accept(
        request.visitor,
        invite,
        key=form_key(request),
        label=f"{name}’s phone"[:NAME_LENGTH] if name else "",
        role=None if name else Role.WATCHER,
    )
    remember(request, joined)
    note(request, "joined", invitation=invite.pk, role=joined.role)
    if name:
        try:
            seats.take(game, name, joined.pk)
        except seats.SeatTaken:
            game.refresh_from_db()
            taken = f"Another phone has the seat of {name}. The keeper of the crew can free it."
            return look(request, invite, game, token, errors=[taken])
    return see_other(reverse("table", args=[game.public_id]))
