"""Which findings are told: suppressions and the baseline of the project, `--select` and `--ignore`, and one
finding instead of a wall where a spreadsheet damaged the file.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cardtools.checks.columns import Columns
from cardtools.checks.output.baseline import Baseline, read_baseline
from cardtools.errors import Diagnostic, InputError, Location
from cardtools.project import Project, Suppression
from cardtools.rulesets import Ruleset
from cardtools.rulesets.catalogue import DRAWN_CHECKS, GENERIC, CheckInfo
from cardtools.rulesets.filters import Filter
from cardtools.spelling import counted, did_you_mean

if TYPE_CHECKING:
    from cardtools.checks.report import Report

SPREADSHEET = GENERIC["CSV018"]
STALE, EXPIRED, NO_REASON = GENERIC["RUL010"], GENERIC["RUL011"], GENERIC["RUL012"]

_MANY = 3
_FLOAT = re.compile(r"[0-9]+(?:[.,][0-9]+)?[eE]\+?[0-9]+")


def known_checks(ruleset: Ruleset) -> dict[str, CheckInfo]:
    """Every check that a finding with this ruleset can come from, by code."""
    own = (SPREADSHEET, STALE, EXPIRED, NO_REASON)
    checks = {**GENERIC, **{info.code: info for info in own}}
    for info in ruleset.checks():
        checks.setdefault(info.code, info)
    return dict(sorted(checks.items()))


def codes_of(word: str, known: dict[str, CheckInfo]) -> frozenset[str]:
    """The codes that a code, a kebab-case name or the beginning of codes means; none when it is unknown."""
    upper = word.upper()
    if upper in known:
        return frozenset((upper,))
    named = frozenset(code for code, info in known.items() if info.name == word.lower())
    return named or frozenset(code for code in known if word and code.startswith(upper))


def _unknown(word: str, place: Location, known: dict[str, CheckInfo]) -> Diagnostic:
    names = [*known, *(info.name for info in known.values()), *sorted({code[:3] for code in known})]
    near = did_you_mean(word, names)
    families = ", ".join(sorted({code[:3] for code in known}))
    hint = f"did you mean {near}?" if near else f"a code, a name, or a family: {families}"
    return Diagnostic(place, f"there is no check {word!r}", hint)


def _parse_codes(
    words: Iterable[str], option: str, known: dict[str, CheckInfo], problems: list[Diagnostic]
) -> frozenset[str]:
    """The codes of an option's values, each one word or several with commas; what is none is a problem."""
    single = [word.strip() for value in words for word in value.split(",") if word.strip()]
    problems += [_unknown(word, Location(option), known) for word in single if not codes_of(word, known)]
    return frozenset().union(*(codes_of(word, known) for word in single))


@dataclass(frozen=True)
class Accepted:
    """A suppression of the project file, read: its codes, its last day, where it stands."""

    entry: Suppression
    codes: frozenset[str]
    until: datetime.date | None
    place: Location

    @property
    def what(self) -> str:
        """How messages call it."""
        return f"the suppression of {self.entry.code}{f' for {self.entry.card}' if self.entry.card else ''}"

    def meets(self, finding: Diagnostic, card: str) -> bool:
        """Whether it is about this finding of the card."""
        return finding.code in self.codes and self.entry.card in ("", card)


