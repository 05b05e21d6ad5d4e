"""The server process as `make run` starts it, over real sockets."""

import signal
import socket
import stat
import time
from contextlib import ExitStack
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from tests.conftest import House, OpenHouse
from tests.house.wire import ask

MEGABYTE = 1024 * 1024


@pytest.mark.parametrize("path", ["/", "/new/", "/new/zar/"])
def test_a_page_is_looked_at_by_its_head_alone(town: House, path: str) -> None:
    status, headers, text = ask(town, "HEAD", path)
    assert (status, text) == (200, "")
    assert headers["content-type"] == ask(town, "GET", path)[1]["content-type"]


def test_a_page_carries_a_policy_without_inline_script_or_style(town: House) -> None:
    status, headers, text = ask(town, "GET", "/nowhere/")
    assert status == 404
    assert "There is nothing here" in text
    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "same-origin"


@pytest.mark.long
def test_the_key_is_for_one_pair_of_eyes_and_stays_the_same(open_bare_house: OpenHouse) -> None:
    house = open_bare_house()
    file = house.folder / "secret.key"
    key = file.read_text()
    assert len(key.strip()) >= 50
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert stat.S_IMODE(house.folder.stat().st_mode) == 0o700
    house.stop()
    open_bare_house()
    assert file.read_text() == key


@pytest.mark.long
def test_what_lies_in_the_data_folder_is_for_one_user_whoever_made_the_folder(
    open_house: OpenHouse, tmp_path: Path
) -> None:
    data = tmp_path / "data"
    data.mkdir(mode=0o755)
    (data / "secret.key").write_text("x" * 60)
    (data / "secret.key").chmod(0o644)
    house = open_house()
    ask(house, "GET", "/")
    # What everybody is served anyway may be read by everybody.
    files = [path for path in data.rglob("*") if path.is_file() and data / "static" not in path.parents]
    assert {"secret.key", "referee.sqlite3", "referee.sqlite3-wal"} <= {path.name for path in files}
    open_to_others = [path for path in [data, *files] if stat.S_IMODE(path.stat().st_mode) & 0o077]
    assert open_to_others == []


def assert_safe(headers: dict[str, str], what: str) -> None:
    """Each of the headers once, whoever made the answer; two more on pages, and no policy on styles."""
    kind = headers.get("content-type", "").partition(";")[0]
    assert headers["x-content-type-options"] == "nosniff", what
    if what.startswith("GET /static/") and kind in {"text/css", "text/javascript"}:
        assert "content-security-policy" not in headers, what
        return
    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy, what
    assert "frame-ancestors 'none'" in policy, what
    if kind == "text/html":
        assert (headers["x-frame-options"], headers["referrer-policy"]) == ("DENY", "same-origin"), what


def test_every_answer_is_safe_whoever_makes_it(town: House) -> None:
    static = town.folder / "static"
    collected = [next(static.glob(each)) for each in ("app.*.css", "table.*.js", "art/menu.*.svg")]
    asked: list[tuple[str, str, bytes, dict[str, str], int]] = [
        ("GET", "/", b"", {}, 200),
        *(("GET", f"/static/{file.relative_to(static)}", b"", {}, 200) for file in collected),
        ("GET", "/static/nothing.css", b"", {}, 404),
        ("GET", "/nowhere/", b"", {}, 404),
        ("GET", "/crew/name/", b"", {}, 405),
        ("GET", "/", b"", {"X-Large": "x" * 40_000}, 431),
        ("POST", "/new/zar/", b"", {}, 403),
        ("POST", "/", b"x" * MEGABYTE, {}, 413),
        ("GET", "/", b"", {"Host": "rebound.example"}, 400),
        ("GET", "/live/nothing/", b"", {}, 200),
        ("POST", "/live/nothing/", b"", {}, 405),
        ("GET", "/crew", b"", {}, 301),
    ]
    for method, path, body, headers, status in asked:
        told, answered, _ = ask(town, method, path, body, headers)
        assert told == status, path
        assert_safe(answered, f"{method} {path}")


