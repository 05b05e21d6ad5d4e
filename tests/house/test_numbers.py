"""Numbers as they are typed, and as they are shown."""

import pytest

from referee.web.numbers import number_or_text, signed, whole_number, written


@pytest.mark.parametrize(
    ("typed", "number"),
    [
        ("7", 7),
        ("007", 7),
        ("999999999", 999_999_999),
        *((text, None) for text in ("1000000000", "", "-1", "1.5", " 1", "²", "٣")),
    ],
)
def test_a_whole_number_has_plain_digits_and_not_too_many(typed: str, number: int | None) -> None:
    assert whole_number(typed) == number
    assert number_or_text(typed) == (typed if number is None else number)


@pytest.mark.parametrize(
    ("points", "shown", "added"),
    [
        (7, "7", "+7"),
        (0, "0", "0"),
        (0.0, "0.0", "0"),
        (-3, "\u22123", "\u22123"),
        (-2.5, "\u22122.5", "\u22122.5"),
    ],
)
def test_a_minus_is_a_minus_and_nothing_added_has_no_sign(points: float, shown: str, added: str) -> None:
    assert (written(points), signed(points)) == (shown, added)
