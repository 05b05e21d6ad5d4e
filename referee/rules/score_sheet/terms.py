"""An expression written out with what it came to, term by term: how a round's points were counted."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping

from referee.rules.score_sheet import formulas
from referee.rules.score_sheet.formulas import BadFormula, Names
from referee.rules.sentences import number_text

#: What is longer explains nothing.
_LONGEST = 90
Term = tuple[str, str]
_SIGNS = {ast.Add: "+", ast.Sub: "−", ast.Mult: "×"}


def written_out(text: str, names: Names, lets: Mapping[str, str]) -> str:
    """What it was added up from, such as 100 + 20; what is 0, or times 1, is left out.

    `lets` are names that stand for expressions. Raises BadFormula where it is no number, or long.
    """

    def part(node: ast.expr) -> str:
        match node:
            case ast.IfExp():
                return part(node.body if formulas.value(ast.unparse(node.test), names) else node.orelse)
            case ast.Name() if node.id in lets:
                return part(formulas.tree(lets[node.id]))
            case ast.BinOp() if type(node.op) in _SIGNS:
                return both(node, _SIGNS[type(node.op)])
        return number_text(formulas.number(ast.unparse(node), names))

    def both(node: ast.BinOp, sign: str) -> str:
        left, right = (formulas.number(ast.unparse(each), names) for each in (node.left, node.right))
        if (sign == "×" and right == 1) or (sign != "×" and right == 0):
            return part(node.left)
        if (sign == "×" and left == 1) or (sign == "+" and left == 0):
            return part(node.right)
        if sign == "×" and 0 in (left, right):
            return "0"
        if sign == "×" and right == -1 and not _is_sum(part(node.left)):
            return f"−{part(node.left)}"
        one, other = part(node.left), part(node.right)
        one = f"({one})" if sign == "×" and _is_sum(one) else one
        other = f"({other})" if sign != "+" and _is_sum(other) else other
        if len(one) + len(other) > _LONGEST:
            message = "it is too long to be written out"
            raise BadFormula(message)
        return f"{one} {sign} {other}".replace("+ −", "− ")

    return part(formulas.tree(text))


def added_up(text: str, names: Names, lets: Mapping[str, str], labels: Mapping[str, str]) -> list[Term]:
    """What an expression adds up, each with what it is called: the label of what was entered, or the name
    that the sheet gave to its expression. What is 0 is left out; raises BadFormula as `written_out` does.
    """

    def parts(node: ast.expr, sign: int) -> Iterator[Term]:
        match node:
            case ast.IfExp():
                yield from parts(
                    node.body if formulas.value(ast.unparse(node.test), names) else node.orelse, sign
                )
                return
            case ast.BinOp(op=ast.Add() | ast.Sub()):
                yield from parts(node.left, sign)
                yield from parts(node.right, -sign if isinstance(node.op, ast.Sub) else sign)
                return
        found = sign * formulas.number(ast.unparse(node), names)
        if not found:
            return
        called = (each.id for each in ast.walk(node) if isinstance(each, ast.Name))
        key = next((key for key in called if key in labels or key in lets), "")
        label = labels.get(key) or key.replace("_", " ").capitalize()
        sum_of = written_out(ast.unparse(node), names, lets) if sign > 0 else ""
        yield label, f"{sum_of} = {number_text(found)}" if " " in sum_of else number_text(found)

    top = formulas.tree(text)
    while isinstance(top, ast.Name) and top.id in lets:
        top = formulas.tree(lets[top.id])
    return list(parts(top, 1))


def _is_sum(text: str) -> bool:
    return " + " in text or " − " in text
