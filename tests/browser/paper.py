"""A page without scripts that no browser draws: links are followed and forms sent as their HTML says.

It answers to what tests ask of a page of Playwright's, as far as that is words and fields. How it looks on a
screen it cannot say: that is looked at where Chromium is (test_controls.py, test_for_everyone.py).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from http.client import HTTPResponse
from http.cookiejar import Cookie, CookieJar
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlencode, urljoin, urlsplit
from urllib.request import HTTPCookieProcessor, OpenerDirector, Request, build_opener
from uuid import uuid4

from bs4 import BeautifulSoup, Tag

from tests.table.page import sent_fields

#: What a role is written as.
_ROLES = {
    "button": "button, input[type=submit], [role=button]",
    "link": "a[href], [role=link]",
    "img": "img, [role=img]",
    "textbox": "input, textarea",
    "checkbox": "input[type=checkbox]",
    "heading": "h1, h2, h3",
}
_FIELDS = {"input", "textarea", "select"}
_FORM = {"Content-Type": "application/x-www-form-urlencoded"}
Name = str | re.Pattern[str]


@dataclass
class Answer:
    """What came over the wire, at the address that it came from in the end."""

    url: str
    status: int
    body: bytes

    @property
    def ok(self) -> bool:
        return self.status < 400

    def text(self) -> str:
        return self.body.decode()


class Wire:
    """The requests of one phone, with its cookies."""

    def __init__(self, base: str) -> None:
        self.base = base
        self.jar = CookieJar()
        self._opener: OpenerDirector = build_opener(HTTPCookieProcessor(self.jar))

    def get(self, url: str) -> Answer:
        return self._send(self._request(url))

    def post(self, url: str, *, data: str | bytes, headers: dict[str, str], max_retries: int = 0) -> Answer:
        """`max_retries` is Playwright's; nothing is sent twice from here."""
        assert max_retries >= 0
        # As a browser says where it comes from.
        body = data.encode() if isinstance(data, str) else data
        return self._send(self._request(url, body, headers | {"Origin": self.base}))

    def _request(self, url: str, data: bytes | None = None, headers: dict[str, str] | None = None) -> Request:
        address = urljoin(self.base, url)
        assert address.startswith(self.base), f"{address} is somewhere else"
        return Request(address, data, headers or {})  # noqa: S310  # the app's own address

    def _send(self, request: Request) -> Answer:
        try:
            answer: HTTPResponse | HTTPError = self._opener.open(request, timeout=60)
        except HTTPError as error:
            answer = error
        with answer:
            return Answer(answer.url or request.full_url, int(answer.status or 0), answer.read())

    # --- what tests do with a context

    def cookies(self) -> list[dict[str, str]]:
        return [{"name": cookie.name, "value": cookie.value or ""} for cookie in self.jar]

    def add_cookies(self, cookies: list[dict[str, str]]) -> None:
        for cookie in cookies:
            self.jar.set_cookie(_cookie(cookie["name"], cookie["value"], urlsplit(self.base).hostname or ""))


def _cookie(name: str, value: str, host: str) -> Cookie:
    domain = host if "." in host else f"{host}.local"
    return Cookie(
        0, name, value, None, False, domain, False, False, "/", True, False, None, False, None, None, {}
    )  # fmt: skip


