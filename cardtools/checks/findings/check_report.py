"""What was checked and what was found: the one shape in which checks, proof and effects report."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from operator import attrgetter
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from cardtools.ground.catalogue import Check, catalogue
from cardtools.ground.errors import Diagnostic, Severity, printable
from cardtools.ground.frozen_record import Record, field
from cardtools.ground.spelling import counted

if TYPE_CHECKING:
    import pandas

    from cardtools.cards.deck import Deck
    from cardtools.cards.table import CardTable
    from cardtools.rulesets import Ruleset

SEVERITIES: tuple[Severity, ...] = ("info", "warning", "error")  # the worst last
NOUNS: Mapping[Severity, str] = {"error": "error", "warning": "warning", "info": "note"}
MOST_OF_A_KIND = 100  # findings of a check that are listed; the others are counted

# What a run looks at, which decides the codes that it can find.
ReportPart = Literal["cards", "effects", "drawing", "editions"]
FindingKind = tuple[str, str, Severity]  # the code, the name and the severity of findings
_KIND: Callable[[Diagnostic], FindingKind] = attrgetter("code", "name", "severity")


class FindingKey(NamedTuple):
    """What identifies a finding while lines move; the path is relative to the project."""

    path: str
    code: str
    card: str
    column: str


def part_of(code: str) -> ReportPart:
    """The part that finds a code."""
    if code.startswith(("RND", "IMG007", "IMG012")):
        return "drawing"
    if code.startswith("TRN"):
        return "editions"
    return "effects" if code.startswith(("GEN", "FLG")) else "cards"


def by_place(diagnostics: Iterable[Diagnostic]) -> list[Diagnostic]:
    """The diagnostics by file, line, column and code."""
    return sorted(diagnostics, key=attrgetter("location", "code", "message"))


class Subject(NamedTuple):
    """The card, row (from 0) and column that a finding is about; "" and -1 where it has none."""

    card: str = ""
    row: int = -1
    column: str = ""


class CheckedFiles(Record, eq=False):
    """What a run has checked: `what` says it in words, `files` are its files in order, `parts` what of a
    project it looked at. `tables` and `decks` say which card a place belongs to. `facts` are what else
    programs may want to know, `note` is added to the summary. It is not `complete` where something cannot be
    used.
    """

    what: str
    files: tuple[str, ...] = ()
    parts: frozenset[ReportPart] = frozenset(("cards",))
    tables: tuple[CardTable, ...] = ()
    decks: tuple[Deck, ...] = ()
    ruleset: Ruleset | None = None
    facts: Mapping[str, Any] = field(default_factory=dict)
    note: str = ""
    complete: bool = True

    @cached_property
    def checks(self) -> Mapping[str, Check]:
        """All checks that findings can come from, by code."""
        return self.ruleset.checks() if self.ruleset else catalogue()

    @cached_property
    def _tables(self) -> dict[str, CardTable]:
        return {file.name: table for table in self.tables for file in table.file.parts}

    @cached_property
    def _deck_cards(self) -> dict[tuple[str, int], str]:
        lines = (entry for deck in self.decks for entry in deck.entries)
        return {(entry.location.path, entry.location.line): entry.name for entry in lines}

    def subject(self, diagnostic: Diagnostic) -> Subject:
        """The card and the column that a finding is about."""
        place = diagnostic.location
        table = self._tables.get(place.path)
        if table is None:
            return Subject(self._deck_cards.get((place.path, place.line), ""))
        row, index = table.file.cell_at(place)
        return Subject(table.name(row), row, table.columns[index]) if row >= 0 else Subject()

    def header(self, path: str) -> tuple[str, ...]:
        """The columns of the table or of the deck at a path, as they are written."""
        files = [file for table in self.tables for file in table.file.parts]
        files += [deck.file for deck in self.decks if deck.file]
        return next((file.header for file in files if file.name == path), ())


class Report(Record, eq=False):
    """What was checked and found; the project accepts `suppressed` ones, `more` counts those left out."""

    checked: CheckedFiles
    diagnostics: tuple[Diagnostic, ...]
    suppressed: int = 0
    more: Mapping[FindingKind, int] = field(default_factory=dict)

    def __iter__(self) -> Iterator[Diagnostic]:
        return iter(self.diagnostics)

    def __len__(self) -> int:
        return len(self.diagnostics)

    def __bool__(self) -> bool:  # a report without findings is a report
        return True

    def __repr__(self) -> str:
        return f"<report {self.summary()}>"

    def to_pandas(self) -> pandas.DataFrame:
        """The findings as a table, a row a finding in their order: code, name, severity, path, line and
        column (from 1; 0 for none), card and field (its column; "" for none), message and hint.
        """
        import pandas

        rows = []
        for one in self.diagnostics:
            place, (card, _, column) = one.location, self.checked.subject(one)
            row = (*_KIND(one), place.path, place.line, place.column, card, column, one.message, one.hint)
            rows.append(row)
        names = "code name severity path line column card field message hint".split()
        return pandas.DataFrame(rows, columns=names)

    def _repr_html_(self) -> str:
        from html import escape

        capped, rows = self.capped(), ""
        for one in capped:
            cells = (one.severity, str(one.location), one.code, one.message, one.hint)
            rows += f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in cells)}</tr>"
        return f"<p>{escape(self.summary())}</p><table>{rows}</table><p>{escape(capped.left_out())}</p>"

    @cached_property
    def kinds(self) -> Counter[FindingKind]:
        """How many findings there are of each check: by code, name and severity."""
        return Counter(map(_KIND, self.diagnostics)) + Counter(self.more)

    @property
    def codes(self) -> Counter[str]:
        """How many findings there are of each code."""
        return totals(self.kinds, 0)

    def count(self, severity: Severity) -> int:
        """The number of findings of a severity."""
        return totals(self.kinds, 2)[severity]

    def fails(self, least: Severity = "error") -> bool:
        """Whether there is a finding that is at least as severe as `least`."""
        return any(self.count(severity) for severity in SEVERITIES[SEVERITIES.index(least) :])

    def key(self, diagnostic: Diagnostic, root: Path) -> FindingKey:
        """What identifies a finding of the project in the folder `root`."""
        card, _, column = self.checked.subject(diagnostic)
        return FindingKey(local_path(diagnostic.location.path, root), diagnostic.code, card, column)

    def capped(self, others: int | None = None) -> Report:
        """The report with the first of each kind and so many `others` than errors; `more` counts the rest."""
        if others is None and all(number <= MOST_OF_A_KIND for number in self.kinds.values()):
            return self
        seen: Counter[FindingKind] = Counter()
        left = []
        for diagnostic in self.diagnostics:
            seen[kind := _KIND(diagnostic)] += 1
            left += [diagnostic] if seen[kind] <= MOST_OF_A_KIND else []
        if others is not None:
            hidden = set(map(id, [one for one in _worst_first(left) if one.severity != "error"][others:]))
            left = [one for one in left if id(one) not in hidden]
        return self._with(left)

    def limited(self, most: int) -> Report:
        """The report with at most so many findings, the worst first; the others are counted in `more`."""
        return self._with(_worst_first(self.diagnostics)[:most])

    def _with(self, left: Sequence[Diagnostic]) -> Report:
        return replace(self, diagnostics=tuple(left), more=self.kinds - Counter(map(_KIND, left)))

    def summary(self, root: Path | None = None) -> str:
        """One line: `cards/cards.csv: 66 cards, 1 deck: no problems`. Paths are as in `text`."""
        what = self.checked.what
        for path in filter(what.startswith, self.checked.files):
            what = local_path(path, root) + what.removeprefix(path)
        suppressed = f" ({self.suppressed:,} suppressed)" if self.suppressed else ""
        return f"{what}: {_by_severity(self.kinds) or 'no problems'}{suppressed}{self.checked.note}"

    def left_out(self) -> str:
        """A line that says how many findings are not listed; "" where all are."""
        words = _by_severity(self.more)
        return f"not listed: {words}; --max-problems 0 lists all" if words else ""

    def text(self, root: Path | None = None) -> str:
        """Every finding and the summary, each line ended. With `root` the places are relative to that folder,
        so the text does not depend on where the command ran; else to the working folder, as on the screen.
        """
        places = (
            d._replace(location=d.location._replace(path=local_path(d.location.path, root)))
            for d in self.diagnostics
        )
        rest = map(printable, filter(None, (self.left_out(), self.summary(root))))
        return "".join(f"{line}\n" for line in (*map(str, places), *rest))


def totals(kinds: Mapping[FindingKind, int], part: int) -> Counter[str]:
    """How many findings of these kinds there are, by code (part 0) or severity (part 2)."""
    numbers: Counter[str] = Counter()
    for kind, number in kinds.items():
        numbers[kind[part]] += number
    return numbers


def _worst_first(findings: Iterable[Diagnostic]) -> list[Diagnostic]:
    return sorted(findings, key=lambda one: -SEVERITIES.index(one.severity))


def _by_severity(kinds: Mapping[FindingKind, int]) -> str:
    """How many findings there are of each severity, in words, the worst first."""
    numbers = totals(kinds, 2)
    return ", ".join(counted(numbers[one], NOUNS[one]) for one in reversed(SEVERITIES) if numbers[one])


def local_path(path: str, root: Path | None) -> str:
    """A path as it is seen from `root`; unchanged where it lies elsewhere or there is no root."""
    if root is None:
        return path
    absolute, folder = os.path.abspath(path), os.path.abspath(root)
    inside = absolute.removeprefix(os.path.join(folder, ""))
    return inside.replace(os.sep, "/") if inside != absolute else path
