"""A whole game of two hands, played by tapping."""

import pytest

from tests.browser.conftest import Take
from tests.browser.phone import Phone, expect

SCRIPTS, NO_SCRIPTS = pytest.param(True, id="scripts"), pytest.param(False, id="no scripts")


# With scripts it is the longest of all, and its parts are tried in the rooms round it as well.
@pytest.mark.parametrize("javascript", [pytest.param(True, id="scripts", marks=pytest.mark.long), NO_SCRIPTS])
def test_ann_keeps_a_game_of_two_hands_from_the_names_to_the_winner(take: Take, *, javascript: bool) -> None:
    phone = take(javascript=javascript)
    _sit_down(phone)
    _first_cards(phone)
    _refusals(phone)
    _wasps(phone)
    _powers_and_doubles(phone)
    _the_last_card(phone)
    _the_count(phone)
    _a_correction(phone)
    _comings_and_goings(phone)
    _the_second_hand(phone)
    _out_again(phone)
    _history(phone)


def _sit_down(phone: Phone) -> None:
    phone.go("/")
    phone.tap("Start your first game")
    phone.tap("ZAR")
    for place, name in enumerate(("Bob", "Ann", "Cat"), 1):
        phone.choose(f"Player {place}", name)
    phone.page.locator("[name=up]").nth(1).tap()
    expect(phone.page.get_by_label("Player 1", exact=True)).to_have_value("Ann")
    phone.page.get_by_label("Cat", exact=True).check()
    phone.choose("a score of", "")
    phone.choose("hands", "2")
    phone.tap("Start")


def _first_cards(phone: Phone) -> None:
    phone.turn("Cat flips", "Tap the first card")
    phone.sees("hand 1 of 2", within=".bar")
    phone.holds(Ann=7, Bob=7, Cat=7)
    phone.play("winged dragon")
    phone.turn("Cat flips")
    phone.play("red moon")
    phone.turn("Ann")
    phone.sees("Any moon, anything red, a dragon or a peacock", within=".follow")
    phone.sees("then Bob", within=".now h1")
    phone.play("blue moon")
    phone.turn("Bob")
    phone.holds(Ann=6, Bob=7)


def _refusals(phone: Phone) -> None:
    phone.play("yellow star")
    phone.sees("Against the rules", "Rule 4", within=".s-refused")
    phone.turn("Bob")
    phone.tap("Bob draws 1")
    phone.turn("Bob")
    phone.holds(Bob=8)
    phone.play("yellow sun")
    phone.open("The table allows it")
    phone.choose("The table overrules, because", "Bob is new to it")
    phone.tap("Allow it")
    phone.turn("Cat")
    phone.holds(Bob=7)
    phone.tap("Undo")
    phone.turn("Bob")
    phone.tap("Undo")
    phone.holds(Bob=7)
    phone.tap("Redo")
    phone.holds(Bob=8)
    phone.tap("Redo")
    phone.turn("Cat")
    phone.tap("Undo")


def _wasps(phone: Phone) -> None:
    phone.play("blue wasp")
    phone.turn("Cat", "Draw 2, or play a wasp")
    phone.tap("MATCH")
    phone.tap("Ann", ".s-match")
    phone.says("MATCH")
    phone.turn("Bob", "Draw 4, or play a wasp")
    phone.holds(Ann=5, Bob=8)
    phone.tap("Take 4")
    phone.holds(Bob=12)
    phone.turn("Bob")
    phone.tap("Draw")
    phone.turn("Bob", "Play a card, or pass")
    phone.tap("Pass")
    phone.turn("Cat")


def _powers_and_doubles(phone: Phone) -> None:
    phone.play("winged dragon")
    phone.tap("Moons", ".s-declare")
    phone.says("MOONS")
    phone.turn("Ann")
    phone.sees("Any moon", within=".follow")
    phone.tap("MATCH")
    phone.tap("Bob", ".s-match")
    phone.tap("Suns", ".s-declare")
    phone.says("MATCH-SUNS")
    phone.turn("Cat")
    phone.page.locator(".multi").tap()
    phone.play("red sun")
    phone.says("DOUBLE")


