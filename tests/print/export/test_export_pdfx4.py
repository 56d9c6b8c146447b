"""PDF/X-4 for print shops: the standard, the inks of a press, plates, die lines; masks of plates."""

from __future__ import annotations

import contextlib
import io
import shutil
import subprocess
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy
import pypdf
import pytest
from in_memory import pdf_bytes
from made_text import made_run
from pdfx import pdfx4_faults
from PIL import Image, ImageCms
from press import press_profile_bytes

from cardtools.ground.errors import InputError
from cardtools.print.export import pdfx4
from cardtools.print.export.decks import Job
from cardtools.print.export.inks import ProfileInks
from cardtools.project.project import find_project
from cardtools.render.pdf.profile import PressProfile, press_profile
from cardtools.render.pictures.art import ArtFiles
from cardtools.render.scene.pages import Page, PdfInfo, Placement
from cardtools.render.scene.plates import mask, plate_names, separated
from cardtools.render.scene.scene import (
    Box,
    Fill,
    Group,
    Picture,
    Rectangle,
    Scene,
    Stroke,
    Symbol,
    TextRun,
    walk,
)
from cardtools.render.text.fonts import read_font

FONT = Path(__file__).parents[3] / "templates/fonts/AlegreyaSans-Regular.ttf"
Game, Exported, Names = Callable[..., None], Callable[..., Job], Callable[[], list[str]]
PLATES = """
[elements.border]
kind = "rectangle"
left = 2
right = 2
top = 2
bottom = 2
stroke = "#d4af37"
stroke_width = 1
plate = "foil"

[elements.gloss]
kind = "rectangle"
left = 10
right = 10
top = 60
height = 10
fill = ["#ffffff", "#80a0ff"]
opacity = 0.3
plate = "Spot UV"
when = "NAME == 'Ox'"
"""


@pytest.fixture
def press(game: Game, write: Callable[..., Path], folder: Path) -> Callable[..., None]:
    """The small game with plates and the profile of a press."""

    def make(setting: str = 'profile = "press.icc"', data: bytes | None = None, **more: Any) -> None:
        game(**more)
        for name, text in (("cardtools.toml", f"[print]\n{setting}\n"), ("templates/face.toml", PLATES)):
            path = folder / name
            path.write_text(path.read_text("utf-8") + text, "utf-8")
        (folder / "press.icc").write_bytes(press_profile_bytes() if data is None else data)

    return make


def code_of(reader: pypdf.PdfReader, page: int) -> bytes:
    content = reader.pages[page].get_contents()
    assert content is not None
    return content.get_data()


def separations(reader: pypdf.PdfReader) -> set[str]:
    """The names of the spot colours of all pages, those in forms too."""
    found: set[str] = set()
    for page in reader.pages:
        resources: Any = page["/Resources"]
        forms = [one.get_object() for one in resources.get("/XObject", {}).values()]
        for part in (resources, *(form["/Resources"] for form in forms if "/Resources" in form)):
            found |= {str(space.get_object()[1]) for space in part.get("/ColorSpace", {}).values()}
    return found


def test_the_file_keeps_to_the_standard(press: Any, exported: Exported, names: Names, folder: Path) -> None:
    press()
    exported("pdfx4")
    assert names() == ["deck-print-shop.txt", "deck.pdf"]
    data = (folder / "out/deck.pdf").read_bytes()
    reader = pypdf.PdfReader(io.BytesIO(data))
    assert pdfx4_faults(reader) == []
    assert data.startswith(b"%PDF-1.6")
    assert len(reader.pages) == 6
    root: Any = reader.trailer["/Root"]
    assert root["/OutputIntents"][0]["/OutputConditionIdentifier"] == "press"
    assert [mark.title for mark in reader.outline] == ["Ox", "Owl"]  # type: ignore[union-attr]
    exported("pdfx4")
    assert (folder / "out/deck.pdf").read_bytes() == data


