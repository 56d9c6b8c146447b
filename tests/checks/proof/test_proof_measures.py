"""What is measured: contrast against what is really behind a text, ink, distance from the cut."""

from __future__ import annotations

import dataclasses

import numpy
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from proof_scenes import BLEED, FONT, HEIGHT, WIDTH, area, contrasts_of, run, scene

from cardtools.checks.proof.checks.ink import ink_use
from cardtools.checks.proof.checks.texts import too_near
from cardtools.checks.proof.contrast_ratio import luminance, ratio
from cardtools.checks.proof.side import PrintLimits
from cardtools.render.pdf.ink import colour_inks
from cardtools.render.pdf.raster import Rasteriser
from cardtools.render.scene.scene import Box, Fill, Group, Rectangle, SetText, runs
from cardtools.render.text.arc import ink_box
from cardtools.render.text.fonts import Font

COLOURS = st.integers(0, 0xFFFFFF).map(lambda number: f"#{number:06x}")
few = settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])


def light(colour: str) -> float:
    return float(luminance(numpy.frombuffer(bytes.fromhex(colour[1:]), numpy.uint8)))


def between(one: str, other: str) -> float:
    return float(ratio(numpy.array(light(one)), light(other)))


def test_black_on_white_is_21_and_a_colour_on_itself_1() -> None:
    assert between("#000000", "#ffffff") == pytest.approx(21)
    assert between("#8a6a3e", "#8a6a3e") == 1


def test_the_formula_is_that_of_wcag() -> None:
    assert between("#777777", "#ffffff") == pytest.approx(4.478, abs=0.001)
    assert between("#0000ff", "#ffffff") == pytest.approx(8.592, abs=0.001)


@given(COLOURS, COLOURS)
def test_contrast_does_not_ask_which_colour_is_the_text(one: str, other: str) -> None:
    assert between(one, other) == between(other, one)
    assert 1 <= between(one, other) <= 21.000001


@few
@given(COLOURS, COLOURS)
def test_on_a_flat_ground_it_is_the_contrast_of_the_two_colours(
    rasteriser: Rasteriser, fonts: dict[str, Font], text: str, ground: str
) -> None:
    words = run(text)
    found = contrasts_of(scene(area(ground), words), rasteriser, fonts)[words]
    assert found.ratio == pytest.approx(between(text, ground))
    assert found.background == ground


def test_what_lies_over_the_ground_counts_and_not_the_ground(
    rasteriser: Rasteriser, fonts: dict[str, Font]
) -> None:
    words = run("#ffffff")
    veil = Rectangle(Box(0, 0, WIDTH, HEIGHT), 0.0, Fill(("#000000",), opacity=0.5))
    grouped = Group("front", (veil, words))
    found = contrasts_of(scene(area("#ffffff"), grouped), rasteriser, fonts)[words]
    assert found.ratio == pytest.approx(between("#ffffff", found.background))
    assert 3.9 < found.ratio < 4.1  # white on grey


def test_half_a_word_on_a_light_ground_is_found_and_a_speck_is_not(
    rasteriser: Rasteriser, fonts: dict[str, Font]
) -> None:
    words = run("#ffffff")
    box = ink_box(words, fonts)
    assert box
    half = scene(area("#000000"), area("#ffffff", left=box.left + box.width / 2), words)
    assert contrasts_of(half, rasteriser, fonts)[words].ratio == pytest.approx(1, abs=0.01)
    speck = Rectangle(Box(box.left, box.top, 0.4, 0.4), 0.0, Fill(("#ffffff",)))
    spotted = scene(area("#000000"), speck, words)
    assert contrasts_of(spotted, rasteriser, fonts)[words].ratio == pytest.approx(21)


