"""The shorthand of searches, `t:fire attack>300 -"draw a card" order:-attack`, translated to a condition.

A query is words, phrases in quotes, `FIELD:text`, `FIELD>300` and so on, `is:KIND`, `has:FIELD`, joined by
`and` (which may be left out), `or`, `not` or `-`, and brackets; `order:FIELD` says in which order. What is a
condition already means what it says there.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Mapping

from cardtools.ground.frozen_record import Record, field
from cardtools.ground.limits import limits
from cardtools.ground.spelling import listed, nearest, suggest
from cardtools.ground.tables.cell_values import ISO, meant_date, read_date, write_date
from cardtools.language.conditions import (
    DEEPEST,
    OTHER_SIGNS,
    Expression,
    ExpressionFault,
    KnownNames,
    check_tree,
    copied,
    parse,
    read_tree,
)
from cardtools.language.functions import FORMS, FUNCTIONS, folded
from cardtools.language.value_kinds import DATE, LIST, NUMBER, TRUTH, Kinds

_TOKEN = re.compile(
    r"""\s*(?:
    (?P<bracket>[()])
  | (?P<minus>-(?=[^\s)]))
  | (?P<field>\w[^\s()"“”:<>=!]*)
    (?: (?P<colon>:\s*) (?P<after>>=|<=|!=|[<>=])? | \s*(?P<sign>[<>=!]+) ) \s*
  | (?P<word>"[^"]*" | “[^”]*” | '[^']*'(?=[\s)]|$) | [^\s()"“”]+ | ["“”])
    )""",
    re.X,
)
_VALUE = re.compile(r"""\s*("[^"]*"|“[^”]*”|'[^']*'(?=[\s)]|$)|[^\s()"“”]+|["“”])""")
_NUMBER = re.compile(r"[+-]?[0-9]{1,15}(\.[0-9]{1,15})?")
_SIGNS: dict[str, type[ast.cmpop]] = {
    ":": ast.Eq, "=": ast.Eq, "!=": ast.NotEq, "<": ast.Lt, "<=": ast.LtE, ">": ast.Gt, ">=": ast.GtE,
}  # fmt: skip
_TRUTHS = {
    **dict.fromkeys(("yes", "y", "true", "1", "x"), True),
    **dict.fromkeys(("no", "n", "false", "0"), False),
}
_QUOTES = "\"“”'"


class SearchNames(Record):
    """What searches may name: `fields` are columns by the words that mean them, as `word_of` writes them;
    `words` the columns with words; `kinds` conditions by the name of a kind of card; `separators` those of
    lists; `unsaid` what is said of a field that the ruleset should know.
    """

    fields: Mapping[str, tuple[str, ...]]
    words: tuple[str, ...]
    kinds: Mapping[str, str] = field(default_factory=dict)
    separators: Mapping[str, str] = field(default_factory=dict)
    unsaid: Mapping[str, str] = field(default_factory=dict)


class Query(Record):
    """What to look for (None: every card), and in which order: columns, each with whether it goes down."""

    expression: Expression | None
    order: tuple[tuple[str, bool], ...] = ()


class _FaultError(Exception):
    def __init__(self, at: int, message: str, hint: str = "") -> None:
        self.fault = ExpressionFault(0, at, message, hint)


def word_of(heading: str) -> str:
    """A heading as a search may write it: `Card Name`, `card-name` and `cardname` are the same."""
    return re.sub(r"[\W_]+", "", folded(heading)) or folded(heading)


def read_query(
    text: str,
    names: Callable[[], SearchNames],
    scope: KnownNames,
    faults: list[ExpressionFault],
    box: bool = False,
) -> Query | None:
    """The query that a condition or a search is; None with what is wrong added to `faults`.

    In the search `box` of a page, what is nothing but names, words and numbers is always a search.
    """
    if box and not text.strip():
        return Query(None)
    own: list[ExpressionFault] = []
    tree = read_tree(text, []) if len(text) <= limits().condition_characters else None
    only_words = tree is not None and _is_words(tree)
    if not (box and only_words):
        if expression := parse(text, scope, own):
            return Query(expression)
        if not text.strip() or len(text) > limits().condition_characters or _is_condition(text, tree, scope):
            faults += own
            return None
    reader = _Search(text, names(), scope)
    try:
        meant = reader.read()
    except _FaultError as error:
        # Of a condition that no search is either, what is wrong with the condition is said.
        unknown = re.fullmatch("unknown name '(.*)'", own[0].message) if own else None
        searched = tree is None or only_words or (unknown and word_of(unknown[1]) in reader.names.fields)
        faults += [error.fault] if searched else own
        return None
    found = check_tree(text, meant, scope, faults) if meant is not None else None
    return None if faults else Query(found, tuple(reader.order))


