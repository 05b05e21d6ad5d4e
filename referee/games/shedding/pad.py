"""The pad: its keys as the referee sees them for the player on turn, and how many may be played at once."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import groupby

from msgspec.structs import replace

from referee.games.parts import Key, Mark, Pad, Row
from referee.games.shedding.style import Style
from referee.games.shedding.views import Many
from referee.rules.sentences import joined
from referee.rules.shedding import moves
from referee.rules.shedding.game import deck
from referee.rules.shedding.state import Agreed, Flipping, InPlay, Table
from referee.web.components import Option

#: As many numbers find room for a thumb each across a sheet, two less beside a list; and beside the powers.
_ROOM, _BESIDE = 7, 3
#: From so many keys on a row of them is divided: of those without a colour, and of kinds.
_TALL, _WIDE = 4, 6


def pad(style: Style, state: Table[Agreed]) -> Pad | None:
    """The keys, each as the referee sees it for the player on turn."""
    if isinstance(state, Flipping):
        return _pad(style, state.options, {}, many=_many(style, state.options, 1, 0))
    if not isinstance(state, InPlay) or state.phase != "play":
        return None
    marks: dict[str, Mark] = {}
    for card in deck(state.options):
        if refused := style.rules.refusal(state, with_any_word(style, state, state.turn, (card,))):
            marks[card] = "no" if refused.code == "illegal" else "no spent"
    return _pad(
        style, state.options, marks, many=many(style, state, state.hands[state.turn]), laid=state.laid
    )


def asking_pad(style: Style, state: InPlay[Agreed]) -> Pad:
    """The keys to ask about: each can be tapped, and none says anything of itself."""
    return _pad(style, state.options, {}, many=many(style, state, max(state.hands.values())))


def with_any_word(style: Style, state: InPlay[Agreed], player: str, cards: tuple[str, ...]) -> moves.Play:
    """A play; any declaration will do to see whether it may be."""
    options = state.options
    words = options.declared.get(options.kind(style.stands_for(cards, state.top)), (None,))
    return moves.Play(player=player, cards=cards, declare=words[0])


def many(style: Style, state: InPlay[Agreed], held: int) -> Many | None:
    """How many cards can be played at once by somebody who holds so many; None for one only."""
    options, laid = state.options, state.laid
    left = max(options.copies(card) - laid.get(card, 0) for card in options.cards)
    jokers = options.copies(style.mixes) - laid.get(style.mixes, 0) if style.mixes else 0
    return _many(style, options, max(min(options.alike, held, left), 1), max(min(jokers, held - 1), 0))


def _many(style: Style, options: Agreed, most: int, jokers: int) -> Many | None:
    """Room for all the numbers of identical cards that there are, of which `most` can be in a hand now."""
    mixed = bool(style.mixes and options.copies(style.mixes))
    if options.alike < 2 and not mixed:
        return None
    return Many(
        numbers=tuple(range(1, options.alike + 1)),
        most=most,
        mixes=mixes(jokers) if mixed else (),
        listed=mixed or options.alike > _BESIDE,
        single=options.alike == 2 and not mixed,
    )


def legal_many(style: Style, state: InPlay[Agreed], play: moves.Play) -> Many | None:
    """How many cards may be played in the place of a legal play of one; None for one only."""
    card, held = play.cards[0], state.hands[play.player]

    def legal(*cards: str) -> bool:
        return style.rules.refusal(state, replace(play, cards=cards)) is None

    most = min(state.options.alike, held)
    numbers = tuple(number for number in range(1, most + 1) if legal(*[card] * number))
    jokers = [number for number in range(1, held) if style.mixes and legal(card, *[style.mixes] * number)]
    if len(numbers) < 2 and (not jokers or card == style.mixes):
        return None
    with_it = mixes(max(jokers)) if jokers and card != style.mixes else ()
    return Many(
        numbers=numbers,
        most=max(numbers, default=1),
        mixes=with_it,
        listed=len(numbers) > (_ROOM - 2 if with_it else _ROOM),
    )


def mixes(most: int) -> tuple[Option, ...]:
    """How many chameleons go with other cards, and whether they lie on top (14)."""
    found = [("", "none")]
    for number in range(1, most + 1):
        found += [(f"top {number}", f"{number} on top"), (f"under {number}", f"{number} below")]
    return tuple(Option(value=value, text=text, chosen=not value) for value, text in found)


def _pad(
    style: Style,
    options: Agreed,
    marks: Mapping[str, Mark],
    *,
    many: Many | None = None,
    field: str = "card",
    laid: Mapping[str, int] | None = None,
) -> Pad:
    """The colours row by row and what has none; in quick tracking only the kinds of card."""

    def key(card: str) -> Key:
        left = options.copies(card) - laid.get(card, 0) if laid and many else 0
        look = f"left{left}" if 0 < left < options.alike else ""
        # Of two a key has one left at most: of more it says how many.
        note = f"{left} left" if look and options.alike > 2 else ""
        return Key(sent=card, face=style.face(card), mark=marks.get(card, ""), look=look, note=note)

    def row(label: str, cards: Sequence[str], look: str = "") -> Row:
        return Row(label=label, keys=tuple(map(key, cards)), field=field, look=look)

    more = (many,) if many else ()
    colored = [f"{color} {symbol}" for color in style.colors for symbol in style.symbols]
    others = [card for card in options.cards if card not in colored]
    if options.track == "quick":
        # Power cards are kinds there; what is no kind of its own is a chameleon.
        kinds = (*options.kinds, *(card for card in others if options.kind(card) not in options.kinds))
        size = "quick six" if len(kinds) > _WIDE else "quick"
        return Pad(rows=(row("Kinds of card", kinds, "kind"), *more), size=size)
    rows = [
        row(color.capitalize(), tuple(cards))
        for color, cards in groupby(colored, key=lambda card: style.face(card).look)
    ]
    size = "five" if len(others) > _TALL else ""
    return Pad(rows=(*rows, row("Power cards", others, "pw"), *more), size=size)


def count_pad(style: Style, options: Agreed, mark: Callable[[str], Mark]) -> Pad:
    """The keys to tap what is left in a hand."""
    return _pad(style, options, {card: mark(card) for card in deck(options)}, field="cards")


def follows(style: Style, options: Agreed, keys: Pad | None) -> str:
    """What may be played, read off the pad: `any moon, anything red, a dragon or a peacock`.

    A card of which no copy is left does not make "any moon" untrue.
    """
    if keys is None:
        return ""
    marks = {key.sent: key.mark for key in keys.keys}
    legal = {card for card, mark in marks.items() if not mark}
    if options.track == "quick":
        names = [style.label(kind) for kind in options.kinds if kind in legal]
        return joined(names, "or") if len(names) < len(options.kinds) else "any card"
    rows = {color: {f"{color} {symbol}" for symbol in style.symbols} for color in style.colors}
    colors = [color for color, row in rows.items() if _whole(marks, row)]
    if len(colors) == len(rows):
        parts = ["any colour"]
    else:
        others = set[str]().union(*(row for color, row in rows.items() if color not in colors))
        symbols = [
            symbol
            for symbol in style.symbols
            if _whole(marks, column := {f"{color} {symbol}" for color in rows}) and legal & column & others
        ]
        parts = [
            *(f"any {style.label(symbol)}" for symbol in symbols),
            *(f"anything {style.label(color)}" for color in colors),
        ]
    parts += [name for name, cards in style.powers.items() if legal & set(cards)]
    return joined(parts, "or")


def _whole(marks: Mapping[str, Mark], group: set[str]) -> bool:
    """Whether what is left of a group of cards may all be played, and something is."""
    found = {marks[card] for card in group}
    return "" in found and "no" not in found
