"""A ruleset's own examples: partial cards that a check must accept or refuse."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from cardtools.cards.table import CardTable, make_table
from cardtools.checks.decks.deck_rules import try_deck
from cardtools.checks.validate import validate_partial
from cardtools.ground.catalogue import Check
from cardtools.ground.errors import Diagnostic
from cardtools.ground.tables.csv_document import CsvFile
from cardtools.rulesets import Ruleset
from cardtools.rulesets.deck_model import DeckExample
from cardtools.rulesets.field_model import CheckEntry, Example, ExampleRow

EXAMPLE_FAILS = Check.of("""RUL005 example-fails error: a rule disagrees with its own example
    why: Examples are the tests of a rule: either the rule or the example is wrong.
    bad: an example under `bad` that the rule accepts
    good: an example under `bad` that gives the rule's own code and no other
    fix: correct the rule or the example, then run `cardtools rules test`""")


@dataclass(frozen=True)
class ExampleResult:
    """A good or `bad` example of the check `code`, of cards (`rows`) or a `deck`, and what was found."""

    code: str
    bad: bool
    rows: tuple[ExampleRow, ...]
    diagnostics: tuple[Diagnostic, ...]
    deck: str = ""

    @property
    def right(self) -> bool:
        """A bad example gives exactly its code, a good one gives anything else but it."""
        codes = {diagnostic.code for diagnostic in self.diagnostics}
        return codes == {self.code} if self.bad else self.code not in codes


def run_examples(ruleset: Ruleset, only: str = "") -> Iterator[ExampleResult]:
    """Every example of the ruleset (of the check with the code `only`, where given), tried."""
    owners: list[tuple[str, Example]] = [
        (change.code or code, change.entry.example)
        for field in ruleset.fields.values()
        for code, change in field.changes.items()
        if isinstance(change.entry, CheckEntry)
    ]
    owners += [(rule.info.code, rule.entry.example) for rule in ruleset.rules]
    for code, example in owners:
        for bad, case in _cases(example) if only in ("", code) else ():
            rows = tuple(case) if isinstance(case, list) else (case,)
            yield ExampleResult(code, bad, rows, tuple(try_rows(rows, ruleset)))
    rules = [rule for rule in ruleset.deck_rules if only in ("", rule.info.code)]
    if not any(rule.entry.example.ok or rule.entry.example.bad for rule in rules):
        return
    table = rows_table(ruleset.example_cards, ruleset)
    for rule in rules:
        # Examples of an optional rule are tried even while it is off.
        off = rule.info.severity == "off"
        awake = replace(rule, info=rule.info._replace(severity="error")) if off else rule
        for bad, text in _cases(rule.entry.example):
            yield ExampleResult(rule.info.code, bad, (), tuple(try_deck(text, awake, table)), text)


def _cases(example: Example | DeckExample) -> Iterator[tuple[bool, Any]]:
    """The examples, each with whether it is a bad one."""
    yield from ((bad, case) for bad, cases in ((False, example.ok), (True, example.bad)) for case in cases)


def rows_table(rows: Sequence[ExampleRow], ruleset: Ruleset) -> CardTable:
    """Partial cards as a card table."""
    header = tuple(dict.fromkeys(name for row in rows for name in row))
    cells = [[str(row.get(name, "")) for name in header] for row in rows]
    return make_table(CsvFile.of_rows(Path("example"), header, cells), ruleset)


def try_rows(rows: Sequence[ExampleRow], ruleset: Ruleset) -> list[Diagnostic]:
    """The findings about partial cards: checks that read other columns than the rows have are not run."""
    table = rows_table(rows, ruleset)
    unwritten = {
        table.columns[index]: {number for number, row in enumerate(rows) if isinstance(row.get(name), int)}
        for index, name in enumerate(table.file.header)
    }
    return validate_partial(table, table.columns, unwritten)
