"""The crew on real phones: an invitation is passed on, somebody joins, and is shut out at an open table."""

from __future__ import annotations

import base64
import os
import re
import subprocess
import sys
import time
from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from scoring.crew.second_factor import STEP, code_at
from tests.browser.conftest import Take, Unlock
from tests.browser.phone import Phone, do, expect, flip, play
from tests.conftest import ROOT, House
from tests.marks import long_except

Axe = Callable[[Page], None]
GOOD = "correct horse 7"


@pytest.fixture(params=long_except([True, False], False), ids=["scripts", "no scripts"])
def ann(take: Take, request: pytest.FixtureRequest) -> Phone:
    return take(javascript=request.param)


def approve(phone: Phone, axe: Axe) -> None:
    """One heading, nothing that axe finds, nothing wider than the screen, nothing too small for a finger."""
    expect(phone.page.locator("h1")).to_have_count(1)
    if not phone.drawn:
        return
    axe(phone.page)
    assert phone.page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    small = phone.page.locator(
        ".act, a.brand, .tabbar a, .role, .page input:not([type=radio], [type=checkbox], [type=hidden])"
    )
    for box in (node.bounding_box() for node in small.all() if node.is_visible()):
        assert box is not None
        assert min(box["width"], box["height"]) >= 43.9, (phone.page.url, box)


def test_a_crew_is_deleted_and_restored(ann: Phone, axe: Axe) -> None:
    ann.sit_down(["Ann", "Bob", "Cat"])
    ann.go("/crew/")
    ann.tap("Delete the crew")
    ann.sees("Download the crew first")
    approve(ann, axe)
    ann.page.get_by_role("checkbox", name="Delete it for everybody").check()
    ann.tap("Delete the crew")
    ann.sees("Deleted today")
    approve(ann, axe)
    ann.go("/crew/")
    ann.sees("Your crew was deleted")
    approve(ann, axe)
    ann.tap("Deleted crews")
    ann.page.get_by_role("button", name="Restore").click()
    ann.sees("This phone is a keeper")
    ann.go("/")
    ann.sees("Continue")


def test_a_crew_is_made_joined_and_recovered(ann: Phone, unlock: Unlock, axe: Axe) -> None:
    ann.go("/crew/")
    approve(ann, axe)
    ann.sit_down(["Ann", "Bob", "Cat"])
    ann.go("/crew/")
    ann.choose("Name of the crew", "Friday table")
    ann.tap("Save")
    ann.tap("Invite somebody")
    approve(ann, axe)
    ann.tap("Choose another role")
    approve(ann, axe)
    ann.choose("Number of phones", "2")
    ann.tap("Make the link")
    expect(ann.page.get_by_role("img", name="QR code of the link")).to_be_visible()
    link = ann.page.get_by_role("textbox", name="Link").input_value()

    bob, dan = unlock(), unlock()
    bob.go(link)
    bob.sees("Join “Friday table”?")
    approve(bob, axe)
    bob.choose("A name for this phone", "Bob's phone")
    bob.tap("Join")
    bob.sees("Friday table", "Continue")
    approve(bob, axe)
    if ann.drawn:
        expect(ann.page.get_by_role("status").first).to_have_text("Open for one phone, tonight only.")
    dan.sit_down(["Dan", "Eve"])
    dan.go(link)
    dan.sees("This phone is its only keeper.")
    approve(dan, axe)

    ann.go("/crew/")
    approve(ann, axe)
    ann.tap("Bob's phone")
    approve(ann, axe)
    ann.go("/crew/code/")
    approve(ann, axe)
    ann.tap("Make a code")
    approve(ann, axe)
    code = "".join(ann.page.locator(".code b").all_inner_texts())
    dan.go("/recover/")
    approve(dan, axe)
    dan.choose("28 letters", code)
    dan.tap("Bring my crew back")
    dan.sees("This phone is its only keeper.")
    approve(dan, axe)
    dan.page.get_by_label("I understand").check()
    dan.tap("Leave that crew and go on")
    dan.sees("Friday table", "This phone is a keeper")
    dan.go("/crew/leave/")
    approve(dan, axe)


