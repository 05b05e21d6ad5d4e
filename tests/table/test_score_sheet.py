"""The score sheet on the table: whatever is written down adds up, and every number can be put right."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from django.db import connection
from django.http import QueryDict
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from referee.crew.outcome import ranks
from referee.games.registry import GAMES, PRESENTERS
from referee.games.score_sheet.dispute import added_up
from referee.games.score_sheet.entry import form, number, number_text
from referee.rules.engine import Fold, Refused, Ruling
from referee.rules.score_sheet import GAME, formulas
from referee.rules.score_sheet.reading import read
from referee.rules.score_sheet.shelf import shelf
from referee.server.management.commands.check_record import replays
from referee.table import correction
from referee.web.wording import instead_of
from scoring.crew.visitor import COOKIE, Visitor
from scoring.log import tap_keys
from scoring.models import Game, Hand
from tests import taps
from tests.crew.browser import Browser
from tests.crew.games import tap
from tests.table.page import Phone, Shown, Twins, client_of, new_game, sent_fields, words

pytestmark = pytest.mark.slow


@pytest.fixture
def twins(ann: Visitor) -> Twins:
    """Ann's two phones, one without scripts, at two new sheets of Ann, Bob and Cat."""
    return Twins(ann, game="score_sheet")


#: The fields of a hand of Hearts.
HEARTS = tuple(f"n taken {name}" for name in ("Ann", "Bob", "Cat", "Dan"))


def numbers(**points: object) -> dict[str, Any]:
    """What is typed into the blanks of a round."""
    return {f"score {name}": str(value) for name, value in points.items()}


def totals(shown: Shown) -> dict[str, str]:
    """What stands under each name, as it is read."""
    heads = shown.soup.select(".tallies thead th")[1:]
    return {
        words(head.select_one(".col-name")).split(" ")[-1]: " ".join(
            part.get_text() for part in head.select("b, small")
        )
        for head in heads
    }


def rows(shown: Shown) -> list[list[str]]:
    """The rounds as they stand on the sheet, newest last."""
    return [
        [cell.get_text(strip=True) for cell in row.select("th, td")]
        for row in shown.soup.select(".tallies tbody tr")
    ]


def tell(ann: Visitor, game: Game, *moves: dict[str, Any]) -> None:
    """Moves made one after the other; none is refused."""
    for move in moves:
        key = tap_keys.new_key(Game.objects.get(pk=game.pk))
        assert taps.make(ann, game.public_id, key, move).reply.refused is None, move


def people(twins: Twins) -> None:
    """Opens the sheet of those who come and go."""
    twins.tap("Menu")
    twins.tap("Add or remove players")


def test_rounds_add_up_under_the_names_with_the_last_change_and_the_leader(twins: Twins) -> None:
    twins.tap("Save round", **numbers(Ann=12, Bob=-3, Cat="2,5"))
    shown = twins.tap("Save round", called="The  long  one", **numbers(Ann=0, Bob="−4", Cat=10))
    assert totals(shown) == {"Ann": "12 0", "Bob": "−7 −4", "Cat": "12.5 +10"}
    assert rows(shown) == [["1", "12", "−3", "2.5"], ["The long one", "0", "−4", "10"]]
    crowned = shown.soup.select_one("th:has([aria-label=leads]) .col-name")
    assert crowned is not None
    assert words(crowned) == "Cat"
    assert "12.5 leads: Cat" in shown.one("h1")
    assert twins.state["rounds"][1]["name"] == "The long one"
    twins.tap("Undo")
    assert rows(twins.shown) == [["1", "12", "−3", "2.5"]]
    twins.tap("Redo")
    assert totals(twins.shown)["Bob"] == "−7 −4"


def test_nobody_leads_while_all_are_level(ann: Visitor) -> None:
    phone = Phone(ann, new_game(ann, "Ann Bob", "score_sheet"))
    for scores, said in (({"Ann": 5, "Bob": 5}, "Round 2"), ({"Ann": 0, "Bob": 1}, "Round 3 6 leads: Bob")):
        tell(ann, phone.game, {"do": "round", "scores": scores})
        assert phone.open().one("h1") == said
        assert len(phone.shown.soup.select(".tallies [aria-label=leads]")) == ("leads" in said)


def test_nobody_leads_by_having_entered_nothing(ann: Visitor) -> None:
    phone = sheet_of(ann, "carcassonne", "Ann Bob Cat").phones[0]
    assert not phone.open().soup.select(".tallies [aria-label=leads]")
    tell(ann, phone.game, {"do": "entry", "players": {"Cat": {"what": "road", "number": 3}}})
    assert words(phone.open().soup.select(".tallies th:has([aria-label=leads])")[0]) == "C Cat 3 +3"


def test_what_was_counted_stands_before_its_number(ann: Visitor) -> None:
    phone = sheet_of(ann, "carcassonne", "Ann Bob").phones[0]
    tell(ann, phone.game, {"do": "entry", "players": {"Ann": {"what": "field", "number": 3}}})
    assert rows(phone.open())[0] == ["", "9Field 3", "blank"]
    assert (_last_logged(phone), _last_logged(phone, ".entered")) == ("Ann +9", "Field 3")
    darts = sheet_of(ann, "darts_501", "Ann Bob").phones[0]
    tell(ann, darts.game, {"do": "entry", "players": {"Ann": {"thrown": 45}}})
    assert (_last_logged(darts), _last_logged(darts, ".entered")) == ("Ann −45", "Thrown 45")


def test_a_cell_of_a_sheet_says_once_more_what_it_is_and_not_whose(ann: Visitor) -> None:
    phone = sheet_of(ann, "seven_wonders", "Ann Bob").phones[0]
    shown = phone.open("?row=military&who=Ann")
    assert (shown.one("h1"), shown.one(".blanks .asked")) == ("Ann: Military", "Military")


def test_nobody_leads_before_somebody_has_cashed_out(ann: Visitor) -> None:
    phone = sheet_of(ann, "poker_chips", "Ann Bob Cat").phones[0]
    for name, what, amount, ahead in (
        *(("Ann", "in", 50, 0), ("Bob", "in", 60, 0), ("Cat", "in", 70, 0)),
        ("Cat", "out", 65, 1),
    ):
        tell(ann, phone.game, {"do": "entry", "players": {name: {"what": what, "amount": amount}}})
        assert len(phone.open().soup.select(".tallies [aria-label=leads]")) == ahead
    assert phone.shown.one("h1") == "Choose a player −5 leads: Cat"
    # It is counted in one way, as in the log.
    assert [row[0] for row in rows(phone.shown)] == ["", ""]
    assert "Entry 4: Cat +65." in phone.shown.text


@pytest.mark.parametrize("key", ["poker_chips", "carcassonne", "cribbage"])
def test_where_nobody_is_next_nobody_is_chosen_before_they_are(ann: Visitor, key: str) -> None:
    twins = sheet_of(ann, key, "Ann Bob")
    assert twins.shown.one("h1") == "Choose a player"
    assert not twins.shown.soup.select("[aria-current], .blanks, .numpad")
    assert "Choose a player first." in twins.refused("Save").one(".why")
    chosen = twins.phones[0].open("?who=Bob")
    assert chosen.one("h1") == "Bob"
    assert chosen.one(".whose-turn [aria-current]") == "Bob"
    assert chosen.soup.select(".blanks")


def test_a_minus_can_be_tapped_where_the_keys_have_none(twins: Twins) -> None:
    for phone in twins.phones:
        request = phone.request_of(phone.shown.find("Save round"), **numbers(Ann=7, Bob=8, Cat=9))
        phone.send(type(request)(request.method, request.address, (*request.fields, ("minus", "score Bob"))))
    twins.check()
    assert totals(twins.shown) == {"Ann": "7 +7", "Bob": "−8 −8", "Cat": "9 +9"}


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        (
            {"Ann": "1", "Bob": "-1", "Cat": "many"},
            "many is no number: enter one for Cat, such as 12 or −3.",
        ),
        *(
            (
                {"Ann": "1", "Bob": "-1", "Cat": "9" * many},
                "That number is too large: a sheet takes from −1,000,000,000 to 1,000,000,000.",
            )
            for many in (10, 11, 24)
        ),
    ],
)
def test_a_round_that_is_refused_is_still_typed_in(twins: Twins, typed: dict[str, str], said: str) -> None:
    for phone in twins.phones:
        request = phone.request_of(phone.shown.find("Save round"), **numbers(Ann=0, Bob=0, Cat=0))
        for name, value in {**numbers(**typed), "called": "First"}.items():
            request = request.with_field(name, value)
        phone.send(request)
    twins._check_refused([0, 0])
    shown = twins.shown
    assert said in shown.one(".why")
    kept = {str(node["name"]): str(node["value"]) for node in shown.soup.select(".blank > input")}
    assert kept == numbers(**typed) | ({"score Bob": typed["Bob"].lstrip("-")})
    checked = [str(node["value"]) for node in shown.soup.select("[name=minus][checked]")]
    assert checked == ["score Bob"]
    twins.tap("Save round", **numbers(Bob=1, Cat=3))
    assert rows(twins.shown)[-1][0] == "First"


def test_every_sheet_says_in_the_same_words_that_a_number_is_too_large(ann: Visitor) -> None:
    sheet = msgspec.to_builtins(shelf()["golf"])
    phone = Phone(ann, new_game(ann, game="score_sheet", wins="low", sheet=sheet))
    for many in (10, 11, 24):
        shown = phone.tap("Save", **{"n cards Ann": "9" * many, "n cards Bob": "1", "n cards Cat": "1"})
        assert "from −1,000,000,000 to 1,000,000,000" in shown.one(".why")
        assert phone.game.version == 0


def test_blanks_count_as_0_once_somebody_says_so(twins: Twins) -> None:
    for phone in twins.phones:
        request = phone.request_of(phone.shown.find("Save round"), **numbers(Ann=0, Bob=0, Cat=0))
        for name, value in numbers(Ann="4+5", Bob="", Cat="").items():
            request = request.with_field(name, value)
        shown = phone.send(request)
        assert shown.one(".sheet .why") == "Nothing is entered for Bob and Cat."
        assert phone.game.version == 0
        assert [str(node["value"]) for node in shown.soup.select(".blank > input")] == ["4+5", "", ""]
        phone.tap("Yes, 0")
    twins.check()
    assert rows(twins.shown) == [["1", "9", "0", "0"]]


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("", "Nothing is entered for Bob and Cat."),
        ("settlements", "Blank: Settlements for Cat, Cities for Bob and Cat."),
    ],
)
def test_what_is_blank_is_named_where_somebody_has_a_number(ann: Visitor, typed: str, said: str) -> None:
    twins = sheet_of(ann, "catan", "Ann Bob Cat")
    for phone in twins.phones:
        request = phone.request_of(phone.shown.find("Save"))
        entered = {"n settlements Ann": "4", "n cities Ann": "3"} | ({f"n {typed} Bob": "2"} if typed else {})
        for name, value in entered.items():
            request = request.with_field(name, value)
        assert phone.send(request).one(".sheet .why") == said


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ({"Ann": "13", "Bob": "13"}, ""),
        ({"Ann": "5", "Bob": "3"}, "8 of 26 points are given. Nothing is entered for Cat and Dan."),
        ({"Ann": "13", "Bob": "14"}, "27 of 26 points are given. Nothing is entered for Cat and Dan."),
        # All is entered, and cannot be: nothing is asked.
        (
            dict(zip(("Ann", "Bob", "Cat", "Dan"), ["26", "3", "0", "0"], strict=True)),
            "29 of 26 points are given.",
        ),
    ],
)
def test_blanks_are_asked_about_only_where_they_can_be_nothing_or_something(
    ann: Visitor, typed: dict[str, str], said: str
) -> None:
    twins = sheet_of(ann, "hearts", "Ann Bob Cat Dan")
    for phone in twins.phones:
        request = phone.request_of(phone.shown.find("Save"), **dict.fromkeys(HEARTS, "0"))
        for name in HEARTS:
            request = request.with_field(name, typed.get(name.removeprefix("n taken "), ""))
        shown = phone.send(request)
        assert "Does blank mean 0?" not in shown.text
        if said:
            assert said in shown.one(".sheet .why")
            assert phone.game.version == 0
    if not said:
        twins.check()
        assert rows(twins.shown) == [["1", "13", "13", "0", "0"]]
        assert twins.state["rounds"][0]["entries"]["Cat"] == {"taken": 0}


def test_what_is_wrong_whatever_a_blank_means_is_put_right_before_it_is_asked_about(ann: Visitor) -> None:
    twins = sheet_of(ann, "canasta", "Ann Bob Cat Dan")
    given = {
        "n naturals Ann": "1",
        "n mixed Ann": "2",
        "n red Ann": "2",
        "n left Ann": "0",
        "c out": "Ann",
    }
    theirs = {"n red Bob": "1", "n left Bob": "80", "n melded Bob": ""}
    wrong = twins.refused("Save", **given, **theirs, **{"n melded Ann": "402"})
    assert "Ann & Cat: cards count in fives, so 402 on the table is not possible." in wrong.one(".why")
    phone = twins.phones[0]
    request = phone.request_of(phone.open().find("Save"), **given, **theirs, **{"n melded Ann": "400"})
    assert "Does blank mean 0?" in phone.send(request).text


def test_what_is_typed_is_in_the_totals_before_it_is_saved(ann: Visitor) -> None:
    phone = Phone(ann, new_game(ann, "Ann Bob", "score_sheet"))
    tell(ann, phone.game, {"do": "round", "scores": {"Ann": 12, "Bob": 7}})
    shown = phone.open("?do=round&score+Ann=3%2B4&score+Bob=&typed=2")
    assert totals(shown) == {"Ann": "19 +7", "Bob": "7 +7"}
    assert [words(part) for part in shown.soup.select(".so-far")] == ["19"]
    assert totals(phone.open()) == {"Ann": "12 +12", "Bob": "7 +7"}


