"""A tap takes few queries, transaction included, and as many for the hundredth move as for the first."""

from collections.abc import Callable

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scoring.log import reader, tap_keys
from tests.scoring.toy import DEAL, END, PLAY, Phone, score, table


def queries(act: Callable[[], object]) -> int:
    with CaptureQueriesContext(
        connection,
    ) as captured:
        act()
    return len(captured)


def counted(phone: Phone, act: Callable[[str], object]) -> int:
    """The queries of an act with the key of a fresh page, which the page's own query made."""
    key = tap_keys.new_key(phone.game)
    return queries(lambda: act(key))


@pytest.mark.django_db(transaction=True)
def test_a_tap_takes_at_most_9_queries_and_10_only_to_take_back_a_hands_first_move_or_the_end(
    phone: Phone,
) -> None:
    phone.tap(DEAL)
    assert counted(phone, lambda key: phone.tap(PLAY, key)) == 6
    assert counted(phone, phone.undo) == 9
    assert counted(phone, phone.redo) == 7
    assert counted(phone, lambda key: phone.tap(score("Bob", 3), key)) == 8
    assert counted(phone, phone.undo) == 9
    assert counted(phone, phone.redo) == 9
    assert counted(phone, lambda key: phone.tap(DEAL, key)) == 7
    assert counted(phone, phone.undo) == 10
    assert counted(phone, phone.redo) == 8
    assert counted(phone, lambda key: phone.tap(END, key)) == 7
    assert counted(phone, phone.undo) == 10
    assert counted(phone, lambda key: phone.tap(score("Bob", 3) | {"last": True}, key)) == 9


@pytest.mark.django_db(transaction=True)
def test_a_key_sent_again_takes_no_write(phone: Phone) -> None:
    key = tap_keys.new_key(phone.game)
    phone.tap(PLAY, key)
    assert queries(lambda: phone.tap(PLAY, key)) == 5


def test_a_long_game_is_as_quick_as_a_short_one(phone: Phone) -> None:
    def one_hand() -> tuple[list[int], int]:
        counts = [counted(phone, lambda key: phone.tap(PLAY, key)) for _ in range(10)]
        counts += [counted(phone, phone.undo), counted(phone, phone.redo)]
        return counts, len(reader.past(phone.game).entries)

    phone.tap(DEAL)
    first = one_hand()
    for _ in range(10):
        phone.tap(DEAL)
        assert one_hand() == first


def test_looking_back_in_a_hand_takes_two_queries(phone: Phone) -> None:
    for body in (DEAL, PLAY, DEAL, PLAY, PLAY):
        phone.tap(body)
    game = phone.game
    assert queries(lambda: reader.past(game)) == 2
    assert queries(lambda: reader.next_redo(game)) == 0
    phone.undo()
    game = phone.game
    assert queries(lambda: reader.next_redo(game)) == 1
    assert table([DEAL]).standing == game.standing
