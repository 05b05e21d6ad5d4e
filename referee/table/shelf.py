"""The shelf of games: what was played lately, what is refereed, and the score sheets by their family."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

import msgspec
from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe
from msgspec.structs import replace

from referee.games.registry import PRESENTERS, tile
from referee.rules.score_sheet.definition import PLAIN, Definition, Family
from referee.rules.score_sheet.shelf import shelf
from referee.table.requests import TableRequest
from referee.table.score_sheets import setup_url, word_of
from referee.table.setup import ANY, may_start
from referee.web.components import TileView, View
from referee.web.nearest import nearest
from referee.web.wording import many
from scoring import sheets as crew_sheets
from scoring.crew.visitor import Visitor
from scoring.history.folding import letters
from scoring.history.titles import kinds
from scoring.models import Sheet
from scoring.played import rules_of

REFEREED = frozenset(presenter.rules.name for key, presenter in PRESENTERS.items() if key != ANY)
#: So many of those played lately stand above all others.
LATELY = 4
#: So much of a search is looked at.
LONGEST_SEARCH = 80
FAMILIES: Mapping[Family, str] = {
    "tricks": "Tricks",
    "rummy": "Rummy",
    "cards": "Other cards",
    "dice": "Dice",
    "board": "Board games",
    "sport": "Sport and pub",
    "any": "Any game",
}


class ShelvedGame(View, frozen=True):
    """A game that a tap begins. `words` is what a search looks in."""

    href: str
    name: str
    tile: TileView
    players: str
    words: str
    names: Sequence[str] = ()
    blurb: str = ""


class Shelf(View, frozen=True):
    """Games under a heading."""

    key: str
    heading: str
    games: Sequence[ShelvedGame]


@require_safe
def choose(request: TableRequest) -> HttpResponse:
    """Which game to begin, or those that `q` finds by any of their names."""
    may_start(request)
    q = request.GET.get("q", "")[:LONGEST_SEARCH].replace("\0", "")
    wanted = letters(" ".join(q.split()))
    mine = [sheet for sheet in crew_sheets.of(request.visitor) if not sheet.removed_at]
    refereed, shelves = _refereed(), list(_shelves(mine))
    games = tuple(refereed.values())
    everything = [Shelf(key="refereed", heading="Refereed", games=games), *shelves] if wanted else shelves
    found = _search(everything, wanted)
    near = "" if found else nearest(wanted, [game.words for one in everything for game in one.games])
    page = {
        "q": q,
        "meant": near,
        "lately": _lately(request.visitor, refereed, shelves),
        "refereed": games,
        "shelves": _search(everything, near) if near else found,
    }
    return render(request, "pages/new.html", {"page": page})


def _lately(
    visitor: Visitor, refereed: Mapping[str, ShelvedGame], shelves: Iterable[Shelf]
) -> list[ShelvedGame]:
    """What the crew played last, the newest first. One query."""
    sheets = {crew_sheets.fold(game.name): game for shelf in shelves for game in shelf.games}
    played = [
        sheets.get(crew_sheets.fold(kind.title)) if kind.title else refereed.get(rules_of(kind.played))
        for kind in kinds(visitor)
    ]
    return [game for game in played if game][:LATELY]


def _refereed() -> dict[str, ShelvedGame]:
    return {
        key: ShelvedGame(
            href=reverse("setup", args=[key]),
            name=presenter.rules.name,
            tile=tile(key, presenter.rules.name),
            players=presenter.limits.replace(";", ",").partition(",")[0].rstrip("."),
            words=letters(" ".join([presenter.rules.name, *presenter.names])),
            names=presenter.names,
            blurb=presenter.blurb,
        )
        for key, presenter in PRESENTERS.items()
        if key != ANY
    }


def _shelves(mine: Sequence[Sheet]) -> Iterator[Shelf]:
    """The crew's sheets, then each family; with those of any game the sheet that asks for nothing."""
    if mine:
        said = crew_sheets.definitions(mine)
        games = [_sheet(word_of(sheet), msgspec.convert(said[sheet.pk], Definition)) for sheet in mine]
        yield Shelf(key="own", heading="Your own", games=games)
    for family, heading in FAMILIES.items():
        plain = [_sheet("", PLAIN)] if family == "any" else []
        games = [_sheet(sheet.key, sheet) for sheet in shelf().values() if sheet.family == family]
        yield Shelf(key=family, heading=heading, games=[*plain, *games])


def _search(shelves: Iterable[Shelf], wanted: str) -> list[Shelf]:
    """The shelves with those games alone that have this in a name, and no empty ones."""
    found = (
        replace(one, games=[_found(game, wanted) for game in one.games if wanted in game.words])
        for one in shelves
    )
    return [one for one in found if one.games]


def sheets_called(q: str, *, how: bool) -> Sequence[ShelvedGame]:
    """The sheets that come with the app and have this in a name, or in `how` they are counted."""
    texts = ((one, " ".join([one.name, *one.names, one.how if how else ""])) for one in shelf().values())
    return [_found(_sheet(one.key, one), letters(q)) for one, text in texts if letters(q) in letters(text)]


def _found(game: ShelvedGame, wanted: str) -> ShelvedGame:
    """The game with the name that it was found by, where that is another one."""
    by = next((name for name in (game.name, *game.names) if wanted in letters(name)), game.name)
    return game if by == game.name else replace(game, name=f"{game.name} ({by})")


def _sheet(word: str, sheet: Definition) -> ShelvedGame:
    players = players_of(*sheet.players)
    return ShelvedGame(
        href=setup_url(word) if word else reverse("setup", args=[ANY]),
        name=sheet.name,
        tile=tile(ANY, sheet.name),
        players=f"Score sheet, {players}" if sheet.name in REFEREED else players,
        words=letters(" ".join([sheet.name, *sheet.names])),
        names=sheet.names,
    )


def players_of(fewest: int, most: int) -> str:
    """How many can play."""
    return many(fewest, "player") if fewest == most else f"{fewest} to {most} players"
