"""One scene, two outputs: the PDF of a card of every face, rasterised, is its PNG."""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import numpy
import pypdf
import pypdfium2
import pytest
from in_memory import pdf_bytes
from PIL import Image
from render_helpers import likeness

from cardtools.project import find_project
from cardtools.render.pages import Page, Placement
from cardtools.render.pictures import CardSource, Composed, compose_cards
from cardtools.render.raster import Rasteriser
from cardtools.render.scene import runs
from cardtools.render.sources import CardSet, load_card_set

ROOT = Path(__file__).parents[2]
PROJECTS = [ROOT, *sorted(path.parent for path in ROOT.glob("examples/*/cardtools.toml"))]
FINE, COARSE = 600, 150  # dpi: drawn, compared


@cache
def card_set(project: Path) -> CardSet:
    return load_card_set(find_project(project))


def faces() -> Iterator[tuple[Path, str]]:
    """Every face of every game: the project and the slug of the first card that has it."""
    for project in PROJECTS:
        found: dict[str, CardSource] = {}
        for card in card_set(project).everything:
            found.setdefault(card_set(project).faces.choose(card.values, card.where).name, card)
        yield from ((project, card.slug) for card in found.values())


def composed(project: Path, slug: str) -> Composed:
    one = card_set(project)
    card = next(card for card in one.everything if card.slug == slug)
    return next(compose_cards(one.faces, [card], one.art_files))


@pytest.mark.parametrize(("project", "slug"), list(faces()), ids=lambda value: getattr(value, "name", value))
def test_png_and_pdf_agree(project: Path, slug: str) -> None:
    scene = composed(project, slug).scene
    assert scene is not None
    one = card_set(project)
    page = Page(scene.width, scene.height, (Placement(scene, 0, 0),))
    data = pdf_bytes([page], one.fonts(), one.art_files, "Test")
    size = (round(scene.width / 25.4 * COARSE), round(scene.height / 25.4 * COARSE))
    # Both drawn finely and reduced alike: what differs is then the drawing and not the sampling.
    png = Rasteriser(one.fonts(), one.art_files, FINE, False).image(scene)
    pdf = pypdfium2.PdfDocument(io.BytesIO(data))[0].render(scale=FINE / 72).to_pil()
    pictures = [
        numpy.asarray(image.convert("L").resize(size, Image.Resampling.BOX)).astype(float)
        for image in (png, pdf.crop((0, 0, *png.size)))  # one may have a pixel more, which is covered in part
    ]
    assert likeness(*pictures) >= 0.98
    # Readers of PDFs guess where a word ends; which letters there are is not guessed.
    letters = Counter("".join(run.text for run in runs(scene)).replace(" ", ""))
    found = pypdf.PdfReader(io.BytesIO(data)).pages[0].extract_text()
    assert Counter("".join(found.split())) == letters