def test_a_shadow_is_background_and_no_text_that_must_be_read(
    rasteriser: Rasteriser, fonts: dict[str, Font]
) -> None:
    words, shadow = run("#ffffff"), run("#000000", left=10.2)
    found = contrasts_of(scene(area("#101010"), shadow, words), rasteriser, fonts)
    assert list(found) == [words]
    plain = contrasts_of(scene(area("#ffffff"), words), rasteriser, fonts)[words].ratio
    assert plain == pytest.approx(1)
    around = [
        dataclasses.replace(shadow, left=10 + 0.4 * across, baseline=20 + 0.4 * down)
        for across in (-1, 0, 1)
        for down in (-1, 0, 1)
    ]
    assert contrasts_of(scene(area("#ffffff"), *around, words), rasteriser, fonts)[words].ratio > 4.5


def test_text_outside_the_bleed_has_no_contrast(rasteriser: Rasteriser, fonts: dict[str, Font]) -> None:
    assert contrasts_of(scene(run(left=70)), rasteriser, fonts) == {}


def test_large_text_needs_two_thirds(fonts: dict[str, Font]) -> None:
    limits, font = PrintLimits(), fonts[FONT]
    bold = dataclasses.replace(font, name="AlegreyaSans-Bold")
    assert limits.contrast_of(run(size=17.75), font) == 4.5
    assert limits.contrast_of(run(size=18), font) == pytest.approx(3)
    assert limits.contrast_of(run(size=14), font) == 4.5
    assert limits.contrast_of(run(size=14), bold) == pytest.approx(3)


@pytest.mark.parametrize(
    ("minimum", "asked", "least"), [(9, None, 5.5), (4.5, None, 4.5), (9, 7, 7), (4.5, 7, 7)]
)
def test_the_smallest_size_is_a_styles_own_unless_one_is_asked_for(
    minimum: float, asked: float | None, least: float
) -> None:
    text = SetText("name", Box(0, 0, 1, 1), 9, minimum, ())
    assert PrintLimits(size=asked).size_of(text) == least


@few
@given(COLOURS, st.floats(1.0, 3.0))
def test_the_ink_of_a_flat_colour_is_that_of_the_colour(
    rasteriser: Rasteriser, colour: str, limit: float
) -> None:
    card = scene(area(colour))
    used = ink_use(rasteriser.image(card), card, rasteriser.dpi, limit)
    assert used.most == pytest.approx(float(colour_inks(colour).sum()), abs=1e-4)
    if used.most > limit + 0.031:
        assert used.share == 1
        assert used.box
        assert used.box.inside(card.trim.grown(BLEED), slack=0.3)
        assert card.trim.inside(used.box)
    elif used.most < limit + 0.029:
        assert used.box is None


def test_too_much_ink_is_found_where_it_is(rasteriser: Rasteriser) -> None:
    place = Box(20, 30, 10, 8)
    card = scene(area("#e0b050"), Rectangle(place, 0.0, Fill(("#000014",))))
    used = ink_use(rasteriser.image(card), card, rasteriser.dpi, 2.4)
    assert used.box
    assert place.inside(used.box, slack=0.4)
    assert used.box.inside(place, slack=0.4)
    assert used.share == pytest.approx(80 / (69.5 * 94.9), rel=0.05)


def test_a_speck_of_ink_is_not_told(rasteriser: Rasteriser) -> None:
    card = scene(area("#e0b050"), Rectangle(Box(20, 30, 2, 2), 0.0, Fill(("#000014",))))
    assert ink_use(rasteriser.image(card), card, rasteriser.dpi, 2.4).box is None


@few
@given(st.floats(-20, 80), st.floats(0, 10))
def test_a_text_is_too_near_exactly_when_its_ink_is(fonts: dict[str, Font], left: float, safe: float) -> None:
    words = run(left=left)
    card = scene(words)
    box = ink_box(words, fonts)
    assert box
    distance = min(box.left, box.top, WIDTH - box.right, HEIGHT - box.bottom)
    found = too_near(card, runs(card), safe, fonts)
    if distance < safe - 0.02:
        assert [near.distance for near in found] == [pytest.approx(distance)]
    elif distance > safe:
        assert found == []
