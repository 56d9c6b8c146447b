"""A build under way: what its steps share, and what each of them did."""

from __future__ import annotations

import os
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from cardtools.ground.console import Console
from cardtools.ground.errors import Diagnostic, Location
from cardtools.ground.frozen_record import Record
from cardtools.ground.io.build_record import BuildRecord, tool_digest
from cardtools.ground.io.files import digest, files_below, read_table
from cardtools.ground.tables.workbooks import is_workbook, table_file
from cardtools.project.project import Project

if TYPE_CHECKING:
    from cardtools.steps.game_files import GameFiles


class BuildRow(Record):
    """What a step did, where its outputs lie, how long it took, its exit code, how many problems it has."""

    step: str
    made: str
    where: str = ""
    seconds: float = 0.0
    code: int = 0
    skipped: bool = False
    problems: int = 0


def exit_code(findings: Iterable[Diagnostic]) -> int:
    """1 if there is an error among the findings."""
    return int(any(finding.severity == "error" for finding in findings))


@dataclass
class Build:
    """A build under way."""

    project: Project
    console: Console
    strict: bool
    record: BuildRecord
    jobs: int = 0
    strict_art: bool = False
    outcomes: list[BuildRow] = field(default_factory=list)
    finished: list[Path] = field(default_factory=list)  # folders of prints whose steps came to their end
    _reported: set[Location | str] = field(default_factory=set)  # errors, and their places
    _asked: dict[str, tuple[str, str]] = field(
        default_factory=dict
    )  # by step: its inputs, its outputs' place
    _start: float = 0.0  # of the current step, by time.perf_counter

    @cached_property
    def game(self) -> GameFiles:
        """The project with its files; the steps read each of them once."""
        from cardtools.steps.game_files import GameFiles

        return GameFiles(self.project, strict=self.strict_art)

    def inputs(self, settings: object, paths: Iterable[Path]) -> str:
        """The digest of what a step depends on: the tool, settings, and the content of files by name."""
        parts: list[str | bytes] = [tool_digest(), repr(settings)]
        for path in sorted(map(table_file, paths)):
            parts += [self.name(path), self.record.content(path) if os.path.isfile(path) else ""]
        return digest(*parts)

    def name(self, path: Path) -> str:
        """A file's name among the inputs: relative to the project, so that moving it changes nothing."""
        return path.as_posix().removeprefix(f"{self.project.root.as_posix()}/")

    def fresh(self, step: str, inputs: str, where: str) -> bool:
        """Whether the step can be skipped; if so, reports its findings again."""
        self._start, self._asked[step] = time.perf_counter(), (inputs, where)
        found = self.record.fresh_step(step, inputs)
        if found:
            self.report(found.findings)
            code, number = exit_code(found.findings), len(found.findings)
            row = BuildRow(step, found.summary, where, code=code, skipped=True, problems=number)
            self.outcomes.append(row)
        return found is not None

    def report(self, problems: Iterable[Diagnostic], of_deck: bool = False) -> None:
        """Print the problems that no step before has printed. An error `of_deck` is left out too, in whatever
        words, if another error was printed at its place.
        """
        new = []
        for one in problems:
            place, words = one.location, f"{one.location}: {one.message}"
            if words in self._reported or (of_deck and place.line and place in self._reported):
                continue
            new.append(one)
            if one.severity == "error":
                # A later step may name the place in the message instead.
                self._reported |= {words, place, one.message}
        self.console.problems(new)

    def passed_over(self, step: str, why: str) -> None:
        """Note a step that had nothing to do."""
        self.outcomes.append(BuildRow(step, why, skipped=True))

    def failed(self, step: str) -> None:
        """Note a step that made nothing; the reason has been reported."""
        self.outcomes.append(BuildRow(step, "not made", "", time.perf_counter() - self._start, 2))

    def done(
        self, step: str, made: str, outputs: Sequence[Path], findings: Sequence[Diagnostic],
        new: str = "", incomplete: bool = False,
    ) -> None:  # fmt: skip
        """Note what a step has `made`, with a remark on what is `new`. Unless it is `incomplete` (exit code
        2), it is skipped from now on, as long as its inputs and outputs stay as they are.
        """
        inputs, where = self._asked[step]
        if not incomplete:
            self.record.finish_step(step, inputs, outputs, made, findings)
        now = time.perf_counter()
        code, took = 2 if incomplete else exit_code(findings), now - self._start
        self.outcomes.append(BuildRow(step, made + new, where, took, code, problems=len(findings)))
        self._start = now

    @cached_property
    def has_cards(self) -> bool:
        """Whether there is a card to check or draw; a database that the project file names must exist."""
        first, *more = self.project.tables
        if not os.path.isfile(table_file(first)) and not self.project.names("cards", "database"):
            return False
        if more or is_workbook(first):
            return len(self.game.table) > 0
        return sum(1 for line in read_table(first)[0].split("\n") if line.strip()) > 1

    @cached_property
    def art_files(self) -> list[Path]:
        """All files of the art folders."""
        roots = map(self.project.path, self.project.settings.cards.art)
        return [Path(name) for root in roots for name in files_below(root)]
