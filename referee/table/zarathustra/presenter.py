"""From a Zarathustra state to what the templates show, and from what they send to a move."""

from __future__ import annotations

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

from django.http import QueryDict

from referee.rules.engine import Refused
from referee.rules.zarathustra.game import GAME
from referee.rules.zarathustra.state import Over, Playing
from referee.table.context import RefusedSheet, TableView
from referee.table.frame import frame, refused
from referee.table.look import Look
from referee.table.page_context import Agreed, EditField
from referee.table.zarathustra import entry, live, rest, telling
from referee.table.zarathustra.context import ZarathustraAgreed, ZarathustraView
from referee.table.zarathustra.door import ZarathustraAnswers
from referee.table.zarathustra.entry import Choice


class ZarathustraPresenter:
    """How Zarathustra looks."""

    rules = GAME
    blurb = (
        "Tiles with swords, shields and blank edges strike each other down. The most blank edges left win."
    )
    limits = "2 to 4 players."
    # The first of the seating begins (settled 1).
    first = ""
    door = ZarathustraAnswers()

    def move(self, sent: QueryDict) -> dict[str, Any]:
        """The move that a form asks for, as RECORD.md has it."""
        return entry.move_of(sent)

    def asks(self, state: Any, raw: Mapping[str, Any]) -> str | Refused:  # noqa: ARG002
        """Nothing is ever missing: the choice is made in the address before a form is sent."""
        return ""

    def tell(self, raw: Mapping[str, Any]) -> str:
        """A move in a short sentence."""
        return telling.tell(raw)

    def edit(self, state: Any, raw: Mapping[str, Any]) -> tuple[EditField, ...]:
        """The fields by which a move of the log is corrected; `state` is the one before it."""
        return tuple(telling.fields(state, raw))

    def edited(self, sent: QueryDict, raw: Mapping[str, Any]) -> dict[str, Any]:
        """The move that those fields ask for."""
        return telling.corrected(sent, raw)

    def agreed(self, sent: QueryDict, options: dict[str, Any] | None = None) -> Agreed:  # noqa: ARG002
        """Nothing is agreed on."""
        return ZarathustraAgreed()

    def options(self, sent: QueryDict) -> tuple[dict[str, Any], list[str]]:  # noqa: ARG002
        """No options, and nothing wrong with them."""
        return {}, []

    def opening(self, dealer: str) -> dict[str, Any] | None:  # noqa: ARG002
        """Nothing by itself: the first tile is put down at the table."""
        return None

    def view(self, look: Look) -> TableView:
        """Everything that the table shows."""
        state = look.state
        sheet = self._refused(look) or rest.asked(look, state)
        playing = state if isinstance(state, Playing) else None
        # A sheet has the board to itself: what it asks about is no choice.
        choosing = playing if "sheet" not in look.asked else None
        choice = entry.chosen(look.asked, choosing) if choosing else Choice()
        now = live.now(look, playing, choice) if playing else None
        picks = playing is not None and bool(choice.at and not choice.tile)
        view = ZarathustraView(
            board=live.board(look, state, choice),
            now=now,
            seats=live.seats(look, state),
            tray=live.held(look, state, playing.turn, choice.at) if playing and picks else (),
            turn=live.turn(look, playing, choice) if playing and choice.tile else None,
            over=rest.over(look, state) if isinstance(state, Over) else None,
        )
        return frame(
            look,
            self.rules,
            body="table/zarathustra/body.html",
            table=view,
            title=now.title if now else "",
            headline=live.headline(state),
            sheet=sheet,
            remembers=bool(choice.at),
        )

    def _refused(self, look: Look) -> RefusedSheet | None:
        answer = look.answer
        if answer is None or answer.status == HTTPStatus.OK:
            return None
        if answer.refused is None or answer.refused.code != "illegal":
            return refused(answer)
        return refused(answer, move=telling.tell(answer.sent))


PRESENTER = ZarathustraPresenter()