@pytest.mark.long
def test_an_account_takes_the_crew_to_another_phone(ann: Phone, unlock: Unlock, axe: Axe) -> None:
    name = f"ann{os.urandom(4).hex()}"
    ann.sit_down(["Ann", "Bob"])
    ann.go("/account/")
    approve(ann, axe)
    ann.tap("Create an account")
    ann.page.get_by_label("Name", exact=True).fill(name)
    for label in ("Password", "The same password again"):
        ann.page.get_by_label(label, exact=True).fill("short")
    ann.tap("Create an account", "form")
    ann.sees("at least 12 characters")
    approve(ann, axe)
    for label in ("Password", "The same password again"):
        ann.page.get_by_label(label, exact=True).fill(GOOD)
    ann.tap("Create an account", "form")
    ann.sees("on this phone")
    approve(ann, axe)

    new = unlock()
    new.go("/account/")
    new.page.get_by_label("Name", exact=True).fill(name)
    new.choose("Password", GOOD)
    new.tap("Sign in")
    new.sees("on this phone")
    new.go("/")
    new.sees("ZAR", "Ann", "Bob", within="section:has(#continue)")
    new.go("/account/delete/")
    approve(new, axe)
    new.go("/account/")
    new.sees("Sign out everywhere else")
    approve(new, axe)
    new.tap("Change the password")
    approve(new, axe)
    new.choose("Your password now", "wrong")
    new.choose("New password", "battery staple 8")
    new.choose("The same password again", "battery staple 8")
    new.tap("Change the password", "form")
    new.sees("This is not the password.")
    approve(new, axe)
    for path in ("/account/", "/crew/code/"):
        new.go(path)
        approve(new, axe)
    new.tap("Make a code")
    new.go("/crew/code/")
    new.choose("The password of", GOOD)
    approve(new, axe)
    new.tap("Make a new code")
    new.sees("Shown only once")


@pytest.mark.parametrize("javascript", long_except([True, False], False), ids=["scripts", "no script"])
def test_a_phone_that_is_shut_out_loses_the_table_that_lies_open_on_it(
    unlock: Unlock, javascript: bool
) -> None:
    ann, bob = unlock(), unlock(javascript=javascript)
    ann.sit_down(["Ann", "Bob"])
    table = ann.page.url
    ann.go("/crew/invites/new/")
    ann.tap("Make the link")
    bob.go(ann.page.get_by_role("textbox", name="Link").input_value())
    bob.tap("Join")
    bob.go(table)
    bob.sees("ZAR")
    ann.go("/crew/")
    ann.tap("Phone 2")
    ann.tap("Remove phone 2")
    ann.sees("Removed phones (1)")
    if not javascript:
        bob.go(table)
    # With scripts nothing is tapped: the stream says it, long before the page would look by itself.
    bob.page.locator("h1", has_text="There is nothing here").wait_for(timeout=8_000)
    assert bob.page.request.get("/crew/").ok
    bob.go("/crew/")
    bob.sees("No crew yet")


def manage(house: House, *words: str) -> str:
    """What a command of the owner's prints."""
    return subprocess.run(
        [sys.executable, "manage.py", *words],
        cwd=ROOT,
        env=os.environ
        | {"DATA_DIR": str(house.folder), "DJANGO_SETTINGS_MODULE": "referee.settings"}
        | {"DJANGO_SUPERUSER_PASSWORD": GOOD, "PYTHONIOENCODING": "utf-8"},
        check=True,
        capture_output=True,
        encoding="utf-8",
    ).stdout


@pytest.mark.long
def test_the_owners_pages_work_under_the_strict_policy(unlock: Unlock, town: House) -> None:
    name = f"owner{os.urandom(4).hex()}"
    manage(town, "createsuperuser", "--noinput", "--username", name, "--email", "a@b.example")
    secret = re.search(r"secret=(\w+)", manage(town, "second_factor", name))
    assert secret
    owner = unlock()
    owner.sit_down(["Ann", "Bob"])
    owner.fast({"do": "flip", "card": "red moon"})
    owner.go("/admin/")
    owner.choose("Username", name)
    owner.choose("Password", GOOD)
    owner.choose("Code", code_at(base64.b32decode(secret[1]), int(time.time()) // STEP))
    owner.page.get_by_role("button", name="Sign in").click()
    for what in ("game", "move", "player", "membership"):
        owner.go(f"/admin/scoring/{what}/")
        owner.page.locator("#result_list tbody tr th a").first.click()
        expect(owner.page.locator("#content h1, #content h2").first).to_be_visible()
    owner.page.locator("[name=_save]").click()
    owner.sees("was changed successfully")


@pytest.mark.long
def test_forty_letters_without_a_gap_fit_on_every_page(unlock: Unlock) -> None:
    phone, long = unlock(), "W" * 40
    phone.sit_down(["Ann", "Bob"])
    phone.go("/crew/")
    phone.choose("Name of the crew", long)
    phone.tap("Save")
    phone.go("/players/")
    phone.choose("New player", long)
    phone.tap("Add")
    player = phone.page.url
    phone.sit_down([long, "Ann"], score="", hands="1")
    phone.fast(flip("red moon"), do("recount", player="Ann", cards=1))
    phone.fast(play("Ann", "red sun"), do("out", player="Ann"), do("count", player=long, points=7))
    game = phone.page.url.replace("/t/", "/games/")
    crew = (
        "/crew/",
        "/crew/leave/",
        "/account/",
        "/account/new/",
        "/crew/leaders/",
        "/crew/records/",
        "/new/zar/",
    )
    for path in (*crew, "/players/", player, f"{player}edit/", f"{player}merge/", game, f"{game}share/"):
        phone.go(path)
        assert phone.page.evaluate("document.documentElement.scrollWidth") <= 360, path
