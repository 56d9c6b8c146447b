"""The checks that every game shares: code, name, severity and one line, in one place.

A ruleset gives any of them a code of its own (`[fields.LEVEL.checks.range] code = "TTC104"`), which keeps
their logic and changes what they are called.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from cardtools.errors import Diagnostic, Location, Severity

Level = Literal["error", "warning", "info", "off"]


@dataclass(frozen=True, slots=True)
class CheckInfo:
    """What a check is called, how bad a finding of it is, and one line that explains it."""

    code: str
    name: str
    severity: Level
    summary: str
    source: str = ""
    why: str = ""

    def finding(self, location: Location, message: str, hint: str = "") -> Diagnostic:
        """A finding of this check; one that is switched off must not be asked for."""
        severity: Severity = "info" if self.severity == "off" else self.severity
        return Diagnostic(location, message, hint, self.code, self.name, severity)


GENERIC: dict[str, CheckInfo] = {
    info.code: info
    for info in (
        CheckInfo("CSV003", "wrong-delimiter", "error", "the cells are not separated by semicolons"),
        CheckInfo("CSV004", "missing-column", "error", "a column that the ruleset needs is missing"),
        CheckInfo("CSV005", "unknown-column", "warning", "a column nearly has the name of a known one"),
        CheckInfo("CSV006", "duplicate-column", "error", "two columns have the same meaning"),
        CheckInfo("CSV009", "blank-row", "warning", "a row has nothing in any cell"),
        CheckInfo("CSV012", "whitespace", "warning", "a cell begins or ends with white space"),
        CheckInfo("CSV018", "spreadsheet-hazard", "error", "a spreadsheet changed what cells say"),
        CheckInfo("CRD001", "required", "error", "a cell that must be filled is empty"),
        CheckInfo("CRD002", "not-a-number", "error", "a cell is not a whole number"),
        CheckInfo("CRD003", "out-of-range", "error", "a number is too small or too large"),
        CheckInfo("CRD004", "not-in-list", "error", "a word is none of the allowed ones"),
        CheckInfo("CRD005", "pattern", "error", "a text does not have the wanted shape"),
        CheckInfo("CRD006", "duplicate-name", "error", "two cards have the same name"),
        CheckInfo("CRD012", "duplicate-list-item", "warning", "a list names the same thing twice"),
        CheckInfo("CRD013", "list-separator", "error", "the items of a list are not separated by commas"),
        CheckInfo("CRD015", "stat-step", "warning", "a number is not a multiple of the usual step"),
        CheckInfo("CRD017", "number-format", "warning", "a number is written in an unusual way"),
        CheckInfo("CRD018", "undocumented-value", "info", "a word is accepted but not documented"),
        CheckInfo("CRD019", "alias", "info", "a word is another spelling of the documented one"),
        CheckInfo("CRD021", "unknown-reference", "error", "a cell names a card that does not exist"),
        CheckInfo("DCK001", "unknown-card", "error", "a deck names a card that does not exist"),
        CheckInfo("DCK002", "count", "error", "a deck line's count is not a whole number above zero"),
        CheckInfo("DCK003", "duplicate-line", "info", "a deck names the same card on two lines"),
        CheckInfo("DCK004", "heading-sum", "warning", "a heading's number is not the sum of its cards"),
        CheckInfo("DCK005", "unknown-section", "warning", "a heading is no section of the ruleset's decks"),
        CheckInfo("IMG001", "missing", "error", "the image does not exist"),
        CheckInfo("IMG002", "extension", "error", "the image is of a kind that cannot be drawn"),
        CheckInfo("IMG009", "case", "error", "the path differs from the file's in upper and lower case"),
        CheckInfo("IMG010", "escapes-root", "warning", "the path leaves the folders for art"),
        CheckInfo("IMG011", "empty-file", "error", "the image has no content"),
        CheckInfo("TXT004", "unknown-effect", "warning", "the effect is not in the generated list"),
        CheckInfo("TXT027", "effects-not-checked", "warning", "there is no tagged effect list yet"),
        CheckInfo("RUL001", "unknown-key", "error", "a ruleset file has a key that means nothing"),
        CheckInfo("RUL002", "duplicate-code", "error", "two rules have the same code"),
        CheckInfo("RUL003", "bad-expression", "error", "a condition of the ruleset cannot be read"),
        CheckInfo("RUL004", "unknown-field", "error", "a ruleset names a column that it does not have"),
        CheckInfo("RUL005", "example-fails", "error", "a rule disagrees with its own example"),
        CheckInfo("RUL006", "extends-cycle", "error", "a ruleset extends itself"),
        CheckInfo("RUL007", "table-gap", "error", "a table of the ruleset lacks an entry"),
        CheckInfo("RUL008", "unused-table", "info", "no rule reads a table of the ruleset"),
        CheckInfo("RUL009", "undocumented-rule", "warning", "a rule has no summary, hint or example"),
        CheckInfo("RUL010", "stale-ignore", "warning", "a suppression matches no finding"),
        CheckInfo("RUL011", "expired-ignore", "warning", "a suppression's last day is over"),
        CheckInfo("RUL012", "ignore-without-reason", "warning", "a suppression does not say why"),
        CheckInfo("RUL013", "unreachable-limit", "warning", "a copy limit stands twice"),
        CheckInfo("RUL014", "rule-not-judged", "error", "a rule cannot be computed for a card"),
        CheckInfo("RUL015", "version-lock", "error", "locked rules changed and their version did not"),
    )
}

# Which generic check a field's own kinds of problem are, by the name they have under [fields.X.checks].
FIELD_CHECKS: dict[str, str] = {
    "required": "CRD001",
    "number": "CRD002",
    "format": "CRD017",
    "range": "CRD003",
    "values": "CRD004",
    "undocumented": "CRD018",
    "alias": "CRD019",
    "pattern": "CRD005",
    "unique": "CRD006",
    "step": "CRD015",
    "repeat": "CRD012",
    "separator": "CRD013",
    "ref": "CRD021",
}
DECK_CHECKS: dict[str, str] = {
    "unknown": "DCK001",
    "line-count": "DCK002",
    "repeated": "DCK003",
    "heading-sum": "DCK004",
    "heading-name": "DCK005",
}
