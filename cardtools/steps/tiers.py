"""The printed rows of cards from their records, by the [tiers] of the ruleset (Doc 4.6)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from cardtools.cards.table import CardTable, make_table
from cardtools.checks.columns import Columns, RowVariables
from cardtools.ground.errors import Diagnostic, InputError, bad_input
from cardtools.ground.io.files import shown
from cardtools.ground.limits import limits, raise_hint
from cardtools.ground.spelling import counted
from cardtools.language.conditions import COMPUTING_ERRORS
from cardtools.language.reasons import reason
from cardtools.rulesets.ruleset import Boost, TierRules

EVEN = "even"

PrintedRow = tuple[str, ...]


@dataclass(frozen=True)
class Splits:
    """How columns share what a tier adds: "even", or the column that gets all; other rules by card."""

    rule: str = EVEN
    cards: Mapping[str, str] = field(default_factory=dict)


def printed_rows(table: CardTable, splits: Splits = Splits(), before: CardTable | None = None) -> PrintedRows:
    """A row for each tier that the table lacks in place of every record; other rows stay. Shares in `before`,
    an earlier result that people edit, stay where they add up and `splits` does not name the card. Raises
    InputError if the ruleset has no tiers, with every record whose numbers cannot be used, and for splits of
    unknown cards or columns.
    """
    ruleset, rules = table.ruleset, table.ruleset.tiers
    if rules is None:
        message = f"the ruleset {ruleset.id} has no [tiers], so it does not say what the printed rows are"
        hint = "`cardtools explain ruleset.tiers` says how to add them"
        raise bad_input(shown(ruleset.path), message, hint)
    columns = list(dict.fromkeys(column for boost in rules.boosts for column in boost.columns))
    for rule in (splits.rule, *splits.cards.values()):
        if rule != EVEN and rule not in columns:
            hint = f"write {EVEN}, or the column that gets all: {' or '.join(columns)}"
            raise bad_input("--split", f"unknown rule {rule!r}", hint)
    names = set(map(table.name, range(len(table)))) if splits.cards else set()
    if lost := [name for name in splits.cards if name not in names]:
        raise bad_input("--split", f"{table.file.name} has no card {lost[0]!r}")
    if rules.column not in table.columns:
        message = f"there is no column {rules.column}, which has the tier of a row"
        raise bad_input(table.file.name, message, "add it to the header and to every row")
    if len(table.file.text) * len(rules.printed) > limits().table_bytes:
        tiers = counted(len(rules.printed), "tier")
        message = f"{tiers} of this table have more than {limits().table_bytes:,} bytes"
        raise bad_input(table.file.name, message, raise_hint("table_bytes"))
    return PrintedRows(table, rules, splits, before)


def printed_table(table: CardTable) -> CardTable:
    """The table that `printed_rows` makes; the table itself without tiers. Raises InputError."""
    rules = table.ruleset.tiers
    if rules is None or rules.column not in table.columns:
        return table
    made = PrintedRows(table, rules, Splits(), None)
    columns = tuple([cells[index] for cells in made.rows] for index in range(len(table.columns)))
    file = replace(table.file.only(made.records), columns=columns)
    return make_table(file, table.ruleset)


class PrintedRows:
    """The table to print: header, rows, and the record that each is made of. Raises InputError."""

    def __init__(self, table: CardTable, rules: TierRules, splits: Splits, before: CardTable | None) -> None:
        self.table, self.rules, self.splits, self.header = table, rules, splits, table.file.header
        self.problems: list[Diagnostic] = []
        self.kept = 0  # rows that have other shares than the rule would give them
        self.index = {name: index for index, name in enumerate(table.columns)}
        self.earlier = before
        self.before = _by_tier(before, rules) if before else {}
        known = _by_tier(table, rules)
        tiers, cells = table.values[rules.column], list(table.file.rows)
        designs = [row for row in range(len(table)) if tiers[row] == rules.design]
        every = ((row, tier) for row in designs for tier in rules.printed)
        copies = [(row, tier) for row, tier in every if (table.name(row), tier) not in known]
        changed = [self._changed(cells[row], {rules.column: str(tier)}) for row, tier in copies]
        # A table of the copies, in which expressions see the number of the tier.
        columns = tuple([row[index] for row in changed] for index in range(len(self.index)))
        printed = make_table(
            replace(table.file.only([row for row, _ in copies]), columns=columns), table.ruleset
        )
        values = Columns(printed)
        kept = [pair for pair in rules.keep.items() if self.index.keys() >= set(pair)]
        made: dict[int, list[PrintedRow]] = {row: [] for row in designs}
        for at, (row, tier) in enumerate(copies):
            changes = {name: cells[row][self.index[source]] for name, source in kept}
            of_copy = RowVariables(at, values, printed)
            for boost in rules.boosts:
                changes |= self._boosted(boost, of_copy, row, tier)
            made[row].append(self._changed(changed[at], changes))
        if self.problems:
            raise InputError(self.problems)
        pairs = [(row, new) for row, old in enumerate(cells) for new in made.get(row, [old])]
        self.records, self.rows = [row for row, _ in pairs], [new for _, new in pairs]
        self.summary = f"{counted(len(designs), 'record')}, {counted(len(copies), 'printed row')}"
        self.summary += f", {self.kept:,} with the shares they had" if self.kept else ""

    def _changed(self, cells: PrintedRow, changes: Mapping[str, str]) -> PrintedRow:
        return tuple(changes.get(name, text) for name, text in zip(self.index, cells, strict=True))

    def _boosted(self, boost: Boost, values: RowVariables, row: int, tier: int) -> dict[str, str]:
        name = self.table.name(row)
        try:
            if boost.when is not None and not boost.when.value(values):
                return {}
            total = boost.total.value(values)
            if not isinstance(total, int):
                raise ValueError(f"{boost.total.text} is {total!r}, not a whole number")
        except COMPUTING_ERRORS as error:
            place = self.table.place(row, boost.columns[0])
            message = f"{name}: what tier {tier} adds cannot be computed: {reason(error)}"
            self.problems.append(Diagnostic(place, message, "fill in the numbers of the card"))
            return {}
        table, rule = self.table, self.splits.cards.get(name, self.splits.rule)
        usable = [name for name in self.index if row not in table.unusable.get(name, ())]
        numbers: list[Any] = [table.values[name][row] if name in usable else None for name in boost.columns]
        if None in numbers:
            column = boost.columns[numbers.index(None)]
            message = f"{name}: {column} is empty or not a number, so no tier can add to it"
            if not self.problems or self.problems[-1].message != message:
                self.problems.append(Diagnostic(table.place(row, column), message, "write a whole number"))
            return {}
        target = boost.columns.index(rule) if rule in boost.columns else None
        shares = split(total, numbers, boost.step, target)
        if by_hand := self._by_hand(boost, name, tier, numbers, total):
            self.kept += by_hand != shares
            shares = by_hand
        changes = {}
        for column, number, share in zip(boost.columns, numbers, shares, strict=True):
            # With or without a sign, as the record writes its own number.
            sign = "+" if self.table.texts(column)[row].strip().startswith(("+", "-")) else ""
            changes[column] = f"{number + share:{sign}d}"
        return changes

    def _by_hand(
        self, boost: Boost, name: str, tier: int, own: Sequence[int], total: int
    ) -> tuple[int, ...] | None:
        """The shares in the row of an earlier result; None where it has none that add up."""
        row = self.before.get((name, tier))
        if row is None or self.earlier is None or name in self.splits.cards:
            return None
        found = [self.earlier.values[column][row] for column in boost.columns]
        if None in found:
            return None
        shares = tuple(number - base for number, base in zip(found, own, strict=True))
        return shares if sum(shares) == total and all(share * total >= 0 for share in shares) else None


def split(total: int, numbers: Sequence[int], step: int, target: int | None = None) -> tuple[int, ...]:
    """Split a total into one share for each number: multiples of `step`, as equal as can be. The highest
    numbers get the steps that are left, and the first of them the rest that is no step. With `target`, the
    number with this index gets all.
    """
    if target is not None:
        return tuple(total if index == target else 0 for index in range(len(numbers)))
    sign = -1 if total < 0 else 1
    steps, rest = divmod(abs(total), step)
    each, left = divmod(steps, len(numbers))
    order = sorted(range(len(numbers)), key=lambda index: (-numbers[index], index))
    shares = [each * step] * len(numbers)
    for index in order[:left]:
        shares[index] += step
    shares[order[0]] += rest
    return tuple(sign * share for share in shares)


def _by_tier(table: CardTable, rules: TierRules) -> dict[tuple[str, int], int]:
    tiers = table.values[rules.column]
    return {(table.name(row), tier): row for row, tier in enumerate(tiers) if tier in rules.printed}
