"""A tap takes few queries, none while the page is drawn, and no more in a long game than in a short one."""

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from django.db import connection
from django.template.loader import render_to_string
from django.test.utils import CaptureQueriesContext

from referee.table.page import TablePage
from scoring.crew.visitor import Visitor
from tests.table.page import Phone, Shown, new_game

pytestmark = pytest.mark.slow

MOST = 10
#: What the game came to is counted after it was saved, by the same request (docs/decisions/0005); its best
#: moment is looked up too, and the game that its table went on with.
MOST_OF_AN_END = 46
BOUNDS = ("BEGIN", "COMMIT")


def queries(act: Callable[[], Shown]) -> list[str]:
    """What an act asks the database; the bounds of its transaction are not counted as questions."""
    with CaptureQueriesContext(connection) as captured:
        shown = act()
    assert shown.status == 200, shown.text
    return [
        query["sql"] for query in captured if query["sql"] not in BOUNDS and "SAVEPOINT" not in query["sql"]
    ]


class Counter:
    """A phone that counts the queries of each tap."""

    def __init__(self, phone: Phone) -> None:
        self.phone = phone

    def __call__(self, name: str, *, ends: bool = False, **typed: Any) -> int:
        """`ends` says that the game is over by this tap, or goes on after its end: then it is counted too."""
        request = self.phone.request_of(self.phone.shown.find(name, typed.pop("within", "")), **typed)
        asked = queries(lambda: self.phone.send(request))
        first = next((number for number, sql in enumerate(asked) if "scoring_tally" in sql), None)
        assert (first is not None) == ends, (name, asked)
        assert len(asked) <= (MOST_OF_AN_END if ends else MOST), (name, len(asked), asked)
        return len(asked)


def test_every_tap_of_a_game_takes_at_most_10_queries(ann: Visitor) -> None:
    phone = Phone(ann, new_game(ann, "Ann Bob Cat", end={"hands": 1}))
    taps = Counter(phone)
    taps("Cat", within="form:has([name=do][value=quit])")
    taps("Cat", within="form:has([name=do][value=join])")
    taps("Ann deals")
    taps("blue sun")
    taps("blue moon")
    taps("Draw")
    taps("Pass")
    taps("winged dragon")
    taps("moon", within=".sheet")
    taps("MATCH")
    taps("Ann", within=".sheet")
    taps("star", within=".sheet")
    for name in ("Ann", "Bob", "Cat"):
        taps(name, within=".seats")
        taps("Penalty card")
        taps(name, within=".seats")
        taps("Set", cards=1)
    taps("Dispute")
    for question in ("Illegal!", "May I?", "FAQ", "GOTCHA?"):
        taps(question)
    taps("Bob", within="form:has([value='false call'])")
    taps("Bob", within=".seats")
    taps("Set", cards=1)
    taps("blue star")
    assert phone.state["phase"] == "out"
    taps("Nobody matched: out!")
    taps("Type points")
    taps("Save", points=3)
    taps("Save", points=4, ends=True)
    assert phone.state["phase"] == "over"
    for _ in range(30):
        if phone.game.length:
            taps("Undo", ends=phone.state["phase"] == "over")
    while phone.game.redoable:
        taps("Redo", ends=phone.game.redoable == 1)
    assert phone.state["phase"] == "over"


def test_who_sits_down_for_the_first_time_costs_a_few_more(ann: Visitor) -> None:
    """A player and a seat are looked for and written too, and the newcomer's face: a name that is typed.

    Three look whether the crew has room for one more, and two which colour is free.
    """
    phone = Phone(ann, new_game(ann))
    join = phone.request_of(phone.shown.find("Add"), player="Eve")
    assert len(queries(lambda: phone.send(join))) == 18
    assert [len(queries(partial(phone.tap, name))) for name in ("Undo", "Redo")] == [12, 13]


def test_what_looks_back_takes_at_most_10_queries_too(ann: Visitor) -> None:
    phone = Phone(ann, new_game(ann))
    taps = Counter(phone)
    for name in ("Ann deals", "blue sun", "blue moon", "blue star", "Dispute", "Illegal!", "Bob blue moon"):
        taps(name)
    assert taps("It was illegal: undo it") <= MOST
    phone.open()
    late = phone.request_of(phone.shown.find("Draw"))
    phone.open("?sheet=seat&player=1")
    taps("Penalty card")
    assert len(queries(lambda: phone.send(late))) <= MOST


def test_a_look_takes_four_queries_and_a_sheet_that_lists_the_hand_six(ann: Visitor) -> None:
    phone = Phone(ann, new_game(ann))
    for name in ("Ann deals", "blue sun", "blue moon"):
        phone.tap(name)
    assert len(queries(phone.open)) == 4
    assert len(queries(lambda: phone.open("?sheet=match"))) == 4
    assert len(queries(lambda: phone.open("?sheet=dispute"))) == 6


@pytest.mark.parametrize(
    "query", ["", "?sheet=dispute", "?sheet=seat&player=1", "?sheet=menu", "?sheet=match"]
)
def test_drawing_a_page_asks_the_database_nothing(ann: Visitor, pages: list[TablePage], query: str) -> None:
    phone = Phone(ann, new_game(ann))
    for name in ("Ann deals", "blue sun", "blue moon"):
        phone.tap(name)
    phone.open(query)
    with CaptureQueriesContext(connection) as captured:
        for template in ("table/table.html", "table/region.html"):
            html = render_to_string(template, {"t": pages[-1]}, request=phone.shown.response.wsgi_request)
            assert 'id="table"' in html
    assert list(captured) == []


@pytest.mark.long
def test_a_tap_takes_as_many_queries_in_a_long_game_as_in_a_short_one(ann: Visitor) -> None:
    phone = Phone(ann, new_game(ann, end={}))
    taps = Counter(phone)

    def rounds() -> list[int]:
        return [taps(name) for name in ("Draw", "Pass", "Undo", "Redo", "Dispute", "Back to the table")]

    def one_hand() -> list[int]:
        first = [taps(name) for name in ("Ann deals", "blue sun")]
        return first + [number for _ in range(3) for number in rounds()]

    def give_up() -> None:
        phone.open("?sheet=menu")
        phone.tap("End the hand or the game")
        phone.tap("Give up this hand")

    short = one_hand()
    for _ in range(120):
        phone.tap("Draw")
        phone.tap("Pass")
    assert rounds() == short[-6:]
    for _ in range(10):
        give_up()
        phone.tap("Ann deals")
        phone.tap("blue sun")
    give_up()
    assert phone.game.length > 250
    assert one_hand() == short
