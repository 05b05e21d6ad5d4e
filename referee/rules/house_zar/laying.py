"""A play that is accepted: the table after it, who draws, who is next (8 to 12, 14 to 17, 22)."""

from __future__ import annotations

from collections import Counter

from msgspec.structs import replace

from referee.rules.engine import Cite, Ruling
from referee.rules.house_zar import cards
from referee.rules.house_zar.cards import kind
from referee.rules.house_zar.draws import Owed, draw
from referee.rules.house_zar.reading import Kind
from referee.rules.house_zar.state import Live, Playing, States, Waiting, as_live
from referee.rules.house_zar.why import effects, few_left, why
from referee.rules.shedding.entries import with_cards
from referee.rules.shedding.moves import Play
from referee.rules.shedding.state import Between, Top, around


def lay(state: Playing | Waiting, move: Play, card: str, reading: Kind) -> Ruling[States]:
    """The table after a play that is accepted: its effects, who draws, who is next."""
    player, number = move.player, len(move.cards)
    kinds = Counter(map(kind, move.cards))
    skips = 0 if reading == "match" else kinds["skip"]
    direction: int = -state.direction if kinds["reverse"] % 2 else state.direction
    left = state.hands[player] - number
    owes = tuple(name for name in state.owes if name != player)
    laid = replace(
        state,
        top=_top(move, card),
        playpile=state.playpile + number,
        laid=with_cards(state.laid, move.cards),
        hands={**state.hands, player: left},
        direction=direction,
        turn=around(state.players, player, direction * (1 + skips)),
        matchable=True,
        draw_count=state.draw_count + 2 * kinds["draw two"],
        owes=(*owes, player) if left == 1 else owes,
        chain=(*state.chain, player) if reading == "match" else (player,),
    )
    another = left == 0 and (reading == "match" or number > 1)
    if left == 0 and not another:
        laid = as_live(laid, out=player)
    owed = _matched(state, player) if reading == "match" else []
    after, drew = draw(laid, [*owed, Owed(player, 1, "house_zar 12")] if another else owed)
    first, *more = why(state, move, card, reading)
    cites = [first, *drew]
    if not isinstance(after, Between):
        cites += [*few_left(state, player, left, another=another), *effects(after, kinds, reading)]
    cites += more
    one = not isinstance(after, Between) and after.hands[player] == 1
    say = _spoken(one=one, declare=move.declare)
    if say:
        cites.append(Cite("house_zar settled 14", "To say: “{say}”.", {"say": say}))
    return Ruling(after, tuple(cites), {"say": say, "kind": reading})


def _top(move: Play, card: str) -> Top:
    """The play as the next card meets it: a wild or a dragon shows only what was declared."""
    if kind(card) == "wild":
        return Top(move.cards, move.player, card, move.declare, None)
    if kind(card) == "dragon":
        return Top(move.cards, move.player, card, None, move.declare)
    return Top(move.cards, move.player, card, cards.color(card), cards.symbol(card))


def _matched(state: Live, matcher: str) -> list[Owed]:
    """One card for the player just matched; in Triple Zar for all in the chain before (22, settled 7)."""
    if state.options.copies_each < 3 or len(state.chain) < 2:
        return [Owed(state.top.by, 1, "house_zar 10")]
    return [
        Owed(name, 1, "house_zar 22") for name in state.players if name in state.chain and name != matcher
    ]


def _spoken(*, one: bool, declare: str | None) -> str:
    """What is said: "ONE" for a last card, then what is declared; "" for nothing (settled 14)."""
    return "-".join(filter(None, ["ONE" if one else "", (declare or "").upper()]))
