"""A build under way: what its steps share, and what each of them did."""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from cardtools.console import Console
from cardtools.files import digest, read_lines
from cardtools.incremental import BuildRecord, tool_digest
from cardtools.project import CardSettings, Project

if TYPE_CHECKING:
    from cardtools.stages.game import Game


@dataclass(frozen=True)
class Outcome:
    """What a step did: in words, where its outputs lie, how long it took, its exit code (0, 1 or 2)."""

    step: str
    made: str
    where: str = ""
    seconds: float = 0.0
    code: int = 0
    skipped: bool = False


@dataclass
class Build:
    """A build under way."""

    project: Project
    console: Console
    strict: bool
    record: BuildRecord
    jobs: int = 0
    outcomes: list[Outcome] = field(default_factory=list)

    @cached_property
    def game(self) -> Game:
        """The project with its files, each of which the steps read once."""
        from cardtools.stages.game import Game

        return Game(self.project)

    def inputs(self, settings: object, paths: Iterable[Path]) -> str:
        """The digest of what a step depends on: the tool, settings, and the content of files by name."""
        parts: list[str | bytes] = [tool_digest(), repr(settings)]
        for path in sorted(paths):
            parts += [self.name(path), self.record.content(path) if path.is_file() else ""]
        return digest(*parts)

    def name(self, path: Path) -> str:
        """A file's name among the inputs: relative to the project, so that moving it makes nothing anew."""
        root = self.project.root
        return (path.relative_to(root) if path.is_relative_to(root) else path).as_posix()

    def fresh(self, step: str, inputs: str, where: str) -> bool:
        """Whether the step can be passed over; notes that it was."""
        found = self.record.fresh_step(step, inputs)
        if found:
            self.passed_over(step, found.summary, where)
        return found is not None

    def passed_over(self, step: str, why: str, where: str = "") -> None:
        """Note a step that had nothing to do."""
        self.outcomes.append(Outcome(step, why, where, skipped=True))

    def done(self, step: str, made: str, where: str, start: float, code: int = 0) -> None:
        """Note what a step that began at `start` (of `time.perf_counter`) has done."""
        self.outcomes.append(Outcome(step, made, where, time.perf_counter() - start, code))

    @property
    def has_cards(self) -> bool:
        """Whether there is a card to check or draw; a database that the project file names must exist."""
        database = self.project.path(self.project.settings.cards.database)
        if not database.is_file() and self.project.settings.cards.database == CardSettings.database:
            return False
        return len(read_lines(database)) > 1

    @property
    def art_files(self) -> list[Path]:
        """All files of the art folders."""
        roots = [self.project.path(folder) for folder in self.project.settings.cards.art]
        return [path for root in roots for path in root.rglob("*") if path.is_file()]
