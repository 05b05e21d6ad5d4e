"""What tables show, kept as text: the page after moves of each scenario, its sheets, and how others see it.

    python -m tests.golden.pages make [GAME ...]
    python -m tests.golden.pages compare [GAME ...]

`compare` draws them anew, and shows where one differs by more than blanks or the order of classes; it exits
with 1 if any does.
All is drawn for Django's client, after moves on the real path of a tap, on a database of its own.
"""

from __future__ import annotations

import logging
import lzma
import re
import sys
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch
from zlib import crc32

import django
import msgspec
from django.db import transaction
from django.test.utils import setup_databases, setup_test_environment, teardown_databases

from tests.golden.golden import HERE, KEYS, Golden, read, shown
from tests.golden.text import stopped_clock, text_of

django.setup()

from referee.games.registry import PRESENTERS  # noqa: E402  # all of it waits for django.setup
from scoring.crew import seats  # noqa: E402
from scoring.crew.visitor import Visitor  # noqa: E402
from scoring.log import tap_keys  # noqa: E402
from scoring.models import Game, Role  # noqa: E402
from tests.conftest import joined  # noqa: E402
from tests.table.page import client_of, new_game  # noqa: E402

#: A table is drawn after every so many moves, with so many of the sheets that its links lead to, and so many
#: that each of these leads to; all of the former at the end.
EVERY, SHEETS, DEEPER = 3, 3, 1
AT_THE_END = 40
#: So many kinds of differences are shown of a game.
MOST = 6
_CLASSES = re.compile(r'class="([^"]*)"')
_LINK = re.compile(r'href="([^"]*)"')
_REGION = {"HX-Request": "true", "HX-Target": "table"}

Pages = dict[str, str]


class Walk:
    """One scenario played on a table, by the keeper's phone; one has a seat, one only watches."""

    def __init__(self, golden: Golden) -> None:
        record = golden.record
        self.name = golden.name
        self.moves = record["moves"]
        self.ann = Visitor()
        self.game = new_game(self.ann, "\n".join(record["players"]), record["game"], **record["options"])
        self.watcher = client_of(joined(self.ann, Role.WATCHER))
        seated = joined(self.ann, Role.SCORER)
        self.seated = client_of(seated)
        mine = Game.objects.visible_to(seated).get(pk=self.game.pk)
        seats.take(mine, record["players"][-1], mine.viewer_id)
        self.keeper = client_of(self.ann)
        for client in (self.watcher, self.seated, self.keeper):
            client.raise_request_exception = False
        self.url = f"/t/{self.game.public_id}/"
        self.pages: Pages = {}

    def walk(self) -> Pages:
        """Makes every move, and returns what was shown, by what it is."""
        self.draw("0", self.keeper.get(self.url))
        for n, raw in enumerate(self.moves, 1):
            answer = self.make(raw)
            if answer.status_code != 200 or n % EVERY == 0:
                self.draw(f"{n} {raw['do']}", answer)
            if n % EVERY == 0:
                self.look(str(n), SHEETS)
        self.look("end", AT_THE_END)
        self.of_the_record()
        return self.pages

    def make(self, raw: dict[str, Any]) -> Any:
        """Sends a move; which fields a form has for it is not asked here."""
        game = Game.objects.visible_to(self.ann).get(pk=self.game.pk)
        presenter = PRESENTERS[game.game]
        with patch.object(type(presenter), "move", lambda *_: presenter.rules.read(raw)):
            sent = {"key": tap_keys.new_key(game), "do": raw["do"]}
            return self.keeper.post(f"{self.url}move/", sent, headers=_REGION)

    def look(self, when: str, most: int) -> None:
        """Draws the table as everybody sees it, and sheets that links of the keeper's lead to."""
        shown = self.keeper.get(self.url, headers=_REGION)
        self.draw(f"{when} keeper", shown)
        self.draw(f"{when} watcher", self.watcher.get(self.url, headers=_REGION))
        self.draw(f"{when} seated", self.seated.get(self.url, headers=_REGION))
        self.draw(f"{when} board", self.keeper.get(f"/games/{self.game.public_id}/board/"))
        for link in self.links(shown, when)[:most]:
            sheet = self.keeper.get(link, headers=_REGION)
            self.draw(f"{when} {link}", sheet)
            for deeper in self.links(sheet, when)[:DEEPER]:
                self.draw(f"{when} {deeper}", self.keeper.get(deeper, headers=_REGION))

    def links(self, response: Any, when: str) -> list[str]:
        """The sheets that a page leads to, in an order that is always the same, and other ones each time."""
        found = {link.replace("&amp;", "&") for link in _LINK.findall(response.content.decode())}
        sheets = [link for link in found if link.startswith(f"{self.url}?")]
        return sorted(sheets, key=lambda link: crc32(f"{self.name} {when} {link.partition('?')[2]}".encode()))

    def of_the_record(self) -> None:
        """The log, moves to correct, the game's page and its replay, and the setup of another one like it."""
        length = Game.objects.get(pk=self.game.pk).length
        numbers = sorted(range(1, length + 1), key=lambda n: crc32(f"{self.name} {n}".encode()))
        for address in (
            *(f"{self.url}{name}/" for name in ("log", *(f"correct/{n}" for n in numbers[:2]))),
            *(f"/games/{self.game.public_id}/{name}" for name in ("", "replay/")),
            f"/new/{self.game.game}/?rematch={self.game.public_id}",
        ):
            self.draw(address, self.keeper.get(address))

    def draw(self, what: str, response: Any) -> None:
        self.pages[f"{self.name}: {what.replace(self.game.public_id, '*')}"] = text_of(response)


