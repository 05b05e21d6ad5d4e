"""The Crazy Eights table while cards are played: what counts now, the seats, the pad, the actions."""

from __future__ import annotations

from urllib.parse import urlencode

from msgspec.structs import replace

from referee.games.context import ActionLine, Mark
from referee.games.crazy_eights.context import ActionsView, NowView, SlotsView, TopView
from referee.games.crazy_eights.faces import SIGNS, face, known_suit, legal_slots, suit_slots
from referee.games.frame import action as action_line
from referee.games.frame import cites_of
from referee.games.look import AnyLook
from referee.games.shedding.context import SeatView
from referee.rules.crazy_eights import cards, moves
from referee.rules.crazy_eights.game import GAME
from referee.rules.crazy_eights.hands import PUT_BACK
from referee.rules.crazy_eights.play import DRAWS, RAN_OUT
from referee.rules.crazy_eights.state import Counting, Laid, Playing, States
from referee.rules.engine import Refused
from referee.rules.shedding.state import Dealt, Flipping, around
from referee.web.wording import signed


def now(state: States) -> NowView | None:
    """The panel that says what counts now."""
    match state:
        case Flipping():
            follow = "An eight goes back into the stock, and another card is turned over."
            return NowView(title=state.dealer, does="turns over a card", follow=follow)
        case Playing():
            return NowView(
                title=state.turn,
                direction="clockwise",
                next=around(state.players, state.turn, 1),
                follow=_follows(state),
                named=state.top.suit or "" if cards.is_eight(state.top.card) else "",
                top=_top(state),
            )
        case Counting():
            if state.out is None:
                return NowView(title="The hand is blocked", top=_top(state))
            return NowView(title=state.out, does="is out!", top=_top(state))
    return None


def action(look: AnyLook, state: States) -> ActionLine:
    """What hands must do after the last move: a card to draw, a pile to shuffle, an eight to put back."""
    undone = look.undone.rulings if look.undone else ()
    told = [f"{said.facts['player']} puts a card back" for said in undone if said.message == DRAWS]
    for said in look.orders:
        match said.message:
            case message if message == DRAWS:
                told.append(f"{said.facts['player']} draws a card")
            case message if message == RAN_OUT:
                told.append("Shuffle a new stock")
            case message if message == PUT_BACK:
                told.append("Put the eight back")
    if isinstance(state, Flipping):
        told.append("Turn over another" if told else "Tap the first card")
    return action_line(cites_of(look.outcome), told)


def _follows(state: Playing) -> str:
    """What may be played, in a few words: `Any heart, another queen or an eight`."""
    suit = f"Any {(state.top.suit or '').removesuffix('s')}"
    if cards.is_eight(state.top.card):
        return f"{suit} or an eight"
    return f"{suit}, another {cards.rank(state.top.card)} or an eight"


def _top(state: Laid) -> TopView:
    top = state.top
    asks = top.suit if cards.is_eight(top.card) and top.suit else ""
    return TopView(card=face(top.card), by=top.by, asks=asks, sign=SIGNS.get(asks, ""))


def seats(look: AnyLook, state: States) -> tuple[SeatView, ...]:
    """The players in seat order, with what everybody may know of them."""
    if not isinstance(state, Dealt):
        return ()
    highest = max(state.scores[name] for name in state.players)
    playing = isinstance(state, Playing)
    counted = state.counted if isinstance(state, Counting) else {}
    return tuple(
        SeatView(
            name=name,
            href=f"{look.url}?sheet=seat&player={place}" if playing else look.url,
            cards=state.hands[name],
            points=state.scores[name],
            change=signed(counted[name]) if name in counted else "",
            dealer=name == state.dealer,
            turn=isinstance(state, Playing) and name == state.turn,
            next=isinstance(state, Playing) and name == around(state.players, state.turn, 1),
            leader=0 < highest == state.scores[name],
            out=isinstance(state, Counting) and name == state.out,
        )
        for place, name in enumerate(state.players)
    )


def pad(look: AnyLook, state: States) -> SlotsView | None:
    """What may be played now, or all cards where any may have been turned over."""
    if isinstance(state, Playing):
        return legal_slots(state.top.card, state.top.suit, lambda card: mark(state, card))
    if isinstance(state, Flipping):
        shown = known_suit(look.asked.get("suit", ""))
        return suit_slots(shown, lambda suit: f"{look.url}?{urlencode({'suit': suit})}", lambda _card: "")
    return None


def mark(state: Playing, card: str) -> Mark:
    """How the referee sees a card for the player whose turn it is."""
    answer = GAME.judge(state, with_any_suit(moves.Play(player=state.turn, card=card)))
    if isinstance(answer, Refused):
        return "no" if answer.code == "illegal" else "off"
    return ""


def with_any_suit(move: moves.Play) -> moves.Play:
    """The play with all that it needs to be judged: an eight names some suit."""
    return replace(move, suit=cards.SUITS[0]) if cards.is_eight(move.card) else move


def actions(look: AnyLook, state: States) -> ActionsView | None:
    """The bar below the pad."""
    if isinstance(state, Flipping):
        return ActionsView()
    if not isinstance(state, Playing):
        return None
    return ActionsView(
        player=state.turn,
        another=f"{look.url}?sheet=cards",
        no_draw=isinstance(GAME.judge(state, moves.Draw(player=state.turn)), Refused),
        no_pass=isinstance(GAME.judge(state, moves.Pass(player=state.turn)), Refused),
    )