@dataclass(frozen=True)
class Selection:
    """What is told of all findings. Suppressions that matched nothing are told when the check is `complete`:
    the project's own cards, decks, effects and art.
    """

    suppressions: tuple[Accepted, ...] = ()
    baseline: Baseline | None = None
    today: datetime.date | None = None
    select: frozenset[str] | None = None
    ignore: frozenset[str] = frozenset()
    complete: bool = False

    def asks(self, code: str) -> bool:
        """Whether findings of this code are wanted."""
        return code not in self.ignore and (self.select is None or code in self.select)

    def accepts(self, finding: Diagnostic, card: str) -> bool:
        """Whether a suppression that has not ended is about this finding of the card."""
        return any(one.meets(finding, card) and not self._expired(one) for one in self.suppressions)

    @property
    def ended(self) -> int:
        """How many suppressions have ended: what `build` asks to know whether a day has changed anything."""
        return sum(map(self._expired, self.suppressions))

    def tell(self, found: Report) -> tuple[list[Diagnostic], int]:
        """The findings that are told, and how many were suppressed."""
        findings = [finding for finding in found.diagnostics if finding.code not in self.ignore]
        merged: frozenset[str] = frozenset()
        if self.asks(SPREADSHEET.code):
            findings, merged = tell_spreadsheet(found, findings)
        left, used = self._unsuppressed(found, findings)
        told = self.baseline.unknown(found, left) if self.baseline else left
        suppressed = len(findings) - len(told)
        # Without the tagged list the effects are not checked, so nothing is known of what they would find.
        if self.complete and all(finding.code != "TXT027" for finding in findings):
            told = [*told, *self._notes(used, merged)]
            if self.baseline and not merged:
                told += _stale_baseline(self.baseline, found, left)
        return [finding for finding in told if self.asks(finding.code)], suppressed

    def wanted(self, found: Report) -> list[Diagnostic]:
        """The findings that a fix may be made for: as told, but each for itself."""
        left, _ = self._unsuppressed(found, found.diagnostics)
        if self.baseline:
            left = self.baseline.unknown(found, left)
        sheet = self.select is not None and SPREADSHEET.code in self.select
        lost = {rule.info.code for rule in found.cards.ruleset.rules if rule.sign_lost} if sheet else set()
        return [finding for finding in left if self.asks(finding.code) or finding.code in lost]

    def _unsuppressed(
        self, found: Report, findings: Sequence[Diagnostic]
    ) -> tuple[list[Diagnostic], set[int]]:
        """The findings that no suppression meets, and the numbers of the suppressions that met one."""
        used: set[int] = set()
        by_code: dict[str, list[int]] = {}
        for number, accepted in enumerate(self.suppressions):
            for code in accepted.codes:
                by_code.setdefault(code, []).append(number)
        left = []
        for finding in findings:
            card = found.subject(finding).card if finding.code in by_code else ""
            met = [n for n in by_code.get(finding.code, ()) if self.suppressions[n].meets(finding, card)]
            used.update(met)
            if all(self._expired(self.suppressions[number]) for number in met):
                left.append(finding)
        return left, used

    def _expired(self, accepted: Accepted) -> bool:
        return bool(accepted.until and self.today and self.today > accepted.until)

    def _notes(self, used: set[int], merged: frozenset[str]) -> Iterable[Diagnostic]:
        for number, accepted in enumerate(self.suppressions):
            if self._expired(accepted):
                message = f"{accepted.what} ended on {accepted.until}"
                yield EXPIRED.finding(accepted.place, message, "take it out, or give it another day")
            elif number not in used and not accepted.codes & merged and not accepted.codes <= DRAWN_CHECKS:
                yield STALE.finding(accepted.place, f"{accepted.what} matches no finding", "take it out")
            if not accepted.entry.reason.strip():
                message = f"{accepted.what} does not say why"
                yield NO_REASON.finding(accepted.place, message, 'add reason = "..."')


def _stale_baseline(
    baseline: Baseline, found: Report, findings: Sequence[Diagnostic]
) -> Iterable[Diagnostic]:
    stale = baseline.stale(found, findings)
    if stale:
        message = f"{stale:,} of {counted(baseline.size, 'accepted finding')} are not there any more"
        hint = "`cardtools validate --write-baseline` renews the file"
        yield STALE.finding(Location(baseline.name), message, hint)


