"""Composing: golden texts of the shipped faces, and what is reported about a card's text."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from render_helpers import HERE, compose
from scene_text import describe

from cardtools.ground.errors import InputError
from cardtools.render.face.load import Face
from cardtools.render.scene.scene import Box, Fill, Picture, Rectangle, Scene, Symbol, TextRun, runs, walk

GOLDEN = Path(__file__).parent / "golden"
LONG = "When this card is sent to the discard pile, add one rank 2 or lower Machine unit from your deck. " * 9


def check_golden(scene: Scene, name: str) -> None:
    """Compare with the golden text; `CARDTOOLS_GOLDEN=1 pytest` writes it anew."""
    path = GOLDEN / f"{name}.txt"
    if os.environ.get("CARDTOOLS_GOLDEN"):
        path.write_text(describe(scene), encoding="utf-8")
    assert describe(scene) == path.read_text(encoding="utf-8")


def test_the_unit_face_is_as_it_was(unit: Face, card: Callable[..., Any]) -> None:
    check_golden(compose(unit, card())[0], "unit")


def test_the_spell_face_is_as_it_was(spell: Face, spell_card: dict[str, Any]) -> None:
    check_golden(compose(spell, spell_card)[0], "spell")


def words(scene: Scene) -> list[str]:
    return " ".join(run.text for run in runs(scene)).split()


def test_every_part_of_a_card_is_on_it(unit: Face, card: Callable[..., Any]) -> None:
    values = card(LEVEL=4, RARITY=5)
    scene, findings = compose(unit, values)
    text = " ".join(words(scene))
    for part in ("NAME", "EFFECT1", "EFFECT2", "LORE", "SERIAL", "ATTACK", "DEFENSE", "TYPE"):
        assert str(values[part]) in text
    assert "Dragon, Beast" in text
    assert values["project"]["copyright"] in text
    assert "Counter" in text
    assert "Normal" not in text
    symbols = [item.name for item in walk(scene.items) if isinstance(item, Symbol)]
    assert symbols.count("star") == 4
    assert symbols.count("gem") == 5
    assert "Fire" in symbols
    assert not findings


def test_spells_sign_their_stats(spell: Face, spell_card: dict[str, Any]) -> None:
    found = words(compose(spell, spell_card)[0])
    assert "+0" in found
    assert "−5" in found


def test_optional_columns_may_be_empty_or_absent(unit: Face, card: Callable[..., Any]) -> None:
    values = card(EFFECT2=None, EFFECT1_STYLE=None, EFFECT2_STYLE=None, RARITY=0, SERIAL=None, SUBTYPES=())
    del values["LORE"]
    scene, findings = compose(unit, values)
    assert not findings
    assert "None" not in words(scene)
    assert "Fire" in words(scene)


@pytest.mark.parametrize("type_", ["Earth", "Water", "Fire", "Air", "Electric", "Light", "Nature", "Dark"])
def test_every_type_has_a_palette_and_an_emblem(unit: Face, card: Callable[..., Any], type_: str) -> None:
    scene, _ = compose(unit, card(TYPE=type_))
    assert any(isinstance(item, Symbol) and item.name == type_ for item in walk(scene.items))


def test_an_unknown_type_is_an_error_with_a_near_miss(unit: Face, card: Callable[..., Any]) -> None:
    with pytest.raises(
        InputError, match=r"card Cinder Whelp: no palette 'Fyre'\n  help: did you mean Fire\?"
    ):
        compose(unit, card(TYPE="Fyre"))


def test_text_that_does_not_fit_is_reported_and_still_drawn(unit: Face, card: Callable[..., Any]) -> None:
    scene, findings = compose(unit, card(EFFECT1=LONG), where=HERE)
    assert [(d.code, d.name, d.location) for d in findings] == [("RND001", "text-overflow", HERE)]
    assert "card Cinder Whelp: the text rules does not fit at 5.5 pt" in findings[0].message
    assert "mm too high" in findings[0].message
    assert " ".join(words(scene)).count("discard pile") == 9


def test_a_missing_glyph_is_reported_with_its_code_point(unit: Face, card: Callable[..., Any]) -> None:
    _, findings = compose(unit, card(EFFECT1="Gain \u2603."), where=HERE)
    assert [(d.code, d.name) for d in findings] == [("RND002", "missing-glyph")]
    assert "'\u2603' (U+2603)" in findings[0].message


@pytest.mark.parametrize("rarity", range(7))
def test_text_lies_inside_the_safe_zone(
    unit: Face, spell: Face, card: Callable[..., Any], rarity: int
) -> None:
    for face, type_ in ((unit, "Water"), (spell, "Spell")):
        values = card(TYPE=type_, NAME="Tidecaller Oracle of the Sunken Choir", RARITY=rarity)
        scene, _ = compose(face, values)
        for run in runs(scene):
            assert face.design.card.is_safe(Box(run.left, run.baseline, run.width, 0))


def luminance(colour: tuple[float, float, float]) -> float:
    parts = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in colour]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


def rgb(colour: str) -> tuple[float, float, float]:
    return tuple(int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))  # type: ignore[return-value]


def contrast(one: float, other: float) -> float:
    return (max(one, other) + 0.05) / (min(one, other) + 0.05)


def over(fill: Fill, below: tuple[float, float, float]) -> tuple[float, float, float]:
    top = rgb(fill.colours[0])
    return tuple(t * fill.opacity + b * (1 - fill.opacity) for t, b in zip(top, below, strict=True))  # type: ignore[return-value]


@pytest.mark.parametrize("transparency", [30, 50, 60, 75, 100])
@pytest.mark.parametrize("art", [0.0, 0.5, 1.0])
def test_rules_text_has_contrast_over_any_art(
    unit: Face, spell: Face, card: Callable[..., Any], transparency: int, art: float
) -> None:
    for type_ in unit.design.palettes:
        face = spell if type_ == "Spell" else unit
        scene, _ = compose(face, card(TYPE=type_, TRANSPARENCY=transparency))
        pane = next(item for item in scene.items if getattr(item, "name", "") == "pane")
        behind = (art, art, art)
        for item in walk((pane,)):
            assert isinstance(item, Rectangle)
            assert item.fill
            behind = over(item.fill, behind)
        for run in runs(scene):
            if 54 < run.baseline < 74 and run.font != "AlegreyaSansSC-Bold":  # labels have their own ground
                assert contrast(luminance(rgb(run.colour)), luminance(behind)) >= 4.5, (type_, run.text)


def test_words_on_plates_labels_and_frames_have_contrast(unit: Face) -> None:
    for name, palette in unit.design.palettes.items():
        for words, ground in (
            ("title", "plate"),
            ("line", "plate_to"),
            ("label_ink", "label"),
            ("small", "frame_to"),
            ("engraved", "metal"),
        ):
            if (name, words) != ("Spell", "line"):  # a spell's lines carry no words
                ratio = contrast(luminance(rgb(palette[words])), luminance(rgb(palette[ground])))
                assert ratio >= 4.5, (name, words)


def test_every_rarity_adds_a_finish(unit: Face, spell: Face, card: Callable[..., Any]) -> None:
    for face in (unit, spell):
        type_ = "Spell" if face is spell else "Light"
        scenes = [compose(face, card(TYPE=type_, RARITY=rarity))[0] for rarity in range(7)]
        plain, *finishes = [
            [item for item in walk(scene.items) if getattr(item, "name", "") != "gem"] for scene in scenes
        ]
        assert finishes[0] == plain  # RARITY 0 is no rarity, and looks like the first
        amounts = [len(items) for items in finishes]
        assert amounts == sorted(set(amounts))
        art = [[item for item in items if isinstance(item, Picture)] for items in finishes]
        assert all(pictures == art[0] for pictures in art)


def test_name_and_stats_have_contrast_on_metal(unit: Face, spell: Face, card: Callable[..., Any]) -> None:
    for type_ in unit.design.palettes:
        for rarity in (2, 6):
            scene, _ = compose(spell if type_ == "Spell" else unit, card(TYPE=type_, RARITY=rarity))
            plates = [item for item in walk(scene.items) if isinstance(item, Rectangle) and item.fill]
            for run in (run for run in runs(scene) if run.font == "Cinzel-Bold"):
                under = [
                    plate.fill
                    for plate in plates
                    if plate.box.left <= run.left <= plate.box.right
                    and plate.box.top <= run.baseline <= plate.box.bottom
                ][-1]
                assert under
                for colour in under.colours:
                    ratio = contrast(luminance(rgb(run.colour)), luminance(rgb(colour)))
                    assert ratio >= 4.5, (type_, rarity, run.text, colour)


def test_scenes_of_equal_cards_are_equal_and_hashable(unit: Face, card: Callable[..., Any]) -> None:
    one, other = compose(unit, card())[0], compose(unit, card())[0]
    assert one == other
    assert hash(one) == hash(other)


def test_a_run_is_as_wide_as_its_glyphs(unit: Face, card: Callable[..., Any]) -> None:
    fonts = unit.metrics.files()
    for run in runs(compose(unit, card())[0]):
        assert isinstance(run, TextRun)
        font = fonts[run.font]
        em = run.size * 25.4 / 72
        advance = sum(glyph.advance for glyph in run.glyphs) / font.units + sum(run.spacing())
        assert run.width == pytest.approx(advance * em)
        assert "".join(glyph.text for glyph in run.glyphs) == run.text
