"""Backgrounds, one painter a type: light where the subject stands, calm ground below for text panels."""

from random import Random

import numpy as np

from cardtools.render.placeholder_art import landforms as land
from cardtools.render.placeholder_art.brush import FOCUS, HEIGHT, Canvas, Palette, mix
from cardtools.render.placeholder_art.shapes import Shape, ellipse, ring, specks, spline, stroke, turn


def earth(canvas: Canvas, p: Palette, rng: Random) -> None:
    w = canvas.width
    canvas.sky(p)
    canvas.disc(p, w * rng.uniform(0.42, 0.58), FOCUS - rng.uniform(0, 40), rng.uniform(215, 245))
    canvas.haze(rng, p.light, 0.25, 6)
    crags = rng.random() < 0.5
    for i, base in enumerate((520, 575, 640, 715)):
        t, gap = i / 3, w * (0.3 + 0.14 * i)
        if crags and i < 3:
            rock = land.ridge(rng, w, base, 95 - 18 * i, 0.6)
        else:
            rock = land.mesas(rng, w, base, 330 - 50 * i, gap)
        colour = mix(mix(p.far, p.horizon, 0.35), p.near, t**0.8)
        canvas.lay([rock], colour, mix(colour, p.rim, 0.4 - 0.2 * t))
        for k in range(3 if i < 3 else 0):
            line = land.hills(rng, w, base + 14 + 18 * k, 5)[1:-1]
            stratum = np.column_stack([line, np.full(len(line), 1.6)])[::3]
            canvas.fill(stroke(stratum), mix(colour, p.rim, 0.5), 0.16)
        canvas.veil(base - 30, base + 170, mix(p.horizon, colour, 0.4), 0.35 * (1 - t))
    canvas.fill(specks(rng, w, 150, 640, 40, 3.2), p.light, 0.6, 1.2)


def fire(canvas: Canvas, p: Palette, rng: Random) -> None:
    w = canvas.width
    canvas.sky(p, 0.62)
    canvas.haze(rng, p.horizon, 0.35, 3)
    canvas.disc(p, w / 2, FOCUS, rng.uniform(210, 240), 0.55)
    (volcano if rng.random() < 0.6 else cavern)(canvas, p, rng)
    for i, base in enumerate((550, 625, 705)):
        colour = mix(p.far, p.near, 0.35 + 0.32 * i)
        canvas.lay([land.ridge(rng, w, base, 62 - 12 * i, 0.62)], colour, mix(colour, p.rim, 0.7 - 0.25 * i))
        canvas.veil(base, base + 130, p.horizon, 0.36 - 0.15 * i)
    embers = specks(rng, w, 60, 720, 90, 4)
    canvas.fill(embers, p.horizon, 0.9, 4)
    canvas.fill(embers, p.light, 0.9)


def volcano(canvas: Canvas, p: Palette, rng: Random) -> None:
    side = rng.choice((0.14, 0.86))
    top, broad = rng.uniform(170, 240), rng.uniform(36, 52)
    x = canvas.width * side
    smoke = []
    for k in range(4):
        smoke += land.cloud(rng, x + rng.uniform(-30, 30), top - 20 - 52 * k, 60 + 34 * k)
    canvas.fill(smoke, mix(p.zenith, p.middle, 0.3), 0.6, 9)
    slope = [(x - 330, 640), (x - 170, 460), (x - broad - 30, top + 60), (x - broad, top), (x - broad, top)]
    slope += [(x - 10, top + 12), (x + broad, top - 4), (x + broad, top - 4), (x + broad + 34, top + 70)]
    slope += [(x + 180, 470), (x + 330, 640), (x + 330, 640), (x - 330, 640)]
    canvas.glow(x, top, 210, p.light, 0.85)
    canvas.lay([spline(np.array(slope), closed=True)], mix(p.far, p.near, 0.25), p.rim)
    lava = []
    for _ in range(3):
        dx, bend, i = rng.uniform(-broad, broad) * 0.7, rng.uniform(-20, 20), np.arange(6)
        line = [x + dx * (1 + i * 0.9) + bend * np.sin(i * 2), top + 8 + i * 72, 5.5 - i * 0.7]
        lava += stroke(spline(np.column_stack(line), closed=False, steps=5))
    canvas.fill(lava, p.horizon, 0.9, 7)
    canvas.fill(lava, p.light)


