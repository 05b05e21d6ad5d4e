"""NumZumZero on a page: its presenter."""

from referee.table.numzumzero.presenter import PRESENTER

__all__ = ["PRESENTER"]
