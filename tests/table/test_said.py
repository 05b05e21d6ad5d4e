"""What a table says aloud where it changes: the server puts it together, no script reads it off the page."""

import pytest

from referee.table.page import TablePage
from scoring.crew.visitor import Visitor
from tests.crew.games import tap
from tests.table.page import Phone, new_game

pytestmark = pytest.mark.django_db


def aloud(pages: list[TablePage]) -> str:
    """All that the last page says aloud."""
    return " ".join(filter(None, pages[-1].said))


def test_the_turn_what_may_be_played_and_what_hands_must_do_are_sentences(
    phone: Phone, pages: list[TablePage]
) -> None:
    phone.tap("Ann deals")
    phone.tap("blue sun")
    assert aloud(pages) == (
        "Bob, clockwise, then Cat. Any sun, anything blue, a dragon or a peacock. A blue sun: Bob begins."
    )


def test_a_sheet_that_opens_says_nothing_of_its_own(phone: Phone, pages: list[TablePage]) -> None:
    phone.tap("Ann deals")
    phone.tap("blue sun")
    before = aloud(pages)
    phone.open("?sheet=menu")
    assert aloud(pages) == before
    phone.open("?sheet=seat&player=1")
    assert aloud(pages) == before


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
    assert aloud(pages) == text


#: A move of every game, and what a phone or a board that speaks says then.
_SPOKEN = [
    ("zar", [{"do": "deal", "dealer": "Ann"}], "Ann flips."),
    (
        "crazy_eights",
        [{"do": "deal", "dealer": "Ann"}, {"do": "flip", "card": "10 of diamonds"}],
        "The 10 of diamonds is turned over. Bob’s turn.",
    ),
    (
        "numzumzero",
        [{"do": "deal", "lead": "Ann", "columns": ["blue 1", "blue 2", "orange 1"]}],
        "Ann leads. Ann’s turn.",
    ),
    (
        "zarathustra",
        [{"do": "place", "player": "Ann", "tile": "sbbb", "at": "d4"}],
        "On d4: nothing falls. Ann\N{NO-BREAK SPACE}+3. Bob’s turn.",
    ),
    (
        "zero_zap",
        [{"do": "deal", "dealer": "Ann"}, {"do": "draw", "player": "Bob", "cards": 2}],
        "Bob draws 2. Bob’s turn.",
    ),
    (
        "score_sheet",
        [{"do": "round", "scores": {"Ann": 9, "Bob": 2}}],
        "Round 1: Ann +9 and Bob +2. Ann leads with 9. Round 2.",
    ),
]


@pytest.mark.parametrize(("game", "moves", "line"), _SPOKEN, ids=[each[0] for each in _SPOKEN])
def test_every_game_has_a_voice(
    ann: Visitor, pages: list[TablePage], game: str, moves: list[dict[str, object]], line: str
) -> None:
    phone = Phone(ann, new_game(ann, "Ann Bob", game))
    for move in moves:
        tap(ann, phone.game, move)
    phone.open()
    assert pages[-1].voice == line


def test_the_end_is_said_with_its_winner(ann: Visitor, pages: list[TablePage]) -> None:
    phone = Phone(ann, new_game(ann, "Ann Bob", "score_sheet"))
    phone.tap("Save round", **{"score Ann": "9", "score Bob": "2"})
    phone.open("?sheet=end")
    phone.tap("End the game")
    assert aloud(pages) == pages[-1].voice == "Ann wins."


def test_a_throw_is_said_also_where_it_shows_the_same_again(ann: Visitor, pages: list[TablePage]) -> None:
    phone = Phone(ann, new_game(ann, "Ann Bob", "score_sheet"))
    heard = []
    for _ in range(2):
        for move in ({"do": "throw", "coin": "heads"}, {"do": "throw", "starts": "Bob"}):
            tap(ann, phone.game, move)
            phone.open()
            heard.append(aloud(pages))
    assert ["heads" in said for said in heard] == [True, False, True, False]
    for _ in range(2):
        tap(ann, phone.game, {"do": "throw", "coin": "tails"})
        phone.open()
        heard.append(aloud(pages))
    assert heard[-1] != heard[-2]
    assert [said.replace("\N{ZERO WIDTH SPACE}", "") for said in heard[-2:]] == [
        "Round 1. Enter everybody’s points. The coin shows tails."
    ] * 2


def test_what_a_tap_did_to_the_moves_before_it_is_said_first(phone: Phone, pages: list[TablePage]) -> None:
    phone.tap("Ann deals")
    phone.tap("blue sun")
    phone.tap("Undo")
    assert aloud(pages).startswith("Undone: Flip: blue sun. Ann flips.")


def test_who_only_watches_hears_whose_turn_it_is(phone: Phone, cat: Visitor, pages: list[TablePage]) -> None:
    phone.tap("Ann deals")
    phone.tap("blue sun")
    assert Phone(cat, phone.game).shown.one("h1.vh")
    assert aloud(pages).startswith("Bob, clockwise, then Cat.")


def test_what_stays_keeps_its_place_and_is_not_read_again(phone: Phone, pages: list[TablePage]) -> None:
    phone.tap("Ann deals")
    phone.tap("blue sun")
    phone.tap("blue moon")
    played = pages[-1].said
    phone.tap("Undo")
    undone = pages[-1].said
    assert undone[0] == "Undone: Bob plays a blue moon."
    phone.tap("Redo")
    phone.tap("red star")
    assert phone.shown.one(".s-refused h2") == "Against the rules"
    assert pages[-1].said == played, "a refusal has a voice of its own"
    assert len(undone) == len(played)
    assert not phone.shown.table.select("[role=status]"), "a notice is said once"
    assert not phone.shown.table.select("[role=alert] h2"), "the focus says the heading"


def test_the_sum_of_a_count_and_the_cards_turned_over_are_said(ann: Visitor, pages: list[TablePage]) -> None:
    phone = Phone(ann, new_game(ann, game="numzumzero"))
    phone.tap("blue 1")
    assert pages[-1].said[-1] == "Column 1: blue 1."
    phone = Phone(ann, new_game(ann, "Ann Bob"))
    for move in (
        {"do": "deal", "dealer": "Ann"},
        {"do": "flip", "card": "blue sun"},
        {"do": "recount", "player": "Bob", "cards": 1},
        {"do": "play", "player": "Bob", "cards": ["blue moon"]},
        {"do": "out", "player": "Bob"},
    ):
        tap(ann, phone.game, move)
    phone.open("")
    phone.tap("red star")
    assert pages[-1].said[-1] == "Ann: 1 of 8 cards, 1 point."
