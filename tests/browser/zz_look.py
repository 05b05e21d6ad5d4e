from tests.browser.conftest import Unlock

NAMES = ["Ann", "Bartholomew", "Cat", "Dan"]


def shot(phone, name):
    phone.page.wait_for_timeout(500)
    phone.page.screenshot(path=f"/work/shots/s-{name}.png")


def start(phone, key, names):
    phone.go(f"/new/score_sheet/?sheet={key}")
    for place, name in enumerate(names, 1):
        if phone.page.get_by_label(f"Player {place}").count() == 0:
            phone.page.get_by_role("button", name="Add player").tap()
        phone.choose(f"Player {place}", name)


def test_hearts(unlock: Unlock) -> None:
    phone = unlock()
    phone.page.on("console", lambda m: print("CONSOLE", m.text))
    phone.page.on("pageerror", lambda m: print("ERROR", m))
    start(phone, "hearts", NAMES)
    shot(phone, "setup")
    phone.tap("Start")
    shot(phone, "hearts0")

    def keys(text):
        for k in text:
            phone.page.locator(
                f".keypad [data-key='{k}']:visible, .keypad [data-pick='{k}']:visible"
            ).first.tap()

    def nxt():
        phone.page.locator(".keypad [data-key=next]").tap()

    keys("13")
    nxt()
    keys("5+4")
    shot(phone, "hearts1")
    nxt()
    keys("4")
    nxt()
    nxt()
    shot(phone, "hearts2")
    phone.tap("Yes, 0")
    phone.sees("Hand 2", within="h1")
    shot(phone, "hearts3")
    keys("13")
    nxt()
    keys("5")
    nxt()
    keys("3")
    nxt()
    keys("4")
    nxt()
    shot(phone, "hearts4")
    phone.tap("Write it down")
    shot(phone, "hearts5")
    phone.tap("Menu")
    phone.tap("Dice, a coin, who starts")
    phone.tap("Two dice")
    shot(phone, "hearts6")


def test_spades(unlock: Unlock) -> None:
    phone = unlock()
    start(phone, "spades", NAMES)
    phone.tap("Start")
    shot(phone, "spades0")

    def keys(text):
        for k in text:
            phone.page.locator(
                f".keypad [data-key='{k}']:visible, .keypad [data-pick='{k}']:visible"
            ).first.tap()

    def nxt():
        phone.page.locator(".keypad [data-key=next]").tap()

    for n in "4323":
        keys(n)
    nxt()
    shot(phone, "spades1")
    for n in "5332":
        keys(n)
    nxt()
    shot(phone, "spades2")


def test_yahtzee(unlock: Unlock) -> None:
    phone = unlock()
    start(phone, "yahtzee", NAMES)
    phone.tap("Start")
    shot(phone, "yahtzee0")
    phone.page.locator("a.cell").nth(2).tap()
    shot(phone, "yahtzee1")
    phone.tap("3", ".values")
    shot(phone, "yahtzee2")
    phone.page.locator("tr", has_text="Chance").locator("a.cell").first.tap()
    shot(phone, "yahtzee3")


def test_darts(unlock: Unlock) -> None:
    phone = unlock()
    start(phone, "darts_501", ["Ann", "Bob"])
    phone.tap("Start")
    for n in ("60", "45", "100"):
        for k in n:
            phone.page.locator(
                f".keypad [data-key='{k}']:visible, .keypad [data-pick='{k}']:visible"
            ).first.tap()
        phone.page.locator(".keypad [data-key=next]").tap()
    shot(phone, "darts")


def test_plain_ten(unlock: Unlock) -> None:
    phone = unlock()
    names = ["Ann", "Ben", "Cat", "Dan", "Evelyn-Josephine", "Finn", "Gus", "Hana", "Ivo", "Jo"]
    phone.sit_down(names, game="score_sheet")
    shot(phone, "ten0")
    phone.go("/new/score_sheet/")
    phone = unlock()
    phone.sit_down(names[:5], game="score_sheet")
    for _ in range(3):
        for n in range(5):
            phone.page.locator(f"#b{n}").fill(str(n * 3))
        phone.tap("Save round")
    shot(phone, "five")
