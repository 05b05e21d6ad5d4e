"""Once more, with one tap: the same people, the same seats, what was agreed, and the next one deals."""

from __future__ import annotations

from urllib.parse import urlencode

from django.http import HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_POST

from referee.games.registry import PRESENTERS
from referee.rules.engine import NotARecord
from referee.table.last_time import names_of, next_dealer
from referee.table.requests import TableRequest
from referee.table.setup import begin
from referee.web.requests import see_other
from scoring.crew.visitor import get_game_or_404, must_write
from scoring.log.start import rematch_key


@require_POST
def rematch(request: TableRequest, public_id: str) -> HttpResponse:
    """Starts the next game of those who stayed to the end, and goes to its table.

    A game that is not over has none yet: that leads back to its own table. Where the rules do not let those
    who are left play, the setup page says why. Raises PermissionDenied for one who may only look.
    """
    game = get_game_or_404(request, public_id)
    must_write(game.viewer_role)
    if game.finished_at is None:
        return see_other(reverse("table", args=[public_id]))
    presenter = PRESENTERS[game.game]
    names = names_of(game)
    try:
        state = presenter.rules.start(game.options, names)
    except NotARecord:
        return see_other(f"{reverse('setup', args=[game.game])}?{urlencode({'rematch': public_id})}")
    dealer = next_dealer(game)
    begun = begin(
        request.visitor,
        presenter,
        state,
        key=rematch_key(game),
        options=game.options,
        dealer=dealer if dealer in names else names[0],
        title=game.title,
    )
    return see_other(reverse("table", args=[begun.public_id]))
