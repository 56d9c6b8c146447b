"""What the guards of a rule keep out: for which values of a column an expression may look a table up."""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from cardtools.language.conditions import COMPUTING_ERRORS, Expression, Lookup


def may_look_up(
    expression: Expression, lookup: Lookup, value: Any, guards: Sequence[Expression | None] = ()
) -> bool:
    """Whether the expression may look the table up for a card with this value in the column, when all guards
    hold for the card.
    """
    known = {lookup.column: value, f"_given_{lookup.column}": True}
    if any(guard and _truth(guard, guard.tree, known) is False for guard in guards):
        return False
    return _reaches(expression, expression.tree, lookup, known)


def _reaches(whole: Expression, node: ast.AST, lookup: Lookup, known: Mapping[str, Any]) -> bool:
    if isinstance(node, ast.BoolOp):
        for value in node.values:
            if _reaches(whole, value, lookup, known):
                return True
            if _truth(whole, value, known) is isinstance(node.op, ast.Or):
                return False  # what follows is not computed
        return False
    if isinstance(node, ast.IfExp):
        test = _truth(whole, node.test, known)
        ways = [node.test, *([node.body] * (test is not False)), *([node.orelse] * (test is not True))]
        return any(_reaches(whole, way, lookup, known) for way in ways)
    match node:
        case ast.Subscript(value=ast.Name(id=table), slice=ast.Name(id=column)):
            return (table, column) == (lookup.table, lookup.column)
    return any(_reaches(whole, child, lookup, known) for child in ast.iter_child_nodes(node))


def _truth(whole: Expression, node: ast.expr, known: Mapping[str, Any]) -> bool | None:
    """Whether a part of an expression holds; None where that depends on what is not known."""
    if isinstance(node, ast.BoolOp):
        found = [_truth(whole, value, known) for value in node.values]
        decides = isinstance(node.op, ast.Or)
        return decides if decides in found else None if None in found else not decides
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        inner = _truth(whole, node.operand, known)
        return None if inner is None else not inner
    used = {part.id for part in ast.walk(node) if isinstance(part, ast.Name)}
    if not used <= known.keys() | whole.names.keys():
        return None
    try:
        return bool(replace(whole, tree=node).value(known))
    except COMPUTING_ERRORS:
        return None
