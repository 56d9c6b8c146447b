"""The magic circle and landscape behind the object of a spell."""

import math
from random import Random

import numpy as np

from cardtools.render.placeholder_art import landforms as land
from cardtools.render.placeholder_art.brush import Canvas, Palette, mix
from cardtools.render.placeholder_art.shapes import Shape, ellipse, ring, specks, stroke, turn

RUNES = (
    "0,0 0,9 4,5 0,3", "0,0 4,4 0,9 4,9", "0,9 2,0 4,9 1,5",
    "0,0 0,9 0,4 4,0", "4,0 0,3 4,6 0,9", "2,0 2,9 0,6 4,6",
)  # fmt: skip


def star(x: float, y: float, r: float, corners: int, skip: int, first: float, thick: float) -> list[Shape]:
    """The star polygon that joins every `skip`-th of `corners` points on a circle."""
    shapes: list[Shape] = []
    for i in range(corners):
        angles = [math.radians(first + 360 * k / corners) for k in (i, i + skip)]
        shapes += stroke(np.array([(x + r * math.sin(a), y - r * math.cos(a), thick) for a in angles]))
    return shapes


def runes(rng: Random, x: float, y: float, r: float, count: int) -> list[Shape]:
    """Letters of no alphabet along a circle."""
    shapes: list[Shape] = []
    for i in range(count):
        a = 2 * math.pi * (i + 0.5) / count
        strokes = [[float(n) for n in word.split(",")] for word in rng.choice(RUNES).split()]
        points = (np.array(strokes) - (2, 4.5)) * 1.5 @ turn(a) + (x + r * math.sin(a), y - r * math.cos(a))
        shapes += stroke(np.column_stack([points, np.full(len(points), 0.95)]))
    return shapes


def ground(rng: Random, affinity: str, width: float, base: float) -> list[Shape]:
    if affinity == "water":
        return [land.breakers(rng, width, base, 24, 150)]
    if affinity in ("air", "light"):
        return land.cloud_bank(rng, width, base, 60)
    if affinity == "nature":
        return land.forest(rng, width, base, 90, width * 0.5)
    if affinity in ("fire", "electric"):
        return [land.ridge(rng, width, base, 34, 0.62)]
    if affinity == "earth":
        return [land.mesas(rng, width, base + 10, 70, width * 0.4)]
    return [land.hills(rng, width, base, 20, 0.8)]


def paint_field(canvas: Canvas, p: Palette, affinity: str, rank: int, rng: Random, y: float) -> None:
    """A landscape that suits the affinity, and a magic circle around (middle, y), richer by rank."""
    w = canvas.width
    x = w / 2
    dusk, night = mix(p.zenith, p.near, 0.3), mix(p.middle, p.near, 0.5)
    canvas.gradient([(0, dusk), (0.4, p.middle), (0.7, night), (1, p.near)])
    canvas.glow(x, y, 470, p.horizon, 0.75)
    canvas.haze(rng, p.horizon, 0.45, 1.2)
    canvas.rays(rng, (x, y), 18 + 4 * rank, p.light, 0.4, 180)
    canvas.glow(x, y, 280, p.light, 0.6)
    lines = ring(x, y, 292, 1.6) + ring(x, y, 252, 1.1) + runes(rng, x, y, 272, 26 + 4 * rank)
    corners, skip = rng.choice(((6, 2), (8, 3), (7, 2), (5, 2), (9, 4), (8, 2)))
    first = rng.choice((0.0, 180.0 / corners))
    lines += star(x, y, 252, corners, skip, first, 1.0) + ring(x, y, 190, 0.8)
    for i in range(corners):
        a = math.radians(first + 360 * i / corners)
        cx, cy = x + 252 * math.sin(a), y - 252 * math.cos(a)
        lines += [*ring(cx, cy, 15, 1.2), ellipse(cx, cy, 5, 5)]
    if rank > 1:
        lines += ring(x, y, 304, 0.7) + star(x, y, 190, corners * 2, 2, 0, 0.6)
    if rank > 2:
        lines += ring(x, y, 330, 1.4) + ring(x, y, 317, 0.5)
    canvas.fill(lines, p.rim, 0.55, 5)
    canvas.fill(lines, mix(p.rim, p.light, 0.4), 0.6)
    for i, base in enumerate((640, 700, 775)):
        colour = mix(mix(p.middle, p.far, 0.4), p.near, 0.45 + 0.25 * i)
        canvas.lay(ground(rng, affinity, w, base), colour, mix(colour, p.rim, 0.5 - 0.16 * i), 2.5)
        canvas.veil(base, base + 120, mix(p.middle, p.near, 0.4), 0.4)
    motes = specks(rng, w, 40, 720, 50 + 12 * rank, 4)
    canvas.fill(motes, p.rim, 0.8, 4)
    canvas.fill(motes, p.eye, 0.9)
