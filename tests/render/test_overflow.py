"""What fits of a text is drawn whole, icons too, whatever becomes of the rest; overflow is a finding."""

from __future__ import annotations

import shutil
import tempfile
from functools import cache
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from render_helpers import TEMPLATES, compose

from cardtools.render.face.load import Face, load_face
from cardtools.render.scene.scene import Box, Group, Item, Layer, TextRun, reach_of, walk

WIDTH = 40.0
POLICIES = {
    "": "",
    "shrinks": "minimum = 8",
    "one line": "minimum = 8\none_line = 9",
    "balance": 'balance = "all"',
    "justify": 'align = "justify"',
    "centre": 'align = "centre"',
    "right": 'align = "right"',
    "middle": 'valign = "middle"',
    "bottom": 'valign = "bottom"',
    "hyphens": "hyphenate = true",
}
WORDS = st.lists(
    st.sampled_from("{fire} {wide} Pay É (g) card attacks, {fire}{fire} +{wide} destroy! \n Âgé".split(" ")),
    min_size=1,
    max_size=40,
)


@cache
def face(policy: str, height: float) -> Face:
    """A text in a box of 40 mm x `height`, which shrinks to 8 pt at most; its icons are lines and areas."""
    folder, largest = Path(tempfile.mkdtemp()), 10 if "minimum" in POLICIES.get(policy, policy) else 8
    shutil.copyfile(TEMPLATES / "fonts/AlegreyaSans-Bold.ttf", folder / "font.ttf")
    shape = 'fill="#c02020" stroke="#000000" stroke-width="1"'
    circle, bar = f'<circle cx="5" cy="5" r="5" {shape}/>', f'<rect width="20" height="10" {shape}/>'
    (folder / "fire.svg").write_text(f'<svg viewBox="0 0 10 10">{circle}</svg>')
    (folder / "wide.svg").write_text(f'<svg viewBox="0 0 20 10">{bar}</svg>')
    (folder / "face.toml").write_text(
        f"""
        language = "en"
        [card]
        width = 60
        height = 300
        bleed = 0
        [fonts]
        text = "font.ttf"
        [icons]
        fire = "fire.svg"
        wide = "wide.svg"
        [icon_colours]
        fire = "own"
        [styles.rules]
        font = "text"
        size = {largest}
        markup = true
        {POLICIES.get(policy, policy)}
        [elements.it]
        kind = "text"
        style = "rules"
        left = 5
        width = {WIDTH}
        top = 5
        height = {height}
        text = "{{{{ TEXT }}}}"
        """,
        "utf-8",
    )
    return load_face(folder / "face.toml")


def is_cut(item: Item) -> bool:
    return (
        item.clip is not None if isinstance(item, TextRun) else bool(isinstance(item, Group) and item.layer)
    )


def unclipped(item: Item) -> Item:
    return TextRun(**{**{name: getattr(item, name) for name in item.__slots__}, "clip": None})


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.sampled_from(sorted(POLICIES.keys() - {"middle"})), WORDS, st.sampled_from((4.0, 7.5, 12.0, 20.0)))
@example("", ["{fire}", "É", "Pay", "{wide}"] * 10, 12.0)
def test_what_fits_is_drawn_whole_and_the_rest_is_a_finding(
    policy: str, words: list[str], height: float
) -> None:
    text = " ".join([*words, "conclusions"])
    scene, findings = compose(face(policy, height), {"NAME": "Ox", "TEXT": text})
    overflows = [finding for finding in findings if finding.code == "RND001"]
    if not overflows:
        assert not any(map(is_cut, scene.items))
        return
    base = policy if policy in ("justify", "centre", "right", "hyphens") else ""
    whole, _ = compose(face(base, 250.0), {"NAME": "Ox", "TEXT": text})
    box = Box(5, 5, WIDTH, height)
    *drawn, mark = scene.items
    assert mark.name == "overflow"
    cut = [item for group in drawn if is_cut(group) and isinstance(group, Group) for item in group.items]
    plain = {item for item in drawn if not isinstance(item, Group) or not item.layer}
    for item in whole.items:
        reach = [reach_of(part) for part in walk((item,))]
        if all(one.bottom <= box.bottom for one in reach):
            assert item in plain, "a line that fits is not drawn as if the text had fitted"
        elif isinstance(item, TextRun):
            assert item in plain or any(is_cut(one) and unclipped(one) == item for one in plain)
        elif any(one.meets(box) for one in reach):
            assert item in plain or item in cut
    for item in drawn:
        if isinstance(item, Group) and item.layer:
            assert item.layer == Layer(mask=item.layer.mask)
            assert item.layer.mask
            assert item.layer.mask.box == box


def test_the_icons_of_the_first_and_of_the_last_line_that_fits_are_drawn() -> None:
    text = "{fire} one {wide} two {fire} three four five six {wide} seven eight {fire} nine ten eleven {wide}"
    scene, findings = compose(face("", 7.5), {"NAME": "Ox", "TEXT": text})
    assert [finding.code for finding in findings] == ["RND001"]
    icons = [item for item in scene.items if not isinstance(item, TextRun)]
    assert len(icons) >= 4
    assert min(reach_of(part).top for item in icons for part in walk((item,))) < 5  # it stands out of the box
    assert all(item.clip is None for item in scene.items if isinstance(item, TextRun) and item.baseline < 10)


@pytest.mark.parametrize("policy", sorted(POLICIES.keys() - {"hyphens"}))
def test_all_policies_tell_that_a_word_is_too_wide(policy: str) -> None:
    scene, findings = compose(face(policy, 20.0), {"NAME": "Ox", "TEXT": "{fire} Pay " + "extraordinary" * 4})
    assert [finding.code for finding in findings] == ["RND001"]
    first = min(run.baseline for run in scene.items if isinstance(run, TextRun))
    fitting = [run for run in scene.items if isinstance(run, TextRun) and run.baseline == first]
    assert [run.clip for run in fitting] == [None]


@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
@given(WORDS, st.sampled_from((4.0, 7.5, 12.0)), st.sampled_from(("", "minimum = 8")))
def test_with_an_ellipsis_as_many_words_as_fit_are_printed(
    words: list[str], height: float, policy: str
) -> None:
    def printed(text: str, high: float) -> tuple[str, int]:
        scene, findings = compose(face(f"ellipsis = true\n{policy}", high), {"NAME": "Ox", "TEXT": text})
        assert not findings
        runs = [item for item in scene.items if isinstance(item, TextRun)]
        icons = len(scene.items) - len(runs)
        return "".join("".join(glyph.text for glyph in run.glyphs) for run in runs), icons

    text = " ".join(["Pay", *words])
    (whole, all_icons), (cut, icons) = printed(text, 250.0), printed(text, height)
    plain, shown = "".join(whole.split()), "".join(cut.split())
    if shown == plain:
        assert icons == all_icons
        return
    assert shown.endswith("…")
    assert plain.startswith(shown.rstrip("…"))
    _, findings = compose(face(policy, height), {"NAME": "Ox", "TEXT": text})
    assert [finding.code for finding in findings] == ["RND001"]  # else nothing would be cut off


def test_a_word_that_does_not_fit_at_all_is_reported_with_an_ellipsis_too() -> None:
    _, findings = compose(face("ellipsis = true", 8.0), {"NAME": "Ox", "TEXT": "extraordinary" * 4})
    assert [finding.code for finding in findings] == ["RND001"]
