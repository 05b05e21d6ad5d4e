"""From a NumZumZero state to what the templates show, and from what they send to a move."""

from __future__ import annotations

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any
from urllib.parse import urlencode

from django.http import QueryDict

from referee.rules.engine import Refused
from referee.rules.numzumzero.game import GAME
from referee.rules.numzumzero.state import Counting, Dealing, Over, Playing, Refilling
from referee.table.context import RefusedSheet, TableView
from referee.table.frame import frame, refused
from referee.table.look import Look
from referee.table.numzumzero import entry, live, rest, setup, telling
from referee.table.numzumzero.context import NumView
from referee.table.numzumzero.door import NumZumZeroAnswers
from referee.table.page_context import Agreed, EditField
from scoring import history


class NumZumZeroPresenter:
    """How NumZumZero looks."""

    rules = GAME
    blurb = "Make blue and orange equal in a column, collect it, take a token. Seven tokens end the game."
    limits = "1 to 12 players, and a box for every 4. Alone you play Solo."
    # Who leads is asked at the table, with the cards that are turned over.
    first = ""
    door = NumZumZeroAnswers()

    def move(self, sent: QueryDict) -> dict[str, Any]:
        """The move that a form asks for, as RECORD.md has it."""
        return entry.move_of(sent)

    def asks(self, state: Any, raw: Mapping[str, Any]) -> str | Refused:
        """The query of the sheet that asks for the column of a card; see Presenter."""
        if not entry.lacks_column(dict(raw)):
            return ""
        numbers = range(1, len(state.columns) + 1)
        moves = (GAME.read({**raw, "column": number}) for number in numbers)
        answers = [move if isinstance(move, Refused) else GAME.judge(state, move) for move in moves]
        never = [answer for answer in answers if isinstance(answer, Refused) and answer.code != "illegal"]
        return never[0] if len(never) == len(answers) else urlencode({"sheet": "column", "card": raw["card"]})

    def tell(self, raw: Mapping[str, Any]) -> str:
        """A move in a short sentence."""
        return telling.tell(raw)

    def edit(self, state: Any, raw: Mapping[str, Any]) -> tuple[EditField, ...]:
        """The fields by which a move of the log is corrected; `state` is the one before it."""
        return tuple(telling.fields(state, raw))

    def edited(self, sent: QueryDict, raw: Mapping[str, Any]) -> dict[str, Any]:
        """The move that those fields ask for."""
        return telling.corrected(sent, raw)

    def agreed(self, sent: QueryDict, options: dict[str, Any] | None = None) -> Agreed:
        """What the setup page asks beside the names: as sent, or from the options of an earlier game."""
        return setup.agreed(sent, options)

    def options(self, sent: QueryDict) -> tuple[dict[str, Any], list[str]]:
        """What the setup page agreed on, as the record has it, and what is wrong with it."""
        return setup.options(sent)

    def opening(self, dealer: str) -> dict[str, Any] | None:  # noqa: ARG002
        """Nothing by itself: the table says which cards it turned over."""
        return None

    def view(self, look: Look) -> TableView:
        """Everything that the table shows."""
        state = look.state
        best = history.best_alone(look.game) if state.solo else None
        now = live.now(look, state, best)
        picks = isinstance(state, Dealing | Refilling)
        view = NumView(
            seats=live.seats(look, state),
            now=now,
            player=state.turn if isinstance(state, Playing) else "",
            columns=live.lying(state) if isinstance(state, Playing) else (),
            keys=live.keys(state) if isinstance(state, Playing) else (),
            pick=live.picking(look, state) if picks else None,
            bonus=rest.bonus(look, state) if isinstance(state, Counting) else None,
            over=rest.over(look, state, best) if isinstance(state, Over) else None,
        )
        return frame(
            look,
            self.rules,
            body="table/numzumzero/body.html",
            table=view,
            title=now.title if now else "",
            headline=live.headline(state),
            sheet=self._refused(look) or live.asked_sheet(look, state),
            remembers=picks or isinstance(state, Counting),
        )

    def _refused(self, look: Look) -> RefusedSheet | None:
        answer = look.answer
        if answer is None or answer.status == HTTPStatus.OK:
            return None
        if answer.refused is None or answer.refused.code != "illegal" or answer.sent.get("do") != "play":
            return refused(answer)
        return refused(answer, move=telling.tell(answer.sent))


PRESENTER = NumZumZeroPresenter()
