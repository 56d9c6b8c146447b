"""Crops of pictures: kept in a file of their own, and shown by everything that draws."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from meadow import FACE
from PIL import Image
from requests_of import Browser

from cardtools.cards.crops import Crop, crops_with, find_crop, read_crops
from cardtools.ground.errors import InputError
from cardtools.project.project import Project, find_project
from cardtools.render.pictures.images import Art
from cardtools.render.scene.scene import Box, Picture
from cardtools.render.scene.shapes import cover, fitted

CROPS = Path("cards/crops.toml")


def write_crop(project: Project, picture: str, crop: Crop | None) -> None:
    """Keep a crop in the project's own file."""
    path = project.path(project.settings.cards.crops)
    path.parent.mkdir(exist_ok=True)
    path.write_text(crops_with(project, picture, crop))


LEFT = Crop(focus_x=0, focus_y=0, zoom=2.5)


def quarters(scale: int = 1) -> bytes:
    """A picture of the shape of its place, with a colour in each quarter: red, lime, blue, yellow."""
    width, height, out = 160 * scale, 120 * scale, io.BytesIO()
    image = Image.new("RGB", (width, height), "red")
    for number, colour in enumerate(("lime", "blue", "yellow"), 1):
        x, y = number % 2 * width // 2, number // 2 * height // 2
        image.paste(colour, (x, y, x + width // 2, y + height // 2))
    image.save(out, "PNG")
    return out.getvalue()


def colours(png: bytes | None) -> list[str]:
    """The colours of a card of meadow at the corners of its picture, which is at 2, 10 mm: 16 x 12 mm."""
    names = {(255, 0, 0): "red", (0, 255, 0): "lime", (0, 0, 255): "blue", (255, 255, 0): "yellow"}
    with Image.open(io.BytesIO(png or b"")) as image:
        scale = image.width / 20
        places = [(x * scale, y * scale) for y in (10.5, 21.5) for x in (2.5, 17.5)]
        return [names[image.convert("RGB").getpixel((round(x), round(y)))] for x, y in places]  # type: ignore[index]


@pytest.fixture
def project(game: Path) -> Project:
    (game / "art/ox.png").write_bytes(quarters(2))
    return find_project(game)


def test_what_is_written_is_read(project: Project) -> None:
    write_crop(project, "ox.png", Crop(focus_x=0.25, focus_y=1, zoom=1.5))
    write_crop(project, 'units\\a "b"\x7fé.png', LEFT)
    crops, file = read_crops(project)
    assert file is not None
    assert str(file.at("crops", "ox.png")) == "cards/crops.toml:4:2"
    ox = find_crop(crops, "./ox.png")
    assert ox is not None
    assert (ox.focus_x, ox.focus_y, ox.zoom) == (0.25, 1, 1.5)
    assert find_crop(crops, 'units/a "b"\x7fé.png') is not None
    assert find_crop(crops, "elk.png") is None
    write_crop(project, "ox.png", None)
    assert list(read_crops(project)[0]) == ['units/a "b"\x7fé.png']


def test_nothing_is_kept_twice_and_the_order_is_that_of_names(project: Project) -> None:
    for name in ("ox.png", "elk.png", "ox.png", "./ox.png"):
        write_crop(project, name, LEFT)
    text = CROPS.read_text()
    assert [line for line in text.splitlines() if line.startswith("[")] == [
        '[crops."elk.png"]', '[crops."ox.png"]'
    ]  # fmt: skip
    write_crop(project, "ox.png", LEFT)
    assert CROPS.read_text() == text


@given(
    st.floats(0, 1), st.floats(0, 1), st.floats(1, 10),
    st.integers(1, 5000), st.integers(1, 5000), st.booleans(),
)  # fmt: skip
def test_a_crop_never_shows_more_than_the_picture(
    x: float, y: float, zoom: float, width: int, height: int, whole: bool
) -> None:
    art: Any = Art("", width, height, b"", False, "", (None, ""))  # type: ignore[arg-type]
    item = Picture(Box(2, 10, 16, 12), "", focus_x=x, focus_y=y, whole=whole, zoom=zoom)
    shown = fitted(item, art)
    part, slack = cover(art, shown), 1e-6 * max(width, height)
    assert -slack <= part.left <= part.left + part.width <= width + slack
    assert -slack <= part.top <= part.top + part.height <= height + slack
    assert part.width * shown.box.height == pytest.approx(part.height * shown.box.width)
    assert shown.box.left >= 2 - 1e-9
    assert shown.box.left + shown.box.width <= 18 + 1e-9
    if not whole:
        assert shown.box == item.box
    # It is `zoom` times as large as without.
    plain = fitted(Picture(item.box, "", whole=whole), art)
    size = plain.box.width / cover(art, plain).width
    assert shown.box.width / part.width == pytest.approx(zoom * size)


@pytest.mark.parametrize(
    ("x", "y", "colour"), [(0, 0, "red"), (1, 0, "lime"), (0, 1, "blue"), (1, 1, "yellow")]
)
def test_a_card_shows_the_part_that_was_chosen(
    cardtools: Any, project: Project, x: float, y: float, colour: str
) -> None:
    assert cardtools("render", "Ox").code == 0
    png = project.root / "output/cards/ox.png"
    assert set(colours(_trimmed(png))) == {"red", "lime", "blue", "yellow"}
    write_crop(project, "ox.png", Crop(focus_x=x, focus_y=y, zoom=2.5))
    assert cardtools("render", "Ox").code == 0
    assert set(colours(_trimmed(png))) == {colour}


def _trimmed(path: Path) -> bytes:
    """A picture of a card without its bleed of 1 mm."""
    out = io.BytesIO()
    with Image.open(path) as image:
        edge = round(image.width / 22)
        image.crop((edge, edge, image.width - edge, image.height - edge)).save(out, "PNG")
    return out.getvalue()


def test_a_crop_counts_more_than_what_the_face_says(cardtools: Any, project: Project) -> None:
    face = project.root / "templates/plain.toml"
    face.write_text(FACE.replace('image = "{{ IMAGE }}"', 'image = "{{ IMAGE }}"\nfocus_x = 1\nfit = "fit"'))
    write_crop(project, "ox.png", LEFT)
    assert cardtools("render", "Ox").code == 0
    assert set(colours(_trimmed(project.root / "output/cards/ox.png"))) == {"red"}


def test_a_build_draws_the_cards_whose_crop_has_changed(cardtools: Any, project: Project) -> None:
    (project.root / "templates/sheets").mkdir()
    (project.root / "templates/sheets/3x3.toml").write_text("[marks]\nlabel = false\nruler = false\n")
    assert cardtools("build").code == 0
    before = {path.name: path.read_bytes() for path in (project.root / "output/cards").glob("*.png")}
    assert cardtools("build").code == 0
    write_crop(project, "ox.png", LEFT)
    assert cardtools("build").code == 0
    after = {path.name: path.read_bytes() for path in (project.root / "output/cards").glob("*.png")}
    assert [name for name in before if before[name] != after[name]] == ["ox.png"]
    write_crop(project, "ox.png", None)
    assert cardtools("build").code == 0
    assert {path.name: path.read_bytes() for path in (project.root / "output/cards").glob("*.png")} == before


def test_the_page_keeps_a_crop_and_draws_the_card_whose_crop_has_changed(
    browser: Browser, game: Path
) -> None:
    (game / "art/ox.png").write_bytes(quarters(2))
    before = {name: browser.ask(f"/picture/{name}?dpi=150").headers["ETag"] for name in ("ox", "elk")}
    crop = {"focus_x": 0, "focus_y": 0, "zoom": 2.5}
    assert (
        browser.send("/api/crop", {"by": "one", "picture": "ox.png", "crop": crop, "card": "ox"}).status
        == 200
    )
    drawn = browser.ask("/picture/ox?dpi=150")
    assert drawn.headers["ETag"] != before["ox"]
    assert set(colours(drawn.read())) == {"red"}
    assert browser.ask("/picture/elk?dpi=150").headers["ETag"] == before["elk"]
    browser.send("/api/undo", {"by": "one", "card": "ox"})
    assert browser.ask("/picture/ox?dpi=150").headers["ETag"] == before["ox"]


@pytest.mark.parametrize(
    ("text", "place", "message"),
    [
        ('[crops."ox.png"]\nzoom = 0.5\n', "cards/crops.toml:2:1", "zoom = 0.5, expected 1 to 10"),
        ('[crops."ox.png"]\nzoom = 11\n', "cards/crops.toml:2:1", "zoom = 11, expected 1 to 10"),
        ('[crops."ox.png"]\nfocus_x = nan\n', "cards/crops.toml:2:1", "focus_x = nan, expected 0 to 1"),
        ('[crops."ox.png"]\nfocus_y = -1\n', "cards/crops.toml:2:1", "focus_y = -1, expected 0 to 1"),
        ('[crops."ox.png"]\nfocus = 1\n', "cards/crops.toml:2:1", "unknown key 'focus'"),
        ('[crops]\n"ox.png" = 2\n', "cards/crops.toml:2:1", "ox.png = 2, expected a table"),
        ("[crop]\n", "cards/crops.toml:1:2", "unknown key 'crop'"),
        ("[crops\n", "cards/crops.toml:1", "not valid TOML"),
        (b"\xff\xfe\x00", "cards/crops.toml", ""),
    ],
)
def test_nonsense_is_one_clear_error(
    cardtools: Any, project: Project, text: str | bytes, place: str, message: str
) -> None:
    CROPS.write_bytes(text if isinstance(text, bytes) else text.encode())
    for command in ("render", "validate"):
        outcome = cardtools(command)
        assert outcome.code == 2
        (line,) = [line for line in outcome.err.splitlines() if not line.startswith("  ")]
        assert line.startswith(place)
        assert message in line
    with pytest.raises(InputError):  # nor is it overwritten
        write_crop(project, "ox.png", LEFT)
    assert CROPS.read_bytes() == (text if isinstance(text, bytes) else text.encode())


def test_a_crop_without_a_picture_is_a_warning_and_stops_nothing(cardtools: Any, project: Project) -> None:
    CROPS.write_text('[crops."ox.pgn"]\nzoom = 2\n[crops."../none.png"]\n[crops."zebra.png"]\n')
    outcome = cardtools("validate")
    found = [line for line in outcome.out.splitlines() if "IMG013" in line]
    assert [line.partition(": ")[0] for line in found] == [f"cards/crops.toml:{n}:2" for n in (1, 3, 4)]
    assert "the crop of 'ox.pgn' belongs to no picture: art has none of this name" in found[0]
    assert "did you mean ox.png?" in outcome.out
    assert outcome.code == 0
    assert cardtools("render").code == 0
    assert "IMG013" not in cardtools("validate", "--no-art").out


def test_too_few_pixels_of_a_crop_are_a_warning(cardtools: Any, project: Project) -> None:
    # 16 x 12 mm at 300 an inch are 189 x 142 pixels.
    write_crop(project, "ox.png", Crop(zoom=1.6))
    assert "IMG007" not in cardtools("validate").out
    write_crop(project, "ox.png", Crop(zoom=2))
    for command in ("validate", "proof"):
        out = cardtools(command).out
        message = "card Ox: the crop of ox.png would be printed at 254 pixels per inch"
        assert f"cards/cards.csv:2:6: IMG007 size: warning: {message}" in out
        assert "use a picture of at least 378 x 284 pixels, or zoom = 1.69" in out


def test_what_a_crop_cuts_off_is_the_users_choice(cardtools: Any, project: Project) -> None:
    (project.root / "art/ox.png").write_bytes(quarters(8))
    with Image.open(project.root / "art/ox.png") as image:
        image.resize((2000, 400)).save(project.root / "art/ox.png")
    assert "of it is cut off" in cardtools("proof").out
    write_crop(project, "ox.png", Crop(focus_x=0))
    assert "of it is cut off" not in cardtools("proof").out


def test_the_file_may_be_elsewhere_but_not_outside(cardtools: Any, project: Project) -> None:
    settings = (project.root / "cardtools.toml").read_text()
    for name, wrong in (
        ("../crops.toml", "leaves the project folder"),
        ("cards/cards.csv", "is a file that"),
    ):
        (project.root / "cardtools.toml").write_text(
            settings.replace("[cards]", f'[cards]\ncrops = "{name}"\n')
        )
        outcome = cardtools("validate")
        assert outcome.code == 2
        assert f"crops = {name!r} {wrong}" in outcome.err
    (project.root / "cardtools.toml").write_text(
        settings.replace("[cards]", '[cards]\ncrops = "art/crops.toml"\n')
    )
    write_crop(find_project(project.root), "ox.png", LEFT)
    assert (project.root / "art/crops.toml").exists()
    assert cardtools("render", "Ox").code == 0
    assert set(colours(_trimmed(project.root / "output/cards/ox.png"))) == {"red"}
    assert "crops.toml" not in cardtools("validate").out


def test_a_link_out_of_the_project_is_not_written(
    browser: Browser, game: Path, tmp_path_factory: Any
) -> None:
    outside = tmp_path_factory.mktemp("outside") / "crops.toml"
    outside.write_text("")
    (game / CROPS).symlink_to(outside)
    assert browser.send("/api/crop", {"by": "", "picture": "ox.png", "crop": {"zoom": 2}}).status == 422
    assert outside.read_text() == ""
