"""Layers as PDFium draws them, by the formulas of the PDF specification (ISO 32000-1, 11.3): blend modes,
opacity, soft masks, rotation, and gradients around a point."""

from __future__ import annotations

import io
import math
from collections.abc import Callable
from itertools import product
from pathlib import Path
from typing import Any, get_args

import numpy
import pytest
from hypothesis import given
from hypothesis import strategies as st
from in_memory import scene_pdf
from PIL import Image
from pypdf import PdfReader
from pypdfium2 import PdfDocument
from render_helpers import DPI, HERE, TEMPLATES, Load, art_bytes, pixels_of

from cardtools.ground.errors import InputError
from cardtools.ground.limits import Limits
from cardtools.print.sheets.low_ink import low_ink
from cardtools.render.card_pictures import unpainted
from cardtools.render.compose.compose import compose
from cardtools.render.face.model.layered import Blend
from cardtools.render.pdf.raster import Rasteriser
from cardtools.render.pictures.art import ArtFiles
from cardtools.render.scene.scene import (
    Box,
    Fill,
    Group,
    Item,
    Layer,
    Matrix,
    Picture,
    Rectangle,
    Scene,
    Shadow,
    Symbol,
    joined,
    layered,
    moved,
    pictures,
    rotation,
    runs,
    turned,
)

CARD = "[card]\nwidth = 20\nheight = 20\nbleed = 0\nsafe = 0\n"
BOX = "left = 4\nwidth = 12\ntop = 8\nheight = 4\n"
STYLE = '[fonts]\nfont = "font.ttf"\n[styles.it]\nfont = "font"\nsize = 9\n'
WHOLE = Box(0, 0, 20, 20)
SHADES = ("#000000", "#40a0d8", "#c83c14", "#808080", "#5a2d96", "#f0e68c", "#ffffff")


@pytest.fixture
def art_files(tmp_path: Path) -> ArtFiles:
    (tmp_path / "art.jpg").write_bytes(art_bytes((200, 200)))
    half = Image.new("L", (200, 200), 0)
    half.paste(255, (100, 0, 200, 200))
    half.paste(128, (100, 100, 200, 200))
    half.save(tmp_path / "half.png")
    art_files = ArtFiles((tmp_path,))
    for name in ("art.jpg", "half.png"):
        art_files.load(name, HERE, "card Card")
    return art_files


def scene(*items: Item) -> Scene:
    return Scene("Card", 20, 20, 0, 0, items)


def drawn(card: Scene, art_files: ArtFiles) -> Any:
    """The pixels of the scene as shares, 0 to 1."""
    return pixels_of(card, {}, art_files) / 255


def pdf_of(card: Scene, art_files: ArtFiles) -> PdfReader:
    return PdfReader(io.BytesIO(scene_pdf(card, {}, art_files)))


# --- The formulas: b is the backdrop, s the source ---


def _soft(b: Any, s: Any) -> Any:
    d = numpy.where(b <= 0.25, ((16 * b - 12) * b + 4) * b, numpy.sqrt(b))
    return numpy.where(s <= 0.5, b - (1 - 2 * s) * b * (1 - b), b + (2 * s - 1) * (d - b))


def _hard(b: Any, s: Any) -> Any:
    return numpy.where(s <= 0.5, b * 2 * s, b + (2 * s - 1) - b * (2 * s - 1))


def _dodge(b: Any, s: Any) -> Any:
    return numpy.where(s < 1, numpy.minimum(1, b / numpy.maximum(1 - s, 1e-9)), 1)


def _burn(b: Any, s: Any) -> Any:
    return numpy.where(s > 0, 1 - numpy.minimum(1, (1 - b) / numpy.maximum(s, 1e-9)), 0)


def _lum(c: Any) -> float:
    return float(c @ [0.3, 0.59, 0.11])


def _with_lum(c: Any, light: float) -> Any:
    c = c + light - _lum(c)
    light, low, high = _lum(c), c.min(), c.max()
    if low < 0:
        c = light + (c - light) * light / (light - low)
    if high > 1:
        c = light + (c - light) * (1 - light) / (high - light)
    return c


def _with_sat(c: Any, sat: float) -> Any:
    span = c.max() - c.min()
    return (c - c.min()) * sat / span if span else c * 0


