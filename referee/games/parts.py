"""What tables of every game are put together from: sheets, cards, keys, seats, fields to correct a move."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import SimpleNamespace
from typing import Any, ClassVar, Literal, TypeAlias

from msgspec.structs import replace

from referee.games.cited import Cited
from referee.games.look import AnyLook
from referee.rules.engine import Refused, State
from referee.web.components import FaceView, Field, Link, Option, View, options
from referee.web.wording import written

#: What points were added up from, line by line: what each is called, and its number.
Terms: TypeAlias = tuple[tuple[str, str], ...]


class Sheet(View, frozen=True):
    """What opens over the table, at `?sheet=` its `kind`: it has all the room below whose turn it is. `back`
    is where it leads back to, "" for where the game says.
    """

    kind: str
    template: str
    back: str = ""
    parts: SimpleNamespace | None = None

    @classmethod
    def of(cls, kind: str, template: str, *, back: str = "", **parts: object) -> Sheet:
        """A sheet of which nobody but its template asks anything: `parts` are what that shows."""
        return Sheet(kind=kind, template=template, back=back, parts=SimpleNamespace(**parts))

    @property
    def shown(self) -> object:
        """What its template calls `s`: the parts, or the sheet itself where it is of a kind of its own."""
        return self.parts or self


class RefusedSheet(Sheet, frozen=True, kw_only=True):
    """Why a move was not accepted; `fields` send it again.

    `offender` is who draws the penalty card. `changed` is what happened since the page that was tapped, if it
    was not the newest. `mends` are ways to put right what the app has wrong, where no overruling helps.
    `photo` is the sheet that takes a photo of it, "" where it was not noted.
    """

    kind: str = "refused"
    template: str = "table/sheets/refused.html"
    title: str
    cite: Cited
    move: str = ""
    offender: str = ""
    why: str = ""
    fields: tuple[Field, ...] = ()
    overrule: bool = False
    changed: tuple[str, ...] = ()
    mends: tuple[Link, ...] = ()
    photo: str = ""


class Face(View, frozen=True):
    """What stands on a card or a tile of any game, or on a key: its `name`, below the `art` (a symbol
    of static/art/) where there is some. It is called `label` aloud; `look` is its classes, as its colour.
    """

    card: str
    name: str
    label: str
    art: str = ""
    look: str = ""


#: How a key looks: legal, against the rules or all laid (both can be tapped all the same), off, or chosen.
Mark = Literal["", "no", "no spent", "off", "on"]


def mark_of(answer: object) -> Mark:
    """How a key looks for what the referee says of it."""
    if not isinstance(answer, Refused):
        return ""
    return "no" if answer.code == "illegal" else "off"


class Key(View, frozen=True):
    """A key of a pad: it sends `sent`, or leads to `href`. It is called `label` aloud, or as its face is.

    `note` and `under` stand small on it and below, `look` is more classes; `form` is the id of its form, if
    it stands outside of that.
    """

    face: Face
    sent: str = ""
    mark: Mark = ""
    label: str = ""
    href: str = ""
    note: str = ""
    under: str = ""
    look: str = ""
    form: str = ""


class Row(View, frozen=True):
    """A row of a pad's keys, sent as `field`; it is called `label`, and `look` is classes of all of them."""

    template: ClassVar[str] = "table/key_row.html"

    label: str
    keys: tuple[Key, ...] = ()
    field: str = "card"
    look: str = ""

    def marked(self, sent: Sequence[str]) -> Row:
        """The same with the keys chosen that sent one of these."""
        return replace(
            self, keys=tuple(replace(key, mark="on") if key.sent in sent else key for key in self.keys)
        )


class Pad(View, frozen=True):
    """The keys of a game, row by row (the macro `pad`). `look` are its classes, and `size` those that say how
    large its keys are; the row `above` stands apart.
    """

    rows: tuple[Row, ...]
    look: str = ""
    size: str = ""
    above: Row | None = None

    @property
    def keys(self) -> tuple[Key, ...]:
        return tuple(key for row in self.rows for key in row.keys)

    def marked(self, sent: Sequence[str]) -> Pad:
        """The same with the keys chosen that sent one of these."""
        return replace(self, rows=tuple(row.marked(sent) for row in self.rows))


