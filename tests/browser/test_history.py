"""The history in a hand: found, looked at and replayed at 360 px, with scripts and without."""

from collections.abc import Callable
from itertools import product

import msgspec
import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from referee.rules.score_sheet.shelf import shelf
from scoring.crew.visitor import COOKIE, Visitor, join_own_crew
from scoring.models import Game
from scoring.models.nights import tonight
from scoring.statistics.counting import count_ended
from tests.browser.conftest import Unlock
from tests.browser.phone import Phone, do
from tests.conftest import NewPhone
from tests.crew.games import EVERY, hands, played, tap
from tests.crew.played import sheet
from tests.marks import long_except
from tests.table.page import new_game

FOURTEEN = "Ann Bob Cat Dan Eve Friedrich Maximiliane Hal Ida Jo Kim Wolfeschlegelsteinhausen Mo Ned"
Axe = Callable[[Page], None]


@pytest.fixture
def ann(live_server: LiveServer) -> Visitor:
    visitor = Visitor()
    join_own_crew(visitor)
    return visitor


def unlock(new_phone: NewPhone, live_server: LiveServer, ann: Visitor, *, javascript: bool = True) -> Phone:
    page = new_phone(javascript=javascript)
    page.context.add_cookies([{"name": COOKIE, "value": ann.token, "url": live_server.url}])
    return Phone(page)


def wide(page: Page) -> int:
    """By how much the page is wider than the screen."""
    return int(page.evaluate("document.documentElement.scrollWidth - innerWidth"))


def test_arrow_keys_and_taps_step_through_a_game_and_the_address_follows(
    new_phone: NewPhone, live_server: LiveServer, ann: Visitor
) -> None:
    game = hands(ann, 2, "Ann Bob")
    phone = unlock(new_phone, live_server, ann)
    page, url = phone.page, f"{live_server.url}/games/{game.public_id}/replay/"
    phone.go(url)
    phone.sees("Before the first move", within="h1")
    page.evaluate("window.stays = true")
    at = page.locator(".at b")
    for key, n in (
        ("ArrowRight", 1),
        ("ArrowRight", 2),
        ("End", 6),
        ("ArrowRight", 7),
        ("ArrowLeft", 6),
        ("Home", 1),
    ):
        page.keyboard.press(key)
        expect(at).to_have_text(str(n))
        expect(page).to_have_url(f"{url}{n}/")
    phone.tap("One move forward")
    expect(at).to_have_text("2")
    expect(page.locator("#forward")).to_be_focused()
    phone.tap("4 Bob plays a blue moon", ".stepping")
    expect(at).to_have_text("4")
    expect(page.locator("[aria-current=step]")).to_have_count(1)
    assert page.evaluate("window.stays"), "the page was never loaded anew"
    page.get_by_label("Jump to").focus()
    page.keyboard.press("Home")
    expect(at).to_have_text("4")
    page.reload()
    expect(at).to_have_text("4")


def test_long_names_of_leaders_are_legible(
    new_phone: NewPhone, live_server: LiveServer, ann: Visitor
) -> None:
    names = "Konstantin-Alexander Maximiliane Cat Bartholomew-Christopher Dan"
    game = new_game(ann, names, "score_sheet", end={"rounds": 1})
    scores = {name: 9 - place for place, name in enumerate(names.split())}
    tap(ann, game, {"do": "round", "scores": scores})
    count_ended(Game.objects.get(pk=game.pk))
    phone = unlock(new_phone, live_server, ann)
    phone.go("/crew/leaders/")
    sizes = phone.page.locator(".fitted").evaluate_all(
        "all => all.map(e => [parseFloat(getComputedStyle(e).fontSize), e.scrollWidth > e.clientWidth])"
    )
    assert len(sizes) == 5
    assert min(size for size, _ in sizes) >= 14
    assert not any(cut for _, cut in sizes)
    assert wide(phone.page) == 0


