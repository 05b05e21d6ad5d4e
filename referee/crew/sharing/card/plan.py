"""The plan of a result card: which text goes where, how large. Long ones shrink, then end in an ellipsis."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from referee.crew.sharing.card import lettering
from referee.crew.sharing.card.chart import chart
from referee.crew.sharing.card.faces import FACES, disc
from referee.crew.sharing.card.result import Person, Result, Side, heading
from referee.crew.sharing.card.sheet import (
    EDGE,
    GOLD,
    INK,
    PANEL,
    SOFT,
    WIDTH,
    Block,
    Box,
    Card,
    Crown,
    Shape,
    Sign,
)
from referee.rules.sentences import counted, side_name
from referee.web.charts.layout import Point, format_number

#: Of more players the rest is only counted; a wide card has room for fewer.
MOST_ROWS, MOST_WIDE_ROWS = 24, 10
ROOM = WIDTH - 2 * EDGE
#: Between two columns of the standings; between what stands below each other.
GAP, SPACE = 36, 40
#: A chart that has less room for each name tells nothing.
LEAST_NAME = 30
#: More winners than these have no face: they are counted.
MOST_FACES = 3


@dataclass(frozen=True)
class Layout:
    """Where things stand: on the winner's colour the game, the face and who won; below or beside it the rest.

    `face` is the middle of the face and `across` its size; `said` is where the words begin, and their middle.
    `strewn` are the middles and sizes of the game's symbols.
    """

    hero: Box
    head: Point
    face: Point
    across: float
    said: Point
    rest: Box
    strewn: tuple[tuple[float, float, float], ...]
    tile: int = 92
    sizes: tuple[int, int] = (96, 40)


LAYOUTS: Mapping[Shape, Layout] = {
    Shape.POST: Layout(
        hero=(0, 0, WIDTH, 480),
        head=(EDGE, 48),
        face=(170, 350),
        across=196,
        said=(320, 350),
        rest=(EDGE, 480 + SPACE, WIDTH - EDGE, Shape.POST.bottom - EDGE),
        strewn=((930, 140, 220), (720, 100, 96), (975, 398, 116), (800, 250, 64), (560, 66, 48)),
    ),
    Shape.STORY: Layout(
        hero=(0, 0, WIDTH, 920),
        head=(EDGE, Shape.STORY.top + 16),
        face=(194, 564),
        across=244,
        said=(EDGE, 794),
        rest=(EDGE, 920 + SPACE, WIDTH - EDGE, Shape.STORY.bottom - 16),
        strewn=((800, 520, 400), (560, 120, 140), (990, 800, 110), (900, 170, 100), (250, 110, 90)),
        sizes=(92, 44),
    ),
    Shape.WIDE: Layout(
        hero=(0, 0, 420, 566),
        head=(36, 32),
        face=(124, 278),
        across=168,
        said=(36, 452),
        rest=(460, 40, WIDTH - 40, 566 - 36),
        strewn=((320, 276, 170), (378, 520, 56)),
        tile=72,
        sizes=(64, 30),
    ),
}


def plan(result: Result, shape: Shape = Shape.POST) -> Card:
    """The card of a result. Raises KeyError for a shape that is not in `LAYOUTS`."""
    card = Card(shape.height)
    layout = LAYOUTS[shape]
    drawn = iter(lettering.names([name for side in result.sides for name in side.names]))
    people = [tuple(islice(drawn, len(side.people))) for side in result.sides]
    named = list(map(side_name, people))
    winners = [name for names, side in zip(people, result.sides, strict=True) for name in names if side.won]
    _hero(card, result, heading(winners, alone=result.alone, over=result.over), layout)
    left, top, right, foot = layout.rest
    card.write(left, foot, _length(result), (right - left) * 0.6, (26, 20), colour=SOFT)
    card.write(right, foot, "Referee", 300, (26, 26), colour=SOFT, right=True)
    bottom = _best(card, result, (left, top, right, foot - 58))
    wide = shape is Shape.WIDE
    most = MOST_WIDE_ROWS if wide else MOST_ROWS
    shown = most if len(named) <= most else most - 1
    # The scores are read first: they have the larger part, as far as the chart's names leave it to them.
    drawn_in = max((bottom - top) * 0.4, LEAST_NAME * min(len(named), shown))
    if result.steps and not wide and drawn_in <= (bottom - top) / 2:
        middle = _standings(card, result, named[:shown], (left, top, right, bottom - drawn_in))
        chart(card, result, named[:shown], middle + SPACE, bottom)
    else:
        _standings(card, result, named[:shown], (left, top, right, bottom), centred=True)
    return card


def _hero(card: Card, result: Result, said: str, layout: Layout) -> None:
    """The colour of who won, or the game's, and on it what was played, the face and the game's symbols."""
    look = result.tile.look.removeprefix("t-") or "purple"
    shown = [side for side in result.sides if side.won or result.alone]
    faces = [person for side in shown for person in side.people]
    ground, on = FACES[faces[0].colour if len(faces) == 1 else look]
    card.blocks.append(Block(layout.hero, ground, 0))
    beside = layout.said[1] == layout.face[1]
    # Several faces stand where the first symbol does.
    strewn = layout.strewn if beside or len(faces) < 2 else layout.strewn[1:]
    _head(card, result, layout, on)
    x, middle = layout.said
    if 0 < len(faces) <= MOST_FACES:
        taken = _faces(card, faces, layout, on, crowned=shown[0].won)
        x += taken - layout.across if beside else 0
    else:
        x = layout.head[0]
    card.write_lines(x, middle, said, layout.hero[2] - x - layout.head[0], layout.sizes, colour=on, bold=True)
    taken_by = [text.box for text in card.texts] + [crown.box for crown in card.crowns]
    for symbol, place in zip(result.symbols, strewn, strict=False):
        sign = Sign(symbol, *place, _mixed(ground, on, 0.2))
        # None lies behind words.
        if not any(_meet(sign.box, box) for box in taken_by):
            card.signs.append(sign)


def _meet(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def _head(card: Card, result: Result, layout: Layout, on: str) -> None:
    """The game's tile, and beside it what was played and when."""
    game, title = lettering.legible(result.game), lettering.legible(result.title)
    x, y = layout.head
    wide, high = layout.tile, round(layout.tile * 1.22)
    ground, ink = FACES[result.tile.look.removeprefix("t-") or "purple"]
    card.blocks.append(Block((x - 4, y - 4, x + wide + 4, y + high + 4), on, 20))
    card.blocks.append(Block((x, y, x + wide, y + high), ground, 16))
    sign = result.tile.sign or lettering.legible(result.tile.letter or game)[:1]
    if sign:
        card.signs.append(Sign(sign, x + wide / 2, y + high / 2, wide * 0.78, ink))
    left, middle = x + wide + 26, y + high / 2
    room = layout.hero[2] - left - 24
    size = layout.tile // 2
    card.write(left, middle, title or game, room, (size, 22), colour=on, bold=True)
    below = f"{game} · {result.day}" if title else result.day
    card.write(left, middle + size * 0.95, below, room, (size * 2 // 3 // 2 * 2, 18), colour=on)


def _faces(card: Card, faces: Sequence[Person], layout: Layout, on: str, *, crowned: bool) -> float:
    """Who won, up to three of them beside each other, each below a crown. Returns how much room they take."""
    left, y = layout.face[0] - layout.across / 2, layout.face[1]
    across = layout.across * (1, 0.75, 0.62)[len(faces) - 1]
    ring, step = across / 2 + 8, across + 20
    for place, person in enumerate(faces):
        x = left + across / 2 + place * step
        card.blocks.append(Block((x - ring, y - ring, x + ring, y + ring), on, ring))
        disc(card, person.face, x, y, across, photo=person.photo)
        if crowned:
            crown = across * 0.42
            card.crowns.append(Crown(x - crown / 2, y - across / 2 - 12, crown, on))
    return across + step * (len(faces) - 1)


def _mixed(ground: str, on: str, part: float) -> str:
    """A colour with so much of another in it."""
    pairs = zip(bytes.fromhex(ground[1:]), bytes.fromhex(on[1:]), strict=True)
    return "#" + bytes(round(one + (other - one) * part) for one, other in pairs).hex()


def _length(result: Result) -> str:
    if not result.steps:
        return ""
    return f"{counted(result.steps, result.step)}{'' if result.over else ' so far'}"


def _best(card: Card, result: Result, box: Box) -> float:
    """The best moment at the foot of a box. Returns where what is above it has to end."""
    left, _, right, bottom = box
    title, text = map(lettering.legible, result.best)
    if not title:
        return bottom
    top = bottom - 136
    card.blocks.append(Block((left, top, right, bottom), PANEL))
    room = right - left - 56
    card.write(left + 28, top + 50, title, room, (34, 24), colour=GOLD, bold=True)
    card.write_lines(left + 28, top + 94, text, room, (28, 20))
    return top - SPACE / 2


def _standings(card: Card, result: Result, named: Sequence[str], box: Box, *, centred: bool = False) -> float:
    """Who has what, by rank, in as many columns as it takes. Returns where it ends."""
    left, top, right, bottom = box
    rest = len(result.sides) - len(named)
    cells = len(named) + bool(rest)
    columns = 1 if cells <= 6 or bottom - top >= 50 * cells else 2 if cells <= 14 else 3
    rows = max(-(-cells // columns), 1)
    tall = min(96, (bottom - top) / rows)
    top += (bottom - top - rows * tall) / 2 if centred else 0
    wide = (right - left - GAP * (columns - 1)) / columns
    size = int(min((44, 36, 28)[columns - 1], tall * 0.55, wide / 10)) // 2 * 2
    at: list[int] = []
    for place in range(cells):
        column, row = divmod(place, rows)
        x, middle = left + column * (wide + GAP), top + (row + 0.5) * tall
        if place < len(named):
            at += _row(card, result.sides[place], named[place], (x, middle), wide=wide, size=size)
        else:
            card.write(x, middle + size / 3, f"and {rest} more", wide, (size, 18), colour=SOFT)
    # No name is larger than another.
    size = min(card.texts[index].size for index in at)
    for index in at:
        card.texts[index] = replace(card.texts[index], size=size)
    return top + rows * tall


def _row(card: Card, side: Side, name: str, at: Point, *, wide: float, size: int) -> range:
    """A player or partners around a height: faces, crown, name, score. Returns which texts are the name."""
    left, middle = at
    baseline, across = middle + size * 0.35, 1.3 * size
    colour = GOLD if side.won else INK if side.here else SOFT
    score = format_number(side.score)
    right = left + wide
    taken = card.write(right, baseline, score, 0.5 * wide, (size, 16), colour=colour, bold=True, right=True)
    for person in side.people:
        disc(card, person.face, left + across / 2, middle, across)
        left += across + size * 0.1
    left += size * 0.3
    if side.won:
        card.crowns.append(Crown(left, baseline, 0.9 * size))
        left += 1.15 * size
    label = f"{side.rank}. {name}" if side.rank else name
    label = label if side.here else f"{name} (left)"
    room = right - taken - size / 2 - left
    first, small = len(card.texts), max(size * 3 // 4, 18)
    if len(side.people) > 1 and lettering.width(label, small, bold=side.won) > room:
        card.write_lines(left, middle, label, room, (small, small * 3 // 4), colour=colour, bold=side.won)
    else:
        card.write(left, baseline, label, room, (size, small), colour=colour, bold=side.won)
    return range(first, len(card.texts))
