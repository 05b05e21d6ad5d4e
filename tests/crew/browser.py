"""A browser of the crew's pages, without scripts: it taps links and sends forms by the words on them."""

from __future__ import annotations

from typing import Any
from unittest import mock

from bs4 import Tag
from django.test import Client
from django.urls import reverse

from scoring.crew.visitor import COOKIE, Visitor
from scoring.models import Membership
from tests.table.page import NotThere, Shown, name_of, sent_fields, words


class Browser:
    """What one person sees; `shown` is the page that is open. CSRF is checked as in real life."""

    def __init__(self, visitor: Visitor | None = None) -> None:
        self.client = Client(enforce_csrf_checks=True)
        if visitor:
            self.client.cookies[COOKIE] = visitor.token
        self.shown: Shown

    @property
    def visitor(self) -> Visitor:
        """Whom the server takes it for now."""
        cookie = self.client.cookies.get(COOKIE)
        return Visitor(cookie.value if cookie else "")

    @property
    def member(self) -> Membership:
        """Its place in its crew; fails for a phone without one."""
        found = self.visitor.membership
        assert found is not None
        return found

    def open(self, name: str, *arguments: Any) -> Shown:
        """Opens a page by the name of its address."""
        return self.go(reverse(name, args=arguments))

    def go(self, url: str) -> Shown:
        """Opens an address."""
        self.shown = Shown(self.client.get(url, follow=True))
        return self.shown

    def tap(self, what: str, /, **typed: Any) -> Shown:
        """Taps a link or sends the form of a button, with what is typed and chosen in it."""
        node = self.find(what)
        if node.name == "a":
            return self.go(str(node["href"]))
        url, fields = self.form_of(node, **typed)
        method = str(node.find_parent("form").get("method", "get"))  # type: ignore[union-attr]
        self.shown = Shown(getattr(self.client, method)(url, fields, follow=True))
        return self.shown

    def find(self, what: str) -> Tag:
        """The link or button of the page's own part that is called so, or else the first that begins so, or
        else the first that has it in its name.
        """
        nodes = self.shown.soup.select("main :is(a, button)")
        exact = [node for node in nodes if name_of(node) == what]
        alike = [node for node in nodes if name_of(node).startswith(what)]
        for node in exact or alike or [node for node in nodes if what in name_of(node)]:
            return node
        raise NotThere(f"{what!r} is not among {list(map(name_of, nodes))}")

    def form_of(self, node: Tag, **typed: Any) -> tuple[str, dict[str, Any]]:
        """Where a button sends its form, and what."""
        form = node.find_parent("form")
        assert form is not None
        fields: dict[str, Any] = {}
        for name, value in sent_fields(form, typed):
            fields.setdefault(name, []).append(value)
        if node.get("name"):
            fields.setdefault(str(node["name"]), []).append(str(node.get("value", "")))
        return str(node.get("formaction") or form.get("action")), fields

    def forms(self) -> list[Tag]:
        return self.shown.soup.select("form")

    def send(self, url: str, fields: dict[str, Any]) -> Shown:
        """Sends what no form of the page says, without its token, and goes where the answer says."""
        with mock.patch.object(self.client.handler, "enforce_csrf_checks", new=False):
            self.shown = Shown(self.client.post(url, fields, follow=True))
        return self.shown

    def says(self, *texts: str) -> None:
        """All of these stand on the page."""
        said = words(self.shown.soup.body)
        for text in texts:
            assert text in said, said


def link_of(ann: Browser, role: str = "scorer", uses: int = 1) -> str:
    """The link of a new invitation, as its keeper finds it on the page."""
    ann.open("invite_new")
    ann.tap("Make the link", role=role, uses=str(uses))
    return str(ann.shown.soup.select_one("input[readonly]")["value"]).removeprefix("http://testserver")  # type: ignore[index]
