"""The parts of a figure, with those that its other sub-types add, and its pose."""

import random

from cardtools.placeholder_art.outlines import Outline, OutlinePart, find_outline
from cardtools.placeholder_art.parts import Pose, choose_parts, shifted


def figure_parts(figure: Outline, others: list[str], rank: int, rng: random.Random) -> list[OutlinePart]:
    """The figure's own parts, with those that its other sub-types add behind and before them."""
    parts = choose_parts(figure.parts, rank, rng)
    x, y, half = figure.head
    for word in others:
        attribute = find_outline("attributes", [word], "plain")
        behind = shifted(attribute.parts, figure.back[0], figure.back[1], 1.0)
        parts = behind + parts + shifted(attribute.before, x, y, half / 20)
    return parts


def pose_figure(
    figure: Outline, parts: list[OutlinePart], rank: int, x: float, y: float, rng: random.Random
) -> Pose:
    """The pose of one individual: its size by rank, but so that all parts fit, the rest at random."""
    if figure.floats:
        y -= rng.uniform(6, 22)
    bodies = (part for part in parts if part.ink == "body")
    highest = min(point[1] for part in bodies for subpath in part.path for point in subpath)
    tall = rng.uniform(0.96, 1.03)
    return Pose(
        x=x,
        y=y,
        size=min(2.12 + 0.11 * rank, (y - 20) / -highest / tall),
        flip=rng.random() < 0.5,
        wide=rng.uniform(0.94, 1.05),
        tall=tall,
        lean=rng.uniform(-figure.lean, figure.lean),
        swing=rng.uniform(-1, 1),
        light=rng.choice((-1.0, 1.0)),
    )
