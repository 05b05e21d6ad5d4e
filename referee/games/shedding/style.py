"""How one of the two games names and shows its cards, and what it calls what both games do."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar

from referee.games.parts import Face
from referee.games.shedding.views import Words
from referee.rules.engine import Refused
from referee.rules.sentences import Fact, Facts, joined, with_article, words
from referee.rules.shedding import moves
from referee.rules.shedding.game import Shedding
from referee.rules.shedding.state import Agreed, InPlay, Top

Row = tuple[str, str]

#: The events that tell who owes the last card's word.
OWING = frozenset({"must say", "plays on", "back", "never said", "to say"})


class Style(ABC):
    """One way to show a game."""

    rules: ClassVar[Shedding[Any]]
    words: Words
    #: Moves that are told in the game's own words.
    sentences: Mapping[type[moves.Move], str]
    #: The pad: every symbol in every colour, then what has none.
    colors: tuple[str, ...]
    symbols: tuple[str, ...]
    #: What a sentence calls those without a colour: `a dragon`, and its cards.
    powers: Mapping[str, tuple[str, ...]]
    #: The card that may go with others as a copy of them, "" where there is none.
    mixes: str = ""
    #: The facts of a ruling that name cards.
    names_cards = frozenset({"card", "top", "cards"})
    #: Rulings that the table shows in other places, and those that say why a hand does not count.
    elsewhere: tuple[str, ...]
    voids: tuple[str, ...] = ()
    #: Two events that can meet, what each is called, and which of them leave one card under the other.
    rows: tuple[Row, ...]
    events: Mapping[str, str]
    underneath: tuple[Row, ...]
    #: Whether it matters who knocked cards off the pile, and what decides where nobody knows.
    knocked: bool = False
    unknown: str = ""
    #: The clauses that make a draw a penalty.
    fines: tuple[str, ...]
    #: The clause of the last card's word, and whether a tangle may cost a card instead of being undone.
    last_word: str
    penalty_instead: bool = False

    @abstractmethod
    def face(self, card: str) -> Face:
        """A card, or a kind of card, or a word to declare."""

    @abstractmethod
    def declared(self, word: str) -> str:
        """A declaration in the middle of a sentence: `moons`, `red`."""

    def word(self, value: str) -> str:
        """A name, a number or a word to declare where one is chosen; "" is no word at all."""
        return value or "nothing"

    @abstractmethod
    def stands_for(self, given: tuple[str, ...], top: Top) -> str:
        """The card that a play on `top` stands for."""

    def said(self, say: str) -> str:
        """What has to be said for a play, as the record has it, in the words of this table."""
        return say

    def reminds(self, _options: Agreed) -> bool:
        """Whether the table is told who has to say the last card's word, before somebody is caught."""
        return True

    def unprompted(self, say: str) -> str:
        """What has to be said for a play, but for the last card's word."""
        return say

    @abstractmethod
    def demand(self, state: InPlay[Agreed]) -> str:
        """What the player on turn faces, in a few words."""

    def stops(self, _state: InPlay[Agreed]) -> tuple[str, ...]:
        """What but a match can still keep somebody from going out with the card that lies."""
        return ()

    def cite(self, message: str, facts: Facts) -> str:
        """A sentence of the referee, with the names that the cards have on this table."""
        return words(message, {name: self._renamed(name, fact) for name, fact in facts.items()})

    def _renamed(self, name: str, fact: Fact) -> Fact:
        if name not in self.names_cards or not fact or isinstance(fact, int | float):
            return fact
        return [self.label(card) for card in fact] if isinstance(fact, list) else self.label(fact)

    def refused(self, no: Refused, more: str = "") -> Refused:
        """A refusal in the words of this table, and `more` of it."""
        return Refused(no.code, no.rule, "{text}", {"text": self.cite(no.message, no.facts) + more})

    def label(self, card: str) -> str:
        """A card in the middle of a sentence: `red wasp`, `blue moon`."""
        return self.face(card).label

    def played(self, names: Sequence[str]) -> str:
        """Cards as one plays them: `a blue moon`, twice the `blue moon`."""
        return with_article(self.given(names)) if len(names) == 1 else self.given(names)

    def given(self, names: Sequence[str]) -> str:
        """Cards in a sentence: `blue moon`, twice the `blue moon`, `red wasp and blue sun`."""
        parts = []
        for card in dict.fromkeys(names):
            number = names.count(card)
            parts.append(f"{number}\u00a0× {self.label(card)}" if number > 1 else self.label(card))
        return joined(parts)

    @abstractmethod
    def questions(self, state: InPlay[Agreed]) -> Iterator[tuple[str, str, str]]:
        """What people ask of the rules, with the answer for the table as it stands, and its clause."""


def capital(text: str) -> str:
    """The text as a sentence begins."""
    return text[:1].upper() + text[1:]
