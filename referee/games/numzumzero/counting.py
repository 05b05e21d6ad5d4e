"""The NumZumZero table when no card is played: the bonus marks of the Advanced game, and the end."""

from __future__ import annotations

from urllib.parse import urlencode

from django.urls import reverse

from referee.games.frame import cites_of
from referee.games.look import AnyLook, Best
from referee.games.numzumzero.context import BonusView, Choice, Number, OverView, RowView
from referee.rules.engine import Refused
from referee.rules.numzumzero import cards, moves
from referee.rules.numzumzero.game import GAME
from referee.rules.numzumzero.state import Counting, Over, tokens
from referee.rules.sentences import joined
from referee.web.context import StandingView
from referee.web.numbers import signed
from referee.web.standings import ranked

#: Bonus tokens of a tap each; more can be typed.
_NUMBERS = range(8)
#: What the end is decided by: the rest of its last move's rulings is about the move.
_DECIDES = ("8", "9", "10", "11", "12", "13", "settled 1")


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


def over(look: AnyLook, state: Over, best: Best | None) -> OverView:
    """The end of the game: the winner and how ties were broken, or a score and the one to beat."""
    held = tokens(state)
    steps = [cite for cite in cites_of(look.outcome) if cite.rule.removeprefix(f"{GAME.key} ") in _DECIDES]
    alone = state.players[0]
    return OverView(
        heading=f"{alone}: {count(held[alone])}" if state.solo else _winner(state),
        detail=_compared(held[alone], best) if state.solo else _ahead(held, state),
        steps=tuple(steps),
        advanced=state.options.advanced,
        rows=tuple(
            RowView(
                rank=0 if state.solo else place.rank,
                name=(name := place.name),
                tokens=held[name],
                bonus=signed(state.bonus.get(name, 0)) if state.options.advanced else "",
                cards=len(state.piles[name]),
                total=sum(map(cards.value, state.piles[name])),
                winner=name in state.winners,
            )
            for place in _ranked(held, state)
        ),
        crown=bool(state.winners) or (state.solo and _is_best(held[alone], best)),
        page=reverse("game", args=[look.about.public_id]),
    )


def _ranked(held: dict[str, int], state: Over) -> tuple[StandingView, ...]:
    """Everybody by rank: whoever won a tie-break is before others with as many tokens."""
    rows = (
        StandingView(name=name, points=held[name], leader=name in state.winners) for name in state.players
    )
    return ranked(rows, highest=True)


def count(number: int) -> str:
    """Tokens in words."""
    return "1 token" if number == 1 else f"{number} tokens"


def _winner(state: Over) -> str:
    return f"{joined(state.winners)} wins" if state.winners else "Nobody wins"


def _ahead(held: dict[str, int], state: Over) -> str:
    if not state.winners:
        return "Equal after every tie-break."
    return f"With {count(held[state.winners[0]])}. The most tokens win."


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
