"""The form of a game being set up: who sits where, and what its page is given."""

from __future__ import annotations

from dataclasses import dataclass, field

from django.core.exceptions import ValidationError
from django.http import QueryDict

from referee.games.context import AgreedView
from referee.web.components import FaceView, View
from referee.web.wording import whole_number
from scoring.models.people import clean_name, fold_name

MOST_PLACES = 20


@dataclass
class Places:
    """The seats as they are typed: names in order, and which of them deals first."""

    names: list[str]
    dealer: int = 0
    errors: dict[int, str] = field(default_factory=dict)
    #: The place whose name is typed next, where a button asked for one.
    next: int | None = None

    @classmethod
    def sent(cls, form: QueryDict) -> Places:
        names = [str(name) for name in form.getlist("name")[:MOST_PLACES]]
        return cls(names, _place(form.get("dealer", ""), len(names)) or 0)

    def change(self, form: QueryDict) -> None:
        """What the button asks for: up, down, remove a place, or add one."""
        for button, step in (("up", -1), ("down", 1)):
            place = _place(form.get(button, ""), len(self.names))
            if place is not None:
                self._swap(place, place + step)
        gone = _place(form.get("remove", ""), len(self.names))
        if gone is not None:
            del self.names[gone]
            self.dealer = max(self.dealer - (gone < self.dealer), 0)
        if "add" in form and (len(self.names) < MOST_PLACES or not all(map(str.strip, self.names))):
            self._add(str(form["add"]))

    def _swap(self, one: int, other: int) -> None:
        if 0 <= other < len(self.names):
            self.names[one], self.names[other] = self.names[other], self.names[one]
            self.dealer = {one: other, other: one}.get(self.dealer, self.dealer)

    def _add(self, name: str) -> None:
        empty = [place for place, typed in enumerate(self.names) if not typed.strip()]
        if name and empty:
            self.names[empty[0]] = name
        elif name:
            self.names.append(name)
        else:
            # One more place only where none is empty: so Enter goes to the next name.
            self.next = empty[0] if empty else len(self.names)
            self.names += [] if empty else [""]

    def seated(self) -> tuple[list[str], str]:
        """The tidied names of those who play, and the dealer's; passes over empty places, notes errors."""
        found: dict[str, str] = {}
        dealer = ""
        for place, typed in enumerate(self.names):
            if not typed.strip():
                continue
            try:
                name = clean_name(typed)
            except ValidationError as error:
                self.errors[place] = error.messages[0]
                continue
            if fold_name(name) in found:
                self.errors[place] = f"“{name}” is in the list twice."
            found[fold_name(name)] = name
            dealer = name if place == self.dealer else dealer
        names = list(found.values())
        return names, dealer or (names[0] if names else "")


def _place(text: str, length: int) -> int | None:
    place = whole_number(text, digits=2)
    return place if place is not None and place < length else None


class PlaceField(View, frozen=True):
    """A seat while a game is set up: its place from 0, the name typed so far, what is wrong with it.

    `next` says that it is typed next, `face` is that of a player whom the crew knows by this name.
    """

    place: int
    name: str
    error: str = ""
    first: bool = False
    last: bool = False
    next: bool = False
    face: FaceView | None = None


class SameAgain(View, frozen=True):
    """The people of last time, for one tap: the game they sat in, who they are, what a sheet was called."""

    value: str
    text: str
    title: str = ""


class Known(View, frozen=True):
    """Somebody of the crew who may sit down with one tap."""

    name: str
    face: FaceView


class SetupPage(View, frozen=True):
    """A game being set up, drawn again from what was sent until `start` is.

    Sends `name` for each place in order, `dealer` (a place) where `first` says what that one does, and what
    the game asks, and `title`; the button is `up`, `down` or `remove` (a place), `add` (a known name, ""
    for one more), `recall` (a title, "" for the one typed, whose settings of last time come back), `start`,
    or `same` (the game whose people play again). `titles` are those that the crew has played, the newest
    first, `suggested` those of them that are a tap away.
    """

    url: str
    key: str
    game: str
    rules: str
    limits: str
    places: tuple[PlaceField, ...]
    known: tuple[Known, ...]
    same: SameAgain | None
    room: bool
    most: int
    first: str
    dealer: int
    agreed: AgreedView
    title: str = ""
    titles: tuple[str, ...] = ()
    suggested: tuple[str, ...] = ()
    longest_title: int = 80
    errors: tuple[str, ...] = ()
