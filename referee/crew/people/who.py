"""Who asks for a page of the crew, and what a phone is about to leave."""

from __future__ import annotations

from django.core.exceptions import PermissionDenied

from referee.rules.sentences import joined
from referee.table.requests import TableRequest
from referee.web.components import View
from referee.web.requests import NotHere
from scoring.crew.phones import is_last_keeper
from scoring.crew.visitor import must_write
from scoring.models import Crew, Game, Membership, Player, Role

#: Players of a crew who are named to a guest.
NAMED = 6

WORDS = {
    Role.KEEPER: "may do everything",
    Role.SCORER: "may run tables and correct moves",
    Role.WATCHER: "may only watch",
}


class Parting(View, frozen=True):
    """The crew that a phone leaves. `alone`: nobody keeps it then; `kept`: an account does."""

    crew: str
    role: str
    alone: bool
    kept: bool


def member(request: TableRequest) -> Membership:
    """The phone's place in its crew. Raises NotHere for a phone without one."""
    found = request.visitor.membership
    if found is None:
        raise NotHere("This phone has no crew yet. Start a game, or open an invitation.")
    return found


def writer(request: TableRequest) -> Membership:
    """The same, of a phone that may change something. Raises NotHere, PermissionDenied."""
    found = member(request)
    must_write(found.role)
    return found


def keeper(request: TableRequest) -> Membership:
    """The same, of a phone that keeps its crew. Raises NotHere, PermissionDenied."""
    found = member(request)
    if not found.is_keeper:
        raise PermissionDenied("Only a keeper of the crew may do that.")
    return found


def form_key(request: TableRequest) -> str:
    """The key of the form that was sent: the same form sent twice counts once. "" for a form without one."""
    return request.POST.get("key", "")[:64]


def parting(phone: Membership | None, *, to: Crew | None = None) -> Parting | None:
    """What a phone leaves when it goes to another crew; None where it leaves nothing."""
    if phone is None or phone.crew_id == (to and to.pk):
        return None
    # The crew that a first game made and nobody else ever saw is no loss as long as it is empty.
    last = is_last_keeper(phone)
    if last and not _is_worth_keeping(phone):
        return None
    crew = called(phone.crew, unnamed="its crew")
    return Parting(crew=crew, role=str(phone.role), alone=last, kept=phone.user_id is not None)


def _is_worth_keeping(phone: Membership) -> bool:
    others = Membership.objects.filter(crew=phone.crew_id, shut_out_at=None).exclude(pk=phone.pk)
    return Game.objects.filter(crew=phone.crew_id).exists() or others.exists()


def may_part(request: TableRequest, left: Parting | None) -> bool:
    """Whether the form says what it has to say to leave the last keeper's place."""
    return left is None or not left.alone or left.kept or request.POST.get("alone") == "1"


def called(crew: Crew, *, unnamed: str = "this crew") -> str:
    """The crew's name, in quotes, or words in its place."""
    return f"“{crew.name}”" if crew.name else unnamed


def people_in(crew: Crew) -> str:
    """Who plays in the crew, in a sentence; "" while nobody does."""
    names = list(
        Player.objects.filter(crew=crew, archived_at=None, guest=False)
        .order_by("folded")
        .values_list("name", flat=True)
    )
    if not names:
        return ""
    shown, more = names[:NAMED], len(names) - NAMED
    return f"Its players: {joined([*shown, f'{more} more'] if more > 0 else shown)}."


def name_of(phone: Membership, number: int) -> str:
    """What a phone is called: its label, or its number, as the log has it."""
    return phone.label or f"phone {number}"
