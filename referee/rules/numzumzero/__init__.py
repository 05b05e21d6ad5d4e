from referee.rules.numzumzero.game import GAME

__all__ = ["GAME"]