def drawn(key: str) -> Pages:
    """Every page of a game, by what it is."""
    pages: Pages = {}
    for golden in read("scenarios", key):
        with transaction.atomic():
            pages |= Walk(golden).walk()
            transaction.set_rollback(True)
    with transaction.atomic():
        pages[f"setup {key}"] = text_of(client_of(Visitor()).get(f"/new/{key}/"))
        transaction.set_rollback(True)
    return pages


@contextmanager
def own_database() -> Iterator[None]:
    setup_test_environment()
    before = setup_databases(verbosity=0, interactive=False)
    logging.disable()
    with stopped_clock():
        yield
    teardown_databases(before, verbosity=0)


def make(keys: tuple[str, ...]) -> int:
    """Writes the file of each of these games; returns how many pages are an error of ours."""
    wrong = 0
    for key in keys:
        pages = drawn(key)
        errors = [what for what, text in pages.items() if text.startswith("500")]
        sys.stdout.write(f"{key}: {len(pages)} pages. {errors}\n")
        wrong += len(errors)
        data = msgspec.json.encode(pages)
        (HERE / f"pages-{key}.json.xz").write_bytes(lzma.compress(data, preset=9))
    return wrong


def compare(keys: tuple[str, ...]) -> int:
    """Shows the commonest differences of every game; returns in how many pages there is one."""
    wrong = 0
    for key in keys:
        kept = msgspec.json.decode(lzma.decompress((HERE / f"pages-{key}.json.xz").read_bytes()), type=Pages)
        then, now = ({what: _alike(text) for what, text in drawing.items()} for drawing in (kept, drawn(key)))
        alike: defaultdict[str, list[str]] = defaultdict(list)
        for what in then | now:
            if then.get(what) != now.get(what):
                said = shown(what, then.get(what, ""), now.get(what, ""))
                changed = [line for line in said.splitlines()[2:] if line.startswith(("-", "+"))]
                alike["\n".join(changed)].append(said)
        differ = sum(map(len, alike.values()))
        sys.stdout.write(f"{key}: {differ} of {len(then)} pages differ\n")
        for pages in sorted(alike.values(), key=len, reverse=True)[:MOST]:
            sys.stdout.write(f"{len(pages)} pages as\n{pages[0]}\n")
        wrong += differ
    return wrong


def _alike(text: str) -> str:
    """The page with the names of classes in one order: which comes first makes no difference."""
    return _CLASSES.sub(lambda found: f'class="{" ".join(sorted(found[1].split()))}"', text)


if __name__ == "__main__":
    command, *chosen = sys.argv[1:]
    with own_database():
        wrong = (make if command == "make" else compare)(tuple(chosen) or KEYS)
    sys.exit(bool(wrong))
