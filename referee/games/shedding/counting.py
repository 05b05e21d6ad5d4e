"""The count of a hand, card by card or by its points, alike in every game in which cards are left over.

What is tapped or typed stands in the address until it is saved, so that it works without a script.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.http import QueryDict

from referee.games.look import AnyLook
from referee.games.parts import Choice, Face, Key, Pad
from referee.games.shedding.typed import added, pressed, typed
from referee.games.shedding.views import CountStage, DoubtView
from referee.rules.sentences import counted
from referee.rules.shedding.hands import points, too_many, worth
from referee.rules.shedding.state import Agreed
from referee.web.components import Field

#: More cards than the app has tracked can be tapped, but nobody has so many more.
_MORE = 9


@dataclass(frozen=True)
class Hands:
    """The hands to count, and how their game shows cards.

    `lying` says how often each card is seen already, `names` which there are. `fields` go along in every
    address. `face` is how a card looks, `pad` the keys with what was tapped; `after` says what saving a
    number of points does. The hands may stand `in_place_of_seats`.
    """

    options: Agreed
    held: Mapping[str, int]
    counted: Mapping[str, int]
    losers: tuple[str, ...]
    waiting: tuple[str, ...]
    lying: dict[str, int]
    names: Collection[str]
    face: Callable[[str], Face]
    pad: Callable[[str, tuple[str, ...]], Pad]
    after: Callable[[str, int], str]
    fields: tuple[tuple[str, str], ...] = ()
    in_place_of_seats: bool = False

    def possible(self, names: Collection[str], held: int) -> tuple[str, ...]:
        """Of tapped cards those that there are."""
        found: tuple[str, ...] = ()
        for card in names:
            if card in self.names and not too_many(self.options, self.lying, (*found, card)):
                found = (*found, card)
        return found[: held + _MORE]

    def address(
        self,
        url: str,
        player: str,
        cards: tuple[str, ...] = (),
        *,
        text: str | None = None,
        ask: bool = False,
    ) -> str:
        """Where the count stands so; `text` is what was typed, None while cards are tapped."""
        pairs = [("player", player), *self.fields, *(("cards", card) for card in cards)]
        pairs += [] if text is None else [("points", text)]
        pairs += [("ask", "1")] if ask else []
        return f"{url}?{urlencode(pairs)}"


def counting(look: AnyLook, hands: Hands) -> CountStage:
    """Whose hand is counted, what was tapped or typed so far, and whether that can be."""
    wanted = look.asked.get("player", "")
    player = wanted if wanted in hands.waiting else hands.waiting[0]
    mine, held = wanted == player, hands.held[player]
    typing = "points" in look.asked
    chosen = hands.possible(look.asked.getlist("cards"), held) if mine else ()
    text = (
        pressed(typed(look.asked.get("points") or ""), look.asked.get("digit", "")) if mine and typing else ""
    )
    costs = [points(hands.options, (card,)) for card in chosen]
    total = added(text) if typing else sum(costs)

    def address(cards: tuple[str, ...] = chosen, text: str | None = None, *, ask: bool = False) -> str:
        return hands.address(look.url, player, cards, text=text, ask=ask)

    back = ""
    if text:
        back = address(text=text[:-1])
    elif chosen and not typing:
        back = address(chosen[:-1])
    doubt = None
    if mine and "ask" in look.asked:
        why = unlikely(hands.options, held, total) if typing else _beyond(player, held, len(chosen))
        here = address(text=text) if typing else address()
        doubt = _doubt(total, held if typing else len(chosen), why, here) if why else None
    return CountStage(
        in_place_of_seats=hands.in_place_of_seats,
        url=look.url,
        losers=tuple(
            Choice(
                href=hands.address(look.url, name, text="" if typing else None),
                text=name,
                on=name == player,
                note=f"{hands.held[name]} left",
                done=_points(hands.counted[name]) if name in hands.counted else "",
            )
            for name in hands.losers
        ),
        player=player,
        expected=held,
        total=total,
        after=hands.after(player, total),
        fields=tuple(
            Field(name=name, value=value)
            for name, value in (("player", player), *hands.fields, *(("cards", card) for card in chosen))
        ),
        chosen=tuple(
            Key(
                face=hands.face(card),
                href=address(chosen[:place] + chosen[place + 1 :]),
                note=str(costs[place]),
            )
            for place, card in reversed(tuple(enumerate(chosen)))
        ),
        typed=text if typing else None,
        back=back,
        switch=address() if typing else address(text="+".join(map(str, costs))),
        beyond=address(ask=True),
        pad=None if typing else hands.pad(player, chosen),
        doubt=doubt,
    )


def unlikely(options: Agreed, held: int, total: int) -> str:
    """Why a hand of so many cards can hardly be worth so much; "" where it can."""
    least, most = worth(options, held)
    if total > most:
        return f"{_cards(held)} {_is(held)} worth {_points(most)} at most at this table."
    if total < least:
        return f"{_cards(held)} {_is(held)} worth at least {_points(least)} at this table."
    return ""


def doubts(state: Any, player: str, total: int | None, sent: QueryDict) -> str:
    """The query that asks about points typed on the page of a count; "" where nothing is odd about them.

    `ask` stands in the page's own form, with the cards `tapped` before: whoever has answered, or sends points
    from elsewhere, is not asked.
    """
    if total is None or sent.get("ask") != "points":
        return ""
    if not unlikely(state.options, state.hands[player], total):
        return ""
    pairs = [("player", player), *(("cards", card) for card in sent.getlist("tapped"))]
    text = typed(sent.get("points") or "") or str(total)
    return urlencode([*pairs, ("points", text), ("ask", "1")])


def _beyond(player: str, held: int, tapped: int) -> str:
    """Why more cards than were tracked cannot be saved as cards."""
    if tapped <= held:
        return ""
    return (
        f"The app has tracked {_cards(held)} for {player}. If there really are {tapped}, their points are "
        "saved, without the names of the cards."
    )


def _doubt(total: int, cards: int, why: str, here: str) -> DoubtView:
    return DoubtView(title=f"{_points(total)} for {_cards(cards)}?", why=why, points=total, href=here)


def _cards(number: int) -> str:
    return counted(number, "card")


def _points(number: int) -> str:
    return counted(number, "point")


def _is(number: int) -> str:
    return "is" if number == 1 else "are"
