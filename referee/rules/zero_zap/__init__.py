from referee.rules.zero_zap.game import GAME

__all__ = ["GAME"]
