"""The words of a game that templates name: `<column:TYPE>` of its cards, `<vocabulary:type>` of its rules."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from cardtools.cards.table import CardTable, read_unchecked
from cardtools.project.project import Project
from cardtools.rulesets import Ruleset, project_ruleset


class GameWords:
    """The words of a project's game; its ruleset and its cards are read when the first template asks."""

    def __init__(self, project: Project) -> None:
        self.project = project

    @cached_property
    def ruleset(self) -> Ruleset:
        """The ruleset."""
        return project_ruleset(self.project)

    @cached_property
    def table(self) -> CardTable:
        """The cards."""
        return read_unchecked(self.project.tables, self.ruleset)

    def names(self, kind: str) -> Sequence[str]:
        """The columns, or the vocabularies and the fields."""
        if kind == "column":
            return self.table.columns
        return [*self.ruleset.vocabulary, *self.ruleset.fields]

    def words(self, kind: str, name: str) -> Sequence[str] | None:
        """The words of a column, each once, in the order of the cards; of a vocabulary, or what a field may
        be, in the order of the ruleset. Where texts write them in lower case, they are.
        """
        if name not in self.names(kind):
            return None
        if kind == "column":
            cells = (value for value in self.table.values[name] if value is not None)
            found = [word for cell in cells for word in (cell if isinstance(cell, tuple) else (cell,))]
        else:
            field, known = self.ruleset.fields.get(name), self.ruleset.vocabulary.get(name)
            known = known or (field.vocabulary if field else None)
            found = list(known.values) if known else list(field.entry.values) if field else []
        texts = (" ".join(str(word).split()) for word in found)
        lower = self.ruleset.text.entry.lower
        return list(dict.fromkeys(text.lower() if lower else text for text in texts if text))
