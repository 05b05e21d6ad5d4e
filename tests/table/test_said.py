"""What a table says aloud where it changes: the server puts it together, no script reads it off the page."""

import pytest

from referee.table.page import TablePage
from scoring.crew.visitor import Visitor
from tests.crew.games import tap
from tests.table.page import Phone, new_game

pytestmark = pytest.mark.django_db


def test_the_turn_what_may_be_played_and_what_hands_must_do_are_sentences(
    phone: Phone, pages: list[TablePage]
) -> None:
    phone.tap("Ann deals")
    phone.tap("blue sun")
    assert pages[-1].said == (
        "Bob, clockwise, then Cat. Any sun, anything blue, a dragon or a peacock. "
        "A blue sun counts as Ann’s play and can be matched; Bob begins."
    )


def test_a_sheet_that_opens_says_nothing_of_its_own(phone: Phone, pages: list[TablePage]) -> None:
    phone.tap("Ann deals")
    phone.tap("blue sun")
    before = pages[-1].said
    phone.open("?sheet=menu")
    assert pages[-1].said == before
    phone.open("?sheet=seat&player=1")
    assert pages[-1].said == before


@pytest.mark.parametrize(
    ("game", "text"),
    [
        ("zar", "Who deals?"),
        ("zarathustra", "Ann, clockwise, then Bob. Tap the space for the first tile."),
        ("zero_zap", "How do you count round 1?"),
        ("numzumzero", "Turn over 5 cards. 2 cards each in hand. Tap them in, column 1 first."),
        ("score_sheet", "Round 1. Enter everybody’s points."),
    ],
)
def test_every_game_says_what_comes_first(ann: Visitor, pages: list[TablePage], game: str, text: str) -> None:
    Phone(ann, new_game(ann, game=game))
    assert pages[-1].said == text


def test_the_end_is_said_with_its_winner(ann: Visitor, pages: list[TablePage]) -> None:
    phone = Phone(ann, new_game(ann, "Ann Bob", "score_sheet"))
    phone.tap("Save round", **{"score Ann": "9", "score Bob": "2"})
    phone.open("?sheet=end")
    phone.tap("End the game")
    assert pages[-1].said == "Ann wins."


def test_a_throw_is_said_also_where_it_shows_the_same_again(ann: Visitor, pages: list[TablePage]) -> None:
    phone = Phone(ann, new_game(ann, "Ann Bob", "score_sheet"))
    heard = []
    for _ in range(2):
        for move in ({"do": "throw", "coin": "heads"}, {"do": "throw", "starts": "Bob"}):
            tap(ann, phone.game, move)
            phone.open()
            heard.append(pages[-1].said)
    assert ["heads" in said for said in heard] == [True, False, True, False]
    for _ in range(2):
        tap(ann, phone.game, {"do": "throw", "coin": "tails"})
        phone.open()
        heard.append(pages[-1].said)
    assert heard[-1] != heard[-2]
    assert [said.replace("\N{ZERO WIDTH SPACE}", "") for said in heard[-2:]] == [
        "Round 1. Enter everybody’s points. The coin shows tails."
    ] * 2


def test_what_a_tap_did_to_the_moves_before_it_is_said_first(phone: Phone, pages: list[TablePage]) -> None:
    phone.tap("Ann deals")
    phone.tap("Undo")
    assert pages[-1].said == "Undone: Ann deals. Who deals?"


def test_who_only_watches_hears_whose_turn_it_is(phone: Phone, cat: Visitor, pages: list[TablePage]) -> None:
    phone.tap("Ann deals")
    phone.tap("blue sun")
    assert Phone(cat, phone.game).shown.one("h1.vh")
    assert pages[-1].said.startswith("Bob, clockwise, then Cat.")