def test_a_sheet_counts_what_is_typed_by_its_own_rule(ann: Visitor) -> None:
    phone = sheet_of(ann, "catan", "Ann Bob Cat").phones[0]
    ann_and_bob = "n+settlements+Ann=3&n+cities+Ann=2&n+settlements+Bob=&n+cities+Bob=1"
    typed = f"?do=entry&typed=1&{ann_and_bob}&n+settlements+Cat={{}}&c+road=Cat"
    assert sums(phone.open(typed.format(""))) == ["7 +7", "2 +2", "0"]
    assert sums(phone.open(typed.format("2"))) == ["7 +7", "2 +2", "4 +4"]
    # A trick that is not there yet refuses no total; bids are worth nothing.
    wizard = sheet_of(ann, "wizard", "Ann Bob Cat").phones[0]
    assert list(totals(wizard.open("?do=bids&typed=1&n+bid+Ann=1")).values()) == ["0 ", "0 ", "0 "]
    bids = {name: {"bid": 1} for name in ("Ann", "Bob", "Cat")}
    tell(ann, wizard.game, {"do": "bids", "players": bids})
    counted = wizard.open("?do=result&typed=1&n+tricks+Ann=1&n+tricks+Bob=&n+tricks+Cat=")
    # A sum that came out has nothing more for anybody.
    assert list(totals(counted).values()) == ["30 +30", "−10 −10", "−10 −10"]
    # Whoever bid in a column has their tricks there too, below the bid.
    assert [words(part) for part in counted.soup.select("tfoot td")] == ["Bid 1", "Bid 1", "Bid 1"]
    # What has to be chosen first is not counted as if it were.
    skat = sheet_of(ann, "skat", "Ann Bob Cat").phones[0]
    typed = "?do=entry&typed=1&c+game=grand&c+declarer=Ann&n+matadors=1&c+came={}"
    assert list(totals(skat.open(typed.format(""))).values()) == ["0 ", "0 ", "0 "]
    assert list(totals(skat.open(typed.format("won"))).values()) == ["48 +48", "0 ", "0 "]
    # A sum may still grow, and nobody has what is beyond it; of partners half of it says nothing.
    hearts = sheet_of(ann, "hearts", "Ann Bob Cat").phones[0]
    typed = "?do=entry&typed=1&n+taken+Ann={}&n+taken+Bob={}&n+taken+Cat="
    for points, told in (
        ((10, 3), ["+10", "+3", ""]),
        ((26, ""), ["0", "+26", "+26"]),
        ((26, 3), ["", "", ""]),
    ):
        changes = [each.split(" ")[1] for each in totals(hearts.open(typed.format(*points))).values()]
        assert changes == told, points
    spades = sheet_of(ann, "spades", "Ann Bob Cat Dan").phones[0]
    tell(
        ann,
        spades.game,
        {"do": "bids", "players": {name: {"bid": 3} for name in ("Ann", "Bob", "Cat", "Dan")}},
    )
    assert not spades.open("?do=result&typed=1&n+tricks+Ann=3").soup.select(".so-far")
    # Both sides of a table are counted, whichever has something of its own; not before what all hangs on.
    jass = sheet_of(ann, "jass", "Ann Bob Cat Dan").phones[0]
    typed = "?do=entry&typed=1&c+chooser=Ann&n+taken={}&n+weis+Ann=&n+weis+Bob={}"
    assert sums(jass.open(typed.format("", ""))) == ["0", "0"]
    assert sums(jass.open(typed.format("100", ""))) == ["100 +100", "57 +57"]
    assert sums(jass.open(typed.format("100", "20"))) == ["100 +100", "77 +77"]


def test_what_cannot_be_is_in_nobodys_total(ann: Visitor) -> None:
    golf = sheet_of(ann, "golf", "Ann Bob").phones[0]
    shown = golf.open("?do=entry&typed=1&n+cards+Ann=-1050&n+cards+Bob=12")
    assert list(totals(shown).values()) == ["0 ", "12 +12"]
    tichu = sheet_of(ann, "tichu", "Ann Bob Cat Dan").phones[0]
    for cards, told in (("63", ["0", "0"]), ("130", ["0", "0"]), ("65", ["65", "35"])):
        shown = tichu.open(f"?do=entry&typed=1&c+out=Ann&n+cards={cards}")
        assert [words(total) for total in shown.soup.select("thead b")] == told


def sums(shown: Shown) -> list[str]:
    """The totals of a table of players and fields, with what is typed."""
    return [
        " ".join(filter(None, (part.get_text() for part in cell.select("[data-sum]"))))
        for cell in shown.soup.select(".sums")
    ]


def test_fields_stand_in_the_sheets_own_order(ann: Visitor) -> None:
    names = [
        str(node["name"])
        for node in sheet_of(ann, "catan", "Ann Bob").shown.soup.select("#noting input[id], #noting select")
    ]
    own = ["settlements", "cities", "cards", "more"]
    assert names == [*(f"n {key} {who}" for who in ("Ann", "Bob") for key in own), "c road", "c army"]


def test_whoever_serves_first_is_marked_by_what_they_do(ann: Visitor) -> None:
    head = sheet_of(ann, "badminton", "Ann Bob", first="Ann").shown.soup.select("thead .deals")
    assert [words(mark) for mark in head] == ["S serves first:"]
    setup = client_of(ann).get(reverse("setup", args=["score_sheet"]), {"sheet": "badminton"})
    assert "<legend>Who serves first?</legend>" in setup.text


def test_those_who_have_all_in_common_have_one_line(ann: Visitor) -> None:
    def lines(key: str) -> list[str]:
        shown = sheet_of(ann, key, "Ann Bob Cat Dan").shown
        return [words(name) for name in shown.soup.select(".blanks tbody th")]

    assert lines("jass") == ["D deals: Ann Cat", "Bob Dan"]
    calls = sheet_of(ann, "tichu", "Ann Bob Cat Dan").shown.soup.select(".blanks select")[:4]
    assert [str(call["aria-label"]).removesuffix(": Called") for call in calls] == [
        "Ann",
        "Bob",
        "Cat",
        "Dan",
    ]
    shown = sheet_of(ann, "canasta", "Ann Bob Cat Dan").shown
    labels = [str(field["aria-label"]) for field in shown.soup.select(".blanks tbody [data-cell]")]
    assert labels[0] == "Ann & Cat: Natural"
    assert len(labels) == 10
    # Two play each for themselves.
    two = sheet_of(ann, "canasta", "Ann Bob").shown
    assert two.soup.select("[data-cell]")[0]["aria-label"] == "Ann: Natural"


def test_no_empty_sheet_stands_above_lines_that_have_their_totals(ann: Visitor) -> None:
    assert sheet_of(ann, "hearts", "Ann Bob Cat").shown.soup.select(".tallies")
    jass = sheet_of(ann, "jass", "Ann Bob Cat Dan").phones[0]
    assert not jass.shown.soup.select(".tallies")
    deal = {"players": {"Ann": {"weis": 0}, "Bob": {"weis": 0}}, "table": {"chooser": "Ann", "taken": 100}}
    tell(ann, jass.game, {"do": "entry", **deal})
    assert rows(jass.open())[0] == ["1", "100", "57"]


def test_partners_have_one_column_and_each_of_their_numbers_stands_there_once(ann: Visitor) -> None:
    belote = sheet_of(ann, "belote", "Ann Bob Cat Dan").phones[0]
    tell(ann, belote.game, {"do": "entry", "players": {}, "table": {"taker": "Ann", "taken": 100}})
    shown = belote.open()
    heads = shown.soup.select(".tallies thead th")[1:]
    assert [" ".join(head.get_text(" ", strip=True).split()) for head in heads] == [
        "A Ann & C Cat 100 +100",
        "D deals: B Bob & D Dan 62 +62",
    ]
    # What was played stands below them, where only a wide window shows it.
    assert rows(shown) == [["1", "100", "62"], ["Taker Ann\xa0· 100\xa0of\xa0162"]]
    # The numbers that stand below are not told once more, but by the voice.
    assert not shown.soup.select(".now .cites")
    assert "Deal 1: Ann & Cat +100 and Bob & Dan +62." in str(shown.soup.select("#table")[0]["data-voice"])
    assert rows(belote.open("?sheet=rounds"))[0] == ["1", "100", "62"]
    assert not shown.soup.select(".tallies .played > :not(.entered), .tallies [rowspan]")
    # What each of them called has their name.
    tichu = sheet_of(ann, "tichu", "Ann Bob Cat Dan").phones[0]
    call = {"Ann": "none", "Bob": "none", "Cat": "tichu", "Dan": "none"}
    players = {name: {"call": called} for name, called in call.items()}
    tell(ann, tichu.game, {"do": "entry", "players": players, "table": {"out": "Cat", "cards": 60}})
    assert rows(tichu.open("?sheet=rounds"))[0] == ["1", "160Cat Tichu", "40"]


def test_the_end_of_a_bank_says_what_was_bought_and_what_is_still_out(ann: Visitor) -> None:
    def end(*moves: tuple[str, str, float]) -> str:
        phone = sheet_of(ann, "poker_chips", "Ann Bob Cat").phones[0]
        for name, what, amount in moves:
            tell(ann, phone.game, {"do": "entry", "players": {name: {"what": what, "amount": amount}}})
        if not phone.open().soup.select(".over"):
            # Who leaves takes nothing out of it.
            tell(ann, phone.game, {"do": "quit", "player": "Ann"}, {"do": "end"})
        return phone.open().one(".detail")

    bought = ("Ann", "in", 20), ("Bob", "in", 20), ("Ann", "in", 10.5)
    assert end(*bought, ("Ann", "out", 35)) == "4 entries; 50.5 bought, 35 cashed out, 15.5 still out."
    settled = end(*bought, ("Ann", "out", 35), ("Bob", "out", 15.5))
    assert settled == "5 entries; 50.5 bought, all cashed out."


def test_the_whole_sheet_says_below_its_numbers_what_was_played(ann: Visitor) -> None:
    def played(key: str, table: dict[str, object], *bids: dict[str, object]) -> str:
        sheet = sheet_of(ann, key, "Ann Bob Cat Dan").phones[0]
        tell(ann, sheet.game, *({"do": "bids", "players": {}, "table": bid} for bid in bids))
        tell(ann, sheet.game, {"do": "result" if bids else "entry", "players": {}, "table": table})
        shown = sheet.open("?sheet=rounds")
        assert shown.soup.select(".tallies tbody th[rowspan='2'] a")
        return words(shown.soup.select_one(".tallies .played"))

    belote = {"taker": "Ann", "taken": 162, "capot": True}
    assert played("belote", belote) == "Taker Ann · 162 of 162 · Capot"
    rubber = {"level": 4, "strain": "spades", "declarer": "Dan", "doubled": "yes", "tricks": 8}
    assert played("bridge_rubber", rubber) == "4♠\ufe0e doubled Dan · 8 tricks, 2 down"
    part = {"level": 1, "strain": "clubs", "declarer": "Ann", "tricks": 7, "honours": "four", "holder": "Bob"}
    assert played("bridge_rubber", part) == "1♣\ufe0e Ann · 7 tricks, made · Four trumps: 100 · Held by Bob"
    assert played("bridge_rubber", {"level": 0}) == "Passed out"
    grand = {"level": 7, "strain": "none", "declarer": "Cat", "tricks": 1}
    assert played("bridge_chicago", grand) == "7 no trumps Cat · 1 trick, 12 down"
    # What a list begins with is said too, where it was asked for.
    hearts = {"game": "hearts", "declarer": "Bob", "matadors": 2, "came": "won"}
    assert played("skat", hearts) == "Hearts, Bob · Matadors 2 · Won"
    assert played("skat", hearts | {"bid": 40}) == "Hearts, Bob · Matadors 2 · Overbid at 40"
    assert played("skat", hearts | {"bid": 30}) == "Hearts, Bob · Matadors 2 · Won, bid 30"
    assert played("schafkopf", {"game": "solo", "player": "Bob", "came": "won"}) == "Solo · Player Bob · Won"
    assert played("skat", {"game": "passed"}) == "All passed"
    contract = {"taker": "Bob", "contract": 110, "doubled": "no"}
    assert (
        played("coinche", {"taken": 95, "holder": "Dan"}, contract)
        == "Taker Bob, 110 · Takers 95 of 162 · Belote Dan"
    )
    twice = played("coinche", {"taken": 95}, contract | {"doubled": "twice"})
    assert twice == "Taker Bob, 110 surcoinched · Takers 95 of 162"
    assert played("jass", {"chooser": "Dan", "taken": 97}) == "Trump maker Dan · 97 of 157"
    plain = sheet_of(ann, "hearts", "Ann Bob Cat Dan").phones[0]
    points = {"Ann": 26, "Bob": 0, "Cat": 0, "Dan": 0}
    players = {name: {"taken": number} for name, number in points.items()}
    tell(ann, plain.game, {"do": "entry", "players": players, "table": {}})
    assert not plain.open("?sheet=rounds").soup.select(".played, [rowspan]")


def test_a_tick_is_told_also_where_the_points_are_one(ann: Visitor) -> None:
    doppelkopf = sheet_of(ann, "doppelkopf", "Ann Bob Cat Dan").phones[0]
    players = {name: {"re": name in ("Ann", "Dan")} for name in ("Ann", "Bob", "Cat", "Dan")}
    tell(ann, doppelkopf.game, {"do": "entry", "players": players, "table": {"eyes": 121}})
    assert rows(doppelkopf.open("?sheet=rounds"))[0] == ["1", "1Re", "−1", "−1", "1Re"]


