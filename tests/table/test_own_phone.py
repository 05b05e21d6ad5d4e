"""The phone of a seat: whose turn, what lies, its pad on its turn, and buzzers at any time, in one tap."""

from __future__ import annotations

import pytest
from bs4 import Tag
from django.http import QueryDict

from referee.games.registry import GAMES
from referee.table import taps
from scoring.crew import loggers, seats
from scoring.crew.visitor import Visitor, join_own_crew
from scoring.log import tap_keys
from scoring.log.start import rematch_key
from scoring.models import Game, Logger
from tests.crew.played import tell
from tests.random_play import play as random_play
from tests.table.page import NotThere, Phone, new_game, phone_of, shape, words
from tests.taps import make

#: A close call is what the dispute is for; lost, it costs no card.
LATE = (
    "Too late to match: play has gone on. Take your card back; a lost close call costs no card. "
    "If you were first: Dispute, then “First?”."
)


def is_filled(phone: Phone, call: str) -> bool:
    found = phone.shown.soup.select_one(f".c-{call}")
    assert isinstance(found, Tag)
    return "no" not in found["class"]


@pytest.mark.parametrize("htmx", [True, False])
def test_on_its_turn_a_phone_has_its_own_pad_and_every_answer_is_what_a_reload_shows(
    ann: Visitor, game: Game, htmx: bool
) -> None:
    bob = phone_of(game, ann, "Bob", htmx=htmx)
    assert bob.shown.one(".bar h2") == "Bob · my phone"
    assert bob.shown.one(".now h1").startswith("Your turn")
    assert bob.shown.one(".own .hand") == "7 cards"
    for name in ("blue moon", "Undo", "Redo"):
        bob.tap(name)
        assert shape(bob.shown.table.select_one(".own")) == shape(bob.reloaded().table.select_one(".own"))  # type: ignore[arg-type]
    assert bob.shown.one(".now h1").startswith("Cat")
    assert not bob.shown.table.select(".pad"), "the pad is for whose turn it is"
    assert bob.shown.one(".own p") == "You go third Cat, Ann, then you"
    assert bob.shown.one(".own .hand") == "6 cards"


def test_a_count_begins_with_the_hand_of_whose_phone_it_is(ann: Visitor, game: Game) -> None:
    bob, cat = phone_of(game, ann, "Bob"), phone_of(game, ann, "Cat")
    tell(ann, game, {"do": "recount", "player": "Bob", "cards": 1})
    bob.open()
    bob.tap("blue moon")
    bob.tap("Nobody matched: out!")
    assert bob.open().one(".hand").startswith("Ann")
    assert cat.open().one(".hand").startswith("Cat")
    cat.tap("Ann", within=".due")
    assert cat.shown.one(".hand").startswith("Ann")


def test_a_match_is_one_tap_on_ones_own_phone(ann: Visitor, game: Game) -> None:
    bob, cat = phone_of(game, ann, "Bob"), phone_of(game, ann, "Cat")
    bob.tap("blue moon")
    cat.open()
    assert is_filled(cat, "match")
    cat.tap("MATCH!")
    assert cat.bodies[-1] == {"do": "play", "player": "Cat", "cards": ["blue moon"]}
    bob.open()
    assert not is_filled(bob, "match")
    assert "no copy left" in bob.shown.one(".c-match")


def test_in_a_dispute_ones_own_name_comes_first_below_what_happened_last(ann: Visitor, game: Game) -> None:
    cat = phone_of(game, ann, "Cat")
    phone_of(game, ann, "Bob").tap("blue moon")
    last = cat.open("?sheet=dispute").soup.select(".race")[0]
    assert words(last.select("b")[0]) == "Bob’s play (move 3)"
    assert [words(name) for name in last.select("a")] == ["Cat", "Ann"]


def test_the_hints_of_a_first_game_do_not_come_in_its_rematch(ann: Visitor, game: Game) -> None:
    phone = Phone(ann, game)
    assert phone.open().soup.select(".coach")
    Game.objects.filter(pk=game.pk).update(key=rematch_key(game))
    assert not phone.open().soup.select(".coach")


def test_a_match_that_comes_late_is_never_a_plain_play(ann: Visitor, game: Game) -> None:
    bob, cat, dealer = (phone_of(game, ann, name) for name in ("Bob", "Cat", "Ann"))
    bob.tap("blue moon")
    dealer.open()
    tap = dealer.request_of(dealer.shown.find("MATCH!"))
    cat.open()
    cat.tap("blue star")
    dealer.send(tap)
    assert dealer.shown.one(".s-refused h2") == "Not now"
    assert dealer.shown.one(".s-refused .why") == LATE
    assert dealer.shown.one(".changed li") == "Cat plays a blue star.", "who did it is named"
    assert dealer.bodies[-1] == {"do": "play", "player": "Cat", "cards": ["blue star"]}
    dealer.tap("Back to the table")
    dealer.tap("blue moon")
    assert dealer.bodies[-1] == {"do": "play", "player": "Ann", "cards": ["blue moon"]}


