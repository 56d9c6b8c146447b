"""Reports as HTML pages with the cards as they are drawn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cardtools.cards.spaces import in_a_line
from cardtools.checks.findings.check_report import Report
from cardtools.checks.findings.formats import html
from cardtools.checks.findings.formats.html import DrawnCard, Figures
from cardtools.checks.proof.side import PrintLimits, SideFigures, floored
from cardtools.ground.errors import Diagnostic, InputError
from cardtools.render.pdf.raster import or_raise
from cardtools.render.scene.scene import Scene
from cardtools.steps.check import NO_RULESET
from cardtools.steps.draw_cards import Progress
from cardtools.steps.game_files import GameFiles

WIDTH = 640  # pixels of a proofed card: twice as many as it is wide on the page
SCREEN_DPI = 220  # twice the pixels that a card has on the page


def check_page(game: GameFiles, report: Report, progress: Progress) -> str:
    """The page of a check: each card that has findings, drawn, and the findings about files and decks."""
    by_row: dict[int, list[Diagnostic]] = {}
    others: list[Diagnostic] = []
    for finding in report.diagnostics:
        row = report.checked.subject(finding).row
        (others if row < 0 else by_row.setdefault(row, [])).append(finding)
    header = game.ruleset.header
    rules = f"{header.name or header.id}, version {header.version}"
    notes = [f"{NO_RULESET[:1].upper()}{NO_RULESET[1:]}" if game.ruleset.is_general else rules]
    cards = []
    try:
        drawn = _drawn(game, sorted(by_row), progress) if by_row else {}
    except InputError as error:
        # The findings are worth a page without pictures too.
        notes.append(f"The cards are not drawn: {' '.join(str(error).split())}")
        drawn = {}
    for row, findings in sorted(by_row.items()):
        about = game.table.file.line(row)
        cards.append(DrawnCard(game.table.name(row), about, tuple(findings), **drawn.get(row, {})))
    return html.render(report, game.project.settings.name or "Cards", cards, others, notes)


def _drawn(game: GameFiles, rows: list[int], progress: Progress) -> dict[int, dict[str, Any]]:
    """By row, the picture of a card, or the reason why there is none."""
    project_cards = game.project_cards
    found: dict[int, dict[str, Any]] = {}
    scenes: dict[int, Scene] = {}
    sides = project_cards.compose([project_cards.cards[row] for row in rows])
    for row, card in zip(rows, sides, strict=True):
        if card.scene is None:
            found[row] = {"reason": card.problems[0].message}
        else:
            scenes[row] = card.scene
    drawn = project_cards.rasteriser(SCREEN_DPI).images(scenes.values())
    with progress(drawn, len(scenes), "cards") as images:
        for row, image in zip(scenes, images, strict=True):
            if isinstance(image, InputError):
                found[row] = {"reason": image.diagnostics[0].message}
            else:
                found[row] = {"picture": html.jpeg(image), "size": image.size}
    return found


def proof_page(game: GameFiles, report: Report, sides: Sequence[SideFigures], limits: PrintLimits) -> str:
    """The page of a proof: each side that has findings, drawn, the places marked, and the figures of all."""
    shown = set(report.diagnostics)
    faulty = [side for side in sides if not shown.isdisjoint(side.findings)]
    images = or_raise(game.project_cards.images((side.scene for side in faulty if side.scene), WIDTH))
    cards = []
    for side in faulty:
        findings = []
        for finding in (one for one in side.findings if one in shown):
            # The card's name is the heading above it.
            message = finding.message.removeprefix(f"card {in_a_line(side.card.name)}: ")
            findings.append(finding._replace(message=message[:1].upper() + message[1:]))
        about = f"{side.card.where} · {side.about()}"
        if side.scene is None:
            cards.append(DrawnCard(side.name, about, tuple(findings), reason="cannot be drawn"))
            continue
        canvas = side.scene.trim.grown(side.scene.bleed)
        image = next(images)
        areas = (canvas, side.scene.trim, side.scene.trim.grown(-side.safe))
        boxes = [(area.left, area.top, area.width, area.height) for area in areas]
        cards.append(DrawnCard(side.name, about, tuple(findings), html.jpeg(image), image.size, "", *boxes))
    in_cards = {finding for side in sides for finding in side.findings}
    others = [finding for finding in report.diagnostics if finding not in in_cards]
    header = "Card, Findings, Smallest text, Lowest contrast, Most ink, Size and contrast of each text"
    figures = Figures("The figures of all cards", tuple(header.split(", ")), tuple(map(_figures, sides)))
    title = f"{game.project.settings.name or 'Cards'}: proof"
    safe = "the face's safe zone" if limits.safe is None else f"{limits.safe:g} mm to the cut"
    size = "5.5 pt or of its style's minimum" if limits.size is None else f"{limits.size:g} pt"
    wanted = f"contrast {limits.contrast:g} to 1, at most {100 * limits.ink:g} % ink, {safe}, text of {size}"
    asked = f"Limits: {wanted}. The solid line on a card is the cut, the dashed one the safe zone."
    return html.render(report, title, cards, others, [asked], figures)


def _figures(side: SideFigures) -> tuple[str, ...]:
    if side.scene is None:
        return side.name, str(len(side.findings) or ""), "cannot be drawn", "", "", ""
    texts = []
    for text in side.texts:
        words = f"{text.element.split('.')[-1]} {text.size:g} pt"
        words += "" if text.minimum is None else f" ({text.minimum:g})"
        texts.append(words + ("" if text.contrast is None else f" {floored(text.contrast)}"))
    smallest = "" if side.smallest is None else f"{side.smallest:.3g} pt"
    contrast = "" if side.contrast is None else floored(side.contrast)
    ink = f"{100 * side.ink:.0f} %"
    return side.name, str(len(side.findings) or ""), smallest, contrast, ink, ", ".join(texts)
