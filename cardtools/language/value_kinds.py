"""What kind of value every part of an expression has: a text is never more than a number.

A rule that fails for a card is skipped there; one that fails for every card is an error of the ruleset.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from itertools import pairwise
from typing import Any

NUMBER, TEXT, LIST, TRUTH, TABLE, ANY = "a number", "a text", "a list", "true or false", "a table", ""
DATE = "a date"
OF_TYPES = {
    "str": TEXT,
    "int": NUMBER,
    "signed": NUMBER,
    "list": LIST,
    "number": NUMBER,
    "bool": TRUTH,
    "date": DATE,
    "link": TEXT,
}
NUMBER_TYPES = tuple(name for name, kind in OF_TYPES.items() if kind == NUMBER)
_ITEMS = (LIST, TABLE, TEXT)
_NUMBERS, _TEXTS = (NUMBER, TRUTH), (TEXT,)
AcceptedKinds = tuple[str, ...]
# What each function makes, and of what; the last kind may be given several times where `more` is true.
FUNCTION_KINDS: dict[str, tuple[str, tuple[AcceptedKinds, ...], bool]] = {
    **dict.fromkeys(("all_in", "any_in"), (TRUTH, (_ITEMS, _ITEMS), False)),
    **dict.fromkeys(("endswith", "startswith"), (TRUTH, (_TEXTS, _TEXTS), True)),
    **dict.fromkeys(("lower", "plain", "upper"), (TEXT, (_TEXTS,), False)),
    **dict.fromkeys(("max", "min"), (ANY, ((),), True)),
    **dict.fromkeys(("numbers", "words"), (LIST, (_TEXTS,), False)),
    "abs": (NUMBER, (_NUMBERS,), False),
    "converted": (NUMBER, (_NUMBERS, _TEXTS, _TEXTS), False),
    "date": (DATE, (_TEXTS,), False),
    "finds": (LIST, (_TEXTS, ()), False),
    "int": (NUMBER, ((*_NUMBERS, TEXT),), False),
    "item": (ANY, ((LIST, TEXT), _NUMBERS), False),
    "len": (NUMBER, (_ITEMS,), False),
    "listed": (TEXT, (_ITEMS,), False),
    "mapped": (LIST, (_ITEMS, (TABLE,)), False),
    "matches": (TRUTH, (_TEXTS, ()), False),
    "nearest": (TEXT, (_TEXTS, _ITEMS), False),
    "number": (NUMBER, (_TEXTS,), False),
    "padded": (TEXT, (_NUMBERS, _NUMBERS), False),
    "part": (TEXT, (_TEXTS, _NUMBERS, _NUMBERS), False),
    "replace": (TEXT, (_TEXTS, _TEXTS, _TEXTS), False),
    "round": (NUMBER, (_NUMBERS,), False),
    "rounded": (NUMBER, (_NUMBERS, _NUMBERS), False),
    "signed": (TEXT, (_NUMBERS,), False),
    "split": (LIST, (_TEXTS, _TEXTS), False),
    "str": (TEXT, ((),), False),
    "sum": (NUMBER, (_ITEMS,), False),
    "without": (LIST, (_ITEMS, _ITEMS), False),
    "year": (NUMBER, ((DATE,),), False),
}
_EQUAL, _MEMBER = (ast.Eq, ast.NotEq), (ast.In, ast.NotIn)
ReportFault = Callable[[ast.AST, str, str], Any]


class Kinds:
    """Finds the kinds of an expression that was checked; `report` gets the node, a message and a hint."""

    def __init__(
        self, columns: Mapping[str, str], tables: Mapping[str, Mapping[Any, Any]], report: ReportFault
    ) -> None:
        self.columns, self.tables, self.report = columns, tables, report

    def of(self, node: ast.expr) -> str:
        """The kind of a part, ANY where it depends on the card; faults in it are reported."""
        if isinstance(node, ast.Constant):
            return _kind_of(node.value)
        if isinstance(node, ast.Name):
            return self._name(node.id)
        if isinstance(node, ast.Tuple | ast.List):
            for item in node.elts:
                self.of(item)
            return LIST
        if isinstance(node, ast.BoolOp):
            return _common([self.of(value) for value in node.values])
        if isinstance(node, ast.IfExp):
            self.of(node.test)
            return _common([self.of(node.body), self.of(node.orelse)])
        if isinstance(node, ast.UnaryOp):
            kind = self.of(node.operand)
            if isinstance(node.op, ast.Not):
                return TRUTH
            self._needs(node, "-", kind)
            return NUMBER
        if isinstance(node, ast.BinOp):
            return self._sum(node, type(node.op), node.left, node.right)
        if isinstance(node, ast.Compare):
            self._compare(node)
            return TRUTH
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            return self._call(node, node.func.id)
        if isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name):
            return self._entry(node, node.value.id)
        return ANY

    def _name(self, name: str) -> str:
        if name in self.tables:
            return TABLE
        if name.startswith(("_given_", "_has_")):
            return TRUTH
        if name.startswith(("_text_", "_folded_")):
            return TEXT
        return self.columns.get(name.removeprefix("_first_"), ANY)

    def _needs(self, node: ast.AST, sign: str, *kinds: str) -> None:
        if wrong := next((kind for kind in kinds if kind and kind not in _NUMBERS), ""):
            self.report(node, f"{sign} is for numbers, not for {wrong}", "int(X) is the number in a text")

    def _sum(self, node: ast.AST, operator: type[ast.AST], left: ast.expr, right: ast.expr) -> str:
        one, other = self.of(left), self.of(right)
        if operator is not ast.Add:
            self._needs(node, SIGNS.get(operator, "it"), one, other)
            return NUMBER
        if not one or not other:
            return ANY
        if _alike(one, other) and one != TABLE:
            return NUMBER if one in _NUMBERS else one
        hint = "str(X) makes a text of a number" if TEXT in (one, other) else ""
        self.report(node, f"{one} and {other} cannot be added", hint)
        return ANY

    def _compare(self, node: ast.Compare) -> None:
        for operator, (left, right) in zip(node.ops, pairwise((node.left, *node.comparators)), strict=True):
            one, other = self.of(left), self.of(right)
            if isinstance(operator, _MEMBER):
                self._member(left, one, right, other)
            elif one and other and not (_alike(one, other) and TABLE not in (one, other)):
                what = f"{_source(left)} is {one} and {_source(right)} is {other}"
                never = "are never equal" if isinstance(operator, _EQUAL) else "cannot be compared"
                self.report(right, f"{what}: they {never}", _rewritten(one, right))

    def _member(self, left: ast.expr, one: str, right: ast.expr, other: str) -> None:
        if other in _NUMBERS:
            self.report(right, f"{_source(right)} is {other}, which contains nothing", "write == for in")
        elif other == TEXT and one and one != TEXT:
            message = f"{_source(left)} is {one}, which no text contains"
            self.report(left, message, "str(X) makes a text of it")
        elif one and isinstance(right, ast.Tuple | ast.List):
            for item in right.elts:
                kind = self.of(item) if isinstance(item, ast.Constant) else ANY
                if kind and not _alike(one, kind):
                    message = f"{_source(left)} is {one} and {_source(item)} is {kind}: they are never equal"
                    self.report(item, message, _rewritten(one, item))

    def _call(self, node: ast.Call, name: str) -> str:
        if operator := next((one for one, sign in SIGNS.items() if sign == name), None):
            return self._sum(node, operator, *node.args)
        made, wanted, more = FUNCTION_KINDS[name]
        given = len(node.args)
        if given < len(wanted) or (given > len(wanted) and not more):
            number = f"{len(wanted)}{' or more' if more else ''}"
            self.report(node, f"{name}() takes {number} value{'s' * (number != '1')}, not {given}", "")
            return made
        for index, argument in enumerate(node.args):
            kind, accepted = self.of(argument), wanted[min(index, len(wanted) - 1)]
            if kind and accepted and kind not in accepted:
                message = f"{name}() needs {' or '.join(accepted)} here; {_source(argument)} is {kind}"
                self.report(argument, message, "")
        if name not in ("max", "min") or given == 1:
            return made
        # They are of one kind, so a column of texts among them should be one of numbers.
        kinds, names = [self.of(argument) for argument in node.args], map(_source, node.args)
        column = next((one for one in names if self.columns.get(one) == TEXT), "")
        hint = f'write type = "int" under [fields.{column}]' if column else ""
        for one, other, argument in zip(kinds, kinds[1:], node.args[1:], strict=False):
            if one and other and not _alike(one, other):
                self.report(argument, f"{name}() of {one} and {other}: they cannot be compared", hint)
        return _common(kinds)

    def _entry(self, node: ast.Subscript, name: str) -> str:
        entries = self.tables.get(name, {})
        kind, key = self.of(node.slice), _common([_kind_of(key) for key in entries])
        if kind and key and not _alike(kind, key):
            self.report(node.slice, f"{name} is looked up by {key}; {_source(node.slice)} is {kind}", "")
        return _common([_kind_of(value) for value in entries.values()])


def unlisted(
    comparisons: Iterable[ast.Compare], words: Mapping[str, Collection[str]]
) -> Iterator[tuple[ast.Constant, str]]:
    """Each text that is compared with a column, but not among the column's `words`; and the column.

    Such a comparison is the same for every card.
    """
    for node in comparisons:
        for operator, (left, right) in zip(node.ops, pairwise((node.left, *node.comparators)), strict=True):
            pairs: list[tuple[ast.expr, ast.expr]] = []
            inside = False  # a part of a word is enough: 'ire' in TYPE
            if isinstance(operator, _EQUAL):
                pairs = [(left, right), (right, left)]
            elif isinstance(operator, _MEMBER) and isinstance(right, ast.Tuple | ast.List):
                pairs = [(left, item) for item in right.elts]
            elif isinstance(operator, _MEMBER):
                pairs, inside = [(right, left)], True
            for pair in pairs:
                match pair:  # an empty text asks for an empty cell
                    case ast.Name(id=name), ast.Constant(value=str(text)) as other if text:
                        column = name.removeprefix("_first_")
                        known = words.get(column, ())
                        if known and text not in known and not (inside and any(text in one for one in known)):
                            yield other, column


SIGNS: dict[type[ast.AST], str] = {
    ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.FloorDiv: "//", ast.Mod: "%"
}  # fmt: skip


def _kind_of(value: object) -> str:
    if isinstance(value, bool):
        return TRUTH
    return TEXT if isinstance(value, str) else NUMBER


def _alike(one: str, other: str) -> bool:
    return one == other or {one, other} == set(_NUMBERS)


def _common(kinds: list[str]) -> str:
    return kinds[0] if kinds and all(kind == kinds[0] for kind in kinds) else ANY


def _source(node: ast.expr) -> str:
    """A part as it was written, or nearly."""
    if isinstance(node, ast.Name) and node.id.startswith(("_folded_", "_given_", "_has_", "_text_")):
        form, name = node.id[1:].split("_", 1)
        return f"{form}({name})"
    if isinstance(node, ast.Name):
        return node.id.removeprefix("_")
    return ast.unparse(node) if isinstance(node, ast.Constant) else "the value"


def _rewritten(wanted: str, node: ast.expr) -> str:
    """How a constant is written as the wanted kind."""
    if wanted == NUMBER and isinstance(node, ast.Tuple) and len(node.elts) == 2:
        whole, part = (one.value if isinstance(one, ast.Constant) else None for one in node.elts)
        if isinstance(whole, int) and isinstance(part, int):
            return f"write {whole}.{part}"
    if not isinstance(node, ast.Constant):
        return ""
    if wanted == DATE:
        text = str(node.value)
        return f"write date('{text if re.fullmatch('[0-9]{4}-[0-9]{2}-[0-9]{2}', text) else '2026-01-31'}')"
    if wanted == TRUTH and isinstance(node.value, str):
        return "it is a condition by itself: X, or not X"
    if wanted == TEXT and isinstance(node.value, int | float):
        return f"write '{node.value}', in quotes"
    if wanted == NUMBER and isinstance(node.value, str) and node.value.lstrip("+-").isdigit():
        return f"write {node.value}, without quotes"
    return "ask whether it is in the list: X in LIST" if wanted == LIST else ""
