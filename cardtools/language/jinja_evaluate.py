"""The template language of faces: Jinja2 parses it, this module evaluates it.

Jinja2's own evaluation can be kept from Python's objects, but not bounded. Here only what is listed exists,
no value can be changed, and loops and calls use up a `Budget`.
"""

from __future__ import annotations

import datetime
import operator
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from itertools import islice
from math import isfinite
from typing import Any, NamedTuple

from jinja2 import TemplateError, Undefined, nodes
from jinja2.sandbox import SandboxedEnvironment

from cardtools.ground.spelling import did_you_mean, suggest
from cardtools.ground.tables.cell_values import ISO, as_text, meant_date, read_date, write_date
from cardtools.language.budget import Budget, StringError, room, shortened, weight
from cardtools.language.decimals import Exact, quotient
from cardtools.language.jinja_filters import METHODS, TEXT_FILTERS, check_date_format, environment, items_of

LARGEST_POWER = 64
_TAGS = {
    "Assign": "set", "AssignBlock": "set", "CallBlock": "call", "FilterBlock": "filter", "FromImport": "from",
    "ScopedEvalContextModifier": "autoescape",
}  # fmt: skip
_ORDERED: dict[str, Callable[[Any, Any], Any]] = {
    "lt": operator.lt, "lteq": operator.le, "gt": operator.gt, "gteq": operator.ge
}  # fmt: skip
_COMPARISONS: dict[str, Callable[[Any, Any], Any]] = {
    **_ORDERED, "eq": operator.eq, "ne": operator.ne,
    "in": lambda value, values: value in values, "notin": lambda value, values: value not in values,
}  # fmt: skip
_FAULTS = (
    TypeError, ValueError, ArithmeticError, LookupError, AttributeError, AssertionError, RuntimeError,
    TemplateError,
)  # fmt: skip


class EvaluationScope(NamedTuple):
    """The values that names have, and what the strings of the card may still do."""

    values: Mapping[str, Any]
    budget: Budget


CompiledNode = Callable[[EvaluationScope], Any]
Arguments = tuple[list[Any], dict[str, Any]]


class UndefinedError(Exception):
    """`node` asks for a `name` that does not exist; the `known` ones do."""

    def __init__(self, node: nodes.Node, message: str, name: str = "", known: Iterable[str] = ()) -> None:
        super().__init__(message)
        self.node, self.name, self.known = node, name, known


class _Loop(dict[str, Any]):
    """What a loop knows as `loop`."""

    def __init__(self, values: list[Any], index: int) -> None:
        left = len(values) - index
        super().__init__(index=index + 1, index0=index, revindex=left, revindex0=left - 1, length=len(values))
        self |= {"first": index == 0, "last": left == 1, "depth": 1, "depth0": 0}
        if index:
            self["previtem"] = values[index - 1]
        if left > 1:
            self["nextitem"] = values[index + 1]


def build(node: nodes.Node) -> CompiledNode:
    """A function that evaluates the node. Raises StringError for what a face cannot have.

    The function raises StringError, UndefinedError, or what Python raises for wrong types.
    """
    builder = _BUILDERS.get(type(node))
    if builder is None:
        kind = type(node).__name__
        hint = "a face may use {{ }}, {% if %} and {% for %}"
        raise StringError(f"{{% {_TAGS.get(kind, kind.lower())} %}} is not allowed here", hint)
    return builder(node)


def build_text(parts: Sequence[nodes.Node]) -> Callable[[EvaluationScope], str]:
    """A function that makes one text of all the nodes."""
    flat = [inner for part in parts for inner in (part.nodes if isinstance(part, nodes.Output) else [part])]
    runs: list[str | CompiledNode] = [
        node.data if isinstance(node, nodes.TemplateData) else build(node) for node in flat
    ]
    plain = sum(len(part) for part in runs if isinstance(part, str))

    def run(scope: EvaluationScope) -> str:
        texts, budget = [], scope.budget
        budget.take(plain)
        for part in runs:
            value = part if type(part) is str else part(scope)  # type: ignore[operator]
            if type(value) is str:
                if value is not part:
                    budget.take(room(len(value)))
                texts.append(value)
            else:
                budget.use(value)
                texts.append(_listed(value) if isinstance(value, list | tuple | dict) else as_text(value))
        return "".join(texts)

    return run


