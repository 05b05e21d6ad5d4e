"""A walk through every screen of each game's table, and what has to fit on each.

Each leads a phone on and yields the name of the screen that it shows.
"""

from collections.abc import Callable, Iterator

from tests.browser.phone import Phone
from tests.browser.walks import crazy_eights as eights
from tests.browser.walks import house_zar as house
from tests.browser.walks import numzumzero as field
from tests.browser.walks import zar as small
from tests.browser.walks import zar_extended as large
from tests.browser.walks import zarathustra as board
from tests.browser.walks import zero_zap as rounds
from tests.browser.walks.score_sheet import score_sheet

Walk = Callable[[Phone], Iterator[str]]
FITS: dict[Walk, Callable[[Phone, str], None]] = {
    small.zar: small.fits,
    large.many: large.fits,
    house.house_zar: house.fits,
    eights.crazy_eights: eights.fits,
    field.numzumzero: field.fits,
    board.zarathustra: board.fits,
    rounds.zero_zap: rounds.fits,
}
TABLES: tuple[Walk, ...] = (*FITS, score_sheet)
