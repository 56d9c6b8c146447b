"""Drawing a game's cards: composed only where something has changed, by several processes at once."""

from __future__ import annotations

import os
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

from cardtools.cards.crops import find_crop
from cardtools.cards.spaces import in_a_line
from cardtools.cards.table import Card
from cardtools.ground.errors import Diagnostic, InputError, OutputError
from cardtools.ground.frozen_record import Record
from cardtools.ground.io.build_record import BuildRecord, MadeCard
from cardtools.ground.io.files import check_output, digest, own_folder
from cardtools.ground.spelling import counted
from cardtools.project.project import Project
from cardtools.render.card_pictures import CardSide
from cardtools.render.compose.compose_checks import each_once
from cardtools.render.compose.missing_art import art_name
from cardtools.render.face.model.card import CardSize
from cardtools.render.pdf.raster import BATCH_PAGES, Rasteriser
from cardtools.render.pictures.art import MissingArtError
from cardtools.render.pictures.kept_art import KEPT_NAME, KeptArt
from cardtools.render.project_cards import ProjectCards
from cardtools.render.scene.scene import pictures
from cardtools.steps.game_files import GameFiles

WORTH_A_PROCESS = 25  # cards: fewer are drawn sooner than another process has started

# Shows a progress bar over items, as `Console.progress`.
Progress = Callable[..., AbstractContextManager[Iterable[Any]]]


class Composer:
    """Composes cards and their backs (`project_cards`; None: those of the game), each once, and remembers
    what each is made from. With a record, a card that has not changed since an earlier build is composed only
    when it is to be drawn. `checked` is for `GameFiles.reported`.
    """

    def __init__(
        self,
        game: GameFiles,
        record: BuildRecord | None = None,
        project_cards: ProjectCards | None = None,
        checked: bool = False,
    ) -> None:
        self.game, self.record, self.checked = game, record, checked
        self.project_cards = project_cards or game.project_cards
        self._fronts: dict[str, CardSide] = {}
        self._backs: dict[str, CardSide] = {}
        self._unchanged: dict[str, CardSide] = {}  # fronts as the record has them, without their scenes

    def compose_changed(self, cards: Iterable[Card]) -> list[Diagnostic]:
        """Find out what cards are made from; the findings about the new ones, at first about faces too."""
        known = self._unchanged.keys() | self._fronts.keys()
        new = {card.slug: card for card in cards if card.slug not in known}
        for card in new.values():
            made = self.record.cards.get(card.slug) if self.record else None
            if made and made.values == self._values(card) != "" and self._same_art(card, made.art):
                self._unchanged[card.slug] = CardSide(card, None, made.findings, (), made.inputs)
        for side in self.compose(card for card in new.values() if card.slug not in self._unchanged):
            if self.record is None:
                continue
            self.record.cards.pop(side.card.slug, None)
            if side.scene is not None:
                sources = sorted({art_name(item.source) for item in pictures(side.scene.items)})
                art = {source: self._art(side.card, source) for source in sources}
                values = self._values(side.card)
                self.record.cards[side.card.slug] = MadeCard(values, art, side.inputs, side.findings)
        found = self.reported(map(self.known_side, new.values()))
        return found if known else self._with_faces(found)

    def known_side(self, card: Card) -> CardSide:
        """The face of a card that was learned or composed; one that has not changed is without its scene."""
        return self._fronts.get(card.slug) or self._unchanged[card.slug]

    def compose(self, cards: Iterable[Card]) -> list[CardSide]:
        """The faces of cards, in order."""
        return _once(cards, self._fronts, self.project_cards.compose)

    def compose_backs(self, cards: Iterable[Card]) -> list[CardSide]:
        """The backs of cards, in order; none where the project has no backs."""
        return _once(cards, self._backs, self.project_cards.compose_backs) if self.project_cards.backs else []

    def compose_all(self, decks: Iterable[Iterable[Card]], progress: Progress, backs: bool = False) -> None:
        """Compose the cards of decks (and their `backs`) behind a progress bar."""
        cards = {card.slug: card for deck in decks for card in deck}.values()
        with progress(cards, len(cards), "compose") as waiting:
            for card in waiting:
                self.compose([card])
                if backs:
                    self.compose_backs([card])

    @property
    def findings(self) -> list[Diagnostic]:
        """What is wrong with the faces that were learned or composed, and with the backs."""
        faces = self._unchanged | self._fronts
        return self._with_faces(self.reported((*faces.values(), *self._backs.values())))

    def _with_faces(self, found: list[Diagnostic]) -> list[Diagnostic]:
        """The findings, and those about faces that no card may have."""
        return list(dict.fromkeys([*found, *self.game.reported(self.project_cards.problems, self.checked)]))

    def reported(self, sides: Iterable[CardSide]) -> list[Diagnostic]:
        """What is wrong with faces and backs, as it counts in the game; a problem of several is one."""
        sides = list(sides)
        nameless: dict[Diagnostic, Diagnostic] = {}  # problems of faces, without the names of the cards
        for side in sides:
            card = f"card {in_a_line(side.card.name)}: "
            for problem in side.problems:
                if not problem.code and problem.message.startswith(card):
                    nameless[problem] = problem._replace(message=problem.message.removeprefix(card))
        times = Counter(nameless.values())
        found = []
        for finding in each_once(finding for side in sides for finding in (*side.findings, *side.problems)):
            bare = nameless.get(finding, finding)
            if times[bare] > 1:
                finding = finding._replace(message=f"{counted(times[bare], 'card')}: {bare.message}")
            found.append(finding)
        return self.game.reported(dict.fromkeys(found), self.checked)

    @property
    def broken(self) -> list[str]:
        """The names of the cards whose face or back cannot be drawn."""
        every = (*self._fronts.values(), *self._backs.values())
        return list(dict.fromkeys(side.card.name for side in every if side.scene is None))

    @property
    def incomplete(self) -> bool:
        """Whether a card cannot be drawn, or a face cannot be used."""
        return bool(self.broken or self.project_cards.problems)

    def outdated(self, folder: Path) -> list[Path]:
        """The pictures of an earlier run, in a folder of pictures, of cards that cannot be drawn now."""
        slugs = [side.card.slug for side in self._fronts.values() if side.scene is None]
        return [path for slug in slugs if os.path.isfile(path := folder / f"{slug}.png")]

    @property
    def code(self) -> int:
        """The exit code: 2 when a card or a face is unusable, 1 when an error is among the findings."""
        return 2 if self.incomplete else int(any(finding.severity == "error" for finding in self.findings))

    def inputs(self, card: Card) -> str:
        """The digest of everything a card is made from; empty when it cannot be drawn."""
        return self.known_side(card).inputs

    def size(self, card: Card) -> CardSize:
        """The size of the card. Raises InputError when no face fits it."""
        return self.project_cards.faces.choose(card.values, card.where, card.name).design.card

    def _values(self, card: Card) -> str:
        try:
            face, values = self.project_cards.faces.side(card.values, card.where, card.name)
        except InputError:
            return ""
        faults = repr(card.faults) if card.faults else ""
        if face.shows_cards:
            return ""  # what is on it may have changed
        return digest(face.digest, repr(sorted(values.items())), faults)

    def _same_art(self, card: Card, known: Mapping[str, str]) -> bool:
        try:
            return all(self._art(card, source) == content for source, content in known.items())
        except InputError:
            return False

    def _art(self, card: Card, source: str) -> str:
        assert self.record is not None
        files = self.project_cards.art_files
        crop = find_crop(files.crops, source)
        try:
            content = self.record.content(files.find(source, card.art_where(source), f"card {card.name}"))
            return f"{content} {crop}" if crop else content
        except MissingArtError:
            if files.strict:
                raise
            return ""