def cavern(canvas: Canvas, p: Palette, rng: Random) -> None:
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
        canvas.lay([roof], colour, mix(colour, p.rim, 0.4))


def nature(canvas: Canvas, p: Palette, rng: Random) -> None:
    w = canvas.width
    canvas.sky(p)
    canvas.disc(p, w * rng.uniform(0.42, 0.58), FOCUS - 10, rng.uniform(205, 240), 0.6)
    canvas.rays(rng, (w * rng.choice((0.2, 0.8)), -100), 8, p.light, 0.4, 50)
    deep = rng.random() < 0.4
    for i, base in enumerate((480, 545, 620)):
        colour = mix(mix(p.far, p.horizon, 0.45 - 0.2 * i), p.near, 0.12 + 0.2 * i)
        if deep:
            wood = land.trunks(rng, w, base, w * (0.42 + 0.16 * i), 9 + 6 * i)
        else:
            wood = land.forest(rng, w, base, 190 + 40 * i, w * (0.4 + 0.1 * i))
        canvas.lay(wood, colour, mix(colour, p.rim, 0.35 - 0.08 * i))
        canvas.veil(base - 40, base + 110, mix(p.horizon, colour, 0.35), 0.5)
    for i, base in enumerate((665, 745)):
        colour = mix(p.far, p.near, 0.6 + 0.3 * i)
        canvas.lay([land.hills(rng, w, base, 22)], colour, mix(colour, p.rim, 0.45 - 0.2 * i), 3)
    for side in (-1, 1):
        trunk_and_leaves(canvas, p, rng, w / 2 + side * (w / 2 - 4), -side)
    flies = specks(rng, w, 220, 760, 46, 4)
    canvas.fill(flies, p.rim, 0.8, 5)
    canvas.fill(flies, p.eye, 0.95)


def trunk_and_leaves(canvas: Canvas, p: Palette, rng: Random, x: float, inward: float) -> None:
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
        shapes.append(spline(np.array(outline), True, 5) @ turn(a) + (cx, cy))
    canvas.lay(shapes, colour, mix(colour, p.flesh, 0.7))


def dark(canvas: Canvas, p: Palette, rng: Random) -> None:
    w = canvas.width
    canvas.sky(p)
    canvas.fill(specks(rng, w, 0, 360, 60, 2), p.light, 0.7, 0.8)
    x, r = w * rng.uniform(0.42, 0.58), rng.uniform(200, 235)
    canvas.disc(p, x, FOCUS - 25, r, 0.7)
    places = ((-0.5, -0.4, 0.2), (0.55, -0.1, 0.14), (0.3, -0.6, 0.1), (-0.65, 0.2, 0.12), (0.5, 0.5, 0.18))
    craters = [ellipse(x + r * a, FOCUS - 25 + r * b, r * c, r * c) for a, b, c in places]
    canvas.fill(craters, mix(p.horizon, p.light, 0.45), 0.45)
    canvas.haze(rng, p.horizon, 0.4, 5)
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
        canvas.lay(shapes, colour, mix(colour, p.rim, 0.3 * (1 - t)))
        canvas.veil(base - 20, base + 110, mix(p.horizon, p.middle, 0.3), 0.42 - 0.12 * i)
    half = [(0, -0.35), (0.25, -0.1), (1, -0.5), (1, -0.5), (2, 0), (1, -0.05), (0, 0.4)]
    bat = spline(np.array(half + [(-px, py) for px, py in half[-2:0:-1]]), True, 4)
    for _ in range(5):
        bx, by, s = rng.uniform(60, w - 60), rng.uniform(60, 260), rng.uniform(9, 20)
        canvas.fill([np.add(bat * s, (bx, by))], p.near, 0.85)


