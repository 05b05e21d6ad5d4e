"""The table: what counts now, what hands must do, the seats, and what each phase has below them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator

from msgspec import structs

from referee.games.cited import Cited
from referee.games.frame import action_line
from referee.games.look import AnyLook
from referee.games.parts import Face, Seat, hand_seat, seated
from referee.games.shedding.calls import no_match
from referee.games.shedding.common import Hands, between, counting, over
from referee.games.shedding.pad import count_pad, follows, pad
from referee.games.shedding.style import Style, capital
from referee.games.shedding.views import CountStage, PlayStage, Top
from referee.games.table_views import ActionLine, Moment, Stage, WhoseTurn, won_by
from referee.rules.engine import Refused
from referee.rules.sentences import Facts, counted, joined
from referee.rules.shedding import moves
from referee.rules.shedding.game import deck
from referee.rules.shedding.hands import to_count
from referee.rules.shedding.state import (
    Agreed,
    Between,
    Counting,
    Dealt,
    Flipping,
    InPlay,
    Laid,
    Over,
    Table,
    out_of,
)
from referee.web.wording import signed

#: The top card beside whose turn it is.
_TOP = "games/shedding/top.html"
#: So many letters find room beside one another; of more, the seats tell who draws.
_ROOM = 66
#: The events after which a player has to say the word of the last card.
_MUST_SAY = ("must say", "plays on", "back")
#: The events that the line and the panel above it tell already.
_SHOWS_WHY = ("draws", "turn goes on", "turned", "skipped")
#: So many who are skipped are named.
_MOST_SKIPPED = 3


def stage(style: Style, look: AnyLook) -> Stage:
    """What the phase shows below the seats."""
    match look.state:
        case Counting():
            return _count(style, look, look.state)
        case Between():
            news = (cite for cite in cited(style, look) if cite.rule in style.voids)
            return between(look, look.state, news=tuple(news))
        case Over():
            return over(look, look.state)
    return _play(style, look, look.state)


def cited(style: Style, look: AnyLook, but: Collection[str] = ()) -> tuple[Cited, ...]:
    """What the referee said of the last move, but for what stands elsewhere on the table, and some events."""
    return tuple(
        Cited(text=style.cite(said.message, said.facts), rule=said.rule)
        for said in look.outcome.rulings
        if said.rule not in style.elsewhere and said.event not in but
    )


def now(style: Style, look: AnyLook, stage: Stage) -> WhoseTurn | None:
    """The panel that says what counts now."""
    state = look.state
    if isinstance(state, Flipping):
        flip = f"Deal {state.options.dealt(len(state.players))} each. {style.words.flip}"
        return WhoseTurn(state.dealer, "flips", "flip", follow=flip, for_hands="follow")
    if isinstance(state, Counting):
        return WhoseTurn(state.out or "", "is out!", "are out!", drawing=_TOP, top=_top(style, state))
    if not isinstance(state, InPlay):
        return None
    # After a close call its event stands, and no word.
    first = look.outcome.favours
    say = "" if first else style.said(look.outcome.say).replace("'", "’")
    out = out_of(state)
    return WhoseTurn(
        title=out or state.turn,
        does="is out" if out else "",
        direction="clockwise" if state.direction > 0 else "counterclockwise",
        next="" if out else _next(state),
        demand="" if out else demand(style, state),
        follow=_follow(style, state, stage),
        say=say and f"“{say}”",
        say_by=state.top.by,
        first=first,
        drawing=_TOP,
        top=_top(style, state),
        arrow=True,
    )


def _follow(style: Style, state: InPlay[Agreed], stage: Stage) -> str:
    """What may be played; who faces cards reads them there too."""
    if out_of(state):
        match = f"Only another {style.label(state.top.identity)} matches it"
        return "" if state.draw_count or no_match(style, state) else match
    if state.draw_count or not isinstance(stage, PlayStage):
        return ""
    return capital(follows(style, state.options, stage.pad))


def _next(state: InPlay[Agreed]) -> str:
    return state.after(state.turn, state.direction)


def draws(look: AnyLook) -> list[tuple[str, int]]:
    """Who draws how many cards, in the order of the log; after an undo, who puts them back."""
    rulings = look.undone.rulings if look.undone else look.outcome.rulings
    found = (said.facts for said in rulings if said.event == "draws")
    return [(str(facts["player"]), int(str(facts["n"]))) for facts in found]


def demand(style: Style, state: InPlay[Agreed]) -> str:
    """What the player on turn faces; after a last card, what they draw unless somebody matches."""
    if not out_of(state):
        return style.demand(state)
    return f"{state.turn} faces {counted(state.draw_count, 'card')}" if state.draw_count else ""


def _top(style: Style, state: Laid[Agreed]) -> Top:
    top, options = state.top, state.options
    asks = top.symbol or top.color if options.kind(top.identity) in options.declared else None
    masked = bool(style.mixes) and top.cards[-1] == style.mixes
    return Top(
        card=style.face(top.identity),
        count=len(top.cards),
        by=top.by,
        mask=style.label(style.mixes) if masked else "",
        asks=declarable(style, asks) if asks else None,
    )


def declarable(style: Style, word: str) -> Face:
    """A word to declare, as it is called in the middle of a sentence."""
    return structs.replace(style.face(word), label=style.declared(word))


def seats(style: Style, look: AnyLook) -> tuple[Seat, ...]:
    """The players in seat order, with what everybody may know of them."""
    state = look.state
    if not isinstance(state, Dealt):
        return ()
    drew = Counter[str]()
    for name, number in draws(look):
        drew[name] += -number if look.undone else number
    gained = state.counted if isinstance(state, Counting) else {}
    live = state if isinstance(state, InPlay) else None
    on_turn = live if live and not out_of(live) else None
    return seated(
        look,
        lambda name: hand_seat(
            state,
            name,
            change=signed(gained[name]) if name in gained else "",
            badge=signed(drew[name]) if drew[name] else "",
            owes=live is not None and name in live.owes and style.reminds(live.options),
        ),
        scores=state.scores,
        lowest=True,
        sheet="seat" if live else "",
        turn=on_turn.turn if on_turn else "",
        following=_next(on_turn) if on_turn else "",
    )


def _play(style: Style, look: AnyLook, state: Flipping[Agreed] | InPlay[Agreed]) -> PlayStage:
    """The pad and the bar below it, whose keys are always the same: each has its place."""
    words, keys = style.words, pad(style, state)
    dispute = f"{look.url}?sheet=dispute"
    off = PlayStage(pad=keys, draw=words.draws, passes=words.passes, dispute=dispute)
    if isinstance(state, Flipping):
        return structs.replace(off, no_match="no card yet")
    out, player = out_of(state), state.turn
    found = structs.replace(
        off, player=out or player, match=f"{look.url}?sheet=match", no_match=no_match(style, state)
    )
    if out:
        stops = [*([] if found.no_match else ["a match"]), *style.stops(state)]
        hint = f"{capital(joined(stops, 'or'))} can still stop it: tap the player."
        faced = demand(style, state)
        hints = (f"{faced}." if faced else "", hint if stops else "Nothing can stop it now.")
        return structs.replace(found, out=out, hint=" ".join(filter(None, hints)))
    judge = style.rules.judge
    return structs.replace(
        found,
        plays=True,
        take=state.draw_count,
        no_draw=isinstance(judge(state, moves.Draw(player=player)), Refused),
        no_pass=isinstance(judge(state, moves.Pass(player=player)), Refused),
    )


# --- what hands must do, and what is said of it ----------------------------------------------------------


def action(style: Style, look: AnyLook) -> ActionLine:
    """What hands must do after the last move, in the order of the log; what it did, or what it was."""
    state = look.state
    cites = cited(style, look)
    if isinstance(state, Counting) and (first := _first(state)):
        return action_line(cites, first, why="They count in the hand")
    why = next((cite.text for cite in cited(style, look, _SHOWS_WHY)), "").removesuffix(".")
    also = tuple(filter(None, (_turned(look, state), _ending(style, state))))
    if deeds := tuple(_deeds(style, look, state)):
        if sum(map(len, deeds)) > _ROOM:
            many = len(draws(look))
            deeds = (
                f"{counted(many, 'player')} {'put cards back' if look.undone else 'draw'}",
                *deeds[many:],
            )
        if caught := _caught(look):
            why = f"Caught by {caught['caller']}"
        elif look.undone and draws(look):
            why = "The draw is undone"
        fined = any(said.event == "draws" and said.rule in style.fines for said in look.orders)
        return action_line(cites, (*deeds, *also), why=why, fined=fined)
    if isinstance(state, Flipping):
        back = (style.label(str(said.facts["card"])) for said in look.orders if said.event == "put back")
        orders = [f"{capital(card)}: flip another" for card in back]
        return action_line(cites, orders, tap="" if orders else "Tap the first card")
    faced = demand(style, state) if isinstance(state, InPlay) and not out_of(state) else ""
    if faced or state.phase == "out":
        # Below stands what finds no room beside the rest.
        room = sum(map(len, (*also, faced))) <= _ROOM
        lines = (*also, faced) if room else also
        return action_line(cites, filter(None, lines), why=why, faced=bool(faced) and room)
    news = also or tuple(filter(None, [_news(style, look, state) or joined([*_drew(look)])]))
    return ActionLine(tiles=news, cites=cites) if news else action_line(cites)


def prompt(style: Style, state: Table[Agreed]) -> str:
    """What is tapped once the last card's word is said, while it is owed."""
    owed = isinstance(state, InPlay) and not out_of(state) and state.owes and style.reminds(state.options)
    word = style.words.owes
    return f"Once {word} is said, tap “{word.strip('“”')}?”" if owed else ""


