"""A phone at a table, as its owner sees it: pages are parsed, forms are sent with what stands in them.

No test says what a form sends. It says what is tapped, by the words on it, and what is typed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from functools import cached_property
from http import HTTPStatus
from typing import Any
from urllib.parse import urlencode, urljoin

from bs4 import BeautifulSoup, Tag
from django.test import Client

from referee.games.registry import GAMES
from referee.stream.hub import HUB
from referee.table.taps import table_of
from scoring.crew import seats
from scoring.crew.visitor import COOKIE, Visitor, join_own_crew
from scoring.log.start import start_game
from scoring.models import Game, Move, Role
from tests.conftest import joined
from tests.words import check_words

#: What differs between two pages that show the same: fresh for each page, or the game's own name.
_FRESH = {"csrfmiddlewaretoken", "key"}
_GAME = re.compile(r"(/t/|/games/|rematch=|table=)[\w-]{22}")
_FRESH_TEXT = re.compile(r'((?:name="(?:csrfmiddlewaretoken|key)" value|hx-sse:connect)=")[^"]*')
#: What tells how a table came to be as it is, by its class, and by the class of what a seat says.
_HOW, _HOW_OF_SEAT = {"notice", "action", "demand", "moment"}, {"badge", "score", "vh"}
_HOW_DATA = {"data-version", "data-voice", "data-moment"}
#: Pages, and what was typed into them, in which no wrong word was found.
_READ: set[int] = set()

Shape = tuple[Any, ...]


class NotThere(AssertionError):
    """The page has nothing like this to tap, or it is off."""


def new_game(
    owner: Visitor, names: str = "Ann Bob Cat", game: str = "zar", *, title: str = "", **options: Any
) -> Game:
    """A game that has just been started, in the owner's crew."""
    rules = GAMES[game]
    state = rules.start(options, names.split())
    member = join_own_crew(owner)
    count = Game.objects.filter(crew=member.crew).count()
    return start_game(
        actor=member,
        key=f"0-start-{count:08}",
        game=game,
        options=options,
        table=table_of(rules, state),
        title=title,
    )


def client_of(visitor: Visitor | None) -> Client:
    """A browser without scripts: the visitor's, or one that was never here."""
    client = Client()
    if visitor:
        client.cookies[COOKIE] = visitor.token
    return client


def shape(node: Tag, without: Collection[int] = ()) -> Shape:
    """A part of a page as a value: equal for two parts that show and do the same. The nodes whose ids are in
    `without` are passed over.
    """
    attrs = {
        name: " ".join(value) if isinstance(value, list) else value for name, value in node.attrs.items()
    }
    if attrs.get("name") in _FRESH:
        attrs["value"] = "fresh"
    attrs = {name: _GAME.sub(r"\1GAME", value) for name, value in attrs.items()}
    children: list[Any] = []
    for child in node.children:
        if isinstance(child, Tag):
            if id(child) not in without:
                children.append(shape(child, without))
        elif text := " ".join(str(child).split()):
            children.append(text)
    return (node.name, tuple(sorted(attrs.items())), tuple(children))


def look(shown: Shown) -> Shape:
    """What a table shows, but for how it came to be so: its version, what could be undone or put back, and
    what hands have to do because of it.
    """
    how = {id(node) for node in shown.table.descendants if isinstance(node, Tag) and _tells_how(node)}
    name, attrs, children = shape(shown.table, how)
    return (name, tuple(pair for pair in attrs if pair[0] not in _HOW_DATA), children)


def _tells_how(node: Tag) -> bool:
    """Whether a part of a table tells how it came to be so."""
    classes = {*node.get_attribute_list("class")}
    of_seat = (
        bool(classes & _HOW_OF_SEAT) and node.parent and "seat" in node.parent.get_attribute_list("class")
    )
    turns = {node.get("id"), node.get("form")} & {"undo", "redo", "said"}
    return bool(classes & _HOW or of_seat or turns) or (node.name, node.get("name")) == ("input", "version")


def words(node: Tag | None) -> str:
    """The text of a part of a page; "" if it is not there."""
    return " ".join(node.get_text(" ").split()) if node else ""


def name_of(node: Tag) -> str:
    """What a button or a link is called aloud."""
    return str(node.get("aria-label") or words(node))


