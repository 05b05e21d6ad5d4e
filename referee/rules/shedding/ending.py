"""Why a game of hands is over: what was agreed on, and what was reached."""

from __future__ import annotations

from referee.rules.ending import played, reached
from referee.rules.engine import Cite
from referee.rules.shedding.state import Agreed, Table


def why_over(state: Table[Agreed]) -> Cite | None:
    """What ends the game once a hand is counted, None where only the table does.

    A score comes before the number of hands, as in the rules.
    """
    end, clauses = state.options.end, state.options.clauses
    here = {name: state.scores[name] for name in state.players}
    return reached(clauses.reached, here, end.score) or played(
        clauses.ending, "That was hand {n} of {limit}.", state.hand, end.hands
    )
