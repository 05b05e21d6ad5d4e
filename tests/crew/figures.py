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
    """Who stands where: on the steps, and then in the table."""
    steps, rows = shown.soup.select(".dais li"), shown.soup.select(".ranking tbody tr")
    first = [(words(step.select_one(".rank")), words(step.select_one(".fitted"))) for step in steps]
    return first + [(words(row.select_one("td")), words(row.select_one("a span:not(.face)"))) for row in rows]


def numbers(shown: Shown, name: str) -> str:
    """What stands on somebody's step, or in their row."""
    for step in shown.soup.select(".dais li"):
        if words(step.select_one(".fitted")) == name:
            return " ".join(words(part) for part in step.select(".riser > :not(.rank)"))
    (row,) = [row for row in shown.soup.select(".ranking tbody tr") if name in words(row)]
    return " ".join(words(cell) for cell in row.select("td")[1:])
