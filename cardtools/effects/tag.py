"""Tagging: which effects match a pattern, as True and False in the columns of a CSV (Doc 4.8, 4.10).

A pattern matches an effect when any of its expansions is a substring of it: case-sensitive, literal, spaces
at its ends included (decision G13). All patterns are looked for in one pass; an effect then has a mask of the
patterns it contains, and what the rules make of a mask is worked out once for all effects that share it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from cardtools.csvfile import format_csv
from cardtools.effects.expand import Expander
from cardtools.effects.grammar import Template
from cardtools.effects.match import PhraseMatcher
from cardtools.effects.phrases import Phrase, Phrases, plain
from cardtools.effects.tagged import DELIMITER, EFFECT_COLUMN, TagTable
from cardtools.effects.tagrows import RowWriter
from cardtools.effects.tagrules import Pattern, TagRule
from cardtools.errors import Diagnostic, Location

# Effects are searched in parts of this many, so that what is kept about them does not grow with the list.
CHUNK = 20_000


@dataclass(frozen=True, slots=True)
class _Step:
    """What consecutive rules with one column and one condition come to: any of these sets it."""

    column: int
    rules: int  # the mask of the rules; -1 where no pattern is needed
    condition: int  # the column that must be True, or -1


class Tagger:
    """Rules made ready: applies them to effects in the order they are written (decision G18)."""

    def __init__(self, columns: Sequence[str], rules: Sequence[TagRule], expander: Expander) -> None:
        self.rules = rules
        named = (name for rule in rules for name in (rule.column, rule.match_column) if name)
        self.columns = list(dict.fromkeys([*columns, *named]))
        # In a mask the lowest bits are the rules that have a pattern in the effect, those above the patterns:
        # the rules make the columns, and of the patterns it is asked at the end which were of use.
        self.bits: dict[tuple[str, bool], int] = {}
        masks: dict[tuple[str, bool], int] = {}
        templates: dict[tuple[str, bool], Template] = {}
        for number, rule in enumerate(rules):
            for pattern in rule.patterns:
                key = pattern.text, pattern.exact
                templates.setdefault(key, pattern.template)
                self.bits.setdefault(key, 1 << len(rules) + len(self.bits))
                masks[key] = masks.get(key, self.bits[key]) | 1 << number
        phrases = Phrases(expander)
        wanted: dict[Phrase, int] = {}
        for (text, exact), template in templates.items():
            for phrase in (plain(text),) if exact else phrases.of(template):
                wanted[phrase] = wanted.get(phrase, 0) | masks[text, exact]
        self.matcher = PhraseMatcher(wanted, (1 << len(rules)) - 1)
        self._steps = self._merge()
        self._known: dict[tuple[int, tuple[bool, ...]], tuple[bool, ...]] = {}

    def _merge(self) -> list[_Step]:
        """The rules as few steps: rules with one column and condition are one step.

        A rule may join an earlier step only if nothing in between reads the column it sets, or sets the one
        it reads; without conditions that is always so.
        """
        index = {column: position for position, column in enumerate(self.columns)}
        steps: list[_Step] = []
        for number, rule in enumerate(self.rules):
            column, mask = index[rule.column], 1 << number if rule.patterns else -1
            condition = index[rule.match_column] if rule.match_column else -1
            for position in range(len(steps) - 1, -1, -1):
                step = steps[position]
                if (step.column, step.condition) == (column, condition):
                    joined = -1 if -1 in (mask, step.rules) else mask | step.rules
                    steps[position] = _Step(column, joined, condition)
                    break
                if step.condition == column or step.column == condition:
                    steps.append(_Step(column, mask, condition))
                    break
            else:
                steps.append(_Step(column, mask, condition))
        return steps

    def values(self, mask: int, before: tuple[bool, ...]) -> tuple[bool, ...]:
        """The columns of an effect that contains the patterns of `mask`; what was True stays True."""
        known = self._known.get((mask, before))
        if known is None:
            cells = list(before)
            for step in self._steps:
                if (step.rules == -1 or mask & step.rules) and (step.condition < 0 or cells[step.condition]):
                    cells[step.column] = True
            known = self._known[mask, before] = tuple(cells)
        return known

    def csv(self, parts: Iterable[Sequence[str]], columns: Sequence[str], line_ending: str) -> Iterator[str]:
        """The tagged CSV of effects that have no tags yet, part by part as they come; each is one line."""
        writer = self.writer(columns, line_ending)
        yield writer.header
        for part in parts:
            yield writer.rows("".join([f"{effect}\n" for effect in part]))

    def writer(self, columns: Sequence[str], line_ending: str) -> RowWriter:
        """What writes the tagged CSV of effects that have no tags yet."""
        index = [self.columns.index(column) for column in columns]
        before = (False,) * len(self.columns)
        words = (f"{DELIMITER}False", f"{DELIMITER}True")

        def cells(mask: int) -> str:
            values = self.values(mask, before)
            return "".join([words[values[position]] for position in index]) + line_ending

        header = format_csv((EFFECT_COLUMN, *columns), [], DELIMITER, line_ending)
        return RowWriter(header, self.matcher, cells)

    def apply(self, table: TagTable, columns: Sequence[str]) -> TagTable:
        """The table with `columns` set; new ones come behind the others. True stays True (G13).

        Raises InputError where a column that is there holds other cells than True and False.
        """
        old = [table.booleans(column) for column in self.columns]
        masks: list[int] = []
        for start in range(0, len(table.effects), CHUNK):
            self.matcher.forget_much()
            masks += self.matcher.find(table.effects[start : start + CHUNK])
        values = [
            self.values(mask, before) for mask, before in zip(masks, zip(*old, strict=True), strict=True)
        ]
        made = list(zip(*values, strict=True)) or [()] * len(self.columns)
        words = ("False", "True")
        cells = {
            column: [words[value] for value in column_values]
            for column, column_values in zip(self.columns, made, strict=True)
            if column in columns
        }
        return TagTable(table.effects, {**table.columns, **cells}, table.path)

    def explain(self, effect: str) -> list[tuple[str, TagRule, Pattern | None]]:
        """Which rule made which column True for an effect, in rule order: the column, the rule, its pattern.

        The pattern is None for a rule without any. Rules that found the column True already are left out.
        """
        mask = self.matcher.all(effect)
        made: dict[str, tuple[str, TagRule, Pattern | None]] = {}
        for rule in self.rules:
            matching = [pattern for pattern in rule.patterns if mask & self.bits[pattern.text, pattern.exact]]
            applies = bool(matching) or not rule.patterns
            if applies and rule.column not in made and (not rule.match_column or rule.match_column in made):
                made[rule.column] = (rule.column, rule, matching[0] if matching else None)
        return list(made.values())

    def idle(self) -> list[Diagnostic]:
        """What the rules say without effect on all effects tagged so far, by place.

        FLG008: a column that is never True. FLG009: a pattern or rule that never matches. FLG010: a rule
        whose every row an earlier rule has set already.
        """
        useful: set[int] = set()
        applied: set[int] = set()
        ever: set[str] = set()
        for mask, _ in self._known:
            true: set[str] = set()
            for number, rule in enumerate(self.rules):
                if (not rule.patterns or mask >> number & 1) and (
                    not rule.match_column or rule.match_column in true
                ):
                    applied.add(number)
                    if rule.column not in true:
                        true.add(rule.column)
                        useful.add(number)
            ever |= true
        return _idle_findings(self, self.matcher.seen, applied, useful, ever)


def _idle_findings(
    tagger: Tagger, seen: int, applied: set[int], useful: set[int], ever: set[str]
) -> list[Diagnostic]:
    found: dict[tuple[Location, str], Diagnostic] = {}

    def tell(place: Location, message: str, code: str, name: str) -> None:
        found.setdefault(
            (place, code), Diagnostic(place, message, "take it out, or correct it", code, name, "warning")
        )

    for number, rule in enumerate(tagger.rules):
        silent = [p for p in rule.patterns if not tagger.bits[p.text, p.exact] & seen]
        for pattern in silent:
            tell(pattern.template.location, f"no effect contains {pattern.text!r}", "FLG009", "idle-rule")
        if rule.column not in ever:
            message = f"column {rule.column} is never True"
            tell(rule.location, message, "FLG008", "idle-column")
        elif number not in applied and len(silent) < max(1, len(rule.patterns)):
            message = f"no effect it matches has {rule.match_column} True"
            tell(rule.location, message, "FLG009", "idle-rule")
        elif number in applied and number not in useful:
            message = f"every effect it matches is {rule.column} by an earlier rule already"
            tell(rule.location, message, "FLG010", "shadowed-rule")
    return sorted(found.values(), key=lambda d: (d.location.line, d.location.column))
