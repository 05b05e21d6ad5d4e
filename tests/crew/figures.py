"""What the statistics say: a player's page, and who leads the crew."""

from __future__ import annotations

from scoring.crew.visitor import Visitor
from tests.crew.browser import Browser
from tests.crew.played import address
from tests.table.page import Shown, words


def page(visitor: Visitor, name: str = "Ann") -> Shown:
    return Browser(visitor).go(address(name))


def told(shown: Shown, heading: str = "") -> dict[str, str]:
    """The lines of a table of statistics: of all games, or of the game with this heading."""
    tables = {str(table["aria-label"]): table for table in shown.soup.select("table.figures")}
    rows = tables[heading or "All games"].select("tr")
    return {words(row.select_one("th")): " ".join(map(words, row.select("td"))).strip() for row in rows}


def ranking(shown: Shown) -> list[tuple[str, str]]:
    return [
        (words(body.select_one("td")), words(body.select_one("a span:not(.face)")))
        for body in shown.soup.select(".leading tbody")
    ]


def numbers(shown: Shown, name: str) -> str:
    (found,) = [body for body in shown.soup.select(".leading tbody") if name in words(body)]
    return words(found.select("tr")[1])
