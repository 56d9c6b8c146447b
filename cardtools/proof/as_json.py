"""The proof for other programs: one JSON object with the figures and findings of each card."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

from cardtools import __version__
from cardtools.checks.output.as_json import finding_data
from cardtools.errors import Diagnostic
from cardtools.proof.report import Proof, Proofed, floored
from cardtools.render.scene import Box


def render(proof: Proof) -> str:
    """Sizes are points, lengths mm from the top left corner of the trim, ink is percent; null is unknown."""
    counts = Counter(finding.severity for finding in proof.findings)
    limits = proof.limits
    whole = {
        "version": 1,
        "tool": {"name": "cardtools", "version": __version__},
        "limits": {
            "contrast": limits.contrast,
            "ink": _percent(limits.ink),
            "safe": limits.safe,
            "size": limits.size,
        },
        "counts": {level: counts[level] for level in ("error", "warning", "info")},
        "suppressed": proof.suppressed,
        "cards": [_card(card) for card in proof.cards],
        "files": [_finding(finding) for finding in proof.files],
    }
    return json.dumps(whole, ensure_ascii=False, indent=2) + "\n"


def _card(card: Proofed) -> dict[str, Any]:
    scene = card.scene
    return {
        "name": card.card.name,
        "file_name": card.card.slug,
        "side": card.side,
        "path": card.card.where.path,
        "line": card.card.where.line,
        "drawn": scene is not None,
        "width": scene and scene.width,
        "height": scene and scene.height,
        "safe": scene and card.safe,
        "ink": scene and _percent(card.ink),
        "contrast": _contrast(card.contrast),
        "texts": [
            {
                "element": text.element,
                "text": text.text,
                "size": text.size,
                "minimum": text.minimum,
                "smallest": round(text.smallest, 2),
                "contrast": _contrast(text.contrast),
                "box": _box(text.box),
            }
            for text in card.texts
        ],
        "findings": [_finding(mark.finding) | {"box": mark.box and _box(mark.box)} for mark in card.marks],
    }


def _finding(finding: Diagnostic) -> dict[str, Any]:
    return {**finding_data(finding), "part": finding.part}


def _box(box: Box) -> dict[str, float]:
    names = ("left", "top", "width", "height")
    return {name: round(getattr(box, name), 2) for name in names}


def _percent(ink: float) -> float:
    return round(100 * ink, 1)


def _contrast(ratio: float | None) -> float | None:
    return None if ratio is None else float(floored(ratio))
