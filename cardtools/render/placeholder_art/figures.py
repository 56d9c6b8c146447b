"""The figure or the object of a subject: its parts, its pose, and how they are painted, back to front."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random

import numpy as np
from PIL import Image, ImageChops

from cardtools.render.placeholder_art.brush import FOCUS, Canvas, Palette, lut, mix, soften
from cardtools.render.placeholder_art.outlines import (
    Outline,
    OutlinePart,
    choose_figure,
    find_outline,
    list_outlines,
    match_outline,
    name_words,
)
from cardtools.render.placeholder_art.shapes import Shape, ellipse, spline, stroke, turn

# Whole, in motion (turned, bent and nearer to one side), or so close that mist hides the feet.
STANCES = ("whole", "motion", "close")


@dataclass(frozen=True)
class Pose:
    x: float  # the position of the figure's (0, 0) on the canvas, units
    y: float
    size: float  # canvas units per figure unit
    flip: bool = False
    wide: float = 1.0
    tall: float = 1.0
    lean: float = 0.0  # how far the top is bent sideways, figure units
    swing: float = 0.0  # -1..1
    light: float = -1.0  # the light comes from the left (-1) or the right (1)
    turn: float = 0.0  # degrees, clockwise, about the figure's (0, 0)

    def place(self, points: Shape) -> Shape:
        x = points[:, 0] * self.wide + self.lean * np.square((100 - points[:, 1]) / 200)
        placed = np.stack([-x if self.flip else x, points[:, 1] * self.tall], axis=1)
        if self.turn:
            placed = turned(placed, self.turn, (0.0, 0.0))
        return placed * self.size + (self.x, self.y)


def turned(points: Shape, degrees: float, pivot: tuple[float, float]) -> Shape:
    return np.asarray((points - pivot) @ turn(math.radians(degrees)) + pivot)


def part_shapes(part: OutlinePart, pose: Pose) -> list[Shape]:
    shapes: list[Shape] = []
    for points in part.path:
        if len(points[0]) == 4:
            shapes += [ellipse(x, y, rx, ry) for x, y, rx, ry in points]
        elif len(points[0]) == 3:
            shapes += stroke(spline(np.array(points), closed=False))
        else:
            other = [(2 * part.axis - x, y) for x, y in reversed(points)] if part.mirror == "half" else []
            shapes.append(spline(np.array([*points, *other]), closed=True))
    # All points at once: a part may have a hundred small shapes.
    ends = np.cumsum([len(shape) for shape in shapes])[:-1]
    whole = turned(np.concatenate(shapes), part.swing * pose.swing, part.pivot)
    copies = [turned(whole, 360 * i / part.spin, part.pivot) for i in range(part.spin)]
    if part.mirror == "pair":
        copies += [copy * (-1, 1) + (2 * part.axis, 0) for copy in copies]
    return [shape for copy in copies for shape in np.split(pose.place(copy), ends)]


def choose_parts(parts: Sequence[OutlinePart], rank: int, rng: Random) -> list[OutlinePart]:
    """The parts of one individual: those of its rank, and of one of the variants."""
    variants = sorted({part.variant for part in parts if part.variant >= 0})
    variant = rng.choice(variants) if variants else -1
    return [p for p in parts if p.rank <= rank and p.variant in (-1, variant)]


def shifted(parts: Sequence[OutlinePart], x: float, y: float, size: float) -> list[OutlinePart]:
    """The parts scaled by `size`, then moved: this is how attributes get to the figure's head."""

    def moved(px: float, py: float, *radii: float) -> tuple[float, ...]:
        return (px * size + x, py * size + y, *(radius * size for radius in radii))

    paths = (tuple(tuple(moved(*p) for p in subpath) for subpath in part.path) for part in parts)
    return [
        replace(part, path=path, pivot=(part.pivot[0] * size + x, part.pivot[1] * size + y), axis=x)
        for part, path in zip(parts, paths, strict=True)
    ]


def paint_parts(canvas: Canvas, parts: Sequence[OutlinePart], pose: Pose, palette: Palette) -> None:
    """Paint the parts back to front; each casts a shadow on those behind it and has a lit edge."""
    whole = Image.new("L", canvas.image.size, 0)  # the figure so far: shadows fall on nothing else
    shine = Image.new("L", canvas.image.size, 0)
    for part in parts:
        shapes = part_shapes(part, pose)
        if part.ink == "body":
            paint_body(canvas, part, shapes, pose, palette, whole)
        elif part.ink == "mark":
            canvas.fill(shapes, mix(palette.flesh, palette.rim, part.tone), part.alpha)
        elif part.ink == "shade":
            canvas.fill(shapes, mix(palette.body, (0, 0, 0), 0.5), part.alpha)
        else:
            stencil = canvas.stencil(shapes)
            canvas.image.paste(palette.eye, stencil.at, stencil.mask.point(lut(part.alpha)))
            shine.paste(255, stencil.at, stencil.mask)
    small = shine.reduce(4)
    for radius, strength in ((7, 0.8), (26, 0.7)):
        canvas.screen(soften(small, radius * canvas.scale / 4).point(lut(strength)), palette.rim)


