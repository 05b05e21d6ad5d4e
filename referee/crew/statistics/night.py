"""A night's own page: who came, what was played, who won most, where, and the photos of it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import date
from urllib.parse import urlencode

from django.http import HttpResponse
from django.shortcuts import render
from django.template.defaultfilters import date as written
from django.urls import reverse
from django.views.decorators.http import require_safe

from referee.crew.links import player_url
from referee.crew.statistics.context import GuestRow
from referee.crew.statistics.counting import uncounted
from referee.crew.statistics.figures import won_of
from referee.crew.titles import name_of, result_of, time_of
from referee.games.registry import GAMES, tile
from referee.rules.sentences import joined
from referee.table.logbook import event_url
from referee.table.requests import TableRequest
from referee.web.components import Link, face
from referee.web.requests import NotHere
from referee.web.wording import clock, lasted, many, weekday_and_day
from referee.web.wording import day as short_day
from scoring.models import Photo
from scoring.models.nights import FIRST_DAY, LAST_DAY
from scoring.statistics import nights
from scoring.statistics.nights import Evening, Played

#: Of so many games at most the wins are shown as crowns, beside their number.
MOST_CROWNS = 5
#: So many photos are shown; the others are on the pages of their games.
MOST_PHOTOS = 12
_DAY = re.compile(r"\d{4}-\d\d-\d\d", re.ASCII)


@require_safe
def night(request: TableRequest, day: str) -> HttpResponse:
    """The night of a day such as 2026-11-20. Raises NotHere where nothing was finished."""
    found = asked_for(request, day)
    before, after = nights.neighbours(request.visitor, found.day)
    taken = nights.photos(found)
    page = {
        "heading": weekday_and_day(found.day),
        "line": line(found),
        "won": won(found),
        "guests": tuple(guests(found)),
        "games": tuple(map(_game, found.played)),
        "still_open": tuple(
            Link(href=reverse("game", args=[game.public_id]), text=name_of(game)) for game in found.still_open
        ),
        "photos": tuple(_photos(found, taken[:MOST_PHOTOS])),
        "more_photos": max(len(taken) - MOST_PHOTOS, 0),
        "month": Link(href=month_url(found.day), text=written(found.day, "F Y")),
        "before": _link(before),
        "after": _link(after),
        "uncounted": uncounted(request),
    }
    return render(request, "crew/night.html", {"page": page})


def asked_for(request: TableRequest, day: str) -> Evening:
    """The night of a day in an address. Raises NotHere where nothing was finished."""
    that = day_of(day)
    found = nights.evening(request.visitor, that) if that else None
    if found is None:
        raise NotHere("Your crew finished no game on this day.")
    return found


def night_url(day: date) -> str:
    """The address of a night."""
    return reverse("night", args=[day.isoformat()])


def month_url(day: date) -> str:
    """The calendar of the month that a day is in."""
    return f"{reverse('nights')}?{urlencode({'month': f'{day:%Y-%m}'})}"


def day_of(text: str) -> date | None:
    """A day as addresses have it; None for anything else."""
    try:
        day = date.fromisoformat(text) if _DAY.fullmatch(text) else None
    except ValueError:
        return None
    return day if day and FIRST_DAY <= day <= LAST_DAY else None


def line(found: Evening) -> str:
    """A night in a line: "3 games, 19:30 to 22:02, Ann's kitchen". One that was noted later has no times."""
    hours = (found.ended - found.began).total_seconds() / 3600
    span = " to ".join(dict.fromkeys(map(clock, (found.began, found.ended))))
    times = span if 0 < hours < 24 and time_of(found.began) else ""
    return ", ".join(filter(None, [many(len(found.played), "game"), times, *found.places]))


def won(found: Evening) -> str:
    """Who won most, in a sentence without its stop: "Ann won 2 of 3"; "" where nobody won a game."""
    winners = found.winners
    if not winners:
        return ""
    best = winners[0].won
    names = joined([guest.player.name for guest in winners])
    if len(winners) > 1:
        return f"{names} won {best} each"
    return f"{names} won {best} of {winners[0].contested}" if winners[0].contested > 1 else f"{names} won"


def guests(found: Evening) -> Iterator[GuestRow]:
    """Who came, who won most first; equal ones share a rank. There is none alone, or where nobody won."""
    won = bool(found.winners)
    crowned = won and len(found.played) <= MOST_CROWNS
    for guest in found.guests:
        yield GuestRow(
            rank=1 + sum(other.won > guest.won for other in found.guests) if won and guest.contested else 0,
            href=player_url(guest.player),
            name=guest.player.name,
            face=face(guest.player),
            crowns=tuple(n < guest.won for n in range(guest.contested)) if crowned else (),
            won=won_of(guest.won, guest.contested) if won and guest.contested else many(guest.games, "game"),
            first=guest in found.winners,
        )


def _game(played: Played) -> dict[str, object]:
    """A game of a night: who won it, in words and by their faces; `meta` is when it began and how long."""
    game = played.game
    minutes = round(((game.finished_at or game.created_at) - game.created_at).total_seconds() / 60)
    kind = GAMES[game.game].name if game.title else ""
    took = lasted(minutes) if 0 < minutes < 24 * 60 else ""
    return {
        "href": reverse("game", args=[game.public_id]),
        "title": name_of(game),
        "tile": tile(game.game, name_of(game)),
        "line": result_of(game),
        "meta": ", ".join(filter(None, [kind, time_of(game.created_at), took])),
        "faces": tuple(face(seat.player) for seat in played.seats if seat.won),
    }


def _link(day: date | None) -> Link | None:
    return Link(href=night_url(day), text=short_day(day)) if day else None


def _photos(found: Evening, taken: Sequence[Photo]) -> Iterator[dict[str, object]]:
    """The photos of a night, and the rows of the log that they belong to."""
    games = {played.game.pk: played.game for played in found.played}
    for photo in taken:
        game = games[photo.event.game_id]
        yield {
            "href": event_url(game.public_id, photo.event),
            "src": reverse("photo", args=[game.public_id, photo.public_id]),
            "width": photo.width,
            "height": photo.height,
            "alt": f"Photo of {name_of(game)}",
        }
