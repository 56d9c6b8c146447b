"""Conditions of faces as they were written before there was one language: expressions of Jinja2.

`modern` writes one of them anew, so that it means the same for every card, empty cells included.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence
from itertools import product
from typing import Any

from jinja2 import TemplateSyntaxError, nodes
from jinja2.parser import Parser

from cardtools.language.budget import Budget, StringError
from cardtools.language.jinja_evaluate import EvaluationScope, UndefinedError, build
from cardtools.language.jinja_filters import environment

_COMPARED: dict[str, type[ast.cmpop]] = {
    "eq": ast.Eq, "ne": ast.NotEq, "lt": ast.Lt, "lteq": ast.LtE, "gt": ast.Gt, "gteq": ast.GtE,
    "in": ast.In, "notin": ast.NotIn,
}  # fmt: skip
_COMPUTED = ("+", "-", "*", "/", "//", "%")
# What filters, methods and tests are called in conditions, with X for their value and Y for their argument.
_FILTERS = {
    "abs": "abs(X)", "count": "len(X)", "first": "item(X, 1)", "int": "int(X)", "last": "item(X, -1)",
    "length": "len(X)", "lower": "lower(X)", "max": "max(X)", "min": "min(X)", "round": "rounded(X, 0)",
    "string": "str(X)", "sum": "sum(X)", "upper": "upper(X)", "wordcount": "len(words(X))",
}  # fmt: skip
_FILTERS_OF_ONE = {"round": "rounded(X, Y)"}
_METHODS = {"isdigit": "matches(X, '[0-9]+')", "lower": "lower(X)", "split": "words(X)", "upper": "upper(X)"}
_METHODS_OF_ONE = {"endswith": "endswith(X, Y)", "split": "split(X, Y)", "startswith": "startswith(X, Y)"}
_TESTS = {"even": "X % 2 == 0", "odd": "X % 2 == 1"}
_TESTS_OF_ONE = {
    **dict.fromkeys(("eq", "==", "equalto"), "X == Y"), **dict.fromkeys(("ne", "!="), "X != Y"),
    **dict.fromkeys(("gt", ">", "greaterthan"), "X > Y"), **dict.fromkeys(("ge", ">="), "X >= Y"),
    **dict.fromkeys(("lt", "<", "lessthan"), "X < Y"), **dict.fromkeys(("le", "<="), "X <= Y"),
    "divisibleby": "X % Y == 0", "in": "X in Y",
}  # fmt: skip


class _NotTranslatedError(Exception):
    """A part that conditions cannot say."""


def modern(source: str) -> str:
    """The condition in the language of today; "" where a part of it is not known there."""
    try:
        parser = Parser(environment(), source, state="variable")
        tree = parser.parse_expression()
        if not parser.stream.eos:
            return ""
        return ast.unparse(ast.fix_missing_locations(_truth(tree, False, frozenset())))
    except (TemplateSyntaxError, _NotTranslatedError, ValueError, RecursionError, MemoryError):
        return ""


def _part(node: Any) -> ast.expr:
    match node:
        case nodes.Const(value=bool() | int() | float() | str()):
            return ast.Constant(node.value)
        case nodes.Name():
            return _name(node.name)
        case nodes.List() | nodes.Tuple() if all(isinstance(one, nodes.Const) for one in node.items):
            kind = ast.List if isinstance(node, nodes.List) else ast.Tuple
            return kind([_part(one) for one in node.items], ast.Load())  # others may be empty
        case nodes.Getattr(node=nodes.Name(name=record), attr=part):
            return ast.Attribute(_name(record), part, ast.Load())
        case nodes.Or(left=left, right=nodes.Const(value=value)) if column := _column(left):
            test = _truth(left, True, frozenset()) if value else _given(column)
            return ast.IfExp(test, _part(left), _part(node.right))  # another value for an empty cell
        case nodes.UnaryExpr() | nodes.BinExpr() if node.operator in _COMPUTED:
            form = f"X {node.operator} Y" if isinstance(node, nodes.BinExpr) else f"{node.operator}X"
            return _written(form, *map(_part, node.iter_child_nodes()))
        case nodes.CondExpr(expr2=nodes.Expr()):
            made = ast.IfExp(_truth(node.test, True, frozenset()), _part(node.expr1), _part(node.expr2))
            if not _read_by(made):  # else where the other part is taken, its cell may be empty
                return made
        case nodes.Compare():
            return _comparison(node)
        case nodes.Test():
            return _test(node)
        case nodes.Filter():
            return _filter(node)
        case nodes.Call(node=nodes.Name(name="date"), args=[day]):
            return _written("date(X)", _part(day))
        case nodes.Call(node=nodes.Getattr(node=owner, attr=method)):
            return _of_form(_METHODS, _METHODS_OF_ONE, method, owner, node)
        case nodes.Getitem():
            return _item(node)
    raise _NotTranslatedError


def _name(name: str) -> ast.expr:
    return ast.Name(name, ast.Load())


def _written(form: str, *values: ast.expr) -> ast.expr:
    """A form such as `item(X, Y)` of values."""
    named = dict(zip("XY", values, strict=False))

    class Argued(ast.NodeTransformer):
        def visit_Name(self, node: ast.Name) -> ast.expr:
            return named.get(node.id) or node

    made: ast.expr = Argued().visit(ast.parse(form, mode="eval").body)
    return made


def _column(node: Any) -> str:
    """The name of a column, or of a part of a record; "" for anything else."""
    return ast.unparse(_part(node)) if isinstance(node, nodes.Name | nodes.Getattr) else ""


def _given(column: str) -> ast.expr:
    return _written(f"given({column})")


def _truth(node: Any, guarded: bool, filled: frozenset[str]) -> ast.expr:
    """A part that is asked for its truth. Where it is `guarded`, an empty cell must not decide for the whole
    condition; `filled` are the columns that are not empty where it is asked.
    """
    match node:
        case nodes.Const():
            return ast.Constant(bool(node.value))
        case nodes.And():
            left = _truth(node.left, guarded, filled)
            right = _truth(node.right, guarded, filled | _filled_by(left))
            return ast.BoolOp(ast.And(), [*_joined(left), *_joined(right)])
        case nodes.Or():
            return ast.BoolOp(ast.Or(), [_truth(one, True, filled) for one in (node.left, node.right)])
        case nodes.CondExpr(expr2=nodes.Expr()):
            return ast.IfExp(*(_truth(one, True, filled) for one in (node.test, node.expr1, node.expr2)))
        case nodes.Not():
            inner = _truth(node.node, True, filled)
            is_not = isinstance(inner, ast.UnaryOp) and isinstance(inner.op, ast.Not)
            return inner.operand if is_not else _written("not X", inner)  # type: ignore[attr-defined]
    part = _part(node)
    columns = sorted(_read_by(part) - filled)
    if columns and _holds_empty(node, columns):
        if len(columns) > 1:
            raise _NotTranslatedError
        return _written("not X or Y", _given(columns[0]), part)
    if guarded and columns:
        return ast.BoolOp(ast.And(), [*map(_given, columns), part])
    return part


def _joined(part: ast.expr) -> list[ast.expr]:
    """The parts that are joined by `and`."""
    return part.values if isinstance(part, ast.BoolOp) and isinstance(part.op, ast.And) else [part]


def _filled_by(part: ast.expr) -> frozenset[str]:
    """The columns that are not empty where the part holds."""
    given = (re.fullmatch(r"(?:given\()?(\w+)\)?", ast.unparse(one)) for one in _joined(part))
    return frozenset(found[1] for found in given if found)


def _read_by(part: ast.expr) -> set[str]:
    """The columns whose cells must be filled, since the part does not ask for them with `given`."""
    named: set[str] = set()
    others: set[str] = set()
    for one in ast.walk(part):
        match one:
            case ast.Name():
                named.add(one.id)
            case ast.Call(func=ast.Name(id="given" | "has" as form), args=[asked]):
                others |= {form, ast.unparse(asked)}
            case ast.Call(func=ast.Name(id=other)) | ast.Attribute(value=ast.Name(id=other)):
                others.add(other)
    return named - others


def _holds_empty(node: Any, columns: Sequence[str]) -> bool:
    """Whether the part used to hold where one of its columns is empty, or all are."""
    for empty, filled in product((*columns, ""), (1, "a")):
        values = {column: None if empty in (column, "") else filled for column in columns}
        try:
            if build(node)(EvaluationScope(values, Budget())):
                return True
        except (StringError, UndefinedError, TypeError, ValueError, ArithmeticError, LookupError):
            continue
    return False


def _comparison(node: nodes.Compare) -> ast.expr:
    match node.ops[0]:
        case nodes.Operand(op="eq" | "ne" as operator, expr=nodes.Const(value=None)) if column := _column(
            node.expr
        ):
            return _written("not X" if operator == "eq" else "X", _given(column))
    operators = [_COMPARED[one.op]() for one in node.ops]
    return ast.Compare(_part(node.expr), operators, [_part(one.expr) for one in node.ops])


def _test(node: nodes.Test) -> ast.expr:
    column = _column(node.node)
    if node.name in ("defined", "undefined") and column:
        column = "edition.name" if column == "edition" else column
        has = _given(column) if "." in column else _written(f"has({column})")
        return has if node.name == "defined" else _written("not X", has)
    if node.name == "none" and column:
        return _written("not X", _given(column))
    return _of_form(_TESTS, _TESTS_OF_ONE, node.name, node.node, node)


def _filter(node: nodes.Filter) -> ast.expr:
    if node.name in ("d", "default") and (column := _column(node.node)) and "." not in column:
        other = _part(node.args[0]) if node.args else ast.Constant("")
        empty = len(node.args) > 1 and getattr(node.args[1], "value", None) is True
        test = f"has({column}) and given({column})" if empty else f"has({column})"
        return ast.IfExp(_written(test), _part(node.node), other)
    return _of_form(_FILTERS, _FILTERS_OF_ONE, node.name, node.node, node)


def _of_form(plain: dict[str, str], of_one: dict[str, str], name: str, value: Any, node: Any) -> ast.expr:
    form = (plain, of_one)[len(node.args)].get(name) if len(node.args) < 2 else None
    if form is None or node.kwargs or node.dyn_args or node.dyn_kwargs:
        raise _NotTranslatedError
    return _written(form, _part(value), *map(_part, node.args))


def _item(node: nodes.Getitem) -> ast.expr:
    value, place = _part(node.node), node.arg
    if isinstance(place, nodes.Slice):
        first, last = (0 if end is None else getattr(end, "value", -1) for end in (place.start, place.stop))
        if place.step is None and place.stop is not None and min(first, last) >= 0:
            return _written(f"part(X, {first + 1}, {last})", value)
        raise _NotTranslatedError
    written = ast.unparse(_part(place))
    if not re.fullmatch(r"-?[0-9]{1,6}", written):
        raise _NotTranslatedError
    number = int(written)
    return _written(f"item(X, {number + (number >= 0)})", value)
