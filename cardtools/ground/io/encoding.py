"""The encodings of what people write: UTF-8 everywhere, and in tables also UTF-16 and Windows-1252."""

from __future__ import annotations

import codecs
import re
from typing import NamedTuple

from cardtools.ground.catalogue import Check
from cardtools.ground.errors import Diagnostic, InputError, Location, bad_input
from cardtools.ground.spelling import counted

ENCODING = Check.of("""CSV002 encoding error: a file is not UTF-8
    why: Every tool reads UTF-8; in any other encoding letters change from one machine to the next. Tables are
    also read in UTF-16 with a byte order mark (an info), and in Windows-1252 where nothing speaks against it
    (a warning).
    bad: Tide Singér saved as Windows-1252, the byte 0xe9
    good: the same in UTF-8, the bytes 0xc3 0xa9; a byte order mark, as Excel writes it, does no harm
    fix: open the file in the program that wrote it and save it as UTF-8 (Excel: CSV UTF-8)""")

# How many lines in another encoding are reported one by one.
_MOST_LINES = 20
SAVE = "save the file as UTF-8"
_UTF16 = {codecs.BOM_UTF16_LE: "utf-16-le", codecs.BOM_UTF16_BE: "utf-16-be"}
_NO_TEXT = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0", codecs.BOM_UTF8)  # a workbook; and marked as UTF-8
# What Windows-1252 makes of another encoding: control characters, a capital within a word, or a run of
# letters and signs that no language of it has.
_LETTER = r"[À-ÖØ-öø-ÿŠŒŽšœžŸƒˆ˜¤§¨©ª¬®¯°±²³´µ¶·¸¹º¼½¾‚„]"
_IMPLAUSIBLE = (
    rf"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]|[a-zß-ÿ][À-ÖØ-ÞŠŒŽŸ]|[ß-ÿ][A-Z]|{_LETTER}{{4}}|\w[‚„ˆ˜†‡‹Œ]\w"
)


class Decoded(NamedTuple):
    """The text of a table, its encoding and byte order mark, and the finding about it (None: it is UTF-8)."""

    text: str
    encoding: str = "utf-8"
    mark: bytes = b""
    finding: Diagnostic | None = None

    def encode(self, text: str, name: str) -> bytes:
        """Another text in the same encoding. Raises InputError for a character that the encoding lacks."""
        try:
            return self.mark + text.encode(self.encoding)
        except UnicodeEncodeError as error:
            what = f"has no {text[error.start]!r}, which a fix needs"
            line = text.count("\n", 0, error.start) + 1
            raise bad_input(name, f"Windows-1252, the encoding of the file, {what}", SAVE, line) from None


def is_utf16(data: bytes) -> bool:
    """Whether the data begin like UTF-16, with a byte order mark or without."""
    # Without its mark it would pass as UTF-8: every other byte is a NUL, which is a character there.
    return data[:2] in _UTF16 or data[:2].count(0) == 1 == data[2:4].count(0)


def decode_table(data: bytes, name: str) -> Decoded:
    """A table's bytes as text, with its line ends as they are.

    Raises InputError when the bytes are in none of the known encodings, or in more than one.
    """
    try:
        if data[:2] in _UTF16:
            mark = data[:2]
            text = data[2:].decode(_UTF16[mark])
            finding = not_utf8(name, "read as UTF-16", SAVE)
            return Decoded(text, _UTF16[mark], mark, finding._replace(severity="info"))
        if not is_utf16(data):
            mark = codecs.BOM_UTF8 if data.startswith(codecs.BOM_UTF8) else b""
            return Decoded(data[len(mark) :].decode(), "utf-8", mark)
    except UnicodeDecodeError:
        pass
    found, mixed = ([], True) if data.startswith(_NO_TEXT) or is_utf16(data) else _other_bytes(data)
    text = "" if mixed else data.decode("cp1252", "replace")
    if mixed or "\ufffd" in text or re.search(_IMPLAUSIBLE, text):
        raise InputError(explain_bytes(data, name))
    number, line, start = found[0]
    before, after = line[:start].decode(), line[start:].decode("cp1252")
    word = re.findall(r"\w*$", before)[0] + re.findall(r"^\W?\w*", after)[0]
    message = f"read as Windows-1252, in which this is {word!r}"
    finding = not_utf8(name, message, SAVE, number, len(before) + 1)
    return Decoded(text, "cp1252", b"", finding._replace(severity="warning"))


def _other_bytes(data: bytes) -> tuple[list[tuple[int, bytes, int]], bool]:
    """The lines that are not UTF-8, with their numbers and first such bytes, and whether others are UTF-8."""
    found: list[tuple[int, bytes, int]] = []
    mixed = False
    for number, line in enumerate(re.split(rb"\r\n?|\n", data.removeprefix(codecs.BOM_UTF8)), 1):
        try:
            mixed = not line.decode().isascii() or mixed
        except UnicodeDecodeError as error:
            found.append((number, line, error.start))
    return found, mixed


def explain_bytes(data: bytes, name: str) -> list[Diagnostic]:
    """What bytes that are not UTF-8 probably are: one finding, or one for each line among lines that are."""
    if data.startswith(_NO_TEXT[:2]):
        hint = "in the spreadsheet, save the table as xlsx, ods or CSV in UTF-8"
        return [not_utf8(name, "a spreadsheet workbook, not text", hint)]
    if is_utf16(data):
        return [not_utf8(name, "not UTF-8 but UTF-16", SAVE)]
    found, mixed = _other_bytes(data)
    findings = []
    for number, line, start in found[: _MOST_LINES if mixed else 1]:
        letter = line[start : start + 1].decode("cp1252", "replace")
        meant = f"the byte 0x{line[start]:02x} is {letter} in Windows-1252" if letter != "\ufffd" else ""
        what = "other lines are UTF-8: write this one again" if mixed else SAVE
        hint = f"{what}; {meant}{'' if mixed else ', which it probably is'}" if meant else what
        message = f"not UTF-8 at line {number}, byte {start + 1}"
        column = len(line[:start].decode()) + 1
        findings.append(not_utf8(name, message, hint, number, column))
    if mixed and len(found) > _MOST_LINES:
        message = f"{counted(len(found) - _MOST_LINES, 'more line')} not in UTF-8"
        findings.append(not_utf8(name, message, SAVE, found[_MOST_LINES][0]))
    return findings


def not_utf8(name: str, message: str, hint: str, line: int = 1, column: int = 1) -> Diagnostic:
    """The finding about a file in another encoding."""
    return ENCODING.finding(Location(name, line, column), message, hint)
