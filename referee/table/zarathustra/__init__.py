"""Zarathustra on a page: its presenter."""

from referee.table.zarathustra.presenter import PRESENTER

__all__ = ["PRESENTER"]
