"""What a crew, a phone and an address can make: more than anybody who plays needs, and no more than that."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from referee.crew.limits import IMPORTS
from referee.crew.newcomers import BEGUN
from scoring.crew import invites
from scoring.crew.visitor import COOKIE, Visitor, join_own_crew
from scoring.exchange import crew_import
from scoring.history import search
from scoring.log import tap_keys
from scoring.models import (
    Crew,
    CrewShare,
    Game,
    Invite,
    Membership,
    Move,
    Player,
    Role,
    Season,
    Share,
    limits,
)
from scoring.pictures import decoding
from scoring.pictures.photos import TooManyPhotos, add_photo, remove_photo
from scoring.players import roster
from scoring.statistics import seasons
from scoring.statistics.spans import Span
from tests import taps
from tests.conftest import joined
from tests.crew import exchange
from tests.crew.browser import Browser
from tests.crew.exchange import body, send
from tests.hostile import photo
from tests.table.page import Shown, client_of, new_game


@pytest.fixture(autouse=True)
def files(settings: Any, tmp_path: Path) -> None:
    settings.MEDIA_ROOT = tmp_path / "photos"


def away(visitor: Visitor) -> Client:
    """The browser, on another machine than the server."""
    client = Client(REMOTE_ADDR="192.0.2.7")
    client.cookies[COOKIE] = visitor.token
    return client


def refused(answer: Any, *words: str) -> None:
    """It was refused by a page that says so."""
    text = str(Shown(answer).soup)
    assert answer.status_code in {403, 409, 422, 429}, text
    assert [word for word in words if word not in text] == [], text


def setup(names: str, key: str = "0-a-form-of-ours") -> dict[str, Any]:
    return {"name": names.split(), "dealer": "0", "start": "1", "key": key}


def told(visitor: Visitor, game: Game, move: dict[str, Any]) -> str:
    """Why a move was refused; "" for one that was made."""
    key = tap_keys.new_key(Game.objects.get(pk=game.pk))
    refusal = taps.make(visitor, game.public_id, key, move).reply.refused
    return refusal.text if refusal else ""


def test_a_crew_that_has_all_players_it_may_have_is_told_so_at_every_door(
    ann: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = new_game(ann, "Ann Bob", "score_sheet")
    monkeypatch.setattr(limits, "MOST_PLAYERS", 2)
    client = client_of(ann)
    refused(client.post(reverse("players"), {"name": "Eve"}), "at most 2 players", "Delete or merge", "Eve")
    refused(client.post(reverse("setup", args=["zar"]), setup("Ann Eve")), "at most 2 players", "Eve")
    assert "at most 2 players" in told(ann, game, {"do": "join", "player": "Eve"})
    refused(send(ann, RECORD, "game.json"), "at most 2 players")
    assert Game.objects.count() == 1
    # Those whom the crew knows may do it all.
    assert client.post(reverse("players"), {"name": "ann"}).status_code == 303
    assert client.post(reverse("setup", args=["zar"]), setup("Ann Bob")).status_code == 303
    assert (Player.objects.count(), Crew.objects.count()) == (2, 1)


RECORD = b"""{"format": "referee-record/1", "game": "score_sheet", "options": {}, "players": ["Ann", "Zoe"],
 "moves": [{"do": "round", "scores": {"Ann": 1, "Zoe": 2}}]}"""


PLAYS = json.dumps(
    {
        "games": [{"id": 1, "name": "Catan", "highestWins": True}],
        "players": [{"id": 1, "name": "Ann"}, {"id": 2, "name": "Bob"}],
        "locations": [],
        "plays": [
            {
                "uuid": "AAAAAAAA-0000-4000-8000-000000000001",
                "gameRefId": 1,
                "playDate": "2024-02-03 19:30:00",
                "playerScores": [
                    {"playerRefId": 1, "score": "12", "winner": True},
                    {"playerRefId": 2, "score": "9"},
                ],
            }
        ],
    }
).encode()


def test_no_file_of_results_and_no_crew_brings_more_players_than_there_may_be(
    ann: Visitor, dan: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    roster.add_player(actor=join_own_crew(ann), name="Zoe")
    exchange.sheet(dan, {"Dan": 1, "Eve": 2})
    parcel = body(dan, "/crew/export/crew.zip")
    assert send(ann, PLAYS, "plays.bgsplay")["Location"] == reverse("import_names")
    browser = Browser(ann)
    browser.open("import_names")
    browser.send(*browser.form_of(browser.shown.soup.select("main form[method=post] button")[0]))
    browser.says("1 game will be imported.")
    url, fields = browser.form_of(browser.shown.soup.select("main form[method=post] button")[0])
    monkeypatch.setattr(limits, "MOST_PLAYERS", 2)
    monkeypatch.setattr(crew_import, "_MOST", {Player: 2})
    before = Player.objects.count()
    answer: Any = client_of(ann).post(url, fields)
    assert "at most 2 players" in exchange.whole(answer.streaming_content).one("[role=alert]")
    answer = send(ann, parcel, "crew.zip")
    assert "more than 2 players" in exchange.whole(answer.streaming_content).one("[role=alert]")
    assert (Player.objects.count(), Crew.objects.count()) == (before, 2)


def test_a_crew_without_games_is_no_heap_for_whatever_comes_with_crews(
    ann: Visitor, dan: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    seasons.make(join_own_crew(dan), "Winter", Span("", timezone.localdate()))
    parcel = body(dan, "/crew/export/crew.zip")
    monkeypatch.setattr(crew_import, "_MOST", {Membership: 2, Season: 1})
    assert "Done" in str(exchange.whole(send(ann, parcel, "crew.zip").streaming_content).soup)
    shown = exchange.whole(send(ann, parcel, "crew.zip").streaming_content)
    assert "more than 2 phones" in shown.one("[role=alert]")
    assert Membership.objects.filter(crew=join_own_crew(ann).crew).count() == 2


def test_a_crew_has_only_so_many_games(ann: Visitor, dan: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    client = client_of(ann)
    monkeypatch.setattr(limits, "MOST_GAMES", 1)
    assert client.post(reverse("setup", args=["zar"]), setup("Ann Bob")).status_code == 303
    assert client.post(reverse("setup", args=["zar"]), setup("Ann Bob")).status_code == 303, "the same form"
    answer = client.post(reverse("setup", args=["zar"]), setup("Ann Bob", "another"))
    refused(answer, "at most 1 games", "Export them", "Bob")
    refused(send(ann, RECORD, "game.json"), "at most 1 games")
    assert Game.objects.count() == 1
    assert client_of(dan).post(reverse("setup", args=["zar"]), setup("Dan Eve")).status_code == 303


def test_a_phone_begins_so_many_games_in_a_quarter_of_an_hour(ann: Visitor, bob: Visitor) -> None:
    phone = join_own_crew(ann).pk
    for _ in range(BEGUN.most):
        assert BEGUN.spend(f"phone {phone}")
    url = reverse("setup", args=["zar"])
    refused(away(ann).post(url, setup("Ann Bob")), "Wait 15 minutes", "Bob")
    assert Game.objects.count() == 0
    assert away(bob).post(url, setup("Ann Bob")).status_code == 303
    over = Game.objects.get()
    Game.objects.update(finished_at=timezone.now())
    answer = away(ann).post(reverse("rematch", args=[over.public_id]))
    refused(answer, "Wait 15 minutes")
    assert answer["Retry-After"] == "900"


def test_an_address_imports_so_many_files_in_a_quarter_of_an_hour(ann: Visitor) -> None:
    join_own_crew(ann)
    for _ in range(IMPORTS.most):
        IMPORTS.spend("192.0.2.7")
    sent = {"file": SimpleUploadedFile("game.json", RECORD)}
    refused(away(ann).post(exchange.URL, sent), "Wait 15 minutes")
    assert Game.objects.count() == 0


def test_a_sheet_whose_rounds_grow_too_large_is_ended_and_begun_anew(
    ann: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = new_game(ann, "Ann Bob", "score_sheet")
    monkeypatch.setattr("referee.table.taps.MOST_BYTES", 600)
    write = {"do": "round", "scores": {"Ann": 1, "Bob": 2}}
    assert told(ann, game, write) == ""
    assert "too large for another round. End it, then start a rematch." in told(ann, game, write)
    assert told(ann, game, {"do": "end"}) == ""


def test_nobody_is_invited_to_a_sample_and_a_crew_invites_so_often_in_a_day(
    ann: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = client_of(ann)
    table = client.post(reverse("sample"))["Location"]
    refused(client.post(f"{table}seats/"), "A sample is for this phone alone")
    assert not Invite.objects.exists()
    monkeypatch.setattr(limits, "MOST_A_DAY", 3)
    actor, until = join_own_crew(ann), invites.end_of(timezone.localdate())
    for _ in range(3):
        invites.make_invite(actor=actor, role=Role.SCORER, uses=1, until=until)
        invites.revoke(actor=actor, invite=Invite.objects.latest("pk"))
    refused(client.post(reverse("invite_new")), "3 invitations were made", "tomorrow")
    refused(client.post(reverse("seats", args=[new_game(ann).public_id])), "3 invitations were made")
    assert Invite.objects.count() == 3


def test_only_so_many_phones_join_a_crew(ann: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    actor, until = join_own_crew(ann), invites.end_of(timezone.localdate())
    token = invites.make_invite(actor=actor, role=Role.SCORER, uses=9, until=until)
    joined(ann, Role.SCORER)
    monkeypatch.setattr(limits, "MOST_PHONES", 2)
    stranger = Client()
    refused(stranger.post(reverse("join", args=[token])), "2 phones have been in this crew")
    assert Membership.objects.count() == 2
    assert Invite.objects.get().uses_left == 9


def test_links_are_made_and_taken_back_so_often_in_a_day(
    ann: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, client = new_game(ann), client_of(ann)
    monkeypatch.setattr(limits, "MOST_A_DAY", 3)
    for make, take in (("share", "unshare"), ("board_link", "board_unlink")):
        Share.objects.all().delete()
        for _ in range(3):
            assert client.post(reverse(make, args=[game.public_id])).status_code == 303
            assert client.post(reverse(take, args=[game.public_id])).status_code == 303
        refused(client.post(reverse(make, args=[game.public_id])), "3 links were made here", "tomorrow")
    for _ in range(3):
        assert client.post(reverse("crew_share", args=["calendar"])).status_code == 303
        assert client.post(reverse("crew_unshare", args=["calendar"])).status_code == 303
    refused(client.post(reverse("crew_share", args=["calendar"])), "3 links were made here", "tomorrow")
    assert CrewShare.objects.count() == 3


def test_photos_are_added_only_while_the_crew_and_the_game_have_room(
    ann: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    actor = join_own_crew(ann)
    one_game, other = (_first_row(ann, game) for game in (new_game(ann), new_game(ann)))

    def add(event: Move, colour: str) -> Any:
        picture = decoding.picture_of(io.BytesIO(photo(color=colour)))
        return add_photo(actor_id=actor.pk, event=event, picture=picture)

    monkeypatch.setattr(limits, "MOST_PHOTOS", 2)
    red = add(one_game, "red")
    blue = add(other, "blue")
    with pytest.raises(TooManyPhotos, match="at most 2 photos"):
        add(one_game, "green")
    remove_photo(actor_id=actor.pk, photo=blue)
    monkeypatch.setattr(limits, "MOST_PHOTOS_EVER", 1)
    with pytest.raises(TooManyPhotos, match="1 photos were added to this game"):
        add(one_game, "green")
    assert add(one_game, "red") == red, "the same one again is no other"


def _first_row(ann: Visitor, game: Game) -> Move:
    assert told(ann, game, {"do": "deal", "dealer": "Ann"}) == ""
    return Move.objects.get(game=game)


def test_games_are_found_by_players_in_one_query_of_one_size_however_many_there_are(ann: Visitor) -> None:
    new_game(ann, "Nena Xaver")
    new_game(ann, "Ann Bob")
    crew = join_own_crew(ann).crew

    def asked() -> tuple[int, int]:
        with CaptureQueriesContext(
            connection,
        ) as queries:
            page = search.games(
                ann, search.Wanted(words=["n", "x", "n", "x", "n", "x", "n", "x", "n", "x", "n", "x"])
            )
        assert [sorted(game.standing["scores"]) for game in page.games] == [["Nena", "Xaver"]]
        return len(queries), len(queries[-1]["sql"])

    assert ann.membership
    few = asked()
    Player.objects.bulk_create(
        Player(crew=crew, name=f"Nix {n}", folded=f"nix {n}", colour="red") for n in range(2_000)
    )
    assert asked() == few
    assert few[0] == 1
