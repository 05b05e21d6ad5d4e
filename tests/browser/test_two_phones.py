"""Two phones of one crew at one table: each sees what the other taps; nothing is lost or counted twice."""

import pytest
from playwright.sync_api import Route, expect

from tests.browser.conftest import Unlock
from tests.browser.phone import Phone, flip, play

#: The look of every twenty seconds never comes.
_NO_LOOK = """const later = setTimeout;
window.setTimeout = (what, pause, ...more) => (pause >= 20_000 ? 0 : later(what, pause, ...more))"""


@pytest.fixture
def ann(unlock: Unlock) -> Phone:
    """Ann's phone, where the red moon was flipped and Ann is on turn."""
    phone = unlock()
    phone.sit_down(["Ann", "Bob", "Cat"], dealer="2")
    phone.fast(flip("red moon"))
    return phone


@pytest.fixture
def bob(ann: Phone, unlock: Unlock) -> Phone:
    """Bob's phone at the same table."""
    phone = unlock()
    phone.join(ann)
    phone.go(ann.page.url)
    return phone


def test_a_tap_on_one_phone_appears_on_the_other(ann: Phone, bob: Phone) -> None:
    ann.play("blue moon")
    bob.turn("Bob")
    bob.play("blue sun")
    ann.turn("Cat")
    ann.holds(Ann=6, Bob=6, Cat=7)


def test_the_bell_is_heard_also_where_its_script_comes_late(ann: Phone, bob: Phone) -> None:
    def late(route: Route) -> None:
        bob.page.wait_for_timeout(500)
        route.continue_()

    bob.page.add_init_script(_NO_LOOK)
    bob.page.route("**/hx-sse-4*", late)
    bob.go(bob.page.url)
    ann.play("blue moon")
    bob.turn("Bob")


def test_the_other_phone_keeps_the_sheet_it_reads_until_something_happens(ann: Phone, bob: Phone) -> None:
    bob.tap("Menu")
    ann.play("blue moon")
    bob.turn("Bob")
    bob.sees("Menu", within=".sheet")


def test_what_is_read_stays_open_and_keeps_the_focus_while_others_tap(ann: Phone, bob: Phone) -> None:
    why = bob.page.locator(".action summary")
    why.press("Enter")
    ann.play("blue moon")
    bob.turn("Bob")
    expect(bob.page.locator(".action details[open]")).to_be_visible()
    expect(why).to_be_focused()
    bob.tap("Menu")
    link = bob.find("The log", ".sheet")
    link.focus()
    ann.play("blue sun")
    bob.turn("Cat")
    expect(link).to_be_focused()


def test_both_tap_the_same_play_at_once_and_it_counts_once(ann: Phone, bob: Phone) -> None:
    _stay_deaf(ann, bob)
    ann.play("blue moon")
    bob.play("blue moon")
    bob.sees("The table has moved on", "Ann plays a blue moon.", within=".s-refused")
    assert ann.logged() == ["Cat deals", "Flip: red moon", "Ann plays a blue moon"]


def test_both_tap_different_plays_in_the_same_moment_and_none_is_lost(ann: Phone, bob: Phone) -> None:
    _stay_deaf(ann, bob)
    for phone, card in ((ann, "blue moon"), (bob, "red star")):
        # Only pressed: the finger does not wait for an answer.
        phone.page.evaluate("card => document.querySelector(`.pad [value='${card}']`).click()", card)
    for phone in (ann, bob):
        expect(phone.page.locator("#table")).not_to_have_attribute("data-version", "2")
    moves = ann.logged()
    assert len(moves) == 3
    assert moves[2] in ("Ann plays a blue moon", "Ann plays a red star")


def test_a_stale_tap_comes_back_with_what_has_changed(ann: Phone, bob: Phone) -> None:
    _stay_deaf(bob)
    ann.fast(play("Ann", "blue moon"), play("Bob", "blue sun"))
    bob.turn("Ann")
    bob.play("red star")
    bob.sees("Since this page was shown", "Bob plays a blue sun.", within=".s-refused")
    bob.tap("Back to the table")
    bob.turn("Cat")


def test_an_undo_from_a_stale_page_takes_nothing_back(ann: Phone, bob: Phone) -> None:
    _stay_deaf(bob)
    ann.play("blue moon")
    bob.tap("Undo")
    bob.sees("The table has moved on", within=".s-refused")
    assert ann.logged()[-1] == "Ann plays a blue moon"


def test_a_phone_without_scripts_and_one_with_them_share_a_table(ann: Phone, unlock: Unlock) -> None:
    bob = unlock(javascript=False)
    bob.join(ann)
    bob.go(ann.page.url)
    bob.play("blue moon")
    ann.turn("Bob")


def test_a_phone_that_lost_the_network_says_so_and_recovers(ann: Phone, bob: Phone) -> None:
    bob.page.context.set_offline(True)
    bob.page.locator(".pad").get_by_label("red star").tap()
    expect(bob.page.locator("#lost")).to_be_visible()
    ann.play("blue moon")
    bob.turn("Ann")
    bob.page.context.set_offline(False)
    bob.turn("Bob")
    # Ann has played something else meanwhile: what waited is no longer hers to play.
    bob.sees("red star", "Meanwhile", "Ann plays a blue moon.", within="#stopped")
    bob.page.get_by_role("button", name="Drop it").tap()
    expect(bob.page.locator("#lost")).to_be_hidden()
    expect(bob.page.locator(".sheet")).to_have_count(0)
    bob.play("blue sun")
    ann.turn("Cat")
    assert ann.logged() == ["Cat deals", "Flip: red moon", "Ann plays a blue moon", "Bob plays a blue sun"]


def test_a_phone_out_of_the_pocket_looks_at_the_table(ann: Phone, bob: Phone) -> None:
    _stay_deaf(bob)
    ann.play("blue moon")
    bob.turn("Ann")
    bob.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    bob.turn("Bob")


def _stay_deaf(*phones: Phone) -> None:
    """Their live streams died in the pocket, as phones let them, and no look is due: a test may be slow."""
    for phone in phones:
        phone.page.add_init_script(_NO_LOOK)
        phone.page.route("**/live/**", lambda route: route.fulfill(status=204))
        phone.go(phone.page.url)
