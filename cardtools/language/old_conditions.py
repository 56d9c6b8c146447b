"""Conditions of faces as they were written before there was one language: expressions of Jinja2.

`modern` writes one of them anew, so that it means the same for every card, empty cells included.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Sequence
from itertools import product
from typing import Any, TypeGuard

_COMPARED: dict[str, type[ast.cmpop]] = {
    "eq": ast.Eq, "ne": ast.NotEq, "lt": ast.Lt, "lteq": ast.LtE, "gt": ast.Gt, "gteq": ast.GtE,
    "in": ast.In, "notin": ast.NotIn,
}  # fmt: skip
_COMPUTED: dict[str, type[ast.operator]] = {
    "Add": ast.Add, "Sub": ast.Sub, "Mul": ast.Mult, "Div": ast.Div, "FloorDiv": ast.FloorDiv, "Mod": ast.Mod,
}  # fmt: skip
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
    from jinja2 import TemplateSyntaxError
    from jinja2.parser import Parser

    from cardtools.language.jinja_filters import environment

    try:
        parser = Parser(environment(), source, state="variable")
        tree = parser.parse_expression()
        if not parser.stream.eos:
            return ""
        return ast.unparse(ast.fix_missing_locations(_truth(tree, False, frozenset())))
    except (TemplateSyntaxError, _NotTranslatedError, ValueError, RecursionError, MemoryError):
        return ""


def _part(node: Any) -> ast.expr:
    kind = type(node).__name__
    if kind == "Const" and isinstance(node.value, bool | int | float | str):
        return ast.Constant(node.value)
    if kind == "Name":
        return _name(node.name)
    if kind in ("List", "Tuple"):
        if any(type(one).__name__ != "Const" for one in node.items):
            raise _NotTranslatedError  # one of them may be empty
        return (ast.List if kind == "List" else ast.Tuple)([_part(one) for one in node.items], ast.Load())
    if kind == "Getattr" and type(node.node).__name__ == "Name":
        return ast.Attribute(_name(node.node.name), node.attr, ast.Load())
    if kind == "Or" and _column(node.left) and type(node.right).__name__ == "Const":
        test = _truth(node.left, True, frozenset()) if node.right.value else _given(_column(node.left))
        return ast.IfExp(test, _part(node.left), _part(node.right))  # another value for an empty cell
    if kind in ("Neg", "Pos"):
        return ast.UnaryOp(ast.USub() if kind == "Neg" else ast.UAdd(), _part(node.node))
    if kind in _COMPUTED:
        return ast.BinOp(_part(node.left), _COMPUTED[kind](), _part(node.right))
    if kind == "CondExpr" and node.expr2 is not None:
        made = ast.IfExp(_truth(node.test, True, frozenset()), _part(node.expr1), _part(node.expr2))
        if _read_by(made):  # where the other part is taken, its cell may be empty
            raise _NotTranslatedError
        return made
    special: dict[str, Callable[[Any], ast.expr]] = {
        "Compare": _comparison, "Test": _test, "Filter": _filter, "Call": _method, "Getitem": _item
    }  # fmt: skip
    if kind not in special:
        raise _NotTranslatedError
    return special[kind](node)


def _name(name: str) -> ast.expr:
    return ast.Name(name, ast.Load())


def _written(form: str, value: ast.expr, argument: ast.expr | None = None) -> ast.expr:
    """A form such as `item(X, 1)` of a value and an argument."""

    class Argued(ast.NodeTransformer):
        def visit_Name(self, node: ast.Name) -> ast.expr:
            return {"X": value, "Y": argument}.get(node.id) or node

    made: ast.expr = Argued().visit(ast.parse(form, mode="eval").body)
    return made


def _is_none(node: Any) -> bool:
    return type(node).__name__ == "Const" and node.value is None


def _column(node: Any) -> str:
    """The name of a column, or of a part of a record; "" for anything else."""
    part = _part(node) if type(node).__name__ in ("Name", "Getattr") else None
    return ast.unparse(part) if part else ""


def _given(column: str) -> ast.expr:
    return ast.parse(f"given({column})", mode="eval").body


def _truth(node: Any, guarded: bool, filled: frozenset[str]) -> ast.expr:
    """A part that is asked for its truth. Where it is `guarded`, an empty cell must not decide for the whole
    condition; `filled` are the columns that are not empty where it is asked.
    """
    kind = type(node).__name__
    if kind == "Const":
        return ast.Constant(bool(node.value))
    if kind == "And":
        left = _truth(node.left, guarded, filled)
        right = _truth(node.right, guarded, filled | _filled_by(left))
        parts = [part for one in (left, right) for part in (one.values if _is_and(one) else [one])]
        return ast.BoolOp(ast.And(), parts)
    if kind == "Or":
        return ast.BoolOp(ast.Or(), [_truth(one, True, filled) for one in (node.left, node.right)])
    if kind == "CondExpr" and node.expr2 is not None:
        return ast.IfExp(*(_truth(one, True, filled) for one in (node.test, node.expr1, node.expr2)))
    if kind == "Not":
        inner = _truth(node.node, True, filled)
        if isinstance(inner, ast.UnaryOp) and isinstance(inner.op, ast.Not):
            return inner.operand
        return ast.UnaryOp(ast.Not(), inner)
    part = _part(node)
    columns = sorted(_read_by(part) - filled)
    if columns and _holds_empty(node, columns):
        if len(columns) > 1:
            raise _NotTranslatedError
        return ast.BoolOp(ast.Or(), [ast.UnaryOp(ast.Not(), _given(columns[0])), part])
    if guarded and columns:
        return ast.BoolOp(ast.And(), [*map(_given, columns), part])
    return part


def _is_and(part: ast.expr) -> TypeGuard[ast.BoolOp]:
    return isinstance(part, ast.BoolOp) and isinstance(part.op, ast.And)


def _filled_by(part: ast.expr) -> frozenset[str]:
    """The columns that are not empty where the part holds."""
    parts = part.values if _is_and(part) else [part]
    given = (re.fullmatch(r"(?:given\()?(\w+)\)?", ast.unparse(one)) for one in parts)
    return frozenset(found[1] for found in given if found)


def _read_by(part: ast.expr) -> set[str]:
    """The columns whose cells must be filled, since the part does not ask for them with `given`."""
    calls = [one for one in ast.walk(part) if isinstance(one, ast.Call) and isinstance(one.func, ast.Name)]
    functions = {one.func.id for one in calls if isinstance(one.func, ast.Name)}
    given = [one for one in calls if ast.unparse(one.func) in ("given", "has")]
    asked = {ast.unparse(one.args[0]) for one in given}
    records = {
        one.value.id
        for one in ast.walk(part)
        if isinstance(one, ast.Attribute) and isinstance(one.value, ast.Name)
    }
    return {one.id for one in ast.walk(part) if isinstance(one, ast.Name)} - functions - asked - records


def _holds_empty(node: Any, columns: Sequence[str]) -> bool:
    """Whether the part used to hold where one of its columns is empty, or all are."""
    from cardtools.language.budget import Budget, StringError
    from cardtools.language.jinja_evaluate import EvaluationScope, UndefinedError, build

    for empty, filled in product((*columns, ""), (1, "a")):
        values = {column: None if empty in (column, "") else filled for column in columns}
        try:
            if build(node)(EvaluationScope(values, Budget())):
                return True
        except (StringError, UndefinedError, TypeError, ValueError, ArithmeticError, LookupError):
            continue
    return False


def _comparison(node: Any) -> ast.expr:
    first = node.ops[0]
    if first.op in ("eq", "ne") and _is_none(first.expr) and (column := _column(node.expr)):
        given = _given(column)
        return given if first.op == "ne" else ast.UnaryOp(ast.Not(), given)
    operators = [_COMPARED[one.op]() for one in node.ops]
    return ast.Compare(_part(node.expr), operators, [_part(one.expr) for one in node.ops])


def _test(node: Any) -> ast.expr:
    column = _column(node.node)
    if node.name in ("defined", "undefined") and column:
        column = "edition.name" if column == "edition" else column
        has = ast.parse(f"has({column})" if "." not in column else f"given({column})", mode="eval").body
        return has if node.name == "defined" else ast.UnaryOp(ast.Not(), has)
    if node.name == "none" and column:
        return ast.UnaryOp(ast.Not(), _given(column))
    return _of_form(_TESTS, _TESTS_OF_ONE, node.name, node.node, node)


def _filter(node: Any) -> ast.expr:
    if node.name in ("d", "default") and (column := _column(node.node)) and "." not in column:
        other = _part(node.args[0]) if node.args else ast.Constant("")
        empty = len(node.args) > 1 and getattr(node.args[1], "value", None) is True
        test = f"has({column}) and given({column})" if empty else f"has({column})"
        return ast.IfExp(ast.parse(test, mode="eval").body, _part(node.node), other)
    return _of_form(_FILTERS, _FILTERS_OF_ONE, node.name, node.node, node)


def _method(node: Any) -> ast.expr:
    if type(node.node).__name__ == "Name" and node.node.name == "date" and len(node.args) == 1:
        return ast.Call(_name("date"), [_part(node.args[0])], [])
    if type(node.node).__name__ != "Getattr":
        raise _NotTranslatedError
    return _of_form(_METHODS, _METHODS_OF_ONE, node.node.attr, node.node.node, node)


def _of_form(plain: dict[str, str], of_one: dict[str, str], name: str, value: Any, node: Any) -> ast.expr:
    if node.kwargs or node.dyn_args or node.dyn_kwargs:
        raise _NotTranslatedError
    form = (plain, of_one)[len(node.args)].get(name) if len(node.args) < 2 else None
    if form is None:
        raise _NotTranslatedError
    return _written(form, _part(value), _part(node.args[0]) if node.args else None)


def _item(node: Any) -> ast.expr:
    value, place = _part(node.node), node.arg
    if type(place).__name__ == "Slice":
        first, last = (0 if end is None else getattr(end, "value", -1) for end in (place.start, place.stop))
        if place.step is None and place.stop is not None and min(first, last) >= 0:
            return ast.Call(_name("part"), [value, ast.Constant(first + 1), ast.Constant(last)], [])
        raise _NotTranslatedError
    written = ast.unparse(_part(place))
    if not re.fullmatch(r"-?[0-9]{1,6}", written):
        raise _NotTranslatedError
    number = int(written)
    return ast.Call(_name("item"), [value, ast.Constant(number + (number >= 0))], [])
