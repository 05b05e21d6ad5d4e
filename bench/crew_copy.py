"""Other crews like one that is there: the same people, games and statistics under new names and keys.

What a million games need that nobody reads. The database copies its own rows, of many crews in one statement:
that is two hundred times as fast as playing them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.db import connection, models
from django.db.models import Max, Min

from bench.bulk_insert import ORDER, columns, reset_sequences
from scoring.models import Crew, Game, Hand, Membership, Move, Night, Player, Rating, Score, Seat, Tally

Model = type[models.Model]
#: The public ids of games that are copied begin so; a copy has its number there.
MARK = "_" * 6
#: What belongs to a crew: by its column, or by whose column that names what does.
_BELONGS: Mapping[Model, tuple[str, Model]] = {
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


@dataclass(frozen=True)
class Copies:
    """So many crews to be made like one, each called by its number: `first`, and on in steps.

    A name is `name` with the number; a number's last six digits stand in the keys.
    """

    original: Crew
    name: str
    code: int
    first: int
    step: int
    number: int

    def write(self) -> None:
        """Writes them. For use in a transaction: nobody else may take the keys meanwhile."""
        shifts = {model: self._shift(model) for model in ORDER}
        with connection.cursor() as cursor:
            for model in ORDER:
                cursor.execute(self._insert(model, shifts))
        reset_sequences(ORDER)

    def _shift(self, model: Model) -> str:
        """What is added to a primary key: behind all there are, and each copy behind the one before."""
        ends = _rows(model, self.original).aggregate(first=Min("pk"), last=Max("pk"))
        if ends["first"] is None:
            return "0"
        behind = model._default_manager.aggregate(last=Max("pk"))["last"] + 1 - ends["first"]
        return f"({behind} + i * {ends['last'] + 1 - ends['first']})"

    def _insert(self, model: Model, shifts: Mapping[Model, str]) -> str:
        quote = connection.ops.quote_name
        table, named = model._meta.db_table, ", ".join(map(quote, columns(model)))
        made = ", ".join(self._column(model, field, shifts) for field in model._meta.concrete_fields)
        return (
            f"INSERT INTO {quote(table)} ({named}) "  # noqa: S608 - own names and numbers
            "WITH RECURSIVE copies(i) AS "
            f"(SELECT 0 UNION ALL SELECT i + 1 FROM copies WHERE i + 1 < {self.number}) "
            f"SELECT {made} FROM copies CROSS JOIN {quote(table)} AS o WHERE {self._belongs(model)} "
            "ORDER BY i, o.id"
        )

    def _belongs(self, model: Model) -> str:
        if model is Crew:
            return f"o.id = {self.original.pk}"
        column, owner = _BELONGS[model]
        if owner is Crew:
            return f"o.{column} = {self.original.pk}"
        whose = f"SELECT id FROM {owner._meta.db_table} WHERE crew_id = {self.original.pk}"  # noqa: S608
        return f"o.{column} IN ({whose})"

    def _column(self, model: Model, field: models.Field[object, object], shifts: Mapping[Model, str]) -> str:
        """What a copy has in a column."""
        name = str(field.column)
        old = f"o.{connection.ops.quote_name(name)}"
        code = f"substr(CAST({1_000_000 + self.code + self.first} + i * {self.step} AS text), 2)"
        if field.primary_key:
            return f"{old} + {shifts[model]}"
        if isinstance(field, models.ForeignKey) and field.related_model in shifts:
            return f"{old} + {shifts[field.related_model]}"
        if model is Crew and name == "name":
            return f"'{self.name}' || CAST({self.first} + i * {self.step} AS text)"
        if name in {"public_id", "token_digest"}:
            return f"{code} || substr({old}, {len(MARK) + 1})"
        if name == "longest_game":
            return f"replace({old}, '{MARK}', {code})"
        if name == "facts":
            return self._facts(old, code, shifts[Player], field)
        return old

    def _facts(self, old: str, code: str, shift: str, field: models.Field[object, object]) -> str:
        """The JSON with the copy's players in the place of the original's, and its own games."""
        text = f"replace(CAST({old} AS text), '{MARK}', {code})"
        met = Seat.objects.filter(game__crew=self.original).order_by("player")
        for player in met.values_list("player", flat=True).distinct():
            # Of all that has a number for a name only players have more than a number.
            copied = f"CAST({player} + {shift} AS text)"
            text = f"""replace({text}, '"{player}": {{', '"' || {copied} || '": {{')"""
        return f"CAST({text} AS {field.db_type(connection)})" if connection.vendor == "postgresql" else text


def copies(originals: Sequence[Crew], name: str, code: int, numbers: range) -> None:
    """Writes the crews of these numbers, each like one of the originals, in turn."""
    for place in range(len(originals)):
        first = numbers.start + place
        if number := len(range(first, numbers.stop, len(originals))):
            original = originals[first % len(originals)]
            Copies(original, name, code, first, len(originals), number).write()


def _rows(model: Model, crew: Crew) -> models.QuerySet[models.Model]:
    if model is Crew:
        return model._default_manager.filter(pk=crew.pk)
    column, owner = _BELONGS[model]
    path = column if owner is Crew else f"{column.removesuffix('_id')}__crew"
    return model._default_manager.filter(**{path: crew.pk})
