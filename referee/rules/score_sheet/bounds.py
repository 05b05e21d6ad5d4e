"""What an expression can come to, where of some of its names only the bounds are known.

Whatever the names turn out to be, the value lies within the bounds; they may be wider than need be.
"""

from __future__ import annotations

import ast
import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeAlias

from msgspec import Struct

from referee.rules.score_sheet import formulas

_INFINITE = math.inf


class Bounds(Struct, frozen=True):
    """A number, a yes (1) or a no (0) that is so much at least and at most; both infinite for anything."""

    low: int | float = -_INFINITE
    high: int | float = _INFINITE


class Several(Struct, frozen=True):
    """A list of which only this is known: how many there are, and the bounds of each."""

    each: Known
    fewest: int
    most: int


Known: TypeAlias = "Bounds | Several | str | tuple[Known, ...]"

ANYTHING = Bounds()
_UNSURE = Bounds(0, 1)


def known(found: object) -> Known:
    """What is known of a value: all of it, unless it is bounds already."""
    if isinstance(found, Bounds | Several | str):
        return found
    if isinstance(found, bool | int | float):
        return Bounds(found + 0, found + 0)
    if isinstance(found, Sequence):
        return tuple(known(one) for one in found)
    return ANYTHING


def either(*found: Known) -> Known:
    """One of these, it is not known which."""
    first = found[0]
    if all(one == first for one in found):
        return first
    if all(isinstance(one, Bounds) for one in found):
        return _around(found)
    if all(isinstance(one, tuple | Several) for one in found):
        many = [_several(one) for one in found]
        fewest, most = min(one.fewest for one in many), max(one.most for one in many)
        return Several(either(*(one.each for one in many)), fewest, most)
    return ANYTHING


def of(text: str, names: Mapping[str, Known]) -> Known:
    """What an expression can come to; a name that is not among `names` may be anything. Raises BadFormula."""
    tree = formulas.tree(text)
    try:
        return _of(tree, names)
    except (ArithmeticError, TypeError, ValueError, RecursionError):
        return ANYTHING


def number(text: str, names: Mapping[str, Known]) -> Bounds:
    """The bounds of the number that an expression comes to. Raises BadFormula."""
    found = _bounds(of(text, names))
    # Fractions are rounded when they are counted (formulas.number).
    return Bounds(_outward(found.low, -1), _outward(found.high, 1))


def _outward(end: float, way: int) -> int | float:
    return end if isinstance(end, int) or math.isinf(end) else end + way / 1_000_000


def _bounds(found: Known) -> Bounds:
    return found if isinstance(found, Bounds) else ANYTHING


def _around(found: Iterable[Known]) -> Bounds:
    ends = [_bounds(one) for one in found]
    return Bounds(min(one.low for one in ends), max(one.high for one in ends))


def _several(found: Known) -> Several:
    if isinstance(found, Several):
        return found
    if isinstance(found, tuple):
        return Several(either(*found) if found else Bounds(0, 0), len(found), len(found))
    return Several(ANYTHING, 0, formulas.LIMIT)


def truth(found: Known) -> tuple[bool, bool]:
    """Whether it can be true, and whether it can be false."""
    if isinstance(found, str | tuple):
        return bool(found), not found
    if isinstance(found, Several):
        return found.most > 0, found.fewest == 0
    return (found.low, found.high) != (0, 0), found.low <= 0 <= found.high


def _yes(*, can: bool, must: bool) -> Bounds:
    return Bounds(int(must), int(can))


def _of(node: ast.expr, names: Mapping[str, Known]) -> Known:
    match node:
        case ast.Constant():
            return known(node.value)
        case ast.Name():
            return names.get(node.id, ANYTHING)
        case ast.List() | ast.Tuple():
            return tuple(_of(one, names) for one in node.elts)
        case ast.IfExp():
            can, cannot = truth(_of(node.test, names))
            branches = [*([node.body] if can else []), *([node.orelse] if cannot else [])]
            return either(*(_of(branch, names) for branch in branches))
        case ast.BoolOp():
            return _either_of(node, names)
        case ast.UnaryOp():
            return _unary(node.op, _of(node.operand, names))
        case ast.BinOp():
            return _binary(node.op, _of(node.left, names), _of(node.right, names))
        case ast.Compare():
            return _compared(node, names)
        case ast.Call(func=ast.Name(id=called)):
            return _FUNCTIONS[called](*(_of(one, names) for one in node.args))
    return ANYTHING


