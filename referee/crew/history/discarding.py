"""Discarding a game and taking that back: asked once, kept for 30 days, out of everything meanwhile."""

from __future__ import annotations

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from referee.crew.titles import name_of, result_of, when_of
from referee.games.registry import GAMES
from referee.stream.hub import HUB
from referee.table.requests import TableRequest
from referee.web.audit import note
from referee.web.requests import see_other
from referee.web.views import form_view, slow
from referee.web.wording import day, moment
from scoring import discarding
from scoring.crew.visitor import get_game_or_404, must_write
from scoring.models import Game


@slow
@form_view
def discard(request: TableRequest, public_id: str) -> HttpResponse:
    """Asks whether a game shall be discarded; sent, it is, and the page shows where it is restored.

    Raises PermissionDenied for one who may only look.
    """
    game = get_game_or_404(request, public_id)
    must_write(game.viewer_role)
    if request.method == "POST":
        game = discarding.discard(request.visitor, public_id)
        note(request, "discarded", game=public_id)
        # The phones at the table look, and read that it is gone.
        HUB.notify(public_id, game.version + 1)
        return see_other(reverse("discarded"))
    href = reverse("game", args=[public_id])
    page = {
        "url": request.path,
        "back": href,
        "game": {"title": name_of(game), "line": result_of(game), "meta": when_of(game)},
        "days": discarding.KEPT.days,
        "counts": game.finished_at is not None,
    }
    return render(request, "crew/discard.html", {"page": page})


@slow
@require_POST
def restore(request: TableRequest, public_id: str) -> HttpResponse:
    """Takes it back: the game is as it was, on its own page."""
    try:
        discarding.restore(request.visitor, public_id)
        note(request, "restored", game=public_id)
    except Game.DoesNotExist:
        # Restored by another phone already, or gone.
        get_game_or_404(request, public_id)
    except ValueError:  # a NUL character, which PostgreSQL is not asked for
        raise Http404(public_id) from None
    return see_other(reverse("game", args=[public_id]))


@require_safe
def discarded(request: TableRequest) -> HttpResponse:
    """The discarded games that can still be restored."""
    games = discarding.discarded(request.visitor).select_related("discarded_by")
    page = {"games": tuple(map(_row, games)), "days": discarding.KEPT.days}
    return render(request, "crew/discarded.html", {"page": page})


def _row(game: Game) -> dict[str, object]:
    when, until = game.discarded_at, discarding.erased_at(game)
    by = game.discarded_by.label if game.discarded_by else "the owner of the server"
    kind = GAMES[game.game].name
    return {
        "name": name_of(game),
        "title": f"{kind}: {game.title}" if game.title else kind,
        "line": result_of(game),
        "meta": when_of(game),
        "done": f"Discarded {moment(when)}{f' by {by}' if by else ''}" if when else "",
        "until": day(until) if until else "",
        "restore": reverse("restore", args=[game.public_id]) if game.viewer_may_write else "",
    }
