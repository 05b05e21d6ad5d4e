"""Climb on a page."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from referee.rules.climb.game import GAME, End, Go, Going, Options, Over

from referee.games.context import GameView, OverView, Seat, SeatedView, WhoseTurn
from referee.games.ending import why_over
from referee.games.frame import frame, menu
from referee.games.look import Look
from referee.games.presenter import MomentText, Presenter
from referee.games.setup import Ask, Group, Number, Setup
from referee.games.wording import PLAYER, Edit, Wording
from referee.rules.engine import Move
from referee.web.components import Field, StandingView, TileView, ranked


class StairSeat(Seat, frozen=True, kw_only=True):
    """A player and how far they went."""

    held: int
    unit: str = "step"


class ClimbPresenter(Presenter[Going | Over, Go | End]):
    """How Climb looks."""

    rules = GAME
    blurb = "Up the stairs by one, two or three."
    limits = "2 to 4 players."
    tile = TileView(look="t-green", letter="C")
    badges: ClassVar[Mapping[str, TileView]] = {"leap": TileView(look="t-blue", sign="up")}
    moments: ClassVar[Mapping[str, MomentText]] = {
        "leap": MomentText("{n:step|steps} at once", "{player} leapt", "up", least=3, top=True)
    }
    setup = Setup(
        Options,
        asked=[
            Group("The stairs have", [Number("stairs", "steps", what="The number of steps", least=3)]),
            Ask("wet", "The stairs are", texts={"": "Dry", "1": "Wet"}, read=bool, told={"1": "wet stairs"}),
        ],
    )
    wordings: ClassVar[Mapping[type[Move], Wording]] = {
        Go: Wording("{player} goes up {steps:step|steps}", [PLAYER, Edit("steps", "Steps", ("1", "2", "3"))]),
        End: Wording("The game is ended"),
    }

    def view(self, look: Look[Going | Over, Go | End]) -> GameView:
        """Everything that the table shows."""
        state = look.state
        over = isinstance(state, Over)
        rows = (
            StandingView(name=name, points=number, leader=over and name in state.winners)
            for name, number in state.steps.items()
        )
        table = SeatedView(
            seats=tuple(
                StairSeat(name=name, held=number, turn=not over and name == state.turn)
                for name, number in state.steps.items()
            ),
            now=None if over else WhoseTurn(title=state.turn, follow=f"{state.left} steps are left."),
            over=OverView(
                winners=state.winners,
                why=why_over(look, None, rule="climb 2"),
                detail="Who stands on the last step wins.",
                standings=ranked(rows, highest=True),
                counts=GAME.counts,
            )
            if over
            else None,
        )
        asked = look.asked.get("sheet") == "menu"
        return frame(
            look,
            GAME,
            body="games/climb/body.html",
            table=table,
            title="",
            headline="",
            sheet=self.refused(look)
            or (menu(look, GAME, moves=[Field(name="End the game", value="end")]) if asked else None),
        )
