"""Tagging: which effects match a pattern, as True and False in the columns of a CSV (Doc 4.8, 4.10).

A pattern matches an effect if any of its expansions is a substring of it: case-sensitive, literal, spaces at
its ends included. All patterns are searched for in one pass; an effect then has a mask of the patterns it
contains, and what the rules make of a mask is worked out once for all effects that share it.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from cardtools.effects.grammar import Grammar, Template
from cardtools.effects.match import Phrase, PhraseMatcher, Phrases, plain
from cardtools.effects.tagged import DELIMITER, EFFECT_COLUMN, TagTable, quoted
from cardtools.effects.tagrules import Pattern, TagRule
from cardtools.ground.catalogue import Check
from cardtools.ground.errors import Diagnostic, Location
from cardtools.ground.tables.csv_document import format_csv

# Effects of a table are searched in parts of this many, so that what is remembered stays bounded.
_PART = 20_000


class _RowsOfMasks(dict[int, tuple[bool, ...]]):
    """The columns of effects by their masks, where they were `before`; what was True stays True."""

    def __init__(self, tagger: Tagger, before: tuple[bool, ...]) -> None:
        self.tagger, self.before = tagger, before

    def __missing__(self, mask: int) -> tuple[bool, ...]:
        cells = list(self.before)
        left = mask & self.tagger.rule_bits | self.tagger.without_pattern
        while left:  # rule by rule, in their order
            column, condition = self.tagger.places[(left & -left).bit_length() - 1]
            if condition < 0 or cells[condition]:
                cells[column] = True
            left &= left - 1
        self[mask] = tuple(cells)
        return self[mask]


class Tagger:
    """Rules ready to be applied to effects, in their order. `columns` are those the rules set or read, first
    the `wanted` ones, which a CSV gets.
    """

    def __init__(self, columns: Sequence[str], rules: Sequence[TagRule], grammar: Grammar) -> None:
        self.rules = rules
        self.wanted = columns
        named = (name for rule in rules for name in (rule.column, rule.match_column) if name)
        self.columns = list(dict.fromkeys([*columns, *named]))
        # The lowest bits of a mask are the rules that have a pattern in the effect, those above the patterns:
        # rules set the columns; patterns are only needed to report at the end which ones never matched.
        self.bits: dict[tuple[str, bool], int] = {}
        masks: dict[tuple[str, bool], int] = {}
        templates: dict[tuple[str, bool], Template] = {}
        for number, rule in enumerate(rules):
            for pattern in rule.patterns:
                key = pattern.text, pattern.exact
                templates.setdefault(key, pattern.template)
                self.bits.setdefault(key, 1 << len(rules) + len(self.bits))
                masks[key] = masks.get(key, self.bits[key]) | 1 << number
        phrases = Phrases(grammar)
        searched: dict[Phrase, int] = {}
        for (text, exact), template in templates.items():
            for phrase in (plain(text),) if exact else phrases.of(template):
                searched[phrase] = searched.get(phrase, 0) | masks[text, exact]
        self.rule_bits = (1 << len(rules)) - 1
        self.without_pattern = sum(1 << number for number, rule in enumerate(rules) if not rule.patterns)
        # Of each rule the column it sets, and the one that must be True for it, or -1.
        at = {column: position for position, column in enumerate(self.columns)} | {"": -1}
        self.places = [(at[rule.column], at[rule.match_column]) for rule in rules]
        self.matcher = PhraseMatcher(searched, self.rule_bits)
        self.counts: Counter[tuple[bool, ...]] = Counter()  # of the rows tagged so far
        self._rows: dict[tuple[bool, ...], _RowsOfMasks] = {}

    def _rows_after(self, before: tuple[bool, ...]) -> _RowsOfMasks:
        if before not in self._rows:
            self._rows[before] = _RowsOfMasks(self, before)
        return self._rows[before]

    def tag(self, effects: Iterable[str], before: Sequence[tuple[bool, ...]] = ()) -> list[tuple[bool, ...]]:
        """The `columns` of each effect; what was True before stays True (default: all were False)."""
        masks = self.matcher.find(effects)
        if before:
            rows = [self._rows_after(cells)[mask] for cells, mask in zip(before, masks, strict=True)]
        else:
            rows = list(map(self._rows_after((False,) * len(self.columns)).__getitem__, masks))
        self.counts.update(rows)
        return rows

    def csv(self, parts: Iterable[Sequence[str]], line_ending: str) -> Iterator[str]:
        """The tagged CSV of effects that have no tags yet, part by part, the header first."""
        yield format_csv((EFFECT_COLUMN, *self.wanted), [], DELIMITER, line_ending)
        words = (f"{DELIMITER}False", f"{DELIMITER}True")
        cells: dict[tuple[bool, ...], str] = {}
        for effects in parts:
            rows = self.tag(effects)
            for row in self.counts.keys() - cells.keys():
                cells[row] = "".join([words[value] for value in row[: len(self.wanted)]]) + line_ending
            pairs = zip(quoted(effects), map(cells.__getitem__, rows), strict=True)
            yield "".join(itertools.chain.from_iterable(pairs))

    def apply(self, table: TagTable) -> TagTable:
        """The table with the wanted columns set, new ones last. Raises InputError as `TagTable.booleans`."""
        before = list(zip(*map(table.booleans, self.columns), strict=True))
        rows: list[tuple[bool, ...]] = []
        for start in range(0, len(before), _PART):
            stop = start + _PART
            rows += self.tag(table.effects[start:stop], before[start:stop])
        columns, words = dict(table.columns), ("False", "True")
        columns |= {name: [words[row[at]] for row in rows] for at, name in enumerate(self.wanted)}
        return TagTable(table.effects, columns, table.path)

    def explain(self, effect: str) -> list[tuple[str, TagRule, Pattern | None]]:
        """Which rules set columns for an effect, in rule order: the column, the rule, its first pattern."""
        mask = self.matcher.all(effect)
        return [
            (rule.column, rule, next((p for p in rule.patterns if mask & self.bits[p.text, p.exact]), None))
            for _, rule, is_first in self._applied(mask)
            if is_first
        ]

    def _applied(self, mask: int) -> Iterator[tuple[int, TagRule, bool]]:
        """The rules that apply to effects with this mask, and whether each is the first of its column."""
        true: set[str] = set()
        for number, rule in enumerate(self.rules):
            matches = not rule.patterns or mask >> number & 1
            if matches and (not rule.match_column or rule.match_column in true):
                yield number, rule, rule.column not in true
                true.add(rule.column)

    def idle(self) -> list[Diagnostic]:
        """What had no effect on all effects tagged so far, by place: a column that is never True (FLG008), a
        pattern or rule that never matches (FLG009), a rule whose every row an earlier rule has set (FLG010).
        """
        from cardtools.effects.effect_checks import IDLE_COLUMN, IDLE_RULE, SHADOWED_RULE

        useful: set[int] = set()
        applied: set[int] = set()
        ever: set[str] = set()
        for mask in set().union(*self._rows.values()):
            for number, rule, is_first in self._applied(mask):
                applied.add(number)
                ever.add(rule.column)
                if is_first:
                    useful.add(number)
        found: dict[tuple[Location, str], Diagnostic] = {}

        def report(check: Check, place: Location, message: str) -> None:
            found.setdefault((place, check.code), check.finding(place, message, "remove it, or correct it"))

        for number, rule in enumerate(self.rules):
            silent = [p for p in rule.patterns if not self.bits[p.text, p.exact] & self.matcher.seen]
            for pattern in silent:
                report(IDLE_RULE, pattern.template.location, f"no effect contains {pattern.text!r}")
            if rule.column not in ever:
                report(IDLE_COLUMN, rule.location, f"column {rule.column} is never True")
            elif number not in applied and len(silent) < max(1, len(rule.patterns)):
                message = f"no effect it matches has {rule.match_column} True"
                report(IDLE_RULE, rule.location, message)
            elif number in applied and number not in useful:
                message = f"an earlier rule already sets {rule.column} for every effect it matches"
                report(SHADOWED_RULE, rule.location, message)
        return sorted(found.values(), key=lambda d: (d.location.line, d.location.column))
