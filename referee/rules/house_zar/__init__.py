from referee.rules.house_zar.game import GAME

__all__ = ["GAME"]
