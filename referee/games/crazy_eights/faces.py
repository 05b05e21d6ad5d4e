"""How the cards of Crazy Eights look on a page: a rank and the sign of a suit."""

from __future__ import annotations

from collections.abc import Callable

from referee.games.context import Mark
from referee.games.crazy_eights.context import CardView, KeyView, PadView, SlotsView, TabView
from referee.rules.crazy_eights import cards

#: The second character asks for the sign as text: some phones would draw a picture in colours of its own.
SIGNS = {"clubs": "♣\ufe0e", "diamonds": "♦\ufe0e", "hearts": "♥\ufe0e", "spades": "♠\ufe0e"}
_LETTERS = {"ace": "A", "jack": "J", "queen": "Q", "king": "K"}


def face(card: str) -> CardView:
    """A card of the game."""
    return CardView(card=card, rank=_rank(card), sign=SIGNS[cards.suit(card)], suit=cards.suit(card))


def key(card: str, state: Mark = "") -> KeyView:
    """A key of the pad."""
    suit = cards.suit(card)
    return KeyView(card=card, rank=_rank(card), sign=SIGNS[suit], suit=suit, state=state)


def _rank(card: str) -> str:
    rank = cards.rank(card)
    return _LETTERS.get(rank, rank)


def suits() -> tuple[CardView, ...]:
    """The four suits, to choose from."""
    return tuple(CardView(card=suit, rank="", sign=sign, suit=suit) for suit, sign in SIGNS.items())


def known_suit(asked: str) -> str:
    """The suit that the address asks for, or the first."""
    return asked if asked in cards.SUITS else cards.SUITS[0]


def suit_pad(
    shown: str, address: Callable[[str], str], mark: Callable[[str], Mark], field: str = "card"
) -> PadView:
    """All cards of the suit `shown`, each with its mark, and the way to the other suits."""
    return PadView(
        field=field,
        keys=tuple(key(card, mark(card)) for card in cards.CARDS if cards.suit(card) == shown),
        tabs=tuple(
            TabView(href=address(suit), text=suit.capitalize(), sign=sign, suit=suit, on=suit == shown)
            for suit, sign in SIGNS.items()
        ),
    )


def suit_slots(shown: str, address: Callable[[str], str], mark: Callable[[str], Mark]) -> SlotsView:
    """Every card, suit by suit: those of the suit `shown`, the eights, and the way to the other suits."""
    return SlotsView(
        ranks=_ranks(shown, mark),
        eights=_eights(mark),
        tabs=suit_pad(shown, address, mark).tabs,
    )


def legal_slots(top: str, suit: str | None, mark: Callable[[str], Mark]) -> SlotsView:
    """What may be played on `top` where `suit` follows: that suit, the same rank, the eights."""
    others = [] if cards.is_eight(top) else [each for each in cards.SUITS if each != suit]
    alike = [f"{cards.rank(top)} of {each}" for each in others]
    return SlotsView(
        ranks=_ranks(known_suit(suit or ""), mark),
        eights=_eights(mark),
        alike=tuple(key(card, mark(card)) for card in alike),
    )


def _ranks(suit: str, mark: Callable[[str], Mark]) -> tuple[KeyView, ...]:
    given = [card for card in cards.CARDS if cards.suit(card) == suit and not cards.is_eight(card)]
    return tuple(key(card, mark(card)) for card in given)


def _eights(mark: Callable[[str], Mark]) -> tuple[KeyView, ...]:
    return tuple(key(card, mark(card)) for card in cards.CARDS if cards.is_eight(card))
