"""Expressions of a sheet: a small part of Python's, read once, checked before they run, run by simpleeval.

An expression has numbers, texts, names, `+ - * / // %`, comparisons, `in`, `and or not`, `a if b else c`,
lists and the functions below. There are no attributes, no indices, no comprehensions, no powers: whatever
is read here ends soon and reaches nothing (docs/sheets.md). Values are small as well: texts and lists have at
most 1,000 parts, lists have no lists in them, and what is counted together has so many steps at most.
"""

from __future__ import annotations

import ast
import math
import operator
import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from decimal import ROUND_HALF_UP, Decimal
from functools import lru_cache
from threading import local
from typing import TypeAlias

from simpleeval import EvalWithCompoundTypes, InvalidExpression

from referee.rules.sentences import number_text

#: What an expression comes to, and what its names stand for.
Value: TypeAlias = "int | float | str | bool | Sequence[int | float | str | bool]"
Names: TypeAlias = Mapping[str, object]

LONGEST = 600
_MOST_NODES = 250
_LONGEST_TEXT = 60
#: No shelf has a game that counts a billion.
LIMIT = 1_000_000_000
#: On the way to a number there may be larger ones; up to here whole ones are exact.
LARGEST_NUMBER = 10**15
#: So many parts has a text or a list at most.
MOST_IN_A_VALUE = 1_000
#: A step is a part of an expression that is counted, or this many things in a list or letters of a text.
_IN_A_STEP = 10
#: So many steps may be counted together: a move, or who can still win.
MOST_STEPS = 30_000
#: So much of what an expression comes to is told in a message.
_LONGEST_TOLD = 160


class BadFormula(ValueError):
    """The expression cannot be read, or cannot be counted; the message says why, in one sentence.

    `text` is the expression, where it could be read.
    """

    def __init__(self, message: str, text: str = "") -> None:
        super().__init__(message)
        self.text = text


def half_up(number: float, step: float = 1) -> int | float:
    """The nearest multiple of a step; a half goes up, away from 0, as people round."""
    exact = (Decimal(str(number)) / Decimal(str(step))).quantize(Decimal(1), ROUND_HALF_UP) * Decimal(
        str(step)
    )
    return int(exact) if exact == exact.to_integral_value() else float(exact)


def _at(values: Sequence[object], place: float) -> object:
    """The value at a place counted from 1; beyond either end the nearest one."""
    if not values:
        message = "`at` was given an empty list"
        raise BadFormula(message)
    return values[min(max(int(place), 1), len(values)) - 1]


def _first(values: Sequence[object], number: float) -> Sequence[object]:
    return values[: max(int(number), 0)]


def _count(values: Sequence[object], value: object) -> int:
    return sum(1 for one in values if one == value)


def _place(value: float, values: Sequence[float]) -> int:
    """The place of a number among others, the highest first, from 1; equal numbers share the better one."""
    return 1 + sum(1 for other in values if other > value)


def _least(*values: object) -> object:
    return _extreme(min, values)


def _most(*values: object) -> object:
    return _extreme(max, values)


def _extreme(choose: Callable[..., object], values: tuple[object, ...]) -> object:
    """`min` and `max` of a list or of several; of an empty list 0, since nobody has none."""
    if len(values) == 1 and isinstance(values[0], list | tuple):
        return choose(values[0], default=0)
    return choose(values)


FUNCTIONS: Mapping[str, Callable[..., object]] = {
    "abs": abs,
    "all": all,
    "any": any,
    "at": _at,
    "ceil": math.ceil,
    "count": _count,
    "first": _first,
    "floor": math.floor,
    "len": len,
    "max": _most,
    "min": _least,
    "place": _place,
    "round": half_up,
    "sum": sum,
}


def _plus(left: object, right: object) -> object:
    """Numbers are added up, texts and lists are joined."""
    if isinstance(left, int | float) and isinstance(right, int | float):
        return left + right
    if isinstance(left, str) and isinstance(right, str):
        return left + right
    if isinstance(left, list | tuple) and isinstance(right, list | tuple):
        return [*left, *right]
    message = "only numbers, texts and lists can be added up, each with its own kind"
    raise TypeError(message)


