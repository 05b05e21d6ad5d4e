"""NumZumZero at the table: swap equals reload for every action and sheet; what the pages show and refuse."""

from __future__ import annotations

from typing import Any, TypeVar

import pytest
from bs4 import Tag
from django.test import Client

from scoring.crew.visitor import COOKIE, Visitor
from scoring.models import Game
from tests.table.page import Phone, Shown, Twins, key_of, look, new_game, words

pytestmark = [pytest.mark.slow, pytest.mark.any_database]

FIVE = ("blue 3", "orange 7", "blue 1", "orange 2", "blue 7")


def table(ann: Visitor, names: str = "Ann Bob Cat", cards: tuple[str, ...] = FIVE, **options: Any) -> Twins:
    """A table of Ann's on which these cards were turned over; the first player leads."""
    twins = Twins(ann, names, game="numzumzero", **options)
    for card in cards:
        twins.tap(card)
    return twins


def solo(ann: Visitor, name: str = "Ann", **options: Any) -> Phone:
    """Somebody plays alone, on one phone: of two games the later one knows the score of the other."""
    phone = Phone(ann, new_game(ann, name, "numzumzero", **options))
    for card in FIVE[:3]:
        phone.tap(card)
    return phone


TableT = TypeVar("TableT", Twins, Phone)


def laid(table: TableT, *plays: tuple[str, int]) -> TableT:
    """Plays of a card on a column, by whose turn it is."""
    for card, column in plays:
        table.tap(card, column=str(column))
    return table


def ended(table: TableT) -> TableT:
    """The table ends the game as it stands."""
    table.open("?sheet=menu")
    table.tap("End the game")
    table.tap("End the game", within=".s-end")
    return table


def column(twins: Twins, number: int) -> str:
    """What a column says of itself aloud."""
    node = twins.shown.table.select_one(f"[name=column][value='{number}']")
    return str(node["aria-label"]) if node else ""


def seat(twins: Twins, name: str) -> str:
    """This player's seat in words."""
    seats = [node for node in twins.shown.table.select(".seat") if name in node.get_text()]
    return " ".join(seats[0].get_text(" ").split())


def off(shown: Shown) -> set[str]:
    """The keys that cannot be tapped."""
    return {str(key["aria-label"]) for key in shown.table.select(".pad button[disabled]")}


def collect(table: Twins | Phone) -> None:
    """Collects where that can be done, or plays, or turns over one more card."""
    keys = table.shown.table.select(".pad button:not([disabled])")
    if table.state["phase"] == "refill":
        table.tap(str(keys[0]["aria-label"]))
        return
    free = next(n for n, cards in enumerate(table.state["columns"], 1) if len(cards) < 7)
    key = next((key for key in keys if collects(key)), keys[0])
    table.tap(str(key["aria-label"]), column=collects(key) or str(free))


def collects(key: Tag) -> str:
    """The number of the first column that a key would collect, "" for none."""
    names = [str(name) for name in key.get_attribute_list("class")]
    return next((name[1:] for name in names if name[:1] == "c" and name[1:].isdigit()), "")


# --- the ordinary course of a game ----------------------------------------------------------------------


def test_the_table_says_who_leads_and_taps_in_the_cards_it_turned_over(ann: Visitor) -> None:
    twins = Twins(ann, game="numzumzero")
    assert "Turn over 5 cards" in twins.shown.one("h1")
    twins.tap("blue 3")
    twins.tap("Bob", within=".leads")
    twins.tap("orange 7")
    twins.tap("blue 2")
    twins.tap("Undo")
    twins.tap("Take blue 3 away")
    for card in ("blue 1", "orange 2", "blue 7", "blue 7"):
        twins.tap(card)
    assert twins.script.bodies == [
        {"do": "deal", "lead": "Bob", "columns": ["orange 7", "blue 1", "orange 2", "blue 7", "blue 7"]}
    ]
    assert twins.shown.one(".now h1 span") == "Bob"
    assert twins.shown.one(".pile b") == "45"


