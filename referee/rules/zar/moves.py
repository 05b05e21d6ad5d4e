"""The moves of ZAR, which are those of the Game of Zar as well."""

from referee.rules.shedding.moves import *  # noqa: F403
