"""Tables of tokens, counters and markers: they are printed with the cards, but are no cards of the game."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from cardtools.cards.table import UNKNOWN_COLUMN, CardTable, make_table, read_rows
from cardtools.ground.catalogue import Check
from cardtools.ground.errors import Diagnostic, InputError, bad_input
from cardtools.ground.io.files import shown
from cardtools.ground.spelling import did_you_mean
from cardtools.rulesets import Ruleset

COPIES = "COPIES"  # the column that says how many of each are printed
EMPTY_COPIES = Check.of("""CRD024 empty-copies warning: a card has no number of copies
    why: It is printed once, which may not be what is meant.
    bad: an empty COPIES
    good: 2, or 0 for a card that is not printed
    fix: write the number of copies""")


def read_extras(path: Path, ruleset: Ruleset) -> CardTable:
    """A table whose cells are typed like those of cards; only the name column is required. Raises InputError
    when it is unusable or empty, a row has no name, or a cell is not of its column's type.
    """
    file, _ = read_rows(path)
    table = make_table(file, ruleset)
    label = table.ruleset.label
    if label not in table.columns:
        hint = f"name a column {label} in the first line"
        raise bad_input(shown(path), f"there is no column {label}", hint, file.header_line)
    problems = [problem for problem in table.problems if problem.severity == "error"]
    problems += [
        Diagnostic(table.place(row, label), f"the row has no {label}", "name it, or delete the row")
        for row, name in enumerate(table.values[label])
        if name is None
    ]
    if problems:
        raise InputError(problems)
    if not len(table):
        raise bad_input(shown(path), "there is nothing in it", "one token or counter a row")
    return table


def check_headings(table: CardTable, quantity: str) -> Iterator[Diagnostic]:
    """CSV005: a heading of extras that nearly names the column of copies, where there is none."""
    wanted = [name for name in (quantity, COPIES) if name]
    if any(name in table.columns for name in wanted):
        return
    for index, column in enumerate(table.columns):
        near = "" if column in table.ruleset.fields else did_you_mean(column, wanted)
        if near:
            place, message = table.file.at_header(index), f"unknown column {column}"
            yield UNKNOWN_COLUMN.finding(place, message, f"did you mean {near}?")
