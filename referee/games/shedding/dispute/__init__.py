"""Settling disputes: who was first, what was illegal, who owes the last card's word, what may be played.

Every answer is the referee's: moves are judged on the live state, and nothing is recorded by asking.
"""

from referee.games.shedding.dispute.sheets import sheet

__all__ = ["sheet"]
