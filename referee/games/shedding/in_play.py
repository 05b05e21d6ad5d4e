"""The live table while cards are played: what counts now, the seats, the actions."""

from __future__ import annotations

from referee.games.cited import Cited
from referee.games.look import AnyLook
from referee.games.shedding.context import ActionsView, NowView, PadView, SeatView, TopView
from referee.games.shedding.pad import follows
from referee.games.shedding.style import Style, capital
from referee.rules.engine import Refused
from referee.rules.shedding import moves
from referee.rules.shedding.state import Agreed, Counting, Dealt, Flipping, Laid, Live, Table, around
from referee.web.numbers import signed


def cited(style: Style, look: AnyLook) -> tuple[Cited, ...]:
    """What the referee said of the last move, but for what stands elsewhere on the table."""
    return tuple(
        Cited(text=style.cite(said.message, said.facts), rule=said.rule)
        for said in look.outcome.rulings
        if said.rule not in style.elsewhere
    )


def now(style: Style, look: AnyLook, state: Table[Agreed], keys: PadView | None) -> NowView | None:
    """The panel that says what counts now."""
    cites = cited(style, look)[:2]
    if isinstance(state, Flipping):
        return NowView(
            title=f"{state.dealer} flips",
            demand="Tap the first card.",
            follow=style.words.flip,
            cites=cites,
        )
    if isinstance(state, Counting):
        return NowView(title=f"{state.out} is out!", top=_top(style, state), cites=cites)
    if not isinstance(state, Live):
        return None
    say, by = _said(style, look, state)
    out = out_of(state)
    identity = style.label(state.top.identity)
    return NowView(
        title=f"{out} is out?" if out else state.turn,
        direction="clockwise" if state.direction > 0 else "counterclockwise",
        next=state.turn if out else around(state.players, state.turn, state.direction),
        demand=_waiting(state) if out else style.demand(state),
        follow=f"Only {identity}, as a match" if out else capital(follows(style, state.options, keys)),
        say=say,
        say_by=by,
        top=_top(style, state),
        cites=cites,
    )


def out_of(state: object) -> str | None:
    """Who laid the last card that can still be matched."""
    return getattr(state, "out", None) if isinstance(state, Live) else None


def _said(style: Style, look: AnyLook, state: Live[Agreed]) -> tuple[str, str]:
    """What has to be said for the last play, and by whom; after a close call, whose event stands."""
    if look.outcome.favours:
        return look.outcome.favours, "Was first"
    say = style.said(look.outcome.say)
    return say.replace("'", "’"), state.top.by if say else ""


def _waiting(state: Live[Agreed]) -> str:
    return f"{state.turn} faces {state.draw_count} cards" if state.draw_count else "Does anybody match?"


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
    gained = state.counted if isinstance(state, Counting) else {}
    live = state if isinstance(state, Live) else None
    return tuple(
        SeatView(
            name=name,
            href=f"{look.url}?sheet=seat&player={place}" if live else look.url,
            cards=state.hands[name],
            points=state.scores[name],
            change=signed(gained[name]) if name in gained else "",
            dealer=name == state.dealer,
            turn=live is not None and name == live.turn and not out_of(live),
            owes=live is not None and name in live.owes,
            leader=played and state.scores[name] == lowest,
            out=name == getattr(state, "out", None),
        )
        for place, name in enumerate(state.players)
    )


def actions(style: Style, look: AnyLook, state: Table[Agreed]) -> ActionsView | None:
    """The bar below the pad."""
    match, dispute = f"{look.url}?sheet=match", f"{look.url}?sheet=dispute"
    if isinstance(state, Flipping):
        return ActionsView(dispute=dispute)
    if not isinstance(state, Live):
        return None
    if out := out_of(state):
        hint = style.words.waiting.format(out=out)
        return ActionsView(player=out, match=match, dispute=dispute, out=out, hint=hint)
    judge, words = style.rules.judge, style.words
    return ActionsView(
        player=state.turn,
        match=match,
        take=state.draw_count,
        draw=words.draws,
        no_draw=isinstance(judge(state, moves.Draw(player=state.turn)), Refused),
        passes=words.passes if not state.draw_count else "Pass",
        no_pass=isinstance(judge(state, moves.Pass(player=state.turn)), Refused),
        dispute=dispute,
    )


def headline(state: Table[Agreed]) -> str:
    """Which hand it is, and when the game ends."""
    end = state.options.end
    parts = [
        f"hand {state.hand}" if state.hand else "",
        f"to {end.score}" if end.score else "",
        f"{end.hands} hands" if end.hands else "",
        f"until {end.time}" if end.time else "",
    ]
    return " · ".join(part for part in parts if part)
