"""A walk through every screen of each game's table.

Each leads a phone on and yields the name of the screen that it shows.
"""

from tests.browser.walks.crazy_eights import crazy_eights
from tests.browser.walks.house_zar import house_zar
from tests.browser.walks.numzumzero import numzumzero
from tests.browser.walks.score_sheet import score_sheet
from tests.browser.walks.zar import zar
from tests.browser.walks.zar_extended import many
from tests.browser.walks.zarathustra import zarathustra
from tests.browser.walks.zero_zap import zero_zap

TABLES = (zar, many, house_zar, crazy_eights, numzumzero, zarathustra, zero_zap, score_sheet)