def test_a_play_is_a_tap_on_the_column_and_one_on_the_card(ann: Visitor) -> None:
    twins = laid(table(ann), ("orange 2", 1))
    assert twins.state["columns"][0] == ["blue 3", "orange 2"]
    assert column(twins, 1) == "Column 1: 3 blue, 2 orange, orange 1 collects"
    assert twins.shown.one(".now h1 span") == "Bob"


def test_a_card_tapped_first_asks_for_its_column_and_says_what_it_would_do_there(ann: Visitor) -> None:
    twins = table(ann)
    twins.tap("orange 3")
    assert twins.shown.one(".s-column .match") == "Column 1 3 : 3, +1"
    twins.tap("Column 1")
    assert twins.state["tokens"]["Ann"] == 1
    assert seat(twins, "Ann") == "Ann A , 1 token , +1"


def test_every_column_shows_its_sums_and_the_one_card_that_would_collect_it(ann: Visitor) -> None:
    twins = laid(table(ann), ("orange 3", 1), ("orange 7", 2))
    assert column(twins, 1) == "Column 1: empty"
    assert column(twins, 2) == "Column 2: 0 blue, 14 orange, 14 apart"
    assert column(twins, 4) == "Column 4: 0 blue, 2 orange, blue 2 collects"
    key = twins.shown.table.select_one(".k[value='blue 2']")
    assert key is not None
    assert "c4" in key.get_attribute_list("class")


def test_a_seventh_card_that_does_not_collect_costs_a_token(ann: Visitor) -> None:
    twins = laid(table(ann, "Ann Bob", FIVE[:3]), ("orange 3", 1), *[("orange 7", 2)] * 3)
    laid(twins, ("orange 6", 2), ("orange 6", 2))
    assert "one card more is the seventh" in column(twins, 2)
    twins.tap("blue 1")
    assert "the seventh, −1" in twins.shown.find("Column 2").get_text()
    twins.tap("Column 2")
    assert twins.state["tokens"] == {"Ann": 0, "Bob": 0}
    assert "−1" in seat(twins, "Ann")
    assert "full" in column(twins, 2)


def test_a_full_column_is_refused_with_its_clause_and_can_be_overruled(ann: Visitor) -> None:
    twins = laid(table(ann, "Ann Bob", FIVE[:3]), *[("orange 7", 2)] * 3, *[("orange 6", 2)] * 3)
    twins.refused("blue 7", column="2")
    assert "Column 2 is full with 7 cards" in twins.shown.one(".s-refused .why")
    assert "Rule 5" in twins.shown.one(".s-refused .because summary")
    twins.tap("Allow it", overruled="Ann is new to it")
    assert len(twins.state["columns"][1]) == 8


def test_a_card_of_which_no_copy_is_left_is_off(ann: Visitor) -> None:
    twins = table(ann, cards=("blue 7", "blue 7", "blue 7", "blue 6"))
    assert off(twins.shown) == set()
    twins.tap("blue 7")
    assert off(twins.shown) == {"blue 7"}


def test_a_cleared_field_asks_for_new_cards_and_gives_two_tokens(ann: Visitor) -> None:
    twins = laid(
        table(ann, "Ann Bob", FIVE[:3]), ("orange 3", 1), ("blue 7", 2), ("orange 1", 3)
    )  # fmt: skip
    assert twins.shown.one(".now h1") == "Ann cleared the field"
    assert twins.shown.one(".action.do .tiles") == "Ann takes 2 tokens ; Turn over 3 cards"
    assert seat(twins, "Ann") == "Ann A , 3 tokens , +2"
    for card in ("blue 2", "blue 4", "orange 5"):
        twins.tap(card)
    assert twins.shown.one(".now h1 span") == "Bob"


