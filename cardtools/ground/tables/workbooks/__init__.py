"""Files that hold tables beside delimited text: workbooks (xlsx, ods), JSON, YAML, Markdown, SQLite, Parquet,
sets of Magic Set Editor, card databases of Cockatrice.
"""

from __future__ import annotations

import re
from pathlib import Path

# Formats that are known by name and not read.
REFUSED = {
    **dict.fromkeys((".xls", ".xlsb"), "a workbook of Excel that is not xlsx"),
    **dict.fromkeys((".mdb", ".accdb"), "a database of Microsoft Access"),
    ".numbers": "a spreadsheet of Apple Numbers",
    ".gsheet": "only a link to a Google Sheet",
    ".odb": "a database of LibreOffice Base",
    ".sql": "a list of SQL commands",
}
_ARCHIVES = "xlsx|xlsm|ods|mse-set"
_RECORDS = r"json|jsonl|ndjson|ya?ml|md|markdown|xml|db3?|sqlite3?|parquet"
_OTHER = "|".join(ending[1:] for ending in REFUSED)
_NAME = re.compile(rf"(.*\.(?:{_ARCHIVES}|{_RECORDS}|{_OTHER}))(?:#(.*))?", re.I | re.S)


def split_sheet(path: Path) -> tuple[Path, str]:
    """The file of a table and where it is in it: `cards.xlsx#Units` is the sheet Units ("": the first one),
    `game.json#sets.base` the records below these keys.
    """
    found = _NAME.fullmatch(str(path))
    return (Path(found[1]), found[2] or "") if found else (path, "")


def table_file(path: Path) -> Path:
    """The file that a table is in."""
    return split_sheet(path)[0]


def is_workbook(path: Path) -> bool:
    """Whether the table is in such a file, by its name; cardtools reads these and never writes them."""
    return _NAME.fullmatch(str(path)) is not None


def is_archive(path: Path) -> bool:
    """Whether such a file is an archive of several files, by its name."""
    return re.search(rf"\.(?:{_ARCHIVES})(?:#|$)", str(path), re.I) is not None