def _ending(style: Style, state: Table[Agreed]) -> str:
    """Whether anybody can still match a last card."""
    if not isinstance(state, InPlay) or not out_of(state):
        return ""
    return "Nobody can match" if no_match(style, state) else "Does anybody match?"


def _turned(look: AnyLook, state: Table[Agreed]) -> str:
    """What the last play did to the order of players; "" if it left that alone."""
    if not isinstance(state, InPlay):
        return ""
    for said in look.outcome.rulings:
        if said.event == "turned":
            way = "stays" if int(str(said.facts["n"])) % 2 == 0 else "turns"
            return f"Direction {way}: {state.turn}"
        if said.event == "skipped" and (number := state.chain.skips):
            by, way_round = state.top.by, state.direction
            names = dict.fromkeys(state.after(by, way_round * (step + 1)) for step in range(number))
            who = joined(list(names)) if len(names) <= _MOST_SKIPPED else counted(number, "player")
            return f"{who} {'is' if len(names) == 1 else 'are'} skipped"
    return ""


def _news(style: Style, look: AnyLook, state: Table[Agreed]) -> str:
    """What the last move was, where the first sentence of its ruling says only why it may be."""
    if not isinstance(state, InPlay):
        return ""
    top, events = state.top, {said.event: said for said in look.outcome.rulings}
    cards = style.played(top.cards)
    if "turned over" in events:
        return f"{capital(cards)}: {state.turn} begins"
    if not look.outcome.kind:
        return ""
    if called := events.get("declared"):
        return style.cite(called.message, called.facts).removesuffix(".")
    if look.outcome.kind == "self_match":
        return f"{top.by} matches their own card: nobody draws"
    played = f"{top.by} plays {cards}"
    return f"Overruled: {played}" if "overruled" in events else played


