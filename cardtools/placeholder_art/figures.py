"""Which figure a subject is, what its other sub-types add, and how it stands."""

import random

from cardtools.placeholder_art.outlines import Outline, Part, find_outline
from cardtools.placeholder_art.parts import Pose, choose_parts, shifted


def dress(figure: Outline, others: list[str], rank: int, rng: random.Random) -> list[Part]:
    """The figure's own parts, and round them what its other sub-types add."""
    parts = choose_parts(figure.parts, rank, rng)
    x, y, half = figure.head
    for word in others:
        attribute = find_outline("attributes", [word], "plain")
        behind = shifted(attribute.parts, figure.back[0], figure.back[1], 1.0)
        parts = behind + parts + shifted(attribute.before, x, y, half / 20)
    return parts


def pose_figure(
    figure: Outline, parts: list[Part], rank: int, x: float, y: float, rng: random.Random
) -> Pose:
    """One individual's stance: its size by rank, as far as all its parts fit, the rest by chance."""
    if figure.floats:
        y -= rng.uniform(6, 22)
    highest = min(
        point[1] for part in parts if part.ink == "body" for piece in part.pieces for point in piece
    )
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
