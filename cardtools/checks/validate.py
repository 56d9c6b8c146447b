"""The checks of a card table and of a deck in their order, and the findings that stand for many others."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

from cardtools.cards.table import CardTable
from cardtools.checks.cards.context import CheckContext
from cardtools.checks.columns import Columns, RowsByColumn
from cardtools.checks.effect_list import ListedEffects, NearTemplates
from cardtools.checks.fields import DUPLICATE_NAME, PATTERN, UNKNOWN_REFERENCE, check_fields
from cardtools.checks.findings.check_report import by_place
from cardtools.checks.listed_effects import check_effects
from cardtools.checks.row_rules import check_rules
from cardtools.checks.texts.card_texts import Texts
from cardtools.ground.catalogue import Check, check_functions
from cardtools.ground.errors import Diagnostic, Fix
from cardtools.ground.spelling import counted
from cardtools.ground.tables.dictionary_column import indexes_of, values_at
from cardtools.language.whole_columns import RowFilter
from cardtools.rulesets import Ruleset

if TYPE_CHECKING:
    from cardtools.cards.deck import Deck


DUPLICATE_ROW = Check.of("""CSV016 duplicate-row error: two rows are the same
    why: It is usually a row pasted twice; the card would be printed and counted twice.
    bad: two rows that agree in every cell
    good: one of them; decks say how often a card is used
    fix: delete one of them""")


def without_repeated(table: CardTable, findings: Sequence[Diagnostic]) -> list[Diagnostic]:
    """The findings with a single one for each row that repeats an earlier one."""
    first: dict[tuple[str, ...], int] = {}
    repeated: dict[int, int] = {}  # by row, the earlier row that it repeats
    rows = indexes_of(table.values[table.ruleset.label], table.repeated(table.ruleset.label))
    for row, *cells in zip(rows, *(values_at(column, rows) for column in table.file.columns), strict=True):
        earlier = first.setdefault(tuple(cells), row)
        if earlier != row:
            repeated[row] = earlier
    found = [one for one in findings if row_of(table, one) not in repeated] if repeated else [*findings]
    for row, earlier in repeated.items():
        message = f"{table.name(row)}: the row is the same as {table.file.line(earlier)}"
        fix = Fix((table.file.edit(row, None, None),), True)
        found.append(DUPLICATE_ROW.finding(table.file.at(row), message, "delete one of them", fix=fix))
    return found


def row_of(table: CardTable, finding: Diagnostic) -> int:
    """The row that a finding is about; -1 for none."""
    place = finding.location
    return table.file.cell_at(place)[0] if any(place.path == file.name for file in table.file.parts) else -1


SPREADSHEET_HAZARD = Check.of("""CSV018 spreadsheet-hazard error: a spreadsheet changed the contents of cells
    why: A spreadsheet drops the + of +15 and turns a serial into 1.23E+10; this is reported once for the
    whole table.
    bad: ATTACK 15 on every spell; SERIAL 1.23E+10
    good: ATTACK +15; SERIAL E3030263W5S10T
    fix: go back to an older copy of the table, or let `cardtools validate --fix` put the signs back""")

_MANY = 3
_FLOAT = re.compile(r"[0-9]+(?:[.,][0-9]+)?[eE]\+?[0-9]+")


def merge_damage(table: CardTable, findings: Sequence[Diagnostic]) -> tuple[list[Diagnostic], frozenset[str]]:
    """The findings with one for those that a spreadsheet caused, and the codes that it stands for."""
    lost = {rule.info.code: rule.broken.when for rule in table.ruleset.rules if rule.entry.sign_lost}
    unsigned = [finding for finding in findings if finding.code in lost]
    asked = 0
    if unsigned:
        when = [RowFilter(condition) for condition in lost.values()]
        asked = sum(len(part.rows(Columns(table, table.unusable), len(table))[0]) for part in when)
    # A spreadsheet removes every plus sign; a typing error leaves most of them.
    signs = len(unsigned) >= _MANY and len(unsigned) * 2 >= asked
    floats: set[int] = set()
    codes: set[str] = set()
    turned: list[tuple[str, str]] = []  # columns with a number that an id was turned into
    for known in table.ruleset.fields.values():
        words = [text.strip() for text in table.texts(known.name)] if known.pattern else []
        rows = [row for row, word in enumerate(words) if _FLOAT.fullmatch(word)]
        rows = [row for row in rows if known.pattern and not known.pattern.fullmatch(words[row])]
        if rows:
            floats.update(rows)
            turned.append((known.name, words[rows[0]]))
            codes |= {known.check(check).info.code for check in (PATTERN, DUPLICATE_NAME)}
    if not signs and not floats:
        return list(findings), frozenset()
    codes |= lost.keys() if signs else set()

    def damage(finding: Diagnostic) -> bool:
        if finding.code in lost:
            return signs
        return finding.code in codes and row_of(table, finding) in floats

    what = [f"no plus sign on {len(unsigned)} of {asked} cards that have signs"] if signs else []
    for column, word in turned[:1]:
        what.append(f"{counted(len(floats), column.lower())} turned into numbers such as {word}")
    hint = "`cardtools validate --fix` writes the signs again; " if signs else ""
    hint += "take the serials from an older copy; " if floats else ""
    hint += "in the spreadsheet, format these columns as text"
    place = table.file.at_header(0)
    whole = SPREADSHEET_HAZARD.finding(place, f"a spreadsheet damaged the file: {', '.join(what)}", hint)
    return [whole, *(finding for finding in findings if not damage(finding))], frozenset(codes)


def validate(
    table: CardTable,
    ruleset: Ruleset,
    effects: ListedEffects | None = None,
    templates: NearTemplates | None = None,
) -> list[Diagnostic]:
    """Every finding about the cards, sorted by place (Doc 2.2.5, 3.1, 4.6 by the ruleset, which the table was
    read with). Without `effects` the effect texts are not looked up; `templates` say what is wrong with those
    that are not in the list.
    """
    of_cells, broken = check_fields(table, Columns(table, table.unusable))
    # Rules see only cells without an error, so that a number out of range is one finding.
    cards = CheckContext(table, Columns(table, broken), effects)
    texts = Texts(cards)
    found = [*table.problems, *of_cells, *check_rules(table, cards.columns), *texts.check()]
    if effects is not None:
        found += check_effects(cards, texts, templates)
    for check in check_functions("cardtools.checks.cards"):
        found += (finding for finding in check(cards) if finding.code not in ruleset.off)
    return by_place(_causes(table, without_repeated(table, found)))


def _causes(table: CardTable, found: list[Diagnostic]) -> list[Diagnostic]:
    """The findings without what follows from another fault of the same card."""
    codes = {rule.info.code for rule in table.ruleset.rules if rule.entry.cause}
    if not any(one.code in codes for one in found):
        return found
    rows = {row_of(table, one) for one in found if one.code in codes}
    return [one for one in found if one.code in codes or row_of(table, one) not in rows]


def validate_rows(table: CardTable) -> list[Diagnostic]:
    """The findings about single rows, sorted by place: nothing that compares cards; some are missing."""
    compare = {rule.info.code for rule in table.ruleset.rules if rule.entry.group or rule.same}
    found = _of_cells_and_rows(table)
    return by_place(one for one in found if one.code not in {*compare, UNKNOWN_REFERENCE.code})


def validate_deck(deck: Deck, table: CardTable, ruleset: Ruleset) -> list[Diagnostic]:
    """Every finding about a deck of these cards, sorted by place (Doc 2.2.1)."""
    from cardtools.checks.decks.deck_rules import find_in_deck

    return by_place(finding.diagnostic for finding in find_in_deck(deck, table, ruleset))


def validate_partial(table: CardTable, only: Collection[str], unwritten: RowsByColumn) -> list[Diagnostic]:
    """The findings of fields and rules that read no other columns than `only`: for a rule's examples."""
    return by_place(_causes(table, _of_cells_and_rows(table, only, unwritten)))


def _of_cells_and_rows(
    table: CardTable, only: Collection[str] | None = None, unwritten: RowsByColumn | None = None
) -> list[Diagnostic]:
    of_cells, broken = check_fields(table, Columns(table, table.unusable, unwritten), only)
    return [*table.problems, *of_cells, *check_rules(table, Columns(table, broken, unwritten), only)]
