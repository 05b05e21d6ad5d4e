"""Playing along: a table's code, its seats, and where their phones are."""

from __future__ import annotations

import time
from datetime import timedelta
from functools import partial

import pytest
from django.urls import reverse
from django.utils import timezone

from referee.stream.hub import HUB
from referee.table import seats as table_seats
from scoring.crew import phones, seats
from scoring.crew.visitor import Visitor, join_own_crew
from scoring.discarding import discard
from scoring.models import Game, Invite, Membership, Role
from tests.crew.browser import Browser
from tests.crew.played import tell
from tests.scoring.threads import at_once
from tests.table.page import new_game

pytestmark = pytest.mark.slow


def url_of(game: Game, sheet: str = "") -> str:
    url = reverse("table", args=[game.public_id])
    return f"{url}?sheet={sheet}" if sheet else url


def opened(browser: Browser, game: Game) -> str:
    """The link that the table's code has, after a tap."""
    browser.go(url_of(game))
    browser.tap("Invite")
    link = browser.shown.soup.select_one(".s-seats input[readonly]")
    assert link is not None
    return str(link["value"]).removeprefix("http://testserver")


def seated(game: Game) -> dict[str, int]:
    game.refresh_from_db()
    return dict(game.seated)


def dots(browser: Browser) -> list[str]:
    """Where the phones of the seats are, "" for a seat without one."""
    return [
        " ".join(dot["class"][1:]) if (dot := seat.select_one(".lamp")) else ""
        for seat in browser.shown.soup.select(".seats .seat")
    ]


def test_a_guest_scans_the_code_taps_a_seat_and_is_at_the_table(ann: Visitor, game: Game) -> None:
    keeper, guest = Browser(ann), Browser()
    link = opened(keeper, game)
    assert keeper.shown.soup.select_one(".s-seats .qr svg path")
    guest.go(link)
    guest.says("ZAR", "Which seat is yours?", "Ann", "Bob", "Cat", "Just watch")
    assert guest.visitor.membership is None, "looking joins nothing"
    guest.tap("Bob: That’s me")
    assert guest.shown.response.request["PATH_INFO"] == url_of(game)
    assert (guest.member.role, guest.member.label) == (Role.SCORER, "Bob’s phone")
    assert seated(game) == {"Bob": guest.member.pk}
    guest.says("Bob · my phone", "Your turn", "7 cards")
    guest.tap("The whole table")
    assert "pts" not in guest.shown.one(".seats"), "as where more sit down"
    assert dots(guest) == ["", "here", ""]
    keeper.go(url_of(game))
    assert dots(keeper) == ["", "here", ""]


def test_ones_own_phone_says_you_where_a_word_is_owed(ann: Visitor, game: Game) -> None:
    keeper, guest = Browser(ann), Browser()
    guest.go(opened(keeper, game))
    guest.tap("Bob: That’s me")
    recount = {"do": "recount", "player": "Bob", "cards": 2}
    tell(ann, game, recount, {"do": "play", "player": "Bob", "cards": ["blue moon"]})
    assert "You must say ZAR" in guest.go(url_of(game)).text
    assert "Bob must say ZAR" in keeper.go(url_of(game)).text


def test_who_only_watches_becomes_a_watcher_without_a_seat(ann: Visitor, game: Game) -> None:
    link, guest = opened(Browser(ann), game), Browser()
    guest.go(link)
    guest.tap("Just watch")
    assert guest.shown.response.request["PATH_INFO"] == url_of(game)
    assert (guest.member.role, seated(game)) == (Role.WATCHER, {})
    guest.go(link)
    guest.tap("Cat: That’s me")
    assert (guest.member.role, seated(game)) == (Role.SCORER, {"Cat": guest.member.pk})


def test_the_code_is_the_same_while_it_is_open_and_another_one_afterwards(ann: Visitor, game: Game) -> None:
    keeper = Browser(ann)
    link = opened(keeper, game)
    assert opened(keeper, game) == link
    assert Invite.objects.get().expires_at <= timezone.now() + timedelta(days=2)
    Invite.objects.update(revoked_at=timezone.now())
    other = opened(keeper, game)
    assert other != link
    stranger = Browser()
    stranger.go(link)
    stranger.says("This invitation is closed")
    stranger.go(other)
    stranger.says("Which seat is yours?")


