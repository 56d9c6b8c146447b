"""Tagging: which effects match a pattern, as True and False in the columns of a CSV (Doc 4.8, 4.10).

A pattern matches an effect when any of its expansions is a substring of it: case-sensitive, literal, spaces
at its ends included (decision G13). Matching runs on all effects as one text, pattern by pattern: each
pattern becomes one regular expression, and none reaches over a line end.
"""

from __future__ import annotations

import bisect
import itertools
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from cardtools.effects.expand import Expander
from cardtools.effects.grammar import Template, parse_template
from cardtools.effects.tagged import EFFECT_COLUMN, TagTable
from cardtools.errors import Diagnostic, InputError, suggest
from cardtools.tomlfile import TomlFile, conform


@dataclass(frozen=True)
class TagRule:
    """One rule: the column is True where a pattern or an exact text matches.

    `match_column`: only rows where that column is already True (G14); a rule with nothing else to match
    takes all of these rows.
    """

    column: str
    text: tuple[Template, ...] = ()
    exact: tuple[str, ...] = ()
    match_column: str = ""


@dataclass(frozen=True)
class RuleEntry:
    """`[[rules]]` as written: several columns at once, and `each` to repeat it over lists side by side."""

    column: str | list[str]
    text: list[str] = field(default_factory=list)
    exact: list[str] = field(default_factory=list)
    match_column: str = ""
    each: dict[str, list[str]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if not self.text and not self.exact and not self.match_column:
            raise ValueError("the rule matches nothing: give it text, exact or match_column")
        if len({len(values) for values in self.each.values()}) > 1:
            lengths = ", ".join(f"{name} {len(values)}" for name, values in self.each.items())
            raise ValueError(f"the lists of each have different lengths: {lengths}")
        if not all((*self.text, *self.exact)):
            raise ValueError("an empty text would match every effect")


@dataclass(frozen=True)
class TagFile:
    """The rules file `effects/tags.toml`: the columns in CSV order, and the rules."""

    rules: list[RuleEntry]
    columns: list[str] = field(default_factory=list)


def read_rules(file: TomlFile) -> tuple[list[str], list[TagRule]]:
    """The columns and the rules of a rules file, loops written out, in order (decision G18).

    Raises InputError with every problem: unknown keys, a column that is not in `columns`, a condition on a
    column that no earlier rule sets.
    """
    tags = conform(file, TagFile)
    problems = [
        Diagnostic(file.at("columns", find=f'"{column}"'), f"column {column} is named twice", "remove one")
        for position, column in enumerate(tags.columns)
        if column in tags.columns[:position]
    ]
    rules: list[TagRule] = []
    for index, entry in enumerate(tags.rules):
        keys = ("rules", index)
        targets = [entry.column] if isinstance(entry.column, str) else entry.column
        loops = zip(*entry.each.values(), strict=True) if entry.each else [()]
        for values in loops:
            names = dict(zip(entry.each, values, strict=True))
            texts = tuple(
                parse_template(_fill(text, names), file.at(*keys, "text", find=text)) for text in entry.text
            )
            exact = tuple(_fill(text, names) for text in entry.exact)
            condition = _fill(entry.match_column, names)
            for target in targets:
                rules.append(TagRule(_fill(target, names), texts, exact, condition))
                problems += _rule_problems(file, keys, rules, tags.columns)
    if problems:
        raise InputError(dict.fromkeys(problems))
    return list(dict.fromkeys([*tags.columns, *(rule.column for rule in rules)])), rules


def _fill(text: str, names: dict[str, str]) -> str:
    for name, value in names.items():
        text = text.replace(f"{{{name}}}", value)
    return text


def _rule_problems(
    file: TomlFile, keys: tuple[str, int], rules: Sequence[TagRule], columns: Sequence[str]
) -> Iterable[Diagnostic]:
    rule = rules[-1]
    if columns and rule.column not in columns:
        hint = suggest(rule.column, columns, "columns")
        yield Diagnostic(file.at(*keys, "column"), f"column {rule.column} is not in columns", hint)
    if rule.column == EFFECT_COLUMN or not rule.column.strip():
        yield Diagnostic(file.at(*keys, "column"), f"{rule.column!r} cannot be a tag column")
    if rule.match_column and all(earlier.column != rule.match_column for earlier in rules[:-1]):
        hint = suggest(
            rule.match_column, list(dict.fromkeys(earlier.column for earlier in rules[:-1])), "set so far"
        )
        message = f"match_column {rule.match_column} is set by no earlier rule"
        yield Diagnostic(file.at(*keys, "match_column"), message, hint)


class Matcher:
    """Finds which of the effects contain a pattern or a text."""

    def __init__(self, effects: Sequence[str], expander: Expander) -> None:
        self.expander = expander
        self.text = "\n".join(effects)
        self.starts = list(itertools.accumulate((len(effect) + 1 for effect in effects), initial=0))[:-1]
        # Rules say the same pattern for several columns.
        self._found: dict[tuple[str, str], set[int]] = {}

    def rows(self, patterns: Iterable[Template], exact: Iterable[str]) -> set[int]:
        """The positions of the effects that any of the patterns or texts matches."""
        found: set[int] = set()
        for pattern in patterns:
            if ("text", pattern.text) not in self._found:
                self._found["text", pattern.text] = self._search(pattern_regex(self.expander, pattern))
            found |= self._found["text", pattern.text]
        for text in exact:
            if ("exact", text) not in self._found:
                self._found["exact", text] = self._search(re.escape(text))
            found |= self._found["exact", text]
        return found

    def _search(self, expression: str) -> set[int]:
        # Matches of one effect cannot hide those of another, so the first one of each is always found.
        places = (match.start() for match in re.finditer(expression, self.text)) if self.starts else ()
        return {bisect.bisect_right(self.starts, place) - 1 for place in places}


def pattern_regex(expander: Expander, template: Template) -> str:
    """A regular expression that finds exactly the expansions of the template.

    Slots that share a value become a group and its back references. Linked offsets cannot be said that way;
    such a pattern is the alternation of its expansions.
    """
    grammar = expander.grammar
    first: dict[tuple[str, int, int], int] = {}
    offsets: dict[tuple[str, int, int], int] = {}
    pieces: list[str] = []
    for part in template.parts:
        if isinstance(part, str):
            pieces.append(re.escape(part))
            continue
        variable = grammar.variable(part)
        if variable not in first:
            first[variable], offsets[variable] = len(first) + 1, part.offset
            pieces.append(f"({_alternation(expander.texts(part))})")
        elif offsets[variable] == part.offset:
            pieces.append(f"(?:\\{first[variable]})")
        else:
            return _alternation(tuple(expander.expand(template)))
    return "".join(pieces)


def _alternation(texts: Sequence[str]) -> str:
    """`a|b|c` with shared beginnings factored out, so that a long list is not tried one by one."""
    tree: dict[str, dict] = {}  # type: ignore[type-arg]
    for text in texts:
        node = tree
        for character in text:
            node = node.setdefault(character, {})
        node[""] = {}
    return _branch(tree)


def _branch(node: dict[str, dict]) -> str:  # type: ignore[type-arg]
    options = []
    for character, child in node.items():
        if character:
            literal = re.escape(character)
            while len(child) == 1 and "" not in child:
                ((character, child),) = child.items()
                literal += re.escape(character)
            options.append(literal + _branch(child))
    if not options:
        return ""
    body = "|".join(options)
    # A text that ends here is a match as well; the longer ones are tried first.
    return f"(?:{body})?" if "" in node else f"(?:{body})" if len(options) > 1 else body


def apply_rules(
    table: TagTable, columns: Sequence[str], rules: Iterable[TagRule], expander: Expander
) -> TagTable:
    """The table with the columns set: one pass over the rules, in their order (decision G18).

    A cell that is True stays True; columns that are not there yet come behind the others and begin False.
    """
    rules = list(rules)
    matcher = Matcher(table.effects, expander)
    wanted = dict.fromkeys([*columns, *(rule.match_column for rule in rules if rule.match_column)])
    tags = {column: table.booleans(column) for column in wanted}
    for rule in rules:
        target = tags[rule.column]
        condition = tags[rule.match_column] if rule.match_column else None
        everything = not rule.text and not rule.exact
        for row in range(len(target)) if everything else matcher.rows(rule.text, rule.exact):
            if condition is None or condition[row]:
                target[row] = True
    cells = {column: [str(value) for value in tags[column]] for column in columns}
    return TagTable(table.effects, {**table.columns, **cells}, table.path)
