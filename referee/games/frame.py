"""What every game's view has alike: what it is called, its refusals, menu and action line, why it is over."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import PurePosixPath
from typing import Literal

from django.urls import reverse

from referee.games.cited import Cited, clause_view, rule_name
from referee.games.dispute import moves_url
from referee.games.look import AnyLook, Reply
from referee.games.parts import RefusedSheet, Sheet
from referee.games.table_views import ActionLine, GameTable, GameView, Moment
from referee.rules.engine import AnyGame, Cite
from referee.rules.outcome import Outcome
from referee.web.components import SAMPLE, Field, Link

_TITLES = {
    "illegal": "Against the rules",
    "impossible": "Not possible",
    "phase": "Not now",
    "invalid": "Not understood",
}


def frame(
    look: AnyLook,
    rules: AnyGame,
    *,
    table: GameTable,
    title: str,
    headline: str,
    sheet: Sheet | None,
    keeps_query: bool = False,
    back: str = "",
    moment: Moment | None = None,
    voice: str = "",
    timed: bool = False,
) -> GameView:
    """What the game shows, with what it is called; see GameView."""
    name = look.about.title or rules.name
    return GameView(
        name=name,
        title=f"{name}: {title}" if title else name,
        headline=headline,
        style=stylesheet(rules),
        phase=look.state.phase,
        table=table,
        sheet=sheet,
        back=back,
        keeps_query=keeps_query,
        moment=moment,
        voice=voice,
        timed=timed,
    )


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
        return RefusedSheet(
            title="The table has moved on",
            cite=Cited(
                text="Somebody was quicker: your tap changed nothing. Look again, then tap what still holds."
            ),
            changed=tuple(reply.changed),
        )
    place = (Field(name="instead", value=reply.instead),) if reply.instead else ()
    return RefusedSheet(
        title=_TITLES[no.code],
        cite=Cited(text=no.text, rule=no.rule or ""),
        clause=clause_view(no.rule) if no.rule and rule_name(no.rule) else None,
        move=move,
        offender=offender,
        why=no.text if offender else "",
        fields=(*fields_of(fields), *place) if fields else (),
        overrule=bool(move) and look.about.viewer_is_keeper,
        changed=tuple(reply.changed),
        photo=f"{look.url}?sheet=photo&refusal={reply.refusal_number}" if reply.refusal_number else "",
    )


def fields_of(sent: Mapping[str, object]) -> Iterator[Field]:
    """A move as the hidden fields that send it again."""
    for name, value in sent.items():
        values = value if isinstance(value, list | tuple) else [value]
        yield from (Field(name=name, value=str(each)) for each in values)


def menu(look: AnyLook, rules: AnyGame, links: Iterable[Link] = (), moves: Iterable[Field] = ()) -> Sheet:
    """The menu: rare things, and ways out of the table; `links` and `moves` are what the game adds to it."""
    public_id, version = look.about.public_id, look.about.version
    # A game without hands or rounds has its scores by the move.
    unit = rules.unit if rules.openers else "move"
    last = [Link(href=f"{look.url}?sheet=photo&row={version}", text="The last ruling; add a photo")]
    mend = [Link(href=reverse("correct", args=[public_id, look.about.length]), text="Correct the last move")]
    back = Link(href=moves_url(look), text="Undo back to an earlier move")
    always = [
        *([*mend, back] if look.about.length else []),
        Link(href=reverse("log", args=[public_id]), text="The log of every move"),
        *(last if version else ()),
        Link(href=reverse("game", args=[public_id]), text=f"The scores, {unit} by {unit}"),
        Link(href=reverse("board_link", args=[public_id]), text="Board on a big screen"),
    ]
    sample = public_id.startswith(SAMPLE)
    if sample:
        # What is left of it elsewhere is nothing.
        del always[-2:]
    ends = (
        Link(href=reverse("rulebook", args=[rules.key]), text="The rules"),
        Link(href=reverse("home"), text="All games"),
        Link(href=f"{reverse('settings')}?table={public_id}", text="Settings"),
    )
    writes = not sample and look.about.viewer_may_write
    return Sheet.of(
        "menu",
        "table/sheets/menu.html",
        tall=True,
        links=(*links, *always),
        ends=ends,
        moves=tuple(moves),
        invites=not sample and look.about.viewer_is_keeper,
        writes=writes,
    )


def action(
    cites: tuple[Cited, ...],
    told: Iterable[str] = (),
    *,
    why: str = "",
    fined: bool = False,
    faced: bool = False,
) -> ActionLine:
    """The action line: what was `told` that hands must do; where there is nothing, what was ruled first."""
    first = next((cite.text.removesuffix(".") for cite in cites), "")
    if tiles := tuple(told):
        tone: Literal["do", "stop"] = "stop" if fined else "do"
        return ActionLine(tiles=tiles, tone=tone, art="cards", why=why or first, cites=cites, faced=faced)
    return ActionLine(tiles=(first,) if first else (), cites=cites)


def cites_of(outcome: Outcome) -> tuple[Cited, ...]:
    """Every sentence that the referee said of a move, with its clause."""
    return tuple(Cited(text=said.text, rule=said.rule) for said in outcome.rulings)


def why_over(look: AnyLook, cite: Cite | None, *, rule: str, clock: str | None = None) -> Cited:
    """What the rules say ended the game; without that the agreed `clock` did, if it had come, or the table.

    `rule` is the clause of those two.
    """
    if cite:
        return Cited(text=cite.text, rule=cite.rule)
    ended = look.about.finished_at
    if clock and ended and ended >= look.ends_at(clock):
        return Cited(text=f"It was past {clock}, the agreed end.", rule=rule)
    return Cited(text="The table ended it.", rule=rule)
