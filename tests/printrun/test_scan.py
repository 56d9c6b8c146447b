"""Serials read back from proofs: right, missing, swapped, foreign, twice."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pypdfium2
import pytest
from lantern import CODE, FACE, make_lantern
from outcome import Outcome
from PIL import Image, ImageFilter

from cardtools.printrun.ledger import Copy
from cardtools.printrun.scan import ReadSerial, compare, read_file
from cardtools.printrun.serial_places import code_contours
from cardtools.printrun.serials import make

Run = Callable[..., Outcome]
SHEETS = Path("output/runs/run/sheets")
KEY = bytes(32)


@pytest.fixture
def coded(lantern: Path, cardtools: Run) -> Path:
    """The folder of the game's sheets with DataMatrix codes, two sheets in each PDF."""
    pytest.importorskip("zxingcpp")
    (lantern.parent / "face.toml").write_text(FACE + CODE, encoding="utf-8")
    assert cardtools("run", "sheets", "run.toml", "--sheets", "2").code == 0
    return lantern.parent / SHEETS


def picture(path: Path, page: int, target: Path, dpi: int = 300) -> Image.Image:
    image: Image.Image = pypdfium2.PdfDocument(path)[page].render(scale=dpi / 72).to_pil().convert("L")
    image.save(target)
    return image


@pytest.mark.parametrize("kind", ["qr", "datamatrix"])
def test_codes_say_the_serial(kind: str) -> None:
    zxingcpp = pytest.importorskip("zxingcpp")
    import numpy as np
    from PIL import ImageDraw

    for serial in make(KEY, "Z", 0, 20):
        dark = np.zeros((240, 240), bool)
        for contour in code_contours(serial, kind):  # type: ignore[arg-type]
            one = Image.new("1", (240, 240))
            ImageDraw.Draw(one).polygon([(240 * float(x), 240 * float(y)) for _, x, y in contour], fill=1)
            dark ^= np.array(one)
        (found,) = zxingcpp.read_barcodes(np.where(dark, 0, 255).astype(np.uint8))
        assert found.text == serial


def test_the_codes_of_pdfs_are_read_and_in_their_places(coded: Path, cardtools: Run) -> None:
    files = [str(path) for path in sorted(coded.glob("*.pdf"))]
    done = cardtools("run", "scan", "run.toml", *files)
    assert done.code == 0, done.err
    assert "18 serials read as codes" in done.out
    assert "64 serials right and in their places" in done.out


def test_a_picture_that_is_turned_blurred_and_compressed_is_read(coded: Path, cardtools: Run) -> None:
    image = picture(coded / "T-sheet-0001.pdf", 0, Path("page.png"))
    image.rotate(2, expand=True, fillcolor=255).filter(ImageFilter.GaussianBlur(1.2)).save(
        "phone.jpg", quality=60
    )
    done = cardtools("run", "scan", "run.toml", "phone.jpg")
    assert done.code == 0, done.err
    assert "9 serials right\n" in done.out


