"""The way in: a new game, the games that are still open, and how things stand."""

from __future__ import annotations

from datetime import datetime
from urllib.parse import urlencode

from django.conf import settings
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.text import capfirst
from django.views.decorators.http import require_safe
from msgspec.structs import replace

from referee.crew.cards import PlayedCard, ago, cards_of, what_was_played
from referee.crew.home.news import news
from referee.crew.plans import called, next_date, off_line
from referee.crew.statistics.night import guests, night_url
from referee.crew.titles import by_night
from referee.games.registry import GAMES
from referee.rules.sentences import joined
from referee.table.requests import TableRequest
from referee.web.components import Link
from referee.web.wording import day, many, moment
from scoring import discarding
from scoring.crew.visitor import Visitor
from scoring.history import search
from scoring.models import Game
from scoring.models.nights import night_of, tonight
from scoring.regular import called_off, next_night
from scoring.statistics.nights import evening

#: So many open games stand on the page; all of them are in the history.
OPEN = 5
#: So many of those who came tonight.
CAME = 5
#: The hour at which an evening is over, and the one at which it begins.
DAWN, DUSK = 5, 17


@require_safe
def home(request: TableRequest) -> HttpResponse:
    """What to begin or go on with, and how things stand; on a first visit what this is."""
    visitor = request.visitor
    unfinished = search.open_tables(visitor, OPEN + 1)
    ended = search.ended_last(visitor)
    cards = cards_of([*unfinished[:OPEN], *([ended] if ended else [])], _began)
    here = {card.href: card for card in cards}
    crew = visitor.membership.crew if visitor.membership else None
    page = {
        "crew": crew.name if crew else "",
        "first": not cards and visitor.may_write,
        "open": tuple(
            _at_table(game, here[reverse("table", args=[game.public_id])]) for game in unfinished[:OPEN]
        ),
        "all_open": f"{reverse('games')}?{urlencode({'state': 'open'})}" if len(unfinished) > OPEN else "",
        "again": _again(ended, cards[-1]) if ended and visitor.may_write else None,
        "tonight": _tonight(visitor) if cards else None,
        "last": cards[-1] if ended else None,
        "news": tuple(news(visitor, ended)) if ended else (),
        "night": _next_night(visitor) if crew else None,
        "discarded": discarding.discarded(visitor).count(),
        "https": reverse("https") if settings.HTTPS_LOCAL and not request.is_secure() else "",
    }
    return render(request, "pages/home.html", {"page": page})


@require_safe
def last(request: TableRequest) -> HttpResponse:
    """Leads to the open table that went on last; home where there is none."""
    for game in search.open_tables(request.visitor, 1):
        return redirect("table", game.public_id)
    return redirect("home")


def _next_night(visitor: Visitor) -> dict[str, object] | None:
    """When the crew means to play next, what that night is called and where it is, and which dates of it were
    called off; None where there is no regular night.
    """
    found = next_night(visitor)
    if found is None:
        return None
    return {
        "href": reverse("regular_nights"),
        "text": capfirst(next_date(found.begins)),
        "where": ", ".join(filter(None, [called(found.night), found.night.place])),
        "off": off_line(called_off(found.night, timezone.now())),
    }


def _at_table(game: Game, card: PlayedCard) -> PlayedCard:
    """The card of an open game with the hand that is played, when it went on last, and whose turn it is."""
    rules = GAMES[game.game]
    state = rules.load(game.state)
    turn = str(getattr(state, "turn", None) or "")
    return replace(
        card,
        detail=ago(vars(game)["moved_at"]),
        at=rules.now_played(state) or (f"move {game.length}" if game.length else "new"),
        turn=f"{turn}’s turn" if turn else "",
        scores=tuple(replace(score, turn=turn in score.names) for score in card.scores),
    )


def _again(game: Game, card: PlayedCard) -> dict[str, object]:
    faces = {name: face for score in card.scores for name, face in zip(score.names, score.faces, strict=True)}
    players = game.standing["players"]
    return {
        "href": f"{reverse('setup', args=[game.game])}?{urlencode({'rematch': game.public_id})}",
        "tile": card.tile,
        "text": what_was_played(game),
        "names": joined(list(players)),
        "faces": tuple(faces[name] for name in players),
    }


def _began(when: datetime) -> str:
    night = night_of(when)
    return moment(when) if night == tonight() else by_night(when, day(night))


def _tonight(visitor: Visitor) -> dict[str, object] | None:
    """How this evening stands, which lasts until five in the morning; None where nothing was finished."""
    found = evening(visitor, tonight())
    if found is None:
        return None
    hour = timezone.localtime().hour
    rows = tuple(guests(found))
    return {
        "heading": "Today" if DAWN <= hour < DUSK else "Tonight",
        "all": Link(href=night_url(found.day), text=many(len(found.played), "game")),
        "rows": rows[:CAME],
        "more": max(len(rows) - CAME, 0),
    }
