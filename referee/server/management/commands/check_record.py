"""`manage.py check_record`: replays stored games by the rules, as each backup is before it counts."""

from __future__ import annotations

from django.core.management.base import BaseCommand, CommandError, CommandParser

from referee.games.registry import GAMES
from referee.rules.engine import Fold
from scoring.log.effective import effective_moves
from scoring.log.reader import hands_up_to, whole_log
from scoring.models import Game


class Command(BaseCommand):
    help = "Replays stored games by the rules, half of them the newest, and says which could not be."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--games", type=int, default=10, metavar="NUMBER", help="how many games (10)")

    def handle(self, *_: object, games: int, **__: object) -> None:
        """Prints how many were replayed. Raises CommandError for one whose log cannot be."""
        changed = 0
        chosen = _chosen(games)
        for game in chosen:
            try:
                changed += not replays(game)
            except Exception as error:
                raise CommandError(
                    f"Game {game.public_id} of crew {game.crew_id} cannot be replayed: {error!r}"
                ) from error
        end = f", {changed} of them with another outcome, by rules that have changed since" if changed else ""
        self.stdout.write(f"{len(chosen)} games replayed{end}")


def replays(game: Game) -> bool:
    """Whether the game's state follows from its log; raises what a damaged log makes the rules raise."""
    rules, rows = GAMES[game.game], whole_log(game)
    if [row.seq for row in rows] != list(range(1, game.version + 1)):
        raise ValueError(f"of {game.version} rows of its log {len(rows)} are there")
    fold = Fold(rules, rules.load(hands_up_to(game, 0).latest("first").state_in(game)))
    for entry in effective_moves(rows):
        fold.play_json(entry.body)
    return bool(fold.state == rules.load(game.state))


def _chosen(number: int) -> list[Game]:
    """So many games at most, half of them the newest, the others at random."""
    keys = Game.objects.values_list("pk", flat=True)
    chosen = dict.fromkeys([*keys.order_by("-pk")[: (number + 1) // 2], *keys.order_by("?")[:number]])
    return [Game.objects.get(pk=key) for key in list(chosen)[:number]]
