"""Cards drawn as they are needed: composed only where something has changed, by several processes at once."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cardtools.errors import Diagnostic, InputError
from cardtools.files import digest
from cardtools.incremental import BuildRecord, CardRecord
from cardtools.project import Project
from cardtools.render.art import find_art
from cardtools.render.pictures import CardSource, Composed
from cardtools.render.raster import BATCH_PAGES, Rasteriser
from cardtools.render.scene import Picture, walk
from cardtools.render.sources import CardSet, load_card_set

if TYPE_CHECKING:
    from pathlib import Path

Damage = tuple[Diagnostic, ...]  # of art, in place of the picture
WORTH_A_PROCESS = 25  # cards: fewer are drawn sooner than another process has started


class Cards:
    """The cards of a build: what each is made from, and its scene once something has to be drawn.

    What was found out about a card without findings is in the record, so that a card that has not changed is
    not composed again.
    """

    def __init__(self, card_set: CardSet, record: BuildRecord) -> None:
        self.card_set, self.record = card_set, record
        self._composed: dict[str, Composed] = {}
        self._inputs: dict[str, str] = {}
        self.learn(card_set.everything)

    def learn(self, cards: Iterable[CardSource]) -> list[Diagnostic]:
        """Find out what more cards are made from, as those of a deck with other pictures; the findings."""
        known_slugs = self._inputs.keys() | self._composed.keys()
        new = {card.slug: card for card in cards if card.slug not in known_slugs}
        for card in new.values():
            known = self.record.cards.get(card.slug)
            if known and known.values == self._values(card) and self._same_art(card, known):
                self._inputs[card.slug] = known.inputs
        found = self.compose(card for card in new.values() if card.slug not in self._inputs)
        for composed in found:
            self._remember(composed)
        return [f for composed in found for f in (*composed.findings, *composed.problems)]

    def compose(self, cards: Iterable[CardSource]) -> list[Composed]:
        """The cards composed, in order."""
        cards = list(cards)
        new = {card.slug: card for card in cards if card.slug not in self._composed}
        for composed in self.card_set.compose(new.values()):
            self._composed[composed.card.slug] = composed
        return [self._composed[card.slug] for card in cards]

    @property
    def composed(self) -> tuple[Composed, ...]:
        """The cards that were composed: those that have changed, and all that something is wrong with."""
        return tuple(self._composed.values())

    @property
    def findings(self) -> list[Diagnostic]:
        """What is wrong with the cards that were composed."""
        return [f for card in self._composed.values() for f in (*card.findings, *card.problems)]

    @property
    def broken(self) -> list[str]:
        """The names of the cards that cannot be drawn."""
        return [card.card.name for card in self._composed.values() if card.scene is None]

    def inputs(self, card: CardSource) -> str:
        """The digest of everything the card is made from; empty when it cannot be drawn."""
        return self._inputs.get(card.slug, "")

    def size(self, card: CardSource) -> tuple[float, float]:
        """Width and height (mm) of the trimmed card. Raises InputError when no face fits it."""
        size = self.card_set.faces.choose(card.values, card.where).design.card
        return size.width, size.height

    def _values(self, card: CardSource) -> str:
        try:
            face = self.card_set.faces.choose(card.values, card.where)
        except InputError:
            return ""
        return digest(face.digest, repr(sorted((key, value) for key, value in card.values.items())))

    def _same_art(self, card: CardSource, known: CardRecord) -> bool:
        try:
            return all(self._art(card, source) == content for source, content in known.art.items())
        except InputError:
            return False

    def _art(self, card: CardSource, source: str) -> str:
        path = find_art(source, self.card_set.art_files.roots, card.art_where, card.name)
        return self.record.content(path)

    def _remember(self, composed: Composed) -> None:
        card, scene = composed.card, composed.scene
        self.record.cards.pop(card.slug, None)
        if scene is None:
            return
        self._inputs[card.slug] = composed.inputs
        if not composed.findings:
            sources = {item.source for item in walk(scene.items) if isinstance(item, Picture)}
            art = {source: self._art(card, source) for source in sorted(sources)}
            self.record.cards[card.slug] = CardRecord(self._values(card), art, composed.inputs)


@dataclass(frozen=True)
class Easel:
    """How pictures are drawn: of which project, with what resolution, with bleed or without."""

    project: Project
    dpi: int
    bleed: bool = True
    database: Path | None = None

    def rasteriser(self, card_set: CardSet) -> Rasteriser:
        """What draws the set's cards in this way."""
        return card_set.rasteriser(self.dpi, None if self.bleed else 0)

    def draw(
        self, card_set: CardSet, cards: Sequence[Composed], jobs: int
    ) -> Iterator[tuple[Composed, bytes]]:
        """The cards that can be drawn with their PNG files, in order, by up to `jobs` processes (0: as many
        as there are processors).

        Raises InputError after the last one with every card whose art shows only now that it is damaged.
        """
        able = [card for card in cards if card.scene is not None]
        problems: dict[Diagnostic, None] = {}
        for card, png in zip(able, self._pngs(card_set, able, jobs), strict=True):
            if isinstance(png, bytes):
                yield card, png
            else:
                problems |= dict.fromkeys(png)
        if problems:
            raise InputError(problems)

    def _pngs(self, card_set: CardSet, able: Sequence[Composed], jobs: int) -> Iterator[bytes | Damage]:
        processes = min(jobs or os.cpu_count() or 1, len(able) // WORTH_A_PROCESS)
        if processes < 2:
            yield from _drawn(able, self.rasteriser(card_set))
            return
        cards = [card.card for card in able]
        batches = [cards[start : start + BATCH_PAGES] for start in range(0, len(cards), BATCH_PAGES)]
        with ProcessPoolExecutor(processes, initializer=_begin, initargs=(self,)) as pool:
            for batch in pool.map(_draw, batches):
                yield from batch


def _drawn(cards: Iterable[Composed], rasteriser: Rasteriser) -> Iterator[bytes | Damage]:
    for png in rasteriser.pngs(card.scene for card in cards if card.scene):
        yield png.diagnostics if isinstance(png, InputError) else png


_hand: tuple[CardSet, Rasteriser] | None = None


def _begin(easel: Easel) -> None:
    global _hand  # noqa: PLW0603 - a process of a pool keeps what it draws with
    card_set = load_card_set(easel.project, easel.database)
    _hand = card_set, easel.rasteriser(card_set)


def _draw(cards: Sequence[CardSource]) -> list[bytes | Damage]:
    assert _hand is not None, "the pool begins every process"
    card_set, rasteriser = _hand
    return list(_drawn(card_set.compose(cards), rasteriser))
