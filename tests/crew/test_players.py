"""The crew's players: listed, added, renamed, archived; by those who may."""

from __future__ import annotations

from time import thread_time

import pytest
from django.core.exceptions import ValidationError
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scoring.crew.visitor import Visitor, join_own_crew
from scoring.models import Crew, Player, Seat
from scoring.models.people import FOLDED_LENGTH, clean_name, fold_name, new_public_id
from scoring.players import roster
from tests.crew.browser import Browser
from tests.table.page import Phone, Shown, new_game, words


def listed(shown: Shown) -> list[str]:
    return [words(node) for node in shown.soup.select(".lists b")]


def player(name: str) -> Player:
    return Player.objects.get(name=name)


def url(name: str, part: str = "") -> str:
    return f"/players/{player(name).public_id}/{part}"


def test_who_played_stands_in_the_list_by_name(ann: Visitor, cat: Visitor) -> None:
    new_game(ann, "bob Ann Cat")
    assert listed(Browser(ann).go("/players/")) == ["Ann", "bob", "Cat"]
    assert listed(Browser(cat).go("/players/")) == ["Ann", "bob", "Cat"]


def test_a_browser_without_a_crew_is_told_what_to_do_and_gets_one_with_its_first_player(db: None) -> None:
    browser = Browser()
    shown = browser.go("/players/")
    assert "No players yet" in shown.text
    assert "a new game" in shown.text
    assert not Crew.objects.exists()
    browser.tap("Add player", name="  ")
    assert not Crew.objects.exists()
    shown = browser.tap("Add player", name="Ann")
    assert shown.one("h1") == "Ann"
    assert listed(browser.go("/players/")) == ["Ann"]


def test_nobody_sees_the_players_of_another_crew(ann: Visitor, dan: Visitor) -> None:
    new_game(ann)
    browser = Browser(dan)
    assert "Ann" not in browser.go("/players/").text
    for part in ("", "edit/", "face/"):
        shown = browser.go(url("Ann", part))
        assert (shown.status, "Ann" in shown.text) == (404, False), part
    for part in ("edit/", "archive/", "face/keep/", "face/remove/"):
        assert browser.client.post(url("Ann", part)).status_code in (403, 404), part


def test_a_player_is_added_once_however_often_it_is_tapped(ann: Visitor) -> None:
    browser = Browser(ann)
    for typed in ("Eve", "Eve", " EVE "):
        browser.go("/players/")
        assert browser.tap("Add player", name=typed).one("h1") == "Eve"
    assert Player.objects.count() == 1


@pytest.mark.parametrize(
    ("typed", "said"), [(" ", "needs a name"), ("x" * 41, "at most 40"), ("a\u200bb", "invisible")]
)
def test_a_name_that_cannot_be_is_refused_in_words(ann: Visitor, typed: str, said: str) -> None:
    new_game(ann, "Ann Bob")
    browser = Browser(ann)
    for path, button in (("/players/", "Add player"), (url("Ann", "edit/"), "Save")):
        browser.go(path)
        shown = browser.tap(button, name=typed)
        assert (shown.status, said in shown.one("[role=alert][autofocus]")) == (422, True)
        assert shown.one("title").startswith("Error: ")
        assert shown.soup.select_one("[aria-invalid][name=name][aria-describedby=wrong]")
    assert sorted(Player.objects.values_list("name", flat=True)) == ["Ann", "Bob"]


def test_a_player_is_renamed_and_the_games_keep_the_name(ann: Visitor, bob: Visitor) -> None:
    new_game(ann, "Ann Bob")
    browser = Browser(bob)
    browser.go(url("Ann", "edit/"))
    shown = browser.tap("Save", name=" Anna  Maria")
    assert shown.one("h1") == "Anna Maria"
    assert Seat.objects.get(place=0).name == "Ann"
    browser.go(url("Anna Maria", "edit/"))
    assert browser.tap("Save", name="ANNA MARIA").one("h1") == "ANNA MARIA", "only its case"


