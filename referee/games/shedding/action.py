"""The action line: who draws how many, who was caught, who must say what; else what was ruled last."""

from __future__ import annotations

from collections.abc import Iterator

from referee.games.context import ActionLine
from referee.games.frame import action as action_line
from referee.games.look import AnyLook
from referee.games.shedding.in_play import cited, demand, draws
from referee.games.shedding.style import Style
from referee.rules.shedding.piles import DRAWS
from referee.rules.shedding.state import Agreed, Flipping, Live, Table

#: So many letters find room beside one another; of more, the seats tell who draws.
_ROOM = 66


def action(style: Style, look: AnyLook, state: Table[Agreed]) -> ActionLine:
    """What hands must do after the last move, in the order of the log."""
    cites = cited(style, look)
    if told := tuple(_told(style, look, state)):
        if sum(map(len, told)) > _ROOM:
            told = (f"{len(draws(look))} players draw", *told[len(draws(look)) :])
        fined = any(said.message == DRAWS and said.rule in style.fines for said in look.outcome.rulings)
        return action_line(cites, told, fined=fined)
    if isinstance(state, Flipping):
        return action_line(cites, ["Tap the first card"])
    faced = demand(style, state) if isinstance(state, Live) else ""
    return action_line(cites, [faced] if faced else [])


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
