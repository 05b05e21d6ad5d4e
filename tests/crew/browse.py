"""A browser of the crew's pages: it loads pages and sends their forms, with CSRF checked as in real life."""

from __future__ import annotations

from typing import Any

from bs4 import Tag
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from scoring.crew.visitor import COOKIE, Visitor
from tests.table.page import Shown, name_of, words


class Browser:
    """What one person sees; `shown` is the page that is open."""

    def __init__(self, visitor: Visitor | None = None) -> None:
        self.client = Client(enforce_csrf_checks=True)
        if visitor:
            self.client.cookies[COOKIE] = visitor.token
        self.shown: Shown

    def open(self, url: str) -> Shown:
        self.shown = Shown(self.client.get(url, follow=True))
        return self.shown

    def follow(self, text: str) -> Shown:
        """Taps the link of these words."""
        links = [link for link in self.shown.soup.select("a[href]") if text in words(link)]
        assert links, f"no link {text!r}: {self.shown.text}"
        return self.open(str(links[0]["href"]))

    def forms(self) -> list[Tag]:
        return self.shown.soup.select("form")

    def send(self, button: str, **typed: Any) -> Shown:
        """Sends the form with this button, as it stands but for what is typed, and follows the answer."""
        buttons = [found for found in self.shown.soup.select("form button") if name_of(found) == button]
        assert buttons, f"no button {button!r}: {self.shown.text}"
        form = buttons[0].find_parent("form")
        assert isinstance(form, Tag)
        fields: dict[str, Any] = {}
        for node in form.select("input[name], select[name]"):
            name, kind = str(node["name"]), node.get("type", "text")
            if node.name == "select":
                chosen = node.select("option[selected]") or node.select("option")
                fields[name] = str(chosen[0]["value"])
            elif kind == "file":
                continue
            elif kind not in ("radio", "checkbox") or node.has_attr("checked"):
                fields[name] = str(node.get("value", ""))
        unknown = typed.keys() - {str(node["name"]) for node in form.select("[name]")}
        assert not unknown, f"the form has no field {unknown}"
        method = str(form.get("method", "get"))
        self.shown = Shown(getattr(self.client, method)(str(form["action"]), fields | typed, follow=True))
        return self.shown


def upload(data: bytes, name: str = "face.jpg") -> SimpleUploadedFile:
    """A file as a form sends it."""
    return SimpleUploadedFile(name, data)
