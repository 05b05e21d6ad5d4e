"""The live Zero Zap table: what counts now, the seats, what lies on the table, the draw step, the discard."""

from __future__ import annotations

from collections.abc import Iterable
from urllib.parse import urlencode

from referee.games.context import ActionLine, Mark
from referee.games.frame import action as action_line
from referee.games.frame import cites_of
from referee.games.look import AnyLook
from referee.games.zero_zap.context import (
    CardView,
    DiscardView,
    DrawView,
    GroupView,
    KeyView,
    LaidView,
    NowView,
    SeatView,
)
from referee.games.zero_zap.faces import face, label
from referee.rules.engine import Refused
from referee.rules.sentences import words
from referee.rules.zero_zap import cards, lineup, moves, scoring
from referee.rules.zero_zap.discard import ZAPS
from referee.rules.zero_zap.game import GAME
from referee.rules.zero_zap.groups import loosely
from referee.rules.zero_zap.offers import offers
from referee.rules.zero_zap.piles import DRAWS, RAN_OUT
from referee.rules.zero_zap.specials import (
    COLOR_ON,
    GIVES,
    HANDS_ON,
    RESHUFFLES,
    STEALS_DOUBLE,
    STEALS_GROUP,
)
from referee.rules.zero_zap.state import Counting, Drawing, Playing, States, Table, Turn, left_of
from referee.rules.zero_zap.turn import TAKES, TAKES_MORE

#: So many cards of the lineup stand above the pad; the whole of it lies below.
LAST = 7
#: What hands do, in the words of the action line.
_DEEDS = {
    DRAWS: "{player} draws {n}",
    RAN_OUT: "Shuffle the tray",
    TAKES: "{player} takes {card}",
    RESHUFFLES: "Shuffle all piles into one",
    STEALS_GROUP: "{thief} takes a set or run of {target}’s",
    STEALS_DOUBLE: "{thief} takes {target}’s double {color}",
    GIVES: "{player} gives {target} a card",
    HANDS_ON: "All hands go to the right",
    COLOR_ON: "Everybody hands a colour to the left",
    ZAPS: "Zero Zap hits {target}",
}


def headline(state: States) -> str:
    """Which round it is, and when the game ends."""
    end = f"to {state.options.end.score}"
    return f"round {state.rounds} · {end}" if state.rounds else end


def now(state: States) -> NowView | None:
    """The panel that says what counts now."""
    if isinstance(state, Counting):
        hit = f"“Zero Zap!” {state.zapped} loses the round’s points." if state.zapped else ""
        return NowView(
            title=state.out,
            does="is out!",
            demand=hit,
            follow="+5 for going out. What do the others hold?",
        )
    if not isinstance(state, Turn):
        return None
    return NowView(
        title=state.turn,
        direction="clockwise",
        next=left_of(state, state.turn),
        demand=_demand(state),
        follow=_piles(state),
    )


def action(look: AnyLook, state: States) -> ActionLine | None:
    """What hands must do after the last move: who draws, takes, gives or hands on what."""
    if not isinstance(state, Turn | Counting):
        return None
    rulings = look.orders
    told = [words(_DEEDS[said.message], said.facts) for said in rulings if said.message in _DEEDS]
    for said in rulings:
        if said.message == TAKES_MORE:
            also = said.facts["also"]
            more = len(also) if isinstance(also, list | tuple) else 0
            told.append(words("{player} takes {card} and {n} more", {**said.facts, "n": more}))
    fined = any(said.message == ZAPS for said in rulings)
    return action_line(cites_of(look.outcome), told, fined=fined)


def _demand(state: Turn) -> str:
    held = state.hands[state.turn]
    if isinstance(state, Playing):
        if state.taken:
            return f"Lay the {label(state.taken)} in a set or run"
        if not held:
            return "No card to discard: pass"
        return "Last card: discard it and go out" if held == 1 else "Lay, then discard one"
    return "Draw 2, or take from the lineup" if state.lineup else "Draw 2 or 1"


def _piles(state: Turn) -> str:
    return f"Draw pile {state.drawpile} · tray {len(state.tray)} · lineup {len(state.lineup)}"


def seats(look: AnyLook, state: States) -> tuple[SeatView, ...]:
    """The players in seat order, with what everybody may know of them."""
    if not isinstance(state, Turn | Counting):
        return ()
    highest = max(state.scores.values())
    return tuple(
        SeatView(
            name=name,
            href=f"{look.url}?sheet=seat&player={place}" if isinstance(state, Turn) else look.url,
            cards=state.hands[name],
            points=state.scores[name],
            change=f"+{points}" if (points := worth(state, name)) else "",
            dealer=name == state.dealer,
            turn=isinstance(state, Turn) and name == state.turn,
            next=isinstance(state, Turn) and name == left_of(state, state.turn),
            leader=0 < highest == state.scores[name],
        )
        for place, name in enumerate(state.players)
    )