def test_in_large_letters_no_number_of_the_leaders_is_cut(
    new_phone: NewPhone, live_server: LiveServer, ann: Visitor
) -> None:
    for _ in range(8):
        sheet(ann, {"Ann": 9, "Bob": 2})
    sheet(ann, {"Maximiliane": 9, "Cat": 2})
    phone = unlock(new_phone, live_server, ann)
    for asked in ("score_sheet", "all"):
        phone.go(f"/crew/leaders/?game={asked}")
        phone.page.evaluate("document.documentElement.dataset.text = 'large'")
        spare = "table => table.parentNode.clientWidth - table.offsetWidth"
        assert phone.page.locator(".ranking").evaluate(spare) == 0, asked


def test_nine_long_names_are_rows_of_a_replay_and_stay_in_sight(
    new_phone: NewPhone, live_server: LiveServer, ann: Visitor
) -> None:
    names = (
        "Konstantin-Alexander Bartholomew-Christopher Maximiliane Annemarie Hannelore Wilhelmine Jo Kim Mo"
    )
    game = new_game(ann, names, "score_sheet", end={"rounds": 9})
    for n in range(8):
        tap(ann, game, {"do": "round", "scores": dict.fromkeys(names.split(), 100 + n)})
    phone = unlock(new_phone, live_server, ann)
    phone.go(f"/games/{game.public_id}/replay/8/")
    for size in ((360, 640), (640, 360)):
        phone.page.set_viewport_size({"width": size[0], "height": size[1]})
        broken, rows, newest = phone.page.evaluate("""() => {
          const all = css => [...document.querySelectorAll(css)].map(node => node.getBoundingClientRect());
          const sheet = document.querySelector(".tallies"), edge = sheet.getBoundingClientRect();
          const names = [...sheet.querySelectorAll(".col-name")];
          sheet.scrollTo(0, 0);
          const newest = all(".tallies tbody tr:last-child td");
          const seen = newest.every(box => box.right <= edge.right);
          sheet.scrollTo(-900, 0);
          const heads = all(".tallies thead th").slice(1);
          const inside = box => box.left >= edge.left && box.right < edge.right;
          return [
            // In three lines or more.
            names.filter(name => name.offsetHeight > 35).length,
            heads.every((box, n) => inside(box) && box.top === newest[n].top),
            seen,
          ];
        }""")
        assert (broken, rows, newest) == (0, True, True), size


def test_points_of_five_stand_in_a_replay_beside_what_was_played(
    new_phone: NewPhone, live_server: LiveServer, ann: Visitor
) -> None:
    tarot = msgspec.to_builtins(shelf()["tarot"])
    game = new_game(ann, "Ann Bob Cat Dan Eve", "score_sheet", title="Tarot", sheet=tarot)
    deal = {"taker": "Ann", "partner": "Bob", "contract": "guard", "bouts": 2, "taken": 50}
    for _ in range(3):
        tap(ann, game, {"do": "entry", "players": {}, "table": deal})
    phone = unlock(new_phone, live_server, ann)
    phone.go(f"/games/{game.public_id}/replay/3/")
    seen = phone.page.locator("tbody tr:nth-last-child(2) .called").evaluate_all("""all => all.every(cell => {
      const { left, top, width, height } = cell.getBoundingClientRect();
      return cell.contains(document.elementFromPoint(left + width / 2, top + height / 4));
    })""")
    assert seen


@pytest.mark.parametrize("names", ["Ann Bob", "Ann Bob Cat Dan Eve Fritz Gabi Hugo Ines"])
def test_a_hand_is_opened_by_any_number_of_its_row(
    new_phone: NewPhone, live_server: LiveServer, ann: Visitor, names: str
) -> None:
    game = hands(ann, 2, names)
    phone = unlock(new_phone, live_server, ann)
    page, url = phone.page, f"{live_server.url}/games/{game.public_id}/"
    for number in (0, -1):
        phone.go(url)
        cell = page.locator(".hands tbody tr").nth(1).locator("td").nth(number)
        cell.scroll_into_view_if_needed()
        box = cell.bounding_box()
        assert box is not None
        assert box["height"] >= 44
        page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        expect(page).not_to_have_url(url)


