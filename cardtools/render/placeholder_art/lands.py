"""The backgrounds of Earth, Fire, Nature and Dark."""

import random

import numpy as np

from cardtools.render.placeholder_art import landforms as land
from cardtools.render.placeholder_art.brush import Canvas, ellipse, spline, stroke
from cardtools.render.placeholder_art.palette import Palette, mix
from cardtools.render.placeholder_art.scenery import FOCUS, disc, haze, lay, rays, sky, specks


def earth(canvas: Canvas, p: Palette, rng: random.Random) -> None:
    w = canvas.width
    sky(canvas, p)
    disc(canvas, p, w * rng.uniform(0.42, 0.58), FOCUS - rng.uniform(0, 40), rng.uniform(215, 245))
    haze(canvas, rng, p.light, 0.25, 6)
    crags = rng.random() < 0.5
    for i, base in enumerate((520, 575, 640, 715)):
        t = i / 3
        gap = w * (0.3 + 0.14 * i)
        if crags and i < 3:
            rock = land.ridge(rng, w, base, 95 - 18 * i, 0.6)
        else:
            rock = land.mesas(rng, w, base, 330 - 50 * i, gap)
        colour = mix(mix(p.far, p.horizon, 0.35), p.near, t**0.8)
        lay(canvas, [rock], colour, mix(colour, p.rim, 0.4 - 0.2 * t))
        for k in range(3 if i < 3 else 0):
            line = land.hills(rng, w, base + 14 + 18 * k, 5)[1:-1]
            stratum = np.column_stack([line, np.full(len(line), 1.6)])[::3]
            canvas.fill(stroke(stratum), mix(colour, p.rim, 0.5), 0.16)
        canvas.veil(base - 30, base + 170, mix(p.horizon, colour, 0.4), 0.35 * (1 - t))
    canvas.fill(specks(rng, w, 150, 640, 40, 3.2), p.light, 0.6, 1.2)


def fire(canvas: Canvas, p: Palette, rng: random.Random) -> None:
    w = canvas.width
    sky(canvas, p, 0.62)
    haze(canvas, rng, p.horizon, 0.35, 3)
    disc(canvas, p, w / 2, FOCUS, rng.uniform(210, 240), 0.55)
    (volcano if rng.random() < 0.6 else cavern)(canvas, p, rng)
    for i, base in enumerate((550, 625, 705)):
        colour = mix(p.far, p.near, 0.35 + 0.32 * i)
        lay(canvas, [land.ridge(rng, w, base, 62 - 12 * i, 0.62)], colour, mix(colour, p.rim, 0.7 - 0.25 * i))
        canvas.veil(base, base + 130, p.horizon, 0.36 - 0.15 * i)
    embers = specks(rng, w, 60, 720, 90, 4)
    canvas.fill(embers, p.horizon, 0.9, 4)
    canvas.fill(embers, p.light, 0.9)


def volcano(canvas: Canvas, p: Palette, rng: random.Random) -> None:
    side = rng.choice((0.14, 0.86))
    top, broad = rng.uniform(170, 240), rng.uniform(36, 52)
    x = canvas.width * side
    smoke = []
    for k in range(4):
        smoke += land.cloud(rng, x + rng.uniform(-30, 30), top - 20 - 52 * k, 60 + 34 * k)
    canvas.fill(smoke, mix(p.zenith, p.middle, 0.3), 0.6, 9)
    colour = mix(p.far, p.near, 0.25)
    slope = [(x - 330, 640), (x - 170, 460), (x - broad - 30, top + 60), (x - broad, top), (x - broad, top)]
    slope += [(x - 10, top + 12), (x + broad, top - 4), (x + broad, top - 4), (x + broad + 34, top + 70)]
    slope += [(x + 180, 470), (x + 330, 640), (x + 330, 640), (x - 330, 640)]
    canvas.glow(x, top, 210, p.light, 0.85)
    lay(canvas, [spline(np.array(slope), closed=True)], colour, p.rim)
    lava = []
    for _ in range(3):
        dx, bend, i = rng.uniform(-broad, broad) * 0.7, rng.uniform(-20, 20), np.arange(6)
        line = [x + dx * (1 + i * 0.9) + bend * np.sin(i * 2), top + 8 + i * 72, 5.5 - i * 0.7]
        lava += stroke(spline(np.column_stack(line), closed=False, steps=5))
    canvas.fill(lava, p.horizon, 0.9, 7)
    canvas.fill(lava, p.light)


def cavern(canvas: Canvas, p: Palette, rng: random.Random) -> None:
    """Falls of lava under a roof of hanging rock."""
    w = canvas.width
    for i in range(2):
        colour = mix(p.far, p.near, 0.3 + 0.5 * i)
        for side in (0.12, 0.9) if i == 0 else ():
            x, r = w * side + rng.uniform(-30, 30), rng.uniform(9, 20)
            fall = stroke(np.array([(x + 5 * np.sin(k), 60 + 60 * k, r * (1 + 0.08 * k)) for k in range(10)]))
            canvas.fill(fall, p.horizon, 0.9, 16)
            canvas.fill(fall, mix(p.horizon, p.light, 0.6))
            canvas.fill([np.add(f * (0.4, 1), (x * 0.6, 0)) for f in fall], p.eye, 0.7)
        xs = np.linspace(-20, w + 20, 41)
        drop = (120 - 40 * i) * (np.abs(xs - w / 2) / (w / 2)) ** 1.5
        tips = drop + np.array([(0, rng.uniform(20, 120))[k % 2] for k in range(41)]) * (0.3 + drop / 160)
        roof = np.array([(w + 20, -20), (-20, -20), *zip(xs, tips, strict=True)])
        lay(canvas, [roof], colour, mix(colour, p.rim, 0.4))


