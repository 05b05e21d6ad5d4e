"""Tables in every state that a phone can show, made by the fast lane, for tests that look at all of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from tests.browser.phone import Phone, do, flip, play

SHORT = ["Ann", "Bob", "Cat", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida"]
LONG = [
    "Maximiliane von Hohenfel",
    "Bartholomew-Christopher",
    "Cat",
    "Wolfeschlegelsteinhausen",
    "Eve",
    "Friedrich Wilhelm IIIIII",
    "Gus",
    "WWWWWWWWWWWWWWWWWWWWWWWW",
    "Ida",
]
#: As many as can sit down to a game of ZAR.
FOURTEEN = [
    *LONG,
    "Konstantinopolitanisch I",
    "Jane Elizabeth Williams",
    "Kim",
    "Llanfairpwllgwyngyll 123",
    "Mmmmmmmmmmmmmmmmmmmmmmmm",
]


def states(phone: Phone, names: list[str]) -> Iterator[str]:
    """Leads a table through a hand, and yields what it shows: where it stands, one state after the other."""
    first, second = names[0], names[1]
    third, fourth = names[2 % len(names)], names[3 % len(names)]
    phone.sit_down(names, score="50", dealer=str(len(names) - 1))
    table = phone.page.url
    yield "flip"
    phone.fast(flip("red moon"))
    yield "play"
    phone.fast(play(first, "blue moon"), play(second, "blue wasp"), play(third, "blue wasp"))
    yield "play, Wasps and a match"
    phone.fast(do("take", player=fourth))
    yield "play, Wasps taken"
    phone.fast(do("draw", player=fourth))
    yield "play, a card drawn"
    phone.fast(play(fourth, "winged dragon", declare="lightning"))
    yield "play, a Power card"
    turn = phone.whose_turn()
    phone.fast(do("recount", player=turn, cards=3), play(turn, "red lightning", count=2))
    yield "play, a double and ZAR owed"
    phone.tap("Undo")
    yield "play, a move undone"
    phone.tap("Redo")
    turn = phone.whose_turn()
    phone.fast(do("recount", player=turn, cards=1), play(turn, "red wasp"))
    yield "out"
    phone.fast(do("out", player=turn))
    yield "count"
    phone.go(table)
    phone.tap("Type points")
    yield "count, points"
    for name in names:
        if name != turn:
            phone.fast(do("count", player=name, points=7))
    yield "between"
    phone.fast(do("end"))
    yield "over"


def sheets() -> Iterator[tuple[str, Callable[[Phone], None]]]:
    """The sheets of a table in play, by name, and how to open each."""
    yield "match", lambda phone: phone.tap("MATCH")
    yield "seat", lambda phone: phone.seat("Ann")
    yield "declare", lambda phone: phone.play("winged dragon")
    yield "refused", lambda phone: phone.play("yellow star")
    yield "dispute", lambda phone: phone.tap("Dispute")
    for kind in ("illegal", "liable", "may", "faq", "may&card=red+moon", "undoing&move=3"):
        yield kind, partial(_open, sheet=kind)
    yield "close call", partial(_open, sheet="close&events=play&events=match&players=Cat&players=Ann")
    yield "menu", lambda phone: phone.tap("Menu")
    yield "invite", lambda phone: phone.tap("Invite")
    for kind in ("loggers", "moves", "back&n=2", "how", "clause&clause=4", "photo&row=3"):
        yield kind, partial(_open, sheet=kind)
    yield "ruled", _rule


def _rule(phone: Phone) -> None:
    """A close call that waits to be saved."""
    table = phone.page.url.partition("?")[0]
    race = {"events": ["play", "match"], "players": ["Cat", "Ann"], "underneath": "Ann"}
    phone.fast(do("close_call", **race))
    phone.go(f"{table}?sheet=ruled")


def _open(phone: Phone, sheet: str) -> None:
    phone.go(f"{phone.page.url.partition('?')[0]}?sheet={sheet}")
