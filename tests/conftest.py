"""What every test lives under, and the phones that tests tap on."""

import fcntl
import gc
import ipaddress
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any, Literal, Protocol
from urllib.parse import urlsplit

import jinja2
import pytest
from axe_playwright_python.base import AXE_SCRIPT, AxeResults
from django.conf import settings
from django.db.models import OrderBy
from django.db.models.functions import Random
from django.db.models.sql.compiler import SQLCompiler
from django.template import engines
from django.template.backends.jinja2 import Jinja2
from hypothesis import HealthCheck
from hypothesis import settings as searching
from playwright.sync_api import Browser, ConsoleMessage, Page, expect, sync_playwright

from scoring.crew.visitor import Visitor, join_own_crew
from scoring.models import Membership, Role

# How long properties search: `short` unless HYPOTHESIS_PROFILE is `ci`, or `long` for a night. No example has
# to be made or tried within a time: a machine may be busy.
_SLOW = (HealthCheck.too_slow, HealthCheck.data_too_large)
searching.register_profile("ci", max_examples=200, deadline=None, database=None, suppress_health_check=_SLOW)
searching.register_profile("short", parent=searching.get_profile("ci"), max_examples=60)
searching.register_profile("long", parent=searching.get_profile("ci"), max_examples=2000)
searching.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "short"))

ROOT = Path(__file__).resolve().parent.parent
# The headless shell draws the same pages for a fifth less processor time. Another is named by CHROMIUM.
CHROMIUMS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
CHROMIUM = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, CHROMIUMS)), None)
#: How long a page is waited for, in milliseconds.
PATIENCE = 15_000
#: The fixtures of an app in a process of its own, and those of a database.
SERVER = {"open_bare_house", "town", "cell"}
DATABASE = {"db", "transactional_db", "live_server"}
NO_BROWSER = "NO BROWSER: Chromium is not installed, so the tests that tap on a real page are skipped."


def pytest_addoption(parser: pytest.Parser) -> None:
    """Scenarios of one's own, beside those of the repository."""
    parser.addoption("--scenarios", type=Path, action="append", default=[], help="a folder of more scenarios")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Marks by what a test uses; all other marks stand at the tests themselves."""
    for item in items:
        uses = set(getattr(item, "fixturenames", ()))
        if "browser" in uses:
            item.add_marker("browser")
        if uses & SERVER or getattr(getattr(item, "obj", None), "is_hypothesis_test", False):
            item.add_marker("slow")
        asks = uses & DATABASE or item.get_closest_marker("django_db")
        if asks and not item.get_closest_marker("any_database"):
            item.add_marker("database")


def pytest_collection_finish() -> None:
    """What was imported stays to the end, and parsed pages are soon gone: to look for garbage as often as
    Python does by itself took an eighth of the time.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(100_000, 20, 20)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Says loudly when a part of the tests did not run."""
    if CHROMIUM is None:
        terminalreporter.write_line(NO_BROWSER, red=True, bold=True)


@pytest.fixture(autouse=True, scope="session")
def _only_this_machine() -> Iterator[None]:
    """Nothing in a test speaks to another machine."""
    connect = socket.socket.connect

    def guarded(self: socket.socket, address: Any) -> None:
        if self.family != socket.AF_UNIX and not _is_loopback(address[0]):
            pytest.fail(f"A test tried to reach {address[0]}.")
        connect(self, address)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(socket.socket, "connect", guarded)
        yield


def _is_loopback(host: str) -> bool:
    return host == "localhost" or ipaddress.ip_address(host).is_loopback


@pytest.fixture(autouse=True, scope="session")
def _no_order_unless_asked_for() -> Iterator[None]:
    """A queryset without an order comes back in a random one, as a database is free to do."""
    pairs_of = SQLCompiler._order_by_pairs

    def shuffled(self: SQLCompiler) -> Iterator[Any]:
        pairs = list(pairs_of(self))  # type: ignore[call-overload]  # the stubs say that it returns None
        query = self.query
        if not (pairs or query.distinct or query.combinator or query.group_by or query.is_sliced):
            pairs = [(OrderBy(Random()), False)]
        yield from pairs

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(SQLCompiler, "_order_by_pairs", shuffled)
        yield


@pytest.fixture(scope="session")
def jinja() -> jinja2.Environment:
    """What renders our own templates."""
    engine = engines["jinja2"]
    assert isinstance(engine, Jinja2)
    return engine.env


@pytest.fixture(autouse=True, scope="session")
def _no_unknown_names_in_templates(jinja: jinja2.Environment) -> None:
    """A name that no context has fails the test also inside {% if %}, where Jinja takes it for nothing."""
    jinja.undefined = jinja2.StrictUndefined


# --- the cast: Ann keeps the score, Bob is in the crew, Cat watches, Dan is a stranger -------------------


def joined(ann: Visitor, role: Role) -> Visitor:
    """One more phone in Ann's crew."""
    visitor = Visitor()
    Membership.objects.create(crew=join_own_crew(ann).crew, role=role, token_digest=visitor.digest)
    return visitor