def test_an_ordinary_pdf_says_that_its_colours_are_srgb_and_does_not_keep_to_the_standard(
    game: Game, exported: Exported, folder: Path
) -> None:
    game()
    exported("pnp")
    reader = pypdf.PdfReader(folder / "out/deck-a4.pdf")
    root: Any = reader.trailer["/Root"]
    profile = root["/OutputIntents"][0]["/DestOutputProfile"].get_data()
    assert ImageCms.getProfileDescription(ImageCms.ImageCmsProfile(io.BytesIO(profile))).startswith("sRGB")
    assert "colours in DeviceRGB" in pdfx4_faults(reader)
    assert "no XMP" in pdfx4_faults(reader)


def test_a_pdf_in_inks_does_not_say_that_its_colours_are_srgb(
    game: Game, exported: Exported, folder: Path
) -> None:
    game()
    exported("dtc")
    assert "/OutputIntents" not in pypdf.PdfReader(folder / "out/deck.pdf").trailer["/Root"]  # type: ignore[operator]


def test_the_boxes_are_the_card_and_its_bleed(press: Any, exported: Exported, folder: Path) -> None:
    press()
    exported("pdfx4")
    page = pypdf.PdfReader(folder / "out/deck.pdf").pages[0]
    mm = 72 / 25.4
    assert [float(v) for v in page.trimbox] == pytest.approx([3 * mm, 3 * mm, 66.5 * mm, 91.9 * mm], abs=0.01)
    assert [float(v) for v in page.bleedbox] == pytest.approx([0, 0, 69.5 * mm, 94.9 * mm], abs=0.01)


def test_plates_and_die_lines_are_spot_colours_that_overprint(
    press: Any, exported: Exported, folder: Path
) -> None:
    press()
    exported("pdfx4")
    reader = pypdf.PdfReader(folder / "out/deck.pdf")
    assert separations(reader) == {"/CutContour", "/foil", "/Spot UV"}
    states = str(reader.pages[0]["/Resources"]["/ExtGState"])  # type: ignore[index]
    assert "'/OP': True" in states
    report = (folder / "out/deck-print-shop.txt").read_text("utf-8")
    assert "spot colours, all set to overprint: CutContour, Spot UV, foil" in report
    assert "output intent press" in report


def test_without_plates_only_the_die_line_is_a_spot_colour(
    press: Any, exported: Exported, folder: Path
) -> None:
    press(deck="1 Owl\n")
    exported("pdfx4")
    assert separations(pypdf.PdfReader(folder / "out/deck.pdf")) == {"/CutContour", "/foil"}


def test_the_die_line_has_the_corners_of_the_card(press: Any, exported: Exported, folder: Path) -> None:
    press()
    exported("pdfx4")
    line = code_of(pypdf.PdfReader(folder / "out/deck.pdf"), 0).split(b"SCN")[-1]
    assert line.count(b" c ") + line.count(b" c\n") == 4


def test_the_die_line_of_a_tile_is_a_hexagon() -> None:
    tile = Scene(
        "Tile",
        95.25,
        82.55,
        3,
        0,
        (Rectangle(Box(-3, -3, 101.25, 88.55), 0, Fill(("#204060",))),),
        shape="hexagon",
    )
    data = pdf_bytes([pdfx4.die_cut_page(tile, False)], {}, ArtFiles(()), "T")
    line = code_of(pypdf.PdfReader(io.BytesIO(data)), 0).split(b" SCN")[-1]
    assert line.count(b" l") == 5
    assert line.count(b" c ") == 0


def test_black_text_is_black_ink_alone(press: Any, exported: Exported, folder: Path) -> None:
    press()
    exported("pdfx4")
    code = code_of(pypdf.PdfReader(folder / "out/deck.pdf"), 0)
    text = code[code.index(b"BT") :]
    assert b"0 0 0 1 k" in text
    assert b" rg" not in code


@pytest.fixture
def profile() -> PressProfile:
    return PressProfile("press.icc", press_profile_bytes(), "relative", "Test").check()