@pytest.mark.long
def test_a_whole_game_is_tapped_to_the_winner_and_back_again_one_by_one(ann: Visitor) -> None:
    twins = table(ann, "Ann Bob", FIVE[:3])
    while twins.state["phase"] != "over":
        collect(twins)
    assert twins.shown.one("h1") == f"{twins.state['winners'][0]} wins"
    assert (
        twins.shown.one(".why-over")
        == f"{twins.state['winners'][0]} reached 7 tokens: that ends the game. Rule 8"
    )
    seen = list(twins.looks)
    for before in reversed(seen[:-1]):
        twins.tap("Undo")
        assert twins.looks[-1] == before
    assert twins.state["phase"] == "deal"
    for after in seen[1:]:
        twins.tap("Redo")
        assert twins.looks[-1] == after
    assert twins.state["phase"] == "over"


# --- the ends --------------------------------------------------------------------------------------------


def test_bonus_marks_are_a_tap_for_each_player_and_collected_cards_show_only_at_the_end(
    ann: Visitor,
) -> None:
    twins = laid(table(ann, advanced=True), ("orange 3", 1), ("blue 7", 2))
    ended(twins)
    assert twins.state["phase"] == "bonus"
    assert "Value" not in twins.shown.text
    twins.tap("Bob", within=".losers")
    twins.tap("Bob: +2")
    twins.tap("Save", tokens="9")
    assert twins.shown.one(".losers .done b") == "+9"
    assert {node.get_text() for node in twins.shown.table.select(".digits [disabled]")} == {
        f"+{number}" for number in range(1, 8)
    }
    twins.tap("Cat: 0")
    assert twins.shown.one("h1") == "Ann wins"
    rows = [row.get_text(" ").split() for row in twins.shown.table.select(".standings tbody tr")]
    assert rows == [
        ["1", "Ann", "10", "+9", "2", "6"],
        ["2", "Bob", "3", "+2", "2", "14"],
        ["3", "Cat", "0", "0", "0", "0"],
    ]


def test_a_tie_is_broken_step_by_step_and_each_step_is_shown(ann: Visitor) -> None:
    twins = laid(table(ann), ("orange 3", 1), ("blue 7", 2))
    twins.open("?sheet=end")
    assert twins.shown.one(".s-end .wins") == "Bob wins"
    why = [line.get_text() for line in twins.shown.table.select(".s-end .why p")]
    assert len(why) == 3
    assert why[-1] == "Highest total of the cards collected, 14: Bob."
    ended(twins)
    steps = [node.get_text(" ") for node in twins.shown.table.select(".steps li")]
    assert [step.split(":")[0] for step in steps] == [
        "Most tokens, 1",
        "Most cards collected, 2",
        "Highest total of the cards collected, 14",
    ]
    assert twins.shown.one("h1") == "Bob wins"
    assert twins.shown.one(".detail") == "Highest total of the cards collected, 14: Bob."


def test_nobody_wins_when_every_tie_break_leaves_a_tie(ann: Visitor) -> None:
    twins = table(ann)
    ended(twins)
    assert twins.shown.one("h1") == "Nobody wins"
    assert not twins.shown.table.select(".burst")
    assert twins.shown.one(".p1 .stair i") == "="
    assert not twins.shown.table.select("[aria-label=won]")


def waste(table: Twins | Phone) -> None:
    """Plays a card where it collects nothing, if there is such a card."""
    for key in table.shown.table.select(".pad button:not([disabled])"):
        marks = key.get_attribute_list("class")
        for number, cards in enumerate(table.state["columns"], 1):
            if len(cards) < 6 and f"c{number}" not in marks:
                table.tap(str(key["aria-label"]), column=str(number))
                return
    collect(table)


def test_a_last_token_is_announced(ann: Visitor) -> None:
    twins = table(ann, "Ann Bob", FIVE[:3])
    while max(twins.state["tokens"].values()) < 5 or twins.state["phase"] == "refill":
        collect(twins)
    waste(twins)
    collect(twins)
    assert twins.state["tokens"] == {"Ann": 6, "Bob": 4}
    assert twins.shown.one(".follow") == "One more token for Ann ends the game."


def test_the_last_play_is_announced(ann: Visitor) -> None:
    phone = solo(ann)
    while phone.state["drawpile"] > 4 or phone.state["phase"] == "refill":
        collect(phone)
    while phone.state["drawpile"]:
        waste(phone)
    assert phone.shown.one(".demand") == "Last play: nothing is left to draw."


