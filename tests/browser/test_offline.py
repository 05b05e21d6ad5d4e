"""The service worker: the app is read without a network by who read it with one, and can be installed."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.phone import Phone, flip
from tests.browser.wire import Wire
from tests.conftest import PATIENCE, House

NAMES = "async () => (await caches.keys()).sort()"
PATHS = """async () => { const all = [];
  for (const name of await caches.keys()) if (name.startsWith("pages "))
    all.push(...(await (await caches.open(name)).keys()).map(each => new URL(each.url).pathname));
  return all; }"""
#: As if an older worker had kept what this one did, and another one came.
OLDER = """async () => { const name = (await caches.keys()).find(each => each.startsWith("pages "));
  const [, , mark] = name.split(" "); const before = await caches.open(name);
  const older = await caches.open(`pages older ${mark}`);
  for (const each of await before.keys()) await older.put(each.url, new Response("<body>old</body>"));
  await caches.delete(name); await caches.open("static older"); }"""
#: The browser hears of it by the network's end here, which the tests' line is not.
ONLINE = "() => { dispatchEvent(new Event('online')); }"
#: The network is there before the page that a tap asked for.
TAPPED_THEN_ONLINE = """() => { document.querySelector("a[href='/players/']").click();
  dispatchEvent(new Event("online")); }"""
#: By another address it is another worker; the same script would change nothing.
ANOTHER = "() => { navigator.serviceWorker.register('/service-worker.js?anew'); }"


@pytest.fixture
def wire(town: House) -> Iterator[Wire]:
    line = Wire(town.port)
    yield line
    line.close()


@pytest.fixture
def ann(browser: Browser, wire: Wire) -> Iterator[Phone]:
    """Ann's phone at a table that the worker has seen."""
    context = browser.new_context(
        base_url=wire.url, viewport={"width": 360, "height": 640}, has_touch=True, device_scale_factor=1
    )
    context.add_cookies([{"name": "coach", "value": "0", "url": wire.url}])
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    phone = Phone(page)
    phone.sit_down(["Ann", "Bob", "Cat"], dealer="2")
    phone.fast(flip("red moon"))
    _until(
        page,
        "async () => Boolean(await navigator.serviceWorker.ready && navigator.serviceWorker.controller)",
    )
    table = page.url.replace(wire.url, "")
    _keeps(page, table, "/")
    yield phone
    context.close()


def _until(page: Page, expression: str) -> None:
    for _ in range(PATIENCE // 50):
        if page.evaluate(expression):
            return
        page.wait_for_timeout(50)
    raise AssertionError(expression)


def _keeps(page: Page, *paths: str) -> None:
    for _ in range(PATIENCE // 50):
        if set(paths) <= set(page.evaluate(PATHS)):
            return
        page.wait_for_timeout(50)
    raise AssertionError((paths, page.evaluate(PATHS)))


def test_without_a_network_the_last_table_is_read_and_tapped_on_and_nobody_elses(
    ann: Phone, wire: Wire
) -> None:
    page, table = ann.page, ann.page.url.replace(wire.url, "")
    ann.play("blue moon")
    ann.turn("Bob")
    _until(
        page,
        f"""async () => (await (await caches.match("{table}", {{ ignoreVary: true }})).text())
          .includes("ZAR: Bob")""",
    )
    wire.cut("before")
    ann.go(table)
    ann.sees("No connection: as of", within=".as-of")
    ann.turn("Bob")
    assert ann.overflow() <= 0
    # The styles and the script came too: what is tapped waits.
    ann.play("blue sun")
    ann.sees("No connection: as of", "1 waiting", within="#lost")
    ann.go("/")
    ann.sees("No connection: as of", "1 tap waits to be sent")
    ann.go("/last/")
    ann.turn("Bob")
    ann.go("/rules/zar/")
    ann.sees("Rules of ZAR", "No connection: as of")
    ann.go("/players/")
    ann.sees("This page is not kept on this phone.")
    # It leads to what is, and to no more.
    expect(page.locator("main").get_by_role("link", name="History")).to_have_count(0)
    ann.tap("Last table", within="main")
    ann.turn("Bob")
    assert (
        page.evaluate(f"""fetch("{table}move/", {{ method: "POST" }}).then(() => "answered", () => "not")""")
        == "not"
    )
    wire.mend()
    ann.go(table)
    expect(page.locator(".as-of")).to_have_count(0)
    ann.turn("Cat")
    assert ann.logged()[2:] == ["Ann plays a blue moon", "Bob plays a blue sun"]

    # A new worker brings all that the old one had, anew.
    page.evaluate(OLDER)
    page.evaluate(ANOTHER)
    _until(page, """async () => !(await caches.keys()).some(name => name.includes(" older"))""")
    _keeps(page, table, "/")
    _until(
        page,
        f"""async () => (await (await caches.match("{table}", {{ ignoreVary: true }}))?.text())
          ?.includes("ZAR: Cat")""",
    )

    # Somebody else takes the browser over: a place in another crew, or in none.
    page.context.clear_cookies(name="crew")
    ann.go("/crew/")
    _until(page, f"async () => !(await ({PATHS})()).includes({table!r})")
    wire.cut("before")
    ann.go(table)
    ann.sees("This page is not kept on this phone.")
    ann.misses("Ann", "Bob")


def test_what_was_read_without_a_network_comes_anew_with_one(ann: Phone, wire: Wire) -> None:
    page = ann.page
    wire.cut("before")
    ann.go("/rules/")
    stamp = page.locator(".as-of")
    expect(stamp).to_have_text(re.compile(r"as of (\d\d?:\d\d( [ap]m)?)$"))
    wire.mend()
    page.locator("input[type=search]").fill("wasp")
    page.evaluate(ONLINE)
    page.wait_for_timeout(1300)
    # Nothing typed is lost.
    expect(page.locator("input[type=search]")).to_have_value("wasp")
    for again in ("Try again", ""):
        wire.cut("before")
        ann.go("/players/")
        ann.sees("This page is not kept on this phone.")
        wire.mend()
        if again:
            ann.tap(again)
            ann.sees("Players", within="h1")
    page.evaluate(ONLINE)
    ann.sees("Players", within="h1")
    wire.cut("before")
    ann.go("/")
    expect(stamp).to_be_visible()
    wire.mend()
    page.evaluate(ONLINE)
    expect(stamp).to_have_count(0)


def test_no_page_comes_anew_under_a_finger_or_in_the_place_of_one_that_is_asked_for(
    ann: Phone, wire: Wire
) -> None:
    page, stamp = ann.page, ann.page.locator(".as-of")
    wire.cut("before")
    ann.go("/rules/")
    wire.mend()
    page.evaluate(ONLINE)
    page.wait_for_timeout(800)
    page.touchscreen.tap(180, 4)
    page.wait_for_timeout(800)
    expect(stamp).to_be_visible()
    expect(stamp).to_have_count(0)

    wire.cut("before")
    ann.go("/rules/")
    wire.mend()
    page.evaluate(TAPPED_THEN_ONLINE)
    ann.sees("Players", within="h1")


def test_the_app_can_be_installed(ann: Phone, wire: Wire) -> None:
    session = ann.page.context.new_cdp_session(ann.page)
    manifest = session.send("Page.getAppManifest")
    assert not manifest["errors"], manifest["errors"]
    assert manifest["url"].endswith(".webmanifest")
    errors = {
        error["errorId"] for error in session.send("Page.getInstallabilityErrors")["installabilityErrors"]
    }
    # The tests' browsers keep nothing, as a private window.
    assert errors <= {"in-incognito"}
