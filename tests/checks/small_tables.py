"""Tables of a few cards, and what is found in them by checks of cards: not of the file, not of wording."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from pathlib import Path

from cardtools.cards.table import read_cards
from cardtools.checks import validate
from cardtools.errors import Diagnostic
from cardtools.rulesets import Ruleset

Row = dict[str, str]


def found(ruleset: Ruleset, rows: Sequence[Row]) -> list[Diagnostic]:
    """The findings about the cards."""
    text = io.StringIO(newline="")
    columns = list(dict.fromkeys(column for row in rows for column in row))
    writer = csv.DictWriter(text, columns, restval="", delimiter=";", lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    findings = validate(read_cards(Path("cards.csv"), ruleset, text.getvalue()), ruleset)
    return [finding for finding in findings if not finding.code.startswith(("CSV", "TXT"))]


def codes(ruleset: Ruleset, rows: Sequence[Row]) -> list[str]:
    """The codes of the findings, sorted."""
    return sorted(finding.code for finding in found(ruleset, rows))