class Paper:
    """The page that is open."""

    def __init__(self, base: str) -> None:
        self.request = self.context = Wire(base)
        self.url = "about:blank"
        self.soup = BeautifulSoup("", "lxml")
        #: The files that were chosen, by their fields.
        self.files: dict[int, Path] = {}

    def goto(self, url: str) -> None:
        address, _, fragment = urljoin(self.request.base, url).partition("#")
        self._show(self.request.get(address), fragment)

    def reload(self) -> None:
        self.goto(self.url)

    def send(self, button: Tag) -> None:
        """Sends the form of a button as a browser without scripts does."""
        form = self.soup.find(id=str(button["form"])) if button.get("form") else button.find_parent("form")
        assert isinstance(form, Tag), f"{button} stands in no form"
        files = [node for node in form.select("input[type=file]") if id(node) in self.files]
        chosen = {str(node["name"]): self.files[id(node)] for node in files}
        fields: list[tuple[str, Any]] = list(sent_fields(form, chosen))
        if button.get("name"):
            fields.append((str(button["name"]), str(button.get("value", ""))))
        action = str(button.get("formaction") or form.get("action") or self.url)
        address, _, fragment = urljoin(self.url, action).partition("#")
        body = urlencode(fields)
        if str(button.get("formmethod") or form.get("method", "get")).lower() == "get":
            answer = self.request.get(f"{address.partition('?')[0]}?{body}")
        else:
            many = form.get("enctype") == "multipart/form-data"
            sent = _parts(fields) if many else {"data": body, "headers": _FORM}
            answer = self.request.post(address, **sent)
        self._show(answer, fragment)

    def follow(self, link: Tag) -> None:
        """Opens what a link leads to; a part of the same page is only pointed at."""
        address, _, fragment = urljoin(self.url, str(link["href"])).partition("#")
        if fragment and address == self.url.partition("#")[0]:
            self.url = f"{address}#{fragment}"
        else:
            self._show(self.request.get(address), fragment)

    def _show(self, answer: Answer, fragment: str) -> None:
        url, _, redirected = answer.url.partition("#")
        fragment = redirected or fragment
        self.url = f"{url}#{fragment}" if fragment else url
        self.soup = BeautifulSoup(answer.body.decode(), "lxml")
        self.files = {}

    # --- what is on it

    def locator(self, selector: str, *, has_text: Name | None = None, has: Spot | None = None) -> Spot:
        return Spot(self, lambda: [self.soup]).locator(selector, has_text=has_text, has=has)

    def get_by_label(self, text: str, *, exact: bool = False) -> Spot:
        return Spot(self, lambda: [self.soup]).get_by_label(text, exact=exact)

    def get_by_role(self, role: str, *, name: Name = "", exact: bool = False) -> Spot:
        return Spot(self, lambda: [self.soup]).get_by_role(role, name=name, exact=exact)

    def select(self, scope: Tag, selector: str) -> list[Tag]:
        """What Playwright's selector finds below a part of the page."""
        fragment = self.url.partition("#")[2]
        selector = selector.replace(":target", f'[id="{fragment}"]').replace(":has-text(", ":-soup-contains(")
        return list(scope.select(selector))


