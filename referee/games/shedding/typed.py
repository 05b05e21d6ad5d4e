"""Points as they are typed on the keys of a count, card by card: `5+3+1`."""

from __future__ import annotations

import re

from django.http import QueryDict

_TYPED = re.compile(r"[0-9]{1,4}(\+[0-9]{1,4})*\+?")
_LONGEST = 48
#: What the key that takes the last one away sends.
BACK = "back"


def typed(text: str) -> str:
    """What was typed so far; "" for what nobody can type.

    >>> typed("5 + 3 +"), typed("+5"), typed("5++3")
    ('5+3+', '', '')
    """
    close = "".join(text.split())
    return close if len(close) <= _LONGEST and _TYPED.fullmatch(close) else ""


def pressed(text: str, key: str) -> str:
    """What stands there after one more key; a key that makes no sense there changes nothing.

    >>> pressed("5+", "3"), pressed("0", "7"), pressed("5+", "+"), pressed("12", "back"), pressed("", "+")
    ('5+3', '7', '5+', '1', '')
    """
    if key == BACK:
        return text[:-1]
    nought = text.rpartition("+")[2] == "0" and key.isdigit()
    made = f"{text[:-1] if nought else text}{key}"
    return made if typed(made) == made else text


def added(text: str) -> int:
    """What it comes to.

    >>> added("5+3+1+"), added("")
    (9, 0)
    """
    return sum(int(part) for part in text.split("+") if part)


def with_points(raw: dict[str, object], sent: QueryDict) -> dict[str, object]:
    """A move with its points as they were typed; what makes no sense is left for the referee to refuse."""
    found = typed(sent.get("points", "")) if "points" in raw else ""
    return raw | ({"points": added(found)} if found else {})
