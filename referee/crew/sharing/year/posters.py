"""The pictures of a year: what stands where. They tell what the page tells, and nothing else."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache

from django.utils.dates import MONTHS_3

from referee.crew.sharing.card import Shape, lettering
from referee.crew.sharing.card.picture import png
from referee.crew.sharing.card.plan import GAP, ROOM
from referee.crew.sharing.card.sheet import EDGE, GOLD, INK, PANEL, SOFT, WIDTH, Block, Box, Card, Crown
from referee.crew.sharing.posters import BAR, TRACK, bar, face_of, named
from referee.crew.sharing.year.context import Figure, Moment, Rival, Winner, YearTold

#: Where the heading ends, below the top.
HEAD = 250


@lru_cache(maxsize=16)
def draw(told: YearTold, name: str, shape: Shape, wide: int) -> bytes:
    """One of the pictures as a PNG; the same year gives the same bytes."""
    return png(plan(told, name, shape), wide)


def plan(told: YearTold, name: str, shape: Shape) -> Card:
    """One of the pictures: its heading, what it is of, and who made it."""
    card = Card(shape.height)
    heading, put = _SET[name][:2]
    top = shape.top
    card.write(EDGE, top + 104, lettering.legible(told.crew) or "Our year", ROOM - 260, (34, 22), colour=SOFT)
    card.write(WIDTH - EDGE, top + 108, str(told.year), 240, (64, 64), colour=GOLD, bold=True, right=True)
    card.write(EDGE, top + 190, heading, ROOM, (60, 40), bold=True)
    foot = shape.bottom - EDGE
    card.write(WIDTH - EDGE, foot, "Referee", 300, (26, 26), colour=SOFT, right=True)
    put(card, told, top + HEAD, foot - 56)
    return card


def names(told: YearTold) -> dict[str, str]:
    """The pictures that the year has something for: their keys, and what they are called."""
    return {key: heading for key, (heading, _, has) in _SET.items() if has(told)}


def _overview(card: Card, told: YearTold, top: float, bottom: float) -> None:
    """The figures two by two, the months as bars, and what was played most."""
    tall = min(230.0, (bottom - top) * 0.23)
    half = (ROOM - GAP) / 2
    for place, each in enumerate(told.figures):
        row, column = divmod(place, 2)
        left, above = EDGE + column * (half + GAP), top + row * (tall + 24)
        _figure(card, each, (left, above, left + half, above + tall))
    rows = -(-len(told.figures) // 2)
    under = top + rows * (tall + 24)
    if told.kinds:
        most = told.kinds[0]
        said = f"Most played: {lettering.legible(most.name)}, {most.games}"
        card.write(EDGE, bottom - 4, said, ROOM, (34, 22))
    _months(card, told.counts, under + 20, bottom - 70)


def _figure(card: Card, each: Figure, box: Box) -> None:
    left, above, right, below = box
    wide, tall = right - left, below - above
    card.blocks.append(Block(box, PANEL))
    size = int(tall * 0.5) // 2 * 2
    card.write(left + 32, above + tall * 0.52, each.value, wide - 64, (size, 40), bold=True)
    card.write(left + 32, above + tall * 0.86, each.label, wide - 64, (30, 24), colour=SOFT)


def _months(card: Card, counts: Sequence[int], top: float, bottom: float) -> None:
    """A bar for each month, with its number above and its letter below."""
    most, stride = max(counts), ROOM / 12
    floor, room = bottom - 44, bottom - top - 90
    for place, games in enumerate(counts):
        left, middle = EDGE + place * stride + 10, EDGE + (place + 0.5) * stride
        high = room * games / most if most else 0
        box = (left, floor - max(high, 4), left + stride - 20, floor)
        card.blocks.append(Block(box, BAR if games else TRACK, min(10.0, max(high, 4) / 2)))
        for text, baseline, colour in (
            (str(games or ""), floor - max(high, 4) - 12, INK),
            (str(MONTHS_3[place + 1])[:1].upper(), bottom, SOFT),
        ):
            wide = lettering.width(text, 24)
            card.write(middle - wide / 2, baseline, text, wide + 1, (24, 24), colour=colour)


def _winners(card: Card, told: YearTold, top: float, bottom: float) -> None:
    """Who won most: a face, a bar as long as the wins, and their number."""
    tall = min(170.0, (bottom - top) / max(len(told.winners), 4))
    for place, each in enumerate(told.winners):
        _winner(card, each, top + place * tall, tall)


def _winner(card: Card, each: Winner, above: float, tall: float) -> None:
    across = tall * 0.66
    middle = above + tall * 0.44
    face_of(card, each.face, EDGE + across / 2, middle, across)
    left = EDGE + across + 28
    right = WIDTH - EDGE
    size = int(min(44, tall * 0.3)) // 2 * 2
    colour = GOLD if each.rank == 1 else INK
    taken = card.write(
        right, middle, str(each.wins), 200, (size + 8, 24), colour=colour, bold=True, right=True
    )
    start = left
    if each.rank == 1:
        card.crowns.append(Crown(left, middle - 2, size))
        start += size * 1.3
    room = right - taken - 24 - start
    card.write(
        start,
        middle,
        named(each.name),
        room,
        (size, 20),
        colour=colour,
        bold=True,
    )
    bar(card, (left, middle + tall * 0.14), right, each.part, GOLD if each.rank == 1 else BAR)


def _rivals(card: Card, told: YearTold, top: float, bottom: float) -> None:
    """Who met most: both faces and names, both numbers, and a bar that is cut where they meet."""
    tall = min(290.0, (bottom - top) / max(len(told.rivals), 3))
    for place, each in enumerate(told.rivals):
        _rival(card, each, top + place * tall, tall)


def _rival(card: Card, each: Rival, above: float, tall: float) -> None:
    card.blocks.append(Block((EDGE, above, WIDTH - EDGE, above + tall - 24), PANEL))
    across, inner = min(96.0, tall * 0.36), EDGE + 32
    middle = above + (tall - 24) * 0.36
    size = int(min(40, tall * 0.2)) // 2 * 2
    half = ROOM / 2 - 32 - across - 24 - 70
    sides = ((each.one, each.one_face, each.won, False), (each.other, each.other_face, each.lost, True))
    for name, shown, number, right in sides:
        edge = WIDTH - inner if right else inner
        way = -1 if right else 1
        face_of(card, shown, edge + way * across / 2, middle, across)
        at = edge + way * (across + 22)
        card.write(at, middle + size / 3, named(name), half, (size, 18), right=right, bold=True)
        near = WIDTH / 2 + (22 if right else -22)
        text = str(number)
        wide = lettering.width(text, size + 8, bold=True)
        card.write(
            near if right else near - wide, middle + size / 3, text, wide + 1, (size + 8, size + 8), bold=True
        )
    dash = lettering.width("–", size)
    card.write((WIDTH - dash) / 2, middle + size / 3, "–", dash + 1, (size, size), colour=SOFT)
    y = above + (tall - 24) * 0.6
    bar(card, (inner, y), WIDTH - inner, each.split.part, BAR)
    card.write(
        inner, above + (tall - 24) * 0.93, each.line, ROOM - 64, (26 if tall > 200 else 22, 18), colour=SOFT
    )


def _moments(card: Card, told: YearTold, top: float, bottom: float) -> None:
    """What there is to remember, one below the other."""
    shown = told.moments[: int((bottom - top) // 138)]
    tall = min(200.0, (bottom - top) / max(len(shown), 4))
    for place, each in enumerate(shown):
        _moment(card, each, top + place * tall, tall)


def _moment(card: Card, each: Moment, above: float, tall: float) -> None:
    card.blocks.append(Block((EDGE, above, WIDTH - EDGE, above + tall - 20), PANEL))
    inner, high = EDGE + 32, tall - 20
    value = lettering.legible(each.value)
    baseline = above + high * 0.62
    taken = card.write(WIDTH - inner, baseline, value, 380, (56, 30), colour=GOLD, bold=True, right=True)
    room = ROOM - 64 - taken - 28
    card.write(inner, above + high * 0.44, lettering.legible(each.label), room, (36, 22), bold=True)
    card.write(
        inner,
        above + high * 0.8,
        ", ".join(filter(None, (each.who and named(each.who), each.when))),
        room,
        (28, 18),
        colour=SOFT,
    )


_Put = Callable[[Card, YearTold, float, float], None]
_SET: Mapping[str, tuple[str, _Put, Callable[[YearTold], bool]]] = {
    "overview": ("The year in numbers", _overview, lambda _: True),
    "winners": ("Who won most", _winners, lambda told: bool(told.winners)),
    "rivals": ("Rivals", _rivals, lambda told: bool(told.rivals)),
    "moments": ("Moments", _moments, lambda told: bool(told.moments)),
}