def test_at_the_end_a_sheet_says_what_was_played_and_nothing_of_a_next_round(ann: Visitor) -> None:
    canasta = sheet_of(ann, "canasta", "Ann Bob Cat Dan").phones[0]
    ours = {"naturals": 1, "melded": 340, "left": 0}
    entry = {"players": {"Ann": ours, "Bob": {"melded": 180, "left": 60}}, "table": {"out": "Ann"}}
    tell(ann, canasta.game, {"do": "entry", **entry})
    assert "Opens 50" in words(canasta.open().soup.select_one(".tallies thead"))
    tell(ann, canasta.game, {"do": "end"})
    over = canasta.open()
    assert "Opens" not in words(over.soup.select_one(".tallies thead"))
    assert words(over.soup.select_one(".tallies .played")) == "Went out Ann"


def test_who_wins_by_games_reads_the_result_as_players_say_it(ann: Visitor) -> None:
    match = sheet_of(ann, "badminton", "Ann Bob").phones[0]
    for ours, theirs in ((21, 15), (18, 21), (30, 29)):
        players = {"Ann": {"scored": ours}, "Bob": {"scored": theirs}}
        tell(ann, match.game, {"do": "entry", "players": players})
    over = match.open()
    # Joined, so that no result breaks over two lines.
    why = words(over.soup.select_one(".why-over")).replace("\N{WORD JOINER}", "")
    assert why == "2 games to 1: 21–15, 18–21, 30–29."
    assert words(over.soup.select_one(".over .detail")) == "First to 2 games"
    assert [words(stair) for stair in over.soup.select(".stair > span")] == ["2 games", "1 game"]


def test_what_holds_in_a_round_names_the_side(ann: Visitor) -> None:
    for other, side in ((False, "Bob & Dan"), (True, "Ann & Cat")):
        chicago = sheet_of(ann, "bridge_chicago", "Ann Bob Cat Dan", agreed={"others": other}).phones[0]
        part = {"level": 1, "strain": "clubs", "declarer": "Ann", "tricks": 7}
        tell(ann, chicago.game, {"do": "entry", "players": {}, "table": part})
        assert f"{side} vulnerable" in words(chicago.open().soup.select_one(".now"))


def test_partners_with_a_line_each_have_their_total_above_and_not_twice(ann: Visitor) -> None:
    spades = sheet_of(ann, "spades", "Ann Bob Cat Dan").phones[0]
    assert not spades.shown.soup.select(".blanks .sums")
    heads = [" ".join(head.get_text(" ").split()) for head in spades.shown.soup.select(".tallies thead b")]
    assert heads == ["0", "0"]
    assert len(sheet_of(ann, "hearts", "Ann Bob Cat Dan").shown.soup.select(".tallies thead b")) == 4
    assert sheet_of(ann, "catan", "Ann Bob Cat Dan").shown.soup.select(".blanks .sums")


def test_what_was_bid_stands_in_its_column_alone(ann: Visitor) -> None:
    bids = {name: {"bid": 3} for name in ("Ann", "Bob", "Cat", "Dan")}
    for blind, heads in ((False, ["Bid"]), (True, ["Bid", "Blind"])):
        spades = sheet_of(ann, "spades", "Ann Bob Cat Dan", agreed={"blind_nil": blind}).phones[0]
        tell(ann, spades.game, {"do": "bids", "players": bids})
        shown = spades.open()
        named = [words(head) for head in shown.soup.select(".blanks thead th")]
        assert named == ["Player", *heads, "Tricks"]
        assert not shown.soup.select(".now .cites")


def test_of_many_fields_each_number_has_its_name(ann: Visitor) -> None:
    canasta = sheet_of(ann, "canasta", "Ann Bob Cat Dan").phones[0]
    ours = {"mixed": 1, "melded": 340, "left": 25}
    entry = {"players": {"Ann": ours, "Bob": {"melded": 180, "left": 60}}, "anyway": True}
    tell(ann, canasta.game, {"do": "entry", **entry})
    notes = canasta.open("?sheet=rounds").soup.select(".tallies tbody td a small")
    assert [words(note) for note in notes] == [
        "Mixed 1, On table 340, In hand 25",
        "On table 180, In hand 60",
    ]


def test_a_number_that_begins_above_0_has_no_keys_below_it(ann: Visitor) -> None:
    bids = sheet_of(ann, "five_hundred", "Ann Bob Cat Dan").shown
    limits = [(cell["data-least"], cell["data-most"]) for cell in bids.soup.select("[data-cell]")]
    assert limits == [("6", "10")]


def test_what_a_choice_rules_out_is_off_until_it_is_asked_for(ann: Visitor) -> None:
    phone = sheet_of(ann, "skat", "Ann Bob Cat").phones[0]

    def off(query: str) -> list[str]:
        return [str(part["name"]) for part in phone.open(query).soup.select("[data-off] [name]")]

    every = ["c declarer", "n matadors", "t hand", "c said", "c came", "n bid"]
    # They wait for the game.
    assert off("") == every
    assert off("?do=entry&typed=1&c+game=passed") == every
    assert off("?do=entry&typed=1&c+game=null") == ["n matadors"]
    assert off("?do=entry&typed=1&c+game=clubs") == ["c said"]
    # What is filled in stays in sight: it has to be cleared.
    assert "n matadors" not in off("?do=entry&typed=1&c+game=null&n+matadors=3")
    phone = sheet_of(ann, "bridge_rubber", "Ann Bob Cat Dan").phones[0]
    assert off("") == ["c holder"]
    assert off("?do=entry&typed=1&c+honours=four") == []
    phone = sheet_of(ann, "schafkopf", "Ann Bob Cat Dan").phones[0]
    assert off("")[:3] == ["c player", "c loser", "c partner"]
    assert off("?do=entry&typed=1&c+game=ramsch")[:2] == ["c player", "c partner"]
    assert "c loser" in off("?do=entry&typed=1&c+game=solo")
    phone = sheet_of(ann, "bowling", "Ann").phones[0]
    tell(ann, phone.game, *(_frame(n, "Ann") for n in range(1, 10)))
    tenth = "?row=frame10&who=Ann&do=entry&typed=10&n+ball+Ann={}&n+second+Ann={}"
    assert off(tenth.format(5, 3)) == ["n third Ann"]
    assert off(tenth.format(5, 5)) == off(tenth.format("X", "")) == []


def test_what_cannot_be_is_not_offered_and_refused(ann: Visitor) -> None:
    def offered(twins: Twins, name: str, query: str = "") -> list[str]:
        return [words(one) for one in twins.phones[0].open(query).soup.select(f"[name='{name}'] option")]

    skat = sheet_of(ann, "skat", "Ann Bob Cat")
    games = ["Choose", "All passed", "Diamonds", "Hearts", "Spades", "Clubs", "Grand", "Null"]
    assert offered(skat, "c game") == games
    # Without scripts nobody knows yet which game it is.
    assert "Won, schneider" in offered(skat, "c came")
    typed = "?do=entry&typed=1&c+game={}&t+hand={}"
    assert offered(skat, "c came", typed.format("null", "")) == ["Choose", "Won", "Lost"]
    assert offered(skat, "c said", typed.format("null", "")) == ["Nothing", "Open"]
    assert offered(skat, "c said", typed.format("clubs", "yes")) == [
        "Nothing",
        "Schneider",
        "Schwarz",
        "Open",
    ]
    sent = {"c game": "null", "c declarer": "Ann", "c came": "won_schneider"}
    skat = sheet_of(ann, "skat", "Ann Bob Cat")
    shown = skat.refused("Save", **sent)
    assert "“Result” cannot be “Won, schneider”: choose another." in shown.text
    assert chosen(skat.shown, "c came") == "Choose"
    assert not skat.shown.soup.select("[name='c loser'], [name='n eyes']")
    agreed = sheet_of(ann, "skat", "Ann Bob Cat", agreed={"ramsch": True})
    assert "Ramsch" in offered(agreed, "c game")
    ramsch = agreed.phones[0].open(typed.format("ramsch", ""))
    asked = [str(part["name"]) for part in ramsch.soup.select(".whole:not([data-off]) [name]")]
    assert asked == ["c game", "c loser", "n eyes", "t trickless"]


def test_what_is_undone_stands_in_its_fields_again_on_both_phones(ann: Visitor) -> None:
    catan = sheet_of(ann, "catan", "Ann Bob")
    sent = {"n settlements Ann": "5", "n settlements Bob": "2", "n cities Ann": "3", "c road": "Bob"}
    catan.tap("Save", **sent, **{"n cities Bob": "0"})
    catan.tap("Undo")
    # In a few words, which are never cut.
    assert catan.open("?notice=1").one(".notice") == "Undone: game 1"
    assert catan.shown.one("#said p").startswith("Undone: Longest road Bob"), "all of it is read aloud"
    fields = {str(node["name"]): node.get("value", "") for node in catan.shown.soup.select("#noting input")}
    fields["c road"] = chosen(catan.shown, "c road")
    assert fields.items() >= sent.items()
    catan.tap("Save", **{"n settlements Bob": "3"})
    catan.tap("Undo")
    catan.tap("Redo")
    assert catan.shown.one("h1") == "Ann wins"


def test_a_tie_that_scores_nothing_is_told_once(ann: Visitor) -> None:
    phone = sheet_of(ann, "dominoes", "Ann Bob Cat").phones[0]
    pips = {"Ann": {"pips": 1}, "Bob": {"pips": 1}, "Cat": {"pips": 4}}
    tell(ann, phone.game, {"do": "entry", "players": pips, "table": {"out": ""}})
    assert phone.open().one(".cites") == "Two share the fewest, so nobody scores."


def test_one_re_is_a_solo_and_says_so(ann: Visitor) -> None:
    phone = sheet_of(ann, "doppelkopf", "Ann Bob Cat Dan").phones[0]
    tell(ann, phone.game, {"do": "entry", "players": {"Ann": {"re": True}}, "table": {"eyes": 151}})
    assert "Ann played a solo." in phone.open().text


def test_a_match_fills_in_its_points(ann: Visitor) -> None:
    jass = sheet_of(ann, "jass", "Ann Bob Cat Dan")
    shown = jass.phones[0].open("?do=entry&typed=1&c+chooser=Ann&t+sweep=yes")
    assert [words(part) for part in shown.soup.select("b[data-sum]")] == ["257", "0"]
    jass = sheet_of(ann, "jass", "Ann Bob Cat Dan")
    jass.tap("Save", **{"c chooser": "Ann", "t sweep": "yes"})
    assert jass.phones[0].game.version == 1
    # What is there already is not what the tick says.
    said = "“Match: all tricks” does not go with Trump makers’ points “100”: clear it, or change that."
    assert said in jass.refused("Save", **{"c chooser": "Ann", "n taken": "100", "t sweep": "yes"}).text


def test_what_is_lost_while_it_is_typed_is_not_green(ann: Visitor) -> None:
    canasta = sheet_of(ann, "canasta", "Ann Bob Cat Dan").phones[0]
    shown = canasta.open("?do=entry&typed=1&n+melded+Ann=0&n+left+Ann=25&n+melded+Bob=20&n+left+Bob=0")
    totals = shown.soup.select(".sums b")
    assert [(words(total), total["class"]) for total in totals] == [
        ("−25", ["so-far", "less"]),
        ("20", ["so-far"]),
    ]
    # What is less lost than before is no gain to look at.
    tichu = sheet_of(ann, "tichu", "Ann Bob Cat Dan").phones[0]
    table = {"out": "Bob", "cards": 100}
    tell(ann, tichu.game, {"do": "entry", "players": {"Ann": {"call": "tichu"}}, "table": table})
    shown = tichu.open("?do=entry&typed=2&c+out=Ann&n+cards=40")
    found = [(words(total), total["class"]) for total in shown.soup.select("thead b.so-far")]
    assert found == [("−60", ["so-far", "less"]), ("160", ["so-far"])]


def test_the_log_of_a_sheet_has_the_points_first_unless_they_are_what_was_entered(ann: Visitor) -> None:
    skat = sheet_of(ann, "skat", "Ann Bob Cat").phones[0]
    skat.tap("Save", **{"c game": "clubs", "c declarer": "Ann", "n matadors": "3", "c came": "lost"})
    assert _last_logged(skat) == "Ann −96 · Bob 0 · Cat 0"
    assert _last_logged(skat, ".entered") == "Clubs, Ann · Matadors 3 · Lost"
    skat.tap("Undo")
    assert skat.open("?notice=1").one(".notice") == "Undone: Clubs, Ann · Matadors 3 · Lost"
    skat.tap("Redo")
    assert "Move 1: Clubs, Ann · Matadors 3 · Lost" in skat.open("?sheet=dispute").text
    jass = sheet_of(ann, "jass", "Ann Bob Cat Dan").phones[0]
    tell(
        ann,
        jass.game,
        {"do": "entry", "players": {"Bob": {"weis": 20}}, "table": {"chooser": "Ann", "taken": 100}},
    )
    assert "Weis: Bob & Dan 20" in jass.open("?sheet=dispute").text
    assert "Trump makers’ points: 100" not in jass.shown.text
    golf = sheet_of(ann, "golf", "Ann Bob").phones[0]
    golf.tap("Save", **{"n cards Ann": "26", "n cards Bob": "2"})
    assert "A hole: Ann 26, Bob 2" in _last_logged(golf)


