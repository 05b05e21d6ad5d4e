"""deploy/: the proxies of a server in front of the running app, and what systemd and a container read."""

import http.client
import os
import re
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from referee.stream import endpoint
from tests.addresses import EVERY, path_of
from tests.conftest import ROOT, House, OpenHouse, furnish
from tests.house.confined import forbidden
from tests.phones import Phone, Stream

DEPLOY = ROOT / "deploy"
HOST = "referee.example"
KEY = "for these tests, and nowhere else in the world"
MEGABYTE = 1024 * 1024


class Proxy(NamedTuple):
    """A proxy in front of the app, and the port at which clients reach it."""

    port: int
    app: House

    @contextmanager
    def ask(self, path: str, body: bytes = b"", **headers: str) -> Iterator[http.client.HTTPResponse]:
        """The answer to a look, or with a body to a form."""
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        with closing(http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)) as connection:
            connection.request("POST" if body else "GET", path, body or None, {"Host": HOST} | named)
            with connection.getresponse() as answer:
                yield answer


def _free() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return int(listener.getsockname()[1])


def _put(text: str, *changes: tuple[str, str]) -> str:
    """The file with what a test has to have otherwise: ports, and no certificate."""
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new)
    return text


def _nginx(folder: Path, port: int, app: int) -> list[str]:
    site = _put(
        (DEPLOY / "nginx.conf").read_text().partition("\n}\n")[2],
        ("listen 443 ssl http2;", f"listen 127.0.0.1:{port};"),
        ("http://127.0.0.1:8000", f"http://127.0.0.1:{app}"),
    )
    site = re.sub(r"\n\s+ssl_certificate.*", "", site)
    kinds = ("proxy", "client_body", "fastcgi", "uwsgi", "scgi")
    own = "".join(f"{kind}_temp_path {folder}/{kind};" for kind in kinds)
    user = "user root;" if os.geteuid() == 0 else ""
    around = f"daemon off; {user} pid {folder}/pid; error_log stderr; events {{}}\n"
    around += f"http {{ access_log off; {own}\n{site}\n}}"
    (folder / "nginx.conf").write_text(around)
    return ["nginx", "-p", str(folder), "-e", "stderr", "-c", str(folder / "nginx.conf")]


def _caddy(folder: Path, port: int, app: int) -> list[str]:
    # Here it speaks plain http: what it says of itself is put right by hand.
    site = _put(
        (DEPLOY / "Caddyfile").read_text(),
        ("flush_interval -1", "flush_interval -1\nheader_up X-Forwarded-Proto https"),
    )
    (folder / "Caddyfile").write_text("{\n\tadmin off\n\tauto_https off\n\tgrace_period 1s\n}\n" + site)
    environ = [
        f"DOMAIN=http://{HOST}:{port}",
        f"APP=127.0.0.1:{app}",
        f"XDG_DATA_HOME={folder}",
        f"XDG_CONFIG_HOME={folder}",
    ]
    return ["env", *environ, "caddy", "run", "--config", str(folder / "Caddyfile"), "--adapter", "caddyfile"]


@pytest.fixture(params=[_nginx, _caddy], ids=["nginx", "caddy"])
def proxy(request: pytest.FixtureRequest, open_house: OpenHouse, tmp_path: Path) -> Iterator[Proxy]:
    name = request.param.__name__.strip("_")
    if not shutil.which(name, path=f"{os.environ['PATH']}:/usr/sbin"):
        if os.environ.get("CI"):
            pytest.fail(f"{name} is not installed")
        pytest.skip(f"NO PROXY: {name} is not installed, so the app behind it is not tried.")
    app = open_house(HTTPS="1", ALLOWED_HOSTS=HOST, SECRET_KEY=KEY)
    folder, port = tmp_path / name, _free()
    folder.mkdir()
    command = request.param(folder, port, int(app.url.rpartition(":")[2].strip("/")))
    environ = os.environ | {"PATH": f"{os.environ['PATH']}:/usr/sbin"}
    with (folder / "log").open("w") as log:
        process = subprocess.Popen(
            command, cwd=folder, env=environ, stdin=subprocess.DEVNULL, stdout=log, stderr=log
        )
    try:
        front = Proxy(port, app)
        for _ in range(1200):
            try:
                with front.ask("/health/"):
                    pass
                break
            except OSError:
                assert process.poll() is None, (folder / "log").read_text()
                time.sleep(0.05)
        yield front
    finally:
        process.terminate()
        process.wait(timeout=60)