def test_the_inks_are_those_of_the_profile(profile: PressProfile) -> None:
    inks = ProfileInks(ArtFiles(()), profile)
    red = inks.area("#ff0000")
    assert red.cyan < 0.1
    assert red.magenta > 0.9
    assert red.yellow > 0.9
    assert inks.area("#ffffff").cmyk() == (0, 0, 0, 0)
    assert inks.text("#000000").cmyk() == (0, 0, 0, 1)
    assert inks.area("#000000").black > 0.9
    assert inks.text("#ff0000").cmyk() == red.cmyk()


def test_a_thin_area_is_a_line_and_a_thick_one_is_not(profile: PressProfile) -> None:
    inks = ProfileInks(ArtFiles(()), profile)
    items = (
        Rectangle(Box(5, 5, 30, 0.12), 0, Fill(("#101010",))),
        Rectangle(Box(5, 9, 30, 9), 0, Fill(("#101010",))),
    )
    scene = Scene("Ox", 40, 60, 0, 0, items)
    page = Page(40, 60, (Placement(scene, 0, 0),), trim=scene.trim)
    data = pdf_bytes([page], {}, inks, "T", inks=inks, press=profile)
    code = code_of(pypdf.PdfReader(io.BytesIO(data)), 0)
    blacks = [line for line in code.splitlines() if line.endswith(b" k")]
    assert blacks[0] == b"0 0 0 1 k"
    assert blacks[1] != blacks[0]


def painted(page: Any) -> Iterator[tuple[bytes, bool]]:
    """The ink of each text and filled area of a page, in order, and whether the other inks stay below it."""
    stack: list[tuple[bytes, dict[str, Any]]] = []
    ink, state = b"", dict[str, Any]()
    words = page.get_contents().get_data().split()
    for number, word in enumerate(words):
        match word:
            case b"q":
                stack.append((ink, state))
            case b"Q":
                ink, state = stack.pop()
            case b"gs":
                state = {**state, **page["/Resources"]["/ExtGState"][words[number - 1].decode()]}
            case b"k":
                ink = b" ".join(words[number - 4 : number])
            case b"TJ" | b"f" | b"f*":
                yield ink, bool(state.get("/op")) and state.get("/OPM") == 1


WORDS = [("#101010", 8.0), ("#404040", 17.9), ("#000000", 18.0), ("#414141", 8.0), ("#ffffff", 8.0)]


@pytest.mark.parametrize(("colour", "size"), WORDS)
def test_small_dark_text_is_full_black_over_all_that_is_below_it(
    profile: PressProfile, colour: str, size: float
) -> None:
    """Its edges are not made of dots, and no white is seen where plates do not lie exact."""
    data = text_on_colour(profile, colour, size)
    page = pypdf.PdfReader(io.BytesIO(data)).pages[0]
    (_, area), (ink, text) = painted(page)
    dark = colour <= "#404040"
    assert not area
    assert (ink == b"0 0 0 1") == dark
    assert text == (dark and size < 18)


@pytest.mark.skipif(not shutil.which("pdftoppm"), reason="poppler is not here")
@pytest.mark.parametrize(("colour", "size", "cyan"), [("#101010", 17.0, 225), ("#101010", 30.0, 0)])
def test_the_inks_below_small_black_text_are_printed(
    profile: PressProfile, tmp_path: Path, colour: str, size: float, cyan: int
) -> None:
    (tmp_path / "a.pdf").write_bytes(text_on_colour(profile, colour, size))
    command = ["pdftoppm", "-r", "150", "-jpegcmyk", "-overprint", "-singlefile", "a.pdf", "a"]
    subprocess.run(command, cwd=tmp_path, check=True)
    with Image.open(tmp_path / "a.jpg") as image:
        inks = numpy.asarray(image)
    inks = 255 - inks if inks[0, 0, 0] < 128 else inks  # Adobe's JPEGs are inverted
    black = inks[..., 3] > 250
    assert black.sum() > 50
    assert abs(int(numpy.median(inks[black][:, 0])) - cyan) < 40  # JPEG is not exact


