"""What the referee says of a play: why it may be, and what its cards do."""

from __future__ import annotations

from collections import Counter

from referee.rules.engine import Cite
from referee.rules.house_zar.cards import DECLARED, kind
from referee.rules.house_zar.reading import Kind, in_turn, repeats
from referee.rules.house_zar.state import Live, Playing, Waiting
from referee.rules.sentences import Facts
from referee.rules.shedding.hand import OUT
from referee.rules.shedding.moves import Play

#: Two of the sentences that tell who has to say the word.
MUST_SAY = "{player} must say “one”: one card is left."
AGAIN = "A match or a pair does not go out: {player} plays on and owes “one” again."


def why(state: Playing | Waiting, move: Play, card: str, reading: Kind) -> list[Cite]:
    """Why a play may be, the most telling clause first."""
    top = state.top
    facts: Facts = {
        "player": move.player,
        "matched": top.by,
        "card": card,
        "top": top.identity,
        "n": len(move.cards),
    }
    cites = _why_a_match(state, move, facts) if reading == "match" else _why_in_turn(state, move, card, facts)
    if len(move.cards) > 1:
        cites.append(
            Cite("house_zar 11", "{n:identical card|identical cards}, played together as one.", facts)
        )
    return cites


def _why_a_match(state: Playing | Waiting, move: Play, facts: Facts) -> list[Cite]:
    cites = [Cite("house_zar 10", "{player} matches {matched}: play goes on after {player}.", facts)]
    if isinstance(state, Waiting):
        cites.append(Cite("house_zar settled 4", "The last card can be matched by everyone.", facts))
    elif in_turn(state, move.player):
        cites.append(
            Cite("house_zar 13", "The identical card is a match in turn too, as this table plays.", facts)
        )
        if len(move.cards) > 1:
            cites.append(Cite("house_zar settled 4", "A pair is a match like a single card.", facts))
        if kind(state.top.identity) == "draw two" and not state.draw_count:
            cites.append(
                Cite("house_zar settled 6", "{player} drew for that draw two and may still match it.", facts)
            )
    if state.options.copies_each > 2 and len(state.chain) > 1:
        cites.append(
            Cite("house_zar settled 7", "Everyone matched so far but {player} draws one more.", facts)
        )
    return cites


def _why_in_turn(state: Playing | Waiting, move: Play, card: str, facts: Facts) -> list[Cite]:
    top = state.top
    if repeats(state, card) and top.by == move.player:
        if state.matchable:
            return [Cite("house_zar settled 5", "{player}’s own card again, in turn: a plain play.", facts)]
        return [
            Cite(
                "house_zar 11", "{player}’s card was still on top: the other goes on it, nobody draws.", facts
            )
        ]
    if repeats(state, card) and state.matchable:
        disputed = Cite("house_zar 13", "At this table the identical card in turn is no match.", facts)
        return [disputed, Cite("house_zar settled 4", "It is a plain play, nobody draws.", facts)]
    if kind(card) in DECLARED and kind(card) == kind(top.identity):
        return [Cite("house_zar settled 8", "{power:A} goes on any {power}.", {"power": kind(card)})]
    if kind(top.identity) in DECLARED:
        asked = top.color or top.symbol
        message = (
            "{card:A} goes on {top:a}: the call was {declared}." if asked else "{card:A} may go on {top:a}."
        )
        return [Cite("house_zar 8", message, {**facts, "declared": asked or ""})]
    return [Cite("house_zar 5", "{card:A} goes on {top:a}.", facts)]


def few_left(state: Live, player: str, left: int, *, another: bool) -> list[Cite]:
    """What is said of a hand that comes to one card or none (7, 12, settled 3 and 9)."""
    facts: Facts = {"player": player}
    if left == 1:
        return [Cite("house_zar 7", MUST_SAY, facts)]
    if left or another:
        return [Cite("house_zar settled 3", AGAIN, facts)] if another else []
    cites = [Cite("house_zar 12", OUT, facts)]
    if player in state.owes:
        cites.append(
            Cite("house_zar settled 9", "Nobody asked {player} in time: no “one” is owed any more.", facts)
        )
    return cites


def effects(state: Live, kinds: Counter[str], reading: Kind) -> list[Cite]:
    """What the cards of a play do to the order of play and to the next player (8, 9, 14 to 17)."""
    facts: Facts = {
        "turn": state.turn,
        "n": state.draw_count,
        "way": "clockwise" if state.direction > 0 else "counterclockwise",
        "declared": state.top.color or state.top.symbol or "",
        **{name.replace(" ", "_"): number for name, number in kinds.items()},
    }
    matched, cites = reading == "match", list[Cite]()
    if kinds["skip"] and matched:
        cites.append(Cite("house_zar 14", "Matched skips cancel: {turn} is next.", facts))
        cites.append(Cite("house_zar settled 2", "A match cancels every skip under it.", facts))
    elif kinds["skip"]:
        cites.append(Cite("house_zar 14", "{skip:player|players} skipped: {turn} is next.", facts))
    if kinds["reverse"]:
        cites.append(
            Cite("house_zar 15", "{reverse:reverse|reverses}: play goes {way}, {turn} is next.", facts)
        )
    if kinds["draw two"]:
        rule = "house_zar 16" if matched else "house_zar 9"
        cites.append(Cite(rule, "{turn} draws {n} or plays a draw two.", facts))
    if (kinds["wild"] or kinds["dragon"]) and facts["declared"]:
        cites.append(
            Cite("house_zar 17" if matched else "house_zar 8", "Now {declared} has to follow.", facts)
        )
    return cites
