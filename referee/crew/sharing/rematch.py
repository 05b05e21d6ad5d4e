"""Once more, with one tap: the same people, the same seats, what was agreed, and the next one deals."""

from __future__ import annotations

from urllib.parse import urlencode

from django.http import HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_POST

from referee.games.registry import PRESENTERS
from referee.table.last_time import rematch_from
from referee.table.requests import TableRequest, at_table
from referee.table.setup import begin
from referee.web.requests import see_other
from scoring.log.start import rematch_key
from scoring.models import Game


@require_POST
@at_table(writes=True)
def rematch(request: TableRequest, game: Game) -> HttpResponse:
    """Starts the next game of those who stayed to the end, and goes to its table.

    A game that is not over has none yet: that leads back to its own table. Where the rules do not let those
    who are left play, the setup page says why. Raises PermissionDenied for one who may only look.
    """
    if game.finished_at is None:
        return see_other(reverse("table", args=[game.public_id]))
    presenter = PRESENTERS[game.game]
    last = rematch_from(request.visitor, presenter, game)
    if last is None:
        return see_other(f"{reverse('setup', args=[game.game])}?{urlencode({'rematch': game.public_id})}")
    begun = begin(
        request.visitor,
        presenter,
        last.state,
        key=rematch_key(game),
        options=game.options,
        dealer=last.next_dealer(),
        title=game.title,
    )
    return see_other(reverse("table", args=[begun.public_id]))
