"""A monkey at a table: what it sees to tap, how it likes each, and what it types."""

import random
from typing import Any

from bs4 import Tag

from tests.table.page import Phone, fields_of

TAPS = 50
#: How much a monkey likes a kind of thing: keys and doings more than ways back, or few hands would end.
WEIGHTS = {"k": 8, "act": 12, "big": 12, "choice": 8, "back": 6, "seat": 4}
RARELY = ("Undo", "Redo", "Give up this", "End the game")

#: What each phone gets another of, such as the link of an invitation.
OF_ITS_OWN = ("Invite", "Play along", "Save the photo")


def offered(phone: Phone) -> list[Tag]:
    """Everything to tap that stays at the table."""
    return [
        node
        for node in phone.shown.tappable()
        # A button that sends nothing is for scripts alone.
        if ((node.name == "button" and node.get("type") != "button") or node.get("hx-get") is not None)
        and node.get_text() not in OF_ITS_OWN
    ]


def liking(node: Tag) -> int:
    name = str(node.get("aria-label") or node.get_text())
    classes = node.get_attribute_list("class")
    if "no" in classes or name.startswith(RARELY):
        return 1
    return max(WEIGHTS.get(str(each), 2) for each in classes or [""])


def typed_into(node: Tag, chance: random.Random) -> dict[str, Any]:
    """What the monkey types into the form that it sends."""
    form = node.find_parent("form")
    if form is None or node.get("form") or node.name == "a":
        return {}
    words = {
        "points": str(chance.randint(0, 30)),
        "cards": chance.choice(["1", "1", "2", "5"]),
        "player": chance.choice(["Eve", "Finn", "Ann", "Gus"]),
    }
    free = ("hidden", "checkbox", "radio")
    boxes = [box for box in fields_of(form) if box.name == "input" and box.get("type") not in free]
    typed: dict[str, Any] = {str(box["name"]): words.get(str(box["name"]), "because") for box in boxes}
    for select in form.select("select[name]"):
        values = [str(option.get("value", option.get_text())) for option in select.select("option")]
        typed.setdefault(str(select["name"]), []).append(chance.choice(values))
    for name in sorted({str(box["name"]) for box in form.select("input[type=radio]")}):
        typed[name] = str(chance.choice(form.select(f"input[type=radio][name={name}]"))["value"])
    if chance.random() < 0.1:
        typed |= {str(box["name"]): str(box["value"]) for box in form.select("input[type=checkbox]")}
    return typed
