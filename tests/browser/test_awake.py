"""The phone on the table stays lit: by the wake lock, or over plain http by a silent video."""

from __future__ import annotations

import os
import re
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import Unlock
from tests.browser.engines import ENGINES, PATIENCE, Engine, missing
from tests.browser.phone import flip
from tests.conftest import House, OpenHouse

_WAY = "document.documentElement.dataset.screen"
_PLAYS = """(() => { const clip = document.querySelector("video");
  return Boolean(clip && !clip.paused && !clip.muted && !clip.loop && clip.readyState > 1) })()"""
_HIDE = """hidden => {
  Object.defineProperty(document, "hidden", { configurable: true, get: () => hidden });
  document.dispatchEvent(new Event("visibilitychange"));
}"""
#: As over plain http: there is no wake lock at all.
_NO_LOCK = "delete Navigator.prototype.wakeLock"
_SAID = "return document.querySelector('[data-way]:not([hidden])').innerText"


def network_address() -> str:
    """An address of this machine in its network, "" where it has none."""
    found = subprocess.run(["hostname", "-I"], capture_output=True, text=True, check=False).stdout.split()
    return next((each for each in found if ":" not in each), "")


@pytest.fixture
def abroad(open_house: OpenHouse) -> House:
    """The app at the machine's network address, where browsers see no secure context."""
    address = network_address()
    return open_house(HOST=address or "127.0.0.1")


def test_a_browser_with_a_wake_lock_needs_no_video(unlock: Unlock) -> None:
    phone = unlock()
    phone.page.add_init_script("navigator.wakeLock.request = async () => ({})")
    phone.go("/settings/")
    phone.sees("The screen stays on at a table: the browser keeps it awake.")
    phone.misses("silent video", within="[role=status] p:not([hidden])")
    phone.sit_down(["Ann", "Bob"])
    phone.until(f"{_WAY} === 'lock'")
    phone.fast(flip("red moon"))
    phone.tap("Menu")
    assert phone.page.locator("video").count() == 0


def test_without_one_the_first_tap_starts_a_video_that_rests_while_nobody_looks(unlock: Unlock) -> None:
    phone = unlock()
    phone.page.add_init_script(_NO_LOCK)
    phone.sit_down(["Ann", "Bob"])
    phone.until(f"{_WAY} === 'tap'")
    assert not phone.page.evaluate(_PLAYS)
    phone.tap("Menu")
    phone.until(_PLAYS)
    assert phone.page.evaluate(_WAY) == "video"
    # It never comes to its end, where a screen would go dark.
    phone.page.evaluate("document.querySelector('video').currentTime = 3.9")
    phone.until("document.querySelector('video').currentTime < 2")
    phone.until(_PLAYS)
    phone.page.evaluate(_HIDE, True)
    phone.until("document.querySelector('video').paused")
    phone.page.evaluate(_HIDE, False)
    phone.until(_PLAYS)


def test_whoever_switched_it_off_has_neither(unlock: Unlock) -> None:
    phone = unlock()
    phone.page.add_init_script(_NO_LOCK)
    phone.go("/settings/")
    phone._answered(phone.page.get_by_role("switch", name="Keep the screen on"))
    phone.sees("The screen may go dark", within="[role=status] p:not([hidden])")
    phone.sit_down(["Ann", "Bob"])
    phone.tap("Menu")
    assert phone.page.evaluate(_WAY) == "off"
    assert phone.page.locator("video").count() == 0


def test_a_browser_that_plays_nothing_is_told_so(unlock: Unlock) -> None:
    phone = unlock()
    phone.page.add_init_script(f"{_NO_LOCK}; HTMLMediaElement.prototype.canPlayType = () => ''")
    phone.go("/settings/")
    phone.sees("This browser cannot keep the screen on.", within="[role=status] p:not([hidden])")


def test_without_scripts_the_page_says_what_to_do(unlock: Unlock) -> None:
    phone = unlock(javascript=False)
    phone.go("/settings/")
    phone.sees("Set the screen’s timeout yourself.", within="[role=status] p:not([hidden])")


@pytest.mark.long
def test_chromium_at_the_network_address_plays_the_video(browser: Browser, abroad: House) -> None:
    page: Page = browser.new_page(viewport={"width": 360, "height": 640})
    try:
        if not network_address():
            page.add_init_script(_NO_LOCK)
        page.goto(f"{abroad.url.rstrip('/')}/settings/")
        assert page.evaluate("isSecureContext") == (not network_address())
        said = page.locator("[data-way]:not([hidden])")
        expect(said).to_have_text(re.compile("once you have tapped: a silent video"))
        page.locator("h1").click()
        expect(said).to_have_text(re.compile("a silent video is playing"))
        assert page.evaluate(_PLAYS)
    finally:
        page.close()


@pytest.fixture(params=ENGINES)
def engine(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Engine]:
    """One of the other engines. Without it the test is skipped, or fails where CI is set."""
    if lacks := missing(request.param):
        said = f"NO BROWSER: {', '.join(lacks)} for {request.param} is not installed."
        if os.environ.get("CI"):
            pytest.fail(said)
        pytest.skip(said)
    folder = tmp_path / "engine"
    folder.mkdir()
    with ENGINES[request.param][0](folder) as found:
        yield found


@pytest.mark.long
@pytest.mark.browser
def test_the_other_engines_say_which_way_it_is_and_go_it(engine: Engine, abroad: House) -> None:
    engine.go(f"{abroad.url.rstrip('/')}/settings/")
    engine.run("Reflect.deleteProperty(Navigator.prototype, 'wakeLock')")
    _until(lambda: "Without scripts" not in engine.run(_SAID))
    said = engine.run(_SAID)
    if "cannot" in said:
        # Debian's WebKit plays only what GStreamer's plugins can: then it says so, and that is right.
        assert not engine.run("return document.createElement('video').canPlayType('video/webm; codecs=vp8')")
        return
    assert "once you have tapped" in said
    engine.tap(engine.run("return document.querySelector('h1')"))
    _until(lambda: "once you have tapped" not in engine.run(_SAID))
    said = engine.run(_SAID)
    assert "is playing" in said or "cannot" in said
    assert engine.run(f"return {_PLAYS}") == ("is playing" in said)


def _until(holds: object) -> None:
    assert callable(holds)
    end = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < end, "the engine does not answer"
        time.sleep(0.1)
