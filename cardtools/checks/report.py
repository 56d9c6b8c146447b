"""A whole project checked: what `validate` prints and `build` writes to output/validation.txt."""

from __future__ import annotations

import gc
import os
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from cardtools.cards.extras import read_extras
from cardtools.cards.table import CardTable, read_cards
from cardtools.checks.art import check_art
from cardtools.checks.effect_list import read_effect_list
from cardtools.checks.near import NearTemplates
from cardtools.checks.validate import by_place, validate, validate_deck
from cardtools.errors import Diagnostic, Location, Severity
from cardtools.files import shown
from cardtools.project import BASELINE_NAME, Project
from cardtools.record import Record
from cardtools.rulesets import Ruleset
from cardtools.rulesets.catalogue import GENERIC
from cardtools.spelling import counted

if TYPE_CHECKING:
    from cardtools.cards.deck import Deck
    from cardtools.checks.suppress import Selection

# From bad to worse.
SEVERITIES: tuple[Severity, ...] = ("info", "warning", "error")


def fails(severity: Severity, least: Severity) -> bool:
    """Whether a severity is at least as bad as `least`."""
    return SEVERITIES.index(severity) >= SEVERITIES.index(least)


def accepts_findings(project: Project) -> bool:
    """Whether the project suppresses findings or has a baseline; most do not and load nothing for it."""
    return bool(project.settings.suppress) or (project.root / BASELINE_NAME).is_file()


class Subject(Record):
    """What a finding is about: the card's name, its row (from 0), the column; "" and -1 where it has none."""

    card: str = ""
    row: int = -1
    column: str = ""


@dataclass(frozen=True)
class Report:
    """What was checked and what was found, sorted by place: the cards first, then the decks.

    `suppressed` is the number of findings that the project accepts and that are not among them.
    """

    cards: CardTable
    decks: tuple[Deck, ...]
    diagnostics: tuple[Diagnostic, ...]
    suppressed: int = 0

    def count(self, severity: Severity) -> int:
        """The number of findings of a severity."""
        return sum(1 for diagnostic in self.diagnostics if diagnostic.severity == severity)

    @property
    def failed(self) -> bool:
        """Whether there is an error among the findings."""
        return self.fails("error")

    def fails(self, least: Severity) -> bool:
        """Whether there is a finding that is at least as bad as `least`."""
        return any(fails(diagnostic.severity, least) for diagnostic in self.diagnostics)

    def subject(self, diagnostic: Diagnostic) -> Subject:
        """The card and the column that a finding is about."""
        place = diagnostic.location
        if place.path != self.cards.file.name:
            return Subject(self._deck_cards.get((place.path, place.line), ""))
        row, index = self.cards.file.cell_at(place)
        if row < 0:
            return Subject()
        return Subject(self.cards.name(row), row, self.cards.columns[index])

    def key(self, diagnostic: Diagnostic, root: Path) -> tuple[str, str, str, str]:
        """What a finding is known by while lines move: file (relative to `root`), code, card, column."""
        subject = self.subject(diagnostic)
        return _local(diagnostic.location.path, root), diagnostic.code, subject.card, subject.column

    @cached_property
    def _deck_cards(self) -> dict[tuple[str, int], str]:
        lines = (entry for deck in self.decks for entry in deck.entries)
        return {(entry.location.path, entry.location.line): entry.name for entry in lines}

    def summary(self, root: Path | None = None) -> str:
        """One line: `cards/cards.csv: 66 cards, 1 deck: no problems`. Paths are as in `text`."""
        what = f"{_local(shown(self.cards.file.path), root)}: {counted(len(self.cards), 'card')}"
        if self.decks:
            what += f", {counted(len(self.decks), 'deck')}"
        counts = Counter(diagnostic.severity for diagnostic in self.diagnostics)
        words: tuple[tuple[Severity, str], ...] = (
            ("error", "error"), ("warning", "warning"), ("info", "note"),
        )  # fmt: skip
        found = [counted(counts[severity], word) for severity, word in words if counts[severity]]
        suppressed = f" ({self.suppressed:,} suppressed)" if self.suppressed else ""
        return f"{what}: {', '.join(found) or 'no problems'}{suppressed}"

    def text(self, root: Path | None = None) -> str:
        """Every finding and the summary, each line ended.

        With `root` the places are relative to that folder, so a file with this text does not depend on where
        the command ran; without it they are relative to the working folder, as on the screen.
        """
        places = (
            replace(d, location=replace(d.location, path=_local(d.location.path, root)))
            for d in self.diagnostics
        )
        return "".join(f"{line}\n" for line in (*map(str, places), self.summary(root)))


