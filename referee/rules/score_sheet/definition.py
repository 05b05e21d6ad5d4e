"""A sheet's definition: what is entered, what it is worth, who wins and when it ends (docs/sheets.md).

It is data, and a game keeps the whole of it in its options: a later version changes no game.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct, field

from referee.rules.score_sheet import formulas

#: So many parts have all expressions together at most: no tap takes long, whoever wrote the sheet.
MOST_PARTS = 2_000
#: So much is a whole definition at most, as TOML or JSON.
LARGEST = 40_000

Key = Annotated[str, Meta(pattern=r"\A[a-z][a-z0-9_]{0,23}\Z")]
Label = Annotated[str, Meta(min_length=1, max_length=40)]
#: What holds in a round: longer than a label, for the expressions in it.
Condition = Annotated[str, Meta(min_length=1, max_length=120)]
#: A sentence without its full stop, with expressions in braces.
Said = Annotated[str, Meta(min_length=1, max_length=160)]
#: Longer than a sentence, for the words that it chooses.
Told = Annotated[str, Meta(min_length=1, max_length=400)]
Formula = Annotated[str, Meta(min_length=1, max_length=formulas.LONGEST)]
Family = Literal["tricks", "rummy", "cards", "dice", "board", "sport", "any"]
#: A number, or an expression that comes to one.
Amount = int | float | Formula


class _Part(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A table of the definition: a word it does not know is refused."""


class Keyed(_Part, frozen=True, kw_only=True):
    """What expressions call by its key."""

    key: Key


class Choice(_Part, frozen=True, kw_only=True):
    """One of a few: `value` is what expressions compare with, `asked` when it is offered."""

    value: Annotated[str, Meta(min_length=1, max_length=24)]
    name: Label
    asked: Formula | None = None


class Sign(_Part, frozen=True, kw_only=True):
    """What people write for a number, such as X for ten pins; it stands for what `is` more than 0."""

    text: Annotated[str, Meta(pattern=r"\A[A-Z/*#]{1,3}\Z")]
    is_: Amount = field(name="is")


class Field(Keyed, frozen=True, kw_only=True):
    """One thing that is entered: by each player, once for each side, or once for the whole round.

    `bid` fields are entered before the round is played, and stand beside what comes of it. `asked` is an
    expression over the round's own fields; where it is false the field is not asked for.
    """

    name: Label
    kind: Literal["number", "tick", "choice", "place", "player"] = "number"
    of: Literal["player", "side", "round"] = "player"
    bid: bool = False
    least: Amount | None = 0
    most: Amount | None = None
    fractions: bool = False
    choices: Annotated[tuple[Choice, ...], Meta(max_length=24)] = field(name="choice", default=())
    signs: Annotated[tuple[Sign, ...], Meta(max_length=6)] = field(name="sign", default=())
    asked: Formula | None = None
    #: Where something can still come of it; elsewhere it is struck, and passed over.
    open: Formula | None = None
    closed: Label = "closed"
    #: Left blank, it is 0, unticked, or the first choice without being asked about.
    blank: bool = False
    #: What numbers of the round are, left blank, where this is ticked.
    fills: dict[Key, int] = {}

    @property
    def empty(self) -> int | bool | str:
        """What stands for nothing."""
        if self.kind == "tick":
            return False
        if self.kind == "choice":
            return self.choices[0].value
        return "" if self.kind == "player" else 0


class Let(Keyed, frozen=True, kw_only=True):
    """A short word for an expression, whose points have a `name`. Where it is true it may `say` so."""

    is_: Formula = field(name="is")
    name: Label | None = None
    say: Said | None = None


class Tally(Keyed, frozen=True, kw_only=True):
    """A number that goes along from round to round beside the points, such as overtricks or games won.

    `then` is what it is after a round. One with a `name` is shown beside the total, with `marks` as the sign
    for 1, for 2 and so on. One that is `ahead` is of the round to come: after the end it is not shown.
    """

    then: Formula
    name: Label | None = None
    start: int | float = 0
    ahead: bool = False
    marks: Annotated[tuple[Label, ...], Meta(max_length=9)] = ()


class Row(Keyed, frozen=True, kw_only=True):
    """A category: everybody enters it once. One that `is` an expression is counted, not entered.

    `points` is what it is worth, if not what the sheet says; `values` are the only ones there are. Without
    one that is `blank` the sheet is full too. `each` is the least and the most that it can be worth.
    """

    name: Label
    points: Formula | None = None
    is_: Formula | None = field(name="is", default=None)
    values: Annotated[tuple[int | float, ...], Meta(max_length=40)] = ()
    least: Amount | None = 0
    most: Amount | None = None
    fractions: bool = False
    blank: bool = False
    each: tuple[Amount, Amount] | None = None


class Check(_Part, frozen=True, kw_only=True):
    """What has to be true of a round; `say` tells what is not, with expressions in braces.

    `adds` and `to` are a sum that can be watched while it is entered. A check that is `firm` cannot be
    overruled. `bids` ones are asked when the bids stand.
    """

    is_: Formula | None = field(name="is", default=None)
    adds: Key | None = None
    to: Amount | None = None
    say: Said
    firm: bool = False
    bids: bool = False


