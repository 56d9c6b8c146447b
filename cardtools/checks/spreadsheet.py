"""One finding instead of hundreds where a spreadsheet lost plus signs or turned serials into numbers."""

from __future__ import annotations

import re
from collections.abc import Sequence

from cardtools.cards.table import CardTable
from cardtools.checks.columns import Columns
from cardtools.checks.fields import DUPLICATE_NAME, PATTERN
from cardtools.checks.repeated_rows import row_of
from cardtools.ground.catalogue import Check
from cardtools.ground.errors import Diagnostic
from cardtools.ground.spelling import counted
from cardtools.language.patterns import TextPattern
from cardtools.language.whole_columns import RowFilter

SPREADSHEET_HAZARD = Check.of("""CSV018 spreadsheet-hazard error: a spreadsheet changed the contents of cells
    why: A spreadsheet drops the + of +15 and turns a serial into 1.23E+10; this is reported once for the
    whole table.
    bad: ATTACK 15 on every spell; SERIAL 1.23E+10
    good: ATTACK +15; SERIAL E3030263W5S10T
    fix: go back to an older copy of the table, or let `cardtools validate --fix` put the signs back""")

_MANY = 3
_FLOAT = re.compile(r"[0-9]+(?:[.,][0-9]+)?[eE]\+?[0-9]+")


def merge_damage(table: CardTable, findings: Sequence[Diagnostic]) -> tuple[list[Diagnostic], frozenset[str]]:
    """The findings with a single one in place of those that a spreadsheet caused.

    Also the codes that were merged into this finding; none without such damage.
    """
    lost = {rule.info.code: rule.broken.when for rule in table.ruleset.rules if rule.sign_lost}
    unsigned = [finding for finding in findings if finding.code in lost]
    asked = 0
    if unsigned:
        when = [RowFilter(condition) for condition in lost.values()]
        asked = sum(len(part.rows(Columns(table, table.unusable), len(table))[0]) for part in when)
    # A spreadsheet removes every plus sign; a typing error leaves most of them.
    signs = len(unsigned) >= _MANY and len(unsigned) * 2 >= asked
    floats: set[int] = set()
    codes: set[str] = set()
    for known in table.ruleset.fields.values():
        if known.pattern is not None:
            rows = {row for row, text in enumerate(table.texts(known.name)) if _is_float(text, known.pattern)}
            if rows:
                floats |= rows
                codes |= {known.check(PATTERN).info.code, known.check(DUPLICATE_NAME).info.code}
    if not signs and not floats:
        return list(findings), frozenset()
    codes |= lost.keys() if signs else set()

    def damage(finding: Diagnostic) -> bool:
        if finding.code in lost:
            return signs
        return finding.code in codes and row_of(table, finding) in floats

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
    whole = SPREADSHEET_HAZARD.finding(place, f"a spreadsheet damaged the file: {', '.join(what)}", hint)
    return [whole, *(finding for finding in findings if not damage(finding))], frozenset(codes)


def _is_float(text: str, pattern: TextPattern) -> bool:
    word = text.strip()
    return bool(_FLOAT.fullmatch(word)) and not pattern.fullmatch(word)
