"""Tables in and out: cards as pandas frames, and frames of cards checked."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cardtools.cards.table import CardTable, read_cards
from cardtools.checks.findings.check_report import CheckedFiles, Report
from cardtools.checks.validate import validate
from cardtools.ground.errors import Diagnostic, Location, bad_input
from cardtools.ground.spelling import counted, listed
from cardtools.ground.tables.csv_document import format_csv
from cardtools.rulesets import load_ruleset

if TYPE_CHECKING:
    import pandas

_DELIMITER = ";"
_NAME = "table.csv"
_AS_TEXT = "read it as text: pandas.read_csv(file, sep=..., dtype=str, keep_default_na=False)"


def card_frame(table: CardTable, rows: Sequence[int]) -> pandas.DataFrame:
    """The cards in some rows (from 0) of a table: a row a card, a column a column in the file's order."""
    import pandas

    columns: dict[str, Any] = {}
    for name in dict.fromkeys((*table.columns, *table.values)):
        if name in table.values:
            cells = [table.values[name][row] for row in rows]
            whole = {int} <= set(map(type, cells)) <= {int, type(None)}
            columns[name] = pandas.array(cells, dtype="Int64" if whole else "object")
    return pandas.DataFrame(columns, index=pandas.Index(rows, name="row"))


def check_table(frame: pandas.DataFrame, ruleset: str | Path = "ttcg") -> Report:
    """Check a table of cards in memory, a card a row, by a built-in ruleset or a ruleset file.

    It may be as `pandas.read_csv` gives it: numbers, dates, NaN for empty cells, a named index. Where columns
    of words were read as numbers, one finding says to read them as text, and they are not checked. The first
    row is line 2, as in a file with a header. Raises InputError when the ruleset cannot be used, or a column
    that it needs is missing.
    """
    rules = load_ruleset(str(ruleset), Path())
    if any(name is not None and name not in frame.columns for name in frame.index.names):
        frame = frame.reset_index()
    header = [str(name) for name in frame.columns]
    if len(header) == 1 and (sign := next((sign for sign in ";\t|," if sign in header[0]), "")):
        raise bad_input(_NAME, f"one column, {header[0]!r}", f"give read_csv its separator: sep={sign!r}")
    cells = [[_text(cell) for cell in frame.iloc[:, index]] for index in range(len(header))]
    text = format_csv(header, list(zip(*cells, strict=True)), _DELIMITER) if header else ""
    table = read_cards(Path(_NAME), rules, text)
    what = f"{table.file.name}: {counted(len(table), 'card')}"
    checked = CheckedFiles(what, (table.file.name,), tables=(table,), ruleset=rules)
    found = list(rules.applied(validate(table, rules)))
    if misread := _misread(frame, table):
        message = f"{listed(misread)}: not checked, since numbers lose their signs and the zeros before them"
        found = [one for one in found if checked.subject(one).column not in misread]
        found = [Diagnostic(Location(_NAME, 1), message, _AS_TEXT), *found]
    return Report(checked, tuple(found))


def _text(cell: Any) -> str:
    """The text of a cell as the file had it before pandas made a value of it."""
    if cell is None or cell != cell or str(cell) == "<NA>":  # NaN, NaT and NA
        return ""
    if isinstance(cell, float) and cell.is_integer():  # a column of whole numbers with empty cells
        return str(int(cell))
    if isinstance(cell, datetime.datetime) and cell.time() == datetime.time():
        return cell.date().isoformat()
    return str(cell)


def _misread(frame: pandas.DataFrame, table: CardTable) -> list[str]:
    """The columns of words, and of numbers with signs, that pandas has read as numbers."""
    from pandas.api.types import is_numeric_dtype

    fields = table.ruleset.fields
    return [
        name
        for index, name in enumerate(table.columns)
        if name in fields
        and fields[name].entry.type in ("str", "list", "signed")
        and is_numeric_dtype(frame.iloc[:, index])
        and frame.iloc[:, index].notna().any()
    ]
