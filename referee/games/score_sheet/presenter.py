"""From the state of a score sheet to what the templates show, and from what they send to a move."""

from __future__ import annotations

from collections.abc import Mapping

from django.http import QueryDict

from referee.games.board import BoardRow, BoardSeat, BoardView, ranking
from referee.games.context import AgreedView, EditField, Sheet, TableView
from referee.games.frame import cites_of, frame, menu
from referee.games.look import AnyLook, Look
from referee.games.presenter import Presenter
from referee.games.score_sheet import entry, setup, sheet
from referee.games.score_sheet.context import PeopleSheet, RoundsSheet, ScoreSheetView
from referee.games.score_sheet.dispute import ScoreSheetAnswers
from referee.rules.score_sheet import GAME, moves
from referee.rules.score_sheet.state import MOST_PLAYERS, Over, Playing, States
from referee.web.context import Field, Link


class ScoreSheetPresenter(Presenter[States, moves.Move]):
    """How the score sheet looks."""

    rules = GAME
    blurb = "For every other game on the shelf: write down each round, and it adds up."
    limits = "1 to 20 players."
    fewest = 1
    answers = ScoreSheetAnswers()
    form = staticmethod(entry.form)
    describe = staticmethod(entry.describe)

    def edit(self, state: States, move: moves.Move) -> tuple[EditField, ...]:
        """The fields by which a move of the log is corrected; `state` is the one before it."""
        return tuple(entry.fields(state, move))

    def kept(self, move: moves.Move) -> dict[str, object]:
        """Who joins stays where they sat down."""
        return {"after": move.after} if isinstance(move, moves.Join) and move.after else {}

    def agreed(self, sent: QueryDict, options: Mapping[str, object] | None = None) -> AgreedView:
        """What the setup page asks beside the names: as sent, or from the options of an earlier game."""
        return setup.agreed(sent, options)

    def options(self, sent: QueryDict) -> tuple[dict[str, object], list[str]]:
        """What the setup page agreed on, as the record has it, and what is wrong with it."""
        return setup.options(sent)

    def view(self, look: Look[States, moves.Move]) -> TableView:
        """Everything that the table shows."""
        state = look.state
        playing = state if isinstance(state, Playing) else None
        title = f"Round {len(state.rounds) + 1}" if playing else "The end"
        view = ScoreSheetView(
            title=title,
            lead=sheet.lead(state),
            cites=cites_of(look.outcome)[-2:] if playing else (),
            grid=sheet.grid(look, state),
            entry=sheet.entry(look, playing) if playing and playing.players else None,
            over=sheet.over(look, state) if isinstance(state, Over) else None,
        )
        return frame(
            look,
            self.rules,
            body="games/score_sheet/body.html",
            table=view,
            title=title,
            headline=sheet.headline(state),
            sheet=self._sheet(look, state),
        )

    def board(self, view: TableView) -> BoardView:
        """The sheet on a board: who leads, and everybody's total in the order of the columns."""
        table = view.table
        if not isinstance(table, ScoreSheetView) or table.grid is None:
            return super().board(view)
        columns = [column for column in table.grid.columns if column.here]
        over = table.over
        return BoardView(
            seats=tuple(
                BoardSeat(name=column.name, held=column.total, unit="point", leader=column.leader)
                for column in columns
            ),
            heading=over.heading if over else table.title,
            follow="" if over else table.lead,
            rows=tuple(ranking(over.standings))
            if over
            else tuple(
                BoardRow(name=column.name, points=column.total, change=column.change, leader=column.leader)
                for column in columns
            ),
        )

    def _sheet(self, look: Look[States, moves.Move], state: States) -> Sheet | None:
        if refused := self.refused(look):
            return refused
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


def _menu(look: AnyLook, state: States) -> Sheet:
    playing = isinstance(state, Playing)
    people = [Link(href=f"{look.url}?sheet=people", text="Add or remove players")] if playing else []
    rounds = [Link(href=f"{look.url}?sheet=rounds", text="The whole sheet")] if state.rounds else []
    ends = [Field(name="End the game", value="end")] if playing else []
    return menu(look, GAME, links=[*people, *rounds], moves=ends)
