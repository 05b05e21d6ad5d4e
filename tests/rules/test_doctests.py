"""Docstrings of the rules: the examples in them are run, module by module, and no move goes without."""

from __future__ import annotations

import doctest
import importlib
import pkgutil
from typing import get_args

import pytest

import referee.rules
from referee.games.registry import GAMES

MODULES = sorted(
    module.name for module in pkgutil.walk_packages(referee.rules.__path__, f"{referee.rules.__name__}.")
)


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_of_a_module_are_right(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name)).failed == 0


def test_examples_are_found() -> None:
    finder = doctest.DocTestFinder(exclude_empty=True)
    found = [test for name in MODULES for test in finder.find(importlib.import_module(name)) if test.examples]
    assert {"referee.rules.sentences.words", "referee.rules.zero_zap.cards.read"} <= {
        test.name for test in found
    }


@pytest.mark.parametrize("key", GAMES)
def test_every_move_says_what_it_is(key: str) -> None:
    kinds = get_args(GAMES[key].move_types)
    assert kinds
    assert [kind.__name__ for kind in kinds if not vars(kind).get("__doc__")] == []