def single_value(parts: Sequence[nodes.Node]) -> CompiledNode | None:
    """A function that gives the value of the only {{ }} of a template; None if there is more in it."""
    flat = [inner for part in parts for inner in (part.nodes if isinstance(part, nodes.Output) else [part])]
    single = len(parts) == len(flat) == 1 and not isinstance(flat[0], nodes.TemplateData)
    return build(flat[0]) if single and isinstance(flat[0], nodes.Expr) else None


def _listed(value: Any) -> str:
    """A list as Jinja2 prints it, with numbers and dates as their columns write them."""
    if isinstance(value, list | tuple):
        items = ", ".join(map(_listed, value)) + "," * (isinstance(value, tuple) and len(value) == 1)
        return f"[{items}]" if isinstance(value, list) else f"({items})"
    return str(value) if isinstance(value, Exact | datetime.date) else repr(value)


def _constant(value: Any) -> CompiledNode:
    weight(value)
    if isinstance(value, float) and isfinite(value):
        value = Exact.of(value)  # 0.1 is a tenth
    return lambda scope: value


def _prepared(run: Callable[..., Any], *parts: str) -> Callable[[nodes.Node], CompiledNode]:
    """What builds a node of a kind: `run` gets the node, those parts of it that are built, and the scope."""
    return lambda node: partial(run, node, *(build(getattr(node, part)) for part in parts))


def _name(node: nodes.Name, scope: EvaluationScope) -> Any:
    if node.name in scope.values:
        return scope.values[node.name]
    raise UndefinedError(node, f"{node.name!r} is undefined", node.name, scope.values)


def _attribute(node: nodes.Getattr, owner: CompiledNode, scope: EvaluationScope) -> Any:
    value, name = owner(scope), node.attr
    if isinstance(value, dict) and name in value:
        return value[name]
    source = _source(node.node)
    if name in METHODS.get(type(value), ()):
        raise StringError(f"{source}.{name} is a method, which has no text", f"write {source}.{name}()")
    known = map(str, value) if isinstance(value, dict) else METHODS.get(type(value), ())
    raise UndefinedError(node, f"{source} has no {name!r}", name, known)


def _source(node: nodes.Node) -> str:
    """The node as it was written, where it is short."""
    if isinstance(node, nodes.Getattr):
        return f"{_source(node.node)}.{node.attr}"
    return node.name if isinstance(node, nodes.Name) else "(...)"


def _item(node: nodes.Getitem) -> CompiledNode:
    owner = build(node.node)
    if isinstance(node.arg, nodes.Slice):
        ends = [build(end or nodes.Const(None)) for end in (node.arg.start, node.arg.stop, node.arg.step)]
        return lambda scope: _new(scope, owner(scope)[slice(*(end(scope) for end in ends))])
    key = build(node.arg)

    def run(scope: EvaluationScope) -> Any:
        value, at = owner(scope), key(scope)
        try:
            return value[at]
        except (TypeError, LookupError):
            table = value if isinstance(value, dict) else {}
            what = "the table in { }" if isinstance(node.node, nodes.Dict) else _source(node.node)
            message = f"{what} has no item {shortened(at)}"
            raise UndefinedError(node, message, str(at), map(str, table)) from None

    return run


def _new(scope: EvaluationScope, value: Any) -> Any:
    """A value that was just made; its characters and items are used."""
    scope.budget.use(value)
    return value


def _arguments(node: nodes.Call | nodes.Filter | nodes.Test) -> Callable[[EvaluationScope], Arguments]:
    if node.dyn_args or node.dyn_kwargs:
        raise StringError("arguments with * are not allowed here", "write them one by one")
    positional = [build(argument) for argument in node.args]
    named = [(str(pair.key), build(pair.value)) for pair in node.kwargs]
    return lambda scope: ([run(scope) for run in positional], {key: run(scope) for key, run in named})


