"""The rest of a hand: draws, passes, calls, penalties, what is found illegal later, the win (4 to 8, 11)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from referee.rules.engine import Cite, Past, Refused, Ruling, Step
from referee.rules.sentences import Facts
from referee.rules.shedding import moves
from referee.rules.shedding.hand import HAND_WON, Again, Undone, not_out, standing_play
from referee.rules.shedding.scoring import Counted, close_hand, taken_back, won
from referee.rules.shedding.state import Counting, around
from referee.rules.zar.piles import back_in, draw, drawn_at_once, penalise
from referee.rules.zar.state import Live, Options, Playing, States, Waiting

#: What tells that the word was heard.
SAID = "{player} said “ZAR” in time."

Answer = Ruling[States] | Refused
#: A call is never refused, and the hand goes on after it.
Called = Ruling[Playing | Waiting]


def _facing(state: Playing) -> Refused | None:
    """Who faces wasps draws for them first, or plays one (Turn step 2)."""
    if not state.draw_count:
        return None
    message = "{turn} faces {n:card|cards}: draw them all or play a wasp first."
    return Refused("illegal", "zar 4", message, {"turn": state.turn, "n": state.draw_count})


def draw_card(state: Playing, move: moves.Draw) -> Answer:
    """Turn option B: one card, and the turn goes on."""
    if refused := _facing(state):
        return refused
    if state.drawn:
        return Refused(
            "illegal", "zar 4", "{player} drew in this turn already: play or pass.", {"player": move.player}
        )
    after, cites = draw(state, move.player, 1, "zar 4")
    lapsed = after.hands == state.hands
    goes_on = Cite("zar 4", "The turn goes on: {player} plays a card or passes.", {"player": move.player})
    return Ruling(
        replace(after, drawn=True, lapsed=lapsed, matchable=False),
        (*cites, goes_on, *_closed(state, "zar 5.2")),
    )


def _closed(state: Live, rule: str) -> Iterator[Cite]:
    """That the last play can no longer be matched, where it could be until now."""
    if state.matchable:
        yield Cite(rule, "The last play can no longer be matched.")


def take(state: Playing, move: moves.Take) -> Answer:
    """Turn step 2: draws for the wasps; the turn goes on."""
    if not state.draw_count:
        return Refused(
            "illegal", "zar 9.2.3", "{player} faces no wasp: play, draw or pass.", {"player": move.player}
        )
    after, cites = draw(state, move.player, state.draw_count, "zar 9.2.3")
    goes_on = Cite("zar FAQ 1", "{player} still has to play, draw or pass.", {"player": move.player})
    return Ruling(
        replace(after, draw_count=0, matchable=False), (*cites, goes_on, *_closed(state, "zar settled 2"))
    )


def pass_turn(state: Playing, move: moves.Pass) -> Answer:
    """Turn option C: draws one unless option B did, and the turn ends."""
    if refused := _facing(state):
        return refused
    after, cites = (state, []) if state.drawn else draw(state, move.player, 1, "zar 4")
    turn = around(state.players, move.player, state.direction)
    after = replace(after, turn=turn, drawn=False, lapsed=False, matchable=False, frogs=0, penalties={})
    passed = Cite("zar 4", "{player} passes: {turn} is next.", {"player": move.player, "turn": turn})
    return Ruling(after, (*cites, passed, *_closed(state, "zar settled 2")))


def say_zar(state: Playing | Waiting, move: moves.SayZar) -> Called:
    """ "ZAR" ends a debt; without one it changes nothing and is not kept for later (settled 8)."""
    if move.player not in state.owes:
        facts: Facts = {"player": move.player}
        slip = Cite("zar 11.8", "{player} owed no “ZAR”: nothing changes, a slip costs nothing.", facts)
        return Ruling(state, (slip, Cite("zar settled 8", "It is not kept for later.")))
    owes = tuple(name for name in state.owes if name != move.player)
    said = Cite("zar 6", SAID, {"player": move.player})
    safe = Cite("zar settled 8", "The debt is paid: no GOTCHA catches {player} now.", {"player": move.player})
    return Ruling(replace(state, owes=owes), (said, safe))


def gotcha(state: Playing | Waiting, move: moves.Gotcha) -> Called:
    """A GOTCHA at one player: one card if they owe "ZAR", else nothing (6, 11.1, 11.8)."""
    facts = {"caller": move.caller, "target": move.target}
    aimed = Cite("zar 11.1", "{caller} calls GOTCHA on {target}, and on nobody else.", facts)
    if move.target not in state.owes:
        nothing = Cite("zar 11.8", "{target} owes no “ZAR”: nothing changes, a slip costs nothing.", facts)
        return Ruling(state, (nothing, aimed))
    after, cites = drawn_at_once(state, move.target, "zar 6")
    after, back = back_in(after)
    if state.matchable:
        back.append(Cite("zar 11.2", "The last play can still be matched."))
    return Ruling(after, (*cites, *back, aimed))


def penalty(state: Playing | Waiting, move: moves.Penalty) -> Called:
    """One card for an illegal play just refused (8), or for an intended false call (11.8)."""
    rule = "zar 11.8" if move.why == moves.FALSE_CALL else "zar 8"
    after, cites = penalise(state, move.player, rule)
    why = "an intended false call" if move.why == moves.FALSE_CALL else move.why or "an illegal play"
    facts = {"player": move.player, "why": why}
    first, *more = cites
    if rule == "zar 8":
        more.append(Cite("zar settled 9", "Nothing else on the table moves."))
    return Ruling(after, (first, Cite(rule, "A penalty for {player}: {why}.", facts), *more))


def illegal(
    state: Playing | Waiting | Counting[Options], move: moves.Illegal, past: Past[States, moves.Move]
) -> Answer:
    """A play found illegal later: it and the plays after it are undone, and its player draws (8, settled 9).

    What was called since stands: it is judged again, in order, on the table as it was before the play.
    """
    steps = past()
    step = standing_play(state.options, move, steps)
    if isinstance(step, Refused):
        return step
    player, before = step.move.player, step.before
    standing, told = list[Again](), list[Cite]()
    for call, ruling in _calls_again(before, steps, step.n):
        standing.append(Again(before, call))
        told += ruling.cites
        before = ruling.state
    after, cites = penalise(before, player, "zar 8")
    facts: Facts = {"player": player, "cards": list(step.move.cards)}
    undone = "{player}’s {cards} is undone with the plays after it and what they led to."
    cites = [Cite("zar 8", undone, facts), *cites]
    cites.append(
        Cite("zar settled 9", "The table is as it was before; calls made since stand where still due.")
    )
    return Undone(
        after,
        (*cites, *told),
        lines=taken_back(state, "zar 8", "hand played on"),
        undoes=move.move,
        offender=player,
        standing=tuple(standing),
    )


def _calls_again(
    table: Playing | Waiting, steps: Sequence[Step[States, moves.Move]], since: int
) -> Iterator[tuple[moves.SayZar | moves.Gotcha | moves.Penalty, Called]]:
    """Every ZAR, GOTCHA and penalty after a move, each judged on what those before it left of the table."""
    for step in steps:
        if step.n < since:
            continue
        match step.move:
            case moves.SayZar():
                ruling = say_zar(table, step.move)
            case moves.Gotcha():
                ruling = gotcha(table, step.move)
            case moves.Penalty():
                ruling = penalty(table, step.move)
            case _:
                continue
        yield step.move, ruling
        table = ruling.state


def out(state: Waiting, move: moves.Out) -> Ruling[Counted[Options]] | Refused:
    """Nobody matched the last card: what is outstanding is drawn, and the hand is won (6, FAQ 2)."""
    if refused := not_out(state, state.out, move):
        return refused
    cite = Cite("zar 6", HAND_WON, {"player": move.player})
    after, cites = state, list[Cite]()
    if state.draw_count and state.turn != state.out:
        after, cites = draw(state, state.turn, state.draw_count, "zar FAQ 2")
        cites.append(Cite("zar settled 7", "What is drawn now counts in this hand."))
    return close_hand(won(state, after, move.player), (cite, *cites))
