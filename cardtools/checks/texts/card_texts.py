"""Checks of the words of card texts, TXT001 to TXT029.

The words of a generated effect are checked in its template: what reads other texts is loaded for them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import groupby
from operator import attrgetter
from typing import TYPE_CHECKING

from cardtools.checks.cards.context import CheckContext
from cardtools.ground.errors import Diagnostic
from cardtools.rulesets.effect_split import CellEffect

if TYPE_CHECKING:
    from cardtools.checks.texts.text_checks import TextChecks
    from cardtools.checks.texts.words import Slip


class Texts:
    """The texts of a table, read by its ruleset and, where there is one, the list of known effects."""

    def __init__(self, cards: CheckContext) -> None:
        self.cards, self.rules = cards, cards.ruleset.text

    @cached_property
    def text_checks(self) -> TextChecks:
        """The checks of a single text."""
        from cardtools.checks.texts.text_checks import TextChecks

        names = set(self.cards.columns(self.cards.ruleset.label))
        return TextChecks(self.cards.ruleset, {name for name in names if isinstance(name, str)})

    def check(self) -> Iterator[Diagnostic]:
        """Every finding, by column."""
        known, split = self.cards.effects, self.cards.ruleset.split
        for column in self.rules.columns:
            rows = split.rows(self.cards.columns(column))
            if unknown := [(row, effect) for row, effect in rows if effect.text not in known]:
                yield from self._words(column, unknown)

    def _words(self, column: str, unknown: Sequence[tuple[int, CellEffect]]) -> Iterator[Diagnostic]:
        from cardtools.checks.texts.abilities import UNLISTED_ABILITY

        reports = {
            one: [self._report(column, one, list(same)) for _, same in groupby(found, attrgetter("check"))]
            for one in {effect for _, effect in unknown}
            if (found := self.text_checks.slips(one.text))
        }
        own, listed = self.rules.entry.self_, self.rules.entry.keywords
        keywords = self.cards.columns(listed) if listed else ()
        for row, effect in unknown:
            named = self.text_checks.own_name(effect.text, self.cards.table.name(row)) if own else []
            own_report = [self._report(column, effect, named)] if named else []
            for slip, message, hint, new in (*reports.get(effect, ()), *own_report):
                fix = self.cards.edit_effect(row, column, effect, new, slip.safe)
                yield self.cards.finding(slip.check, row, column, message, hint, fix)
            if keywords and row not in self.cards.columns.broken.get(listed, ()):
                abilities = dict.fromkeys(self.text_checks.own_abilities(effect.text))
                missing = ", ".join(word for word in abilities if word not in (keywords[row] or ()))
                if missing:
                    message = f"{effect.named(column)} says {missing}, {listed} does not"
                    hint = f"write {missing} into {listed} as well"
                    yield self.cards.finding(UNLISTED_ABILITY, row, column, message, hint)

    @staticmethod
    def _report(column: str, effect: CellEffect, slips: Sequence[Slip]) -> tuple[Slip, str, str, str]:
        """The slips of one kind in a text as one: the first, message, hint, the text as it should read."""
        from cardtools.checks.texts.words import TextWords, corrected

        words, first, where = TextWords(effect.text), slips[0], effect.named(column)
        said = ", ".join(dict.fromkeys(_quoted(words.between(slip.first, slip.last)) for slip in slips))
        message = f"{where} says {said}: {first.why}" if first.quoted else f"{where} {first.why}"
        answers = ", ".join(dict.fromkeys(_quoted(slip.new) for slip in slips if slip.new is not None))
        hint = f"write {answers}" if answers else first.hint
        return first, message, hint, corrected(words, slips)


def _quoted(text: str) -> str:
    return f'"{text if len(text) <= 60 else text[:57] + "..."}"'