def test_a_match_on_a_card_that_was_passed_by_is_late_and_no_plain_play_either(
    ann: Visitor, game: Game
) -> None:
    bob, cat = phone_of(game, ann, "Bob"), phone_of(game, ann, "Cat")
    cat.open()
    tap = cat.request_of(cat.shown.find("MATCH!"))
    bob.tap("Draw")
    cat.send(tap)
    assert cat.shown.one(".s-refused .why") == LATE
    assert cat.shown.one(".changed li") == "Bob draws."
    cat.open()
    bob.open()
    bob.tap("Pass")
    cat.send(tap)
    assert cat.shown.one(".s-refused .why") == LATE
    assert cat.bodies[-1]["do"] == "pass", "though it is on turn now"


def test_a_gotcha_is_one_tap_on_a_face_and_no_face_tells_who_is_liable(ann: Visitor, game: Game) -> None:
    keeper, bob, cat = Phone(ann, game), phone_of(game, ann, "Bob"), phone_of(game, ann, "Cat")
    keeper.tap("Bob", within=".seats")
    keeper.tap("Set", cards="2")
    bob.open()
    bob.tap("blue moon")
    assert "You owe “ZAR”" in bob.shown.one(".own")
    cat.open()
    faces = cat.shown.soup.select(".c-gotcha button")
    assert [str(face["value"]) for face in faces] == ["Ann", "Bob"]
    assert len({str(face.get("class")) for face in faces}) == 1
    cat.tap("GOTCHA! Bob")
    assert cat.bodies[-1] == {"do": "gotcha", "caller": "Cat", "target": "Bob"}
    assert cat.state["hands"]["Bob"] == 2


def test_zar_is_one_tap(ann: Visitor, game: Game) -> None:
    keeper, bob = Phone(ann, game), phone_of(game, ann, "Bob")
    assert "with one card left" in bob.shown.one(".c-zar")
    keeper.tap("Bob", within=".seats")
    keeper.tap("Set", cards="2")
    bob.open()
    bob.tap("blue moon")
    assert is_filled(bob, "zar")
    assert bob.shown.one(".action .told small") == "Once ZAR is said, tap “ZAR!”", (
        "the key that this phone has"
    )
    assert "Once ZAR" not in phone_of(game, ann, "Cat").shown.one(".action .told"), "hers is not for Bob"
    bob.tap("ZAR!")
    assert bob.bodies[-1] == {"do": "zar", "player": "Bob"}
    assert not is_filled(bob, "zar")
    assert "nothing owed" in bob.shown.one(".c-zar")


def test_a_power_card_that_is_matched_still_asks_for_its_word(ann: Visitor, game: Game) -> None:
    bob, cat = phone_of(game, ann, "Bob"), phone_of(game, ann, "Cat")
    bob.tap("winged dragon")
    bob.tap("moon", within=".sheet")
    cat.open()
    cat.tap("MATCH!")
    cat.tap("star", within=".sheet")
    assert cat.bodies[-1]["declare"] == "star"


def test_the_keeper_s_phone_shows_the_whole_table_until_it_wants_its_own(ann: Visitor, game: Game) -> None:
    seats.take(game, "Ann", join_own_crew(ann).pk)
    keeper = Phone(ann, game)
    assert keeper.shown.soup.select(".seats")
    assert not keeper.shown.soup.select(".own")
    keeper.tap("Mine : Ann’s phone")
    assert keeper.shown.soup.select(".own")
    keeper.open()
    assert keeper.shown.soup.select(".own"), "the phone remembers it"
    keeper.tap("The whole table")
    keeper.open()
    assert keeper.shown.soup.select(".seats")
    assert not keeper.shown.soup.select(".own")


def test_with_one_scorer_the_others_have_buzzers_and_no_pad(ann: Visitor, game: Game) -> None:
    bob = phone_of(game, ann, "Bob")
    loggers.choose(game, Logger.ONE, join_own_crew(ann).pk)
    bob.open()
    assert bob.shown.one(".now h1").startswith("Your turn")
    assert not bob.shown.soup.select(".pad")
    assert len(bob.shown.soup.select(".call")) == 3


