"""Fast thumbs and a bad line: nothing counts twice, nothing is lost in silence, and the table stays."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, Route, expect

from tests.browser.conftest import Unlock
from tests.browser.phone import Phone, flip, play
from tests.browser.walks import zero_zap
from tests.conftest import PATIENCE
from tests.marks import long_except

RESTARTS = "<h1>Bad Gateway</h1>"
SEEN = """shown => {
  Object.defineProperty(document, 'hidden', { value: !shown, configurable: true });
  document.dispatchEvent(new Event('visibilitychange'));
}"""
#: Keeps the streams that a page opens, and whether it listens to each.
BELLS = """window.bells = []; const ask = fetch;
window.fetch = async (url, ...more) => {
  const answer = await ask(url, ...more);
  if (!String(url).includes("/live/") || !answer.ok) return answer;
  const bell = { open: true }, { body } = answer;
  const [read, drop] = [body.getReader.bind(body), body.cancel.bind(body)];
  bells.push(bell);
  body.cancel = () => { bell.open = false; return drop(); };
  body.getReader = () => {
    const reader = read(), hush = reader.cancel.bind(reader);
    reader.cancel = () => { bell.open = false; return hush(); };
    return reader;
  };
  return answer;
}"""


@pytest.fixture
def ann(unlock: Unlock) -> Phone:
    """Ann's phone, where the red moon was flipped and Ann is on turn (version 2); its clock stands still."""
    phone = unlock()
    phone.sit_down(["Ann", "Bob", "Cat"], dealer="2")
    phone.fast(flip("red moon"))
    _stop_the_clock(phone)
    return phone


def _stop_the_clock(phone: Phone) -> None:
    phone.page.clock.install()
    phone.go(phone.page.url)
    phone.page.clock.pause_at(phone.page.evaluate("Date.now() / 1000 + 10"))