def test_a_solo_score_is_held_against_the_best_of_earlier_ones(ann: Visitor, dan: Visitor) -> None:
    first = solo(ann)
    assert first.shown.one(".follow") == "No score to beat yet."
    laid(first, ("orange 3", 1), ("blue 7", 2))
    ended(first)
    assert first.shown.one("h1") == "Ann: 2 tokens"
    assert "This is the first Solo score" in first.shown.one(".detail")
    ended(laid(solo(dan, "Dan"), ("orange 3", 1), ("blue 7", 2), ("orange 1", 3)))
    second = solo(ann, "Bob")
    assert second.shown.one(".follow") == "The score to beat: 2, by Ann."
    laid(second, ("orange 3", 1))
    ended(second)
    assert second.shown.one(".detail") == "The best score is still 2, by Ann."
    other = solo(ann, boxes=2)
    assert other.shown.one(".follow") == "No score to beat yet."


def test_a_tap_in_a_solo_game_asks_the_database_no_more_than_eight_times(
    ann: Visitor, django_assert_max_num_queries: Any
) -> None:
    phone = solo(ann)
    request = phone.request_of(phone.shown.find("orange 3"), column="1")
    with django_assert_max_num_queries(8 + 2):  # two of the savepoint that the test itself lives in
        phone.send(request)
    assert phone.shown.status == 200


# --- sheets, refusals, corrections ------------------------------------------------------------------------


def test_the_sheets_open_by_their_address_and_nonsense_opens_none(ann: Visitor) -> None:
    twins = table(ann)
    twins.tap("Menu")
    twins.tap("Back to the table")
    for query in ("?sheet=column&card=blue+9", "?sheet=column", "?sheet=nothing"):
        twins.open(query)
        assert not twins.shown.table.select(".sheet"), query


@pytest.mark.parametrize(
    "fields",
    [
        {"card": "blue 9", "column": "1", "player": "Ann"},
        {"card": "blue 3", "column": "9", "player": "Ann"},
        {"card": "blue 3", "column": "x" * 50, "player": "Ann"},
        {"card": "blue 3", "column": "1", "player": "Bob"},
        {"card": "blue 3", "player": "Dan"},
        {"card": "blue 3", "player": "Bob"},
        {"card": "", "column": "1", "player": "Ann"},
        {"do": "deal", "lead": "Ann", "columns": "blue 3"},
        {"do": "refill", "columns": "blue 3"},
        {"do": "bonus", "player": "Ann", "tokens": "-1"},
        {"do": "bonus", "player": "Ann", "tokens": "9" * 400},
        {"do": "void"},
        {"do": "\u202e"},
    ],
)
def test_junk_is_refused_in_words_and_changes_nothing(ann: Visitor, fields: dict[str, str]) -> None:
    phone = table(ann).script
    request = phone.request_of(phone.shown.find("orange 3"))
    kept = tuple(pair for pair in request.fields if pair[0] in ("key", "csrfmiddlewaretoken", "version"))
    before = phone.state
    sent = type(request)("post", request.address, (*kept, *fields.items()))
    shown = phone.send(sent)
    assert shown.status == 422
    assert len(shown.one(".s-refused .why")) > 10
    assert phone.state == before


def test_junk_in_the_address_of_a_table_is_passed_over(ann: Visitor) -> None:
    phone = Phone(ann, new_game(ann, game="numzumzero"))
    for query in ("?lead=Dan&cards=red+3&cards=" + "x" * 999, "?" + "cards=blue+7&" * 60, "?cards=%00"):
        assert phone.open(query).status == 200
        assert "Turn over 5 cards" in phone.shown.text


