"""What every shedding game has on its screen: words for moves, the count of a hand, between hands, the end.

What is tapped or typed in a count stands in the address until it is saved, so that it works without a script.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.http import QueryDict
from django.urls import reverse

from referee.games.cited import Cited, cite_of
from referee.games.forms import PLAYER, Wording
from referee.games.frame import seat_query, why_over
from referee.games.look import AnyLook, Reply
from referee.games.parts import Choice, Face, Key, Mark, Pad
from referee.games.shedding.views import BetweenStage, CountStage, DoubtView
from referee.games.table_views import Headline, OverView, waiting, won_by
from referee.rules import engine
from referee.rules.sentences import counted, joined
from referee.rules.shedding import moves
from referee.rules.shedding.hands import points, too_many, worth
from referee.rules.shedding.hands import why_over as ended_by
from referee.rules.shedding.state import Agreed, Between, Counting, InPlay, Over, Table
from referee.web.components import Field, Link, StandingView, ranked
from referee.web.wording import signed

_TYPED = re.compile(r"[0-9]{1,4}(\+[0-9]{1,4})*\+?")
_LONGEST = 48
#: What the key that takes the last one away sends.
BACK = "back"


# --- words ----------------------------------------------------------------------------------------------


def counted_hand(
    move: object, face: Callable[[str], Face], cost: Callable[[str], int]
) -> tuple[str, tuple[tuple[Face, int], ...]]:
    """Whose hand a move counted, and its cards with their points; "" and none where it names no cards."""
    if not isinstance(move, moves.Count) or not move.cards:
        return "", ()
    return f"{move.player}’s hand", tuple((face(card), cost(card)) for card in move.cards)


#: What every shedding game has.
SHEDDING: Mapping[type[engine.Move], Wording] = {
    moves.Deal: Wording("{dealer} deals"),
    moves.Draw: Wording("{player} draws", [PLAYER]),
    moves.Pass: Wording("{player} passes", [PLAYER]),
    moves.Join: Wording("{player} joins"),
    moves.Quit: Wording("{player} leaves"),
    moves.Void: Wording("The hand is given up"),
    moves.End: Wording("The game is ended"),
}


def overruled(move: engine.Move) -> str:
    """The end of a sentence about a play that is against the rules and stands: the table's reason."""
    reason = getattr(move, "overruled", None)
    return f", overruled: {reason}" if reason else ""


def laid_by(look: AnyLook, no: engine.Refused) -> str:
    """The moves that laid the cards of which there are no more."""
    # The hand is read for this alone.
    if no.code != "impossible" or not (card := no.facts.get("card")):
        return ""
    steps = look.hand().steps
    tables = [*(step.before for step in steps), look.state]
    laid = [getattr(table, "laid", {}).get(card, 0) for table in tables]
    by = [str(step.n) for step, before, after in zip(steps, laid, laid[1:], strict=False) if before < after]
    # What was shuffled in or undone since lies no more.
    by = by[-laid[-1] :] if laid[-1] else []
    return f" Already played: {'move' if len(by) == 1 else 'moves'} {joined(by)}." if by else ""


def mends(look: AnyLook, reply: Reply) -> Iterator[Link]:
    """What no table can overrule is an entry gone wrong: a hand to count, a move to correct."""
    state, player = look.state, getattr(reply.move, "player", None)
    if isinstance(state, InPlay) and state.phase == "play" and player in state.players:
        yield Link(href=f"{look.url}?{seat_query(state, player)}", text=f"Count the hand of {player}")
    yield Link(href=reverse("log", args=[look.about.public_id]), text="Correct an earlier move")


def opening(dealer: str) -> moves.Deal:
    """The dealer that was chosen deals."""
    return moves.Deal(dealer=dealer)


def headline(state: Table[Agreed]) -> Headline:
    """Which hand it is, and when the game ends; while it is counted, why."""
    ended = ""
    if state.phase == "count":
        out = getattr(state, "out", None)
        ended = f"{out} is out!" if out else "the hand is blocked"
    end = state.options.end
    last = f" of {end.hands}" if end.hands else ""
    hand = f"hand {state.hand}{last}" if state.hand and state.phase != "deal" else ""
    goal = [
        f"to {end.score}" if end.score else "",
        counted(end.hands, "hand") if end.hands and not hand else "",
        f"until {end.time}" if end.time else "",
    ]
    return Headline(hand=hand, goal=" · ".join(filter(None, goal)), ended=ended)


