"""The page "Export and import", and the files that it writes and reads."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest import mock

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from referee.crew.exchange import documents
from referee.crew.exchange import pages as exchange
from referee.crew.exchange import replay as replaying
from referee.rules.score_sheet import formulas
from scoring.crew.visitor import COOKIE, Visitor, join_own_crew
from scoring.exchange import game_rows
from scoring.exchange.crew_import import GIVEN_UP, sweep
from scoring.exchange.spreadsheets import SHEETS
from scoring.models import Crew, Game, Membership, Move, Photo, Player
from scoring.models.people import fold_name
from scoring.pictures.photos import folder, path_of
from scoring.players.erasing import erase_crew
from scoring.players.faces import face_path
from scoring.statistics import counting
from tests.crew.exchange import URL, body, get, send, whole, with_face, with_photos
from tests.crew.games import played
from tests.crew.tables import KINDS, OPTIONS, chance_game, picture
from tests.marks import long_except
from tests.records import replay
from tests.table.page import Shown, client_of, new_game

pytestmark = pytest.mark.slow


@pytest.fixture(autouse=True)
def files(settings: Any, tmp_path: Path) -> Path:
    settings.MEDIA_ROOT = tmp_path / "photos"
    return tmp_path / "photos"


@pytest.fixture
def game(ann: Visitor) -> Game:
    """A game of Ann's crew that is over."""
    return chance_game(ann, "score_sheet", 1, title="Skat")


def told(response: Any) -> Shown:
    """A page that was told part by part."""
    return whole(response.streaming_content)


def alert(response: Any) -> str:
    return Shown(response).one("[role=alert]")


def test_a_game_leaves_as_its_record_and_is_taken_in_elsewhere(
    game: Game, cat: Visitor, dan: Visitor
) -> None:
    response = get(cat, f"/games/{game.public_id}/record.json")
    assert response["Content-Disposition"].startswith('attachment; filename="skat-20')
    assert response["Cache-Control"] == "private, no-store"
    data = b"".join(response.streaming_content)
    assert all(move["ok"] for move in replay(data)["moves"])
    assert {"id", "played_at", "title", "undone"} <= json.loads(data).keys()
    assert all("time" in move for move in json.loads(data)["moves"])
    answer = send(dan, data)
    assert answer.status_code == 303
    back = Game.objects.get(crew=join_own_crew(dan).crew)
    assert answer["Location"] == f"/games/{back.public_id}/"
    assert client_of(dan).get(answer["Location"]).status_code == 200
    assert picture(back)["game"][:5] == picture(game)["game"][:5]
    assert back.finished_at is not None
    assert counting.uncounted(back.crew_id) is None, "what is imported is counted by the same write"


def test_a_record_brought_twice_is_told_and_makes_no_second_game(
    game: Game, ann: Visitor, dan: Visitor
) -> None:
    data = body(ann, f"/games/{game.public_id}/record.json")
    shown = Shown(send(ann, data))
    assert (shown.status, "already has this game" in shown.one("[role=alert]")) == (422, True)
    assert shown.soup.select(f".errors a[href='/games/{game.public_id}/']")
    assert send(dan, data).status_code == 303
    assert "already has this game" in alert(send(dan, data))
    assert Game.objects.count() == 2


def test_a_record_without_an_id_is_known_by_what_is_in_it(dan: Visitor) -> None:
    moves = [{"do": "round", "scores": {"Ann": 3, "Bob": 5}}]
    record = {"format": "referee-record/1", "game": "score_sheet", "players": ["Ann", "Bob"], "moves": moves}
    assert send(dan, json.dumps(record).encode()).status_code == 303
    assert "already has this game" in alert(send(dan, json.dumps(record, indent=3).encode()))
    assert send(dan, json.dumps(record | {"moves": moves * 2}).encode()).status_code == 303
    assert Game.objects.count() == 2
    assert Game.objects.filter(finished_at=None).count() == 2


