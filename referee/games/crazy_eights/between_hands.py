"""The Crazy Eights table when no card is played: the count of a hand, between hands, the end."""

from __future__ import annotations

from dataclasses import replace

from referee.games.context import Mark
from referee.games.crazy_eights.context import PadView
from referee.games.crazy_eights.faces import face, known_suit, suit_pad
from referee.games.frame import cites_of
from referee.games.look import AnyLook
from referee.games.shedding.between_hands import standings
from referee.games.shedding.context import BetweenView, ChosenView, CountView
from referee.games.shedding.counting import Hands, counting
from referee.rules.crazy_eights import cards
from referee.rules.crazy_eights.play import too_many
from referee.rules.crazy_eights.scoring import to_count
from referee.rules.crazy_eights.state import Counting, Options
from referee.rules.shedding.state import Between


def count(look: AnyLook, state: Counting) -> CountView:
    """The count of the hands that are left; the suit that is shown goes along."""
    suit = known_suit(look.asked.get("suit", ""))

    def pad(player: str, chosen: tuple[str, ...]) -> PadView:
        def mark(card: str) -> Mark:
            return "off" if too_many(state.options, state.seen, (*chosen, card)) else ""

        def tab(other: str) -> str:
            return replace(hands, fields=(("suit", other),)).address(look.url, player, chosen)

        return suit_pad(suit, tab, mark, field="cards")

    hands = Hands(
        options=state.options,
        held=state.hands,
        counted=state.counted,
        losers=tuple(name for name in state.players if name != state.out),
        waiting=tuple(to_count(state)),
        lying=state.seen,
        names=cards.CARDS,
        face=_chip,
        pad=pad,
        template="games/crazy_eights/suited.html",
        after=lambda player, held: f"{player} holds {held}",
        fields=(("suit", suit),),
    )
    return counting(look, hands)


def _chip(card: str, href: str) -> ChosenView:
    shown = face(card)
    label = f"the {shown.label}"
    return ChosenView(look=shown.suit, name=shown.name, label=label, points=cards.cost(card), href=href)


def between(look: AnyLook, state: Between[Options]) -> BetweenView:
    """Between hands: the standings, who comes and goes, who deals."""
    dealer = state.dealer or (state.players[0] if state.players else "")
    void = state.options.clauses.void
    return BetweenView(
        heading=f"After hand {state.hand}" if state.hand else "Who deals?",
        standings=standings(state, state.gained, highest=True) if state.hand else (),
        dealer=dealer,
        dealers=tuple(name for name in state.players if name != dealer),
        seats=state.players,
        quitters=tuple(name for name in state.scores if name not in state.players),
        room=len(state.players) < state.options.most_players,
        lone=len(state.players) < 2,
        started=state.hand > 0,
        due=_due(look, state),
        news=tuple(cite for cite in cites_of(look.outcome) if cite.rule == void),
    )


def _due(look: AnyLook, state: Between[Options]) -> str:
    """The rules have no clock: the app proposes the end when the agreed time has passed (settled 7)."""
    clock = state.options.end.time
    return f"It is past {clock}, the agreed end." if clock and look.now >= look.ends_at(clock) else ""