def test_the_replay_plays_by_itself_until_somebody_steps(
    new_phone: NewPhone, live_server: LiveServer, ann: Visitor
) -> None:
    game = hands(ann, 2, "Ann Bob")
    phone = unlock(new_phone, live_server, ann)
    page = phone.page
    page.clock.install()
    phone.go(f"{live_server.url}/games/{game.public_id}/replay/")
    # It stands still between the steps, however long the machine takes for them.
    page.clock.pause_at(page.evaluate("Date.now() / 1000 + 10"))
    at, button = page.locator(".at b"), page.get_by_role("button", name="Play the moves")
    button.click()
    for n in ("1", "2"):
        page.clock.run_for(1_600)
        expect(at).to_have_text(n)
    expect(button).to_have_attribute("aria-pressed", "true")
    page.get_by_role("link", name="One move back").tap()
    expect(at).to_have_text("1")
    expect(button).to_have_attribute("aria-pressed", "false")
    page.clock.run_for(5_000)
    expect(at).to_have_text("1")
    phone.go(f"{live_server.url}/games/{game.public_id}/replay/11/")
    # htmx begins by a timer.
    page.clock.run_for(10)
    button.click()
    page.clock.run_for(1_600)
    expect(at).to_have_text("12")
    expect(button).to_have_attribute("aria-pressed", "false")


def test_without_scripts_everything_is_reached_by_links_and_forms(
    new_phone: NewPhone, live_server: LiveServer, ann: Visitor
) -> None:
    hands(ann, 2, "Ann Bob")
    hands(ann, 1, "Cat Dan")
    phone = unlock(new_phone, live_server, ann, javascript=False)
    phone.go("/games/")
    phone.open("Filters")
    phone.page.locator("select[name=player]").select_option(label="Bob")
    phone.tap("Show these games")
    expect(phone.page.locator(".chip.on")).to_contain_text("Remove the filter Bob")
    phone.misses("Cat", within=".lists")
    phone.page.locator(".gone > a").first.tap()
    phone.tap("Hand 1")
    phone.sees("Hand 1: points")
    phone.tap("Replay Hand 1")
    phone.tap("One move forward")
    phone.sees("Flip: blue sun", within="h1")
    phone.choose("Jump to", "Hand 2")
    phone.tap("Go")
    phone.sees("7", within=".at")
    phone.tap("Show in the log")
    phone.sees("From the log")


def test_the_history_searches_as_somebody_types_and_back_finds_it_again(
    new_phone: NewPhone, live_server: LiveServer, ann: Visitor, axe: Axe
) -> None:
    hands(ann, 1, "Ann Bob")
    hands(ann, 1, "Cat Dora")
    phone = unlock(new_phone, live_server, ann)
    page = phone.page
    phone.go(f"{live_server.url}/games/")
    found = page.locator(".gone")
    expect(found).to_have_count(2)
    page.evaluate("window.stays = true")
    field = page.get_by_role("searchbox")
    field.press_sequentially("dor")
    expect(found).to_have_count(1)
    expect(page).to_have_url(f"{live_server.url}/games/?q=dor")
    expect(page.locator("#said")).to_have_text("1 game found")
    expect(field).to_be_focused()
    axe(page)
    # One letter would be forgiven.
    field.press_sequentially("xyz")
    expect(page.locator(".empty")).to_contain_text("No games found")
    expect(page.locator("#said")).to_have_text("No games found")
    for _ in "xyz":
        field.press("Backspace")
    expect(found).to_have_count(1)
    page.get_by_text("Filters", exact=True).tap()
    page.get_by_label("State").select_option("open")
    expect(found).to_have_count(0)
    expect(page).to_have_url(f"{live_server.url}/games/?q=dor&state=open")
    assert page.evaluate("window.stays"), "the page was never loaded anew"
    phone.tap("Remove the filter Still open")
    expect(page).to_have_url(f"{live_server.url}/games/?q=dor")
    found.get_by_role("link").tap()
    expect(page.locator("h1")).to_contain_text("won")
    page.go_back()
    expect(page).to_have_url(f"{live_server.url}/games/?q=dor")
    expect(page.get_by_role("searchbox")).to_have_value("dor")
    expect(found).to_have_count(1)