def _sat(c: Any) -> float:
    return float(c.max() - c.min())


FORMULAS: dict[str, Callable[[Any, Any], Any]] = {
    "normal": lambda b, s: s,
    "multiply": lambda b, s: b * s,
    "screen": lambda b, s: b + s - b * s,
    "overlay": lambda b, s: _hard(s, b),
    "darken": numpy.minimum,
    "lighten": numpy.maximum,
    "colour-dodge": _dodge,
    "colour-burn": _burn,
    "hard-light": _hard,
    "soft-light": _soft,
    "difference": lambda b, s: abs(b - s),
    "exclusion": lambda b, s: b + s - 2 * b * s,
    "hue": lambda b, s: _with_lum(_with_sat(s, _sat(b)), _lum(b)),
    "saturation": lambda b, s: _with_lum(_with_sat(b, _sat(s)), _lum(b)),
    "colour": lambda b, s: _with_lum(s, _lum(b)),
    "luminosity": lambda b, s: _with_lum(b, _lum(s)),
}


def colour(shade: str) -> Any:
    return numpy.frombuffer(bytes.fromhex(shade[1:]), numpy.uint8) / 255


@pytest.mark.parametrize("opacity", [1.0, 0.5])
@pytest.mark.parametrize("blend", get_args(Blend))
def test_a_blend_mode_is_drawn_by_its_formula(blend: str, opacity: float, art_files: ArtFiles) -> None:
    side = 20 / len(SHADES)
    below = [Rectangle(Box(i * side, 0, side, 20), 0, Fill((s,))) for i, s in enumerate(SHADES)]
    above = [Rectangle(Box(0, i * side, 20, side), 0, Fill((s,))) for i, s in enumerate(SHADES)]
    pixels = drawn(scene(*below, Group("above", tuple(above), Layer(opacity, blend))), art_files)
    for (column, b), (row, s) in product(enumerate(map(colour, SHADES)), repeat=2):
        found = pixels[int((row + 0.5) * side * 10), int((column + 0.5) * side * 10)]
        wanted = b + opacity * (FORMULAS[blend](b, s) - b)
        assert found == pytest.approx(numpy.clip(wanted, 0, 1), abs=4 / 255), (SHADES[column], SHADES[row])


def test_a_group_is_blended_as_a_whole(art_files: ArtFiles) -> None:
    ground = Rectangle(WHOLE, 0, Fill(("#ff0000",)))
    one, other = (Rectangle(Box(left, 0, 10, 20), 0, Fill(("#ffffff",))) for left in (2, 8))
    pixels = drawn(scene(ground, Group("two", (one, other), Layer(0.5))), art_files)
    assert numpy.ptp(pixels[100, 30:170], axis=0) == pytest.approx([0, 0, 0], abs=0.01)
    assert pixels[100, 100] == pytest.approx([1, 0.5, 0.5], abs=0.01)


def test_blending_in_a_layer_does_not_reach_below_it(art_files: ArtFiles) -> None:
    ground = Rectangle(WHOLE, 0, Fill(("#804020",)))
    white, ink = (Rectangle(Box(5, 5, 10, 10), 0, Fill((shade,))) for shade in ("#ffffff", "#3060c0"))
    inner = Group("inner", (ink,), Layer(1.0, "multiply"))
    within = drawn(scene(ground, Group("outer", (white, inner), Layer(0.5))), art_files)
    assert within[100, 100] == pytest.approx((colour("#804020") + colour("#3060c0")) / 2, abs=0.01)
    through = drawn(scene(ground, Group("outer", (inner,))), art_files)
    assert through[100, 100] == pytest.approx(colour("#804020") * colour("#3060c0"), abs=0.01)


