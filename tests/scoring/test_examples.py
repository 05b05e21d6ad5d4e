"""The examples in the docstrings of the record are true."""

import doctest
from importlib import import_module

import pytest

MODULES = (
    "scoring.crew.phones",
    "scoring.exchange.spreadsheets",
    "scoring.log.tap_keys",
    "scoring.log.values",
    "scoring.models.people",
    "scoring.played",
    "scoring.statistics.facts",
    "scoring.statistics.strength",
)


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_of_a_module_are_true(name: str) -> None:
    found = doctest.testmod(import_module(name))
    assert found.attempted > 0
    assert found.failed == 0
