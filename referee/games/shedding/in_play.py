"""The live table while cards are played: what counts now, the seats, the actions."""

from __future__ import annotations

from collections import Counter

from referee.games.cited import Cited
from referee.games.look import AnyLook
from referee.games.shedding.context import ActionsView, NowView, PadView, SeatView, TopView
from referee.games.shedding.matching import no_match
from referee.games.shedding.pad import follows
from referee.games.shedding.style import Style, capital
from referee.rules.engine import Refused
from referee.rules.sentences import counted
from referee.rules.shedding import moves
from referee.rules.shedding.piles import DRAWS
from referee.rules.shedding.state import (
    Agreed,
    Counting,
    Dealt,
    Flipping,
    Laid,
    Live,
    Table,
    around,
    out_of,
)
from referee.web.wording import signed


def cited(style: Style, look: AnyLook) -> tuple[Cited, ...]:
    """What the referee said of the last move, but for what stands elsewhere on the table."""
    return tuple(
        Cited(text=style.cite(said.message, said.facts), rule=said.rule)
        for said in look.outcome.rulings
        if said.rule not in style.elsewhere
    )


def now(style: Style, look: AnyLook, state: Table[Agreed], keys: PadView | None) -> NowView | None:
    """The panel that says what counts now."""
    if isinstance(state, Flipping):
        return NowView(title=state.dealer, does="flips", follow=style.words.flip)
    if isinstance(state, Counting):
        return NowView(title=state.out, does="is out!", top=_top(style, state))
    if not isinstance(state, Live):
        return None
    say, by = _said(style, look, state)
    out = out_of(state)
    return NowView(
        title=out or state.turn,
        does="is out?" if out else "",
        direction="clockwise" if state.direction > 0 else "counterclockwise",
        next="" if out else _next(state),
        demand=demand(style, state),
        follow=_follow(style, state, keys),
        say=say,
        say_by=by,
        top=_top(style, state),
    )


def _said(style: Style, look: AnyLook, state: Live[Agreed]) -> tuple[str, str]:
    """What has to be said for the last play, and by whom; after a close call, whose event stands."""
    if look.outcome.favours:
        return look.outcome.favours, "Was first"
    say = style.said(look.outcome.say)
    return say.replace("'", "’"), state.top.by if say else ""


def _follow(style: Style, state: Live[Agreed], keys: PadView | None) -> str:
    """What may be played; who faces cards is told with them."""
    if out_of(state):
        return f"Only {style.label(state.top.identity)}, as a match"
    return "" if state.draw_count else capital(follows(style, state.options, keys))


def _next(state: Live[Agreed]) -> str:
    return around(state.players, state.turn, state.direction)


def draws(look: AnyLook) -> list[tuple[str, int]]:
    """Who draws how many cards, in the order of the log; after an undo, who puts them back."""
    rulings = look.undone.rulings if look.undone else look.outcome.rulings
    found = (said.facts for said in rulings if said.message == DRAWS)
    return [(str(facts["player"]), int(str(facts["n"]))) for facts in found]


def demand(style: Style, state: Live[Agreed]) -> str:
    """What the player on turn faces, or all of them after a last card."""
    if not out_of(state):
        return style.demand(state)
    return (
        f"{state.turn} faces {counted(state.draw_count, 'card')}"
        if state.draw_count
        else "Does anybody match?"
    )


def _top(style: Style, state: Laid[Agreed]) -> TopView:
    top, options = state.top, state.options
    asks = top.symbol or top.color if options.kind(top.identity) in options.declared else None
    face = style.face(asks) if asks else None
    masked = bool(style.mixes) and top.cards[-1] == style.mixes
    return TopView(
        card=style.face(top.identity),
        count=len(top.cards),
        by=top.by,
        mask=style.label(style.mixes) if masked else "",
        asks=style.declared(asks) if asks else "",
        asks_art=face.art if face else "",
        asks_color=face.color if face else "",
    )


def seats(look: AnyLook, state: Table[Agreed]) -> tuple[SeatView, ...]:
    """The players in seat order, with what everybody may know of them."""
    if not isinstance(state, Dealt):
        return ()
    lowest = min(state.scores[name] for name in state.players)
    played = any(state.scores.values())
    drew = Counter[str]()
    for name, number in draws(look):
        drew[name] += -number if look.undone else number
    gained = state.counted if isinstance(state, Counting) else {}
    live = state if isinstance(state, Live) else None
    return tuple(
        SeatView(
            name=name,
            href=f"{look.url}?sheet=seat&player={place}" if live else look.url,
            cards=state.hands[name],
            points=state.scores[name],
            change=signed(gained[name]) if name in gained else "",
            badge=signed(drew[name]) if drew[name] else "",
            dealer=name == state.dealer,
            next=live is not None and not out_of(live) and name == _next(live),
            turn=live is not None and name == live.turn and not out_of(live),
            owes=live is not None and name in live.owes,
            leader=played and state.scores[name] == lowest,
            out=name == getattr(state, "out", None),
        )
        for place, name in enumerate(state.players)
    )


def actions(style: Style, look: AnyLook, state: Table[Agreed]) -> ActionsView | None:
    """The bar below the pad: its keys are always the same, and each has its place."""
    match, dispute, words = f"{look.url}?sheet=match", f"{look.url}?sheet=dispute", style.words
    if isinstance(state, Flipping):
        return ActionsView(no_match="no card yet", draw=words.draws, passes=words.passes, dispute=dispute)
    if not isinstance(state, Live):
        return None
    reason = no_match(style, state)
    if out := out_of(state):
        hint = words.waiting.format(out=out)
        return ActionsView(
            player=out,
            match=match,
            no_match=reason,
            draw=words.draws,
            passes=words.passes,
            dispute=dispute,
            out=out,
            hint=hint,
        )
    judge = style.rules.judge
    return ActionsView(
        player=state.turn,
        match=match,
        no_match=reason,
        take=state.draw_count,
        draw=words.draws,
        no_draw=isinstance(judge(state, moves.Draw(player=state.turn)), Refused),
        passes=words.passes,
        no_pass=isinstance(judge(state, moves.Pass(player=state.turn)), Refused),
        dispute=dispute,
        plays=True,
    )


def headline(state: Table[Agreed]) -> str:
    """Which hand it is, and when the game ends; while it is counted, why."""
    if state.phase == "count":
        out = getattr(state, "out", None)
        return f"{out} is out!" if out else "the hand is blocked"
    end = state.options.end
    parts = [
        f"hand {state.hand}" if state.hand else "",
        f"to {end.score}" if end.score else "",
        counted(end.hands, "hand") if end.hands else "",
        f"until {end.time}" if end.time else "",
    ]
    return " · ".join(part for part in parts if part)
