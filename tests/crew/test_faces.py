"""A player's face: a square picture for the crew's eyes, or initials that can be read on every colour."""

from __future__ import annotations

import io
import os
import re
from pathlib import Path

import pytest
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.db import DatabaseError
from PIL import Image

from referee.web.components import initials
from scoring.crew.visitor import Visitor
from scoring.models import Colour, Player
from scoring.pictures.decoding import FACE_SIDE, face_of
from scoring.players import faces
from tests.conftest import ROOT
from tests.crew.browser import Browser
from tests.hostile import good, hostile, photo
from tests.table.page import new_game, words

pytestmark = pytest.mark.slow

MEGABYTE = 1024 * 1024


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(settings, "MEDIA_ROOT", tmp_path / "photos")
    return tmp_path / "photos" / "faces"


@pytest.fixture
def url(ann: Visitor) -> str:
    """The address of Ann's own page."""
    new_game(ann, "Ann Bob")
    return f"/players/{Player.objects.get(name='Ann').public_id}/"


def upload(data: bytes, name: str = "face.jpg") -> SimpleUploadedFile:
    """A file as a form sends it."""
    return SimpleUploadedFile(name, data)


def send(visitor: Visitor, url: str, data: bytes, name: str = "face.jpg") -> Browser:
    browser = Browser(visitor)
    browser.go(f"{url}edit/")
    browser.tap("Save picture", face=upload(data, name))
    return browser


def kept(folder: Path) -> list[Path]:
    return list(folder.iterdir()) if folder.exists() else []


def opened(path: Path) -> Image.Image:
    return Image.open(io.BytesIO(path.read_bytes()))


def test_a_face_is_the_upright_middle_as_a_square_without_anything_else(
    ann: Visitor, url: str, folder: Path
) -> None:
    exif = Image.Exif()
    exif[0x0112] = 6  # held upright: the camera's left is the picture's top
    exif[0x010F] = "Maker"
    taken = Image.new("RGB", (1200, 600), "red")
    taken.paste("blue", (0, 0, 240, 600))
    taken.paste("green", (840, 0, 1200, 600))
    file = io.BytesIO()
    taken.save(file, "JPEG", exif=exif)
    assert send(ann, url, file.getvalue()).shown.status == 200
    (path,) = kept(folder)
    picture = opened(path)
    assert (picture.format, picture.size) == ("WEBP", (FACE_SIDE, FACE_SIDE))
    assert not picture.getexif()
    assert b"Maker" not in path.read_bytes()
    top, bottom = (picture.convert("RGB").getpixel((200, y)) for y in (5, FACE_SIDE - 5))
    assert isinstance(top, tuple)
    assert isinstance(bottom, tuple)
    assert top[0] > 200, "the blue above is cut off, and so is the green below"
    assert bottom[0] > 200
    assert path.stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("name", good())
def test_what_phones_send_is_kept(ann: Visitor, url: str, folder: Path, name: str) -> None:
    send(ann, url, good()[name], name)
    (path,) = kept(folder)
    assert opened(path).size == (FACE_SIDE, FACE_SIDE)


def test_what_is_no_picture_is_refused_in_words_and_leaves_nothing(
    ann: Visitor, url: str, folder: Path
) -> None:
    for name, data in hostile().items():
        shown = send(ann, url, data, name).shown
        assert shown.status == 422, name
        assert len(shown.one("[role=alert]").split()) > 4
    assert "Choose a picture first." in Browser(ann).send(f"{url}face/keep/", {}).one("[role=alert]")
    assert not kept(folder)
    assert Player.objects.get(name="Ann").avatar == ""


def test_what_is_too_large_is_refused_and_what_fits_is_kept(ann: Visitor, url: str, folder: Path) -> None:
    assert send(ann, url, photo() + bytes(21 * MEGABYTE)).shown.status == 413
    assert not kept(folder)
    assert send(ann, url, photo() + bytes(19 * MEGABYTE)).shown.status == 200
    parts = dict.fromkeys(("edit/", "archive/", "face/", "face/remove/"), 413) | {"face/keep/more/": 404}
    for part, status in parts.items():
        response = Browser(ann).client.post(url + part, {"face": upload(photo() + bytes(MEGABYTE))})
        assert response.status_code == status, part


def test_a_new_face_takes_the_place_of_the_old_one_and_is_seen_at_once(
    ann: Visitor, url: str, folder: Path
) -> None:
    seen = [send(ann, url, photo(color=color)).shown.soup.select_one(".face") for color in ("red", "blue")]
    sources = [str(image["src"]) for image in seen if image]
    assert len(set(sources)) == 2
    assert len(kept(folder)) == 1
    response = Browser(ann).client.get(sources[1].removesuffix("&wide=96"))
    assert response.content == kept(folder)[0].read_bytes()


def test_a_face_is_served_to_the_crew_as_a_picture_and_to_nobody_else(
    ann: Visitor, cat: Visitor, dan: Visitor, url: str
) -> None:
    send(ann, url, photo() + b"<script>alert(1)</script>")
    response = Browser(cat).client.get(f"{url}face/")
    assert response.status_code == 200
    assert response["Content-Type"] == "image/webp"
    assert response["X-Content-Type-Options"] == "nosniff"
    assert response["Cache-Control"] == "private, no-cache"
    assert response["Content-Security-Policy"] == "default-src 'none'; sandbox"
    assert "Cookie" in response["Vary"]
    assert b"script" not in response.content
    etag = response["ETag"]
    assert Browser(cat).client.get(f"{url}face/", headers={"If-None-Match": etag}).status_code == 304
    for stranger in (dan, None):
        for headers in ({}, {"If-None-Match": etag}):
            assert Browser(stranger).client.get(f"{url}face/", headers=headers).status_code == 404
    member = Visitor(cat.token).membership
    assert member
    member.shut_out_at = member.created_at
    member.save()
    assert Browser(cat).client.get(f"{url}face/").status_code == 404