def test_a_play_is_corrected_and_what_follows_from_it_is_shown_first(ann: Visitor) -> None:
    phone = laid(table(ann), ("orange 3", 1), ("blue 6", 2)).script
    url = f"{phone.url}correct/2/"
    shown = phone.open("correct/2/")
    assert [str(node["value"]) for node in shown.soup.select(".pad .k.on, [name=column][checked]")] == [
        "1",
        "orange 3",
    ]
    fields = key_of(shown) | {"player": "Ann", "card": "orange 4", "column": "1"}
    seen = Shown(phone.client.post(url, fields, follow=True))
    assert "Ann: 0 tokens instead of 1." in seen.one(".effects")
    assert phone.state["tokens"]["Ann"] == 1
    phone.client.post(url, fields | {"save": "1"})
    assert phone.state["columns"][0] == ["blue 3", "orange 4"]
    assert phone.state["tokens"]["Ann"] == 0


@pytest.mark.parametrize(
    ("n", "sent"),
    [
        (1, {"do": "deal", "lead": "Ann", "columns": "junk"}),
        (2, {"player": "Ann", "card": "orange 3", "column": "junk"}),
        (4, {"do": "bonus", "player": "Ann", "tokens": "junk"}),
    ],
)
def test_junk_in_a_correction_is_refused_in_words(ann: Visitor, n: int, sent: dict[str, str]) -> None:
    phone = ended(laid(solo(ann, advanced=True), ("orange 3", 1)))
    phone.tap("Ann: +1")
    fields = key_of(phone.open(f"correct/{n}/")) | sent | {"save": "1"}
    answer = Shown(phone.client.post(f"{phone.url}correct/{n}/", fields))
    assert answer.status == 422
    assert answer.one("[role=alert]")
    assert phone.game.version == 4


# --- the pages around the table ---------------------------------------------------------------------------


def client(ann: Visitor) -> Client:
    found = Client()
    found.cookies[COOKIE] = ann.token
    return found


@pytest.mark.parametrize(
    ("names", "fields", "words"),
    [
        (5, {"boxes": "1"}, "5 players need at least 2 boxes."),
        (2, {"boxes": "0"}, "whole number from 1 to 99"),
        (2, {"boxes": "many"}, "whole number from 1 to 99"),
        (2, {"advanced": "x"}, "Choose Basic or Advanced"),
        (13, {}, "13 names are too many:"),
        (0, {}, "Type at least 1 name."),
    ],
)
def test_what_cannot_be_agreed_on_is_said_and_what_was_typed_stays(
    ann: Visitor, names: int, fields: dict[str, str], words: str
) -> None:
    sent = {"name": [f"Player {n}" for n in range(names)], "start": "1"} | fields
    page = Shown(client(ann).post("/new/numzumzero/", sent))
    assert page.status == 422
    assert words in page.one(".errors")
    assert not Game.objects.exists()


def test_a_game_is_agreed_on_and_a_rematch_remembers_it(ann: Visitor) -> None:
    phone = client(ann)
    sent = {"name": ["Ann", "Bob", ""], "advanced": "1", "boxes": "2", "start": "1"}
    assert phone.post("/new/numzumzero/", sent).status_code == 303
    game = Game.objects.get()
    assert game.options == {"advanced": True, "boxes": 2}
    again = Shown(phone.get(f"/new/numzumzero/?rematch={game.public_id}"))
    assert again.soup.select_one("[name=advanced][value='1'][checked]")
    assert again.soup.select_one("[name=boxes][value='2']")


def test_a_game_without_hands_shows_what_every_move_scored(ann: Visitor) -> None:
    table = laid(solo(ann), ("orange 3", 1), ("blue 7", 2), ("orange 1", 3))
    for card in FIVE[:3]:
        table.tap(card)
    phone, url = client(ann), f"/games/{table.game.public_id}/"
    page = Shown(phone.get(url))
    rows = [words(row) for row in page.soup.select("[aria-labelledby=moves] .sheetlike tbody tr")]
    assert rows[-1] == "4 Ann field emptied Rule 9 +1"
    assert len(rows) == 4, rows
    assert "Hand" not in page.text
    ended(table)
    assert Shown(phone.get(url)).one("h1") == "Ann: 4"
    assert "Ann played NumZumZero" in Shown(phone.get("/games/")).text


def test_two_looks_at_one_table_are_alike(ann: Visitor) -> None:
    twins = table(ann)
    assert look(twins.script.open()) == look(twins.plain.open())
