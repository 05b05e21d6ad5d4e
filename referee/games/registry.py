"""Every game that there is. A new game is one folder under `rules`, one here, and one line below."""

from __future__ import annotations

from collections.abc import Mapping
from zlib import crc32

from referee.games.crazy_eights.presenter import CrazyEightsPresenter
from referee.games.house_zar.presenter import HouseZarPresenter
from referee.games.numzumzero.presenter import NumZumZeroPresenter
from referee.games.presenter import AnyPresenter
from referee.games.score_sheet.presenter import ScoreSheetPresenter
from referee.games.zar.presenter import ZarPresenter
from referee.games.zarathustra.presenter import ZarathustraPresenter
from referee.games.zero_zap.presenter import ZeroZapPresenter
from referee.rules.engine import AnyGame
from referee.web.components import TileView

_ALL: tuple[AnyPresenter, ...] = (
    ZarPresenter(),
    HouseZarPresenter(),
    NumZumZeroPresenter(),
    ZarathustraPresenter(),
    ZeroZapPresenter(),
    CrazyEightsPresenter(),
    ScoreSheetPresenter(),
)

#: By a game's key, in the order in which they are offered: how it looks, and its rules.
PRESENTERS: Mapping[str, AnyPresenter] = {presenter.rules.key: presenter for presenter in _ALL}
GAMES: Mapping[str, AnyGame] = {key: presenter.rules for key, presenter in PRESENTERS.items()}

_LOOKS = ("t-blue", "t-red", "t-green", "t-yellow", "")


def tile(key: str, title: str) -> TileView:
    """A game as a small card of its own colour and corner; a score sheet's by its title, always the same.

    >>> tile("crazy_eights", "Crazy Eights").letter, tile("score_sheet", "yacht").letter
    ('8', 'Y')
    """
    word = title.strip().casefold()
    by_title = TileView(look=_LOOKS[crc32(word.encode()) % len(_LOOKS)], letter=word[:1].upper())
    return PRESENTERS[key].tile or by_title


def high_or_low(rules: str, options: Mapping[str, object]) -> bool:
    """Whether the highest score wins by these rules with what was agreed on."""
    wins = options.get("wins") if rules == "score_sheet" else None
    return GAMES[rules].highest_wins if wins is None else wins == "high"
