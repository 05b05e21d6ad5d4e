"""The picture of a night: who came, what was played, and who won most; for the phones of the crew."""

from __future__ import annotations

from functools import lru_cache
from hashlib import sha256

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from referee.crew.sharing.card import Shape, lettering
from referee.crew.sharing.card.picture import png
from referee.crew.sharing.card.plan import ROOM
from referee.crew.sharing.card.sheet import EDGE, GOLD, INK, PANEL, SOFT, WIDTH, Block, Card, Crown
from referee.crew.sharing.pictures import POSTERS, choices, shape_asked, shown, width_asked
from referee.crew.sharing.posters import face_of, named
from referee.crew.statistics import night as nights
from referee.crew.titles import name_of, result_of
from referee.table.requests import TableRequest
from referee.web.components import FaceView, View, face
from referee.web.pictures import serve
from referee.web.views import slow
from referee.web.wording import many, weekday_and_day
from scoring.statistics.nights import Evening

#: So many games and people stand on it; of more the rest is counted.
MOST_GAMES, MOST_GUESTS = 12, 10
#: Where the heading ends, below the top.
HEAD = 270


class GuestTold(View, frozen=True):
    """Who came, and how many of the games they won."""

    name: str
    face: FaceView
    won: str
    first: bool


class NightTold(View, frozen=True):
    """A night as its picture tells it; `games` are pairs of what was played and how it ended."""

    crew: str
    day: str
    line: str
    won: str
    guests: tuple[GuestTold, ...]
    games: tuple[tuple[str, str], ...]


@require_safe
def share(request: TableRequest, day: str) -> HttpResponse:
    """The page of a night's picture. Raises NotHere where nothing was finished."""
    found = nights.asked_for(request, day)
    shape = shape_asked(request, POSTERS, Shape.SQUARE)
    heading = weekday_and_day(found.day)
    page = {
        "heading": heading,
        "night": nights.night_url(found.day),
        "picture": shown(reverse("night_picture", args=[day]), shape, f"{heading} as a picture"),
        "shapes": choices(POSTERS, shape),
        "file": _file(found),
    }
    return render(request, "crew/night_share.html", {"page": page})


@slow
@require_safe
def picture(request: TableRequest, day: str) -> HttpResponse:
    """The picture; drawn when it is asked for, and not anew for one who has it already."""
    found = nights.asked_for(request, day)
    crew = request.visitor.membership.crew.name if request.visitor.membership else ""
    told = tell(found, crew)
    shape, wide = shape_asked(request, POSTERS, Shape.SQUARE), width_asked(request)
    digest = sha256(repr((told, shape, wide)).encode()).hexdigest()[:32]
    return serve(request, lambda: draw(told, shape, wide), kind="image/png", digest=digest, name=_file(found))


def _file(found: Evening) -> str:
    return f"night-{found.day.isoformat()}.png"


def tell(found: Evening, crew: str) -> NightTold:
    """What the picture tells of a night."""
    return NightTold(
        crew=crew,
        day=weekday_and_day(found.day),
        line=nights.line(found),
        won=nights.won(found),
        guests=tuple(
            GuestTold(
                name=guest.player.name,
                face=face(guest.player),
                won=f"{guest.won} of {guest.contested}" if guest.contested else many(guest.games, "game"),
                first=guest in found.winners,
            )
            for guest in found.guests
        ),
        games=tuple((name_of(each.game), lettering.legible(result_of(each.game))) for each in found.played),
    )


@lru_cache(maxsize=16)
def draw(told: NightTold, shape: Shape, wide: int) -> bytes:
    """The picture as a PNG; the same night gives the same bytes."""
    return png(plan(told, shape), wide)


