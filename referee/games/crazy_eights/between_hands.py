"""The Crazy Eights table when no card is played: the count of a hand, between hands, the end."""

from __future__ import annotations

from urllib.parse import urlencode

from django.urls import reverse

from referee.games.context import Mark
from referee.games.crazy_eights.context import ChosenView, CountView
from referee.games.crazy_eights.faces import face, known_suit, suit_pad
from referee.games.frame import cites_of
from referee.games.look import AnyLook
from referee.games.shedding.between_hands import standings
from referee.games.shedding.context import BetweenView, LoserView, OverView
from referee.rules.crazy_eights import cards
from referee.rules.crazy_eights.play import too_many
from referee.rules.crazy_eights.scoring import to_count
from referee.rules.crazy_eights.state import Counting, Options
from referee.rules.sentences import joined
from referee.rules.shedding.scoring import points
from referee.rules.shedding.state import Between, Over


def counting(look: AnyLook, state: Counting) -> CountView:
    """The count: whose hand is tapped, what was tapped so far, what is still missing.

    What is tapped stands in the address until it is saved, so that it works without a script.
    """
    waiting = to_count(state)
    wanted = look.asked.get("player", "")
    player = wanted if wanted in waiting else waiting[0]
    expected = state.hands[player]
    known = [card for card in look.asked.getlist("cards") if card in cards.CARDS]
    chosen = tuple(known[:expected]) if wanted == player else ()
    suit = known_suit(look.asked.get("suit", ""))

    def mark(card: str) -> Mark:
        return "off" if too_many(state.options, state.seen, (*chosen, card)) else ""

    return CountView(
        losers=tuple(
            LoserView(
                name=name,
                cards=state.hands[name],
                href=_address(look, name, suit),
                points=state.counted.get(name),
                current=name == player,
            )
            for name in state.players
            if name != state.out
        ),
        player=player,
        expected=expected,
        left=expected - len(chosen),
        total=points(state.options, chosen),
        suit=suit,
        chosen=tuple(
            ChosenView(
                card=face(card),
                points=cards.cost(card),
                href=_address(look, player, suit, chosen[:place] + chosen[place + 1 :]),
            )
            for place, card in enumerate(chosen)
        ),
        pad=(
            suit_pad(suit, lambda other: _address(look, player, other, chosen), mark, field="cards")
            if len(chosen) < expected
            else None
        ),
    )


def _address(look: AnyLook, player: str, suit: str, chosen: tuple[str, ...] = ()) -> str:
    fields = [("player", player), ("suit", suit), *(("cards", card) for card in chosen)]
    return f"{look.url}?{urlencode(fields)}"


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


def over(look: AnyLook, state: Over[Options]) -> OverView:
    """The end of the game."""
    hands = "1 hand" if state.hand == 1 else f"{state.hand} hands"
    won = "wins" if len(state.winners) == 1 else "share the win"
    best = state.scores[state.winners[0]] if state.winners else 0
    return OverView(
        heading=f"{joined(state.winners)} {won}" if state.winners else "Nobody wins",
        detail=f"{best} points after {hands}. The highest score wins.",
        standings=standings(state, state.gained, highest=True),
        page=reverse("game", args=[look.about.public_id]),
    )
