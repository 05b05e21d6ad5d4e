"""What every game's view has alike: its stylesheet, refusals, menu and action line, and why it is over."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import PurePosixPath
from typing import Any, Literal

from django.urls import reverse

from referee.games.cited import Cited, cite_of
from referee.games.look import AnyLook, Reply
from referee.games.parts import RefusedSheet, Sheet
from referee.games.table_views import ActionLine, won_by
from referee.rules.engine import AnyGame, Cite, Line, Move, Refused, Ruling, State
from referee.rules.record import Outcome
from referee.web.components import SAMPLE, Field, Link

_TITLES = {
    "illegal": "Against the rules",
    "impossible": "Not possible",
    "phase": "Not now",
    "invalid": "Not understood",
}


def stylesheet(rules: AnyGame) -> str:
    """The static file that styles a game's table, and whatever else shows its cards."""
    return str(PurePosixPath("games", f"{rules.key}.css"))


def refused(
    look: AnyLook,
    reply: Reply,
    *,
    move: str = "",
    offender: str = "",
    fields: Mapping[str, object] | None = None,
) -> RefusedSheet:
    """Why a tap changed nothing, and what can be done about it.

    `move` says what was put down against the rules, so that it can be overruled, `fields` send it again,
    `offender` is who draws for it.
    """
    no = reply.refused
    if reply.barred:
        return RefusedSheet(title="Not from this phone", cite=Cited(text=reply.barred))
    if no is None:
        text = "Somebody was quicker: your tap changed nothing. Look again, then tap what still holds."
        changed = tuple(reply.changed)
        return RefusedSheet(title="The table has moved on", cite=Cited(text=text), changed=changed)
    place = (Field(name="instead", value=reply.instead),) if reply.instead else ()
    return RefusedSheet(
        title=_TITLES[no.code],
        cite=cite_of(no),
        move=move,
        offender=offender,
        why=no.text if offender else "",
        fields=(*fields_of(fields), *place) if fields else (),
        overrule=bool(move) and no.code == "illegal" and look.about.viewer_is_keeper,
        changed=tuple(reply.changed),
        photo=f"{look.url}?sheet=photo&refusal={reply.refusal_number}" if reply.refusal_number else "",
    )


def seat_query(state: State, player: str) -> str:
    """The query of a player's own sheet; "" where nobody of that name plays."""
    return f"sheet=seat&player={state.players.index(player)}" if player in state.players else ""


def fields_of(sent: Mapping[str, object]) -> Iterator[Field]:
    """A move as the hidden fields that send it again."""
    for name, value in sent.items():
        values = value if isinstance(value, list | tuple) else [value]
        yield from (Field(name=name, value=str(each)) for each in values)


class MenuLink(Link, frozen=True):
    """A way out of the menu, with its sign of art/menu.svg."""

    icon: str


def to_sheet(look: AnyLook, icon: str, text: str, query: str) -> MenuLink:
    """To one of the table's own sheets."""
    return MenuLink(icon=icon, text=text, href=f"{look.url}?sheet={query}")


def menu(
    look: AnyLook,
    rules: AnyGame,
    links: Iterable[MenuLink] = (),
    *,
    how: MenuLink | None = None,
    unit: str = "",
) -> Sheet:
    """The menu: this game, who is in the room, the app; the game adds `links` to the first. `how` it
    goes may stand in place of its rules, and its scores by a `unit` of their own.
    """
    public_id, version, length = look.about.public_id, look.about.version, look.about.length
    # A game without hands or rounds has its scores by the move.
    unit = unit or (rules.unit if rules.openers else "move")
    sample = public_id.startswith(SAMPLE)

    def way(icon: str, text: str, view: str, *args: object) -> MenuLink:
        return MenuLink(icon=icon, text=text, href=reverse(view, args=args))

    game = [way("log", "The log of every move", "log", public_id), *links]
    if length and look.about.viewer_may_write and _judged(look, rules, "end"):
        game.append(to_sheet(look, "end", "End the game", "end"))
    room = []
    # What is left of a sample elsewhere is nothing.
    if not sample:
        game.insert(0, way("scores", f"The scores, {unit} by {unit}", "game", public_id))
        room.append(way("board", "Board on a big screen", "board_link", public_id))
    if length:
        game.append(way("correct", "Correct the last move", "correct", public_id, length))
        game.append(MenuLink(icon="undo", text="Undo back to a move", href=look.moves_url))
    if version:
        game.append(to_sheet(look, "camera", "Add a photo", f"photo&row={version}"))
    if look.about.viewer_may_write and isinstance(_judged(look, rules, "void"), Ruling):
        game.append(to_sheet(look, "end", f"End the {unit} or the game", "void"))
    leaving = f"?table={public_id}"
    writes = not sample and look.about.viewer_may_write
    if writes:
        room.append(to_sheet(look, "pen", "Who logs the moves", "loggers"))
    app = (
        how or MenuLink(icon="rules", text="The rules", href=reverse("rulebook", args=[rules.key]) + leaving),
        to_sheet(look, "how", "How this screen works", "how"),
        MenuLink(icon="settings", text="Settings", href=reverse("settings") + leaving),
        way("home", "Home", "home"),
    )
    return Sheet.of(
        "menu",
        "table/sheets/menu.html",
        groups=(("This game", game), ("The room", room), ("The app", app)),
        invites=not sample and look.about.viewer_is_keeper,
        writes=writes,
    )


