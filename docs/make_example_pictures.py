"""Draw the examples of faces in the reference: run `python docs/make_example_pictures.py`.

Each example is a face that extends `reference/pictures/base.toml`, drawn with a card of the sample game.
"""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

from PIL import Image, ImageDraw

from cardtools.library.game import load
from cardtools.project.settings import FaceChoice
from cardtools.render.card_pictures import compose_cards
from cardtools.render.face.assignment import load_faces
from cardtools.render.pdf.raster import Rasteriser
from cardtools.reports.reference.pages import drawn_examples

ROOT = Path(__file__).parents[1]
PICTURES = Path(__file__).parent / "reference/pictures"
CARD, DPI, COLOURS = "Zephyr Dancer", 96, 128
PAPER, EDGE = (236, 233, 226), (168, 160, 146)


def draw_examples() -> Iterator[tuple[str, Image.Image]]:
    """The picture of each example, by its file name: the cut card on paper."""
    project_cards = load(ROOT).files.project_cards
    (card,) = project_cards.find_cards([CARD])
    with tempfile.TemporaryDirectory() as folder:
        templates = Path(shutil.copytree(ROOT / "templates", Path(folder) / "templates"))
        shutil.copy(PICTURES / "base.toml", templates / "reference.toml")
        for name, example in drawn_examples().items():
            path = templates / name.replace(".png", ".toml")
            path.write_text(f'extends = "reference.toml"\n{example}', encoding="utf-8")
            faces = load_faces(templates, [FaceChoice(path.name)])
            (composed,) = compose_cards(faces, [card], project_cards.art_files, shown=project_cards.shown)
            assert composed.scene is not None, composed.problems
            rasteriser = Rasteriser(project_cards.fonts() | faces.fonts(), project_cards.art_files, DPI, 0)
            yield name, cut(rasteriser.image(composed.scene))


def cut(image: Image.Image) -> Image.Image:
    """The card with round corners and an outline."""
    mask = Image.new("L", image.size, 0)
    box = (0, 0, image.width - 1, image.height - 1)
    ImageDraw.Draw(mask).rounded_rectangle(box, radius=round(3 * DPI / 25.4), fill=255)
    whole = Image.composite(image, Image.new("RGB", image.size, PAPER), mask)
    ImageDraw.Draw(whole).rounded_rectangle(box, radius=round(3 * DPI / 25.4), outline=EDGE)
    return whole


def main() -> None:
    for old in PICTURES.glob("*.png"):
        old.unlink()
    for name, image in draw_examples():
        image.quantize(COLOURS, dither=Image.Dither.NONE).save(PICTURES / name, optimize=True)


if __name__ == "__main__":
    main()
