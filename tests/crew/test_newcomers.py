"""How many crews may be made, and what becomes of those that came to nothing."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from referee.crew.newcomers import FROM_PLACE, FROM_SITE, HAD_ONE, IN_ALL
from scoring import empty_crews
from scoring.crew import phones, recovery
from scoring.crew.visitor import Visitor, join_own_crew
from scoring.empty_crews import KEPT, sweep
from scoring.models import Crew, Game, Membership, Role
from scoring.players import roster
from tests.crew.browser import Browser
from tests.table.page import Shown, new_game


def found(where: str) -> Any:
    """A new browser starts something there."""
    return Client(REMOTE_ADDR=where).post("/players/", {"name": "Ann"})


@pytest.mark.django_db
def test_from_one_address_so_many_crews_are_made_and_from_others_more(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert [found("192.0.2.1").status_code for _ in range(FROM_PLACE.most)] == [303] * FROM_PLACE.most
    answer = found("192.0.2.1")
    assert (answer.status_code, answer["Retry-After"]) == (429, "900")
    assert "Too many crews were made just now. Wait 15 minutes" in Shown(answer).text
    assert Crew.objects.count() == FROM_PLACE.most
    assert found("192.0.2.2").status_code == 303


@pytest.mark.django_db
def test_an_address_that_has_65000_places_makes_no_more_crews_than_a_street_needs() -> None:
    answers = [found(f"2001:db8:1:{n:x}::1").status_code for n in range(FROM_SITE.most + 1)]
    assert answers == [303] * FROM_SITE.most + [429]
    assert found("2001:db8:2::1").status_code == 303


@pytest.mark.django_db
def test_a_flood_from_many_places_keeps_nobody_out_who_comes_for_the_first_time() -> None:
    flood = [f"198.51.100.{n}" for n in range(50)]
    for _ in range(IN_ALL.most // len(flood)):
        for where in flood:
            HAD_ONE.spend(where)
            IN_ALL.spend("everywhere")
    assert found(flood[0]).status_code == 429
    assert found("192.0.2.1").status_code == 303
    assert found("192.0.2.1").status_code == 429, "who has had one waits, as the flood does"
    assert found("2001:db8::1").status_code == 303
    assert Crew.objects.count() == 2


def test_who_has_a_crew_goes_on(ann: Visitor) -> None:
    join_own_crew(ann)
    for _ in range(IN_ALL.most):
        IN_ALL.spend("everywhere")
    browser = Browser(ann)
    browser.open("players")
    browser.tap("Add player", name="Eve")
    browser.says("Eve")


def test_a_crew_with_nothing_in_it_goes_after_thirty_days(ann: Visitor) -> None:
    join_own_crew(ann)
    made = timezone.now()
    assert sweep(now=made + KEPT - timedelta(minutes=1)) == 0
    assert sweep(now=made + KEPT + timedelta(minutes=1)) == 1
    assert not Crew.objects.exists()
    assert not Membership.objects.exists()
    again = Visitor(ann.token)
    assert join_own_crew(again).role == Role.KEEPER, "the browser just begins another"


KEEPS = {
    "a game": new_game,
    "a player": lambda ann: roster.add_player(actor=join_own_crew(ann), name="Eve"),
    "a name": lambda ann: phones.name_crew(actor=join_own_crew(ann), name="Us"),
    "a code": lambda ann: recovery.make_code(actor=join_own_crew(ann)),
    "a phone": lambda ann: phones.settle(Visitor(), crew=join_own_crew(ann).crew, role=Role.WATCHER, key="1"),
}


@pytest.mark.parametrize("keeps", KEEPS.values(), ids=KEEPS)
def test_a_crew_with_anything_in_it_stays(ann: Visitor, keeps: Any) -> None:
    keeps(ann)
    assert sweep(now=timezone.now() + 2 * KEPT) == 0
    assert join_own_crew(Visitor(ann.token)).crew == Crew.objects.get()


@pytest.mark.django_db(transaction=True)
def test_a_crew_that_gets_a_game_meanwhile_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    ann = Visitor()
    join_own_crew(ann)
    empty = empty_crews._empty

    def late(since: Any) -> Any:
        found = list(empty(since).values_list("pk", flat=True))
        new_game(ann)
        return Crew.objects.filter(pk__in=found)

    monkeypatch.setattr(empty_crews, "_empty", late)
    assert sweep(now=timezone.now() + 2 * KEPT) == 0
    assert Game.objects.get().crew == Membership.objects.get().crew
