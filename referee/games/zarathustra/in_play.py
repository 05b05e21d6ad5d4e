"""The live Zarathustra table: the board, the seats, and the steps from a space to a tile that is put down."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import urlencode

from msgspec import structs

from referee.games.cited import Cited, cite_of
from referee.games.context import ActionLine
from referee.games.frame import action as action_line
from referee.games.frame import cites_of
from referee.games.look import AnyLook
from referee.games.zarathustra.context import (
    BoardView,
    ChoiceView,
    NowView,
    RowView,
    SeatView,
    SpaceView,
    TileLine,
    TurnView,
)
from referee.games.zarathustra.entry import Choice
from referee.games.zarathustra.faces import TRAY, edges, face, fall, letters, owner
from referee.rules.sentences import counted
from referee.rules.zarathustra import tiles
from referee.rules.zarathustra.clash import clashes, fallen
from referee.rules.zarathustra.place import GONE, PUTS, objection
from referee.rules.zarathustra.state import Playing, States, blanks
from referee.web.components import Link
from referee.web.wording import signed

#: So many letters of scores find room beside what fell; of more, the seats tell who scores.
_ROOM = 44


def headline(state: States) -> str:
    """How large the board is."""
    return f"{state.size} × {state.size}"


def address(look: AnyLook, choice: Choice) -> str:
    """Where a choice is shown."""
    query = {name: value for name, value in (("at", choice.at), ("tile", choice.tile)) if value}
    return f"{look.url}?{urlencode(query)}" if query else look.url


# --- the board ------------------------------------------------------------------------------------------


def board(look: AnyLook, state: States, choice: Choice) -> BoardView:
    """The spaces row by row, each as the referee sees it for the player on turn."""
    falls = fallen(clashes(state, choice.tile, choice.at)) if choice.tile else ()
    names = tiles.spaces(state.size)
    spaces = [_space(look, state, choice, falls, at) for at in names]
    rows = tuple(
        RowView(number=row + 1, spaces=tuple(spaces[row * state.size : (row + 1) * state.size]))
        for row in range(state.size)
    )
    columns = "".join(at[0].upper() for at in names[: state.size])
    return BoardView(size=state.size, columns=columns, rows=rows, in_play=isinstance(state, Playing))


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


# --- what counts now ------------------------------------------------------------------------------------


def now(look: AnyLook, state: Playing, choice: Choice) -> NowView:
    """Whose turn it is, and what to tap next."""
    following = NowView(title=state.turn, direction="clockwise", next=_next(state))
    if not choice.at:
        return following
    no = objection(state, choice.at)
    return structs.replace(
        following,
        follow="" if no or choice.tile else f"On {choice.at}: which tile?",
        no=cite_of(no) if no else None,
        back=Link(href=address(look, Choice(choice.at)), text="Other tile")
        if choice.tile
        else Link(href=look.url, text="Other space"),
    )


def _next(state: Playing) -> str:
    return state.players[(state.players.index(state.turn) + 1) % len(state.players)]


def action(look: AnyLook, state: Playing, choice: Choice) -> ActionLine:
    """What fell by the last tile and who scores; for a tile in hand, what would fall."""
    if choice.tile:
        return _ahead(state, choice)
    if state.last is None:
        return action_line((), ["Tap the space for the first tile"])
    cites, gained = cites_of(look.outcome), look.outcome.gained
    put = next((said.facts for said in look.outcome.rulings if said.message == PUTS), None)
    if put is None:
        return action_line(cites)
    gone = next((said.facts["gone"] for said in look.outcome.rulings if said.message == GONE), ())
    spaces = [str(space) for space in gone] if isinstance(gone, list | tuple) else []
    told = f"On {put['at']}: {fall(spaces)}"
    scores = [f"{name} {signed(gained[name])}" for name in state.players if gained.get(name)]
    room = sum(map(len, (told, *scores))) <= _ROOM
    return TileLine(
        tiles=(told, *scores) if room else (told,),
        tone="do" if spaces else "",
        cites=cites,
        drawn=face(state, str(put["player"]), str(put["tile"])),
    )


def _ahead(state: Playing, choice: Choice) -> TileLine:
    """What the tile in hand would do on the chosen space, edge by edge."""
    met = clashes(state, choice.tile, choice.at)
    edges = tuple(Cited(text=edge.cite.text, rule=edge.cite.rule) for edge in met if edge.theirs is not None)
    nothing = Cited(text="It touches no tile: nothing happens.", rule="zarathustra 7")
    return TileLine(
        tiles=(f"On {choice.at}: {fall(fallen(met))}",),
        cites=edges or (nothing,),
        drawn=face(state, state.turn, choice.tile),
    )


def seats(look: AnyLook, state: States) -> tuple[SeatView, ...]:
    """The players in seat order: tiles left, and the blank edges that count."""
    count = blanks(state)
    most = max(count.values())
    gained = look.outcome.gained
    return tuple(
        SeatView(
            name=name,
            href=f"{look.url}?{urlencode({'sheet': 'tiles', 'player': place})}",
            owner=owner(state, name),
            letter=letters(state.players)[name],
            left=left(state, name),
            blanks=count[name],
            change=signed(gained[name]) if gained.get(name) else "",
            turn=isinstance(state, Playing) and name == state.turn,
            next=isinstance(state, Playing) and name == _next(state),
            leader=most > 0 and count[name] == most,
        )
        for place, name in enumerate(state.players)
    )


def left(state: States, name: str) -> str:
    """How many tiles a player has yet to play."""
    number = len(state.hands[name])
    return counted(number, "tile")


# --- the tile in hand -----------------------------------------------------------------------------------


def held(look: AnyLook, state: States, name: str, at: str = "") -> tuple[ChoiceView, ...]:
    """All tiles of a player; those still to be played are on, with an address where a space is chosen."""
    return tuple(
        ChoiceView(
            tile=face(state, name, tile),
            href=address(look, Choice(at, tile)) if at and tile in state.hands[name] else "",
            on=tile in state.hands[name],
        )
        for tile in TRAY
    )


def turn(look: AnyLook, state: Playing, choice: Choice) -> TurnView:
    """The tile in hand, turned in each way, and what it would do on the chosen space."""
    first, *others = tiles.ways(tiles.same(choice.tile))
    return TurnView(
        player=state.turn,
        tile=choice.tile,
        at=choice.at,
        ways=tuple(
            ChoiceView(
                tile=face(state, state.turn, way),
                href=address(look, Choice(choice.at, way)),
                on=way == choice.tile,
            )
            for way in (first, *reversed(others))
        ),
        no=objection(state, choice.at) is not None,
    )
