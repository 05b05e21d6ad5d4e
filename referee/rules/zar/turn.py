"""The rest of a hand: draws, passes, calls, penalties, what is found illegal later, the win (4 to 8, 11)."""

from __future__ import annotations

from msgspec.structs import replace

from referee.rules.engine import Cite, Facts, Past, Refused, Ruling
from referee.rules.shedding.hand import not_out, standing_play
from referee.rules.shedding.scoring import close_hand, taken_back, won
from referee.rules.zar import moves
from referee.rules.zar.piles import back_in, draw, penalise
from referee.rules.zar.state import Counting, Live, Options, Playing, States, Waiting, around

Answer = Ruling[States] | Refused


def _facing(state: Playing) -> Refused | None:
    """Who faces Wasps draws for them first, or plays one (Turn step 2)."""
    if not state.draw_count:
        return None
    message = "{turn} faces {n:card}: draw them all or play a Wasp first."
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
    return Ruling(replace(after, drawn=True, matchable=False), (*cites, _closed(state)))


def _closed(state: Live) -> Cite:
    message = "The last play can no longer be matched." if state.matchable else "The turn goes on."
    return Cite("zar 5.2" if state.matchable else "zar 4", message)


def take(state: Playing, move: moves.Take) -> Answer:
    """Turn step 2: draws for the Wasps; the turn goes on."""
    if not state.draw_count:
        return Refused(
            "illegal", "zar 9.2.3", "{player} faces no Wasp: play, draw or pass.", {"player": move.player}
        )
    after, cites = draw(state, move.player, state.draw_count, "zar 9.2.3")
    goes_on = Cite("zar FAQ 1", "{player} still has to play, draw or pass.", {"player": move.player})
    return Ruling(replace(after, draw_count=0, matchable=False), (*cites, goes_on))


def pass_turn(state: Playing, move: moves.Pass) -> Answer:
    """Turn option C: draws one unless option B did, and the turn ends."""
    if refused := _facing(state):
        return refused
    after, cites = (state, []) if state.drawn else draw(state, move.player, 1, "zar 4")
    turn = around(state.players, move.player, state.direction)
    after = replace(after, turn=turn, drawn=False, matchable=False, frogs=0, penalties={})
    passed = Cite("zar 4", "{player} passes: {turn} is next.", {"player": move.player, "turn": turn})
    return Ruling(after, (*cites, passed))


def say_zar(state: Playing | Waiting, move: moves.SayZar) -> Answer:
    """ "ZAR" ends a debt; without one it changes nothing and is not kept for later (settled 8)."""
    if move.player not in state.owes:
        message = "{player} owed no “ZAR”: nothing changes, and nobody is punished for a slip."
        return Ruling(state, (Cite("zar 11.8", message, {"player": move.player}),))
    owes = tuple(name for name in state.owes if name != move.player)
    said = Cite("zar 6", "{player} said “ZAR” in time.", {"player": move.player})
    safe = Cite("zar settled 8", "The debt is paid: no GOTCHA catches {player} now.", {"player": move.player})
    return Ruling(replace(state, owes=owes), (said, safe))


def gotcha(state: Playing | Waiting, move: moves.Gotcha) -> Answer:
    """A GOTCHA at one player: one card if he owes "ZAR", else nothing (6, 11.1, 11.8)."""
    facts = {"caller": move.caller, "target": move.target}
    aimed = Cite("zar 11.1", "{caller} calls GOTCHA on {target}, and on nobody else.", facts)
    if move.target not in state.owes:
        nothing = Cite("zar 11.8", "{target} owes no “ZAR”: nothing changes, a slip costs nothing.", facts)
        return Ruling(state, (nothing, aimed))
    after, cites = draw(state, move.target, 1, "zar 6")
    after, back = back_in(after)
    if state.matchable:
        back.append(Cite("zar 11.2", "The last play can still be matched."))
    return Ruling(after, (*cites, *back, aimed))


def penalty(state: Playing | Waiting, move: moves.Penalty) -> Answer:
    """One card for an illegal play just refused, or for an intended false call (8, 11.8)."""
    after, cites = penalise(state, move.player, "zar 8")
    facts = {"player": move.player, "why": move.why or "an illegal play or an intended false call"}
    return Ruling(after, (*cites, Cite("zar 11.8", "A penalty for {player}: {why}.", facts)))


def illegal(
    state: Playing | Waiting | Counting[Options], move: moves.Illegal, past: Past[States, moves.Move]
) -> Answer:
    """A play found illegal later: it and all after it are undone, only its player draws (8, settled 9)."""
    step = standing_play(state.options, move, past())
    if isinstance(step, Refused):
        return step
    player = step.move.player
    after, cites = penalise(step.before, player, "zar 8")
    facts: Facts = {"player": player, "cards": list(step.move.cards)}
    message = "{player}’s {cards} is undone with all that came after it; nobody else draws."
    lines = taken_back(state, "zar 8", "hand played on")
    return Ruling(after, (Cite("zar 8", message, facts), *cites), lines=lines, undoes=move.move)


def out(state: Waiting, move: moves.Out) -> Answer:
    """Nobody matched the last card: what is outstanding is drawn, and the hand is won (6, FAQ 2)."""
    if refused := not_out(state, state.out, move):
        return refused
    cite = Cite("zar 6", "Nobody matched: {player} has won the hand.", {"player": move.player})
    after, cites = state, list[Cite]()
    if state.draw_count and state.turn != state.out:
        after, cites = draw(state, state.turn, state.draw_count, "zar FAQ 2")
    return close_hand(won(state, after, move.player), (cite, *cites))
