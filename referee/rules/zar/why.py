"""What the referee says of a play: why it may be, what its cards do, and how it is called."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from referee.rules.engine import Cite
from referee.rules.sentences import Facts
from referee.rules.shedding.moves import Play
from referee.rules.zar import cards
from referee.rules.zar.cards import CHAMELEON, kind
from referee.rules.zar.reading import Reading, real
from referee.rules.zar.say import SPOKEN, multiple
from referee.rules.zar.state import Live, Playing, Waiting

#: The clause of each power.
POWER_RULES = {"dragon": "zar 9.3.1", "peacock": "zar 9.3.2"}


def why(state: Playing | Waiting, move: Play, reading: Reading, run: int) -> Cite:
    """The one clause by which a play may be; `run` is how many of the player's cards are on top with it."""
    top, card = state.top, reading.identity
    facts: Facts = {"player": move.player, "matched": top.by, "card": card, "top": top.identity}
    if reading.kind == "match":
        rule = "zar FAQ 3" if reading.in_turn else "zar 5.2"
        return Cite(rule, "{player} matches {matched}: play goes on after {player}.", facts)
    if reading.kind == "self_match":
        rule = "zar 11.3" if reading.in_turn else "zar 5.3"
        message = "{player} matches their own card: {multiple}, nobody draws."
        return Cite(rule, message, {**facts, "multiple": multiple(run)})
    if reading.repeats:
        return Cite("zar FAQ 3", "The same card again, but no match: play had gone on.", facts)
    if kind(card) in POWER_RULES:
        return Cite(POWER_RULES[kind(card)], "{card:A} may go on {top:a}.", facts)
    asked = top.symbol or top.color
    if kind(top.identity) in POWER_RULES and asked:
        called = {**facts, "declared": SPOKEN[asked].lower()}
        return Cite(
            POWER_RULES[kind(top.identity)], "{card:A} goes on {top:a}: the call was {declared}.", called
        )
    if kind(card) in cards.COMMANDS and kind(card) == kind(top.identity):
        return Cite("zar 9.2", "{card:A} goes on {top:a}: the command is the same.", facts)
    return Cite("zar 4", "{card:A} goes on {top:a}.", facts)


def details(state: Playing | Waiting, after: Live, move: Play, reading: Reading) -> Iterator[Cite]:
    """What else decides a play; `state` is the table before it and `after` the one with it."""
    facts: Facts = {"turn": state.turn, "n": len(move.cards), "player": move.player}
    matched = reading.kind == "match"
    if reading.in_turn and reading.kind != "play":
        yield Cite("zar settled 3", "In turn the identical card is a match, called or not.")
    elif matched and isinstance(state, Playing):
        yield Cite("zar FAQ 4", "The card was there before {turn} played; that is what counts.", facts)
    if matched and state.links > 1:
        yield Cite("zar 13.4", "A match may be matched again.")
    if matched and kind(reading.identity) != "plain":
        yield Cite("zar 9", "A match does its own work and the card’s as well.")
    if reading.kind == "self_match" and state.playpile == 1:
        yield Cite("zar FAQ 6", "The first card counts as the dealer’s, who may match it.")
    if reading.repeats and kind(reading.identity) == "frog":
        if state.top.by == move.player and state.frogs:
            yield Cite("zar 11.3", "A card drawn in between makes the same frog an ordinary play.")
        yield Cite("zar settled 4", "A new chain begins: the frogs before it do not count.")
    yield from _on_a_power(state, move, reading)
    if len(move.cards) == 2 and reading.in_turn and reading.kind == "play":
        yield Cite("zar 5.1", "Two identical cards as one play.")
        yield Cite("zar FAQ 5", "A double is one play in turn, not a match on oneself.")
    elif len(move.cards) > 1:
        yield Cite("zar 13.2", "{n:identical card|identical cards} as one play.", facts)
    if CHAMELEON in move.cards:
        yield from _chameleon(state, move, reading)
    yield from _last_copy(after, reading)


def _on_a_power(state: Live, move: Play, reading: Reading) -> Iterator[Cite]:
    """A power on its other sort (9.3), a command of the colour or a chameleon on a power (settled 15)."""
    card, under = kind(reading.identity), kind(state.top.identity)
    if under not in POWER_RULES:
        return
    if card == under and reading.identity != state.top.identity:
        yield Cite("zar 9.3", "Any {power} goes on any {power}; only the same sort matches.", {"power": card})
    elif card in cards.COMMANDS:
        yield Cite("zar settled 15", "Commands of the colour may follow as well.")
    elif not real(move) and reading.in_turn:
        yield Cite("zar settled 15", "A chameleon goes on anything.")


