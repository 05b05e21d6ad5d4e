"""The Game of Zar on a page: its presenter."""

from referee.table.house_zar.presenter import PRESENTER

__all__ = ["PRESENTER"]
