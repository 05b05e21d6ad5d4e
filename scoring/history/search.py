"""Finding games: by day, what was played, player, place, how far they are, and words.

Pages are found by key, never by offset: `games(visitor)` is the newest page, `after=page.older` the one
behind it and `before=page.newer` the one in front, as quick for the ten-thousandth game as for the first; a
game started meanwhile shifts nothing.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime

from django.db.models import BooleanField, Count, Exists, F, Func, OuterRef, Q, QuerySet
from django.db.models.functions import TruncHour

from scoring.crew.visitor import Visitor
from scoring.history.cards import by_last_move
from scoring.history.folding import has, letters
from scoring.models import Game, Player, Seat
from scoring.models.games import GameQuerySet
from scoring.models.nights import night_of

PAGE = 20
OPEN_GAMES = 50
#: More words than that are not looked for.
MOST_WORDS = 6


class BadPlace(ValueError):
    """A place in the history that no page of ours named."""


class Filled(Func):
    """Whether a text is not empty, without a parameter: only so is the index of those games used."""

    template = "NOT (%(expressions)s = '')"
    output_field = BooleanField()


@dataclass(frozen=True)
class Wanted:
    """Which games: those that are all of it; what is left as it is does not matter.

    `since` and `until` are moments, `game` what was played (`scoring.played`), `player` a public id. Each
    of `words` has to stand in the title, the place, the notes, or the name of somebody who played; `called`
    has what was played that has them in another name.
    """

    since: datetime | None = None
    until: datetime | None = None
    game: str = ""
    player: str = ""
    place: str = ""
    is_over: bool | None = None
    words: Sequence[str] = ()
    called: Mapping[str, Collection[str]] = field(default_factory=dict)


@dataclass(frozen=True)
class Page:
    """Games newest first. `older` is the place of those behind, `newer` of those in front, "" for none."""

    games: Sequence[Game]
    older: str
    newer: str


def games(
    visitor: Visitor, wanted: Wanted | None = None, *, after: str = "", before: str = "", size: int = PAGE
) -> Page:
    """The newest page of the crew's games, the one behind a place, or the one in front of it.

    Raises BadPlace. One query.
    """
    wanted = wanted or Wanted()
    mine = Game.objects.visible_to(visitor).defer("snapshot", "notes").with_wins()
    found, moment, pk = _ordered(_found(mine, visitor, wanted), wanted)
    if before:
        began, last = _place(before)
        later = Q(**{f"{moment}__gt": began}) | Q(**{moment: began, f"{pk}__gt": last})
        page = list(found.filter(later).order_by(moment, pk)[: size + 1])
        more, page = len(page) > size, page[:size][::-1]
        return Page(page, _key(page[-1]) if page else "", _key(page[0]) if more else "")
    if after:
        began, last = _place(after)
        found = found.filter(Q(**{f"{moment}__lt": began}) | Q(**{moment: began, f"{pk}__lt": last}))
    page = list(found.order_by(f"-{moment}", f"-{pk}")[: size + 1])
    more, page = len(page) > size, page[:size]
    return Page(page, _key(page[-1]) if more else "", _key(page[0]) if after and page else "")


def days(
    visitor: Visitor, wanted: Wanted, since: datetime, until: datetime
) -> Iterator[tuple[date, int, int]]:
    """The nights between two moments, each maybe in parts, with how many of the games that are looked for
    began there: those that are over, and those still open. Two queries at most.
    """
    member = visitor.membership
    # Not by the phone: SQLite would go by an index that knows nothing of what was played.
    mine = Game.objects.kept().filter(crew=member.crew_id if member else None)
    found, moment, pk = _ordered(_found(mine, visitor, wanted), wanted)
    between = {f"{moment}__gte": since, f"{moment}__lt": until}
    # By the hour: which night that is, `night_of` alone says.
    counted = found.filter(**between).annotate(hour=TruncHour(moment)).order_by().values_list("hour")
    for hour, over, number in counted.annotate(over=Count("finished_at"), games=Count(pk)):
        yield night_of(hour), over, number - over


def open_tables(visitor: Visitor, most: int) -> list[Game]:
    """So many of the crew's newest 50 open games, those that went on last first, with their tables."""
    mine = Game.objects.visible_to(visitor).unfinished()
    found = by_last_move(mine.filter(pk__in=mine.newest_first().values("pk")[:OPEN_GAMES])).with_wins()
    # Their options too: a sheet's state is read with what stands there.
    return list(found.defer(None).defer("notes")[:most])