def _call(node: nodes.Call) -> CompiledNode:
    if isinstance(node.node, nodes.Name) and node.node.name == "date":
        return _date(node)
    if isinstance(node.node, nodes.Name) and node.node.name == "term":
        return _term(node)
    if not isinstance(node.node, nodes.Getattr):
        message = f"{_source(node.node)}() is not allowed here"
        raise StringError(message, "a face may call filters and methods")
    owner, name, arguments = build(node.node.node), node.node.attr, _arguments(node)

    def run(scope: EvaluationScope) -> Any:
        value = owner(scope)
        positional, named = arguments(scope)
        if isinstance(value, _Loop) and name == "cycle" and positional:
            return positional[value["index0"] % len(positional)]
        known = METHODS.get(type(value), [])
        if name not in known:
            message = f"the method {name} of {shortened(value)} is not allowed here"
            raise StringError(message, suggest(name, known, "methods") if known else "")
        if name == "join" and len(positional) == 1:
            return _applied(scope, node, "filter", name, positional[0], ([value], named))
        if name == "replace":
            return _applied(scope, node, "filter", name, value, (positional, named))
        return _bounded(scope, getattr(value, name), name, (positional, named), value)

    return run


def _term(node: nodes.Call) -> CompiledNode:
    """A call of a term of the game, as texts write it."""
    if not 1 <= len(node.args) <= 2 or node.kwargs:
        raise StringError(
            "term() needs the name of a term", "write term('Flying'), or term('Flying', 'text')"
        )
    arguments = _arguments(node)
    return lambda scope: _new(scope, f"@[{'|'.join(map(as_text, arguments(scope)[0]))}]")


def _date(node: nodes.Call) -> CompiledNode:
    text = str(getattr(node.args[0], "value", "")) if len(node.args) == 1 else ""
    day = read_date(text)
    if day is None:
        meant = meant_date(text)
        hint = f"write date('{write_date(meant, ISO) if meant else '2026-01-31'}')"
        raise StringError("date() needs a date in quotes, written year-month-day", hint)
    return lambda scope: day


def _bounded(
    scope: EvaluationScope, function: Callable[..., Any], name: str, arguments: Arguments, *of: Any
) -> Any:
    """The value that a filter, test or method gives for its arguments; nothing else can change it."""
    positional, named = arguments
    scope.budget.step()
    scope.budget.use(*positional, *named.values(), *of)
    try:
        made = function(*positional, **named)
        if isinstance(made, Iterable) and not isinstance(made, str | list | tuple | dict | Undefined):
            made = list(islice(made, scope.budget.characters + 1))
    except _FAULTS as error:
        raise StringError(f"{name}: {error}") from None
    return made if isinstance(made, Undefined) else _new(scope, made)


def _applied(
    scope: EvaluationScope, node: nodes.Node, kind: str, name: Any, value: Any, arguments: Arguments
) -> Any:
    """The value after a filter, or whether it passes a test; `node` asks for it."""
    if kind == "filter" and name in _OVER_ITEMS:
        return _new(scope, _over_items(scope, node, name, value, arguments))
    run = environment().call_filter if kind == "filter" else environment().call_test
    _known(kind, name)
    if value is None and kind == "filter" and name in TEXT_FILTERS:
        value = ""  # an empty cell prints nothing
    made = _bounded(scope, run, name, ([name, value, *arguments], {}))
    if isinstance(made, Undefined):
        raise UndefinedError(node, f"{name}: there is no such item")
    return made


def _known(kind: str, name: Any) -> str:
    """The name of a filter or test. Raises StringError if there is none of this name."""
    known = environment().filters if kind == "filter" else environment().tests
    if not isinstance(name, str) or name not in known:
        near = did_you_mean(str(name), known)
        raise StringError(f"there is no {kind} {shortened(name)}", f"did you mean {near}?" if near else "")
    return name


_OVER_ITEMS = ("map", "reject", "rejectattr", "select", "selectattr")


def _over_items(
    scope: EvaluationScope, node: nodes.Node, name: str, values: Iterable[Any], arguments: Arguments
) -> list[Any]:
    """The filters that apply another filter, or a test, to each item."""
    positional, named = arguments
    attribute = default = None
    if name.endswith("attr"):
        attribute, *positional = positional or [None]
    elif name == "map" and not positional:
        attribute, default = named.get("attribute"), named.get("default")
    kind = "filter" if name == "map" else "test"
    found = []
    values = values or ()  # of a cell that is empty too
    for value, part in zip(values, items_of(values, attribute, default), strict=True):
        scope.budget.step()
        if isinstance(part, Undefined):
            raise UndefinedError(node, f"{shortened(value)} has no {attribute!r}")
        made = part
        if positional:
            made = _applied(scope, node, kind, positional[0], part, (positional[1:], named))
        if name == "map" or bool(made) == name.startswith("select"):
            found.append(made if name == "map" else value)
    return found


