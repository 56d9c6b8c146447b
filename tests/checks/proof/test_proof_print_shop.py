"""What a print shop would send back: too little bleed, lines on the cut, small letters in several inks, ink
above the limit of its press."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image
from press import press_profile_bytes
from proof_scenes import BLEED, HEIGHT, WIDTH, area, scene

from cardtools.checks.proof.checks.cut import lines_on_the_cut
from cardtools.project.settings import PrintSettings
from cardtools.render.pdf.raster import Rasteriser
from cardtools.render.scene.scene import Box, Fill, Rectangle, Scene, Stroke, Symbol
from cardtools.render.scene.units import MM_PER_INCH
from cardtools.steps.check import ink_limit

Game = Callable[..., None]
DPI = 120


def told(cardtools: Any, code: str, *options: str) -> list[dict[str, Any]]:
    outcome = cardtools("proof", "--format", "json", "--select", code, *options)
    return list(json.loads(outcome.out)["findings"])


@pytest.mark.parametrize(("bleed", "said"), [("0", True), ("1.5", True), ("2", False), ("3", False)])
def test_a_face_with_little_bleed_is_told_once(
    game: Game, cardtools: Any, folder: Path, bleed: str, said: bool
) -> None:
    game()
    face = folder / "templates/face.toml"
    face.write_text(face.read_text().replace("= -3", f"= -{bleed}").replace("bleed = 3", f"bleed = {bleed}"))
    found = told(cardtools, "RND013")
    assert [one["path"] for one in found] == ["templates/face.toml"] * said
    if said:
        assert found[0]["message"] == f"the face has {bleed} mm of bleed"
        assert found[0]["line"] == face.read_text().split("\n").index("[card]") + 1


LINES = ["rectangle", "line", "area", "strip"]


def lined(kind: str, distance: float, across: bool, colour: str) -> Scene:
    """A card with a line, or an area that ends, this far inside its left side (or its top)."""

    def box(start: float, size: float) -> Box:
        return Box(-BLEED, start, 70, size) if across else Box(start, -BLEED, size, 96)

    line = Stroke(colour, 0.3)
    match kind:
        case "rectangle":
            inner = Box(distance, distance, WIDTH - 2 * distance, HEIGHT - 2 * distance)
            return scene(area("#ffffff"), Rectangle(inner, 0.0, None, line))
        case "line":
            path = (("M", 0.0, 0.0), ("L", 1.0, 0.0) if across else ("L", 0.0, 1.0))
            return scene(area("#ffffff"), Symbol(box(distance, 90), "line", (path,), None, line))
        case "area":
            return scene(area("#ffffff"), Rectangle(box(distance, 30), 0.0, Fill((colour,))))
    return scene(area("#ffffff"), Rectangle(box(distance - 0.2, 0.4), 0.0, Fill((colour,))))


@given(st.sampled_from(LINES), st.floats(-0.2, 0.2), st.booleans(), st.sampled_from(["#000000", "#b08030"]))
def test_a_line_on_the_cut_is_found(
    rasteriser: Rasteriser, kind: str, distance: float, across: bool, colour: str
) -> None:
    card = lined(kind, distance, across, colour)
    found = lines_on_the_cut(card, rasteriser.image(card), DPI)
    assert set(found) == ({0, 1, 2, 3} if kind == "rectangle" else {0 if across else 3})


@given(st.sampled_from(LINES), st.floats(1.0, 5.0), st.booleans())
def test_a_line_away_from_the_cut_is_none_on_it(
    rasteriser: Rasteriser, kind: str, distance: float, across: bool
) -> None:
    card = lined(kind, distance, across, "#000000")
    assert lines_on_the_cut(card, rasteriser.image(card), DPI) == {}


@given(st.integers(0, 2**32 - 1), st.floats(2.0, 8.0))
def test_art_and_borders_across_the_cut_are_no_line(rasteriser: Rasteriser, seed: int, wide: float) -> None:
    size = [round((side + 2 * BLEED) / MM_PER_INCH * DPI) for side in (WIDTH, HEIGHT)]
    noise = numpy.random.default_rng(seed).integers(0, 256, (size[1], size[0], 3), numpy.uint8)
    assert lines_on_the_cut(scene(), Image.fromarray(noise), DPI) == {}
    border = Rectangle(Box(0, 0, WIDTH, HEIGHT), 0.0, None, Stroke("#000000", max(2 * BLEED, wide)))
    card = scene(area("#ffffff"), border)
    assert lines_on_the_cut(card, rasteriser.image(card), DPI) == {}


@pytest.mark.parametrize(("inset", "sides"), [(0.0, 6), (2.0, 0)])
def test_the_sides_of_a_hexagon_are_looked_at(rasteriser: Rasteriser, inset: float, sides: int) -> None:
    from cardtools.render.scene.shapes import cut_line

    box = Box(0, 0, 82.55, 95.25).grown(-inset)
    ground = Rectangle(Box(-3, -3, 89, 102), 0.0, Fill(("#ffffff",)))
    line = cut_line("hexagon", box, 0.0, Stroke("#000000", 0.5))
    card = Scene("Tile", 82.55, 95.25, 3.0, 0.0, (ground, line), shape="hexagon")
    assert len(lines_on_the_cut(card, rasteriser.image(card), DPI)) == sides


FRAME = """
[elements.frame]
kind = "rectangle"
left = {0}
right = {0}
top = 0
bottom = {0}
stroke = "#604020"
stroke_width = 0.4
"""


def test_a_line_on_the_cut_is_told_once_at_its_face(game: Game, cardtools: Any) -> None:
    game(more=FRAME.format(0))
    (found,) = told(cardtools, "RND014")
    assert (found["path"], found["severity"]) == ("templates/face.toml", "warning")
    where = "top, right side, bottom and left side"
    assert found["message"] == f"a line or an edge lies on the cut at the {where}, as on the card Ox"
    assert found["box"]
    game(more=FRAME.format(3))
    assert told(cardtools, "RND014")[0]["message"].startswith("a line or an edge lies on the cut at the top,")


@pytest.mark.parametrize(
    ("colour", "ground", "size", "inks"),
    [
        ("#ffffff", "#201040", "5.8", "cyan, magenta and black"),  # left open by them
        ("#ffd868", "#201030", "5.6", "cyan, magenta, yellow and black"),
        ("#b06010", "#ffffff", "5.8", "magenta, yellow and black"),
        ("#ffffff", "#201040", "6", ""),
        ("#ffffff", "#303030", "5.6", ""),  # black alone
        ("#402010", "#ffffff", "5.6", ""),  # printed in black alone
        ("#ffffff", "#201040", "9\nminimum = 5.5", ""),
    ],
)
def test_small_letters_whose_edges_are_of_several_inks(
    game: Game, cardtools: Any, colour: str, ground: str, size: str, inks: str
) -> None:
    game(names=("Ox",), colour=colour, ground=ground, size=size)
    found = told(cardtools, "RND015")
    assert len(found) == bool(inks)
    if inks:
        said = f"card Ox: the edges of the text name, in {size} pt, are made of {inks}: {colour} on {ground}"
        assert found[0]["message"] == said
        assert found[0]["box"]


@pytest.mark.parametrize(
    ("settings", "limit"),
    [
        (PrintSettings(), 2.4),
        (PrintSettings(profile="press.icc"), 3.0),
        (PrintSettings(profile="press.icc", ink=260), 2.6),
        (PrintSettings(ink=220), 2.2),
    ],
)
def test_the_limit_is_that_of_the_press(settings: PrintSettings, limit: float) -> None:
    assert ink_limit(settings) == limit


def test_ink_is_measured_on_the_press_of_the_project(game: Game, cardtools: Any, folder: Path) -> None:
    """The profile takes more ink for this colour than the plain separation, and [print] allows less."""
    ground = {"ground": "#404000", "colour": "#ffffff", "size": "12"}
    (folder / "press.icc").write_bytes(press_profile_bytes())
    game(**ground, settings="[print]\nink = 177\n")
    assert told(cardtools, "RND007") == []
    game(**ground, settings='[print]\nprofile = "press.icc"\nink = 177\n')
    found = told(cardtools, "RND007")
    assert [one["card"] for one in found] == ["Ox", "Owl"]
    assert "takes more than 177 % ink" in found[0]["message"]
    assert told(cardtools, "RND007", "--ink", "400") == []
    game(**ground, settings="[print]\nink = 50\n")
    outcome = cardtools("proof")
    assert outcome.code == 2
    assert "ink = 50, expected 100 to 400 percent" in outcome.err
    game(**ground, settings='[print]\nprofile = "gone.icc"\n')
    assert "gone.icc" in cardtools("proof").err
