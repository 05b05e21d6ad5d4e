"""Games as statistics name them: by their day, with a link."""

from __future__ import annotations

from collections.abc import Iterable

from django.template.defaultfilters import date
from django.urls import reverse
from django.utils import timezone

from referee.table.context import Link
from scoring.crew import Visitor
from scoring.models import Game


def day_of(game: Game) -> str:
    """The day on which a game began, where the table stands."""
    return date(timezone.localtime(game.created_at), "j M Y")


def links_to(visitor: Visitor, games: Iterable[str]) -> dict[str, Link]:
    """Links to the crew's games of these public ids, by their days. One query."""
    found = Game.objects.named(visitor, games).only("public_id", "created_at")
    return {
        game.public_id: Link(href=reverse("game", args=[game.public_id]), text=day_of(game)) for game in found
    }
