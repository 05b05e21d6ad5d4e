"""Our pages' templates: Jinja's, compiled, with what our pages need beside its own (docs/decisions/0051)."""

from __future__ import annotations

import re
from collections.abc import Callable, MutableMapping, Sequence
from functools import cache, lru_cache
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import Any

import jinja2
from django.conf import settings
from django.template.defaultfilters import capfirst, linebreaksbr, pluralize, slugify
from django.templatetags.static import static
from django.urls import reverse
from django_htmx.jinja import htmx_script
from markupsafe import Markup, escape

from referee.web.wording import hyphenated, parted

#: So many parts are kept, of one or two kilobytes.
MOST = 1_000
#: Files of macros, which every template knows by these names: `ui.face(...)`.
MACROS = {
    "charts": "components/charts.html",
    "table": "components/table.html",
    "ui": "components/ui.html",
}
_INDENT = re.compile(r"\n\s+")
_SYMBOL = re.compile(r'<symbol id="([\w-]+)"')


class Loader(jinja2.FileSystemLoader):
    """Templates without the blanks that indent them, which every page would carry over the wire."""

    def get_source(
        self, environment: jinja2.Environment, template: str
    ) -> tuple[str, str, Callable[[], bool]]:
        """A template's text: a line break stays one, so that words do not run together."""
        text, path, fresh = super().get_source(environment, template)
        return _INDENT.sub("\n", text), path, fresh


class Environment(jinja2.Environment):
    """One whose templates share what all may use, which stays as it is."""

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        """The environment's own, as they are: each include would go through a ChainMap of them in Python."""
        return self.globals if d is None else super().make_globals(d)


class Macros:
    """The macros of a file, by their names: read at the first call, and again where templates change."""

    def __init__(self, made: jinja2.Environment, path: str) -> None:
        self._made, self._path = made, path

    def __getattr__(self, name: str) -> object:
        macro = getattr(self._made.get_template(self._path).module, name)
        if not self._made.auto_reload:
            setattr(self, name, macro)
        return macro


def environment(*, loader: jinja2.FileSystemLoader, auto_reload: bool, **_: object) -> jinja2.Environment:
    """What Django's backend renders our templates with, those in the loader's folders."""
    # A name that nobody gave shows as nothing; a test fails on it (tests/conftest.py).
    made = Environment(
        loader=Loader(loader.searchpath),
        autoescape=True,
        auto_reload=auto_reload,
        # All are kept, in a dict without a lock.
        cache_size=-1,
        keep_trailing_newline=True,
    )

    def part(name: str, /, **values: object) -> Markup:
        """A template made of these values alone, inside another one."""
        return Markup(made.get_template(name).render(values))  # noqa: S704  # it escaped what it was given

    # A row of keys is one of a few, and a file's address is always the same. Such values can be hashed.
    cached_part, address = (part, static) if auto_reload else (lru_cache(MOST)(part), lru_cache(MOST)(static))
    made.globals.update(part=part, cached_part=cached_part, static=address, url=url, htmx_script=htmx_script)
    made.globals.update(symbol=lambda name: f"{address(drawings()[name])}#{name}")
    made.globals.update({name: Macros(made, path) for name, path in MACROS.items()})
    made.filters.update(capfirst=capfirst, linebreaksbr=linebreaksbr, pluralize=pluralize)
    made.filters.update(hyphenated=hyphenated, parted=parted, marked=marked, slugify=slugify, stepped=stepped)
    # A table's addresses come again with every look at it.
    made.filters.update({each.__name__: lru_cache(MOST, typed=True)(each) for each in (href, get, post)})
    return made


@cache
def drawings() -> dict[str, str]:
    """The file of each symbol that tables show: one has those of all, and a game what it alone needs."""
    folder = Path(settings.BASE_DIR, "static")
    files = [Path("art/table.svg"), *(path.relative_to(folder) for path in folder.glob("art/games/*.svg"))]
    return {name: str(file) for file in files for name in _SYMBOL.findall((folder / file).read_text())}


def url(name: str, /, *args: object, **kwargs: object) -> str:
    """The address of a view by its name."""
    return reverse(name, args=args, kwargs=kwargs)


def stepped(number: int, letter: str, *steps: int) -> str:
    """The class of a size: 0 behind the letter for a number up to the first step, 1 up to the next.

    >>> stepped(9, "l", 8, 12)
    'l1'
    """
    return f"{letter}{sum(number > step for step in steps)}"


def marked(text: str, words: Sequence[str]) -> str:
    """A text with the words in it that were looked for, in small letters, marked.

    >>> marked("A wasp & a Wasp", ["wasp"])
    Markup('A <mark>wasp</mark> &amp; a <mark>Wasp</mark>')
    """
    low, on = text.lower(), bytearray(len(text))
    for word in words:
        at = low.find(word)
        while at >= 0:
            on[at : at + len(word)] = b"1" * len(word)
            at = low.find(word, at + len(word))
    if not any(on):
        return text
    runs = groupby(zip(text, on, strict=False), itemgetter(1))
    parts = ((is_on, "".join(letter for letter, _ in run)) for is_on, run in runs)
    return Markup("").join(Markup("<mark>{}</mark>").format(part) if is_on else part for is_on, part in parts)


# --- attributes of links and forms that htmx asks for, and browsers without scripts


def href(address: str) -> Markup:
    """Of a link."""
    url = escape(address)
    return Markup(f'href="{url}" hx-get="{url}"')  # noqa: S704  # the address is escaped


def get(address: str) -> Markup:
    """Of a form that only asks."""
    url = escape(address)
    return Markup(f'method="get" action="{url}" hx-get="{url}"')  # noqa: S704  # the address is escaped


def post(address: str) -> Markup:
    """Of a form that changes something."""
    url = escape(address)
    return Markup(f'method="post" action="{url}" hx-post="{url}"')  # noqa: S704  # the address is escaped
