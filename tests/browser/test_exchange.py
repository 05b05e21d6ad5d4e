"""Export and import: a crew is downloaded, and imported on another phone, with and without scripts."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Unlock
from tests.marks import long_except


@pytest.mark.parametrize("javascript", long_except([True, False], False))
def test_a_crew_moves_to_another_phone(
    unlock: Unlock, axe: Callable[[Page], None], tmp_path: Path, javascript: bool
) -> None:
    ann = unlock(javascript=javascript)
    ann.sit_down(["Ann", "Bob"], game="zarathustra")
    ann.go("/crew/export/")
    axe(ann.page)
    assert ann.page.evaluate("document.documentElement.scrollWidth") <= 360
    with ann.page.expect_download() as download:
        ann.page.get_by_role("link", name="Download the crew (zip)").tap()
    file = tmp_path / download.value.suggested_filename
    download.value.save_as(file)

    dan = unlock(javascript=javascript, dark=True)
    dan.go("/crew/export/")
    dan.sees("No games yet")
    axe(dan.page)
    broken = tmp_path / "broken.zip"
    broken.write_bytes(file.read_bytes()[:-100])
    dan.page.locator("input[type=file]").set_input_files(broken)
    dan.page.get_by_role("button", name="Import").tap()
    dan.sees("cut off", "Nothing was imported.", within="[role=alert]")
    for width in (360, 1440):
        dan.page.set_viewport_size({"width": width, "height": 640})
        # The button stands below the sentence, and pushes none of its words down.
        below = dan.page.locator("[role=alert]").evaluate(
            """box => {
              const words = document.createRange(), bounds = part => part.getBoundingClientRect();
              words.selectNode(box.firstChild);
              return bounds(box.querySelector("a")).top - bounds(words).bottom;
            }"""
        )
        assert below >= 0
    dan.page.set_viewport_size({"width": 360, "height": 640})
    dan.page.locator("input[type=file]").set_input_files(file)
    dan.page.get_by_role("button", name="Import").tap()
    dan.sees("Done: counted", within="[role=status]")
    heading = dan.page.get_by_role("heading", level=1)
    expect(heading).to_have_text("1 game imported")
    expect(dan.page.locator(".arriving li:visible")).to_have_count(0)
    axe(dan.page)
    dan.tap("Show the games")
    dan.sees("Zarathustra", "Ann", "Bob", within="main section")


def test_an_import_says_how_far_it_is_while_its_page_arrives(unlock: Unlock, tmp_path: Path) -> None:
    """What the server has sent so far, in a page without its end: nothing in it is a last child yet."""
    ann = unlock()
    ann.go("/crew/export/")
    table = tmp_path / "scores.csv"
    table.write_text("Date,Game,Ann,Bob\n2024-02-01,Skat,9,7\n2024-02-08,Skat,3,7\n")
    ann.page.locator("input[type=file]").set_input_files(table)
    ann.tap("Import")
    ann.tap("Next: who is who?")
    ann.tap("Preview")
    ann.tap("Import 2 games")
    ann.sees("Done: counted", within="[role=status]")
    whole, shown = ann.page.content(), ann.page.locator("main")
    for upto, says in {
        "</ul>": "Importing results.*leave before, nothing is imported.*2 of 2 games",
        '<ul aria-label="Progress"></ul>': "2 games imported.*Counting now.*not counted then.",
        '<nav class="acts': "2 games imported.*Done.*New players: Ann, Bob",
    }.items():
        ann.page.evaluate("html => { document.open(); document.write(html) }", whole[: whole.index(upto)])
        expect(shown).to_have_text(re.compile(f"^{says}$", re.DOTALL), use_inner_text=True)
