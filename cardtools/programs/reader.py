"""Reads the notation of programs: calls, words, numbers and comparisons, and nothing else of Python.

`destroy(field(1, unit, opponent, rank <= 3))`. Python's own parser reads the expression; nothing is executed.
A name that is a slot of the template stands for the slot's value, every other is a word.
"""

from __future__ import annotations

import ast
import operator
import warnings
from collections.abc import Mapping, Set
from dataclasses import MISSING, fields, replace
from typing import Any

from cardtools.ground.frozen_record import Record, field
from cardtools.ground.limits import limits, raise_hint
from cardtools.ground.spelling import suggest
from cardtools.programs import tree
from cardtools.programs.node_types import (
    LARGEST,
    MisfitError,
    Unknown,
    choices,
    fit,
    given_fields,
    hints,
    make,
)
from cardtools.programs.notation_entry import Function
from cardtools.programs.notation_functions import ACTIONS, BARE, FUNCTIONS, SELECTORS, WORDS, selecting
from cardtools.programs.tree import Compare, Count, Program, Selector, StatIs, Trait

_WORDS_OF = {"zone": frozenset(tree.ZONES), "to": frozenset(tree.ZONES), "who": frozenset(tree.PLAYERS)}
_DEPTH = 30  # far more than any text of a card needs
_AMOUNTS = choices(tree.Amount)
_COMPARISONS: dict[type[ast.cmpop], tree.ComparisonSign] = {
    ast.Eq: "==", ast.NotEq: "!=", ast.LtE: "<=", ast.GtE: ">=", ast.Lt: "<", ast.Gt: ">",
}  # fmt: skip
_ARITHMETIC: dict[type[ast.operator], Any] = {
    ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul,
}  # fmt: skip


class NotationError(Exception):
    """A program that cannot be read: what is wrong, what would be right, and the character it begins at, from
    0.
    """

    def __init__(self, message: str, hint: str = "", offset: int = 0) -> None:
        super().__init__(message)
        self.message, self.hint, self.offset = message, hint, offset


class ProgramWords(Record):
    """The words of a ruleset that programs may use: its nouns for kinds of cards, and the names of its
    vocabularies; where these are empty, any word. `keywords` are its keywords, each by its lower case.
    `zones` are its own zones, each with whether players share it; `known` are by field the words it may have,
    such as the resources, where the ruleset names them.
    """

    kinds: Set[str] = frozenset()
    names: Set[str] = frozenset()
    keywords: Mapping[str, str] = field(default_factory=dict)
    zones: Mapping[str, bool] = field(default_factory=dict)
    known: Mapping[str, Set[str]] = field(default_factory=dict)


class _UpTo(Record):
    amount: Any


