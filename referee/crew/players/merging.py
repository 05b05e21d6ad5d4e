"""Two players who are one person: who, what would come of it, and then it is done."""

from __future__ import annotations

from collections.abc import Iterator

from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from referee.crew.links import player_url
from referee.crew.players.context import MergePage
from referee.crew.players.roster import found_to_change, see_player
from referee.table.context import Link
from referee.table.page_context import Option
from referee.table.pages import title_of
from referee.table.requests import TableRequest, status_of
from referee.table.wording import many
from scoring.merging import Prospect, SatTogether, merge_players, prospect
from scoring.models import Membership, Player
from scoring.players import others


@require_http_methods(["GET", "POST"])
def merge(request: TableRequest, public_id: str) -> HttpResponse:
    """Merges another player into this one, once it was shown what follows; the keeper alone may."""
    kept, actor = found_to_change(request, public_id)
    if not actor.is_keeper:
        raise PermissionDenied("Only the keeper of the crew merges players.")
    rest = {player.public_id: player for player in others(request.visitor, kept)}
    sent = request.POST if request.method == "POST" else request.GET
    gone = rest.get(str(sent.get("other", "")))
    if request.method == "POST":
        return _merge(request, actor, kept, gone, rest)
    return _page(request, kept, gone, rest)


def _merge(
    request: TableRequest, actor: Membership, kept: Player, gone: Player | None, rest: dict[str, Player]
) -> HttpResponse:
    # Who is not there any more was merged by the first of two taps.
    if gone is not None:
        try:
            merge_players(actor=actor, kept=kept, gone=gone)
        except SatTogether:
            return _page(request, kept, gone, rest)
        except Player.DoesNotExist:
            pass
    return see_player(kept)


def _page(request: TableRequest, kept: Player, gone: Player | None, rest: dict[str, Player]) -> HttpResponse:
    looked = prospect(kept, gone) if gone else None
    refused = looked.together if looked else []
    page = MergePage(
        player=kept.name,
        back=player_url(kept),
        url=reverse("merge_player", args=[kept.public_id]),
        others=tuple(
            Option(value=player.public_id, text=player.name, chosen=player == gone)
            for player in rest.values()
        ),
        gone=gone.name if gone else "",
        gone_id=gone.public_id if gone else "",
        follows=tuple(_follows(kept, gone, looked)) if gone and looked and not refused else (),
        refused=tuple(
            Link(href=reverse("game", args=[game.public_id]), text=title_of(game)) for game in refused
        ),
    )
    status = status_of(refused and request.method == "POST")
    return render(request, "crew/merge_players.html", {"page": page}, status=status)


def _follows(kept: Player, gone: Player, looked: Prospect) -> Iterator[str]:
    """What would come of it, in sentences."""
    games = many(looked.gone, "game")
    yield f"{gone.name}'s {games} become {kept.name}'s, who then has {looked.kept + looked.gone}."
    yield "Wins, points, feats and ratings are counted anew, as if one had played them all."
    if gone.avatar:
        yield f"{gone.name}'s face {'goes' if kept.avatar else f'becomes the face of {kept.name}'}."
    yield f"{gone.name} is taken off the list of players; the games that were played keep the name."
    yield "It cannot be undone."