def test_below_a_row_of_the_log_each_side_has_a_line_of_what_it_entered(ann: Visitor) -> None:
    canasta = sheet_of(ann, "canasta", "Ann Bob Cat Dan").phones[0]
    sides = {"Ann": {"naturals": 1, "melded": 310, "left": 25}, "Bob": {"melded": 0, "left": 140}}
    tell(ann, canasta.game, {"do": "entry", "players": sides, "table": {"out": "Cat", "concealed": True}})
    lines = ["Went out Cat · Concealed", "Ann & Cat: Natural 1, On table 310, In hand 25"]
    lines += ["Bob & Dan: On table 0, In hand 140"]
    log = Shown(client_of(ann).get(f"{canasta.url}log/")).soup
    assert log.select(".log .entered")[0].text.replace("\xa0", " ").split("\n") == lines
    tell(ann, canasta.game, {"do": "entry", "players": sides, "anyway": True})
    log = Shown(client_of(ann).get(f"{canasta.url}log/")).soup
    assert log.select(".log .entered")[0].text.split("\n") == lines[1:]
    dispute = canasta.open("?sheet=dispute").soup
    assert words(dispute.select_one(".sheet h3")) == "Move 2"
    assert [words(line) for line in dispute.select(".sheet h3 + ul > li")][:2] == lines[1:]
    jass = sheet_of(ann, "jass", "Ann Bob Cat Dan").phones[0]
    tell(
        ann,
        jass.game,
        {"do": "entry", "players": {}, "table": {"chooser": "Ann", "taken": 157, "sweep": True}},
    )
    assert _last_logged(jass, ".entered") == "Trump maker Ann · 157 of 157 · Match: all tricks"
    # What a tick fills in is told as it counted.
    tell(ann, jass.game, {"do": "entry", "players": {}, "table": {"chooser": "Bob", "sweep": True}})
    assert _last_logged(jass, ".entered") == "Trump maker Bob · 157 of 157 · Match: all tricks"


def test_bids_are_told_as_their_sheet_tells_them(ann: Visitor) -> None:
    coinche = sheet_of(ann, "coinche", "Ann Bob Cat Dan").phones[0]
    bids = {"taker": "Ann", "contract": 90, "doubled": "once"}
    tell(ann, coinche.game, {"do": "bids", "players": {}, "table": bids})
    assert _last_logged(coinche) == "Taker Ann, 90 coinched"
    tell(ann, coinche.game, {"do": "result", "players": {}, "table": {"taken": 110}})
    assert _last_logged(coinche, ".entered") == "Takers 110 of 162"


def test_a_correction_and_the_log_tell_the_points_of_partners_once(ann: Visitor) -> None:
    phone, desk = sheet_of(ann, "spades", "Ann Bob Cat Dan").phones[0], Desk(ann)
    bids = {name: {"bid": 3} for name in ("Ann", "Bob", "Cat", "Dan")}
    tricks = {name: {"tricks": n} for name, n in zip(bids, (4, 3, 4, 2), strict=True)}
    tell(ann, phone.game, {"do": "bids", "players": bids}, {"do": "result", "players": tricks})
    assert _last_logged(phone) == "Ann & Cat +62 · Bob & Dan −60"
    # Each side has a line, with its points beside the names.
    assert _last_logged(phone, ".text > :last-child > span") == "−60"
    assert _last_logged(phone, ".entered") == "Tricks: Ann 4, Bob 3, Cat 4, Dan 2"
    path = f"{phone.url}correct/2/"
    seen = desk.send(path, desk.open(path), **{"n tricks Bob": "5", "n tricks Cat": "2"})
    assert seen.one("h1") == "Tricks: Bob 5 instead of 3, Cat 2 instead of 4"
    assert seen.one(".meta") == "Hand 1, move 2, not saved yet"
    changes = ["Ann & Cat: 60 points instead of 62.", "Bob & Dan: 61 points instead of −60."]
    assert [words(line) for line in seen.soup.select(".effects li")] == changes


def test_a_correction_of_an_earlier_frame_shows_the_sheet_as_it_was_then_and_says_so(ann: Visitor) -> None:
    phone, desk = sheet_of(ann, "bowling", "Ann Bob").phones[0], Desk(ann)
    tell(ann, phone.game, *(_frame(n, name) for n in (1, 2) for name in ("Ann", "Bob")))
    path = f"{phone.url}correct/3/"
    shown = desk.open(path)
    assert shown.one(".bar h2").startswith("Correct: Ann: Frame 2 The sheet as it was then")
    assert [row[1:] for row in rows(shown)[:2]] == [["97 2", "97 2"], ["empty: fill in", "empty: fill in"]]
    seen = desk.send(path, shown, **{"n ball Ann": "5", "n second Ann": "2"})
    assert seen.one("h1") == "Frame 2: Ann 5 2 instead of 7 2"
    assert seen.one(".meta") == "Move 3, not saved yet"
    darts = sheet_of(ann, "darts_501", "Ann Bob").phones[0]
    tell(ann, darts.game, *({"do": "entry", "players": {name: {"thrown": 60}}} for name in ("Ann", "Bob")))
    path = f"{darts.url}correct/2/"
    seen = desk.send(path, desk.open(path), **{"n thrown Bob": "45"})
    assert seen.one(".meta") == "Move 2, not saved yet"
    # Nothing came after the last one.
    assert "as it was then" not in desk.open(f"{phone.url}correct/4/").one(".bar h2")


def _last_logged(phone: Phone, part: str = ".text") -> str:
    """The newest line of the log."""
    return words(
        Shown(client_of(phone.visitor).get(f"{phone.url}log/")).soup.select_one(f".log .what {part}")
    )


def test_whoever_sits_out_is_asked_for_nothing(ann: Visitor) -> None:
    deal = sheet_of(ann, "doppelkopf", "Ann Bob Cat Dan Eve")
    offered = [str(node["name"]) for node in deal.shown.soup.select("tfoot [type=checkbox]")]
    assert offered == [f"t re {name}" for name in ("Bob", "Cat", "Dan", "Eve")]
    assert words(deal.shown.soup.select("tfoot td")[0]) == "sits out"
    phone = deal.phones[0]
    sent = phone.request_of(phone.shown.find("Save"), **{"n eyes": "130", "t re Bob": "yes"})
    assert phone.send(sent.with_field("t re Ann", "yes")).status == 422
    deal.open("")
    deal.tap("Save", **{"n eyes": "130", "t re Bob": "yes", "t re Cat": "yes"})
    winners = [name for name, total in totals(deal.shown).items() if total.startswith("1 ")]
    assert winners == ["Bob", "Cat"]


def test_bowling_is_typed_with_the_signs_of_the_alley(ann: Visitor) -> None:
    twins = sheet_of(ann, "bowling", "Ann Bob")
    assert [node["data-signs"] for node in twins.shown.soup.select("[data-cell]")] == ["X", "/"]
    off = twins.phones[0].open("?row=frame1&who=Ann&do=entry&typed=1&n+ball+Ann=X")
    assert [node["name"] for node in off.soup.select("[data-off] input")] == ["n second Ann"]
    assert totals(off)["Ann"] == "10 +10"
    twins.open("")
    twins.tap("Save", **{"n ball Ann": "x"})
    twins.open("?row=frame2&who=Ann")
    twins.tap("Save", **{"n ball Ann": "7", "n second Ann": "/"})
    assert [row[1] for row in rows(twins.shown)[:2]] == ["20X", "307 /"]
    for phone in twins.phones:
        tell(ann, phone.game, *(_frame(n, "Ann") for n in range(3, 10)))
    twins.open("?row=frame10&who=Ann")
    assert [node["data-signs"] for node in twins.shown.soup.select("[data-cell]")] == ["X", "/", "X"]
    twins.refused("Save", **{"n ball Ann": "X", "n second Ann": "/"})
    assert "Ann: “Second ball” has to be a number, not /." in twins.shown.one(".why")


def _frame(number: int, *names: str) -> dict[str, object]:
    players = {name: {"ball": 7, "second": 2} for name in names}
    return {"do": "entry", "row": f"frame{number}", "players": players}


def test_frames_follow_each_other_and_a_second_ball_left_blank_is_asked_about(ann: Visitor) -> None:
    phone = sheet_of(ann, "bowling", "Ann Bob").phones[0]
    assert _at_cell(phone.shown) == "Ann: Frame 1"
    asked = phone.tap("Save", **{"n ball Ann": "7", "n second Ann": ""})
    assert asked.one(".sheet").startswith("Does blank mean 0? Blank: Second ball for Ann.")
    phone.tap("Yes, 0")
    assert rows(phone.shown)[0] == ["Frame 1", "77", "empty: fill in"]
    assert _at_cell(phone.shown) == "Bob: Frame 1"
    # Only the next frame of each can be tapped, and one that is not open leads to the next.
    assert [row[1:] for row in rows(phone.shown)[1:3]] == [["empty: fill in", "empty"], ["empty", "empty"]]
    assert _at_cell(phone.open("?row=frame2&who=Ann")) == "Ann: Frame 2"
    assert _at_cell(phone.open("?row=frame10&who=Ann")) == "Bob: Frame 1"
    phone.open("")
    phone.tap("Save", **{"n ball Bob": "X"})
    assert _at_cell(phone.shown) == "Ann: Frame 2"
    # A third ball is asked about where it is owed.
    tell(ann, phone.game, *(_frame(n, "Ann", "Bob") for n in range(2, 10)))
    phone.open("")
    asked = phone.tap("Save", **{"n ball Ann": "X", "n second Ann": "", "n third Ann": ""})
    assert "Blank: Second ball for Ann, Third ball for Ann." in asked.one(".sheet")
    phone.open("")
    asked = phone.tap("Save", **{"n ball Ann": "7", "n second Ann": "", "n third Ann": ""})
    assert "Blank: Second ball for Ann." in asked.one(".sheet")


def _at_cell(shown: Shown) -> str:
    return shown.one(".now h1")


def test_many_tallies_have_a_row_each_and_the_marks_of_cricket_in_place_of_the_turns(ann: Visitor) -> None:
    cricket = sheet_of(ann, "darts_cricket", "Ann Bob")
    cricket.tap("Save", **{"n d20 Ann": "4", "n bull Ann": "1"})
    marks = rows(cricket.shown)
    assert (marks[0], marks[-1]) == (["20", "3⊗", "0"], ["Bull", "1/", "0"])
    assert [row[0] for row in marks[1:-1]] == ["19", "18", "17", "16", "15"]
    assert not cricket.shown.soup.select(".closed, [data-closed]"), "a number is closed by all, not by one"
    cricket.tap("Save", **{"n d20 Bob": "3"})
    assert cricket.shown.one(".closed th") == "20 closed by all"
    closed = cricket.shown.soup.select("[data-closed]")
    assert [field["aria-label"] for field in closed] == ["Ann: 20s, closed by all"]
    cricket.tap("Undo")
    assert rows(cricket.phones[0].open("?sheet=rounds"))[:2] == [
        ["1", "2020s\xa04, Bull\xa01", "blank"],
        marks[0],
    ]


def test_the_field_that_is_refused_is_marked_with_why(ann: Visitor) -> None:
    catan = sheet_of(ann, "catan", "Ann Bob")
    catan.refused("Save", **{"n settlements Ann": "5", "n settlements Bob": "6"})
    marked = [
        (field["name"], field["aria-describedby"]) for field in catan.shown.soup.select("[aria-invalid]")
    ]
    assert marked == [("n settlements Bob", "why")]


def test_the_fields_that_a_check_rests_on_are_marked(ann: Visitor) -> None:
    skat = {"c game": "null", "c declarer": "Ann", "c came": "won_schneider"}
    four = "Ann Bob Cat Dan"
    canasta = {f"n {key} {name}": "0" for key in ("melded", "left") for name in ("Ann", "Bob")}
    bobs = {"n naturals Bob", "n melded Bob"}
    for sheet, names, sent, wrong in (
        ("tichu", four, {"c out": "Ann", "n cards": "63"}, {"n cards"}),
        ("coinche", four, {"c taker": "Ann", "n contract": "85"}, {"n contract"}),
        ("skat", "Ann Bob Cat", skat, {"c came"}),
        ("skat", "Ann Bob Cat", skat | {"c came": "won", "n bid": "9"}, {"n bid"}),
        # By what it is counted from and is not blank, and of those who filled something in.
        ("canasta", four, canasta | {"n naturals Bob": "1"}, bobs),
        ("doppelkopf", four, {"n eyes": "130"}, {f"t re {name}" for name in four.split()}),
        # Who went out, where only one can: not who still held cards.
        (
            "romme",
            "Ann Bob Cat",
            {"n left Ann": "0", "n left Bob": "35", "n left Cat": "0"},
            {"n left Ann", "n left Cat"},
        ),
        ("darts_cricket", "Ann Bob", {"n d19 Ann": "9", "n bull Ann": "1"}, {"n d19 Ann", "n bull Ann"}),
        (
            "dominoes",
            "Ann Bob Cat",
            {"n pips Ann": "0", "n pips Bob": "12", "n pips Cat": "0"},
            {"n pips Ann", "n pips Cat", "c out"},
        ),
        ("places", "Ann Bob", {"n came Ann": "2", "n came Bob": "2"}, {"n came Ann", "n came Bob"}),
    ):
        twins = sheet_of(ann, sheet, names)
        twins.refused("Save", **sent)
        assert {str(field["name"]) for field in twins.shown.soup.select("[aria-invalid]")} == wrong, sheet


@pytest.mark.parametrize(
    ("sheet", "key", "sent", "missing"),
    [
        (
            "spades",
            "Save",
            {"n bid Ann": "3", "n bid Cat": "2", "n bid Dan": "4"},
            "“Bid” is missing for Bob",
        ),
        ("doppelkopf", "Save", {"t re Ann": "1", "t re Bob": "1"}, "“Card points of Re” is missing"),
    ],
)
def test_no_bid_and_no_number_of_the_round_is_0_for_being_blank(
    ann: Visitor, sheet: str, key: str, sent: dict[str, str], missing: str
) -> None:
    asked = sheet_of(ann, sheet, "Ann Bob Cat Dan").refused(key, **sent)
    assert missing in asked.text
    assert "Does blank mean 0?" not in asked.text


