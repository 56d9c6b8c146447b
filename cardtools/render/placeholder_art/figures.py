"""The parts of a subject's figure or object, and the pose of it, by the subject's name."""

import random
from collections.abc import Sequence
from dataclasses import replace

from cardtools.render.placeholder_art.outlines import (
    Outline,
    OutlinePart,
    choose_figure,
    find_outline,
    list_outlines,
    match_outline,
    name_words,
)
from cardtools.render.placeholder_art.parts import Pose, choose_parts, shifted
from cardtools.render.placeholder_art.scenery import FOCUS

# Whole, in motion (turned, bent and nearer to one side), or so close that mist hides the feet.
STANCES = ("whole", "motion", "close")


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
    """The pose of one individual seen whole: size by rank, but so that all parts fit, the rest at random."""
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


def take_stance(pose: Pose, figure: Outline, stance: str, rng: random.Random) -> Pose:
    """The pose in one of the STANCES."""
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
    name: str, subtypes: Sequence[str], rank: int, middle: float, rng: random.Random
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
    name: str, words: Sequence[str], rank: int, middle: float, rng: random.Random
) -> tuple[list[OutlinePart], Pose, bool]:
    """The parts of a spell's object, its pose, and whether it is of metal.

    The object is any of them if no word of the card names one.
    """
    word = match_outline("motifs", [*words, *name_words(name)]) or rng.choice(list_outlines("motifs"))
    motif = find_outline("motifs", [word], "")
    stance, side = rng.choice(STANCES), rng.choice((-1.0, 1.0))
    turn = rng.uniform(18, 28) if stance == "motion" else rng.uniform(0, 5)
    size = ({"whole": 2.0, "motion": 1.75, "close": 2.6}[stance] + 0.08 * rank) * rng.uniform(0.94, 1.06)
    pose = Pose(
        x=middle + side * (rng.uniform(25, 60) if stance == "motion" else 0),
        y=FOCUS + (20 if stance == "close" else 0),
        size=size,
        turn=side * (turn if motif.metal else turn / 3),
        light=rng.choice((-1.0, 1.0)),
    )
    return choose_parts(motif.parts, rank, rng), pose, motif.metal
