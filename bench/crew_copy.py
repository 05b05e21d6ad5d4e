"""Another crew like one that is there: the same people, games and statistics under new names and keys.

What a million games need that nobody reads: it goes forty times as fast as playing them.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.db import models

from bench.bulk_insert import BulkInsert, Row, columns, stored
from bench.random_games import CAST
from scoring.models import Crew, Game, Hand, Membership, Move, Night, Player, Rating, Score, Seat, Tally

#: The public ids of games that are copied begin so; a copy has its number there.
MARK = "_" * 6
#: What belongs to a crew, by the column that says to whom, after those that it names.
_BELONGS: Mapping[type[models.Model], tuple[str, type[models.Model]]] = {
    Membership: ("crew_id", Crew),
    Player: ("crew_id", Crew),
    Game: ("crew_id", Crew),
    Hand: ("game_id", Game),
    Seat: ("game_id", Game),
    Move: ("game_id", Game),
    Score: ("game_id", Game),
    Tally: ("player_id", Player),
    Rating: ("player_id", Player),
    Night: ("crew_id", Crew),
}
#: Of so many owners the rows are read at once: databases take only so many parameters.
_OWNERS = 500


class Original:
    """All rows of a crew, read once, to be put up again and again.

    Where a row names another it has that one's place among its kind, and so have the facts their players.
    """

    def __init__(self, crew: Crew) -> None:
        found: dict[type[models.Model], list[Row]] = {Crew: stored(Crew, "id", [crew.pk])}
        for model, (column, owner) in _BELONGS.items():
            owners = [int(row[0]) for row in found[owner]]
            found[model] = [
                row
                for start in range(0, len(owners), _OWNERS)
                for row in stored(model, column, owners[start : start + _OWNERS])
            ]
        self._places = {
            model: {int(row[0]): place for place, row in enumerate(rows)} for model, rows in found.items()
        }
        self._rows = {model: [self._loose(model, row) for row in rows] for model, rows in found.items()}

    def copy(self, insert: BulkInsert, name: str, number: int) -> None:
        """Puts up the rows of one more crew; `number` is its own."""
        code = f"{number:06}"
        first = {model: insert.take(model, len(rows)) for model, rows in self._rows.items()}
        for model, rows in self._rows.items():
            named = columns(model)
            relations = [(place, first[other]) for place, other in _relations(model)]
            own = [(place, column) for place, column in enumerate(named) if column in _OWN]
            put = []
            for pk, row in enumerate(rows, first[model]):
                new = [pk, *row[1:]]
                for place, base in relations:
                    if new[place] is not None:
                        new[place] += base
                for place, column in own:
                    new[place] = _OWN[column](new[place], name, code, first[Player])
                put.append(tuple(new))
            insert.put(model, put)

    def _loose(self, model: type[models.Model], row: Row) -> Row:
        new = list(row)
        for place, other in _relations(model):
            if new[place] is not None:
                new[place] = self._places[other][new[place]]
        named = columns(model)
        if "facts" in named:
            new[named.index("facts")] = self._facts(row[named.index("facts")])
        return tuple(new)

    def _facts(self, text: str) -> tuple[str, Sequence[int]]:
        """The JSON with a mark for each player in it, and whose marks these are."""
        facts: dict[str, Any] = json.loads(text)
        named: set[int] = set()
        for how in ("against", "beside"):
            if how in facts:
                met = {self._places[Player][int(player)]: each for player, each in facts[how].items()}
                facts[how] = {_mark(place): each for place, each in met.items()}
                named |= met.keys()
        return json.dumps(facts), sorted(named)


def _mark(place: int) -> str:
    return f"@{place}@"


def _facts(facts: tuple[str, Sequence[int]], _name: str, code: str, first: int) -> str:
    text, places = facts
    for place in places:
        text = text.replace(_mark(place), str(first + place))
    return text.replace(MARK, code)


#: What no two crews have alike, by its column: from what the original has, the copy's name and code, and
#: the primary key of its first player.
_OWN: Mapping[str, Callable[[Any, str, str, int], Any]] = {
    "name": lambda old, name, *_: old if old in CAST else name,
    "public_id": lambda old, _name, code, _first: code + old[len(code) :],
    "token_digest": lambda old, name, *_: hashlib.sha256(f"{name} {old}".encode()).hexdigest(),
    "facts": _facts,
}


def _relations(model: type[models.Model]) -> list[tuple[int, type[models.Model]]]:
    """Where a row of a crew names another row of it, and of which kind."""
    return [
        (place, field.related_model)
        for place, field in enumerate(model._meta.concrete_fields)
        if isinstance(field, models.ForeignKey) and field.related_model in (Crew, *_BELONGS)
    ]
