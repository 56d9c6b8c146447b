"""What can be wrong with what a designer wrote, and where.

CardtoolsError           exit 2; `cli.py` turns it into text, nothing else catches it
├── InputError           one or more Diagnostics: unusable input, every problem of a file at once
└── OutputError          a file that cannot be written
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Literal, NamedTuple

Severity = Literal["error", "warning", "info"]

# Control characters, marks that change the direction of text, line separators, what UTF-8 or XML cannot hold.
UNSAFE = r"[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u206f\ud800-\udfff\ufeff\ufffe\uffff]"


# The table is a sheet of a workbook; the sheet's name may follow.
_WORKBOOK = re.compile(r"\.(?:xlsx|xlsm|ods)(?:#|$)", re.I)


def column_letters(number: int) -> str:
    """The name of a spreadsheet's column, from 1: A to Z, then AA."""
    letters = ""
    while number > 0:
        number, letter = divmod(number - 1, 26)
        letters = chr(ord("A") + letter) + letters
    return letters


def printable(text: str) -> str:
    """The text as one line that controls neither a terminal nor the runner of a CI job, wherever it is from.

    An escape becomes `\\x1b`, a line end `\\n`. A space is put into what GitHub and Azure take for a command:
    `::` at the start of a line and `##[` anywhere.
    """
    if not text.isprintable():
        text = re.sub(UNSAFE, lambda found: repr(found[0])[1:-1], text)
    if "::" in text or "##" in text:
        text = re.sub(r"^(\s*):(?=:)|#(?=#\w*\[)", lambda found: f"{found[0]} ", text)
    return text


class Location(NamedTuple):
    """A place in a file people edit: path as shown to them, line and column from 1, 0 where it has none.

    In a sheet of a workbook these are its row and column, written as `cards.xlsx:C7`.
    """

    path: str
    line: int = 0
    column: int = 0

    def __str__(self) -> str:
        if self.column and _WORKBOOK.search(self.path):
            return f"{self.path}:{column_letters(self.column)}{self.line}"
        column = f":{self.column}" if self.column else ""
        return f"{self.path}:{self.line}{column}" if self.line else self.path


class Edit(NamedTuple):
    """A change of one place in a file: `new` instead of `old`, which stands there now.

    The place is the `cell`th cell (from 0) of the record that begins on `line` (from 1) of a delimited file;
    with `cell` None it is the text that begins in `column` of the line, in a file of any kind. `new` None
    takes the whole line or record out. The file is the one of the finding, where `path` does not name
    another. `ground/tables/edits.py` writes edits.
    """

    line: int
    cell: int | None
    old: str
    new: str | None
    path: str = ""
    column: int = 1


class Fix(NamedTuple):
    """What would correct a problem; `safe` if the cells mean the same afterwards."""

    edits: tuple[Edit, ...]
    safe: bool


class Diagnostic(NamedTuple):
    """One problem: `file:line:column: CODE name: message`, and a hint that says what would be right.

    `code` is three letters and three digits, `name` its kebab-case name. Problems of unusable input that
    no check owns (a file that is missing, a word in a project file) have an empty code and name. On a drawn
    card, `part` is an element of its face or its art, and `box` the place: left, top, width and height in mm.
    """

    location: Location
    message: str
    hint: str = ""
    code: str = ""
    name: str = ""
    severity: Severity = "error"
    fix: Fix | None = None
    part: str = ""
    box: tuple[float, float, float, float] | None = None

    def __str__(self) -> str:
        check = f"{self.code} {self.name}: " if self.code else ""
        severity = "" if self.severity == "error" else f"{self.severity}: "
        help_line = f"\n  help: {printable(self.hint)}" if self.hint else ""
        place = f"{self.location}: " if self.location.path else ""
        return f"{printable(f'{place}{check}{severity}{self.message}')}{help_line}"

    def data(self) -> dict[str, str]:
        """What a page of ours says about it."""
        texts = {"place": str(self.location), "code": f"{self.code} {self.name}".strip()}
        return {**texts, "severity": self.severity, "message": self.message, "hint": self.hint}


class CardtoolsError(Exception):
    """Something the user can fix; `str()` is the whole message."""


class InputError(CardtoolsError):
    """Input that cannot be used, with every problem found in it."""

    def __init__(self, diagnostics: Diagnostic | Iterable[Diagnostic]) -> None:
        self.diagnostics = (diagnostics,) if isinstance(diagnostics, Diagnostic) else tuple(diagnostics)
        super().__init__("\n".join(map(str, self.diagnostics)))


class OutputError(CardtoolsError):
    """A file or folder that cannot be written."""


def problems_of(error: Exception) -> tuple[Diagnostic, ...]:
    """What an error says, as problems; without places where it has none of its own."""
    if isinstance(error, InputError):
        return error.diagnostics
    text = str(error) if isinstance(error, CardtoolsError) else internal(error)
    message, _, hint = text.partition("\n  help: ")
    return (Diagnostic(Location(""), message, hint),)


def internal(error: Exception) -> str:
    """The message for an error that is our fault."""
    what = printable(f"internal error: {type(error).__name__}: {str(error)[:300]}".removesuffix(": "))
    return f"{what}\n  help: please report it; CARDTOOLS_TRACEBACK=1 shows where it happened"


def bad_input(path: object, message: str, hint: str = "", line: int = 0, column: int = 0) -> InputError:
    """The InputError for one problem that no check owns."""
    return InputError(Diagnostic(Location(str(path), line, column), message, hint))


@contextmanager
def reported_at(place: Location | None) -> Iterator[None]:
    """Report a missing file, or a folder in its place, where it is named (None: where the file should be)."""
    try:
        yield
    except InputError as error:
        if place is None:
            raise
        raise InputError(
            problem
            if problem.location.line or os.path.isfile(problem.location.path)
            else problem._replace(location=place, message=f"{problem.location}: {problem.message}")
            for problem in error.diagnostics
        ) from None
