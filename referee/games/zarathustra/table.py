"""The Zarathustra table: the board, the seats, and the steps from a space to a tile that is put down."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from urllib.parse import urlencode

from msgspec import Struct

from referee.games.cited import Cited, cite_of
from referee.games.frame import action as action_line
from referee.games.frame import cites_of, why_over
from referee.games.look import AnyLook
from referee.games.parts import Seat
from referee.games.parts import seats as seated
from referee.games.table_views import ActionLine, Stage, WhoseTurn, won_by
from referee.games.zarathustra.views import Board, PlaceStage, SpaceView, TileView, ZarathustraOver
from referee.rules.sentences import counted, joined
from referee.rules.zarathustra import game, tiles
from referee.rules.zarathustra import state as states
from referee.rules.zarathustra.game import GAME, objection
from referee.rules.zarathustra.state import Over, Playing, States, blanks, clashes, fallen
from referee.web.components import Link, StandingView, ranked
from referee.web.wording import signed

#: So many letters of scores find room beside what fell; of more, the seats tell who scores.
_ROOM = 44
#: By which equal players win together.
_SHARED = "zarathustra settled 6"
#: A tile beside the action line.
_DRAWN = "games/zarathustra/drawn.html"
_ART = {tiles.SWORD: "sword-edge", tiles.SHIELD: "shield-edge"}

#: All tiles in the order in which they are shown: the most blank edges first.
TRAY = tuple(sorted(tiles.TILES, key=lambda tile: (-tile.count(tiles.BLANK), tile)))


class Choice(Struct, frozen=True):
    """What is chosen so far: a space, then a tile of the player on turn as it lies; "" until then."""

    at: str = ""
    tile: str = ""


def headline(state: States) -> str:
    """How large the board is."""
    return f"{state.size} × {state.size}"


def stage(look: AnyLook) -> Stage:
    """The board, and the steps of the choice; at the end the result."""
    state = look.state
    if isinstance(state, Over):
        return _over(look, state)
    choice, player = _choice(look), state.turn
    board = _board(look, state, choice)
    if not choice.at:
        return PlaceStage(board=board, player=player)
    if not choice.tile:
        other = Link(href=look.url, text="Other space")
        tray = held(look, state, player, choice.at)
        return PlaceStage(board=board, player=player, at=choice.at, tray=tray, back=other)
    return PlaceStage(
        board=board,
        player=player,
        at=choice.at,
        tile=choice.tile,
        ways=_ways(look, state, choice),
        no=objection(state, choice.at) is not None,
        back=Link(href=address(look, Choice(choice.at)), text="Other tile"),
    )


def _over(look: AnyLook, state: Over) -> ZarathustraOver:
    """The end of the game."""
    count = blanks(state)
    rows = (
        StandingView(name=name, points=count[name], leader=name in state.winners) for name in state.players
    )
    return ZarathustraOver(
        board=_board(look, state, Choice()),
        heading=won_by(state.winners),
        why=why_over(look, game.why_over(state), rule="zarathustra 9"),
        detail="The most blank edges on the board win.",
        standings=ranked(rows, highest=True),
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


def address(look: AnyLook, choice: Choice) -> str:
    """Where a choice is shown."""
    query = {name: value for name, value in (("at", choice.at), ("tile", choice.tile)) if value}
    return f"{look.url}?{urlencode(query)}" if query else look.url


def now(look: AnyLook, _stage: Stage) -> WhoseTurn | None:
    """Whose turn it is, and what to tap next."""
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
        return action_line((), ["Tap the space for the first tile"])
    cites, gained = cites_of(look.outcome), look.outcome.gained
    put = next((said.facts for said in look.outcome.rulings if said.event == "puts"), None)
    if put is None:
        return action_line(cites)
    gone = next((said.facts["gone"] for said in look.outcome.rulings if said.event == "gone"), ())
    spaces = [str(space) for space in gone] if isinstance(gone, list | tuple) else []
    told = f"On {put['at']}: {fall(spaces)}"
    scores = [f"{name} {signed(gained[name])}" for name in state.players if gained.get(name)]
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
    met = clashes(state, choice.tile, choice.at)
    touched = tuple(
        Cited(text=edge.cite.text, rule=edge.cite.rule) for edge in met if edge.theirs is not None
    )
    nothing = Cited(text="It touches no tile: nothing happens.", rule="zarathustra 7")
    return ActionLine(
        tiles=(f"On {choice.at}: {fall(fallen(met))}",),
        cites=touched or (nothing,),
        drawing=_DRAWN,
        drawn=face(state, state.turn, choice.tile),
    )


def seats(look: AnyLook) -> tuple[Seat, ...]:
    """The players in seat order: tiles left, and the blank edges that count."""
    state = look.state
    count, gained = blanks(state), look.outcome.gained
    most = max(count.values())
    playing = state if isinstance(state, Playing) else None
    return seated(
        state.players,
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
        url=look.url,
        sheet="tiles",
        turn=playing.turn if playing else "",
        following=playing.after(playing.turn) if playing else "",
        leaders=[name for name in state.players if 0 < most == count[name]],
    )


def left(state: States, name: str) -> str:
    """How many tiles a player has yet to play."""
    number = len(state.hands[name])
    return counted(number, "tile")


# --- the board ------------------------------------------------------------------------------------------


def _board(look: AnyLook, state: States, choice: Choice) -> Board:
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
        href=address(look, _tapped(choice, at)),
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
            href=address(look, Choice(at, tile)) if at and tile in left else "",
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
            href=address(look, Choice(choice.at, way)),
            state="on" if way == choice.tile else "",
            tile=face(state, state.turn, way),
        )
        for way in (first, *reversed(others))
    )


# --- how tiles look -------------------------------------------------------------------------------------


def face(state: states.Board, player: str, tile: str) -> TileView:
    """A player's tile as it lies."""
    return _face(tile, owner(state, player), letters(state.players)[player])


@lru_cache(2048)
def _face(tile: str, owner: int, letter: str) -> TileView:
    marks = tuple((_ART[edge], number * 90) for number, edge in enumerate(tile) if edge in _ART)
    return TileView(label=edges(tile), marks=marks, owner=owner, letter=letter)


def owner(state: states.Board, player: str) -> int:
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


def fall(spaces: Sequence[str]) -> str:
    """What falls: `c2 and d3 fall`, the end of a sentence."""
    return f"{joined(spaces)} {'falls' if len(spaces) == 1 else 'fall'}" if spaces else "nothing falls"