class Line:
    """What goes over the wire to the addresses that match; held back until it is let go."""

    def __init__(self, phone: Phone, pattern: str) -> None:
        self.phone = phone
        self.held: list[Route] = []
        self.sent = 0
        self.does: Callable[[Route], object] = self.held.append
        phone.page.route(pattern, self._route)

    def _route(self, route: Route) -> None:
        self.sent += 1
        self.does(route)

    def waits_for(self, number: int) -> None:
        """Until so many were sent."""
        for _ in range(PATIENCE // 20):
            if self.sent >= number:
                break
            self.phone.page.wait_for_timeout(20)
        self.phone.page.wait_for_timeout(100)
        assert self.sent == number

    def go(self) -> None:
        """Lets what was held go on."""
        self.held.pop(0).continue_()


def _key(phone: Phone, name: str) -> Locator:
    return phone.find(name, "#table")


def _tap(phone: Phone, *names: str) -> None:
    """Taps in a row, and waits for no answer."""
    for box in [_key(phone, name).bounding_box() for name in names]:
        assert box
        phone.page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def _shows(phone: Phone, version: int, *, busy: bool = False) -> None:
    """Until the table of this version is shown and dealt with; the clock goes on by a few milliseconds.

    It is busy where a further tap is held on purpose.
    """
    table = f"#table[data-version='{version}']" + ("[aria-busy]" if busy else ":not([aria-busy])")
    for _ in range(PATIENCE // 20):
        phone.page.clock.run_for(1)
        if phone.page.locator(table).count():
            break
        phone.page.wait_for_timeout(20)
    else:
        raise AssertionError(table)
    for _ in range(5):
        phone.page.clock.run_for(1)
        phone.page.wait_for_timeout(10)
    expect(phone.page.locator("#table")).to_have_attribute("data-version", str(version))


def _until(phone: Phone, locator: Locator, *, gone: bool = False) -> None:
    """Until something is in sight, the clock going on by a few milliseconds."""
    for _ in range(PATIENCE // 20):
        if locator.is_visible() is not gone:
            return
        phone.page.clock.run_for(1)
        phone.page.wait_for_timeout(20)
    raise AssertionError(locator)


# --- a second tap on the same spot


@pytest.mark.parametrize("name", long_except(["blue moon", "Draw", "Undo"], "blue moon"))
def test_a_second_tap_on_the_same_spot_right_after_the_swap_does_nothing(ann: Phone, name: str) -> None:
    if name == "Undo":
        _tap(ann, "blue moon")
        _shows(ann, 3)
    line = Line(ann, "**/t/**")
    line.does = lambda route: route.continue_()
    version = ann.page.evaluate("Number(document.querySelector('#table').dataset.version)")
    box = _key(ann, name).bounding_box()
    assert box
    spot = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    ann.page.touchscreen.tap(*spot)
    _shows(ann, version + 1)
    ann.page.touchscreen.tap(spot[0] + 9, spot[1] - 9)
    line.waits_for(1)
    ann.page.clock.run_for(400)
    ann.page.touchscreen.tap(*spot)
    line.waits_for(2)


def test_a_second_tap_while_the_first_is_on_its_way_does_nothing(ann: Phone) -> None:
    line = Line(ann, "**/move/")
    _tap(ann, "blue moon", "blue moon", "blue moon")
    line.waits_for(1)
    line.go()
    _shows(ann, 3)
    line.waits_for(1)
    assert ann.logged()[2:] == ["Ann plays a blue moon"]


def test_a_key_pressed_twice_on_a_keyboard_counts_once(ann: Phone) -> None:
    line = Line(ann, "**/move/")
    _key(ann, "blue moon").focus()
    ann.page.keyboard.press("Enter")
    ann.page.keyboard.press("Enter")
    line.waits_for(1)
    line.go()
    _shows(ann, 3)
    expect(_key(ann, "blue moon")).to_be_focused()
    ann.page.keyboard.press("Enter")
    line.waits_for(1)
    ann.page.clock.run_for(400)
    ann.page.keyboard.press("Enter")
    line.waits_for(2)


def test_another_key_may_be_tapped_at_once(ann: Phone) -> None:
    for version, name in enumerate(["Draw", "Pass", "Draw", "Pass", "Draw"], 3):
        _tap(ann, name)
        _shows(ann, version)
    assert ann.logged()[2:] == ["Ann draws", "Ann passes", "Bob draws", "Bob passes", "Cat draws"]


# --- a tap was taken


def test_a_tap_shows_at_once_that_it_was_taken_and_soon_that_it_is_on_its_way(ann: Phone) -> None:
    Line(ann, "**/move/")
    _tap(ann, "blue moon")
    expect(_key(ann, "blue moon")).to_have_class("k blue sent")
    expect(ann.page.locator("#table")).to_have_attribute("aria-busy", "true")
    sending = ann.page.get_by_role("status").filter(has_text="Sending")
    ann.page.clock.run_for(490)
    expect(sending).to_have_count(0)
    ann.page.clock.run_for(20)
    expect(sending).to_be_visible()


@pytest.mark.parametrize("name", ["Invite", "Draw"])
def test_the_busy_sign_lies_below_the_words(ann: Phone, name: str) -> None:
    Line(ann, "**/t/**")
    _tap(ann, name)
    ann.page.clock.run_for(510)
    below = ann.page.locator(".slow .sent").evaluate("""part => {
      const words = document.createRange(), { top } = part.getBoundingClientRect();
      words.selectNodeContents(part);
      const sign = parseFloat(getComputedStyle(part, "::after").top);
      return top + sign - words.getBoundingClientRect().bottom }""")
    assert below > -3


def test_the_busy_sign_goes_with_the_answer(ann: Phone) -> None:
    line = Line(ann, "**/move/")
    _tap(ann, "blue moon")
    ann.page.clock.run_for(510)
    line.waits_for(1)
    line.go()
    _shows(ann, 3)
    expect(ann.page.locator("#sending")).to_be_empty()
    expect(ann.page.locator(".sent, .slow")).to_have_count(0)


def test_after_eight_seconds_without_an_answer_the_tap_is_sent_again_and_counts_once(ann: Phone) -> None:
    line = Line(ann, "**/move/")
    # It arrives, and the answer is lost.
    line.does = lambda route: route.fetch()
    _stay_deaf(ann)
    _tap(ann, "blue moon")
    line.waits_for(1)
    looks = Line(ann, "**/t/*/")
    ann.page.clock.run_for(7_900)
    expect(ann.page.locator("#lost")).to_be_hidden()
    ann.page.clock.run_for(200)
    _until(ann, ann.page.get_by_role("alert").filter(has_text="No answer yet"))
    line.does = line.held.append
    again = ann.page.get_by_role("button", name="Send again")
    for _ in range(3):
        again.tap()
    line.waits_for(2)
    line.go()
    _shows(ann, 3)
    expect(again).to_be_hidden()
    assert ann.logged()[2:] == ["Ann plays a blue moon"]
    assert looks.sent == 0


def _dead(route: Route) -> None:
    route.abort()


def _restarts(route: Route) -> None:
    route.fulfill(status=502, body=RESTARTS)


def _garbled(route: Route) -> None:
    """What a server says that got half of a request, long before any page of ours."""
    route.fulfill(status=400, content_type="text/plain", body="Invalid HTTP request received.")


def _foreign(route: Route) -> None:
    route.fulfill(status=200, body="<h1>Welcome to our hotel</h1>")


def _counted(route: Route) -> None:
    route.fetch()
    route.abort()


@pytest.mark.parametrize(
    "trouble", long_except([_dead, _restarts, _garbled, _foreign, _counted], _garbled, _counted)
)
def test_a_tap_that_fails_leaves_the_table_and_can_be_sent_again(
    ann: Phone, trouble: Callable[[Route], None]
) -> None:
    _stay_deaf(ann)
    line = Line(ann, "**/move/")
    line.does = trouble
    _tap(ann, "blue moon")
    _until(ann, ann.page.locator("#lost"))
    ann.sees("No connection", within="#lost")
    expect(ann.page.locator("#table")).to_have_attribute("data-version", "2")
    expect(ann.page.locator("#table[aria-busy], .sent")).to_have_count(0)
    again = ann.page.get_by_role("button", name="Send again")
    again.tap()
    line.waits_for(2)
    _until(ann, again)
    line.does = lambda route: route.continue_()
    again.tap()
    _shows(ann, 3)
    expect(again).to_be_hidden()
    assert ann.logged()[2:] == ["Ann plays a blue moon"]


def test_a_server_error_never_replaces_the_table(ann: Phone) -> None:
    # Said by the page itself: the browser notes a real one as an error, and that fails every test.
    ann.page.evaluate("""window.real = fetch;
      const page = "<div id='table' data-version='9'>Our mistake</div>";
      window.fetch = async () => new Response(page, { status: 500 })""")
    ann.page.evaluate("dispatchEvent(new Event('online'))")
    _until(ann, ann.page.locator("#lost"))
    _tap(ann, "blue moon")
    _until(ann, ann.page.get_by_role("button", name="Send again"))
    ann.misses("Our mistake")
    ann.page.evaluate("window.fetch = window.real")
    ann.page.get_by_role("button", name="Send again").tap()
    _shows(ann, 3)


def test_what_the_server_says_of_its_trouble_is_read_and_the_tap_sent_again(ann: Phone) -> None:
    ann.page.evaluate("""window.real = fetch;
      const page = "<h1>Not saved</h1><p id='trouble'>The server’s disk is full.</p>";
      window.fetch = async () => new Response(page, { status: 507 })""")
    _tap(ann, "blue moon")
    _until(ann, ann.page.locator("#lost", has_text="Not saved. The server’s disk is full."))
    expect(ann.page.locator("#table")).to_have_attribute("data-version", "2")
    ann.page.evaluate("window.fetch = window.real")
    ann.page.get_by_role("button", name="Send again").tap()
    _shows(ann, 3)
    expect(ann.page.locator("#lost")).to_be_hidden()


def test_a_tap_that_did_not_count_is_sent_when_the_line_is_back(ann: Phone) -> None:
    line = Line(ann, "**/move/")
    line.does = _dead
    _tap(ann, "blue moon")
    _until(ann, ann.page.locator("#lost", has_text="No connection · 1 waiting"))
    line.does = lambda route: route.continue_()
    ann.page.clock.run_for(2_000)
    _shows(ann, 3)
    expect(ann.page.locator("#lost")).to_be_hidden()


def test_the_banner_covers_no_control_and_moves_nothing(ann: Phone) -> None:
    # What is folded away has a box too, of when it was last laid out.
    boxes = """() => [...document.querySelectorAll('#table :is(a, button)')]
      .filter(part => part.checkVisibility()).map(part => {
      const box = part.getBoundingClientRect();
      return [box.x, box.y, box.width, box.height].join() })"""
    before = ann.page.evaluate(boxes)
    line = Line(ann, "**/move/")
    _tap(ann, "Draw", "blue moon")
    line.waits_for(1)
    line.held.pop().abort()
    _until(ann, ann.page.locator("#lost"))
    # A key that is pressed is drawn smaller.
    ann.until("!document.querySelector('#table :active')")
    assert ann.page.evaluate(boxes) == before
    # Nobody can be invited without a connection; that key reaches two pixels into the menu's.
    covered = """() => { const lost = document.querySelector('#lost').getBoundingClientRect();
      return [...document.querySelectorAll('#table :is(a, button):not(.invite)')]
        .map(part => part.getBoundingClientRect())
        .filter(box => box.top < lost.bottom && box.left < lost.right - 2 && box.right > lost.left)
        .length }"""
    assert ann.page.evaluate(covered) == 0
    button = ann.page.get_by_role("button", name="Send again").bounding_box()
    assert button
    assert min(button["width"], button["height"]) >= 44


def _lies_on_the_title(phone: Phone, told: str, most: int) -> None:
    """In so many lines, the button beside the words, and above whose turn it is, at any size."""
    lies = """(told, most) => {
      const [part, now] = [told.parentNode.closest('#lost') ?? told, document.querySelector('.now')];
      const [box, words, under] = [part, told, now].map(each => each.getBoundingClientRect());
      const range = document.createRange();
      range.selectNodeContents(told);
      const tops = [...range.getClientRects()].map(({ top }) => Math.round(top));
      const seen = words.top + told.clientTop + told.clientHeight;
      const lines = new Set(tops.filter(top => top + 3 < seen)).size;
      const again = part.querySelector('button')?.getBoundingClientRect().left ?? words.right;
      const above = box.bottom <= under.top && box.left <= under.left + 1;
      return lines <= most && words.right <= again && above;
    }"""
    for wide, high in ((360, 640), (640, 360), (740, 360), (768, 1024), (1440, 900)):
        phone.page.set_viewport_size({"width": wide, "height": high})
        assert phone.page.locator(told).evaluate(lies, most), (told, wide)


def test_what_is_told_lies_on_the_title_alone_at_any_size(unlock: Unlock) -> None:
    phone = unlock()
    phone.sit_down(["Maximiliane von Hohenfel", "Bob", "Cat"], dealer="2")
    phone.fast(flip("red moon"), play("Maximiliane von Hohenfel", "winged dragon", declare="lightning"))
    phone.tap("Undo")
    phone.sees("Undone: Maximiliane", within=".notice")
    _lies_on_the_title(phone, ".notice", 2)
    phone.page.route("**/t/**", _dead)
    phone.page.get_by_role("button", name="blue moon").tap()
    phone.sees("No connection · 1 waiting", within="#lost")
    _lies_on_the_title(phone, "#lost p", 1)


def test_what_is_told_covers_all_of_invite_or_nothing_of_it(unlock: Unlock) -> None:
    phone = unlock()
    beside = """told => {
      const [box, free] = [told, document.querySelector(".invite")].map(part => part.getBoundingClientRect());
      return box.right <= free.left || box.left <= free.left && box.right >= free.right }"""
    for name in ("Bo", "Bartholomew-Christopher"):
        phone.sit_down([name, "Bob"], dealer="1")
        phone.fast(flip("red moon"), play(name, "red lightning"))
        phone.tap("Undo")
        for wide, high in ((360, 640), (390, 844), (640, 360), (768, 1024)):
            phone.page.set_viewport_size({"width": wide, "height": high})
            assert phone.page.locator(".notice").evaluate(beside), (name, wide)
    phone.page.route("**/t/**", _dead)
    phone.page.get_by_role("button", name="blue moon").tap()
    phone.sees("No connection · 1 waiting", within="#lost")
    for wide, high in ((360, 640), (390, 844), (640, 360), (768, 1024)):
        phone.page.set_viewport_size({"width": wide, "height": high})
        assert phone.page.locator("#lost").evaluate(beside), wide


# --- other taps wait


def test_a_tap_on_another_key_waits_visibly_and_is_made_on_the_new_table(ann: Phone) -> None:
    line = Line(ann, "**/move/")
    _tap(ann, "Draw", "Pass")
    expect(ann.page.locator("[data-waits='1']")).to_contain_text("Pass")
    ann.page.clock.run_for(510)
    expect(ann.page.locator("#sending")).to_have_text("Sending, 1 waiting")
    line.waits_for(1)
    line.go()
    _shows(ann, 3, busy=True)
    line.waits_for(2)
    line.go()
    _shows(ann, 4)
    assert ann.logged()[2:] == ["Ann draws", "Ann passes"]
    expect(ann.page.locator("[data-waits]")).to_have_count(0)


def test_a_choice_beside_the_keys_goes_with_the_one_that_waits(ann: Phone) -> None:
    line = Line(ann, "**/move/")
    _tap(ann, "blue moon")
    ann.page.locator(".pad .multi").tap()
    _tap(ann, "blue sun")
    expect(ann.page.get_by_role("checkbox", name="×2: two of it")).not_to_be_checked()
    line.waits_for(1)
    line.does = lambda route: route.continue_()
    line.go()
    _shows(ann, 4)
    assert ann.logged()[2:] == ["Ann plays a blue moon", "Bob plays 2\u00a0× blue sun"]


def test_a_choice_made_while_a_tap_is_on_its_way_stays_on_the_new_table(ann: Phone) -> None:
    line = Line(ann, "**/move/")
    _tap(ann, "blue moon")
    ann.page.locator(".pad .multi").tap()
    line.waits_for(1)
    line.does = lambda route: route.continue_()
    line.go()
    _shows(ann, 3)
    _tap(ann, "blue sun")
    _shows(ann, 4)
    assert ann.logged()[2:] == ["Ann plays a blue moon", "Bob plays 2\u00a0× blue sun"]


def test_quick_taps_on_several_keys_are_made_one_after_the_other(ann: Phone) -> None:
    line = Line(ann, "**/move/")
    _tap(ann, "Draw", "Pass", "blue moon", "blue star", "blue sun")
    expect(ann.page.locator("[data-waits]")).to_have_count(4)
    line.does = lambda route: route.continue_()
    line.go()
    _shows(ann, 7)
    played = ["Bob plays a blue moon", "Cat plays a blue star", "Ann plays a blue sun"]
    assert ann.logged()[2:] == ["Ann draws", "Ann passes", *played]


def test_what_waits_for_a_refused_tap_is_dropped_and_named(ann: Phone) -> None:
    line = Line(ann, "**/move/")
    _tap(ann, "yellow star", "Cat", "Draw")
    line.waits_for(1)
    line.go()
    _until(ann, ann.page.locator(".s-refused"))
    _until(ann, ann.page.locator("#lost", has_text="Not sent: Cat, Draw"))
    line.waits_for(1)
    assert ann.logged()[2:] == []


def test_what_was_not_sent_is_read_however_fast_the_next_answer_comes(ann: Phone) -> None:
    line = Line(ann, "**/t/**")
    _tap(ann, "yellow star", "Cat")
    line.waits_for(1)
    line.does = lambda route: route.continue_()
    line.go()
    lost = ann.page.locator("#lost", has_text="Not sent: Cat")
    _until(ann, lost)
    _tap(ann, "Back to the table")
    _until(ann, ann.page.locator(".s-refused"), gone=True)
    expect(lost).to_be_visible()
    ann.page.clock.run_for(8_000)
    expect(lost).to_be_hidden()


def test_quick_taps_in_the_calculator_count_in_order_and_outlive_a_reload(unlock: Unlock) -> None:
    phone = unlock()
    zero_zap.sit_down(phone, "Ann", "Bob", "Cat")
    phone.tap("Score a whole round")
    _stop_the_clock(phone)
    line = Line(phone, "**/t/*/*score=1*")
    first, second = ("set of 3 red", "went out"), ("run of 4 blue", "2 more cards held")
    _tap(phone, *first, "Next player", *second, "Next player", "3 more cards held")
    line.waits_for(1)
    line.does = lambda route: route.continue_()
    line.go()
    totals = phone.page.locator(".scorers", has_text=re.compile(r"\+11 out.*\+2.*−3", re.DOTALL))
    _until(phone, totals)
    phone.page.reload()
    expect(totals).to_be_visible()
    _tap(phone, "Save round")
    _until(phone, phone.page.get_by_text("Round 2 by its score"))
    phone.page.reload()
    phone.sees("Round 2 by its score")


def test_what_waits_for_a_key_that_is_gone_is_refused(ann: Phone) -> None:
    _tap(ann, "blue moon")
    _shows(ann, 3)
    _tap(ann, "Undo")
    _shows(ann, 4)
    # Redo stands where Undo stood.
    ann.page.clock.run_for(400)
    line = Line(ann, "**/t/**")
    _tap(ann, "red star", "Redo")
    line.waits_for(1)
    line.does = lambda route: route.continue_()
    line.go()
    _until(ann, ann.page.locator(".s-refused", has_text="There is nothing to redo"))
    assert ann.logged()[-1] == "Ann plays a red star"


# --- looks


def test_a_tap_made_while_a_look_is_on_its_way_gets_its_answer_shown(ann: Phone, unlock: Unlock) -> None:
    _stay_deaf(ann)
    bob = unlock()
    bob.join(ann)
    bob.go(ann.page.url)
    looks = Line(ann, "**/t/*/")
    ann.page.evaluate("dispatchEvent(new Event('online'))")
    looks.waits_for(1)
    _tap(ann, "Menu")
    _until(ann, ann.page.locator(".s-menu"))
    bob.play("blue moon")
    # Even one that brings something newer.
    looks.go()
    ann.page.wait_for_timeout(300)
    ann.sees("Menu", within=".sheet")


@pytest.mark.parametrize("trouble", long_except([_dead, _restarts, _foreign], _restarts))
def test_a_failed_look_keeps_the_table_and_looking_goes_on_until_it_heals(
    ann: Phone, unlock: Unlock, trouble: Callable[[Route], None]
) -> None:
    _stay_deaf(ann)
    bob = unlock()
    bob.join(ann)
    bob.go(ann.page.url)
    looks = Line(ann, "**/t/*/")
    looks.does = trouble
    ann.page.clock.run_for(20_000)
    _until(ann, ann.page.get_by_role("alert").filter(has_text="No connection"))
    expect(ann.page.get_by_role("button", name="Send again")).to_be_hidden()
    ann.turn("Ann")
    for number, pause in enumerate((2_000, 4_000, 8_000), 2):
        ann.page.clock.run_for(pause)
        looks.waits_for(number)
        ann.turn("Ann")
    bob.play("blue moon")
    looks.does = lambda route: route.continue_()
    ann.page.clock.run_for(16_000)
    _shows(ann, 3)
    ann.turn("Bob")
    expect(ann.page.locator("#lost")).to_be_hidden()


def test_a_phone_that_was_shut_out_sees_so_at_its_next_look(ann: Phone) -> None:
    _stay_deaf(ann)
    ann.page.context.clear_cookies()
    ann.page.clock.run_for(20_000)
    ann.page.locator("h1", has_text="There is nothing here").wait_for()


def test_a_phone_that_was_shut_out_sees_so_at_its_next_tap(ann: Phone) -> None:
    _stay_deaf(ann)
    cookies = [cookie for cookie in ann.page.context.cookies() if cookie["name"] != "crew"]
    ann.page.context.clear_cookies()
    ann.page.context.add_cookies([dict(cookie) for cookie in cookies])  # type: ignore[misc]
    _tap(ann, "blue moon")
    ann.page.locator("h1", has_text="There is nothing here").wait_for()


# --- Back, title, focus, said


def _history(phone: Phone) -> int:
    return int(phone.page.evaluate("history.length"))


def test_back_closes_an_open_sheet_and_forward_opens_it_again(unlock: Unlock) -> None:
    phone = _at_the_table(unlock)
    phone.page.evaluate("window.stays = true")
    phone.tap("Menu")
    phone.page.go_back()
    expect(phone.page.locator(".sheet")).to_have_count(0)
    phone.page.go_forward()
    expect(phone.page.locator(".s-menu")).to_be_visible()
    phone.page.go_back()
    expect(phone.page.locator(".sheet")).to_have_count(0)
    phone.turn("Ann")
    assert phone.page.evaluate("window.stays"), "the page was loaded anew"


def test_back_while_a_sheet_is_on_its_way_closes_it(unlock: Unlock) -> None:
    phone = _at_the_table(unlock)
    page, held = phone.page, list[Route]()
    phone.tap("Menu")
    page.go_back()
    expect(page.locator(".sheet")).to_have_count(0)
    # Playwright looks at how many arguments a function takes, which a method of list does not tell.
    page.route("**/*sheet=menu", lambda route: held.append(route))  # noqa: PLW0108
    page.go_forward()
    while not held:
        page.wait_for_timeout(20)
    page.go_back()
    held[0].continue_()
    expect(page.locator("#table")).not_to_have_attribute("aria-busy", "true")
    expect(page.locator(".sheet")).to_have_count(0)


def test_a_refusal_is_closed_by_back_too_and_forward_does_not_repeat_it(unlock: Unlock) -> None:
    phone = _at_the_table(unlock)
    phone.play("yellow star")
    phone.page.go_back()
    expect(phone.page.locator(".sheet")).to_have_count(0)
    phone.page.go_forward()
    phone.until("!history.state?.sheet")
    expect(phone.page.locator(".sheet")).to_have_count(0)


def test_a_ruling_that_is_read_is_closed_by_back_and_leaves_no_step_behind(unlock: Unlock) -> None:
    phone = _at_the_table(unlock)
    phone.page.evaluate("window.stays = true")
    ruling, line = phone.page.locator(".action details"), phone.page.locator(".action summary")
    line.click()
    phone.until("history.state?.sheet")
    phone.page.go_back()
    expect(ruling).not_to_have_attribute("open", "")
    for _ in range(2):
        line.click()
        phone.until("history.state?.sheet")
        line.click()
        phone.until("!history.state?.sheet")
    line.click()
    phone.until("history.state?.sheet")
    phone.tap("Menu")
    expect(phone.page.locator(".s-menu")).to_be_visible()
    phone.page.go_back()
    expect(phone.page.locator(".sheet")).to_have_count(0)
    assert phone.page.evaluate("window.stays"), "the page was loaded anew"
    phone.page.go_back()
    phone.until("!window.stays")


@pytest.mark.parametrize(
    "ways", long_except([("Menu", "Back to the table"), ("MATCH", "Cat")], ("MATCH", "Cat"))
)
def test_a_sheet_closed_by_its_link_or_by_a_move_leaves_no_step_behind(
    unlock: Unlock, ways: tuple[str, str]
) -> None:
    phone = _at_the_table(unlock)
    phone.page.goto("/rules/")
    phone.page.go_back()
    phone.page.go_forward()
    phone.page.go_back()
    for _ in range(2):
        phone.tap(ways[0])
        assert phone.page.evaluate("Boolean(history.state?.sheet)")
        phone.tap(ways[1], ".sheet")
        phone.until("!history.state?.sheet && !document.querySelector('.sheet')")
        if ways[0] == "MATCH":
            phone.tap("Undo")
    phone.page.wait_for_timeout(200)
    assert phone.page.locator(".sheet").count() == 0
    phone.page.go_back()
    assert "/t/" not in phone.page.url or phone.page.url == "about:blank"


def test_sheets_opened_one_from_the_other_are_one_step(unlock: Unlock) -> None:
    phone = _at_the_table(unlock)
    phone.tap("Dispute")
    length = _history(phone)
    phone.tap("Undo back to a move")
    assert _history(phone) == length
    phone.page.go_back()
    expect(phone.page.locator(".sheet")).to_have_count(0)


def test_a_sheet_with_an_address_of_its_own_opens_and_closes(unlock: Unlock) -> None:
    phone = _at_the_table(unlock)
    table = phone.page.url
    phone.go("/rules/")
    phone.go(f"{table}?sheet=menu")
    expect(phone.page.locator(".s-menu")).to_be_visible()
    phone.tap("Back to the table")
    expect(phone.page.locator(".sheet")).to_have_count(0)
    phone.tap("Menu")
    phone.page.go_back()
    expect(phone.page.locator(".sheet")).to_have_count(0)
    phone.page.go_back()
    assert phone.page.url.endswith("/rules/")


def test_the_title_follows_the_turn(unlock: Unlock) -> None:
    phone = _at_the_table(unlock)
    expect(phone.page).to_have_title("ZAR: Ann")
    phone.play("blue moon")
    expect(phone.page).to_have_title("ZAR: Bob")


def test_the_focus_never_falls_to_the_body(unlock: Unlock) -> None:
    phone = _at_the_table(unlock)
    bob = unlock()
    bob.join(phone)
    bob.go(phone.page.url)
    has = "document.activeElement.matches('h1, h2, a, button')"
    bob.page.evaluate("document.activeElement.blur()")
    phone.play("blue moon")
    assert phone.page.evaluate(has)
    bob.turn("Bob")
    bob.until("document.activeElement.matches('h1')")
    assert bob.page.evaluate("getComputedStyle(document.activeElement).outlineStyle") == "none"
    phone.tap("Menu")
    expect(phone.page.locator(".sheet h2")).to_be_focused()
    phone.page.go_back()
    phone.until("document.activeElement.getAttribute('aria-label') === 'Menu'")
    for _ in range(3):
        # The last one has nothing left to undo: its button is switched off.
        undo = phone.page.locator(".acts [form=undo]")
        if undo.is_disabled():
            break
        undo.focus()
        phone.page.wait_for_timeout(400)
        phone.page.evaluate("document.documentElement.dataset.asked = ''")
        phone.page.keyboard.press("Enter")
        phone.page.locator("html:not([data-asked])").wait_for(state="attached")
        assert phone.page.evaluate(has)


def test_what_is_said_has_turn_and_choice_and_is_written_only_when_it_changes(unlock: Unlock) -> None:
    phone = _at_the_table(unlock)
    phone.page.evaluate("""window.written = [];
      new MutationObserver(() => written.push(document.querySelector('#said').innerText.trim()))
        .observe(document.querySelector('#said'), { childList: true, characterData: true, subtree: true })""")
    phone.tap("Menu")
    phone.tap("Back to the table")
    assert phone.page.evaluate("written") == []
    phone.play("blue moon")
    (said,) = phone.page.evaluate("written")
    assert said.startswith("Bob, clockwise, then Cat.")
    assert "Any moon, anything blue" in said


# --- many tables


def test_a_hidden_page_closes_its_stream_and_opens_it_again_when_seen(unlock: Unlock) -> None:
    phone = _at_the_table(unlock)
    phone.page.add_init_script(BELLS)
    phone.go(phone.page.url)
    phone.until("bells.length === 1 && bells[0].open")
    phone.page.evaluate(SEEN, False)
    assert not phone.page.evaluate("bells[0].open")
    bob = unlock()
    bob.join(phone)
    bob.go(phone.page.url)
    bob.play("blue moon")
    phone.turn("Ann")
    phone.page.evaluate(SEEN, True)
    phone.turn("Bob")
    phone.until("bells.length === 2 && bells[1].open")


def test_a_page_that_nobody_sees_opens_its_stream_when_it_is_seen(unlock: Unlock) -> None:
    phone = _at_the_table(unlock)
    phone.page.add_init_script(BELLS)
    phone.page.add_init_script(f"({SEEN})(false)")
    phone.go(phone.page.url)
    phone.page.wait_for_timeout(300)
    assert phone.page.evaluate("bells") == []
    phone.page.evaluate(SEEN, True)
    phone.until("bells.length === 1 && bells[0].open")


def test_a_page_that_is_left_while_its_stream_begins_closes_it(unlock: Unlock) -> None:
    phone = _at_the_table(unlock)
    phone.page.add_init_script(BELLS)

    def left(route: Route) -> None:
        phone.page.evaluate(SEEN, False)
        route.continue_()

    phone.page.route("**/live/**", left)
    phone.go(phone.page.url)
    phone.until("bells.length === 1 && !bells[0].open")


@pytest.mark.long
def test_six_tables_in_one_browser_go_on_working(unlock: Unlock) -> None:
    phone = _at_the_table(unlock)
    phone.page.context.add_init_script(BELLS)
    tabs = [_tab(phone.page.context, phone.page.url) for _ in range(6)]
    phone.page.close()
    for tab in tabs:
        # Each was looked at, and has had its stream.
        tab.evaluate(SEEN, True)
        Phone(tab).until("bells.at(-1)?.open")
        tab.evaluate(SEEN, False)
    top = "red moon"
    for card, tab in zip(("blue moon", "blue sun", "blue star"), (tabs[5], tabs[0], tabs[3]), strict=True):
        for other in tabs:
            other.evaluate(SEEN, other is tab)
        # What the others played is fetched when a page is seen again.
        _on_top(tab, top)
        tab.locator(".pad").get_by_label(card, exact=True).tap()
        _on_top(tab, card)
        top = card


def _on_top(page: Page, card: str) -> None:
    expect(page.locator(".top")).to_have_attribute("aria-label", re.compile(f"^On top: {card},"))


def _tab(context: BrowserContext, url: str) -> Page:
    page = context.new_page()
    page.goto(url, wait_until="commit")
    page.evaluate(SEEN, False)
    return page


def _at_the_table(unlock: Unlock) -> Phone:
    phone = unlock()
    phone.sit_down(["Ann", "Bob", "Cat"], dealer="2")
    phone.fast(flip("red moon"))
    return phone


def _stay_deaf(phone: Phone) -> None:
    """Its live stream died in the pocket, as phones let it."""
    phone.page.route("**/live/**", lambda route: route.fulfill(status=204))
    phone.go(phone.page.url)
    # htmx begins by a timer.
    phone.page.clock.run_for(10)