def test_only_a_keeper_shows_a_code_and_a_watcher_may_take_no_seat(
    ann: Visitor, bob: Visitor, cat: Visitor, game: Game
) -> None:
    scorer, watcher = Browser(bob), Browser(cat)
    scorer.go(url_of(game, "menu"))
    scorer.tap("Play along")
    assert not scorer.shown.soup.select(".qr")
    scorer.tap("Bob: That’s me")
    assert seated(game) == {"Bob": scorer.member.pk}
    assert "Play along" not in watcher.go(url_of(game, "menu")).text
    for name, sent in (("seats", {}), ("seat", {"take": "Cat"})):
        watcher.send(reverse(name, args=[game.public_id]), sent)
        assert watcher.shown.status == 403
    assert Invite.objects.count() == 0


def test_a_seat_that_a_phone_has_is_given_to_no_other_until_it_is_freed(
    ann: Visitor, bob: Visitor, game: Game
) -> None:
    keeper, scorer, guest = Browser(ann), Browser(bob), Browser()
    seats.take(game, "Bob", scorer.member.pk)
    guest.go(opened(keeper, game))
    assert not guest.shown.soup.select("button[value=Bob]")
    guest.send(guest.shown.response.request["PATH_INFO"], {"key": "x" * 20, "seat": "Bob"})
    guest.says("Another phone has the seat of Bob.")
    guest.send(reverse("seat", args=[game.public_id]), {"free": "Bob"})
    assert guest.shown.status == 403
    keeper.go(url_of(game, "seats"))
    keeper.says("Bob Phone", "Cat No phone yet")
    assert not keeper.shown.soup.select(".s-seats button[name]:not(details *)"), "two taps change a seat"
    keeper.tap("Bob: Free this seat")
    assert seated(game) == {}
    guest.go(url_of(game, "seats"))
    guest.tap("Bob: That’s me")
    assert seated(game) == {"Bob": guest.member.pk}


def test_a_phone_has_one_seat_and_gives_it_up(bob: Visitor, game: Game) -> None:
    scorer = Browser(bob)
    for name in ("Bob", "Cat"):
        scorer.go(url_of(game, "seats"))
        scorer.tap(f"{name}: That’s me")
        assert seated(game) == {name: scorer.member.pk}
    scorer.tap("Cat: Leave seat")
    assert seated(game) == {}


def test_who_has_a_taken_seat_is_said_whatever_they_are_called(ann: Visitor, bob: Visitor) -> None:
    game = new_game(ann, "A&B=#1 Bob")
    seats.take(game, "A&B=#1", join_own_crew(ann).pk)
    scorer = Browser(bob)
    scorer.send(reverse("seat", args=[game.public_id]), {"take": "A&B=#1"})
    scorer.says("Another phone has the seat of A&B=#1.")


def test_the_seat_of_a_phone_that_was_shut_out_is_free(ann: Visitor, bob: Visitor, game: Game) -> None:
    held = Browser(bob).member
    seats.take(game, "Bob", held.pk)
    with pytest.raises(seats.SeatTaken):
        seats.take(game, "Bob", join_own_crew(ann).pk)
    phones.shut_out(actor=join_own_crew(ann), phone=held)
    seats.take(game, "Bob", join_own_crew(ann).pk)
    assert seated(game) == {"Bob": join_own_crew(ann).pk}
    with pytest.raises(seats.NoSeat):
        seats.take(game, "Nobody", held.pk)


@pytest.mark.django_db(transaction=True)
def test_of_two_phones_that_take_a_seat_at_once_one_has_it(ann: Visitor, game: Game) -> None:
    crew = join_own_crew(ann).crew
    guests = [
        Membership.objects.create(crew=crew, role=Role.SCORER, token_digest=Visitor().digest).pk
        for _ in range(6)
    ]

    def take(phone: int) -> bool:
        try:
            seats.take(Game.objects.get(pk=game.pk), "Bob", phone)
        except seats.SeatTaken:
            return False
        return True

    assert sum(at_once(*(partial(take, phone) for phone in guests))) == 1
    assert len(seated(game)) == 1