@pytest.fixture
def ann(db: None) -> Visitor:
    visitor = Visitor()
    join_own_crew(visitor)
    return visitor


@pytest.fixture
def bob(ann: Visitor) -> Visitor:
    return joined(ann, Role.SCORER)


@pytest.fixture
def cat(ann: Visitor) -> Visitor:
    return joined(ann, Role.WATCHER)


@pytest.fixture
def dan(db: None) -> Visitor:
    visitor = Visitor()
    join_own_crew(visitor)
    return visitor


# --- a real server ------------------------------------------------------------------------------------


class House:
    """The app as `make run` starts it, in a process of its own with a data folder of its own."""

    command: tuple[str, ...] = ("manage.py", "serve")
    cwd = ROOT

    def __init__(self, folder: Path, **environ: str) -> None:
        kept = {key: value for key, value in os.environ.items() if key not in {"DATABASE_URL", "SECRET_KEY"}}
        settings = {"HOST": "127.0.0.1", "PORT": "0", "DATA_DIR": str(folder), "PYTHONIOENCODING": "utf-8"}
        self.folder = folder
        self.errors = folder.with_suffix(".log")
        with self.errors.open("a") as errors:
            self.process = subprocess.Popen(
                [sys.executable, *self.command],
                cwd=self.cwd,
                env=kept | settings | {"DJANGO_SETTINGS_MODULE": "referee.settings"} | environ,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=errors,
                text=True,
            )
        self.url = self._address()
        self.port = urlsplit(self.url).port or 80

    def _address(self) -> str:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            found = re.search(r"http://\S+:\d+", line)
            if found:
                return found[0]
        self.process.communicate()
        raise RuntimeError(f"The server did not start: {self.errors.read_text()}")

    def stop(self, how: signal.Signals = signal.SIGINT) -> int:
        """Stops it, unless it has stopped. Returns its exit status, negative for a signal."""
        if self.process.poll() is None:
            self.process.send_signal(how)
        self.process.communicate(timeout=60)
        return self.process.returncode


