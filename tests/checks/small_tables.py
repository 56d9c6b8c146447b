"""Tables of a few cards, and what is found in them by checks of cards: not of the file, not of wording."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from pathlib import Path

from cardtools.cards.table import read_cards
from cardtools.checks.validate import validate
from cardtools.ground.errors import Diagnostic
from cardtools.rulesets import Ruleset

Row = dict[str, str]
# A game of kinds and ranks, power, life and price, whose cards are compared.
RULES = """\
[ruleset]
id = "small"
version = "1"
[vocabulary.kind]
values = ["Bird", "Fish", "Sea Horse"]
[fields.NAME]
[fields.KIND]
type = "list"
vocabulary = "kind"
label = "kind"
[fields.RANK]
type = "int"
min = 1
max = 5
[fields.POWER]
type = "int"
role = "strength"
[fields.LIFE]
type = "int"
role = "strength"
step = 5
[fields.PRICE]
type = "int"
role = "cost"
[fields.TEXT]
role = "effect"
[design]
same = ["KIND", "RANK"]
groups = ["RANK"]
words = ["KIND"]
nouns = { card = "", flyer = "'Bird' in KIND" }
tribes = ["KIND"]
[design.rank]
column = "RANK"
within = "KIND"
exactly = "rank {}"
at_most = "rank {} or less"
"""
NAMES = (
    "Moss Bear",
    "Tide Singer",
    "Ember Knight",
    "Wind Chaser",
    "Copper Golem",
    "Night Heron",
    "Salt Priest",
)


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


def only(rules: Ruleset, rows: Sequence[Row], code: str) -> list[Diagnostic]:
    """The findings of one code."""
    return [finding for finding in found(rules, rows) if finding.code == code]


def card(
    name: str, power: object = 1, life: object = 5, price: object = 1, text: str = "", **more: str
) -> Row:
    """A card of that game, a Fish of rank 1 unless `more` says otherwise."""
    row = {
        "NAME": name,
        "KIND": "Fish",
        "RANK": "1",
        "POWER": str(power),
        "LIFE": str(life),
        "PRICE": str(price),
    }
    return row | {"TEXT": text} | more
