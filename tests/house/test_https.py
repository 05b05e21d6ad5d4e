"""https in a home: the house's own authority, its certificate, and both ways into the same app."""

from __future__ import annotations

import http.client
import os
import plistlib
import re
import socket
import ssl
import stat
import subprocess
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from ipaddress import ip_address, ip_network
from pathlib import Path
from shutil import which
from typing import Any

import pytest
from bs4 import BeautifulSoup
from cryptography import x509
from django.conf import settings
from playwright.sync_api import Browser, Page, expect

from referee.server import authority, network
from tests.conftest import CHROMIUM, House, OpenHouse

NOW = datetime(2026, 11, 22, 12, tzinfo=UTC)
NAMES, ADDRESSES = ("localhost", "kitchen.local"), (ip_address("192.168.1.5"), ip_address("::1"))


@pytest.fixture
def folder(tmp_path: Path, settings: Any) -> Path:
    """An empty data folder."""
    settings.HTTPS_DIR = tmp_path / "https"
    settings.AUTHORITY_FILE = tmp_path / "https" / "authority.crt"
    return tmp_path


def agreed(file: Path, name: str) -> str:
    """Why a phone that trusts the authority does not take this certificate for a name; "" if it does."""
    server, client = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER), ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    server.load_cert_chain(file)
    client.load_verify_locations(cadata=settings.AUTHORITY_FILE.read_bytes())
    ways = [ssl.MemoryBIO(), ssl.MemoryBIO()]
    here = client.wrap_bio(ways[0], ways[1], server_hostname=name)
    there = server.wrap_bio(ways[1], ways[0], server_side=True)
    for _ in range(4):
        for side in (here, there):
            try:
                side.do_handshake()
            except ssl.SSLWantReadError:
                continue
            except ssl.SSLCertVerificationError as error:
                return error.verify_message
    return ""


def certificate(file: Path) -> x509.Certificate:
    return x509.load_pem_x509_certificate(file.read_bytes())


# --- the authority


def test_a_phone_that_trusts_the_authority_speaks_with_each_name_of_this_machine(
    folder: Path,
) -> None:
    file = authority.renewed(NAMES, ADDRESSES, datetime.now(UTC))
    for name in (*NAMES, "192.168.1.5", "::1"):
        assert agreed(file, name) == ""
    assert "mismatch" in agreed(file, "192.168.1.6")
    modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in (folder / "https").glob("*.pem")}
    assert modes == {"authority.pem": 0o600, "server.pem": 0o600}
    assert stat.S_IMODE((folder / "https").stat().st_mode) == 0o700


@pytest.mark.parametrize("foreign", ["bank.example", "93.184.216.34"])
def test_what_it_signs_for_the_internet_is_believed_by_nobody(
    folder: Path, monkeypatch: pytest.MonkeyPatch, foreign: str
) -> None:
    names, addresses = ([foreign], []) if foreign[-1].isalpha() else ([], [ip_address(foreign)])
    now = datetime.now(UTC)
    file = authority.renewed(["localhost", *names], [ip_address("127.0.0.1"), *addresses], now)
    named = certificate(file).extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    assert foreign not in str(list(named)), "it is not even tried"
    # Somebody who has the key signs it all the same.
    monkeypatch.setattr(authority, "_is_below", lambda *_: True)
    monkeypatch.setattr(authority, "_NETWORKS", (*authority._NETWORKS, ip_network("0.0.0.0/0")))
    file = authority.renewed(["localhost", *names], [ip_address("127.0.0.1"), *addresses], now)
    assert agreed(file, foreign) == "permitted subtree violation"


def test_it_is_renewed_for_other_names_and_addresses_and_before_it_ends_and_else_stays(folder: Path) -> None:
    file = authority.renewed(NAMES, ADDRESSES, NOW)
    kept, ours = file.read_bytes(), settings.AUTHORITY_FILE.read_bytes()
    assert authority.renewed(NAMES, ADDRESSES, NOW + timedelta(days=300)).read_bytes() == kept
    for names, addresses, later in (
        ((*NAMES, "attic.lan"), ADDRESSES, 0),
        (NAMES, (ip_address("10.0.0.7"),), 0),
        (NAMES, ADDRESSES, 340),
    ):
        before = file.read_bytes()
        authority.renewed(names, addresses, NOW + timedelta(days=later))
        assert file.read_bytes() != before
    assert certificate(file).not_valid_after_utc > NOW + timedelta(days=700)
    assert settings.AUTHORITY_FILE.read_bytes() == ours, "phones need not trust another one"
    file.write_text("half a fi")
    authority.renewed(NAMES, ADDRESSES, datetime.now(UTC))
    assert agreed(file, "localhost") == ""
    assert list((folder / "https").glob("server.[0-9]*")) == []


