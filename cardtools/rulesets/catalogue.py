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

    def finding(self, location: Location, message: str, hint: str = "", part: str = "") -> Diagnostic:
        """A finding of this check; one that is switched off must not be asked for."""
        severity: Severity = "info" if self.severity == "off" else self.severity
        return Diagnostic(location, message, hint, self.code, self.name, severity, part=part)


GENERIC: dict[str, CheckInfo] = {
    info.code: info
    for info in (
        CheckInfo("CSV002", "encoding", "error", "a file is not UTF-8"),
        CheckInfo("CSV003", "wrong-delimiter", "error", "the cells are not separated by semicolons"),
        CheckInfo("CSV004", "missing-column", "error", "a column that the ruleset needs is missing"),
        CheckInfo("CSV005", "unknown-column", "warning", "a column nearly has the name of a known one"),
        CheckInfo("CSV006", "duplicate-column", "error", "two columns have the same meaning"),
        CheckInfo("CSV007", "column-order", "info", "the columns are not in the documented order"),
        CheckInfo("CSV008", "ragged-row", "error", "a row has more or fewer cells than the header"),
        CheckInfo("CSV009", "blank-row", "warning", "a row has nothing in any cell"),
        CheckInfo("CSV010", "quote", "error", "a quote is not closed, or closes a cell too early"),
        CheckInfo("CSV011", "line-endings", "info", "lines end in different ways"),
        CheckInfo("CSV012", "whitespace", "warning", "a cell has white space or signs that cannot be seen"),
        CheckInfo("CSV013", "unicode", "warning", "a letter is not the one that it looks like"),
        CheckInfo("CSV014", "typography", "info", "quotes are not written as in most of the file"),
        CheckInfo("CSV015", "null-literal", "info", "empty cells and a word for nothing are mixed"),
        CheckInfo("CSV016", "duplicate-row", "error", "two rows are the same"),
        CheckInfo("CSV018", "spreadsheet-hazard", "error", "a spreadsheet changed what cells say"),
        CheckInfo("CSV019", "formula-cell", "warning", "a spreadsheet would take the cell for a formula"),
        CheckInfo("CSV020", "endless-cell", "error", "a cell has more characters than a spreadsheet holds"),
        CheckInfo("CRD001", "required", "error", "a cell that must be filled is empty"),
        CheckInfo("CRD002", "not-a-number", "error", "a cell is not a whole number"),
        CheckInfo("CRD003", "out-of-range", "error", "a number is too small or too large"),
        CheckInfo("CRD004", "not-in-list", "error", "a word is none of the allowed ones"),
        CheckInfo("CRD005", "pattern", "error", "a text does not have the wanted shape"),
        CheckInfo("CRD006", "duplicate-name", "error", "two cards have the same name"),
        CheckInfo("CRD007", "similar-name", "warning", "two names are nearly the same"),
        CheckInfo("CRD008", "case-collision", "warning", "two names differ only in upper and lower case"),
        CheckInfo("CRD009", "placeholder-name", "warning", "a name only keeps the place of one"),
        CheckInfo("CRD012", "duplicate-list-item", "warning", "a list names the same thing twice"),
        CheckInfo("CRD013", "list-separator", "error", "the items of a list are not separated by commas"),
        CheckInfo("CRD014", "list-order", "info", "a list has two items in another order than most cards"),
        CheckInfo("CRD015", "stat-step", "warning", "a number is not a multiple of the usual step"),
        CheckInfo("CRD016", "same-design", "warning", "two cards differ in nothing but their names"),
        CheckInfo("CRD017", "number-format", "warning", "a number is written in an unusual way"),
        CheckInfo("CRD018", "undocumented-value", "info", "a word is accepted but not documented"),
        CheckInfo("CRD019", "alias", "info", "a word is another spelling of the documented one"),
        CheckInfo("CRD021", "unknown-reference", "error", "a cell names a card that does not exist"),
        CheckInfo("CRD022", "incomplete-set", "error", "cards that come as a set lack one of it"),
        CheckInfo("DCK001", "unknown-card", "error", "a deck names a card that does not exist"),
        CheckInfo("DCK002", "count", "error", "a deck line's count is not a whole number above zero"),
        CheckInfo("DCK003", "duplicate-line", "info", "a deck names the same card on two lines"),
        CheckInfo("DCK004", "heading-sum", "warning", "a heading's number is not the sum of its cards"),
        CheckInfo("DCK005", "unknown-section", "warning", "a heading is no section of the ruleset's decks"),
        CheckInfo("DCK006", "ruleset-version", "warning", "a deck is made for another version of the rules"),
        CheckInfo("DCK007", "other-ruleset", "error", "a deck is made for another game"),
        CheckInfo("DCK008", "picture", "error", "a deck wants a picture that its card has not"),
        CheckInfo("IMG001", "missing", "error", "the image does not exist"),
        CheckInfo("IMG002", "extension", "error", "the image is of a kind that cannot be drawn"),
        CheckInfo(
            "IMG003", "path-style", "warning", "the path has backslashes, or begins at the disk's root"
        ),
        CheckInfo("IMG005", "stem", "warning", "the image is not named after its card"),
        CheckInfo("IMG006", "shared-art", "warning", "two designs have the same picture"),
        CheckInfo("IMG007", "size", "warning", "the picture is too small for its place, or of another shape"),
        CheckInfo("IMG008", "orphan", "info", "no card uses the image"),
        CheckInfo("IMG009", "case", "error", "the path differs from the file's in upper and lower case"),
        CheckInfo("IMG010", "escapes-root", "warning", "the path leaves the folders for art"),
        CheckInfo("IMG011", "empty-file", "error", "the image has no content"),
        CheckInfo("LNT001", "dominated-card", "info", "another card is better in whatever they differ"),
        CheckInfo("LNT002", "stat-outlier", "info", "a stat is far from those of the cards of its kind"),
        CheckInfo("LNT003", "near-design", "info", "two cards of the same effects differ in numbers only"),
        CheckInfo("RND001", "text-overflow", "error", "a text does not fit its place on the card"),
        CheckInfo("RND002", "missing-glyph", "error", "a text has a character that is not in its font"),
        CheckInfo("RND003", "markup", "error", "a mark in a text means nothing"),
        CheckInfo("RND004", "right-to-left", "error", "a text runs from right to left"),
        CheckInfo("RND005", "contrast", "warning", "a text is hard to tell from what is behind it"),
        CheckInfo("RND006", "safe-zone", "error", "a text is too near to the cut"),
        CheckInfo("RND007", "ink", "warning", "a place of the card takes more ink than a press can"),
        CheckInfo("RND008", "small-text", "warning", "a text is too small to be printed well"),
        CheckInfo("RND009", "unused-asset", "warning", "no card, face or sheet uses a file"),
        CheckInfo("TXT001", "not-one-sentence", "warning", "a text is not one sentence with its period"),
        CheckInfo("TXT002", "first-capital", "warning", "a text begins with a small letter"),
        CheckInfo("TXT003", "inner-capital", "warning", "a word of the game has a capital within a text"),
        CheckInfo("TXT004", "unknown-effect", "warning", "the effect is not in the generated list"),
        CheckInfo("TXT005", "near-template", "warning", "the effect is not in the list, but near a template"),
        CheckInfo("TXT006", "number-agreement", "warning", "a number and its noun do not agree"),
        CheckInfo("TXT007", "article", "warning", "a stands before a vowel, or an before a consonant"),
        CheckInfo("TXT008", "possessive", "warning", "the apostrophe of an owner is missing"),
        CheckInfo("TXT009", "spelling", "warning", "a word is misspelt"),
        CheckInfo("TXT010", "deprecated-term", "warning", "the rules have another word for it"),
        CheckInfo("TXT011", "unresolved-placeholder", "error", "a text has a placeholder in it"),
        CheckInfo("TXT012", "leftover-plural", "error", "a text has both forms of a word, as card(s)"),
        CheckInfo("TXT013", "repeated-word", "warning", "a word stands twice"),
        CheckInfo("TXT014", "rank-in-text", "error", "a text names a rank that there is not"),
        CheckInfo("TXT015", "unknown-type-word", "warning", "a word is nearly that of a kind of card"),
        CheckInfo("TXT017", "similar-effects", "info", "the effects of a card differ in a word or two"),
        CheckInfo("TXT018", "style-mismatch", "warning", "an effect has not the style that its text implies"),
        CheckInfo("TXT023", "net-negative", "info", "an effect costs more than it gives"),
        CheckInfo("TXT024", "redundant-quantifier", "info", "a word says what holds anyway"),
        CheckInfo("TXT025", "verb-vocabulary", "info", "a verb is none of the actions of the rules"),
        CheckInfo("TXT026", "own-name", "info", "a card calls itself by its name"),
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
        CheckInfo("XRF001", "dead-reference", "warning", "an effect speaks of cards that do not exist"),
        CheckInfo("XRF002", "orphan-subtype", "info", "a sub-type has one card, or none at all"),
        CheckInfo("XRF003", "rank-gap", "info", "no card leads up to the cards of a rank"),
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
    "case": "CRD008",
    "step": "CRD015",
    "repeat": "CRD012",
    "separator": "CRD013",
    "ref": "CRD021",
    "complete": "CRD022",
    "placeholder": "CRD009",
    "similar": "CRD007",
    "order": "CRD014",
}
# The checks that compare cards with each other, as [design] says; only [override.CODE] changes them.
DESIGN_CHECKS = ("CRD016", "LNT001", "LNT002", "LNT003", "XRF001", "XRF002", "XRF003")
# The checks of the texts of cards, changed as those; the codes in between are of `[effects]` and of rules.
TEXT_CHECKS = tuple(
    f"TXT{number:03d}" for number in (1, 2, 3, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 17, 18, 23, 24, 25, 26)
)
# The checks of cards as they are drawn: `proof` has all of them, `validate` none.
DRAWN_CHECKS = frozenset(code for code in GENERIC if code.startswith("RND")) | {"IMG007"}
DECK_CHECKS: dict[str, str] = {
    "unknown": "DCK001",
    "line-count": "DCK002",
    "repeated": "DCK003",
    "heading-sum": "DCK004",
    "heading-name": "DCK005",
    "version": "DCK006",
    "other-ruleset": "DCK007",
    "picture": "DCK008",
}
