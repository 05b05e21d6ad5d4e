"""The Zarathustra table: the board, the seats, the steps from a space to a tile put down, and the sheets."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import ClassVar, Literal, NamedTuple
from urllib.parse import urlencode

from msgspec.structs import replace

from referee.games.cited import cite_of
from referee.games.frame import action_line, cites_of, menu, why_over
from referee.games.look import AnyLook
from referee.games.parts import Seat, Sheet, seated
from referee.games.table_views import ActionLine, Headline, OverView, Stage, WhoseTurn, standings, won_by
from referee.rules.sentences import counted, joined
from referee.rules.zarathustra import game, tiles
from referee.rules.zarathustra.game import GAME, objection
from referee.rules.zarathustra.state import Board, Over, Playing, States, blanks, clashes, fallen
from referee.web.components import Link, View
from referee.web.wording import signed


class TileView(View, frozen=True):
    """A tile as it lies. `owner` is its player's place from 1, which has a colour, and a seal around the
    `letter`; `marks` are the symbols of static/art/ on its edges, and how many degrees clockwise each is.
    """

    label: str
    marks: tuple[tuple[str, int], ...]
    owner: int
    letter: str


class SpaceView(View, frozen=True):
    """A space of the board, or one in the hand of a player, where each of their tiles lies.

    `state` is "" (free), `no` (against the rules, can be tapped), or `on` (chosen). `tile` lies there; on the
    chosen space it is the tile in hand. `skull`: the next tile may not be put there; `last`: the last one
    was; `fell`: the last move cleared it; `falls`: the tile in hand would.
    """

    label: str
    href: str = ""
    state: Literal["", "no", "on"] = ""
    tile: TileView | None = None
    skull: bool = False
    last: bool = False
    fell: bool = False
    falls: bool = False


#: The board, row by row.
Spaces = tuple[tuple[SpaceView, ...], ...]


class PlaceStage(Stage, frozen=True):
    """The board, and what is chosen so far by `player`: a space `at`, then a `tile` for it as it lies.

    The `tray` has all their tiles, once an empty space is chosen, `ways` those that the tile can lie in. `no`
    says that it is against the rules, which the table may allow. `back` takes the last choice back.
    """

    template: ClassVar[str] = "games/zarathustra/play.html"
    bar: ClassVar[str] = "games/zarathustra/bar.html"
    middle: ClassVar[str] = "games/zarathustra/lying.html"
    whole: ClassVar[bool] = True

    board: Spaces
    player: str
    at: str = ""
    tile: str = ""
    tray: tuple[SpaceView, ...] = ()
    ways: tuple[SpaceView, ...] = ()
    no: bool = False
    back: Link | None = None


class ZarathustraOver(OverView, frozen=True, kw_only=True):
    """The end, and the board as it lies."""

    more: ClassVar[str] = "games/zarathustra/lying.html"
    middle: ClassVar[str] = more
    still: ClassVar[str] = ""
    whole: ClassVar[bool] = True

    board: Spaces


#: So many letters of scores find room beside what fell; of more, the seats tell who scores.
_ROOM = 44
#: By which equal players win together.
_SHARED = "zarathustra settled 6"
#: A tile beside the action line.
_DRAWN = "games/zarathustra/drawn.html"
#: What swords and shields do, in a few words.
_LEGEND = "games/zarathustra/legend.html"
_ART = {tiles.SWORD: "sword-edge", tiles.SHIELD: "shield-edge"}

#: All tiles in the order in which they are shown: the most blank edges first.
TRAY = tuple(sorted(tiles.TILES, key=lambda tile: (-tile.count(tiles.BLANK), tile)))


class Choice(NamedTuple):
    """What is chosen so far: a space, then a tile of the player on turn as it lies; "" until then."""

    at: str = ""
    tile: str = ""


def headline(state: States) -> Headline:
    return Headline(goal=f"{state.size} × {state.size}")


def stage(look: AnyLook) -> Stage:
    state = look.state
    if isinstance(state, Over):
        return _over(look, state)
    choice, player = _choice(look), state.turn
    stage = PlaceStage(board=_board(look, state, choice), player=player, at=choice.at, tile=choice.tile)
    if not choice.at:
        return stage
    if not choice.tile:
        back = Link(href=look.url, text="Other space")
        tray = () if choice.at in state.board else held(look, state, player, choice.at)
        return replace(stage, tray=tray, back=back, keeps_query=True)
    no, back = bool(objection(state, choice.at)), Link(href=address(look, choice.at), text="Other tile")
    return replace(stage, ways=_ways(look, state, choice), no=no, back=back, keeps_query=True)


def _over(look: AnyLook, state: Over) -> ZarathustraOver:
    return ZarathustraOver(
        board=_board(look, state, Choice()),
        heading=won_by(state.winners),
        why=why_over(look, game.why_over(state), rule="zarathustra 9"),
        detail="The most blank edges on the board win.",
        standings=standings(blanks(state), state.winners),
        counts=GAME.counts,
        decided=tuple(cite for cite in cites_of(look.outcome) if cite.rule == _SHARED),
    )


def _choice(look: AnyLook) -> Choice:
    """The choice in an address, as far as it makes sense on this board. A sheet has the board to itself: what
    it asks about is no choice.
    """
    state, at, tile = look.state, look.asked.get("at", ""), look.asked.get("tile", "")
    if "sheet" in look.asked or at not in tiles.spaces(state.size):
        return Choice()
    held = tiles.exists(tile) and tiles.same(tile) in state.hands[state.turn]
    return Choice(at, tile if held else "")


def address(look: AnyLook, at: str, tile: str = "") -> str:
    """Where a choice is shown."""
    query = {name: value for name, value in (("at", at), ("tile", tile)) if value}
    return f"{look.url}?{urlencode(query)}" if query else look.url


def now(look: AnyLook, _stage: Stage) -> WhoseTurn | None:
    state = look.state
    if not isinstance(state, Playing):
        return None
    choice = _choice(look)
    no = objection(state, choice.at) if choice.at else None
    return WhoseTurn(
        title=state.turn,
        direction="clockwise",
        next=state.after(state.turn),
        no=cite_of(no) if no else None,
        follow=f"On {choice.at}: which tile?" if choice.at and not (no or choice.tile) else "",
        drawing=_LEGEND if choice.at and not no else "",
        arrow=True,
    )


def action(look: AnyLook, _stage: Stage) -> ActionLine | None:
    """What fell by the last tile and who scores; for a tile in hand, what would fall."""
    state = look.state
    if not isinstance(state, Playing):
        return None
    choice = _choice(look)
    if choice.tile:
        return _ahead(state, choice)
    if state.last is None:
        return action_line((), tap="Tap the space for the first tile")
    cites, gained = cites_of(look.outcome), look.outcome.gained
    facts = {said.event: said.facts for said in look.outcome.rulings}
    if "puts" not in facts:
        return action_line(cites)
    put, gone = facts["puts"], facts.get("gone", {}).get("gone")
    spaces = [str(space) for space in gone] if isinstance(gone, list | tuple) else []
    told = f"On {put['at']}: {fall(spaces, str(put['at']))}"
    scores = [f"{name}\u00a0{signed(gained[name])}" for name in state.players if gained.get(name)]
    room = sum(map(len, (told, *scores))) <= _ROOM
    return ActionLine(
        tiles=(told, *scores) if room else (told,),
        tone="do" if spaces else "",
        cites=cites,
        drawing=_DRAWN,
        drawn=face(state, str(put["player"]), str(put["tile"])),
    )


def _ahead(state: Playing, choice: Choice) -> ActionLine:
    """What the tile in hand would do on the chosen space, edge by edge."""
    sides, no = clashes(state, choice.tile, choice.at), objection(state, choice.at)
    ahead = "against the rules" if no else fall(fallen(sides), choice.at)
    return ActionLine(
        tiles=(f"On {choice.at}: {ahead}",),
        tone="stop" if no else "",
        cites=tuple(map(cite_of, game.met(sides))),
        drawing=_DRAWN,
        drawn=face(state, state.turn, choice.tile),
    )


def seats(look: AnyLook) -> tuple[Seat, ...]:
    """The players in seat order: tiles left, and the blank edges that count."""
    state = look.state
    count, gained = blanks(state), look.outcome.gained
    return seated(
        look,
        lambda name: Seat(
            name=name,
            held=count[name],
            unit="blank edge",
            wins_by_held=True,
            score=left(state, name),
            change=signed(gained[name]) if gained.get(name) else "",
            owner=owner(state, name),
            letter=letters(state.players)[name],
        ),
        scores=count,
        sheet="tiles",
    )


def left(state: States, name: str) -> str:
    """How many tiles a player has yet to play."""
    return counted(len(state.hands[name]), "tile")


# --- the board ------------------------------------------------------------------------------------------


def _board(look: AnyLook, state: States, choice: Choice) -> Spaces:
    """The spaces row by row, each as the referee sees it for the player on turn."""
    falls = fallen(clashes(state, choice.tile, choice.at)) if choice.tile else ()
    spaces = [_space(look, state, choice, falls, at) for at in tiles.spaces(state.size)]
    return tuple(tuple(spaces[row : row + state.size]) for row in range(0, len(spaces), state.size))


def _space(look: AnyLook, state: States, choice: Choice, falls: tuple[str, ...], at: str) -> SpaceView:
    placed = state.board.get(at)
    tile = face(state, placed.player, placed.tile) if placed else None
    if isinstance(state, Playing) and choice.tile and at == choice.at:
        tile = face(state, state.turn, choice.tile)
    no = isinstance(state, Playing) and objection(state, at) is not None
    return SpaceView(
        href=address(look, *_tapped(choice, at)),
        label=", ".join(_label(state, choice, falls, at)),
        state="on" if at == choice.at else "no" if no else "",
        tile=tile,
        skull=at in state.skulls and tile is None,
        last=at == state.last,
        fell=at in state.removed,
        falls=at in falls,
    )


def _label(state: States, choice: Choice, falls: tuple[str, ...], at: str) -> Iterator[str]:
    """What lies on a space, in words."""
    yield at
    placed = state.board.get(at)
    if choice.tile and at == choice.at:
        yield f"your tile: {edges(choice.tile)}, tap to turn it"
    elif placed:
        yield f"{placed.player}: {edges(placed.tile)}"
    else:
        yield "skull" if at in state.skulls else "free"
    if at == choice.at and not choice.tile:
        yield "chosen"
    if at == state.last:
        yield "the last tile"
    if at in state.removed:
        yield "a tile fell here"
    if at in falls:
        yield "would fall"


def _tapped(choice: Choice, at: str) -> Choice:
    """What a tap on a space chooses: the space, and on the chosen one the tile a quarter turn further."""
    if at != choice.at:
        return Choice(at, choice.tile)
    return Choice(at, tiles.turned(choice.tile, -1)) if choice.tile else Choice()


# --- the tile in hand -----------------------------------------------------------------------------------


def held(look: AnyLook, state: States, name: str, at: str = "") -> tuple[SpaceView, ...]:
    """All tiles of a player; those still to be played are on, with an address where a space is chosen."""
    left = state.hands[name]
    return tuple(
        SpaceView(
            label=edges(tile),
            href=address(look, at, tile) if at and tile in left else "",
            state="on" if tile in left else "",
            tile=face(state, name, tile),
        )
        for tile in TRAY
    )


def _ways(look: AnyLook, state: Playing, choice: Choice) -> tuple[SpaceView, ...]:
    """The tile in hand, turned in each way."""
    first, *others = tiles.ways(tiles.same(choice.tile))
    return tuple(
        SpaceView(
            label=edges(way),
            href=address(look, choice.at, way),
            state="on" if way == choice.tile else "",
            tile=face(state, state.turn, way),
        )
        for way in (first, *reversed(others))
    )


# --- how tiles look -------------------------------------------------------------------------------------


def face(state: Board, player: str, tile: str) -> TileView:
    return _face(tile, owner(state, player), letters(state.players)[player])


@lru_cache(2048)
def _face(tile: str, owner: int, letter: str) -> TileView:
    marks = tuple((_ART[edge], number * 90) for number, edge in enumerate(tile) if edge in _ART)
    return TileView(label=edges(tile), marks=marks, owner=owner, letter=letter)


def owner(state: Board, player: str) -> int:
    """The player's place from 1, which has a colour and a shape."""
    return state.players.index(player) + 1


