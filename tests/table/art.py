"""The pictures that are drawn."""

import re

from tests.conftest import ROOT

_SPRITE = (ROOT / "static/art/sprite.svg").read_text()
DRAWN = set(re.findall(r'<symbol id="([\w-]+)"', _SPRITE))
