"""Sitting down with a thumb: no page is waited for between two names, and Start is always there."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Route, expect

from referee.games.registry import GAMES
from tests.browser.conftest import Unlock
from tests.browser.phone import Phone
from tests.conftest import PATIENCE
from tests.marks import long_except

#: What the middle of an element shows: whether a finger there would hit it.
_HIT = """part => { const { left, top, width, height } = part.getBoundingClientRect();
  return part.contains(document.elementFromPoint(left + width / 2, top + height / 2)) }"""
#: What a finger may want that does not lie free once it has been scrolled to, from the top or from the end.
_COVERED = f"""() => [...document.querySelectorAll("main :is(input, select, summary, button, a)")]
  .filter(part => part.checkVisibility() && !part.matches(".vh, [type=hidden], [type=radio]"))
  .filter(part => [0, 99999].some(end => {{
    scrollTo(0, end);
    part.scrollIntoView({{ block: "nearest" }});
    return !({_HIT})(part);
  }})).map(part => part.outerHTML)"""
_SMALL = """() => [...document.querySelectorAll("input:not([type=hidden]), select")]
  .filter(part => parseFloat(getComputedStyle(part).fontSize) < 16).map(part => part.outerHTML)"""
both = pytest.mark.parametrize("javascript", [True, False], ids=["scripts", "no scripts"])


def place(phone: Phone, number: int) -> Locator:
    return phone.page.get_by_role("textbox", name=f"Player {number}", exact=True)


def names(phone: Phone) -> list[str]:
    fields = phone.page.locator(".places input")
    found: list[str] = fields.evaluate_all("fields => fields.map(field => field.value)")
    return found


def shown_faces(phone: Phone) -> list[str]:
    """The face at each place, "" where nobody is known."""
    found: list[str] = phone.page.locator(".place").evaluate_all(
        "places => places.map(place => place.querySelector('.face')?.textContent ?? '')"
    )
    return found


def seated(phone: Phone) -> list[str]:
    """The names at the table, each beside its face."""
    return phone.page.locator(".seat .faced > span:first-child").all_inner_texts()


def dealers(phone: Phone) -> list[str]:
    return [label.strip() for label in phone.page.locator("#dealers label:visible").all_inner_texts()]


def until(found: Callable[[], object], wanted: object) -> None:
    """Waits until the server has said it."""
    for _ in range(PATIENCE // 50):
        if found() == wanted:
            return
        time.sleep(0.05)
    assert found() == wanted


def test_what_is_folded_out_stays_so_when_the_server_has_answered(unlock: Unlock) -> None:
    phone = unlock()
    phone.go("/new/zar/")
    phone.open("More options")
    place(phone, 1).fill("Dan")
    until(lambda: dealers(phone), ["Dan"])
    expect(phone.page.get_by_label("Chameleons")).to_be_visible()


@both
def test_enter_goes_to_the_next_name(unlock: Unlock, *, javascript: bool) -> None:
    phone = unlock(javascript=javascript)
    phone.go("/new/zar/")
    place(phone, 1).focus()
    for number, name in enumerate(("Ann", "Bob", "Cat", "Dan"), 1):
        expect(place(phone, number)).to_be_focused()
        phone.page.keyboard.type(name)
        phone.page.keyboard.press("Enter")
    expect(place(phone, 5)).to_be_focused()
    until(lambda: names(phone), ["Ann", "Bob", "Cat", "Dan", ""])
    phone.tap("Start")
    phone.turn("Ann flips")
    phone.holds(Dan=6)


@pytest.mark.parametrize("slow", [0, 700])
def test_who_types_on_without_a_pause_has_each_name_in_its_place(unlock: Unlock, slow: int) -> None:
    phone = unlock()
    page = phone.page

    def answer(route: Route) -> None:
        page.wait_for_timeout(slow)
        route.continue_()

    phone.go("/new/zar/")
    page.route("**/new/zar/", answer)
    place(phone, 1).focus()
    people = ["Ann", "Bob", "Cat", "Wilhelmine", "Eve"]
    for name in people:
        page.keyboard.type(f"{name}\n")
    assert names(phone) == [*people, ""], "before any answer"
    until(lambda: dealers(phone), people)
    assert names(phone) == [*people, ""]
    expect(place(phone, 6)).to_be_focused()
    # A key beside a name that the server has not yet seen is that name's own.
    page.keyboard.type("Fay\nGus")
    page.get_by_role("button", name="Remove").nth(6).tap()
    until(lambda: names(phone), [*people, "Fay"])
    page.unroute_all(behavior="wait")


def test_enter_behind_the_last_name_says_in_sight_that_the_table_is_full(unlock: Unlock) -> None:
    phone = unlock()
    phone.go("/new/zar/")
    place(phone, 1).focus()
    for number in range(1, 10):
        expect(place(phone, number)).to_be_focused()
        phone.page.keyboard.type(f"P{number}")
        phone.page.keyboard.press("Enter")
    expect(phone.page.locator("[name=start]")).to_be_focused()
    phone.sees("The table is full.", within=".hint")
    full, foot = (
        phone.page.locator(part).evaluate("part => part.getBoundingClientRect()")
        for part in (".hint:has(b)", ".foot")
    )
    assert 0 <= full["top"] < full["bottom"] <= foot["top"]


def test_no_page_is_loaded_before_start(unlock: Unlock) -> None:
    phone = unlock()
    phone.sit_down(["Ann", "Bob", "Cat"])
    phone.go("/new/zar/")
    phone.page.evaluate("document.documentElement.dataset.stays = '1'")
    for chip in ("Cat", "Ann"):
        phone.page.get_by_role("button", name=f"+ {chip}").tap()
    expect(phone.page.get_by_role("button", name="1 Cat")).to_be_disabled()
    place(phone, 3).fill("Dan")
    until(lambda: dealers(phone), ["Cat", "Ann", "Dan"])
    row = "part => [part.offsetLeft, part.offsetTop - part.parentElement.offsetTop, part.offsetWidth]"
    before = place(phone, 3).evaluate(row)
    until(lambda: shown_faces(phone), ["C", "A", ""])
    place(phone, 3).fill("bob")
    until(lambda: shown_faces(phone), ["C", "A", "B"])
    assert place(phone, 3).evaluate(row) == before, "a face takes the room of the number"
    place(phone, 3).fill("Dana")
    until(lambda: dealers(phone), ["Cat", "Ann", "Dana"])
    phone.page.get_by_role("button", name="Add player").tap()
    place(phone, 4).fill("Eve")
    phone.page.get_by_label("Dana", exact=True).check()
    phone.page.get_by_role("button", name="Move Dana up").tap()
    until(lambda: names(phone), ["Cat", "Dana", "Ann", "Eve"])
    expect(phone.page.get_by_label("Dana", exact=True)).to_be_checked()
    phone.page.get_by_role("button", name="Remove Cat").tap()
    until(lambda: names(phone), ["Dana", "Ann", "Eve"])
    until(lambda: shown_faces(phone), ["", "A", ""])
    expect(phone.page.get_by_role("button", name="+ Cat")).to_be_visible()
    expect(phone.page.get_by_label("Dana", exact=True)).to_be_checked()
    phone.page.get_by_role("button", name="Remove Dana").tap()
    expect(phone.page.get_by_label("Ann", exact=True)).to_be_checked()
    assert phone.page.locator("html[data-stays]").count() == 1
    phone.tap("Start")
    phone.turn("Ann flips")
    assert seated(phone) == ["Ann", "Eve"]


def test_nothing_moves_while_names_are_chosen_by_quick_taps(unlock: Unlock) -> None:
    people = ["Özgür", "Bartholomäus", "Maximiliane", "Jörg"]
    phone = unlock()
    phone.sit_down(people)
    page = phone.page

    def spots() -> list[tuple[float, float]]:
        boxes = [page.locator(".known", has_text=name).bounding_box() for name in people]
        return [(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in boxes if box]

    for width, height in ((360, 640), (640, 360), (768, 1024)):
        page.set_viewport_size({"width": width, "height": height})
        phone.go("/new/zar/")
        page.evaluate("sessionStorage.clear()")
        phone.go("/new/zar/")
        before = spots()
        for spot in before:
            page.touchscreen.tap(*spot)
        until(lambda: names(phone), people)
        until(lambda: shown_faces(phone), ["Ö", "B", "M", "J"])
        assert spots() == before
        expect(page.locator("[name=same]")).to_be_disabled()


def test_a_chip_that_is_tapped_twice_at_once_sits_down_once(unlock: Unlock) -> None:
    phone = unlock()
    phone.sit_down(["Ann", "Bob"])
    phone.go("/new/zar/")
    box = phone.page.locator(".known", has_text="Bob").bounding_box()
    assert box is not None
    for _ in range(2):
        phone.page.touchscreen.tap(box["x"] + 9, box["y"] + 9)
    phone.page.get_by_role("button", name="+ Ann").tap()
    until(lambda: names(phone), ["Bob", "Ann", ""])


def test_start_waits_for_whom_a_slow_network_has_yet_to_seat(unlock: Unlock) -> None:
    phone = unlock()
    page = phone.page
    phone.sit_down(["Ann", "Bob", "Cat"])
    phone.go("/new/zar/")
    held: list[Route] = []
    page.route("**/new/zar/", lambda route: held.append(route))  # noqa: PLW0108 - no builtin
    for name in ("Cat", "Ann", "Bob"):
        page.get_by_role("button", name=f"+ {name}").tap()
    page.get_by_role("button", name="Start", exact=True).tap()
    for answered in range(4):
        # Asking the page lets what is held come in.
        until(lambda: page.title() and len(held), answered + 1)
        held[-1].continue_()
    phone.turn("Cat flips")
    assert seated(phone) == ["Cat", "Ann", "Bob"]


def _reload(phone: Phone) -> None:
    phone.page.reload()


def _read_the_rules(phone: Phone) -> None:
    phone.tap("How to play")
    phone.page.wait_for_url("**/rules/**")
    phone.page.go_back()


def _look_at_the_games(phone: Phone) -> None:
    phone.go("/new/")
    phone.tap("ZAR", "main")


@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_who_was_chosen_has_their_seat_after_a_look_elsewhere(unlock: Unlock, number: int) -> None:
    phone = unlock()
    phone.sit_down(["Ann", "Bob", "Cat", "Dan"])
    phone.go("/new/zar/")
    people = ["Dan", "Ann", "Cat", "Bob"][:number]
    for seat, name in enumerate(people, 1):
        phone.page.get_by_role("button", name=f"+ {name}").tap()
        expect(phone.page.get_by_role("button", name=f"{seat} {name}")).to_be_disabled()
    for leave_and_return in (_reload, _read_the_rules, _look_at_the_games):
        leave_and_return(phone)
        for seat, name in enumerate(people, 1):
            expect(phone.page.get_by_role("button", name=f"{seat} {name}")).to_be_disabled()
        assert [name for name in names(phone) if name] == people
        assert [face for face in shown_faces(phone) if face] == [name[0] for name in people]
        expect(phone.page.locator("[name=same]")).to_be_disabled()
        expect(phone.page.locator("main :focus")).to_have_count(0)


def test_who_was_removed_stays_removed_and_the_empty_places_remain(unlock: Unlock) -> None:
    phone = unlock()
    phone.sit_down(["Ann", "Bob", "Cat", "Dan"])
    phone.go("/new/zar/")
    people = ["Ann", "Bob", "Cat", "Dan"]
    for name in people:
        phone.page.get_by_role("button", name=f"+ {name}").tap()
    until(lambda: names(phone), people)
    for name in people:
        phone.page.get_by_role("button", name=f"Remove {name}").tap()
        expect(phone.page.get_by_role("button", name=f"+ {name}")).to_be_enabled()
    assert names(phone) == [""] * 3
    expect(phone.page.locator(":focus")).to_have_text("Start")
    expect(phone.page.locator("[name=same]")).to_be_enabled()
    _look_at_the_games(phone)
    # A draft would have been there before the first answer.
    expect(phone.page.get_by_role("button", name="+ Ann")).to_be_enabled()
    assert names(phone) == [""] * 3


@pytest.mark.parametrize("javascript", long_except([True, False], False), ids=["scripts", "no scripts"])
def test_a_known_title_brings_back_what_was_agreed_and_who_played(
    unlock: Unlock, *, javascript: bool
) -> None:
    phone = unlock(javascript=javascript)
    page = phone.page
    title, low = page.get_by_label("What is played?"), page.get_by_label("The lowest score")
    for name, people, wins, score in (("Hearts", "Ann Bob Cat", low, "100"), ("Golf", "Dan Eve", None, "")):
        phone.go("/new/score_sheet/")
        title.fill(name)
        for number, person in enumerate(people.split(), 1):
            place(phone, number).fill(person)
        if wins:
            wins.check()
        page.get_by_label("a score of").fill(score)
        phone.tap("Start")
        expect(page.locator("#live")).to_be_visible()
    phone.go("/new/score_sheet/")
    page.evaluate("document.documentElement.dataset.stays = '1'")
    if javascript:
        # Typed by whoever does not look: the field is left, and all is there.
        title.fill(" hearts ")
        place(phone, 1).tap()
    else:
        page.get_by_role("button", name="Hearts", exact=True).tap()
    expect(title).to_have_value("Hearts")
    expect(low).to_be_checked()
    expect(page.get_by_label("a score of")).to_have_value("100")
    until(lambda: names(phone), ["Ann", "Bob", "Cat"])
    if javascript:
        expect(place(phone, 1)).to_be_focused()
    expect(page.locator(".knowns [name=recall]")).to_have_count(0)
    assert page.locator("html[data-stays]").count() == int(javascript), "with scripts no page is loaded"
    # The form goes on as before: places move, and a chip sits somebody down.
    page.get_by_role("button", name="Move Bob up").tap()
    expect(place(phone, 1)).to_have_value("Bob")
    until(lambda: names(phone), ["Bob", "Ann", "Cat"])
    phone.tap("Start")
    expect(page.locator("#live")).to_be_visible()
    phone.sees("Hearts")
    phone.go("/new/score_sheet/")
    place(phone, 1).fill("Zoe")
    page.get_by_role("button", name="Golf", exact=True).tap()
    expect(title).to_have_value("Golf")
    expect(page.get_by_label("The highest score")).to_be_checked()
    assert [name for name in names(phone) if name] == ["Zoe"], "who is typed in stays"


def test_what_is_typed_while_the_settings_come_is_kept(unlock: Unlock) -> None:
    phone = unlock()
    page = phone.page
    phone.go("/new/score_sheet/")
    page.get_by_label("What is played?").fill("Hearts")
    for number, person in enumerate(("Ann", "Bob"), 1):
        place(phone, number).fill(person)
    phone.tap("Start")
    expect(page.locator("#live")).to_be_visible()
    phone.go("/new/score_sheet/")
    held: list[Route] = []
    page.route("**/new/score_sheet/", lambda route: held.append(route))  # noqa: PLW0108 - no builtin
    with page.expect_request("**/new/score_sheet/"):
        page.get_by_role("button", name="Hearts", exact=True).tap()
    place(phone, 1).fill("Zoe")
    with page.expect_response("**/new/score_sheet/") as answered:
        held[0].continue_()
    answered.value.finished()
    # Whoever is called after it has come was called before what comes with it.
    page.evaluate("() => new Promise(done => setTimeout(done))")
    assert [name for name in names(phone) if name] == ["Zoe"]


def test_nobody_deals_before_there_is_a_name(unlock: Unlock) -> None:
    phone = unlock()
    phone.go("/new/zar/")
    phone.sees("First say who plays.", within="#dealers")
    assert dealers(phone) == []
    high = "part => part.offsetHeight"
    was = phone.page.locator("#dealers").evaluate(high)
    place(phone, 2).fill("Bob")
    until(lambda: dealers(phone), ["Bob"])
    # What stands below it stays where it is.
    assert phone.page.locator("#dealers").evaluate(high) == was
    expect(phone.page.get_by_label("Bob", exact=True)).to_be_checked()


@both
def test_a_place_is_added_only_when_none_is_empty(unlock: Unlock, *, javascript: bool) -> None:
    phone = unlock(javascript=javascript)
    phone.go("/new/zar/")
    add = phone.page.locator(".more-places button")
    for number in (1, 2, 3):
        expect(add).to_be_hidden()
        expect(phone.page.get_by_role("button", name=f"Remove player {number}")).to_be_hidden()
        place(phone, number).fill(f"P{number}")
    expect(add).to_be_visible()
    add.tap()
    expect(place(phone, 4)).to_be_focused()
    expect(add).to_be_hidden()


@pytest.mark.parametrize(("game", "most"), [("zar", 9), ("crazy_eights", 5)])
def test_more_cards_make_room_for_more_players(unlock: Unlock, game: str, most: int) -> None:
    phone = unlock()
    phone.go(f"/new/{game}/")
    for number in range(1, most + 1):
        if number > 3:
            phone.tap("Add player")
        place(phone, number).fill(f"P{number}")
    phone.sees("The table is full.", within=".hint")
    if game == "zar":
        phone.page.get_by_text("More options").last.tap()
        phone.page.get_by_role("combobox", name="Decks").select_option(label="2")
    else:
        phone.page.get_by_text("Two packs, 2 to 7 players").tap()
    phone.tap("Add player")
    expect(place(phone, most + 1)).to_be_focused()


@both
def test_what_is_wrong_with_a_name_moves_with_it(unlock: Unlock, *, javascript: bool) -> None:
    phone = unlock(javascript=javascript)
    phone.go("/new/zar/")
    for number, name in enumerate(("Ann", "Bob", "ann"), 1):
        place(phone, number).fill(name)
    phone.tap("Start")
    phone.sees("“ann” is in the list twice.", within=".wrong")
    phone.tap("Start")
    phone.page.wait_for_load_state("networkidle")
    phone.sees("“ann” is in the list twice.", within=".wrong")
    phone.tap("Move Ann up", ".place:nth-child(3)")
    until(lambda: names(phone), ["Ann", "ann", "Bob"])


@both
def test_three_taps_start_a_game_with_the_people_of_last_time(unlock: Unlock, *, javascript: bool) -> None:
    phone = unlock(javascript=javascript)
    phone.sit_down(["Ann", "Bob", "Cat"])
    phone.go("/")
    phone.tap("New game", "main")
    phone.tap("ZAR", "main")
    same = phone.find("Same as last time")
    assert same.bounding_box()["y"] < 200  # type: ignore[index]
    phone.tap("Same as last time")
    phone.turn("Ann flips")
    assert seated(phone) == ["Ann", "Bob", "Cat"]


@pytest.mark.long
@pytest.mark.parametrize("key", GAMES)
def test_start_is_always_on_screen_and_nothing_lies_under_it_at_the_end(unlock: Unlock, key: str) -> None:
    phone = unlock()
    phone.sit_down(["Ann", "Bob"], game=key)
    phone.go(f"/new/{key}/")
    page = phone.page
    start = page.get_by_role("button", name="Start", exact=True)
    # Selects inside a fold too: a fold that is opened makes the page longer.
    for fold in page.locator("summary").all():
        fold.tap()
    length = page.evaluate("document.documentElement.scrollHeight")
    for at in range(0, length, 200):
        page.evaluate("at => scrollTo(0, at)", at)
        box = start.bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= 640, at
        assert start.evaluate(_HIT), at
    page.evaluate("scrollTo(0, 99999)")
    last = page.locator(
        "main :is(input, select, summary, button, a, .hint):visible:not(.vh, [name=start])"
    ).last
    box, bar = last.bounding_box(), page.locator(".foot").bounding_box()
    assert box is not None
    assert bar is not None
    assert box["y"] + box["height"] <= bar["y"]
    assert bar["y"] + bar["height"] == pytest.approx(640, abs=0.5)
    assert page.evaluate(_SMALL) == [], "fields of less than 16 px make iOS zoom"
    assert page.evaluate("document.documentElement.scrollWidth") == 360


@pytest.mark.parametrize("key", ["zar", "score_sheet"])
def test_what_is_scrolled_to_lies_free_of_start(unlock: Unlock, key: str) -> None:
    phone = unlock()
    page = phone.page
    people = [f"Player {number}" for number in range(8)]
    phone.sit_down(people, game=key)
    phone.go(f"/new/{key}/")
    for name in people:
        page.get_by_role("button", name=f"+ {name}").tap()
    until(lambda: names(phone), people)
    for fold in page.locator("summary").all():
        fold.tap()
    for width, height in ((360, 640), (640, 360), (768, 1024)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(_COVERED) == [], width
        if width > height:
            # A phone on its side: no name ever lies under it.
            chips, bar = page.locator("#known").bounding_box(), page.locator(".foot").bounding_box()
            assert chips is not None
            assert bar is not None
            assert chips["x"] + chips["width"] <= bar["x"]


def test_where_many_are_known_seats_and_start_are_in_sight_and_the_rest_is_a_tap_away(unlock: Unlock) -> None:
    phone = unlock()
    page = phone.page
    people = [
        "Ann",
        "Anneliese",
        "Bartholomäus",
        "Bob",
        "Jörg",
        "Kim",
        "Maximiliane",
        "Theodora",
        "Zo",
        "Özgür",
    ]
    phone.sit_down(people, game="numzumzero")
    for width, height in ((360, 640), (640, 360)):
        page.set_viewport_size({"width": width, "height": height})
        phone.go("/new/numzumzero/")
        expect(page.locator(".known:visible")).to_have_count(6)
        more = page.get_by_text("More players")
        places = page.locator(".place")
        for part in (*page.locator(".known:visible").all(), more, places.first, page.locator(".foot .wide")):
            expect(part).to_be_in_viewport(ratio=1)
        more.tap()
        # It stays open when the server has answered, and the chip says which seat it is.
        page.locator(".rest .known", has_text="Özgür").tap()
        page.locator(".rest .known", has_text="Maximiliane").tap()
        expect(page.locator(".rest .known", has_text="Maximiliane").locator("i")).to_have_text("2")
        expect(places.nth(1).locator("input")).to_have_value("Maximiliane")
        page.evaluate("sessionStorage.clear()")
    home, title = page.locator(".site a").bounding_box(), page.locator("h1").bounding_box()
    assert home
    assert title
    assert home["x"] + home["width"] <= title["x"]


def test_the_focus_goes_with_whom_a_key_moves_and_to_the_next_key_where_it_is_gone(
    unlock: Unlock,
) -> None:
    phone = unlock()
    phone.sit_down(["Ann", "Bob", "Cat"])
    phone.go("/new/zar/")
    focused = phone.page.locator(":focus")
    # What Enter presses is there for nobody to come upon.
    expect(phone.page.get_by_role("button", name="Next player")).to_have_count(0)
    for name, next_one in (("Ann", "Bob"), ("Bob", "Cat"), ("Cat", "Start")):
        phone.page.get_by_role("button", name=f"+ {name}").press("Enter")
        expect(focused).to_contain_text(next_one)
    for wanted in (["Bob", "Ann", "Cat"], ["Bob", "Cat", "Ann"]):
        phone.page.get_by_role("button", name="Move Ann down").press("Enter")
        until(lambda: names(phone)[:3], wanted)
        expect(focused).to_have_attribute("aria-label", "Move Ann down")
    with phone.page.expect_response(lambda answer: answer.url.endswith("/new/zar/")):
        focused.press("Enter")
    until(lambda: names(phone)[:3], ["Bob", "Cat", "Ann"])
    expect(focused).to_have_attribute("aria-label", "Move Ann down")
    phone.page.get_by_role("button", name="Remove Cat").press("Enter")
    expect(focused).to_have_attribute("aria-label", "Remove Ann")
    place(phone, 3).press("Enter")
    expect(focused).to_have_text("Start")
