"""What the statistics say: a player's page, and who leads the crew."""

from __future__ import annotations

from urllib.parse import urlencode

from scoring.crew.visitor import Visitor
from tests.crew.browser import Browser
from tests.crew.played import address
from tests.table.page import Shown, words


def page(visitor: Visitor, name: str = "Ann", **asked: str) -> Shown:
    query = f"?{urlencode(asked)}" if asked else ""
    return Browser(visitor).go(f"{address(name)}{query}")


def told(shown: Shown, heading: str = "") -> dict[str, str]:
    """The lines of the table of the game with this heading, or what stands first of all."""
    if not heading:
        return {
            words(each.select_one("dt")): words(each.select_one("dd"))
            for each in shown.soup.select(".trio div")
        }
    tables = {str(table["aria-label"]): table for table in shown.soup.select("table.figures")}
    rows = tables[heading].select("tr")
    return {words(row.select_one("th")): " ".join(map(words, row.select("td"))).strip() for row in rows}


def ranking(shown: Shown) -> list[tuple[str, str]]:
    return [
        (words(body.select_one("td")), words(body.select_one("a span:not(.face)")))
        for body in shown.soup.select(".leading tbody")
    ]


def numbers(shown: Shown, name: str) -> str:
    (found,) = [body for body in shown.soup.select(".leading tbody") if name in words(body)]
    return words(found.select("tr")[1])
