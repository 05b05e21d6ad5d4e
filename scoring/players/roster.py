"""The crew's players: who they are, and what is written about them. What they played is in
`statistics.tallies`.

Names in the moves and seats of games stay as they were recorded, whatever a player is called later.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.core.exceptions import ValidationError
from django.db.models import Value
from django.db.models.lookups import GreaterThan
from django.utils import timezone

from scoring.crew.visitor import Visitor, must_write
from scoring.history.folding import by_letters, letters
from scoring.models import Colour, Membership, Player, Tally
from scoring.models.limits import room_for_players
from scoring.models.people import CrewQuerySet, clean_name, fold_name, free_colours
from scoring.statistics.facts import Facts, read
from scoring.writing import one_writer, queue

PAGE = 30


@dataclass(frozen=True)
class Page:
    """Players by name, each with what all games came to; `next` is the place behind, "" at the end."""

    players: Sequence[tuple[Player, Facts]]
    next: str


def players(visitor: Visitor, *, archived: bool = False, after: str = "", size: int = PAGE) -> Page:
    """The page of the crew's players behind a place in their order. Two queries."""
    found = _listed(visitor).filter(archived_at__isnull=not archived)
    page = list(found.filter(GreaterThan(by_letters(), Value(after)))[: size + 1])
    more, page = len(page) > size, page[:size]
    tallied = Tally.objects.filter(player__in=page, game="", period="").values_list("player", "facts")
    came_to = {player: read(facts) for player, facts in tallied}
    behind = f"{letters(page[-1].folded)} {page[-1].folded}" if more else ""
    return Page([(player, came_to.get(player.pk, Facts())) for player in page], behind)


def _listed(visitor: Visitor) -> CrewQuerySet[Player]:
    """Whom the crew knows by name, in its order."""
    return Player.objects.visible_to(visitor).filter(guest=False).order_by(by_letters())


def offered(visitor: Visitor) -> list[Player]:
    """Whom a new game is offered: the crew's players by name, without those archived. One query."""
    return list(_listed(visitor).filter(archived_at__isnull=True))


def known_players(visitor: Visitor) -> list[Player]:
    """The crew's players by name."""
    return list(_listed(visitor))


def has_archived(visitor: Visitor) -> bool:
    """Whether the crew has archived anybody. One query."""
    return Player.objects.visible_to(visitor).filter(archived_at__isnull=False).exists()


def others(visitor: Visitor, player: Player) -> list[Player]:
    """The rest of the crew by name, archived ones too. One query."""
    return list(_listed(visitor).exclude(pk=player.pk))


def by_key(visitor: Visitor, keys: Sequence[int]) -> dict[int, Player]:
    """The crew's players of these primary keys. One query."""
    return {player.pk: player for player in Player.objects.visible_to(visitor).filter(pk__in=keys).order_by()}


def add_player(*, actor: Membership, name: str) -> Player:
    """The player of this name: a new one, or the one whom the crew knows.

    Raises ValidationError for a name that cannot be, TooMany, PermissionDenied for one who may only look.
    """
    must_write(actor.role)
    name = clean_name(name)
    with queue(actor.crew_id):
        known = Player.objects.filter(crew=actor.crew_id, folded=fold_name(name))
        room_for_players(actor.crew_id, 0 if known.exists() else 1)
        colour = next(free_colours(actor.crew_id))
        return Player.objects.get_or_create(
            crew_id=actor.crew_id, folded=fold_name(name), defaults={"name": name, "colour": colour}
        )[0]


def recolour(*, actor: Membership, player: Player, colour: Colour) -> None:
    """Gives a player another colour; raises PermissionDenied."""
    must_write(actor.role)
    with one_writer():
        Player.objects.filter(pk=player.pk).update(colour=colour)


def rename_player(*, actor: Membership, player: Player, name: str) -> None:
    """Gives a player another name.

    Raises ValidationError for a name that cannot be or is another's, and PermissionDenied.
    """
    must_write(actor.role)
    name = clean_name(name)
    with queue(actor.crew_id):
        same = Player.objects.filter(crew_id=actor.crew_id, folded=fold_name(name)).exclude(pk=player.pk)
        if same.exists():
            raise ValidationError("Somebody of this name is in the crew already.", code="taken")
        Player.objects.filter(pk=player.pk).update(name=name, folded=fold_name(name))
    player.name = name


def archive_player(*, actor: Membership, player: Player, archived: bool) -> None:
    """Archives a player, or brings an archived one back; raises PermissionDenied."""
    must_write(actor.role)
    with one_writer():
        known = Player.objects.filter(pk=player.pk, archived_at__isnull=archived)
        known.update(archived_at=timezone.now() if archived else None)