@dataclass
class Shown:
    """An answer: what came over the wire, parsed, in words that people may read (`tests.words`)."""

    response: Any

    def __post_init__(self) -> None:
        # The administration speaks Django's words, of rows as they are stored.
        request = getattr(self.response, "request", {"PATH_INFO": ""})
        if not request["PATH_INFO"].startswith("/admin/"):
            asked: Any = getattr(self.response, "wsgi_request", None)
            # A body that was too large is not read: the file that it would fill is closed by nobody.
            unread = asked is None or self.status == HTTPStatus.REQUEST_ENTITY_TOO_LARGE
            sent = [] if unread else [asked.GET, asked.POST]
            self._check_words({value for form in sent for _, values in form.lists() for value in values})

    def _check_words(self, typed: set[Any]) -> None:
        seen = hash((self.told, frozenset(map(str, typed))))
        if seen not in _READ:
            check_words(self.soup, typed)
            _READ.add(seen)

    @cached_property
    def soup(self) -> BeautifulSoup:
        return BeautifulSoup(self.response.content.decode(), "lxml")

    @cached_property
    def html(self) -> str:
        """What came over the wire, but for what is fresh in each page."""
        return _FRESH_TEXT.sub(r"\1fresh", self.response.content.decode())

    @cached_property
    def told(self) -> str:
        """The same but for which game it is of."""
        return _GAME.sub(r"\1GAME", self.html)

    @property
    def status(self) -> int:
        return int(self.response.status_code)

    @property
    def is_whole(self) -> bool:
        """Whether it is a page of its own, and not the region alone."""
        return bool(self.response.content.lstrip().startswith(b"<!doctype html>"))

    @property
    def table(self) -> Tag:
        found = self.soup.find(id="table")
        assert isinstance(found, Tag), f"no table: {self.status} {self.text}"
        return found

    @property
    def here(self) -> str:
        """The address that shows this region again."""
        return str(self.table["data-here"])

    @property
    def version(self) -> int:
        return int(str(self.table["data-version"]))

    @property
    def text(self) -> str:
        return words(self.soup)

    def one(self, selector: str) -> str:
        """The words of the first element that the selector finds; "" if there is none."""
        return words(self.soup.select_one(selector))

    def tappable(self) -> list[Tag]:
        """Every link and button of the region that can be tapped."""
        return [
            node
            for node in self.table.descendants
            if isinstance(node, Tag)
            and (node.name == "button" or (node.name == "a" and node.has_attr("href")))
            and not node.has_attr("disabled")
        ]

    def find(self, name: str, within: str = "") -> Tag:
        """The link or button of this name, or else the first whose name begins so; `within` is a selector
        of what it stands in. Raises NotThere.
        """
        nodes = self.tappable()
        if within:
            inside = {id(node) for node in self.table.select(f"{within} :is(a, button)")}
            nodes = [node for node in nodes if id(node) in inside]
        exact = [node for node in nodes if name_of(node) == name]
        alike = [node for node in nodes if name_of(node).lower().startswith(name.lower())]
        for node in exact or alike:
            return node
        raise NotThere(f"{name!r} is not among {[name_of(node) for node in nodes]}: {self.text}")