def test_what_is_no_http_is_refused(town: House) -> None:
    with socket.create_connection(("127.0.0.1", town.port), timeout=60) as wire:
        wire.sendall(b"\x16\x03\x01 hello\r\n\r\n")
        assert wire.recv(12) == b"HTTP/1.1 400"


def test_a_head_is_as_large_as_a_browser_s_and_no_larger(town: House) -> None:
    for size, status in ((31 * 1024, 404), (33 * 1024, 431)):
        assert ask(town, "GET", "/nowhere/", headers={"X-Large": "x" * size})[0] == status


def test_the_manifest_comes_as_one(town: House) -> None:
    path = next((town.folder / "static").glob("app.*.webmanifest")).name
    assert ask(town, "GET", f"/static/{path}")[1]["content-type"].startswith("application/manifest+json")


def test_no_browser_stores_what_was_made_for_one_phone(town: House) -> None:
    for path in ("/", "/crew/", "/games/", "/players/", "/settings/"):
        stored = ask(town, "GET", path)[1]["cache-control"]
        assert {"no-store", "private"} <= set(stored.split(", ")), path
    # On the one page with much to type, Back finds it again (tests/browser/test_engines.py).
    assert ask(town, "GET", "/new/zar/")[1]["cache-control"] == "private, no-cache"
    assert "no-store" not in ask(town, "GET", "/rules/")[1].get("cache-control", "")


@pytest.mark.long
@pytest.mark.parametrize(("how", "status"), [(signal.SIGINT, 0), (signal.SIGTERM, -signal.SIGTERM)])
def test_it_stops_when_told_to(house: House, how: signal.Signals, status: int) -> None:
    ask(house, "GET", "/nowhere/")
    assert house.stop(how) == status
    assert house.errors.read_text().count("Traceback") == 0


def test_the_first_ctrl_c_after_the_address_counts_also_in_a_script_s_background(
    open_house: OpenHouse,
) -> None:
    # A shell without job control starts what runs in the background with SIGINT ignored.
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        house = open_house()
    finally:
        signal.signal(signal.SIGINT, before)
    assert house.stop(signal.SIGINT) == 0


@pytest.mark.long
def test_a_second_one_on_the_same_port_says_so_in_one_line(house: House, open_house: OpenHouse) -> None:
    with pytest.raises(RuntimeError, match=r"cannot start: .*Address already in use"):
        open_house(PORT=house.url.rsplit(":", 1)[1])
    assert "Traceback" not in house.errors.read_text()


def test_a_setting_that_cannot_be_stops_the_start_with_a_sentence(open_house: OpenHouse) -> None:
    with pytest.raises(RuntimeError, match="HTTPS must be 0, 1 or local") as caught:
        open_house(HTTPS="perhaps")
    assert "Traceback" not in str(caught.value)


def test_a_body_of_ten_megabytes_is_refused_in_words(town: House) -> None:
    status, headers, text = ask(town, "POST", "/", b"x" * 10 * MEGABYTE)
    assert status == 413
    assert "That is too large" in text
    assert "default-src 'none'" in headers["content-security-policy"]
    assert headers["x-frame-options"] == "DENY"


def test_only_where_photos_are_sent_may_a_body_be_large(town: House) -> None:
    upload = "/t/some-game/log/1/photo/"
    sizes = {upload: 15, "/t/some-game/log/1/photo/x/": 1, "/t/some-game/move/": 1}
    # Whoever sends it is a stranger without a form of ours: it was read, and then refused for that.
    # Where there is nothing, nothing reads what was sent.
    expected = {upload: 403, "/t/some-game/log/1/photo/x/": 404}
    for path, size in sizes.items():
        status, _, _ = ask(town, "POST", path, b"x" * size * MEGABYTE)
        assert status == expected.get(path, 413), path
    status, _, text = ask(town, "POST", upload, b"x" * 30 * MEGABYTE)
    assert status == 413
    assert "That is too large" in text


