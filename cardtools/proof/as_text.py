"""The proof for people: a line with the figures of a card, and one that sums all up."""

from __future__ import annotations

from collections import Counter

from cardtools.errors import Severity
from cardtools.proof.report import Proof, Proofed, TextFigures, floored
from cardtools.spelling import counted


def figures(card: Proofed) -> str:
    """`Ash Hound: rules 8.75 pt (least 5.5), ...; contrast 6.1, ink 184 %`."""
    if card.scene is None:
        return f"{card.name}: cannot be drawn"
    texts = [f"{text.element.rpartition('.')[2]} {text.size:g} pt{_least(text)}" for text in card.texts]
    contrast = "" if card.contrast is None else f"contrast {floored(card.contrast)}, "
    return f"{card.name}: {', '.join(texts) or 'no text'}; {contrast}ink {100 * card.ink:.0f} %"


def summary(proof: Proof) -> str:
    """`66 cards, 1 back: 2 errors; smallest text 5.25 pt, lowest contrast 4.8, highest ink 242 %`."""
    sides = Counter(card.side for card in proof.cards)
    what = counted(sides["face"], "card") + (f", {counted(sides['back'], 'back')}" if sides["back"] else "")
    counts = Counter(finding.severity for finding in proof.findings)
    words: tuple[tuple[Severity, str], ...] = (("error", "error"), ("warning", "warning"), ("info", "note"))
    found = [counted(counts[severity], word) for severity, word in words if counts[severity]]
    suppressed = f" ({proof.suppressed:,} suppressed)" if proof.suppressed else ""
    drawn = [card for card in proof.cards if card.scene]
    ends = []
    if sizes := [card.smallest for card in drawn if card.smallest is not None]:
        ends.append(f"smallest text {min(sizes):.3g} pt")
    if contrasts := [card.contrast for card in drawn if card.contrast is not None]:
        ends.append(f"lowest contrast {floored(min(contrasts))}")
    if drawn:
        ends.append(f"highest ink {100 * max(card.ink for card in drawn):.0f} %")
    tail = f"; {', '.join(ends)}" if ends else ""
    return f"{what}: {', '.join(found) or 'no findings'}{suppressed}{tail}"


def text(proof: Proof) -> str:
    """Every finding and the summary, each line ended."""
    return "".join(f"{line}\n" for line in (*map(str, proof.findings), summary(proof)))


def _least(text: TextFigures) -> str:
    return "" if text.minimum is None else f" (least {text.minimum:g})"
