"""Outlines of lore cards: a shape of its own for every pack, which a cutter can follow (Doc 4.1, 4.2). A
circle whose radius swells and shrinks with a few random waves is stretched to the card's format and scaled to
its area; every ray from its middle meets it once, so it cannot cross itself.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cardtools.ground.errors import bad_input
from cardtools.printrun.shuffle import random_numbers
from cardtools.render.scene.scene import Contour

CUT = "CutContour"  # the name by which cutters know the line
WAVES = range(2, 8)  # how often the radius swells on the way round
_POINTS = 240  # of an outline as a polygon: 0.02 mm from the curve
_MEASURED = 144  # points by which an outline is measured
_CURVES = 48  # of an outline as cubic curves
_TRIES = 60


@dataclass(frozen=True)
class OutlineLimits:
    """What outlines keep to: the narrowest part and notch, the largest width and height, in mm."""

    narrowest: float = 6.0
    width: float = 57.5
    height: float = 82.9


@dataclass(frozen=True)
class InsertOutline:
    """The cut line of a pack's lore card in mm, from the middle of its box; x grows right, y downwards."""

    pack: int
    across: float
    down: float
    waves: tuple[tuple[float, float], ...]  # by wave: height as a share of the radius, phase
    radius: float
    middle: tuple[float, float] = (0.0, 0.0)

    def _far(self, angles: Any) -> Any:
        """How far the points at these angles are from the middle of the waves, before it is stretched."""
        far = np.ones_like(angles)
        for number, (height, phase) in zip(WAVES, self.waves, strict=True):
            far = far + height * np.cos(number * angles + phase)
        return far * self.radius

    def contains(self, x: Any, y: Any) -> Any:
        """Whether the points lie inside."""
        x, y = (x + self.middle[0]) / self.across, (y + self.middle[1]) / self.down
        return np.hypot(x, y) < self._far(np.arctan2(y, x))

    def at(self, angles: Any) -> tuple[Any, Any]:
        """The points at these angles."""
        far = self._far(angles)
        x, y = self.across * far * np.cos(angles), self.down * far * np.sin(angles)
        return x - self.middle[0], y - self.middle[1]

    def polygon(self, count: int = _POINTS) -> NDArray[np.float64]:
        """Points on the outline, in order."""
        return np.stack(self.at(np.arange(count) * (2 * math.pi / count)), axis=1)

    def contour(self) -> Contour:
        """The outline as cubic curves."""
        step = 2 * math.pi / _CURVES
        angles = np.arange(_CURVES + 1) * step
        x, y = self.at(angles)
        small = 1e-5
        sides = zip(self.at(angles + small), self.at(angles - small), strict=True)
        across, down = ((ahead - behind) / (2 * small) * step / 3 for ahead, behind in sides)
        segments: list[tuple[str | float, ...]] = [("M", float(x[0]), float(y[0]))]
        points = np.stack([x + across, y + down, x - across, y - down, x, y], axis=1).tolist()
        segments += [("C", *one[:2], *other[2:]) for one, other in pairwise(points)]
        return tuple(segments)

    @property
    def area(self) -> float:
        """In mm²."""
        x, y = self.polygon(_MEASURED).T
        return float(abs((x * np.roll(y, -1) - y * np.roll(x, -1)).sum()) / 2)

    @property
    def size(self) -> tuple[float, float]:
        """Width and height."""
        width, height = np.ptp(self.polygon(_MEASURED), axis=0).tolist()
        return width, height

    @property
    def narrowest(self) -> float:
        """The width of the narrowest part or notch: twice the reach of the outline, which is the radius of
        the largest disc that rolls along it on both sides (Federer).
        """
        points = self.polygon(_MEASURED)
        along = np.roll(points, -1, 0) - np.roll(points, 1, 0)
        along /= np.hypot(*along.T)[:, None]
        apart = points[None] - points[:, None]
        beside = np.abs(apart[..., 0] * along[:, None, 1] - apart[..., 1] * along[:, None, 0])
        with np.errstate(divide="ignore", invalid="ignore"):
            reach = (apart**2).sum(-1) / (2 * beside)
        return float(2 * np.nanmin(reach))


PlacedOutline = tuple[InsertOutline, float, float]  # with the place of its middle on a page, in mm


