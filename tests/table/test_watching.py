"""A watcher's table: all that happened, nothing that would be refused, and the way to ask."""

from typing import Any

import pytest
from django.urls import reverse

from scoring.crew.visitor import Visitor
from tests.crew.games import EVERY, played
from tests.table.page import Phone, client_of, name_of, words

pytestmark = [pytest.mark.slow, pytest.mark.any_database]


@pytest.mark.long
@pytest.mark.parametrize("most", [6, 400], ids=["in play", "over"])
@pytest.mark.parametrize("key", EVERY)
def test_a_watcher_sees_the_table_and_has_nothing_to_tap_but_links(
    ann: Visitor, cat: Visitor, key: str, most: int
) -> None:
    options: dict[str, Any] = {"end": {"rounds": 9}} if key == "score_sheet" else {}
    game = played(ann, key, names="Ann Bob", most=most, **options)
    watching, playing = Phone(cat, game), Phone(ann, game)
    shown = watching.shown
    assert not shown.table.select("form, button, input")
    assert len(shown.soup.select("h1")) == 1
    assert "Watching only" in shown.text
    assert "Watching only" not in playing.shown.text
    assert {"Menu", "See the whole game", "Dispute"} == {
        name_of(node) for node in shown.table.select("a.act, a.icon")
    }
    for name in ("Ann", "Bob"):
        assert name in words(shown.soup.select_one(".still"))
    menu = watching.tap("Menu")
    # What this phone says aloud is its own.
    assert not [node for node in menu.tappable() if node.name == "button" and not node.has_attr("data-speak")]
    assert [node for node in playing.tap("Menu").tappable() if node.name == "button"]
    watching.open()
    assert watching.tap("Dispute").status == 200


def test_a_watcher_is_led_to_no_new_game(ann: Visitor, cat: Visitor, bob: Visitor) -> None:
    game = played(ann, "zar", names="Ann Bob", most=6)
    new = reverse("new")
    assert new in client_of(bob).get(reverse("home")).text
    rest = (reverse(name) for name in ("games", "players", "leaders", "records", "nights", "seasons"))
    for path in (reverse("home"), reverse("game", args=[game.public_id]), *rest):
        assert new not in client_of(cat).get(path).text, path
    assert client_of(cat).get(new).status_code == 403
    assert "A watcher looks on" in client_of(cat).get(reverse("setup", args=["zar"])).text


def test_the_over_screen_starts_the_rematch_with_one_tap(ann: Visitor) -> None:
    over = played(ann, "zar", names="Ann Bob", most=400, end={"hands": 1})
    phone = Phone(ann, over)
    assert "wins" in phone.shown.text
    phone.tap("Rematch")
    assert f"/t/{over.public_id}/" not in phone.shown.here
    assert {words(node) for node in phone.shown.soup.select(".seat .name")} == {"Ann A", "Bob B"}
