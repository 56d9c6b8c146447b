"""Which findings are reported: suppressions and the baseline of the project, `--select` and `--ignore`."""

from __future__ import annotations

import datetime
import os
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from cardtools.checks.findings.check_report import FindingKey, Report, ReportPart, part_of
from cardtools.ground.catalogue import Check, codes_of
from cardtools.ground.console import to_json
from cardtools.ground.errors import Diagnostic, InputError, Location, bad_input
from cardtools.ground.frozen_record import Record
from cardtools.ground.io.files import read_text, shown
from cardtools.ground.spelling import counted, did_you_mean
from cardtools.project.project import BASELINE_NAME, Project
from cardtools.project.settings import Suppression

if TYPE_CHECKING:
    from cardtools.rulesets import Ruleset

STALE_IGNORE = Check.of("""RUL010 stale-ignore warning: a suppression matches no finding
    why: A suppression that nothing needs any more would hide the next finding.
    bad: [[suppress]] code = "TTU101", card = "Cinder Whelp", whose stats are right
    good: only suppressions of findings that are there
    fix: take the [[suppress]] table out""")
EXPIRED_IGNORE = Check.of("""RUL011 expired-ignore warning: the last day of a suppression has passed
    why: Whoever wrote the date wanted to look again after it.
    bad: [[suppress]] until = 2020-01-31
    good: [[suppress]] with a day to come, or without one
    fix: fix the card, or set a later day""")
IGNORE_WITHOUT_REASON = Check.of("""RUL012 ignore-without-reason warning: a suppression does not say why
    why: In a year nobody knows whether the finding may be hidden.
    bad: [[suppress]] code = "TTU101"
    good: [[suppress]] code = "TTU101", reason = "promo card"
    fix: say why in reason""")


class Baseline(Record):
    """The findings of a large database that are accepted as they are, so that new ones stand out: how many of
    each kind. Paths are relative to `root`, and nothing changes when lines are inserted above a finding.
    """

    root: Path
    name: str
    accepted: Counter[FindingKey]

    def unknown(self, report: Report, findings: Iterable[Diagnostic]) -> list[Diagnostic]:
        """The findings that it does not hold; of several alike the last ones."""
        left, unknown = self.accepted.copy(), []
        for finding in findings:
            key = report.key(finding, self.root)
            unknown += [] if left[key] > 0 else [finding]
            left[key] -= 1
        return unknown

    def stale(self, report: Report, findings: Iterable[Diagnostic]) -> int:
        """How many of its findings the report could contain but doesn't."""
        gone = self.accepted - Counter(report.key(finding, self.root) for finding in findings)
        return sum(number for key, number in gone.items() if part_of(key.code) in report.checked.parts)


class Accepted(Record):
    """A suppression of the project file, read: its codes, its last day, its place in the file."""

    entry: Suppression
    codes: frozenset[str]
    until: datetime.date | None
    expired: bool
    place: Location


class Selection(Record):
    """Which findings are reported; if `complete`, also suppressions and accepted findings without a match."""

    suppressions: tuple[Accepted, ...] = ()
    baseline: Baseline | None = None
    select: frozenset[str] | None = None
    ignore: frozenset[str] = frozenset()
    complete: bool = False

    def asks(self, code: str) -> bool:
        """Whether findings of this code are wanted."""
        # What no check owns, as a card that cannot be drawn, has no code and is always wanted.
        return code not in self.ignore and (self.select is None or not code or code in self.select)

    @property
    def ended(self) -> int:
        """The number of expired suppressions, by which `build` sees that a new day changes its result."""
        return sum(accepted.expired for accepted in self.suppressions)

    def of(self, report: Report, merged: frozenset[str] = frozenset()) -> Report:
        """The report with the selected findings; findings with `merged` codes were left out for another."""
        findings = [finding for finding in _applied(report) if finding.code not in self.ignore]
        left, used = self._unsuppressed(report, findings)
        chosen = self.baseline.unknown(report, left) if self.baseline else left
        suppressed = len(findings) - len(chosen)
        # Without the tagged list the effects are not checked, so nobody knows what they would find.
        if self.complete and all(finding.code != "TXT027" for finding in findings):
            notes = list(self._notes(used, merged, report.checked.parts))
            if self.baseline and not merged and (stale := self.baseline.stale(report, left)):
                accepted = counted(self.baseline.accepted.total(), "accepted finding")
                hint = "`cardtools validate --write-baseline` renews the file"
                message = f"{stale:,} of {accepted} no longer occur"
                notes.append(STALE_IGNORE.finding(Location(self.baseline.name), message, hint))
            chosen = [*chosen, *_applied(replace(report, diagnostics=tuple(notes)))]
        asked = tuple(finding for finding in chosen if self.asks(finding.code))
        return replace(report, diagnostics=asked, suppressed=suppressed)

    def fixable(self, report: Report, also: frozenset[str] = frozenset()) -> list[Diagnostic]:
        """The findings that a fix may be made for: the selected ones, and those of the codes in `also`."""
        left, _ = self._unsuppressed(report, _applied(report))
        if self.baseline:
            left = self.baseline.unknown(report, left)
        return [finding for finding in left if self.asks(finding.code) or finding.code in also]

    def _unsuppressed(
        self, report: Report, findings: Sequence[Diagnostic]
    ) -> tuple[list[Diagnostic], set[int]]:
        """The findings that no suppression meets, and the numbers of the suppressions that met one."""
        used: set[int] = set()
        codes = frozenset().union(*(accepted.codes for accepted in self.suppressions))
        left = []
        for finding in findings:
            met = []
            if finding.code in codes:
                cards = ("", report.checked.subject(finding).card)
                every = enumerate(self.suppressions)
                met = [n for n, one in every if finding.code in one.codes and one.entry.card in cards]
            used.update(met)
            left += [finding] if all(self.suppressions[number].expired for number in met) else []
        return left, used

    def _notes(
        self, used: set[int], merged: frozenset[str], parts: frozenset[ReportPart]
    ) -> Iterator[Diagnostic]:
        for number, accepted in enumerate(self.suppressions):
            if not any(part_of(code) in parts for code in accepted.codes):
                continue
            card = f" for {accepted.entry.card}" if accepted.entry.card else ""
            what = f"the suppression of {accepted.entry.code}{card}"
            if accepted.expired:
                message = f"{what} ended on {accepted.until}"
                yield EXPIRED_IGNORE.finding(accepted.place, message, "remove it, or set a later day")
            elif number not in used and not accepted.codes & merged:
                yield STALE_IGNORE.finding(accepted.place, f"{what} matches no finding", "remove it")
            if not accepted.entry.reason.strip():
                message = f"{what} gives no reason"
                yield IGNORE_WITHOUT_REASON.finding(accepted.place, message, 'add reason = "..."')