@pytest.mark.long
def test_every_page_fits_a_small_screen_and_axe_finds_nothing(
    new_phone: NewPhone, live_server: LiveServer, ann: Visitor, axe: Axe
) -> None:
    phone = unlock(new_phone, live_server, ann)
    many = hands(ann, 3, FOURTEEN)
    paths = [f"/games/{many.public_id}/", "/games/?q=ann&game=zar", "/games/?q=nobody", "/games/?since=x"]
    for key in EVERY:
        game = played(ann, key, most=24)
        paths += [f"/games/{game.public_id}/", f"/games/{game.public_id}/replay/{game.length}/"]
    for path in ("/games/", *paths, f"/games/{many.public_id}/replay/"):
        phone.go(path)
        assert wide(phone.page) == 0, path
        axe(phone.page)


def test_a_wide_table_scrolls_in_its_own_box_and_its_first_column_stays(
    new_phone: NewPhone, live_server: LiveServer, ann: Visitor
) -> None:
    game = hands(ann, 1, FOURTEEN)
    phone = unlock(new_phone, live_server, ann)
    phone.go(f"/games/{game.public_id}/")
    box = phone.page.locator(".panel.scroll")
    box.focus()
    before = phone.page.locator(".hands tbody th").bounding_box()
    box.evaluate("box => box.scrollLeft = 400")
    assert box.evaluate("box => box.scrollLeft") > 100
    assert phone.page.locator(".hands tbody th").bounding_box() == before
    assert wide(phone.page) == 0
    assert phone.page.locator(".chart text").filter(has_text="…").count() == 0


#: Texts of a chart that lie outside of its picture, or that cover one another by more than a hair.
_CLIPPED = """() => {
  const chart = document.querySelector(".chart").getBoundingClientRect();
  const texts = [...document.querySelectorAll(".chart text")];
  const boxes = texts.map(text => [text.textContent, text.getBoundingClientRect()]);
  const out = boxes.filter(([, box]) => box.left < chart.left - 1 || box.right > chart.right + 1);
  const over = boxes.filter(([, one], place) => boxes.slice(place + 1).some(([, two]) =>
    one.left < two.right - 1 && two.left < one.right - 1 &&
    one.top < two.bottom - 4 && two.top < one.bottom - 4));
  return [...out, ...over].map(([text]) => text);
}"""


