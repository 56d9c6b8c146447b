"""A ruleset's own examples: partial cards that a check must accept or refuse."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from cardtools.cards.table import make_table
from cardtools.checks.validate import validate_partial
from cardtools.csvfile import CsvFile
from cardtools.errors import Diagnostic
from cardtools.rulesets import Ruleset
from cardtools.rulesets.model import Example, ExampleRow


@dataclass(frozen=True)
class ExampleResult:
    """An example of the check `code`: whether it must be refused (`bad`), and what was found."""

    code: str
    bad: bool
    rows: tuple[ExampleRow, ...]
    diagnostics: tuple[Diagnostic, ...]

    @property
    def right(self) -> bool:
        """A bad example gives exactly its code, a good one gives anything else but it."""
        codes = {diagnostic.code for diagnostic in self.diagnostics}
        return codes == {self.code} if self.bad else self.code not in codes


def run_examples(ruleset: Ruleset) -> Iterator[ExampleResult]:
    """Every example of the ruleset, tried."""
    owners: list[tuple[str, Example]] = [
        (check.info.code, check.example)
        for field in ruleset.fields.values()
        for check in field.checks.values()
    ]
    owners += [(rule.info.code, rule.example) for rule in ruleset.rules]
    for code, example in owners:
        for bad, cases in ((False, example.ok), (True, example.bad)):
            for case in cases:
                rows = tuple(case) if isinstance(case, list) else (case,)
                yield ExampleResult(code, bad, rows, tuple(try_rows(rows, ruleset)))


def try_rows(rows: Sequence[ExampleRow], ruleset: Ruleset) -> list[Diagnostic]:
    """The findings about partial cards: checks that read columns the rows do not name are not asked."""
    header = tuple(dict.fromkeys(name for row in rows for name in row))
    cells = [[str(row.get(name, "")) for name in header] for row in rows]
    lines = list(range(2, len(rows) + 2))
    text = [";".join(line) for line in (header, *cells)]
    table = make_table(CsvFile(Path("example"), ";", header, cells, lines, 1, text), ruleset)
    unwritten = {
        table.columns[index]: {number for number, row in enumerate(rows) if isinstance(row.get(name), int)}
        for index, name in enumerate(header)
    }
    return validate_partial(table, table.columns, unwritten)
