"""From a Zero Zap state to what the templates show, and from what they send to a move."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from referee.games.context import GameView
from referee.games.frame import frame
from referee.games.look import AnyLook, Look
from referee.games.presenter import MomentText, Presenter
from referee.games.setup import Group, Number, Setup
from referee.games.zero_zap import between_rounds, build, calculator, entry, in_play, sheets, wording
from referee.games.zero_zap.context import ZeroZapView
from referee.games.zero_zap.dispute import ZeroZapAnswers
from referee.rules.zero_zap import moves
from referee.rules.zero_zap.game import GAME
from referee.rules.zero_zap.state import Between, Counting, Drawing, Options, Over, Playing, States, Turn
from referee.web.components import TileView


class ZeroZapPresenter(Presenter[States, moves.Move]):
    """How Zero Zap looks."""

    rules = GAME
    blurb = "Collect sets and runs of one colour, go out first, and do not be caught with Zero Zap."
    limits = "2 to 4 players."
    tile = TileView(look="t-yellow", sign="zap")
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
        "zap": MomentText("Zero Zap!", "{player} zapped {other}", "zap", "t-yellow", "zapped", weight=70),
        "stolen": MomentText("A group stolen", "{player} took it from {other}", "steal", "t-red", "robbed"),
    }
    #: Who deals is asked at the table, where each round is dealt or only scored.
    answers = ZeroZapAnswers()
    laying = (moves.Laying,)
    middle = "games/zero_zap/middle.html"
    form = staticmethod(entry.form)
    setup = Setup(
        Options,
        asked=[
            Group(
                "The game ends at",
                [
                    Number(
                        "score",
                        "points",
                        "end",
                        what="The game",
                        most=1_000_000,
                        wrong="{what} ends at a whole number of points, from {least} to {most}.",
                    )
                ],
                hint="Checked when a round is scored. Each round can be refereed turn by turn or only scored:"
                " that is chosen at the table.",
            )
        ],
    )
    wordings = wording.WORDINGS

    def fields(self, move: moves.Move) -> Mapping[str, object]:
        """Who hands on how many is sent as two lists."""
        fields = super().fields(move)
        if isinstance(move, moves.Discard) and move.passed is not None:
            return {**fields, "names": list(move.passed), "passed": list(move.passed.values())}
        return fields

    def view(self, look: Look[States, moves.Move]) -> GameView:
        """Everything that the table shows."""
        state = look.state
        now = in_play.now(state)
        building = isinstance(state, Playing) and build.is_building(state, look.asked)
        made = build.build(look, state) if isinstance(state, Playing) and building else None
        scoring = isinstance(state, Between) and "score" in look.asked
        view = ZeroZapView(
            seats=in_play.seats(look, state),
            now=now,
            action=build.action(made) if made else in_play.action(look, state),
            draw=in_play.draw(state) if isinstance(state, Drawing) else None,
            discard=in_play.discard(look, state) if isinstance(state, Playing) and not building else None,
            build=made,
            laid=in_play.laid(state, state.players) if isinstance(state, Turn | Counting) else (),
            lineup=in_play.lying(state) if isinstance(state, Playing) else (),
            count=between_rounds.counting(state) if isinstance(state, Counting) else None,
            calculator=calculator.calculator(look, state) if isinstance(state, Between) and scoring else None,
            between=between_rounds.between(state) if isinstance(state, Between) and not scoring else None,
            over=between_rounds.over(look, state) if isinstance(state, Over) else None,
        )
        return frame(
            look,
            self.rules,
            body="games/zero_zap/body.html",
            table=view,
            title=now.text if now else "",
            headline=in_play.headline(state),
            sheet=self.refused(look) or sheets.asked(look, state),
            keeps_query=isinstance(state, Playing) or scoring,
            back=self._back(look),
        )

    def _back(self, look: AnyLook) -> str:
        """Where a refused tap was made: what was put together for it is not lost."""
        if look.refusal is None:
            return ""
        url, sent = look.url, look.refusal.sent
        return build.again(url, sent) or calculator.again(url, sent) or sheets.again(url, sent)
