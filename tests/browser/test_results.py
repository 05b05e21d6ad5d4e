"""Results of another app on a phone: the file, who is who, the preview, the games; also without scripts."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Unlock
from tests.browser.phone import Phone
from tests.conftest import PATIENCE
from tests.crew.plays import Backup

WIDE = "Date;Game;Where;Ann;Bob\n3.2.2024;Catan;Home;12,5;9\nnever;Catan;;1;2\n"


def choose(phone: Phone, file: Path) -> None:
    phone.go("/crew/export/")
    phone.page.locator("input[type=file]").set_input_files(file)
    phone.page.get_by_role("button", name="Import").tap()


@pytest.mark.long
@pytest.mark.parametrize("javascript", [True, False])
def test_a_backup_and_a_table_come_in(
    unlock: Unlock, axe: Callable[[Page], None], tmp_path: Path, javascript: bool
) -> None:
    backup = tmp_path / "BGStatsExport.json"
    backup.write_text(json.dumps(Backup(seed=4, plays=104).document))
    ann = unlock(javascript=javascript, dark=javascript)
    # Some eighty games are judged, written and counted while the page loads.
    ann.page.set_default_timeout(4 * PATIENCE)

    def looked_at(heading: str) -> None:
        expect(ann.page.get_by_role("heading", level=1)).to_have_text(heading)
        assert ann.page.evaluate("document.documentElement.scrollWidth") <= 360
        axe(ann.page)

    choose(ann, backup)
    looked_at("Who is who?")
    player = ann.page.get_by_label("tom", exact=False).last
    expect(player).to_have_value("tom (2)")
    player.fill("Thomas")
    ann.tap("Preview")
    looked_at("Preview")
    ann.sees("New players", "Thomas", within=".effects")
    ann.tap("Left out")
    ann.sees("no date on which somebody can have played")
    ann.tap("All")
    ann.tap("Next")
    ann.sees("101 to 104 of 104")
    ann.tap("Import")
    ann.sees("Done: counted", within="[role=status]")
    ann.tap("Show the games")
    ann.sees("Catan", "Thomas")
    choose(ann, backup)
    looked_at("Who is who?")
    ann.tap("Preview")
    ann.sees("0 games will be imported.", "here already.")

    table = tmp_path / "scores.csv"
    table.write_text(WIDE)
    choose(ann, table)
    looked_at("Which column is what?")
    ann.tap("Next: who is who?")
    looked_at("Who is who?")
    ann.tap("Preview")
    ann.sees("1 game will be imported.", "Ann 12.5, Bob 9; Ann won.", "“never” is no date")
    ann.tap("Import 1 game")
    ann.sees("Done: counted", within="[role=status]")
