"""The findings of a deck, and whether it can be played (Doc 2.2.1)."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from cardtools.cards.deck import Deck, parse_deck
from cardtools.cards.table import CardTable
from cardtools.checks.decks.contents import DeckFinding, read_contents
from cardtools.checks.decks.deck_file import check_lines
from cardtools.checks.decks.deck_rules import run_rule
from cardtools.ground.catalogue import check_functions
from cardtools.ground.errors import Diagnostic
from cardtools.ground.frozen_record import Record
from cardtools.ground.spelling import counted
from cardtools.rulesets.ruleset import DeckRule, Ruleset


class Verdict(Record):
    """Whether a deck can be played. An incomplete one breaks no rule but those that more cards satisfy."""

    status: Literal["legal", "incomplete", "illegal"]
    missing: int
    reasons: tuple[str, ...]

    def __str__(self) -> str:
        if self.status == "legal":
            return "legal"
        missing = [f"{counted(self.missing, 'card')} missing"] if self.status == "incomplete" else []
        return f"{self.status}: {', '.join([*missing, *self.reasons])}"


def judge_deck(deck: Deck, table: CardTable, ruleset: Ruleset) -> Verdict:
    """Whether the deck is legal, only lacks cards, or is illegal, and why; warnings do not count."""
    errors = [f for f in find_in_deck(deck, table, ruleset) if f.diagnostic.severity == "error"]
    if not errors:
        return Verdict("legal", 0, ())
    wrong = [finding for finding in errors if not finding.lacks]
    reasons = tuple(finding.diagnostic.message for finding in wrong or errors)
    if wrong:
        return Verdict("illegal", 0, reasons)
    return Verdict("incomplete", max(finding.lacks for finding in errors), reasons)


def find_in_deck(deck: Deck, table: CardTable, ruleset: Ruleset) -> list[DeckFinding]:
    """The findings about a deck's lines and headings, then those of the ruleset's deck rules in order."""
    contents = read_contents(deck, table, ruleset)
    of_lines = (finding for check in check_functions("cardtools.checks.decks") for finding in check(contents))
    found = [DeckFinding(finding) for finding in of_lines if finding.code not in ruleset.off]
    for rule in ruleset.deck_rules:
        # While a deck lacks cards, nothing can be said about its opening hands and searches.
        unfinished = any(finding.lacks and finding.diagnostic.severity != "info" for finding in found)
        if not unfinished or rule.entry.kind not in ("odds", "search"):
            found += run_rule(rule, contents)
    return found


def try_deck(text: str, rule: DeckRule, table: CardTable) -> list[Diagnostic]:
    """The findings of one rule about a deck list, for the rule's own examples."""
    contents = read_contents(parse_deck(Path("example"), text), table, table.ruleset)
    if any(line.row is None for line in contents.lines):
        return list(check_lines(contents))
    return [finding.diagnostic for finding in run_rule(rule, contents)]