@pytest.mark.long
def test_a_proxy_in_front_passes_on_pages_streams_and_large_files(proxy: Proxy, settings: Any) -> None:
    with proxy.ask("/new/zar/", X_Forwarded_Proto="http") as page:
        assert page.status == 200, "the proxy says that it is https, whatever a client said"
        assert b"Deals first" in page.read()
        assert "Secure" in page.headers["set-cookie"]
    settings.SECRET_KEY = KEY
    with proxy.ask(endpoint.stream_url(game="a-game", crew=1, phone=1), Accept="text/event-stream") as stream:
        assert (stream.status, stream.headers["content-type"]) == (200, "text/event-stream")
        while b"event: version" not in stream.readline():
            pass
    with proxy.ask("/crew/export/", bytes(5 * MEGABYTE), Content_Type="application/octet-stream") as refused:
        assert refused.status == 403, "by the app, which sent no form before: not for its size"
    with proxy.ask("/", Host="else.where") as stranger:
        assert b"New game" not in stranger.read()


def test_the_container_and_the_unit_start_the_command_that_the_wheel_brings() -> None:
    command = "/opt/referee/bin/referee"
    assert f'CMD ["{command}", "serve"]' in (DEPLOY / "Containerfile").read_text()
    assert f"ExecStart={command} serve" in (DEPLOY / "referee.service").read_text()


def test_what_the_container_copies_is_there() -> None:
    copied = re.findall(r"^COPY (.+) \S+$", (DEPLOY / "Containerfile").read_text(), re.MULTILINE)
    assert copied
    assert [path for line in copied for path in line.split() if not (ROOT / path).exists()] == []


def test_nothing_in_it_has_a_secret_that_works() -> None:
    assert re.search(r"^POSTGRES_PASSWORD=$", (DEPLOY / "example.env").read_text(), re.MULTILINE)
    for used in re.findall(r"\$\{(\w+)(.*?)\}", (DEPLOY / "compose.yaml").read_text()):
        assert used[1] == ":?see example.env" or used in {("TZ", ":-UTC"), ("WORKERS", ":-2")}


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="systemd is not here to read its unit")
def test_systemd_understands_the_unit(tmp_path: Path) -> None:
    unit = tmp_path / "referee.service"
    unit.write_text(
        _put(
            (DEPLOY / "referee.service").read_text(),
            ("ExecStart=/opt/referee/bin/referee", "ExecStart=/bin/true"),
        )
    )
    done = subprocess.run(
        ["systemd-analyze", "verify", str(unit)], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")


class Confined(House):
    """The app as the unit confines it."""

    command = ("-m", "tests.house.confined")


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux filters calls")
def test_the_app_lives_below_the_filter_of_calls_that_the_unit_asks_for(
    tmp_path: Path, first_start: Path
) -> None:
    assert "setpriority" in forbidden((DEPLOY / "referee.service").read_text())
    house = Confined(furnish(tmp_path / "data", first_start))
    try:
        with closing(Phone(house.port)) as phone, closing(Phone(house.port)) as stranger:
            table = phone.start("zar", ["Ann", "Bob"], ("dealer", "1"))
            phone.post(f"{table.path}move/", [("do", "flip"), ("card", "red moon")]).expect(303)
            with closing(Stream(house.port, table.stream)) as bell:
                assert bell.wait_for("version 2")
            for pattern, values in EVERY:
                path = path_of(pattern, values)
                assert phone.get(path).status < 500, path
                assert stranger.request("POST", path, [("x", "1")]).status in {403, 404, 405}, path
    finally:
        assert house.stop() == 0