def test_seats_are_kept_for_the_rematch_and_for_the_next_game(ann: Visitor, bob: Visitor, game: Game) -> None:
    seats.take(game, "Bob", Browser(bob).member.pk)
    seats.take(game, "Ann", join_own_crew(ann).pk)
    keeper = Browser(ann)
    keeper.send(reverse("loggers", args=[game.public_id]), {"one": "Bob"})
    keeper.go(reverse("setup", args=["crazy_eights"]))
    keeper.tap("Start", name=["Bob", "Dan"], dealer="0")
    begun = Game.objects.newest_first()[0]
    assert begun.seated == {"Bob": Browser(bob).member.pk}
    assert (begun.logged_by, begun.scorer_id) == ("one", Browser(bob).member.pk), "and the same phone logs"
    Game.objects.update(created_at=timezone.now() - timedelta(days=2))
    keeper.go(reverse("setup", args=["crazy_eights"]))
    keeper.tap("Start", name=["Bob", "Dan"], dealer="0")
    assert Game.objects.newest_first()[0].seated == {}


def test_a_phone_is_here_then_away_then_gone(
    ann: Visitor, bob: Visitor, game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now)
    seats.take(game, "Bob", Browser(bob).member.pk)
    keeper, scorer = Browser(ann), Browser(bob)
    keeper.go(url_of(game))
    assert dots(keeper) == ["", "", ""], "it has not come to this table"
    keeper.go(f"{url_of(game)}?sheet=seats")
    assert "Phone not here yet" in keeper.shown.soup.get_text()
    scorer.go(url_of(game))
    keeper.go(url_of(game))
    assert dots(keeper) == ["", "here", ""]
    now += table_seats.AWAY
    keeper.go(url_of(game))
    assert dots(keeper) == ["", "away", ""]
    before = keeper.shown.soup.select_one("#table")["data-phones"]  # type: ignore[index]
    now += table_seats.GONE
    keeper.go(url_of(game))
    assert dots(keeper) == ["", "gone", ""]
    assert keeper.shown.soup.select_one("#table")["data-phones"] != before  # type: ignore[index]


@pytest.mark.parametrize("rematch", [True, False])
def test_a_phone_at_a_table_that_is_over_is_led_to_the_next_one(
    ann: Visitor, bob: Visitor, monkeypatch: pytest.MonkeyPatch, rematch: bool
) -> None:
    game = new_game(ann, "Ann Bob Cat", "score_sheet", end={"rounds": 1})
    keeper, guest = Browser(ann), Browser(bob)
    seats.take(game, "Bob", guest.member.pk)
    tell(ann, game, {"do": "round", "scores": {"Ann": 1, "Bob": 2, "Cat": 3}})
    guest.go(url_of(game))
    guest.says("Rematch")
    before = guest.shown.soup.select_one("#table")["data-phones"]  # type: ignore[index]
    heard: list[str] = []
    monkeypatch.setattr(HUB, "notify", lambda name, _version: heard.append(name))
    if rematch:
        keeper.go(url_of(game))
        keeper.tap("Rematch")
    else:
        keeper.go(reverse("setup", args=["score_sheet"]) + f"?rematch={game.public_id}")
        keeper.tap("Start")
    assert game.public_id in heard, "at the table that is over"
    keeper.go(url_of(game))
    keeper.says("Rematch")
    guest.go(url_of(game))
    assert guest.shown.soup.select_one("#table")["data-phones"] != before  # type: ignore[index]
    guest.tap("To the next game")
    following = Game.objects.unfinished().get()
    assert guest.shown.response.request["PATH_INFO"] == url_of(following)
    assert seated(following) == {"Bob": guest.member.pk}
    Game.objects.filter(pk=following.pk).update(seated={})
    guest.go(url_of(game))
    guest.says("Rematch")


def test_a_code_leads_to_the_crew_once_the_game_is_over_or_gone(ann: Visitor, game: Game) -> None:
    link, guest = opened(Browser(ann), game), Browser()
    discard(ann, game.public_id)
    guest.go(link)
    guest.says("Join this crew?")