def test_a_certificate_lives_no_longer_than_phones_allow(folder: Path) -> None:
    found = certificate(authority.renewed(NAMES, ADDRESSES, NOW))
    assert found.not_valid_after_utc - found.not_valid_before_utc <= timedelta(days=398)


def test_this_machine_knows_its_own_names(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(network, "outward_addresses", lambda: ["192.168.7.7"])
    assert {"localhost", socket.gethostname().lower()} <= {*network.local_hostnames()}
    assert {ip_address("127.0.0.1"), ip_address("192.168.7.7")} <= {*network.local_addresses()}


# --- a server with both


@pytest.fixture
def both(open_house: OpenHouse) -> House:
    """The app by http and https."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    return open_house(HTTPS="local", HTTPS_PORT=str(port))


def page(house: House, path: str) -> tuple[http.client.HTTPResponse, str]:
    """An answer by http."""
    with closing(http.client.HTTPConnection("127.0.0.1", house.port, timeout=20)) as line:
        line.request("GET", path)
        answer = line.getresponse()
        return answer, answer.read().decode("latin-1")


def way_to_https(house: House) -> int:
    """The port that the page of http names."""
    _, home = page(house, "/")
    assert 'href="/https/"' in home
    _, text = page(house, "/https/")
    found = re.search(r'href="https://127\.0\.0\.1:(\d+)/"', text)
    assert found
    return int(found[1])


def by_https(house: House, port: int) -> http.client.HTTPSConnection:
    """A line of a client that trusts the house's authority, and nobody else."""
    _, file = page(house, "/https/referee-at-home.crt")
    context = ssl.create_default_context(cadata=file.encode("latin-1"))
    return http.client.HTTPSConnection("127.0.0.1", port, context=context, timeout=20)


@pytest.mark.long
def test_https_answers_beside_http_and_keeps_no_phone_from_either(both: House) -> None:
    port = way_to_https(both)
    with closing(by_https(both, port)) as line:
        check_cookies(line, port)
    plain, _ = page(both, "/new/zar/")
    assert plain.status == 200
    assert "__Host-" not in str(plain.headers.get_all("Set-Cookie"))
    assert plain.headers["Cross-Origin-Opener-Policy"] is None


def check_cookies(line: http.client.HTTPSConnection, port: int) -> None:
    """What https sets, and what it believes."""
    line.request("GET", "/new/zar/", headers={"Cookie": "csrftoken=planted; crew=" + "x" * 43})
    answer = line.getresponse()
    body = answer.read().decode()
    cookies = {cookie.partition("=")[0]: cookie for cookie in answer.headers.get_all("Set-Cookie", [])}
    assert answer.status == 200
    assert {"__Host-csrftoken", "__Host-crew", "crew"} == {*cookies}
    for name in ("__Host-csrftoken", "__Host-crew"):
        assert "Secure" in cookies[name]
        assert "Domain" not in cookies[name]
        assert "Path=/" in cookies[name]
    # The phone stays the same one on http, and https begins with what it was there.
    assert "crew=" + "x" * 43 in cookies["crew"]
    assert "Secure" not in cookies["crew"]
    assert "x" * 43 in cookies["__Host-crew"]
    assert answer.headers["Strict-Transport-Security"] is None
    assert answer.headers["Cross-Origin-Opener-Policy"] == "same-origin"
    # A form goes both ways: with the cookie of https, and not with one that http may have planted.
    key = BeautifulSoup(body, "lxml").select_one("[name=csrfmiddlewaretoken]")
    assert key
    sent = f"csrfmiddlewaretoken={key['value']}&set=theme%3Adark"
    for cookie, status in ((f"{name_of(cookies, '__Host-csrftoken')}", 303), ("csrftoken=" + "y" * 32, 403)):
        line.request(
            "POST",
            "/settings/",
            sent,
            {
                "Cookie": cookie,
                "Content-Type": "application/x-www-form-urlencoded",
                "Origin": f"https://127.0.0.1:{port}",
            },
        )
        answer = line.getresponse()
        answer.read()
        assert answer.status == status


def name_of(cookies: dict[str, str], name: str) -> str:
    """A cookie as the browser sends it back."""
    return cookies[name].partition(";")[0]


def test_the_authoritys_file_is_served_as_phones_install_it_and_the_key_never(both: House) -> None:
    answer, text = page(both, "/https/referee-at-home.crt")
    der = text.encode("latin-1")
    assert answer.headers["Content-Type"] == "application/x-x509-ca-cert"
    assert (
        x509.load_der_x509_certificate(der).extensions.get_extension_for_class(x509.NameConstraints).critical
    )
    answer, text = page(both, "/https/referee-at-home.mobileconfig")
    assert answer.headers["Content-Type"] == "application/x-apple-aspen-config"
    profile = plistlib.loads(text.encode("latin-1"))
    assert profile["PayloadContent"][0]["PayloadContent"] == der
    assert profile["PayloadContent"][0]["PayloadType"] == "com.apple.security.root"
    _, text = page(both, "/https/")
    assert sha256(der).digest().hex(" ").upper() in text
    for path in ("/https/authority.pem", "/https/server.pem"):
        assert page(both, path)[0].status == 404


def test_who_says_nothing_on_the_port_of_https_keeps_nobody_out(both: House) -> None:
    port = way_to_https(both)
    silent = [socket.create_connection(("127.0.0.1", port)) for _ in range(30)]
    plain = socket.create_connection(("127.0.0.1", port))
    plain.sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
    with closing(by_https(both, port)) as line:
        line.request("GET", "/health/live/")
        answer = line.getresponse()
        answer.read()
        assert answer.status == 200
    for each in (*silent, plain):
        each.close()


def test_behind_a_proxy_it_listens_on_this_machine_alone_unless_told(open_house: OpenHouse) -> None:
    assert open_house(HTTPS="1", HOST="").url.startswith("http://127.0.0.1:")


@pytest.fixture
def trusting(browser: Browser, both: House, tmp_path: Path) -> Iterator[Page]:
    """A page of a browser on which the authority's file was installed."""
    certutil = which("certutil")
    if certutil is None:
        pytest.skip("certutil installs the authority for Chromium: apt-get install libnss3-tools")
    store = tmp_path / "home" / ".pki" / "nssdb"
    store.mkdir(parents=True)
    file = both.folder / "https" / "authority.crt"
    for order in (["-N", "--empty-password"], ["-A", "-t", "C,,", "-n", "referee", "-i", str(file)]):
        subprocess.run([certutil, "-d", f"sql:{store}", *order], check=True)
    home: dict[str, str | float | bool] = {**os.environ, "HOME": str(tmp_path / "home")}
    own = browser.browser_type.launch(executable_path=CHROMIUM, args=["--no-sandbox"], env=home)
    yield own.new_page()
    own.close()


@pytest.mark.long
def test_chromium_has_a_secure_context_there_and_finds_its_games_again(both: House, trusting: Page) -> None:
    port = way_to_https(both)
    trusting.goto(f"{both.url.rstrip('/')}/new/score_sheet/")
    trusting.get_by_label("Player 1", exact=True).fill("Ann")
    trusting.get_by_label("Player 2", exact=True).fill("Bob")
    trusting.get_by_role("button", name="Start", exact=True).click()
    expect(trusting.locator("#table")).to_be_visible()
    trusting.goto(f"{both.url.rstrip('/')}/https/")
    trusting.get_by_role("link", name="Open the referee by https").click()
    expect(trusting).to_have_url(f"https://127.0.0.1:{port}/")
    assert trusting.evaluate("isSecureContext && 'serviceWorker' in navigator && 'wakeLock' in navigator")
    # The same phone: its game is there, and the table's stream opens.
    with trusting.expect_response(lambda answer: "/live/" in answer.url) as stream:
        trusting.locator("a[href*='/t/']").first.click()
    assert stream.value.status == 200
    names = {str(cookie["name"]): cookie["secure"] for cookie in trusting.context.cookies()}
    assert (names["__Host-crew"], names["crew"]) == (True, False)
    trusting.goto(both.url)
    expect(trusting.locator("a[href*='/t/']").first).to_be_visible()