class Phone:
    """A browser at one table. `htmx` says whether its scripts run; CSRF is checked as in real life."""

    def __init__(self, visitor: Visitor, game: Game, *, htmx: bool = True) -> None:
        self.visitor = visitor
        self.client = Client(enforce_csrf_checks=True)
        self.client.cookies[COOKIE] = visitor.token
        self.url = f"/t/{game.public_id}/"
        self.htmx = htmx
        self._pk = game.pk
        self.shown = self.open()

    @property
    def game(self) -> Game:
        return Game.objects.get(pk=self._pk)

    @property
    def state(self) -> dict[str, Any]:
        """The table as the record words it."""
        game = self.game
        rules = GAMES[game.game]
        shown: dict[str, Any] = rules.show(rules.load(game.state))
        return shown

    @property
    def bodies(self) -> list[Any]:
        """What the log's rows say, oldest first."""
        return list(Move.objects.filter(game=self._pk).order_by("seq").values_list("body", flat=True))

    def open(self, query: str = "") -> Shown:
        """Loads the page anew, or one of its sheets."""
        self.shown = Shown(self.client.get(self.url + query))
        return self.shown

    def tap(self, name: str, *, within: str = "", **typed: Any) -> Shown:
        """Taps what is called so, and keeps what comes back; `typed` fills the fields of its form."""
        return self.tap_on(self.shown.find(name, within), **typed)

    def tap_on(self, node: Tag, **typed: Any) -> Shown:
        request = self.request_of(node, **typed)
        return self.send(request)

    def request_of(self, node: Tag, **typed: Any) -> Request:
        """What the browser would send for a tap on a node of the page that is shown."""
        if node.name == "a":
            assert node.get("hx-get") in (None, node["href"])
            return Request("get", str(node["href"]), (), swaps=node.has_attr("hx-get"))
        form = self._form_of(node)
        fields = list(sent_fields(form, typed))
        if node.get("name"):
            fields.append((str(node["name"]), str(node.get("value", ""))))
        method = str(form.get("method", "get"))
        address = str(form.get("action", ""))
        swapped = form.get(f"hx-{method}")
        away = address.endswith("/rematch/")  # to another table, which is a page of its own
        assert swapped == (None if away else address), "a form does the same with and without scripts"
        return Request(method, address, tuple(fields), swaps=not away)

    def _form_of(self, node: Tag) -> Tag:
        found = self.shown.soup.find(id=node["form"]) if node.get("form") else node.find_parent("form")
        assert isinstance(found, Tag), f"{node} stands in no form"
        return found

    def send(self, request: Request, **headers: str) -> Shown:
        """Sends it as this phone does, follows a redirect, and keeps what comes back."""
        if self.htmx and request.swaps:
            headers |= {"HX-Request": "true", "HX-Target": "table"}
        address = urljoin(self.url, request.address)
        body = urlencode(request.fields)
        if request.method == "get":
            response = self.client.get(f"{address}?{body}" if body else address, headers=headers)
        else:
            form = "application/x-www-form-urlencoded"
            response = self.client.post(address, body, content_type=form, headers=headers)
            if response.status_code == 303:
                moves = not address.endswith(("/seats/", "/seat/", "/loggers/"))
                assert not (self.htmx and request.swaps and moves), "htmx gets its region at once"
                response = self.client.get(response["Location"], headers=headers)
        self.shown = Shown(response)
        return self.shown

    def reloaded(self) -> Shown:
        """A fresh look at what is shown now, as another page load gives it."""
        return Shown(self.client.get(self.shown.here))


@dataclass(frozen=True)
class Request:
    """What a tap sends; `swaps` says that htmx takes it where scripts run."""

    method: str
    address: str
    fields: tuple[tuple[str, str], ...]
    swaps: bool = True

    def with_field(self, name: str, value: str) -> Request:
        """The same with one field changed or added."""
        kept = tuple(pair for pair in self.fields if pair[0] != name)
        return Request(self.method, self.address, (*kept, (name, value)), self.swaps)


def fields_of(form: Tag) -> list[Tag]:
    """The fields of a form: those within, and those elsewhere on the page that name it."""
    page = list(form.parents)[-1]
    apart = page.select(f'input[form="{form["id"]}"]') if form.get("id") else []
    return [*form.select("input[name], select[name], textarea[name]"), *apart]


def key_of(shown: Shown) -> dict[str, str]:
    """What every form of a table's page sends beside its move."""
    names = ("csrfmiddlewaretoken", "key")
    return {name: str(shown.soup.select(f"[name={name}]")[0]["value"]) for name in names}


