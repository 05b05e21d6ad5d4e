"""A set or run being put together: what it is at each tap, by the referee, and where it can go.

What is tapped stands in the address until it is laid, so that it works without a script.
"""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import urlencode

from django.http import QueryDict
from msgspec.structs import replace

from referee.games.cited import Cited
from referee.games.look import AnyLook
from referee.games.parts import Key, Pad, Row, mark_of
from referee.games.table_views import ActionLine
from referee.games.zero_zap.table import by_color, group_view, laid, lineup_of
from referee.games.zero_zap.views import BuildStage, GroupView, face
from referee.rules.engine import Refused
from referee.rules.sentences import counted
from referee.rules.zero_zap import cards, moves
from referee.rules.zero_zap.cards import Group
from referee.rules.zero_zap.game import GAME
from referee.rules.zero_zap.state import Playing

MOST = cards.MOST["run"]


def is_building(state: Playing, asked: QueryDict) -> bool:
    """Whether the table shows this half of the turn; a card taken from the lineup begins with it."""
    return "lay" in asked or "cards" in asked or (state.taken is not None and "discard" not in asked)


def address(url: str, chosen: tuple[str, ...] = ()) -> str:
    """Where these cards are chosen."""
    return f"{url}?{urlencode([('lay', '1'), *(('cards', card) for card in chosen)])}"


def again(url: str, sent: QueryDict) -> str:
    """Where the cards of a refused move are chosen once more; "" for a move without."""
    given = tuple(card for card in sent.getlist("cards") if card)
    return address(url, given) if sent.get("do") in ("meld", "add") and given else ""


def build(look: AnyLook, state: Playing) -> BuildStage:
    """The pad for sets and runs, what was tapped on it, and what that is."""
    player = state.turn
    chosen = _chosen(look, state)
    answer = GAME.judge(state, moves.Meld(player=player, cards=chosen)) if chosen else None
    reads, points = _reading(state, chosen, answer)
    keys = {card: _key(state, chosen, card) for card in cards.GROUPED}
    return BuildStage(
        player=player,
        laid=laid(state, state.players),
        lineup=lineup_of(state),
        chosen=tuple(_chip(look, state, chosen, place) for place in range(len(chosen))),
        reads=reads,
        points=points,
        held=state.hands[player],
        lay=mark_of(answer) if chosen else "off",
        numbers=by_color([keys[card] for card in cards.NUMBER_CARDS], "cards"),
        others=Pad(
            rows=(
                Row(label="Wild card", keys=(keys[cards.WILD],), field="cards"),
                Row(label="Doubles", keys=tuple(_doubles(state)), field="color"),
            ),
            size="sixes wilds",
        ),
        adds=tuple(_add(state, chosen, place) for place in range(len(state.melds[player]))),
    )


def _doubles(state: Playing) -> Iterator[Key]:
    for color in cards.COLORS:
        answer = GAME.judge(state, moves.Double(player=state.turn, color=color))
        label = f"Lay double {color}"
        yield Key(face=face(f"double {color}"), sent=color, label=label, mark=mark_of(answer), form="double")


def action(made: BuildStage) -> ActionLine:
    """What the chosen cards are so far, in the place where the referee speaks."""
    points = (f"+{made.points}",) if made.points else ()
    return ActionLine(tiles=(*points, made.reads.text.removesuffix(".")), cites=(made.reads,))


def _chosen(look: AnyLook, state: Playing) -> tuple[str, ...]:
    """The cards tapped so far; the one taken from the lineup is always among them."""
    wanted = [card for card in look.asked.getlist("cards") if card in cards.GROUPED]
    if state.taken and state.taken not in wanted:
        wanted.insert(0, state.taken)
    return tuple(wanted[: min(MOST, max(state.hands[state.turn], 0))])


def _chip(look: AnyLook, state: Playing, chosen: tuple[str, ...], place: int) -> Key:
    fixed = chosen[place] == state.taken and chosen.index(state.taken) == place
    left = chosen[:place] + chosen[place + 1 :]
    return Key(face=face(chosen[place]), href="" if fixed else address(look.url, left))


def _reading(state: Playing, chosen: tuple[str, ...], answer: object) -> tuple[Cited, int]:
    """What the chosen cards are, and their points, or why they are nothing yet."""
    if not chosen:
        return Cited(text="Tap the cards of one set or run."), 0
    read = cards.read(chosen)
    if isinstance(read, Refused):
        return Cited(text=f"Not yet. {read.text}", rule=read.rule or ""), 0
    doubled = read.color in state.doubles[state.turn]
    either = ", or a run once it grows" if read.either else ""
    named = f"{read.kind.capitalize()} of {read.cards} in {read.color or 'no colour'}"
    text = f"{named}{either}{', doubled' if doubled else ''}."
    if isinstance(answer, Refused):
        return Cited(text=f"{text} {answer.text}", rule=answer.rule or ""), 0
    return Cited(text=text, rule=read.rule), read.points * (2 if doubled else 1)


def _key(state: Playing, chosen: tuple[str, ...], card: str) -> Key:
    grown = (*chosen, card)
    answer = GAME.judge(state, moves.Meld(player=state.turn, cards=grown))
    full = len(chosen) == MOST or (isinstance(answer, Refused) and answer.code == "impossible")
    hope = any(_can_become((*given, *grown)) for given in ((), *state.melds[state.turn]))
    return Key(face=face(card), sent=card, mark="off" if full else "" if hope else "no")


def _can_become(chosen: tuple[str, ...]) -> bool:
    """Whether some more cards could make it a set or run: wilds stand for them."""
    more = range(MOST - len(chosen) + 1)
    return any(isinstance(cards.read((*chosen, *(cards.WILD,) * n)), Group) for n in more) or (
        set(chosen) == {cards.WILD} and len(chosen) < MOST
    )


def _add(state: Playing, chosen: tuple[str, ...], place: int) -> GroupView:
    """One's own set or run, and what it becomes with the chosen cards."""
    given = state.melds[state.turn][place]
    lies = group_view(state, state.turn, place, given)
    if not chosen:
        return replace(lies, mark="off")
    answer = GAME.judge(state, moves.Add(player=state.turn, meld=place, cards=chosen))
    grown = group_view(state, state.turn, place, (*given, *chosen))
    becomes = "" if isinstance(answer, Refused) else f"{grown.text}, {counted(grown.points, 'point')}"
    return replace(lies, becomes=becomes, mark=mark_of(answer))