def test_two_players_cannot_have_one_name(ann: Visitor) -> None:
    new_game(ann, "Ann Bob")
    browser = Browser(ann)
    browser.go(url("Ann", "edit/"))
    shown = browser.tap("Save", name="bOB")
    assert (shown.status, "in the crew already" in shown.one("[role=alert]")) == (422, True)
    assert shown.soup.select_one("input[name=name][value=bOB]"), "it is shown as it was typed"


def colours() -> list[str]:
    """In the order in which the players came."""
    return list(Player.objects.order_by("pk").values_list("colour", flat=True))


def test_new_players_have_the_next_free_colour_of_their_crew_at_once(ann: Visitor, dan: Visitor) -> None:
    new_game(dan, "Dan Eve")
    table = Phone(ann, new_game(ann, "Ann Bob Cat"))
    assert colours() == ["blue", "yellow", "blue", "yellow", "green"]
    browser = Browser(ann)
    browser.go(url("Bob", "edit/"))
    browser.tap("Red")
    table.tap("Add", player="Finn")
    assert colours()[-1] == "yellow", "nobody has it any more"
    for name in "GHIJKL":
        roster.add_player(actor=join_own_crew(ann), name=name)
    assert colours()[6:] == ["purple", "orange", "pink", "teal", "grey", "blue"]


def test_a_new_player_has_a_colour_that_nobody_at_the_table_has(ann: Visitor) -> None:
    new_game(ann, "A B C D E F G H I")
    table = Phone(ann, new_game(ann, "A B Ada"))
    assert colours()[-1] == "green", "blue comes first, but A has it"
    table.tap("Add", player="Cleo")
    assert colours()[-1] == "purple"
    new_game(ann, "A B C D E F G H I Jo", "score_sheet")
    assert colours()[-1] == "blue", "where none is left, the one that the fewest have"


def test_a_colour_is_changed_in_one_tap_behind_edit(ann: Visitor, bob: Visitor) -> None:
    new_game(ann, "Ann Bob")
    browser = Browser(bob)
    browser.go(url("Ann"))
    assert not browser.forms(), "the head is calm"
    browser.tap("Edit name, colour and picture")
    assert words(browser.shown.soup.select_one(".colours [aria-pressed=true]")) == "Blue"
    address, fields = browser.form_of(browser.find("Teal"))
    shown = browser.tap("Teal")
    assert (player("Ann").colour, words(shown.soup.select_one("#colour"))) == ("teal", "Teal")
    assert words(browser.find("Yellow")) == "Yellow Bob"
    shared = browser.tap("Yellow").soup.select_one("#colour")
    assert words(shared) == "Yellow also Bob", "it is Ann’s now, and Bob’s too"
    assert browser.send(address, fields | {"colour": "mauve"}).status == 400
    assert player("Ann").colour == "yellow"


def test_who_is_archived_is_offered_no_more_and_comes_back(ann: Visitor) -> None:
    new_game(ann, "Ann Bob")
    browser = Browser(ann)
    browser.go(url("Bob", "edit/"))
    shown = browser.tap("Archive")
    assert "archived" in shown.text.lower()
    assert listed(browser.go("/players/")) == ["Ann"]
    assert [each.name for each in roster.offered(ann)] == ["Ann"]
    assert "+ Bob" not in browser.go("/new/zar/").text
    browser.go("/players/")
    assert listed(browser.tap("Archived players")) == ["Bob"]
    browser.tap("Bob")
    browser.tap("Edit name, colour and picture")
    browser.tap("Bring back")
    assert listed(browser.go("/players/")) == ["Ann", "Bob"]
    assert "Archived" not in browser.shown.text
    assert "+ Bob" in browser.go("/new/zar/").text


def test_archiving_twice_is_archiving_once(ann: Visitor) -> None:
    new_game(ann, "Ann Bob")
    actor = join_own_crew(ann)
    roster.archive_player(actor=actor, player=player("Bob"), archived=True)
    first = player("Bob").archived_at
    roster.archive_player(actor=actor, player=player("Bob"), archived=True)
    assert first is not None
    assert player("Bob").archived_at == first