def test_a_game_taken_in_goes_on_at_the_table(ann: Visitor, dan: Visitor) -> None:
    game = chance_game(ann, "zar", 5)
    Game.objects.filter(pk=game.pk, finished_at__isnull=False).delete()
    send(dan, body(ann, f"/games/{game.public_id}/record.json"))
    back = Game.objects.get(crew=join_own_crew(dan).crew)
    assert back.finished_at is None
    for path in (f"/t/{back.public_id}/", f"/t/{back.public_id}/log/", f"/games/{back.public_id}/"):
        assert client_of(dan).get(path).status_code == 200, path
    shown = Shown(client_of(dan).get(f"/t/{back.public_id}/"))
    key = str(shown.soup.select("input[name=key]")[0]["value"])
    answer = client_of(dan).post(f"/t/{back.public_id}/undo/", {"key": key})
    assert answer.status_code == 303
    assert Game.objects.get(pk=back.pk).version == back.version + 1


def test_a_crew_moves_with_its_photos_faces_and_colours_as_they_were(
    game: Game, ann: Visitor, dan: Visitor, files: Path
) -> None:
    with_photos(game, ann)
    crew = join_own_crew(ann).crew
    Crew.objects.filter(pk=crew.pk).update(name="The Tuesday crew")
    face = with_face(crew)
    response = get(ann, f"{URL}crew.zip")
    assert response["Content-Disposition"].startswith('attachment; filename="the-tuesday-crew-20')
    data = b"".join(response.streaming_content)
    names = zipfile.ZipFile(io.BytesIO(data)).namelist()
    kept = Photo.objects.get(removed_at=None)
    assert sorted(names) == sorted(
        [
            "crew.json",
            f"games/{game.public_id}.json",
            f"photos/{kept.public_id}.webp",
            f"faces/{face.public_id}.webp",
        ]
    )
    shown = told(send(dan, data, "crew.zip"))
    assert shown.one(".arriving:last-of-type h1") == "1 game imported"
    assert counting.uncounted(join_own_crew(dan).crew_id) is None
    assert [node.get_text() for node in shown.soup.select(".arriving li")] == ["0 of 1 game", "1 of 1 game"]
    target = join_own_crew(dan).crew
    target.refresh_from_db()
    assert target.name == "The Tuesday crew"
    back = Game.objects.get(crew=target)
    assert picture(back) == picture(game)
    came = list(Photo.objects.of(back).order_by("pk"))
    went = list(Photo.objects.of(game).order_by("pk"))
    for one, other in zip(went, came, strict=True):
        assert one.public_id != other.public_id, "both are on this server"
        assert [one.digest, one.width, one.height, one.created_at, one.removed_at] == [
            other.digest,
            other.width,
            other.height,
            other.created_at,
            other.removed_at,
        ]
        if not one.removed_at:
            assert path_of(one).read_bytes() == path_of(other).read_bytes()
    player = Player.objects.get(crew=target, folded=face.folded)
    assert (player.name, player.colour, player.created_at) == (face.name, face.colour, face.created_at)
    assert face_path(player).read_bytes() == face_path(face).read_bytes()
    assert client_of(dan).get(f"/t/{back.public_id}/log/").status_code == 200
    phones = Membership.objects.filter(crew=target, shut_out_at=None)
    assert list(phones) == [join_own_crew(dan)], "the phones of the file come in as shut out"


def test_where_ids_are_free_a_crew_keeps_them(game: Game, ann: Visitor, dan: Visitor) -> None:
    data = body(ann, f"{URL}crew.zip")
    player_ids = set(Player.objects.values_list("public_id", flat=True))
    crew = join_own_crew(ann).crew
    Crew.objects.filter(pk=crew.pk).update(arriving_at=crew.created_at)
    erase_crew(crew)
    assert not Game.objects.exists()
    told(send(dan, data))
    assert Game.objects.get().public_id == game.public_id
    assert set(Player.objects.values_list("public_id", flat=True)) == player_ids


def test_a_crew_that_has_games_takes_no_crew(game: Game, ann: Visitor) -> None:
    data = body(ann, f"{URL}crew.zip")
    before = Game.objects.count()
    assert "already has games" in alert(send(ann, data))
    assert Game.objects.count() == before


def test_a_crew_that_begins_a_game_meanwhile_takes_no_crew(game: Game, ann: Visitor, dan: Visitor) -> None:
    response = send(dan, body(ann, f"{URL}crew.zip"))
    parts = response.streaming_content
    next(parts), next(parts)
    mine = new_game(dan)
    assert "already has games" in whole(parts).one("[role=alert]")
    assert list(Game.objects.filter(crew=mine.crew)) == [mine]
    assert Crew.objects.count() == 2