@pytest.mark.parametrize("nested", [False, True])
def test_blending_reaches_what_cards_share_and_the_bare_paper(nested: bool, art_files: ArtFiles) -> None:
    ground = Group("ground", (Rectangle(Box(0, 0, 20, 10), 0, Fill(("#804020",))),))
    ink = Group("ink", (Rectangle(WHOLE, 0, Fill(("#3060c0",))),), Layer(1.0, "multiply"))
    ink = Group("ink", (ink,), Layer(1.0, "multiply")) if nested else ink
    dots = [Rectangle(Box(left, 1, 1, 1), 0, Fill(("#ffffff",))) for left in (1, 3)]
    cards = [scene(ground, ink, dot) for dot in dots]
    for image in Rasteriser({}, art_files, DPI).images(cards):
        assert isinstance(image, Image.Image)
        pixels = numpy.asarray(image) / 255
        assert pixels[50, 100] == pytest.approx(colour("#804020") * colour("#3060c0"), abs=0.01)
        assert pixels[150, 100] == pytest.approx(colour("#3060c0"), abs=0.01)
    light = Group("light", ink.items, Layer(1.0, "screen"))
    page = PdfDocument(scene_pdf(scene(light), {}, art_files))[0].render(scale=1).to_numpy()
    assert page.min() > 250
    assert drawn(scene(light), art_files).min() > 0.98


def test_a_mask_shows_a_layer_as_far_as_it_is_light(art_files: ArtFiles) -> None:
    ground, above = (Rectangle(WHOLE, 0, Fill((shade,))) for shade in ("#0000ff", "#ffff00"))
    mask = Picture(Box(0, 0, 20, 20), "half.png")
    card = scene(ground, Group("masked", (above,), Layer(mask=mask)))
    pixels = drawn(card, art_files)
    assert pixels[100, 50] == pytest.approx([0, 0, 1], abs=0.01)
    assert pixels[50, 150] == pytest.approx([1, 1, 0], abs=0.01)
    assert pixels[150, 150] == pytest.approx([0.5, 0.5, 0.5], abs=0.01)
    assert list(pictures(card.items)) == [mask]
    assert not unpainted(card)
    assert len(unpainted(scene(*card.items[1:]))) == 4


def test_a_picture_of_a_layer_stays_a_picture_in_the_pdf_and_shapes_stay_shapes(art_files: ArtFiles) -> None:
    layer = Layer(0.5, "soft-light", Picture(WHOLE, "half.png"))
    items = (Picture(WHOLE, "art.jpg"), Rectangle(WHOLE, 0, Fill(("#ff0000", "#00ff00"), shape="conic")))
    reader = pdf_of(scene(Group("layer", items, layer)), art_files)
    page = reader.pages[0]
    assert page["/Group"]["/CS"] == "/DeviceRGB"
    states = [state.get_object() for state in page["/Resources"]["/ExtGState"].values()]
    assert {"/SoftLight"} <= {state.get("/BM") for state in states}
    (soft,) = [state["/SMask"] for state in states if "/SMask" in state]
    assert soft["/S"] == "/Luminosity"
    forms = [form.get_object() for form in page["/Resources"]["/XObject"].values()]
    (form,) = [form for form in forms if "/Group" in form]
    assert form["/Group"]["/I"].value is True
    images = [one.get_object() for one in form["/Resources"]["/XObject"].values()]
    assert [(image["/Subtype"], image["/Width"]) for image in images] == [("/Image", 200)]
    (shading,) = [one.get_object() for one in form["/Resources"]["/Shading"].values()]
    assert shading["/ShadingType"] == 4


def test_a_pdf_without_layers_has_no_groups(art_files: ArtFiles) -> None:
    reader = pdf_of(scene(Group("plain", (Rectangle(WHOLE, 0, Fill(("#ff0000",), 0.5)),))), art_files)
    assert "/Group" not in reader.pages[0]


# --- Gradients around a point ---


@pytest.mark.parametrize(("x", "y"), [(0.5, 0.5), (0.25, 0.75), (0.0, 0.0)])
def test_a_radial_gradient_reaches_its_last_colour_at_the_farthest_corner(
    x: float, y: float, art_files: ArtFiles
) -> None:
    box = Box(0, 5, 20, 10)
    fill = Fill(("#000000", "#ffffff"), shape="radial", x=x, y=y)
    pixels = drawn(scene(Rectangle(box, 0, fill)), art_files)
    for across, down in product((0.02, 0.3, 0.6, 0.98), repeat=2):
        far = [max(share, 1 - share) * math.sqrt(2) for share in (x, y)]
        wanted = math.hypot((across - x) / far[0], (down - y) / far[1])
        found = pixels[int((5 + 10 * down) * 10), int(20 * across * 10)]
        assert found == pytest.approx([min(1, wanted)] * 3, abs=0.03)


