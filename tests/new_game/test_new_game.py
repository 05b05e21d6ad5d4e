"""A new game is its own folders and a line of the registry: a made-up one is added, and played.

Pages that know nothing of it have what it says of itself, from its setup to what is told of it for years.
"""

from __future__ import annotations

import runpy
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest
from django.http import QueryDict
from django.template import engines
from django.template.backends.jinja2 import Jinja2
from jinja2 import FileSystemLoader

from referee import games, rules
from referee.games import registry
from referee.games.presenter import AnyPresenter
from referee.rules import rulebook
from scoring.crew.visitor import Visitor
from scoring.models import Game, Player
from tests.table.page import Phone, Shown, client_of

pytestmark = [pytest.mark.any_database, pytest.mark.django_db]
CLIMB = Path(__file__).parent / "climb"


@pytest.fixture
def climb(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[AnyPresenter]:
    """The game, in folders and in a registry as they would be with it."""
    packages: dict[str, ModuleType] = {"rules": rules, "games": games}
    for folder, package in packages.items():
        shutil.copytree(CLIMB / folder, tmp_path / folder / "climb")
        monkeypatch.setattr(package, "__path__", [*package.__path__, str(tmp_path / folder)])
    # Rulebooks are looked for beside the module that reads them.
    for book in Path(rules.__path__[0]).glob("*/rulebook.toml"):
        (tmp_path / "rules" / book.parent.name).symlink_to(book.parent)
    monkeypatch.setattr(rulebook, "__file__", str(tmp_path / "rules/rulebook.py"))
    shutil.copytree(CLIMB / "templates", tmp_path / "templates/games/climb")
    pages = engines["jinja2"]
    assert isinstance(pages, Jinja2)
    assert isinstance(pages.env.loader, FileSystemLoader)
    monkeypatch.setattr(
        pages.env.loader, "searchpath", [*pages.env.loader.searchpath, tmp_path / "templates"]
    )
    line = "from referee.games.climb.presenter import ClimbPresenter\n"
    text = (
        Path(registry.__file__).read_text(encoding="utf-8").replace("from referee", f"{line}from referee", 1)
    )
    longer = tmp_path / "registry.py"
    longer.write_text(text.replace("\n)\n", "\n    ClimbPresenter(),\n)\n", 1), encoding="utf-8")
    presenter: AnyPresenter = runpy.run_path(str(longer))["PRESENTERS"]["climb"]
    monkeypatch.setitem(registry.PRESENTERS, "climb", presenter)
    monkeypatch.setitem(registry.GAMES, "climb", presenter.rules)
    yield presenter
    for name in [name for name in sys.modules if ".climb" in name]:
        del sys.modules[name]


def test_all_pages_know_a_new_game(ann: Visitor, climb: AnyPresenter) -> None:
    client = client_of(ann)
    games = Shown(client.get("/new/"))
    assert "Up the stairs by one, two or three." in games.text
    assert games.one("[href='/new/climb/'] .tile") == "C"
    page = Shown(client.get("/new/climb/"))
    assert '<input type="number" name="stairs" min="3" max="9999" inputmode="numeric" value="7">' in page.html
    sent = {"name": ["Ann", "Bob"], "stairs": "2", "wet": "1", "start": "1"}
    refused = Shown(client.post("/new/climb/", sent))
    assert refused.one(".errors") == "The number of steps has to be a whole number from 3 to 9999."
    client.post("/new/climb/", sent | {"stairs": "6"})
    phone = Phone(ann, Game.objects.get())
    assert phone.game.options == {"stairs": 6, "wet": True}
    phone.tap("Go 3")
    phone.tap("Go 2")
    assert "No more than 1 step can be gone." in phone.tap("Go 3").text
    phone.open()
    assert "Ann goes up 3 steps" in Shown(client.get(f"{phone.url}log/")).text
    correction = Shown(client.get(f"{phone.url}correct/1/"))
    assert correction.one(".was") == "It was: Ann goes up 3 steps"
    assert correction.find("Go 3")
    phone.tap("Go 1")
    assert phone.game.standing["winners"] == ["Ann"]
    game = Shown(client.get(f"/games/{phone.game.public_id}/")).text
    assert "3 steps at once" in game
    assert "Wet stairs" in game
    player = Player.objects.get(name="Ann")
    assert "Longest leap" in Shown(client.get(f"/players/{player.public_id}/")).text
    assert "Going up" in Shown(client.get("/rules/climb/")).text


def test_no_form_sends_what_only_the_server_says(climb: AnyPresenter) -> None:
    sent = QueryDict("do=go&player=Ann&steps=2&wind=5")
    assert climb.form(sent) == {"do": "go", "player": "Ann", "steps": 2}
