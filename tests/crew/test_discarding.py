"""A discarded game is out of everything, comes back as it was, and is erased when its days are over."""

from __future__ import annotations

import io
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.urls import reverse
from django.utils import timezone
from pytest_django.fixtures import Settings

from referee.crew.exchange.bgstats import finished
from referee.crew.exchange.export import crew_zip
from scoring import discarding
from scoring.crew.visitor import Visitor, join_own_crew
from scoring.exchange import spreadsheets
from scoring.log.start import rematch_key
from scoring.models import Buzz, Game, Move, Photo, Player, Refusal, Seat, Share
from scoring.pictures.photos import add_photo, path_of, remove_photo
from scoring.pictures.picture import Picture
from scoring.sharing.links import share, shared
from scoring.statistics.counting import rebuild, uncounted
from scoring.statistics.tallies import last_games
from tests.crew.browser import Browser
from tests.crew.played import sheet, zar
from tests.scoring.counted import kept
from tests.table.page import Phone, Shown, client_of, new_game, words

pytestmark = pytest.mark.slow

LATER = timedelta(days=30, seconds=1)


def evenings(ann: Visitor) -> list[Game]:
    """Games of two kinds on several evenings; those in the middle have later ones behind them."""
    return [
        zar(ann, "2026-10-03", Bob=9, Cat=4),
        sheet(ann, {"Ann": 3, "Bob": 8}, {"Ann": 4, "Bob": 2}, day="2026-10-03"),
        zar(ann, "2026-11-20", "Bob Ann Cat", Ann=30, Cat=1),
        sheet(ann, {"Ann": 7, "Cat": 1}, day="2026-11-21"),
        zar(ann, "2026-11-21", "Cat Bob", Bob=5),
    ]


@pytest.mark.parametrize("place", range(5))
def test_discarded_and_restored_the_statistics_are_exactly_what_they_were(ann: Visitor, place: int) -> None:
    games = evenings(ann)
    before = kept()
    game = games[place]
    crew = game.crew_id
    assert discarding.discard(ann, game.public_id).discarded_at
    without = kept()
    assert without != before
    assert uncounted(crew) is None
    assert not [seat.facts for seat in Seat.objects.filter(game=game) if seat.facts]
    discarding.restore(ann, game.public_id)
    assert kept() == before
    assert uncounted(crew) is None


def test_a_discarded_game_counts_as_if_it_had_never_been_played(ann: Visitor, dan: Visitor) -> None:
    for game in evenings(ann)[1::2]:
        discarding.discard(ann, game.public_id)
    mine = kept()
    crew = join_own_crew(ann).crew_id
    rebuild(crew)
    call_command("rebuild_statistics", stdout=io.StringIO())
    assert kept() == mine, "counted anew it is the same"
    discarding.sweep(now=timezone.now() + LATER)
    assert Game.objects.filter(crew=crew).count() == 3
    assert [part for part in kept() if part] == [
        part for part in [*mine[:3], _facts(mine), *mine[4:]] if part
    ]


def _facts(counted: list[Any]) -> list[Any]:
    """The seats of what is left: those of discarded games had no facts."""
    return [seat for seat in counted[3] if seat["facts"]]


def test_it_is_gone_from_every_page_and_every_export(ann: Visitor) -> None:
    shown, gone = sheet(ann, {"Ann": 1, "Bob": 2}), sheet(ann, {"Ann": 1, "Zoe": 99})
    running = new_game(ann, "Ann Yan")
    crew = shown.crew
    link = share(Game.objects.visible_to(ann).get(pk=gone.pk)).public_id
    key = rematch_key(gone)
    for game in (gone, running):
        discarding.discard(ann, game.public_id)
    browser = Browser(ann)
    for path in ("/", "/games/", "/crew/nights/?year=2026", "/crew/leaders/", "/crew/records/"):
        # Who may be looked for is known all the same.
        for part in browser.go(path).soup.select("select"):
            part.decompose()
        text = browser.shown.text
        assert ("Zoe" in text, "Yan" in text, "99" in text) == (False, False, False), path
    for path in ("games/{}/", "games/{}/record.json", "games/{}/replay/", "t/{}/", "t/{}/log/"):
        answer = client_of(ann).get("/" + path.format(gone.public_id))
        assert answer.status_code == 404, path
        assert "This game was discarded" in Shown(answer).text
    zoe = Player.objects.get(name="Zoe")
    assert browser.open("player", zoe.public_id).status == 200
    assert "99" not in browser.shown.text
    assert last_games(zoe) == []
    assert shared(link) is None
    assert client_of(None).get(f"/r/{link}/").status_code == 404
    assert [each.game for each in finished(crew)] == [shown]
    lines = "".join("".join(make(crew)) for make in spreadsheets.SHEETS.values())
    assert ("Bob" in lines, "Zoe" in lines, "Yan" in lines) == (True, False, False)
    data = b"".join(crew_zip(crew))
    assert (shown.public_id.encode() in data, gone.public_id.encode() in data) == (True, False)
    # A tap at a table that is still open somewhere is told why nothing happens.
    assert rematch_key(gone) == key
    for game in (gone, running):
        discarding.restore(ann, game.public_id)
    assert "Yan" in browser.go("/").text
    found = shared(link)
    assert found
    assert found.game == gone