class Reader:
    """Reads programs with the values of their slots. `slots` are the names that stand for a value."""

    def __init__(
        self, vocabulary: ProgramWords, slots: Mapping[str, Any], known: Set[str] = frozenset()
    ) -> None:
        self.vocabulary, self.slots, self.placeholders = vocabulary, slots, known
        own = vocabulary.zones.items()
        self.selectors = {
            **SELECTORS,
            **{name: selecting(name, {"zone": name}, shared) for name, shared in own},
        }
        self.known = {**_WORDS_OF, **vocabulary.known}

    def value(self, text: str) -> Any:
        """What the expression means: a part of the tree, a word or a number. Raises NotationError."""
        return self.evaluate(parse(text))

    def evaluate(self, expression: ast.expr) -> Any:
        """What a parsed expression means. Raises NotationError."""
        try:
            return self._read(expression)
        except MisfitError as error:
            raise NotationError(str(error)) from None

    def _read(self, at: ast.expr) -> Any:
        match at:
            case ast.Constant(value=bool() | str() | None):
                return at.value
            case ast.Constant(value=int(number)):
                return _sized(number, at)
            case ast.Name():
                return self.slots.get(at.id, at.id)
            case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int(number))):
                return -number
            case ast.List() | ast.Tuple():
                return tuple([self._read(item) for item in at.elts])
            case ast.BoolOp():
                node = tree.AllOf if isinstance(at.op, ast.And) else tree.AnyOf
                return self._fitted(node, {"conditions": [self._read(item) for item in at.values]}, at)
            case ast.UnaryOp(op=ast.Not()):
                return self._fitted(tree.Not, {"condition": self._read(at.operand)}, at)
            case ast.BinOp():
                return self._arithmetic(at)
            case ast.Compare(ops=[op], comparators=[right]) if type(op) in _COMPARISONS:
                # A name on the left is the stat, even where a slot has the same name.
                left = at.left.id if isinstance(at.left, ast.Name) else self._read(at.left)
                kind, first = (StatIs, "stat") if isinstance(left, str) else (Compare, "left")
                last = "amount" if kind is StatIs else "right"
                values = {first: left, "operator": _COMPARISONS[type(op)], last: self._read(right)}
                self._is_known(kind, values, {}, at)
                return self._fitted(kind, values, at)
            case ast.Call(func=ast.Name(id=name)):
                return self._call(name, at)
        raise NotationError(
            "this is not part of the notation", "write calls, words, numbers and comparisons", at.col_offset
        )

    def _arithmetic(self, at: ast.BinOp) -> Any:
        slot = slot_name(at)
        if slot in self.slots:
            return self.slots[slot]
        if type(at.op) not in _ARITHMETIC:
            raise NotationError("only +, - and * are known", "", at.col_offset)
        left, right = self._read(at.left), self._read(at.right)
        if type(left) is type(right) is int:
            return _sized(_ARITHMETIC[type(at.op)](left, right), at)
        if isinstance(at.op, ast.Sub):
            right = (
                -right if type(right) is int else self._fitted(tree.Product, {"left": -1, "right": right}, at)
            )
        node = tree.Product if isinstance(at.op, ast.Mult) else tree.Sum
        return self._fitted(node, {"left": left, "right": right}, at)

    def _call(self, name: str, at: ast.Call) -> Any:
        starred = any(isinstance(argument, ast.Starred) for argument in at.args)
        if starred or any(keyword.arg is None for keyword in at.keywords):
            raise NotationError("* is not known here", "write each argument", at.col_offset)
        arguments = [self._read(argument) for argument in at.args]
        keywords = {keyword.arg or "": self._read(keyword.value) for keyword in at.keywords}
        if name in self.selectors:
            return self._select(self.selectors[name], arguments, keywords, at)
        if name == "up_to":
            return _UpTo(arguments[0] if arguments else 1)
        if name == "exists":
            if len(arguments) != 1 or keywords:
                raise NotationError("exists needs cards, and nothing else", "", at.col_offset)
            counted = self._fitted(Count, {"cards": as_cards(arguments[0])}, at)
            return Compare(counted, ">=", 1)
        if name not in FUNCTIONS:
            hint = suggest(name, [*FUNCTIONS, *self.selectors, "up_to", "exists"], "functions")
            raise NotationError(f"unknown function {name!r}", hint, at.col_offset)
        return self._make(FUNCTIONS[name], arguments, keywords, at)

    def _make(self, form: Function, arguments: list[Any], keywords: dict[str, Any], at: ast.Call) -> Any:
        name, known, values = form.name, hints(form.node), {**form.defaults, **form.given}
        plain = len(form.fields) - form.many
        if len(arguments) > plain and not form.many:
            hint = f"its arguments are {', '.join(form.fields)}"
            raise NotationError(f"too many arguments of {name}", hint, at.args[plain].col_offset)
        places = dict(zip(form.fields[:plain], at.args, strict=False))
        values.update(zip(form.fields[:plain], arguments, strict=False))
        if form.many and (len(arguments) > plain or form.fields[-1] not in keywords):
            values[form.fields[-1]] = arguments[plain:]
        for keyword, value in keywords.items():
            written = _written(at, keyword)
            if keyword not in known or keyword in form.given:
                hint = suggest(keyword, [part for part in known if part not in form.given], "arguments")
                raise NotationError(f"{name} has no {keyword!r}", hint, written.col_offset)
            if keyword in places:
                raise NotationError(f"{keyword} of {name} is given twice", "", written.col_offset)
            values[keyword], places[keyword] = value, written.value
        for part, value in values.items():
            kinds = choices(known[part])
            if Selector in kinds:
                is_number = isinstance(value, Unknown) and value.is_number
                if form.number and (is_number or type(value) in _AMOUNTS):
                    value = replace(form.number, count=value)
                values[part] = as_cards(value)
            if part == "action" and isinstance(value, str):
                actions = ACTIONS[form.node]
                if value not in actions and not (value.startswith("gain_") and "gain_" in actions):
                    hint = suggest(value, list(actions), "actions")
                    raise NotationError(f"unknown action {value!r}", hint, places.get(part, at).col_offset)
        self._is_known(form.node, values, places, at)
        for part, value in values.items():
            try:
                values[part] = fit(value, known[part])
            except MisfitError as error:
                raise self._misfit(error, places.get(part, at), f"{part} of {name}: ") from None
        try:
            return form.node(**values)
        except TypeError:
            needed = [one.name for one in fields(form.node) if one.default is MISSING]
            missing = [name for name in needed if name not in values]
            raise NotationError(f"{name} needs {' and '.join(missing)}", "", at.col_offset) from None

    def _is_known(
        self, node: Any, values: Mapping[str, Any], places: Mapping[str, ast.expr], at: ast.expr
    ) -> None:
        """Raises NotationError for a word that a field cannot have, such as a zone that there is not."""
        for part, value in values.items():
            words = self.known.get(part, ())
            if isinstance(value, str) and words and value not in words and hints(node)[part] is str:
                what = {"to": "zone", "who": "player"}.get(part, part)
                hint = suggest(value, sorted(filter(None, words)), f"{what}s")
                raise NotationError(f"unknown {what} {value!r}", hint, places.get(part, at).col_offset)

    def _fitted(self, node: type, values: dict[str, Any], at: ast.expr) -> Any:
        try:
            return make(node, values)
        except MisfitError as error:
            raise self._misfit(error, at) from None

    def _misfit(self, error: MisfitError, at: ast.expr, where: str = "") -> NotationError:
        return NotationError(f"{where}{error}", self._missing_slot(at), at.col_offset)

    def _missing_slot(self, at: ast.expr) -> str:
        """A hint, where a name is a placeholder that the template does not have."""
        for inner in ast.walk(at):
            if isinstance(inner, ast.Name) and inner.id in self.placeholders and inner.id not in self.slots:
                return f"the template has no <{inner.id}>"
        return ""

    def _select(self, form: Function, arguments: list[Any], keywords: dict[str, Any], at: ast.Call) -> Any:
        fixed: dict[str, Any] = {**form.given, **dict(zip(form.fields, arguments, strict=False))}
        is_open = False
        for argument, place in [*zip(arguments, at.args, strict=True)][len(form.fields) :]:
            if isinstance(argument, Unknown):
                is_open = True
            else:
                self._fill(fixed, argument, place)
        for keyword, value in keywords.items():
            place = _written(at, keyword).value
            if keyword in Selector.__names__:
                self._set(fixed, keyword, as_cards(value) if keyword == "of" else value, place)
                continue
            names = self.vocabulary.names
            if names and keyword not in names:
                hint = suggest(keyword, sorted({*names, *Selector.__names__}), "arguments")
                raise NotationError(f"unknown argument {keyword!r}", hint, _written(at, keyword).col_offset)
            trait = self._fitted(Trait, {"vocabulary": keyword, "word": value}, place)
            self._set(fixed, "traits", (trait,), place)
        self._is_known(Selector, fixed, {}, at)
        known = ordered(self._fitted(Selector, {**form.defaults, **fixed}, at))
        return Unknown() if is_open else known

    def _fill(self, fixed: dict[str, Any], argument: Any, place: ast.expr) -> None:
        """One argument of a function that selects cards: what it fills is clear from what it is."""
        try:
            is_player = isinstance(argument, str) and argument in self.known["who"]
            for name, value in [("who", argument)] if is_player else _fillings(argument):
                self._set(fixed, name, value, place)
        except MisfitError as error:
            raise self._misfit(error, place) from None
        kinds = () if is_player else self.vocabulary.kinds
        if kinds and isinstance(argument, str) and argument not in WORDS and argument not in kinds:
            hint = self._missing_slot(place) or suggest(argument, sorted({*kinds, *WORDS}), "words")
            raise NotationError(f"unknown word {argument!r}", hint, place.col_offset)

    def _set(self, fixed: dict[str, Any], name: str, value: Any, place: ast.expr) -> None:
        """Fill a field of a selector with what does not contradict what fills it already."""
        if name in ("traits", "stats"):
            fixed[name] = (*fixed.get(name, ()), *value)
        elif fixed.setdefault(name, value) != value:
            message = f"{name} is given twice: {fixed[name]!r} and {value!r}"
            raise NotationError(message, "", place.col_offset)