def worth(state: Table, player: str) -> int:
    """The points of all that a player has laid in this round."""
    groups = tuple(map(loosely, state.melds[player]))
    made = scoring.Made(groups, state.doubles[player], out=False, held=0, hit=None)
    return sum(int(line.points) for line in scoring.lines(player, made))


def laid(state: Table, names: Iterable[str]) -> tuple[LaidView, ...]:
    """What lies in front of these players, those aside who have laid nothing."""
    return tuple(
        LaidView(
            name=name,
            points=worth(state, name),
            groups=tuple(
                group_view(state, name, place, given) for place, given in enumerate(state.melds[name])
            ),
            doubles=tuple(face(f"double {color}") for color in state.doubles[name]),
        )
        for name in names
        if state.melds[name] or state.doubles[name]
    )


def group_view(state: Table, player: str, place: int, given: tuple[str, ...]) -> GroupView:
    """A set or run as it would lie in front of a player, wilds last."""
    group = loosely(given)
    doubled = group.color in state.doubles[player]
    ordered = sorted(given, key=lambda card: (card == cards.WILD, card))
    return GroupView(
        place=place,
        text=f"{group.kind} of {group.cards} {group.color or ''}".rstrip(),
        color=group.color or "",
        cards=tuple(map(face, ordered)),
        points=group.points * (2 if doubled else 1),
        doubled=doubled,
    )


def draw(state: Drawing) -> DrawView:
    """The draw step: the piles, and every card of the lineup with what comes along."""
    keys = []
    for index, card in enumerate(state.lineup):
        answer = GAME.judge(state, moves.Take(player=state.turn, card=card, index=index))
        also = lineup.along(state.lineup, index)
        called = ", ".join(map(label, also))
        keys.append(
            KeyView(
                card=face(card),
                value=f"{index} {card}",
                label=f"Take {label(card)}" + (f", and with it {called}" if also else ""),
                state=mark(answer),
                note=f"+{len(also)}" if also else "",
            )
        )
    return DrawView(player=state.turn, lineup=tuple(keys))


def mark(answer: object) -> Mark:
    """How a key looks for what the referee says of it."""
    if not isinstance(answer, Refused):
        return ""
    return "no" if answer.code == "illegal" else "off"


def discard(look: AnyLook, state: Playing) -> DiscardView:
    """Every card to discard, as the referee sees it for the player on turn."""
    held = state.hands[state.turn]
    marks: dict[str, Mark] = {}
    for move in offers(state):
        if isinstance(move, moves.Discard | moves.Zap):
            card = move.card if isinstance(move, moves.Discard) else cards.ZERO_ZAP
            best = min(mark(GAME.judge(state, move)), marks.get(card, "off"), key=("", "no", "off").index)
            marks[card] = best
    keys = [_key(look, state, card, marks.get(card, "off")) for card in cards.CARDS]
    hidden = max(len(state.lineup) - LAST, 0)
    return DiscardView(
        player=state.turn,
        lay=f"{look.url}?lay=1",
        here=f"{look.url}?discard=1",
        numbers=tuple(keys[: len(cards.NUMBER_CARDS)]),
        others=tuple(keys[len(cards.NUMBER_CARDS) :]),
        lineup=tuple(map(face, state.lineup[hidden:])),
        before=hidden,
        passes=not held,
        last=held == 1,
    )


def lying(state: Table) -> tuple[CardView, ...]:
    """The whole lineup, in order."""
    return tuple(map(face, state.lineup))


def _key(look: AnyLook, state: Playing, card: str, state_of_it: Mark) -> KeyView:
    """A card to discard; a special that asks for more opens a sheet, as the last card it asks nothing."""
    last = state.hands[state.turn] <= 1
    asks = card == cards.ZERO_ZAP if last else card in ("give", "bonus", "pass color", "steal")
    if card == "steal" and asks:
        asks = any(state.melds[name] or state.doubles[name] for name in state.players if name != state.turn)
    query = urlencode({"sheet": "card", "card": card})
    return KeyView(
        card=face(card),
        value=card,
        label=f"Discard {label(card)}" if card != cards.ZERO_ZAP else "Zero Zap",
        state=state_of_it,
        href=f"{look.url}?{query}" if asks and state_of_it != "off" else "",
    )
