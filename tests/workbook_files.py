"""Small workbooks for tests, written by hand."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping, Sequence
from xml.sax.saxutils import escape, quoteattr

_MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_LINKS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006/relationships"
_OPEN = "urn:oasis:names:tc:opendocument:xmlns"

Cell = str | int | float | bool | None


def letters(number: int) -> str:
    text = ""
    while number:
        number, letter = divmod(number - 1, 26)
        text = chr(65 + letter) + text
    return text


def archive(parts: Mapping[str, str | bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as file:
        for name, content in parts.items():
            file.writestr(name, content)
    return out.getvalue()


def xlsx_cell(cell: Cell, place: str) -> str:
    if isinstance(cell, bool):
        return f'<c r="{place}" t="b"><v>{int(cell)}</v></c>'
    if isinstance(cell, int | float):
        return f'<c r="{place}"><v>{cell!r}</v></c>'
    return "" if cell is None else f'<c r="{place}" t="inlineStr"><is><t>{escape(cell)}</t></is></c>'


def xlsx_rows(rows: Sequence[Sequence[Cell]]) -> str:
    lines = []
    for line, cells in enumerate(rows, 1):
        written = "".join(xlsx_cell(cell, f"{letters(at)}{line}") for at, cell in enumerate(cells, 1))
        lines.append(f'<row r="{line}">{written}</row>')
    return "".join(lines)


def xlsx(
    sheets: Mapping[str, str],
    shared: str = "",
    styles: str = "",
    properties: str = "",
    hidden: str = "",
    merged: str = "",
) -> bytes:
    """A workbook; each sheet is the XML of its rows, with the same merged cells."""
    below = f"<mergeCells>{merged}</mergeCells>" if merged else ""
    links = [("worksheet", f"worksheets/sheet{number}.xml") for number in range(1, len(sheets) + 1)]
    links += [("sharedStrings", "/xl/sharedStrings.xml")] * bool(shared) + [("styles", "styles.xml")] * bool(
        styles
    )
    state = {hidden: ' state="hidden"'}
    entries = "".join(
        f'<sheet name={quoteattr(name)} sheetId="{number}" r:id="rId{number}"{state.get(name, "")}/>'
        for number, name in enumerate(sheets, 1)
    )
    book = f'<workbook xmlns="{_MAIN}" xmlns:r="{_LINKS}">{properties}<sheets>{entries}</sheets></workbook>'
    parts = {
        "xl/workbook.xml": book,
        "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{_PACKAGE}">'
        + "".join(
            f'<Relationship Id="rId{number}" Type="{_LINKS}/{kind}" Target="{target}"/>'
            for number, (kind, target) in enumerate(links, 1)
        )
        + "</Relationships>",
    }
    for number, rows in enumerate(sheets.values(), 1):
        parts[f"xl/worksheets/sheet{number}.xml"] = (
            f'<worksheet xmlns="{_MAIN}"><sheetData>{rows}</sheetData>{below}</worksheet>'
        )
    if shared:
        parts["xl/sharedStrings.xml"] = f'<sst xmlns="{_MAIN}">{shared}</sst>'
    if styles:
        parts["xl/styles.xml"] = f'<styleSheet xmlns="{_MAIN}">{styles}</styleSheet>'
    return archive(parts)


def ods_cell(cell: Cell) -> str:
    if isinstance(cell, bool):
        word = str(cell).lower()
        return (
            f'<table:table-cell office:value-type="boolean" office:boolean-value="{word}">'
            f"<text:p>{word}</text:p></table:table-cell>"
        )
    if isinstance(cell, int | float):
        return (
            f'<table:table-cell office:value-type="float" office:value="{cell!r}">'
            f"<text:p>{cell}</text:p></table:table-cell>"
        )
    if cell is None:
        return "<table:table-cell/>"
    paragraphs = "".join(f"<text:p>{escape(line)}</text:p>" for line in cell.split("\n"))
    return f'<table:table-cell office:value-type="string">{paragraphs}</table:table-cell>'


def ods_rows(rows: Sequence[Sequence[Cell]]) -> str:
    return "".join(f"<table:table-row>{''.join(map(ods_cell, cells))}</table:table-row>" for cells in rows)


def ods(sheets: Mapping[str, str]) -> bytes:
    """A workbook; each sheet is the XML of its rows."""
    tables = "".join(
        f"<table:table table:name={quoteattr(name)}>{rows}</table:table>" for name, rows in sheets.items()
    )
    return archive(
        {
            "mimetype": "application/vnd.oasis.opendocument.spreadsheet",
            "content.xml": f'<office:document-content xmlns:office="{_OPEN}:office:1.0" '
            f'xmlns:table="{_OPEN}:table:1.0" xmlns:text="{_OPEN}:text:1.0"><office:body><office:spreadsheet>'
            f"{tables}</office:spreadsheet></office:body></office:document-content>",
        }
    )
