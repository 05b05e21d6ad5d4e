"""A player's colour is seen wherever they are named at a table."""

from __future__ import annotations

import msgspec

from referee.rules.score_sheet.shelf import shelf
from scoring.crew.visitor import Visitor
from scoring.models import Player
from tests.crew.browser import Browser
from tests.table.page import Phone, Shown, new_game, words


def choose(visitor: Visitor, name: str, colour: str) -> None:
    """Chooses a player's colour, where they are edited."""
    browser = Browser(visitor)
    browser.go(f"/players/{Player.objects.get(name=name).public_id}/edit/")
    assert browser.tap(colour.capitalize()).status == 200


def hues(shown: Shown, part: str) -> list[str]:
    """The colours of what has one, "" for what has none."""
    found = [f" {' '.join(node['class'])}".partition(" in-")[2] for node in shown.soup.select(part)]
    assert found
    return [hue.split()[0] if hue else "" for hue in found]


def test_a_colour_is_seen_at_the_seat_with_the_next_look_at_a_table_that_was_shown_before(
    ann: Visitor,
) -> None:
    phone = Phone(ann, new_game(ann, "Ann Bob Cat"))
    phone.tap("Ann deals")
    assert hues(phone.open(), ".seats .seat") == ["blue", "yellow", "green"]
    choose(ann, "Bob", "teal")
    assert hues(phone.open(), ".seats .seat") == ["blue", "teal", "green"]
    assert [node.text for node in phone.shown.soup.select(".seats .face.in-teal")] == ["B"]
    choose(ann, "Bob", "pink")
    assert hues(phone.tap("blue sun"), ".seats .seat") == ["blue", "pink", "green"]


def test_a_score_sheet_shows_the_colours_at_its_columns(ann: Visitor) -> None:
    sheet = Phone(ann, new_game(ann, "Ann Bob", game="score_sheet"))
    choose(ann, "Ann", "grey")
    assert hues(sheet.open(), ".tallies thead th:not(:first-child)") == ["grey", "yellow"]


def test_partners_share_a_line_of_a_board_with_both_their_faces(ann: Visitor) -> None:
    sheet = msgspec.to_builtins(shelf()["belote"])
    phone = Phone(ann, new_game(ann, "Ann Bob Cat Dan", game="score_sheet", sheet=sheet))
    shown = Browser(ann).go(f"/games/{phone.game.public_id}/board/")
    named = [words(name) for name in shown.soup.select(".ranks .name")]
    assert named == ["Ann D , dealer & Cat", "Bob & Dan"]
    assert hues(shown, ".ranks .face") == ["blue", "green", "yellow", "purple"]


def test_the_end_shows_a_face_for_everybody_on_the_podium(ann: Visitor) -> None:
    phone = Phone(ann, new_game(ann, "Ann Bob", game="score_sheet", end={"score": 20}))
    choose(ann, "Bob", "green")
    shown = phone.tap("Save round", **{"score Ann": "5", "score Bob": "25"})
    faces = shown.soup.select(".over .podium .face")
    assert sorted(hues(shown, ".over .podium .face")) == ["blue", "green"]
    assert all(face["aria-hidden"] for face in faces), "the name stands beside it"


def test_who_shares_a_step_has_a_face_there_and_so_have_a_board_and_a_replay(ann: Visitor) -> None:
    phone = Phone(ann, new_game(ann, "Ann Bob Cat", game="score_sheet", end={"score": 20}))
    shown = phone.tap("Save round", **{"score Ann": "25", "score Bob": "25", "score Cat": "5"})
    assert hues(shown, ".over .podium .p1 .face") == ["blue", "yellow"]
    browser = Browser(ann)
    page = f"/games/{phone.game.public_id}/"
    assert hues(browser.go(f"{page}board/"), ".finish .face") == ["blue", "yellow", "green"]
    assert hues(browser.go(f"{page}replay/1/"), ".tallies thead .face") == ["blue", "yellow", "green"]


def test_who_sits_down_next_is_offered_with_their_face(ann: Visitor) -> None:
    new_game(ann, "Ann Bob")
    choose(ann, "Bob", "orange")
    offered = Browser(ann).go("/new/zar/")
    assert [words(node) for node in offered.soup.select("#known button")] == ["A + Ann", "B + Bob"]
    assert hues(offered, "#known .face") == ["blue", "orange"]