def _filter(node: nodes.Filter) -> CompiledNode:
    name, owner, arguments = _known("filter", node.name), build(node.node), _arguments(node)  # type: ignore[arg-type]
    if name == "date" and node.args and isinstance(node.args[0], nodes.Const):
        check_date_format(node.args[0].value)

    def run(scope: EvaluationScope) -> Any:
        try:
            value = owner(scope)
        except UndefinedError as error:
            if error.node is not node.node or name not in ("d", "default"):
                raise
            return _bounded(
                scope, lambda default_value="", boolean=False: default_value, name, arguments(scope)
            )
        return _applied(scope, node, "filter", name, value, arguments(scope))

    return run


def _test(node: nodes.Test) -> CompiledNode:
    name, owner, arguments = _known("test", node.name), build(node.node), _arguments(node)

    def defined(scope: EvaluationScope) -> bool:
        try:
            owner(scope)
        except UndefinedError as error:
            if error.node is not node.node:
                raise
            return name == "undefined"
        return name == "defined"

    if name in ("defined", "undefined"):
        return defined
    return lambda scope: _applied(scope, node, "test", name, owner(scope), arguments(scope))


def _arithmetic(node: nodes.BinExpr, left: CompiledNode, right: CompiledNode, scope: EvaluationScope) -> Any:
    symbol, one, other = node.operator, left(scope), right(scope)
    _not_empty(f"for {symbol}", (node.left, one), (node.right, other))
    numbers = isinstance(one, int | float | Exact) and isinstance(other, int | float | Exact)
    if (symbol != "+" and not numbers) or (symbol == "**" and abs(other) > LARGEST_POWER):
        raise StringError(f"{shortened(one)} {symbol} {shortened(other)} is not allowed here")
    compute = quotient if symbol == "/" else SandboxedEnvironment.default_binop_table[symbol]
    return _new(scope, compute(one, other))


def _sign(node: nodes.UnaryExpr, owner: CompiledNode, scope: EvaluationScope) -> Any:
    value = owner(scope)
    _not_empty(f"for {node.operator}", (node.node, value))
    return SandboxedEnvironment.default_unop_table[node.operator](value)


def _not_empty(what: str, *operands: tuple[nodes.Node, Any]) -> None:
    """Raise StringError that names the first operand that is an empty cell."""
    for node, value in operands:
        if value is None:
            name = _source(node)
            hint = f"ask first, {{{{ ... if {name} is not none }}}}, or write {name}|default(0, true)"
            raise StringError(f"{name} is empty, and {what} a number is needed", hint)


def _compare(node: nodes.Compare) -> CompiledNode:
    first = build(node.expr)
    others = [(one.op, _COMPARISONS[one.op], one.expr, build(one.expr)) for one in node.ops]

    def run(scope: EvaluationScope) -> bool:
        before, left = node.expr, first(scope)
        for operation, compare, operand, other in others:
            right = other(scope)
            scope.budget.use(left, right)
            if operation in _ORDERED:
                _not_empty("to compare it", (before, left), (operand, right))
            if operation not in ("in", "notin"):
                _alike((before, left), (operand, right))
            before = operand
            if not compare(left, right):
                return False
            left = right
        return True

    return run


def _alike(*operands: tuple[nodes.Node, Any]) -> None:
    """Raise StringError where a date, or yes or no, is compared with a text."""
    for (node, value), (_, other) in (operands, operands[::-1]):
        if not isinstance(other, str):
            continue
        name = _source(node)
        if isinstance(value, datetime.date):
            meant = meant_date(other) or read_date(other, getattr(value, "form", ISO))
            hint = f"write date('{write_date(meant, ISO) if meant else '2026-01-31'}')"
            raise StringError(f"{name} is a date, and {shortened(other)} a text", hint)
        if isinstance(value, bool):
            hint = f"it is a condition by itself: {name}, or not {name}"
            raise StringError(f"{name} is yes or no, and {shortened(other)} a text", hint)


