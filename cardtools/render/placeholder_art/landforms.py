"""Shapes of landscape, in units: skylines, trees, clouds, lightning. Nothing here touches an image."""

import math
from collections.abc import Sequence
from itertools import pairwise
from random import Random

import numpy as np

from cardtools.render.placeholder_art.brush import HEIGHT
from cardtools.render.placeholder_art.shapes import Shape, ellipse, spline, stroke
from cardtools.render.scene.scene import Point


def to_the_ground(xs: Sequence[float], ys: Sequence[float]) -> Shape:
    """The area between a skyline and the bottom edge."""
    return np.array([(xs[0], HEIGHT + 20), *zip(xs, ys, strict=True), (xs[-1], HEIGHT + 20)])


def ridge(rng: Random, width: float, base: float, rise: float, rough: float = 0.55) -> Shape:
    """A mountain skyline by midpoint displacement; `rough` below 0.5 gives hills, above it crags."""
    ys = [rng.uniform(-rise, rise) for _ in range(4)]
    step = rise
    for _ in range(6):
        step *= rough
        between = [(a + b) / 2 + rng.uniform(-step, step) for a, b in pairwise(ys)]
        ys = [y for pair in zip(ys, between, strict=False) for y in pair] + ys[-1:]
    return to_the_ground(list(np.linspace(-20, width + 20, len(ys))), [base - y for y in ys])


def hills(rng: Random, width: float, base: float, rise: float, waves: float = 1.5) -> Shape:
    """A soft skyline: three sine waves of unrelated lengths."""
    xs, ys = np.linspace(-20, width + 20, 90), np.full(90, float(base))
    for part, factor in ((1.0, 1.0), (0.45, 2.3), (0.2, 5.1)):
        ys -= rise * part * np.sin(xs / width * waves * factor * 2 * math.pi + rng.uniform(0, 6.3))
    return to_the_ground(list(xs), list(ys))


def mesas(rng: Random, width: float, base: float, rise: float, gap: float) -> Shape:
    """Table mountains on both sides of an opening `gap` wide around the middle."""
    xs, ys, x = [-20.0], [base], -60.0
    while x < width + 20:
        top, broad = rise * rng.uniform(0.45, 1), rng.uniform(70, 170)
        if abs(x + broad / 2 - width / 2) < gap / 2 + broad / 2:
            top *= 0.12
        step = rng.uniform(0.55, 0.8)
        for dx, up in ((0, 0), (16, step), (26, step + 0.02), (34, 1), (broad * 0.6, 1.02), (broad, 0.99),
                       (broad + 8, step), (broad + 16, step - 0.03), (broad + 34, 0)):  # fmt: skip
            xs.append(x + dx)
            ys.append(base - top * up)
        x += broad + rng.uniform(20, 70)
    return to_the_ground(xs, ys)


def breakers(rng: Random, width: float, base: float, rise: float, length: float) -> Shape:
    """A row of waves with pointed crests that lean to one side."""
    points: list[Point] = []
    x = -rng.uniform(0, length) - 20
    while x < width + length:
        long, high = length * rng.uniform(0.8, 1.2), rise * rng.uniform(0.6, 1.1)
        wave = ((0, 0), (0.3, 0.25), (0.55, 1), (0.55, 1), (0.6, 0.45), (0.8, 0.02))
        points += [(x + long * dx, base - high * up) for dx, up in wave]
        x += long
    curve = spline(np.array(points), closed=False, steps=6)
    return to_the_ground(list(curve[:, 0]), list(curve[:, 1]))


def cloud(rng: Random, x: float, y: float, size: float) -> list[Shape]:
    """A cloud that extends `size` to each side of x and rests on y."""
    puffs = [ellipse(x, y - size * 0.06, size, size * 0.1)]
    for _ in range(9):
        dx = rng.uniform(-0.72, 0.72)
        r = size * (0.36 - 0.26 * abs(dx)) * rng.uniform(0.8, 1.15)
        puffs.append(ellipse(x + dx * size, y - size * 0.08 - r * 0.5, r * 1.25, r))
    return puffs


def cloud_bank(rng: Random, width: float, base: float, size: float) -> list[Shape]:
    """A sea of clouds down to the bottom edge."""
    shapes, x = [to_the_ground([-20, width + 20], [base, base])], -size
    while x < width + size:
        r = size * rng.uniform(0.5, 1)
        shapes.append(ellipse(x, base + r * 0.25, r * 1.2, r * 0.9))
        x += r * rng.uniform(0.7, 1.2)
    return shapes


def conifer(rng: Random, x: float, base: float, high: float) -> Shape:
    points: list[Point] = [(x, base - high)]
    tiers = 6
    for i in range(1, tiers + 1):
        wide, y = high * 0.23 * i / tiers * rng.uniform(0.85, 1.1), base - high * (1 - i / tiers)
        points += [(x + wide, y), (x + wide * 0.45, y - high * 0.03)]
    return np.array(points + [(2 * x - px, py) for px, py in reversed(points[1:])])


