"""A photo as evidence: taken from the page of its ruling, seen by the crew alone, refused in words."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from hypothesis import HealthCheck, example, given
from hypothesis import settings as tries
from hypothesis import strategies as st
from PIL import Image

from scoring.crew.visitor import COOKIE, Visitor
from scoring.models import Game, Photo
from scoring.pictures import photos
from tests.hostile import good, hostile, photo
from tests.table.page import Phone, Shown, client_of, new_game

pytestmark = pytest.mark.slow

MEGABYTE = 1024 * 1024
Post = Callable[..., Any]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(settings, "MEDIA_ROOT", tmp_path / "photos")
    return tmp_path / "photos"


def send(visitor: Visitor, game: Game, data: bytes, name: str = "a.jpg", seq: int = 2) -> Any:
    """Sends a file as the form on the page of a ruling does."""
    file = SimpleUploadedFile(name, data, content_type="image/jpeg")
    return client_of(visitor).post(f"/t/{game.public_id}/log/{seq}/photo/", {"photo": file})


def send_raw(visitor: Visitor, game: Game, data: bytes, name: str) -> Any:
    """The same by hand, so that the name arrives whatever it is."""
    name = name.replace('"', "%22").replace("\r", "%0D").replace("\n", "%0A")
    head = f'--limit\r\nContent-Disposition: form-data; name="photo"; filename="{name}"\r\n'
    body = head.encode() + b"Content-Type: image/jpeg\r\n\r\n" + data + b"\r\n--limit--\r\n"
    url = f"/t/{game.public_id}/log/2/photo/"
    return client_of(visitor).post(url, body, content_type="multipart/form-data; boundary=limit")


def page(visitor: Visitor, game: Game, path: str = "log/2/") -> Shown:
    return Shown(client_of(visitor).get(f"/t/{game.public_id}/{path}"))


def address(visitor: Visitor, game: Game) -> str:
    return str(page(visitor, game).soup.select(".photo img")[0]["src"]).partition("?")[0]


def nothing_is_kept(folder: Path) -> bool:
    return not Photo.objects.exists() and not (folder.exists() and list(folder.iterdir()))


def test_a_photo_is_taken_on_the_page_of_its_ruling_and_shown_in_the_log(game: Game, bob: Visitor) -> None:
    form = page(bob, game).soup.select_one("form[enctype='multipart/form-data']")
    assert form
    field = form.select_one("input[type=file]")
    assert field
    # Safari turns its HEIC into JPEG for a form that names what it takes.
    accept = "image/jpeg,image/png,image/webp"
    assert (field["accept"], field["name"]) == (accept, "photo")
    assert form["action"] == f"/t/{game.public_id}/log/2/photo/"
    response = send(bob, game, photo(size=(3000, 1500)), name="../IMG 1.JPG")
    assert response.status_code == 303
    shown = Shown(client_of(bob).get(response["Location"]))
    assert (shown.soup.select(".photo img")[0]["width"], shown.soup.select(".photo img")[0]["height"]) == (
        "1600",
        "800",
    )
    assert "Photo by this phone" in page(bob, game, "log/").one("#r2")
    assert "Photo by" not in page(bob, game, "log/").one("#r1")
    assert Game.objects.get().version == 2, "no other phone's page gets stale"


@pytest.mark.parametrize("name", good())
def test_what_phones_send_is_kept(game: Game, ann: Visitor, name: str) -> None:
    assert send(ann, game, good()[name], name).status_code == 303
    assert Photo.objects.count() == 1


def test_what_is_no_photo_is_refused_in_words_and_leaves_nothing(
    game: Game, ann: Visitor, folder: Path
) -> None:
    for name, data in hostile().items():
        shown = Shown(send(ann, game, data, name))
        assert shown.status == 422, name
        assert len(shown.one("[role=alert]").split()) > 4
        assert nothing_is_kept(folder), name


def files() -> st.SearchStrategy[bytes]:
    """Bytes of nothing, and photos with something struck into them or cut off."""
    seeds = st.sampled_from([photo(), photo("PNG"), photo("WEBP"), *hostile().values()])
    broken = st.builds(
        lambda seed, at, ink, kept: (seed[:at] + ink + seed[at + len(ink) :])[:kept],
        seeds,
        st.integers(0, 400),
        st.binary(max_size=12),
        st.integers(1, 9000),
    )
    return st.one_of(st.binary(min_size=1, max_size=300), broken)


@pytest.mark.filterwarnings("ignore::UserWarning")  # Pillow mentions what is odd in a file that it can read
@given(files(), st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=40))
@example(photo(), "a.jpg")
@example(photo(), "a.jpg\0.php")
@example(photo(), "/")
@example(photo(), "../../a.jpg")
@tries(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_whatever_is_sent_is_kept_as_a_picture_or_leaves_nothing(
    game: Game, ann: Visitor, folder: Path, data: bytes, name: str
) -> None:
    before = set(Photo.objects.values_list("public_id", flat=True))
    answer = send_raw(ann, game, data, name)
    after = set(Photo.objects.values_list("public_id", flat=True))
    assert answer.status_code in (303, 422)
    assert {path.name for path in folder.glob("*")} == {f"{kept}.webp" for kept in after}
    if answer.status_code == 422:
        assert after == before
        assert Shown(answer).one("[role=alert]")


def test_a_large_photo_that_is_refused_leaves_no_file_on_its_way_either(
    game: Game, ann: Visitor, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    spool = tmp_path / "spool"
    spool.mkdir()
    monkeypatch.setattr(settings, "FILE_UPLOAD_TEMP_DIR", str(spool))
    monkeypatch.setattr(settings, "FILE_UPLOAD_MAX_MEMORY_SIZE", 1000)
    for data in (b"<!doctype html>" + bytes(100_000), photo()[:400] + bytes(100_000)):
        assert send(ann, game, data).status_code == 422
        assert nothing_is_kept(folder)
        assert not list(spool.iterdir())


@pytest.mark.parametrize("size", [21 * MEGABYTE, 30 * MEGABYTE])
def test_what_is_too_large_is_refused_in_words_and_leaves_nothing(
    game: Game, ann: Visitor, folder: Path, size: int
) -> None:
    shown = Shown(send(ann, game, photo() + bytes(size)))
    assert shown.status == 413
    assert "larger" in shown.text
    assert nothing_is_kept(folder)


def test_a_photo_of_many_megabytes_fits(game: Game, ann: Visitor) -> None:
    large = photo() + bytes(19 * MEGABYTE)
    assert send(ann, game, large).status_code == 303
    for path, status in (("log/refused/1/photo/", 404), ("log/refused/photo/", 404)):
        file = SimpleUploadedFile("a.jpg", large)
        assert client_of(ann).post(f"/t/{game.public_id}/{path}", {"photo": file}).status_code == status


def test_only_there_may_anything_large_be_sent(game: Game, ann: Visitor) -> None:
    there = dict.fromkeys(("move/", "undo/", "log/", "log/2/"), 413)
    for part, status in (there | {"log/2/photo/x/": 404, "photo/": 404}).items():
        file = SimpleUploadedFile("a.jpg", photo() + bytes(MEGABYTE))
        response = client_of(ann).post(f"/t/{game.public_id}/{part}", {"photo": file})
        assert response.status_code == status, part


def test_a_form_without_a_photo_or_with_two_is_refused_in_words(
    game: Game, ann: Visitor, folder: Path
) -> None:
    url = f"/t/{game.public_id}/log/2/photo/"
    for fields in ({}, {"photo": "text"}, {"photo": SimpleUploadedFile("a.jpg", b"")}):
        shown = Shown(client_of(ann).post(url, fields))
        assert (shown.status, "No photo was chosen." in shown.one("[role=alert]")) == (422, True)
    two = [SimpleUploadedFile("a.jpg", photo()), SimpleUploadedFile("b.jpg", photo())]
    assert client_of(ann).post(url, {"photo": two}).status_code == 400
    assert nothing_is_kept(folder)


@pytest.mark.parametrize("seq", ["0", "3", "999999999", "9" * 30])
def test_a_ruling_that_is_not_there_takes_no_photo(game: Game, ann: Visitor, seq: str, folder: Path) -> None:
    assert send(ann, game, photo(), seq=int(seq)).status_code in (404, 413)
    assert page(ann, game, f"log/{seq}/").status == 404
    assert nothing_is_kept(folder)


def test_a_refusal_is_a_ruling_and_takes_photos_too(
    ann: Visitor, bob: Visitor, cat: Visitor, dan: Visitor, folder: Path
) -> None:
    phone = Phone(ann, new_game(ann))
    for name in ("Ann deals", "blue sun"):
        phone.tap(name)
    phone.tap("red moon")
    phone.tap("Add a photo of this")
    refusal = str(phone.shown.find("This ruling in the log")["href"])
    assert refusal == f"{phone.url}log/refused/1/"
    for who, status in ((dan, 404), (cat, 403)):
        file = SimpleUploadedFile("a.jpg", photo())
        assert client_of(who).post(f"{refusal}photo/", {"photo": file}).status_code == status
    assert not page(cat, phone.game, "log/refused/1/").soup.select("form")
    assert nothing_is_kept(folder)

    form = page(bob, phone.game, "log/refused/1/").soup.select_one("form[enctype]")
    assert form
    assert form["action"] == f"{refusal}photo/"
    bad = Shown(client_of(bob).post(str(form["action"]), {"photo": SimpleUploadedFile("a.jpg", b"no")}))
    assert (bad.status, bad.one("h1")) == (422, "From the log")
    assert nothing_is_kept(folder)
    for _ in range(2):
        kept = client_of(bob).post(str(form["action"]), {"photo": SimpleUploadedFile("a.jpg", photo())})
        assert (kept.status_code, kept["Location"]) == (303, refusal)
    assert Photo.objects.count() == 1
    log = page(ann, phone.game, "log/?only=disputes")
    assert "Photo by phone 2" in log.one("#refused-1")
    shown = page(ann, phone.game, "log/refused/1/").soup.select_one(".photo")
    assert shown
    image, remove = shown.select_one("img"), shown.select_one("form")
    assert image
    assert remove
    assert client_of(cat).get(str(image["src"])).status_code == 200
    assert client_of(dan).get(str(image["src"])).status_code == 404
    gone = client_of(ann).post(str(remove["action"]))
    assert (gone.status_code, gone["Location"]) == (303, refusal)
    assert "Photo removed by this phone" in page(ann, phone.game, "log/").one("#refused-1")


@pytest.mark.parametrize("number", [0, 1, 999999999])
def test_a_refusal_that_is_not_there_takes_no_photo(
    game: Game, ann: Visitor, folder: Path, number: int
) -> None:
    file = SimpleUploadedFile("a.jpg", photo())
    url = f"/t/{game.public_id}/log/refused/{number}/photo/"
    assert client_of(ann).post(url, {"photo": file}).status_code == 404
    assert nothing_is_kept(folder)


def test_a_photo_is_served_as_a_picture_and_as_nothing_else(game: Game, ann: Visitor, bob: Visitor) -> None:
    send(ann, game, photo() + b"<script>alert(1)</script>", name="x.jpg")
    response = client_of(bob).get(address(ann, game))
    assert response.status_code == 200
    assert Image.open(io.BytesIO(response.content)).format == "WEBP"
    assert b"script" not in response.content
    assert response["Content-Type"] == "image/webp"
    assert response["Content-Disposition"] == 'inline; filename="photo.webp"'
    assert response["X-Content-Type-Options"] == "nosniff"
    assert response["Content-Security-Policy"] == "default-src 'none'; sandbox"
    assert response["Cache-Control"] == "private, no-cache"
    assert "Cookie" in response["Vary"]
    again = client_of(bob).get(address(ann, game), headers={"If-None-Match": response["ETag"]})
    assert (again.status_code, again.content, again["Cache-Control"]) == (304, b"", "private, no-cache")


def test_only_the_crew_sees_a_photo(game: Game, ann: Visitor, cat: Visitor, dan: Visitor) -> None:
    send(ann, game, photo())
    url = address(ann, game)
    assert client_of(cat).get(url).status_code == 200
    etag = client_of(cat).get(url)["ETag"]
    for stranger in (dan, Visitor()):
        for headers in ({}, {"If-None-Match": etag}):
            assert client_of(stranger).get(url, headers=headers).status_code == 404
        assert send(stranger, game, photo("PNG"), "a.png").status_code == 404
        assert client_of(stranger).post(f"{url}remove/").status_code == 404
    mine = new_game(dan)
    other = url.replace(game.public_id, mine.public_id)
    assert client_of(dan).get(other).status_code == 404, "not by way of a table of his own either"
    assert client_of(dan).post(f"{other}remove/").status_code == 404
    assert Photo.objects.kept().count() == 1


def test_a_phone_that_was_shut_out_sees_no_photo_any_more(game: Game, ann: Visitor, bob: Visitor) -> None:
    send(ann, game, photo())
    url = address(ann, game)
    member = Visitor(bob.token).membership
    assert member
    member.shut_out_at = member.created_at
    member.save()
    assert client_of(bob).get(url).status_code == 404


def test_a_watcher_takes_no_photo(game: Game, cat: Visitor, folder: Path) -> None:
    assert not page(cat, game).soup.select("form")
    assert send(cat, game, photo()).status_code == 403
    assert nothing_is_kept(folder)


def test_a_form_from_elsewhere_keeps_no_photo(game: Game, ann: Visitor, folder: Path) -> None:
    client = Client(enforce_csrf_checks=True)
    client.cookies[COOKIE] = ann.token
    file = SimpleUploadedFile("a.jpg", photo())
    assert client.post(f"/t/{game.public_id}/log/2/photo/", {"photo": file}).status_code == 403
    assert nothing_is_kept(folder)


def test_the_keeper_takes_a_photo_away_and_the_log_says_so(
    game: Game, ann: Visitor, bob: Visitor, folder: Path
) -> None:
    send(bob, game, photo())
    url = address(bob, game)
    assert "Remove" not in page(bob, game).text
    assert client_of(bob).post(f"{url}remove/").status_code == 403
    form = page(ann, game).soup.select_one(".photo form")
    assert form
    assert form["action"] == f"{url}remove/"
    for _ in range(2):
        assert client_of(ann).post(f"{url}remove/").status_code == 303
    assert client_of(ann).get(url).status_code == 404
    assert not list(folder.iterdir())
    assert "Photo removed by this phone" in page(ann, game, "log/?only=disputes").one("#r2")
    assert "Photo removed by phone 1" in page(bob, game).one("#r2")


def test_a_game_full_of_photos_says_so(
    game: Game, ann: Visitor, monkeypatch: pytest.MonkeyPatch, folder: Path
) -> None:
    monkeypatch.setattr(photos, "MOST_PHOTOS", 0)
    shown = Shown(send(ann, game, photo()))
    assert (shown.status, "keeps 0 photos" in shown.one("[role=alert]")) == (422, True)
    assert nothing_is_kept(folder)


def test_a_photo_whose_file_is_lost_is_not_found(game: Game, ann: Visitor, folder: Path) -> None:
    send(ann, game, photo())
    for path in folder.iterdir():
        path.unlink()
    assert client_of(ann).get(address(ann, game)).status_code == 404


def test_a_photo_comes_at_the_size_that_a_screen_shows(game: Game, bob: Visitor) -> None:
    send(bob, game, photo(size=(1600, 1200)))
    shown = page(bob, game).soup.select(".photo img")[0]
    sizes = {}
    for each in str(shown["srcset"]).split(", "):
        url, _, width = each.partition(" ")
        with Image.open(io.BytesIO(client_of(bob).get(url).content)) as picture:
            sizes[width] = picture.size
    assert sizes == {"400w": (400, 300), "800w": (800, 600), "1600w": (1600, 1200)}
