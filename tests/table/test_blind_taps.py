"""Taps made before the table came that they are for: their key says behind how many they were made."""

from __future__ import annotations

import pytest
from bs4 import BeautifulSoup

from referee.games.registry import GAMES
from scoring.crew.visitor import Visitor
from scoring.log.tap_keys import id_of, version_of
from scoring.models import Move
from tests.table.page import Phone, Request, new_game


@pytest.fixture
def other(bob: Visitor, phone: Phone) -> Phone:
    """Bob's phone at Ann's table; the first card lies, and it is Bob's turn."""
    phone.tap("Ann deals")
    phone.tap("blue sun")
    return Phone(bob, phone.game)


def _tap(phone: Phone, name: str, ahead: int = 0, **more: str) -> Request:
    """What a tap on the page that is shown sends, made behind so many others: as the page's script does."""
    node = phone.shown.find(name)
    tap = phone.request_of(node)
    key = dict(tap.fields)["key"]
    form = node.find_parent("form")
    turn = form and form.select_one("[data-turn]")
    if ahead and turn:
        more["follows"] = str(turn["name"])
    tap = tap.with_field("key", f"{version_of(key)}+{ahead}-{name.replace(' ', '-')}-{id_of(key)}"[:60])
    for field, value in more.items():
        tap = tap.with_field(field, value)
    return tap


def _told(phone: Phone) -> list[tuple[object, object]]:
    return [(body["do"], body.get("player")) for body in phone.bodies[2:] if body]


def test_taps_in_a_row_are_made_by_whoever_is_on_turn_then(phone: Phone, other: Phone) -> None:
    phone.open()
    taps = [_tap(phone, name, n) for n, name in enumerate(("Draw", "Pass", "blue moon", "blue star"))]
    assert [phone.send(tap).status for tap in taps] == [200] * 4
    assert _told(phone) == [("draw", "Bob"), ("pass", "Bob"), ("play", "Cat"), ("play", "Ann")]


def test_the_first_is_its_pages_players_and_no_later_one(phone: Phone, other: Phone) -> None:
    phone.open()
    tap = _tap(phone, "blue moon")
    other.open()
    other.tap("blue star")
    # Judged on the table as it is: it is Bob's, who is no longer on turn, and not Cat's.
    phone.send(tap)
    assert all(player != "Cat" for _, player in _told(phone))


@pytest.mark.parametrize("before", [True, False], ids=["before the first", "between the two"])
def test_one_is_asked_about_where_another_phone_tapped_in_between(
    phone: Phone, other: Phone, *, before: bool
) -> None:
    phone.open()
    first, second = _tap(phone, "Draw"), _tap(phone, "Pass", 1)
    other.open()
    if before:
        other.tap("Cat", within=".seats")
        other.tap("Penalty card")
    assert phone.send(first).status == 200
    if not before:
        other.open()
        other.tap("Pass")
    version = phone.game.version
    shown = phone.send(second)
    assert (shown.status, phone.game.version) == (409, version)
    assert "your tap changed nothing" in shown.one(".sheet")
    (changed,) = shown.table.select(".changed li")
    assert changed.get_text().startswith("A penalty card" if before else "Bob passes"), "its own are no news"


def test_one_is_asked_about_where_what_was_to_go_ahead_has_not_come(phone: Phone, other: Phone) -> None:
    phone.open()
    shown = phone.send(_tap(phone, "Pass", 1))
    assert (shown.status, phone.game.version) == (409, 2)
    assert not shown.table.select(".changed")


def test_an_undo_behind_others_takes_off_the_last_of_them_or_nothing(phone: Phone, other: Phone) -> None:
    phone.open()
    undo = phone.request_of(phone.shown.find("Undo"))
    draw, last = _tap(phone, "Draw"), _tap(phone, "Undo", 1)
    assert undo.address == last.address
    phone.send(draw)
    assert phone.send(last).status == 200
    assert phone.game.length == 2
    late = _tap(phone, "Redo", 2)
    assert phone.send(late).status == 409


@pytest.mark.parametrize("ahead", [0, 1, 7])
def test_one_counts_once_behind_however_many_it_is_sent(phone: Phone, other: Phone, ahead: int) -> None:
    phone.open()
    tap = _tap(phone, "Draw")
    phone.send(tap)
    other.open()
    other.tap("Pass")
    key = dict(tap.fields)["key"]
    again = tap.with_field("key", f"{version_of(key)}+{ahead}-{id_of(key)}")
    assert phone.send(again).status == 200
    assert _told(phone) == [("draw", "Bob"), ("pass", "Bob")]


@pytest.mark.parametrize(
    "key", ["2+-012345678", "2+12345-012345678", "+1-012345678", "2+1+1-012345678", "2-1+1"]
)
def test_a_key_that_no_page_makes_is_refused_in_words(phone: Phone, other: Phone, key: str) -> None:
    phone.open()
    shown = phone.send(_tap(phone, "Draw").with_field("key", key))
    assert shown.status == 400
    assert "nothing was changed" in shown.text


@pytest.mark.parametrize("field", ["", "nothing", "key"])
def test_a_field_to_follow_that_is_none_changes_nothing(phone: Phone, other: Phone, field: str) -> None:
    phone.open()
    tap = _tap(phone, "Draw", 0, follows=field)
    assert phone.send(tap).status == 200
    assert _told(phone) == [("draw", "Bob")]


#: The first taps of a game, to where somebody is on turn.
BEGUN = {
    "zar": ("Ann deals", "blue sun"),
    "house_zar": ("Ann deals", "blue 3"),
    "zar_extended": ("Ann deals", "blue sun"),
    "numzumzero": ("blue 3", "orange 7", "blue 1", "orange 2", "blue 7"),
    "zarathustra": ("a1,", "blank, blank, blank, shield"),
    "zero_zap": ("Ann deals",),
    "crazy_eights": ("Ann deals", "Hearts", "king of hearts"),
}


@pytest.mark.parametrize("key", [key for key in GAMES if key != "score_sheet"])
def test_every_game_names_the_field_that_says_whose_turn_it_is(ann: Visitor, key: str) -> None:
    phone = Phone(ann, new_game(ann, game=key))
    for name in BEGUN[key]:
        phone.tap(name)
    page = BeautifulSoup(str(phone.shown.table), "lxml")
    named = {str(field["value"]) for field in page.select("[data-turn]") if field["name"] == "player"}
    assert named == {phone.state["turn"]}


def test_a_row_of_the_log_keeps_the_key_that_was_sent(phone: Phone, other: Phone) -> None:
    phone.open()
    taps = [_tap(phone, "Draw"), _tap(phone, "Pass", 1)]
    for tap in taps:
        phone.send(tap)
    kept = Move.objects.filter(seq__gt=2).order_by("seq").values_list("key", flat=True)
    assert list(kept) == [dict(tap.fields)["key"] for tap in taps]
