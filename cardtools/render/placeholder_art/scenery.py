"""Painting landscape on a canvas: layers, light, mist."""

import math
import random
from collections.abc import Sequence

import numpy as np
from PIL import Image, ImageChops

from cardtools.render.placeholder_art.brush import HEIGHT, Canvas, Shape, ellipse, lut, soften
from cardtools.render.placeholder_art.palette import RGB, Palette, mix

FOCUS = 335.0  # the y of the subject's middle


def sky(canvas: Canvas, p: Palette, low: float = 0.66) -> None:
    canvas.gradient([(0, p.zenith), (low * 0.5, p.middle), (low, p.horizon), (1, p.horizon)])


def disc(canvas: Canvas, p: Palette, x: float, y: float, r: float, strength: float = 0.75) -> None:
    """A sun or moon with two halos; it also makes the subject's outline stand out."""
    canvas.glow(x, y, r * 3.2, p.light, strength * 0.75)
    canvas.fill([ellipse(x, y, r * 1.22, r * 1.22, 90)], mix(p.horizon, p.light, 0.5), 0.28)
    canvas.fill([ellipse(x, y, r, r, 90)], mix(p.horizon, p.light, 0.75), strength)


def lay(canvas: Canvas, shapes: Sequence[Shape], colour: RGB, edge: RGB, thick: float = 2.2) -> None:
    """A layer like cut paper: one colour, lit upper edges, a soft shadow on the layer behind."""
    stencil = canvas.stencil(shapes, 12)
    if stencil is None:
        return
    shadow = soften(stencil.shifted(0, -7 * canvas.scale), 9 * canvas.scale).point(lut(0.28))
    canvas.stamp(colour, shadow, stencil.x, stencil.y)
    canvas.stamp(edge, stencil.mask, stencil.x, stencil.y)
    inner = ImageChops.darker(stencil.mask, stencil.shifted(0, max(1.0, thick * canvas.scale)))
    canvas.stamp(colour, inner, stencil.x, stencil.y)


def rays(
    canvas: Canvas, rng: random.Random, spot: tuple[float, float], count: int, colour: RGB, strength: float,
    spread: float,
) -> None:  # fmt: skip
    """Beams from a spot, `spread` degrees to each side of straight down (180: in all directions)."""
    shapes = []
    far = canvas.width + HEIGHT
    for i in range(count):
        middle = math.radians(90 + spread * (2 * (i + rng.uniform(0.2, 0.8)) / count - 1))
        half = math.radians(spread / count * rng.uniform(0.2, 0.6))
        angles = (middle - half, middle + half)
        ends = [(spot[0] + far * math.cos(a), spot[1] + far * math.sin(a)) for a in angles]
        shapes.append(np.array([spot, *ends]))
    small = Canvas(Image.new("L", (canvas.image.width // 3, canvas.image.height // 3)), canvas.scale / 3)
    stencil = small.stencil(shapes)
    if stencil is None:
        return
    small.image.paste(255, (stencil.x, stencil.y), stencil.mask)
    y, x = np.mgrid[0 : small.image.height, 0 : small.image.width] / small.scale
    fall = np.clip(1 - np.hypot(x - spot[0], y - spot[1]) / 800, 0, 1) * strength
    mask = Image.fromarray((np.asarray(soften(small.image, 4 * small.scale)) * fall).astype(np.uint8))
    canvas.screen(mask, colour)


def specks(
    rng: random.Random, width: float, top: float, bottom: float, count: int, size: float
) -> list[Shape]:
    """Dots scattered over the whole width, most of them small."""
    shapes = []
    for _ in range(count):
        r = size * (0.25 + 0.75 * rng.random() ** 3)
        x, y, high = rng.uniform(0, width), rng.uniform(top, bottom), r * rng.uniform(1, 1.4)
        shapes.append(ellipse(x, y, r, high, 12))
    return shapes


def haze(canvas: Canvas, rng: random.Random, colour: RGB, strength: float, stretch: float = 2.0) -> None:
    """Drifting mist or smoke: smooth noise, `stretch` times as wide as high, added as light."""
    noise = np.random.Generator(np.random.PCG64(rng.getrandbits(32)))
    size = (max(8, canvas.image.width // 6), max(8, canvas.image.height // 6))
    total = np.zeros((size[1], size[0]), dtype=np.float32)
    for cells, part in ((3, 0.55), (7, 0.3), (15, 0.15)):
        grid = noise.random((max(2, round(cells * stretch)), cells), dtype=np.float32)
        total += part * np.asarray(Image.fromarray(grid).resize(size, Image.Resampling.BICUBIC))
    mask = np.clip((total - 0.42) * 3.2, 0, 1) * 255 * strength
    canvas.screen(Image.fromarray(mask.astype(np.uint8)), colour)
