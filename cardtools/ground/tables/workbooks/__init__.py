"""Workbooks of a spreadsheet, xlsx and ods, read as tables."""

from __future__ import annotations

import re
from pathlib import Path

_NAME = re.compile(r"(.*\.(?:xlsx|xlsm|ods))(?:#(.*))?", re.I | re.S)


def split_sheet(path: Path) -> tuple[Path, str]:
    """The file and the sheet of a table: `cards.xlsx#Units` is the sheet Units, "" the first one."""
    found = _NAME.fullmatch(str(path))
    return (Path(found[1]), found[2] or "") if found else (path, "")


def table_file(path: Path) -> Path:
    """The file that a table is in."""
    return split_sheet(path)[0]


def is_workbook(path: Path) -> bool:
    """Whether the table is a sheet of a workbook, by its name."""
    return _NAME.fullmatch(str(path)) is not None
