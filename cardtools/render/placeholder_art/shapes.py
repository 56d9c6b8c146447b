"""Smooth outlines as rows of points, in units: curves, lines, ellipses, dots."""

import math
from random import Random

import numpy as np
from numpy.typing import NDArray

Shape = NDArray[np.float64]  # n x 2, units


def spline(points: NDArray[np.float64], closed: bool, steps: int = 8) -> NDArray[np.float64]:
    """A Catmull-Rom curve through the rows of `points`; a repeated row is a corner."""
    ends = (points[-1:], points[:2]) if closed else (points[:1], points[-1:])
    p = np.vstack([ends[0], points, ends[1]])
    t = np.linspace(0, 1, steps, endpoint=False)[None, :, None]
    a, b, c, d = (p[i : len(p) - 3 + i, None, :] for i in range(4))
    curve = b + 0.5 * t * (c - a + t * (2 * a - 5 * b + 4 * c - d + t * (3 * (b - c) + d - a)))
    corner = (b == c).all(axis=2)[:, 0]
    curve[corner] = b[corner]  # else the curve would loop from a corner to itself
    flat = curve.reshape(-1, points.shape[1])
    return flat if closed else np.vstack([flat, points[-1:]])


def ellipse(x: float, y: float, rx: float, ry: float, sides: int = 40) -> Shape:
    a = np.arange(sides) * (2 * np.pi / sides)
    return np.stack([x + rx * np.cos(a), y + ry * np.sin(a)], axis=1)


def turn(angle: float) -> NDArray[np.float64]:
    """The matrix that turns rows of points clockwise, in radians."""
    c, s = math.cos(angle), math.sin(angle)
    return np.array([[c, s], [-s, c]])


def stroke(line: NDArray[np.float64]) -> list[Shape]:
    """Shapes that together make the line x, y, half-width; a single outline would have holes at its bends."""
    a, b = line[:-1], line[1:]
    along = b[:, :2] - a[:, :2]
    length = np.maximum(np.hypot(along[:, 0], along[:, 1]), 1e-9)
    across = np.stack([-along[:, 1], along[:, 0]], axis=1) / length[:, None]
    left, right = across * a[:, 2:], across * b[:, 2:]
    quads = np.stack([a[:, :2] + left, b[:, :2] + right, b[:, :2] - right, a[:, :2] - left], axis=1)
    joints = line[line[:, 2] > 0.8]
    return [*quads, *(joints[:, None, :2] + joints[:, None, 2:] * ellipse(0, 0, 1, 1, 32))]


def ring(x: float, y: float, r: float, thick: float) -> list[Shape]:
    """A circle drawn as a line `thick` units to each side."""
    line = np.column_stack([ellipse(x, y, r, r, 120), np.full(120, thick)])
    return stroke(np.vstack([line, line[:1]]))


def specks(rng: Random, width: float, top: float, bottom: float, count: int, size: float) -> list[Shape]:
    """Dots scattered over the whole width, most of them small."""
    shapes = []
    for _ in range(count):
        r = size * (0.25 + 0.75 * rng.random() ** 3)
        x, y, high = rng.uniform(0, width), rng.uniform(top, bottom), r * rng.uniform(1, 1.4)
        shapes.append(ellipse(x, y, r, high, 12))
    return shapes
