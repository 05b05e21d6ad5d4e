"""Two players who are one person become one, by the keeper alone, and never two who sat at one table."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings

from scoring import discarding
from scoring.crew.visitor import Visitor, join_own_crew
from scoring.models import Game, Move, Player, Seat
from scoring.pictures.decoding import face_of
from scoring.players.faces import face_path, keep_face
from scoring.players.merging import merge_players
from scoring.statistics import counting
from tests.crew.browser import Browser
from tests.crew.played import address, sheet, tell, zar
from tests.crew.tallied import normal, statistics
from tests.hostile import photo
from tests.table.page import new_game


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "MEDIA_ROOT", tmp_path / "photos")


def player(name: str) -> Player:
    return Player.objects.get(name=name)


def look(ann: Visitor, kept: str, gone: str) -> Browser:
    """Ann's browser, with what would follow in front of her."""
    browser = Browser(ann)
    browser.go(address(kept, "edit/"))
    browser.tap("Merge with another player")
    browser.tap("Preview", other=player(gone).public_id)
    return browser


def play_as(ann: Visitor, name: str) -> None:
    """Some games, in one of which Ann is called by another name."""
    days = ["2025-12-30", "2026-01-02", "2026-01-03", "2026-02-01"]
    for number, day in enumerate(days):
        who = name if number in (1, 2) else "Ann"
        sheet(ann, {who: number, "Bob": 2}, day=day)
    zar(ann, names=f"{name} Bob Cat", Bob=9)


def test_after_a_merger_all_is_as_if_one_had_played(ann: Visitor, dan: Visitor) -> None:
    play_as(ann, "Ann")
    counting.catch_up(join_own_crew(ann).crew_id)
    as_one = normal(statistics())
    Seat.objects.all().delete()
    Player.objects.all().delete()

    play_as(dan, "Anna")
    counting.catch_up(join_own_crew(dan).crew_id)
    assert normal(statistics()) != as_one
    browser = look(dan, "Ann", "Anna")
    assert "3 games of Anna become Ann's, who then has 5." in browser.shown.text
    shown = browser.tap("Merge Anna into Ann")
    assert shown.one("h1") == "Ann"
    assert not Player.objects.filter(name="Anna").exists()
    assert normal(statistics()) == as_one
    assert Seat.objects.filter(player=player("Ann")).count() == 5


def test_what_was_said_at_the_table_keeps_its_name(ann: Visitor) -> None:
    game = zar(ann, names="Anna Bob Cat")
    Browser(ann).go("/players/")
    Player.objects.create(crew=join_own_crew(ann).crew, name="Ann", folded="ann", colour="blue")
    look(ann, "Ann", "Anna").tap("Merge Anna into Ann")
    assert Seat.objects.get(player=player("Ann")).name == "Anna"
    body: Any = Move.objects.get(game=game, seq=4).body
    assert body["player"] == "Anna"
    assert "Anna" in Browser(ann).go(f"/games/{game.public_id}/").text
    tell(ann, game)
    assert Game.objects.get().standing["winners"] == ["Anna"]


def test_two_who_sat_in_one_game_stay_two(ann: Visitor) -> None:
    sheet(ann, {"Ann": 1, "Bob": 2})
    browser = look(ann, "Ann", "Bob")
    assert "played in the same game" in browser.shown.one("[role=alert]")
    assert browser.shown.soup.select(f"[role=alert] a[href='/games/{Game.objects.get().public_id}/']")
    assert len(browser.forms()) == 1, "there is nothing to press"
    browser.client.handler.enforce_csrf_checks = False
    response = browser.client.post(address("Ann", "merge/"), {"other": player("Bob").public_id})
    assert (response.status_code, b"played in the same game" in response.content) == (422, True)
    assert Player.objects.count() == 2
    assert Seat.objects.filter(player=player("Bob")).count() == 1


def test_a_discarded_game_counts_for_nothing_but_keeps_two_who_sat_in_it_two(ann: Visitor) -> None:
    sheet(ann, {"Ann": 1, "Dee": 2})
    discarding.discard(ann, sheet(ann, {"Ann": 1, "Cat": 2}).public_id)
    gone = sheet(ann, {"Ann": 1, "Bob": 2})
    sheet(ann, {"Bob": 1, "Cat": 2})
    browser = look(ann, "Dee", "Bob")
    assert "2 games of Bob become Dee's, who then has 3." in browser.shown.text
    discarding.discard(ann, gone.public_id)
    browser = look(ann, "Dee", "Bob")
    assert "1 game of Bob becomes Dee's, who then has 2." in browser.shown.text
    browser = look(ann, "Ann", "Bob")
    assert browser.shown.soup.select("[role=alert] a[href='/games/discarded/']"), "it may come back"
    browser.tap("Score sheet, 21 Nov 2026, discarded")
    assert browser.shown.one("h1") == "Discarded games"