@pytest.fixture(scope="session")
def first_start(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The data folder of an app that was started once and stopped: one for all workers, which copy it."""
    shared = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        shared = shared.parent
    folder = shared / "first" / "data"
    with (shared / "first.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not folder.exists():
            folder.parent.mkdir()
            assert House(folder).stop() == 0
    return folder


@pytest.fixture(scope="session")
def django_db_keepdb(django_db_modify_db_settings: None, request: pytest.FixtureRequest) -> bool:
    """Whether the tests' database is there: of several workers one migrates, and all copy its file."""
    database = settings.DATABASES["default"]
    if "PYTEST_XDIST_WORKER" not in os.environ or not database["ENGINE"].endswith("sqlite3"):
        return False
    first: Path = request.getfixturevalue("first_start")
    shutil.copy2(first / "referee.sqlite3", database["TEST"]["NAME"])
    return True


class OpenHouse(Protocol):
    """Starts the app; environment variables by name."""

    def __call__(self, **environ: str) -> House: ...


def furnish(folder: Path, first_start: Path) -> Path:
    """Makes a data folder with an empty database and the static files, which take a first start longest; its
    key is its own. Returns the folder.
    """
    folder.mkdir(mode=0o700)
    shutil.copy2(first_start / "referee.sqlite3", folder)
    shutil.copytree(first_start / "static", folder / "static")
    return folder


@pytest.fixture
def open_bare_house(tmp_path: Path) -> Iterator[OpenHouse]:
    """Starts the app, as often as it is called, always on the same data folder, which is not there yet."""
    with ExitStack() as stack:

        def start(**environ: str) -> House:
            house = House(tmp_path / "data", **environ)
            stack.callback(house.stop)
            return house

        yield start


@pytest.fixture
def open_house(open_bare_house: OpenHouse, tmp_path: Path, request: pytest.FixtureRequest) -> OpenHouse:
    """The same on a folder that was furnished, where the test has made none."""

    def start(**environ: str) -> House:
        if not (tmp_path / "data").exists():
            furnish(tmp_path / "data", request.getfixturevalue("first_start"))
        return open_bare_house(**environ)

    return start


@pytest.fixture
def house(open_house: OpenHouse) -> House:
    """The app, running, with an empty database."""
    return open_house()


@pytest.fixture(scope="session")
def town(first_start: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """The app, running as people run it, for all tests that leave it as it is or make crews of their own."""
    house = House(furnish(tmp_path_factory.mktemp("town") / "data", first_start))
    yield house
    house.stop()


# --- phones -------------------------------------------------------------------------------------------


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Debian's Chromium. Without one the test is skipped, or fails where CI is set."""
    if CHROMIUM is None:
        if os.environ.get("CI"):
            pytest.fail(NO_BROWSER)
        pytest.skip(NO_BROWSER)
    # On a busy machine a page may be seconds late, and right.
    expect.set_options(timeout=PATIENCE)
    # Playwright keeps an event loop on this thread, which Django takes for a sign of async code.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    quiet = ["--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"]
    quiet += ["--disable-component-update", "--disable-sync"]
    if os.geteuid() == 0:
        quiet.append("--no-sandbox")
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=quiet)
        yield chromium
        chromium.close()


class NewPhone(Protocol):
    """Unlocks one more phone, with no cookies. `url` is where it finds the app."""

    def __call__(self, *, javascript: bool = True, dark: bool = False, url: str = "") -> Page: ...


@pytest.fixture
def new_phone(browser: Browser, request: pytest.FixtureRequest) -> Iterator[NewPhone]:
    """Makes phones of 360x640, each for one person. A script error or a CSP breach fails the test."""
    troubles: list[str] = []
    with ExitStack() as stack:

        def unlock(*, javascript: bool = True, dark: bool = False, url: str = "") -> Page:
            context_url = url or request.getfixturevalue("live_server").url
            context = browser.new_context(
                base_url=context_url,
                viewport={"width": 360, "height": 640},
                device_scale_factor=1,  # four times as many dots would be drawn for nobody
                has_touch=True,
                java_script_enabled=javascript,
                color_scheme="dark" if dark else "light",
                # What it fetches no test could hold back; tests/browser/test_offline.py has one.
                service_workers="block",
            )
            stack.callback(context.close)
            # Hints for a first game lie over rows of the table: those who want to see them ask for them.
            context.add_cookies([{"name": "coach", "value": "0", "url": context_url}])
            page = context.new_page()
            page.set_default_timeout(PATIENCE)
            # htmx ends a stream by an abort, and minds that it was ended: mended after 4.0.0-beta6.
            aborted = "signal is aborted without reason"
            page.on("pageerror", lambda error: troubles.extend({str(error)} - {aborted}))
            page.on("console", lambda message: troubles.extend(_trouble(message)))
            return page

        yield unlock
    assert not troubles


def _trouble(message: ConsoleMessage) -> Iterator[str]:
    # A refusal is an answer with status 4xx, which the browser notes as an error; so it does a lost network.
    fine = (
        "Failed to load resource: the server responded with a status of 4",
        # What a proxy says while the app starts anew.
        "Failed to load resource: the server responded with a status of 502",
        "Failed to load resource: net::",
        # What htmx says of a stream that was lost, before it listens again.
        "htmx: htmx:sse:error: ",
    )
    lost = "TypeError: Failed to fetch" in message.text
    if message.type == "error" and not lost and not message.text.startswith(fine):
        yield message.text


@pytest.fixture
def phone(new_phone: NewPhone, request: pytest.FixtureRequest) -> Page:
    """One phone at the live server; parametrize it indirectly with {"javascript": False, "dark": True}."""
    return new_phone(**getattr(request, "param", {}))


SCHEMES: tuple[Literal["light"], Literal["dark"]] = ("light", "dark")
#: What axe asks about colours; all else is the same by day and by night.
_COLOURS = ["color-contrast", "link-in-text-block"]
_DARK = "matchMedia('(prefers-color-scheme: dark)').matches"
#: What differs between two pages that are the same to axe: scripts and what only they leave (htmx's mark, the
#: way that the screen stays on), what is fresh for each page, and blanks.
_NOTHING_TO_AXE = re.compile(
    r"""<script.*?</script>|<video.*?</video>|[\w-]{22,}|(?<=name="key"\ value=")[^"]*
    |\ (?:hx-sse:connect|data-(?:mark|htmx-powered|screen))="[^"]*"|\s+""",
    re.DOTALL | re.VERBOSE,
)
#: What was found good: the page, the part of it that its address points at, and how wide and high it was.
_APPROVED: set[tuple[str, str, str]] = set()


@pytest.fixture(scope="session")
def glass(browser: Browser) -> Iterator[Page]:
    """A page on which axe, itself a script, looks at pages without scripts; their own stay away from it."""
    with closing(browser.new_context()) as context:
        page = context.new_page()
        page.route("**/*.js", lambda route: route.abort())
        yield page


@pytest.fixture
def axe(request: pytest.FixtureRequest) -> Callable[[Page], None]:
    """Fails on anything that axe-core finds on the page, by day and by night."""

    def check(page: Page) -> None:
        seen = (_NOTHING_TO_AXE.sub("", page.content()), page.url.partition("#")[2], str(page.viewport_size))
        # The very same HTML need not be looked at again, with scripts or without; all other is.
        if seen in _APPROVED:
            return
        if page.evaluate("matchMedia('(scripting: none)').matches"):
            glass: Page = request.getfixturevalue("glass")
            _show(page, glass)
            _look(glass)
        else:
            _look(page)
        _APPROVED.add(seen)

    return check


#: What comes in within a second stands where it belongs before it is looked at.
_ARRIVED = """document.getAnimations()
  .filter(each => each.effect.getComputedTiming().endTime < 1000).forEach(each => each.finish())"""
#: What axe finds wrong; all that it found good would be a long way to bring here.
_VIOLATIONS = "async options => (await axe.run(options)).violations"


def _look(page: Page) -> None:
    page.evaluate(_ARRIVED)
    # Half a megabyte, which stays where a tap only swaps a part.
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    dark = page.evaluate(_DARK)
    for scheme in (SCHEMES[dark], SCHEMES[not dark]):
        page.emulate_media(color_scheme=scheme)
        colours = {"runOnly": _COLOURS} if scheme != SCHEMES[dark] else {}
        # What a stylesheet imports it would preload into a style of the page, which the policy forbids.
        asked = {"resultTypes": ["violations"], "preload": False, **colours}
        found = page.evaluate(_VIOLATIONS, asked)
        assert not found, f"{page.url}, {scheme}\n{AxeResults({'violations': found}).generate_report()}"
    page.emulate_media(color_scheme=SCHEMES[dark])


def _show(page: Page, glass: Page) -> None:
    """The same page under glass."""
    url, html, size = page.url, page.content(), page.viewport_size
    if size:
        glass.set_viewport_size(size)
    glass.emulate_media(color_scheme=SCHEMES[page.evaluate(_DARK)])
    glass.route(url, lambda route: route.fulfill(body=html, content_type="text/html; charset=utf-8"))
    glass.goto(url)
    glass.unroute(url)