def _local(path: str, root: Path | None) -> str:
    if root is None:
        return path
    absolute, folder = Path(os.path.abspath(path)), Path(os.path.abspath(root))
    return absolute.relative_to(folder).as_posix() if absolute.is_relative_to(folder) else path


def selection_of(project: Project, ruleset: Ruleset) -> Selection | None:
    """What a project accepts of the findings; None, and nothing loaded for it, where that is nothing."""
    if not accepts_findings(project):
        return None
    from cardtools.checks.suppress import load_selection

    return load_selection(project, ruleset)


def check_own(
    project: Project, ruleset: Ruleset, decks: Sequence[Path], selection: Selection | None
) -> Report:
    """Check all that a project file names, and these decks. As `check_project`."""
    settings = project.settings
    return check_project(
        project.path(settings.cards.database),
        ruleset,
        decks,
        project.path(settings.effects.tagged),
        [project.path(folder) for folder in settings.cards.art],
        selection,
        NearTemplates(project.root, settings.effects),
        project.extras,
    )


def check_project(
    cards: Path,
    ruleset: Ruleset,
    decks: Sequence[Path] = (),
    effects: Path | None = None,
    art_roots: Sequence[Path] | None = None,
    selection: Selection | None = None,
    templates: NearTemplates | None = None,
    extras: Sequence[Path] = (),
) -> Report:
    """Check a card table and its decks; effects against the tagged list, images in the art folders.

    Of `extras`, tables of what is printed with the cards, only the images are checked. `effects` or
    `art_roots` left out: not checked. `selection` says which findings are told (default: all), `templates`
    what is wrong with an effect that is not in the list. A tagged list that does not exist yet is a warning.
    Raises InputError when the card table, a deck, the extras or the list cannot be used.
    """
    with _uncollected():
        report = _check(cards, ruleset, decks, effects, art_roots, templates, extras)
    if selection is None:
        if not report.diagnostics:
            return report
        from cardtools.checks.suppress import Selection

        selection = Selection()
    told, suppressed = selection.tell(report)
    return replace(report, diagnostics=tuple(told), suppressed=suppressed)


@contextmanager
def _uncollected() -> Iterator[None]:
    # All that is read is kept, so the collector would walk a large table again and again and find nothing.
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


def _check(
    cards: Path,
    ruleset: Ruleset,
    decks: Sequence[Path],
    effects: Path | None,
    art_roots: Sequence[Path] | None,
    templates: NearTemplates | None,
    extras: Sequence[Path],
) -> Report:
    table = read_cards(cards, ruleset)
    read_decks: tuple[Deck, ...] = ()
    if decks:
        from cardtools.cards.deck import read_deck

        read_decks = tuple(map(read_deck, decks))
    found: list[Diagnostic] = []
    known = None
    if effects is not None and effects.exists():
        known = read_effect_list(effects)
    elif effects is not None and ruleset.effect_columns:
        message = "effects are not checked: there is no tagged effect list yet"
        place = Location(shown(effects))
        found.append(GENERIC["TXT027"].finding(place, message, "run `cardtools build` to make it"))
    findings = validate(table, ruleset, known, templates)
    if art_roots is not None:
        findings += check_art(table, art_roots, [read_extras(path, ruleset) for path in extras])
    found += by_place(findings)
    for deck in read_decks:
        found += validate_deck(deck, table, ruleset)
    return Report(table, read_decks, tuple(found))