@pytest.mark.parametrize("angle", [0, 90, -120])
def test_a_conic_gradient_goes_around_clockwise(angle: int, art_files: ArtFiles) -> None:
    shades = ("#ff0000", "#00ff00", "#0000ff")
    pixels = drawn(scene(Rectangle(WHOLE, 0, Fill(shades, angle=angle, shape="conic"))), art_files)
    for share in numpy.linspace(0.03, 0.97, 17):
        turn = math.radians(angle + 360 * share)
        found = pixels[int(100 + 80 * math.sin(turn)), int(100 + 80 * math.cos(turn))]
        stops = [colour(shade) for shade in shades]
        wanted = [numpy.interp(share, [0, 0.5, 1], channel) for channel in zip(*stops, strict=True)]
        assert found == pytest.approx(wanted, abs=0.03)


def test_a_conic_gradient_has_no_seams(art_files: ArtFiles) -> None:
    """Each triangle of its fan meets the next."""
    grey = Fill(("#808080", "#818181"), shape="conic", x=0.4)
    pixels = drawn(scene(Rectangle(WHOLE, 0, Fill(("#ff0000",))), Rectangle(WHOLE, 0, grey)), art_files)
    assert abs(pixels - 0.504).max() < 0.02


# --- Rotation ---

angles = st.floats(-360, 360)
boxes = st.builds(Box, st.floats(-50, 50), st.floats(-50, 50), st.floats(1, 50), st.floats(1, 50))


@given(angles, angles, boxes, boxes, st.floats(-50, 50), st.floats(-50, 50))
def test_turns_are_joined_from_the_inside_out(
    one: float, other: float, box: Box, around: Box, x: float, y: float
) -> None:
    inner, outer = rotation(one, box), rotation(other, around)
    both = joined(outer, inner)
    assert both is not None
    assert moved(both, x, y) == pytest.approx(moved(outer, *moved(inner, x, y)), abs=1e-6)


@given(angles, boxes)
def test_a_turn_leaves_the_middle_where_it_is(angle: float, box: Box) -> None:
    found = box.turned(rotation(angle, box))
    assert found.left + found.right == pytest.approx(box.left + box.right, abs=1e-6)
    assert found.top + found.bottom == pytest.approx(box.top + box.bottom, abs=1e-6)


def test_every_kind_of_element_can_be_turned(load: Load, art_files: ArtFiles) -> None:
    icon = (TEMPLATES / "icons" / "star.svg").read_text("utf-8")
    folder = Path(art_files.roots[0])
    (folder / "star.svg").write_text(icon)
    head = f'{CARD}[icons]\nstar = "star.svg"\n{STYLE}'
    kinds = {
        "rectangle": 'fill = ["#000000", "#ff0000"]',
        "image": 'image = "art.jpg"',
        "line": 'stroke = "#000000"',
        "qr": 'data = "x"\nfill = "#000000"',
        "symbol": 'icon = "star"\nfill = "#000000"',
        "icons": 'icon = "star"\ncount = 2\nfill = "#000000"',
        "text": 'style = "it"\ntext = "Ha"',
    }
    for kind, more in kinds.items():
        text = f'{head}[elements.it]\nkind = "{kind}"\n{BOX}{more}\n'
        flat, turned_by = compose(load(text), {"NAME": "x"})[0], load(f"{text}rotation = 90\n")
        found = compose(turned_by, {"NAME": "x"})[0]
        rasteriser = Rasteriser(turned_by.metrics.files(), art_files, DPI)
        upright, turned_ = (numpy.asarray(rasteriser.image(one)).astype(int) for one in (flat, found))
        assert abs(numpy.rot90(upright, -1) - turned_).mean() < 4, kind
        assert abs(upright - turned_).mean() > 1, kind
        assert [text.runs for text in found.texts] == ([tuple(runs(found))] if kind == "text" else [])


def test_a_group_turns_around_the_middle_of_its_elements(load: Load) -> None:
    inner = '\n[elements.it.elements.{}]\nkind = "rectangle"\nfill = "#ff0000"\nleft = {}\n'
    inner += "width = 2\ntop = 4\nheight = 2\n"
    head = f'{CARD}[elements.it]\nkind = "group"\nrotation = 180\n'
    (group,) = compose(load(head + inner.format("a", 2) + inner.format("b", 12)), {"NAME": "x"})[0].items
    assert isinstance(group, Group)
    places = [item.box.turned(item.turn) for item in group.items if isinstance(item, Rectangle)]
    assert [(place.left, place.top) for place in places] == [
        pytest.approx((12, 4)),
        pytest.approx((2, 4)),
    ]


