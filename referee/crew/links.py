"""The ways from one room of the crew's pages to another: to a player, to a game, to what was played."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from django.urls import reverse

from referee.crew.titles import day_of, kind_name
from referee.games.registry import GAMES
from referee.web.components import Link
from scoring.crew.visitor import Visitor
from scoring.models import Game, Player
from scoring.played import rules_of


def player_url(player: Player) -> str:
    """The address of a player's page."""
    return reverse("player", args=[player.public_id])


def discard_url(game: Game) -> str:
    """Where an open game is discarded from a list; "" for one that is over, and for who may only look."""
    if game.finished_at or not game.viewer_may_write:
        return ""
    return reverse("discard", args=[game.public_id])


def kinds_to_choose(kinds: Collection[str], titles: Mapping[str, str]) -> dict[str, str]:
    """What was played, to choose from, with its name: in the order of the registry, titles by name."""
    order = {rules: place for place, rules in enumerate(GAMES)}
    known = sorted(
        (kind for kind in kinds if rules_of(kind) in order), key=lambda kind: (order[rules_of(kind)], kind)
    )
    return {kind: kind_name(kind, titles) for kind in known}


def links_to(visitor: Visitor, games: Iterable[str]) -> dict[str, Link]:
    """Links to the crew's games of these public ids, by their days. One query."""
    found = Game.objects.named(visitor, games).only("public_id", "created_at")
    return {
        game.public_id: Link(href=reverse("game", args=[game.public_id]), text=day_of(game)) for game in found
    }
