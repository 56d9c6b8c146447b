"""The backgrounds of Water, Air, Electric and Light."""

import random

import numpy as np

from cardtools.render.placeholder_art import landforms as land
from cardtools.render.placeholder_art.brush import HEIGHT, Canvas, Shape, ellipse, ring, spline, stroke
from cardtools.render.placeholder_art.palette import Palette, mix
from cardtools.render.placeholder_art.scenery import FOCUS, disc, haze, lay, rays, sky, specks


def water(canvas: Canvas, p: Palette, rng: random.Random) -> None:
    if rng.random() < 0.45:
        depths(canvas, p, rng)
        return
    w = canvas.width
    sky(canvas, p, 0.6)
    canvas.fill(specks(rng, w, 0, 320, 50, 2.2), p.light, 0.8, 0.8)
    disc(canvas, p, w * rng.uniform(0.42, 0.58), FOCUS - 30, rng.uniform(205, 240))
    haze(canvas, rng, p.light, 0.2, 8)
    for i, base in enumerate((520, 560, 610, 670, 745)):
        t = i / 4
        colour = mix(mix(p.far, p.horizon, 0.2), p.near, t**0.85)
        crest = land.breakers(rng, w, base, 26 + 17 * i * (1 - 0.5 * t), 110 + 50 * i)
        lay(canvas, [crest], colour, mix(colour, p.rim, 0.75 - 0.4 * t), 3)
        inner = np.add(crest[1:-1], (6, 15 + 5 * i))
        line = stroke(np.column_stack([inner, np.full(len(inner), 1.3)]))
        canvas.fill(line, mix(colour, p.rim, 0.5), 0.28 * (1 - t))
    canvas.glow(w / 2, 600, 260, p.light, 0.25)


def depths(canvas: Canvas, p: Palette, rng: random.Random) -> None:
    w = canvas.width
    canvas.gradient([(0, p.horizon), (0.25, mix(p.horizon, p.middle, 0.6)), (0.6, p.middle), (1, p.zenith)])
    canvas.glow(w / 2, FOCUS, 420, p.light, 0.5)
    rays(canvas, rng, (w * rng.uniform(0.35, 0.65), -120), 9, p.light, 0.6, 42)
    haze(canvas, rng, p.horizon, 0.3, 2)
    for i, base in enumerate((600, 665, 740)):
        colour = mix(mix(p.far, p.middle, 0.3), p.near, 0.3 + 0.35 * i)
        rocks = [land.ridge(rng, w, base, 50, 0.55)]
        for side in (0, 1):
            for _ in range(5):
                x = w * (side + (1 - 2 * side) * rng.uniform(-0.02, 0.2 - 0.04 * i))
                rocks += weed(rng, x, base + 30, rng.uniform(120, 330 - 50 * i))
        lay(canvas, rocks, colour, mix(colour, p.rim, 0.35))
    for x in (0.12, 0.86):
        radii = (9, 6, 4, 4, 3, 7)
        bubbles = [ellipse(w * x + rng.uniform(-50, 50), rng.uniform(90, 560), r, r) for r in radii]
        canvas.fill(bubbles, p.light, 0.3)
        canvas.fill([np.add(b, (0.8, 1.2)) for b in bubbles], p.middle, 0.25)


def weed(rng: random.Random, x: float, base: float, high: float) -> list[Shape]:
    sway, i = rng.uniform(8, 22), np.arange(7)
    line = [x + sway * np.sin(i * 1.1 + x), base - high * i / 6, (high / 30) * (1 - i / 6) + 0.4]
    return stroke(spline(np.column_stack(line), closed=False, steps=5))


def air(canvas: Canvas, p: Palette, rng: random.Random) -> None:
    w = canvas.width
    sky(canvas, p)
    disc(canvas, p, w * rng.uniform(0.4, 0.6), FOCUS, rng.uniform(200, 240), 0.6)
    haze(canvas, rng, p.light, 0.35, 5)
    for x, y, size in ((0.1, 0.2, 130.0), (0.92, 0.3, 150.0), (0.05, 0.5, 170.0), (0.95, 0.56, 150.0)):
        shapes = land.cloud(rng, w * x + rng.uniform(-30, 30), HEIGHT * y + rng.uniform(-30, 30), size)
        lay(canvas, shapes, mix(p.middle, p.light, 0.45 + 0.3 * y), p.light, 3)
    for x in rng.sample((0.1, 0.2, 0.82, 0.92), 2):
        y, size = rng.uniform(150, 430), rng.uniform(62, 96)
        colour = mix(p.near, p.far, 0.45)
        lay(canvas, [land.island(rng, w * x, y, size)], colour, p.rim, 4)
        sizes = ((-0.5, 0.6), (-0.15, 0.85), (0.4, 0.7))
        trees = [land.conifer(rng, w * x + size * dx, y + 2, size * high) for dx, high in sizes]
        canvas.fill(trees, mix(p.near, p.body, 0.4))
    for _ in range(7):
        x, y, long = rng.uniform(-60, w), rng.uniform(60, 560), rng.uniform(120, 330)
        line = ((0, 0, 0.4), (0.4, -14, 1.8), (0.8, 6, 1.4), (1, -4, 0.4))
        wind = spline(np.array([(x + long * dx, y + dy, thick) for dx, dy, thick in line]), closed=False)
        canvas.fill(stroke(wind), p.light, 0.5)
    for i, base in enumerate((560, 625, 700, 785)):
        colour = mix(mix(p.far, p.light, 0.5), p.near, 0.12 + 0.22 * i)
        bank = land.cloud_bank(rng, w, base, 88 - 8 * i)
        lay(canvas, bank, colour, mix(colour, p.light, 0.75 - 0.18 * i), 4)
        canvas.veil(base + 10, base + 140, mix(p.horizon, p.near, 0.22 * i), 0.4)