def outline(
    seed: int, pack: int, area: float, limits: OutlineLimits = OutlineLimits(), again: int = 0
) -> InsertOutline:
    """The outline of a pack, of this area in mm²; the same seed, pack and `again` give the same shape. Raises
    InputError when a shape of this area cannot keep to the limits.
    """
    numbers = random_numbers(seed, f"outline {pack} {again}", 3 * len(WAVES) + 2)
    heights, phases = (2 * math.pi * numbers[at::3][: len(WAVES)] for at in (0, 1))
    heights = np.sqrt(-2 * np.log(1 - numbers[2::3][: len(WAVES)])) * np.cos(heights)  # normally distributed
    heights *= (0.12 + 0.1 * numbers[-1]) / np.array([*WAVES]) ** 0.5
    tall = limits.height / limits.width
    stretch = tall ** (1.2 * numbers[-2] - 0.2)
    for _ in range(_TRIES):
        waves = tuple(zip(heights.tolist(), phases.tolist(), strict=True))
        made = InsertOutline(pack, 1 / math.sqrt(stretch), math.sqrt(stretch), waves, 1.0)
        if abs(heights).sum() < 0.9:
            made = replace(made, radius=math.sqrt(area / made.area))
            across, down = made.size
            if across <= limits.width and down <= limits.height and made.narrowest >= limits.narrowest:
                points = made.polygon(_MEASURED)
                return replace(made, middle=tuple(((points.min(0) + points.max(0)) / 2).tolist()))
        heights *= 0.85  # rounder, and of the format of the room
        stretch += 0.1 * (tall - stretch)
    narrowest, width, height = limits.narrowest, limits.width, limits.height
    message = f"no outline of {area:,.0f} mm² is at least {narrowest:g} mm wide everywhere and fits in "
    hint = f"an area from {narrowest**2:,.0f} mm² to {0.7 * width * height:,.0f} mm² fits"
    raise bad_input("outlines", f"{message}{width:g} x {height:g} mm", hint)


def as_svg(placed: Sequence[PlacedOutline], width: float, height: float, title: str) -> str:
    """The outlines of a page, each with the id of its pack; the unit is the mm."""
    from html import escape

    from cardtools.render.pdf.fonts import number

    size = f'width="{width:g}mm" height="{height:g}mm" viewBox="0 0 {width:g} {height:g}"'
    lines = [f'<svg xmlns="http://www.w3.org/2000/svg" {size}>', f"<title>{escape(title)}</title>"]
    lines.append('<g fill="none" stroke="#e6007e" stroke-width="0.1">')
    for one, x, y in placed:
        path = " ".join(
            f"{kind}{' '.join(number(float(value) + (x, y)[at % 2], 3) for at, value in enumerate(values))}"
            for kind, *values in one.contour()
        )
        lines.append(f'<path id="pack-{one.pack}" d="{path} Z"/>')
    return "\n".join([*lines, "</g>", "</svg>", ""])


def as_dxf(placed: Sequence[PlacedOutline], height: float, title: str) -> str:
    """The outlines of a page as closed polylines (DXF release 12, mm, y upwards), with their packs."""
    parts: list[tuple[int, object]] = [(999, f"{title}; the unit is the millimetre")]
    parts += [(0, "SECTION"), (2, "HEADER"), (9, "$ACADVER"), (1, "AC1009"), (9, "$INSUNITS"), (70, 4)]
    parts += [(0, "ENDSEC"), (0, "SECTION"), (2, "TABLES"), (0, "TABLE"), (2, "LAYER"), (70, 2)]
    for name, colour in ((CUT, 6), ("Pack", 8)):
        parts += [(0, "LAYER"), (2, name), (70, 0), (62, colour), (6, "CONTINUOUS")]
    parts += [(0, "ENDTAB"), (0, "ENDSEC"), (0, "SECTION"), (2, "ENTITIES")]
    for one, x, y in placed:
        parts += [(0, "POLYLINE"), (8, CUT), (66, 1), (70, 1), (10, "0.0"), (20, "0.0"), (30, "0.0")]
        for across, down in one.polygon():
            left, top = x + across, y + down
            parts += [(0, "VERTEX"), (8, CUT), (10, f"{left:.3f}"), (20, f"{height - top:.3f}"), (30, "0.0")]
        parts += [(0, "SEQEND"), (8, CUT), (0, "TEXT"), (8, "Pack")]
        parts += [(10, f"{x:.3f}"), (20, f"{height - y:.3f}"), (30, "0.0"), (40, 2.5), (1, one.pack)]
    parts += [(0, "ENDSEC"), (0, "EOF")]
    return "".join(f"{code:>3}\n{value}\n" for code, value in parts)
