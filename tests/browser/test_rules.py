"""A book of rules under the thumb: its contents open from wherever one reads, with and without scripts."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Unlock


@pytest.mark.parametrize("javascript", [True, False], ids=["scripts", "no scripts"])
def test_the_contents_open_from_the_bar_at_the_foot_and_close_behind_a_rule(
    unlock: Unlock, *, javascript: bool
) -> None:
    phone = unlock(javascript=javascript)
    phone.go("/rules/zar/#5-2")
    rules = phone.page.locator(".contents li a")
    expect(rules.first).to_be_hidden()
    phone.page.get_by_role("link", name="Contents:").tap()
    expect(rules.first).to_be_in_viewport()
    phone.page.locator(".contents a", has_text="Rule 9.2.2").tap()
    expect(rules.first).to_be_hidden()
    expect(phone.page.locator(".clause:target")).to_be_in_viewport()
    expect(phone.page.locator(".clause:target h3")).to_contain_text("Frog")
