"""The one way to change a file that a person wrote: some cells, lines or values of it, and no other byte."""

from __future__ import annotations

import codecs
import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import accumulate, islice

from cardtools.ground.errors import Edit, bad_input

_LINE = re.compile(rb"([^\r\n]*)(\r\n?|\n|)")
_FEW = 50  # records that are looked for one by one
ByteSpan = tuple[int, int]


def record_spans(data: bytes, delimiter: str = "") -> dict[int, list[ByteSpan]]:
    """The byte range of every cell of a delimited file, quotes included, by the line (from 1) that its record
    begins on; without a `delimiter` each line of the file is a record of one cell.

    A delimited file is one that `read_csv` reads: blank lines are no records.
    """
    return dict(_records(data, delimiter, len(codecs.BOM_UTF8) if data.startswith(codecs.BOM_UTF8) else 0, 1))


def records_at(data: bytes, delimiter: str, lines: Collection[int]) -> dict[int, list[ByteSpan]]:
    """As `record_spans`, only the records that begin on these lines; of few, without reading all others."""
    if len(lines) > _FEW:
        known = record_spans(data, delimiter)
        return {line: known[line] for line in lines if line in known}
    lengths = map(len, data.splitlines(keepends=True))
    starts = list(accumulate(lengths, initial=0))[:-1]
    starts[:1] = [len(codecs.BOM_UTF8) if data.startswith(codecs.BOM_UTF8) else 0]
    records: dict[int, list[ByteSpan]] = {}
    for line in lines:
        if not 0 < line <= len(starts):
            continue
        # A line that begins within quotes is no record; of a file with single quotes, all is read.
        if data.count(b'"', 0, starts[line - 1]) % 2:
            return {line: cells for line, cells in record_spans(data, delimiter).items() if line in lines}
        found = islice(_records(data, delimiter, starts[line - 1], line), 1)
        records |= {begins: cells for begins, cells in found if begins == line}
    return records


def _records(data: bytes, delimiter: str, at: int, line: int) -> Iterator[tuple[int, list[ByteSpan]]]:
    """The records from a byte on, with which this line begins."""
    sign = delimiter.encode()
    cell = _LINE
    if delimiter:
        plain = re.escape(sign)
        cell = re.compile(rb'("[^"]*+(?:""[^"]*+)*+"|[^\r\n' + plain + rb"]*)(" + plain + rb"|\r\n?|\n|)")
    begins = line
    cells: list[ByteSpan] = []
    while found := cell.match(data, at):
        cells.append(found.span(1))
        line += len(re.findall(rb"\r\n?|\n", found[1]))
        if not delimiter or found[2] != sign:
            if len(cells) > 1 or found[1] or not delimiter:
                yield begins, cells
            line, cells = line + 1, []
            begins = line
            if not found[2]:
                break
        at = found.end()


def write_edits(
    data: bytes,
    edits: Iterable[Edit],
    delimiter: str = "",
    records: Mapping[int, list[ByteSpan]] | None = None,
) -> bytes:
    """The file, which is UTF-8, after its edits, which do not overlap; no other byte changes.

    A cell in quotes stays in quotes, and another gets them only where its text needs them. A record is
    removed with its line end. `records` are those of the edits, where they are known. Raises InputError where
    an old text does not stand at its place any more.
    """
    if records is None:
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