class Spot:
    """What a selector finds on the page, whenever it is asked."""

    def __init__(self, page: Paper, found: Callable[[], list[Tag]]) -> None:
        self._page = page
        self._found = found

    # --- finding

    def locator(self, selector: str, *, has_text: Name | None = None, has: Spot | None = None) -> Spot:
        def found() -> list[Tag]:
            return [
                node
                for node in self._below(selector)
                if (has_text is None or _matches(text_of(node), has_text, exact=False))
                and (has is None or any(each in node.descendants for each in has.tags()))
            ]

        return Spot(self._page, found)

    def or_(self, other: Spot) -> Spot:
        def found() -> list[Tag]:
            either = {id(node) for node in [*self._found(), *other.tags()]}
            return [node for node in self._page.soup.find_all(True) if id(node) in either]

        return Spot(self._page, found)

    def filter(self, *, has_text: Name) -> Spot:
        return Spot(
            self._page,
            lambda: [node for node in self._found() if _matches(text_of(node), has_text, exact=False)],
        )

    def get_by_label(self, text: str, *, exact: bool = False) -> Spot:
        fields = "input:not([type=hidden]), select, textarea"
        return Spot(
            self._page,
            lambda: [
                node
                for node in self._below(fields)
                if any(_matches(label, text, exact=exact) for label in self._labels(node))
            ],
        )

    def get_by_role(self, role: str, *, name: Name = "", exact: bool = False) -> Spot:
        return Spot(
            self._page,
            lambda: [
                node
                for node in self._below(_ROLES[role])
                if _is_open(node) and any(_matches(each, name, exact=exact) for each in self._called(node))
            ],
        )

    def _below(self, selector: str) -> list[Tag]:
        found = {id(node): node for scope in self._found() for node in self._page.select(scope, selector)}
        return list(found.values())

    def _called(self, node: Tag) -> list[str]:
        return list(self._labels(node)) if node.name in _FIELDS else names_of(node)

    def _labels(self, field: Tag) -> Iterator[str]:
        if field.get("aria-label"):
            yield str(field["aria-label"])
            return
        apart = self._page.soup.select(f'label[for="{field["id"]}"]') if field.get("id") else []
        inside = field.find_parent("label")
        for label in [*apart, *([inside] if isinstance(inside, Tag) else [])]:
            yield text_of(label)

    def tags(self) -> list[Tag]:
        return self._found()

    @property
    def first(self) -> Spot:
        return self.nth(0)

    @property
    def last(self) -> Spot:
        return self.nth(-1)

    def nth(self, place: int) -> Spot:
        return Spot(self._page, lambda: [self._found()[place]] if self._found() else [])

    def all_inner_texts(self) -> list[str]:
        return [each.inner_text() for each in self.all()]

    def all(self) -> list[Spot]:
        return [self.nth(place) for place in range(self.count())]

    def count(self) -> int:
        return len(self._found())

    def one(self) -> Tag:
        """The only one there is."""
        found = self._found()
        assert len(found) == 1, f"{len(found)} found on {self._page.url}: {found[:3]}"
        return found[0]

    # --- reading

    def inner_text(self) -> str:
        return " ".join(self.one().get_text(" ").split())

    def get_attribute(self, name: str) -> str | None:
        value = self.one().get(name)
        return None if value is None else " ".join(value) if isinstance(value, list) else str(value)

    def input_value(self) -> str:
        return value_of(self.one())

    # --- doing

    def tap(self) -> None:
        """What a tap on it does without scripts."""
        node = self.one()
        assert not node.has_attr("disabled"), node
        if node.name == "summary":
            details = node.parent
            assert details is not None
            if details.has_attr("open"):
                del details["open"]
            else:
                details["open"] = ""
        elif node.name == "a":
            self._page.follow(node)
        elif node.name == "label" or node.get("type") in ("checkbox", "radio"):
            _choose(self._page.soup, node)
        else:
            assert node.name == "button", f"{node} does nothing without scripts"
            self._page.send(node)

    click = tap

    def check(self) -> None:
        node = self.one()
        if not node.has_attr("checked"):
            _choose(self._page.soup, node)

    def fill(self, value: str) -> None:
        node = self.one()
        assert not node.has_attr("readonly"), node
        if node.name == "textarea":
            node.string = value
        else:
            node["value"] = value

    def set_input_files(self, file: Path) -> None:
        node = self.one()
        assert node.get("type") == "file", node
        self._page.files[id(node)] = file

    def select_option(self, value: str = "", *, label: str = "") -> None:
        options = self.one().select("option")
        chosen = [
            option
            for option in options
            if (text_of(option) == label if label else option.get("value", text_of(option)) == value)
        ]
        assert len(chosen) == 1, (value, label, options)
        for option in options:
            del option["selected"]
        chosen[0]["selected"] = ""