def _is_words(tree: ast.expr) -> bool:
    """Whether an expression compares and computes nothing."""
    plain = (ast.Name, ast.Constant, ast.BoolOp, ast.UnaryOp, ast.BinOp, ast.And, ast.Or, ast.Not, ast.USub)
    return all(isinstance(one, (*plain, ast.Sub, ast.Load)) for one in ast.walk(tree))


def _is_condition(text: str, tree: ast.expr | None, scope: KnownNames) -> bool:
    """Whether somebody meant a condition where it has faults: it knows all names, or has a part that no
    search has.
    """
    if tree is None:
        return False
    known = {*FUNCTIONS, *FORMS, "nearest"}
    names = {one.id for one in ast.walk(tree) if isinstance(one, ast.Name)}
    if names and names <= {*scope.columns, *scope.defined, *scope.tables, *known, "true", "false"}:
        return True
    for one in ast.walk(tree):
        match one:
            case ast.Call(func=ast.Name(id=name)) if name in known or f"{name}(" in text:
                return True
            case ast.Subscript() | ast.IfExp() | ast.Compare(ops=[ast.Eq(), *_]):
                return True
            case ast.Compare(left=left, ops=[ast.In() | ast.NotIn(), *_], comparators=[right, *_]):
                sides = (left, right)
                return not all(isinstance(one, ast.Name) and one.id not in scope.columns for one in sides)
    return False