def test_only_so_many_uploads_are_on_their_way_at_once_and_taps_pass_them(town: House) -> None:
    address = urlsplit(town.url)
    head = b"POST /t/some-game/log/1/photo/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2000000\r\n\r\n"
    with ExitStack() as stack:
        for number in range(8):
            here = f"127.0.0.{2 + number // 2}", 0
            wire = socket.create_connection((address.hostname, address.port), timeout=60, source_address=here)
            stack.enter_context(wire)
            wire.sendall(head + b"x" * 1000)
        assert ask(town, "POST", "/t/some-game/move/")[0] == 403
        status, headers, text = ask(town, "POST", "/t/some-game/log/1/photo/", b"x" * 1000)
        assert (status, headers["retry-after"]) == (503, "10")
        assert "busy with uploads and exports" in text
    for _ in range(1200):
        status, _, _ = ask(town, "POST", "/t/some-game/log/1/photo/", b"x" * 1000)
        if status == 403:
            return
        time.sleep(0.05)
    pytest.fail("The places of those who left were not given back.")


def test_a_body_that_hides_its_length_is_refused_as_soon_as_it_is_too_long(town: House) -> None:
    address = urlsplit(town.url)
    with socket.create_connection((address.hostname, address.port), timeout=60) as wire:
        wire.sendall(b"POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n")
        for _ in range(5):  # and never the chunk that would end it
            wire.sendall(b"10000\r\n" + b"x" * 0x10000 + b"\r\n")
        assert wire.recv(12) == b"HTTP/1.1 413"


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("192.168.1.7:8000", 404),
        ("[fe80::1]", 404),
        ("kitchen.local", 404),
        ("rebound.example", 400),
        ("local.example", 400),
        ("a b", 400),
    ],
)
def test_only_names_of_the_own_network_are_served(town: House, host: str, status: int) -> None:
    assert ask(town, "GET", "/nowhere/", headers={"Host": host})[0] == status


def test_listed_names_are_served_and_no_others(open_house: OpenHouse) -> None:
    house = open_house(ALLOWED_HOSTS="referee.example")
    assert ask(house, "GET", "/nowhere/", headers={"Host": "referee.example"})[0] == 404
    assert ask(house, "GET", "/nowhere/", headers={"Host": "192.168.1.7"})[0] == 400


def test_behind_https_a_plain_request_is_sent_there_and_a_forged_header_is_not_believed(
    open_house: OpenHouse,
) -> None:
    house = open_house(HTTPS="1", ALLOWED_HOSTS="referee.example")
    plain = ask(house, "GET", "/nowhere/", headers={"Host": "referee.example"})
    assert plain[0] == 301
    assert plain[1]["location"] == "https://referee.example/nowhere/"
    secure = {"Host": "referee.example", "X-Forwarded-Proto": "https"}
    assert ask(house, "GET", "/nowhere/", headers=secure)[0] == 404
    forged = {"Host": "referee.example", "X_Forwarded_Proto": "https"}
    assert ask(house, "GET", "/nowhere/", headers=forged)[0] == 301


def test_static_files_are_compressed_and_kept_for_ever_under_their_hashed_names(town: House) -> None:
    hashed = next((town.folder / "static" / "django_htmx").glob("htmx-4.min.*.js"))
    path = f"/static/django_htmx/{hashed.name}"
    status, headers, _ = ask(town, "HEAD", path, headers={"Accept-Encoding": "gzip"})
    assert status == 200
    assert headers["content-encoding"] == "gzip"
    assert int(headers["content-length"]) < 20_000
    assert "immutable" in headers["cache-control"]
    # Nobody asks for it again; under its plain name it is asked for by what is said of it.
    assert not {"etag", "last-modified"} & headers.keys()
    plain = "/static/django_htmx/htmx-4.min.js"
    etag = ask(town, "HEAD", plain)[1]["etag"]
    assert ask(town, "GET", plain, headers={"If-None-Match": etag})[0] == 304


def test_a_path_that_is_no_ascii_arrives_whole(town: House) -> None:
    assert ask(town, "GET", "/%C3%A9%00%2e%2e/")[0] == 404
