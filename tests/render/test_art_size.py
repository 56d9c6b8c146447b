"""Art that is too small for its place on the card, or of another shape: told, and drawn all the same."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from render_helpers import HERE

from cardtools.cards.table import Card
from cardtools.ground.errors import Diagnostic
from cardtools.project.settings import FaceChoice
from cardtools.render.card_pictures import compose_cards
from cardtools.render.face.assignment import load_faces
from cardtools.render.pictures.art import ArtFiles

# 50.8 x 76.2 mm are 600 x 900 pixels at 300 an inch.
FACE = """\
[card]
width = 63.5
height = 88.9
[elements.art]
kind = "image"
left = 6.35
top = 6.35
width = 50.8
height = 76.2
image = "{{ IMAGE }}"
"""


@pytest.fixture
def findings(tmp_path: Path) -> Callable[..., list[Diagnostic]]:
    """The findings about art of these pixels, on a face with this change."""

    def make(width: int, height: int, old: str = "", new: str = "") -> list[Diagnostic]:
        (tmp_path / "face.toml").write_text(FACE.replace(old, new))
        Image.new("RGB", (width, height)).save(tmp_path / "ox.png")
        faces = load_faces(tmp_path, [FaceChoice("face.toml")])
        values: dict[str, Any] = {"NAME": "Ox", "IMAGE": "ox.png"}
        (card,) = compose_cards(faces, [Card(values, "Ox", HERE, "ox")], ArtFiles((tmp_path,)))
        assert card.scene
        assert not card.faulty
        return [finding for finding in card.findings if finding.code == "IMG007"]

    return make


@pytest.mark.parametrize("size", [(600, 900), (1200, 1800), (800, 900), (600, 1199)])
def test_art_of_300_pixels_an_inch_and_nearly_the_shape_is_silent(
    findings: Callable[..., list[Diagnostic]], size: tuple[int, int]
) -> None:
    assert findings(*size) == []


@pytest.mark.parametrize(
    ("size", "told"),
    [
        ((598, 897), "would be printed at 299 pixels per inch"),
        (
            (300, 1800),
            (
                "would be printed at 150 pixels per inch and has another shape than its place:"
                " 75% of it is cut off"
            ),
        ),
        ((900, 900), "has another shape than its place: 33% of it is cut off"),
        ((600, 1300), "has another shape than its place: 31% of it is cut off"),
    ],
)
def test_other_art_is_a_warning(
    findings: Callable[..., list[Diagnostic]], size: tuple[int, int], told: str
) -> None:
    (finding,) = findings(*size)
    assert (finding.code, finding.name, finding.severity) == ("IMG007", "size", "warning")
    assert finding.location == HERE
    assert finding.message == f"card Ox: the art ox.png of {size[0]} x {size[1]} pixels {told}"
    assert finding.hint == "use one of at least 600 x 900 pixels, in this shape"


def test_uncut_art_may_have_any_shape(findings: Callable[..., list[Diagnostic]]) -> None:
    whole = ('image = "{{', 'fit = "fit"\nimage = "{{')
    assert findings(900, 900, *whole) == []
    (finding,) = findings(300, 300, *whole)
    assert "150 pixels per inch" in finding.message
