"""The rules file `effects/tags.toml`: columns, patterns, conditions, loops."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from cardtools.effects.grammar import Template, parse_template
from cardtools.effects.tagged import EFFECT_COLUMN
from cardtools.ground.errors import Diagnostic, InputError, Location, bad_input
from cardtools.ground.limits import limits, raise_hint
from cardtools.ground.spelling import suggest
from cardtools.ground.toml.tomlfile import TomlFile, conform

NOWHERE = Location("")
_MOST = 100  # problems of a file that are reported


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
    """One rule: the column is True where a pattern matches, or in every row if there is no pattern; with
    `match_column` only in rows where that one is already True.
    """

    column: str
    patterns: tuple[Pattern, ...]
    match_column: str = ""
    location: Location = NOWHERE


@dataclass(frozen=True)
class TagRuleEntry:
    """`[[rules]]`: a rule sets its column to True for every effect in which one of its texts occurs.

    Keys:
        column: The column that the rule sets, or several.
        text: Patterns; each `<placeholder>` stands for any of its values.
        exact: Texts that must occur exactly as written.
        match_column: Only effects for which this column is already True. Without any text, all of them.
        each: Lists of equal length: the rule is repeated for each value, which replaces `{name}`.

    Example:
        columns = ["DRAW", "LEVEL_1", "LEVEL_2"]

        [[rules]]
        column = "DRAW"
        text = ["draw <number> cards", "Draw <number> cards"]

        [[rules]]
        column = "LEVEL_{level}"
        match_column = "DRAW"
        exact = ["{word}"]
        each = { level = ["1", "2"], word = ["one", "two"] }
    """

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
        if any(len(text) > limits().effect_characters for text in (*self.text, *self.exact)):
            raise ValueError("a text is longer than any effect")

    @property
    def size(self) -> int:
        """The number of its rules, or of their patterns if that is larger."""
        turns = max(map(len, self.each.values()), default=1)
        columns = len(self.column) if isinstance(self.column, list) else 1
        return turns * columns * max(1, len(self.text) + len(self.exact))


@dataclass(frozen=True)
class TagFile:
    """The tag rules: which columns the effect list has, and which effects are True in them.

    Keys:
        rules: The rules, applied in this order.
        columns: The columns of the table, in order; if empty, those of the rules.

    Example:
        columns = ["DRAW"]

        [[rules]]
        column = "DRAW"
        exact = ["draw", "Draw"]
    """

    rules: list[TagRuleEntry]
    columns: list[str] = field(default_factory=list)


def read_rules(file: TomlFile) -> tuple[list[str], list[TagRule]]:
    """The columns and the rules of a rules file, in order, with its loops expanded.

    Raises InputError with every problem: unknown keys, a column that is not in `columns`, a condition on a
    column that no earlier rule sets, more rules or patterns than the limit.
    """
    tags = conform(file, TagFile)
    most = left = limits().tag_patterns
    problems = [
        Diagnostic(file.at("columns", find=f'"{column}"'), f"column {column} is named twice", "remove one")
        for column, times in Counter(tags.columns).items()
        if times > 1
    ]
    rules: list[TagRule] = []
    set_so_far: dict[str, None] = {}
    for index, entry in enumerate(tags.rules):
        left -= entry.size
        if left < 0:
            message = f"more than {most:,} rules and patterns"
            raise InputError(Diagnostic(file.at("rules", index), message, raise_hint("tag_patterns")))
        for rule in _write_out(file, index, entry):
            rules.append(rule)
            place = file.at("rules", index, "column")
            if tags.columns and rule.column not in tags.columns:
                hint = suggest(rule.column, tags.columns, "columns")
                problems.append(Diagnostic(place, f"column {rule.column} is not in columns", hint))
            if rule.column == EFFECT_COLUMN or not rule.column.strip():
                problems.append(Diagnostic(place, f"{rule.column!r} cannot be a tag column"))
            if rule.match_column and rule.match_column not in set_so_far:
                place = file.at("rules", index, "match_column")
                message = f"match_column {rule.match_column} is set by no earlier rule"
                hint = suggest(rule.match_column, list(set_so_far), "set so far")
                problems.append(Diagnostic(place, message, hint))
            set_so_far[rule.column] = None
        if len(problems) > _MOST:
            break
    if problems:
        raise InputError(dict.fromkeys(problems))
    return list(dict.fromkeys([*tags.columns, *set_so_far])), rules


def _write_out(file: TomlFile, index: int, entry: TagRuleEntry) -> Iterator[TagRule]:
    """The rules that an entry stands for: one for each turn of its loop and each of its columns."""
    keys = ("rules", index)
    here = file.at(*keys)
    columns = [entry.column] if isinstance(entry.column, str) else entry.column
    places = {
        (key, text): file.at(*keys, key, find=text)
        for key, texts in (("text", entry.text), ("exact", entry.exact))
        for text in texts
    }
    for values in zip(*entry.each.values(), strict=True) if entry.each else [()]:
        names = dict(zip(entry.each, values, strict=True))
        patterns = tuple(
            Pattern(parse_template(_fill(text, names, place), place), key == "exact")
            for (key, text), place in places.items()
        )
        for column in columns:
            condition = _fill(entry.match_column, names, here)
            yield TagRule(_fill(column, names, here), patterns, condition, here)


def _fill(text: str, names: dict[str, str], place: Location) -> str:
    for name, value in names.items():
        text = text.replace(f"{{{name}}}", value[: limits().effect_characters + 1])
        if len(text) > limits().effect_characters:
            raise bad_input(place, f"a text of {len(text):,} characters", raise_hint("effect_characters"))
    return text