def nature(canvas: Canvas, p: Palette, rng: random.Random) -> None:
    w = canvas.width
    sky(canvas, p)
    disc(canvas, p, w * rng.uniform(0.42, 0.58), FOCUS - 10, rng.uniform(205, 240), 0.6)
    rays(canvas, rng, (w * rng.choice((0.2, 0.8)), -100), 8, p.light, 0.4, 50)
    deep = rng.random() < 0.4
    for i, base in enumerate((480, 545, 620)):
        colour = mix(mix(p.far, p.horizon, 0.45 - 0.2 * i), p.near, 0.12 + 0.2 * i)
        if deep:
            wood = land.trunks(rng, w, base, w * (0.42 + 0.16 * i), 9 + 6 * i)
        else:
            wood = land.forest(rng, w, base, 190 + 40 * i, w * (0.4 + 0.1 * i))
        lay(canvas, wood, colour, mix(colour, p.rim, 0.35 - 0.08 * i))
        canvas.veil(base - 40, base + 110, mix(p.horizon, colour, 0.35), 0.5)
    for i, base in enumerate((665, 745)):
        colour = mix(p.far, p.near, 0.6 + 0.3 * i)
        lay(canvas, [land.hills(rng, w, base, 22)], colour, mix(colour, p.rim, 0.45 - 0.2 * i), 3)
    for side in (-1, 1):
        trunk_and_leaves(canvas, p, rng, w / 2 + side * (w / 2 - 4), -side)
    flies = specks(rng, w, 220, 760, 46, 4)
    canvas.fill(flies, p.rim, 0.8, 5)
    canvas.fill(flies, p.eye, 0.95)


def trunk_and_leaves(canvas: Canvas, p: Palette, rng: random.Random, x: float, inward: float) -> None:
    """A nearby tree that frames the picture on one side; its boughs bend inwards over the top."""
    colour = mix(p.near, p.body, 0.5)
    trunk = ((0, 790, 44), (-6, 600, 25), (4, 380, 21), (-8, 100, 20), (0, -30, 20))
    bough = ((0, 300, 13), (46, 150, 9), (150, 62, 3))
    lines = [[(x + inward * dx, y, thick) for dx, y, thick in line] for line in (trunk, bough)]
    shapes = [s for line in lines for s in stroke(spline(np.array(line), closed=False))]
    for _ in range(46):
        a, d = rng.uniform(0, 6.3), rng.random()
        cx, cy = x + inward * d * 190, 30 + 46 * (1 - d) - rng.uniform(0, 40) + 60 * d * (1 - d)
        long = rng.uniform(14, 26)
        outline = [(-long, 0), (-long, 0), (0, -long * 0.42), (long, 0), (long, 0), (0, long * 0.42)]
        leaf = spline(np.array(outline), True, 5)
        turn = np.array([[np.cos(a), np.sin(a)], [-np.sin(a), np.cos(a)]])
        shapes.append(leaf @ turn + (cx, cy))
    lay(canvas, shapes, colour, mix(colour, p.flesh, 0.7))


def dark(canvas: Canvas, p: Palette, rng: random.Random) -> None:
    w = canvas.width
    sky(canvas, p)
    canvas.fill(specks(rng, w, 0, 360, 60, 2), p.light, 0.7, 0.8)
    x, r = w * rng.uniform(0.42, 0.58), rng.uniform(200, 235)
    disc(canvas, p, x, FOCUS - 25, r, 0.7)
    places = ((-0.5, -0.4, 0.2), (0.55, -0.1, 0.14), (0.3, -0.6, 0.1), (-0.65, 0.2, 0.12), (0.5, 0.5, 0.18))
    craters = [ellipse(x + r * a, FOCUS - 25 + r * b, r * c, r * c) for a, b, c in places]
    canvas.fill(craters, mix(p.horizon, p.light, 0.45), 0.45)
    haze(canvas, rng, p.horizon, 0.4, 5)
    town = rng.random() < 0.45
    for i, base in enumerate((540, 610, 690)):
        t = i / 2
        colour = mix(mix(p.far, p.horizon, 0.3), p.near, 0.15 + 0.7 * t)
        shapes = [land.hills(rng, w, base, 24 - 4 * i)]
        if town and i < 2:
            shapes += land.spires(rng, w, base + 20, 330 - 60 * i, w * (0.5 + 0.3 * i))
        for side in (0, 1) if not town or i == 2 else ():
            tx = w * (side + (1 - 2 * side) * rng.uniform(0.0, 0.22 - 0.07 * i))
            shapes += land.bare_tree(rng, tx, base + 30, 90 + (side - 0.5) * 14, 105 + 62 * i, 6 + 5 * i)
        lay(canvas, shapes, colour, mix(colour, p.rim, 0.3 * (1 - t)))
        canvas.veil(base - 20, base + 110, mix(p.horizon, p.middle, 0.3), 0.42 - 0.12 * i)
    half = [(0, -0.35), (0.25, -0.1), (1, -0.5), (1, -0.5), (2, 0), (1, -0.05), (0, 0.4)]
    bat = spline(np.array(half + [(-px, py) for px, py in half[-2:0:-1]]), True, 4)
    for _ in range(5):
        bx, by, s = rng.uniform(60, w - 60), rng.uniform(60, 260), rng.uniform(9, 20)
        canvas.fill([np.add(bat * s, (bx, by))], p.near, 0.85)
