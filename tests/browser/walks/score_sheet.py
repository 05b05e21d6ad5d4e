"""A walk through every screen of a score sheet."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tests.browser.phone import Phone
from tests.browser.tables import LONG


def round_of(names: list[str], number: int) -> dict[str, Any]:
    """A round, in which each name scores something else."""
    return {"do": "round", **{f"score {name}": str(number * 7 % 31 - 3) for name in names}}


def score_sheet(phone: Phone) -> Iterator[str]:
    names = LONG[:9]
    phone.sit_down(names, game="score_sheet", rounds="3")
    yield "the first round"
    table = phone.page.url
    phone.fast(*(round_of(names, number) for number in range(2)))
    for path in ("", "?sheet=people", "?sheet=rounds", "hand/1/"):
        phone.go(table + path)
        yield path or "the third round"
    phone.go(table)
    phone.fast(round_of(names, 2))
    yield "over"
    # A sheet filled in line by line, one without lines, and a cell of one filled in by category.
    for sheet in ("catan", "skat", "bowling"):
        phone.sit_down(names[: 4 if sheet == "catan" else 3], game="score_sheet", sheet=sheet)
        if sheet == "bowling":
            phone.page.locator("a.cell").last.tap()
            phone.page.locator(".s-cell").wait_for()
        yield sheet