def test_a_watcher_gives_nobody_a_face(ann: Visitor, cat: Visitor, url: str, folder: Path) -> None:
    client = Browser(cat).client
    client.handler.enforce_csrf_checks = False
    assert client.post(f"{url}face/keep/", {"face": upload(photo())}).status_code == 403
    assert not kept(folder)


def test_a_face_is_taken_away_and_the_initials_are_back(ann: Visitor, url: str, folder: Path) -> None:
    browser = send(ann, url, photo())
    browser.go(f"{url}edit/")
    shown = browser.tap("Remove the picture")
    assert shown.one(".face") == "A"
    assert not kept(folder)
    assert browser.client.get(f"{url}face/").status_code == 404
    browser.client.handler.enforce_csrf_checks = False
    assert browser.client.post(f"{url}face/remove/").status_code == 303, "twice is once"


def test_a_row_that_cannot_be_written_leaves_the_old_face(
    ann: Visitor, url: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    send(ann, url, photo())
    before = kept(folder)

    def fail(*_: object) -> None:
        raise DatabaseError("The disk is full.")

    monkeypatch.setattr(faces, "_name", fail)
    with pytest.raises(DatabaseError):
        faces.keep_face(Player.objects.get(name="Ann"), face_of(io.BytesIO(photo(color="blue"))))
    assert kept(folder) == before


def test_files_that_are_nobodys_face_are_swept_after_an_hour(ann: Visitor, url: str, folder: Path) -> None:
    send(ann, url, photo())
    lost, fresh = folder / "lost.webp", folder / "fresh.webp"
    for path in (lost, fresh):
        path.write_bytes(b"")
    for path in (*(set(kept(folder)) - {fresh}),):
        os.utime(path, (0, 0))
    call_command("sweep", verbosity=0)
    assert (lost.exists(), fresh.exists(), len(kept(folder))) == (False, True, 2)


def test_a_face_whose_file_is_lost_is_not_found(ann: Visitor, url: str, folder: Path) -> None:
    send(ann, url, photo())
    for path in kept(folder):
        path.unlink()
    assert Browser(ann).client.get(f"{url}face/").status_code == 404


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("ann", "A"),
        ("Ann van Dam", "AD"),
        ("élodie", "É"),
        ("e\u0301lodie ßen", "E\u0301ß"),
        ("👩\u200d🚀 Ann", "👩\u200d🚀A"),
        ("👍🏽 x", "👍🏽X"),
        ("4 Ann", "4A"),
    ],
)
def test_initials_are_the_first_characters_of_the_first_and_the_last_word(name: str, shown: str) -> None:
    assert initials(name) == shown


def luminance(colour: str) -> float:
    """Relative luminance by WCAG 2.2, of `#rgb` or `#rrggbb`."""
    digits = colour[1:] if len(colour) == 7 else "".join(2 * digit for digit in colour[1:])
    parts = [int(digits[at : at + 2], 16) / 255 for at in (0, 2, 4)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize("colour", Colour.values)
def test_initials_can_be_read_on_every_colour(colour: str) -> None:
    css = (ROOT / "static" / "app.css").read_text()
    found = re.findall(rf"\.in-{colour} {{ --c: (#\w+); --on: (#\w+); }}", css)
    assert len(found) == 1, "one pair for light and dark"
    one, other = sorted(map(luminance, found[0]))
    assert (other + 0.05) / (one + 0.05) >= 4.5


def test_a_colour_says_who_else_has_it(ann: Visitor) -> None:
    new_game(ann, "Bob Cat")
    bob, cat = Player.objects.filter(name__in=("Bob", "Cat")).order_by("name")
    shown = Browser(ann).go(f"/players/{bob.public_id}/edit/")
    assert [words(each) for each in shown.soup.select(".colours small")] == ["Cat"]
    assert shown.one(f".colours [value={cat.colour}] small") == "Cat"


def test_a_face_comes_at_the_size_that_a_screen_shows(ann: Visitor, url: str, folder: Path) -> None:
    send(ann, url, photo())
    shown = Browser(ann).go(url).soup.select_one("img.face")
    assert shown is not None
    sizes = {}
    for each in str(shown["srcset"]).split(", "):
        address, _, width = each.partition(" ")
        answer = Browser(ann).client.get(address)
        assert answer["Content-Type"] == "image/webp"
        with Image.open(io.BytesIO(answer.content)) as picture:
            sizes[width] = picture.size
        again = Browser(ann).client.get(address, headers={"If-None-Match": answer["ETag"]})
        assert again.status_code == 304
    assert sizes == {"96w": (96, 96), "192w": (192, 192), "384w": (FACE_SIDE, FACE_SIDE)}
    # Once it is removed, none of its sizes is left.
    (path,) = kept(folder)
    path.unlink()
    for wide in ("wide=97", "wide=x", "wide=-96"):
        assert Browser(ann).client.get(f"{url}face/?{wide}").status_code == 404
