from referee.rules.score_sheet.game import GAME

__all__ = ["GAME"]
