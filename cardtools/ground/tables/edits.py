"""The one way to change a file that a person wrote: some cells, lines or values of it, and no other byte."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterable

from cardtools.ground.errors import Edit, bad_input

_LINE = re.compile(rb"([^\r\n]*)(\r\n?|\n|)")
ByteSpan = tuple[int, int]


def record_spans(data: bytes, delimiter: str = "") -> dict[int, list[ByteSpan]]:
    """The byte range of every cell of a delimited file, quotes included, by the line (from 1) that its record
    begins on; without a `delimiter` each line of the file is a record of one cell.

    A delimited file is one that `read_csv` reads: blank lines are no records.
    """
    sign = delimiter.encode()
    cell = _LINE
    if delimiter:
        plain = re.escape(sign)
        cell = re.compile(rb'("[^"]*+(?:""[^"]*+)*+"|[^\r\n' + plain + rb"]*)(" + plain + rb"|\r\n?|\n|)")
    records: dict[int, list[ByteSpan]] = {}
    at = len(codecs.BOM_UTF8) if data.startswith(codecs.BOM_UTF8) else 0
    line = begins = 1
    cells: list[ByteSpan] = []
    while found := cell.match(data, at):
        cells.append(found.span(1))
        line += len(re.findall(rb"\r\n?|\n", found[1]))
        if not delimiter or found[2] != sign:
            if len(cells) > 1 or found[1] or not delimiter:
                records[begins] = cells
            line, cells = line + 1, []
            begins = line
            if not found[2]:
                break
        at = found.end()
    return records


def write_edits(data: bytes, edits: Iterable[Edit], delimiter: str = "") -> bytes:
    """The file, which is UTF-8, after its edits, which do not overlap; no other byte changes.

    A cell in quotes stays in quotes, and another gets them only where its text needs them. A record is
    removed with its line end. Raises InputError where an old text does not stand at its place any more.
    """
    records = record_spans(data, delimiter)
    changes = sorted(_change(data, records.get(edit.line, []), edit, delimiter) for edit in edits)
    parts: list[bytes] = []
    at = 0
    for start, end, new in changes:
        parts += [data[at:start], new]
        at = end
    return b"".join([*parts, data[at:]])


def _change(data: bytes, cells: list[ByteSpan], edit: Edit, delimiter: str) -> tuple[int, int, bytes]:
    """The byte range of an edit, and the bytes instead."""
    if edit.new is None and cells:
        ends = _LINE.match(data, cells[-1][1])
        return cells[0][0], ends.end() if ends else len(data), b""
    if edit.cell is not None and edit.new is not None and edit.cell < len(cells):
        start, end = cells[edit.cell]
        return start, end, _cell_bytes(data[start:end], edit.new, delimiter)
    if edit.new is not None and edit.cell is None and cells:
        line = data[slice(*cells[0])].decode()
        start = cells[0][0] + len(line[: edit.column - 1].encode())
        # Reading made every line end a \n.
        old = re.escape(edit.old.encode()).replace(b"\\\n", rb"(?:\r\n?|\n)")
        if found := re.compile(old).match(data, start):
            return *found.span(), edit.new.encode()
    message = f"{edit.old!r} is not here any more"
    raise bad_input(edit.path, message, "run the command again", edit.line, edit.column)


def unquoted_cell(data: bytes) -> str:
    """The text of a cell as it is written in the file, with `\\n` line ends."""
    text = data.decode()
    if text.startswith('"'):
        text = text[1:-1].replace('""', '"')
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _cell_bytes(old: bytes, text: str, delimiter: str) -> bytes:
    # Reading made every line end in a cell a \n; the cell keeps its own.
    if ends := re.search(rb"\r\n?", old):
        text = text.replace("\n", ends[0].decode())
    if old.startswith(b'"') or text.startswith('"') or any(sign in text for sign in (delimiter, "\n", "\r")):
        text = '"' + text.replace('"', '""') + '"'
    return text.encode()
