"""The states of the one engine for games of getting rid of cards, and the names of events in the log."""

from __future__ import annotations

from typing import Any

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.models import F, Q

from referee.games.registry import GAMES
from referee.rules.engine import Fold
from scoring.log.effective import last_written

KEYS = ("crazy_eights", "house_zar", "zar")
#: By game the sentences that a page asks for by their event, as they were when events had no names.
EVENTS = {
    "crazy_eights": {
        "{player} draws a card.": "draws",
        "The stock ran out: keep the top card, and shuffle the others into a new stock.": "ran out",
        "The {card} does not start a hand: put it back into the stock, and turn over another card.": "put back",
    },
    "house_zar": {
        "{player} draws {n:card|cards}.": "draws",
        "{player} is out, unless somebody matches.": "out",
        "Nobody matched: {player} has won the hand.": "hand won",
        "{player} must say “one”: one card is left.": "must say",
        "{player} holds a card again and owes “one”: the hand goes on.": "back",
        "A match or a pair does not go out: {player} plays on and owes “one” again.": "plays on",
        "{player} said “one” in time.": "said",
    },
    "numzumzero": {
        "Column {column} has {sum} of each: {player} collects {n:card|cards} and takes a token.": "collects",
        "The whole field is empty: {player} takes an extra token.": "empties the field",
        "The seventh card does not collect: {player} gives back a token.": "gives back",
        "Turn over {n:new card|new cards}.": "turns over",
        "{player} draws a card.": "draws",
        "The table ends the game here.": "ended",
    },
    "zar": {
        "{player} draws {n:card|cards}.": "draws",
        "{player} is out, unless somebody matches.": "out",
        "Nobody matched: {player} has won the hand.": "hand won",
        "{player} must say “ZAR”: one card is left.": "must say",
        "{player} is back in the hand with one card and owes “ZAR”.": "back",
        "{player} said “ZAR” in time.": "said",
    },
    "zarathustra": {
        "{player} puts the tile with {edges} on {at}, {n:tile|tiles} left.": "puts",
        "Out of the game: {gone}.": "gone",
    },
    "zero_zap": {
        "“Zero Zap!” {target} loses what their sets and runs made in this round.": "zaps",
        "{player} takes {n:card|cards} from the draw pile.": "draws",
        "The draw pile ran out: shuffle the tray’s cards into a new one.": "ran out",
        "Draw pile, tray and lineup are shuffled into a new draw pile of {n:card|cards}.": "reshuffles",
        "{thief} takes a set or run of {target}’s.": "steals a group",
        "{thief} takes {target}’s double {color}.": "steals a double",
        "{player} gives {target} a card of their own choice.": "gives",
        "Everybody hands all cards to the player on the right.": "hands go on",
        "Everybody chooses a colour in secret and hands all cards of it to the player on the left.": "colours go on",
        "{player} takes {card} from the lineup.": "takes",
        "{player} takes {card} from the lineup, and with it {also}.": "takes more",
    },
}


def fold_anew(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Folds the running hand of every game from its log: between hands the states are what they were."""
    games, hands, log = (apps.get_model("scoring", name) for name in ("Game", "Hand", "Move"))
    using = schema_editor.connection.alias
    running = games.objects.using(using).filter(game__in=KEYS, phase__in=("play", "out", "count"))
    for game in running.iterator(chunk_size=100):
        rules = GAMES[game.game]
        hand = hands.objects.using(using).filter(game=game, first__lte=game.length).latest("first")
        rows = log.objects.using(using).filter(game=game, seq__gte=hand.since, seq__lte=game.version)
        fold = Fold(rules, rules.load(bytes(hand.snapshot)), max(hand.first, 1) - 1)
        for entry in last_written(rows.order_by("seq"), range(max(hand.first, 1), game.length + 1)):
            fold.play_json(entry.body)
        games.objects.using(using).filter(pk=game.pk).update(snapshot=rules.dump(fold.state))


def name_events(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Names the events of what was said in games that go on, and in the last hand of those that ended."""
    log, connection = apps.get_model("scoring", "Move"), schema_editor.connection
    # The log takes no change; what guards it is set again after every migration.
    on = " ON scoring_move" if connection.vendor == "postgresql" else ""
    schema_editor.execute(f"DROP TRIGGER IF EXISTS scoring_move_stays{on}")
    alive = Q(game__finished_at=None) | Q(seq__gte=F("game__hand__since"))
    rows = log.objects.using(connection.alias).filter(alive, game__game__in=EVENTS).select_related("game")
    for row in rows.iterator(chunk_size=1000):
        outcomes = [row.outcome]
        if row.kind == "correct":
            outcomes += [item["outcome"] for item in row.body]
        if any([_named(outcome, EVENTS[row.game.game]) for outcome in outcomes]):
            found = log.objects.using(connection.alias).filter(pk=row.pk)
            found.update(outcome=row.outcome, body=row.body)


def _named(outcome: dict[str, Any], events: dict[str, str]) -> bool:
    """Whether a sentence of an outcome got the name of its event."""
    told = [said for said in outcome.get("rulings", ()) if said["message"] in events]
    for said in told:
        said["event"] = events[said["message"]]
    return bool(told)


class Migration(migrations.Migration):
    dependencies = [("scoring", "0026_no_moved_crews")]

    operations = [
        migrations.RunPython(fold_anew, migrations.RunPython.noop, elidable=True),
        migrations.RunPython(name_events, migrations.RunPython.noop, elidable=True),
    ]
