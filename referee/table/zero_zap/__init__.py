"""Zero Zap on a page: its presenter."""

from referee.table.zero_zap.presenter import PRESENTER

__all__ = ["PRESENTER"]
