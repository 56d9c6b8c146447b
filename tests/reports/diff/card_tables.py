"""Card tables for tests of comparisons."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from built_in import built_in_ruleset

from cardtools.cards.deck import Deck
from cardtools.cards.table import CardTable, make_table
from cardtools.ground.tables.csv_document import format_csv
from cardtools.ground.tables.csv_reader import read_csv
from cardtools.project.project import Project
from cardtools.project.settings import Settings
from cardtools.reports.diff.compare import Comparison, compare
from cardtools.reports.diff.wording import Origins
from cardtools.rulesets import Ruleset

Row = dict[str, str]
RULESETS = {name: built_in_ruleset(name) for name in ("alpha", "kingdom", "mana", "school", "ttcg")}
NO_TEMPLATES = Origins(Project(Path("nowhere"), Settings()))


def table(rows: Sequence[Row], ruleset: Ruleset, header: Iterable[str] = ()) -> CardTable:
    """The rows as a card table; the header is by default what the rows have."""
    names = tuple(header) or tuple(dict.fromkeys(name for row in rows for name in row))
    text = format_csv(names, [[row.get(name, "") for name in names] for row in rows])
    return make_table(read_csv(Path("cards.csv"), text=text), ruleset)


def difference(
    old: Sequence[Row], new: Sequence[Row], game: str = "mana", decks: Sequence[Deck] = ()
) -> Comparison:
    """The comparison of two lists of cards."""
    return compare(table(old, RULESETS[game]), table(new, RULESETS[game]), NO_TEMPLATES, decks)