def load_selection(
    project: Project,
    ruleset: Ruleset,
    today: datetime.date | None = None,
    select: Sequence[str] = (),
    ignore: Sequence[str] = (),
    complete: bool = True,
    baseline: bool = True,
) -> Selection:
    """What the project accepts and the command line asks for; `today` is by default the day it is.

    Raises InputError with every code that no check has and every date that is none.
    """
    known = known_checks(ruleset)
    problems: list[Diagnostic] = []
    accepted: list[Accepted] = []
    for number, entry in enumerate(project.settings.suppress):
        place = project.file.at("suppress", number) if project.file else Location("")
        codes = codes_of(entry.code, known)
        if not codes:
            problems.append(_unknown(entry.code, place, known))
        until: datetime.date | None = None
        try:
            until = _day(entry.until)
        except ValueError:
            hint = "write year-month-day, as 2026-12-31"
            problems.append(Diagnostic(place, f"until = {entry.until!r} is no date", hint))
        accepted.append(Accepted(entry, codes, until, place))
    selected = _parse_codes(select, "--select", known, problems)
    ignored = _parse_codes(ignore, "--ignore", known, problems)
    if problems:
        raise InputError(problems)
    return Selection(
        tuple(accepted),
        read_baseline(project.root) if baseline else None,
        today or datetime.date.today(),
        selected if select else None,
        ignored,
        complete,
    )


def _day(until: datetime.date | str) -> datetime.date | None:
    if isinstance(until, datetime.datetime):
        return until.date()
    if isinstance(until, str):
        return datetime.date.fromisoformat(until) if until else None
    return until


def tell_spreadsheet(
    found: Report, findings: Sequence[Diagnostic]
) -> tuple[list[Diagnostic], frozenset[str]]:
    """The findings with one instead of those that a spreadsheet made: plus signs lost, serials as numbers.

    Also the codes that were merged into it, none when there is no such damage.
    """
    table = found.cards
    lost = {rule.info.code: rule.broken.when for rule in table.ruleset.rules if rule.sign_lost}
    unsigned = [finding for finding in findings if finding.code in lost]
    asked = 0
    if unsigned:
        when = [Filter(condition) for condition in lost.values()]
        asked = sum(len(part.rows(Columns(table, table.unusable), len(table))[0]) for part in when)
    # Saved once by a spreadsheet, no stat keeps its plus; a slip of the pen leaves most of them.
    signs = len(unsigned) >= _MANY and len(unsigned) * 2 >= asked
    floats: set[int] = set()
    codes: set[str] = set()
    for known in table.ruleset.fields.values():
        if known.pattern is not None:
            rows = {row for row, text in enumerate(table.texts(known.name)) if _is_float(text, known.pattern)}
            if rows:
                floats |= rows
                codes |= {known.checks["pattern"].info.code, known.checks["unique"].info.code}
    if not signs and not floats:
        return list(findings), frozenset()
    codes |= lost.keys() if signs else set()

    def damage(finding: Diagnostic) -> bool:
        if finding.code in lost:
            return signs
        return finding.code in codes and found.subject(finding).row in floats

    what = [f"no plus sign on {len(unsigned)} of {asked} cards that have signs"] if signs else []
    if floats:
        column, text = next(
            (name, text)
            for name, known in table.ruleset.fields.items()
            if known.pattern is not None
            for text in table.texts(name)
            if _is_float(text, known.pattern)
        )
        what.append(f"{counted(len(floats), column.lower())} turned into numbers such as {text.strip()}")
    hint = "`cardtools validate --fix` writes the signs again; " if signs else ""
    hint += "take the serials from an older copy; " if floats else ""
    hint += "in the spreadsheet, format these columns as text"
    place = table.file.at_header(0)
    whole = SPREADSHEET.finding(place, f"a spreadsheet damaged the file: {', '.join(what)}", hint)
    return [whole, *(finding for finding in findings if not damage(finding))], frozenset(codes)


def _is_float(text: str, pattern: re.Pattern[str]) -> bool:
    word = text.strip()
    return bool(_FLOAT.fullmatch(word)) and not pattern.fullmatch(word)