def test_nobody_sees_a_crew_on_its_way_and_whoever_leaves_leaves_nothing(
    game: Game, ann: Visitor, dan: Visitor, files: Path
) -> None:
    with_photos(game, ann)
    before = {
        model: model._default_manager.count() for model in (Crew, Game, Move, Player, Membership, Photo)
    }
    kept = set(files.rglob("*.webp"))
    response = send(dan, body(ann, f"{URL}crew.zip"))
    parts: Iterator[bytes] = response.streaming_content
    for _ in range(3):
        next(parts)
    assert Crew.objects.filter(arriving_at__isnull=False).count() == 1
    assert Game.objects.count() == 2
    assert "No games yet" in client_of(dan).get("/games/").content.decode()
    response._iterator.close()
    assert {model: model._default_manager.count() for model in before} == before
    assert set(files.rglob("*.webp")) == kept


def test_what_a_crash_left_of_a_crew_is_swept_away_later(
    game: Game, ann: Visitor, dan: Visitor, files: Path
) -> None:
    with_photos(game, ann)
    response = send(dan, body(ann, f"{URL}crew.zip"))
    parts = response.streaming_content
    for _ in range(3):
        next(parts)
    crew = Crew.objects.get(arriving_at__isnull=False)
    assert crew.arriving_at
    assert sweep(now=crew.arriving_at) == 0
    assert sweep(now=crew.arriving_at + 2 * GIVEN_UP) == 1
    assert (Game.objects.count(), Photo.objects.count()) == (1, 2)
    assert len(list(folder().glob("*.webp"))) == 1
    # Here and not whenever it is collected: it clears away as well.
    response._iterator.close()


def test_what_is_cleared_away_is_found_by_an_index_and_leaves_nothing_dangling(
    game: Game, ann: Visitor, dan: Visitor
) -> None:
    """Nothing else may be read: in a database of a million games whoever leaves would stop every tap."""
    with_photos(game, ann)
    response = send(dan, body(ann, f"{URL}crew.zip"))
    parts = response.streaming_content
    for _ in range(3):
        next(parts)
    crew = Crew.objects.get(arriving_at__isnull=False)
    with CaptureQueriesContext(connection) as asked:
        erase_crew(crew)
    connection.check_constraints()
    assert list(Game.objects.all()) == [game]
    found = [query["sql"].replace('"', "") for query in asked.captured_queries]
    assert any("DELETE FROM scoring_move" in sql for sql in found)
    for unindexed in ("scoring_score.move_id", "scoring_move.actor_id", "scoring_refusal.actor_id"):
        assert not [sql for sql in found if unindexed in sql], unindexed
    if connection.vendor == "sqlite":
        assert found[0].startswith("PRAGMA foreign_keys = OFF"), (
            "else each deleted row has all looked through"
        )
    # Here and not whenever it is collected: it clears away as well.
    response._iterator.close()


def test_who_may_take_out_and_in(game: Game, ann: Visitor, bob: Visitor, cat: Visitor, dan: Visitor) -> None:
    every = [f"{URL}crew.zip", f"{URL}crew.bgsplay", *(f"{URL}{name}.csv" for name in SHEETS)]
    for url in every:
        assert [client_of(who).get(url).status_code for who in (ann, bob, cat, Visitor())] == [
            200,
            403,
            403,
            404,
        ], url
    for part in ("record.json", "play.bgsplay", "bgstats/"):
        url = f"/games/{game.public_id}/{part}"
        codes = [client_of(who).get(url).status_code for who in (ann, bob, cat, dan, None)]
        assert codes == [302 if part == "bgstats/" else 200] * 3 + [404, 404], url
    data = body(ann, f"{URL}crew.zip")
    assert send(bob, data).status_code == 403
    assert send(cat, data).status_code == 403
    assert send(cat, b"{}").status_code == 403
    assert send(bob, b"{}").status_code == 422
    assert client_of(ann).get(f"{URL}secrets.csv").status_code == 404


def test_a_stranger_with_a_file_becomes_the_keeper_of_a_new_crew(game: Game, ann: Visitor) -> None:
    eve = Visitor()
    assert told(send(eve, body(ann, f"{URL}crew.zip"))).one("[role=status]")
    member = Visitor(eve.token).membership
    assert member
    assert member.role == "keeper"
    assert Game.objects.filter(crew=member.crew).count() == 1