def water(canvas: Canvas, p: Palette, rng: Random) -> None:
    if rng.random() < 0.45:
        depths(canvas, p, rng)
        return
    w = canvas.width
    canvas.sky(p, 0.6)
    canvas.fill(specks(rng, w, 0, 320, 50, 2.2), p.light, 0.8, 0.8)
    canvas.disc(p, w * rng.uniform(0.42, 0.58), FOCUS - 30, rng.uniform(205, 240))
    canvas.haze(rng, p.light, 0.2, 8)
    for i, base in enumerate((520, 560, 610, 670, 745)):
        t = i / 4
        colour = mix(mix(p.far, p.horizon, 0.2), p.near, t**0.85)
        crest = land.breakers(rng, w, base, 26 + 17 * i * (1 - 0.5 * t), 110 + 50 * i)
        canvas.lay([crest], colour, mix(colour, p.rim, 0.75 - 0.4 * t), 3)
        inner = np.add(crest[1:-1], (6, 15 + 5 * i))
        line = stroke(np.column_stack([inner, np.full(len(inner), 1.3)]))
        canvas.fill(line, mix(colour, p.rim, 0.5), 0.28 * (1 - t))
    canvas.glow(w / 2, 600, 260, p.light, 0.25)


def depths(canvas: Canvas, p: Palette, rng: Random) -> None:
    w = canvas.width
    canvas.gradient([(0, p.horizon), (0.25, mix(p.horizon, p.middle, 0.6)), (0.6, p.middle), (1, p.zenith)])
    canvas.glow(w / 2, FOCUS, 420, p.light, 0.5)
    canvas.rays(rng, (w * rng.uniform(0.35, 0.65), -120), 9, p.light, 0.6, 42)
    canvas.haze(rng, p.horizon, 0.3, 2)
    for i, base in enumerate((600, 665, 740)):
        colour = mix(mix(p.far, p.middle, 0.3), p.near, 0.3 + 0.35 * i)
        rocks = [land.ridge(rng, w, base, 50, 0.55)]
        for side in (0, 1):
            for _ in range(5):
                x = w * (side + (1 - 2 * side) * rng.uniform(-0.02, 0.2 - 0.04 * i))
                rocks += weed(rng, x, base + 30, rng.uniform(120, 330 - 50 * i))
        canvas.lay(rocks, colour, mix(colour, p.rim, 0.35))
    for x in (0.12, 0.86):
        radii = (9, 6, 4, 4, 3, 7)
        bubbles = [ellipse(w * x + rng.uniform(-50, 50), rng.uniform(90, 560), r, r) for r in radii]
        canvas.fill(bubbles, p.light, 0.3)
        canvas.fill([np.add(b, (0.8, 1.2)) for b in bubbles], p.middle, 0.25)


def weed(rng: Random, x: float, base: float, high: float) -> list[Shape]:
    sway, i = rng.uniform(8, 22), np.arange(7)
    line = [x + sway * np.sin(i * 1.1 + x), base - high * i / 6, (high / 30) * (1 - i / 6) + 0.4]
    return stroke(spline(np.column_stack(line), closed=False, steps=5))


def air(canvas: Canvas, p: Palette, rng: Random) -> None:
    w = canvas.width
    canvas.sky(p)
    canvas.disc(p, w * rng.uniform(0.4, 0.6), FOCUS, rng.uniform(200, 240), 0.6)
    canvas.haze(rng, p.light, 0.35, 5)
    for x, y, size in ((0.1, 0.2, 130.0), (0.92, 0.3, 150.0), (0.05, 0.5, 170.0), (0.95, 0.56, 150.0)):
        shapes = land.cloud(rng, w * x + rng.uniform(-30, 30), HEIGHT * y + rng.uniform(-30, 30), size)
        canvas.lay(shapes, mix(p.middle, p.light, 0.45 + 0.3 * y), p.light, 3)
    for x in rng.sample((0.1, 0.2, 0.82, 0.92), 2):
        y, size = rng.uniform(150, 430), rng.uniform(62, 96)
        canvas.lay([land.island(rng, w * x, y, size)], mix(p.near, p.far, 0.45), p.rim, 4)
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
        canvas.lay(bank, colour, mix(colour, p.light, 0.75 - 0.18 * i), 4)
        canvas.veil(base + 10, base + 140, mix(p.horizon, p.near, 0.22 * i), 0.4)


