from referee.rules.zarathustra.game import GAME

__all__ = ["GAME"]
