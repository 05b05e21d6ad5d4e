"""The action line: who draws how many, who was caught, who must say what; else what was ruled last."""

from __future__ import annotations

from collections.abc import Iterator

from referee.games.context import ActionLine, Moment
from referee.games.frame import action as action_line
from referee.games.look import AnyLook
from referee.games.shedding.between_hands import over
from referee.games.shedding.in_play import cited, demand, draws
from referee.games.shedding.style import Style
from referee.rules.sentences import Facts, counted
from referee.rules.shedding.hand import HAND_WON, OUT
from referee.rules.shedding.piles import DRAWS
from referee.rules.shedding.scoring import to_count
from referee.rules.shedding.state import Agreed, Counting, Flipping, Live, Over, Table, out_of

#: So many letters find room beside one another; of more, the seats tell who draws.
_ROOM = 66


def action(style: Style, look: AnyLook, state: Table[Agreed]) -> ActionLine:
    """What hands must do after the last move, in the order of the log."""
    cites = cited(style, look)
    if isinstance(state, Counting) and (first := _first(state)):
        return action_line(cites, first, why="They count in the hand")
    if told := tuple(_told(style, look, state)):
        if sum(map(len, told)) > _ROOM:
            many = len(draws(look))
            told = (f"{counted(many, 'player')} {'put cards back' if look.undone else 'draw'}", *told[many:])
        drawn = _drawn(style, look)
        why = next((cite.text.removesuffix(".") for cite in cites if cite.text not in drawn), "")
        if look.undone and draws(look):
            why = "The draw is undone"
        fined = any(said.message == DRAWS and said.rule in style.fines for said in look.orders)
        return action_line(cites, told, why=why, fined=fined)
    if isinstance(state, Flipping):
        return action_line(cites, ["Tap the first card"])
    faced = demand(style, state) if isinstance(state, Live) else ""
    return action_line(cites, [faced] if faced else [], faced=bool(faced))


def _drawn(style: Style, look: AnyLook) -> set[str]:
    return {style.cite(said.message, said.facts) for said in look.outcome.rulings if said.message == DRAWS}


def _first(state: Counting[Agreed]) -> tuple[str, ...]:
    """Who drew before the count and is not counted yet."""
    waiting = to_count(state)
    return tuple(
        f"{name} drew {number} first" for name, number in state.outstanding.items() if name in waiting
    )


def _told(style: Style, look: AnyLook, state: Table[Agreed]) -> Iterator[str]:
    drawn = draws(look)
    for player, number in drawn:
        yield f"{player} puts {number} back" if look.undone else f"{player} draws {number}"
    if caught := _caught(look):
        yield f"{caught['caller']} caught {caught['target']}"
    for said in look.outcome.rulings:
        if said.message in style.must_say and isinstance(state, Live) and said.facts["player"] in state.owes:
            yield f"{said.facts['player']} must say {style.words.owes}"


def _caught(look: AnyLook) -> Facts | None:
    """Who caught whom by the last move. Calls that an undone play has judged again are none of it."""
    if look.outcome.undoes or not draws(look):
        return None
    return next((said.facts for said in look.orders if "caller" in said.facts), None)


def moment(style: Style, look: AnyLook, state: Table[Agreed]) -> Moment | None:
    """The occasion that the last move was, if it was one."""
    if isinstance(state, Over):
        return Moment(kind="won", word=over(look, state).heading)
    if look.outcome.undoes:
        return None
    if caught := _caught(look):
        return Moment(kind="gotcha", word=style.words.gotcha, text=str(caught["target"]))
    for said in look.orders:
        player = str(said.facts.get("player", ""))
        if said.message == style.heard:
            return Moment(kind="zar", word=style.words.cry, text=player)
        if said.message == HAND_WON:
            return Moment(kind="hand", word=f"{player} wins the hand")
        if said.message == OUT:
            return Moment(kind="out", word="OUT!", text=player)
    return None


def voice(line: ActionLine, state: Table[Agreed]) -> str:
    """What is spoken after a move: what hands must do, and whose turn it is."""
    turn = state.turn if isinstance(state, Live) and not out_of(state) else ""
    if not line.tone:
        return f"{turn}’s turn." if turn else ""
    told = ". ".join(line.tiles)
    if not turn:
        return f"{told}."
    return f"{turn}, {told[:1].lower()}{told[1:]}." if line.faced else f"{told}. {turn}’s turn."