def _the_last_card(phone: Phone) -> None:
    _recount(phone, Ann=2, Bob=3)
    phone.play("red star")
    phone.says("ZAR")
    phone.sees("must say ZAR", within=".seat.owes")
    phone.seat("Ann")
    phone.sees("Ann has one card and owes “ZAR”", within=".sheet")
    phone.tap("Bob", "form:has([value=gotcha])")
    phone.holds(Ann=2)
    phone.misses("must say ZAR", within=".seats")
    phone.tap("Undo")
    phone.holds(Ann=1)
    phone.sees("must say ZAR", within=".seats")
    phone.seat("Ann")
    phone.tap("Said “ZAR”")
    phone.misses("must say ZAR", within=".seats")
    phone.turn("Bob")
    phone.play("red cloud", "red galaxy", "red wasp")
    phone.turn("Ann is out")
    phone.sees("Bob faces 2 cards")
    phone.holds(Ann=0)
    phone.tap("MATCH")
    phone.tap("Cat", ".s-match")
    phone.holds(Ann=1, Cat=3)
    phone.turn("Ann", "Draw 4, or play a wasp")
    phone.tap("Undo")
    phone.turn("Ann is out")
    phone.tap("Nobody matched: out!")
    phone.turn("Ann is out!")
    phone.sees("Bob draws 2 first", within=".action")
    phone.tap("Undo")
    phone.turn("Ann is out")
    phone.tap("Redo")
    phone.turn("Ann is out!")


def _recount(phone: Phone, **cards: int) -> None:
    for name, number in cards.items():
        phone.seat(name)
        phone.choose("Cards in hand", str(number))
        phone.tap("Set")
    phone.holds(**cards)


def _the_count(phone: Phone) -> None:
    phone.sees("Bob: 0 of 4 cards", within=".tally")
    phone.play("blue cloud", "red crab", "unwinged dragon")
    phone.sees("Bob: 3 of 4 cards", within=".tally")
    phone.sees("8", within=".sum")
    phone.tap("Take unwinged dragon away")
    phone.sees("3", within=".sum")
    phone.play("side peacock", "yellow star")
    phone.sees("Bob: 4 of 4 cards", within=".tally")
    phone.tap("Save 8")
    phone.sees("Cat: 0 of 4 cards", within=".tally")
    phone.points("12")
    phone.sees("After hand 1", within="h1")
    _standings(phone, ["1", "Ann", "", "0"], ["2", "Bob", "+8", "8"], ["3", "Cat", "+12", "12"])
    phone.tap("Undo")
    phone.sees("Cat: 0 of 4 cards", within=".tally")
    phone.tap("Redo")
    phone.sees("After hand 1", within="h1")


def _standings(phone: Phone, *rows: list[str]) -> None:
    found = phone.page.locator(".standings tbody tr")
    expect(found).to_have_count(len(rows))
    for place, row in enumerate(rows):
        expect(found.nth(place).locator("th, td")).to_contain_text(row)


def _a_correction(phone: Phone) -> None:
    phone.tap("Menu")
    phone.tap("The log")
    phone.sees("Cat’s hand: 12 points")
    phone.page.get_by_role("link", name="Correct move").first.tap()
    phone.choose("Points of Cat", "15")
    phone.tap("Save")
    phone.sees("Cat: 15 points instead of 12.", within=".effects")
    phone.tap("Save the correction")
    _standings(phone, ["1", "Ann", "", "0"], ["2", "Bob", "+8", "8"], ["3", "Cat", "+15", "15"])


