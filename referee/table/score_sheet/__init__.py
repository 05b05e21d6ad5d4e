"""The score sheet on a page: its presenter."""

from referee.table.score_sheet.presenter import PRESENTER

__all__ = ["PRESENTER"]