def electric(canvas: Canvas, p: Palette, rng: Random) -> None:
    w = canvas.width
    canvas.sky(p)
    canvas.glow(w / 2, FOCUS, 430, p.light, 0.85)
    canvas.fill([ellipse(w / 2, FOCUS, 225, 225, 90)], p.light, 0.16)
    canvas.haze(rng, p.light, 0.35, 3)
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
        canvas.lay([ridge], colour, mix(colour, p.light, 0.5 - 0.18 * i))
        canvas.veil(base, base + 140, p.horizon, 0.32 - 0.14 * i)
    drop = np.array([(0, 0), (1.4, 0), (-9, 48)])
    canvas.fill([np.add(drop, (rng.uniform(0, w), rng.uniform(-20, 640))) for _ in range(60)], p.light, 0.22)


def light(canvas: Canvas, p: Palette, rng: Random) -> None:
    w = canvas.width
    canvas.sky(p)
    x = w / 2
    canvas.rays(rng, (x, FOCUS - 40), 22, p.light, 0.85, 180)
    canvas.disc(p, x, FOCUS - 20, rng.uniform(200, 225), 0.8)
    for r in (262, 275, 318):
        canvas.fill(ring(x, FOCUS - 20, r, 2.0 if r != 275 else 0.9), p.light, 0.6)
    if rng.random() < 0.4:
        canvas.lay(land.spires(rng, w, 600, 330, w * 0.75), mix(p.horizon, p.far, 0.55), p.light, 3)
    else:
        for at, scale in ((0.06, 1.0), (0.2, 0.72), (0.94, 1.0), (0.8, 0.72)):
            column(canvas, p, w * at, 250 + 150 * (1 - scale) + rng.uniform(-30, 30), 34 * scale, scale)
    for i, base in enumerate((575, 635, 705, 790)):
        colour = mix(mix(p.horizon, p.far, 0.3 + 0.25 * i), p.near, 0.19 * i)
        canvas.lay(land.cloud_bank(rng, w, base, 80 - 6 * i), colour, mix(colour, p.light, 0.8 - 0.2 * i), 4)
        canvas.veil(base + 10, base + 140, mix(p.horizon, p.far, 0.22 * i), 0.4)
    canvas.fill(specks(rng, w, 60, 640, 60, 4), p.light, 0.9, 1.4)


def column(canvas: Canvas, p: Palette, x: float, top: float, r: float, depth: float) -> None:
    """A fluted column that ends in the clouds; `depth` 0..1 says how near it stands."""
    colour = mix(p.horizon, mix(p.far, p.near, 0.55 * depth), 0.85 * depth)
    shaft = np.array([(x - r * 0.86, top), (x + r * 0.86, top), (x + r, 720), (x - r, 720)])
    caps = [np.array([(x - r * k, y), (x + r * k, y), (x + r * k, y + h), (x - r * k, y + h)])
            for k, y, h in ((1.5, top - 34, 14), (1.25, top - 20, 10), (1.05, top - 10, 12))]  # fmt: skip
    canvas.lay([shaft, *caps], colour, mix(colour, p.light, 0.8), 3)
    flute = np.array([(0, top + 8), (r * 0.14, top + 8), (r * 0.16, 720), (0, 720)])
    flutes = [np.add(flute, (x + r * k, 0)) for k in (-0.6, -0.2, 0.2, 0.55)]
    canvas.fill(flutes, mix(colour, p.near, 0.5), 0.35)


def unknown(canvas: Canvas, p: Palette, rng: Random) -> None:
    """Dusk over hills, for types without a background of their own."""
    w = canvas.width
    canvas.sky(p)
    canvas.disc(p, w / 2, FOCUS, rng.uniform(205, 240), 0.65)
    canvas.haze(rng, p.light, 0.3, 4)
    for i, base in enumerate((530, 595, 665, 740)):
        colour = mix(p.far, p.near, i / 3)
        shape = land.ridge(rng, w, base, 70 - 10 * i, 0.55) if i < 2 else land.hills(rng, w, base, 24)
        canvas.lay([shape], colour, mix(colour, p.rim, 0.5 - 0.1 * i))
        canvas.veil(base, base + 120, p.horizon, 0.35 - 0.09 * i)
    canvas.fill(specks(rng, w, 80, 640, 50, 3.4), p.light, 0.8, 1.6)


PAINTERS = {one.__name__: one for one in (earth, water, fire, air, electric, light, nature, dark)}