def _comings_and_goings(phone: Phone) -> None:
    phone.open("Add or remove players")
    phone.choose("New player", "Dan")
    phone.choose("sits after", "Bob")
    phone.tap("Add")
    _standings(phone, ["1", "Ann", "0"], ["2", "Bob", "8"], ["2", "Dan", "8"], ["4", "Cat", "15"])
    # It comes to stand where Add was: there a second tap at once is the same tap.
    if phone.drawn:
        phone.page.wait_for_timeout(400)
    phone.open("Add or remove players")
    phone.tap("Cat", "form:has([value=quit])")
    phone.sees("Cat left", within=".gone")
    phone.open("Add or remove players")
    phone.tap("Cat", "form:has([value=join]):has(button[name=player])")
    phone.misses("left", within=".standings")
    phone.tap("Undo")
    phone.sees("Cat left", within=".gone")


def _the_second_hand(phone: Phone) -> None:
    phone.open("Another dealer")
    phone.tap("Bob", "details")
    phone.turn("Bob flips")
    phone.play("red sun")
    phone.tap("Menu")
    phone.tap("End the hand or the game")
    phone.tap("Give up this hand")
    phone.sees("Hand 2: no score", within="h1")
    phone.open("Another dealer")
    phone.tap("Dan", "details")
    phone.play("blue star", "blue moon", "blue sun")
    phone.holds(Ann=6, Bob=6, Dan=7)
    phone.tap("Dispute")
    phone.tap("Illegal!")
    phone.tap("Ann blue moon")
    phone.tap("It was illegal: undo it")
    phone.turn("Ann")
    phone.holds(Ann=8, Bob=7, Dan=7)
    phone.tap("Dispute")
    phone.tap("GOTCHA?")
    phone.tap("Bob", "form:has([value=penalty])")
    phone.holds(Bob=8)
    phone.tap("Dispute")
    phone.tap("Bob", ".race")
    phone.tap("Ann did: knocked cards off")
    phone.sees("Bob was first", "Rule 10", within=".s-ruled")
    phone.tap("Back to the table")
    phone.tap("Undo")


def _out_again(phone: Phone) -> None:
    _recount(phone, Ann=2, Bob=2, Dan=2)
    phone.play("side peacock")
    phone.tap("yellow", ".s-declare")
    phone.says("ZAR-YELLOW")
    phone.play("yellow star", "yellow moon", "yellow sun")
    phone.says("OUT")
    phone.tap("Nobody matched: out!")
    phone.points("3")
    phone.points("5")
    phone.sees("Ann wins", within="h1")
    phone.sees("That was hand 2 of 2.", "2 hands played", within=".over")
    phone.tap("Undo")
    phone.sees("Dan: 0 of 1 card", within=".tally")
    phone.tap("Redo")
    phone.sees("Ann wins", within="h1")


def _history(phone: Phone) -> None:
    phone.tap("Done")
    phone.tap("History", ".tabbar")
    phone.tap("Ann won ZAR")
    phone.sees("Ann won", within="h1")
    for place, (name, points) in enumerate({"Ann": "0", "Bob": "11", "Dan": "13", "Cat": "15"}.items(), 1):
        phone.sees(name, points, within=f".ranked li:nth-child({place})")
    phone.tap("Every move and ruling")
    phone.sees("The log", within="h1")
    phone.sees("Flip: red moon", "Bob plays a yellow sun", "Cat’s hand: 15 points", "Dan’s hand: 5 points")


@pytest.mark.parametrize("javascript", [SCRIPTS, NO_SCRIPTS])
def test_a_quick_table_logs_only_the_kinds_of_cards(take: Take, *, javascript: bool) -> None:
    phone = take(javascript=javascript)
    phone.go("/new/zar/")
    for place, name in enumerate(("Ann", "Bob", "Cat"), 1):
        phone.choose(f"Player {place}", name)
    phone.page.get_by_label("Quick").check()
    phone.tap("Start")
    phone.turn("Ann flips")
    phone.play("plain")
    phone.turn("Bob")
    phone.play("Crab")
    phone.turn("Ann")
    phone.play("wasp")
    phone.turn("Cat", "Draw 2, or play a wasp")
    phone.tap("Take 2")
    phone.play("peacock")
    phone.turn("Bob")
    phone.holds(Ann=6, Bob=6, Cat=8)
    assert phone.overflow() <= 0
