"""The pictures that are drawn: what tables show, and with it the signs of the record's pages."""

import re

from tests.conftest import ROOT


def symbols(name: str) -> dict[str, str]:
    """What a file draws, by its names."""
    drawn = (ROOT / "static/art" / name).read_text()
    return {
        found[1]: found[0] for found in re.finditer(r'<symbol id="([\w-]+)".*?</symbol>', drawn, re.DOTALL)
    }


SPRITE = set(symbols("sprite.svg"))
DRAWN = SPRITE | set(symbols("record.svg"))