def test_going_back_from_a_question_or_a_refusal_finds_everything_that_was_typed(twins: Twins) -> None:
    for bob, asked in (("", "Does blank mean 0?"), ("many", "Not understood")):
        for phone in twins.phones:
            request = phone.request_of(phone.shown.find("Save round"), **numbers(Ann=0, Bob=0, Cat=0))
            for name, value in {**numbers(Ann="4+5", Bob=bob, Cat="7"), "called": "First"}.items():
                request = request.with_field(name, value)
            request = type(request)(
                request.method, request.address, (*request.fields, ("minus", "score Cat"))
            )
            assert asked in phone.send(request).one(".sheet h2")
            shown = phone.tap("Back to the table")
            assert not shown.soup.select(".sheet")
            assert [str(node["value"]) for node in shown.soup.select(".blank > input")] == ["4+5", bob, "7"]
            assert [str(node["value"]) for node in shown.soup.select("[name=minus][checked]")] == [
                "score Cat"
            ]
            assert [str(node["value"]) for node in shown.soup.select("[name=called]")] == ["First"]
    twins.tap("Save round", **numbers(Ann=1, Bob=2, Cat=3))
    assert [str(node["value"]) for node in twins.shown.soup.select(".blank > input")] == ["", "", ""]


def test_an_address_with_what_was_typed_for_an_earlier_round_begins_the_next_one_empty(ann: Visitor) -> None:
    phone = Phone(ann, new_game(ann, "Ann Bob", "score_sheet"))
    before = "?score+Ann=4&typed=1"
    assert [str(node["value"]) for node in phone.open(before).soup.select(".blank > input")] == ["4", ""]
    tell(ann, phone.game, {"do": "round", "scores": {"Ann": 1, "Bob": 2}})
    assert [str(node["value"]) for node in phone.open(before).soup.select(".blank > input")] == ["", ""]


def sheet_of(ann: Visitor, key: str, names: str, **options: object) -> Twins:
    """Ann's two phones at a sheet of the shelf."""
    wins = "low" if shelf()[key].wins == "low" else "high"
    sheet = msgspec.to_builtins(shelf()[key])
    return Twins(ann, names, game="score_sheet", wins=wins, sheet=sheet, **options)


def chosen(shown: Shown, name: str) -> str:
    """What a list to choose from stands at, or which key is chosen."""
    options = shown.soup.select(f"[name='{name}'] option")
    if not options:
        assert shown.soup.select(f"[type=radio][name='{name}']")
        return (
            " ".join(str(one["value"]) for one in shown.soup.select(f"[name='{name}'][checked]")) or "Choose"
        )
    return next((one for one in options if one.has_attr("selected")), options[0]).get_text(strip=True)


@pytest.mark.parametrize(
    ("key", "field", "typed", "said"),
    [
        ("skat", "c game", {"n matadors": "3"}, "“Game” is missing: choose one."),
        ("bridge_chicago", "c strain", {"n level": "3", "n tricks": "9"}, "“Trumps” is missing: choose one."),
        ("tarot", "c contract", {"n bouts": "2", "n taken": "50"}, "“Contract” is missing: choose one."),
        ("schafkopf", "c came", {"c game": "solo", "n runners": "3"}, "“Result” is missing: choose one."),
    ],
)
def test_what_has_to_be_chosen_is_never_chosen_by_itself(
    ann: Visitor, key: str, field: str, typed: dict[str, str], said: str
) -> None:
    twins = sheet_of(ann, key, "Ann Bob Cat Dan")
    assert chosen(twins.shown, field) == "Choose"
    players = {
        str(node["name"]): "Ann"
        for node in twins.shown.soup.select("select")
        if node.select("[value=Ann]") and node.select("[value='']")[0].get_text() == "Choose"
    }
    shown = twins.refused("Save", **typed, **players)
    assert said in shown.one(".why")
    assert chosen(shown, field) == "Choose"
    for name, value in typed.items():
        if name.startswith("n "):
            assert [str(node["value"]) for node in shown.soup.select(f"[name='{name}']")] == [value]


@pytest.mark.parametrize(
    ("key", "entered", "unasked", "said"),
    [
        (
            *("skat", {"c game": "passed"}),
            {"n matadors": "3"},
            "“Matadors” does not go with Game “All passed”: clear it, or change that.",
        ),
        (
            *("schafkopf", {"c game": "ramsch", "c loser": "Ann"}),
            {"c came": "won"},
            "“Result” does not go with Game “Ramsch”: clear it, or change that.",
        ),
        (
            *("belote", {"c taker": "Ann", "n taken": "100"}),
            {"t capot": "yes"},
            "“Capot” does not go with Takers’ points in tricks “100”: clear it, or change that.",
        ),
        (
            *("skat", {"c game": "passed"}),
            {"n doubled": "2"},
            "“Times doubled” is not asked for now: clear it.",
        ),
    ],
)
def test_what_is_filled_in_and_not_asked_for_is_said_and_stays(
    ann: Visitor, key: str, entered: dict[str, str], unasked: dict[str, str], said: str
) -> None:
    twins = sheet_of(ann, key, "Ann Bob Cat Dan")
    for phone in twins.phones:
        request = phone.request_of(phone.shown.find("Save"), **entered)
        for name, value in unasked.items():
            request = request.with_field(name, value)
        shown = phone.send(request)
        assert said in shown.one(".why")
        assert phone.game.version == 0
        for name, value in {**entered, **unasked}.items():
            field = shown.soup.select_one(f"input[name='{name}']:not([type=checkbox])")
            assert field is None or field["value"] == value
    for phone in twins.phones:
        request = phone.request_of(phone.shown.find("Save"), **entered)
        for name in unasked:
            request = request.with_field(name, "")
        phone.send(request)
        assert phone.game.version == 1


def test_a_rubber_broken_off_shows_its_bonus_as_a_line_that_nobody_entered(ann: Visitor) -> None:
    twins = sheet_of(ann, "bridge_rubber", "Ann Bob Cat Dan")
    deal = {"n level": "1", "c strain": "none", "c declarer": "Ann", "n tricks": "7"}
    twins.tap("Save", **deal)
    twins.tap("Menu")
    assert twins.tap("End the game").one(".sheet .why") == "Highest score, 140: Ann and Cat."
    shown = twins.tap("End the game")
    assert rows(shown) == [
        ["1", "40", "0"],
        ["1 no trumps Ann\xa0· 7 tricks, made"],
        ["Broken off", "100", "0"],
    ]
    assert not shown.soup.select(".tallies tbody tr:last-child a")
    assert "1 deal played" in shown.text


def test_players_come_go_and_come_back_with_what_they_had(twins: Twins) -> None:
    twins.tap("Save round", **numbers(Ann=1, Bob=9, Cat=3))
    people(twins)
    twins.tap("Bob", within="form:has([value=quit])")
    assert totals(twins.shown) == {"Ann": "1 +1", "Cat": "3 +3", "Bob": "9 left"}
    assert "3 leads: Cat" in twins.shown.one("h1")
    twins.tap("Save round", **numbers(Ann=1, Cat=1))
    assert rows(twins.shown)[-1] == ["2", "1", "1", "not there"]
    people(twins)
    twins.tap("Bob", within="form:has([value=join]) ")
    people(twins)
    twins.tap("Add", player="Eve", after="Ann")
    assert totals(twins.shown) == {"Ann": "2 +1", "Eve": "0 ", "Cat": "4 +1", "Bob": "9 "}
    people(twins)
    assert "eve is there twice" in twins.refused("Add", player="eve", after="Ann").one(".why")


def test_a_sheet_that_nobody_sits_at_waits(twins: Twins) -> None:
    for name in ("Ann", "Bob", "Cat"):
        people(twins)
        twins.tap(name, within="form:has([value=quit])")
    assert "Nobody is at the table" in twins.shown.text
    people(twins)
    twins.tap("Cat", within="form:has([value=join]):has(button[name=player])")
    twins.tap("Save round", **numbers(Cat=4))
    assert totals(twins.shown)["Cat"] == "4 +4"


def test_only_what_this_turn_asks_for_is_shown_and_told(ann: Visitor) -> None:
    sheet = msgspec.to_builtins(shelf()["scrabble"])
    twins = Twins(ann, "Ann Bob", game="score_sheet", sheet=sheet)
    fields = twins.shown.soup.select(".s-cell .asked")
    assert [words(field) for field in fields] == ["Points", "All seven", "Then"]
    twins.tap("Save", **{"n word Ann": "30", "c after Ann": "out"})
    assert twins.shown.one(".tallies tfoot th") == "Tiles left"
    twins.tap("Save", **{"n rack Bob": "4"})
    assert twins.shown.one("h1") == "Ann wins"
    assert rows(twins.shown)[-1] == ["1", "3030/Out", "−44"]


def test_a_board_that_is_counted_opens_cell_after_cell_until_back_is_tapped(ann: Visitor) -> None:
    twins = sheet_of(ann, "seven_wonders", "Ann Bob")
    assert twins.shown.one("h1").startswith("18 to fill in"), "none of expansions, which may stay blank"
    twins.tap("empty: fill in", within="td:nth-child(2)")
    assert twins.tap("Save", **{"n value Ann": "3"}).one("h1") == "Bob: Military"
    assert twins.tap("Save", **{"n value Bob": "1"}).one("h1") == "Ann: Coins"
    assert twins.tap("Back", within=".acts").one("h1").startswith("16 to fill in")


def test_a_board_goes_on_from_the_cell_that_was_filled_in_last(ann: Visitor) -> None:
    twins = sheet_of(ann, "seven_wonders", "Ann Bob Cat")
    twins.open("?row=tablets&who=Bob")
    assert twins.tap("Save", **{"n value Bob": "3"}).one("h1") == "Cat: Tablets"
    assert twins.tap("Save", **{"n value Cat": "1"}).one("h1") == "Ann: Tablets", "round the table"
    assert twins.tap("Save", **{"n value Ann": "2"}).one("h1") == "Bob: Compasses"
    twins.open("?row=guilds&who=Cat")
    assert twins.tap("Save", **{"n value Cat": "2"}).one("h1") == "Ann: Guilds (purple)"


@pytest.mark.parametrize("yahtzee", [True, False])
def test_a_bonus_of_the_last_throw_is_entered_after_the_end(ann: Visitor, *, yahtzee: bool) -> None:
    sheet = msgspec.to_builtins(shelf()["yahtzee"])
    twins = Twins(ann, "Ann Bob", game="score_sheet", sheet=sheet)
    worth = {"five": 50, "chance": 5} if yahtzee else {"chance": 5}
    moves: list[dict[str, Any]] = [
        {
            "do": "entry",
            "row": row["key"],
            "players": {name: {"value": worth.get(row["key"], 0)} for name in ("Ann", "Bob")},
        }
        for row in sheet["row"]
        if "is" not in row and not row.get("blank")
    ]
    for phone in twins.phones:
        tell(ann, phone.game, *moves)
    twins.open()
    assert twins.shown.one("h1") == "Ann and Bob share the win"
    can = "Can be added: How many extra Yahtzees. Tap an empty cell there." in twins.shown.text
    assert can is yahtzee
    if not can:
        return
    twins.tap("empty: fill in", within="td:nth-child(2)")
    assert twins.shown.one("h1") == "Ann: How many extra Yahtzees"
    twins.tap("Save", **{"n value Ann": "2"})
    assert twins.shown.one("h1") == "Ann wins"
    assert [seat.won for seat in twins.phones[0].game.seats.order_by("place")] == [True, False]
    assert "Can be added: How many extra Yahtzees" in twins.shown.text
    game = twins.script.game
    for page in ("game", "replay", "record"):
        answer = client_of(ann).get(reverse(page, args=[game.public_id]), follow=True)
        assert answer.status_code == 200, page
    twins.open()
    twins.tap("Undo")
    assert twins.shown.one("h1") == "Ann and Bob share the win"


@pytest.mark.parametrize(
    ("key", "agreed", "said"),
    [
        ("catan", {}, "most points win · 1 game"),
        ("rummikub", {}, "most points win"),
        ("phase_10", {}, "first through the last phase"),
        ("romme", {}, "fewest points win · to 500"),
        ("romme", {"limit": 0, "games": 5}, "fewest points win · 5 rounds"),
        ("rummikub", {"games": 3}, "most points win · 3 rounds"),
        ("volleyball", {}, "first to 3 sets"),
        ("poker_chips", {}, "most chips win"),
        ("darts_501", {}, "first to zero"),
    ],
)
def test_the_bar_says_what_a_sheet_is_played_to(
    ann: Visitor, key: str, agreed: dict[str, int], said: str
) -> None:
    sheet = msgspec.to_builtins(shelf()[key])
    wins = "low" if shelf()[key].wins == "low" else "high"
    twins = Twins(ann, "Ann Bob", game="score_sheet", sheet=sheet, agreed=agreed, wins=wins)
    assert " ".join(twins.shown.one(".bar h2").split()).endswith(said)


