"""The NumZumZero table when no card is played: the bonus marks of the Advanced game, and the end."""

from __future__ import annotations

from urllib.parse import urlencode

from referee.games.cited import Cited
from referee.games.ending import why_over
from referee.games.look import AnyLook, Best
from referee.games.numzumzero.context import BonusView, Choice, Number, NumOver, RowView
from referee.rules.engine import Refused
from referee.rules.numzumzero import cards, ending, moves
from referee.rules.numzumzero.game import GAME
from referee.rules.numzumzero.state import Counting, Over, tokens
from referee.rules.sentences import counted
from referee.web.components import StandingView, ranked
from referee.web.wording import signed

#: Bonus tokens of a tap each; more can be typed.
_NUMBERS = range(8)
#: What the winner is decided by: the rest of the last move's rulings is about the move and the end.
_DECIDES = ("numzumzero 12", "numzumzero 13")


def bonus(look: AnyLook, state: Counting) -> BonusView:
    """Who has looked at their pile, and the number of the one that is asked for (14)."""
    waiting = [name for name in state.players if name not in state.bonus]
    wanted = look.asked.get("player", "")
    player = wanted if wanted in waiting else waiting[0]
    numbers = tuple(
        Number(
            number=number,
            off=isinstance(GAME.judge(state, moves.Bonus(player=player, tokens=number)), Refused),
        )
        for number in _NUMBERS
    )
    return BonusView(
        who=tuple(
            Choice(
                href=f"{look.url}?{urlencode({'player': name})}",
                text=name,
                on=name == player,
                done=signed(state.bonus[name]) if name in state.bonus else "",
            )
            for name in state.players
        ),
        player=player,
        held=count(state.tokens[player]),
        numbers=numbers,
        none=not state.piles[player],
    )


def over(look: AnyLook, state: Over, best: Best | None) -> NumOver:
    """The end of the game: the winner and how ties were broken, or a score and the one to beat."""
    held = tokens(state)
    alone = state.players[0] if state.solo else ""
    crowned = (alone,) if alone and _is_best(held[alone], best) else state.winners
    # Whoever won a tie-break is before others with as many tokens.
    rows = (StandingView(name=name, points=held[name], leader=name in crowned) for name in state.players)
    standings = ranked(rows, highest=True)
    return NumOver(
        winners=state.winners,
        why=why_over(look, ending.why_over(state), rule="numzumzero 12"),
        detail=_compared(held[alone], best) if alone else _ahead(state),
        standings=standings,
        counts=GAME.counts,
        decided=tuple(
            Cited(text=said.text, rule=said.rule)
            for said in look.outcome.rulings
            if said.rule in _DECIDES and said.message != ending.ENDED
        ),
        alone=f"{alone}: {count(held[alone])}" if alone else "",
        advanced=state.options.advanced,
        rows=tuple(
            RowView(
                rank=0 if alone else place.rank,
                name=(name := place.name),
                tokens=held[name],
                bonus=signed(state.bonus.get(name, 0)) if state.options.advanced else "",
                cards=len(state.piles[name]),
                total=sum(map(cards.value, state.piles[name])),
                winner=name in state.winners,
            )
            for place in standings
        ),
    )


def count(number: int) -> str:
    """Tokens in words."""
    return counted(number, "token")


def _ahead(state: Over) -> str:
    return "The most tokens win." if state.winners else "Equal after every tie-break."


def _is_best(score: int, best: Best | None) -> bool:
    return best is None or score > best.points


def _compared(score: int, best: Best | None) -> str:
    """The score beside the best earlier one (15)."""
    if best is None:
        return "This is the first Solo score, and from now on the one to beat."
    if score > best.points:
        return f"A new best score! The best before was {best.points}, by {best.name}."
    if score == best.points:
        return f"As good as the best score, by {best.name}."
    return f"The best score is still {best.points}, by {best.name}."
