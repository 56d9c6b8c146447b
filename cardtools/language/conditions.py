"""The one language of conditions: an allow-listed part of Python's expressions, compiled once.

Rules, `--where` and the `when` of faces are written in it. An expression may use numbers, texts, true and
false, tuples and lists, the columns of the card table, the ruleset's tables (`unit_total[LEVEL]`), its
defined names, `+ - * / // %`, comparisons and their chains, `and or not`, `in`, `a if b else c`, and the
functions in FUNCTIONS and FORMS; in faces also what `KnownNames.records` names, as `edition.name`. Everything
else is refused by name.

An expression has no value where a cell that it reads is empty, unless it asks for that cell with `given(X)`:
then a rule is not applied, and a condition does not hold.

Its budget: at most `condition_characters`, DEEPEST levels and a fixed number of parts; no loops, no powers;
texts are made longer only by fewer than a hundred `+` and by functions that are bounded (`functions.py`), and
regular expressions are matched in bounded time (`patterns.py`).
"""

from __future__ import annotations

import ast
import re
import warnings
from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from functools import cached_property
from itertools import pairwise
from math import isfinite
from types import CodeType
from typing import Any

from cardtools.ground.errors import Location
from cardtools.ground.frozen_record import Record, field
from cardtools.ground.limits import limits, raise_hint
from cardtools.ground.spelling import did_you_mean, suggest
from cardtools.ground.tables.cell_values import ISO, Day, meant_date, read_date, write_date
from cardtools.language.functions import FORMS, FUNCTIONS, OPERATORS, Nearest
from cardtools.language.patterns import PatternError, TextPattern
from cardtools.language.value_kinds import ANY, SIGNS, Kinds, unlisted

DEEPEST = 60
_MOST_PARTS = 5000  # with the parts of the names that it uses
_MOST_SUMS = 100
# Errors that a card's values can cause in a valid expression.
COMPUTING_ERRORS = (TypeError, ValueError, KeyError, IndexError, ArithmeticError, AttributeError)
# Functions whose second argument is a regular expression: written out, so that it is tried on loading.
_PATTERNS = ("finds", "matches")
_OPERATORS = (
    ast.Add, ast.Sub, ast.Mult, ast.Div, ast.FloorDiv, ast.Mod, ast.Not, ast.USub, ast.UAdd, ast.And, ast.Or,
    ast.Eq, ast.NotEq, ast.Lt, ast.LtE, ast.Gt, ast.GtE, ast.In, ast.NotIn, ast.Load,
)  # fmt: skip
_EXAMPLE = Day(2026, 1, 31)
_TRUTHS = {"true": True, "false": False}  # as in TOML; Python writes True and False
_PLAIN = (ast.BinOp, ast.UnaryOp, ast.BoolOp, ast.Compare, ast.IfExp, ast.Tuple, ast.List)
_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
_REFUSED: dict[type[ast.AST], str] = {
    ast.Attribute: "attribute access is not allowed",
    ast.Lambda: "lambda is not allowed",
    **dict.fromkeys(_COMPREHENSIONS, "a comprehension is not allowed"),
    ast.JoinedStr: "a formatted string is not allowed",
    ast.NamedExpr: ":= is not allowed",
    ast.Starred: "* before a value is not allowed",
    ast.Pow: "** is not allowed",
    ast.Is: "is is not allowed, write ==",
    ast.IsNot: "is not is not allowed, write !=",
}


class ExpressionFault(Record):
    """What is wrong in an expression: line and column from 0 within its text."""

    line: int
    column: int
    message: str
    hint: str = ""


class KnownNames(Record):
    """The names an expression may use: columns with the kinds of their values, tables, defined names with
    what they stand for, and whether `first_X` exists (rules with a group). `words` are all texts that a
    column may have, by column.

    `records` are names with parts, as `edition.name`. With `optional`, an expression that asks `has(X)` may
    name any column X; with `is_open`, nobody knows the columns yet, so every name may be one.

    `place` is where the expression is written. `patterns` are those that were read, by function and text.
    """

    columns: Mapping[str, str]
    tables: Mapping[str, Mapping[Any, Any]] = field(default_factory=dict)
    defined: Mapping[str, ast.expr] = field(default_factory=dict)
    firsts: bool = False
    words: Mapping[str, Collection[str]] = field(default_factory=dict)
    records: Collection[str] = ()
    optional: bool = False
    is_open: bool = False
    place: Callable[[], Location] = lambda: Location("")
    patterns: dict[str, TextPattern] = field(default_factory=dict)