@pytest.mark.parametrize(("wins", "winner"), [("high", "Bob"), ("low", "Ann")])
def test_the_agreed_end_names_the_winners(ann: Visitor, wins: str, winner: str) -> None:
    twins = Twins(ann, "Ann Bob", game="score_sheet", wins=wins, end={"score": 10})
    twins.tap("Save round", **numbers(Ann=1, Bob=10))
    assert twins.shown.one("h1") == f"{winner} wins"
    twins.tap("Undo")
    twins.tap("Save round", **numbers(Ann=1, Bob=1))
    twins.open("?sheet=menu")
    twins.tap("End the game")
    assert twins.shown.one("h1").startswith("Round 2"), "it asks first"
    twins.tap("End the game")
    assert twins.shown.one("h1") == "Ann and Bob share the win"
    assert twins.shown.one(".detail").startswith("1 round played; ")


class Desk:
    """Ann's browser, away from the table."""

    def __init__(self, ann: Visitor) -> None:
        self.client = Client()
        self.client.cookies[COOKIE] = ann.token

    def open(self, path: str) -> Shown:
        return Shown(self.client.get(path, follow=True))

    def send(self, path: str, shown: Shown, **typed: str) -> Shown:
        """Sends what is filled in, or what is to be saved, with what is typed into it."""
        form = shown.soup.select_one("#noting, form.saving")
        assert form is not None
        sent = dict(sent_fields(form, {name: text for name, text in typed.items() if name != "save"}))
        return Shown(self.client.post(path, sent | typed, follow=True))


def test_a_tapped_number_leads_to_the_correction_of_its_round(ann: Visitor) -> None:
    phone, desk = Phone(ann, new_game(ann, "Ann Bob", game="score_sheet", end={"score": 20})), Desk(ann)
    phone.tap("Save round", **numbers(Ann=1, Bob=2))
    phone.open("?sheet=people")
    phone.tap("Add", player="Cat", after="Bob")
    phone.tap("Save round", **numbers(Ann=5, Bob=15, Cat=0.5))
    links = phone.shown.soup.select(".tallies tbody tr:last-child td a")
    assert [link.get_text() for link in links] == ["5", "15", "0.5"]
    shown = desk.open(str(links[1]["href"]))
    path = shown.response.redirect_chain[-1][0].partition("?")[0]
    assert path == f"{phone.url}correct/3/"
    tapped = shown.soup.select("[autofocus]")
    assert [(node["name"], node["value"]) for node in tapped] == [("score Bob", "15")]
    seen = desk.send(path, shown, **{"score Bob": "18"})
    assert "Bob: 20 points instead of 17." in seen.text
    desk.send(path, seen, save="1")
    assert phone.open().one("h1") == "Bob wins", "the corrected round ends the game"
    shown = desk.open(str(phone.shown.soup.select(".tallies tbody tr:first-child td a")[0]["href"]))
    assert _leaves_to(shown) == phone.url
    seen = desk.send(shown.response.redirect_chain[-1][0], shown, **{"score Ann": "-4"})
    assert _leaves_to(seen) == phone.url, "the number was tapped at the table"
    assert _leaves_to(desk.open(f"{phone.url}correct/1/")) == f"{phone.url}log/"
    missing = desk.send(f"{phone.url}correct/1/", shown, **{"score Ann": "", "save": "1"})
    assert missing.status == 422
    assert "A number is missing for Ann" in missing.text
    desk.send(f"{phone.url}correct/1/", shown, **{"score Ann": "-4", "called": "Opening", "save": "1"})
    shown = phone.open("?sheet=rounds")
    assert rows(shown)[0] == ["Opening", "−4", "2", "not there"]
    assert desk.open(f"{phone.url}hand/9/").status == 404


def test_the_number_of_a_row_leads_to_its_result_and_from_there_to_its_bids(ann: Visitor) -> None:
    sheet = msgspec.to_builtins(shelf()["wizard"])
    phone, desk = Phone(ann, new_game(ann, "Ann Bob Cat", game="score_sheet", sheet=sheet)), Desk(ann)
    phone.tap("Save", **{"n bid Ann": "1", "n bid Bob": "0", "n bid Cat": "1"})
    assert "Correct the" not in desk.open(f"{phone.url}correct/1/").text, "there is no result yet"
    phone.tap("Save", **{"n tricks Ann": "1", "n tricks Bob": "0", "n tricks Cat": "0"})
    shown = phone.open("?sheet=rounds")
    for way, n in (("tbody th a", 2), (".bar a[href*=hand]", 1), (".bar a[href*=hand]", 2)):
        shown = desk.open(str(shown.soup.select(way)[0]["href"]))
        assert f"/correct/{n}/" in shown.response.redirect_chain[-1][0]


def _leaves_to(shown: Shown) -> str:
    """Where the way out of a correction leads."""
    return next(str(way["href"]) for way in shown.soup.select("a.act") if words(way) == "Change nothing")


def test_every_kind_of_move_can_be_corrected(ann: Visitor) -> None:
    phone, desk = Phone(ann, new_game(ann, "Ann Bob", game="score_sheet")), Desk(ann)
    phone.open("?sheet=people")
    phone.tap("Add", player="Kat", after="Ann")
    phone.open("?sheet=people")
    phone.tap("Ann", within="form:has([value=quit])")
    moves = ({"do": "join", "player": "Cat", "after": "Ann"}, {"do": "quit", "player": "Bob"})
    for n, move in enumerate(moves, 1):
        path = f"{phone.url}correct/{n}/"
        shown = desk.open(path)
        assert shown.soup.select(f".s-people form[action='{path}'] [value={move['do']}]")
        key = str(shown.soup.select("[name=key]")[0]["value"])
        assert desk.client.post(path, move | {"key": key, "save": "1"}).status_code == 303
    assert phone.state["players"] == ["Ann", "Cat"]


def test_a_round_all_passed_is_corrected_into_a_game_and_back(ann: Visitor) -> None:
    sheet = msgspec.to_builtins(shelf()["skat"])
    phone, desk = Phone(ann, new_game(ann, "Ann Bob Cat", game="score_sheet", sheet=sheet)), Desk(ann)
    phone.tap("Save", **{"c game": "passed"})
    assert phone.shown.one(".now h1") == "Deal 2 All passed."
    path = f"{phone.url}correct/1/"
    shown = desk.open(path)
    blanks = phone.shown.soup.select("#noting :is([name^='c '], [name^='n '])")
    entered = {str(node["name"]) for node in blanks}
    assert {"c declarer", "n matadors", "c came"} <= entered
    assert not entered - {str(node["name"]) for node in shown.soup.select("#noting [name]")}
    assert chosen(shown, "c game") == "All passed"
    assert chosen(shown, "c declarer") == "Choose"
    game = {"c game": "hearts", "n matadors": "2", "c came": "won", "c declarer": ""}
    refused = desk.send(path, shown, **game)
    assert refused.one("[role=alert]") == "“Declarer” is missing: choose one."
    assert chosen(refused, "c game") == "Hearts"
    seen = desk.send(path, refused, **game | {"c declarer": "Bob"})
    assert "Bob:" in seen.one(".effects")
    assert desk.send(path, seen, save="1").status == 200
    assert phone.state["rounds"][0]["table"]["declarer"] == "Bob"
    for save in ({}, {"save": "1"}):
        passed = {**game, "c game": "passed", "c declarer": "Bob", **save}
        refused = desk.send(path, desk.open(path), **passed)
        assert refused.status == 422
        assert "“Declarer” does not go with Game “All passed”" in refused.one("[role=alert]")
        assert chosen(refused, "c declarer") == "Bob"
    empty = {"c game": "passed", "c declarer": "", "n matadors": "", "c came": ""}
    assert desk.send(path, desk.open(path), **empty, save="1").status == 200
    assert phone.state["rounds"][0]["table"]["game"] == "passed"
    assert phone.state["scores"] == {"Ann": 0, "Bob": 0, "Cat": 0}


def test_a_corrected_round_of_a_sheet_keeps_its_name(ann: Visitor) -> None:
    sheet = msgspec.to_builtins(shelf()["skat"])
    game = new_game(ann, "Ann Bob Cat", game="score_sheet", sheet=sheet)
    players: dict[str, Any] = {"Ann": {}, "Bob": {}, "Cat": {}}
    tell(ann, game, {"do": "entry", "players": players, "table": {"game": "passed"}, "name": "Opening"})
    path, desk = f"/t/{game.public_id}/correct/1/", Desk(ann)
    won = {"c game": "hearts", "c declarer": "Bob", "n matadors": "2", "c came": "won"}
    assert desk.send(path, desk.open(path), **won, save="1").status == 200
    assert Phone(ann, game).state["rounds"][0]["name"] == "Opening"


def test_twenty_fit_and_the_whole_sheet_is_one_tap_away(ann: Visitor) -> None:
    players = [f"Player{place}" for place in range(20)]
    phone = Phone(ann, new_game(ann, " ".join(players), game="score_sheet"))
    for round_ in range(9):
        phone.tap("Save round", **{f"score {name}": str(round_) for name in players})
    assert rows(phone.shown) == [], "so many find room below one another, without the rounds"
    assert [row[0] for row in rows(phone.tap("The whole Sheet"))] == [str(number) for number in range(1, 10)]
    assert "New player" not in phone.open("?sheet=people").text


def test_one_player_counts_alone(ann: Visitor) -> None:
    twins = Twins(ann, "Ann", game="score_sheet", end={"rounds": 1})
    assert "Enter the points." in twins.shown.text
    assert twins.tap("Save round", **numbers(Ann=3)).one("h1") == "Ann scores 3"


def test_a_tap_takes_at_most_10_queries_and_no_more_when_the_sheet_is_long(ann: Visitor) -> None:
    phone = Phone(ann, new_game(ann, "Ann Bob", game="score_sheet"))

    def asked(name: str, **typed: Any) -> int:
        request = phone.request_of(phone.shown.find(name), **typed)
        with CaptureQueriesContext(connection) as captured:
            assert phone.send(request).status == 200
        return len(
            [query for query in captured if not query["sql"].startswith(("BEGIN", "COMMIT", "SAVE", "REL"))]
        )

    phone.tap("Save round", **numbers(Ann=3, Bob=4))
    short = [asked("Save round", **numbers(Ann=1, Bob=2)), asked("Undo"), asked("Redo")]
    for _ in range(40):
        phone.tap("Save round", **numbers(Ann=1, Bob=2))
    assert [asked("Save round", **numbers(Ann=1, Bob=2)), asked("Undo"), asked("Redo")] == short
    assert max(short) <= 10, short


@pytest.mark.parametrize(
    "fields",
    [
        {"do": "dance"},
        {"do": "round"},
        {"do": "round", "score Zoe": "3"},
        {"do": "round", "score \0": "3"},
        {"do": "round", "score ": "3"},
        {"do": "round", "score Ann": "1" * 900},
        {"do": "round", "score Ann": "٣", "score Bob": "1", "score Cat": "1"},
        {"do": "round", "score Ann": "1e9", "score Bob": "1", "score Cat": "nan"},
        {"do": "join"},
        {"do": "join", "player": "ann"},
        {"do": "join", "player": "Eve", "after": "Zoe"},
        {"do": "quit", "player": "Zoe"},
        {"do": "quit"},
        {"do": "deal", "dealer": "Ann"},
    ],
)
def test_junk_is_refused_in_words_and_changes_nothing(ann: Visitor, fields: dict[str, str]) -> None:
    phone = Phone(ann, new_game(ann, game="score_sheet"))
    request = phone.request_of(phone.shown.find("Save round"), **numbers(Ann=0, Bob=0, Cat=0))
    kept = tuple(pair for pair in request.fields if pair[0] in ("key", "version", "csrfmiddlewaretoken"))
    shown = phone.send(type(request)("post", request.address, (*kept, *fields.items())))
    assert shown.status == 422
    assert len(shown.one(".sheet .why").split()) > 2
    assert phone.game.version == 0


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("3", 3),
        (" +3 ", 3),
        ("-3", -3),
        ("−3", -3),
        ("2,5", 2.5),
        (".5", 0.5),
        ("4.0", 4),
        ("1 000", 1000),
        ("", ""),
        ("-", "-"),
        ("1.", "1."),
        ("1e5", "1e5"),
        ("--1", "--1"),
        ("0x1", "0x1"),
    ],
)
def test_numbers_are_read_as_people_write_them(typed: str, read: object) -> None:
    assert (number(typed), type(number(typed))) == (read, type(read))


def test_a_number_is_told_without_powers_of_ten() -> None:
    assert [number_text(points) for points in (0.00001, -3, 2.5, 10**10)] == [
        "0.00001",
        "−3",
        "2.5",
        "10000000000",
    ]


def test_a_minus_on_a_minus_is_a_plus() -> None:
    assert form(QueryDict("score+Ann=-3&minus=score+Ann"))["scores"] == {"Ann": 3}


def test_a_field_left_blank_is_still_somebodys() -> None:
    blank = form(QueryDict("do=entry&n+d20+Ann=&n+d19+Ann="))
    assert blank == {"do": "entry", "players": {"Ann": {}}}


def start(desk: Desk, **fields: Any) -> Shown:
    path = "/new/score_sheet/"
    form = {"name": ["Ann", "Bob"], "start": "1", "key": "k" + str(Game.objects.count()), "wins": "low"}
    return Shown(desk.client.post(path, form | fields, follow=True))


def test_a_sheet_is_called_by_what_is_played_and_so_is_its_rematch(ann: Visitor) -> None:
    desk = Desk(ann)
    assert "What is played?" in desk.open("/new/score_sheet/").text
    shown = start(desk, title="  Hearts\u202e &  <b>friends</b> ", score="50.5", rounds="")
    assert shown.one(".bar b") == "Hearts & <b>friends</b>"
    game = Game.objects.get()
    assert (game.title, game.options) == ("Hearts & <b>friends</b>", {"wins": "low", "end": {"score": 50.5}})
    assert "fewest points win · to 50.5" in shown.one(".bar h2")
    assert "Hearts" in desk.open("/").text
    again = desk.open(f"/new/score_sheet/?rematch={game.public_id}").soup
    assert again.select_one("[name=title]")["value"] == game.title  # type: ignore[index]
    assert again.select_one("[name=score]")["value"] == "50.5"  # type: ignore[index]
    assert again.select_one("[value=low]").has_attr("checked")  # type: ignore[union-attr]