@pytest.mark.parametrize("javascript", long_except([True, False], False))
def test_a_game_is_looked_back_at_and_noted(
    new_phone: NewPhone, live_server: LiveServer, ann: Visitor, axe: Axe, *, javascript: bool
) -> None:
    game = hands(ann, 7, "Ann Maximiliane Cat Dan Bartholomäus Eve", seed=3)
    phone = unlock(new_phone, live_server, ann, javascript=javascript)
    page = phone.page
    phone.go(f"/games/{game.public_id}/")
    if javascript:
        for size in ((360, 640), (768, 1024), (1280, 800)):
            page.set_viewport_size({"width": size[0], "height": size[1]})
            assert page.evaluate(_CLIPPED) == []
        page.set_viewport_size({"width": 360, "height": 640})
        expect(page.locator(".chart text").filter(has_text="Maximiliane ")).to_have_count(1)
        assert page.locator(".hands").evaluate("t => t.offsetWidth <= t.parentElement.clientWidth")
    expect(page.locator(".moments li").first).to_be_visible()
    page.locator(".hands").get_by_role("link", name="Hand 2").click()
    expect(page.locator("#count h2")).to_have_text("Hand 2: points")
    expect(page.locator("#count .scored li").first).to_contain_text("points as counted")
    expect(page.locator(".hands .here")).to_contain_text("2")
    page.get_by_text("Add a note or the place").click()
    page.get_by_label("Notes").fill("Dan swears it.\nNobody believes Dan.")
    page.get_by_label("Place").fill("Hill Street")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.locator(".quote")).to_have_text("Dan swears it.Nobody believes Dan.")
    expect(page.locator("header.won")).to_contain_text("Hill Street")
    if javascript:
        axe(page)
    page.emulate_media(media="print")
    for there in (".ranked", ".hands", ".quote"):
        expect(page.locator(there)).to_be_visible()
    for gone in (".tabbar", ".acts .act", ".noting", ".ways", "#photos"):
        expect(page.locator(gone).first).to_be_hidden()
    page.emulate_media(media="screen")
    page.locator(".ranked").get_by_role("link", name="Cat").click()
    phone.sees("Cat", within="h1")


def test_long_names_of_partners_lie_on_nothing(
    new_phone: NewPhone, live_server: LiveServer, ann: Visitor
) -> None:
    belote = msgspec.to_builtins(shelf()["belote"])
    names = "Maximiliane Bartholomäus Konstantin Elisabeth-Charlotte"
    game = new_game(ann, names, "score_sheet", title="Belote", sheet=belote)
    tap(ann, game, {"do": "entry", "players": {}, "table": {"taker": "Konstantin", "taken": 100}})
    phone = unlock(new_phone, live_server, ann)
    phone.go(f"/games/{game.public_id}/")
    row = phone.page.locator(".ranked li", has_text="Elisabeth")
    *_, name = row.locator("b").all()
    note = row.get_by_text("won 0 of 1 deal").bounding_box()
    over = name.bounding_box()
    assert over
    assert note
    assert over["y"] + over["height"] <= note["y"] + 2


def test_four_columns_fit_a_phone_and_hands_of_one_line_fill_a_wide_log(
    new_phone: NewPhone, live_server: LiveServer, ann: Visitor
) -> None:
    schafkopf = msgspec.to_builtins(shelf()["schafkopf"])
    names = "Alexander Maximilian Charlotte Dominik"
    game = new_game(ann, names, "score_sheet", title="Schafkopf", sheet=schafkopf)
    table = {"game": "solo", "player": "Alexander", "tout": True, "came": "lost", "runners": 4}
    for _ in range(2):
        tap(ann, game, {"do": "entry", "players": {}, "table": table})
    phone = unlock(new_phone, live_server, ann)
    phone.go(f"/games/{game.public_id}/")
    assert phone.page.locator(".scroll:has(.hands)").evaluate("box => box.scrollWidth - box.clientWidth") <= 0
    phone.page.set_viewport_size({"width": 1440, "height": 900})
    phone.go(f"/t/{game.public_id}/log/")
    tops = phone.page.locator(".log > .hand").evaluate_all("all => all.map(one => one.offsetTop)")
    assert len(tops) == 2
    assert tops[0] == tops[1]


def test_crowns_stand_beside_a_long_name(new_phone: NewPhone, live_server: LiveServer, ann: Visitor) -> None:
    for _ in range(4):
        sheet(ann, {"Wilhelmine-Henriette-Marie": 9, "Bob": 1}, day="2026-11-20")
    phone = unlock(new_phone, live_server, ann)
    phone.go("/crew/nights/2026-11-20/")
    row = phone.page.locator(".came li").first
    name, crowns = row.locator("a").bounding_box(), row.locator(".wins").bounding_box()
    assert name
    assert crowns
    assert crowns["y"] < name["y"] + name["height"]