def _chameleon(state: Live, move: Play, reading: Reading) -> Iterator[Cite]:
    """What a chameleon is, alone and with other cards (14 to 14.2, settled 20)."""
    facts: Facts = {"card": reading.identity, "player": move.player}
    yield Cite("zar 14", "The chameleon stands for {card:a}.", facts)
    if not real(move):
        if reading.kind != "play":
            yield Cite("zar 14.1", "As {card:a} it matches the one under it.", facts)
        if len(move.cards) > 1:
            yield Cite("zar settled 20", "Chameleons alone are all the card under them.")
        return
    if kind(reading.identity) in cards.COMMANDS:
        yield Cite("zar 14.1", "Each chameleon counts as one more {card}.", facts)
    if state.playpile == 1 and move.player == state.dealer:
        yield Cite("zar 14.2", "With the identical real card the dealer’s chameleon may go along.")
    yield Cite("zar settled 20", "The last card of a play is the top one: {top:a}.", {"top": move.cards[-1]})


def _last_copy(after: Live, reading: Reading) -> Iterator[Cite]:
    """That nobody can match, where all copies of the card are on the pile (5, 13)."""
    options, card = after.options, reading.identity
    if card in cards.KINDS or options.chameleons or after.laid.get(card, 0) < options.copies(card):
        return
    if options.half_decks == 2:
        yield Cite("zar 5", "Both of these cards are on the Playpile: nobody can match this one.")
    else:
        message = "All {n} of these cards are on the Playpile: nobody can match this one."
        yield Cite("zar 13", message, {"n": options.half_decks})


def effects(state: Live, kinds: Counter[str]) -> list[Cite]:
    """What the cards of a play do (section 9, 13.3)."""
    facts: Facts = {"turn": state.turn, "by": state.top.by}
    cites = []
    if kinds["crab"]:
        way = "clockwise" if state.direction > 0 else "counterclockwise"
        rule = "zar 9.2.1" if kinds["crab"] <= 2 else "zar 13.3"
        cites.append(Cite(rule, "{n:crab|crabs}: play goes {way}.", {"n": kinds["crab"], "way": way}))
    if kinds["frog"]:
        many = "zar 13.5" if state.links > 1 else "zar 13.3"
        message = "{n:frog|frogs} in the chain: {n:player|players} skipped, {turn} is next."
        cites.append(Cite("zar 9.2.2" if state.frogs <= 2 else many, message, {**facts, "n": state.frogs}))
        if state.links > 1:
            cites.append(Cite("zar settled 4", "The frogs of a chain add up, counted from {by}.", facts))
    if kinds["wasp"]:
        rule = "zar 9.2.3" if kinds["wasp"] <= 2 else "zar 13.3"
        message = "DRAW {n}: {turn} draws or plays a wasp."
        cites.append(Cite(rule, message, {**facts, "n": state.draw_count}))
    if kinds["dragon"] and state.top.symbol:
        declared = SPOKEN[state.top.symbol].lower()
        cites.append(Cite("zar 9.3.1", "Now {declared}, or another dragon.", {"declared": declared}))
    if kinds["peacock"] and state.top.color:
        message = "Now anything {declared}, or another peacock."
        cites.append(Cite("zar 9.3.2", message, {"declared": state.top.color}))
    if kinds["plain"]:
        cites.append(Cite("zar 9.1", "{turn} is next.", facts))
    return cites


def spoken(say: str, reading: Reading, run: int) -> Iterator[Cite]:
    """What has to be said with a play, and by which rule it is put so (7, 13.4, settled 16)."""
    if not say:
        return
    yield Cite("zar 7", "To say: “{say}”.", {"say": say})
    if reading.repeats and "-" in say:
        yield Cite("zar settled 16", "“NOT A MATCH” stands where “MATCH” would, and stays whole.")
    elif "OF-A-KIND" in say:
        yield Cite("zar settled 16", "Five identical cards and more are called by their number.")
    elif reading.kind == "self_match" and run > 2:
        yield Cite("zar 13.4", "On yourself you say how many there are now: {n}.", {"n": run})
