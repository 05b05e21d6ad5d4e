"""No sheet offers what is not accepted: each button is tapped as it stands, with nothing chosen before."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from http import HTTPStatus
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from bs4 import Tag
from django.db import transaction

from referee.games.registry import GAMES
from scoring.crew.visitor import Visitor
from scoring.log.tap_keys import new_key
from tests import taps
from tests.table.page import Phone, Request, Shown, name_of, new_game

pytestmark = [pytest.mark.slow, pytest.mark.any_database]

#: So many sheets of one kind are looked at, and buttons of a form that send the same field.
ALIKE = 3

Moves = tuple[dict[str, Any], ...]


def _do(what: str, player: str = "", *cards: str, **more: Any) -> dict[str, Any]:
    return (
        {"do": what}
        | ({"player": player} if player else {})
        | ({"cards": list(cards)} if cards else {})
        | more
    )


def _dealt(card: str) -> Moves:
    return _do("deal", dealer="Ann"), _do("flip", card=card)


def _out(first: str, last: str) -> Moves:
    return *_dealt(first), {"do": "recount", "player": "Bob", "cards": 1}, _do("play", "Bob", last)


PLAYED = (*_dealt("blue sun"), _do("play", "Bob", "blue moon"))
LINES = _do("deal", lead="Ann", columns=["blue 3", "orange 7", "blue 1", "orange 2", "blue 7"])
#: Tables: the game, what was agreed on, and the moves that were made.
TABLES: dict[str, tuple[str, dict[str, Any], Moves]] = {
    "zar to flip": ("zar", {}, PLAYED[:1]),
    "zar": ("zar", {}, PLAYED),
    "zar quick": ("zar", {"track": "quick"}, (*_dealt("plain"), _do("play", "Bob", "plain"))),
    "zar chameleon": ("zar", {"half_decks": 4, "chameleons": 3}, (*PLAYED, _do("play", "Cat", "chameleon"))),
    "zar out": ("zar", {}, _out("blue sun", "blue moon")),
    "zar count": ("zar", {}, (*_out("blue sun", "blue moon"), _do("out", "Bob"))),
    "house_zar": ("house_zar", {}, (*_dealt("blue 3"), _do("play", "Bob", "blue 4"))),
    "house_zar out": ("house_zar", {}, _out("blue 3", "blue 4")),
    "crazy_eights": ("crazy_eights", {}, (*_dealt("3 of clubs"), _do("play", "Bob", card="4 of clubs"))),
    "numzumzero": ("numzumzero", {}, (LINES, _do("play", "Ann", card="orange 3", column=1))),
    "zarathustra": ("zarathustra", {}, (_do("place", "Ann", tile="hbbb", at="e5"),)),
    "zero_zap to deal": ("zero_zap", {}, ()),
    "zero_zap": ("zero_zap", {}, (_do("deal", dealer="Cat"), {"do": "draw", "player": "Ann", "cards": 1})),
    "score_sheet": ("score_sheet", {}, (_do("round", scores={"Ann": 1, "Bob": 2, "Cat": 3}),)),
}


def test_every_game_has_a_table_here() -> None:
    assert {game for game, _, _ in TABLES.values()} == set(GAMES)


@pytest.mark.parametrize("kind", TABLES)
def test_every_button_of_every_sheet_is_understood_as_it_stands(ann: Visitor, kind: str) -> None:
    key, options, moves = TABLES[kind]
    game = new_game(ann, game=key, **options)
    for move in moves:
        game.refresh_from_db()
        made = taps.make(ann, game.public_id, new_key(game), move)
        assert made.reply.status == HTTPStatus.OK, (move, made.reply.refused)
    seen, waiting, wrong = Counter[str](), {""}, []
    phone = Phone(ann, game)
    while waiting:
        query = waiting.pop()
        seen[_kind(query)] += 1
        page = phone.open(query)
        waiting |= _sheets(phone, [str(node["href"]) for node in page.table.select("a[href]")])
        for button, request in _buttons(phone):
            answer = _answer(phone, request)
            if "Not understood" in answer.text:
                wrong.append(f"{name_of(button)} of {query}: {answer.one('.s-refused')}")
            elif answer.status == HTTPStatus.OK:
                waiting |= _sheets(phone, [answer.here])
        waiting = {query for query in waiting if seen[_kind(query)] < ALIKE}
    assert len(seen) > 1
    assert not wrong, "\n".join(wrong)


def _kind(query: str) -> str:
    """Which sheet it is, and what it asks for, whoever it is about."""
    asked = parse_qs(query.removeprefix("?"))
    return " ".join([*asked.get("sheet", ()), *asked.get("ask", ()), *asked])


def _sheets(phone: Phone, addresses: Iterable[str]) -> set[str]:
    """The queries of those addresses that open a sheet of this table."""
    parts = (urlsplit(address) for address in addresses)
    return {f"?{part.query}" for part in parts if part.path in ("", phone.url) and "sheet=" in part.query}


def _buttons(phone: Phone) -> Iterator[tuple[Tag, Request]]:
    """The buttons of the sheet that is shown, but for those whose form browsers do not send as it stands."""
    alike, page = Counter[tuple[int, object]](), phone.shown
    for button in page.table.select(".sheet form:is([hx-get], [hx-post]) button:not([disabled])"):
        form = button.find_parent("form")
        alike[id(form), button.get("name")] += 1
        lacks = form and form.select("[required]:not([value]), [required][value='']")
        if not lacks and alike[id(form), button.get("name")] <= ALIKE:
            phone.shown = page
            yield button, phone.request_of(button)


def _answer(phone: Phone, request: Request) -> Shown:
    """What a tap is answered by; then it is as if it had never been."""
    with transaction.atomic():
        answer = phone.send(request)
        transaction.set_rollback(True)
    return answer