def test_a_turned_ground_still_covers_the_edges() -> None:
    """And one that is turned away from a corner does not."""
    ground = Rectangle(WHOLE, 0, Fill(("#ffffff",)))
    assert not unpainted(scene(turned(ground, rotation(180, WHOLE))))
    assert len(unpainted(scene(turned(ground, rotation(45, WHOLE))))) == 4


def test_a_turned_text_must_stay_in_the_safe_zone(load: Load, art_files: ArtFiles) -> None:
    text = "[card]\nwidth = 20\nheight = 40\nbleed = 0\nsafe = 2\n" + STYLE
    text += '[elements.it]\nkind = "text"\nstyle = "it"\ntext = "x"\ntop = 18\nheight = 4\n'
    with pytest.raises(InputError, match="leaves the bleed"):
        load(f"{text}left = -5\nwidth = 30\n")
    assert load(f"{text}left = -5\nwidth = 30\nrotation = 90\n")
    with pytest.raises(InputError, match="leaves the safe zone"):
        load(f"{text}left = 4\nwidth = 12\nrotation = 90\n".replace("top = 18", "top = 1"))


def test_a_picture_and_its_mask_are_transparent_where_the_file_is(
    tmp_path: Path, art_files: ArtFiles
) -> None:
    right = Image.new("RGBA", (200, 200), (255, 255, 255, 0))
    right.paste((255, 255, 255, 255), (100, 0, 200, 200))
    right.save(tmp_path / "right.png")
    art_files.load("right.png", HERE, "card Card")
    ground = Rectangle(WHOLE, 0, Fill(("#ff0000",)))
    seen = Picture(WHOLE, "right.png")
    top = Group("top", (Rectangle(WHOLE, 0, Fill(("#ffffff",))),), Layer(mask=seen))
    for item in (seen, top):
        found = drawn(scene(ground, item), art_files)
        assert found[100, 20] == pytest.approx([1, 0, 0], abs=0.01)
        assert found[100, 180] == pytest.approx([1, 1, 1], abs=0.01)


# --- The face file ---


def element(more: str, kind: str = "rectangle") -> str:
    return f'{CARD}[elements.it]\nkind = "{kind}"\n{BOX}{more}\n'


def test_effects_of_an_element_make_a_layer_of_it(load: Load) -> None:
    face = load(element('fill = "#ff0000"\nblend = "multiply"\nopacity = 0.5\nmask_image = "{{ MASK }}"'))
    (group,) = compose(face, {"NAME": "x", "MASK": "half.png"})[0].items
    assert isinstance(group, Group)
    assert group.layer == Layer(1.0, "multiply", Picture(Box(4, 8, 12, 4), "half.png"))
    (inner,) = group.items
    assert isinstance(inner, Rectangle)
    assert inner.fill == Fill(("#ff0000",), 0.5)
    plain = compose(load(element('fill = "#ff0000"\nopacity = 0.5')), {"NAME": "x"})[0]
    assert layered(plain.items) == 0


def test_pictures_and_groups_have_an_opacity(load: Load) -> None:
    face = load(element('image = "art.jpg"\nopacity = "{{ SHARE }}"', "image"))
    (group,) = compose(face, {"NAME": "x", "SHARE": "0.25"})[0].items
    assert isinstance(group, Group)
    assert group.layer == Layer(0.25)
    assert isinstance(compose(face, {"NAME": "x", "SHARE": "1"})[0].items[0], Picture)


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ('blend = "mulitply"', "multiply"),
        ("rotation = 400", "expected -360 to 360"),
        ("opacity = 1.5", "expected 0 to 1"),
        ('fill_shape = "round"', "radial"),
        ("fill_x = 2", "expected 0 to 1"),
        ('rotation = "{{ NO }}"', None),
    ],
)
def test_wrong_effects_are_reported(wrong: str, message: str | None, load: Load) -> None:
    with pytest.raises(InputError) as error:
        compose(load(element(f'fill = "#ff0000"\n{wrong}')), {"NAME": "x"})
    assert (message or "NO") in str(error.value)