@lru_cache(2048)
def letters(players: tuple[str, ...]) -> Mapping[str, str]:
    """What stands on each player's tiles: the initials, or the alphabet's letters where two are the same."""
    initials = [name[:1].upper() for name in players]
    distinct = len(set(initials)) == len(initials)
    return dict(zip(players, initials if distinct else "ABCD", strict=False))


def edges(tile: str) -> str:
    """The edges of a tile clockwise from the top: `sword, blank, shield, blank`."""
    return ", ".join(tiles.SYMBOLS.get(edge, edge) for edge in tile)


def fall(spaces: Sequence[str], at: str) -> str:
    """What falls by a tile at a space: `it and d3 fall`, the end of a sentence."""
    falling = joined(["it" if space == at else space for space in spaces])
    return f"{falling} {'falls' if len(spaces) == 1 else 'fall'}" if spaces else "nothing falls"


def sheet(look: AnyLook) -> Sheet | None:
    match look.asked.get("sheet"):
        case "menu":
            return menu(look, GAME)
        case "tiles" if look.player:
            return _tiles(look, look.player)
    return None


def _tiles(look: AnyLook, name: str) -> Sheet:
    """The tiles of one player, those that they have played left out of use."""
    state = look.state
    detail = f"{left(state, name)} left, {counted(blanks(state)[name], 'blank edge')} on the board."
    template, every = "games/zarathustra/sheets/tiles.html", held(look, state, name)
    return Sheet.of("tiles", template, name=name, detail=detail, tiles=every)