@pytest.mark.parametrize("who", ["ann", "bob", "cat", "dan", "nobody"])
def test_the_page_says_what_each_may_do(
    game: Game, who: str, request: pytest.FixtureRequest, django_assert_max_num_queries: Any
) -> None:
    visitor = None if who == "nobody" else request.getfixturevalue(who)
    with django_assert_max_num_queries(3):
        shown = Shown(client_of(visitor).get(URL))
    assert shown.status == 200
    assert bool(shown.soup.select("a[href$='crew.zip']")) == (who == "ann")
    assert bool(shown.soup.select("input[type=file]")) == (who != "cat")
    assert ("whole crew (.zip)" in shown.text) == (who in ("dan", "nobody"))


def test_a_form_from_elsewhere_takes_nothing_in(ann: Visitor) -> None:
    client = Client(enforce_csrf_checks=True)
    client.cookies[COOKIE] = ann.token
    assert client.post(URL, {"file": SimpleUploadedFile("a.json", b"{}")}).status_code == 403


def test_no_file_and_an_empty_one_are_told(ann: Visitor) -> None:
    for sent, why in (
        ({}, "Choose a file first"),
        ({"file": "text"}, "Choose a file first"),
        ({"file": SimpleUploadedFile("a.json", b"")}, "The file is empty"),
    ):
        response = client_of(ann).post(URL, sent)
        assert (response.status_code, why in alert(response)) == (422, True)


def test_what_another_app_wrote_is_told_in_words(ann: Visitor) -> None:
    book = io.BytesIO()
    with zipfile.ZipFile(book, "w") as file:
        file.writestr("[Content_Types].xml", "<Types/>")
    for data, why in (
        (b"\x89PNG\r\n\x1a\n\0\0", "neither a game (.json) nor a table (.csv)"),
        (book.getvalue(), "Save a spreadsheet as CSV first."),
    ):
        response = send(ann, data)
        assert (response.status_code, why in alert(response)) == (422, True)


def test_only_here_may_a_whole_crew_be_sent(settings: Any, ann: Visitor) -> None:
    settings.IMPORT_MAX_SIZE = 3 * settings.PHOTO_UPLOAD_MAX_SIZE
    large = bytes(settings.PHOTO_UPLOAD_MAX_SIZE + 9)
    assert send(ann, large).status_code == 422
    assert send(ann, bytes(settings.IMPORT_MAX_SIZE)).status_code == 413
    response = client_of(ann).post("/crew/name/", {"file": SimpleUploadedFile("a", large)})
    assert response.status_code == 413


def test_the_crew_page_leads_here_and_here_it_says_what_to_do(
    ann: Visitor, cat: Visitor, dan: Visitor
) -> None:
    new_game(ann)
    for who in (ann, cat):
        assert Shown(get(who, "/crew/")).soup.select(f"a[href='{URL}']")
    for who, words in (
        (ann, "It can be imported here or on another server."),
        (cat, "You can export a single game on its own page"),
        (dan, "or import one."),
    ):
        assert words in Shown(get(who, URL)).text, who


@pytest.mark.parametrize("kind", long_except(KINDS, "zar", "score_sheet"))
def test_the_ways_out_of_a_games_page_lead_out(ann: Visitor, cat: Visitor, kind: str) -> None:
    """Of an open game its record; of one that is over a play as well; for one who only looks on too."""
    options = {"end": {"hands": 1}} if kind == "house_zar" else OPTIONS[kind]
    over = played(ann, kind, names="Ann Bob", most=300, **options)
    assert over.finished_at
    for game, ways in ((new_game(ann, "Ann Bob", kind, **options), 1), (over, 3)):
        for who in (ann, cat):
            page = Shown(get(who, f"/games/{game.public_id}/"))
            links = [
                str(link["href"]) for link in page.soup.select(".ways a[download], .ways a[rel=noreferrer]")
            ]
            assert len(links) == ways
            for link in links:
                assert get(who, link).status_code == (302 if link.endswith("/bgstats/") else 200), link
            assert all(move["ok"] for move in replay(body(who, links[0]))["moves"])


