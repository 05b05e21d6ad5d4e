"""The NumZumZero table: what counts now, the seats, the columns, the pad; the bonus marks, and the end."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import ClassVar
from urllib.parse import urlencode

from msgspec.structs import replace

from referee.games.cited import cite_of
from referee.games.frame import action_line, cites_of, fields_of, why_over
from referee.games.look import AnyLook, Best
from referee.games.parts import Choice, Face, Key, Pad, Row, Seat, seated
from referee.games.table_views import ActionLine, Headline, OverView, Stage, WhoseTurn, standings, won_by
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
from referee.web.components import Field, View
from referee.web.wording import signed


class ColumnView(View, frozen=True):
    """A column as it lies, and how far it is from being collected.

    `collects` is the card that would do it, `apart` the difference where no single card does, 0 where the
    column is empty or full. `last` says that the next card is the seventh. `label` says all of it aloud.
    """

    number: int
    cards: tuple[Face, ...]
    blue: int
    orange: int
    collects: Face | None
    apart: int
    full: bool
    last: bool
    label: str


class ColumnsStage(Stage, frozen=True):
    """The columns, and the pad for the card that `player` puts on one."""

    template: ClassVar[str] = "games/numzumzero/play.html"
    bar: ClassVar[str] = "games/numzumzero/bar.html"
    middle: ClassVar[str] = "games/numzumzero/columns.html"
    hint: ClassVar[str] = "Tap a column, then the card."
    undo: ClassVar[str] = ""

    player: str
    columns: tuple[ColumnView, ...]
    pad: Pad


class PickStage(Stage, frozen=True, kw_only=True):
    """The cards turned over, tapped in one by one; the last one makes the move `do`.

    The pad sends a card more for the address, or, if `ready`, the last one of the move; `fields` go with it.
    A slot that has its card leads to where that is taken away again.
    """

    template: ClassVar[str] = "games/numzumzero/pick.html"
    bar: ClassVar[str] = "games/numzumzero/bar.html"
    hint: ClassVar[str] = "Tap the cards."

    keeps_query: bool = True
    do: str
    leads: tuple[Choice, ...]
    slots: tuple[Key | None, ...]
    ready: bool
    fields: tuple[Field, ...]
    pad: Pad

    @property
    def said(self) -> tuple[str, ...]:
        """The card that was tapped last, and where it lies."""
        tapped = self._tapped
        return (f"Column {len(tapped)}: {tapped[-1].face.label}",) if tapped else ()

    @property
    def undo(self) -> str:
        return self._tapped[-1].href if self._tapped else ""

    @property
    def _tapped(self) -> list[Key]:
        return [slot for slot in self.slots if slot]


class BonusStage(Stage, frozen=True, kw_only=True):
    """The bonus marks of everybody's pile; `player` is asked for now, and has `held` tokens so far.

    Each of the `numbers` may be off. `none` says that they have no card that could bear a mark.
    """

    template: ClassVar[str] = "games/numzumzero/bonus.html"
    still: ClassVar[str] = "table/still_counted.html"
    counted: ClassVar[str] = "Bonus marks"

    keeps_query: bool = True
    who: tuple[Choice, ...]
    player: str
    held: str
    numbers: tuple[tuple[int, bool], ...]
    none: bool


class NumOver(OverView, frozen=True, kw_only=True):
    """The end, and what everybody has collected: how many cards, and what they add up to.

    In the Advanced game there is a `bonus` for each, by their names.
    """

    more: ClassVar[str] = "games/numzumzero/result.html"
    still: ClassVar[str] = more

    bonus: Mapping[str, str]
    piles: Mapping[str, tuple[int, int]]


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


def headline(state: States) -> Headline:
    boxes, kind = state.options.boxes, "Advanced" if state.options.advanced else "Basic"
    parts = ("Solo" if state.solo else "", kind, counted(boxes, "box") if boxes > 1 else "")
    return Headline(goal=" · ".join(filter(None, parts)))


def stage(look: AnyLook) -> Stage:
    match look.state:
        case Playing():
            return _playing(look.state)
        case Dealing() | Refilling():
            return _picking(look, look.state)
        case Counting():
            return _bonus(look, look.state)
    return _over(look, look.state)


def now(look: AnyLook, _stage: Stage) -> WhoseTurn | None:
    state: States = look.state
    best = _best(look.best()) if state.solo else ""
    match state:
        case Dealing():
            title = f"Turn over {_cards(len(state.columns))}"
            hand = f"1 card in hand. {best}" if state.solo else "2 cards each in hand."
            return WhoseTurn(title=title, follow=hand)
        case Refilling():
            return WhoseTurn(title=state.turn, does="cleared the field", drawing=_PILE, top=_pile(state))
        case Playing():
            return WhoseTurn(
                title=state.turn,
                direction="" if state.solo else "clockwise",
                next=state.following,
                demand="" if state.drawpile else "Last play: nothing is left to draw.",
                follow=(best or _near(state)) if state.drawpile else "",
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
    tap = "Tap them in, column 1 first" if isinstance(state, Dealing) else ""
    told = [*(f"{player} {_at_once(deeds)}" for player, deeds in did.items()), *told]
    return action_line(cites_of(look.outcome), told, tap=tap)


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
    whose = f" for {joined(names, 'or')}"
    return f"One more token{whose if len(whose) < _ROOM - 25 else ''} ends the game." if names else ""


def seats(look: AnyLook) -> tuple[Seat, ...]:
    """The players in seat order with their tokens, which everybody may count (16)."""
    state = look.state
    if isinstance(state, Over):
        return ()
    held, gained = tokens(state), look.outcome.gained
    return seated(
        look,
        lambda name: Seat(
            name=name, held=held[name], unit="token", change=signed(gained[name]) if gained.get(name) else ""
        ),
        scores={} if state.solo else held,
    )


# --- cards that are played ------------------------------------------------------------------------------


def _playing(state: Playing) -> ColumnsStage:
    """The columns as everybody looks at them. A card of the pad is off when no copy of it is left, and knows
    the columns that it would collect.
    """
    found, some = columns(state), any_card(state)
    free = next((column.number for column in found if not column.full), 1)
    off = {card for card in cards.CARDS if _code(state, card, free) == "impossible"}
    marks = {
        card: " ".join(f"c{column.number}" for column in found if column.collects == card)
        for card in cards.CARDS
    }
    return ColumnsStage(
        player=state.turn,
        columns=tuple(_column(each, full=_code(state, some, each.number) == "illegal") for each in found),
        pad=_pad(off, marks),
    )


def any_card(state: Playing) -> str:
    """A card that can still be in a hand."""
    left = cards.left(state.options.boxes, state.visible_cards)
    return next((card for card in cards.CARDS if left[card] > 0), cards.CARDS[0])


def _code(state: Playing, card: str, column: int) -> str:
    """Why a card cannot go on a column, "" where it can."""
    answer = GAME.judge(state, moves.Play(player=state.turn, card=card, column=column))
    return answer.code if isinstance(answer, Refused) else ""


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
    return Face(card=card, name=str(cards.value(card)), label=card, look=card.partition(" ")[0])


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
    deals, asked = isinstance(state, Dealing), look.asked.get("lead", "")
    lead = (asked if asked in state.players else state.players[0]) if deals else ""
    ready = len(chosen) == number - 1
    field = "columns" if ready else "cards"
    left = cards.left(state.options.boxes, (*state.visible_cards, *chosen))
    taken = (
        Key(face=face(card), href=_address(look, chosen[:place] + chosen[place + 1 :], lead))
        for place, card in enumerate(chosen)
    )
    return PickStage(
        do="deal" if deals else "refill",
        in_place_of_seats=deals and not state.solo,
        leads=tuple(
            Choice(href=_address(look, chosen, name), text=name, on=name == lead)
            for name in (state.players if deals and not state.solo else ())
        ),
        slots=(*taken, *[None] * (number - len(chosen))),
        ready=ready,
        fields=tuple(fields_of(({"lead": lead} if deals else {}) | {field: chosen})),
        pad=_pad({card for card in cards.CARDS if left[card] <= 0}, {}, field),
    )


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
        held=counted(state.tokens[player], "token"),
        numbers=numbers,
        none=not state.piles[player],
    )


def _over(look: AnyLook, state: Over) -> NumOver:
    """The end of the game: the winner and how ties were broken, or a score and the one to beat."""
    held = tokens(state)
    decided = tuple(
        cite_of(said) for said in look.outcome.rulings if said.rule in _DECIDES and said.event != "ended"
    )
    ties = [cite.text for cite in decided if cite.rule == "numzumzero 13"]
    detail = ties[-1] if ties else "The most tokens win."
    shown = NumOver(
        heading=won_by(state.winners),
        why=why_over(look, play.why_over(state), rule="numzumzero 12"),
        detail=detail if state.winners else "Equal after every tie-break.",
        # Whoever won a tie-break is before others with as many tokens.
        standings=standings(held, state.winners),
        counts=GAME.counts,
        decided=decided,
        bonus={name: signed(number) for name, number in state.bonus.items()},
        piles={name: (len(pile), sum(map(cards.value, pile))) for name, pile in state.piles.items()},
    )
    if not state.solo:
        return shown
    [(alone, score)], best = held.items(), look.best()
    crowned = [alone] if best is None or score > best.points else []
    heading, detail = f"{alone}: {counted(score, 'token')}", _compared(score, best)
    return replace(shown, heading=heading, detail=detail, standings=standings(held, crowned))


def _compared(score: int, best: Best | None) -> str:
    """The score beside the best earlier one (15)."""
    if best is None:
        return "This is the first Solo score, and from now on the one to beat."
    if score > best.points:
        return f"A new best score! The best before was {best.points}, by {best.name}."
    if score == best.points:
        return f"As good as the best score, by {best.name}."
    return f"The best score is still {best.points}, by {best.name}."
