"""Proofing: each card composed, drawn and measured; what does not keep to the limits, with its place."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import tee
from typing import TYPE_CHECKING, Literal

from cardtools.cards.spaces import in_a_line
from cardtools.catalogue import Check
from cardtools.errors import Diagnostic
from cardtools.findings.report import SEVERITIES
from cardtools.proof.contrast import CONTRAST, Contrast, contrasts, texts_alone, without_texts
from cardtools.proof.inks import INK, ink_use
from cardtools.proof.limits import Limits
from cardtools.proof.report import Proofed, TextFigures, floored
from cardtools.proof.safety import near_finding, too_near
from cardtools.render.design import CardSize
from cardtools.render.extent import Extents
from cardtools.render.faces import Faces
from cardtools.render.pictures import CardSource, Composed
from cardtools.render.raster import Rasteriser, or_raise
from cardtools.render.scene import Box, Picture, Scene, SetText, TextRun, around, runs, walk
from cardtools.render.sources import CardSet

SMALL_TEXT = Check(
    "RND008", "small-text", "warning", "a text is too small to be printed well",
    why=(
        "Thin strokes fill with ink or vanish. Told below 5.5 pt; a style with a smaller minimum says "
        "that it means it."
    ),
    bad="a label of 4 pt in front of a text of 8 pt",
    good="a label of 6 pt",
    fix="give the style a larger size or minimum, and less to say",
)  # fmt: skip

if TYPE_CHECKING:
    from PIL.Image import Image

Side = Literal["face", "back"]
DPI = 120  # a letter of 5 points is 8 pixels high, and 90 cards take four seconds


def _views(scene: Scene) -> tuple[Scene, ...]:
    """What is measured of a scene: itself and, if it has texts, what is behind them and they alone."""
    return (scene, without_texts(scene), texts_alone(scene)) if runs(scene) else (scene,)


@dataclass
class Proofer:
    """Proofs the cards of a set. Backs that look alike are proofed once, with the first of their cards."""

    card_set: CardSet
    limits: Limits
    _backs: set[Scene] = field(default_factory=set, repr=False)

    def __post_init__(self) -> None:
        fonts = self.card_set.fonts()
        self._rasteriser = Rasteriser(fonts, self.card_set.art_files, DPI)
        self._extents = Extents(fonts)

    def proof(self, cards: Iterable[CardSource]) -> Iterator[Proofed]:
        """The cards in order, each followed by its back."""
        sides, ahead = tee(self._sides(cards))
        # All pictures of all sides in a row: the rasteriser draws them in batches.
        views = (view for side in ahead if (scene := side[0].scene) for view in _views(scene))
        images = or_raise(self._rasteriser.images(views))
        for composed, faces, side in sides:
            yield self._proofed(composed, faces, side, images)

    def _sides(self, cards: Iterable[CardSource]) -> Iterator[tuple[Composed, Faces, Side]]:
        for card in cards:
            yield next(self.card_set.compose([card])), self.card_set.faces, "face"
            if self.card_set.backs:
                back = next(self.card_set.compose_backs([card]))
                plain = back.scene and dataclasses.replace(back.scene, title="")
                if plain is None or plain not in self._backs:
                    self._backs |= {plain} if plain else set()
                    yield back, self.card_set.backs, "back"

    def _proofed(self, composed: Composed, faces: Faces, side: Side, images: Iterator[Image]) -> Proofed:
        card, scene = composed.card, composed.scene
        if scene is None:
            return Proofed(card, side, None, findings=composed.problems)
        whole, *views = (next(images) for _ in _views(scene))
        size = faces.choose(card.values, card.where).design.card
        safe = size.safe if self.limits.safe is None else self.limits.safe
        ink = ink_use(whole, scene, DPI, self.limits.ink)
        known = contrasts(scene, views[0], views[1], DPI, self._extents) if views else {}
        places = {item.source: item.box for item in walk(scene.items) if isinstance(item, Picture)}
        places |= {text.element: self._place(text) for text in scene.texts}
        marks = [_marked(finding, places.get(finding.part)) for finding in composed.findings]
        for text in scene.texts:
            marks += self._small(card, text)
            marks += self._faint(card, text, known)
            marks += self._unsafe(card, text, scene, safe, size)
        if ink.box:
            message = f"card {in_a_line(card.name)}: {100 * ink.share:.1f} % of it takes more than "
            message += f"{100 * self.limits.ink:g} % ink, the most is {100 * ink.most:.0f} %"
            hint = "take lighter or plainer colours, or let `cardtools export` reduce them for a press"
            marks.append(_marked(INK.finding(card.where, message, hint), ink.box))
        figures = tuple(
            TextFigures(
                text.element,
                text.text,
                text.size,
                text.minimum,
                min((run.size for run in text.runs), default=text.size),
                min((known[run].ratio for run in text.runs if run in known), default=None),
                self._place(text),
            )
            for text in scene.texts
        )
        marks.sort(key=lambda mark: -SEVERITIES.index(mark.severity))
        return Proofed(card, side, scene, safe, figures, ink.most, tuple(marks))

    def _place(self, text: SetText) -> Box:
        """Where the ink of a text is; the place it was given where it has none."""
        return around(filter(None, map(self._extents.box, text.runs))) or text.box

    def _small(self, card: CardSource, text: SetText) -> Iterator[Diagnostic]:
        least = self.limits.size_of(text)
        small = [run for run in text.runs if run.size < least - 1e-6]
        if small:
            run = min(small, key=lambda run: run.size)
            message = f"card {in_a_line(card.name)}: the text {text.element} is set in {run.size:.3g} pt"
            hint = f"give it {least:g} pt or more; smaller letters fill with ink"
            found = SMALL_TEXT.finding(card.where, message, hint, text.element)
            yield _marked(found, around(filter(None, map(self._extents.box, small))))

    def _faint(self, card: CardSource, text: SetText, known: dict[TextRun, Contrast]) -> Iterator[Diagnostic]:
        fonts = self._extents.fonts
        faint = [
            run
            for run in text.runs
            if run in known and known[run].ratio < self.limits.contrast_of(run, fonts[run.font])
        ]
        if faint:
            run = min(faint, key=lambda run: known[run].ratio)
            found, least = known[run], self.limits.contrast_of(run, fonts[run.font])
            message = f"card {in_a_line(card.name)}: the text {text.element} has a contrast of "
            message += f"{floored(found.ratio)}, {run.colour} on {found.background}"
            hint = f"use {least:.3g} or more: a lighter or darker colour, or a plain ground behind the text"
            box = around(filter(None, map(self._extents.box, faint)))
            yield _marked(CONTRAST.finding(card.where, message, hint, text.element), box)

    def _unsafe(
        self, card: CardSource, text: SetText, scene: Scene, safe: float, size: CardSize
    ) -> Iterator[Diagnostic]:
        near = too_near(scene, text.runs, safe, self._extents)
        if near:
            whose = "the face" if self.limits.safe is None else "--safe"
            hint = f"{whose} keeps {safe:g} mm to every edge: move it, make it smaller, or write less"
            box = around(one.box for one in near)
            yield _marked(near_finding(card, near[0], hint, text.element), box)


def _marked(finding: Diagnostic, box: Box | None) -> Diagnostic:
    """The finding with its place on the card."""
    if box is None:
        return finding
    place = round(box.left, 2), round(box.top, 2), round(box.width, 2), round(box.height, 2)
    return dataclasses.replace(finding, box=place)