@pytest.mark.parametrize(
    "fields", [{"score": "0"}, {"score": "x"}, {"rounds": "1.5"}, {"rounds": "-1"}, {"wins": "most"}]
)
def test_what_cannot_be_agreed_on_is_said(ann: Visitor, fields: dict[str, str]) -> None:
    shown = start(Desk(ann), title="Golf", **fields)
    assert shown.status == 422
    assert len(shown.one(".errors").split()) > 3
    assert shown.soup.select_one("[name=title]")["value"] == "Golf"  # type: ignore[index]
    assert not Game.objects.exists()


def test_any_game_may_have_a_title(ann: Visitor) -> None:
    desk = Desk(ann)
    form = {"name": ["Ann", "Bob"], "start": "1", "key": "k", "dealer": "0", "title": "Sunday ZAR" + "!" * 90}
    shown = Shown(desk.client.post("/new/zar/", form, follow=True))
    assert shown.one(".bar b").startswith("Sunday ZAR!")
    assert len(Game.objects.get().title) == 80


TWO_CELLS = """
key = "two_cells"
name = "Two cells"
by = "row"
row = [{ key = "one", name = "One", values = [0, 5] }, { key = "two", name = "Two", most = 10 }]
"""


def test_who_can_no_longer_win_is_told_under_the_name(ann: Visitor) -> None:
    sheet = msgspec.to_builtins(read(TWO_CELLS))
    phone = Phone(ann, new_game(ann, "Ann Bob", game="score_sheet", sheet=sheet))
    phone.open("?row=one&who=Ann")
    phone.tap("5", within=".values")
    phone.open("?row=two&who=Ann")
    assert "cannot win" not in phone.tap("Save", **{"n value Ann": "9"}).text
    phone.open("?row=one&who=Bob")
    shown = phone.tap("0", within=".values")
    assert "cannot win" in shown.one(".tallies thead th:last-child")
    assert "Bob" in shown.one(".tallies thead th:last-child")
    # What stands is marked where it is corrected.
    assert phone.open("correct/1/").one(".values [aria-current]") == "5"
    assert phone.open("correct/3/").one(".values [aria-current]") == "0"


def test_rounds_and_categories_keep_their_names_on_the_games_page(ann: Visitor) -> None:
    phone, desk = Phone(ann, new_game(ann, "Ann Bob", game="score_sheet")), Desk(ann)
    phone.tap("Save round", called="Military", **numbers(Ann=5, Bob=2))
    phone.tap("Save round", **numbers(Ann=1, Bob=1))
    shown = desk.open(f"/games/{phone.game.public_id}/")
    heads = [head.get_text(" ", strip=True) for head in shown.soup.select(".hands tbody th")]
    assert heads == ["Round Military", "Round 2"]
    sheet = msgspec.to_builtins(read(TWO_CELLS))
    phone = Phone(ann, new_game(ann, "Ann Bob", game="score_sheet", sheet=sheet))
    phone.open("?row=two&who=Ann")
    phone.tap("Save", **{"n value Ann": "9"})
    shown = desk.open(f"/games/{phone.game.public_id}/?hand=1")
    assert "Category Two" in shown.one(".hands tbody th")