class Option(Keyed, frozen=True, kw_only=True):
    """What a table may agree on before the game; its key is a name in expressions."""

    name: Label
    kind: Literal["number", "tick", "choice"] = "number"
    usual: int | float | bool | str = 0
    least: int | float = 0
    most: int | float = formulas.LIMIT
    choices: Annotated[tuple[Choice, ...], Meta(max_length=24)] = field(name="choice", default=())


class Sides(_Part, frozen=True, kw_only=True):
    """Fixed partners: `size` players a side, who sit alternately; their points are the side's.

    Fewer players than `from` play each for themselves.
    """

    size: Annotated[int, Meta(ge=1, le=10)] = 2
    from_: Annotated[int, Meta(ge=0, le=20)] = field(name="from", default=0)


class End(_Part, frozen=True, kw_only=True):
    """When it ends, whichever comes first; the table can always end it by hand.

    `score` is what somebody's total reaches (or passes), `lead` by how much they must lead then, `rounds`
    how many are played, `when` an expression that is true of somebody, as it `say`s, `out` one that is true
    of whoever is out: then the game goes on until `left` are in. `finish`: by turns, the round is played out.
    `broken` is what everybody is given besides where the table ends it by hand.
    """

    score: Amount | None = None
    lead: Amount = 0
    rounds: Amount | None = None
    when: Formula | None = None
    say: Said = "That ends the game"
    out: Formula | None = None
    left: Annotated[int, Meta(ge=0, le=19)] = 1
    finish: bool = False
    broken: Formula | None = None


class Definition(_Part, frozen=True, kw_only=True):
    """A sheet. See docs/sheets.md for every word."""

    format: Literal["referee-sheet/1"] = "referee-sheet/1"
    key: Key
    version: Annotated[int, Meta(ge=1, le=100_000)] = 1
    name: Annotated[str, Meta(min_length=1, max_length=80)]
    names: Annotated[tuple[Label, ...], Meta(max_length=10)] = ()
    players: tuple[Annotated[int, Meta(ge=1, le=20)], Annotated[int, Meta(ge=1, le=20)]] = (2, 10)
    #: Where it stands on the shelf.
    family: Family = "any"
    sides: Sides | None = None
    by: Literal["round", "turn", "free", "row"] = "round"
    unit: Annotated[str, Meta(min_length=1, max_length=12)] = "round"
    wins: Literal["high", "low", "all"] = "high"
    #: What one point is called.
    counts: Annotated[str, Meta(min_length=1, max_length=12)] = "point"
    start: Amount = 0
    points: Formula | None = None
    each: tuple[Amount, Amount] | None = None
    #: By turns or free: what an entry is worth to each of the others.
    others: Formula | None = None
    rank: Formula | None = None
    tie: Formula | None = None
    dealer: Literal["none", "left", "winner", "loser"] = "none"
    dealing: Label = "Dealer"
    #: The tally by which a round is won or lost for the dealer, if not by its points.
    won_by: Key | None = None
    rounds: Annotated[tuple[Condition, ...], Meta(max_length=60)] = ()
    #: What was played in a round, in the game's words; each is told where all is entered that it asks for.
    tells: Annotated[tuple[Told, ...], Meta(max_length=6)] = ()
    #: Why a round was worth its points to somebody, line by line, in place of the sum of `points`.
    why: Annotated[tuple[Told, ...], Meta(max_length=12)] = ()
    lists: dict[Key, Annotated[tuple[int | float | str, ...], Meta(min_length=1, max_length=60)]] = {}
    fields: Annotated[tuple[Field, ...], Meta(max_length=16)] = field(name="field", default=())
    lets: Annotated[tuple[Let, ...], Meta(max_length=60)] = field(name="let", default=())
    tallies: Annotated[tuple[Tally, ...], Meta(max_length=24)] = field(name="tally", default=())
    rows: Annotated[tuple[Row, ...], Meta(max_length=60)] = field(name="row", default=())
    #: Whether everybody fills in the rows from the top.
    ordered: bool = False
    checks: Annotated[tuple[Check, ...], Meta(max_length=16)] = field(name="check", default=())
    options: Annotated[tuple[Option, ...], Meta(max_length=16)] = field(name="option", default=())
    end: End = End()
    how: Annotated[str, Meta(max_length=2_000)] = ""

    @property
    def bids(self) -> bool:
        """Whether something is entered before a round is played."""
        return any(one.bid for one in self.fields)

    @property
    def first(self) -> Field | None:
        """The first field that counts, which a round is worth if nothing else is said."""
        return next((one for one in self.fields if one.kind not in ("choice", "player")), None)

    @property
    def step(self) -> str:
        """What is entered at once, as the game calls it."""
        if self.by == "turn":
            return "turn"
        return (
            {"row": "category", "free": "entry"}.get(self.by, self.unit)
            if self.unit == "round"
            else self.unit
        )

    def worth(self) -> str:
        """The expression of a round's points: what it says, else its first number."""
        return self.points or (self.first.key if self.first else "0")


#: What a sheet without a definition is, to those who ask one: it has nothing but its numbers.
PLAIN = Definition(key="plain", name="Score sheet", players=(1, 20))
