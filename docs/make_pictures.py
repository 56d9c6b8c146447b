"""Make the pictures of the README: run `cardtools build`, then `python docs/make_pictures.py`."""

from __future__ import annotations

import io
from pathlib import Path

import pypdfium2
from PIL import Image, ImageDraw

from cardtools.project import find_project
from cardtools.render.pictures import compose_cards, render_card
from cardtools.render.raster import Painter
from cardtools.render.sources import load_studio

HERE = Path(__file__).parent
# One of each type, and a spell: what the game looks like.
CARDS = (
    "Emberhorn Stampede",
    "Thalmyra, Voice of the Deep",
    "Basalt Colossus",
    "Galewing Courier",
    "Auriela, Keeper of Noon",
    "Hollow-Oak Swarm",
    "Nyxaroth, the Last Eclipse",
    "Granite Shield",
)
GAP, COLUMNS, DPI = 18, 4, 120
PAPER = (244, 241, 234)


def picture_of_cards() -> Image.Image:
    """The cards side by side, cut to their trim with round corners."""
    project = find_project(HERE.parent)
    studio = load_studio(project)
    painter = Painter(studio.faces.fonts(), studio.gallery, 300, False)
    by_name = {
        card.card.name: card for card in compose_cards(studio.faces, studio.named(CARDS), studio.gallery)
    }
    pictures = []
    for name in CARDS:
        scene = by_name[name].scene
        assert scene is not None
        card = Image.open(io.BytesIO(render_card(scene, painter))).convert("RGB")
        mask = Image.new("L", card.size, 0)
        ImageDraw.Draw(mask).rounded_rectangle((0, 0, *card.size), radius=35, fill=255)
        cut = Image.composite(card, Image.new("RGB", card.size, PAPER), mask)
        pictures.append(cut.resize([side * DPI // 300 for side in card.size], Image.Resampling.LANCZOS))
    width, height = pictures[0].size
    rows = -(-len(pictures) // COLUMNS)
    whole = Image.new("RGB", (COLUMNS * (width + GAP) + GAP, rows * (height + GAP) + GAP), PAPER)
    for number, card in enumerate(pictures):
        row, column = divmod(number, COLUMNS)
        whole.paste(card, (GAP + column * (width + GAP), GAP + row * (height + GAP)))
    return whole


def picture_of_sheet() -> Image.Image:
    """The first sheet of the starter deck, as it comes out of the printer."""
    pdf = pypdfium2.PdfDocument(HERE.parent / "output/sheets/starter.pdf")
    image: Image.Image = pdf[0].render(scale=100 / 72).to_pil()
    return image


def main() -> None:
    picture_of_cards().save(HERE / "cards.jpg", quality=88, optimize=True)
    picture_of_sheet().convert("RGB").save(HERE / "sheet.jpg", quality=85, optimize=True)


if __name__ == "__main__":
    main()