def ended_last(visitor: Visitor) -> Game | None:
    """The game that the crew has ended last, of the newest ten that are over; None without any. One query."""
    found = Game.objects.visible_to(visitor).filter(finished_at__isnull=False).newest_first().with_wins()
    newest = list(found.defer("snapshot", "notes")[:10])
    return max(newest, key=lambda game: game.finished_at or game.created_at, default=None)


def _found(mine: GameQuerySet, visitor: Visitor, wanted: Wanted) -> GameQuerySet:
    """Those of the visitor's games that are looked for."""
    found = mine
    if wanted.game:
        found = found.filter(played=wanted.game)
    if wanted.place:
        found = found.filter(Filled(F("place")), place=wanted.place)
    if wanted.is_over is not None:
        found = found.filter(finished_at__isnull=not wanted.is_over)
    # The same word twice asks for nothing more.
    words = [word for word in dict.fromkeys(wanted.words) if letters(word)][:MOST_WORDS]
    for word in words:
        said = Q(has("title", word)) | _said(visitor, word, wanted.called.get(word, ()))
        found = found.filter(said | Exists(_sat(visitor, word)))
    return found


def _sat(visitor: Visitor, word: str) -> QuerySet[Seat]:
    """The seats of a game whose players have a word in their names."""
    member = visitor.membership
    named = Player.objects.filter(has("name", word), crew=member.crew_id if member else None)
    return Seat.objects.filter(game=OuterRef("pk"), player__in=named)


def _said(visitor: Visitor, word: str, rules: Collection[str]) -> Q:
    """The crew's games that have a word in their place or notes, and those of this that was played.

    Each from an index of its own, and so not from every row of the crew.
    """
    member = visitor.membership
    mine = Game.objects.kept().filter(crew=member.crew_id).order_by() if member else Game.objects.none()
    placed = mine.filter(Filled(F("place")), has("place", word))
    noted = mine.filter(Filled(F("notes")), has("notes", word))
    said = Q(pk__in=placed.values("pk")) | Q(pk__in=noted.values("pk"))
    return said | Q(pk__in=mine.filter(Q(game__in=rules) | Q(played__in=rules)).values("pk"))


def _ordered(found: GameQuerySet, wanted: Wanted) -> tuple[GameQuerySet, str, str]:
    """The games with the names of the two columns that they are in order of.

    A seat keeps when its game began and what was played, so a player's games are read in their order from an
    index of their own; but words are looked for in the index of the games, which has their titles.
    """
    moment, pk = "created_at", "pk"
    if wanted.player and wanted.words:
        sat_there = Seat.objects.filter(game=OuterRef("pk"), player__public_id=wanted.player)
        found = found.filter(Exists(sat_there))
    elif wanted.player:
        moment, pk = "sat_at", "sat_in"
        sat = Q(seats__player__public_id=wanted.player)
        found = found.filter(sat & Q(seats__played=wanted.game) if wanted.game else sat)
        found = found.annotate(sat_at=F("seats__began_at"), sat_in=F("seats__game_id"))
    if wanted.since:
        found = found.filter(**{f"{moment}__gte": wanted.since})
    if wanted.until:
        found = found.filter(**{f"{moment}__lt": wanted.until})
    return found, moment, pk


def _key(game: Game) -> str:
    return f"{game.created_at.isoformat()},{game.pk}"


def _place(text: str) -> tuple[datetime, int]:
    moment, _, pk = text.partition(",")
    try:
        began, last = datetime.fromisoformat(moment), int(pk)
        # On the first and the last day of all there are moments that are none elsewhere.
        place = began.astimezone(UTC), last
    except (ValueError, OverflowError):
        raise BadPlace(text) from None
    if began.tzinfo is None or not 0 <= last < 2**63:
        raise BadPlace(text)
    return place
