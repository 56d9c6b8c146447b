"""The printed rows of cards from their records, by the [tiers] of the ruleset (Doc 4.6)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from cardtools.cards.table import CardTable, make_table
from cardtools.checks.columns import Columns, RowValues
from cardtools.ground.errors import Diagnostic, InputError, bad_input
from cardtools.ground.io.files import shown
from cardtools.ground.limits import limits, raise_hint
from cardtools.ground.spelling import counted
from cardtools.language.conditions import COMPUTING_ERRORS, Expression
from cardtools.language.reasons import reason
from cardtools.rulesets.ruleset import Boost, Ruleset, TierRules

EVEN = "even"

PrintedRow = tuple[str, ...]


@dataclass(frozen=True)
class Splits:
    """How what a tier adds is shared by its columns: "even", or the column that gets all; `cards` are the
    cards with a rule of their own, by name.
    """

    rule: str = EVEN
    cards: Mapping[str, str] = field(default_factory=dict)

    def of(self, card: str) -> str:
        """The rule for a card."""
        return self.cards.get(card, self.rule)


@dataclass(frozen=True)
class PrintedRows:
    """The table to print: its header and rows. `designs` are the records it is made of, `made` the rows made
    of them, `kept` those of these that have other shares than the rule would give them.
    """

    header: PrintedRow
    rows: tuple[PrintedRow, ...]
    designs: int
    made: int
    kept: int


def printed_rows(table: CardTable, splits: Splits = Splits(), before: CardTable | None = None) -> PrintedRows:
    """A row for each tier in place of every record of the table; other rows stay.

    A tier that the table already has is not made. Shares in `before`, an earlier result that people edit,
    stay as they are where they add up and `splits` does not name the card. Raises InputError if the ruleset
    has no tiers, with every record whose numbers cannot be used, and for splits of unknown cards or
    columns.
    """
    rules = _rules(table.ruleset)
    _check_splits(table, rules, splits)
    if rules.column not in table.columns:
        message = f"there is no column {rules.column}, which has the tier of a row"
        raise bad_input(table.file.name, message, "add it to the header and to every row")
    if len(table.file.text) * len(rules.printed) > limits().table_bytes:
        tiers = counted(len(rules.printed), "tier")
        message = f"{tiers} of this table have more than {limits().table_bytes:,} bytes"
        raise bad_input(table.file.name, message, raise_hint("table_bytes"))
    maker = _RowMaker(table, rules, splits, before)
    made = maker.rows()
    if maker.problems:
        raise InputError(maker.problems)
    rows: list[PrintedRow] = []
    for row, cells in enumerate(table.file.rows):
        rows += made.get(row, [cells])
    return PrintedRows(table.file.header, tuple(rows), len(made), sum(map(len, made.values())), maker.kept)


def printed_table(table: CardTable) -> CardTable:
    """The table that `printed_rows` makes, with the places of the records; the table itself without tiers.

    Raises InputError with every record whose numbers cannot be used.
    """
    rules = table.ruleset.tiers
    if rules is None or rules.column not in table.columns:
        return table
    maker = _RowMaker(table, rules, Splits(), None)
    made = maker.rows()
    if maker.problems:
        raise InputError(maker.problems)
    rows = [(row, new) for row, cells in enumerate(table.file.rows) for new in made.get(row, [cells])]
    columns = tuple([cells[index] for _, cells in rows] for index in range(len(table.columns)))
    file = replace(table.file.only([row for row, _ in rows]), columns=columns)
    return make_table(file, table.ruleset)


def _rules(ruleset: Ruleset) -> TierRules:
    if ruleset.tiers is None:
        message = f"the ruleset {ruleset.id} has no [tiers], so it does not say what the printed rows are"
        raise bad_input(
            shown(ruleset.path), message, "`cardtools explain ruleset.tiers` says how to add them"
        )
    return ruleset.tiers


def _check_splits(table: CardTable, rules: TierRules, splits: Splits) -> None:
    columns = list(dict.fromkeys(column for boost in rules.boosts for column in boost.columns))
    names = {table.name(row) for row in range(len(table))} if splits.cards else set()
    for rule in (splits.rule, *splits.cards.values()):
        if rule != EVEN and rule not in columns:
            hint = f"write {EVEN}, or the column that gets all: {' or '.join(columns)}"
            raise bad_input("--split", f"unknown rule {rule!r}", hint)
    for name in splits.cards:
        if name not in names:
            raise bad_input("--split", f"{table.file.name} has no card {name!r}")


class _RowMaker:
    """Makes the rows of all records, and collects what cannot be used."""

    def __init__(self, table: CardTable, rules: TierRules, splits: Splits, before: CardTable | None) -> None:
        self.table, self.rules, self.splits = table, rules, splits
        self.problems: list[Diagnostic] = []
        self.kept = 0
        self.index = {name: index for index, name in enumerate(table.columns)}
        self.earlier = before
        self.before = _by_tier(before, rules) if before else {}

    def rows(self) -> dict[int, list[PrintedRow]]:
        """The printed rows by the row of the record."""
        known = _by_tier(self.table, self.rules)
        tiers, cells = self.table.values[self.rules.column], list(self.table.file.rows)
        records = [row for row in range(len(self.table)) if tiers[row] == self.rules.design]
        copies = [
            (row, tier)
            for row in records
            for tier in self.rules.printed
            if (self.table.name(row), tier) not in known
        ]
        changed = [self._changed(cells[row], {self.rules.column: str(tier)}) for row, tier in copies]
        # A table of the copies, in which expressions see the number of the tier.
        columns = tuple([row[index] for row in changed] for index in range(len(self.index)))
        file = replace(self.table.file.only([row for row, _ in copies]), columns=columns)
        values = Columns(make_table(file, self.table.ruleset))
        kept = [pair for pair in self.rules.keep.items() if self.index.keys() >= set(pair)]
        made: dict[int, list[PrintedRow]] = {row: [] for row in records}
        for at, (row, tier) in enumerate(copies):
            changes = {name: cells[row][self.index[source]] for name, source in kept}
            of_copy = RowValues(at, values, self.table.ruleset.label, self.table.name(row))
            for boost in self.rules.boosts:
                changes |= self._boosted(boost, of_copy, row, tier)
            made[row].append(self._changed(changed[at], changes))
        return made

    def _changed(self, cells: PrintedRow, changes: Mapping[str, str]) -> PrintedRow:
        new = list(cells)
        for name, text in changes.items():
            new[self.index[name]] = text
        return tuple(new)

    def _boosted(self, boost: Boost, values: RowValues, row: int, tier: int) -> dict[str, str]:
        name = self.table.name(row)
        try:
            if boost.when is not None and not boost.when.value(values):
                return {}
            total = _whole(boost.total, values)
            own = [self._number(row, column) for column in boost.columns]
        except COMPUTING_ERRORS as error:
            place = self.table.place(row, boost.columns[0])
            message = f"{name}: what tier {tier} adds cannot be computed: {reason(error)}"
            self.problems.append(Diagnostic(place, message, "fill in the numbers of the card"))
            return {}
        if None in own:
            column = boost.columns[own.index(None)]
            message = f"{name}: {column} is empty or not a number, so no tier can add to it"
            if not self.problems or self.problems[-1].message != message:
                self.problems.append(
                    Diagnostic(self.table.place(row, column), message, "write a whole number")
                )
            return {}
        numbers = [number or 0 for number in own]
        shares = split(total, numbers, boost.step, self._target(boost, name))
        if by_hand := self._by_hand(boost, name, tier, numbers, total):
            self.kept += by_hand != shares
            shares = by_hand
        return {
            column: _written(self.table.texts(column)[row], number + share)
            for column, number, share in zip(boost.columns, numbers, shares, strict=True)
        }

    def _number(self, row: int, column: str) -> int | None:
        usable = column in self.index and row not in self.table.unusable.get(column, ())
        return self.table.values[column][row] if usable else None

    def _target(self, boost: Boost, name: str) -> int | None:
        rule = self.splits.of(name)
        return boost.columns.index(rule) if rule in boost.columns else None

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
    """The total in one share for each number, all multiples of `step` but for a rest that is none: as equal
    as can be, what is left to the highest number; or all to the number with the index `target`.
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
    """The rows of a table by the name and the tier of the card."""
    tiers = table.values[rules.column]
    return {(table.name(row), tier): row for row, tier in enumerate(tiers) if tier in rules.printed}


def _whole(expression: Expression, values: RowValues) -> int:
    value = expression.value(values)
    if not isinstance(value, int):
        raise ValueError(f"{expression.text} is {value!r}, not a whole number")
    return value


def _written(cell: str, number: int) -> str:
    """The number as the record writes its own: with or without a sign."""
    return f"{number:+d}" if cell.strip().startswith(("+", "-")) else str(number)


def told(result: PrintedRows) -> str:
    """What was made, in words."""
    text = f"{counted(result.designs, 'record')}, {counted(result.made, 'printed row')}"
    return text + (f", {result.kept:,} with the shares they had" if result.kept else "")
