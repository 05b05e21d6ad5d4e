"""When and what a crew has played: what its statistics can be asked for."""

from __future__ import annotations

from django.db.models import IntegerField, Max, Min
from django.db.models.fields.json import KeyTextTransform
from django.db.models.functions import Cast

from scoring.crew.visitor import Visitor
from scoring.models import Night, Player, Tally
from scoring.models.nights import FIRST_DAY, LAST_DAY


def is_year(number: int) -> bool:
    """Whether somebody may have played in a year."""
    return FIRST_DAY.year <= number <= LAST_DAY.year


def years(visitor: Visitor) -> range:
    """The years from the crew's first night to its last, empty without any. One query."""
    nights = Night.objects.visible_to(visitor).order_by()
    found = nights.aggregate(first=Min("day"), last=Max("day"))
    return range(found["first"].year, found["last"].year + 1) if found["first"] else range(0)


def nearest_year(visitor: Visitor, number: int) -> int | None:
    """The year with games that is nearest to one, of two the earlier; None without any. One query."""
    found = Night.objects.visible_to(visitor).order_by().dates("day", "year")
    return min((day.year for day in found), key=lambda year: (abs(year - number), year), default=None)


def kinds_by_use(visitor: Visitor) -> dict[str, int]:
    """What the crew has played to an end, and how often whoever plays it most did. One query."""
    mine = Player.objects.visible_to(visitor).values("pk")
    games = Cast(KeyTextTransform("games", "facts"), IntegerField())
    tallies = Tally.objects.filter(player__in=mine, period="").exclude(game="").order_by()
    return dict(tallies.values_list("game").annotate(most=Max(games)))