def test_who_is_merged_is_never_chosen_by_itself(ann: Visitor) -> None:
    new_game(ann, "Ann Bob")
    new_game(ann, "Anna Cat")
    browser = Browser(ann)
    shown = browser.go(address("Ann", "merge/"))
    assert shown.one("[name=other] option:first-child") == "Choose"
    assert not shown.soup.select("[name=other] [selected]:not([value=''])")
    assert not shown.soup.select("[role=alert]")
    shown = browser.tap("Preview")
    assert shown.one("[role=alert]") == "The other player is missing: choose one."
    assert "Merge Anna into Ann" in browser.tap("Preview", other=player("Anna").public_id).text


def test_a_second_tap_merges_nothing_more(ann: Visitor) -> None:
    new_game(ann, "Ann Bob")
    new_game(ann, "Anna Cat")
    browser = Browser(ann)
    browser.client.handler.enforce_csrf_checks = False
    form = {"other": player("Anna").public_id}
    for _ in range(2):
        response = browser.client.post(address("Ann", "merge/"), form)
        assert (response.status_code, response["Location"]) == (303, address("Ann"))
    assert sorted(Player.objects.values_list("name", flat=True)) == ["Ann", "Bob", "Cat"]


def test_nobody_is_merged_into_oneself_or_with_somebody_of_another_crew(ann: Visitor, dan: Visitor) -> None:
    new_game(ann, "Ann Bob")
    new_game(dan, "Dan Eve")
    browser = Browser(ann)
    browser.client.handler.enforce_csrf_checks = False
    for other in ("Ann", "Eve"):
        browser.client.post(address("Ann", "merge/"), {"other": player(other).public_id})
        assert other not in browser.go(f"{address('Ann', 'merge/')}?other={player(other).public_id}").one(
            ".effects"
        )
    assert (
        browser.client.post(address("Eve", "merge/"), {"other": player("Ann").public_id}).status_code == 404
    )
    with pytest.raises(Player.DoesNotExist):
        merge_players(actor=join_own_crew(ann), kept=player("Ann"), gone=player("Ann"))
    with pytest.raises(Player.DoesNotExist):
        merge_players(actor=join_own_crew(ann), kept=player("Ann"), gone=player("Eve"))
    assert Player.objects.count() == 4


def test_only_the_keeper_merges(ann: Visitor, bob: Visitor, cat: Visitor) -> None:
    new_game(ann, "Ann Bob")
    new_game(ann, "Anna Cat")
    assert "Merge" not in Browser(bob).go(address("Ann", "edit/")).text
    for visitor in (bob, cat):
        client = Browser(visitor).client
        client.handler.enforce_csrf_checks = False
        url, form = address("Ann", "merge/"), {"other": player("Anna").public_id}
        assert client.get(url, form).status_code == 403
        assert client.post(url, form).status_code == 403
    assert Player.objects.count() == 4


@pytest.mark.parametrize("has_face", [True, False])
def test_the_colour_stays_and_the_face_that_is_there(ann: Visitor, has_face: bool) -> None:
    new_game(ann, "Ann Bob")
    new_game(ann, "Anna Cat")
    gone = player("Anna")
    keep_face(gone, face_of(io.BytesIO(photo(color="red"))))
    if has_face:
        keep_face(player("Ann"), face_of(io.BytesIO(photo(color="blue"))))
    before = player("Ann").avatar
    shown = look(ann, "Ann", "Anna").tap("Merge Anna into Ann")
    assert player("Ann").colour == "blue"
    assert player("Ann").avatar == (before if has_face else gone.avatar)
    assert face_path(player("Ann")).exists()
    assert face_path(gone).exists() == (not has_face)
    assert shown.soup.select_one("main img.face")


def test_an_only_player_is_told_so(ann: Visitor) -> None:
    Player.objects.create(crew=join_own_crew(ann).crew, name="Ann", folded="ann", colour="blue")
    assert "only player" in Browser(ann).go(address("Ann", "merge/")).text
