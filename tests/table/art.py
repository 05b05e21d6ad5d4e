"""The pictures that are drawn: what tables show, and with it the signs of the record's pages."""

import io
import re

from PIL import Image
from playwright.sync_api import Page

from referee.games.registry import PRESENTERS
from tests.conftest import ROOT


def symbols(name: str) -> dict[str, str]:
    """What a file draws, by its names."""
    drawn = (ROOT / "static/art" / name).read_text()
    return {
        found[1]: found[0] for found in re.finditer(r'<symbol id="([\w-]+)".*?</symbol>', drawn, re.DOTALL)
    }


TABLES = ("table.svg", *sorted(f"games/{path.name}" for path in (ROOT / "static/art/games").iterdir()))
DRAWN = {name for file in TABLES for name in symbols(file)} | set(symbols("record.svg"))


def on_pictures() -> dict[str, str]:
    """What is drawn on pictures to share: the signs of tiles, and what flies at the end of a game."""
    names = {
        name for each in PRESENTERS.values() for name in (*each.symbols, (each.tile and each.tile.sign) or "")
    }
    drawn = symbols("record.svg")
    return {name: drawn[name] for name in sorted(names) if len(name) > 1}


def white_on_black(page: Page, symbol: str) -> Image.Image:
    """How a browser draws one of them, large."""
    svg = symbol.replace("<symbol", '<svg width="256" height="256"').replace("</symbol", "</svg")
    page.set_content(f'<body style="margin: 0; background: #000; color: #fff; fill: #fff">{svg}')
    with Image.open(io.BytesIO(page.locator("svg").screenshot())) as picture:
        return picture.convert("L")
