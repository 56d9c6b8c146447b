"""Reading serials back from proofs: from the text of a PDF, or from the codes in a picture."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from cardtools.ground.errors import Diagnostic, Location, bad_input
from cardtools.ground.io.files import read_bytes, shown
from cardtools.ground.limits import limits, raise_hint
from cardtools.ground.optional_packages import optional
from cardtools.printrun.ledger import Copy
from cardtools.printrun.serials import ALPHABET, LENGTH, check

_WORD = re.compile(rf"[{ALPHABET}]{{{LENGTH},}}")
_DPI = 300


class ReadSerial(NamedTuple):
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
    """The serials of a run in a PDF or a picture, page by page from the top left. In a PDF the text is read,
    and the codes on pages without a serial in their text; `known` serials are found wherever they stand,
    others as words that are not `ignored`. Raises InputError for a file that cannot be read.
    """
    data, name = read_bytes(path, "art_bytes"), shown(path)
    if path.suffix.lower() != ".pdf":
        import io

        from PIL import Image

        try:
            with Image.open(io.BytesIO(data)) as picture:
                if picture.width * picture.height > limits().picture_pixels:
                    raise bad_input(name, "has too many pixels", raise_hint("picture_pixels"))
                grey = picture.convert("L")
        except (OSError, SyntaxError, Image.DecompressionBombError):
            raise bad_input(name, "is neither a PDF nor a picture that can be read") from None
        yield from _ordered(_codes(grey, name, 1, run))
        return
    import pypdfium2

    try:
        document = pypdfium2.PdfDocument(data)
    except pypdfium2.PdfiumError:
        raise bad_input(name, "is not a PDF that can be read") from None
    try:
        for number, page in enumerate(document, 1):
            width, height = page.get_size()
            text = page.get_textpage()
            found = []
            # Characters that PDFium inserts, such as line ends, count in the text as well.
            for match in _WORD.finditer(text.get_text_range()):
                for at, serial in _in_word(match[0], run, known, ignored):
                    left, _, _, top = text.get_charbox(match.start() + at)
                    found.append(ReadSerial(serial, name, number, left / width, 1 - top / height, False))
            text.close()
            if not found:
                if width * height * (_DPI / 72) ** 2 > limits().picture_pixels:
                    message = f"page {number} is too large to read codes from"
                    raise bad_input(name, message, raise_hint("picture_pixels"))
                found = list(_codes(page.render(scale=_DPI / 72).to_pil(), name, number, run))
            yield from _ordered(found)
            page.close()
    finally:
        document.close()


def _in_word(word: str, run: str, known: Collection[str], ids: Collection[str]) -> Iterator[tuple[int, str]]:
    """The serials in a word, which may be several texts that stand close together, and where they begin."""
    at, found = 0, False
    while at <= len(word) - LENGTH:
        part = word[at : at + LENGTH]
        if part in known:
            yield at, part
            found = True
            at += LENGTH - 1
        at += 1
    if found or len(word) != LENGTH or word[0] != run or word in ids:
        return
    if check(word).verdict != "slip":
        yield 0, word


def _codes(image: Any, name: str, page: int, run: str) -> Iterator[ReadSerial]:
    zxingcpp = optional("zxingcpp", "reading codes")
    formats = [zxingcpp.BarcodeFormat.QRCode, zxingcpp.BarcodeFormat.DataMatrix]
    for code in zxingcpp.read_barcodes(image, formats=formats):
        if len(code.text) == LENGTH and code.text[:1] == run:
            corner = code.position.top_left
            yield ReadSerial(code.text, name, page, corner.x / image.width, corner.y / image.height, True)


def _ordered(found: Iterable[ReadSerial]) -> list[ReadSerial]:
    """From the top left: what begins at about the same height is one row."""
    rows: list[list[ReadSerial]] = []
    for one in sorted(found, key=lambda one: (one.page, one.top)):
        if not rows or one.top - rows[-1][0].top >= 0.02:
            rows.append([])
        rows[-1].append(one)
    return [one for row in rows for one in sorted(row, key=lambda one: one.left)]


def _fault(one: ReadSerial, known: Mapping[str, Copy], run: str, times: int) -> tuple[str, str] | None:
    """What is wrong with a serial wherever it was read, and a hint."""
    if (found := check(one.text)).verdict == "slip":
        return f": {found.why}", "print the card again"
    if one.text not in known:
        return f" is not a serial of run {run}", "the wrong ledger, or a forgery: `cardtools serials check`"
    if known[one.text].is_void:
        return " is void", "take the card out: another replaces it"
    return (f" occurs {times} times", "") if times > 1 else None


def compare(
    read: Sequence[ReadSerial],
    expected: Mapping[str, Sequence[str]],
    known: Mapping[str, Copy],
    run: str,
    shown_by: Mapping[str, int] = MappingProxyType({}),
) -> tuple[int, list[Diagnostic]]:
    """Compare the serials of files with those that each should have, in order, by the name of the file: how
    many are right, and what is wrong. A file that is not in `expected` may have any of the `known` serials,
    as many as `shown_by` says: 0 if that is not known. None may be void or occur twice.
    """
    problems: list[Diagnostic] = []
    right, times = 0, Counter(one.text for one in read)
    by_file: dict[str, list[ReadSerial]] = defaultdict(list)

    def report(file: str, message: str, hint: str = "") -> None:
        problems.append(Diagnostic(Location(file), message, hint))

    for one in read:
        by_file[one.file].append(one)
        if fault := _fault(one, known, run, times[one.text]):
            report(one.file, f"page {one.page}: {one.text}{fault[0]}", fault[1])
        elif one.file not in expected:
            right += 1
    for file, count in shown_by.items():
        found = len(by_file[file])
        if not count:
            message = f"it is not known how many serials it shows; {found} can be read"
            report(file, message, "say how many with --serials")
        elif found < count:
            hint = "make a sharper picture that shows all of them"
            report(file, f"{found} of {count} serials can be read", hint)
    for file, wanted in expected.items():
        readable = {one.text for one in by_file[file]}
        own = {one.text: one for one in by_file[file] if times[one.text] == 1}
        for serial in wanted:
            if serial not in readable:
                report(file, f"{serial} is missing", "it cannot be read, or is not there")
        places = {serial: place for place, serial in enumerate(s for s in wanted if s in own)}
        for place, one in enumerate(one for one in own.values() if one.text in places):
            if places[one.text] == place:
                right += 1
            else:
                message = f"page {one.page}: {one.text} is not in its planned place"
                report(file, message, "the pages or the cards are in another order")
        for one in own.values():
            if one.text not in places and one.text in known and not known[one.text].is_void:
                report(file, f"page {one.page}: {one.text} belongs in another file")
    return right, problems