class Claim:
    """What is claimed of a spot: on paper nothing comes later, so it holds at once or not."""

    def __init__(self, spot: Spot) -> None:
        self._spot = spot

    def to_have_count(self, count: int) -> None:
        assert self._spot.count() == count, self._spot.tags()

    def to_contain_text(self, expected: Name | list[str]) -> None:
        if isinstance(expected, list):
            texts = iter([text_of(node) for node in self._spot.tags()])
            for each in expected:
                assert any(each in text for text in texts), (each, [text_of(n) for n in self._spot.tags()])
            return
        text = text_of(self._spot.one())
        assert _matches(text, expected, exact=False, cased=True), f"no {expected!r} in {text!r}"

    def not_to_contain_text(self, expected: str) -> None:
        assert not any(expected in text_of(node) for node in self._spot.tags())

    def to_have_text(self, expected: Name) -> None:
        text = text_of(self._spot.one())
        assert _matches(text, expected, exact=True, cased=True), (text, expected)

    def to_have_value(self, value: str) -> None:
        assert value_of(self._spot.one()) == value

    def to_have_attribute(self, name: str, value: str) -> None:
        assert self._spot.get_attribute(name) == value

    def to_have_accessible_name(self, name: str) -> None:
        assert name in names_of(self._spot.one()), names_of(self._spot.one())

    def to_be_visible(self) -> None:
        self._spot.one()

    def to_be_checked(self) -> None:
        assert self._spot.one().has_attr("checked"), self._spot.one()

    def to_be_focused(self) -> None:
        """Where it opens: no other field comes first that asks to be."""
        assert self._spot.one().has_attr("autofocus"), self._spot.one()


def _parts(fields: list[tuple[str, Any]]) -> dict[str, Any]:
    """A form with files, as it goes over the wire."""
    mark, body = uuid4().hex, b""
    for name, value in fields:
        file = f'; filename="{value.name}"' if isinstance(value, Path) else ""
        head = f'--{mark}\r\nContent-Disposition: form-data; name="{name}"{file}\r\n\r\n'
        body += head.encode() + (value.read_bytes() if isinstance(value, Path) else value.encode()) + b"\r\n"
    kind = {"Content-Type": f"multipart/form-data; boundary={mark}"}
    return {"data": body + f"--{mark}--\r\n".encode(), "headers": kind}


def _choose(soup: BeautifulSoup, node: Tag) -> None:
    """A tap on a box, or on its label."""
    if node.name == "label":
        field = soup.find(id=str(node["for"])) if node.get("for") else node.select_one("input")
        assert isinstance(field, Tag), f"{node} has no field"
        node = field
    if node.get("type") == "checkbox" and node.has_attr("checked"):
        del node["checked"]
        return
    if node.get("type") == "radio":
        for other in soup.select(f'input[type=radio][name="{node["name"]}"]'):
            if other.get("form") == node.get("form") and other.find_parent("form") is node.find_parent(
                "form"
            ):
                del other["checked"]
    node["checked"] = ""


def text_of(node: Tag) -> str:
    """Its text, as Playwright reads it: where a word may break is no letter of it."""
    return " ".join(node.get_text().replace("\N{SOFT HYPHEN}", "").split())


def names_of(node: Tag) -> list[str]:
    """What it may be called aloud: whether parts of it stand apart is said by a style that paper has not."""
    if label := node.get("aria-label") or node.get("alt"):
        return [str(label)]
    silent = {id(each) for part in node.select("[aria-hidden=true]") for each in part.find_all(string=True)}
    parts = [str(part) for part in node.find_all(string=True) if id(part) not in silent]
    return [" ".join(joint.join(parts).split()) for joint in (" ", "")]


def value_of(field: Tag) -> str:
    """What stands in a field."""
    if field.name == "select":
        options = field.select("option[selected]") or field.select("option")[:1]
        return str(options[0].get("value", text_of(options[0]))) if options else ""
    return field.get_text() if field.name == "textarea" else str(field.get("value", ""))


def _matches(text: str, wanted: Name, *, exact: bool, cased: bool = False) -> bool:
    if isinstance(wanted, re.Pattern):
        return bool(wanted.search(text))
    wanted = " ".join(wanted.split())
    if exact:
        return text == wanted
    return wanted in text if cased else wanted.lower() in text.lower()


def _is_open(node: Tag) -> bool:
    """Whether no part that is folded in, and nothing that says so, hides it."""
    child = node
    for parent in [node, *node.parents]:
        if parent.has_attr("hidden"):
            return False
        if parent.name == "details" and parent is not node and not parent.has_attr("open"):
            return child.name == "summary" and _is_open(parent)
        child = parent
    return True