def test_a_watcher_has_no_buzzers(ann: Visitor, cat: Visitor, game: Game) -> None:
    watcher = Phone(cat, game)
    seats.take(game, "Cat", join_own_crew(cat).pk)
    watcher.open()
    assert not watcher.shown.soup.select(".call, .own, .pad")
    assert not watcher.shown.soup.select("#table form")


def test_who_is_out_and_who_may_stop_them_have_their_buzzers_too(ann: Visitor, game: Game) -> None:
    keeper, bob, cat = Phone(ann, game), phone_of(game, ann, "Bob"), phone_of(game, ann, "Cat")
    keeper.tap("Bob", within=".seats")
    keeper.tap("Set", cards="1")
    bob.open()
    bob.tap("blue moon")
    assert "your last card lies" in bob.shown.one(".c-match")
    assert "nothing owed" in bob.shown.one(".c-zar")
    assert bob.shown.table.select(".own-keys > .match")
    cat.open()
    assert is_filled(cat, "match")
    assert not cat.shown.table.select(".own-keys > .match"), "MATCH! is the large one"
    cat.tap("Nobody matched: out!")
    assert cat.bodies[-1]["do"] == "out"


def test_the_phone_of_who_flips_says_so_to_them(ann: Visitor) -> None:
    game = new_game(ann, "Ann Bob", game="house_zar")
    phones = [phone_of(game, ann, name) for name in ("Ann", "Bob")]
    make(ann, game.public_id, tap_keys.new_key(game), {"do": "deal", "dealer": "Ann"})
    assert [phone.open().one("h1") for phone in phones] == ["You flip", "Ann flips"]


@pytest.mark.parametrize("key", ["house_zar", "numzumzero", "zarathustra", "zero_zap", "crazy_eights"])
def test_in_every_game_a_phone_shows_its_turn_or_only_looks(ann: Visitor, key: str) -> None:
    game = new_game(ann, "Ann Bob", game=key)
    keeper, phones = Phone(ann, game), {name: phone_of(game, ann, name) for name in ("Ann", "Bob")}
    begin(keeper, key)
    turn = keeper.state["turn"]
    on, off = phones.pop(turn), *phones.values()
    on.open()
    assert any(words(head).startswith("Your turn") for head in on.shown.soup.select("h1")), on.shown.text
    assert off.open().soup.select_one(".in-own .own"), off.shown.text
    assert not off.shown.soup.select(".pad button:not([disabled])")


def begin(keeper: Phone, key: str) -> None:
    """Moves by chance until it is somebody's turn."""
    for _, move, _ in random_play(GAMES[key], {}, ["Ann", "Bob"], "own"):
        if keeper.state["turn"]:
            return
        with taps.open_table(keeper.visitor, keeper.game.public_id, tap_keys.new_key(keeper.game)) as table:
            assert not taps.make(table, move, QueryDict()).reply.refused


@pytest.mark.parametrize("key", ["zar", "house_zar", "crazy_eights"])
def test_the_phone_of_a_player_who_quit_shows_the_whole_table(ann: Visitor, key: str) -> None:
    game = new_game(ann, "Ann Bob Cat", key)
    phone = phone_of(game, ann, "Bob")
    keeper = Phone(ann, game)
    card = {"zar": "blue sun", "house_zar": "blue 1", "crazy_eights": "3 of clubs"}[key]
    for move in (
        {"do": "quit", "player": "Bob"},
        {"do": "deal", "dealer": "Ann"},
        {"do": "flip", "card": card},
    ):
        make(ann, game.public_id, tap_keys.new_key(keeper.game), move)
    assert keeper.state["phase"] == "play"
    shown = phone.open()
    assert shown.status == 200
    assert shown.table.select_one(".pad")
    assert "my phone" not in shown.text
    assert "Mine" not in shown.text


def test_the_way_to_ones_own_part_is_there_once_there_is_one(ann: Visitor) -> None:
    game = new_game(ann)
    bob, keeper = phone_of(game, ann, "Bob"), Phone(ann, game)
    for name in ("Ann deals", "blue sun"):
        assert not bob.open("?whole=1").soup.select(".to-own"), "before a card lies it leads nowhere"
        keeper.tap(name)
    bob.open("?whole=1")
    bob.tap("Mine : Bob’s phone")
    assert bob.shown.one(".own .hand") == "7 cards"


def test_a_seat_that_is_off_has_nothing_to_press(ann: Visitor, game: Game) -> None:
    bob = phone_of(game, ann, "Bob")
    bob.tap("blue moon")
    with pytest.raises(NotThere):
        bob.shown.find("red star")