def plan(told: NightTold, shape: Shape) -> Card:
    """What stands where: the day, who won most, who came on the left and below it what was played."""
    card = Card(shape.height)
    top, foot = shape.top, shape.bottom - EDGE
    card.write(EDGE, top + 96, lettering.legible(told.crew) or "Game night", ROOM, (34, 22), colour=SOFT)
    card.write(EDGE, top + 168, told.day, ROOM, (60, 36), bold=True)
    if told.won:
        card.crowns.append(Crown(EDGE, top + 238, 54))
        card.write(EDGE + 74, top + 236, named(told.won), ROOM - 74, (46, 26), colour=GOLD, bold=True)
    else:
        card.write(EDGE, top + 236, "Nobody won", ROOM, (40, 26), colour=SOFT)
    taken = card.write(WIDTH - EDGE, foot, "Referee", 300, (26, 26), colour=SOFT, right=True)
    card.write(EDGE, foot, lettering.legible(told.line), ROOM - taken - 40, (28, 18), colour=SOFT)
    _games(card, told, _guests(card, told, top + HEAD, foot - 80 - top - HEAD), foot - 56)
    return card


def _guests(card: Card, told: NightTold, top: float, room: float) -> float:
    """Who came, in one column where the games leave room for it, else in two. Returns where those begin."""
    if not told.guests:
        return top
    some = told.guests[:MOST_GUESTS]
    rest = len(told.guests) - len(some)
    people, games = len(some) + bool(rest), min(len(told.games), MOST_GAMES)
    below = games if games < 4 or people * 72 + games * 64 <= room else -(-games // 2)
    columns = 1 if people * 72 + below * 64 <= room else 2
    rows = -(-people // columns)
    tall = min(180.0, room / (rows + 0.9 * below), max(60.0, (room - 64 * below) / rows))
    spare = max(0.0, room - rows * tall - 128 * below) / 3
    wide, size = (ROOM - 36 * (columns - 1)) / columns, int(min(56, tall * 0.4)) // 2 * 2
    left = wide - tall * 0.76 - 42 - max(lettering.width(each.won, size, bold=True) for each in some)
    # All in the size of the longest.
    size = min(lettering.wrapped(named(each.name), left, size, 24)[1] for each in some)
    spots = [(EDGE + n // rows * (wide + 36), top + spare + (n % rows + 0.5) * tall) for n in range(people)]
    for (start, middle), guest in zip(spots, some, strict=False):
        _guest(card, guest, (start, middle, start + wide), tall * 0.76, size)
    if rest:
        start, middle = spots[-1]
        card.write(start, middle + 0.35 * size, f"and {rest} more", wide, (size, 20), colour=SOFT)
    return top + rows * tall + 2 * spare + 24


def _guest(card: Card, guest: GuestTold, at: tuple[float, float, float], across: float, size: int) -> None:
    left, middle, right = at
    face_of(card, guest.face, left + across / 2, middle, across)
    colour, baseline = GOLD if guest.first else INK, middle + size * 0.35
    taken = card.write(right, baseline, guest.won, ROOM, (size, 20), colour=colour, bold=True, right=True)
    start = left + across + 22
    card.write_lines(start, middle, named(guest.name), right - taken - 20 - start, (size, 18), colour=colour)


def _games(card: Card, told: NightTold, top: float, bottom: float) -> None:
    """What was played and how it ended, so many as have room; in two columns where one has too little."""
    columns = 1 if len(told.games) * 64 <= bottom - top else 2
    most = min(MOST_GAMES, columns * max(int((bottom - top) // 58), 1))
    some = told.games if len(told.games) <= most else told.games[: most - 1]
    rest = len(told.games) - len(some)
    rows = -(-(len(some) + bool(rest)) // columns)
    tall = min(128.0, (bottom - top) / rows)
    wide = (ROOM - 12 * (columns - 1)) / columns
    size = int(min(40, tall * 0.42)) // 2 * 2
    down = (tall - 8) / 2 + size * 0.35
    spots = [(EDGE + n // rows * (wide + 12), top + n % rows * tall) for n in range(len(some) + bool(rest))]
    for (left, above), (name, result) in zip(spots, some, strict=False):
        card.blocks.append(Block((left, above, left + wide, above + tall - 8), PANEL, 16))
        known, right = lettering.legible(name) or "A game", left + wide - 20
        end = left + 32 + card.write(left + 20, above + down, known, wide * 0.5, (size, 18), bold=True)
        card.write_lines(
            right, above + tall / 2 - 4, result, right - end, (size - 4, 18), colour=SOFT, right=True
        )
    if rest:
        left, above = spots[-1]
        card.write(left + 20, above + down, f"and {rest} more", wide, (28, 20), colour=SOFT)
