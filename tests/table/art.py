"""The pictures that are drawn: what tables show, and with it the signs of the record's pages."""

import re

from tests.conftest import ROOT


def _symbols(name: str) -> set[str]:
    return set(re.findall(r'<symbol id="([\w-]+)".*?</symbol>', (ROOT / "static/art" / name).read_text()))


SPRITE = _symbols("sprite.svg")
DRAWN = SPRITE | _symbols("record.svg")
