"""A walk through the widest that a table of ZAR can show, with fourteen players."""

from __future__ import annotations

from collections.abc import Iterator

from tests.browser.boxes import boxes
from tests.browser.phone import Phone, do, flip, play
from tests.browser.tables import LONG

FOURTEEN = [*LONG, "Jon", "Kim", "Lea", "Maximilian", "Ned"]


def states(phone: Phone, names: list[str], **deck: str) -> Iterator[str]:
    """Leads a table through the widest that can lie, and yields where it stands, state after state."""
    first, second, third, fourth = names[:4]
    phone.sit_down(names, dealer=str(len(names) - 1), **deck)
    yield "flip"
    phone.fast(flip("red moon"))
    yield "play"
    phone.fast(
        play(first, "blue moon", 2), play(second, "blue wasp"), play(third, "blue wasp", mixed="top 1")
    )
    yield "play, Wasps, a Chameleon and a match"
    triple = play(fourth, "winged dragon", 2, mixed="under 1", declare="lightning")
    phone.fast(do("take", player=fourth), triple)
    yield "play, Power cards"
    turn = phone.whose_turn()
    phone.fast(do("recount", player=turn, cards=4), play(turn, "red lightning", 3))
    yield "play, a triple and ZAR owed"
    turn = phone.whose_turn()
    phone.fast(play(turn, "chameleon"))
    yield "play, a Chameleon alone"
    turn = phone.whose_turn()
    phone.fast(do("recount", player=turn, cards=1), play(turn, "red wasp"))
    yield "out"


def many(phone: Phone) -> Iterator[str]:
    for state in states(phone, FOURTEEN, half_decks="8", chameleons="8"):
        yield state
        if state.endswith(("match", "alone")):
            phone.tap("MATCH")
            yield f"sheet, MATCH in {state}"
            phone.tap("Back to the table")


def fits(phone: Phone, state: str) -> None:
    """No table in play needs scrolling, and every target is large enough."""
    assert phone.overflow() <= 0, state
    for name, width, height, right, bottom in boxes(phone.page, ".k:not(.multi)"):
        assert (width >= 38, height >= 44) == (True, True), (state, name, width, height)
        assert (right <= 360, bottom <= 640) == (True, True), (state, name)
    for name, width, height, right, _ in boxes(phone.page, ".multi, .act, .seat, select"):
        assert min(width, height) >= 44, (state, name, width, height)
        assert right <= 360, (state, name)
