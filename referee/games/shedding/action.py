"""The action line: who draws how many, who was caught, who must say what; else what was ruled last."""

from __future__ import annotations

from collections.abc import Iterator

from referee.games.cited import Cited
from referee.games.context import ActionLine
from referee.games.look import AnyLook
from referee.games.shedding.in_play import cited, demand, draws
from referee.games.shedding.style import Style
from referee.rules.shedding.piles import DRAWS
from referee.rules.shedding.scoring import to_count
from referee.rules.shedding.state import Agreed, Counting, Flipping, Live, Table

#: So many letters find room beside one another; of more, the seats tell who draws.
_ROOM = 66


def action(style: Style, look: AnyLook, state: Table[Agreed]) -> ActionLine:
    """What hands must do after the last move, in the order of the log."""
    cites = cited(style, look)
    if isinstance(state, Counting) and (first := _first(state)):
        why = Cited(text="They count in the hand.")
        return ActionLine(tiles=first, tone="do", art="cards", cites=(why, *cites))
    if told := tuple(_told(style, look, state)):
        if sum(map(len, told)) > _ROOM:
            told = (f"{len(draws(look))} players draw", *told[len(draws(look)) :])
        fined = any(said.message == DRAWS and said.rule in style.fines for said in look.outcome.rulings)
        return ActionLine(tiles=told, tone="stop" if fined else "do", art="cards", cites=cites)
    if isinstance(state, Flipping):
        return ActionLine(tiles=("Tap the first card",), tone="do", art="cards", cites=cites)
    if isinstance(state, Live) and (faced := demand(style, state)):
        return ActionLine(tiles=(faced,), tone="do", art="cards", cites=cites)
    return ActionLine(tiles=tuple(cite.text for cite in cites[:1]), cites=cites)


def _first(state: Counting[Agreed]) -> tuple[str, ...]:
    """Who drew before the count and is not counted yet."""
    waiting = to_count(state)
    return tuple(
        f"{name} drew {number} first" for name, number in state.outstanding.items() if name in waiting
    )


def _told(style: Style, look: AnyLook, state: Table[Agreed]) -> Iterator[str]:
    rulings = look.outcome.rulings
    for said in rulings:
        if said.message == DRAWS:
            yield f"{said.facts['player']} draws {said.facts['n']}"
    for said in rulings:
        if "caller" in said.facts and draws(look):
            yield f"{said.facts['caller']} caught {said.facts['target']}"
            break
    for said in rulings:
        if said.message in style.must_say and isinstance(state, Live):
            yield f"{said.facts['player']} must say {style.words.owes}"
