"""ZAR on a page: its presenter."""

from referee.table.zar.presenter import PRESENTER

__all__ = ["PRESENTER"]
