"""Climb on a page."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from referee.rules.climb.game import GAME, End, Go, Going, Options, Over

from referee.games.forms import PLAYER, Edit, Wording
from referee.games.frame import menu, why_over
from referee.games.look import Look
from referee.games.parts import Seat, Sheet, seated
from referee.games.presenter import MomentText, TablePresenter
from referee.games.setup import Ask, Group, Number, Setup
from referee.games.table_views import ActionLine, Headline, OverView, Stage, WhoseTurn, standings, won_by
from referee.rules.engine import Move
from referee.web.components import TileView


class ClimbStage(Stage, frozen=True):
    """The stairs: by how many steps does the player go up?"""

    template: ClassVar[str] = "games/climb/steps.html"

    player: str


class ClimbPresenter(TablePresenter[Going | Over, Go | End]):
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
            Ask(
                "wet", "The stairs are", texts={"": "Dry", "1": "Wet"}, read=bool, summary={"1": "wet stairs"}
            ),
        ],
    )
    wordings: ClassVar[Mapping[type[Move], Wording]] = {
        Go: Wording("{player} goes up {steps:step|steps}", [PLAYER, Edit("steps", "Steps", ("1", "2", "3"))]),
        End: Wording("The game is ended"),
    }

    def headline(self, state: Going | Over) -> Headline:  # noqa: ARG002
        return Headline()

    def stage(self, look: Look[Going | Over, Go | End]) -> Stage:
        state = look.state
        if isinstance(state, Going):
            return ClimbStage(player=state.turn)
        return OverView(
            heading=won_by(state.winners),
            why=why_over(look, None, rule="climb 2"),
            detail="Who stands on the last step wins.",
            standings=standings(state.steps, state.winners),
            counts=GAME.counts,
        )

    def now(self, look: Look[Going | Over, Go | End], _stage: Stage, /) -> WhoseTurn | None:
        state = look.state
        if isinstance(state, Over):
            return None
        return WhoseTurn(title=state.turn, follow=f"{state.left} steps are left.")

    def action(self, _look: Look[Going | Over, Go | End], _stage: Stage, /) -> ActionLine | None:
        return None

    def seats(self, look: Look[Going | Over, Go | End]) -> tuple[Seat, ...]:
        state = look.state
        return seated(look, lambda name: Seat(name=name, held=state.steps[name], unit="step"))

    def sheet(self, look: Look[Going | Over, Go | End]) -> Sheet | None:
        asked = look.asked.get("sheet") == "menu"
        return menu(look, GAME) if asked else None