def paint_body(
    canvas: Canvas, part: OutlinePart, shapes: list[Shape], pose: Pose, palette: Palette, whole: Image.Image
) -> None:
    stencil = canvas.stencil(shapes, 14)
    mask, u = stencil.mask, canvas.scale * min(1.0, pose.size / 2.4)
    x, y = stencil.at
    shade = soften(stencil.shifted(-pose.light * 3 * u, 6 * u), 6 * u).point(lut(0.6 * part.alpha))
    below = ImageChops.multiply(shade, whole.crop((x, y, x + mask.width, y + mask.height)))
    canvas.image.paste(mix(palette.body, (0, 0, 0), 0.4), stencil.at, below)

    def lay(colour: tuple[int, int, int], through: Image.Image, alpha: float) -> None:
        canvas.image.paste(colour, stencil.at, through.point(lut(alpha * part.alpha)))

    flesh = mix(palette.body, palette.flesh, min(1.0, part.tone))
    base = mix(flesh, palette.rim, max(0.0, part.tone - 1) * 0.8)
    lay(base, mask, 1.0)
    # The figure is lightest at the top and darkens towards the ground.
    fall = np.clip(((np.arange(mask.height) + y) / canvas.scale - pose.y) / (200 * pose.size) + 0.5, 0, 1)
    ramp = Image.fromarray((fall * 255).astype(np.uint8)[:, None]).resize(mask.size, Image.Resampling.NEAREST)
    lay(mix(base, palette.body, 0.75 / max(1.0, part.tone) ** 2), ImageChops.multiply(mask, ramp), 0.9)
    toward, flesh, rim = pose.light, palette.flesh, palette.rim
    volume = soften(stencil.shifted(-toward * 9 * u, 9 * u), 8 * u)
    back, edge = stencil.shifted(toward * 1.6 * u, -1 * u), stencil.shifted(-toward * 1.7 * u, 2.2 * u)
    lay(mix(flesh, rim, 0.35), ImageChops.subtract(mask, volume), min(0.7, 0.25 + 0.45 * part.tone))
    lay(mix(flesh, palette.horizon, 0.4), ImageChops.subtract(mask, back), 0.4)
    lay(rim, ImageChops.subtract(mask, edge), min(1.0, 0.55 + 0.4 * part.tone))
    whole.paste(255, stencil.at, mask)


def figure_parts(figure: Outline, others: list[str], rank: int, rng: Random) -> list[OutlinePart]:
    """The figure's own parts, with those that its other sub-types add behind and before them."""
    parts = choose_parts(figure.parts, rank, rng)
    x, y, half = figure.head
    for word in others:
        attribute = find_outline("attributes", [word], "plain")
        behind = shifted(attribute.parts, figure.back[0], figure.back[1], 1.0)
        parts = behind + parts + shifted(attribute.before, x, y, half / 20)
    return parts


def pose_figure(shape: Outline, parts: list[OutlinePart], rank: int, x: float, y: float, rng: Random) -> Pose:
    """The pose of one individual seen whole: size by rank, but so that all parts fit, the rest at random."""
    if shape.floats:
        y -= rng.uniform(6, 22)
    bodies = (part for part in parts if part.ink == "body")
    highest = min(point[1] for part in bodies for subpath in part.path for point in subpath)
    tall = rng.uniform(0.96, 1.03)
    size = min(2.12 + 0.11 * rank, (y - 20) / -highest / tall)
    flip, wide = rng.random() < 0.5, rng.uniform(0.94, 1.05)
    lean, swing = rng.uniform(-shape.lean, shape.lean), rng.uniform(-1, 1)
    return Pose(x, y, size, flip, wide, tall, lean, swing, rng.choice((-1.0, 1.0)))


def take_stance(pose: Pose, figure: Outline, stance: str, rng: Random) -> Pose:
    side = rng.choice((-1.0, 1.0))
    if stance == "motion":
        degrees = rng.uniform(20, 32) if figure.floats else rng.uniform(9, 14)
        size, x = pose.size * rng.uniform(0.84, 0.92), pose.x + side * rng.uniform(20, 55)
        return replace(pose, x=x, size=size, turn=-degrees * side, swing=rng.choice((-1.0, 1.0)))
    if stance == "close":
        x, y, half = figure.head
        size = min(max(64 / half, 3.1), 4.4)
        x = x * size * (1 if pose.flip else -1)
        y = max(270 - (y + half) * size, 620 - 100 * size)  # the mist has to reach its feet
        return replace(pose, x=pose.x + x * 0.8 + side * rng.uniform(0, 25), y=y, size=size)
    return pose


def compose_unit(
    name: str, subtypes: Sequence[str], rank: int, middle: float, rng: Random
) -> tuple[list[OutlinePart], Pose, str]:
    """The parts of a unit's figure, its pose, and what it does: one of the STANCES, or "float"."""
    word = choose_figure(name, subtypes)
    figure = find_outline("figures", [word], "stranger")
    broad = word in (word.lower() for word in subtypes)
    parts = figure_parts(figure, [*subtypes[1:]] if broad else [], rank, rng)
    stance = rng.choice(STANCES)
    pose = take_stance(pose_figure(figure, parts, rank, middle, FOCUS, rng), figure, stance, rng)
    return parts, pose, "float" if figure.floats and stance != "close" else stance


def compose_object(
    name: str, words: Sequence[str], rank: int, middle: float, rng: Random
) -> tuple[list[OutlinePart], Pose, bool]:
    """A spell's object (any, if no word names one): its parts, its pose, whether it is of metal."""
    word = match_outline("motifs", [*words, *name_words(name)]) or rng.choice(list_outlines("motifs"))
    motif = find_outline("motifs", [word], "")
    stance, side = rng.choice(STANCES), rng.choice((-1.0, 1.0))
    turn = rng.uniform(18, 28) if stance == "motion" else rng.uniform(0, 5)
    size = ({"whole": 2.0, "motion": 1.75, "close": 2.6}[stance] + 0.08 * rank) * rng.uniform(0.94, 1.06)
    x = middle + side * (rng.uniform(25, 60) if stance == "motion" else 0)
    y, angle = FOCUS + (20 if stance == "close" else 0), side * (turn if motif.metal else turn / 3)
    pose = Pose(x, y, size, light=rng.choice((-1.0, 1.0)), turn=angle)
    return choose_parts(motif.parts, rank, rng), pose, motif.metal