def test_layers_are_limited(load: Load, art_files: ArtFiles, monkeypatch: pytest.MonkeyPatch) -> None:
    many = "".join(
        f'[elements.e{number}]\nkind = "rectangle"\n{BOX}fill = "#ff0000"\nblend = "multiply"\n'
        for number in range(200)
    )
    with pytest.raises(InputError, match="takes more than 50,000 steps"):
        compose(load(CARD + many), {"NAME": "x"})
    nested: Item = Rectangle(WHOLE, 0, Fill(("#ff0000",)))
    for _ in range(10):
        nested = Group("nested", (nested,), Layer(0.9))
    small = Limits(picture_pixels=200 * 200 * 20)
    monkeypatch.setattr("cardtools.render.pdf.raster.limits", lambda: small)
    assert drawn(scene(*nested.items), art_files).shape == (200, 200, 3)
    with pytest.raises(InputError, match=r"and its layers .* has 1 megapixels"):
        drawn(scene(nested), art_files)


def test_low_ink_leaves_out_what_only_tints() -> None:
    tint = Group("tint", (Rectangle(WHOLE, 0, Fill(("#ff0000",))),), Layer(1.0, "multiply"))
    veil = Group("veil", tint.items, Layer(0.5))
    first, second, _ = low_ink(scene(tint, veil)).items
    assert first == Group("tint", ())
    assert isinstance(second, Group)
    assert second.layer is None
    assert len(second.items) == 1


def test_mirrored_edges_keep_their_effects(art_files: ArtFiles) -> None:
    ground = Rectangle(WHOLE, 0, Fill(("#c08040",)))
    tint = Group("tint", (Rectangle(WHOLE, 0, Fill(("#80c0ff",))),), Layer(1.0, "multiply"))
    wide = numpy.asarray(Rasteriser({}, art_files, DPI, bleed=2.0).image(scene(ground, tint)))
    assert wide.shape == (240, 240, 3)
    assert numpy.ptp(wide.reshape(-1, 3), axis=0).tolist() == [0, 0, 0]


def test_a_matrix_is_that_of_pdf() -> None:
    quarter: Matrix = rotation(90, Box(0, 0, 2, 2))
    assert moved(quarter, 1, 0) == pytest.approx((2, 1))  # the top goes to the right: clockwise


def test_icons_in_texts_and_symbols_may_have_their_own_colours(load: Load, art_files: ArtFiles) -> None:
    folder = Path(art_files.roots[0])
    svg = '<svg viewBox="0 0 4 4"><path d="M0 0H4V4H0Z" fill="#ff0000"/>'
    (folder / "gem.svg").write_text(f'{svg}<path d="M1 2H3" stroke="#00ff00"/></svg>')
    text = f'{CARD}[icons]\ngem = "gem.svg"\n[icon_colours]\ngem = "own"\n{STYLE}markup = true\n'
    more = f'[elements.it]\nkind = "text"\nstyle = "it"\ntext = "a{{gem}}"\n{BOX}'
    *_, group = compose(load(text + more), {"NAME": "x"})[0].items
    assert isinstance(group, Group)
    area, line = group.items
    assert isinstance(area, Symbol)
    assert isinstance(line, Symbol)
    assert area.fill == Fill(("#ff0000",))
    assert line.stroke
    assert (line.stroke.colour, line.stroke.width) == ("#00ff00", pytest.approx(area.box.width / 4))
    symbol = f'[elements.it]\nkind = "symbol"\nicon = "gem"\n{BOX}'
    assert len(compose(load(text + symbol), {"NAME": "x"})[0].items) == 2
    (one, other) = compose(load(text + symbol + 'fill = "#0000ff"\n'), {"NAME": "x"})[0].items
    assert isinstance(one, Symbol)
    assert isinstance(other, Symbol)
    assert one.fill == Fill(("#0000ff",))
    assert other.stroke
    assert other.stroke.colour == "#0000ff"
    lines = (folder / "gem.svg").read_text().replace(' fill="#ff0000"', ' fill="none"')
    (folder / "gem.svg").write_text(lines)
    masked = f'[elements.it]\nkind = "image"\nimage = "art.jpg"\nmask = "gem"\n{BOX}'
    with pytest.raises(InputError, match="the icon gem has no filled shape"):
        compose(load(text + masked), {"NAME": "x"})


