"""A crew's games, hands and scores as CSV, for spreadsheets.

UTF-8 with a byte order mark, because Excel takes a file without one for the code page of the house and
spoils "Élodie"; everything else that reads CSV knows the mark. Lines end as RFC 4180 has it. What people have
typed never begins like a formula: a spreadsheet would run `=cmd()` when the file is opened, so such a text
gets an apostrophe in front, which spreadsheets take for "this is text".
"""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime

from django.db.models import Count, Q
from django.utils import timezone

from scoring.log.values import number
from scoring.models import Crew, Game, Hand, Score, Seat

BOM = "\ufeff"
#: What a formula begins with, in ASCII and in the wide forms that East Asian spreadsheets read alike.
_FORMULA = tuple("=+-@\t\r\n＝＋－＠")
#: Games that are asked for together.
TOGETHER = 100

Line = Sequence[object]
_IN_ORDER = ("game__created_at", "game", "position", "pk")
_ASKED = ("public_id", "title", "game", "created_at", "finished_at", "standing", "length")


def games(crew: Crew) -> Iterator[str]:
    """The text of games.csv in parts: a line for each game, the oldest first."""
    head = ["game", "title", "rules", "began", "ended", "players", "winners", "hands", "moves"]
    return _text(crew, head, _game_lines)


def hands(crew: Crew) -> Iterator[str]:
    """The text of hands.csv: a line for every player in every hand that scored."""
    return _text(crew, ["game", "hand", "player", "points"], _hand_lines)


def scores(crew: Crew) -> Iterator[str]:
    """The text of scores.csv: a line for every line of every score."""
    head = ["game", "hand", "move", "player", "points", "clause", "reason"]
    return _text(crew, head, _score_lines)


SHEETS: dict[str, Callable[[Crew], Iterator[str]]] = {"games": games, "hands": hands, "scores": scores}


def safe(value: object) -> object:
    """The value of a cell; a text that a spreadsheet would take for a formula is marked as text.

    >>> safe("=1+1"), safe("Ann"), safe(-3)
    ("'=1+1", 'Ann', -3)
    """
    if isinstance(value, str) and value.lstrip(" \u00a0").startswith(_FORMULA):
        return f"'{value}"
    return value


def _text(crew: Crew, head: Sequence[str], lines: Callable[[list[Game]], Iterator[Line]]) -> Iterator[str]:
    """Some games at a time, found by when they began: no query stays open between two parts.

    By their keys alone each part would be sorted out of all games of the crew.
    """
    yield BOM + _csv([head])
    found = Game.objects.kept().filter(crew=crew).order_by("created_at", "pk").only(*_ASKED)
    part = list(found[:TOGETHER])
    while part:
        yield _csv(lines(part))
        began, last = part[-1].created_at, part[-1].pk
        later = Q(created_at__gt=began) | Q(pk__gt=last)
        part = list(found.filter(later, created_at__gte=began)[:TOGETHER])


def _csv(lines: Iterator[Line] | Sequence[Line]) -> str:
    file = io.StringIO()
    csv.writer(file).writerows([safe(cell) for cell in line] for line in lines)
    return file.getvalue()


def _game_lines(games: list[Game]) -> Iterator[Line]:
    hands = Hand.objects.filter(game__in=games, first__gt=0).order_by().values_list("game")
    played = dict(hands.annotate(Count("pk")))
    for game in games:
        standing = game.standing
        yield [
            game.public_id,
            game.title,
            game.game,
            _when(game.created_at),
            _when(game.finished_at),
            ", ".join(standing["scores"]),
            ", ".join(standing["winners"]),
            played.get(game.pk, 0),
            game.length,
        ]


def _hand_lines(games: list[Game]) -> Iterator[Line]:
    sums: dict[tuple[int, int, int, int], float] = {}
    lines = Score.objects.filter(game__in=games).order_by(*_IN_ORDER)
    for game, first, hand, seat, points in lines.values_list(
        "game", "hand__first", "hand__number", "seat", "points"
    ):
        place = (game, first, hand, seat)
        sums[place] = sums.get(place, 0) + points
    ids = {game.pk: game.public_id for game in games}
    names = dict(Seat.objects.filter(game__in=games).order_by("pk").values_list("pk", "name"))
    for (game, _, hand, seat), points in sums.items():
        yield [ids[game], hand, names[seat], number(points)]


def _score_lines(games: list[Game]) -> Iterator[Line]:
    lines = Score.objects.filter(game__in=games).order_by(*_IN_ORDER)
    fields = ("game__public_id", "hand__number", "position", "seat__name", "points", "clause", "reason")
    for game, hand, move, name, points, clause, reason in lines.values_list(*fields):
        yield [game, hand, move, name, number(points), clause, reason]


def _when(moment: datetime | None) -> str:
    """A moment as spreadsheets read one, by the clock of the house; "" for none."""
    return timezone.localtime(moment).strftime("%Y-%m-%d %H:%M:%S") if moment else ""