def _either_of(node: ast.BoolOp, names: Mapping[str, Known]) -> Known:
    """`and` and `or`: the first that decides it, which need not be a yes or a no."""
    found = []
    for operand in node.values:
        found.append(_of(operand, names))
        can, cannot = truth(found[-1])
        decides = can if isinstance(node.op, ast.Or) else cannot
        goes_on = cannot if isinstance(node.op, ast.Or) else can
        if not goes_on:
            break
        if not decides and operand is not node.values[-1]:
            found.pop()
    return either(*found)


def _unary(op: ast.unaryop, found: Known) -> Known:
    if isinstance(op, ast.Not):
        can, cannot = truth(found)
        return _yes(can=cannot, must=not can)
    one = _bounds(found)
    return Bounds(-one.high, -one.low) if isinstance(op, ast.USub) else one


def _binary(op: ast.operator, left: Known, right: Known) -> Known:
    if isinstance(op, ast.Add) and isinstance(left, tuple | Several):
        if isinstance(left, tuple) and isinstance(right, tuple):
            return left + right
        one, two = _several(left), _several(right)
        return Several(either(one.each, two.each), one.fewest + two.fewest, one.most + two.most)
    a, b = _bounds(left), _bounds(right)
    match op:
        case ast.Add():
            return Bounds(a.low + b.low, a.high + b.high)
        case ast.Sub():
            return Bounds(a.low - b.high, a.high - b.low)
        case ast.Mult():
            return _corners(a, b, lambda x, y: x * y if x and y else 0)
    if b.low <= 0 <= b.high:
        return ANYTHING
    if isinstance(op, ast.Div):
        return _corners(a, b, lambda x, y: 0 if math.isinf(y) else x / y)
    if math.inf in (a.high, -a.low, b.high, -b.low):
        return ANYTHING
    whole = _corners(a, b, lambda x, y: x // y)
    if isinstance(op, ast.FloorDiv):
        return whole
    if b.low == b.high and whole.low == whole.high:
        return Bounds(a.low % b.low, a.high % b.high)
    return Bounds(min(b.low, 0), max(b.high, 0))


def _corners(a: Bounds, b: Bounds, counts: Callable[[float, float], float]) -> Bounds:
    found = [counts(x, y) for x in (a.low, a.high) for y in (b.low, b.high)]
    return Bounds(min(found), max(found))


def _compared(node: ast.Compare, names: Mapping[str, Known]) -> Bounds:
    values = [_of(one, names) for one in (node.left, *node.comparators)]
    steps = [_step(op, values[n], values[n + 1]) for n, op in enumerate(node.ops)]
    return _yes(can=all(one.high for one in steps), must=all(one.low for one in steps))


def _step(op: ast.cmpop, left: Known, right: Known) -> Bounds:
    if isinstance(op, ast.In | ast.NotIn):
        found = _among(left, right)
    elif isinstance(op, ast.Eq | ast.NotEq):
        found = _equal(left, right)
    else:
        return _ordered(op, left, right)
    return Bounds(1 - found.high, 1 - found.low) if isinstance(op, ast.NotIn | ast.NotEq) else found


def _ordered(op: ast.cmpop, left: Known, right: Known) -> Bounds:
    if not isinstance(left, Bounds) or not isinstance(right, Bounds):
        return _UNSURE
    if isinstance(op, ast.Gt | ast.GtE):
        left, right = right, left
    if isinstance(op, ast.Lt | ast.Gt):
        return _yes(can=left.low < right.high, must=left.high < right.low)
    return _yes(can=left.low <= right.high, must=left.high <= right.low)


def _equal(left: Known, right: Known) -> Bounds:
    if isinstance(left, str) and isinstance(right, str):
        return _yes(can=left == right, must=left == right)
    if isinstance(left, Bounds) and isinstance(right, Bounds):
        apart = left.high < right.low or right.high < left.low
        return _yes(can=not apart, must=left == right and left.low == left.high)
    return _UNSURE


def _among(one: Known, many: Known) -> Bounds:
    if isinstance(one, str) and isinstance(many, str):
        return _yes(can=one in many, must=one in many)
    if not isinstance(many, tuple):
        return _UNSURE
    found = [_equal(one, other) for other in many]
    return _yes(can=any(each.high for each in found), must=any(each.low for each in found))


# --- The functions ------------------------------------------------------------------------------------


def _sum(many: Known) -> Known:
    if isinstance(many, tuple):
        found = [_bounds(one) for one in many]
        return Bounds(sum(one.low for one in found), sum(one.high for one in found))
    some = _several(many)
    each = _bounds(some.each)
    ends = [n * end if n else 0 for n in (some.fewest, some.most) for end in (each.low, each.high)]
    return Bounds(min(ends), max(ends))


def _extreme(choose: Callable[..., int | float]) -> Callable[..., Known]:
    def found(*values: Known) -> Known:
        if len(values) == 1:
            many = values[0]
            if not isinstance(many, tuple):
                some = _several(many)
                return either(some.each, *([Bounds(0, 0)] if some.fewest == 0 else []))
            values = many or (Bounds(0, 0),)
        if len(values) == 1:
            return values[0]
        ends = [_bounds(one) for one in values]
        return Bounds(choose(one.low for one in ends), choose(one.high for one in ends))

    return found


def _abs(one: Known) -> Known:
    found = _bounds(one)
    if found.low >= 0:
        return found
    return Bounds(max(0, -found.high), max(-found.low, found.high))


def _stepped(counts: Callable[[float], int | float]) -> Callable[[Known], Known]:
    """A function that never falls where its argument rises."""

    def found(one: Known) -> Known:
        ends = _bounds(one)
        low, high = (end if math.isinf(end) else counts(end) for end in (ends.low, ends.high))
        return Bounds(low, high)

    return found


def _round(one: Known, *step: Known) -> Known:
    by = _bounds(step[0]) if step else Bounds(1, 1)
    if by.low != by.high or by.low <= 0:
        return ANYTHING
    return _stepped(lambda end: formulas.half_up(end, by.low))(one)


def _len(many: Known) -> Known:
    if isinstance(many, str):
        return Bounds(len(many), len(many))
    some = _several(many)
    return Bounds(some.fewest, some.most)


def _count(many: Known, wanted: Known) -> Known:
    if not isinstance(many, tuple):
        return Bounds(0, _several(many).most)
    found = [_equal(one, wanted) for one in many]
    return Bounds(sum(one.low for one in found), sum(one.high for one in found))


def _any(many: Known) -> Known:
    if not isinstance(many, tuple):
        return _UNSURE
    found = [truth(one) for one in many]
    return _yes(can=any(can for can, _ in found), must=any(not cannot for _, cannot in found))


def _all(many: Known) -> Known:
    if not isinstance(many, tuple):
        return _UNSURE
    found = [truth(one) for one in many]
    return _yes(can=all(can for can, _ in found), must=not any(cannot for _, cannot in found))


def _at(many: Known, place: Known) -> Known:
    if not isinstance(many, tuple) or not many:
        return _several(many).each if isinstance(many, Several) else ANYTHING
    where = _bounds(place)
    first, last = (
        min(max(int(end), 1), len(many)) if not math.isinf(end) else len(many) if end > 0 else 1
        for end in (where.low, where.high)
    )
    return either(*many[first - 1 : last])


def _first(many: Known, number_of: Known) -> Known:
    wanted = _bounds(number_of)
    some = _several(many)
    fewest, most = (
        max(int(min(max(end, 0), many_at_most)), 0)
        for end, many_at_most in ((wanted.low, some.fewest), (wanted.high, some.most))
    )
    if isinstance(many, tuple) and fewest == most:
        return many[:most]
    if isinstance(many, tuple):
        return Several(either(*many[:most]), fewest, most)
    return Several(some.each, fewest, most)


def _place(one: Known, many: Known) -> Known:
    if not isinstance(many, tuple):
        return Bounds(1, 1 + _several(many).most)
    found = [_ordered(ast.Lt(), one, other) for other in many]
    return Bounds(1 + sum(each.low for each in found), 1 + sum(each.high for each in found))


_FUNCTIONS: Mapping[str, Callable[..., Known]] = {
    "abs": _abs,
    "all": _all,
    "any": _any,
    "at": _at,
    "ceil": _stepped(math.ceil),
    "count": _count,
    "first": _first,
    "floor": _stepped(math.floor),
    "len": _len,
    "max": _extreme(max),
    "min": _extreme(min),
    "place": _place,
    "round": _round,
    "sum": _sum,
}