def forest(rng: Random, width: float, base: float, high: float, gap: float) -> list[Shape]:
    """Conifers on `base`, lower towards an opening `gap` wide around the middle."""
    shapes, x = [to_the_ground([-20, width + 20], [base, base])], -30.0
    while x < width + 30:
        away = min(1.0, abs(x - width / 2) / max(gap, 1.0))
        shapes.append(conifer(rng, x, base + 10, high * (0.3 + 0.7 * away) * rng.uniform(0.7, 1.15)))
        x += high * rng.uniform(0.14, 0.3)
    return shapes


def trunks(rng: Random, width: float, base: float, gap: float, thick: float) -> list[Shape]:
    """Tall trunks whose crowns are out of sight, on both sides of an opening `gap` wide."""
    shapes = [hills(rng, width, base, 8)]
    for side in (-1, 1):
        x = width / 2 + side * gap / 2
        while -thick < x < width + thick:
            t, lean = thick * rng.uniform(0.6, 1.1), rng.uniform(-14, 14)
            line = [(x, base + 30, t * 2), (x, base - 60, t * 1.1)]
            line += [(x + lean, base * 0.5, t * 0.9), (x, -30, t)]
            twig = [(x + lean, base * 0.5, t * 0.5), (x + lean + side * 40, base * 0.36, t * 0.1)]
            shapes += stroke(spline(np.array(line), closed=False)) + stroke(np.array(twig))
            x += side * thick * rng.uniform(3, 6)
    return shapes


def spires(rng: Random, width: float, base: float, rise: float, gap: float) -> list[Shape]:
    """A town of pointed towers, lower in an opening `gap` wide."""
    shapes, x = [to_the_ground([-20, width + 20], [base, base])], -20.0
    while x < width + 20:
        w = rng.uniform(18, 40)
        away = min(1.0, abs(x - width / 2) / (gap * 0.75)) ** 2
        top = base - rise * (0.12 + 0.88 * away) * rng.uniform(0.5, 1)
        roof = [(x - w * 0.65, top), (x, top - w * rng.uniform(1.6, 3)), (x + w * 0.65, top)]
        body = [(x + w * 0.5, top), (x + w * 0.5, base + 9), (x - w * 0.5, base + 9), (x - w * 0.5, top)]
        shapes.append(np.array(roof + body))
        x += w * rng.uniform(0.8, 1.7)
    return shapes


def bare_tree(rng: Random, x: float, y: float, angle: float, length: float, thick: float) -> list[Shape]:
    """A tree without leaves that grows from (x, y) towards `angle` (degrees, 90 is up)."""
    bend = rng.uniform(-16, 16)
    points, px, py = [(x, y, thick)], x, y
    for i in range(1, 4):
        a = math.radians(angle + bend * i / 2)
        px, py = px + math.cos(a) * length / 3, py - math.sin(a) * length / 3
        points.append((px, py, thick * (1 - 0.14 * i)))
    shapes = stroke(spline(np.array(points), closed=False, steps=3))
    if thick > 1.1:
        for turn in (rng.uniform(18, 46), -rng.uniform(18, 46)):
            shorter = length * rng.uniform(0.6, 0.85)
            shapes += bare_tree(rng, px, py, angle + bend + turn, shorter, thick * 0.58)
    return shapes


def lightning(rng: Random, x: float, y: float, end: float, thick: float) -> list[Shape]:
    """A bolt from (x, y) down to the height `end`, with thinner bolts branching off."""
    points, side = [(x, y, thick)], []
    drift = rng.uniform(-0.35, 0.35)
    while y < end:
        step = rng.uniform(16, 46)
        y, x = y + step, x + step * drift + rng.uniform(-22, 22)
        points.append((x, y, thick * max(0.25, 1 - 0.5 * y / end)))
        if thick > 1.4 and rng.random() < 0.3:
            side += lightning(rng, x, y, min(end, y + rng.uniform(60, 190)), thick * 0.45)
    return stroke(np.array(points)) + side


def island(rng: Random, x: float, y: float, size: float) -> Shape:
    """A floating rock with a flat top at y."""
    top = ((-1, 0), (-1, 0), (-0.3, -0.12), (0.4, -0.08), (1, 0), (1, 0))
    foot = ((0.7, 0.3), (0.45, 0.42), (0.3, 0.8), (0.05, 1.25), (-0.2, 0.75), (-0.4, 0.6), (-0.7, 0.3))
    points: list[Point] = [(x + dx * size, y + dy * size) for dx, dy in top]
    for dx, dy in foot:
        points += [(x + dx * size, y + dy * size * rng.uniform(0.85, 1.2))] * 2
    return spline(np.array(points), closed=True, steps=4)
