"""Placeholder art: a picture for a card that has none yet, painted by a program from a seed.

    paint(ArtSubject("Ember Drake", "Fire", ("Dragon",), 4), (720, 900)).save("ember_drake.jpg")

A picture has a background (by type), a figure (by sub-type) or an object (by a spell's motif), and a finish.
"""

import zlib
from dataclasses import astuple, dataclass, replace
from random import Random

import numpy as np
from PIL import Image

from cardtools.render.placeholder_art import figures
from cardtools.render.placeholder_art.backgrounds import PAINTERS, unknown
from cardtools.render.placeholder_art.brush import FOCUS, HEIGHT, Canvas, Palette, choose_palette, mix
from cardtools.render.placeholder_art.landforms import hills, to_the_ground
from cardtools.render.placeholder_art.outlines import find_outline
from cardtools.render.placeholder_art.shapes import ellipse
from cardtools.render.placeholder_art.sorcery import paint_field

LANDSCAPE = "landscape"  # the sub-type of a picture without a figure
METALS = ((214, 160, 72), (172, 182, 200), (196, 122, 80))  # gold, silver, copper


@dataclass(frozen=True)
class ArtSubject:
    """The subject of a picture. Equal subjects give equal pictures; every field is part of the seed."""

    name: str
    type: str  # "Fire" ... or "Spell" in any case; unknown words get hills at dusk
    # The figure, then further sub-types; for a spell the object to show; or LANDSCAPE alone.
    subtypes: tuple[str, ...]
    rank: int  # 1..5: higher ranks are larger, more ornate, more dramatic
    affinity: str = ""  # for a spell: the type that its colours come from, or ""


def figure_rng(subject: ArtSubject) -> Random:
    """Random numbers for the figure: the same card always gets the same ones."""
    return Random(zlib.crc32(f"the pose of {subject.name}".encode()))


def paint(subject: ArtSubject, size: tuple[int, int] = (720, 900)) -> Image.Image:
    """The subject's picture, RGB, `size` (width and height) in pixels; the same for the same arguments."""
    rng = Random(zlib.crc32(repr(astuple(subject)).encode()))
    canvas = Canvas(Image.new("RGB", size), size[1] / HEIGHT)
    rank = min(5, max(1, subject.rank))
    is_spell = subject.type.lower() == "spell"
    palette = choose_palette(subject.affinity if is_spell else subject.type, rng)
    (paint_spell if is_spell else paint_unit)(canvas, subject, palette, rank, rng)
    return finish(canvas, palette, rng)


def paint_unit(canvas: Canvas, subject: ArtSubject, palette: Palette, rank: int, rng: Random) -> None:
    middle = canvas.width / 2
    PAINTERS.get(subject.type.lower(), unknown)(canvas, palette, rng)
    if [word.lower() for word in subject.subtypes] == [LANDSCAPE]:
        return
    canvas.glow(middle, FOCUS, 330, palette.light, 0.3 + 0.05 * rank)
    halo = figures.choose_parts(find_outline("halos", [], "aureole").parts, rank, rng)
    figures.paint_parts(canvas, halo, figures.Pose(middle, FOCUS - 20, 2.35), palette)
    own = figure_rng(subject)
    parts, pose, stance = figures.compose_unit(subject.name, subject.subtypes, rank, middle, own)
    if stance not in ("float", "close"):
        paint_ground(canvas, palette, pose.y + 97 * pose.size * pose.tall, rng)
    figures.paint_parts(canvas, parts, pose, palette)
    if stance == "close":
        canvas.veil(HEIGHT * 0.5, HEIGHT * 0.74, mix(palette.far, palette.near, 0.7), 0.92)


def paint_ground(canvas: Canvas, palette: Palette, y: float, rng: Random) -> None:
    """A rise in the ground at y for the figure to stand on, with its shadow."""
    middle = canvas.width / 2
    xs = np.linspace(-20, canvas.width + 20, 180)
    away = np.clip(np.abs(xs - middle - rng.uniform(-40, 40)) / 360 - rng.uniform(0.3, 0.4), 0, None)
    ys = y + 6 + rng.uniform(90, 170) * away**1.2 * (1 + 0.25 * rng.uniform(-1, 1) * np.sign(xs - middle))
    ys += 4 * np.sin(xs / rng.uniform(24, 36)) + 1.5 * np.sin(xs / rng.uniform(8, 12))
    colour = mix(mix(palette.far, palette.horizon, 0.1), palette.near, 0.5)
    canvas.lay([to_the_ground(list(xs), list(ys))], colour, mix(colour, palette.rim, 0.65), 2.6)
    canvas.veil(y + 20, y + 190, mix(palette.far, palette.near, 0.7), 0.75)
    canvas.fill([ellipse(middle, y + 8, 170, 12)], mix(palette.near, (0, 0, 0), 0.5), 0.6, 9)
    for i in range(3):
        low = hills(rng, canvas.width, y + 90 + 62 * i, 12)
        tone = mix(mix(palette.far, palette.near, 0.6), palette.near, 0.35 + 0.3 * i)
        canvas.lay([low], tone, mix(tone, palette.rim, 0.22 - 0.06 * i), 2)


def paint_spell(canvas: Canvas, subject: ArtSubject, palette: Palette, rank: int, rng: Random) -> None:
    middle = canvas.width / 2
    paint_field(canvas, palette, subject.affinity.lower(), rank, rng, FOCUS)
    own = figure_rng(subject)
    parts, pose, of_metal = figures.compose_object(subject.name, subject.subtypes, rank, middle, own)
    metal = rng.choice(METALS)
    if of_metal:
        palette = replace(palette, flesh=mix(palette.flesh, metal, 0.8), rim=mix(palette.rim, metal, 0.15))
    figures.paint_parts(canvas, parts, pose, palette)


def finish(canvas: Canvas, palette: Palette, rng: Random) -> Image.Image:
    """Calm the bottom of the picture, darken its corners, and add grain that hides banding in gradients."""
    canvas.veil(HEIGHT * 0.6, HEIGHT, palette.near, 0.72)
    width, height = canvas.image.size
    pixels = np.asarray(canvas.image, dtype=np.float32)
    y, x = np.linspace(-1, 1, height, dtype=np.float32), np.linspace(-1, 1, width, dtype=np.float32)
    vignette = 1 - 0.3 * np.clip(x[None, :] ** 2 * 0.55 + y[:, None] ** 2 * 0.6 - 0.25, 0, 1)
    noise = np.random.Generator(np.random.PCG64(rng.getrandbits(32)))
    grain = noise.standard_normal((height, width), dtype=np.float32) * 1.8
    pixels = pixels * vignette[:, :, None] + grain[:, :, None]
    return Image.fromarray(np.clip(pixels + 0.5, 0, 255).astype(np.uint8))
