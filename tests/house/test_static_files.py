"""What collectstatic makes: what browsers need of a stylesheet or script, and no more."""

import gzip
import json
import re
from pathlib import Path
from typing import Any

import pytest
from django.core.files.storage import FileSystemStorage
from django.core.management import call_command
from django.urls import resolve
from PIL import Image

from referee.web.static_files import Minified, StaticFiles
from tests.conftest import ROOT


def test_a_stylesheet_and_a_script_are_served_without_comments_and_blanks(
    settings: Any, tmp_path: Path
) -> None:
    settings.STATIC_ROOT = tmp_path
    settings.STORAGES = settings.STORAGES | {
        "staticfiles": {"BACKEND": "referee.web.static_files.StaticFiles"}
    }
    call_command("collectstatic", interactive=False, verbosity=0)
    for name in ("app.css", "keys.js"):
        stem, end = name.split(".")
        (hashed,) = tmp_path.glob(f"{stem}.????????????.{end}")
        served = gzip.decompress(Path(f"{hashed}.gz").read_bytes())
        assert served == hashed.read_bytes()
        assert b"/*" not in served
        assert b"\n  " not in served
        assert len(served) < 0.95 * len((ROOT / "static" / name).read_bytes())


def test_drawings_keep_their_names_and_boxes_and_lose_their_lines() -> None:
    files = Minified(FileSystemStorage(ROOT / "static"))
    symbol = re.compile(r'<symbol id="([\w-]+)" viewBox="([\d. ]+)"')
    for path in (ROOT / "static/art").rglob("*.svg"):
        drawn, served = path.read_text(), files.open(str(path.relative_to(ROOT / "static"))).read().decode()
        assert symbol.findall(served) == symbol.findall(drawn) != []
        assert "\n" not in served


def test_what_is_none_of_these_or_is_small_already_is_left_as_it_is(tmp_path: Path) -> None:
    files = Minified(FileSystemStorage(tmp_path))
    for name in ("a.txt", "b.min.js", "b.min.css"):
        (tmp_path / name).write_bytes(b"a  { /* kept */ }\n")
        with files.open(name) as file:
            assert file.read() == b"a  { /* kept */ }\n"
    (tmp_path / "c.css").write_bytes(b"@layer l { .a :is(b, c) { color: red; /* gone */ } }\n")
    assert files.open("c.css").read() == b"@layer l{.a :is(b,c){color:red}}"


def test_the_manifest_is_one_to_browsers_and_names_files_that_are_there() -> None:
    manifest = json.loads((ROOT / "static/app.webmanifest").read_text())
    assert (manifest["id"], manifest["scope"], manifest["lang"]) == ("/", "/", "en")
    for icon in manifest["icons"]:
        path = ROOT / "static" / icon["src"]
        if path.suffix == ".png":
            with Image.open(path) as image:
                assert icon["sizes"] == "{}x{}".format(*image.size)
                # Its corners are cut off as the phone likes, so they are of its ground.
                end = image.width - 1
                corners = {image.convert("RGBA").getpixel(xy) for xy in ((0, 0), (end, 0), (0, end))}
                assert corners == {(0x19, 0x17, 0x40, 0xFF)}
        else:
            assert "<svg" in path.read_text()
    assert any(icon.get("purpose") == "maskable" for icon in manifest["icons"])
    for screen in manifest["screenshots"]:
        with Image.open(ROOT / "static" / screen["src"]) as image:
            assert screen["sizes"] == "{}x{}".format(*image.size)
            # Browsers show none that is longer than 2.3 times its width.
            assert 1 < max(image.size) / min(image.size) < 2.3
            assert (image.width < image.height) is (screen["form_factor"] == "narrow")
    assert {screen["form_factor"] for screen in manifest["screenshots"]} == {"narrow", "wide"}
    for shortcut in manifest["shortcuts"]:
        resolve(shortcut["url"])


def test_what_a_stylesheet_or_script_imports_stands_in_its_place(tmp_path: Path) -> None:
    (tmp_path / "games").mkdir()
    for name, text in {
        "games/one.css": '@import "two.css";\n.a { color: red; }\n',
        "games/two.css": '@import "../table.css";\n.b { color: red; }\n',
        "table.css": ".c { color: red; }\n",
        "table.js": 'import "./keys.js";\n\nconst part = 1;\nwindow.one = () => part;\n',
        "keys.js": "const part = 2;\nwindow.two = () => part;\n",
    }.items():
        (tmp_path / name).write_text(text)
    files = Minified(FileSystemStorage(tmp_path))
    assert files.open("games/one.css").read() == b".c,.b,.a{color:red}"
    # Each script keeps its names to itself.
    whole = b"(()=>{(()=>{const e=2;window.two=()=>e})();const e=1;window.one=()=>e})()"
    assert files.open("table.js").read() == whole


def test_a_game_has_one_stylesheet_and_a_table_one_script(settings: Any, tmp_path: Path) -> None:
    settings.STATIC_ROOT = tmp_path
    settings.STORAGES = settings.STORAGES | {
        "staticfiles": {"BACKEND": "referee.web.static_files.StaticFiles"}
    }
    call_command("collectstatic", interactive=False, verbosity=0)
    for name in ("games/crazy_eights.????????????.css", "table.????????????.js"):
        (hashed,) = tmp_path.glob(name)
        assert b'import "' not in hashed.read_bytes()


@pytest.mark.parametrize("left", ["", "{"])
def test_a_list_of_static_files_that_a_crash_cut_off_is_as_good_as_none(
    tmp_path: Path, settings: Any, left: str
) -> None:
    settings.STATIC_ROOT = tmp_path
    (tmp_path / "staticfiles.json").write_text(left)
    assert not StaticFiles().is_collected
