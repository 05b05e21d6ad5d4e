"""Names at seats that have little room."""

import pytest

from referee.games.parts import short_name

pytestmark = pytest.mark.any_database


def test_names_that_begin_alike_are_told_apart_at_their_seats() -> None:
    names = ["Maximilian Anton", "Maximilian Egon", "Maximiliane", "Wolfeschlegelsteinhausen", "Ann", "Anna"]
    assert [short_name(name, names) for name in names] == ["Ma…ton", "Ma…gon", "", "", "", ""]
    assert short_name("Maximiliane", [*names, *"BCDEF"]) == "Ma…ane", "where many sit down there is less room"
