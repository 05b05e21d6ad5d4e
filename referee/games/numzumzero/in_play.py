"""The live NumZumZero table while cards are played: what counts now, the seats, the columns, the pad."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from urllib.parse import urlencode

from referee.games.context import ActionLine, Sheet
from referee.games.frame import action as action_line
from referee.games.frame import cites_of, menu
from referee.games.look import AnyLook, Best
from referee.games.numzumzero.context import (
    Choice,
    Chosen,
    ColumnSheet,
    ColumnView,
    KeyView,
    NowView,
    PickView,
    SeatView,
    TargetView,
)
from referee.games.numzumzero.faces import face, pad
from referee.rules.engine import Refused, Ruling
from referee.rules.numzumzero import cards, moves
from referee.rules.numzumzero.columns import Column, columns, is_full
from referee.rules.numzumzero.game import GAME
from referee.rules.numzumzero.play import COLLECTS, DRAWS, EMPTIES, GIVES_BACK, TURNS_OVER
from referee.rules.numzumzero.state import GOAL, Dealing, Over, Playing, Refilling, States, tokens
from referee.rules.sentences import counted, joined
from referee.web.components import Field
from referee.web.wording import signed

#: What a player does with tokens and cards, in the words of the action line.
_DEEDS = {
    COLLECTS: "takes a token",
    EMPTIES: "takes an extra token",
    GIVES_BACK: "gives back a token",
    DRAWS: "draws a card",
}
#: So many letters find room in a line beside the Draw Pile.
_ROOM = 34


def headline(state: States) -> str:
    """Which game it is, and with how many boxes."""
    number = state.options.boxes
    parts = [
        "Solo" if state.solo else "",
        "Advanced" if state.options.advanced else "Basic",
        counted(number, "box") if number > 1 else "",
    ]
    return " · ".join(filter(None, parts))


def now(state: States, best: Best | None) -> NowView | None:
    """The panel that says what counts now."""
    match state:
        case Dealing():
            number = len(state.columns)
            hand = "1 card" if state.solo else "2 cards each"
            return NowView(
                title=f"Turn over {counted(number, 'card')}",
                follow=f"{hand} in hand. {_best(best)}" if state.solo else f"{hand} in hand.",
            )
        case Refilling():
            return NowView(title=state.turn, does="cleared the field", drawpile=state.drawpile)
        case Playing():
            return NowView(
                title=state.turn,
                direction="" if state.solo else "clockwise",
                next="" if state.solo else _next(state),
                demand="" if state.drawpile else "Last play: nothing is left to draw.",
                follow=(_best(best) if state.solo else _near(state)) if state.drawpile else "",
                drawpile=state.drawpile,
            )
    return None


def action(look: AnyLook, state: States) -> ActionLine | None:
    """What hands must do: tokens to take or to give back, cards to draw or to turn over."""
    if not isinstance(state, Dealing | Playing | Refilling):
        return None
    did: dict[str, list[str]] = {}
    told = []
    for said in look.orders:
        if deed := _DEEDS.get(said.message):
            did.setdefault(str(said.facts["player"]), []).append(deed)
        elif said.message == TURNS_OVER:
            told.append(f"Turn over {_cards(int(str(said.facts['n'])))}")
    if isinstance(state, Dealing):
        told.append("Tap them in, column 1 first")
    told = [*(f"{player} {_at_once(deeds)}" for player, deeds in did.items()), *told]
    return action_line(cites_of(look.outcome), told)


def _at_once(deeds: list[str]) -> str:
    """What one player does, both tokens of an emptied field in one grip."""
    if _DEEDS[EMPTIES] in deeds:
        deeds = ["takes 2 tokens", *deeds[2:]]
    return joined(deeds)


def _cards(number: int) -> str:
    return counted(number, "card")


def _best(best: Best | None) -> str:
    return f"The score to beat: {best.points}, by {best.name}." if best else "No score to beat yet."


def _next(state: Playing | Refilling) -> str:
    return state.players[(state.players.index(state.turn) + 1) % len(state.players)]


def _near(state: Playing) -> str:
    names = [name for name in state.players if state.tokens[name] == GOAL - 1]
    if not names:
        return ""
    whose = f" for {joined(names, 'or')}"
    return f"One more token{whose if len(whose) < _ROOM - 25 else ''} ends the game."


def seats(look: AnyLook, state: States) -> tuple[SeatView, ...]:
    """The players in seat order with their tokens, which everybody may count (16)."""
    if isinstance(state, Dealing | Over):
        return ()
    held, gained = tokens(state), look.outcome.gained
    most = max(held.values())
    turn = state.turn if isinstance(state, Playing | Refilling) else ""
    following = _next(state) if isinstance(state, Playing | Refilling) and not state.solo else ""
    return tuple(
        SeatView(
            name=name,
            tokens=held[name],
            change=signed(gained[name]) if gained.get(name) else "",
            turn=name == turn,
            next=name == following,
            leader=not state.solo and 0 < most == held[name],
        )
        for name in state.players
    )


def lying(state: Playing) -> tuple[ColumnView, ...]:
    """The columns as everybody looks at them."""
    some = _some_card(state)
    return tuple(_column(column, full=_is_closed(state, column.number, some)) for column in columns(state))


def _some_card(state: Playing) -> str:
    left = cards.left(state.options.boxes, state.seen)
    return next((card for card in cards.CARDS if left[card] > 0), cards.CARDS[0])


def _is_closed(state: Playing, number: int, card: str) -> bool:
    answer = GAME.judge(state, moves.Play(player=state.turn, card=card, column=number))
    return isinstance(answer, Refused) and answer.code == "illegal"


def _column(column: Column, *, full: bool) -> ColumnView:
    apart = abs(column.difference) if column.cards and not column.collects and not full else 0
    said = [f"{column.blue} blue, {column.orange} orange" if column.cards else "empty"]
    said += [f"{column.collects} collects"] if column.collects else []
    said += [f"{apart} apart"] if apart else []
    seventh = "one card more is the seventh, and costs a token unless it collects"
    said += ["full" if full else seventh if column.last else ""]
    return ColumnView(
        number=column.number,
        cards=tuple(map(face, column.cards)),
        blue=column.blue,
        orange=column.orange,
        collects=face(column.collects) if column.collects else None,
        apart=apart,
        full=full,
        last=column.last,
        label=f"Column {column.number}: {', '.join(filter(None, said))}",
    )


def keys(state: Playing) -> tuple[KeyView, ...]:
    """The pad: a card is off when no copy of it is left, and knows the columns that it would collect."""
    found = columns(state)
    free = next((column.number for column in found if not column.full), 1)
    asked = {card: moves.Play(player=state.turn, card=card, column=free) for card in cards.CARDS}
    answers = {card: GAME.judge(state, move) for card, move in asked.items()}
    off = {card for card, said in answers.items() if isinstance(said, Refused) and said.code == "impossible"}
    marks = {
        card: " ".join(f"c{column.number}" for column in found if column.collects == card)
        for card in cards.CARDS
    }
    return pad(off, marks)


# --- cards that are turned over -------------------------------------------------------------------------


def picking(look: AnyLook, state: Dealing | Refilling) -> PickView:
    """The cards turned over, one by one. What is tapped stands in the address until the last one, so that
    it works without a script.
    """
    number = min(len(state.columns), state.drawpile)
    chosen = tuple(card for card in look.asked.getlist("cards") if card in cards.CARDS)[: number - 1]
    asked = look.asked.get("lead", "")
    lead = asked if asked in state.players else state.players[0]
    deals = isinstance(state, Dealing)
    ready = len(chosen) == number - 1
    field = "columns" if ready else "cards"
    given = Counter((*state.seen, *chosen))
    return PickView(
        do="deal" if deals else "refill",
        leads=tuple(
            Choice(href=_address(look, chosen, name), text=name, on=name == lead)
            for name in (state.players if deals and not state.solo else ())
        ),
        slots=tuple(_slots(look, chosen, lead if deals else "", number)),
        ready=ready,
        field=field,
        fields=(
            *((Field(name="lead", value=lead),) if deals else ()),
            *(Field(name=field, value=card) for card in chosen),
        ),
        keys=pad({card for card in given if given[card] >= cards.COPIES * state.options.boxes}),
    )


def _slots(look: AnyLook, chosen: tuple[str, ...], lead: str, number: int) -> Iterator[Chosen]:
    for place in range(number):
        if place < len(chosen):
            less = chosen[:place] + chosen[place + 1 :]
            yield Chosen(number=place + 1, card=face(chosen[place]), href=_address(look, less, lead))
        else:
            yield Chosen(number=place + 1)


def _address(look: AnyLook, chosen: tuple[str, ...], lead: str) -> str:
    return f"{look.url}?{urlencode([('lead', lead), *(('cards', card) for card in chosen)])}"


# --- sheets ---------------------------------------------------------------------------------------------


def asked_sheet(look: AnyLook, state: States) -> Sheet | None:
    """The sheet that the address asks for, if it makes sense now."""
    match look.asked.get("sheet"):
        case "menu":
            ends = isinstance(state, Playing | Refilling)
            return menu(
                look, GAME, moves=[Field(name="End the game as it stands", value="end")] if ends else ()
            )
        case "column" if isinstance(state, Playing):
            return _which_column(state, look.asked.get("card", ""))
    return None


def _which_column(state: Playing, card: str) -> ColumnSheet | None:
    """A card was tapped first: what would it do on each column?"""
    if card not in cards.CARDS:
        return None
    targets = [_target(state, card, number) for number in range(1, len(state.columns) + 1)]
    fields = {"do": "play", "player": state.turn, "card": card}
    return ColumnSheet(
        card=face(card),
        fields=tuple(Field(name=name, value=value) for name, value in fields.items()),
        columns=tuple(target for target in targets if target),
    )


def _target(state: Playing, card: str, number: int) -> TargetView | None:
    answer = GAME.judge(state, moves.Play(player=state.turn, card=card, column=number))
    column = (*state.columns[number - 1], card)
    if isinstance(answer, Ruling):
        gained = sum(line.points for line in answer.lines)
        sums = " : ".join(str(cards.total(color, column)) for color in cards.COLORS)
        seventh = " · the seventh" if is_full(column) else ""
        text = f"{sums}{seventh}{f', {signed(gained)}' if gained else ''}"
        return TargetView(number=number, text=text, good=gained > 0)
    return TargetView(number=number, text="full", no=True) if answer.code == "illegal" else None
