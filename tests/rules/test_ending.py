"""Why a game of hands is over."""

from __future__ import annotations

import pytest

from referee.rules.shedding.hands import why_over
from referee.rules.shedding.state import Ending, Over
from referee.rules.zar.game import Options


def over(ending: Ending, hand: int, **scores: int) -> Over[Options]:
    """The end of a game of ZAR; whoever is called Zoe has left."""
    players = tuple(name for name in scores if name != "Zoe")
    return Over(
        options=Options(end=ending), players=players, scores=scores, hand=hand, winners=players[:1], gained={}
    )


@pytest.mark.parametrize(
    ("state", "why"),
    [
        (over(Ending(score=50), 4, Ann=12, Bob=52), "Bob reached 52: the game ends at 50."),
        (over(Ending(score=50), 4, Ann=50, Bob=50, Cat=3), "Ann and Bob reached 50: the game ends at 50."),
        (over(Ending(score=50, hands=3), 3, Ann=51, Bob=2), "Ann reached 51: the game ends at 50."),
        (over(Ending(score=50, hands=3), 3, Ann=9, Bob=2), "That was hand 3 of 3."),
        (over(Ending(score=50, hands=3), 2, Ann=9, Bob=2), ""),
        (over(Ending(score=50), 2, Ann=9, Bob=2, Zoe=60), ""),
        (over(Ending(), 7, Ann=99, Bob=2), ""),
    ],
)
def test_a_game_of_hands_is_over_by_its_score_by_its_hands_or_by_the_table(
    state: Over[Options], why: str
) -> None:
    found = why_over(state)
    assert (found and found.text) == (why or None)
    assert found is None or found.rule == "zar settled 19"