class Lookup(Record):
    """A table subscript with a plain column in it, to find gaps before a card needs the entry."""

    table: str
    column: str


class Expression(Record):
    """A checked expression; `decimals` are its decimal numbers by their names in the tree.

    `variables` are the values it is computed from: `X` the value of column X, `_given_X` whether it is
    filled, `_text_X` the cell as written, `_folded_X` the same as searches compare it, `_has_X` whether the
    table has the column, `_first_X` the group's first.

    `needs` are the variables that must have a value: a rule that uses `given(X)` decides itself what an empty
    X means, any other X must be there. In the same way `given(first_X)` is false for the first card itself.
    """

    text: str
    tree: ast.expr
    variables: tuple[str, ...]
    needs: frozenset[str]
    columns: frozenset[str]
    lookups: tuple[Lookup, ...]
    tables: Mapping[str, Mapping[Any, Any]]
    patterns: Mapping[str, TextPattern] = field(default_factory=dict)
    decimals: Mapping[str, Any] = field(default_factory=dict)

    @cached_property
    def code(self) -> CodeType:
        """The expression as a Python code object."""
        return compile(ast.fix_missing_locations(ast.Expression(self.tree)), f"<{self.text}>", "eval")

    @cached_property
    def names(self) -> dict[str, Any]:
        """The functions and tables it may use; the empty `__builtins__` keeps everything else out."""
        return {
            "__builtins__": {}, **FUNCTIONS, **OPERATORS, "nearest": Nearest(),
            **self.patterns, **self.decimals, **self.tables
        }  # fmt: skip

    def value(self, variables: Mapping[str, Any]) -> Any:
        """The expression's value for one card. Raises one of COMPUTING_ERRORS where it has none."""
        return eval(self.code, self.names, variables)


def parse(text: str, scope: KnownNames, faults: list[ExpressionFault]) -> Expression | None:
    """The text as an Expression, or None with every fault of it added to `faults`."""
    if len(text) > (most := limits().condition_characters):
        message = f"the expression has {len(text)} characters, at most {most} are read"
        faults.append(ExpressionFault(0, 0, message, raise_hint("condition_characters")))
        return None
    if not text.strip():
        faults.append(ExpressionFault(0, 0, "the expression is empty"))
        return None
    if text in scope.columns:  # most parts of messages
        names = frozenset((text,))
        return Expression(text, ast.Name(text, ast.Load()), (text,), names, names, (), scope.tables)
    if (tree := read_tree(text, faults)) is None:
        return None
    return check_tree(text, tree, scope, faults)


def check_tree(
    text: str, tree: ast.expr, scope: KnownNames, faults: list[ExpressionFault]
) -> Expression | None:
    """The tree of an expression as an Expression, with `text` for its places; or as `parse`."""
    if scope.optional:
        optional: dict[str, str] = {}
        for one in ast.walk(tree):
            match one:
                case ast.Call(func=ast.Name(id="has"), args=[ast.Name(id=name), *_]):
                    optional[name] = ANY
        scope = replace(scope, columns={**optional, **scope.columns})
    reader = _ExpressionReader(text.split("\n"), scope, faults)
    before = len(faults)
    _check_commas(text, tree, reader)
    checked = reader.check(tree, 0)
    if len(faults) == before:
        Kinds(scope.columns, scope.tables, reader.fault).of(checked)
        for word, column in unlisted(reader.comparisons, scope.words):
            hint = suggest(str(word.value), list(scope.words[column]), "values")
            reader.fault(word, f"{word.value!r} is not a value of {column}", hint)
    if len(faults) > before:
        return None
    exact = _Decimals()
    if reader.has_decimals:
        checked = exact.visit(checked)
    asked = reader.asked | {f"_first_{name}" for name in reader.asked}
    variables, columns, lookups = tuple(reader.variables), frozenset(reader.columns), tuple(reader.lookups)
    needs, tables, patterns = frozenset(variables) - asked, scope.tables, reader.patterns
    return Expression(text, checked, variables, needs, columns, lookups, tables, patterns, exact.found)


class _Decimals(ast.NodeTransformer):
    """Puts names in place of decimal numbers, which Python would not compute with exactly."""

    def __init__(self) -> None:
        self.found: dict[str, Any] = {}

    def visit_Constant(self, node: ast.Constant) -> ast.expr:
        if not isinstance(node.value, float):
            return node
        from cardtools.language.decimals import Exact

        name = repr(node.value)  # that can't be written in an expression
        self.found[name] = Exact.of(node.value)
        return ast.copy_location(ast.Name(name, ast.Load()), node)