def sent_fields(form: Tag, typed: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    """What a browser sends of a form, its button aside."""
    unused = set(typed)
    for node in fields_of(form):
        name, kind = str(node["name"]), node.get("type", "text")
        given = typed.get(name)
        if isinstance(given, list):
            given = given.pop(0) if given else None
        if kind != "hidden":
            unused.discard(name)
        if node.name == "select":
            options = [str(option.get("value", words(option))) for option in node.select("option")]
            chosen = [str(o.get("value", words(o))) for o in node.select("option[selected]")] or options[:1]
            assert given is None or given in options, f"{given} is not among {options}"
            yield from ((name, value) for value in ([given] if given is not None else chosen))
        elif kind in ("checkbox", "radio"):
            if given == node["value"] or (given is None and node.has_attr("checked")):
                yield name, str(node["value"])
        elif kind == "hidden":
            yield name, str(node.get("value", ""))
        elif kind == "file" and given is not None:
            yield name, given
        elif node.name == "textarea":
            yield name, str(given if given is not None else node.get_text())
        else:
            value = str(given if given is not None else node.get("value", ""))
            assert value or not node.has_attr("required"), f"{name} is required"
            yield name, value
    assert not unused, f"the form has no field {unused} to fill"


def phone_of(game: Game, ann: Visitor, name: str, *, htmx: bool = True) -> Phone:
    """A phone of Ann's crew that has this player's seat, and looks at the table."""
    visitor = joined(ann, Role.SCORER)
    member = join_own_crew(visitor)
    seats.take(game, name, member.pk)
    HUB.record_presence(game.public_id, member.pk)
    phone = Phone(visitor, game, htmx=htmx)
    phone.open()
    return phone


class Twins:
    """The same taps on two tables alike, by a phone whose scripts run and by one without scripts.

    After every tap three things have to show the same: what was swapped in, a reload of it, and the page
    that the other phone was sent to. `looks` are the tables that were seen, one for each row of the log.
    """

    def __init__(self, visitor: Visitor, names: str = "Ann Bob Cat", **options: Any) -> None:
        self.phones = [
            Phone(visitor, new_game(visitor, names, **options), htmx=htmx) for htmx in (True, False)
        ]
        self.script, self.plain = self.phones
        self.check()
        self.looks = [look(self.shown)]

    @property
    def shown(self) -> Shown:
        return self.script.shown

    @property
    def state(self) -> dict[str, Any]:
        return self.script.state

    def tap(self, name: str, *, within: str = "", **typed: Any) -> Shown:
        """Taps on both. The answer is a good one."""
        self._both(name, within, typed)
        assert self.shown.status == 200, self.shown.one(".sheet")
        self.check()
        if self.shown.version > len(self.looks) - 1:
            self.looks.append(look(self.shown))
        return self.shown

    def refused(self, name: str, *, within: str = "", **typed: Any) -> Shown:
        """Taps on both. The answer is a refusal, the same for both, and the table stays as it was."""
        before = [phone.game.version for phone in self.phones]
        self._both(name, within, typed)
        assert self.shown.status == 422, self.shown.text
        self._check_refused(before)
        return self.shown

    def tap_on(self, place: int, typed: dict[str, Any], offered: Callable[[Phone], list[Tag]]) -> None:
        """Taps on both at one place of what is offered. The answer may be a refusal."""
        before = [phone.game.version for phone in self.phones]
        for phone in self.phones:
            phone.tap_on(offered(phone)[place], **_copied(typed))
        if self.shown.status == 200:
            self.check()
        else:
            self._check_refused(before)

    def open(self, query: str = "") -> Shown:
        """Loads both pages anew."""
        for phone in self.phones:
            phone.open(query)
        return self.shown

    def check(self) -> None:
        """Swap equals reload, with and without scripts."""
        self._check_kinds_of_page()
        assert self._alike(), "without scripts the page shows something else"
        reloaded = self.script.reloaded()
        # Letter for letter the same is the same, and need not be parsed.
        if self.script.shown.html.strip() not in reloaded.html:
            # What a tap did to the moves before it is told once.
            told = self.script.shown.table.select_one(".notice")
            once = ".notice, #said" if told else ".notice"
            swapped, again = (
                shape(table, {id(node) for node in table.select(once)})
                for table in (self.script.shown.table, reloaded.table)
            )
            assert swapped == again, "the swapped region is not the reloaded one"

    def _both(self, name: str, within: str, typed: dict[str, Any]) -> None:
        for phone in self.phones:
            phone.tap(name, within=within, **_copied(typed))

    def _check_refused(self, before: list[int]) -> None:
        assert {phone.shown.status for phone in self.phones} == {422}
        assert [phone.game.version for phone in self.phones] == before
        self._check_kinds_of_page()
        assert self._alike()

    def _alike(self) -> bool:
        """Whether the tables show the same, with and without scripts."""
        one, other = (phone.shown for phone in self.phones)
        return one.told.strip() in other.told or shape(one.table) == shape(other.table)

    def _check_kinds_of_page(self) -> None:
        assert self.plain.shown.is_whole
        request = self.script.shown.response.request
        assert self.script.shown.is_whole == ("HTTP_HX_REQUEST" not in request)
        for phone in self.phones:
            assert "HX-Request" in phone.shown.response["Vary"]


def _copied(typed: dict[str, Any]) -> dict[str, Any]:
    """Lists are used up by the form that they fill."""
    return {name: list(value) if isinstance(value, list) else value for name, value in typed.items()}
