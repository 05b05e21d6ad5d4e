from referee.rules.zar.game import GAME

__all__ = ["GAME"]
