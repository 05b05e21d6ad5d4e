"""The form of a game being set up: who sits where, and what its page is given."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from django.core.exceptions import ValidationError
from django.http import QueryDict

from referee.web.components import FaceView
from referee.web.wording import whole_number
from scoring.history.folding import letters
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
        places = cls(form.getlist("name")[:MOST_PLACES])
        places.dealer = places._place(form, "dealer") or 0
        return places

    def recognise(self, known: Mapping[str, str]) -> None:
        """Who is typed in another case or without marks is one of `known`, names folded: ozgur is Özgür."""
        near = {letters(name): name for name in known.values()}
        self.names = [
            known.get(fold_name(name.strip())) or near.get(letters(name.strip()), name) for name in self.names
        ]

    def change(self, form: QueryDict, most: int) -> None:
        """What the button asks for: up, down, remove a place, or add one of at most so many."""
        for button, step in (("up", -1), ("down", 1)):
            place = self._place(form, button)
            if place is not None and 0 <= place + step < len(self.names):
                names, other = self.names, place + step
                names[place], names[other] = names[other], names[place]
                self.dealer = {place: other, other: place}.get(self.dealer, self.dealer)
        gone = self._place(form, "remove")
        if gone is not None:
            del self.names[gone]
            self.dealer -= gone < self.dealer
        if "add" in form:
            self._add(str(form["add"]), most)

    def _place(self, form: QueryDict, button: str) -> int | None:
        place = whole_number(form.get(button, ""), digits=2)
        return place if place is not None and place < len(self.names) else None

    def _add(self, name: str, most: int) -> None:
        """A new name in the first empty place; without one that place is typed next: so Enter goes there."""
        place = self._first_empty
        if place >= most or (name and name.casefold() in self.here):
            return
        self.names[place : place + 1] = [name]
        self.next = None if name else place

    @property
    def here(self) -> dict[str, int]:
        """The names that are typed, folded, and which seat each of them has, from 1."""
        typed = [name.strip().casefold() for name in self.names]
        return {name: number for number, name in enumerate(filter(None, typed), 1)}

    def fill(self, number: int) -> None:
        """Empty places, until there are so many."""
        self.names += [""] * (number - len(self.names))

    @property
    def _first_empty(self) -> int:
        return next((place for place, typed in enumerate(self.names) if not typed.strip()), len(self.names))

    def ask_for_more(self, error: str) -> None:
        """Says at the first empty place why nobody can play yet."""
        if self._first_empty < len(self.names):
            self.errors[self._first_empty] = error

    def seated(self) -> tuple[list[str], str]:
        """The tidied names of those who play, and the dealer's; passes over empty places, notes errors."""
        names: dict[str, str] = {}
        dealer = ""
        for place, typed in enumerate(self.names):
            if not typed.strip():
                continue
            try:
                name = clean_name(typed)
            except ValidationError as error:
                self.errors[place] = error.messages[0]
                continue
            if fold_name(name) in names:
                self.errors[place] = f"“{name}” is in the list twice."
            names[fold_name(name)] = name
            dealer = name if place == self.dealer else dealer
        return list(names.values()), dealer or next(iter(names.values()), "")

    def fields(self, faces: Mapping[str, FaceView]) -> list[dict[str, object]]:
        """The places as the page draws them; `faces` are those of known players, by their folded names.

        What is typed next is the place that a button asked for, or the first that is wrong.
        """
        asked = min(self.errors, default=None) if self.next is None else self.next
        return [
            {
                "place": place,
                "name": name,
                "error": self.errors.get(place, ""),
                "next": place == asked,
                "face": faces.get(name.strip().casefold()),
            }
            for place, name in enumerate(self.names)
        ]