def test_a_tap_on_a_table_that_was_discarded_is_refused_in_words(ann: Visitor, bob: Visitor) -> None:
    game = new_game(ann)
    phone = Phone(bob, game, htmx=False)
    discarding.discard(ann, game.public_id)
    shown = phone.tap("Ann deals")
    assert shown.status == 404
    assert "For 30 days it can be restored" in shown.text
    assert Move.objects.filter(game=game).count() == 0
    discarding.restore(ann, game.public_id)
    phone.open()
    assert phone.tap("Ann deals").version == 1


def test_another_crew_neither_discards_nor_restores_nor_hears_of_it(ann: Visitor, dan: Visitor) -> None:
    game = new_game(ann)
    with pytest.raises(Game.DoesNotExist):
        discarding.discard(dan, game.public_id)
    discarding.discard(ann, game.public_id)
    with pytest.raises(Game.DoesNotExist):
        discarding.restore(dan, game.public_id)
    assert "discarded" not in Shown(client_of(dan).get(f"/games/{game.public_id}/")).text
    assert "There are none" in Shown(client_of(dan).get("/games/discarded/")).text


# --- the pages


def test_an_open_game_is_discarded_from_home_and_restored(ann: Visitor, cat: Visitor) -> None:
    game = new_game(ann, "Ann Bob")
    browser = Browser(ann)
    assert "Discarded games" not in browser.go("/").text
    browser.tap("Discard ZAR of Ann and Bob")
    browser.says("Discard this game?", "You can restore it for 30 days.")
    assert "statistics" not in browser.shown.one("main")
    browser.tap("Discard this game")
    assert browser.shown.one("h1") == "Discarded games"
    browser.says("ZAR", "Ann and Bob", "Discarded today", "Kept until")
    for path in ("/", "/games/"):
        assert "Discarded games (1)" in browser.go(path).text
    watcher = Browser(cat)
    watcher.go("/games/discarded/")
    assert "Ann and Bob" in watcher.shown.text
    assert not watcher.shown.soup.select("main button")
    browser.tap("Discarded games")
    browser.tap("Restore ZAR of Ann and Bob")
    assert browser.shown.soup.select(f"a[href='/t/{game.public_id}/']")
    assert "Discarded games" not in browser.go("/").text
    assert not watcher.go("/").soup.select(".bin"), "who only looks is not offered it"


def test_an_ended_game_is_discarded_from_its_own_page_and_an_open_one_from_the_history(ann: Visitor) -> None:
    over, running = sheet(ann, {"Ann": 1, "Bob": 2}), new_game(ann)
    browser = Browser(ann)
    browser.go("/games/")
    assert [link["href"] for link in browser.shown.soup.select(".bin")] == [
        f"/games/{running.public_id}/discard/"
    ]
    browser.open("game", over.public_id)
    browser.tap("Discard this game")
    browser.says("all statistics")
    browser.tap("Discard this game")
    assert words(browser.shown.soup.select_one(".cards b")) == "Score sheet"
    assert Game.objects.get(pk=over.pk).discarded_by == join_own_crew(ann)


def test_asking_changes_nothing_and_twice_is_once(ann: Visitor) -> None:
    game = sheet(ann, {"Ann": 1, "Bob": 2})
    client = client_of(ann)
    client.get(f"/games/{game.public_id}/discard/")
    assert Game.objects.get(pk=game.pk).discarded_at is None
    assert client.post(f"/games/{game.public_id}/discard/").status_code == 303
    first = Game.objects.get(pk=game.pk).discarded_at
    assert client.post(f"/games/{game.public_id}/discard/").status_code == 404
    assert Game.objects.get(pk=game.pk).discarded_at == first
    for _ in range(2):
        assert client.post(f"/games/{game.public_id}/restore/").status_code == 303


def test_a_rematch_that_was_discarded_is_begun_again(ann: Visitor) -> None:
    game = sheet(ann, {"Ann": 1, "Bob": 2})
    client = client_of(ann)
    first = client.post(f"/games/{game.public_id}/rematch/")["Location"]
    discarding.discard(ann, first.split("/")[2])
    second = client.post(f"/games/{game.public_id}/rematch/")["Location"]
    assert second != first
    assert client.get(second).status_code == 200


# --- after 30 days