def _of_numbers(counts: Callable[[float, float], float]) -> Callable[[object, object], float]:
    """An operator for numbers alone: a text times a billion, or formatted, would fill the memory."""

    def count(left: object, right: object) -> float:
        if not isinstance(left, int | float) or not isinstance(right, int | float):
            message = "only numbers can be counted with"
            raise TypeError(message)
        return counts(left, right)

    return count


_OPERATORS: Mapping[type[ast.AST], Callable[..., object]] = {
    ast.Add: _plus,
    ast.Sub: _of_numbers(operator.sub),
    ast.Mult: _of_numbers(operator.mul),
    ast.Div: _of_numbers(operator.truediv),
    ast.FloorDiv: _of_numbers(operator.floordiv),
    ast.Mod: _of_numbers(operator.mod),
    ast.USub: operator.neg,
    ast.UAdd: operator.pos,
    ast.Not: operator.not_,
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
    ast.In: lambda one, many: one in many,
    ast.NotIn: lambda one, many: one not in many,
}
_NODES = (
    *(ast.Expression, ast.Expr, ast.BoolOp, ast.And, ast.Or, ast.BinOp, ast.UnaryOp, ast.Compare, ast.IfExp),
    *(ast.Call, ast.Name, ast.Load, ast.Constant, ast.List, ast.Tuple),
    *_OPERATORS,
)


@lru_cache(512)
def tree(text: str) -> ast.expr:
    """An expression, read. Raises BadFormula for what is none."""
    if len(text) > LONGEST:
        message = f"the expression is longer than {LONGEST} characters"
        raise BadFormula(message)
    try:
        read = ast.parse(text.strip(), mode="eval")
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        unclosed = any(text.count(a) > text.count(b) for a, b in ("()", "[]"))
        message = f"“{text}” is no expression" + (": a bracket is not closed" if unclosed else "")
        raise BadFormula(message) from None
    nodes = list(ast.walk(read))
    if len(nodes) > _MOST_NODES:
        message = f"the expression has more than {_MOST_NODES} parts"
        raise BadFormula(message)
    for node in nodes:
        _allow(node, text)
    return read.body


def _allow(node: ast.AST, text: str) -> None:
    """Raises BadFormula for what an expression may not have."""
    wrong = ""
    if not isinstance(node, _NODES):
        wrong = f"“{text}” has a part that expressions do not have here ({type(node).__name__.lower()})"
    elif isinstance(node, ast.Constant):
        if not isinstance(node.value, int | float | str):
            wrong = f"“{text}” has a value that is neither a number nor a text"
        elif isinstance(node.value, str) and len(node.value) > _LONGEST_TEXT:
            wrong = f"a text in an expression has at most {_LONGEST_TEXT} characters"
        elif isinstance(node.value, int | float) and not abs(node.value) <= LIMIT:
            wrong = f"a number in an expression is at most {LIMIT:,}"
    elif isinstance(node, ast.Call):
        if not isinstance(node.func, ast.Name) or node.keywords:
            wrong = f"“{text}” calls something that is no function"
        elif node.func.id not in FUNCTIONS:
            wrong = f"there is no function “{node.func.id}”"
    if wrong:
        raise BadFormula(wrong)


@lru_cache(512)
def names_in(text: str) -> frozenset[str]:
    """The names that an expression asks for, functions aside. Raises BadFormula."""
    read = tree(text)
    called = {id(node.func) for node in ast.walk(read) if isinstance(node, ast.Call)}
    return frozenset(
        node.id for node in ast.walk(read) if isinstance(node, ast.Name) and id(node) not in called
    )


def parts(text: str) -> int:
    """Of how many parts an expression is: about so long it takes to count. Raises BadFormula."""
    return sum(1 for _ in ast.walk(tree(text)))


def check(text: str, known: Collection[str]) -> None:
    """Raises BadFormula for what is no expression, and for a name that nobody knows there."""
    for name in sorted(names_in(text)):
        if name not in known:
            message = f"there is no “{name}” here"
            raise BadFormula(message)