def _and_or(
    node: nodes.And | nodes.Or, left: CompiledNode, right: CompiledNode, scope: EvaluationScope
) -> Any:
    value = left(scope)
    return right(scope) if bool(value) == isinstance(node, nodes.And) else value


def _either(node: nodes.CondExpr) -> CompiledNode:
    test, then, otherwise = build(node.test), build(node.expr1), build(node.expr2 or nodes.Const(""))
    return lambda scope: then(scope) if test(scope) else otherwise(scope)


def _list(node: nodes.List | nodes.Tuple) -> CompiledNode:
    items, kind = [build(item) for item in node.items], list if isinstance(node, nodes.List) else tuple
    return lambda scope: _new(scope, kind([item(scope) for item in items]))


def _table(node: nodes.Dict) -> CompiledNode:
    items = [(build(pair.key), build(pair.value)) for pair in node.items]
    return lambda scope: _new(scope, {key(scope): value(scope) for key, value in items})


def _if(node: nodes.If) -> CompiledNode:
    for branch in (node, *node.elif_):
        if isinstance(branch.test, nodes.Tuple):
            raise StringError("a comma in the condition of {% if %}", "write decimals as 2.5")
    branches = [(build(branch.test), build_text(branch.body)) for branch in (node, *node.elif_)]
    otherwise = build_text(node.else_)

    def run(scope: EvaluationScope) -> str:
        for test, body in branches:
            if test(scope):
                return body(scope)
        return otherwise(scope)

    return run


def _for(node: nodes.For) -> CompiledNode:
    if node.recursive:
        raise StringError("a recursive loop is not allowed here", "use a loop in a loop")
    values, body, otherwise = build(node.iter), build_text(node.body), build_text(node.else_)
    test = build(node.test or nodes.Const(True))
    steps = 1 + sum(1 for part in node.body for _ in part.find_all(nodes.Node))

    def run(scope: EvaluationScope) -> str:
        names = dict(scope.values)
        inner = EvaluationScope(names, scope.budget)
        found = []
        for value in values(scope):
            scope.budget.step()
            _assign(node.target, value, names)
            if test(inner):
                found.append(value)
        texts = []
        for index, value in enumerate(found):
            scope.budget.step(steps)
            names["loop"] = _Loop(found, index)
            _assign(node.target, value, names)
            texts.append(body(inner))
            scope.budget.use(texts[-1])
        return "".join(texts) if found else otherwise(scope)

    return run


def _assign(target: nodes.Node, value: Any, names: dict[str, Any]) -> None:
    if isinstance(target, nodes.Tuple):
        for part, item in zip(target.items, value, strict=True):
            _assign(part, item, names)
    elif isinstance(target, nodes.Name):
        names[target.name] = value


_BUILDERS: dict[type[nodes.Node], Callable[[Any], CompiledNode]] = {
    nodes.TemplateData: lambda node: _constant(node.data),
    nodes.Output: lambda node: build_text(node.nodes),
    nodes.If: _if,
    nodes.For: _for,
    nodes.Const: lambda node: _constant(node.value),
    nodes.List: _list,
    nodes.Tuple: _list,
    nodes.Dict: _table,
    nodes.Name: _prepared(_name),
    nodes.Getattr: _prepared(_attribute, "node"),
    nodes.Getitem: _item,
    nodes.Call: _call,
    nodes.Filter: _filter,
    nodes.Test: _test,
    nodes.CondExpr: _either,
    nodes.Concat: lambda node: build_text(node.nodes),
    nodes.Compare: _compare,
    nodes.Not: _prepared(lambda node, owner, scope: not owner(scope), "node"),
    **dict.fromkeys((nodes.And, nodes.Or), _prepared(_and_or, "left", "right")),
    **dict.fromkeys((nodes.Neg, nodes.Pos), _prepared(_sign, "node")),
    **dict.fromkeys(
        (nodes.Add, nodes.Sub, nodes.Mul, nodes.Div, nodes.FloorDiv, nodes.Mod, nodes.Pow),
        _prepared(_arithmetic, "left", "right"),
    ),
}