# --- the count of a hand, card by card or by its points --------------------------------------------------


@dataclass(frozen=True)
class Hands:
    """The hands to count, and how their game shows cards.

    `lying` says how often each card is seen already, `names` which there are. `face` is how a card looks,
    `pad` the keys by how each looks; `after` says what saving a number of points does. The hands may stand
    `in_place_of_seats`.
    """

    options: Agreed
    held: Mapping[str, int]
    counted: Mapping[str, int]
    losers: tuple[str, ...]
    waiting: tuple[str, ...]
    lying: dict[str, int]
    names: Collection[str]
    face: Callable[[str], Face]
    pad: Callable[[Callable[[str], Mark]], Pad]
    after: Callable[[str, int], str]
    in_place_of_seats: bool = False

    def possible(self, names: Collection[str], held: int) -> tuple[str, ...]:
        """Of tapped cards those that there are."""
        found: tuple[str, ...] = ()
        for card in names:
            if card in self.names and not self.off(found, card, held):
                found = (*found, card)
        return found

    def off(self, chosen: tuple[str, ...], card: str, held: int) -> Mark:
        """A card has no more room in a hand that is all tapped, nor where every copy is seen."""
        full = len(chosen) >= held or too_many(self.options, self.lying, (*chosen, card))
        return "off" if full else ""

    @staticmethod
    def address(url: str, player: str, cards: tuple[str, ...] = (), *, text: str | None = None) -> str:
        """Where the count stands so; `text` is what was typed, None while cards are tapped."""
        pairs = [("player", player), *(("cards", card) for card in cards)]
        pairs += [] if text is None else [("points", text)]
        return f"{url}?{urlencode(pairs)}"


def counting(look: AnyLook, hands: Hands) -> CountStage:
    """Whose hand is counted, what was tapped or typed so far, and whether that can be."""
    wanted = look.asked.get("player", "")
    first = look.seat if look.seat in hands.waiting else hands.waiting[0]
    player = wanted if wanted in hands.waiting else first
    mine, held = wanted == player, hands.held[player]
    typing = "points" in look.asked
    chosen = hands.possible(look.asked.getlist("cards"), held) if mine else ()
    text = (
        pressed(typed(look.asked.get("points") or ""), look.asked.get("digit", "")) if mine and typing else ""
    )
    costs = [points(hands.options, (card,)) for card in chosen]
    total = added(text) if typing else sum(costs)

    def address(cards: tuple[str, ...] = chosen, text: str | None = None) -> str:
        return hands.address(look.url, player, cards, text=text)

    back = ""
    if text:
        back = address(text=text[:-1])
    elif chosen and not typing:
        back = address(chosen[:-1])
    doubt = None
    if mine and "ask" in look.asked:
        why = unlikely(hands.options, held, total) if typing else ""
        doubt = _doubt(total, held, why, address(text=text)) if why else None
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
            for name, value in (("player", player), *(("cards", card) for card in chosen))
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
        # A digit that follows is another card: 1+5, then 7, is 1+5+7.
        switch=address() if typing else address(text="".join(f"{cost}+" for cost in costs)),
        pad=None if typing else hands.pad(lambda card: hands.off(chosen, card, held)),
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


def confirmation(state: Any, move: engine.Move, sent: QueryDict) -> str:
    """The query that asks about points typed on the page of a count; "" where its cards can well make them.

    `ask` stands in the page's own form, with the cards `tapped` before: whoever has answered, or sends points
    from elsewhere, is not asked.
    """
    if not isinstance(state, Counting) or not isinstance(move, moves.Count) or sent.get("ask") != "points":
        return ""
    if move.points is None or not unlikely(state.options, state.hands[move.player], move.points):
        return ""
    pairs = [("player", move.player), *(("cards", card) for card in sent.getlist("tapped"))]
    text = typed(sent.get("points") or "") or str(move.points)
    return urlencode([*pairs, ("points", text), ("ask", "1")])


def counted_query(state: Table[Agreed], move: engine.Move) -> str:
    """The query with which a hand is counted as it was, or the number of its cards put right; "" else."""
    match move:
        case moves.Count(cards=tuple(given)):
            return urlencode([("player", move.player), *(("cards", card) for card in given)])
        case moves.Count():
            return urlencode({"player": move.player, "points": move.points})
        case moves.Recount():
            return seat_query(state, move.player)
    return ""


