"""Words as a scene has them, made directly from a font."""

from __future__ import annotations

from cardtools.render.scene.scene import TextRun
from cardtools.render.text.fonts import Font
from cardtools.render.text.metrics import FontMetrics, text_runs


def made_run(
    font: Font,
    text: str,
    left: float = 1.0,
    baseline: float = 5.0,
    size: float = 9.0,
    colour: str = "#000000",
    tracking: float = 0.0,
) -> TextRun:
    """The words in one run."""
    parts = FontMetrics({"it": [font]}).line("it", text)
    (run,) = text_runs(parts, left, baseline, size, colour, tracking)
    return run