def test_a_watcher_looks_at_players_and_changes_nothing(ann: Visitor, cat: Visitor) -> None:
    new_game(ann, "Ann Bob")
    browser = Browser(cat)
    browser.go("/players/")
    assert not browser.forms()
    assert browser.go(url("Ann")).status == 200
    assert not browser.forms()
    assert "Edit name, colour and picture" not in browser.shown.text
    client = Browser(cat).client
    client.handler.enforce_csrf_checks = False
    before = list(Player.objects.order_by("pk").values())
    parts = ("edit/", "archive/", "face/remove/", "colour/")
    for path in ("/players/", *(url("Ann", part) for part in parts)):
        response = client.post(path, {"name": "Eve", "archive": "1", "colour": "red"})
        assert (response.status_code, b"not change it" in response.content) == (403, True), path
    assert client.get(url("Ann", "edit/")).status_code == 403
    assert list(Player.objects.order_by("pk").values()) == before


def test_the_list_is_paged_by_name_and_a_newcomer_shifts_nothing(
    ann: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    actor = join_own_crew(ann)
    for number in range(70):
        roster.add_player(actor=actor, name=f"P{number:02} & Söhne")
    browser = Browser(ann)
    first = listed(browser.go("/players/"))
    for name in ("Özgür", "Aaron"):
        roster.add_player(actor=actor, name=name)
    second = listed(browser.tap("Next page"))
    third = listed(browser.tap("Next page"))
    assert first + second + third == [f"P{number:02} & Söhne" for number in range(70)]
    assert "Next page" not in browser.shown.text
    assert listed(browser.tap("First page"))[:3] == ["Aaron", "Özgür", "P00 & Söhne"]


@pytest.mark.parametrize("after", ["\0", "x" * 600])
def test_a_place_that_no_page_named_is_refused(ann: Visitor, after: str) -> None:
    assert Browser(ann).client.get("/players/", {"after": after}).status_code == 400


def test_the_list_asks_as_much_for_fifty_as_for_one(ann: Visitor) -> None:
    def asked() -> int:
        with CaptureQueriesContext(connection) as captured:
            assert Browser(ann).go("/players/").status == 200
        return len(captured)

    actor = join_own_crew(ann)
    roster.add_player(actor=actor, name="Ann")
    few = asked()
    for number in range(50):
        roster.add_player(actor=actor, name=f"P{number}")
    assert asked() == few <= 6


def test_who_was_renamed_does_not_sit_down_at_the_same_table_twice(ann: Visitor) -> None:
    phone = Phone(ann, new_game(ann, "Ann Bob Cat"))
    roster.rename_player(actor=join_own_crew(ann), player=player("Ann"), name="Anna")
    phone.open()
    shown = phone.tap("Add", player="Anna")
    assert (shown.status, "Anna sits here already, as Ann." in shown.text) == (422, True)
    phone.open()
    assert phone.tap("Add", player="Ann").status == 422
    phone.open()
    assert phone.tap("Add", player="Eve").status == 200
    assert sorted(Player.objects.values_list("name", flat=True)) == ["Anna", "Bob", "Cat", "Eve"]


def test_a_ligature_of_eighteen_letters_fits_into_its_column(ann: Visitor) -> None:
    browser = Browser(ann)
    browser.go("/players/")
    browser.tap("Add player", name="\N{ARABIC LIGATURE SALLALLAHOU ALAYHE WASALLAM}" * 40)
    player = Player.objects.get()
    assert len(player.folded) <= FOLDED_LENGTH
    assert fold_name(player.name) == player.folded


def test_a_name_with_many_blanks_is_a_name_and_a_long_one_is_none() -> None:
    assert clean_name(f"Ann{' ' * 5_000}Lee") == "Ann Lee"
    assert clean_name("e\u0301" * 40) == "é" * 40
    for typed in ("x" * 41, "a" + "\u0301\u0316" * 100_000):
        began = thread_time()
        with pytest.raises(ValidationError, match="at most 40"):
            clean_name(typed)
        fold_name(typed)
        assert thread_time() - began < 1


def test_no_id_begins_like_an_option(monkeypatch: pytest.MonkeyPatch) -> None:
    made = iter([f"{first}{'x' * 21}" for first in "-_-a"])
    monkeypatch.setattr("secrets.token_urlsafe", lambda _size: next(made))
    assert new_public_id() == f"a{'x' * 21}"
