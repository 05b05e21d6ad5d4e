"""The result card: a picture of how a game stands, to be sent around.

`plan` says what goes where, `picture` draws it; both are pure, so the same result gives the same bytes.
"""

from referee.crew.sharing.card.picture import draw
from referee.crew.sharing.card.plan import LAYOUTS, plan
from referee.crew.sharing.card.result import Person, Result, Side, heading
from referee.crew.sharing.card.sheet import WIDTH, Shape

__all__ = ["LAYOUTS", "WIDTH", "Person", "Result", "Shape", "Side", "draw", "heading", "plan"]