def _applied(report: Report) -> Sequence[Diagnostic]:
    """The findings with what the ruleset changes of their checks."""
    ruleset = report.checked.ruleset
    return ruleset.applied(report.diagnostics) if ruleset else report.diagnostics


def load_selection(
    project: Project,
    ruleset: Ruleset,
    today: datetime.date | None = None,
    select: Sequence[str] = (),
    ignore: Sequence[str] = (),
    complete: bool = True,
    baseline: bool = True,
) -> Selection:
    """The selection for a run. Raises InputError with every unknown code and every invalid date."""
    if not (select or ignore or project.settings.suppress or os.path.isfile(project.root / BASELINE_NAME)):
        return Selection()  # most projects accept nothing, and need not load all checks
    known, today = ruleset.checks(), today or datetime.date.today()
    problems: list[Diagnostic] = []

    def read(word: str, place: Location) -> frozenset[str]:
        """The codes that a word means; a problem where there are none."""
        codes = codes_of(word, known)
        if not codes:
            families = sorted({code[:3] for code in known})
            near = did_you_mean(word, [*known, *(check.name for check in known.values()), *families])
            hint = f"did you mean {near}?" if near else f"a code, a name, or a family: {', '.join(families)}"
            problems.append(Diagnostic(place, f"unknown check {word!r}", hint))
        return codes

    def of_option(values: Iterable[str], option: str) -> frozenset[str]:
        """The codes of an option's values, each one word or several with commas."""
        words = [word.strip() for value in values for word in value.split(",")]
        return frozenset().union(*(read(word, Location(option)) for word in words if word))

    accepted: list[Accepted] = []
    for number, entry in enumerate(project.settings.suppress):
        place = project.file.at("suppress", number) if project.file else Location("")
        codes = read(entry.code, place)
        until = entry.until or None
        try:
            until = datetime.date.fromisoformat(until) if isinstance(until, str) else until
        except ValueError:
            hint = "write year-month-day, as 2026-12-31"
            problems.append(Diagnostic(place, f"invalid date until = {until!r}", hint))
            continue
        until = until.date() if isinstance(until, datetime.datetime) else until
        accepted.append(Accepted(entry, codes, until, until is not None and today > until, place))
    selected, ignored = of_option(select, "--select"), of_option(ignore, "--ignore")
    if problems:
        raise InputError(problems)
    known_findings = read_baseline(project.root) if baseline else None
    return Selection(tuple(accepted), known_findings, selected if select else None, ignored, complete)


def read_baseline(root: Path) -> Baseline | None:
    """The baseline of a project, None where it has none. Raises InputError when the file is unusable."""
    path = root / BASELINE_NAME
    if not os.path.isfile(path):
        return None
    import json  # most projects have no baseline

    accepted: Counter[FindingKey] = Counter()
    try:
        for entry in json.loads(read_text(path))["findings"]:
            accepted[FindingKey(*(str(entry[name]) for name in FindingKey._fields))] += int(entry["count"])
    except (ValueError, KeyError, TypeError, OverflowError, RecursionError) as error:
        reason = error.msg if isinstance(error, json.JSONDecodeError) else f"{type(error).__name__} {error}"
        line = error.lineno if isinstance(error, json.JSONDecodeError) else 0
        hint = "`cardtools validate --write-baseline` writes a new one"
        raise bad_input(shown(path), f"not a baseline: {reason}", hint, line) from None
    return Baseline(root, shown(path), accepted)


def baseline_text(report: Report, findings: Iterable[Diagnostic], root: Path) -> str:
    """The file that accepts these findings, and those it accepts of parts that the report does not cover."""
    known = read_baseline(root)
    counts = Counter(report.key(finding, root) for finding in findings)
    for key, count in known.accepted.items() if known else ():
        if part_of(key.code) not in report.checked.parts:
            counts[key] = count
    lines = [to_json({**key._asdict(), "count": count}, None) for key, count in sorted(counts.items())]
    return '{"version": 1, "findings": [\n' + ",\n".join(lines) + "\n]}\n"
