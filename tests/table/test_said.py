"""What a table says aloud where it changes: the server puts it together, and no script reads it off the page."""

import pytest
from django.http import QueryDict

from referee.games.registry import PRESENTERS
from referee.table import looking
from scoring.crew.visitor import Visitor, find_game
from tests.table.page import Phone, new_game

pytestmark = pytest.mark.django_db


def said(phone: Phone, query: str = "") -> str:
    """What is said of the table as it is now."""
    game, _ = find_game(phone.visitor, phone.game.public_id)
    look = looking.look_at(game, looking.now_of(game), asked=QueryDict(query))
    return PRESENTERS[game.game].view(look).said


def test_the_turn_what_may_be_played_and_what_hands_must_do_are_sentences(phone: Phone) -> None:
    phone.tap("Ann deals")
    phone.tap("blue sun")
    assert said(phone) == (
        "Bob, clockwise, then Cat. Any sun, anything blue, a dragon or a peacock. "
        "A blue sun counts as Ann’s play and can be matched; Bob begins."
    )


def test_a_sheet_that_opens_says_nothing_of_its_own(phone: Phone) -> None:
    phone.tap("Ann deals")
    phone.tap("blue sun")
    assert said(phone, "sheet=menu") == said(phone, "sheet=seat&player=1") == said(phone)


@pytest.mark.parametrize(
    ("game", "text"),
    [
        ("zar", "Who deals?"),
        ("zarathustra", "Ann, clockwise, then Bob. Tap the space for the first tile."),
        ("zero_zap", "Round 1: how is it kept?"),
        ("numzumzero", "Turn over 5 cards. 2 cards each in hand. Tap them in, column 1 first."),
        ("score_sheet", "Round 1. Enter everybody’s points."),
    ],
)
def test_every_game_says_what_comes_first(ann: Visitor, game: str, text: str) -> None:
    assert said(Phone(ann, new_game(ann, game=game))) == text


def test_the_end_is_said_with_its_winner(ann: Visitor) -> None:
    phone = Phone(ann, new_game(ann, "Ann Bob", "score_sheet"))
    phone.tap("Save round", **{"score Ann": "9", "score Bob": "2"})
    phone.open("?sheet=menu")
    phone.tap("End the game")
    assert said(phone) == "Ann wins."