def _once(
    cards: Iterable[Card], known: dict[str, CardSide], compose: Callable[..., Iterable[CardSide]]
) -> list[CardSide]:
    cards = list(cards)
    new = {card.slug: card for card in cards if card.slug not in known}
    known |= {side.card.slug: side for side in compose(new.values())}
    return [known[card.slug] for card in cards]


class PictureOptions(Record):
    """How pictures are drawn: dots per inch, bleed, and how many processes draw them (0: all processors)."""

    dpi: int
    bleed: bool = True
    jobs: int = 0

    def rasteriser(self, project_cards: ProjectCards, project: Project) -> Rasteriser:
        """What draws the cards of a set in this way; their art is kept for the next run."""
        return project_cards.rasteriser(self.dpi, None if self.bleed else 0, kept_art(project))


def draw_pictures(
    project_cards: ProjectCards, project: Project, sides: Sequence[CardSide], options: PictureOptions
) -> Iterator[tuple[CardSide, bytes]]:
    """The sides that can be drawn with their PNGs, in order; InputError at the end for damaged art."""
    able = [side for side in sides if side.scene is not None]
    problems: dict[Diagnostic, None] = {}
    for side, png in zip(able, _pngs(project_cards, project, able, options), strict=True):
        if isinstance(png, bytes):
            yield side, png
        else:
            problems |= dict.fromkeys(png.diagnostics)
    if problems:
        raise InputError(problems)


def _pngs(
    project_cards: ProjectCards, project: Project, able: Sequence[CardSide], options: PictureOptions
) -> Iterator[bytes | InputError]:
    _keep_freed_memory()
    processes = min(options.jobs or os.cpu_count() or 1, len(able) // WORTH_A_PROCESS)
    if processes < 2:
        yield from options.rasteriser(project_cards, project).pngs(side.scene for side in able if side.scene)
        return
    from concurrent.futures import ProcessPoolExecutor

    cards = [side.card for side in able]
    batches = [cards[start : start + BATCH_PAGES] for start in range(0, len(cards), BATCH_PAGES)]
    with ProcessPoolExecutor(processes, initializer=_start_process, initargs=(project, options)) as pool:
        for batch in pool.map(_draw, batches):
            yield from batch


def _keep_freed_memory() -> None:
    """Give memory back to the system less often: every picture needs the same few megabytes again."""
    import ctypes

    if sys.platform == "linux" and (mallopt := getattr(ctypes.CDLL(None), "mallopt", None)):  # of glibc
        for option in (-1, -3):  # M_TRIM_THRESHOLD, M_MMAP_THRESHOLD
            mallopt(option, 32_000_000)


def kept_art(project: Project) -> KeptArt | None:
    """The art of all editions as large as it is drawn; None if the output is not in the project."""
    try:
        return KeptArt(check_output(project.path(project.settings.output) / KEPT_NAME, project.root))
    except OutputError:
        return None


_tools: tuple[ProjectCards, Rasteriser] | None = None


def _start_process(project: Project, options: PictureOptions) -> None:
    _keep_freed_memory()
    own_folder(project.root)
    global _tools  # noqa: PLW0603 - a process of a pool keeps what it draws with
    project_cards = GameFiles(project).project_cards
    _tools = project_cards, options.rasteriser(project_cards, project)


def _draw(cards: Sequence[Card]) -> list[bytes | InputError]:
    assert _tools is not None, "each process of the pool is started with them"
    project_cards, rasteriser = _tools
    return list(rasteriser.pngs(side.scene for side in project_cards.compose(cards) if side.scene))
