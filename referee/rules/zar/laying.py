"""A play that is accepted: the table after it, who draws, and what to say of it (5 to 7, 9, 13)."""

from __future__ import annotations

from collections import Counter

from msgspec.structs import replace

from referee.rules.engine import Cite, Ruling
from referee.rules.sentences import Facts
from referee.rules.shedding.entries import with_cards
from referee.rules.shedding.hand import OUT
from referee.rules.shedding.moves import Play
from referee.rules.shedding.state import Top, around
from referee.rules.zar import cards
from referee.rules.zar.cards import CHAMELEON, kind
from referee.rules.zar.piles import back_in, drawn_at_once
from referee.rules.zar.reading import Reading
from referee.rules.zar.say import declaration
from referee.rules.zar.state import Playing, States, Waiting, as_live
from referee.rules.zar.why import details, effects, spoken, why

#: One of the sentences that tell who has to say the word.
MUST_SAY = "{player} must say “ZAR”: one card is left."


def lay(state: Playing | Waiting, move: Play, reading: Reading, *, skipped_out: bool) -> Ruling[States]:
    """The table after a play that is accepted: the chain, its effects, who draws, who is next.

    `skipped_out` says that a last card would be against 9.2.2: then only the table has let it pass.
    """
    player, number = move.player, len(move.cards)
    kinds = Counter(kind(reading.identity if card == CHAMELEON else card) for card in move.cards)
    matched = state.top.by if reading.kind == "match" else None
    frogs = kinds["frog"] + (0 if reading.kind == "play" else state.frogs)
    run = number + (state.run if reading.kind == "self_match" else 0)
    direction: int = -state.direction if kinds["crab"] % 2 else state.direction
    left = state.hands[player] - number
    after = replace(
        state,
        top=_top(move, reading.identity),
        playpile=state.playpile + number,
        laid=with_cards(state.laid, move.cards),
        hands={**state.hands, player: left},
        direction=direction,
        turn=around(state.players, player, direction * (1 + frogs)),
        matchable=True,
        draw_count=state.draw_count + 2 * kinds["wasp"],
        frogs=frogs,
        links=1 if reading.kind == "play" else state.links + 1,
        run=run,
        drawn=False,
        lapsed=False,
        owes=_owing(state, player, left),
        penalties={},
    )
    cites = [why(state, move, reading, run)]
    if matched:
        after, drew = drawn_at_once(after, matched, "zar 5.2")
        after, back = back_in(after)
        cites += drew + back
    cites += effects(after, kinds)
    if left == 0:
        after = as_live(after, out=player)
        cites += _out(state, move, reading, skipped_out=skipped_out)
    elif left == 1:
        cites.append(Cite("zar 6", MUST_SAY, {"player": player}))
    say = declaration(
        reading.kind, cards=number, run=run, left=left, repeats=reading.repeats, declare=move.declare
    )
    cites += spoken(say, reading, run)
    cites += details(state, after, move, reading)
    return Ruling(after, tuple(cites), {"say": say, "kind": reading.kind})


def _owing(state: Playing | Waiting, player: str, left: int) -> tuple[str, ...]:
    """Who owes “ZAR” after a play that leaves a player so many cards (6, settled 6 and 8)."""
    if left == 1:
        return (*state.owes, player)
    if left == 0 and not state.options.late_gotcha:
        return tuple(name for name in state.owes if name != player)
    return state.owes


def _top(move: Play, identity: str) -> Top:
    """The play as the next card meets it: a power card shows only what was declared."""
    if kind(identity) == "dragon":
        return Top(move.cards, move.player, identity, None, move.declare)
    if kind(identity) == "peacock":
        return Top(move.cards, move.player, identity, move.declare, None)
    return Top(move.cards, move.player, identity, cards.color(identity), cards.symbol(identity))


def _out(state: Playing | Waiting, move: Play, reading: Reading, *, skipped_out: bool) -> list[Cite]:
    """What is said of a last card: that it waits for a match, and why it may be the last."""
    facts: Facts = {"player": move.player}
    cites = [Cite("zar 6", OUT, facts)]
    if move.player in state.owes:
        message = (
            "{player} never said “ZAR”: until the hand is won a GOTCHA still brings {player} back."
            if state.options.late_gotcha
            else "{player} never said “ZAR”, but at this table the last card ends that debt."
        )
        cites.append(Cite("zar settled 6", message, facts))
    if len(move.cards) > 1 or reading.kind == "self_match" or skipped_out:
        return cites
    if reading.kind == "match":
        message = "A single match on somebody else may be the last card."
    elif state.frogs and state.top.by == move.player and state.drawn:
        message = "The card drawn for this turn lifts the ban on skipping out."
    else:
        message = "A single card in turn may be the last one."
    return [*cites, Cite("zar settled 5", message, facts)]
