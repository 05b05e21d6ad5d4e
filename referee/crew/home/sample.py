"""A sample game to try: a hand of ZAR that has begun, which counts nowhere (`scoring.samples`)."""

from __future__ import annotations

from django.http import HttpResponse, QueryDict
from django.urls import reverse
from django.views.decorators.http import require_POST

from referee.games.registry import GAMES
from referee.table import taps
from referee.table.requests import TableRequest
from referee.table.taps import table_of
from referee.web.components import SAMPLE
from referee.web.requests import see_other
from scoring import samples
from scoring.crew.visitor import Visitor
from scoring.log import tap_keys
from scoring.models import Game

RULES = "zar"
PLAYERS = ("Ann", "Ben", "Cat", "Dan")
#: What has happened before somebody tries: a hand on its way.
PLAYED: tuple[dict[str, object], ...] = (
    {"do": "deal", "dealer": "Ann"},
    {"do": "flip", "card": "blue sun"},
    {"do": "play", "player": "Ben", "cards": ["blue moon"]},
    {"do": "play", "player": "Cat", "cards": ["red moon"]},
    {"do": "play", "player": "Dan", "cards": ["red star"]},
)


@require_POST
def begin(request: TableRequest) -> HttpResponse:
    """Leads to the sample's table, which is made where this browser has none that goes on."""
    sample = request.visitor.for_sample()
    game = samples.game_of(sample) or _begun(sample)
    return see_other(reverse("table", args=[game.public_id]))


@require_POST
def end(request: TableRequest) -> HttpResponse:
    """Nothing is left of the sample, and the front page comes."""
    samples.erase(request.visitor.for_sample())
    return see_other(reverse("home"))


def _begun(sample: Visitor) -> Game:
    rules = GAMES[RULES]
    options: dict[str, object] = {}
    table = table_of(rules, rules.start(options, PLAYERS))
    game = samples.begin(sample, SAMPLE, game=RULES, options=options, table=table)
    for body in PLAYED:
        with taps.open_table(sample, game.public_id, tap_keys.new_key(game)) as opened:
            game = taps.make(opened, rules.logged(body), QueryDict()).game
    return game
