"""What was tallied and rated, to be compared between crews."""

from __future__ import annotations

from scoring.models import Player, Rating, Tally


def statistics() -> object:
    """What was tallied and rated, by the names of the players."""
    names = {str(pk): name for pk, name in Player.objects.order_by("pk").values_list("pk", "name")}
    sums = {}
    for row in Tally.objects.select_related("player").order_by("pk"):
        met = {
            how: {names[pk]: games for pk, games in row.facts.get(how, {}).items()}
            for how in ("against", "beside")
        }
        sums[row.player.name, row.game, row.period] = row.facts | met
    ratings = {
        (row.player.name, row.game): (row.mu, row.sigma, row.games, row.course)
        for row in Rating.objects.select_related("player").order_by("pk")
    }
    return sums, ratings


def normal(found: object) -> object:
    """Public ids of games differ from crew to crew."""
    if isinstance(found, dict):
        return {key: "game" if key in ("game", "first") else normal(value) for key, value in found.items()}
    return tuple(map(normal, found)) if isinstance(found, tuple) else found