class _Evaluator(EvalWithCompoundTypes):  # type: ignore[misc]
    """simpleeval with our functions and operators alone, which counts its steps."""

    def __init__(self) -> None:
        super().__init__(operators=dict(_OPERATORS), functions=dict(FUNCTIONS), names={})
        #: How many steps were ever counted, and up to which it goes on.
        self.steps = 0
        self.last_step = 0

    def _eval(self, node: ast.AST) -> object:
        """What a part comes to. Raises BadFormula where that is too large or was too many steps."""
        found: object = super()._eval(node)
        self.steps += 1
        if isinstance(found, str | list | tuple):
            self._check_size(found)
        elif isinstance(found, int | float) and not abs(found) <= LARGEST_NUMBER:
            message = f"a number on the way is beyond {LARGEST_NUMBER:,}"
            raise BadFormula(message)
        if self.steps > self.last_step:
            message = "the sheet takes too many steps to count this"
            raise BadFormula(message)
        return found

    def _check_size(self, found: str | list[object] | tuple[object, ...]) -> None:
        if len(found) > MOST_IN_A_VALUE:
            message = f"a text or a list in it has more than {MOST_IN_A_VALUE:,} parts"
            raise BadFormula(message)
        if not isinstance(found, str) and any(isinstance(one, list | tuple) for one in found):
            message = "a list has numbers and texts in it, and no lists"
            raise BadFormula(message)
        self.steps += len(found) // _IN_A_STEP


class _Own(local):
    """Each thread's evaluator: making one costs more than most expressions."""

    def __init__(self) -> None:
        self.evaluator = _Evaluator()
        #: Up to which step all goes that is counted now; 0 where each expression is counted for itself.
        self.limit = 0


_OWN = _Own()


def steps() -> int:
    """How many steps this thread has counted so far: the difference says how long something took."""
    return _OWN.evaluator.steps


@contextmanager
def limited(most: int = MOST_STEPS) -> Iterator[None]:
    """All that is counted within has so many steps together; one within another has no more than that."""
    before = _OWN.limit
    limit = steps() + most
    _OWN.limit = min(limit, before) if before else limit
    try:
        yield
    finally:
        _OWN.limit = before


def value(text: str, names: Names) -> object:
    """What an expression comes to. Raises BadFormula, also where it divides by 0 or adds up text."""
    read = tree(text)
    evaluator = _OWN.evaluator
    evaluator.names = names
    evaluator.last_step = _OWN.limit or evaluator.steps + MOST_STEPS
    try:
        return evaluator.eval(text, previously_parsed=read)
    except BadFormula as error:
        raise BadFormula(f"“{text}” cannot be counted: {error}", text) from None
    except (InvalidExpression, ArithmeticError, TypeError, ValueError, LookupError, RecursionError) as error:
        message = f"“{text}” cannot be counted ({error})"
        raise BadFormula(message, text) from None


def number(text: str, names: Names) -> int | float:
    """What an expression comes to, as a number: true is 1, whole numbers have no point. Raises BadFormula."""
    found = value(text, names)
    if isinstance(found, bool):
        return int(found)
    if not isinstance(found, int | float) or not math.isfinite(found) or abs(found) > LIMIT:
        message = f"“{text}” comes to no number that can be written down"
        raise BadFormula(message, text)
    tidy = round(found, 6)
    return int(tidy) if float(tidy).is_integer() else tidy


# --- Messages with expressions in braces ------------------------------------------------------------

_SAID = re.compile(r"\{([^{}]+)\}")


def said(message: str) -> list[str]:
    """The expressions in a message's braces."""
    return _SAID.findall(message)


def spoken(message: str, names: Names) -> str:
    """A message with its expressions counted, as it is said. Raises BadFormula."""

    def told(found: re.Match[str]) -> str:
        came_to = value(found[1], names)
        if isinstance(came_to, float) and came_to.is_integer():
            came_to = int(came_to)
        if isinstance(came_to, int | float):
            return number_text(came_to)
        # A list of numbers is told as their sum.
        text = " + ".join(map(number_text, came_to)) if isinstance(came_to, list) else str(came_to)
        return text if len(text) <= _LONGEST_TOLD else f"{text[:_LONGEST_TOLD]}…"

    return _SAID.sub(told, message)
