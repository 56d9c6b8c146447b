"""Reading serials back from proofs: from the text of a PDF, or from the codes in a picture."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any

from cardtools.ground.errors import Diagnostic, Location, bad_input
from cardtools.ground.io.files import read_bytes, shown
from cardtools.ground.limits import limits, raise_hint
from cardtools.ground.optional_packages import optional
from cardtools.printrun.ledger import Copy
from cardtools.printrun.serials import ALPHABET, LENGTH, check

_WORD = re.compile(rf"[{ALPHABET}]{{{LENGTH},}}")
_DPI = 300


@dataclass(frozen=True)
class ReadSerial:
    """A serial that was read: its file and page (from 1), where it lies on the page (0 to 1, from the left
    and from the top), and whether it was read as `text` or as a `code`.
    """

    text: str
    file: str
    page: int
    left: float
    top: float
    is_code: bool


def read_file(
    path: Path, run: str, known: Collection[str] = (), ignored: Collection[str] = ()
) -> Iterator[ReadSerial]:
    """The serials of a run in a PDF or a picture, page by page from the top left.

    In a PDF the text is read, and the codes on pages without a serial in their text. The serials that are
    `known` are found wherever they stand, others as words that are not `ignored`, as the ids of designs are.
    Raises InputError for a file that cannot be read.
    """
    data = read_bytes(path, "art_bytes")
    if path.suffix.lower() != ".pdf":
        yield from _ordered(_codes(_picture(data, shown(path)), shown(path), 1, run))
        return
    import pypdfium2

    try:
        document = pypdfium2.PdfDocument(data)
    except pypdfium2.PdfiumError:
        raise bad_input(shown(path), "is not a PDF that can be read") from None
    try:
        for number in range(len(document)):
            page = document[number]
            found = list(_page_text(page, path, number + 1, run, (known, ignored)))
            if not found:
                width, height = page.get_size()
                if width * height * (_DPI / 72) ** 2 > limits().picture_pixels:
                    message = f"page {number + 1} is too large to read codes from"
                    raise bad_input(shown(path), message, raise_hint("picture_pixels"))
                image = page.render(scale=_DPI / 72).to_pil()
                found = list(_codes(image, shown(path), number + 1, run))
            yield from _ordered(found)
            page.close()
    finally:
        document.close()


def _page_text(
    page: Any, path: Path, number: int, run: str, words: tuple[Collection[str], Collection[str]]
) -> Iterator[ReadSerial]:
    width, height = page.get_size()
    text = page.get_textpage()
    # Characters that PDFium inserts, such as line ends, count in the text as well.
    for match in _WORD.finditer(text.get_text_range()):
        for at, serial in _in_word(match[0], run, *words):
            left, _, _, top = text.get_charbox(match.start() + at)
            yield ReadSerial(serial, shown(path), number, left / width, 1 - top / height, False)
    text.close()


def _in_word(
    word: str, run: str, known: Collection[str], ignored: Collection[str]
) -> Iterator[tuple[int, str]]:
    """The serials in a word, which may be several texts that stand close together, and where they begin."""
    at, found = 0, False
    while at <= len(word) - LENGTH:
        part = word[at : at + LENGTH]
        if part in known:
            yield at, part
            found = True
            at += LENGTH - 1
        at += 1
    if found or len(word) != LENGTH or word[0] != run or word in ignored:
        return
    if check(word).verdict != "slip":
        yield 0, word


def _picture(data: bytes, name: str) -> Any:
    import io

    from PIL import Image

    try:
        with Image.open(io.BytesIO(data)) as image:
            if image.width * image.height > limits().picture_pixels:
                raise bad_input(name, "has too many pixels", raise_hint("picture_pixels"))
            return image.convert("L")
    except (OSError, SyntaxError, Image.DecompressionBombError):
        raise bad_input(name, "is neither a PDF nor a picture that can be read") from None


def _codes(image: Any, name: str, page: int, run: str) -> Iterator[ReadSerial]:
    zxingcpp = optional("zxingcpp", "reading codes")
    formats = [zxingcpp.BarcodeFormat.QRCode, zxingcpp.BarcodeFormat.DataMatrix]
    for code in zxingcpp.read_barcodes(image, formats=formats):
        if len(code.text) == LENGTH and code.text[:1] == run:
            corner = code.position.top_left
            yield ReadSerial(code.text, name, page, corner.x / image.width, corner.y / image.height, True)


def _ordered(found: Sequence[ReadSerial] | Iterator[ReadSerial]) -> list[ReadSerial]:
    """From the top left: what begins at about the same height is one row."""
    rows: list[list[ReadSerial]] = []
    for one in sorted(found, key=lambda one: (one.page, one.top)):
        if rows and one.top - rows[-1][0].top < 0.02:
            rows[-1].append(one)
        else:
            rows.append([one])
    return [one for row in rows for one in sorted(row, key=lambda one: one.left)]


@dataclass(frozen=True)
class ScanResult:
    """What was read against what should be there: how many serials are right, and what is wrong."""

    right: int
    problems: tuple[Diagnostic, ...]


def compare(
    read: Sequence[ReadSerial],
    expected: Mapping[str, Sequence[str]],
    known: Mapping[str, Copy],
    run: str,
    shown_by: Mapping[str, int] = MappingProxyType({}),
) -> ScanResult:
    """Compare the serials of files with those that each should have, in order, by the name of the file.

    A file that is not in `expected` may have any of the `known` serials, as many as `shown_by` says: 0 if
    that is not known. None may be void or occur twice.
    """
    problems: list[Diagnostic] = []
    right = 0
    times = Counter(one.text for one in read)
    by_file: dict[str, list[ReadSerial]] = {}

    def report(file: str, message: str, hint: str = "") -> None:
        problems.append(Diagnostic(Location(file), message, hint))

    for one in read:
        by_file.setdefault(one.file, []).append(one)
        what = f"page {one.page}: {one.text}"
        if (found := check(one.text)).verdict == "slip":
            report(one.file, f"{what}: {found.why}", "print the card again")
        elif one.text not in known:
            hint = "the wrong ledger, or a forgery: `cardtools serials check`"
            report(one.file, f"{what} is not a serial of run {run}", hint)
        elif known[one.text].is_void:
            report(one.file, f"{what} is void", "take the card out: another replaces it")
        elif times[one.text] > 1:
            report(one.file, f"{what} occurs {times[one.text]} times")
        elif one.file not in expected:
            right += 1
    problems += _unread(by_file, shown_by)
    for file, wanted in expected.items():
        own = [one for one in by_file.get(file, []) if times[one.text] == 1]
        there, readable = {one.text for one in own}, {one.text for one in by_file.get(file, [])}
        for serial in wanted:
            if serial not in readable:
                report(file, f"{serial} is missing", "it cannot be read, or is not there")
        places = {serial: place for place, serial in enumerate(s for s in wanted if s in there)}
        for place, one in enumerate(one for one in own if one.text in places):
            if places[one.text] == place:
                right += 1
            else:
                message = f"page {one.page}: {one.text} is not in its planned place"
                report(file, message, "the pages or the cards are in another order")
        for one in own:
            if one.text not in places and one.text in known and not known[one.text].is_void:
                report(file, f"page {one.page}: {one.text} belongs in another file")
    return ScanResult(right, tuple(problems))


def _unread(by_file: Mapping[str, Sequence[ReadSerial]], shown_by: Mapping[str, int]) -> Iterator[Diagnostic]:
    """The files from which fewer serials were read than they show."""
    for file, count in shown_by.items():
        found = len(by_file.get(file, ()))
        if not count:
            message = f"it is not known how many serials it shows; {found} can be read"
            yield Diagnostic(Location(file), message, "say how many with --serials")
        elif found < count:
            message = f"{found} of {count} serials can be read"
            yield Diagnostic(Location(file), message, "make a sharper picture that shows all of them")
