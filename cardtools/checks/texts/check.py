"""Checks of the words of card texts, TXT001 to TXT026.

An effect of the generated list comes from a template, whose words are looked after where it is made; so only
other texts are read word by word, and what reads them is loaded when there is one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import combinations, groupby
from typing import TYPE_CHECKING

from cardtools.cards.table import CardTable
from cardtools.catalogue import Check
from cardtools.checks.columns import Columns, RowValues
from cardtools.checks.effect_list import EffectList
from cardtools.checks.texts.pairs import SIMILAR_EFFECTS, STYLE_MISMATCH, similar_pairs, unfit_styles
from cardtools.errors import Diagnostic, Edit, Fix

if TYPE_CHECKING:
    from cardtools.checks.texts.language import Language
    from cardtools.checks.texts.words import Slip


class Texts:
    """The texts of a table, read against its ruleset and, where there is one, the list of known effects."""

    def __init__(self, table: CardTable, columns: Columns, effects: EffectList | None) -> None:
        self.table, self.columns = table, columns
        self.effects: EffectList = effects or {}
        self.rules = table.ruleset.text
        self._whole = Columns(table)

    @cached_property
    def language(self) -> Language:
        """The checks of a single text."""
        from cardtools.checks.texts.language import Language

        names = set(self.columns(self.table.ruleset.label))
        return Language(self.table.ruleset, [name for name in names if isinstance(name, str)])

    def correct(self, text: str) -> str | None:
        """The text with every slip put right; None where only people can."""
        return self.language.correct(text)

    def check(self) -> Iterator[Diagnostic]:
        """Every finding, by column."""
        entry, columns = self.rules.entry, self.rules.columns
        for column in columns:
            yield from self._words(column)
            if entry.implies and column in entry.styles:
                yield from self._style(column, entry.styles[column])
        for one, other in combinations(columns, 2):
            yield from self._similar(one, other)

    def _words(self, column: str) -> Iterator[Diagnostic]:
        values = self.columns(column)
        unknown = set(values).difference(self.effects)
        unknown.discard(None)
        if not unknown:
            return
        slips = {text: found for text in unknown if (found := self.language.slips(text))}
        own = self.rules.entry.self_
        for row, text in enumerate(values):
            if text in slips:
                for _, same in groupby(slips[text], key=lambda slip: slip.check):
                    yield self._told(row, column, text, list(same))
            if own and text in unknown and (named := self.language.own_name(text, self.table.name(row))):
                yield self._told(row, column, text, named)

    def _told(self, row: int, column: str, text: str, slips: Sequence[Slip]) -> Diagnostic:
        """One finding for the slips of one kind in a text, with a fix for those that have an answer."""
        from cardtools.checks.texts.words import TextWords, corrected

        words, first = TextWords(text), slips[0]
        said = ", ".join(dict.fromkeys(_quoted(words.between(slip.first, slip.last)) for slip in slips))
        message = f"{column} says {said}: {first.why}" if first.quoted else f"{column} {first.why}"
        answers = ", ".join(dict.fromkeys(_quoted(slip.new) for slip in slips if slip.new is not None))
        fix = self._fix(row, column, text, corrected(words, slips), first.safe)
        return self._finding(
            first.check, row, column, message, f"write {answers}" if answers else first.hint, fix
        )

    def _style(self, column: str, style_column: str) -> Iterator[Diagnostic]:
        if self.table.ruleset.check(STYLE_MISMATCH).off or style_column not in self.table.columns:
            return
        texts, styles = self.columns(column), self.columns(style_column)
        unfit = unfit_styles(texts, styles, self.rules.entry.implies)
        for row, pair in enumerate(zip(texts, styles, strict=True) if unfit else ()):
            if pair in unfit:
                beginning, fitting = unfit[pair]
                message = f'{column} begins with "{beginning.strip()}", its style is {pair[1]}'
                hint = f"write {' or '.join(fitting)}, or word the effect otherwise"
                written = self._written(row, style_column)
                fix = self._fix(row, style_column, written, fitting[0], False) if len(fitting) == 1 else None
                yield self._finding(STYLE_MISMATCH, row, style_column, message, hint, fix)

    def _similar(self, one: str, other: str) -> Iterator[Diagnostic]:
        if self.table.ruleset.check(SIMILAR_EFFECTS).off:
            return
        ones, others = self.columns(one), self.columns(other)
        near = similar_pairs(ones, others)
        for row, pair in enumerate(zip(ones, others, strict=True) if near else ()):
            if pair in near:
                parts = " / ".join(f'"{part}"' if part else "nothing" for part in near[pair])
                message = f"{one} and {other} differ only in {parts}"
                yield self._finding(
                    SIMILAR_EFFECTS, row, other, message, "keep it on purpose, or choose another effect"
                )

    def _finding(
        self, generic: Check, row: int, column: str, message: str, hint: str, fix: Fix | None = None
    ) -> Diagnostic:
        check, name = self.table.ruleset.check(generic), self.table.name(row)
        if check.hint:
            hint = check.hint.fill(RowValues(row, self._whole, self.table.ruleset.label, name))
        found = check.info.finding(self.table.place(row, column), f"{name}: {message}", hint)
        return replace(found, fix=fix) if fix else found

    def _fix(self, row: int, column: str, old: str, new: str, safe: bool) -> Fix | None:
        """The cell with one part of it written anew; white space around it stays."""
        written = self._written(row, column)
        changed = written.replace(old, new, 1) if old else new
        if changed == written:
            return None
        line, index = self.table.file.line_numbers[row], self.table.columns.index(column)
        return Fix((Edit(line, index, written, changed),), safe)

    def _written(self, row: int, column: str) -> str:
        return self.table.texts(column)[row]


def _quoted(text: str) -> str:
    return f'"{text if len(text) <= 60 else text[:57] + "..."}"'