def lines_of_last(look: AnyLook, rules: AnyGame, *kinds: type[Move]) -> tuple[Line, ...]:
    """The lines of the hand's last move of these kinds, none without one: the referee is asked once more."""
    steps = [step for step in look.hand().steps if isinstance(step.move, kinds)]
    ruling = rules.judge(steps[-1].before, steps[-1].move) if steps else None
    return ruling.lines if isinstance(ruling, Ruling) else ()


def _judged(look: AnyLook, rules: AnyGame, do: str) -> Ruling[Any] | Refused | None:
    """What the referee says of a move of the table's; None where the game or its phase has none such."""
    move = rules.read({"do": do})
    answer = move if isinstance(move, Refused) else rules.judge(look.state, move)
    return None if isinstance(answer, Refused) and answer.code in ("invalid", "phase") else answer


def end_sheet(look: AnyLook, rules: AnyGame) -> Sheet | None:
    """Asks once whether the game or its hand ends, if the address does: the referee says who would win."""
    asked = look.asked.get("sheet")
    if asked == "void" and isinstance(_judged(look, rules, "void"), Ruling):
        return Sheet.of("void", "table/sheets/void.html", unit=rules.unit)
    answer = _judged(look, rules, "end") if asked == "end" else None
    if answer is None:
        return None
    if rules.openers and not rules.hand_number(look.state):
        return Sheet.of("end", "table/sheets/uncounted.html", unit=rules.unit)
    if isinstance(answer, Refused):
        return Sheet.of("end", "table/sheets/end.html", wins="", lines=(answer.text,))
    # In some games there is more to count before anybody wins.
    winners = () if rules.alone(answer.state) else getattr(answer.state, "winners", ())
    together = any({*winners} <= {*side} for side in rules.sides(answer.state))
    wins = won_by(winners, together=together) if winners else ""
    # The first says only that the table ends it.
    lines = tuple(cite.text for cite in answer.cites[1:] if cite.text != f"{wins}.")
    return Sheet.of("end", "table/sheets/end.html", wins=wins, lines=lines)


def action_line(
    cites: tuple[Cited, ...],
    orders: Iterable[str] = (),
    *,
    tap: str = "",
    why: str | None = None,
    fined: bool = False,
    faced: bool = False,
) -> ActionLine:
    """The action line: the `orders` that hands must follow, with what they `tap` on the phone last; where
    there are none, what was ruled first.
    """
    first = next((cite.text.removesuffix(".") for cite in cites), "")
    if tiles := tuple(filter(None, (*orders, tap))):
        tone: Literal["do", "stop"] = "stop" if fined else "do"
        why = first if why is None else why
        return ActionLine(tiles=tiles, tap=tap, tone=tone, art="cards", why=why, cites=cites, faced=faced)
    return ActionLine(tiles=(first,) if first else (), cites=cites)


def cites_of(outcome: Outcome) -> tuple[Cited, ...]:
    """Every sentence that the referee said of a move, with its clause."""
    return tuple(map(cite_of, outcome.rulings))


def why_over(look: AnyLook, cite: Cite | None, *, rule: str, clock: str | None = None) -> Cited:
    """What the rules say ended the game; without that the agreed `clock` did, if it had come, or the table.

    `rule` is the clause of those two.
    """
    if cite:
        return cite_of(cite)
    ended = look.about.finished_at
    if clock and ended and ended >= look.ends_at(clock):
        return Cited(text=f"It was past {clock}, the agreed end.", rule=rule)
    return Cited(text="The table ended the game.", rule=rule)