def _check_commas(text: str, tree: ast.expr, reader: _ExpressionReader) -> None:
    """A fault where a comma outside of brackets is meant as that of a decimal number, or as `and`."""
    if not isinstance(tree, ast.Tuple) or tree.col_offset or tree.lineno > 1:
        return
    lines = f"({text}\n)".encode().split(b"\n")
    for one, other in pairwise(tree.elts):
        line, at = lines[other.lineno - 1], other.col_offset
        whole, part = re.search(rb"([0-9]+),$", line[:at]), re.match(rb"[0-9]+", line[at:])
        if whole and part:
            number = f"{whole[1].decode()},{part[0].decode()}"
            hint = f"write {number.replace(',', '.')}"
            reader.fault(other, f"{number} is two numbers: a decimal number has a point", hint)
        elif isinstance(one, ast.Compare | ast.BoolOp | ast.UnaryOp):
            reader.fault(other, "a comma does not join conditions", "write `and` or `or`")


def read_tree(text: str, faults: list[ExpressionFault]) -> ast.expr | None:
    """The text as Python reads it, not checked yet; None with a fault added where it can't be read."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # about words that are nearly numbers
            # In brackets, so that an expression may run over several lines.
            return ast.parse(f"({text}\n)", mode="eval").body
    except SyntaxError as error:
        line, column = (error.lineno or 1) - 1, max(0, (error.offset or 1) - 1)
        line = min(line, text.count("\n"))
        faults.append(ExpressionFault(line, max(0, column - (line == 0)), *_syntax(text, error.msg)))
    except (ValueError, RecursionError, MemoryError):
        faults.append(ExpressionFault(0, 0, "not an expression that can be read"))
    return None


# Signs of other languages, and what Python's parser says, in the words of this one.
OTHER_SIGNS = {"&&": "and", "||": "or", "=>": ">=", "=<": "<=", "<>": "!=", "!": "not"}
_SAID = (
    ("instead of '='", "one = compares nothing", "write =="),
    ("string literal", "a text has no closing quote", "begin and end it with the same quote"),
    ("was never closed", "a bracket is not closed", "close it, or remove it"),
    ("unmatched", "a bracket is closed that was not opened", "open it, or remove it"),
    ("does not match", "a bracket is closed by one of another kind", "close ( by ) and [ by ]"),
    ("comma", "a comma or an operator is missing", ""),
    ("invalid character", "a character that no expression has", "write straight quotes and plain signs"),
    ("leading zeros", "a number begins with 0", "write it without the 0"),
)


def _syntax(text: str, said: str) -> tuple[str, str]:
    """What is wrong in a text that Python cannot read, and a hint."""
    outside = re.sub(r"'[^']*'|\"[^\"]*\"", "''", text)
    if found := next((sign for sign in OTHER_SIGNS if re.search(rf"{re.escape(sign)}(?!=)", outside)), ""):
        return f"not an expression: {found} is not allowed", f"write {OTHER_SIGNS[found]}"
    for part, message, hint in _SAID:
        if part in said:
            return f"not an expression: {message}", hint
    return "not an expression", "is a bracket, a quote or an operator missing, or one too many?"


_KNOWN = sorted((*FUNCTIONS, *FORMS, "nearest"))


class _ExpressionReader:
    """Walks an expression once: checks every node, collects what it reads, rewrites the special forms."""

    def __init__(self, lines: list[str], scope: KnownNames, faults: list[ExpressionFault]) -> None:
        self.lines, self.scope, self.faults = lines, scope, faults
        self.variables: dict[str, None] = {}
        self.columns: set[str] = set()
        self.asked: set[str] = set()
        self.lookups: list[Lookup] = []
        self.patterns: dict[str, TextPattern] = {}
        self.comparisons: list[ast.Compare] = []
        self.has_decimals = False
        self.sums = self.parts = 0

    def place(self, node: ast.AST) -> tuple[int, int]:
        line = getattr(node, "lineno", 1) - 1
        offset = getattr(node, "col_offset", 0) - (line == 0)
        content = self.lines[line] if line < len(self.lines) else ""
        # Python counts bytes, people count characters.
        return line, len(content.encode(errors="surrogatepass")[: max(0, offset)].decode(errors="ignore"))

    def fault(self, node: ast.AST, message: str, hint: str = "") -> ast.expr:
        self.faults.append(ExpressionFault(*self.place(node), message, hint))
        return ast.Constant(0)

    def check(self, node: ast.AST, depth: int) -> Any:
        self.parts += 1
        if depth > DEEPEST or self.parts > _MOST_PARTS:
            how = "nested too deep" if depth > DEEPEST else "too long"
            return self.fault(node, f"the expression is {how}")
        if meant := self.meant(node):
            return self.check(meant, depth + 1)
        if isinstance(node, ast.Constant):
            if isinstance(node.value, float) and not isfinite(node.value):
                return self.fault(node, "the number is too large")
            if isinstance(node.value, bool | int | float | str):
                self.has_decimals |= isinstance(node.value, float)
                return node
            return self.fault(node, f"{node.value!r} is not allowed", "ask for an empty cell with given(X)")
        if isinstance(node, ast.Name):
            return self.name(node)
        if isinstance(node, ast.Attribute) and (dotted := self.part(node)):
            self.variables.setdefault(dotted)
            return ast.copy_location(ast.Name(dotted, ast.Load()), node)
        if type(node) in _REFUSED:
            return self.fault(node, _REFUSED[type(node)])
        if isinstance(node, ast.Call):
            return self.call(node, depth)
        if isinstance(node, ast.Subscript):
            return self.subscript(node, depth)
        if isinstance(node, _PLAIN):
            return self.plain(node, depth)
        return self.fault(node, f"{type(node).__name__.lower()} is not allowed")

    def meant(self, node: ast.AST) -> ast.expr | None:
        """What a defined name stands for, at the place of the name; None for anything else."""
        if not isinstance(node, ast.Name) or node.id in self.scope.columns:
            return None
        tree: ast.expr | None = copied(self.scope.defined.get(node.id), node)
        return tree

    def plain(self, node: Any, depth: int) -> Any:
        operators = [getattr(node, "op", None)]
        if isinstance(node, ast.Compare):
            operators += node.ops
            self.comparisons.append(node)
        for operator in operators:
            if operator is not None and not isinstance(operator, _OPERATORS):
                message = _REFUSED.get(type(operator), f"{type(operator).__name__} is not allowed")
                return self.fault(node, message)
        for name, child in ast.iter_fields(node):
            if isinstance(child, ast.expr):
                setattr(node, name, self.check(child, depth + 1))
            elif isinstance(child, list) and name != "ops":
                setattr(node, name, [self.check(item, depth + 1) for item in child])
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
            self.sums += 1
            if self.sums == _MOST_SUMS:  # of texts
                return self.fault(node, f"an expression has fewer than {_MOST_SUMS} +")
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult | ast.Mod | ast.Div):
            sign = SIGNS[type(node.op)]
            for side in (node.left, node.right):
                if isinstance(side, ast.Tuple | ast.List | ast.Constant) and not _is_number(side):
                    what = "multiplied" if sign == "*" else "divided"
                    return self.fault(side, f"only numbers can be {what}")
            return ast.copy_location(ast.Call(ast.Name(sign, ast.Load()), [node.left, node.right], []), node)
        return node

    def part(self, node: ast.AST) -> str:
        """`edition.name`, where the node is a part of a record; else ""."""
        match node:
            case ast.Attribute(value=ast.Name(id=record), attr=part) if record not in self.scope.columns:
                return f"{record}.{part}" if record in self.scope.records else ""
        return ""

    def is_column(self, name: str) -> bool:
        return name in self.scope.columns or (self.scope.is_open and not name.startswith("_"))

    def is_first(self, name: str) -> bool:
        return self.scope.firsts and name.startswith("first_") and name[6:] in self.scope.columns

    def name(self, node: ast.Name) -> ast.expr:
        name = node.id
        if name in _TRUTHS and name not in self.scope.columns:
            return ast.copy_location(ast.Constant(_TRUTHS[name]), node)
        if self.is_column(name):
            self.columns.add(name)
            self.variables.setdefault(name)
            return node
        if name in self.scope.tables:
            return node
        if self.is_first(name):
            self.columns.add(name[6:])
            self.variables.setdefault(f"_{name}")
            return ast.copy_location(ast.Name(f"_{name}", ast.Load()), node)
        known = [*self.scope.columns, *self.scope.tables, *self.scope.defined]
        if self.scope.firsts:
            known += [f"first_{column}" for column in self.scope.columns]
        near = did_you_mean(name, known)
        return self.fault(node, f"unknown name {name!r}", f"did you mean {near}?" if near else "")

    def call(self, node: ast.Call, depth: int) -> ast.expr:
        if isinstance(node.func, ast.Attribute):
            refused: ast.expr = self.check(node.func, depth + 1)
            return refused
        if not isinstance(node.func, ast.Name):
            return self.fault(node, "only a function's name can be called")
        name = node.func.id
        if name in FORMS:
            argument = node.args[0] if len(node.args) == 1 else None
            if name == "given" and argument and (dotted := self.part(argument)):
                argument = ast.copy_location(ast.Name(dotted, ast.Load()), argument)
            if node.keywords or not isinstance(argument, ast.Name):
                return self.fault(node, f"{name}() takes the name of one column")
            variable = column = argument.id
            if name == "given" and self.is_first(variable):
                variable, column = f"_{variable}", variable.removeprefix("first_")
            elif not (self.is_column(variable) or "." in variable):
                return self.name(argument)
            if name == "given":
                self.asked.add(variable)
            if "." not in column:
                self.columns.add(column)
            self.variables.setdefault(f"_{name}_{variable}")
            return ast.copy_location(ast.Name(f"_{name}_{variable}", ast.Load()), node)
        if name not in _KNOWN:
            near = did_you_mean(name, _KNOWN)
            hint = f"did you mean {near}?" if near else f"known: {', '.join(_KNOWN)}"
            return self.fault(node, f"unknown function {name!r}", hint)
        if node.keywords:
            return self.fault(node, f"{name}() takes no named arguments")
        if name in _PATTERNS and (fault := self.pattern(node, name)):
            return fault
        plain = 1 if name in _PATTERNS else len(node.args)
        node.args[:plain] = [self.check(argument, depth + 1) for argument in node.args[:plain]]
        text = getattr(node.args[0], "value", "") if name == "date" and node.args else ""
        if text and isinstance(text, str) and not read_date(text):
            hint = f"write date('{write_date(meant_date(text) or _EXAMPLE, ISO)}')"
            return self.fault(node.args[0], f"{text!r} is not a date written year-month-day", hint)
        return node

    def pattern(self, node: ast.Call, function: str) -> ast.expr | None:
        pattern = self.written(node.args[1], 0) if len(node.args) == 2 else None
        if pattern is None:
            return self.fault(node, "a text and a regular expression that is written out are needed")
        name = f"{function}/{pattern}"  # that can't be written in an expression
        try:
            if name not in self.scope.patterns:
                self.scope.patterns[name] = TextPattern(pattern, self.scope.place, function == "finds")
        except PatternError as error:
            character = error.character
            hint = f"write r'\\{character}'; in a literal string '...' of TOML, r\"{character}\""
            return self.fault(node.args[1], str(error), hint if character else "")
        node.args[1] = ast.Name(name, ast.Load())
        self.patterns[name] = self.scope.patterns[name]
        return None

    def written(self, node: ast.expr, depth: int) -> str | None:
        """A text that is written out, as one or with + between its parts; None for anything else."""
        self.parts += 1
        if depth > DEEPEST or self.parts > _MOST_PARTS:
            return None
        if meant := self.meant(node):
            return self.written(meant, depth + 1)
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
            left, right = self.written(node.left, depth + 1), self.written(node.right, depth + 1)
            return None if left is None or right is None else left + right
        return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None

    def subscript(self, node: ast.Subscript, depth: int) -> ast.expr:
        found = node.value.id if isinstance(node.value, ast.Name) else "this"
        by_place = _is_number(getattr(node.slice, "operand", node.slice))
        if self.scope.is_open and found != "this" and not by_place:
            self.variables.setdefault(found)  # whether it is a table is seen when the cards are known
        elif found not in self.scope.tables:
            near = did_you_mean(found, self.scope.tables)
            hint = f"did you mean {near}?" if near else "item(X, 1) is the first item or letter of X"
            return self.fault(node, f"{found} isn't a table of the ruleset; only tables take [...]", hint)
        if isinstance(node.slice, ast.Name) and node.slice.id in self.scope.columns:
            self.lookups.append(Lookup(found, node.slice.id))
        node.slice = self.check(node.slice, depth + 1)
        return node


def copied(part: Any, place: ast.AST) -> Any:
    """A part of an expression once more, all of it at another place."""
    if isinstance(part, list):
        return [copied(one, place) for one in part]
    if not isinstance(part, ast.AST):
        return part
    fields = {name: copied(value, place) for name, value in ast.iter_fields(part)}
    return ast.copy_location(type(part)(**fields), place)


def _is_number(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, int | float)