class Choice(Link, frozen=True):
    """A link that chooses one of several, `on` the one that is shown; `note` says more of it. Where it is
    settled already, `done` is what came of it.
    """

    on: bool = False
    note: str = ""
    done: str = ""


class Seat(View, frozen=True):
    """A player at the table (table/seat.html), always in seat order.

    `held` is the large number and `unit` what it counts one by one, with a `symbol` of static/art/ before it;
    `score` the small one and `scored` what that counts; `change` is what was added lately, and `badge`, such
    as `+2`, stands in the place of the score until the next tap. Where the large number is what wins
    (`wins_by_held`), crown and change stand there. `letter` and `owner` mark their tiles on a board. The
    `face` is given by who knows the players. `phone` says where the phone is that plays along at this seat
    ("here", "away", "gone"), "" for none; `mine` that it is the one that looks.
    `short` is what stands in the place of a name that begins as another does.
    """

    name: str
    held: int | str
    unit: str
    href: str = ""
    symbol: str = ""
    score: str = ""
    scored: str = ""
    change: str = ""
    badge: str = ""
    wins_by_held: bool = False
    turn: bool = False
    next: bool = False
    leader: bool = False
    dealer: bool = False
    owes: bool = False
    letter: str = ""
    owner: int = 0
    phone: str = ""
    mine: bool = False
    face: FaceView | None = None
    short: str = ""


#: The phases in which hands, or tokens, are counted.
_COUNTS = ("count", "bonus")


def short_name(name: str, names: Sequence[str], *, marked: bool = False) -> str:
    """What a seat has room for of a name that begins as another does: its beginning and its end; else "".

    A seat that is `marked` has less room, and so has one of many in a row.
    """
    alike = any(other != name and other[:5].casefold() == name[:5].casefold() for other in names)
    room = 8 if marked or len(names) == 5 or len(names) > 8 else 12
    return f"{name[:2]}…{name[-3:]}" if alike and len(name) > room else ""


def hand_seat(state: Any, name: str, **shown: Any) -> Seat:
    """A player with a hand of cards: how many, the score and who deals, with what else is `shown`."""
    shown |= {"score": written(state.scores[name]), "scored": "point", "dealer": name == state.dealer}
    return Seat(name=name, held=state.hands[name], unit="card", **shown)


def seated(
    look: AnyLook,
    each: Callable[[str], Seat],
    *,
    scores: Mapping[str, int | float] = {},
    lowest: bool = False,
    sheet: str | None = None,
    turn: str | None = None,
    following: str | None = None,
) -> tuple[Seat, ...]:
    """The players in seat order, `each` with what its game shows of them.

    Whoever has most of the `scores` leads, or fewest where the `lowest` wins: nobody before somebody has
    scored, nor while hands are counted. `turn` and `following` are who is on turn and who is next, where that
    is not as the state says. A tap on one opens their `sheet`, or closes it where that is "".
    """
    state: State = look.state
    if turn is None:
        turn, following = state.on_turn, state.following
    here = [scores[name] for name in state.players] if scores and state.phase not in _COUNTS else []
    best = (min if lowest else max)(here) if any(here) else None
    href = "" if sheet is None else look.url
    return tuple(
        replace(
            seat := each(name),
            href=f"{href}?sheet={sheet}&player={place}" if sheet else href,
            turn=name == turn,
            next=name == following,
            leader=best is not None and scores[name] == best,
            short=short_name(name, state.players, marked=bool(seat.letter)),
        )
        for place, name in enumerate(state.players)
    )


class EditField(View, frozen=True):
    """Something to choose from `choices`, or to type where there are none: then the value is what was typed.

    A number to type is from `least` to `most`.
    """

    name: str
    label: str
    value: str
    choices: tuple[Option, ...] = ()
    least: int = 0
    most: int = 0


def choice(
    name: str, label: str, value: object, values: Sequence[str], texts: Sequence[str] | None = None
) -> EditField:
    """A field to choose from; the values are their own words unless `texts` has others."""
    chosen = str(value)
    choices = options(dict(zip(values, texts or values, strict=True)), chosen)
    return EditField(name=name, label=label, value=chosen, choices=choices)