def test_a_shadow_is_the_blurred_outline_moved(load: Load, art_files: ArtFiles) -> None:
    shadow = '[elements.it.shadow]\ncolour = "#ff0000"\nopacity = 0.8\nblur = {}\nx = 2\ny = 3\n'
    box = "left = 4\nwidth = 8\ntop = 4\nheight = 8\n"
    face = f'{CARD}[elements.it]\nkind = "rectangle"\n{box}fill = "#0000ff"\n'
    (group,) = compose(load(face + shadow.format(0)), {"NAME": "x"})[0].items
    assert isinstance(group, Group)
    assert group.layer == Layer(shadows=(Shadow("#ff0000", 0.8, 0.0, 2, 3),))
    sharp = drawn(scene(group), art_files)
    red = [1, 0.2, 0.2]
    assert [sharp[y, x].tolist() for x, y in ((100, 100), (20, 20))] == [[0, 0, 1], [1, 1, 1]]
    assert sharp[130, 130] == pytest.approx(red, abs=0.01)
    assert sharp[147, 100] == pytest.approx(red, abs=0.01)
    assert sharp[154, 100].tolist() == sharp[100, 144].tolist() == [1, 1, 1]
    soft = drawn(scene(*compose(load(face + shadow.format(1)), {"NAME": "x"})[0].items), art_files)
    shares = (1 - soft[121:190, 100, 1]) / 0.8
    places = numpy.arange(12.15, 19, 0.1)
    wanted = [0.5 * (1 + math.erf((15 - place) / math.sqrt(2))) for place in places]
    assert abs(shares - wanted).max() < 0.05
    resources = pdf_of(scene(group), art_files).pages[0]["/Resources"]
    states = [state.get_object() for state in resources["/ExtGState"].values()]
    assert len([state for state in states if "/SMask" in state]) == 1


def test_a_shadow_follows_pictures_masks_and_turns(art_files: ArtFiles) -> None:
    picture = Picture(Box(2, 2, 10, 10), "art.jpg")
    mask = Rectangle(Box(2, 2, 10, 10), 0, Fill(("#ffffff", "#000000"), angle=0))
    shadow = Shadow("#00ff00", 1.0, 0.0, 7, 7)
    group = Group("it", (picture,), Layer(mask=mask, shadows=(shadow,)))
    pixels = drawn(scene(group), art_files)
    assert 1 - pixels[160, [100, 140, 180], 0] == pytest.approx([0.9, 0.5, 0.1], abs=0.03)
    quarter = turned(group, rotation(90, Box(2, 2, 10, 10)))
    pixels = drawn(scene(quarter), art_files)
    assert 1 - pixels[[100, 140, 180], 160, 0] == pytest.approx([0.9, 0.5, 0.1], abs=0.03)


def test_words_have_a_gradient_and_are_still_words(load: Load, art_files: ArtFiles) -> None:
    face = load(
        f'{CARD}{STYLE}[elements.it]\nkind = "text"\nstyle = "it"\ntext = "HHHH"\n{BOX}'
        'fill = ["#ff0000", "#0000ff"]\nfill_angle = 0\nrotation = 180\n'
    )
    card = compose(face, {"NAME": "x"})[0]
    fonts = face.metrics.files()
    pixels = numpy.asarray(Rasteriser(fonts, art_files, DPI).image(card)).astype(int)
    dark = numpy.argwhere(pixels[..., 1] < 20)
    assert dark[:, 1].min() > 40
    shades = [pixels[tuple(dark[numpy.argmin(abs(dark[:, 1] - x))])] for x in (80, 120, 150)]
    for x, (red, _, blue) in zip((80, 120, 150), shades, strict=True):
        assert blue / 255 == pytest.approx(1 - (x - 40) / 120, abs=0.1)  # the text stands on its head
        assert red + blue == pytest.approx(255, abs=12)
    assert PdfReader(io.BytesIO(scene_pdf(card, fonts, art_files))).pages[0].extract_text().strip() == "HHHH"
    (words,) = runs(low_ink(card))
    assert words.colour == "#000000"
    assert isinstance(low_ink(card).items[0], Group)
    assert low_ink(card).items[0].fill is None