def test_a_correction_that_would_take_too_long_changes_nothing(
    ann: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    sheet = msgspec.to_builtins(shelf()["golf"])
    game = new_game(ann, "Ann Bob", game="score_sheet", wins="low", sheet=sheet)
    entry = {"do": "entry", "players": {name: {"cards": 3} for name in ("Ann", "Bob")}}
    tell(ann, game, *[entry] * 6)
    move = GAME.read({"do": "entry", "players": {name: {"cards": 5} for name in ("Ann", "Bob")}})
    assert not isinstance(move, Refused)
    game = Game.objects.get(pk=game.pk)
    assert len(correction.plan(game, 1, move).steps) == 6
    monkeypatch.setattr(correction, "MOST_STEPS", 30)
    refused = correction.plan(game, 1, move).refused
    assert refused
    assert "takes too long to count for a correction so far back" in refused.text


def test_a_look_at_a_dear_sheet_takes_no_longer_than_a_move_on_it(ann: Visitor) -> None:
    deck = "sum(" + " + ".join(["deck"] * 16) + ")"
    fields = "".join(
        f'[[field]]\nkey = "f{n}"\nname = "F{n}"\nmost = "100 + {deck}"\nblank = true\n' for n in range(16)
    )
    text = f'key = "dear"\nname = "Dear"\n[lists]\ndeck = {list(range(60))}\n{fields}'
    game = new_game(ann, "Ann Bob Cat", game="score_sheet", sheet=msgspec.to_builtins(read(text)))
    before = formulas.steps()
    shown = Phone(ann, game).shown
    assert shown.status == 200
    assert formulas.steps() - before < formulas.MOST_STEPS + 1_000


def test_a_games_sheet_is_kept_once_however_many_rounds_it_has(ann: Visitor) -> None:
    rules, played = GAMES["score_sheet"], msgspec.to_builtins(shelf()["skyjo"])
    game = new_game(ann, "Ann Bob", "score_sheet", sheet=played, wins="low")
    whole = rules.load(game.state)
    assert whole.options.sheet == shelf()["skyjo"]
    entry = {
        "do": "entry",
        "players": {"Ann": {"cards": 5}, "Bob": {"cards": 7}},
        "table": {"ender": "Ann"},
    }
    for _ in range(6):
        tap(ann, game, entry)
    game = Game.objects.get(pk=game.pk)
    kept = [bytes(game.snapshot), *(bytes(hand.snapshot) for hand in Hand.objects.filter(game=game))]
    assert len(kept) == 8
    assert not any(b"Points of the cards" in snapshot for snapshot in kept)
    now = rules.load(game.state)
    assert now.options == whole.options
    assert len(now.rounds) == 6
    assert replays(game)
    for write in (taps.undo, taps.redo):
        game = Game.objects.get(pk=game.pk)
        state: Any = write(ann, game.public_id, tap_keys.new_key(game)).standing.state
        assert state.options == whole.options
    # As rows were kept before.
    Game.objects.filter(pk=game.pk).update(snapshot=rules.dump(now))
    assert rules.load(Game.objects.get(pk=game.pk).state) == now


def test_a_round_is_told_by_the_fields_of_its_sheet_and_only_what_was_entered() -> None:
    def told(key: str, **move: object) -> str:
        options: dict[str, object] = {"sheet": msgspec.to_builtins(shelf()[key])}
        options |= {"wins": "low"} if shelf()[key].wins == "low" else {}
        state = GAME.start(options, ["Ann", "Bob", "Cat", "Dan"])
        return PRESENTERS["score_sheet"].describe(state, GAME.logged({"do": "entry", **move}))

    table = {"chooser": "Ann", "taken": 100, "holder": "", "sweep": False}
    jass = told("jass", players={"Ann": {"weis": 0}, "Bob": {"weis": 20}}, table=table)
    assert jass == "Chose trumps: Ann; Trump makers’ points: 100; Weis: Bob & Dan 20"
    left = {"Ann": {"left": 20}, "Bob": {"left": 0}, "Cat": {"left": 64}, "Dan": {"left": 15}}
    romme = told("romme", players=left, table={"hand": True})
    assert romme == "Hand Rommé; Points left in hand: Ann 20, Bob 0, Cat 64, Dan 15"
    game = {"game": "grand", "declarer": "Ann", "matadors": 2, "hand": True, "came": "won_schwarz"}
    skat = told("skat", players={}, table=game)
    assert skat == "Game: Grand; Declarer: Ann; Matadors: 2; Hand; Result: Won, schwarz"
    was = told("skat", players={}, table={**game, "hand": False, "came": "won_schneider"})
    assert instead_of(was, skat) == "Hand; Result: Won, schwarz instead of Won, schneider"
    hearts = {"Ann": {"taken": 26}, "Bob": {"taken": 0}}
    assert told("hearts", players=hearts) == "A hand: Ann 26, Bob 0"
    assert told("hearts", players=hearts, name="The first") == "The first: Ann 26, Bob 0"
    assert told("hearts", players={"Ann": {"tricks": 26}}) == "A hand: Ann 26", "what was refused"
    assert told("darts_501", players={"Ann": {"thrown": 45}}) == "Ann: Thrown 45"
    assert told("yahtzee", players={"Ann": {"value": 24}}, row="sixes") == "Sixes: Ann 24"
    frame = told("bowling", players={"Ann": {"ball": 7, "second": 3}}, row="frame1")
    assert frame == "Frame 1: Ann 7\xa0/"
    strike = told("bowling", players={"Ann": {"ball": 10}}, row="frame1")
    assert strike == "Frame 1: Ann X"
    last = told("bowling", players={"Ann": {"ball": 10, "second": 10, "third": 9}}, row="frame10")
    assert last == "Frame 10: Ann X\xa0X\xa09"
    assert instead_of(strike, frame) == "Frame 1: Ann 7\xa0/ instead of X"
    assert told("carcassonne", players={"Ann": {"what": "open", "number": 3}}) == "Ann: Unfinished city 3"


def test_a_dispute_shows_the_terms_of_a_sheets_formula(ann: Visitor) -> None:
    phone = sheet_of(ann, "jass", "Ann Bob Cat Dan").phones[0]
    deal = {"players": {"Ann": {"weis": 0}, "Bob": {"weis": 20}}, "table": {"chooser": "Ann", "taken": 100}}
    tell(ann, phone.game, {"do": "entry", **deal})
    shown = phone.open("?sheet=dispute").text
    assert "Bob and Dan: In tricks 157 − 100 = 57. Weis 20. Total 77." in shown
    assert "Ann and Cat: 100" not in shown, "one number is no sum"
    tell(ann, phone.game, {"do": "entry", **deal})
    assert "Bob and Dan: 77 + 77 = 154." in phone.open("?sheet=dispute").text


def explained(key: str, seats: str, agreed: dict[str, object], **entry: object) -> dict[str, Any]:
    """The lines of "Why these points?" of one round, by the first of each side; what was bid is `bids`."""
    options = {"sheet": msgspec.to_builtins(shelf()[key]), "agreed": agreed, "wins": shelf()[key].wins}
    fold = Fold(GAME, GAME.start(options, seats.split()))
    if bids := entry.pop("bids", None):
        assert isinstance(fold.play_json({"do": "bids", "players": {}, "table": bids}), Ruling)
    before = fold.state
    assert isinstance(fold.play_json({"do": "result" if bids else "entry", "players": {}, **entry}), Ruling)
    return {side[0]: lines for side, lines in added_up(before, fold.state).items()}


def read_aloud(found: dict[str, Any]) -> dict[str, str]:
    """The lines of each as they are read."""
    return {name: "; ".join(" ".join(line).strip() for line in lines) for name, lines in found.items()}


def test_points_are_explained_in_the_words_of_the_sheet() -> None:
    jass = {"chooser": "Ann", "trumps": "shields", "taken": 100, "holder": "Bob"}
    assert explained(
        "jass", "Ann Bob Cat Dan", {"shields": 2}, players={"Ann": {"weis": 20}}, table=jass
    ) == {
        "Ann": (("In tricks", "100 × 2 = 200"), ("Weis", "20 × 2 = 40")),
        "Bob": (("In tricks", "(157 − 100) × 2 = 114"), ("Stöck", "20 × 2 = 40")),
    }
    # One number that is not what was entered says whence it comes.
    null = {"game": "null", "declarer": "Ann", "came": "won"}
    assert explained("skat", "Ann Bob Cat", {}, players={}, table=null) == {"Ann": (("Game", "23"),)}
    passed = {"game": "passed"}
    assert explained("skat", "Ann Bob Cat", {}, players={}, table=passed) == {}


SOLO = {"game": "solo", "player": "Dan", "came": "lost_schneider", "runners": 3}


@pytest.mark.parametrize(
    ("key", "entry", "lines"),
    [
        (
            "belote",
            {"table": {"taker": "Ann", "taken": 162, "capot": True, "holder": "Bob"}},
            {"Ann": "Capot 252", "Bob": "Belote 20"},
        ),
        (
            "belote",
            {"table": {"taker": "Ann", "taken": 60, "holder": "Ann"}},
            {"Ann": "Failed with 80 to 102; Belote 20", "Bob": "The others failed, so all 162"},
        ),
        (
            "belote",
            {"table": {"taker": "Ann", "taken": 81}},
            {"Ann": "81 held over after the tie", "Bob": "Tricks 162 − 81 = 81"},
        ),
        (
            "coinche",
            {"bids": {"taker": "Ann", "contract": 90}, "table": {"taken": 100, "holder": "Ann"}},
            {"Ann": "Tricks 100; Contract 90; Belote 20", "Bob": "Tricks 162 − 100 = 62"},
        ),
        (
            "coinche",
            {"bids": {"taker": "Ann", "contract": 90, "doubled": "once"}, "table": {"taken": 100}},
            {"Ann": "Coinched and made (160 + 90) × 2 = 500", "Bob": "The others made 100 of 90"},
        ),
        (
            "klaverjassen",
            {"players": {"Ann": {"roem": 20}, "Bob": {"roem": 50}}, "table": {"player": "Ann", "taken": 70}},
            {"Ann": "Nat with 90 to 142", "Bob": "All tricks, as the others are nat 162; All roem 70"},
        ),
        (
            "klaverjassen",
            {"players": {"Ann": {"roem": 50}}, "table": {"player": "Ann", "taken": 162, "pit": True}},
            {"Ann": "Tricks 162; Roem 50; Pit 100"},
        ),
        (
            "hearts",
            {"players": {name: {"taken": 26 * (name == "Ann")} for name in ("Ann", "Bob", "Cat", "Dan")}},
            {"Ann": "Shot the moon, so 26 for everybody else"}
            | dict.fromkeys(("Bob", "Cat", "Dan"), "For the moon 26"),
        ),
        (
            "schafkopf",
            {"table": SOLO},
            dict.fromkeys(("Ann", "Bob", "Cat"), "Solo 50 + schneider 10 + 3 runners 30 90; Paid by Dan")
            | {"Dan": "Solo 50 + schneider 10 + 3 runners 30 90; Paid to each of the three 3 × −90"},
        ),
        (
            "schafkopf",
            {"table": SOLO | {"tout": True, "came": "won", "doubled": 2}},
            {
                name: "Solo 50 + 3 runners 30 80; Tout, so twice 160; Doubled twice 640; " + last
                for name, last in zip(
                    ("Ann", "Bob", "Cat", "Dan"),
                    (*("Paid to Dan",) * 3, "Paid by each of the three 3 × 640"),
                    strict=True,
                )
            },
        ),
        (
            "doppelkopf",
            {"players": {"Ann": {"re": True}}, "table": {"eyes": 190, "re_said": "re"}},
            {"Ann": "Re won, under 60 3; Announced 2; Alone, so three times"}
            | dict.fromkeys(("Bob", "Cat", "Dan"), "Re won, under 60 3; Announced 2; Lost, so minus"),
        ),
        (
            "doppelkopf",
            {
                "players": {"Ann": {"re": True}, "Bob": {"re": True}},
                "table": {"eyes": 130, "re_said": "no90", "kontra_said": "no90"},
            },
            dict.fromkeys(("Ann", "Bob"), "Nobody made what they announced; What was reached counts 1")
            | dict.fromkeys(
                ("Cat", "Dan"), "Nobody made what they announced; What was reached counts 1; Lost, so minus"
            ),
        ),
    ],
)
def test_a_round_says_aloud_why_it_was_worth_its_points(
    key: str, entry: dict[str, object], lines: dict[str, str]
) -> None:
    assert read_aloud(explained(key, "Ann Bob Cat Dan", {}, **entry)) == lines


def test_a_game_of_skat_is_counted_as_it_is_counted_aloud() -> None:
    game = {"game": "grand", "declarer": "Ann", "matadors": 2, "came": "won_schneider", "hand": True}
    told = {"Ann": "2 matadors, game 3, hand 4, schneider 5; 24 × 5 120"}
    assert read_aloud(explained("skat", "Ann Bob Cat", {}, table=game)) == told
    game |= {"came": "lost", "bid": 120, "hand": False}
    told = {"Ann": "2 matadors, game 3; 24 × 3 72; Overbid, so it is 120; Lost, so twice −240"}
    assert read_aloud(explained("skat", "Ann Bob Cat", {}, table=game)) == told


def test_a_dispute_says_why_in_the_words_of_the_sheet(ann: Visitor) -> None:
    phone = sheet_of(ann, "schafkopf", "Ann Bob Cat Dan").phones[0]
    tell(ann, phone.game, {"do": "entry", "players": {}, "table": SOLO})
    shown = phone.open("?sheet=dispute").text
    assert "Ann: Solo 50 + schneider 10 + 3 runners 30: 90. Paid by Dan. Total 90." in shown
    assert "× −1" not in shown


@pytest.mark.parametrize(
    ("key", "entry", "lines"),
    [
        (
            "belote",
            {"table": {"taker": "Ann", "taken": 162, "capot": True}},
            ["Ann and Cat: Capot 252."],
        ),
        (
            "hearts",
            {"players": {name: {"taken": 26 * (name == "Ann")} for name in ("Ann", "Bob", "Cat", "Dan")}},
            ["Ann: Shot the moon, so 26 for everybody else.", "Dan: For the moon 26."],
        ),
    ],
)
def test_a_dispute_names_what_was_the_only_part(
    ann: Visitor, key: str, entry: dict[str, Any], lines: list[str]
) -> None:
    phone = sheet_of(ann, key, "Ann Bob Cat Dan").phones[0]
    tell(ann, phone.game, {"do": "entry", "players": {}, **entry})
    shown = phone.open("?sheet=dispute").text
    assert [line for line in lines if line not in shown] == []
    assert "Total " not in shown


def test_a_turn_tells_nothing_of_those_who_got_nothing_in_it(ann: Visitor) -> None:
    phone = sheet_of(ann, "scrabble", "Ann Bob Cat").phones[0]
    turns: list[tuple[str, dict[str, Any]]] = [
        ("Ann", {"word": 24}),
        ("Bob", {"word": 70}),
        ("Cat", {"word": 15}),
        ("Ann", {"word": 9}),
        ("Bob", {"word": 8, "after": "out"}),
        ("Cat", {"rack": 0}),
        ("Ann", {"rack": 5}),
    ]
    moves = [{"do": "entry", "players": {name: entry}} for name, entry in turns]
    tell(ann, phone.game, *moves[:3])
    shown = phone.open("?sheet=dispute").text
    assert "Turn 1: Cat +15." in shown
    assert "Ann 0" not in shown
    tell(ann, phone.game, *moves[3:])
    shown = phone.open("?sheet=dispute").text
    assert "Turn 3: Ann −5 and Bob +5." in shown
    assert "Ann: 24 + 9 − 5 = 28." in shown


def test_cricket_says_which_numbers_scored(ann: Visitor) -> None:
    phone = sheet_of(ann, "darts_cricket", "Ann Bob").phones[0]
    for name, marks, line in (
        ("Ann", {"d20": 4}, "Ann: 1 × 20 over three 20."),
        ("Bob", {"d20": 3}, ""),
        ("Ann", {"bull": 4, "d20": 1}, "Ann: 20 is closed by all. 1 × bull over three 25. Total 25."),
        ("Bob", {"d20": 1}, "Bob: 20 is closed by all."),
    ):
        tell(ann, phone.game, {"do": "entry", "players": {name: marks}})
        shown = phone.open("?sheet=dispute").text
        assert line in shown
        assert ("How it was counted" in shown) == bool(line)


def test_spades_says_which_bid_and_which_nil_failed(ann: Visitor) -> None:
    phone = sheet_of(ann, "spades", "Ann Bob Cat Dan").phones[0]
    bids, tricks = ({"Ann": 4, "Bob": 0, "Cat": 3, "Dan": 5}, {"Ann": 5, "Bob": 1, "Cat": 3, "Dan": 4})
    tell(
        ann,
        phone.game,
        {"do": "bids", "players": {name: {"bid": n} for name, n in bids.items()}},
        {"do": "result", "players": {name: {"tricks": n} for name, n in tricks.items()}},
    )
    shown = phone.open("?sheet=dispute").text
    assert "Ann and Cat: Bid made 10 × 7 = 70. Bags 8 − 7 = 1. Total 71." in shown
    assert "Bob and Dan: Bid missed −50. Bags 1. Nil failed −100. Total −149." in shown


def test_what_is_corrected_stands_in_its_category_and_in_the_total(ann: Visitor) -> None:
    phone = sheet_of(ann, "yahtzee", "Ann Bob").phones[0]
    for name, row, points in (("Ann", "ones", 3), ("Bob", "twos", 4), ("Ann", "fours", 12)):
        tell(ann, phone.game, {"do": "entry", "row": row, "players": {name: {"value": points}}})
    shown = Browser(ann).go(f"/t/{phone.game.public_id}/correct/3/").soup
    assert words(shown.select_one(".cell.here")) == "12"
    assert words(shown.select_one("thead .so-far")) == "15"


def test_what_a_later_frame_gives_an_earlier_one_is_told(ann: Visitor) -> None:
    phone = sheet_of(ann, "bowling", "Ann Bob").phones[0]
    frames: list[tuple[str, str, dict[str, int]]] = [
        ("frame1", "Ann", {"ball": 10}),
        ("frame1", "Bob", {"ball": 1, "second": 2}),
        ("frame2", "Ann", {"ball": 3, "second": 4}),
    ]
    for row, name, balls in frames:
        tell(ann, phone.game, {"do": "entry", "row": row, "players": {name: balls}})
    shown = phone.open("?sheet=dispute").text
    assert "How it was counted Ann: Frame 1: 10 + 3 + 4 = 17. Frame 2: 3 + 4 = 7. How" in shown


@pytest.mark.parametrize(
    ("frame", "then", "why"),
    [
        ((10,), [(5, 3)], "10 + 5 + 3 = 18"),
        ((10,), [(5, 0)], "10 + 5 + 0 = 15"),
        ((10,), [(10,), (4, 2)], "10 + 10 + 4 = 24"),
        ((10,), [(10,)], "10 + 10 + next ball"),
        ((10,), [], "10 + next ball + one more"),
        ((7, 3), [(7, 2)], "10 + 7 = 17"),
        ((0, 10), [], "10 + next ball"),
        ((5, 3), [(10,)], "5 + 3 = 8"),
    ],
)
def test_a_frame_says_how_it_was_counted_and_what_is_still_to_come(
    ann: Visitor, frame: tuple[int, ...], then: list[tuple[int, ...]], why: str
) -> None:
    phone = sheet_of(ann, "bowling", "Ann").phones[0]
    for n, balls in enumerate([frame, *then], 1):
        entered = dict(zip(("ball", "second"), balls, strict=False))
        tell(ann, phone.game, {"do": "entry", "row": f"frame{n}", "players": {"Ann": entered}})
    assert f"Frame 1: {why}." in phone.open("?sheet=dispute").text or sum(frame) < 10
    page = Shown(client_of(ann).get(phone.url.replace("/t/", "/games/") + "?hand=1"))
    assert page.one(".scored").startswith(f"Ann Frame 1 {why} Total +")


@pytest.mark.parametrize(
    ("balls", "why"),
    [
        ((10, 10, 10), "10 + 10 + 10 = 30"),
        ((9, 1, 8), "9 + 1 + 8 = 18"),
        ((10, 3, 4), "10 + 3 + 4 = 17"),
        ((6, 3), "6 + 3 = 9"),
    ],
)
def test_the_tenth_frame_is_the_sum_of_its_balls(ann: Visitor, balls: tuple[int, ...], why: str) -> None:
    phone = sheet_of(ann, "bowling", "Ann").phones[0]
    strikes = [{"do": "entry", "row": f"frame{n}", "players": {"Ann": {"ball": 10}}} for n in range(1, 10)]
    last = dict(zip(("ball", "second", "third"), balls, strict=False))
    tell(ann, phone.game, *strikes, {"do": "entry", "row": "frame10", "players": {"Ann": last}})
    assert f"Frame 10: {why}." in phone.open("?sheet=dispute").text
    if sum(balls) == 30:
        assert phone.open("").one(".stair-points, .tallies thead b").startswith("300")


def test_partners_win_together_and_the_other_side_is_second(ann: Visitor) -> None:
    phone = sheet_of(ann, "jass", "Ann Bob Cat Dan").phones[0]
    deal = {"players": {"Ann": {"weis": 0}, "Bob": {"weis": 20}}, "table": {"chooser": "Ann", "taken": 100}}
    tell(ann, phone.game, {"do": "entry", **deal}, {"do": "end"})
    assert phone.open().one("h1") == "Ann and Cat win"
    steps = [words(step.select_one(".vh")) for step in phone.shown.soup.select(".podium > li")]
    assert steps == ["1st:", "2nd:"]
    game = Game.objects.get(pk=phone.game.pk)
    assert {side: row.rank for side, row in ranks(game).items()} == {("Ann", "Cat"): 1, ("Bob", "Dan"): 2}


def test_a_sheet_says_itself_how_it_is_counted(ann: Visitor) -> None:
    browser = Browser(ann)
    assert "How to play" not in browser.go("/new/score_sheet/?sheet=skat").text
    assert words(browser.shown.soup.select_one("details > summary")) == "How it is counted"
    assert "How to play" in browser.go("/new/score_sheet/").text
    phone = sheet_of(ann, "skat", "Ann Bob Cat").phones[0]
    phone.open("?sheet=menu")
    assert "every matador with or without" in phone.tap("How it is counted").text
    assert "Null is 23, hand 35, open 46, both 59." in map(words, phone.shown.soup.select(".sheet li"))
    phone.open("?sheet=menu")
    assert "Tap a box" in phone.tap("How this screen works").text


def test_a_mistyped_number_breaks_no_rule(ann: Visitor) -> None:
    phone = sheet_of(ann, "darts_501", "Ann Bob").phones[0]
    phone.tap("Save", **{"n thrown Ann": "220500"})
    assert phone.shown.one(".s-refused h2") == "Not saved"


def test_each_number_of_a_turn_stands_once(ann: Visitor) -> None:
    darts = sheet_of(ann, "darts_501", "Ann Bob").phones[0]
    for name, thrown in (("Ann", 60), ("Bob", 100), ("Ann", 140)):
        tell(ann, darts.game, {"do": "entry", "players": {name: {"thrown": thrown}}, "table": {}})
    # What was thrown, and what it left.
    assert [cell.get_text(" ", strip=True) for cell in darts.open().soup.select(".tallies tbody td")] == [
        *("60 441", "100 401"),
        *("140 301", "blank"),
    ]
    poker = sheet_of(ann, "poker_chips", "Ann Bob").phones[0]
    tell(ann, poker.game, {"do": "entry", "players": {"Ann": {"what": "in", "amount": 50}}, "table": {}})
    assert rows(poker.open()) == [["", "−50Buys chips", "blank"]]
