"""The live ZAR table while cards are played: what counts now, the seats, the pad, the actions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from referee.rules.engine import Refused, joined
from referee.rules.shedding.entries import too_many
from referee.rules.shedding.game import deck
from referee.rules.zar import cards, moves
from referee.rules.zar.game import GAME
from referee.rules.zar.play import DECLARED, skipping_out, stands_for
from referee.rules.zar.state import (
    Counting,
    Dealt,
    Flipping,
    Laid,
    Live,
    Options,
    Playing,
    States,
    Waiting,
    around,
)
from referee.table.context import Cited
from referee.table.look import Look
from referee.table.zar.context import ActionsView, KeyView, NowView, PadView, SeatView, TopView
from referee.table.zar.faces import declared, face, label

_FACES = cards.SYMBOLS + cards.COMMANDS
#: Rulings that the table shows in other places: what is said, who is next.
_SHOWN_ELSEWHERE = ("zar 7", "zar 9.1")
_WAY = {1: "clockwise", -1: "counterclockwise"}


def now(look: Look, state: States, keys: PadView | None) -> NowView | None:
    """The panel that says what counts now."""
    cites = tuple(
        Cited(text=cite["text"], rule=cite["rule"])
        for cite in look.outcome.get("rulings", ())
        if cite["rule"] not in _SHOWN_ELSEWHERE
    )[:2]
    if isinstance(state, Flipping):
        return NowView(
            title=f"{state.dealer} flips",
            demand="Tap the first card.",
            follow="A Power card is buried, and another flipped.",
            cites=cites,
        )
    if isinstance(state, Counting):
        return NowView(title=f"{state.out} is out!", top=_top(state), cites=cites)
    if not isinstance(state, Live):
        return None
    say = str(look.outcome.get("say", ""))
    waiting = isinstance(state, Waiting)
    return NowView(
        title=f"{state.out} is out?" if isinstance(state, Waiting) else state.turn,
        direction="clockwise" if state.direction > 0 else "counterclockwise",
        next=state.turn if waiting else around(state.players, state.turn, state.direction),
        demand=_demand(state),
        follow=f"only {label(state.top.identity)}, as a match" if waiting else follows(keys),
        say=say.replace("'", "’"),
        say_by=state.top.by if say else "",
        top=_top(state),
        cites=cites,
    )


def _top(state: Laid[Options]) -> TopView:
    top = state.top
    asks = top.symbol or top.color if cards.kind(top.identity) in DECLARED else None
    return TopView(
        card=face(top.identity),
        count=len(top.cards),
        by=top.by,
        asks=declared(asks) if asks else "",
        asks_art=face(asks).art if asks else "",
        asks_color=face(asks).color if asks else "",
    )


def _demand(state: Live) -> str:
    """What the player on turn faces, in a few words."""
    if isinstance(state, Waiting):
        return f"{state.turn} faces {state.draw_count} cards" if state.draw_count else "Does anybody match?"
    if state.draw_count:
        return f"draw {state.draw_count} or play a Wasp"
    if state.hands[state.turn] == 1 and skipping_out(state, state.turn):
        return "skipped here: draw or pass, no last card"
    return "drew one: play it or pass" if state.drawn else ""


def follows(keys: PadView | None) -> str:
    """What may be laid, read off the pad: `any moon, anything red, a Dragon or a Peacock`.

    A card of which no copy is left does not make "any moon" untrue.
    """
    if keys is None:
        return ""
    marks = {key.card: key.state for key in (*keys.keys, *keys.powers, *keys.kinds)}
    lawful = {card for card, mark in marks.items() if not mark}
    if keys.kinds:
        names = [label(kind) for kind in cards.KINDS if kind in lawful]
        return joined(names, "or") if len(names) < len(cards.KINDS) else "any card"
    colors = [color for color in cards.COLORS if _whole(marks, {f"{color} {name}" for name in _FACES})]
    if len(colors) == len(cards.COLORS):
        parts = ["any colour"]
    else:
        others = [color for color in cards.COLORS if color not in colors]
        symbols = [
            name
            for name in _FACES
            if _whole(marks, {f"{color} {name}" for color in cards.COLORS})
            and lawful & {f"{color} {name}" for color in others}
        ]
        parts = [*(f"any {label(name)}" for name in symbols), *(f"anything {color}" for color in colors)]
    parts += ["a Dragon"] if lawful & set(cards.DRAGONS) else []
    parts += ["a Peacock"] if lawful & set(cards.PEACOCKS) else []
    return joined(parts, "or")


def _whole(marks: Mapping[str, str], group: set[str]) -> bool:
    """Whether what is left of a group of cards may all be laid, and something is."""
    found = {marks[card] for card in group}
    return "" in found and "no" not in found


def seats(look: Look, state: States) -> tuple[SeatView, ...]:
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
            change=f"+{gained[name]}" if name in gained else "",
            dealer=name == state.dealer,
            turn=live is not None and name == live.turn and not isinstance(state, Waiting),
            owes=live is not None and name in live.owes,
            leader=played and state.scores[name] == lowest,
            out=isinstance(state, Waiting | Counting) and name == state.out,
        )
        for place, name in enumerate(state.players)
    )


def pad(state: States) -> PadView | None:
    """The keys, each as the referee sees it for the player on turn."""
    if isinstance(state, Flipping):
        return _pad(state.options, {})
    if not isinstance(state, Playing):
        return None
    marks = {}
    for card in deck(state.options):
        answer = GAME.judge(state, _with_any_word(state, card))
        if isinstance(answer, Refused):
            marks[card] = "no" if answer.code == "illegal" else "off"
    most = min(state.options.half_decks, state.hands[state.turn])
    return _pad(state.options, marks, tuple(range(2, most + 1)))


def _with_any_word(state: Playing, card: str) -> moves.Play:
    words = DECLARED.get(cards.kind(stands_for((card,), state.top)), (None,))
    return moves.Play(player=state.turn, cards=(card,), declare=words[0])


def _pad(
    options: Options, marks: dict[str, str], multiples: tuple[int, ...] = (), field: str = "card"
) -> PadView:
    wild = (cards.CHAMELEON,) if options.chameleons else ()
    if options.track == "quick":
        return PadView(field=field, kinds=tuple(_keys(cards.KINDS + wild, marks)), multiples=multiples)
    return PadView(
        field=field,
        keys=tuple(_keys(cards.CARDS[: -len(cards.POWERS)], marks)),
        powers=tuple(_keys(cards.POWERS + wild, marks)),
        multiples=multiples,
    )


def _keys(names: tuple[str, ...], marks: dict[str, str]) -> Iterator[KeyView]:
    return (_KEYS[name, marks.get(name, "")] for name in names)


def _key(card: str, state: str) -> KeyView:
    look = face(card)
    return KeyView(card=card, name=look.name, label=look.label, art=look.art, color=look.color, state=state)  # type: ignore[arg-type]


#: There are only so many keys, and a tap draws 31 of them.
_KEYS = {
    (card, state): _key(card, state)
    for card in (*cards.CARDS, cards.CHAMELEON, *cards.KINDS)
    for state in ("", "no", "off")
}


def count_pad(state: Counting[Options], chosen: tuple[str, ...]) -> PadView:
    """The keys to tap what is left in a hand; cards of which no more can be there are off."""
    names = deck(state.options)
    full = {card: "off" for card in names if too_many(state.options, state.laid, (*chosen, card))}
    return _pad(state.options, full, field="cards")


def actions(look: Look, state: States) -> ActionsView | None:
    """The bar below the pad."""
    if isinstance(state, Flipping):
        return ActionsView()
    if not isinstance(state, Live):
        return None
    if isinstance(state, Waiting):
        return ActionsView(
            player=state.out,
            match=f"{look.url}?sheet=match",
            dispute=f"{look.url}?sheet=dispute",
            out=state.out,
        )
    return ActionsView(
        player=state.turn,
        match=f"{look.url}?sheet=match",
        take=state.draw_count,
        draw=not isinstance(GAME.judge(state, moves.Draw(player=state.turn)), Refused),
        passes=not isinstance(GAME.judge(state, moves.Pass(player=state.turn)), Refused),
        dispute=f"{look.url}?sheet=dispute",
    )


def headline(state: States) -> str:
    """Which hand it is, and when the game ends."""
    end = state.options.end
    parts = [
        f"hand {state.hand}" if state.hand else "",
        f"to {end.score}" if end.score else "",
        f"{end.hands} hands" if end.hands else "",
        f"until {end.time}" if end.time else "",
    ]
    return " · ".join(part for part in parts if part)
