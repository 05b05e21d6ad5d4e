from referee.rules.crazy_eights.game import GAME

__all__ = ["GAME"]
