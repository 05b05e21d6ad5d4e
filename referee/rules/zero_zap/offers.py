"""What a table may want to tap: every draw, discard and special; groups without many wilds."""

from __future__ import annotations

from collections.abc import Iterator

from referee.rules.zero_zap import moves
from referee.rules.zero_zap.cards import CARDS, COLORS, NUMBER_CARDS, NUMBERS, WILD, color_of, kind
from referee.rules.zero_zap.groups import MOST
from referee.rules.zero_zap.scoring import to_count
from referee.rules.zero_zap.specials import reach
from referee.rules.zero_zap.state import Between, Counting, Drawing, Over, Playing, States


def _groups() -> Iterator[tuple[str, ...]]:
    """Every set and run of Number cards, and with one Wild card the sets and runs of three."""
    for card in NUMBER_CARDS:
        yield from ((card,) * size for size in (3, MOST["set"]))
        yield (card, card, WILD)
    for color in COLORS:
        for low in NUMBERS:
            for high in NUMBERS[low + 1 :]:
                yield tuple(f"{color} {number}" for number in range(low, high + 1))
            if low < NUMBERS[-1]:
                yield (f"{color} {low}", f"{color} {low + 1}", WILD)


GROUPS = tuple(_groups())


def offers(state: States) -> Iterator[moves.Move]:
    """The moves worth a tap now, some of which `judge` refuses."""
    match state:
        case Between():
            yield from (moves.Deal(dealer=name) for name in state.players)
            yield moves.End()
        case Drawing():
            yield moves.Draw(player=state.turn, cards=2)
            yield moves.Draw(player=state.turn, cards=1)
            for index, card in enumerate(state.lineup):
                yield moves.Take(player=state.turn, card=card, index=index)
        case Playing():
            yield from _laid(state)
            yield from _discards(state)
            yield from (moves.Zap(player=state.turn, target=name) for name in state.players)
            yield moves.Pass(player=state.turn)
        case Counting():
            for name in to_count(state):
                held = state.hands[name]
                yield from (moves.Count(player=name, cards=held, zero_zap=zap) for zap in (False, True))
    if not isinstance(state, Between | Over):
        yield moves.Void()


def _laid(state: Playing) -> Iterator[moves.Move]:
    for group in GROUPS:
        if len(group) < state.hands[state.turn]:
            yield moves.Meld(player=state.turn, cards=group)
    for index, laid in enumerate(state.melds[state.turn]):
        colors = {color_of(card) for card in laid if kind(card) == "number"}
        for card in NUMBER_CARDS:
            if color_of(card) in colors:
                yield moves.Add(player=state.turn, meld=index, cards=(card,))
        yield moves.Add(player=state.turn, meld=index, cards=(WILD,))
    yield from (moves.Double(player=state.turn, color=color) for color in COLORS)


def _discards(state: Playing) -> Iterator[moves.Move]:
    """Each card; a special with everybody it can touch, colours handed on one card each."""
    player = state.turn
    last = state.hands[player] == 1
    for card in CARDS:
        if card in ("give", "bonus") and not last:
            for name in reach(state, player, card).choose:
                yield moves.Discard(player=player, card=card, target=name)
        elif card == "steal" and not last and (targets := reach(state, player, card).choose):
            for name in targets:
                for index in range(len(state.melds[name])):
                    yield moves.Discard(player=player, card=card, target=name, meld=index)
                for color in COLORS:
                    if color in state.doubles[name]:
                        yield moves.Discard(player=player, card=card, target=name, color=color)
        elif card == "pass color" and not last:
            passed = {name: min(1, held - (name == player)) for name, held in state.hands.items()}
            yield moves.Discard(
                player=player, card=card, passed={name: max(0, n) for name, n in passed.items()}
            )
        else:
            yield moves.Discard(player=player, card=card)
