"""From a Zero Zap state to what the templates show, and from what they send to a move."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from http import HTTPStatus
from typing import Any

from django.http import QueryDict

from referee.rules.engine import Refused
from referee.rules.zero_zap.game import GAME
from referee.rules.zero_zap.state import Between, Counting, Drawing, Over, Playing, States, Turn
from referee.table.context import RefusedSheet, TableView
from referee.table.frame import frame, refused
from referee.table.look import Look
from referee.table.page_context import Agreed, EditField
from referee.table.zero_zap import build, calculator, entry, live, rest, setup, sheets, telling
from referee.table.zero_zap.context import ZeroZapView
from referee.table.zero_zap.door import ZeroZapAnswers


class ZeroZapPresenter:
    """How Zero Zap looks."""

    rules = GAME
    blurb = "Collect sets and runs of one colour, go out first, and do not be caught with Zero Zap."
    limits = "2 to 4 players."
    #: Who deals is asked at the table, where each round is dealt or only scored.
    first = ""
    door = ZeroZapAnswers()

    def move(self, sent: QueryDict) -> dict[str, Any]:
        """The move that a form asks for, as RECORD.md has it."""
        return entry.move_of(sent)

    def asks(self, state: Any, raw: Mapping[str, Any]) -> str | Refused:  # noqa: ARG002 - see Presenter
        """Nothing: the keys of cards that ask for more open their sheets themselves."""
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

    def agreed(self, sent: QueryDict, options: dict[str, Any] | None = None) -> Agreed:
        """What the setup page asks beside the names: as sent, or from the options of an earlier game."""
        return setup.agreed(sent, options)

    def options(self, sent: QueryDict) -> tuple[dict[str, Any], list[str]]:
        """What the setup page agreed on, as the record has it, and what is wrong with it."""
        return setup.options(sent)

    def opening(self, dealer: str) -> dict[str, Any] | None:  # noqa: ARG002 - see Presenter
        """None: the table says whether it deals or only scores."""
        return None

    def view(self, look: Look) -> TableView:
        """Everything that the table shows."""
        state: States = look.state
        now = live.now(look, state)
        building = isinstance(state, Playing) and build.is_building(state, look.asked)
        scoring = isinstance(state, Between) and "score" in look.asked
        view = ZeroZapView(
            seats=live.seats(look, state),
            now=now,
            draw=live.draw(state) if isinstance(state, Drawing) else None,
            discard=live.discard(look, state) if isinstance(state, Playing) and not building else None,
            build=build.build(look, state) if isinstance(state, Playing) and building else None,
            laid=live.laid(state, state.players) if isinstance(state, Turn | Counting) else (),
            lineup=live.lying(state) if isinstance(state, Playing) else (),
            count=rest.counting(state) if isinstance(state, Counting) else None,
            calculator=calculator.calculator(look, state) if isinstance(state, Between) and scoring else None,
            between=rest.between(state) if isinstance(state, Between) and not scoring else None,
            over=rest.over(look, state) if isinstance(state, Over) else None,
        )
        return frame(
            look,
            self.rules,
            body="table/zero_zap/body.html",
            table=view,
            title=now.title if now else "",
            headline=live.headline(state),
            sheet=self._refused(look) or sheets.asked(look, state),
            remembers=isinstance(state, Playing) or scoring,
            back=self._back(look),
        )

    def _refused(self, look: Look) -> RefusedSheet | None:
        answer = look.answer
        if answer is None or answer.status == HTTPStatus.OK:
            return None
        raw = dict(answer.sent)
        if answer.refused is None or answer.refused.code != "illegal" or not entry.is_laying(raw):
            return refused(answer)
        return refused(replace(answer, sent=entry.sent_again(raw)), move=telling.tell(raw))

    def _back(self, look: Look) -> str:
        """Where a refused tap was made: what was put together for it is not lost."""
        answer = look.answer
        if answer is None or answer.status == HTTPStatus.OK:
            return ""
        return build.again(look.url, answer.sent) or calculator.again(look.url, answer.sent)


PRESENTER = ZeroZapPresenter()