def _written(call: ast.Call, keyword: str) -> ast.keyword:
    """Where the call gives the keyword."""
    return next(one for one in call.keywords if one.arg == keyword)


def _fillings(argument: Any) -> list[tuple[str, Any]]:
    """The fields of a selector that one argument fills, with what. Raises MisfitError."""
    match argument:
        case str():
            return [WORDS.get(argument, ("kind", argument))]
        case _UpTo():
            return [("count", argument.amount), ("up_to", True)]
        case Trait():
            return [("traits", (argument,))]
        case StatIs():
            return [("stats", (argument,))]
        case Selector():
            return list(given_fields(argument).items())
    if type(argument) in _AMOUNTS:
        return [("count", argument)]
    raise MisfitError(argument, "a number, a word, a comparison or cards")


def ordered(cards: Selector) -> Selector:
    """The selector with its traits and comparisons in a fixed order, whatever order they were written in."""
    if len(cards.traits) + len(cards.stats) < 2:
        return cards
    traits, stats = sorted(cards.traits, key=repr), sorted(cards.stats, key=repr)
    return replace(cards, traits=tuple(traits), stats=tuple(stats))


def as_cards(value: Any) -> Any:
    """The cards that a bare word stands for; anything else as it is."""
    if isinstance(value, str) and value in BARE:
        return Selector(**SELECTORS[value].given)
    return value