def test_links_for_a_games_page(game: Game, ann: Visitor) -> None:
    over = exchange.export_links(Game(public_id="x" * 22, finished_at=game.created_at))
    assert over["post"].endswith("/bgstats/")
    assert exchange.export_links(Game(public_id="x" * 22))["post"] == ""


def test_an_export_cut_short_is_no_export(game: Game, ann: Visitor, dan: Visitor) -> None:
    data = body(ann, f"{URL}crew.zip")
    for length in (3, 40, len(data) // 2, len(data) - 1):
        assert "cut off" in alert(send(dan, data[:length])), length
    assert Game.objects.count() == 1


def sheet_of(rounds: int) -> bytes:
    moves = [{"do": "round", "scores": {"Ann": n, "Eve": 1}} for n in range(rounds)]
    head = {"format": "referee-record/1", "game": "score_sheet", "options": {}, "players": ["Ann", "Eve"]}
    return json.dumps(head | {"moves": moves}).encode()


def test_taps_pass_between_the_parts_of_a_game_that_is_imported(
    ann: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And until it is whole nobody sees it."""
    crew = join_own_crew(ann).crew
    waited: list[int] = []
    monkeypatch.setattr(game_rows, "AT_ONCE", 4)
    monkeypatch.setattr(game_rows, "yield_to_writers", lambda: waited.append(crew.games.count()))
    assert send(ann, sheet_of(12)).status_code == 303
    # Of hands 13 rows, of the log 12, of scores 24.
    assert waited == [0] * (4 + 3 + 6)
    assert Game.objects.get().crew == crew
    assert not Crew.objects.exclude(pk=crew.pk).exists()
    assert {player.name for player in crew.players.all()} == {"Ann", "Eve"}


def test_a_record_whose_sheet_takes_too_long_is_refused_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    lets = [{"key": f"l{n}", "is": "sum(deck + deck) + scored"} for n in range(20)]
    sheet = {
        "key": "dear",
        "name": "Dear",
        "lists": {"deck": list(range(60))},
        "field": [{"key": "scored", "name": "Scored"}],
        "let": lets,
    }
    names = ["Ann", "Bob"]
    entry = {"do": "entry", "players": {name: {"scored": 1} for name in names}}
    many = 40
    tap = {"phone": 1, "time": "2026-11-21T20:00:00Z"}
    log = [{"kind": "move", "move": entry, **tap} for _ in range(many)]
    log += [{"kind": "correct", "position": 1, "move": entry, **tap} for _ in range(10)]
    record: dict[str, Any] = {
        "format": "referee-record/1",
        "game": "score_sheet",
        "options": {"sheet": sheet},
        "players": names,
        "moves": [entry] * many,
    }

    def steps(**more: object) -> int:
        before = formulas.steps()
        documents.read(json.dumps(record | more).encode(), called="The file", now=timezone.now())
        return formulas.steps() - before

    plain = steps()
    monkeypatch.setattr(replaying, "MOST_STEPS", plain * 2)
    assert steps() == plain
    before = formulas.steps()
    with pytest.raises(documents.CannotImport, match=r"row 41 of the log: .* sheet takes too long to count"):
        steps(log=log)
    assert formulas.steps() - before < plain * 2 + 100


def test_a_game_that_breaks_off_in_the_middle_leaves_nothing(
    ann: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    crew = join_own_crew(ann).crew
    monkeypatch.setattr(game_rows, "AT_ONCE", 4)
    monkeypatch.setattr(game_rows, "_scores", mock.Mock(side_effect=MemoryError))
    with pytest.raises(MemoryError):
        send(ann, sheet_of(12))
    assert not any(model.objects.exists() for model in (Game, Move, Player))
    assert Crew.objects.get() == crew


def test_who_sits_down_while_a_game_is_imported_is_the_same_person(
    ann: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    crew = join_own_crew(ann).crew
    eve: dict[str, Any] = {"crew": crew, "name": "Eve", "folded": fold_name("Eve"), "colour": "red"}
    monkeypatch.setattr(game_rows, "yield_to_writers", lambda: Player.objects.get_or_create(**eve))
    send(ann, sheet_of(3))
    assert Player.objects.count() == 2
    assert set(Player.objects.values_list("crew", flat=True)) == {crew.pk}
    assert Player.objects.get(name="Eve").seats.get().game.crew == crew
