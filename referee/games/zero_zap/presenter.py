"""From a Zero Zap state to what the templates show, and from what they send to a move."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from referee.games.look import AnyLook, Look
from referee.games.presenter import MomentText, TablePresenter
from referee.games.setup import Group, Number, Setup
from referee.games.table_views import ActionLine, Stage
from referee.games.zero_zap import build, sheets, table, wording
from referee.games.zero_zap.sheets import ZeroZapAnswers
from referee.games.zero_zap.views import BuildStage, face
from referee.rules.zero_zap import moves
from referee.rules.zero_zap.game import GAME
from referee.rules.zero_zap.state import Between, Counting, Drawing, Options, Playing, States
from referee.web.components import TileView

_WRONG = "{what} ends at a whole number of points, from {least} to {most}."
_POINTS = Number("score", "points", "end", what="The game", most=1_000_000, wrong=_WRONG)
_HINT = (
    "Checked when a round is scored. Each round can be refereed turn by turn or only scored: that is chosen"
    " at the table."
)


class ZeroZapPresenter(TablePresenter[States, moves.Move]):
    rules = GAME
    blurb = "Collect sets and runs of one colour, go out first, and do not be caught with Zero Zap."
    limits = "2 to 4 players."
    most = 4
    tile = TileView(look="t-yellow", sign="zap")
    symbols = ("zap", "star", "bonus", "steal")
    badges: ClassVar[Mapping[str, TileView]] = {
        "out": TileView(look="t-green", sign="tick"),
        "zap": TileView(look="t-yellow", sign="zap"),
        "stolen": TileView(look="t-red", sign="steal"),
        "round": TileView(look="t-blue", sign="star"),
    }
    mishaps: ClassVar[Mapping[str, TileView]] = {
        "zapped": TileView(look="t-red", sign="zap"),
        "robbed": TileView(look="t-blue", sign="steal"),
    }
    moments: ClassVar[Mapping[str, MomentText]] = {
        "zap": MomentText("Zero Zap", "{player} zapped {other}", "zap", "t-yellow", "zapped", weight=70),
        "stolen": MomentText("A group stolen", "{player} took it from {other}", "steal", "t-red", "robbed"),
    }
    #: Who deals is asked at the table, where each round is dealt or only scored.
    answers = ZeroZapAnswers()
    overrulable = (moves.Laying,)
    face = staticmethod(face)
    headline = staticmethod(table.headline)
    now = staticmethod(table.now)
    seats = staticmethod(table.seats)
    sheet = staticmethod(sheets.sheet)
    form = staticmethod(wording.form)
    entered = staticmethod(build.entered)
    setup = Setup(Options, asked=[Group("The game ends at", [_POINTS], hint=_HINT)])
    wordings = wording.WORDINGS

    def fields(self, move: moves.Move) -> Mapping[str, object]:
        """Who hands on how many is sent as two lists."""
        fields = super().fields(move)
        if isinstance(move, moves.Discard) and move.passed is not None:
            return {**fields, "names": list(move.passed), "passed": list(move.passed.values())}
        if isinstance(move, moves.Take) and move.index is not None:
            return {**fields, "take": f"{move.index} {move.card}"}
        return fields

    def stage(self, look: Look[States, moves.Move]) -> Stage:
        """What the phase shows below the seats; of a turn the half that the address asks for."""
        state = look.state
        match state:
            case Drawing():
                return table.draw(state)
            case Playing():
                building = build.is_building(state, look.asked)
                return build.build(look, state) if building else table.discard(look, state)
            case Counting():
                return table.counting(state)
            case Between():
                scored = "score" in look.asked
                return build.calculator(look, state) if scored else table.between(look, state)
        return table.over(look, state)

    def action(self, look: Look[States, moves.Move], stage: Stage, /) -> ActionLine | None:
        """What hands must do; while a set or run is put together, what that is so far."""
        return build.action(stage) if isinstance(stage, BuildStage) else table.action(look)

    def back(self, look: AnyLook) -> str:
        """Where a refused tap was made: what was put together for it is not lost."""
        return build.again(look.url, look.refusal.sent) if look.refusal else ""