def _first(state: Counting[Agreed]) -> tuple[str, ...]:
    """Who drew before the count and is not counted yet."""
    waiting = to_count(state)
    return tuple(
        f"{name} draws {number} first" for name, number in state.outstanding.items() if name in waiting
    )


def _deeds(style: Style, look: AnyLook, state: Table[Agreed]) -> Iterator[str]:
    for player, number in draws(look):
        yield f"{player} puts {number} back" if look.undone else f"{player} draws {number}"
    for said in look.outcome.rulings:
        if said.event in _MUST_SAY and isinstance(state, InPlay) and said.facts["player"] in state.owes:
            yield f"{said.facts['player']} must say {style.words.owes}"


def _drew(look: AnyLook) -> Iterator[str]:
    """What was drawn by the move that an undo leaves the last: nobody draws it again."""
    for said in look.outcome.rulings if look.undone else ():
        if said.event == "draws":
            yield f"{said.facts['player']} drew {said.facts['n']}"


def _caught(look: AnyLook) -> Facts | None:
    """Who caught whom by the last move. Calls that an undone play has judged again are none of it."""
    if look.outcome.undoes or not draws(look):
        return None
    return next((said.facts for said in look.orders if "caller" in said.facts), None)


def moment(style: Style, look: AnyLook) -> Moment | None:
    """The occasion that the last move was, if it was one."""
    if isinstance(look.state, Over):
        return Moment(kind="won", word=won_by(look.state.winners))
    if look.outcome.undoes:
        return None
    if caught := _caught(look):
        return Moment(kind="gotcha", word=style.words.gotcha, text=str(caught["target"]))
    for said in look.orders:
        player = str(said.facts.get("player", ""))
        if said.event == "said":
            return Moment(kind="zar", word=style.words.cry, text=player)
        if said.event == "hand won":
            return Moment(kind="hand", word=f"{player} wins the hand")
        if said.event == "out":
            return Moment(kind="out", word="OUT!", text=player)
    return None


def _count(style: Style, look: AnyLook, state: Counting[Agreed]) -> CountStage:
    """The count of the hands that are left."""
    hands = Hands(
        options=state.options,
        held=state.hands,
        counted=state.counted,
        losers=tuple(name for name in state.players if state.hands[name]),
        waiting=tuple(to_count(state)),
        lying=state.laid,
        names=deck(state.options),
        face=style.face,
        pad=lambda mark: count_pad(style, state.options, mark),
        after=lambda player, cost: f"{player}: {state.scores[player]} → {state.scores[player] + cost}",
        in_place_of_seats=True,
    )
    return counting(look, hands)