def parse(text: str) -> ast.expr:
    """The expression as Python's parser reads it. Raises NotationError where it is none, or too large."""
    if len(text) > (most := limits().program_characters):
        raise NotationError(f"a program of more than {most:,} characters", raise_hint("program_characters"))
    # Line ends and spaces around the expression mean nothing.
    flat = text.replace("\n", " ").replace("\r", " ").replace("\t", " ")
    start = len(flat) - len(flat.lstrip())
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # about what Python will once refuse
            expression = ast.parse(flat.strip(), mode="eval").body
    except SyntaxError as error:
        offset = start + max(0, (error.offset or 1) - 1)
        raise NotationError(f"not a program: {error.msg}", "write a call such as draw(2)", offset) from None
    except (ValueError, RecursionError, MemoryError):
        raise NotationError("not a program: it cannot be read") from None
    level: list[ast.AST] = [expression]
    for _ in range(_DEPTH + 1):
        level = [child for one in level for child in ast.iter_child_nodes(one)]
    if level:
        raise NotationError(f"calls are nested more than {_DEPTH} deep")
    for inner in ast.walk(expression) if start else ():
        if hasattr(inner, "col_offset"):
            inner.col_offset += start
    return expression


def _sized(number: int, at: ast.expr) -> int:
    if abs(number) > LARGEST:
        raise NotationError(f"a number beyond {LARGEST:,}", "", at.col_offset)
    return number


def slot_name(at: ast.expr) -> str:
    """The slot that a name stands for, or a name plus or minus a number: `rank+1`; "" for anything else."""
    match at:
        case ast.Name():
            return at.id
        case ast.BinOp(
            left=ast.Name(id=name), op=ast.Add() | ast.Sub(), right=ast.Constant(value=int(number))
        ):
            return f"{name}{'+' if isinstance(at.op, ast.Add) else '-'}{number}"
    return ""


def as_program(value: Any, bare: str) -> Program:
    """A program of what was read: its abilities. An effect by itself is what the card does when it is played
    (`bare` "on_play"), or an ability to activate; modifiers by themselves are static. Raises MisfitError.
    """
    abilities = []
    for one in value if isinstance(value, tuple) else (value,):
        if type(one) in choices(tree.Effect):
            one = tree.OnPlay(one) if bare == "on_play" else tree.Activated(one)
        elif type(one) in choices(tree.Modifier):
            one = tree.Static((one,))
        abilities.append(fit(one, tree.Ability))
    return Program(tuple(abilities))
