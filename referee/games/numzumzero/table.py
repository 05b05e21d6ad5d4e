"""The NumZumZero table: what counts now, the seats, the columns, the pad; the bonus marks, and the end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from urllib.parse import urlencode

from referee.games.cited import Cited
from referee.games.frame import action as action_line
from referee.games.frame import cites_of, why_over
from referee.games.look import AnyLook, Best
from referee.games.numzumzero.views import (
    BonusStage,
    ColumnsStage,
    ColumnView,
    NumOver,
    PickStage,
    ResultRow,
)
from referee.games.parts import Choice, Face, Key, Pad, Row, Seat
from referee.games.parts import seats as seated
from referee.games.table_views import ActionLine, Stage, WhoseTurn, won_by
from referee.rules.engine import Refused
from referee.rules.numzumzero import cards, moves, play
from referee.rules.numzumzero.game import GAME
from referee.rules.numzumzero.state import (
    GOAL,
    Column,
    Counting,
    Dealing,
    Over,
    Playing,
    Refilling,
    States,
    columns,
    tokens,
)
from referee.rules.sentences import counted, joined
from referee.web.components import Field, StandingView, ranked
from referee.web.wording import signed

#: What a player does with tokens and cards, in the words of the action line.
_DEEDS = {
    "collects": "takes a token",
    "empties the field": "takes an extra token",
    "gives back": "gives back a token",
    "draws": "draws a card",
}
#: How many cards are left stands beside whose turn it is.
_PILE = "games/numzumzero/pile.html"
#: So many letters find room in a line beside the Draw Pile.
_ROOM = 34
#: Bonus tokens of a tap each; more can be typed.
_NUMBERS = range(8)
#: What the winner is decided by: the rest of the last move's rulings is about the move and the end.
_DECIDES = ("numzumzero 12", "numzumzero 13")


def headline(state: States) -> str:
    """Which game it is, and with how many boxes."""
    number = state.options.boxes
    parts = [
        "Solo" if state.solo else "",
        "Advanced" if state.options.advanced else "Basic",
        counted(number, "box") if number > 1 else "",
    ]
    return " · ".join(filter(None, parts))


def stage(look: AnyLook) -> Stage:
    """What the phase shows below the seats."""
    match look.state:
        case Playing():
            return _playing(look.state)
        case Dealing() | Refilling():
            return _picking(look, look.state)
        case Counting():
            return _bonus(look, look.state)
    return _over(look, look.state)


def now(look: AnyLook, _stage: Stage) -> WhoseTurn | None:
    """The panel that says what counts now."""
    state: States = look.state
    best = look.best() if state.solo else None
    match state:
        case Dealing():
            number = len(state.columns)
            hand = "1 card" if state.solo else "2 cards each"
            return WhoseTurn(
                title=f"Turn over {counted(number, 'card')}",
                follow=f"{hand} in hand. {_best(best)}" if state.solo else f"{hand} in hand.",
            )
        case Refilling():
            return WhoseTurn(title=state.turn, does="cleared the field", drawing=_PILE, top=_pile(state))
        case Playing():
            return WhoseTurn(
                title=state.turn,
                direction="" if state.solo else "clockwise",
                next="" if state.solo else state.after(state.turn),
                demand="" if state.drawpile else "Last play: nothing is left to draw.",
                follow=(_best(best) if state.solo else _near(state)) if state.drawpile else "",
                drawing=_PILE,
                top=_pile(state),
                for_hands="demand",
            )
    return None


def _pile(state: Playing | Refilling) -> Face:
    return Face(card="", name=str(state.drawpile), label=f"Draw Pile: {_cards(state.drawpile)}")


def action(look: AnyLook, _stage: Stage) -> ActionLine | None:
    """What hands must do: tokens to take or to give back, cards to draw or to turn over."""
    state = look.state
    if not isinstance(state, Dealing | Playing | Refilling):
        return None
    did: dict[str, list[str]] = {}
    told = []
    for said in look.orders:
        if deed := _DEEDS.get(said.event):
            did.setdefault(str(said.facts["player"]), []).append(deed)
        elif said.event == "turns over":
            told.append(f"Turn over {_cards(int(str(said.facts['n'])))}")
    if isinstance(state, Dealing):
        told.append("Tap them in, column 1 first")
    told = [*(f"{player} {_at_once(deeds)}" for player, deeds in did.items()), *told]
    return action_line(cites_of(look.outcome), told)


def _at_once(deeds: list[str]) -> str:
    """What one player does, both tokens of an emptied field in one grip."""
    if _DEEDS["empties the field"] in deeds:
        deeds = ["takes 2 tokens", *deeds[2:]]
    return joined(deeds)


def _cards(number: int) -> str:
    return counted(number, "card")


def _best(best: Best | None) -> str:
    return f"The score to beat: {best.points}, by {best.name}." if best else "No score to beat yet."


def _near(state: Playing) -> str:
    names = [name for name in state.players if state.tokens[name] == GOAL - 1]
    if not names:
        return ""
    whose = f" for {joined(names, 'or')}"
    return f"One more token{whose if len(whose) < _ROOM - 25 else ''} ends the game."


def seats(look: AnyLook) -> tuple[Seat, ...]:
    """The players in seat order with their tokens, which everybody may count (16)."""
    state = look.state
    if isinstance(state, Dealing | Over):
        return ()
    held, gained = tokens(state), look.outcome.gained
    most = max(held.values())
    turning = state if isinstance(state, Playing | Refilling) else None
    return seated(
        state.players,
        lambda name: Seat(
            name=name,
            held=held[name],
            unit="token",
            change=signed(gained[name]) if gained.get(name) else "",
        ),
        turn=turning.turn if turning else "",
        following=turning.after(turning.turn) if turning and not state.solo else "",
        leaders=[name for name in state.players if not state.solo and 0 < most == held[name]],
    )


# --- cards that are played ------------------------------------------------------------------------------


def _playing(state: Playing) -> ColumnsStage:
    """The columns as everybody looks at them. A card of the pad is off when no copy of it is left, and knows
    the columns that it would collect.
    """
    found, some = columns(state), _some_card(state)
    free = next((column.number for column in found if not column.full), 1)
    asked = {card: moves.Play(player=state.turn, card=card, column=free) for card in cards.CARDS}
    answers = {card: GAME.judge(state, move) for card, move in asked.items()}
    off = {card for card, said in answers.items() if isinstance(said, Refused) and said.code == "impossible"}
    marks = {
        card: " ".join(f"c{column.number}" for column in found if column.collects == card)
        for card in cards.CARDS
    }
    return ColumnsStage(
        player=state.turn,
        columns=tuple(_column(each, full=_is_closed(state, each.number, some)) for each in found),
        pad=_pad(off, marks),
    )


def _some_card(state: Playing) -> str:
    left = cards.left(state.options.boxes, state.visible_cards)
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


def face(card: str) -> Face:
    """A card of the game."""
    color = "blue" if card.startswith("blue") else "orange"
    return Face(card=card, name=str(cards.value(card)), label=card, look=color)


def _pad(off: Collection[str], collects: Mapping[str, str], field: str = "card") -> Pad:
    """The 14 keys, blue before orange; those of cards that cannot be there are `off`."""
    keys = [
        Key(sent=card, face=face(card), mark="off" if card in off else "", look=collects.get(card, ""))
        for card in cards.CARDS
    ]
    rows = tuple(
        Row(label=color.capitalize(), keys=tuple(key for key in keys if key.face.look == color), field=field)
        for color in cards.COLORS
    )
    return Pad(rows=rows, look="nums")


# --- cards that are turned over -------------------------------------------------------------------------


def _picking(look: AnyLook, state: Dealing | Refilling) -> PickStage:
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
    given = Counter((*state.visible_cards, *chosen))
    return PickStage(
        do="deal" if deals else "refill",
        leads=tuple(
            Choice(href=_address(look, chosen, name), text=name, on=name == lead)
            for name in (state.players if deals and not state.solo else ())
        ),
        slots=tuple(_slots(look, chosen, lead if deals else "", number)),
        ready=ready,
        fields=(
            *((Field(name="lead", value=lead),) if deals else ()),
            *(Field(name=field, value=card) for card in chosen),
        ),
        pad=_pad({card for card in given if given[card] >= cards.COPIES * state.options.boxes}, {}, field),
    )


def _slots(look: AnyLook, chosen: tuple[str, ...], lead: str, number: int) -> Iterator[Key | None]:
    for place in range(number):
        if place < len(chosen):
            less = chosen[:place] + chosen[place + 1 :]
            yield Key(face=face(chosen[place]), href=_address(look, less, lead))
        else:
            yield None


def _address(look: AnyLook, chosen: tuple[str, ...], lead: str) -> str:
    return f"{look.url}?{urlencode([('lead', lead), *(('cards', card) for card in chosen)])}"


# --- no card is played -----------------------------------------------------------------------------------


def _bonus(look: AnyLook, state: Counting) -> BonusStage:
    """Who has looked at their pile, and the number of the one that is asked for (14)."""
    waiting = [name for name in state.players if name not in state.bonus]
    wanted = look.asked.get("player", "")
    player = wanted if wanted in waiting else waiting[0]
    numbers = tuple(
        (number, isinstance(GAME.judge(state, moves.Bonus(player=player, tokens=number)), Refused))
        for number in _NUMBERS
    )
    return BonusStage(
        who=tuple(
            Choice(
                href=f"{look.url}?{urlencode({'player': name})}",
                text=name,
                on=name == player,
                note="not yet",
                done=signed(state.bonus[name]) if name in state.bonus else "",
            )
            for name in state.players
        ),
        player=player,
        held=_tokens(state.tokens[player]),
        numbers=numbers,
        none=not state.piles[player],
    )


def _over(look: AnyLook, state: Over) -> NumOver:
    """The end of the game: the winner and how ties were broken, or a score and the one to beat."""
    held, best = tokens(state), look.best() if state.solo else None
    alone = state.players[0] if state.solo else ""
    crowned = (alone,) if alone and _is_best(held[alone], best) else state.winners
    # Whoever won a tie-break is before others with as many tokens.
    rows = (StandingView(name=name, points=held[name], leader=name in crowned) for name in state.players)
    standings = ranked(rows, highest=True)
    return NumOver(
        heading=f"{alone}: {_tokens(held[alone])}" if alone else won_by(state.winners),
        why=why_over(look, play.why_over(state), rule="numzumzero 12"),
        detail=_compared(held[alone], best) if alone else _ahead(state),
        standings=standings,
        counts=GAME.counts,
        decided=tuple(
            Cited(text=said.text, rule=said.rule)
            for said in look.outcome.rulings
            if said.rule in _DECIDES and said.event != "ended"
        ),
        advanced=state.options.advanced,
        rows=tuple(
            ResultRow(
                rank=0 if alone else place.rank,
                name=(name := place.name),
                tokens=held[name],
                bonus=signed(state.bonus.get(name, 0)) if state.options.advanced else "",
                cards=len(state.piles[name]),
                total=sum(map(cards.value, state.piles[name])),
                winner=name in state.winners,
            )
            for place in standings
        ),
    )


def _tokens(number: int) -> str:
    """Tokens in words."""
    return counted(number, "token")


def _ahead(state: Over) -> str:
    return "The most tokens win." if state.winners else "Equal after every tie-break."


def _is_best(score: int, best: Best | None) -> bool:
    return best is None or score > best.points


def _compared(score: int, best: Best | None) -> str:
    """The score beside the best earlier one (15)."""
    if best is None:
        return "This is the first Solo score, and from now on the one to beat."
    if score > best.points:
        return f"A new best score! The best before was {best.points}, by {best.name}."
    if score == best.points:
        return f"As good as the best score, by {best.name}."
    return f"The best score is still {best.points}, by {best.name}."
