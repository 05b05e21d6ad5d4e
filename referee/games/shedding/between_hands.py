"""The table when no card is played: the count of a hand, between hands, the end."""

from __future__ import annotations

from referee.games.context import OverView
from referee.games.ending import why_over
from referee.games.look import AnyLook
from referee.games.shedding import counting
from referee.games.shedding.context import BetweenView, ChosenView, CountView
from referee.games.shedding.in_play import cited
from referee.games.shedding.pad import count_pad
from referee.games.shedding.style import Style
from referee.rules.sentences import counted
from referee.rules.shedding import ending
from referee.rules.shedding.game import deck
from referee.rules.shedding.scoring import points, to_count
from referee.rules.shedding.state import Agreed, Between, Counting, Over, Table
from referee.web.components import StandingView, ranked
from referee.web.wording import signed


def count(style: Style, look: AnyLook, state: Counting[Agreed]) -> CountView:
    """The count of the hands that are left."""

    def face(card: str, href: str) -> ChosenView:
        shown, cost = style.face(card), points(state.options, (card,))
        return ChosenView(
            look=shown.color, name=shown.name, label=shown.label, points=cost, href=href, art=shown.art
        )

    hands = counting.Hands(
        options=state.options,
        held=state.hands,
        counted=state.counted,
        losers=tuple(name for name in state.players if state.hands[name]),
        waiting=tuple(to_count(state)),
        lying=state.laid,
        names=deck(state.options),
        face=face,
        pad=lambda _player, chosen: count_pad(style, state, chosen),
        template="games/shedding/pad.html",
        after=lambda player, cost: f"{player}: {state.scores[player]} → {state.scores[player] + cost}",
    )
    return counting.counting(look, hands)


def between(style: Style, look: AnyLook, state: Between[Agreed]) -> BetweenView:
    """Between hands: the standings, who comes and goes, who deals."""
    dealer = state.dealer or (state.players[0] if state.players else "")
    return BetweenView(
        heading=f"After hand {state.hand}" if state.hand else "Who deals?",
        standings=standings(state, state.gained) if state.hand else (),
        dealer=dealer,
        dealers=tuple(name for name in state.players if name != dealer),
        seats=state.players,
        quitters=tuple(name for name in state.scores if name not in state.players),
        room=len(state.players) < state.options.most_players,
        lone=len(state.players) < 2,
        started=state.hand > 0,
        due=_due(look, state),
        news=tuple(cite for cite in cited(style, look) if cite.rule in style.voids),
    )


def _due(look: AnyLook, state: Between[Agreed]) -> str:
    """The rules have no clock: the app proposes the end when the agreed time has passed (settled 19)."""
    clock = state.options.end.time
    if not clock or look.now < look.ends_at(clock):
        return ""
    return f"It is past {clock}, the agreed end."


def standings(
    state: Table[Agreed], gained: dict[str, int], *, highest: bool = False
) -> tuple[StandingView, ...]:
    """Everybody's score by rank, those who quit last; the best of those at the table leads."""
    best = (max if highest else min)((state.scores[name] for name in state.players), default=0)
    quitters = [name for name in state.scores if name not in state.players]
    rows = (
        StandingView(
            name=name,
            points=state.scores[name],
            change=signed(gained.get(name, 0)) if gained else "",
            leader=name in state.players and state.scores[name] == best,
            here=name in state.players,
        )
        for name in (*state.players, *quitters)
    )
    return ranked(rows, highest=highest)


def over(look: AnyLook, state: Over[Agreed], *, highest: bool = False) -> OverView:
    """The end of the game, which the lowest score wins, or the `highest`."""
    hands = counted(state.hand, "hand")
    end = state.options.end
    return OverView(
        winners=state.winners,
        why=why_over(look, ending.why_over(state), rule=state.options.clauses.ending, clock=end.time),
        detail=f"{hands} played; the {'highest' if highest else 'lowest'} score wins.",
        standings=standings(state, {}, highest=highest),
    )
