"""Two players who are one person: who, the effects, and then it is done."""

from __future__ import annotations

from collections.abc import Iterator

from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse

from referee.crew import proof
from referee.crew.links import player_url
from referee.crew.players.roster import found_to_change, see_player
from referee.crew.titles import title_of
from referee.rules.sentences import NOT_CHOSEN
from referee.table.requests import TableRequest
from referee.web.audit import note
from referee.web.components import Link, to_choose
from referee.web.requests import status_of
from referee.web.views import form_view, slow
from referee.web.wording import many
from scoring.models import Membership, Player
from scoring.players.merging import Prospect, SatTogether, merge_players, prospect
from scoring.players.roster import others


@slow
@form_view
def merge(request: TableRequest, public_id: str) -> HttpResponse:
    """Merges another player into this one, once it was shown what follows; the keeper alone may."""
    kept, actor = found_to_change(request, public_id)
    if not actor.is_keeper:
        raise PermissionDenied("Only a keeper of the crew may merge players.")
    error = proof.missing(request, actor) if request.method == "POST" else ""
    rest = {player.public_id: player for player in others(request.visitor, kept)}
    sent = request.POST if request.method == "POST" else request.GET
    gone = rest.get(str(sent.get("other", "")))
    if request.method == "POST" and (gone is None or not error):
        return _merge(request, actor, kept, gone, rest)
    if request.GET.get("other") == "":
        error = NOT_CHOSEN.format(field="The other player")
    return _page(request, actor, kept, gone, rest, error=error)


def _merge(
    request: TableRequest, actor: Membership, kept: Player, gone: Player | None, rest: dict[str, Player]
) -> HttpResponse:
    # Who is not there any more was merged by the first of two taps.
    if gone is not None:
        try:
            merge_players(actor=actor, kept=kept, gone=gone)
            note(request, "merged", kept=kept.pk, gone=gone.public_id)
        except SatTogether:
            return _page(request, actor, kept, gone, rest)
        except Player.DoesNotExist:
            pass
    return see_player(kept)


def _page(
    request: TableRequest,
    actor: Membership,
    kept: Player,
    gone: Player | None,
    rest: dict[str, Player],
    *,
    error: str = "",
) -> HttpResponse:
    looked = prospect(kept, gone) if gone else None
    refused = looked.together if looked else []
    page = {
        "player": kept.name,
        "back": player_url(kept),
        "url": reverse("merge_player", args=[kept.public_id]),
        "others": to_choose(
            {player.public_id: player.name for player in rest.values()}, gone.public_id if gone else ""
        )
        if rest
        else (),
        "gone": gone.name if gone else "",
        "gone_id": gone.public_id if gone else "",
        "follows": tuple(_follows(kept, gone, looked)) if gone and looked and not refused else (),
        "proof": proof.asked(actor),
        "errors": (error,) if error else (),
        "refused": tuple(
            Link(href=reverse("discarded"), text=f"{title_of(game)}, discarded")
            if game.discarded_at
            else Link(href=reverse("game", args=[game.public_id]), text=title_of(game))
            for game in refused
        ),
    }
    status = status_of((refused or error) and request.method == "POST")
    return render(request, "crew/merge_players.html", {"page": page}, status=status)


def _follows(kept: Player, gone: Player, looked: Prospect) -> Iterator[str]:
    """The effects, in sentences."""
    games = many(looked.gone, "game")
    verb = "becomes" if looked.gone == 1 else "become"
    yield f"{games} of {gone.name} {verb} {kept.name}'s, who then has {looked.kept + looked.gone}."
    yield "Statistics and ratings are counted again, as if one person had played all these games."
    if gone.avatar:
        yield f"{gone.name}'s picture {'is deleted' if kept.avatar else f'becomes that of {kept.name}'}."
    yield f"{gone.name} leaves the list of players. Games already played keep the name."
    yield "This cannot be undone."
