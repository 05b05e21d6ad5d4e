"""The occasions of a table: seen unless motion is unwanted; heard, spoken and felt where a phone chose it."""

from playwright.sync_api import expect

from tests.browser.conftest import Unlock
from tests.browser.phone import Phone, do, flip, play
from tests.browser.tables import LONG, SHORT

#: What would be heard, spoken and felt, written down instead.
_EARS = """
window.noticed = [];
window.SpeechSynthesisUtterance = class { constructor(text) { this.text = text } };
const mouth = { cancel() {}, speak: words => noticed.push(words.text) };
Object.defineProperty(window, "speechSynthesis", { value: mouth });
navigator.vibrate = pattern => noticed.push(`buzz ${pattern}`);
window.AudioContext = class {
  currentTime = 0;
  resume() {}
  createGain() { return { gain: { setValueAtTime() {}, exponentialRampToValueAtTime() {} }, connect() {} } }
  createOscillator() {
    return { frequency: {}, connect: to => to, start: () => noticed.push("note"), stop() {} };
  }
};
"""


def _caught(phone: Phone, *, chosen: bool = False) -> None:
    """Bob owes ZAR, and Cat catches Bob."""
    phone.page.add_init_script(_EARS)
    phone.sit_down(SHORT[:3])
    phone.fast(flip("red moon"), do("recount", player="Bob", cards=2), play("Bob", "red star"))
    if chosen:
        # What is heard is fetched after the page.
        phone.until("window.heard !== undefined")
    phone.seat("Bob")
    phone.tap("Cat", "form:has([value=gotcha])")


def _noticed(phone: Phone) -> list[str]:
    return list(phone.page.evaluate("window.noticed"))


def test_a_gotcha_is_seen_and_soon_over(unlock: Unlock) -> None:
    phone = unlock()
    _caught(phone)
    picture = phone.page.locator(".moment")
    expect(picture).to_have_text("GOTCHA!Bob", use_inner_text=False)
    long = picture.evaluate(
        "part => Math.max(...getComputedStyle(part).animationDuration.split(',').map(parseFloat))"
    )
    assert long <= 1
    # It stays when the shorter animation of its words is over.
    picture.evaluate(
        "part => { part.classList.add('shown'); part.getAnimations().forEach(one => one.pause()); }"
    )
    picture.locator("b").dispatch_event("animationend")
    expect(picture).to_be_visible()
    picture.dispatch_event("animationend")
    expect(picture).to_be_hidden()
    assert _noticed(phone) == [], "nothing is heard, spoken or felt that nobody chose"


def test_a_tap_takes_away_what_is_seen_and_plays_the_key_below_it(unlock: Unlock) -> None:
    phone = unlock()
    _caught(phone)
    picture = phone.page.locator(".moment")
    shown = """part => {
      part.classList.add("shown");
      for (const one of part.getAnimations()) one.pause(), (one.currentTime = 400);
    }"""
    box = phone.page.locator(".pad").get_by_role("button", name="red moon").bounding_box()
    assert box
    version = phone.page.locator("#table").get_attribute("data-version")
    picture.evaluate(shown)
    expect(picture).to_be_visible()
    phone.page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(picture).to_be_hidden()
    expect(phone.page.locator("#table")).not_to_have_attribute("data-version", version or "")


def test_no_motion_where_it_is_unwanted(unlock: Unlock) -> None:
    phone = unlock()
    phone.page.emulate_media(reduced_motion="reduce")
    _caught(phone)
    expect(phone.page.locator(".moment")).to_have_count(1)
    assert phone.page.locator(".moment.shown").count() == 0
    expect(phone.page.locator(".moment")).to_be_hidden()


def test_the_name_of_who_wins_a_hand_is_not_broken(unlock: Unlock) -> None:
    phone = unlock()
    for name in ("Maximiliane", "Bartholomäus", LONG[3]):
        phone.sit_down([name, "Bob", "Cat"], dealer="2")
        phone.fast(flip("red moon"), do("recount", player=name, cards=1), play(name, "red star"))
        phone.fast(do("out", player=name))
        word = phone.page.locator(".moment b")
        word.evaluate("part => part.parentNode.classList.add('shown')")
        for wide, high in ((320, 640), (360, 640), (640, 360), (768, 1024)):
            phone.page.set_viewport_size({"width": wide, "height": high})
            lines = word.evaluate(
                """(part, name) => {
                  const range = document.createRange();
                  range.setStart(part.firstChild, 0);
                  range.setEnd(part.firstChild, name.length);
                  return range.getClientRects().length;
                }""",
                name,
            )
            assert lines == 1, (name, wide)


def test_what_this_phone_chose_is_heard_spoken_and_felt(unlock: Unlock) -> None:
    phone = unlock()
    url = str(phone.page.request.get("/").url)
    phone.page.context.add_cookies([{"name": "phone", "value": "sound:on.voice:on.vibration:on", "url": url}])
    _caught(phone, chosen=True)
    noticed = _noticed(phone)
    assert noticed.count("note") == 3
    assert "buzz 200" in noticed
    assert noticed[-1] == "Bob draws 1. Cat’s turn."
    phone.page.evaluate("window.noticed.length = 0")
    phone.tap("Undo")
    assert _noticed(phone) == ["Bob puts 1 back. Bob must say ZAR. Cat’s turn."], (
        "it is no occasion, but is said"
    )
