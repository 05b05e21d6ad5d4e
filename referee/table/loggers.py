"""Whose phones log a game: what may be chosen, and in words why a phone may not (docs/decisions/0032)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from django.core.exceptions import BadRequest, PermissionDenied
from django.http import HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_POST

from referee.games.context import Sheet
from referee.games.look import AnyLook
from referee.stream.hub import HUB
from referee.table import presence
from referee.table.requests import TableRequest
from referee.web.components import View
from referee.web.requests import NotHere, check_form_fields, see_other
from scoring.crew import loggers, seats
from scoring.crew.visitor import get_game_or_404, must_write
from scoring.models import Game, Logger

_ELSE = "The keeper’s phone can log everything, and lets others log: Menu, “Who logs the moves”."


class LoggerView(View, frozen=True):
    """A choice, and what it means; it sends `value` as `name`. `chosen` says that it is so now."""

    name: str
    value: str
    text: str
    hint: str = ""
    chosen: bool = False


class LoggersSheet(Sheet, frozen=True):
    """Whose phones log the game; only a keeper `may` choose."""

    kind = "loggers"
    template = "table/sheets/loggers.html"
    tall = True
    url: str
    choices: tuple[LoggerView, ...]
    may: bool


@require_POST
def choose(request: TableRequest, public_id: str) -> HttpResponse:
    """Chooses who logs the game: `who`, or as the `one` the phone of a seat, "" for this one.

    Raises PermissionDenied for all but the keeper, NotHere for a seat without a phone, BadRequest.
    """
    game = get_game_or_404(request, public_id)
    must_write(game.viewer_role)
    check_form_fields(request)
    if not game.viewer_is_keeper:
        raise PermissionDenied("Only the keeper of the crew chooses whose phones log the moves.")
    if "one" in request.POST:
        name = request.POST["one"]
        phone = game.seated.get(name) if name else game.viewer_id
        if phone is None:
            raise NotHere("No phone has that seat.")
        loggers.choose(game, Logger.ONE, phone)
    else:
        who = request.POST.get("who", "")
        if who not in (Logger.SEATS, Logger.ANYONE):
            raise BadRequest("The form was not made by this table’s page.")
        loggers.choose(game, Logger(who))
    HUB.notify(game.public_id, game.version)
    return see_other(f"{reverse('table', args=[public_id])}?sheet={LoggersSheet.kind}")


def anyone(game: Game) -> bool:
    """Whether the phone that looks may log whatever it likes."""
    return game.viewer_is_keeper or loggers.logger(game) == Logger.ANYONE


def why_not(game: Game, whose: Iterable[str]) -> str:
    """Why the phone that looks may not log what these players ("" for the table) do, and what to do then.

    "" where it may.
    """
    if anyone(game):
        return ""
    gone = _gone(game)
    others = [by for by in whose if not loggers.may_log(game, by, gone)]
    if not others:
        return ""
    if loggers.logger(game) == Logger.SEATS:
        return f"{others[0]} logs this on their own phone: let them tap it there. {_ELSE}"
    scorer = seats.seat_of(game, game.scorer_id) if game.scorer_id else ""
    one = f"{scorer}’s phone" if scorer else "one phone"
    return f"In this game {one} logs the moves: say there what to tap. {_ELSE}"


def may_log(game: Game, by: str) -> bool:
    """Whether the phone that looks may log what this player does; for "" what the table does."""
    return anyone(game) or loggers.may_log(game, by, _gone(game))


def mark(game: Game) -> str:
    """What changes where somebody chooses anew."""
    return f" {game.logged_by}{game.scorer_id or ''}" if game.logged_by else ""


def sheet(game: Game, look: AnyLook) -> LoggersSheet | None:
    """Who logs the game, if that is asked for by a phone that may log at all."""
    if look.asked.get("sheet") != LoggersSheet.kind or not game.viewer_may_write:
        return None
    return LoggersSheet(
        url=reverse("loggers", args=[game.public_id]),
        choices=tuple(_choices(game)),
        may=game.viewer_is_keeper,
    )


def _gone(game: Game) -> Sequence[str]:
    return [name for name, where in presence.of_seats(game).items() if where == "gone"]


def _choices(game: Game) -> Iterator[LoggerView]:
    now = loggers.logger(game)
    yield LoggerView(
        name="who",
        value=Logger.SEATS,
        text="Every seat for itself",
        hint="What a player does is logged on their own phone; for seats without a phone, on any.",
        chosen=now == Logger.SEATS,
    )
    yield LoggerView(
        name="who",
        value=Logger.ANYONE,
        text="Anyone",
        hint="Every phone logs for everybody.",
        chosen=now == Logger.ANYONE,
    )
    one = now == Logger.ONE
    this = game.scorer_id == game.viewer_id
    mine = seats.seat_of(game, game.viewer_id)
    yield LoggerView(
        name="one",
        value="",
        text=f"One scorer: {'this phone' if game.viewer_is_keeper or this else 'another phone'}",
        hint="The others see the table and press their buzzers.",
        chosen=one and (this or game.scorer_id not in game.seated.values()),
    )
    for name, phone in game.seated.items():
        if name != mine:
            yield LoggerView(
                name="one",
                value=name,
                text=f"One scorer: {name}’s phone",
                chosen=one and game.scorer_id == phone,
            )