def _doubt(total: int, cards: int, why: str, here: str) -> DoubtView:
    return DoubtView(title=f"{_points(total)} for {_cards(cards)}?", why=why, points=total, href=here)


def _cards(number: int) -> str:
    return counted(number, "card")


def _points(number: int) -> str:
    return counted(number, "point")


def _is(number: int) -> str:
    return "is" if number == 1 else "are"


# --- points as they are typed on the keys of a count, card by card: `5+3+1` ------------------------------


def typed(text: str) -> str:
    """What was typed so far; "" for what nobody can type.

    >>> typed("5 + 3 +"), typed("+5"), typed("5++3")
    ('5+3+', '', '')
    """
    close = "".join(text.split())
    return close if len(close) <= _LONGEST and _TYPED.fullmatch(close) else ""


def pressed(text: str, key: str) -> str:
    """What stands there after one more key; a key that makes no sense there changes nothing.

    >>> pressed("5+", "3"), pressed("0", "7"), pressed("5+", "+"), pressed("12", "back"), pressed("", "+")
    ('5+3', '7', '5+', '1', '')
    """
    if key == BACK:
        return text[:-1]
    nought = text.rpartition("+")[2] == "0" and key.isdigit()
    made = f"{text[:-1] if nought else text}{key}"
    return made if typed(made) == made else text


def added(text: str) -> int:
    """What it comes to.

    >>> added("5+3+1+"), added("")
    (9, 0)
    """
    return sum(int(part) for part in text.split("+") if part)


def with_points(raw: dict[str, object], sent: QueryDict) -> dict[str, object]:
    """A move with its points as they were typed; what makes no sense is left for the referee to refuse."""
    found = typed(sent.get("points", "")) if "points" in raw else ""
    return raw | ({"points": added(found)} if found else {})


# --- no card is played -----------------------------------------------------------------------------------


def between(
    look: AnyLook, state: Between[Agreed], *, news: tuple[Cited, ...], highest: bool = False
) -> BetweenStage:
    """Between hands: the standings, who comes and goes, who deals; `news` says why a hand does not count."""
    dealer = state.dealer or (state.players[0] if state.players else "")
    heading = f"After hand {state.hand}" if state.hand else "Who deals?"
    # The rules have no clock: the app proposes the end when the agreed time has passed (settled 19).
    clock = state.options.end.time
    steps = look.hand().steps if state.gained else ()
    joined = [step.move.player for step in steps if isinstance(step.move, moves.Join)]
    came = (cite_of(said) for said in look.outcome.rulings if said.event in ("joins", "leaves"))
    return BetweenStage(
        heading=f"Hand {state.hand + 1}: no score" if news else heading,
        standings=_standings(state, state.gained, joined, highest=highest) if state.hand else (),
        waiting=() if state.hand else waiting(state.players),
        dealer=dealer,
        dealers=tuple(name for name in state.players if name != dealer),
        seats=state.players,
        quitters=tuple(name for name in state.scores if name not in state.players),
        room=len(state.players) < state.options.most_players,
        lone=len(state.players) < 2,
        started=state.hand > 0,
        due=f"It is past {clock}, the agreed end." if clock and look.now >= look.ends_at(clock) else "",
        news=news or (() if state.hand else tuple(came)),
    )


def _standings(
    state: Table[Agreed], gained: Mapping[str, int], joined: Sequence[str] = (), *, highest: bool = False
) -> tuple[StandingView, ...]:
    """Everybody's score by rank, those who quit last; the best of those at the table leads."""
    best = (max if highest else min)((state.scores[name] for name in state.players), default=0)
    quitters = [name for name in state.scores if name not in state.players]
    rows = (
        StandingView(
            name=name,
            points=state.scores[name],
            change="" if not gained else "joined" if name in joined else signed(gained.get(name, 0)),
            leader=name in state.players and state.scores[name] == best,
            here=name in state.players,
        )
        for name in (*state.players, *quitters)
    )
    return ranked(rows, highest=highest)


def over(look: AnyLook, state: Over[Agreed], *, highest: bool = False) -> OverView:
    """The end of the game, which the lowest score wins, or the `highest`."""
    hands = counted(state.hand, "hand")
    end = state.options.end
    return OverView(
        heading=won_by(state.winners),
        why=why_over(look, ended_by(state), rule=state.options.says.rule("ended"), clock=end.time),
        detail=f"{hands} played; the {'highest' if highest else 'lowest'} score wins.",
        standings=_standings(state, {}, highest=highest),
    )
