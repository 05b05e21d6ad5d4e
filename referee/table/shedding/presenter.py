"""From a state to what the templates show, and from what they send to a move; a game adds what is its own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from http import HTTPStatus
from typing import Any, ClassVar
from urllib.parse import urlencode

import msgspec
from django.http import QueryDict

from referee.rules.engine import Refused
from referee.rules.shedding.game import Shedding
from referee.rules.shedding.state import Between, Counting, Live, Over
from referee.table.context import Link, RefusedSheet, TableView
from referee.table.door_context import Answers
from referee.table.frame import frame, refused
from referee.table.look import Look
from referee.table.page_context import Agreed, EditField
from referee.table.shedding import entry, live, pad, rest, sheets, telling
from referee.table.shedding.context import SheddingView
from referee.table.shedding.setup import Setup
from referee.table.shedding.style import Style


class SheddingPresenter:
    """How a game looks in which everybody wants to be rid of his cards; see Presenter."""

    rules: ClassVar[Shedding]
    blurb: ClassVar[str]
    limits: ClassVar[str]
    setup: ClassVar[Setup]
    #: The usual way to show the game; a phone may have chosen another.
    usual: ClassVar[Style]
    first = "Deals first"
    #: Disputes have sheets of their own here.
    door: ClassVar[Answers | None] = None

    def style(self, look: Look) -> Style:  # noqa: ARG002
        """The way this phone shows the game."""
        return self.usual

    def links(self, look: Look) -> tuple[Link, ...]:  # noqa: ARG002
        """What the game adds to the menu."""
        return ()

    def move(self, sent: QueryDict) -> dict[str, Any]:
        """The move that a form asks for, as RECORD.md has it."""
        return entry.move_of(self.usual, sent)

    def asks(self, state: Any, raw: Mapping[str, Any]) -> str | Refused:
        """The query of the sheet that asks for a declaration; see Presenter."""
        words = entry.asks_declaration(self.usual, state, dict(raw))
        if not words:
            return ""
        move = self.rules.read({**raw, "declare": words[0]})
        answer = move if isinstance(move, Refused) else self.rules.judge(state, move)
        if isinstance(answer, Refused):
            return answer
        asked = {"sheet": "declare", "player": raw["player"], "cards": raw["cards"]}
        return urlencode(asked | {name: raw[name] for name in ("overruled",) if name in raw}, doseq=True)

    def tell(self, raw: Mapping[str, Any]) -> str:
        """A move in a short sentence."""
        return telling.tell(self.usual, raw)

    def edit(self, state: Any, raw: Mapping[str, Any]) -> tuple[EditField, ...]:
        """The fields by which a move of the log is corrected; `state` is the one before it."""
        return tuple(telling.fields(self.usual, state, raw))

    def edited(self, sent: QueryDict, raw: Mapping[str, Any]) -> dict[str, Any]:
        """The move that those fields ask for."""
        return telling.corrected(self.usual, sent, raw)

    def agreed(self, sent: QueryDict, options: dict[str, Any] | None = None) -> Agreed:
        """What the setup page asks beside the names: as sent, or from the options of an earlier game."""
        return self.setup.agreed(sent, options)

    def options(self, sent: QueryDict) -> tuple[dict[str, Any], list[str]]:
        """What the setup page agreed on, as the record has it, and what is wrong with it."""
        return self.setup.options(sent)

    def opening(self, dealer: str) -> dict[str, Any] | None:
        """The move that a new game begins with by itself."""
        return {"do": "deal", "dealer": dealer}

    def view(self, look: Look) -> TableView:
        """Everything that the table shows."""
        state, style = look.state, self.style(look)
        keys = pad.pad(style, state)
        now = live.now(style, look, state, keys)
        view = SheddingView(
            words=style.words,
            seats=live.seats(look, state),
            now=now,
            pad=keys,
            actions=live.actions(style, look, state),
            count=rest.counting(style, look, state) if isinstance(state, Counting) else None,
            between=rest.between(style, look, state) if isinstance(state, Between) else None,
            over=rest.over(look, state) if isinstance(state, Over) else None,
        )
        return frame(
            look,
            self.rules,
            body="table/shedding/body.html",
            table=view,
            title=now.title if now else "",
            headline=live.headline(state),
            sheet=_refused(style, look) or sheets.asked(style, look, state, self.links(look)),
            remembers=isinstance(state, Counting),
        )


def _refused(style: Style, look: Look) -> RefusedSheet | None:
    answer = look.answer
    if answer is None or answer.status == HTTPStatus.OK:
        return None
    if answer.refused is None:
        return refused(answer)
    said = replace(answer, refused=style.refused(answer.refused))
    if answer.refused.code in ("phase", "impossible"):
        return msgspec.structs.replace(refused(said), mends=tuple(_mends(look)))
    if answer.refused.code != "illegal" or answer.sent.get("do") != "play":
        return refused(said)
    player = answer.sent["player"]
    # What takes the place of an older move is no play of now: it costs no card.
    offender = "" if answer.instead else player
    return refused(said, move=f"{player}: {style.given(answer.sent['cards'])}", offender=offender)


def _mends(look: Look) -> Iterator[Link]:
    """What no table can overrule is an entry gone wrong: a hand to count, a move to correct."""
    state, sent = look.state, look.answer.sent if look.answer else {}
    player = sent.get("player")
    if isinstance(state, Live) and state.phase == "play" and player in state.players:
        place = state.players.index(player)
        yield Link(href=f"{look.url}?sheet=seat&player={place}", text=f"Count the hand of {player}")
    yield Link(href=f"{look.url}log/", text="Correct an earlier move")