def electric(canvas: Canvas, p: Palette, rng: random.Random) -> None:
    w = canvas.width
    sky(canvas, p)
    canvas.glow(w / 2, FOCUS, 430, p.light, 0.85)
    canvas.fill([ellipse(w / 2, FOCUS, 225, 225, 90)], p.light, 0.16)
    haze(canvas, rng, p.light, 0.35, 3)
    for i, (y, size) in enumerate(((190, 120), (110, 150), (35, 170))):
        bank = [s * (1, -1) + (0, y) for s in land.cloud_bank(rng, w, 0, size * 0.6)]
        colour = mix(p.middle, p.zenith, 0.35 + 0.3 * i)
        canvas.fill([np.add(s, (0, 5)) for s in bank], mix(colour, p.light, 0.25), 0.9)
        canvas.fill(bank, colour)
    for x in rng.sample((0.1, 0.22, 0.8, 0.92), 3):
        bolt = land.lightning(rng, w * x, rng.uniform(60, 140), rng.uniform(520, 590), rng.uniform(2, 3.4))
        canvas.fill(bolt, p.light, 0.75, 12)
        canvas.fill(bolt, p.rim, 0.9, 3)
        canvas.fill(bolt, p.eye)
    for i, base in enumerate((550, 620, 705)):
        colour = mix(p.far, p.near, 0.2 + 0.38 * i)
        ridge = land.ridge(rng, w, base, 66 - 14 * i, 0.63)
        lay(canvas, [ridge], colour, mix(colour, p.light, 0.5 - 0.18 * i))
        canvas.veil(base, base + 140, p.horizon, 0.32 - 0.14 * i)
    drop = np.array([(0, 0), (1.4, 0), (-9, 48)])
    rain = [np.add(drop, (rng.uniform(0, w), rng.uniform(-20, 640))) for _ in range(60)]
    canvas.fill(rain, p.light, 0.22)


def light(canvas: Canvas, p: Palette, rng: random.Random) -> None:
    w = canvas.width
    sky(canvas, p)
    x = w / 2
    rays(canvas, rng, (x, FOCUS - 40), 22, p.light, 0.85, 180)
    disc(canvas, p, x, FOCUS - 20, rng.uniform(200, 225), 0.8)
    for r in (262, 275, 318):
        canvas.fill(ring(x, FOCUS - 20, r, 2.0 if r != 275 else 0.9), p.light, 0.6)
    city = rng.random() < 0.4
    if city:
        colour = mix(p.horizon, p.far, 0.55)
        lay(canvas, land.spires(rng, w, 600, 330, w * 0.75), colour, p.light, 3)
    for x0, scale in () if city else ((0.06, 1.0), (0.2, 0.72), (0.94, 1.0), (0.8, 0.72)):
        column(canvas, p, w * x0, 250 + 150 * (1 - scale) + rng.uniform(-30, 30), 34 * scale, scale)
    for i, base in enumerate((575, 635, 705, 790)):
        colour = mix(mix(p.horizon, p.far, 0.3 + 0.25 * i), p.near, 0.19 * i)
        lay(canvas, land.cloud_bank(rng, w, base, 80 - 6 * i), colour, mix(colour, p.light, 0.8 - 0.2 * i), 4)
        canvas.veil(base + 10, base + 140, mix(p.horizon, p.far, 0.22 * i), 0.4)
    canvas.fill(specks(rng, w, 60, 640, 60, 4), p.light, 0.9, 1.4)


def column(canvas: Canvas, p: Palette, x: float, top: float, r: float, depth: float) -> None:
    """A fluted column that ends in the clouds; `depth` 0..1 says how near it stands."""
    colour = mix(p.horizon, mix(p.far, p.near, 0.55 * depth), 0.85 * depth)
    shaft = np.array([(x - r * 0.86, top), (x + r * 0.86, top), (x + r, 720), (x - r, 720)])
    caps = [np.array([(x - r * k, y), (x + r * k, y), (x + r * k, y + h), (x - r * k, y + h)])
            for k, y, h in ((1.5, top - 34, 14), (1.25, top - 20, 10), (1.05, top - 10, 12))]  # fmt: skip
    lay(canvas, [shaft, *caps], colour, mix(colour, p.light, 0.8), 3)
    flute = np.array([(0, top + 8), (r * 0.14, top + 8), (r * 0.16, 720), (0, 720)])
    flutes = [np.add(flute, (x + r * k, 0)) for k in (-0.6, -0.2, 0.2, 0.55)]
    canvas.fill(flutes, mix(colour, p.near, 0.5), 0.35)
