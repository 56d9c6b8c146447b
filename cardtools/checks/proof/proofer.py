"""Proofing: each card composed, drawn and measured; what does not keep to the limits, with its place."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import tee
from typing import TYPE_CHECKING, Literal

from cardtools.cards.table import Card
from cardtools.checks.findings.check_report import SEVERITIES
from cardtools.checks.proof.checks import cut, ink, texts
from cardtools.checks.proof.contrast_ratio import contrasts, texts_alone, without_texts
from cardtools.checks.proof.side import DrawnSide, PrintLimits, SideFigures, TextFigures, at_box
from cardtools.render.card_pictures import CardSide, on_back
from cardtools.render.compose.compose_checks import each_once, same
from cardtools.render.compose.missing_art import art_name
from cardtools.render.face.assignment import Faces
from cardtools.render.pdf.profile import PressProfile
from cardtools.render.pdf.raster import Rasteriser, or_raise
from cardtools.render.project_cards import ProjectCards
from cardtools.render.scene.scene import Scene, pictures, runs

if TYPE_CHECKING:
    from PIL.Image import Image

Which = Literal["face", "back"]
CHECKS = (cut, ink, texts)
DPI = 120  # a letter of 5 points is 8 pixels high, and 90 cards take four seconds


def _views(scene: Scene) -> tuple[Scene, ...]:
    """The scenes to measure: the scene itself and, if it has texts, their background, and the texts alone."""
    return (scene, without_texts(scene), texts_alone(scene)) if runs(scene) else (scene,)


@dataclass
class Proofer:
    """Proofs the cards of a set for a press. Backs that look alike are proofed once, with the first card."""

    project_cards: ProjectCards
    limits: PrintLimits
    profile: PressProfile | None = None
    _backs: set[Scene] = field(default_factory=set, repr=False)
    # One about a face is reported with the first of its cards.
    _found: set[object] = field(default_factory=set, repr=False)

    def __post_init__(self) -> None:
        fonts = self.project_cards.fonts()
        self._rasteriser = Rasteriser(fonts, self.project_cards.art_files, DPI)
        self._fonts = fonts

    def proof(self, cards: Iterable[Card]) -> Iterator[SideFigures]:
        """The cards in order, each followed by its back."""
        sides, ahead = tee(self._sides(cards))
        # All pictures of all sides in a row: the rasteriser draws them in batches.
        views = (view for side in ahead if (scene := side[0].scene) for view in _views(scene))
        images = or_raise(self._rasteriser.images(views))
        for composed, faces, side in sides:
            yield self._measure(composed, faces, side, images)

    def _sides(self, cards: Iterable[Card]) -> Iterator[tuple[CardSide, Faces, Which]]:
        for card in cards:
            yield next(self.project_cards.compose([card])), self.project_cards.faces, "face"
            if self.project_cards.backs:
                back = next(self.project_cards.compose_backs([card]))
                plain = back.scene and dataclasses.replace(back.scene, title="")
                if plain is None or plain not in self._backs:
                    self._backs |= {plain} if plain else set()
                    yield back, self.project_cards.backs, "back"

    def _measure(
        self, composed: CardSide, faces: Faces, which: Which, images: Iterator[Image]
    ) -> SideFigures:
        card, scene = composed.card, composed.scene
        if scene is None:
            problems = [one for one in composed.problems if one not in self._found]
            self._found.update(problems)
            return SideFigures(card, which, None, findings=tuple(problems))
        whole, *views = (next(images) for _ in _views(scene))
        face = faces.choose(card.values, card.where, card.name)
        limits, safe = self.limits, face.design.card.safe if self.limits.safe is None else self.limits.safe
        inks = ink.ink_use(whole, scene, DPI, limits.ink, self.profile)
        found = contrasts(scene, views[0], views[1], DPI, self._fonts) if views else {}
        side = DrawnSide(card, face, scene, whole, DPI, limits, safe, inks, found, self._fonts, self.profile)
        boxes = {text.element: side.ink_box(text.runs) or text.box for text in scene.texts}
        figures = tuple(
            TextFigures(
                text.element, text.text, text.size, text.minimum,
                min((run.size for run in text.runs), default=text.size),
                min((side.contrasts[run].ratio for run in text.runs if run in side.contrasts), default=None),
                boxes[text.element],
            )
            for text in scene.texts
        )  # fmt: skip
        places = {art_name(item.source): item.box.turned(item.turn) for item in pictures(scene.items)} | boxes
        order = {element: number for number, element in enumerate(boxes)}
        measured = []
        for finding in (finding for one in CHECKS for finding in one.check(side)):
            # What is about a face is reported with the first card that has it.
            key = finding.code, finding.location
            if finding.location == card.where or key not in self._found:
                measured.append(finding)
            self._found |= {key} if finding.location != card.where else set()
        if which == "back":
            measured = [on_back(finding, face, card) for finding in measured]
        measured.sort(key=lambda finding: order.get(finding.part, len(order)))
        new = [finding for finding in each_once(composed.findings) if same(finding) not in self._found]
        self._found.update(map(same, new))
        measured = [at_box(finding, places.get(finding.part)) for finding in new] + measured
        measured.sort(key=lambda finding: -SEVERITIES.index(finding.severity))
        return SideFigures(card, which, scene, safe, figures, inks.most, tuple(measured))
