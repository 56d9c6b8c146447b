"""Nets of boxes, folded: the parts must meet."""

from __future__ import annotations

import itertools
import math

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from cardtools.print.tuck_boxes import GLUE, SLACK, BoxSize, Net, Panel, tuck_box

sizes = st.builds(
    BoxSize,
    st.floats(25, 200, allow_nan=False),
    st.floats(25, 300, allow_nan=False),
    st.floats(5, 120, allow_nan=False),
)
Folded = dict[str, np.ndarray]


def folded(net: Net) -> Folded:
    """The corners of each panel (top left, top right, bottom right, bottom left) after folding every line by
    a right angle, in the space of the first panel, which lies flat.
    """
    moves: dict[str, np.ndarray] = {net.panels[0].name: np.eye(4)}
    for panel in net.panels[1:]:
        assert panel.parent is not None
        assert panel.fold is not None
        moves[panel.name] = moves[panel.parent.name] @ _fold(panel)
    corners: Folded = {}
    for panel in net.panels:
        box = panel.box
        flat = [
            (x, y, 0, 1)
            for x, y in (
                (box.left, box.top), (box.right, box.top), (box.right, box.bottom), (box.left, box.bottom)
            )
        ]  # fmt: skip
        corners[panel.name] = np.array([(moves[panel.name] @ np.array(point))[:3] for point in flat])
    return corners


def _fold(panel: Panel) -> np.ndarray:
    """Turning by a right angle, upwards, about the fold."""
    assert panel.fold is not None
    (x, y), _ = panel.fold
    to, back = np.eye(4), np.eye(4)
    to[:2, 3], back[:2, 3] = (-x, -y), (x, y)
    sine = {"right": -1, "left": 1, "top": 1, "bottom": -1}[panel.edge]
    turn = np.eye(4)
    if panel.edge in ("left", "right"):
        turn[0, 0], turn[0, 2], turn[2, 0], turn[2, 2] = 0, sine, -sine, 0
    else:
        turn[1, 1], turn[1, 2], turn[2, 1], turn[2, 2] = 0, sine, -sine, 0
    return back @ turn @ to


def near(one: np.ndarray, other: np.ndarray, slack: float = 1e-6) -> bool:
    return bool(np.abs(one - other).max() <= slack)


@given(sizes)
def test_a_folded_box_closes(size: BoxSize) -> None:
    net = tuck_box(size)
    parts = folded(net)
    back, front = parts["back"], parts["front"]
    # The front lies over the back, as far away as the box is deep, and mirrored: it faces the other way.
    assert near(front[[1, 0, 3, 2]], back + np.array([0, 0, size.depth]) * np.sign(front[0, 2]))
    # The free edge of the last side reaches the back's edge, but for the slack; the glue flap lies inside it.
    assert near(parts["other side"][[1, 2]], back[[0, 3]], SLACK + 1e-6)
    glue = parts["glue"]
    assert near(glue[:, 0], parts["other side"][:, 0])
    assert abs(glue[:, 2]).max() <= GLUE + 1e-6
    for where, edge in (("top", (0, 1)), ("bottom", (3, 2))):
        lid, tuck = parts[f"{where} lid"], parts[f"{where} tuck"]
        # The lid's far edge is at the front's, narrower by the slack at each side, and the tuck goes inside.
        far = lid[[0, 1]] if where == "top" else lid[[3, 2]]
        assert near(far, front[list(edge)][::-1], SLACK + 1e-6)
        inside = tuck[[0, 1]] if where == "top" else tuck[[3, 2]]
        assert near(inside[:, 2], far[:, 2])
        assert min(back[:, 1]) < inside[0, 1] < max(back[:, 1])
        # The flaps lie in the plane of the lid, and leave each other room.
        flaps = [parts[f"{where} flap of the {side}"] for side in ("side", "other side")]
        assert all(near(flap[:, 1], lid[:, 1]) for flap in flaps)
        one, other = sorted(flaps, key=lambda flap: flap[:, 0].mean())
        assert one[:, 0].max() < other[:, 0].min()


@given(sizes)
def test_no_panels_overlap_on_the_paper(size: BoxSize) -> None:
    net = tuck_box(size)
    for one, other in itertools.combinations(net.panels, 2):
        across = min(one.box.right, other.box.right) - max(one.box.left, other.box.left)
        down = min(one.box.bottom, other.box.bottom) - max(one.box.top, other.box.top)
        assert min(across, down) < 1e-6, (one.name, other.name)
    for panel in net.panels:
        assert panel.box.left >= -1e-9
        assert panel.box.top >= -1e-9
        assert panel.box.right <= net.width + 1e-9
        assert panel.box.bottom <= net.height + 1e-9


@given(sizes)
def test_cuts_are_one_closed_line_around_the_net(size: BoxSize) -> None:
    """Each end of a cut is where another begins, and no cut lies on a fold."""
    net = tuck_box(size)
    ends: dict[tuple[float, float], int] = {}
    for cut in net.cuts():
        for segment in (cut[0], cut[-1]):
            point = round(float(segment[-2]), 6), round(float(segment[-1]), 6)
            ends[point] = ends.get(point, 0) + 1
    assert set(ends.values()) == {2}


def test_the_size_follows_from_the_cards() -> None:
    size = BoxSize.of_cards(63.5, 88.9, 60, 0.31, 1)
    assert math.isclose(size.depth, 19.6)
    assert (size.width, size.height) == (64.5, 89.9)