def text_on_colour(profile: PressProfile, colour: str, size: float) -> bytes:
    """A PDF of a word in a colour on cyan."""
    font = read_font(FONT)
    word = made_run(font, "Ember", 2.0, 20.0, size, colour)
    scene = Scene("Ox", 40, 60, 0, 0, (Rectangle(Box(0, 0, 40, 60), 0, Fill(("#00ffff",))), word))
    inks = ProfileInks(ArtFiles(()), profile)
    page = Page(40, 60, (Placement(scene, 0, 0),), trim=scene.trim)
    return pdf_bytes([page], {word.font: font}, inks, "T", inks=inks, press=profile)


def test_a_proof_shows_what_the_press_prints(profile: PressProfile) -> None:
    image = Image.new("RGB", (2, 2), "#808080")
    grey = profile.proof(image).getpixel((0, 0))
    assert numpy.abs(numpy.array(grey) - 128).max() < 16
    white: Any = profile.proof(Image.new("RGB", (1, 1), "#ffffff")).getpixel((0, 0))
    assert min(white) > 250


@pytest.mark.parametrize(
    ("setting", "data", "says"),
    [
        ("", None, r"no \[print\] profile"),
        ('profile = "press.icc"', b"", "is not an ICC profile"),
        ('profile = "press.icc"', bytes(500), "is not an ICC profile"),
        ('profile = "press.icc"', press_profile_bytes(b"mntr", b"RGB "), "not the profile of a press"),
        ('profile = "press.icc"', press_profile_bytes()[:700], "is damaged"),
        ('profile = "no.icc"', None, "no.icc"),
        ('profile = "../press.icc"', None, "leaves the project folder"),
    ],
)
def test_a_profile_that_cannot_be_used_is_refused(
    press: Any, exported: Exported, setting: str, data: bytes | None, says: str
) -> None:
    press(setting, data)
    with pytest.raises(InputError, match=says):
        exported("pdfx4")


def test_any_damage_to_a_profile_is_an_error_or_none(press: Any, folder: Path) -> None:
    press()
    good = press_profile_bytes()
    for at in [*range(0, 200, 4), *range(200, len(good), 499)]:
        (folder / "press.icc").write_bytes(good[:at] + bytes((255 - good[at],)) + good[at + 1 :])
        with contextlib.suppress(InputError):
            press_profile(find_project(folder), "--proof").proof(Image.new("RGB", (2, 2), "#405060"))


ITEMS = (
    Rectangle(Box(0, 0, 40, 60), 0, Fill(("#ff0000",))),
    Group(
        "front",
        (
            Rectangle(Box(5, 5, 9, 9), 0, Fill(("#00ff00",))),
            Group(
                "shine", (Rectangle(Box(20, 5, 9, 9), 0, Fill(("#ffffff", "#000000"), 0.2)),), plate="varnish"
            ),
        ),
    ),
    Group("edge", (Symbol(Box(2, 2, 9, 9), "s", (), None, Stroke("#d4af37", 1, 0.5)),), plate="foil"),
    Group("words", (TextRun(4, 8, "Ox", "F", 8, "#d4af37", 20), Picture(Box(9, 9, 9, 9), "a")), plate="foil"),
)
CARD = Scene("Ox", 40, 60, 2, 0, ITEMS)


def test_a_separated_card_has_its_colours_then_each_plate_solid() -> None:
    assert plate_names(CARD) == ["foil", "varnish"]
    items = separated(CARD).items
    assert [item.name if isinstance(item, Group) else "" for item in items] == [
        "",
        "front",
        "foil",
        "varnish",
    ]
    colours = walk(items[:2])
    assert not any(isinstance(item, TextRun | Symbol) for item in colours)
    for item in walk(items[2:]):
        paint = item.fill or item.stroke if isinstance(item, Rectangle | Symbol) else None
        if paint:
            assert paint.opacity == 1
        shown = (paint.colours[0] if isinstance(paint, Fill) else paint.colour) if paint else item.colour  # type: ignore[union-attr]
        assert shown.endswith("#ff00ff")
        assert shown != "#ff00ff"
    assert not any(isinstance(item, Picture) for item in walk(items[2:]))


