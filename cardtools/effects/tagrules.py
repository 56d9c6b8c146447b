"""The rules file `effects/tags.toml`: columns, patterns, conditions, loops."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from cardtools.effects.grammar import Template, parse_template
from cardtools.effects.tagged import EFFECT_COLUMN
from cardtools.errors import Diagnostic, InputError, Location
from cardtools.spelling import suggest
from cardtools.tomlfile import TomlFile, conform

NOWHERE = Location("")


@dataclass(frozen=True, slots=True)
class Pattern:
    """A text that effects are searched for: its expansions, or (`exact`) itself and nothing else."""

    template: Template
    exact: bool = False

    @property
    def text(self) -> str:
        """The pattern as written."""
        return self.template.text


@dataclass(frozen=True, slots=True)
class TagRule:
    """One rule: the column is True where a pattern matches.

    `match_column`: only rows where that column is already True; a rule without patterns takes all of
    these rows. `location` is its place in the file.
    """

    column: str
    patterns: tuple[Pattern, ...]
    match_column: str = ""
    location: Location = NOWHERE


@dataclass(frozen=True)
class TagRuleEntry:
    """`[[rules]]` as written: for one or several columns, repeated for the lists of `each` side by side."""

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
    """The rules file: the columns in CSV order, and the rules."""

    rules: list[TagRuleEntry]
    columns: list[str] = field(default_factory=list)


def read_rules(file: TomlFile) -> tuple[list[str], list[TagRule]]:
    """The columns and the rules of a rules file, in order, with its loops expanded.

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
    set_so_far: dict[str, None] = {}
    for index, entry in enumerate(tags.rules):
        for rule in _write_out(file, index, entry):
            rules.append(rule)
            problems += _rule_problems(file, index, rule, tags.columns, list(set_so_far))
            set_so_far[rule.column] = None
    if problems:
        raise InputError(dict.fromkeys(problems))
    return list(dict.fromkeys([*tags.columns, *set_so_far])), rules


def _write_out(file: TomlFile, index: int, entry: TagRuleEntry) -> Iterator[TagRule]:
    """The rules that an entry stands for: one for each turn of its loop and each of its columns."""
    keys = ("rules", index)
    columns = [entry.column] if isinstance(entry.column, str) else entry.column
    places = {
        (key, text): file.at(*keys, key, find=text)
        for key, texts in (("text", entry.text), ("exact", entry.exact))
        for text in texts
    }
    for values in zip(*entry.each.values(), strict=True) if entry.each else [()]:
        names = dict(zip(entry.each, values, strict=True))
        patterns = tuple(
            Pattern(parse_template(_fill(text, names), place), key == "exact")
            for (key, text), place in places.items()
        )
        for column in columns:
            yield TagRule(_fill(column, names), patterns, _fill(entry.match_column, names), file.at(*keys))


def _fill(text: str, names: dict[str, str]) -> str:
    for name, value in names.items():
        text = text.replace(f"{{{name}}}", value)
    return text


def _rule_problems(
    file: TomlFile, index: int, rule: TagRule, columns: Sequence[str], set_so_far: Sequence[str]
) -> Iterator[Diagnostic]:
    place = file.at("rules", index, "column")
    if columns and rule.column not in columns:
        hint = suggest(rule.column, columns, "columns")
        yield Diagnostic(place, f"column {rule.column} is not in columns", hint)
    if rule.column == EFFECT_COLUMN or not rule.column.strip():
        yield Diagnostic(place, f"{rule.column!r} cannot be a tag column")
    if rule.match_column and rule.match_column not in set_so_far:
        hint = suggest(rule.match_column, set_so_far, "set so far")
        message = f"match_column {rule.match_column} is set by no earlier rule"
        yield Diagnostic(file.at("rules", index, "match_column"), message, hint)
