"""Buzzes at a table: noted with their times, and shown as evidence where two met (docs/decisions/0033)."""

from __future__ import annotations

import math
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial
from time import monotonic
from urllib.parse import urlencode

from django.http import QueryDict
from django.utils import timezone

from referee.games.presenter import AnyPresenter, Buzzed, Race
from referee.games.registry import PRESENTERS
from referee.games.table_views import EvidenceView
from referee.rules.engine import Move, Refused, State
from referee.rules.races import Press
from referee.table.requests import TableRequest
from referee.table.taps import OpenTable, Result
from referee.web.requests import ARRIVED_AT
from scoring.crew import seats
from scoring.log import buzzes
from scoring.models import Buzz, Game

#: Two buzzes farther apart are two events, and nobody asks which was first: no doubt reaches so far.
WINDOW = timedelta(seconds=1)
#: Fields: a buzzer's time; that the ruling leaves the buzzes out; the race that a phone looked past.
FIELD, UNHEARD, PAST = "buzz", "unheard", "past"
#: The drawing of a race is so wide, and has so much room at its sides.
_WIDE, _SIDE = 300, 24


def received_at(request: TableRequest) -> datetime:
    """When the server received a request, before that waited for its turn."""
    now = monotonic()
    return timezone.now() - timedelta(seconds=now - request.META.get(ARRIVED_AT, now))


def with_buzzes(table: OpenTable, move: Move | Refused, sent: QueryDict) -> Move | Refused:
    """The move with what the phones measured, where it asks for a ruling on the race that is on."""
    if isinstance(move, Refused) or sent.get(UNHEARD):
        return move
    race = race_of(table.game)
    measured: Move = table.presenter.with_measurement(move, race) if race else move
    return measured


def note_buzz(
    table: OpenTable, move: Move | Refused, sent: QueryDict, result: Result, received: datetime
) -> Result:
    """Notes a buzz, after it was dealt with and whatever came of it; what is no buzz is passed by.

    Where another phone logs, the buzz of the phone's own player is noted all the same.
    """
    presenter, game = table.presenter, table.game
    buzz = None if isinstance(move, Refused) or table.log.repeated else presenter.call_of(move, sent)
    barred = result.reply.barred
    if buzz is None or (barred and seats.seat_of(game, game.viewer_id) != buzz.player):
        return result
    call = buzzes.Call(buzz.player, buzz.event, buzz.target)
    met = partial(_met, presenter, table.state)
    buzzes.keep(table.log, call, sent=sent.get(FIELD, ""), came_at=received, met=met, waits=bool(barred))
    if not barred:
        return result
    return replace(result, reply=replace(result.reply, barred=f"Your buzz is noted. {barred}"))


def is_open(game: Game) -> bool:
    """Whether two buzzes met, or one waits for the phone that logs, with no move since. Asks no database."""
    return 0 < game.raced == game.version


def race_of(game: Game) -> Race | None:
    """The two buzzes that met, with no move since; None where there are none, and then at most one query."""
    return race_or_call(game)[0]


def race_or_call(game: Game) -> tuple[Race | None, str]:
    """The same; and where there is no race, the buzz that waits for the phone that logs, in a sentence."""
    newest = [each for each in buzzes.newest(game) if each.version <= game.version] if is_open(game) else []
    if not newest:
        return None, ""
    presenter = PRESENTERS[game.game]
    met = partial(_met, presenter, presenter.rules.load(game.state))
    for buzz in newest:
        if before := buzzes.other(buzz, newest, met):
            return _race(before, buzz), ""
    return None, presenter.call_text(_buzzed(newest[0]))


def _met(presenter: AnyPresenter, state: State, one: Buzz, two: Buzz) -> bool:
    return buzzes.together(one, two, WINDOW) and presenter.can_race(state, _buzzed(one), _buzzed(two))


def _buzzed(buzz: Buzz) -> Buzzed:
    return Buzzed(buzz.player, buzz.event, buzz.target)


def _race(one: Buzz, two: Buzz) -> Race:
    """The earlier one first. Figures are rounded so that no doubt gets smaller by it."""
    at, then = buzzes.moment(one), buzzes.moment(two)
    if at is None or then is None:
        untimed = tuple(each.player for each in (one, two) if buzzes.moment(each) is None)
        return Race(two.number, _buzzed(one), _buzzed(two), untimed=untimed)
    first, second = sorted((one, two), key=lambda each: buzzes.moment(each) or 0)
    presses = (
        Press(at=0, doubt=math.ceil(first.doubt or 0)),
        Press(at=math.floor(abs(then - at)), doubt=math.ceil(second.doubt or 0)),
    )
    return Race(two.number, _buzzed(first), _buzzed(second), presses)


def query_of(race: Race) -> QueryDict:
    """The query of the sheet that rules on it."""
    claims = (race.one, race.two)
    query = [("sheet", "close"), *(("events", claim.event) for claim in claims)]
    return QueryDict(urlencode([*query, *(("players", claim.player) for claim in claims)]))


def drawn(race: Race) -> EvidenceView:
    """What was measured of it, for the sheet that rules on it and for who only looks."""
    order = race.order
    if order is None or race.presses is None:
        return EvidenceView(text=race.text)
    left = min(press.at - press.doubt for press in race.presses)
    span = max(press.at + press.doubt for press in race.presses) - left or 1
    scale = (_WIDE - 2 * _SIDE) / span
    return EvidenceView(
        text=race.text,
        sure=order.sure,
        presses=tuple(
            (
                claim.player,
                round(_SIDE + (press.at - left) * scale),
                round(_SIDE + (press.at - press.doubt - left) * scale),
                max(round(2 * press.doubt * scale), 4),
            )
            for claim, press in zip((race.one, race.two), race.presses, strict=True)
        ),
    )