def test_a_card_without_plates_stays_as_it_is() -> None:
    plain = Scene("Ox", 40, 60, 2, 0, ITEMS[:1])
    assert separated(plain) is plain


def test_a_mask_has_only_its_plate_in_black() -> None:
    (item,) = walk(mask(CARD, "varnish").items)
    assert item == Rectangle(Box(20, 5, 9, 9), 0, Fill(("#000000",)))
    assert mask(CARD, "white").items == ()


@pytest.mark.parametrize(
    ("target", "pictures"),
    [
        ("tgc", ["foil/owl-foil", "foil/ox-foil", "spot-uv/owl-spot-uv", "spot-uv/ox-spot-uv"]),
        (
            "mpc",
            [
                f"{kind}/{name}-{kind}"
                for kind in ("foil", "spot-uv")
                for name in ("001-ox", "002-ox", "003-owl")
            ],
        ),
    ],
)
def test_makers_get_masks_of_plates(
    press: Any, exported: Exported, names: Names, folder: Path, target: str, pictures: list[str]
) -> None:
    press()
    exported(target, dpi=100)
    found = [name for name in names() if "-foil" in name or "-spot-uv" in name]
    assert found == [f"deck/{picture}.png" for picture in pictures]
    with Image.open(folder / f"out/deck/{pictures[0]}.png") as image:
        shades = numpy.asarray(image.convert("L"))
    assert shades[0, 0] == 255
    assert shades.min() == 0
    assert 0.02 < (shades < 128).mean() < 0.1


def test_the_archive_has_masks_of_plates(press: Any, exported: Exported, folder: Path) -> None:
    press()
    exported("zip", dpi=72)
    with zipfile.ZipFile(folder / "out/deck.zip") as archive:
        assert "foil/ox-foil.png" in archive.namelist()


def test_pictures_show_how_a_plate_will_look(press: Any, exported: Exported, folder: Path) -> None:
    press()
    exported("mpc", dpi=100)
    with Image.open(folder / "out/deck/fronts/001-ox.png") as image:
        pixel = image.convert("RGB").getpixel((round(5.175 / 25.4 * 100), 200))
    assert pixel == (0xD4, 0xAF, 0x37)


@pytest.mark.parametrize("name", ["Black", "all", "a/b", "1st", "x" * 41, "é"])
def test_a_plate_has_a_name_that_a_print_shop_can_use(
    press: Any, exported: Exported, folder: Path, name: str
) -> None:
    press()
    face = folder / "templates/face.toml"
    face.write_text(face.read_text("utf-8").replace("Spot UV", name), "utf-8")
    with pytest.raises(InputError, match="write letters, digits"):
        exported("pdfx4")


def test_a_plate_may_have_the_name_of_something_in_the_file(
    press: Any, exported: Exported, folder: Path
) -> None:
    press()
    face = folder / "templates/face.toml"
    face.write_text(face.read_text("utf-8").replace("Spot UV", "Page1"), "utf-8")
    exported("pdfx4")
    assert "/Page1" in separations(pypdf.PdfReader(folder / "out/deck.pdf"))


def test_information_with_marks_of_xml_is_escaped() -> None:
    from reportlab.pdfbase.pdfdoc import PDFDocument

    from cardtools.render.pdf.profile import declare_pdfx4

    document = PDFDocument(invariant=1)
    declare_pdfx4(document, PdfInfo("<b> & Ω\x07"), PressProfile("", b"", "relative", "X"))
    assert "&lt;b&gt; &amp; Ω" in document.Catalog.Metadata.content.decode("utf-8")
    assert b"\x07" not in document.Catalog.Metadata.content
