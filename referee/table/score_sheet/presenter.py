"""From the state of a score sheet to what the templates show, and from what they send to a move."""

from __future__ import annotations

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

from django.http import QueryDict

from referee.rules.engine import Refused
from referee.rules.score_sheet import GAME
from referee.rules.score_sheet.state import MOST_PLAYERS, Over, Playing, States
from referee.table.context import Cited, Field, Link, Sheet, TableView
from referee.table.frame import frame, menu, refused
from referee.table.look import Look
from referee.table.page_context import Agreed, EditField
from referee.table.score_sheet import entry, setup, sheet
from referee.table.score_sheet.context import PeopleSheet, RoundsSheet, ScoreSheetView
from referee.table.score_sheet.door import ScoreSheetAnswers


class ScoreSheetPresenter:
    """How the score sheet looks."""

    rules = GAME
    blurb = "For every other game on the shelf: write down each round, and it adds up."
    limits = "1 to 20 players."
    first = ""
    door = ScoreSheetAnswers()

    def move(self, sent: QueryDict) -> dict[str, Any]:
        """The move that a form asks for, as RECORD.md has it."""
        return entry.move_of(sent)

    def asks(self, state: Any, raw: Mapping[str, Any]) -> str | Refused:  # noqa: ARG002 - nothing is missing
        """Nothing: a round is written down in one form."""
        return ""

    def tell(self, raw: Mapping[str, Any]) -> str:
        """A move in a short sentence."""
        return entry.tell(raw)

    def edit(self, state: Any, raw: Mapping[str, Any]) -> tuple[EditField, ...]:
        """The fields by which a move of the log is corrected; `state` is the one before it."""
        return tuple(entry.fields(state, raw))

    def edited(self, sent: QueryDict, raw: Mapping[str, Any]) -> dict[str, Any]:
        """The move that those fields ask for."""
        return entry.edited(sent, raw)

    def agreed(self, sent: QueryDict, options: dict[str, Any] | None = None) -> Agreed:
        """What the setup page asks beside the names: as sent, or from the options of an earlier game."""
        return setup.agreed(sent, options)

    def options(self, sent: QueryDict) -> tuple[dict[str, Any], list[str]]:
        """What the setup page agreed on, as the record has it, and what is wrong with it."""
        return setup.options(sent)

    def opening(self, dealer: str) -> dict[str, Any] | None:  # noqa: ARG002 - nobody deals
        """None: the first round is written down when it is played."""
        return None

    def view(self, look: Look) -> TableView:
        """Everything that the table shows."""
        state: States = look.state
        playing = state if isinstance(state, Playing) else None
        title = f"Round {len(state.rounds) + 1}" if playing else "The end"
        cites = [Cited(text=cite["text"], rule=cite["rule"]) for cite in look.outcome.get("rulings", ())]
        view = ScoreSheetView(
            title=title,
            lead=sheet.lead(state),
            cites=tuple(cites[-2:]),
            grid=sheet.grid(look, state),
            entry=sheet.entry(look, playing) if playing and playing.players else None,
            over=sheet.over(look, state) if isinstance(state, Over) else None,
        )
        return frame(
            look,
            self.rules,
            body="table/score_sheet/body.html",
            table=view,
            title=title,
            headline=sheet.headline(state),
            sheet=self._sheet(look, state),
        )

    def _sheet(self, look: Look, state: States) -> Sheet | None:
        if look.answer and look.answer.status != HTTPStatus.OK:
            return refused(look.answer)
        match look.asked.get("sheet"):
            case "menu":
                return _menu(look, state)
            case "people" if isinstance(state, Playing):
                return PeopleSheet(
                    seats=state.players,
                    quitters=tuple(name for name in state.scores if name not in state.players),
                    room=len(state.players) < MOST_PLAYERS,
                )
            case "rounds":
                return RoundsSheet(grid=sheet.grid(look, state, whole=True))
        return None


def _menu(look: Look, state: States) -> Sheet:
    playing = isinstance(state, Playing)
    people = [Link(href=f"{look.url}?sheet=people", text="Players come and go")] if playing else []
    rounds = [Link(href=f"{look.url}?sheet=rounds", text="The whole sheet")] if state.rounds else []
    ends = [Field(name="End the game", value="end")] if playing else []
    return menu(look, links=[*people, *rounds], moves=ends)


PRESENTER = ScoreSheetPresenter()
