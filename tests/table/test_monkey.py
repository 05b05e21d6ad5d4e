"""A monkey taps on whatever the table offers, on two phones alike: every page that it sees holds together."""

import random
from collections import Counter
from typing import Any

import pytest
from bs4 import Tag

from scoring.crew import Visitor
from tests.table.page import Twins, shape

TAPS = 120
#: What a monkey would tap too rarely, or too often, if all were alike.
WEIGHTS = {"k": 4, "seat": 2, "act": 6, "icon": 1, "back": 3, "chip": 1, "choice": 4, "big": 6}


def tables(shown: Any, url: str) -> list[Tag]:
    """Everything to tap that stays at the table."""
    return [
        node
        for node in shown.tappable()
        if node.name == "button" or str(node["href"]).startswith(url) and "/log/" not in str(node["href"])
    ]


def weight(node: Tag) -> int:
    classes = node.get("class") or []
    base = max((WEIGHTS.get(name, 1) for name in classes), default=1)
    text = node.get_text()
    if "no" in classes or "Undo" in str(node) or text.startswith(("Give this hand", "End the game", "Void")):
        return 1
    return base * 2


def typed_for(node: Tag, shown: Any, chance: random.Random) -> dict[str, Any]:
    form = node.find_parent("form") if not node.get("form") else None
    if form is None:
        return {}
    typed: dict[str, Any] = {}
    for box in form.select("input[name]:not([type=hidden]):not([type=checkbox])"):
        typed[str(box["name"])] = {
            "points": str(chance.randint(0, 30)),
            "number": str(chance.choice([1, 1, 2, 5])),
            "player": chance.choice(["Eve", "Finn", "Ann", "Gus"]),
        }.get(str(box["name"]), "because")
    for select in form.select("select[name]"):
        values = [str(o.get("value", o.get_text())) for o in select.select("option")]
        typed.setdefault(str(select["name"]), []).append(chance.choice(values))
    if chance.random() < 0.1:
        for box in form.select("input[type=checkbox]"):
            typed[str(box["name"])] = str(box["value"])
    return typed


@pytest.mark.parametrize(
    ("seed", "options"),
    [
        (1, {"end": {"score": 30}}),
        (2, {"track": "quick", "end": {"hands": 2}}),
        (3, {"half_decks": 3, "chameleons": 1, "end": {}}),
        (4, {"end": {"hands": 3}}),
    ],
)
def test_a_monkey_finds_no_page_that_does_not_hold(ann: Visitor, seed: int, options: dict[str, Any]) -> None:
    chance = random.Random(seed)
    twins = Twins(ann, **options)
    seen: Counter[str] = Counter()
    for _ in range(TAPS):
        nodes = tables(twins.shown, twins.script.url)
        place = chance.choices(range(len(nodes)), [weight(node) for node in nodes])[0]
        typed = typed_for(nodes[place], twins.shown, chance)
        for phone in twins.phones:
            mine = tables(phone.shown, phone.url)
            copied = {key: list(v) if isinstance(v, list) else v for key, v in typed.items()}
            phone.tap_on(mine[place], **copied)
        status = twins.shown.status
        seen[f"{twins.state['phase']} {status}"] += 1
        seen[str((twins.script.bodies or [None])[-1] and (twins.script.bodies[-1] or {}).get("do"))] += 1
        for sheet in twins.shown.soup.select(".sheet"):
            seen[str(sheet["class"])] += 1
        assert status in (200, 422), twins.shown.text
        if status == 200:
            twins.check()
        else:
            assert twins.plain.shown.status == 422
            assert shape(twins.script.shown.table) == shape(twins.plain.shown.table)
    print(seen)