class _Search:
    """Reads a query from left to right."""

    def __init__(self, text: str, names: SearchNames, scope: KnownNames) -> None:
        self.text, self.names, self.scope = text.replace("\n", " "), names, scope
        self.order: list[tuple[str, bool]] = []
        self.at = 0  # where the token begins
        self.next = 0  # where the one after it begins
        self.token: re.Match[str] | None = None

    def read(self) -> ast.expr | None:
        """The condition that the query means; None for every card. Raises _FaultError."""
        self.step()
        tree = self.any(0)
        if self.token:
            raise _FaultError(self.at, "a bracket is closed that was not opened", "open it, or remove it")
        return tree

    def step(self) -> None:
        self.token = _TOKEN.match(self.text, self.next) if self.text[self.next :].strip() else None
        if self.token:
            kind = self.token.lastgroup or ""
            self.at = self.token.start("field" if kind in ("colon", "after", "sign") else kind)
            self.next = self.token.end()

    def is_word(self, *words: str) -> bool:
        return bool(self.token and (self.token["word"] or "").lower() in words)

    def is_bracket(self, bracket: str) -> bool:
        return bool(self.token and self.token["bracket"] == bracket)

    def any(self, depth: int) -> ast.expr | None:
        if depth > DEEPEST:
            raise _FaultError(self.at, "the search is nested too deep")
        parts = [self.all(depth)]
        while self.is_word("or"):
            at = self.at
            self.step()
            parts.append(self.all(depth))
            if parts[0] is None or parts[-1] is None:
                hint = 'to find the word, write "or"'
                raise _FaultError(at, "`or` stands between two things to look for", hint)
        return self.joined(ast.Or(), [part for part in parts if part is not None])

    def all(self, depth: int) -> ast.expr | None:
        parts: list[ast.expr] = []
        while self.token and not self.is_word("or") and not self.is_bracket(")"):
            if self.is_word("and"):
                self.step()
            elif (part := self.one(depth)) is not None:
                parts.append(part)
        return self.joined(ast.And(), parts)

    def one(self, depth: int) -> ast.expr | None:
        token, at = self.token, self.at
        assert token
        if self.is_word("not") or token["minus"]:
            self.step()
            if depth > DEEPEST or not self.token or self.is_bracket(")"):
                raise _FaultError(at, f"nothing stands after {self.text[at:][:3].strip()}")
            before = len(self.order)
            if (part := self.one(depth + 1)) is None:
                hint = "write order:-name to begin with the last" if len(self.order) > before else ""
                raise _FaultError(at, "this cannot be turned round", hint)
            return self.placed(ast.UnaryOp(ast.Not(), part), at)
        if self.is_bracket("("):
            self.step()
            before = len(self.order)
            inner = self.any(depth + 1)
            if not self.is_bracket(")"):
                raise _FaultError(at, "a bracket is not closed", "close it, or remove it")
            if inner is None and len(self.order) == before:
                raise _FaultError(at, "nothing stands in the brackets")
            self.step()
            return inner
        if token["field"]:
            return self.field(token["field"], token["sign"] or token["after"] or ":", at)
        word = self.unquoted(token["word"], at)
        self.step()
        return self.contains(self.names.words, word, at)

    def field(self, name: str, sign: str, at: int) -> ast.expr | None:
        if sign not in _SIGNS:
            meant = "=" if sign == "==" else OTHER_SIGNS.get(sign, "")
            raise _FaultError(at + len(name), f"{sign} compares nothing", f"write {meant}" if meant else "")
        found = _VALUE.match(self.text, self.next)
        if not found:
            hint = f'to find the word, write "{name}"'
            raise _FaultError(self.next, f"nothing stands after {name}{sign}", hint)
        place = found.start(1)
        value, self.next = self.unquoted(found[1], place), found.end()
        self.step()
        word = name.lower()
        if word == "order":
            down = value.startswith("-")
            column = self.columns(value.removeprefix("-"), place + down)[0]
            self.order.append((column, down))
            return None
        if word == "has":
            given = [self.call("given", one, at) for one in self.columns(value, place)]
            return self.joined(ast.Or(), given)
        if word == "is":
            return self.kind(value, place)
        parts = [self.compared(column, sign, value, place) for column in self.columns(name, at)]
        return self.joined(ast.And() if sign == "!=" else ast.Or(), parts)

    def unquoted(self, word: str, at: int) -> str:
        if word[0] in _QUOTES and len(word) > 1 and word[-1] in _QUOTES:
            word = word[1:-1]
        elif word[0] in '"“”':
            raise _FaultError(at, "the phrase has no closing quote", "begin and end it with a quote")
        elif not re.search(r"\w", word):
            meant = OTHER_SIGNS.get(word, "")
            hint = f"write {meant}" if meant else f'to find it, write "{word}"'
            raise _FaultError(at, f"{word} means nothing here", hint)
        if not word.strip():
            raise _FaultError(at, "the phrase is empty")
        return word

    def columns(self, name: str, at: int) -> tuple[str, ...]:
        """The columns that a name means."""
        names = self.names
        if found := names.fields.get(word_of(name)):
            return found
        if unsaid := names.unsaid.get(name.lower()):
            raise _FaultError(at, unsaid, f"name a column: {listed(list(self.scope.columns))}")
        own = list(self.scope.columns)
        near = nearest(name, own) or nearest(name, [*names.fields, "is", "has", "order"])
        hint = f"did you mean {near}?" if near else f"fields: {listed(own)}"
        raise _FaultError(at, f"there is no field {name!r}", hint)

    def compared(self, column: str, sign: str, value: str, at: int) -> ast.expr:
        kind, operator = self.scope.columns.get(column, ""), _SIGNS[sign]()
        made: ast.expr | None = None
        cell: ast.expr = self.placed(ast.Name(column, ast.Load()), at)
        if kind == NUMBER and _NUMBER.fullmatch(value):
            number = float(value) if "." in value else int(value)
            made = self.placed(ast.Constant(abs(number)), at)
            made = self.placed(ast.UnaryOp(ast.USub(), made), at) if number < 0 else made
        elif kind == DATE and re.fullmatch("[0-9]{4}", value):
            made, cell = self.placed(ast.Constant(int(value)), at), self.call("year", column, at)
        elif kind == DATE and (day := read_date(value) or meant_date(value)):
            made = self.call("date", write_date(day, ISO), at, text=True)
        elif kind == TRUTH and folded(value) in _TRUTHS:
            made = self.placed(ast.Constant(_TRUTHS[folded(value)]), at)
        if made is not None:
            return self.guarded([column], self.placed(ast.Compare(cell, [operator], [made]), at), at)
        if sign == ":":
            return self.contains((column,), value, at)
        if sign not in ("=", "!="):
            if kind in (NUMBER, DATE):
                example = f"{column}{sign}{'2026-01-31' if kind == DATE else 3}"
                raise _FaultError(at, f"{value!r} is not {kind}", f"write {example}")
            hint = f"write {column}:{value}, or has:{column}"
            raise _FaultError(at, f"{sign} compares numbers and dates, and {column} holds others", hint)
        word, cell = self.placed(ast.Constant(folded(value)), at), self.call("folded", column, at)
        if kind == LIST:
            operator = ast.In() if sign == "=" else ast.NotIn()
            between = self.placed(ast.Constant(self.names.separators.get(column, ",")), at)
            cell = self.placed(ast.Call(ast.Name("split", ast.Load()), [cell, between], []), at)
            return self.placed(ast.Compare(word, [operator], [cell]), at)
        return self.placed(ast.Compare(cell, [operator], [word]), at)

    def contains(self, columns: tuple[str, ...], word: str, at: int) -> ast.expr:
        """Whether a word is in one of the columns."""
        parts: list[ast.expr] = []
        for one in columns:
            text = self.placed(ast.Constant(folded(word)), at)
            parts.append(self.placed(ast.Compare(text, [ast.In()], [self.call("folded", one, at)]), at))
        return self.joined(ast.Or(), parts) or self.placed(ast.Constant(False), at)

    def kind(self, name: str, at: int) -> ast.expr:
        meant = (text for kind, text in self.names.kinds.items() if word_of(kind) == word_of(name))
        text = next(meant, "")
        made = _condition(text, self.scope)
        if not made:
            known = kinds_of_card(self.names, self.scope)
            hint = suggest(name, known, "kinds") or "kinds of card are those of the ruleset"
            raise _FaultError(at, f"there is no kind of card {name!r}", hint)
        tree = ast.Name(text, ast.Load()) if text in self.scope.columns else read_tree(text, [])
        tree = copied(tree, self.placed(ast.Constant(0), at))
        needs = sorted(one for one in made.needs if self.scope.columns.get(one, LIST) != LIST)
        return self.guarded(needs, tree, at)

    def guarded(self, columns: list[str], tree: ast.expr, at: int) -> ast.expr:
        """A condition that holds only where these cells are filled, whatever stands beside it."""
        made = self.joined(ast.And(), [*(self.call("given", one, at) for one in columns), tree])
        assert made is not None
        return made

    def call(self, function: str, value: str, at: int, text: bool = False) -> ast.expr:
        argument = ast.Constant(value) if text else ast.Name(value, ast.Load())
        return self.placed(ast.Call(ast.Name(function, ast.Load()), [self.placed(argument, at)], []), at)

    def joined(self, how: ast.boolop, parts: list[ast.expr]) -> ast.expr | None:
        if len(parts) < 2:
            return parts[0] if parts else None
        return ast.copy_location(ast.BoolOp(how, parts), parts[0])

    def placed(self, node: ast.expr, at: int) -> ast.expr:
        node.lineno = 1
        node.col_offset = len(self.text[:at].encode(errors="surrogatepass")) + 1  # as if it stood in brackets
        node.end_lineno, node.end_col_offset = 1, node.col_offset
        return node


def kinds_of_card(names: SearchNames, scope: KnownNames) -> list[str]:
    """The kinds of card that `is:` knows."""
    return [name for name, text in names.kinds.items() if _condition(text, scope)]


def _condition(text: str, scope: KnownNames) -> Expression | None:
    """What a kind of card is told by, if that can be computed for cards, and is true or false."""
    made = parse(text, scope, [])
    kinds = Kinds(scope.columns, scope.tables, _ignored)
    return made if made and kinds.of(made.tree) == TRUTH else None


def _ignored(node: ast.AST, message: str, hint: str) -> None:
    """A definition with faults is no kind of card."""
