"""A whole project checked: what `validate` prints and `build` writes to output/validation.txt."""

from __future__ import annotations

import gc
import os
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from cardtools.cards.deck import Deck, read_deck
from cardtools.cards.table import CardTable, read_cards
from cardtools.checks.art import check_art
from cardtools.checks.effect_list import read_effect_list
from cardtools.checks.validate import by_place, validate, validate_deck
from cardtools.errors import Diagnostic, Location, Severity, counted
from cardtools.files import shown
from cardtools.rulesets import Ruleset
from cardtools.rulesets.catalogue import GENERIC


@dataclass(frozen=True)
class Report:
    """What was checked and what was found, sorted by place: the cards first, then the decks."""

    cards: CardTable
    decks: tuple[Deck, ...]
    diagnostics: tuple[Diagnostic, ...]

    def count(self, severity: Severity) -> int:
        """The number of findings of a severity."""
        return sum(1 for diagnostic in self.diagnostics if diagnostic.severity == severity)

    @property
    def failed(self) -> bool:
        """Whether there is an error among the findings."""
        return self.count("error") > 0

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
        return f"{what}: {', '.join(found) or 'no problems'}"

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


def check_project(
    cards: Path,
    ruleset: Ruleset,
    decks: Sequence[Path] = (),
    effects: Path | None = None,
    art_roots: Sequence[Path] | None = None,
) -> Report:
    """Check a card table and its decks; effects against the tagged list, images in the art folders.

    `effects` or `art_roots` left out: not checked. A tagged list that does not exist yet is a warning. Raises
    InputError when the card table, a deck or the list cannot be used.
    """
    with _uncollected():
        return _check(cards, ruleset, decks, effects, art_roots)


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
) -> Report:
    table = read_cards(cards, ruleset)
    read_decks = tuple(read_deck(path) for path in decks)
    found: list[Diagnostic] = []
    known = None
    if effects is not None and effects.exists():
        known = read_effect_list(effects)
    elif effects is not None and ruleset.effect_columns:
        message = "effects are not checked: there is no tagged effect list yet"
        place = Location(shown(effects))
        found.append(GENERIC["TXT027"].finding(place, message, "run `cardtools build` to make it"))
    findings = validate(table, ruleset, known)
    if art_roots is not None:
        findings += check_art(table, art_roots)
    found += by_place(findings)
    for deck in read_decks:
        found += validate_deck(deck, table, ruleset)
    return Report(table, read_decks, tuple(found))