def test_a_card_that_is_covered_is_missing(coded: Path, cardtools: Run) -> None:
    from cardtools.printrun.printed_parts import read_printed_parts

    (record, *_) = read_printed_parts(coded)
    image = picture(coded / record.name, 0, Path("page.png"))
    image.paste(255, (0, 0, image.width // 3, image.height // 3 + 60))
    image.save("covered.png")
    read = list(read_file(Path("covered.png"), "T"))
    assert len(read) == 8


@pytest.mark.parametrize("blur", [0.0, 2.6, 3.0])
def test_a_picture_of_a_sheet_is_right_only_if_all_its_serials_are_read(
    coded: Path, cardtools: Run, blur: float
) -> None:
    image = picture(coded / "T-sheet-0001.pdf", 1, Path("page.png"))
    image.filter(ImageFilter.GaussianBlur(blur)).save("blurred.png")
    done = cardtools("run", "scan", "run.toml", "blurred.png")
    read = len(list(read_file(Path("blurred.png"), "T")))
    assert (read == 9) == (done.code == 0) == (blur == 0)
    if read:
        assert (f"{read} of 9 serials can be read" in done.err) == (read < 9)


def test_how_many_serials_a_picture_shows_may_be_said(coded: Path, cardtools: Run) -> None:
    image = picture(coded / "T-sheet-0001.pdf", 0, Path("page.png"))
    image.crop((0, 0, image.width, image.height // 2 - 250)).save("three.png")
    done = cardtools("run", "scan", "run.toml", "three.png")
    assert (done.code, "three.png: 3 of 9 serials can be read" in done.err) == (1, True)
    assert cardtools("run", "scan", "run.toml", "three.png", "--serials", "3").code == 0
    (coded / "sheets.jsonl").unlink()
    done = cardtools("run", "scan", "run.toml", "page.png")
    assert (done.code, "it is not known how many serials it shows; 9 can be read" in done.err) == (1, True)


def test_a_serial_that_is_there_twice_is_reported(coded: Path, cardtools: Run) -> None:
    for name in ("one.png", "two.png"):
        picture(coded / "T-sheet-0001.pdf", 0, Path(name))
    done = cardtools("run", "scan", "run.toml", "one.png", "two.png")
    assert done.code == 1
    assert done.err.count("occurs 2 times") == 18


def test_another_pdf_under_the_name_is_reported(coded: Path, cardtools: Run) -> None:
    shutil.copy(coded / "T-sheet-0002.pdf", coded / "T-sheet-0001.pdf")
    done = cardtools("run", "scan", "run.toml", str(coded / "T-sheet-0001.pdf"))
    assert done.code == 1
    assert done.err.count("is missing") == 18
    assert done.err.count("belongs in another file") == 18


def test_the_serials_of_another_run_are_reported(coded: Path, cardtools: Run) -> None:
    picture(coded / "T-sheet-0001.pdf", 0, Path("page.png"))
    make_lantern(Path(), plan=Path("run.toml").read_text().replace("seed = 11", "seed = 12"))
    Path("run.toml").rename("other.toml")
    assert cardtools("run", "deal", "other.toml", "--key", str(Path.cwd().parent / "other.key")).code == 0
    done = cardtools("run", "scan", "other.ledger", "page.png")
    assert done.code == 1
    assert done.err.count("is not a serial of run T") == 9


def test_ids_of_designs_are_no_serials(lantern: Path, cardtools: Run) -> None:
    """A word that looks like a serial and is in the text of every card."""
    (word,) = make(KEY, "T", 3, 1)
    face = Path("face.toml")
    face.write_text(
        face.read_text().replace('text = "{{ NAME }}', f'text = "{word} {{{{ NAME }}}}'), encoding="utf-8"
    )
    assert cardtools("run", "sheets", "run.toml").code == 0
    (path,) = SHEETS.glob("*.pdf")
    known = {one.text for one in read_file(path, "T")} - {word}
    assert len(list(read_file(path, "T", known, {word}))) == 64


@pytest.mark.parametrize("content", [b"", b"hello", b"%PDF-1.7 broken", b"\x89PNG\r\n\x1a\n broken"])
@pytest.mark.parametrize("name", ["proof.pdf", "proof.png"])
def test_files_that_cannot_be_read_are_reported(
    lantern: Path, cardtools: Run, name: str, content: bytes
) -> None:
    Path(name).write_bytes(content)
    done = cardtools("run", "scan", "run.toml", name)
    assert done.code == 2
    assert f"{name}: is " in done.err


def test_a_picture_without_codes_is_no_proof(lantern: Path, cardtools: Run) -> None:
    pytest.importorskip("zxingcpp")
    Image.new("L", (300, 300), 255).save("white.png")
    done = cardtools("run", "scan", "run.toml", "white.png")
    assert (done.code, "0 serials read" in done.out) == (1, True)


def test_swapped_cards_are_reported() -> None:
    def copy(number: int, is_void: bool = False) -> Copy:
        return Copy(number, 1, "A", "", 1, "Plain", 1, 1, 1, 1, 1, number, "", is_void)

    one, two, three, void = make(KEY, "T", 0, 4)
    known = {one: copy(0), two: copy(1), three: copy(2), void: copy(3, True)}

    def read(*serials: str) -> list[ReadSerial]:
        return [ReadSerial(serial, "a.pdf", 1, 0.1, at / 10, True) for at, serial in enumerate(serials)]

    assert compare(read(one, two, three), {"a.pdf": [one, two, three]}, known, "T")[0] == 3
    right, problems = compare(read(two, one, three), {"a.pdf": [one, two, three]}, known, "T")
    assert (right, len(problems)) == (1, 2)
    assert all("is not in its planned place" in problem.message for problem in problems)
    right, problems = compare(read(one, three), {"a.pdf": [one, two, three]}, known, "T")
    assert (right, [problem.message for problem in problems]) == (2, [f"{two} is missing"])
    right, problems = compare(read(void), {}, known, "T")
    assert (right, "is void" in problems[0].message) == (0, True)
    mistyped = one[:-1] + ("0" if one[-1] != "0" else "1")
    assert "check symbol" in compare(read(mistyped), {}, known, "T")[1][0].message