def test_long_names_of_tonight_are_whole_on_the_front(
    new_phone: NewPhone, live_server: LiveServer, ann: Visitor
) -> None:
    for _ in range(4):
        sheet(ann, {"Wilhelmine-Henriette": 9, "Friedrich-Ferdinand": 1}, day=f"{tonight()}")
    phone = unlock(new_phone, live_server, ann)
    phone.go("/")
    names = phone.page.locator(".tonight b")
    expect(names).to_have_text(["Wilhelmine-Henriette", "Friedrich-Ferdinand"])
    assert names.evaluate_all("all => all.filter(one => one.scrollWidth > one.clientWidth).length") == 0


#: Cells of the rounds whose points are wider than they are, or in more lines than one.
_RUN_TOGETHER = """table => {
  const words = document.createRange();
  return [...table.querySelectorAll("td b, tfoot td")].filter(box => {
    words.selectNodeContents(box);
    const shown = (box.matches(".out b") ? box : words).getBoundingClientRect();
    const cell = box.closest("td").getBoundingClientRect();
    return shown.left < cell.left || shown.right > cell.right || shown.height > 30;
  }).map(box => box.textContent);
}"""


def test_long_names_are_whole_on_the_crews_page_of_every_phone(
    new_phone: NewPhone, live_server: LiveServer, ann: Visitor
) -> None:
    names = (
        "Maximiliane Bartholomäus Konstantin-Alexander Friedrich-Ferdinand Magdalena Wilhelmine Josephine Zoë"
    )
    new_game(ann, names, "score_sheet")
    phone = unlock(new_phone, live_server, ann)
    for width, height in ((360, 640), (640, 360), (768, 1024), (1440, 900)):
        phone.page.set_viewport_size({"width": width, "height": height})
        phone.go("/crew/")
        cut = phone.page.locator(".people .fitted").evaluate_all(
            "all => all.filter(one => one.scrollWidth > one.clientWidth).map(one => one.textContent)"
        )
        assert cut == [], width


@pytest.mark.parametrize("people", [5, 9])
def test_points_of_many_do_not_run_together_in_the_rounds(
    new_phone: NewPhone, live_server: LiveServer, ann: Visitor, people: int
) -> None:
    names = " ".join(FOURTEEN.split()[:people])
    game = new_game(ann, names, "score_sheet")
    for points in (315, 120, -250, 999):
        tap(ann, game, {"do": "round", "scores": dict.fromkeys(names.split(), points)})
    phone = unlock(new_phone, live_server, ann)
    for width, height in ((360, 640), (640, 360)):
        phone.page.set_viewport_size({"width": width, "height": height})
        phone.go(f"/games/{game.public_id}/")
        assert phone.page.locator(".hands").evaluate(_RUN_TOGETHER) == [], width


def test_no_name_is_cut_in_the_history_the_crew_and_among_records(unlock: Unlock) -> None:
    phone = unlock()
    people = ["Maximiliane von Hohenfel", "Bartholomew-Christopher", "Wolfeschlegelsteinhausen"]
    phone.sit_down([*people, "Konstantinopolitanisch I"], game="score_sheet", sheet="belote")
    phone.fast({"do": "entry", "c taker": people[0], "n taken": "100"}, do("end"))
    cut = """names => names.filter(name => name.scrollWidth > name.clientWidth + 1 && name.clientWidth)
      .map(name => name.innerText)"""
    for width, path in product((360, 1440), ("/games/", "/crew/", "/crew/records/", "/players/")):
        phone.page.set_viewport_size({"width": width, "height": 900})
        phone.go(path)
        names = phone.page.locator("main :is(.name, .fitted)")
        assert names.count()
        assert names.evaluate_all(cut) == [], (width, path)
        assert phone.page.evaluate("document.documentElement.scrollWidth") == width