@pytest.fixture
def evidence(ann: Visitor, settings: Settings, tmp_path: Path) -> tuple[Game, Path]:
    """A game with a photo and a link, and the file."""
    settings.MEDIA_ROOT = tmp_path / "photos"
    game = sheet(ann, {"Ann": 1, "Bob": 2})
    share(Game.objects.visible_to(ann).get(pk=game.pk))
    row = Move.objects.filter(game=game).order_by("seq")[0]
    picture = Picture(b"a picture", 16, 12)
    return game, path_of(add_photo(actor_id=join_own_crew(ann).pk, event=row, picture=picture))


def test_after_30_days_it_is_erased_with_its_photos_by_the_command(
    ann: Visitor, evidence: tuple[Game, Path]
) -> None:
    game, file = evidence
    other = sheet(ann, {"Ann": 5, "Bob": 2})
    discarding.discard(ann, game.public_id)
    call_command("sweep", verbosity=0)
    assert file.exists(), "not before its time"
    Game.objects.filter(pk=game.pk).update(discarded_at=timezone.now() - LATER)
    assert "There are none" in Shown(client_of(ann).get("/games/discarded/")).text
    assert client_of(ann).post(f"/games/{game.public_id}/restore/").status_code == 404
    counted = [part for at, part in enumerate(kept()) if at != 3]
    said = io.StringIO()
    call_command("sweep", stdout=said)
    assert said.getvalue().startswith("Erased 1 discarded games and 0 deleted crews.")
    assert (list(Game.objects.all()), file.exists(), Share.objects.exists()) == ([other], False, False)
    assert not Move.objects.filter(game=game.pk).exists()
    assert [part for at, part in enumerate(kept()) if at != 3] == counted


def test_everything_that_hangs_on_it_goes_with_it(ann: Visitor, settings: Settings, tmp_path: Path) -> None:
    settings.MEDIA_ROOT = tmp_path / "photos"
    phone = Phone(ann, new_game(ann))
    phone.tap("Ann deals")
    phone.tap("blue sun")
    game, me = phone.game, join_own_crew(ann)
    refusal = Refusal.objects.create(
        game=game, number=1, after=2, key="1-refused", body={"do": "pass"}, outcome={}, actor=me
    )
    Buzz.objects.create(
        game=game, number=1, version=2, key="1-buzz", player="Ann", event="zar", came_at=timezone.now(),
        flag=Buzz.Flag.UNTIMED, actor=me,
    )  # fmt: skip
    row = Move.objects.filter(game=game).latest("seq")
    shown = [
        add_photo(actor_id=me.pk, event=event, picture=Picture(b"one", 16, 12)) for event in (row, refusal)
    ]
    lost = add_photo(actor_id=me.pk, event=row, picture=Picture(b"two", 16, 12))
    remove_photo(actor_id=me.pk, photo=lost)
    share(Game.objects.visible_to(ann).get(pk=game.pk), Share.Kind.BOARD)
    discarding.discard(ann, game.public_id)
    urls = [reverse("photo", args=[game.public_id, photo.public_id]) for photo in shown]
    assert {client_of(ann).get(url).status_code for url in urls} == {404}
    assert all(path_of(photo).exists() for photo in shown), "it may come back"
    discarding.sweep(now=timezone.now() + LATER)
    for model in (Game, Seat, Move, Refusal, Buzz, Photo, Share):
        assert not model._default_manager.exists(), model
    assert [*(tmp_path / "photos").glob("*.webp")] == []


def test_its_file_brings_it_back_by_the_bin_alone(ann: Visitor) -> None:
    game = sheet(ann, {"Ann": 1, "Bob": 2}, title="Hearts")
    client = client_of(ann)
    data = b"".join(client.get(f"/games/{game.public_id}/record.json"))
    discarding.discard(ann, game.public_id)
    answer = client.post("/crew/export/", {"file": SimpleUploadedFile("game.json", data)})
    shown = Shown(answer)
    assert "among the discarded ones" in shown.text
    assert shown.soup.select("a[href='/games/discarded/']")
    assert Game.objects.count() == 1


def test_the_write_that_comes_along_erases_it_too_for_its_own_crew(ann: Visitor, dan: Visitor) -> None:
    games = [discarding.discard(who, new_game(who).public_id) for who in (ann, dan)]
    Game.objects.update(discarded_at=timezone.now() - LATER)
    client_of(ann).post("/new/zar/", {"name": ["Ann", "Bob"], "dealer": "0", "start": "1"})
    assert not Game.objects.filter(pk=games[0].pk).exists()
    assert Game.objects.filter(pk=games[1].pk).exists()


def test_what_a_crash_left_counted_is_uncounted_before_it_is_erased(ann: Visitor) -> None:
    games = evenings(ann)
    Game.objects.filter(pk=games[0].pk).update(discarded_at=timezone.now() - LATER, due=True)
    assert discarding.sweep() == 1
    counted = kept()
    rebuild(games[0].crew_id)
    call_command("rebuild_statistics", stdout=io.StringIO())
    assert kept() == counted
